"""Evaluation at one point and one precision, over rationals and balls.

The contract of every rule. The values of a point may be balls; then "the points" are all choices
of real numbers from these balls, and one point otherwise.

    a value     at every one of the points the expression has a real value, and this contains it
    Undefined   at none of the points it has one
    Undecided   nothing is known
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property, lru_cache
from typing import Any

import sympy as sp
from flint import acb, fmpq

from theory.language import Apply
from theory.values import PiecewiseLinear
from verify.claims.meanings import Formula, Interpretation
from verify.truth import booleans, functions, integrals, powers, sums, switches
from verify.truth.outcomes import NoValue, Truth, Undecided
from verify.truth.points import fraction, number_of, rational
from verify.truth.programs import told

AGREEMENT_BITS = 300  # "equal as far as we can see" means this many bits at the last precision
WORK = 100_000  # terms of sums and values of integrands that one evaluation may ask for

# what the program of a head raises where it can compute nothing
PROGRAM_ERRORS = (
    ArithmeticError,  # an overflow, a division by zero
    ValueError,  # what `math` and numpy say of arguments outside of a function's domain
)

Point = Mapping[Any, Any]
Ranges = Mapping[Any, tuple[fmpq, fmpq]]


class Work:
    """Counts down what may still be done, so that nothing stands still."""

    def __init__(self) -> None:
        self.left = WORK

    def spend(self, amount: int) -> None:
        """Take `amount` from what is left.

        Raises:
            Undecided: there is not as much left.
        """
        if amount > self.left:
            raise Undecided("more than", WORK, "terms and values of integrands")
        self.left -= amount


class Arithmetic:
    """Evaluation at one point and one precision.

    Args:
        point: values of the free symbols; besides exact values also `arb` and `acb` balls, `fmpq`.
        interpretation: one meaning for each head.
        analytic: set while an integrand is evaluated on a complex ball: a value is then that of a
            function which is holomorphic there, and equal to the integrand where that is real.
        agreement: how many bits must coincide for `Truth.AGREES`.
        ranges: variable of integration -> the rationals between which it stays.
        work: what may still be done.
    """

    def __init__(
        self,
        point: Point,
        interpretation: Interpretation,
        analytic: bool = False,
        agreement: int = AGREEMENT_BITS,
        ranges: Ranges | None = None,
        work: Work | None = None,
    ) -> None:
        self.point = point
        self.interpretation = interpretation
        self.analytic = analytic
        self.agreement = agreement
        self.ranges = ranges or {}
        self.work = work or Work()
        self.known: dict[Any, Any] = {}

    def truth(self, condition: Any) -> Truth:
        """Evaluate a Boolean; see `verify.truth.outcomes` for the logic."""
        return booleans.truth(self, condition)

    def number(self, expression: Any) -> Any:
        """Return the value of an expression as a rational, a ball, or a complex ball.

        Raises:
            Undefined, Undecided: as the module says.
        """
        value = self.known.get(expression)
        if value is None:
            value = self.known[expression] = self._computed(expression)
        return value

    def numbers(self, expressions: Any) -> list[Any]:
        """Return the values of expressions; one that is undefined outweighs one that is undecided.

        Raises:
            Undefined, Undecided: as the module says, for any of them.
        """
        values: list[Any] = []
        undecided: Undecided | None = None
        for expression in expressions:
            try:
                values.append(self.number(expression))
            except Undecided as reason:
                undecided = reason
        if undecided is not None:
            raise undecided
        return values

    def function(self, symbol: Any) -> PiecewiseLinear:
        """Return the value of a function symbol.

        Raises:
            Undecided: it has none.
        """
        value = self.point.get(symbol)
        if not isinstance(value, PiecewiseLinear):
            raise Undecided(symbol, "has no function as its value")
        return value

    def at(
        self,
        more: Point,
        analytic: bool = False,
        ranges: Ranges | None = None,
        known: Mapping[Any, Any] | None = None,
    ) -> Arithmetic:
        """Return the same arithmetic at a point with further or other values.

        What is known of the range of a variable holds no longer once it has another value.
        `known` are the values of terms that do not change with it.
        """
        if ranges is None:
            ranges = {s: r for s, r in self.ranges.items() if s not in more}
        point = {**self.point, **more}
        found = Arithmetic(point, self.interpretation, analytic, self.agreement, ranges, self.work)
        found.known.update(known or {})
        return found

    def constants(self, body: Any, variable: Any) -> dict[Any, Any]:
        """Return the values of the terms in `body` that do not change with a variable."""
        found = {}
        for term in _free_of(body, variable):
            with suppress(NoValue):
                found[term] = self.number(term)
        return found

    @cached_property
    def real(self) -> Arithmetic:
        """The same arithmetic on the real points alone of the balls."""
        if not any(isinstance(value, acb) for value in self.point.values()):
            return self
        parts = {s: v.real if isinstance(v, acb) else v for s, v in self.point.items()}
        return self.at(parts, ranges=self.ranges)

    def _computed(self, expression: Any) -> Any:
        rule = RULES.get(type(expression))
        if rule is not None:
            return rule(self, expression)
        if getattr(expression, "is_Symbol", False):
            return self._symbol(expression)
        if type(expression) in self.interpretation:
            return self._head(expression)
        raise Undecided("no rule for", type(expression).__name__)

    def _symbol(self, symbol: Any) -> Any:
        if symbol not in self.point:
            raise Undecided(symbol, "has no value")
        return number_of(self.point[symbol])

    def _rational(self, number: Any) -> Any:
        return rational(number)

    def _applied(self, expression: Any) -> Any:
        symbol, argument = expression.args
        value = self.number(argument)
        if not isinstance(value, fmpq):
            raise Undecided("functions are evaluated at rationals only")
        return number_of(self.function(symbol)(fraction(value)))

    # -- heads ------------------------------------------------------------------------------

    def _head(self, expression: Any) -> Any:
        meaning = self.interpretation[type(expression)]
        if isinstance(meaning, Formula):
            return self.number(sp.sympify(meaning.build(*expression.args)))
        arguments = [self._argument(a) for a in expression.args]
        if any(isinstance(a, acb) for a in arguments):
            raise Undecided(expression, "is a program for real numbers")
        try:
            return told(meaning, arguments, expression)
        except NoValue:
            raise
        except PROGRAM_ERRORS as error:
            raise Undecided("the program of", type(expression).__name__, "fails:", error) from error

    def _argument(self, argument: Any) -> Any:
        """Return what the program of a head is given: a number, or a function."""
        value = self.point.get(argument)
        return value if isinstance(value, PiecewiseLinear) else self.number(argument)


@lru_cache(maxsize=1024)
def _free_of(body: Any, variable: Any) -> tuple[Any, ...]:
    """Return the largest terms in a body without the variable, not looking below binders."""
    if variable not in body.free_symbols:
        return (body,)
    if not isinstance(body, (sp.Add, sp.Mul, sp.Pow, sp.Function)):
        return ()
    return tuple(dict.fromkeys(term for part in body.args for term in _free_of(part, variable)))


RULES: dict[Any, Any] = {
    sp.Symbol: Arithmetic._symbol,
    **dict.fromkeys(
        (sp.Rational, sp.Integer, *map(type, (sp.S.Half, sp.S.Zero, sp.S.One, sp.S.NegativeOne))),
        Arithmetic._rational,
    ),
    Apply: Arithmetic._applied,
    **powers.RULES,
    **functions.RULES,
    **switches.RULES,
    **sums.RULES,
    **integrals.RULES,
}
