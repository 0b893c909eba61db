"""There is, and for every: as conditions inside a statement.

    Some(x, condition)       there is an x for which the condition holds
    Every(x, condition)      the condition holds for every x
    inhabited((x, y), conditions)      some x and y satisfy them all
    least(n, condition)      n is the least integer that satisfies it
    median(m, at_most, at_least)       m is a median: Pr(X <= m) and Pr(X >= m) are 1/2 or more

x is a real, an integer, a function or a sequence, and its kind is what it ranges over. No method
but an argument handles them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import And, Boolean, Implies, Not, Or

from theory.binders import Binder, substitute
from theory.definedness import connected


class Quantified(Binder):
    """A condition on all or on some values of one symbol, function or sequence."""

    words, sign = "", ""
    binds_or_hides = True
    always_has_a_value = True

    def __new__(cls, symbol: Any, condition: Any) -> Any:
        return Boolean.__new__(cls, symbol, condition)

    @property
    def limits(self) -> tuple[Any, ...]:
        """The one symbol, without ends."""
        return ((self.args[0],),)

    @property
    def body(self) -> Any:
        """The condition."""
        return self.args[1]

    def rebound(self, body: Any, limits: Sequence[Any]) -> Any:
        """Return the same with another condition and another symbol."""
        return self.func(limits[0][0], body)

    def _sympystr(self, printer: Any) -> str:
        symbol, condition = map(printer._print, self.args)
        return f"{self.words} {symbol}: {condition}"

    def _latex(self, printer: Any) -> str:
        symbol, condition = map(printer._print, self.args)
        return rf"{self.sign} {symbol}\colon {condition}"


class Some(Quantified):
    """There is a value of the symbol for which the condition holds."""

    words, sign = "for some", r"\exists"


class Every(Quantified):
    """The condition holds for every value of the symbol."""

    words, sign = "for every", r"\forall"


OPPOSITES = {sp.Eq: sp.Ne, sp.Ne: sp.Eq, sp.Lt: sp.Ge, sp.Ge: sp.Lt, sp.Gt: sp.Le, sp.Le: sp.Gt}


def denied(condition: Any) -> Any:
    """Return the condition that holds exactly where another one fails.

    A relation fails only where both of its sides have values; so does what denies it hold.

    >>> x, y = sp.symbols("x y", real=True)
    >>> denied(Some(x, And(x > y, Every(y, y > x))))
    for every x: (x <= y) | for some y: y <= x
    """
    if isinstance(condition, Not):
        return condition.args[0]
    if isinstance(condition, (And, Or)):
        return connected(Or if isinstance(condition, And) else And, map(denied, condition.args))
    if isinstance(condition, Implies):
        premise, then = condition.args
        return connected(And, (premise, denied(then)))
    if isinstance(condition, Relational):
        return OPPOSITES[type(condition)](*condition.args, evaluate=False)
    if isinstance(condition, Quantified):
        other = Every if isinstance(condition, Some) else Some
        return other(condition.args[0], denied(condition.body))
    return connected(Not, (condition,))


def inhabited(symbols: Iterable[Any], conditions: Iterable[Any]) -> Any:
    """Return that there are values of some symbols which satisfy conditions.

    >>> x, y = sp.symbols("x y", real=True)
    >>> print(inhabited((x, y), (x > y, y > 0)))
    for some x: for some y: (x > y) & (y > 0)
    """
    found = connected(And, conditions)
    for symbol in reversed(tuple(symbols)):
        found = Some(symbol, found)
    return found


def least(n: Any, condition: Any) -> Any:
    """Return that an integer is the least one that satisfies a condition on it.

    >>> n = sp.Symbol("n", integer=True)
    >>> print(least(n, n**2 >= 5).args[0])
    n**2 >= 5
    """
    name = f"{n.name}'"
    while name in {str(symbol) for symbol in condition.atoms(sp.Symbol)}:
        name += "'"
    smaller = sp.Symbol(name, integer=True)
    fails = connected(Not, (substitute(condition, {n: smaller}),))
    return connected(And, (condition, Every(smaller, connected(Implies, (smaller < n, fails)))))


def median(m: Any, at_most: Callable[[Any], Any], at_least: Callable[[Any], Any]) -> Any:
    """Return that a number is a median of a law.

    Args:
        m: the number.
        at_most: returns Pr(X <= x).
        at_least: returns Pr(X >= x).
    """
    half = sp.Rational(1, 2)
    return connected(And, (sp.Ge(side(m), half, evaluate=False) for side in (at_most, at_least)))
