"""Exact numbers inside intervals, simple ones first.

One number is drawn as a code; `choose` turns it into a value inside its interval. Ends of
intervals, zero and small numbers are likely and are what shrinking moves towards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import count

from hypothesis import strategies as st

End = tuple[Fraction | None, bool]

DENOMINATORS = (1, 2, 3, 4, 5, 8, 10, 16, 100)


@dataclass(frozen=True)
class Interval:
    """A rational interval; `None` is unbounded, `open_*` excludes an end."""

    low: Fraction | None = None
    high: Fraction | None = None
    open_low: bool = False
    open_high: bool = False

    def __contains__(self, value: Fraction) -> bool:
        above = self.low is None or value > self.low or (value == self.low and not self.open_low)
        below = (
            self.high is None or value < self.high or (value == self.high and not self.open_high)
        )
        return above and below

    def meet(self, other: Interval) -> Interval:
        """Return the intersection, which may be empty.

        >>> Interval(Fraction(0), None).meet(Interval(None, Fraction(1), open_high=True))
        Interval(low=Fraction(0, 1), high=Fraction(1, 1), open_low=False, open_high=True)
        """
        low, open_low = _tighter(
            (self.low, self.open_low), (other.low, other.open_low), lambda a, b: a > b
        )
        high, open_high = _tighter(
            (self.high, self.open_high), (other.high, other.open_high), lambda a, b: a < b
        )
        return Interval(low, high, open_low, open_high)

    def integers(self) -> tuple[Fraction | None, Fraction | None]:
        """Return the least and the largest integer inside, `None` where there is no such bound.

        >>> Interval(Fraction(1, 2), Fraction(4), open_high=True).integers()
        (Fraction(1, 1), Fraction(3, 1))
        """
        low = None if self.low is None else _ceiling(self.low, self.open_low)
        high = None if self.high is None else -_ceiling(-self.high, self.open_high)
        return low, high

    @property
    def step(self) -> Fraction:
        """A power of ten, at most 1, that fits into the interval twice."""
        step = Fraction(1)
        if self.low is not None and self.high is not None:
            width = self.high - self.low
            while 0 < width < 2 * step:
                step /= 10
        return step


def simplest(interval: Interval) -> Fraction:
    """Return the number of least denominator, then nearest to 0, strictly between two ends.

    >>> simplest(Interval(Fraction(3, 10), Fraction(9, 20)))
    Fraction(1, 3)
    """
    low, high = interval.low, interval.high
    if low is None or high is None or low >= high:
        raise ValueError(f"no number lies strictly between {low} and {high}")
    if low < 0 < high:
        return Fraction(0)
    if high <= 0:
        return -simplest(Interval(-high, -low))
    whole = Fraction(low.__floor__())
    if whole + 1 < high:
        return whole + 1
    if low == whole:
        return whole + 1 / Fraction((1 / (high - whole)).__floor__() + 1)
    return whole + 1 / simplest(Interval(1 / (high - whole), 1 / (low - whole)))


def from_ends(low: Fraction | None, high: Fraction | None) -> Iterator[Fraction]:
    """Yield the integers by their distance from the nearer end, or from 0 if there is none.

    >>> [str(n) for n in from_ends(Fraction(2), Fraction(6))]
    ['2', '6', '3', '5', '4']
    """
    if low is None and high is None:
        yield Fraction(0)
        for size in count(1):
            yield from (Fraction(size), Fraction(-size))
    for size in count():
        if low is not None and high is not None and 2 * size > high - low:
            return
        if low is not None:
            yield low + size
        if high is not None and (low is None or 2 * size < high - low):
            yield high - size


def _tighter(one: End, two: End, inside: Callable[[Fraction, Fraction], bool]) -> End:
    if one[0] is None or two[0] is None:
        return two if one[0] is None else one
    if one[0] == two[0]:
        return one[0], one[1] or two[1]
    return one if inside(one[0], two[0]) else two


# one number is drawn as a code (scale, n), simple ones first
_SCALES = range(len(DENOMINATORS) + 4)
_SMALL = [(scale, n) for n in (0, 1, -1, 2, -2) for scale in _SCALES]
_OTHERS = [(scale, sign * n) for n in range(3, 65) for scale in _SCALES for sign in (1, -1)]
CODES = st.sampled_from(_SMALL * (len(_OTHERS) // len(_SMALL)) + _OTHERS)


def choose(code: tuple[int, int], interval: Interval, integer: bool = False) -> Fraction | None:
    """Return a rational (or integer) inside an interval; `None` if it is empty.

    Smaller codes give simpler numbers: small denominators, near zero or near an end.

    >>> choose((1, 1), Interval(Fraction(0), Fraction(1)))
    Fraction(1, 2)
    """
    scale, n = code
    low, high = interval.low, interval.high
    if integer:
        low, high = interval.integers()
        if low is None and high is None:
            return Fraction(n)
        if low is not None and high is not None:
            return low + _step(n, int(high - low + 1)) if low <= high else None
        size = Fraction(abs(n))
        return low + size if low is not None else high - size  # type: ignore[operator]
    if low is not None and high is not None:
        return _between(scale, n, interval, low, high)
    if scale < len(DENOMINATORS):
        size = Fraction(n, DENOMINATORS[scale])
    else:
        size = (-1 if n < 0 else 1) * Fraction(10) ** (-3, -2, 2, 3)[scale - len(DENOMINATORS)]
    if low is None and high is None:
        return size
    size = abs(size) or Fraction(interval.open_low or interval.open_high)
    return low + size if low is not None else high - size  # type: ignore[operator]


def _between(
    scale: int, n: int, interval: Interval, low: Fraction, high: Fraction
) -> Fraction | None:
    if low > high or (low == high and (interval.open_low or interval.open_high)):
        return None
    grid = DENOMINATORS[scale % len(DENOMINATORS)]
    first = _ceiling(low * grid, interval.open_low)
    last = -_ceiling(-high * grid, interval.open_high)
    if first <= last:
        return (first + _step(n, int(last - first + 1))) / grid
    steps = grid + 1 + interval.open_low + interval.open_high
    at = interval.open_low + _step(n, steps - interval.open_low - interval.open_high)
    return low + (high - low) * at / max(steps - 1, 1)


def _step(n: int, places: int) -> Fraction:
    """Return one of the numbers 0 to places - 1: from the first on, or from the last if n < 0."""
    return Fraction(n % places)


def _ceiling(x: Fraction, strict: bool) -> Fraction:
    """Return the least integer at or, if `strict`, above x."""
    return Fraction(-(-x // 1) + (strict and x.denominator == 1))
