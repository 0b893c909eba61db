"""The simplest point with a property near one that was found: small integers, few digits.

Integers are gone through without a gap, so that what is returned is the smallest there is, as far
as the work allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import count, islice
from typing import Any

from property_tests.strategies.bounds import rational_range
from property_tests.strategies.intervals import Interval, from_ends, simplest
from theory.statements import ForAll

Point = dict[Any, Any]


def smallest(statement: ForAll, found: Point, wanted: Callable[[Point], bool], limit: int) -> Point:
    """Return the simplest point for which `wanted` is true that is met on the way from `found`.

    Args:
        statement: an expanded `ForAll`, whose hypotheses say where the integers begin or end.
        found: a point for which `wanted` is true.
        wanted: the property; it also decides whether a point lies in the domain.
        limit: how many points are looked at.
    """
    budget = iter(range(limit))

    def tried(point: Point) -> bool:
        return next(budget, None) is not None and wanted(point)

    symbols = list(statement.symbols)
    if symbols and all(s.is_integer for s in symbols):
        ends = {s: rational_range(statement, s).integers() for s in symbols}
        tuples = _smaller_integers([(found[s], *ends[s]) for s in symbols], limit)
        for numbers in islice(tuples, limit // 2):
            point = dict(zip(symbols, numbers, strict=True))
            if tried(point):
                return point
    for symbol, value in found.items():
        if isinstance(value, Fraction):
            low, high = rational_range(statement, symbol).integers()
            simpler = (
                _smaller((value, low, high)) if symbol.is_integer else simpler_rationals(value)
            )
            better = next((v for v in simpler if tried({**found, symbol: v})), value)
            found = {**found, symbol: better}
    return found


Found = tuple[Fraction, Fraction | None, Fraction | None]  # a value, the ends of its range


def _smaller_integers(found: Sequence[Found], limit: int) -> Iterator[tuple[Fraction, ...]]:
    """Yield the tuples of integers that are nearer to the ends of their ranges, nearest first."""
    lists = [[*islice(from_ends(low, high), limit)] for _, low, high in found]
    places = [sum(1 for _ in islice(_nearer(one), limit)) for one in found]
    for total in range(sum(places)):
        yield from _of_total(lists, total)


def _of_total(lists: Sequence[list[Fraction]], total: int) -> Iterator[tuple[Fraction, ...]]:
    """Yield one member of each list so that their places, from 0, have this sum."""
    first, *others = lists
    if not others:
        if total < len(first):
            yield (first[total],)
        return
    for place, number in enumerate(first[: total + 1]):
        for rest in _of_total(others, total - place):
            yield (number, *rest)


def _nearer(found: Found) -> Iterator[Fraction]:
    """Yield the integers before a value in the order from the ends of its range."""
    value, low, high = found
    for number in from_ends(low, high):
        if number == value:
            return
        yield number


def _smaller(found: Found) -> Iterator[Fraction]:
    """Yield integers nearer to an end: all of the first ones, then round distances from it."""
    yield from islice(_nearer(found), 100)
    value, low, high = found
    ends = [end for end in (low, high) if end is not None] or [Fraction(0)]
    end = min(ends, key=lambda e: abs(value - e))
    sign = 1 if value > end else -1
    for power in count(2):
        for digit in range(1, 10):
            if digit * 10**power >= abs(value - end):
                return
            yield end + sign * digit * 10**power


def simpler_rationals(value: Fraction) -> Iterator[Fraction]:
    """Yield rationals with fewer digits than a value, simple ones and ones near to it.

    >>> [str(v) for v in simpler_rationals(Fraction(22, 7))][:8]
    ['0', '1', '2', '3', '4', '5', '-1', '1/2']
    """
    sign = -1 if value < 0 else 1
    near = [Fraction(value.__floor__() + s) for s in (0, 1)]
    near += [Fraction(round(value * size), size) for size in (10, 100)]
    for part in (2, 10, 100):
        width = abs(value) / part
        if width:
            near.append(simplest(Interval(value - width, value + width)))
    few = [Fraction(sign * n) for n in range(6)]
    few += [Fraction(n) * sign for n in ("-1", "1/2", "3/2", "1/3", "1/4", "1/10", "10", "100")]
    for simpler in dict.fromkeys((*few, *near)):
        if _digits(simpler) < _digits(value):
            yield simpler


def _digits(value: Fraction) -> tuple[int, int, int]:
    digits = sum(c.isdigit() for c in str(value))
    return digits, value.denominator, abs(value.numerator)
