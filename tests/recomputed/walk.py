"""The walk X_{t+1} = X_t +- alpha(X_t) and its laws, in fractions."""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from itertools import pairwise, product


class PiecewiseLinear:
    """A function that is linear between its knots and goes on with a slope on either side.

    To the left of the first knot (x, y) it stays positive if y is: y^2 / (y + slope distance).
    Within `rounding` of any other knot it is a parabola, whose slope goes from that on the left to
    that on the right.
    """

    def __init__(self, knots, values, left, right, rounding=0):
        self.knots, self.values = [Fraction(x) for x in knots], [Fraction(y) for y in values]
        self.left, self.right = Fraction(left), Fraction(right)
        self.rounding = Fraction(rounding)

    def __call__(self, x):
        knots, values = self.knots, self.values
        if x < knots[0]:
            drop = self.left * (knots[0] - x)
            return values[0] ** 2 / (values[0] + drop) if values[0] > 0 else values[0] - drop
        for knot, (before, after) in zip(knots[1:], pairwise(self.slopes), strict=True):
            low, high = knot - self.rounding, knot + self.rounding
            if low < x < high:
                rises = before + (after - before) * (x - low) / (high - low)
                return self(low) + (before + rises) / 2 * (x - low)
        i = bisect_right(knots, x) - 1
        return values[i] + self.slopes[i] * (x - knots[i])

    @property
    def slopes(self):
        """The slopes to the right of each knot."""
        points = pairwise(zip(self.knots, self.values, strict=True))
        return [(g - f) / (y - x) for (x, f), (y, g) in points] + [self.right]

    @property
    def steepest(self):
        return max(self.left, *self.slopes)

    @property
    def is_step_size(self):
        """Is it positive and strictly increasing on all of R, as condition 5.3 asks?"""
        return self.values[0] > 0 and self.left > 0 and all(slope > 0 for slope in self.slopes)

    def is_controlled(self, L):
        """Does it satisfy conditions 5.3 and 5.8, without a corner?"""
        smooth = self.rounding > 0 or all(slope == self.left for slope in self.slopes)
        smooth = smooth and self.left == self.slopes[0]
        return self.is_step_size and smooth and self.steepest <= L < 1

    def back(self, sign, y, halvings=60):
        """Return x with x + sign alpha(x) = y, slopes being below 1; left of all knots a little
        less, by bisection."""
        images = [x + sign * f for x, f in zip(self.knots, self.values, strict=True)]
        if y < images[0]:
            low, high = y - self.values[0], self.knots[0]
            for _ in range(halvings):
                middle = (low + high) / 2
                low, high = (middle, high) if middle + sign * self(middle) <= y else (low, middle)
            return low
        i = bisect_right(images, y) - 1
        return self.knots[i] + (y - images[i]) / (1 + sign * self.slopes[i])


def line(c, s, low, steps=4):
    """Return alpha(x) = c + s x as far as so many steps lead from low on, and positive."""
    x, zero = low, -c / s
    for _ in range(steps):
        x -= c + s * x
    left = (x + zero) / 2
    return PiecewiseLinear([left], [c + s * left], s, s)


def after(alpha, start, *signs):
    """Return where steps with these signs lead."""
    for sign in signs:
        start = start + sign * alpha(start)
    return start


def strings(steps):
    return list(product((1, -1), repeat=steps))


def ends(alpha, start, steps):
    """Return the ends of all strings of so many signs."""
    return [after(alpha, start, *signs) for signs in strings(steps)]


def is_median(level, points, least=False):
    """Is it a median, or the least one, of points that weigh the same?"""
    half = Fraction(len(points), 2)
    above = sum(point >= level for point in points)
    return sum(point <= level for point in points) >= half and (
        above > half if least else above >= half
    )


def blocks(*parts):
    """Return the distribution function of a law with a constant density on each (low, high)."""

    def cdf(x):
        return sum(
            (height * (min(max(x, low), high) - low) for low, high, height in parts), Fraction(0)
        )

    assert cdf(max(high for _, high, _ in parts)) == 1
    return cdf


