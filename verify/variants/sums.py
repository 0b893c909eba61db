"""Arguments that sums are not negative, which were said to be positive.

A solver knows nothing of a sum but its name. If each of its terms is shown not to be negative, by
hypotheses on every term, then so is the sum.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import sympy as sp

from theory.arguments import AddUp, Argument, Assume, Solve, Specialise
from theory.quantifiers import Every
from theory.sum_arguments import counted
from verify.kernel.conditions import ge, le


def sums_not_negative(dropped: Iterable[Any], given: Iterable[Any]) -> tuple[Argument, ...]:
    """Return arguments that the sums in conditions that were dropped are not negative.

    Args:
        dropped: the conditions.
        given: what may be assumed.

    >>> i, n = sp.symbols("i n", integer=True)
    >>> a = sp.IndexedBase("a", real=True)
    >>> [one.says for one in sums_not_negative([sp.Sum(a[i] ** 2, (i, 1, n)) > 0], [n >= 1])]
    [Sum(a[i]**2, (i, 1, n)) >= 0]
    """
    known = tuple(given)
    sums = dict.fromkeys(one for condition in dropped for one in _sums(condition))
    return tuple(_not_negative(one, known) for one in sums)


def _sums(condition: Any) -> Iterator[Any]:
    """Yield the sides of a comparison with 0 that are sums over one index from 1 on."""
    if isinstance(condition, (sp.Gt, sp.Ge, sp.Ne)) and condition.rhs == 0:
        one = condition.lhs
        if isinstance(one, sp.Sum) and len(one.limits) == 1 and one.limits[0][1] == 1:
            yield one


def _not_negative(one: Any, given: tuple[Any, ...]) -> Argument:
    index, low, high = one.limits[0]
    at = tuple(
        Specialise(Assume(condition), index)
        for condition in given
        if isinstance(condition, Every) and condition.args[0].is_integer
    )
    inside = (*given, ge(index, low), le(index, high))
    each = Solve(le(sp.S.Zero, one.function), inside, at)
    zeros = counted(sp.S.Zero, index, high)
    return Solve(ge(one, 0), given, (AddUp(each, index, low, high), zeros))
