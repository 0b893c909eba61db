"""When two expressions are the same but for the names of bound symbols and the order of sides."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import sympy as sp

from theory.binders import SequenceOf, body_of, is_binder, rebound, unbound
from theory.definedness import rebuilt

TURNED = {sp.Gt: sp.Lt, sp.Ge: sp.Le}


class Bound(sp.Symbol):
    """A bound symbol in a normal form, named after its depth; equal to no symbol of a statement."""


@lru_cache(maxsize=2**14)
def normal(expression: Any) -> Any:
    """Return the form that two expressions share if they differ in names of bound symbols only.

    Of inequalities the smaller side comes first, of equations and of what differs any fixed one.

    >>> x, y, z = sp.symbols("x y z", real=True)
    >>> normal(sp.Integral(x * z, (x, 0, 1)) > 0) == normal(0 < sp.Integral(y * z, (y, 0, 1)))
    True
    """
    return _normal(expression, {}, 0)


def _normal(e: Any, names: Mapping[Any, Any], depth: int) -> Any:
    """Return a normal form.

    Args:
        e: an expression.
        names: of the symbols that are bound around it.
        depth: how many are.
    """
    if isinstance(e, (sp.Symbol, sp.IndexedBase)):
        return names.get(e, e)
    if not e.args:
        return e
    inside = frozenset((s, names[s]) for s in unbound(e) if s in names)
    return _named(e, inside, depth)


@lru_cache(maxsize=2**14)  # the facts of an argument have most of their terms in common
def _named(e: Any, inside: frozenset[tuple[Any, Any]], depth: int) -> Any:
    names = dict(inside)
    if is_binder(e):
        return _binder(e, names, depth)
    parts = [_normal(part, names, depth) for part in e.args]
    if type(e) in TURNED:
        return rebuilt(TURNED[type(e)], parts[::-1])
    if isinstance(e, (sp.Eq, sp.Ne)):
        parts = list(sp.ordered(parts))
    return rebuilt(e.func, parts)


def _binder(e: Any, names: Mapping[Any, Any], depth: int) -> Any:
    limits: list[Any] = []
    for symbol, *ends in reversed(e.limits):  # an end may name the symbols further out only
        moved = [_normal(end, names, depth) for end in ends]
        depth += 1
        name = Bound(f"bound {depth}", **_assumptions(symbol))
        if isinstance(symbol, sp.IndexedBase):
            name = sp.IndexedBase(name)
        names = {**names, symbol: name}
        limits.insert(0, sp.Tuple(name, *moved))
    body = _normal(body_of(e), names, depth)
    if isinstance(e, SequenceOf) and isinstance(body, sp.Indexed):
        indices = tuple(index for (index,) in limits)
        if body.indices == indices and unbound(body.base).isdisjoint(indices):
            return body.base  # the sequence with the entries of p is p
    return rebound(e, body, limits)


def _assumptions(symbol: Any) -> dict[str, Any]:
    """Return what tells the kinds of bound symbols apart; a function has no assumptions."""
    label = symbol.label if isinstance(symbol, sp.IndexedBase) else symbol
    return dict(label._assumptions_orig)
