"""Exact numbers inside intervals, simple ones first.

One number is drawn as a code; `choose` turns it into a value inside its interval. Ends of
intervals, zero and small numbers are likely and are what shrinking moves towards.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

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
        low = None if low is None else _ceiling(low, interval.open_low)
        high = None if high is None else -_ceiling(-high, interval.open_high)
        if low is None and high is None:
            return Fraction(n)
        if low is not None and high is not None:
            return low + Fraction(abs(n) % int(high - low + 1)) if low <= high else None
        size = Fraction(abs(n))
        return low + size if low is not None else high - size  # type: ignore[operator]
    if low is not None and high is not None:
        return _between(scale, abs(n), interval, low, high)
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
        return Fraction(first + n % (last - first + 1)) / grid
    steps = grid + 1 + interval.open_low + interval.open_high
    at = interval.open_low + n % (steps - interval.open_low - interval.open_high)
    return low + (high - low) * at / max(steps - 1, 1)


def _ceiling(x: Fraction, strict: bool) -> Fraction:
    """Return the least integer at or, if `strict`, above x."""
    return Fraction(-(-x // 1) + (strict and x.denominator == 1))
