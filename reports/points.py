"""Values in a witness as one reads them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import TypeVar

from verify.evidence import (
    AlgebraicValue,
    AtomsValue,
    PiecewiseLinearValue,
    RationalValue,
    RayValue,
    StoredValue,
    Witness,
)

T = TypeVar("T")
MANY = 2  # pieces between two corners; more are shown by their corners


def value(record: StoredValue) -> str:
    """Return a witness value as one reads it."""
    if isinstance(record, RationalValue):
        return record.value
    if isinstance(record, AlgebraicValue):
        polynomial = " + ".join(f"{c} x^{n}" for n, c in enumerate(record.coefficients))
        return f"the root of {polynomial} between {record.low} and {record.high}"
    if isinstance(record, RayValue):
        known = {"0": "constant", "1": "scale"}
        return known.get(record.exponent, f"scale^({record.exponent})")
    if isinstance(record, AtomsValue):
        pairs = zip(record.places, record.masses, strict=True)
        return ", ".join(f"{place} with probability {mass}" for place, mass in pairs)
    return "; ".join(_pieces(record))


def _pieces(record: PiecewiseLinearValue) -> Iterator[str]:
    """Yield terms in x, each with where it is the value of a function; see `PiecewiseLinear`."""
    points = [(Fraction(x), Fraction(y)) for x, y in zip(record.knots, record.values, strict=True)]
    left, right = Fraction(record.left), Fraction(record.right)
    slopes = [(d - c) / (b - a) for (a, c), (b, d) in pairwise(points)]
    first, height = points[0]
    tail = _line(first, height, left)
    if height > 0 and left:
        top = f"{height**2}" if height.denominator == 1 else f"({height**2})"
        tail = f"{top}/({_line(first, height, -left)})"
    yield f"{tail} for x < {first}"
    turns = zip(points[1:], slopes, [*slopes, right][1:], strict=True)
    ends = [(end, slope) for end, slope, following in turns if slope != following]
    corners = [points[0], *(end for end, _ in ends)]
    if len(ends) > MANY:
        first_corner, *others = (f"({x}, {y})" for x, y in corners)
        yield f"straight from {first_corner} to {', '.join(others)}"
    else:
        for start, (end, slope) in zip(corners, ends, strict=False):
            yield f"{_line(*start, slope)} for {start[0]} <= x < {end[0]}"
    yield f"{_line(*corners[-1], right)} for x >= {corners[-1][0]}"
    if record.rounding != "0":
        yield f"within {record.rounding} of a corner the parabola that touches both lines"


def _line(x: Fraction, y: Fraction, slope: Fraction) -> str:
    """Return the line through (x, y) with this slope as a term in x."""
    at_zero = y - slope * x
    if not slope:
        return str(at_zero)
    size = abs(slope)
    times = f"{size.numerator}*x" if size.numerator > 1 else "x"
    over = f"{times}/{size.denominator}" if size.denominator > 1 else times
    sign = "-" if slope < 0 else "+"
    if not at_zero:
        return f"-{over}" if slope < 0 else over
    return f"{at_zero} {sign} {over}"


def in_order(names: Mapping[str, T]) -> list[tuple[str, T]]:
    """Return names with what they stand for, entries of a sequence by their numbers.

    >>> in_order({"X[10]": 1, "X[9]": 2, "b": 3})
    [('X[9]', 2), ('X[10]', 1), ('b', 3)]
    """

    def key(entry: tuple[str, T]) -> list[tuple[int, str]]:
        parts = re.findall(r"\d+|\D+", entry[0])
        return [(int(part), "") if part.isdigit() else (0, part) for part in parts]

    return sorted(names.items(), key=key)


def is_at_zero(witness: Witness, instance: Mapping[str, str], given: Collection[str]) -> bool:
    """Return whether a number is 0 at a point that need not be: no hypothesis says so.

    >>> is_at_zero({"x": RationalValue("0")}, {}, ()), is_at_zero({}, {"k": "1"}, ())
    (True, False)
    >>> is_at_zero({"x": RationalValue("0")}, {}, ("x = 0",))
    False
    """
    numbers = {
        **instance,
        **{s: v.value for s, v in witness.items() if isinstance(v, RationalValue)},
    }
    return any(number == "0" and f"{name} = 0" not in given for name, number in numbers.items())


def point(witness: Witness | None, instance: Mapping[str, str]) -> str:
    """Return a witness with the values of its indices as one line."""
    fixed = [f"{name} = {number}" for name, number in instance.items()]
    return ", ".join(fixed + [f"{name} = {value(v)}" for name, v in (witness or {}).items()])
