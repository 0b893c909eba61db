"""Sums, products and powers.

A power is real for a positive base, for zero to a non-negative exponent (0**0 is 1), and for every
integer exponent unless that divides by zero. A negative base with any other exponent has a complex
value in sympy, also where the exponent is a fraction with an odd denominator: it is undefined.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sympy as sp
from flint import acb, arb, fmpq, fmpz

from verify.truth.outcomes import Undecided, Undefined
from verify.truth.points import EXACT_BITS, finite
from verify.truth.ranges import is_nonnegative

if TYPE_CHECKING:
    from verify.truth.arithmetic import Arithmetic

ROOTS = 64  # the largest degree and power for which a rational root is looked for


def _sum(arithmetic: Arithmetic, expression: Any) -> Any:
    total, *others = arithmetic.numbers(expression.args)
    for term in others:
        total = total + term
    return total


def _product(arithmetic: Arithmetic, expression: Any) -> Any:
    total, *others = arithmetic.numbers(expression.args)
    for factor in others:
        total = total * factor
    return total


def _power(arithmetic: Arithmetic, expression: Any) -> Any:
    base, exponent = arithmetic.numbers(expression.args)
    if type(exponent) is fmpq and exponent.denominator == 1:
        return _integer_power(base, int(exponent.numerator))
    if isinstance(base, acb) or isinstance(exponent, acb):
        return _complex_power(acb(base), acb(exponent))
    if base > 0:
        return _positive_power(base, exponent)
    if base < 0:
        if type(exponent) is fmpq or not acb(exponent).contains_integer():
            raise Undefined(expression, "has a negative base and an exponent that is no integer")
        raise Undecided("the exponent of", expression, "may be an integer")
    if not exponent > 0:
        if base == 0 and exponent < 0:
            raise Undefined("division by zero in", expression)
        raise Undecided("the base of", expression, "may be zero")
    if base == 0:
        return fmpq(0)
    if is_nonnegative(arithmetic, expression.args[0]):
        return arb(0).union(finite(base.upper() ** arb(exponent)))
    raise Undecided("the sign of the base of", expression, "is not known")


def _integer_power(base: Any, exponent: int) -> Any:
    if exponent < 0 and base == 0:
        raise Undefined("division by zero")
    if type(base) is fmpq:
        if base.height_bits() * abs(exponent) <= EXACT_BITS:
            return base**exponent
        if abs(base) == 1:
            return base if exponent % 2 else fmpq(1)
        base = arb(base)
    if isinstance(base, arb):
        if exponent < 0 and base.contains(0):
            raise Undecided("the base of a negative power may be zero")
        if exponent % 2 == 0:
            base = magnitude(base)
    return finite(base**exponent)


def _positive_power(base: Any, exponent: Any) -> Any:
    if type(base) is fmpq:
        if base == 1:
            return fmpq(1)
        if type(exponent) is fmpq and (root := _exact_root(base, exponent)) is not None:
            return root
        base = arb(base)
        if not base > 0:
            raise Undecided("the base of a power is too small")
    return finite(base ** arb(exponent))


def _complex_power(base: acb, exponent: acb) -> acb:
    """Return a power that is holomorphic: the base must stay off the negative axis and zero."""
    if base.imag.contains(0) and not base.real > 0:
        raise Undecided("the base of a power may be negative")
    return finite(base.pow(exponent))


def magnitude(ball: arb) -> arb:
    """Return a ball around the absolute values of a ball's numbers."""
    return ball.abs_lower().union(ball.abs_upper())


def _exact_root(base: fmpq, exponent: fmpq) -> fmpq | None:
    """Return base**exponent if it is rational and easily found, for base > 0."""
    degree, power = int(exponent.denominator), int(exponent.numerator)
    if degree > ROOTS or abs(power) > ROOTS:
        return None
    roots = [_integer_root(n, degree) for n in (base.numerator, base.denominator)]
    if None in roots:
        return None
    return fmpq(*roots) ** power


def _integer_root(number: fmpz, degree: int) -> fmpz | None:
    root = fmpz(number).root(degree)
    return root if root**degree == number else None


RULES = {sp.Add: _sum, sp.Mul: _product, sp.Pow: _power}
