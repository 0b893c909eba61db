"""What heads about the walk mean, in plain Python, for the lines that a report prints.

They take fractions and functions that are linear between points (`points`, `slopes`), and share
nothing with the meanings by which claims are judged. Where a density is moved, the law has to lie
right of the first point of alpha, where alpha is linear.
"""

import itertools
from fractions import Fraction

from mpmath import mp


def image(alpha, x, *signs):
    """Where steps with these signs lead from x."""
    for sign in signs:
        x = x + sign * alpha(x)
    return x


def preimage(alpha, x, sign):
    """The point that one step with this sign takes to x; left of all points at most 2^-60 below."""
    images = [a + sign * b for a, b in alpha.points]
    at = sum(y <= x for y in images)
    if at == 0:
        high, size = alpha.points[0]
        low = x - size  # no step is longer there
        while high - low > 2**-60:
            middle = (low + high) / 2
            low, high = (middle, high) if middle + sign * alpha(middle) <= x else (low, middle)
        return low
    return alpha.points[at - 1][0] + (x - images[at - 1]) / (1 + sign * alpha.slopes[at])


def strings(t):
    """All strings of t signs."""
    return list(itertools.product((1, -1), repeat=int(t)))


def at_most(alpha, u, x, t):
    """Pr(X_t <= x) for the walk that starts at u."""
    return Fraction(sum(image(alpha, u, *s) <= x for s in strings(t)), 2 ** int(t))


def at_least(alpha, u, x, t):
    """Pr(X_t >= x) for the walk that starts at u."""
    return Fraction(sum(image(alpha, u, *s) >= x for s in strings(t)), 2 ** int(t))


def sum_below(t):
    """Pr(S_t < 0) for the sum of t signs."""
    return Fraction(sum(sum(s) < 0 for s in strings(t)), 2 ** int(t))


def sum_zero(t):
    """Pr(S_t = 0) for the sum of t signs."""
    return Fraction(sum(sum(s) == 0 for s in strings(t)), 2 ** int(t))


def area(f, x):
    """The integral of the density f up to x."""
    ends = [(a, c, min(max(x, a), b)) for (a, c), (b, _) in itertools.pairwise(f.points)]
    return sum((end - a) * (c + f(end)) / 2 for a, c, end in ends)


def cdf(alpha, f, t, x):
    """Pr(X_t <= x), where X_0 has the density f."""
    if t == 0:
        return area(f, x)
    return sum(cdf(alpha, f, t - 1, preimage(alpha, x, sign)) for sign in (1, -1)) / 2


def median(alpha, f, t):
    """The least median of X_t, at most 2^-60 too large, and exact at a corner of its density."""
    ends = corners(alpha, f, [(1, -1)] * int(t))
    low, high = ends[0], next(x for x in ends if cdf(alpha, f, t, x) >= Fraction(1, 2))
    exact = cdf(alpha, f, t, high) == Fraction(1, 2)
    while high - low > Fraction(1, 2**60) and not exact:
        middle = (low + high) / 2
        low, high = (low, middle) if cdf(alpha, f, t, middle) >= Fraction(1, 2) else (middle, high)
    return high


def least_slope(alpha, x, r):
    """The least slope of alpha within r of x."""
    ends = [None, *(a for a, _ in alpha.points), None]
    inside = [
        slope
        for slope, (low, high) in zip(alpha.slopes, itertools.pairwise(ends), strict=True)
        if (low is None or low < x + r) and (high is None or high > x - r)
    ]
    return min(inside)


def corners(alpha, f, steps):
    """The points between which the density is linear after steps, any of whose signs are taken."""
    found = {a for a, _ in f.points}
    for signs in steps:
        found |= {a for a, _ in alpha.points}
        found = {x + sign * alpha(x) for x in found for sign in signs}
    return sorted(found)


def between(ends, law):
    """The density of a law as pieces (a, height after a, b, height before b), by its integrals."""
    found = []
    for a, b in itertools.pairwise(ends):
        first, middle, last = law(a), law((a + b) / 2), law(b)
        heights = 4 * middle - 3 * first - last, 3 * last + first - 4 * middle
        found.append((a, heights[0] / (b - a), b, heights[1] / (b - a)))
    return found


def pieces(alpha, f, t):
    """The density of X_t as such pieces, one after the other."""
    return between(corners(alpha, f, [(1, -1)] * int(t)), lambda x: cdf(alpha, f, t, x))


def tops(found):
    """The ends of pieces where a density is largest."""
    ends = [end for a, c, b, d in found for end in ((a, c), (b, d))]
    top = max(height for _, height in ends)
    return [x for x, height in ends if height == top]


