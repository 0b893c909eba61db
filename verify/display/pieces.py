"""Functions that are linear between knots, as Python, and what is assumed of them.

A density is the list of its corners. A function with one knot and one slope is a formula with three
numbers. Any other is made by `linear`, which stands before the lines.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from theory.values import PiecewiseLinear
from verify.display.listing import GONE, INDENT, TINY, WIDE, fitting, wrapped

LINEAR = """
def linear(text):  # the slope on the left, corners (place, height), the slope on the right
    [left], *points, [right] = ([*map({0}, part.split())] for part in text.split(", "))
    slopes = [left, *((d - c)/(b - a) for (a, c), (b, d) in zip(points, points[1:])), right]
    def value(x):  # on the left it stays positive if it was
        (a, y), slope = [*zip(points[:1] + points, slopes)][sum(a <= x for a, _ in points)]
        return y + slope*(x - a) if x >= a or y <= 0 else y**2/(y + slope*(a - x))
{1}    return value
"""
ATTRIBUTES = "    value.points, value.slopes = points, slopes\n"
UNIMODAL = """
def is_unimodal(f, mode):  # whether f is a density that rises up to its mode and falls from there
    p = [(a, b, c, d) for (a, c), (b, d) in pairwise(f)]
    turns = any((d - c) * (x - mode) > 0 for a, b, c, d in p for x in (a, b))
    return f[0][1] == f[-1][1] == 0 and not turns and {0}
"""
HEIGHT = """
def height(f, x):  # of a density at x
    pieces = [(a, b, c, d) for (a, c), (b, d) in pairwise(f) if a <= x < b]
    return sum(c + (d - c)*(x - a)/(b - a) for a, b, c, d in pieces)
"""
ALL = {True: "sum((b - a)*(c + d) for a, b, c, d in p) == 2"}  # by whether all is exact
ALL[False] = f"abs(sum((b - a)*(c + d) for a, b, c, d in p) - 2) < {TINY}"


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


def is_straight(value: PiecewiseLinear) -> bool:
    """Return whether a function has one knot, and one slope, which is positive."""
    return len(value.knots) == 1 and value.left == value.right > 0


def without_flat_knots(value: PiecewiseLinear) -> PiecewiseLinear:
    """Return the same function without the knots, but the first, at which it does not turn.

    >>> f = PiecewiseLinear.through({0: 1, 1: 2, 2: 3, 3: 5}, 1, 2)
    >>> without_flat_knots(f).knots
    (Fraction(0, 1), Fraction(2, 1))
    """
    points = list(zip(value.knots, value.values, strict=True))
    slopes = [*((d - c) / (b - a) for (a, c), (b, d) in pairwise(points)), value.right]
    turns = [True, *(a != b for a, b in pairwise(slopes))]
    kept = {a: c for (a, c), here in zip(points, turns, strict=True) if here}
    return PiecewiseLinear.through(kept, value.left, value.right)


def corners(value: PiecewiseLinear, number: str) -> str:
    """Return a density as the list of its corners."""
    pairs = ", ".join(f"{x} {y}" for x, y in zip(value.knots, value.values, strict=True))
    return f'[tuple(map({number}, point.split())) for point in "{pairs}".split(", ")]'


def call(value: PiecewiseLinear) -> str:
    """Return the call of `linear` that makes a function."""
    pairs = zip(value.knots, value.values, strict=True)
    parts = [str(value.left), *(f"{x}{GONE}{y}" for x, y in pairs), str(value.right)]
    rows = wrapped(", ".join(parts), WIDE - 3 * INDENT)
    shown = ' " "'.join(rows).replace(GONE, " ")
    return f'linear({" " * (len(rows) > 1)}"{shown}")'


def makers(source: str, exact: bool, number: str) -> str:
    """Return the functions that some lines call to make functions and to look at them."""
    found = ""
    if "linear(" in source:
        known = any(name in source for name in (".points", ".slopes"))
        found += LINEAR.format(number, ATTRIBUTES if known else "")
    if "is_unimodal(" in source:
        found += UNIMODAL.format(ALL[exact])
    if "height(" in source:
        found += HEIGHT
    return "\n".join(part for line in found.splitlines() if line for part in fitting(line))
