"""From the exact values of a point, and from numbers of sympy, to rationals and balls."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import acb, arb, fmpq, fmpz_poly

from theory.values import Algebraic
from verify.truth.outcomes import Undecided

EXACT_BITS = 2**19  # a rational with a longer numerator or denominator goes on as a ball


@lru_cache(maxsize=4096)
def rational(number: Any) -> fmpq:
    """Return a rational number of sympy."""
    return fmpq(int(number.p), int(number.q))


def fraction(number: fmpq) -> Fraction:
    """Return an exact rational as the value that points and witnesses hold."""
    return Fraction(int(number.numerator), int(number.denominator))


def number_of(value: Any) -> Any:
    """Return the number that a value of a point is.

    Raises:
        Undecided: it is no number, no finite one, or not isolated.
    """
    if isinstance(value, Fraction):
        return fmpq(value.numerator, value.denominator)
    if isinstance(value, int):
        return fmpq(value)
    if isinstance(value, fmpq):
        return value
    if isinstance(value, (arb, acb)):
        return finite(value)
    if isinstance(value, Algebraic):
        return _root(value)
    raise Undecided(f"{value!r:.80} is not a number")


def finite(ball: Any) -> Any:
    """Return a ball that is finite.

    Raises:
        Undecided: it is not.
    """
    if not ball.is_finite():
        raise Undecided("no finite enclosure")
    return ball


def interval(low: Any, high: Any) -> arb:
    """Return the ball around all numbers from `low` to `high`."""
    return arb(low).union(arb(high))


def whole(number: Any) -> int | None:
    """Return a rational that is an integer, `None` for everything else."""
    exact = type(number) is fmpq and number.denominator == 1
    return int(number.numerator) if exact else None


def _root(value: Algebraic) -> arb:
    """Enclose the root of an integer polynomial in its isolating interval.

    One root meets the interval as far as can be seen; it lies in it if the polynomial changes
    sign there.
    """
    low, high = (fmpq(e.numerator, e.denominator) for e in (value.low, value.high))
    isolating = interval(low, high)
    polynomial = fmpz_poly(list(value.coefficients))
    roots: Any = polynomial.complex_roots()
    inside = [
        root.real for root, _ in roots if root.imag.contains(0) and root.real.overlaps(isolating)
    ]
    if len(inside) != 1:
        raise Undecided(len(inside), "roots of", value.coefficients, "in the isolating interval")
    root = inside[0]
    if not (low < root < high) and polynomial(low) * polynomial(high) > 0:
        raise Undecided("the root of", value.coefficients, "may lie outside of its interval")
    return root
