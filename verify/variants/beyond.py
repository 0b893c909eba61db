"""Arguments that a mutant of a limit fails, made from what the statement says of the limit.

What denies "for every epsilon there is a K, so that beyond K something holds" is about some
epsilon, every K, and something beyond it. The statement is looked at where its epsilon is 1, for an
epsilon of 2; it has a K of its own; and beyond both of them, or between 0 and both, it says what
there is. Whether that denies the mutant the kernel finds out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Implies, Or

from theory.arguments import Argument, Assume, Choose, Generalise, Give, Solve, Specialise
from theory.binders import substitute
from theory.quantifiers import Every, Quantified, Some, denied

LOOKED_AT, GIVEN = sp.S.One, sp.Integer(2)  # the epsilon of the statement, and that of the mutant
Beyond = Callable[[Any, Any], Any]


def _far(one: Any, other: Any) -> Any:
    return sp.Max(sp.Abs(one), sp.Abs(other), evaluate=False) + 1


def _whole_and_far(one: Any, other: Any) -> Any:
    return sp.ceiling(sp.Max(sp.Abs(one), sp.Abs(other), evaluate=False)) + 1


def _close(one: Any, other: Any) -> Any:
    return sp.Min(one, other, evaluate=False) / 2


def denials(contrary: Any, printed: Any, shown: Argument, given: tuple[Any, ...]) -> Iterator[Any]:
    """Yield arguments for what denies a mutant of a limit.

    Args:
        contrary: what denies the mutant.
        printed: what the statement says.
        shown: an argument for it.
        given: what may be assumed.
    """
    bound = _third(printed)
    if bound is None:
        return
    for beyond in (_whole_and_far,) if bound.is_integer else (_far, _close):
        yield _Denial(beyond).of(contrary, printed, shown, given)


def _third(printed: Any) -> Any:
    """Return what is beyond a number of which there is some for every epsilon, `None` of others.

    >>> x, y, n = *sp.symbols("x y", real=True), sp.Symbol("n", integer=True)
    >>> _third(Every(x, Implies(x > 0, Some(y, Every(n, Implies(n >= y, 1 / n <= x))))))
    n
    """
    found = printed
    for kind in (Every, Some, Every):
        found = found if isinstance(found, Quantified) else _quantified_part(found)
        if not isinstance(found, kind) or type(found.args[0]) is not sp.Symbol:
            return None
        symbol, found = found.args
    return symbol


def _quantified_part(condition: Any) -> Any:
    """Return the part of a condition that has quantifiers, if it is one that begins with one."""
    if not isinstance(condition, (And, Or, Implies)):
        return None
    parts = [part for part in condition.args if part.has(Quantified)]
    return parts[0] if len(parts) == 1 and isinstance(parts[0], Quantified) else None


class _Denial:
    """An argument by what is beyond two numbers.

    Args:
        beyond: gives it.
    """

    def __init__(self, beyond: Beyond) -> None:
        self.beyond = beyond
        self.ends: tuple[Any, ...] = ()

    def of(self, says: Any, fact: Any, shown: Argument, given: tuple[Any, ...]) -> Argument:
        """Return an argument for a condition from an argument for a fact."""
        is_number = isinstance(says, Quantified) and type(says.args[0]) is sp.Symbol
        if is_number and isinstance(says, Some) and isinstance(fact, Every):
            value = self.beyond(*self.ends) if self.ends else GIVEN
            own = value if self.ends else LOOKED_AT
            inner = self.of(_at(says, value), _at(fact, own), Specialise(shown, own), given)
            return Give(inner, says, value)
        if is_number and isinstance(says, Every) and isinstance(fact, Some):
            symbol, bound = says.args[0], fact.args[0]
            own = sp.Symbol(f"{bound} of the statement", real=True, integer=bound.is_integer)
            self.ends = (symbol, own)
            there = _at(fact, own)
            inner = self.of(says.body, there, Assume(there), (*given, there))
            return Choose(shown, Generalise(inner, symbol), own)
        part, of_fact = _quantified_part(says), _quantified_part(fact)
        if part is None or of_fact is None:
            return Solve(says, given, (shown,))
        beside = [one for one in says.args if one != part] if isinstance(says, Or) else []
        more = (*given, *map(denied, beside))
        known = self.of(part, of_fact, Solve(of_fact, given, (shown,)), more)
        return Solve(says, given, (shown, known))


def _at(condition: Any, value: Any) -> Any:
    symbol, body = condition.args
    return substitute(body, {symbol: value})
