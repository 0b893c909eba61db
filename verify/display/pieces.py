"""Functions that are linear between knots, as Python, and what is assumed of them.

A density is the list of its bends. A function with one knot and one slope is a formula with three
numbers. Any other is a list of corners that can be called, `Linear`, which stands before the lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from theory.values import PiecewiseLinear
from verify.display.listing import GONE, INDENT, TINY, WIDE, fitting, wrapped

SHORT = 12  # characters of a fraction that stays one
PIECE = "(a, c), (b, d)"  # two corners that follow one another
LINEAR = """
class Linear(list):  # corners (place, height), with one beyond on either side for the slopes there
    def __call__(f, x):  # on the left it stays positive if it was
        (a, c), (b, d) = [*pairwise(f)][sum(place <= x for place, _ in f[1:-1])]
        return d**2/(d + (d - c)*(b - x)) if x < f[1][0] and d > 0 else c + (d - c)*(x - a)/(b - a)
"""
HEIGHT = """
def height(f, x):  # f has the bend k at each a
    return sum(k*max(x - a, 0) for a, k in f)
"""


class Straight(NamedTuple):
    """The names of the three numbers of a function with one knot and one slope."""

    place: str
    height: str
    slope: str

    def formula(self, stays_positive: bool) -> str:
        """Return the function, which stays positive on the left if it is positive at the knot."""
        x_0, y_0, slope = self
        line = f"lambda x: {y_0} + {slope}*(x - {x_0})"
        left = f"{y_0}**2/({y_0} + {slope}*({x_0} - x))"
        return f"{line} if x >= {x_0} else {left}" if stays_positive else line


class Rounded(NamedTuple):
    """The names of what makes a function with rounded corners: it bends within `near` of each.

    It is straight near its first corner, left of which it stays positive if it was.
    """

    place: str
    height: str
    slope: str
    near: str
    bends: str
    slopes: str

    def lines(self, name: str, corners: PiecewiseLinear, number: str) -> Iterator[str]:
        """Yield the lines that make the function.

        Args:
            name, corners: of the function.
            number: which kind of numbers.
        """
        x_0, y_0, slope, near, k, slopes = self
        yield f"{k} = {bends(corners, number)}"
        yield f"{slopes} = [*accumulate((k for _, k in {k}), initial={slope})]"
        yield f"soft = lambda x: max(x, 0) if abs(x) >= {near} else (x + {near})**2/4/{near}"
        bent = f"{y_0} + {slope}*(x - {x_0}) + sum(k*soft(x - a) for a, k in {k})"
        left = f"{y_0}**2/({y_0} + {slope}*({x_0} - x))"
        positive = corners.values[0] > 0
        yield (
            f"{name} = lambda x: {bent} if x >= {x_0} else {left}"
            if positive
            else (f"{name} = lambda x: {bent}")
        )


def is_straight(value: PiecewiseLinear) -> bool:
    """Return whether a function has one knot, and one slope, which is positive."""
    return len(value.knots) == 1 and value.left == value.right > 0


def slopes_of(value: PiecewiseLinear) -> list[Fraction]:
    """Return the slopes right of each knot."""
    points = list(zip(value.knots, value.values, strict=True))
    return [*((d - c) / (b - a) for (a, c), (b, d) in pairwise(points)), value.right]


def without_flat_knots(value: PiecewiseLinear) -> PiecewiseLinear:
    """Return the same function without the knots, but the first, at which it does not turn.

    >>> f = PiecewiseLinear.through({0: 1, 1: 2, 2: 3, 3: 5}, 1, 2)
    >>> without_flat_knots(f).knots
    (Fraction(0, 1), Fraction(2, 1))
    """
    points = list(zip(value.knots, value.values, strict=True))
    slopes = slopes_of(value)
    turns = [True, *(a != b for a, b in pairwise(slopes))]
    kept = {a: c for (a, c), here in zip(points, turns, strict=True) if here}
    return PiecewiseLinear.through(kept, value.left, value.right, value.rounding)


def bends(value: PiecewiseLinear, number: str) -> str:
    """Return a density as the list of its bends, each with its place.

    >>> tent = PiecewiseLinear.through({0: 0, 1: 1, 2: 0}, 0, 0)
    >>> bends(tent, "int")
    '[[*map(int, p.split())] for p in "0 1, 1 -2, 2 1".split(", ")]'
    """
    slopes = [value.left, *slopes_of(value)]
    turns = (after - before for before, after in pairwise(slopes))
    turned = [(place, turn) for place, turn in zip(value.knots, turns, strict=True) if turn]
    pairs = _pairs(turned or [(value.knots[0], Fraction(0))]).replace(GONE, " ")
    return f'[{_split(number)} "{pairs}".split(", ")]'


def is_unimodal(f: str, mode: str, exact: bool) -> str:
    """Return whether a list of bends is a density that rises to a mode and falls from there.

    It rises to it and falls from it, is 0 outside, and the area below it is 1.
    """
    least = "0" if exact else f"-{TINY}"
    turns = f"all(sum(k for a, k in {f} if a <= x)*(-1)**(x >= {mode}) >= {least}"
    at = f"x in [{mode}, *dict({f})])"
    sums = f"sum(k*a**n for a, k in {f})"  # with k, k a and k a^2
    if exact:
        return f"({turns} for {at} and [{sums} for n in range(3)] == [0, 0, 2])"
    return (
        f"({turns} for {at} and all(abs({sums} - c) < {TINY} for n, c in [(0, 0), (1, 0), (2, 2)]))"
    )


def call(value: PiecewiseLinear, number: str) -> str:
    """Return the list of corners that is a function, with a place beyond on either side."""
    points = [*zip(value.knots, value.values, strict=True)]
    (low, first), (high, last) = points[0], points[-1]
    ends = (low - 1, first - value.left), (high + 1, last + value.right)
    rows = wrapped(_pairs([ends[0], *points, ends[1]]), WIDE - 3 * INDENT)
    shown = ' " "'.join(rows).replace(GONE, " ")
    return f'Linear({_split(number)} "{shown}".split(", "))'


def _pairs(points: Iterable[tuple[Fraction, Fraction]]) -> str:
    return ", ".join(f"{in_digits(x)}{GONE}{in_digits(y)}" for x, y in points)


def in_digits(number: Fraction) -> str:
    """Return a rational number as it is written, a long one that ends in decimals.

    >>> in_digits(Fraction(1, 20)), in_digits(Fraction(-2997001, 1000000))
    ('1/20', '-2.997001')
    """
    plain, shown = str(number), f"{Decimal(number.numerator) / number.denominator:f}"
    return shown if len(plain) > SHORT and Fraction(shown) == number else plain


def _split(number: str) -> str:
    return f"[*map({number}, p.split())] for p in"


def makers(source: str) -> str:
    """Return the functions that some lines call to make functions and to look at them."""
    found = ""
    if "Linear(" in source:
        found += LINEAR
    if "height(" in source and "def height(" not in source:
        found += HEIGHT
    return "\n".join(part for line in found.splitlines() if line for part in fitting(line))
