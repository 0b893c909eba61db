"""The walk by the linear pieces of alpha, which is called nowhere: a second way to all of it.

alpha is its value at the first knot and the integral of its slopes from there on; left of it a
positive one is a hyperbola, `values[0]**2 / (values[0] + left * (knots[0] - x))`.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import pairwise
from math import inf, prod
from typing import Any

from flint import arb, fmpq

HALVINGS = 80  # of an interval that holds a preimage
LONGEST = 14  # strings that are made by wrapping and appending, all of them


def fraction(number: Any) -> Fraction:
    """Return a rational number as Python has it."""
    return Fraction(int(number.numerator), int(number.denominator))


def ball(number: Fraction) -> arb:
    """Return a rational number as a ball."""
    return arb(fmpq(number.numerator, number.denominator))


def slopes(alpha: Any) -> list[tuple[Any, Any, Fraction]]:
    """Return (from, up to, slope) of the linear pieces; the first is the slope at the knot."""
    points = list(zip(alpha.knots, alpha.values, strict=True))
    inner = [(a, b, (g - f) / (b - a)) for (a, f), (b, g) in pairwise(points)]
    return [(-inf, alpha.knots[0], alpha.left), *inner, (alpha.knots[-1], inf, alpha.right)]


def height(alpha: Any, x: Fraction) -> Fraction:
    """Return alpha(x): where a corner is rounded, the mean of its lines from x - r to x + r."""
    r = alpha.rounding
    for knot in alpha.knots[1:]:
        if abs(x - knot) < r:
            low, middle, high = (_on_lines(alpha, y) for y in (x - r, knot, x + r))
            areas = (low + middle) * (knot - x + r) / 2, (middle + high) * (x + r - knot) / 2
            return sum(areas) / (2 * r)
    return _on_lines(alpha, x)


def _on_lines(alpha: Any, x: Fraction) -> Fraction:
    (_, first, left), *others = slopes(alpha)
    bottom = alpha.values[0]
    if x < first:
        drop = left * (first - x)
        return bottom / (1 + drop / bottom) if bottom > 0 else bottom - drop
    return bottom + sum(slope * (min(x, high) - low) for low, high, slope in others if low < x)


def lead(alpha: Any, x: Fraction, signs: Sequence[Fraction]) -> Fraction:
    """Return where the composed one-step maps take x, the first sign's map being innermost."""
    if not signs:
        return x
    before = lead(alpha, x, signs[:-1])
    return before + signs[-1] * height(alpha, before)


def end(alpha: Any, u: fmpq, signs: Sequence[Fraction], t: fmpq) -> Fraction | None:
    """Return where the walk from u is after t steps along a string."""
    return lead(alpha, fraction(u), signs[: int(t.numerator)]) if t >= 0 else None


def count(signs: Sequence[Fraction], j: fmpq) -> Fraction | None:
    """Return the sum of the first j signs: each number times how often it is there."""
    if j < 0:
        return None
    often = Counter(signs[: int(j.numerator)])
    return sum((number * times for number, times in often.items()), Fraction(0))


def generated(signs: Sequence[Fraction], n: fmpq) -> Fraction | None:
    """Return 1 if the first n signs are among all strings that are made from none, else 0."""
    if n < 0:
        return None
    if n > min(len(signs), LONGEST):
        raise ArithmeticError(f"{n} signs of a string of {len(signs)}, of at most {LONGEST}")
    length = int(n.numerator)
    return Fraction(int(tuple(signs[:length]) in made(length)))


@cache
def made(length: int) -> frozenset[tuple[int, ...]]:
    """Return all strings of a length that come from none by wrapping and appending."""
    if length == 0:
        return frozenset({()})
    if length % 2:
        return frozenset()
    wrapped = {(sign, *inner, -sign) for inner in made(length - 2) for sign in (1, -1)}
    joined = {
        first + second
        for cut in range(2, length, 2)
        for first in made(cut)
        for second in made(length - cut)
    }
    return frozenset(wrapped | joined)


def image(alpha: Any, x: fmpq | arb, *signs: fmpq) -> Fraction | arb:
    """Return where the signs lead, on a ball by the Lipschitz constants of the maps."""
    steps = [fraction(sign) for sign in signs]
    if isinstance(x, fmpq):
        return lead(alpha, fraction(x), steps)
    middle = lead(alpha, fraction(x.mid().fmpq()), steps)
    steepest = max(abs(slope) for *_, slope in slopes(alpha))
    stretch = prod((1 + abs(step) * steepest for step in steps), start=Fraction(1))
    return ball(middle) + arb(x.rad()) * ball(stretch) * arb(0, 1)


