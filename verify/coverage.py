"""What part of the claimed domain a check has covered, as data."""

from __future__ import annotations

from typing import Any

import sympy as sp

from theory.claim import ForAll


def index_restrictions(statement: ForAll) -> tuple[str, ...]:
    """Return what trying an index only at its instances leaves out, empty if nothing.

    The claimed values of an index are the integers (or the listed reals) that the hypotheses
    allow; the instances cover them if those are the same finite set.
    """
    found = []
    for index, values in statement.instances.items():
        claimed = _claimed_values(statement, index)
        tried = {sp.sympify(v) for v in values}
        if claimed is None or not claimed <= tried:
            shown = sorted(v for v in tried if _allowed(statement, index, v))
            found.append(f"{index} in {{{', '.join(map(str, shown))}}}")
    return tuple(found)


def _allowed(statement: ForAll, index: Any, value: Any) -> bool:
    own = [g for g in statement.given if g.free_symbols == {index}]
    return all(g.subs(index, value) != sp.false for g in own)


def _claimed_values(statement: ForAll, index: Any) -> set[Any] | None:
    """Return the finite set of values that the hypotheses leave to an index, or `None`."""
    domain = sp.S.Integers if index.is_integer else sp.S.Reals
    for hypothesis in statement.given:
        if hypothesis.free_symbols == {index} and not hypothesis.has(sp.Mod):
            domain = domain & hypothesis.as_set()
    return set(domain) if domain.is_finite_set else None