def modes_of_prefixes(alpha, f, t):
    """The points where the density is largest after t - 2 given signs, for all of these signs."""
    found = []
    for signs in strings(t - 2):
        ends = corners(alpha, f, [(sign,) for sign in signs])
        found += tops(between(ends, lambda x, signs=signs: area(f, came_from(alpha, x, *signs))))
    return found


def first_of_prefixes(alpha, f, t):
    """The least of these points."""
    return min(modes_of_prefixes(alpha, f, t))


def last_of_prefixes(alpha, f, t):
    """The largest of these points."""
    return max(modes_of_prefixes(alpha, f, t))


def came_from(alpha, x, *signs):
    """The point that steps with these signs, in this order, take to x."""
    for sign in reversed(signs):
        x = preimage(alpha, x, sign)
    return x


def least_cdf(alpha, f, t, x):
    """The least Pr(X_t <= x) after t - 2 given signs, over these signs."""
    last = strings(2)
    return min(
        sum(area(f, came_from(alpha, x, *signs, *two)) for two in last) / len(last)
        for signs in strings(t - 2)
    )


def first_mode(alpha, f, t):
    """The least point where the density of X_t is largest."""
    return min(tops(pieces(alpha, f, t)))


def last_mode(alpha, f, t):
    """The largest point where the density of X_t is largest."""
    return max(tops(pieces(alpha, f, t)))


def plateau(alpha, f, t):
    """1 if the density of X_t is constant on a piece with the least median in it, else 0."""
    m = median(alpha, f, t)
    at = [(c, d) for a, c, b, d in pieces(alpha, f, t) if a <= m and m - Fraction(1, 2**60) <= b]
    return int(any(c == d for c, d in at))


def ess_sup(alpha, f, t):
    """The essential supremum of X_t."""
    return max(b for a, c, b, d in pieces(alpha, f, t) if c + d > 0)


def ess_inf(alpha, f, t):
    """The essential infimum of X_t."""
    return min(a for a, c, b, d in pieces(alpha, f, t) if c + d > 0)


def mean(alpha, f, t):
    """The mean of X_t."""
    parts = pieces(alpha, f, t)
    return sum((b - a) * ((2 * a + b) * c + (a + 2 * b) * d) for a, c, b, d in parts) / 6


def moment(alpha, f, t, k):
    """The k-th central moment of X_t."""
    u, total = mean(alpha, f, t), Fraction(0)
    for a, c, b, d in pieces(alpha, f, t):
        slope = (d - c) / (b - a)
        for x, sign in ((b, 1), (a, -1)):
            line = (c - slope * (a - u)) / (k + 1) + slope * (x - u) / (k + 2)
            total += sign * line * (x - u) ** (k + 1)
    return total


def valley(alpha, f, t):
    """The largest min(f_t(x), f_t(z)) - f_t(y) for x <= y <= z, where f_t is the density of X_t."""
    of = [height for _, c, _, d in pieces(alpha, f, t) for height in (c, d)]
    return max(min(max(of[: i + 1]), max(of[i:])) - height for i, height in enumerate(of))


def pure(a, p, slope, curvature):
    """The second derivative of z(a p) in a, by differences; z' and z'' are these numbers there."""

    def z(x):
        return slope * (x - a * p) + curvature * (x - a * p) ** 2 / 2

    return z((a + 1) * p) - 2 * z(a * p) + z((a - 1) * p)


def mixed(a, b, p, slope, curvature):
    """The second derivative of z(a b p) in a and b, by differences."""
    return across_of(lambda u, v: u * v * p, a, b, slope, curvature)


def across(a, p, b, r, slope, curvature):
    """The second derivative of z(a p + b r) in a and b, by differences."""
    return across_of(lambda u, v: u * p + v * r, a, b, slope, curvature)


def across_of(output, a, b, slope, curvature):
    """The mixed difference of z(output), z' and z'' being these numbers at a and b."""

    def z(u, v):
        x = output(u, v) - output(a, b)
        return slope * x + curvature * x**2 / 2

    signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    return sum(i * k * z(a + i, b + k) for i, k in signs) / 4


def adam_growth(beta, curvature):
    """The largest modulus of an eigenvalue of a step of Adam on a parabola, with q frozen.

    The mean m of gradients becomes beta m + (1 - beta) curvature x, and x becomes x - m.
    """
    trace = beta + 1 - (1 - beta) * curvature
    return max(abs(root) for root in mp.polyroots([1, -trace, beta]))
