"""The exact law of X_t, X_{t+1} = X_t + xi_t alpha(X_t) with fair signs xi_t, for a density of X_0.

alpha and the density f of X_0 are piecewise linear; Phi(y; s) is where the signs s lead from y.

    Pr(X_t <= x) = 2**-t * sum over s of the integral of f over {y : Phi(y; s) <= x}

is found in two ways: `cdf_backward` traces the set (-oo, x] back through the one-step maps
y -> y +- alpha(y), as a union of intervals, as these maps need not be monotone; `cdf_forward` cuts
the support of f into pieces on which y -> Phi(y; s) is linear.

Where the first signs are given as a `prefix`, the law is that of X_t under these signs, the mean
over the strings that begin with them.

Left of its first knot a positive alpha is a hyperbola, with irrational preimages: `cdf_between`
encloses the distribution function there, and all other functions raise `LeftTail` where a path from
the support gets there before its last step.

Laws are worked out in the rationals of FLINT, which take a tenth of the time of fractions; what
comes in and goes out are fractions.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate, groupby, pairwise
from math import isqrt
from operator import itemgetter
from typing import Any, NamedTuple, Protocol

from flint import fmpq

BITS = 100  # of a square root


class Function(Hashable, Protocol):
    """A piecewise-linear function; outside its knots it goes on with slopes `left` and `right`.

    A density is 0 outside its knots and has the value 0 at the first and the last. Corners that are
    rounded are not handled: no law is asked for of a function with `rounding`.
    """

    @property
    def knots(self) -> tuple[Fraction, ...]: ...  # noqa: D102
    @property
    def values(self) -> tuple[Fraction, ...]: ...  # noqa: D102
    @property
    def left(self) -> Fraction: ...  # noqa: D102
    @property
    def right(self) -> Fraction: ...  # noqa: D102
    @property
    def rounding(self) -> Fraction: ...  # noqa: D102
    def __call__(self, x: Fraction) -> Fraction: ...  # noqa: D102


class LeftTail(ArithmeticError):
    """The walk gets left of the first knot of alpha, where alpha is no longer linear."""


Interval = tuple[Fraction, Fraction]


@dataclass(frozen=True, eq=False)
class Lines:
    """A function, or a density, in the rationals of FLINT; it is equal to itself alone."""

    knots: tuple[fmpq, ...]
    values: tuple[fmpq, ...]
    slopes: tuple[fmpq, ...]
    left: fmpq

    def __call__(self, x: fmpq) -> fmpq:
        """Return the value at x."""
        at = bisect_right(self.knots, x) - 1
        if at >= 0:
            return self.values[at] + self.slopes[at] * (x - self.knots[at])
        bottom, drop = self.values[0], self.left * (self.knots[0] - x)
        return bottom * bottom / (bottom + drop) if bottom > 0 else bottom - drop

    @cached_property
    def areas(self) -> list[fmpq]:
        """The integral from the first knot up to each knot."""
        rows = zip(self.knots, self.knots[1:], self.values, self.values[1:], strict=False)
        parts = ((b - a) * (f + g) / 2 for a, b, f, g in rows)
        return list(accumulate(parts, initial=fmpq(0)))

    def area(self, x: fmpq) -> fmpq:
        """Return the integral up to x, the function being 0 outside its knots."""
        at = bisect_right(self.knots, x) - 1
        if at < 0 or at == len(self.knots) - 1:
            return self.areas[at] if at > 0 else fmpq(0)
        width = x - self.knots[at]
        return self.areas[at] + width * (self.values[at] + self.slopes[at] * width / 2)


@lru_cache(maxsize=256)
def lines(f: Function) -> Lines:
    """Return a function in the rationals of FLINT.

    Raises:
        ArithmeticError: a corner is rounded.
    """
    if f.rounding:
        raise ArithmeticError("between rounded corners a function is not linear")
    knots, values = (tuple(map(_rational, row)) for row in (f.knots, f.values))
    rows = zip(knots, knots[1:], values, values[1:], strict=False)
    slopes = ((g - v) / (b - a) for a, b, v, g in rows)
    return Lines(knots, values, (*slopes, _rational(f.right)), _rational(f.left))


def _rational(number: Any) -> fmpq:
    return fmpq(number.numerator, number.denominator)


def _fraction(number: fmpq) -> Fraction:
    return Fraction(int(number.numerator), int(number.denominator))


def _cut(f: Any, low: Any, high: Any) -> list[Any]:
    """Return low, the knots of f between low and high, and high."""
    return [low, *(y for y in f.knots if low < y < high), high]


def visited(alpha: Function, density: Function, steps: int) -> Interval:
    """Return an interval that holds X_0, ..., X_steps, the least one if the maps are monotone.

    Raises:
        LeftTail: the interval of X_0, ..., X_{steps-1} goes beyond the first knot of alpha.
    """
    low, high = _visited(lines(alpha), lines(density), steps)
    return _fraction(low), _fraction(high)


def _visited(alpha: Lines, density: Lines, steps: int) -> tuple[fmpq, fmpq]:
    low, high = density.knots[0], density.knots[-1]
    for _ in range(steps):
        if low < alpha.knots[0] and alpha.left > 0 and alpha.values[0] > 0:
            raise LeftTail(f"the walk gets to {low}, alpha is linear from {alpha.knots[0]} on")
        ends = [y + sign * alpha(y) for y in _cut(alpha, low, high) for sign in (-1, 1)]
        low, high = min(low, *ends), max(high, *ends)
    return low, high


Prefix = tuple[int, ...]


def _choices(steps: int, prefix: Prefix) -> list[tuple[int, ...]]:
    """Return the signs that each step can have."""
    return [(sign,) for sign in prefix] + [(-1, 1)] * (steps - len(prefix))


# -- backward ------------------------------------------------------------------------------------


def cdf_backward(
    alpha: Function, density: Function, steps: int, x: Fraction, prefix: Prefix = ()
) -> Fraction:
    """Return Pr(X_steps <= x), by the preimages of (-oo, x] under all sign strings.

    Raises:
        LeftTail: see the module.
    """
    return _fraction(_backward(lines(alpha), lines(density), steps, _rational(x), prefix))


def _backward(alpha: Lines, density: Lines, steps: int, x: fmpq, prefix: Prefix = ()) -> fmpq:
    low, legs = _legs(alpha, density, steps)
    if x < low:
        return fmpq(0)
    sets = [[(low, x)]]
    for signs in reversed(_choices(steps, prefix)):
        sets = [_preimage(legs[sign], target) for target in sets for sign in signs]
    area = density.area
    mass = sum((area(high) - area(low) for target in sets for low, high in target), fmpq(0))
    return mass / len(sets)


Span = tuple[fmpq, fmpq]


class Leg(NamedTuple):
    """An interval [a, b] that a step leads linearly onto start..end, which is [least, most]."""

    a: fmpq
    b: fmpq
    start: fmpq
    end: fmpq
    least: fmpq
    most: fmpq


@lru_cache(maxsize=64)
def _legs(alpha: Lines, density: Lines, steps: int) -> tuple[fmpq, dict[int, list[Leg]]]:
    """Return the least point that is visited, and by its sign where a step leads all of them."""
    points = _cut(alpha, *_visited(alpha, density, steps))
    legs: dict[int, list[Leg]] = {-1: [], 1: []}
    for sign, found in legs.items():
        images = [y + sign * alpha(y) for y in points]
        for span, image in zip(pairwise(points), pairwise(images), strict=True):
            found.append(Leg(*span, *image, min(image), max(image)))
    return points[0], legs


def _preimage(legs: list[Leg], target: list[Span]) -> list[Span]:
    """Return the points that a step leads to a target.

    All intervals are closed, and those of the result are disjoint and in order.
    """
    found: list[Span] = []
    for a, b, start, end, least, most in legs:
        for low, high in target:
            if low > most or high < least:
                continue
            if low <= least and most <= high:
                found.append((a, b))
                continue
            at_low, at_high = (a + (b - a) * (y - start) / (end - start) for y in (low, high))
            first, last = (at_low, at_high) if start < end else (at_high, at_low)
            found.append((max(a, first), min(b, last)))
    merged: list[Span] = []
    for low, high in sorted(found):
        if merged and low <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(high, merged[-1][1])
        else:
            merged.append((low, high))
    return merged


# -- forward -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Piece:
    """An interval [low, high] of X_0 that a sign string maps linearly onto start..end."""

    low: Any
    high: Any
    start: Any
    end: Any

    def origin(self, x: Any) -> Any:
        """Return the point that is mapped to x; start and end must differ."""
        share = (x - self.start) / (self.end - self.start)
        return self.low + share * (self.high - self.low)

    def split(self, knots: tuple[fmpq, ...]) -> Iterator[Piece]:
        """Cut where the image crosses a knot."""
        inside = [k for k in knots if min(self.start, self.end) < k < max(self.start, self.end)]
        images = [self.start, *(inside if self.start < self.end else inside[::-1]), self.end]
        origins = [self.low, *(self.origin(k) for k in images[1:-1]), self.high]
        for a, b, s, e in zip(origins, origins[1:], images, images[1:], strict=False):
            yield Piece(a, b, s, e)


def pieces(
    alpha: Function, density: Function, steps: int, prefix: Prefix = ()
) -> tuple[Piece, ...]:
    """Return the pieces of the support for all sign strings, density linear on each.

    Raises:
        LeftTail: see the module.
    """
    found = _pieces(lines(alpha), lines(density), steps, prefix)
    return tuple(Piece(*map(_fraction, (p.low, p.high, p.start, p.end))) for p in found)


@lru_cache(maxsize=64)
def _pieces(alpha: Lines, density: Lines, steps: int, prefix: Prefix = ()) -> tuple[Piece, ...]:
    _visited(alpha, density, steps)
    current = [Piece(a, b, a, b) for a, b in pairwise(density.knots)]
    for signs in _choices(steps, prefix):
        current = [
            Piece(part.low, part.high, part.start + sign * at_start, part.end + sign * at_end)
            for piece in current
            for part in piece.split(alpha.knots)
            for at_start, at_end in [(alpha(part.start), alpha(part.end))]
            for sign in signs
        ]
    return tuple(current)


def cdf_forward(
    alpha: Function, density: Function, steps: int, x: Fraction, prefix: Prefix = ()
) -> Fraction:
    """Return Pr(X_steps <= x), by moving the pieces of the support.

    Raises:
        LeftTail: see the module.
    """
    return _fraction(_forward(lines(alpha), lines(density), steps, _rational(x), prefix))


def _forward(alpha: Lines, density: Lines, steps: int, x: fmpq, prefix: Prefix = ()) -> fmpq:
    total = fmpq(0)
    for piece in _pieces(alpha, density, steps, prefix):
        low, high = piece.low, piece.high
        if max(piece.start, piece.end) > x:
            if min(piece.start, piece.end) > x:
                continue
            cut = piece.origin(x)
            low, high = (low, cut) if piece.start < piece.end else (cut, high)
        total += (high - low) * (density(low) + density(high)) / 2
    return total / 2 ** (steps - len(prefix))


Back = Callable[[Function, int, Fraction], Interval | None]


def cdf_between(
    back: Back, alpha: Function, density: Function, steps: int, x: Fraction
) -> Interval | None:
    """Return an interval that holds Pr(X_steps <= x), `None` if no `back` has preimages.

    It is the mean over the sign strings s of Pr(X_0 <= y), y being the point that s leads to x.

    Args:
        back: encloses the point that a step of one sign takes to another point.
        alpha: positive.
        density: of X_0.
        steps: how many.
        x: any point.
    """
    ends = [(x, x)]
    for _ in range(steps):
        found = [
            (back(alpha, sign, low), back(alpha, sign, high))
            for low, high in ends
            for sign in (1, -1)
        ]
        ends = [(lower[0], upper[1]) for lower, upper in found if lower and upper]
        if len(ends) < len(found):
            return None
    area = lines(density).area
    low, high = (
        sum((area(_rational(pair[side])) for pair in ends), fmpq(0)) / len(ends) for side in (0, 1)
    )
    return _fraction(low), _fraction(high)


# -- medians and shape ---------------------------------------------------------------------------

Cdf = Callable[..., Fraction]
Profile = list[tuple[Fraction, Fraction]]
Limits = tuple[tuple[Fraction, Fraction], ...]


def breaks(alpha: Function, density: Function, steps: int, prefix: Prefix = ()) -> list[Fraction]:
    """Return points between which the density of X_steps is linear, in order."""
    return [*map(_fraction, _breaks(lines(alpha), lines(density), steps, prefix))]


def _breaks(alpha: Lines, density: Lines, steps: int, prefix: Prefix) -> list[fmpq]:
    parts = _pieces(alpha, density, steps, prefix)
    ends = sorted(end for part in parts for end in (part.start, part.end))
    return [x for x, _ in groupby(ends)]


def quadratic(
    cdf: Callable[..., Any],
    alpha: Any,
    density: Any,
    steps: int,
    low: Any,
    high: Any,
    prefix: Prefix = (),
) -> tuple[Any, Any, Any]:
    """Return a, b, c with Pr(X_steps <= low + z) = a + b z + c z**2 for 0 <= z < high - low.

    Between low and high must lie none of the `breaks`.
    """
    third = (high - low) / 3
    p, q, r = (cdf(alpha, density, steps, low + k * third, prefix) for k in range(3))
    return p, (4 * q - 3 * p - r) / (2 * third), (p - 2 * q + r) / (2 * third**2)


@lru_cache(maxsize=64)
def median_equation(
    cdf: Cdf, alpha: Function, density: Function, steps: int
) -> tuple[Fraction, Fraction, tuple[Fraction, Fraction, Fraction]]:
    """Return low, high, (a, b, c), the least median of X_steps being low + z, z <= high - low.

    z > 0 is the root of a + b z + c z**2 = 1/2, or high - low where the law has an atom.
    """
    points = breaks(alpha, density, steps)
    points.insert(0, points[0] - 1)
    at = bisect_left(points, Fraction(1, 2), key=lambda x: cdf(alpha, density, steps, x))
    low, high = points[at - 1], points[at]
    return low, high, quadratic(cdf, alpha, density, steps, low, high)


def profile_forward(alpha: Function, density: Function, steps: int, prefix: Prefix = ()) -> Profile:
    """Return (x, limit of the density of X_steps) from the left and from the right of points x.

    The points are the `breaks`, in order, between which the density is linear. Mass that a step of
    slope exactly 1 or -1 has put on one point has no density.
    """
    return list(_profile_forward(lines(alpha), lines(density), steps, prefix))


@lru_cache(maxsize=64)
def _profile_forward(alpha: Lines, density: Lines, steps: int, prefix: Prefix) -> Limits:
    changes: list[tuple[fmpq, fmpq, fmpq]] = []  # of the value at 0 and of the slope, at a point
    for piece in _pieces(alpha, density, steps, prefix):
        ends = (piece.start, density(piece.low)), (piece.end, density(piece.high))
        (first, f), (last, g) = ends if piece.start <= piece.end else ends[::-1]
        at_zero = slope = fmpq(0)
        if first < last:
            crowding = (piece.high - piece.low) / (last - first)
            slope = (g - f) / (last - first) * crowding
            at_zero = f * crowding - slope * first
        changes += [(first, at_zero, slope), (last, -at_zero, -slope)]
    count = 2 ** (steps - len(prefix))
    at_zero = slope = fmpq(0)
    rows = []
    for x, here in groupby(sorted(changes, key=itemgetter(0)), key=itemgetter(0)):
        rows.append((x, (at_zero + slope * x) / count))
        for _, more, steeper in here:
            at_zero, slope = at_zero + more, slope + steeper
        rows.append((x, (at_zero + slope * x) / count))
    return _limits(rows)


def profile_backward(
    alpha: Function, density: Function, steps: int, prefix: Prefix = ()
) -> Profile:
    """Return the same, with the slopes of `cdf_backward` for the density."""
    return list(_profile_backward(lines(alpha), lines(density), steps, prefix))


@lru_cache(maxsize=64)
def _profile_backward(alpha: Lines, density: Lines, steps: int, prefix: Prefix) -> Limits:
    points = _breaks(alpha, density, steps, prefix)
    found = []
    for low, high in pairwise((points[0] - 1, *points, points[-1] + 1)):
        _, b, c = quadratic(_backward, alpha, density, steps, low, high, prefix)
        found += [(low, b), (high, b + 2 * c * (high - low))]
    return _limits(found[1:-1])


def _limits(rows: Iterable[tuple[fmpq, fmpq]]) -> Limits:
    return tuple((_fraction(x), _fraction(height)) for x, height in rows)


def least_mode(profile: Profile) -> Fraction:
    """Return the least point with the largest limit."""
    return max(profile, key=lambda point: (point[1], -point[0]))[0]


def last_mode(profile: Profile) -> Fraction:
    """Return the largest point with the largest limit."""
    return max(profile, key=lambda point: (point[1], point[0]))[0]


def plateau_at_median(cdf: Cdf, alpha: Function, density: Function, steps: int) -> bool:
    """Return whether the density of X_steps is constant next to the least median, on some side."""
    low, high, (a, b, c) = median_equation(cdf, alpha, density, steps)
    width = high - low
    if c == 0 or a + b * width + c * width**2 > Fraction(1, 2):
        return c == 0
    following = [point for point in breaks(alpha, density, steps) if point > high]
    return not following or quadratic(cdf, alpha, density, steps, high, following[0])[2] == 0


def deepest_valley(profile: Profile) -> Fraction:
    """Return the largest min(f(x), f(z)) - f(y) for x <= y <= z, 0 for a unimodal density f."""
    heights = [height for _, height in profile]
    left = accumulate(heights, max)
    right = reversed([*accumulate(reversed(heights), max)])
    return max(min(a, b) - h for a, b, h in zip(left, right, heights, strict=True))


def _parts(profile: Profile) -> Iterator[tuple[Fraction, Fraction, Fraction, Fraction]]:
    """Return (a, density after a, b, density before b) of the parts of a profile."""
    for (a, f), (b, g) in zip(profile[1::2], profile[2::2], strict=False):
        yield a, f, b, g


def has_density(profile: Profile) -> bool:
    """Return whether no mass is put on a point, so that the profile is all of the law."""
    return sum((b - a) * (f + g) / 2 for a, f, b, g in _parts(profile)) == 1


def support(profile: Profile) -> Interval:
    """Return the essential infimum and supremum."""
    held = [(a, b) for a, f, b, g in _parts(profile) if f or g]
    return held[0][0], held[-1][1]


def moment(profile: Profile, k: int, about: Fraction = Fraction(0)) -> Fraction:
    """Return the integral of (x - about)^k times the density.

    >>> moment([(0, 0), (0, 1), (1, 1), (1, 0)], 1)
    Fraction(1, 2)
    """
    total = Fraction(0)
    for a, f, b, g in _parts(profile):
        slope = (g - f) / Fraction(b - a)
        level = f - slope * (a - about)  # of the density at `about`
        for end, sign in ((b, 1), (a, -1)):
            y = end - about
            total += sign * (level * y ** (k + 1) / (k + 1) + slope * y ** (k + 2) / (k + 2))
    return total


def mean(profile: Profile) -> Fraction:
    """Return the integral of x times the density."""
    return moment(profile, 1)


def is_density(f: Function) -> bool:
    """Return whether f is linear between knots, not negative, 0 from the outer ones on, area 1."""
    if any((f.left, f.values[0], f.values[-1], f.right, f.rounding)) or min(f.values) < 0:
        return False
    return bool(lines(f).areas[-1] == 1)


def right_end(density: Function) -> Fraction:
    """Return the least b with Pr(X_0 <= b) = 1.

    >>> from types import SimpleNamespace
    >>> right_end(SimpleNamespace(knots=(0, 1, 2, 3), values=(0, 1, 0, 0)))
    2
    """
    rows = zip(density.knots[1:], density.values, density.values[1:], strict=False)
    return max(knot for knot, before, at in rows if before or at)


def drift_rate(alpha: Function, density: Function, steps: int) -> Fraction:
    """Return the least alpha times the least slope of alpha over what is visited before `steps`."""
    low, high = visited(alpha, density, steps - 1)
    points = _cut(alpha, low, high)
    heights = [alpha(y) for y in points]
    rows = zip(points, points[1:], heights, heights[1:], strict=False)
    return min(heights) * min((g - f) / (b - a) for a, b, f, g in rows)


def least_slope(alpha: Function, low: Fraction, high: Fraction) -> Fraction:
    """Return the least slope of alpha between two points.

    Raises:
        LeftTail: alpha is not linear between its knots all the way.
    """
    if low < alpha.knots[0]:
        raise LeftTail(f"the slopes from {low} on, alpha is linear from {alpha.knots[0]} on")
    return min((alpha(b) - alpha(a)) / (b - a) for a, b in pairwise(_cut(alpha, low, high)))


def keeps_order(alpha: Function, sign: int) -> bool:
    """Return whether y + sign * alpha(y) increases strictly in y, for a positive alpha."""
    images = [y + sign * alpha(y) for y in alpha.knots]
    tails = (1 + sign * alpha.left, 1 + sign * alpha.right)
    return min(tails) > 0 and all(a < b for a, b in pairwise(images))


def preimage(alpha: Function, sign: int, x: Fraction) -> Interval | None:
    """Return an interval with the one y for which y + sign * alpha(y) = x, alpha being positive.

    Its ends are equal unless y is left of the first knot of alpha, where they are the roots of a
    quadratic equation up to 2^-BITS of its size; `None` means that the map
    y -> y + sign * alpha(y) does not increase strictly.
    """
    if not keeps_order(alpha, sign):
        return None
    knots, images = alpha.knots, [y + sign * alpha(y) for y in alpha.knots]
    at = bisect_right(images, x) - 1
    if at < 0:
        return _on_the_hyperbola(alpha, sign, x)
    if at == len(knots) - 1:
        y = knots[-1] + (x - images[-1]) / (1 + sign * alpha.right)
    else:
        share = (x - images[at]) / (images[at + 1] - images[at])
        y = knots[at] + share * (knots[at + 1] - knots[at])
    return y, y


def _on_the_hyperbola(alpha: Function, sign: int, x: Fraction) -> Interval:
    """Return an interval with the y below the first knot k for which y + sign * alpha(y) = x.

    With v = alpha(k), the slope l there and z = k - y > 0, alpha(y) = v^2 / (v + l z), so that

        l z^2 + b z - v (k - x + sign * v) = 0,    b = v - l (k - x)
    """
    k, v, slope = alpha.knots[0], alpha.values[0], alpha.left
    if not slope:
        return x - sign * v, x - sign * v
    b, above = v - slope * (k - x), k - x + sign * v
    low, high = _root(b**2 + 4 * slope * v * above)
    return k - (high - b) / (2 * slope), k - (low - b) / (2 * slope)


def _root(number: Fraction) -> Interval:
    """Return an interval of the length 2^-BITS / denominator with the square root of a number."""
    over = number.denominator << BITS
    root = isqrt(number.numerator * (over << BITS))
    return Fraction(root, over), Fraction(root + 1, over)
