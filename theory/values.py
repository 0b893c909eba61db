"""Exact values that a symbol of a statement can take: the points of its domain.

Scalars are `fractions.Fraction`; irrational algebraic numbers, functions and laws have a class
of their own. Everything is exact, so that a counterexample is a value and not a rounding.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any


@dataclass(frozen=True)
class Algebraic:
    """The one real root of an integer polynomial in a closed rational interval.

    Args:
        coefficients: integers, constant term first.
        low, high: rational ends of the isolating interval.
    """

    coefficients: tuple[int, ...]
    low: Fraction
    high: Fraction


@dataclass(frozen=True)
class PiecewiseLinear:
    """A function R -> R that is linear between knots.

    To the right of the last knot it goes on with slope `right`. To the left of the first knot
    (x0, y0) it goes on with slope `left` at the knot: as `y0**2 / (y0 + left * (x0 - x))` if
    y0 > 0, which stays positive, and as a straight line otherwise.

    Its corners may be rounded: so close to a knot it is then the parabola that touches the lines on
    both sides, and has a continuous derivative.

    Args:
        knots: strictly increasing rationals.
        values: the values there.
        left: the slope just outside the first knot, not negative.
        right: the slope outside the last knot, of any sign.
        rounding: how far from a knot its corner is rounded, 0 if it is not.

    >>> f = PiecewiseLinear((Fraction(0), Fraction(1)), (Fraction(1), Fraction(2)),
    ...                     Fraction(1), Fraction(3))
    >>> f(Fraction(1, 2)), f(Fraction(2)), f(Fraction(-1))
    (Fraction(3, 2), Fraction(5, 1), Fraction(1, 2))
    >>> g = PiecewiseLinear.through({0: 1, 2: 3}, 1, 0, rounding=1)
    >>> g(Fraction(1)), g(Fraction(2)), g(Fraction(3))
    (Fraction(2, 1), Fraction(11, 4), Fraction(3, 1))
    """

    knots: tuple[Fraction, ...]
    values: tuple[Fraction, ...]
    left: Fraction
    right: Fraction
    rounding: Fraction = Fraction(0)

    @classmethod
    def through(
        cls, points: Mapping[Any, Any], left: Any, right: Any, rounding: Any = 0
    ) -> PiecewiseLinear:
        """Return the function through points, from left to right, with these slopes outside.

        All numbers are what `Fraction` takes.

        >>> PiecewiseLinear.through({0: "1/2", 1: 1}, 0, 2)(Fraction(2))
        Fraction(3, 1)
        """
        knots, values = tuple(map(Fraction, points)), tuple(map(Fraction, points.values()))
        return cls(knots, values, Fraction(left), Fraction(right), Fraction(rounding))

    def __post_init__(self) -> None:
        if len(self.knots) != len(self.values) or not self.knots:
            raise ValueError("a piecewise-linear function needs as many values as knots, and one")
        if any(a >= b for a, b in zip(self.knots, self.knots[1:], strict=False)):
            raise ValueError(f"knots must increase strictly, got {self.knots}")
        if self.left < 0:
            raise ValueError(f"the left tail needs a slope >= 0, got {self.left}")
        gaps = (b - a for a, b in zip(self.knots, self.knots[1:], strict=False))
        if self.rounding < 0 or any(gap < 2 * self.rounding for gap in gaps):
            raise ValueError(f"no corner is rounded so far from its knot: {self.rounding}")
        if self.rounding and self.left != self._all_slopes()[1]:
            raise ValueError("a corner at the first knot is not rounded")

    @cached_property
    def _hash(self) -> int:
        return hash((self.knots, self.values, self.left, self.right, self.rounding))

    def __hash__(self) -> int:
        """Return the hash, which is worked out once: programs of heads keep what they find."""
        return self._hash

    def __call__(self, x: Fraction) -> Fraction:
        """Return the value at the rational `x`."""
        knots, values = self.knots, self.values
        if x < knots[0]:
            drop = self.left * (knots[0] - x)
            return values[0] ** 2 / (values[0] + drop) if values[0] > 0 else values[0] - drop
        if self.rounding:
            return self._with_corners(x) + self._added(x)
        return self._with_corners(x)

    def _with_corners(self, x: Fraction) -> Fraction:
        knots, values = self.knots, self.values
        if x >= knots[-1]:
            return values[-1] + self.right * (x - knots[-1])
        unit, at_knots, there = self._whole
        p, q = x.numerator * unit, x.denominator
        i = bisect_right(at_knots, p // q) - 1
        width, rise = at_knots[i + 1] - at_knots[i], there[i + 1] - there[i]
        return Fraction(there[i] * width * q + rise * (p - q * at_knots[i]), unit * width * q)

    def _added(self, x: Fraction) -> Fraction:
        """What a parabola at a rounded corner is above the lines."""
        slopes = self._all_slopes()
        for knot, before, after in zip(self.knots, slopes, slopes[1:], strict=False):
            inside = self.rounding - abs(x - knot)
            if inside > 0:
                return (after - before) * inside**2 / (4 * self.rounding)
        return Fraction(0)

    @cached_property
    def _whole(self) -> tuple[int, list[int], list[int]]:
        """A common denominator, and knots and values as whole multiples of its inverse."""
        unit = lcm(*(number.denominator for number in (*self.knots, *self.values)))
        return unit, [int(x * unit) for x in self.knots], [int(y * unit) for y in self.values]

    @property
    def strictly_increasing(self) -> bool:
        """Whether the function increases strictly on all of R."""
        steps = zip(self.values, self.values[1:], strict=False)
        return self.left > 0 and self.right > 0 and all(a < b for a, b in steps)

    @property
    def positive(self) -> bool:
        """Whether the function is positive on all of R."""
        return self.right >= 0 and all(v > 0 for v in self.values)

    @property
    def rises_smoothly(self) -> bool:
        """Whether the function has a continuous, positive derivative.

        It rises, and has no corner that is not rounded.

        The left tail has the slope `left` at the first knot.

        >>> PiecewiseLinear.through({0: 1, 1: 2}, 1, 1).rises_smoothly
        True
        >>> PiecewiseLinear.through({0: 1, 1: 2}, 1, 2).rises_smoothly
        False
        >>> PiecewiseLinear.through({0: 1, 1: 2}, 1, 2, rounding="1/2").rises_smoothly
        True
        """
        slopes = set(self._all_slopes())
        return min(slopes) > 0 and (len(slopes) == 1 or self.rounding > 0)

    @property
    def steepest(self) -> Fraction:
        """The least Lipschitz constant."""
        return max(map(abs, self._all_slopes()))

    @property
    def modes(self) -> tuple[Fraction, Fraction]:
        """The first and the last knot at which the value is largest."""
        top = [x for x, y in zip(self.knots, self.values, strict=True) if y == max(self.values)]
        return top[0], top[-1]

    def unimodal_density(self, mode: Fraction) -> bool:
        """Return whether f is a density on an interval that falls on neither side towards `mode`.

        >>> tent = PiecewiseLinear(*(tuple(map(Fraction, p)) for p in ((0, 1, 2), (0, 1, 0))),
        ...                        Fraction(0), Fraction(0))
        >>> tent.unimodal_density(Fraction(1)), tent.unimodal_density(Fraction(2))
        (True, False)
        """
        ends = (self.left, self.values[0], self.values[-1], self.right)
        pieces = list(zip(self.knots, self.knots[1:], self._slopes(), strict=False))
        widths = zip(self.knots, self.knots[1:], self.values, self.values[1:], strict=False)
        return (
            not any((*ends, self.rounding))
            and min(self.values) >= 0
            and sum((b - a) * (f + g) / 2 for a, b, f, g in widths) == 1
            and all(slope >= 0 for a, _, slope in pieces if a < mode)
            and all(slope <= 0 for _, b, slope in pieces if b > mode)
        )

    def _slopes(self) -> list[Fraction]:
        rises = zip(self.knots, self.knots[1:], self.values, self.values[1:], strict=False)
        return [(g - f) / (b - a) for a, b, f, g in rises]

    def _all_slopes(self) -> list[Fraction]:
        """From left to right, those outside the outer knots included."""
        return [self.left, *self._slopes(), self.right]


@dataclass(frozen=True)
class Atoms:
    """The law of a random quantity that takes finitely many values.

    Args:
        places: the values, in any order; one of them may be there twice.
        masses: the probability of each, positive rationals that add up to 1.

    >>> law = Atoms((Fraction(0), Fraction(1)), (Fraction(3, 4), Fraction(1, 4)))
    >>> print(law)
    0 with probability 3/4, 1 with probability 1/4
    """

    places: tuple[Any, ...]
    masses: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        if len(self.places) != len(self.masses):
            raise ValueError("a law needs as many values as probabilities")
        if min(self.masses, default=0) <= 0 or sum(self.masses) != 1:
            raise ValueError("the probabilities of a law are positive and add up to 1")

    @property
    def pairs(self) -> tuple[tuple[Any, Fraction], ...]:
        """The values, each with its probability."""
        return tuple(zip(self.places, self.masses, strict=True))

    def __str__(self) -> str:
        return ", ".join(f"{place} with probability {mass}" for place, mass in self.pairs)


@dataclass(frozen=True)
class Ray:
    """A quantity that grows like scale**exponent."""

    exponent: Fraction


def as_fraction(number: Any) -> Fraction:
    """Return a rational number of sympy as a fraction."""
    return Fraction(int(number.p), int(number.q))


Value = Fraction | Algebraic | PiecewiseLinear | Atoms | Ray
