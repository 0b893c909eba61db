"""A condition on an integer far out, which sees the integer there only in comparisons with terms.

Far out to one side the truth of a condition changes with its integer n only by comparisons
a n + b |n| <= r of it, |b| < |a|, with terms r that do not depend on it. Each of these comes true
or fails in the end. So, from the integer on from which nothing else changes,

    if none of them comes true in the end   the condition is most likely to hold at that integer
    if all of them do                       it is most likely to hold in the end
    if some do and some fail                it can hold only if it would with all of them

and likewise where it is most likely to fail. A condition is monotone in a comparison that stands
under connectives and quantifiers alone; others are declined. What has no value at a point where a
term has none keeps having none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import And, Implies, Not, Or

from theory.binders import unbound
from theory.quantifiers import Quantified
from verify.judging.at_strings import Beyond

UPWARDS = {sp.Ge: True, sp.Gt: True, sp.Le: False, sp.Lt: False}  # holds at large left sides?


class FarOut(NamedTuple):
    """What a condition is where it is most likely to hold, or to fail.

    Args:
        body: a condition that is so at the integer from which on nothing else changes.
        exact: whether it is so for some integer there; otherwise it is only at most as likely.
    """

    body: Any
    exact: bool


class _Comparison(NamedTuple):
    """A comparison of an integer with a term, and whether its truth is for the whole condition.

    Args:
        says: the comparison.
        upwards: whether it holds at large integers.
        term: what it compares the integer with.
        positive: whether the condition is the more likely to hold where it does.
        own: whether the integer itself is compared, not a multiple of it.
    """

    says: Any
    upwards: bool
    term: Any
    positive: bool
    own: bool

    def helps(self, up: bool, best: bool) -> bool:
        """Return whether it ends, in one direction, in favour of the condition, or against it."""
        return ((self.upwards is self.positive) is up) is best

    def ended(self, best: bool) -> Any:
        """Return what it is where it is in favour; it has a value where its term has one."""
        kind = sp.Eq if self.positive is best else sp.Ne
        return kind(self.term, self.term, evaluate=False)


def is_comparison(e: Any, symbol: Any, free: frozenset[Any]) -> bool:
    """Return whether a condition compares a multiple of a symbol with a term without it.

    Args:
        e: the condition.
        symbol: the integer.
        free: what the term may depend on.
    """
    return _compared(e, symbol, free, True) is not None


def far_out(
    body: Any, symbol: Any, up: bool, best: bool, known: Mapping[Any, Any] | None = None
) -> FarOut:
    """Return what a condition is at large integers, or at those far below.

    Args:
        body: the condition.
        symbol: the integer.
        up: whether large ones count.
        best: whether it counts where the condition holds, not where it fails.
        known: the values of other integers.

    Raises:
        Beyond: the condition is not known to be monotone in its comparisons.

    >>> n, x = sp.Symbol("n", integer=True), sp.Symbol("x", real=True)
    >>> far_out((n >= 0) & (n <= x), n, up=True, best=True).body
    (n >= 0) & (n <= x)
    >>> far_out((n >= 0) & (n >= x), n, up=True, best=True).body
    (n >= 0) & Eq(-x, -x)
    """
    found = [
        one
        for one in _comparisons(body, symbol, unbound(body), True)
        if not (one.own and isinstance(one.term.xreplace(known or {}), sp.Integer))
    ]
    if len({one.says for one in found}) < len({(one.says, one.positive) for one in found}):
        raise Beyond
    in_the_end = [one for one in found if one.helps(up, best)]
    if not in_the_end:
        return FarOut(body, True)
    ended = body.xreplace({one.says: one.ended(best) for one in found})
    return FarOut(ended, len(in_the_end) == len(found))


def _compared(e: Any, symbol: Any, free: frozenset[Any], positive: bool) -> _Comparison | None:
    if type(e) not in UPWARDS:
        return None
    difference = e.args[0] - e.args[1]
    slope, of_size = difference.coeff(symbol), difference.coeff(sp.Abs(symbol))
    if not (slope.is_Rational and of_size.is_Rational and abs(of_size) < abs(slope)):
        return None
    rest = difference - slope * symbol - of_size * sp.Abs(symbol)
    if symbol in rest.free_symbols or not unbound(rest) <= free:
        return None
    own = abs(slope) == 1 and of_size == 0
    return _Comparison(e, UPWARDS[type(e)] is bool(slope > 0), rest, positive, own)


def _comparisons(
    e: Any, symbol: Any, free: frozenset[Any], positive: bool
) -> Iterator[_Comparison]:
    """Yield the comparisons of a symbol in a condition."""
    if symbol not in e.free_symbols:
        return
    compared = _compared(e, symbol, free, positive)
    if compared is not None:
        yield compared
    elif isinstance(e, (And, Or)):
        for part in e.args:
            yield from _comparisons(part, symbol, free, positive)
    elif isinstance(e, Not):
        yield from _comparisons(e.args[0], symbol, free, not positive)
    elif isinstance(e, Implies):
        yield from _comparisons(e.args[0], symbol, free, not positive)
        yield from _comparisons(e.args[1], symbol, free, positive)
    elif isinstance(e, Quantified):
        yield from _comparisons(e.args[1], symbol, free, positive)
    elif any(is_comparison(part, symbol, free) for part in e.atoms(Relational)):
        raise Beyond
