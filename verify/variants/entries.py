"""Entries of sequences as reals, where a statement is about some of them alone.

Which entries they are does not matter then: what is shown of any reals is shown of these entries,
whatever their indices are.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import sympy as sp

from theory.argument_language import States
from theory.binders import bound_symbols, exchanged
from theory.orders import Order


def with_entries_as_reals(statement: States) -> States | None:
    """Return what an order says if entries are reals, `None` if it is about no single entries.

    Two entries of one sequence are two reals where their indices differ by a number.

    >>> from theory.language import integers, reals, sequence
    >>> x, n, a = reals("x"), integers("n"), sequence("a")
    >>> order = Order(a[n + 1] - a[n], x, "at most", (x, n, a))
    >>> with_entries_as_reals(States(order, given=(a[n] > 1,))).given
    (a[n] > 1,)
    >>> with_entries_as_reals(States(Order(sp.Sum(a[n], (n, 1, 5)), x, "at most", (x, a)))) is None
    True
    """
    order = statement.says
    if not isinstance(order, Order):
        return None
    parts = (*order.sides, *statement.given)
    bound = frozenset[Any]().union(*map(bound_symbols, parts))
    entries = {e for part in parts for e in part.atoms(sp.Indexed)}
    reals: dict[Any, Any] = {}
    for base in {e.base for e in entries}:
        own = [e for e in entries if e.base == base]
        free = all(bound.isdisjoint(e.free_symbols) for e in own)
        apart = all(_are_apart(*pair) for pair in combinations(own, 2))
        if free and apart and not any(base in _alone(part) for part in parts):
            reals |= {e: sp.Symbol(str(e), real=True) for e in own}
    if not reals:
        return None
    left, right, *given = (exchanged(part, reals.get) for part in parts)
    over = {s for s in order.over if s not in {e.base for e in reals}}
    over |= {real for e, real in reals.items() if e.base in order.over}
    return States(Order(left, right, order.relation, over), tuple(given))


def _are_apart(one: Any, other: Any) -> bool:
    """Return whether some index of two entries differs by a number that is not 0."""
    gaps = (sp.expand(i - j) for i, j in zip(one.indices, other.indices, strict=True))
    return any(gap.is_Integer and gap != 0 for gap in gaps)


def _alone(part: Any) -> Iterator[Any]:
    """Yield the sequences that stand in a condition by themselves, and not as entries."""
    if isinstance(part, sp.IndexedBase):
        yield part
        return
    for inner in part.args[1:] if isinstance(part, sp.Indexed) else part.args:
        yield from _alone(inner)