def ends_of(x: fmpq | arb) -> tuple[Fraction, Fraction]:
    """Return between which numbers a ball lies; a number is both of them.

    >>> ends_of(fmpq(1, 2))
    (Fraction(1, 2), Fraction(1, 2))
    """
    low, high = (x, x) if isinstance(x, fmpq) else (x.lower().fmpq(), x.upper().fmpq())
    return fraction(low), fraction(high)


def least_slope(alpha: Any, x: fmpq | arb, radius: fmpq) -> Fraction | arb:
    """Return the least slope of a piece within a radius, on a ball an enclosure."""
    (a, b), r = ends_of(x), fraction(radius)
    least, most = (_within(alpha, *ends) for ends in ((a - r, b + r), (b - r, a + r)))
    if least == most:
        return least
    return ball(least).union(ball(most))


def _within(alpha: Any, low: Fraction, high: Fraction) -> Fraction:
    """Return the least slope of the pieces that reach between two points.

    Raises:
        ArithmeticError: no piece does, or alpha is not linear there.
    """
    if low < alpha.knots[0] or low >= high:
        raise ArithmeticError(f"the slopes from {low} to {high}")
    return min(slope for start, stop, slope in slopes(alpha) if start < high and stop > low)


def preimage(alpha: Any, x: fmpq | arb, *signs: fmpq) -> Fraction | arb | None:
    """Return the point that the signs lead to x, or an enclosure of it, by halving intervals."""
    low, high = ends_of(x)
    for sign in reversed([fraction(sign) for sign in signs]):
        if not _increases(alpha, sign):
            return None
        low, high = _halved(alpha, sign, low)[0], _halved(alpha, sign, high)[1]
    if low == high:
        return low
    return ball(low).union(ball(high))


def _increases(alpha: Any, sign: Any) -> bool:
    """Return whether a step of one sign keeps the order of points."""
    return all(1 + sign * slope > 0 for *_, slope in slopes(alpha))


def cdf_between(alpha: Any, density: Any, steps: int, x: Fraction) -> tuple[Fraction, ...] | None:
    """Return an interval that holds Pr(X_steps <= x), from the one a step earlier.

    `None` means that a step does not keep the order of points.
    """
    if steps and not all(_increases(alpha, sign) for sign in (1, -1)):
        return None
    return _ends(alpha, density, steps, x)


def _ends(alpha: Any, density: Any, steps: int, x: Fraction) -> tuple[Fraction, Fraction]:
    """Return the ends of such an interval, if steps keep the order of points."""
    if not steps:
        return (mass(density, x),) * 2
    low, high = Fraction(0), Fraction(0)
    for sign in (Fraction(1), Fraction(-1)):
        first, last = _halved(alpha, sign, x)
        low += _ends(alpha, density, steps - 1, first)[0] / 2
        high += _ends(alpha, density, steps - 1, last)[1] / 2
    return low, high


def mass(density: Any, x: Fraction) -> Fraction:
    """Return the integral of a density up to x, from its first knot on piece by piece."""
    total, height_at = Fraction(0), density.values[0]
    for low, high, slope in slopes(density)[1:-1]:
        width = max(min(x, high) - low, Fraction(0))
        total += width * (height_at + slope * width / 2)
        height_at += slope * (high - low)
    return total


@lru_cache(maxsize=2**12)  # one point is asked for at several precisions, and from both sides
def _halved(alpha: Any, sign: Fraction, x: Fraction) -> tuple[Fraction, Fraction]:
    """Return an interval with the point that one increasing step takes to x.

    Where the map is linear in between, the chord meets x at the point itself.
    """

    def step(y: Fraction) -> Fraction:
        return y + sign * height(alpha, y)

    width = Fraction(1)
    while not step(x - width) <= x <= step(x + width):
        width *= 2
    low, high = x - width, x + width
    for _ in range(HALVINGS):
        start, stop = step(low), step(high)
        chord = low + (high - low) * (x - start) / (stop - start)
        if step(chord) == x:
            return chord, chord
        middle = (low + high) / 2
        low, high = (middle, high) if step(middle) <= x else (low, middle)
    return low, high