def area(density):
    """Return the distribution function of a density that is linear between its knots and 0 beyond
    them."""

    def cdf(x):
        total = Fraction(0)
        for low, high in pairwise(density.knots):
            if low < x:
                end = min(high, x)
                total += (end - low) * (density(low) + density(end)) / 2
        return total

    assert cdf(density.knots[-1]) == 1
    return cdf


def is_unimodal(density, mode):
    """Is it a density that does not fall before its mode, nor rise after it?"""
    heights = list(zip(density.knots, density.values, strict=True))
    rises = all(f <= g for (_, f), (y, g) in pairwise(heights) if y <= mode)
    falls = all(f >= g for (x, f), (_, g) in pairwise(heights) if x >= mode)
    ends = density.values[0] == density.values[-1] == density.left == density.right == 0
    flat = all(f == g for (x, f), (y, g) in pairwise(heights) if x < mode < y)
    inside = density.knots[0] <= mode <= density.knots[-1]
    return ends and rises and flat and falls and min(density.values) >= 0 and inside


def just_above_median(cdf, low, high):
    """Return a point at or above the least median, and at most 2^-40 (high - low) above it."""
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (low, middle) if cdf(middle) >= Fraction(1, 2) else (middle, high)
    return high


def cdf_after(cdf, alpha, steps, x):
    """Return Pr(X_t <= x), X_0 having a distribution function and alpha slopes below 1."""
    total = Fraction(0)
    for signs in strings(steps):
        start = x
        for sign in reversed(signs):
            start = alpha.back(sign, start)
        total += cdf(start)
    return total / 2**steps


def profile(density, alpha, steps):
    """Return the density of X_t on the intervals on which it is linear, (low, high, there, here) by
    its limits at both ends, X_0 having a density that is linear between its knots."""
    moved = []
    for signs in strings(steps):
        knots = zip(density.knots, density.values, strict=True)
        images = [(a, b, f, g) for (a, f), (b, g) in pairwise(knots)]
        for sign in signs:
            cut = []
            for low, high, f, g in images:
                places = [low, *(k for k in alpha.knots if low < k < high), high]
                heights = [f + (g - f) * (x - low) / (high - low) for x in places]
                cut += zip(places, places[1:], heights, heights[1:], strict=False)
            images = []
            for a, b, f, g in cut:
                low, high = after(alpha, a, sign), after(alpha, b, sign)
                stretch = (high - low) / (b - a)
                images.append((low, high, f / stretch, g / stretch))
        moved += images
    found = []
    for a, b in pairwise(sorted({end for low, high, _, _ in moved for end in (low, high)})):
        over = [part for part in moved if part[0] <= a and b <= part[1]]
        here = [sum(f + (g - f) * (x - p) / (q - p) for p, q, f, g in over) for x in (a, b)]
        found.append((a, b, *(height / 2**steps for height in here)))
    return found


def modes_after(density, alpha, steps):
    """Return the first and the last point with the largest limit of the density of X_t."""
    ends = [(x, h) for a, b, f, g in profile(density, alpha, steps) for x, h in ((a, f), (b, g))]
    top = [x for x, height in ends if height == max(h for _, h in ends)]
    return min(top), max(top)


def modes(parts, alpha, steps):
    """Return the first and the last point where the density of X_t, X_0 having constant densities
    on (low, high), is largest."""
    moved = []
    for signs in strings(steps):
        images = parts
        for sign in signs:
            cuts = [
                (a, b, height)
                for low, high, height in images
                for a, b in pairwise([low, *(k for k in alpha.knots if low < k < high), high])
            ]
            images = [
                (after(alpha, a, sign), after(alpha, b, sign), height * (b - a))
                for a, b, height in cuts
            ]
            images = [(a, b, weight / (b - a)) for a, b, weight in images]
        moved += [(a, b, height / 2**steps) for a, b, height in images]
    corners = sorted({end for a, b, _ in moved for end in (a, b)})
    heights = {
        (a, b): sum(height for low, high, height in moved if low <= a and b <= high)
        for a, b in pairwise(corners)
    }
    top = [place for place, height in heights.items() if height == max(heights.values())]
    return top[0][0], top[-1][1]
