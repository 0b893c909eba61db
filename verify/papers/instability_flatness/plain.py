"""What heads about the walk mean, in plain Python, for the lines that a report prints.

They take fractions and functions that are linear between points (`points`, `slopes`), and share
nothing with the meanings by which claims are judged. Where a density is moved, the law has to lie
right of the first point of alpha, where alpha is linear.
"""

import itertools
from fractions import Fraction

import mpmath


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
        while high - low > Fraction(1, 2**60):
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
    total = Fraction(0)
    for (a, c), (b, _) in itertools.pairwise(f.points):
        end = min(max(x, a), b)
        total += (end - a) * (c + f(end)) / 2
    return total


def cdf(alpha, f, t, x):
    """Pr(X_t <= x), where X_0 has the density f."""
    total = Fraction(0)
    for signs in strings(t):
        start = x
        for sign in reversed(signs):
            start = preimage(alpha, start, sign)
        total += area(f, start)
    return total / 2 ** int(t)


def median(alpha, f, t):
    """The least median of X_t, at most 2^-60 too large, and exact at an end of a piece."""
    ends = [end for a, _, b, _ in pieces(alpha, f, t) for end in (a, b)]
    low, high = ends[0] - 1, next(x for x in ends if cdf(alpha, f, t, x) >= Fraction(1, 2))
    if cdf(alpha, f, t, high) == Fraction(1, 2):
        return high
    while high - low > Fraction(1, 2**60):
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


def after(alpha, moved, signs):
    """Pieces (a, height after a, b, height before b) after a step, any of these signs as likely."""
    cut, found = [], []
    for a, c, b, d in moved:
        ends = [a, *(x for x, _ in alpha.points if a < x < b), b]
        heights = [c + (d - c) * (x - a) / (b - a) for x in ends]
        cut += [
            (low, g, high, h)
            for (low, g), (high, h) in itertools.pairwise(zip(ends, heights, strict=True))
        ]
    for a, c, b, d in cut:
        for sign in signs:
            low, high = a + sign * alpha(a), b + sign * alpha(b)
            stretch = len(signs) * (high - low) / (b - a)
            found.append((low, c / stretch, high, d / stretch))
    return found


def of_points(f):
    """A density that is linear between points, as such pieces."""
    return [(a, c, b, d) for (a, c), (b, d) in itertools.pairwise(f.points)]


def pieces(alpha, f, t):
    """The density of X_t as such pieces, one after the other."""
    moved = of_points(f)
    for _ in range(int(t)):
        moved = after(alpha, moved, (1, -1))
    corners = sorted({x for a, _, b, _ in moved for x in (a, b)})
    found = []
    for low, high in itertools.pairwise(corners):
        over = [p for p in moved if p[0] <= low and high <= p[2]]
        ends = [sum(c + (d - c) * (x - a) / (b - a) for a, c, b, d in over) for x in (low, high)]
        found.append((low, ends[0], high, ends[1]))
    return found


def modes_of_prefixes(alpha, f, t):
    """The points where the density is largest after t - 2 given signs, for all of these signs."""
    found = []
    for signs in strings(t - 2):
        moved = of_points(f)
        for sign in signs:
            moved = after(alpha, moved, (sign,))
        ends = [end for a, c, b, d in moved for end in ((a, c), (b, d))]
        top = max(height for _, height in ends)
        found += [x for x, height in ends if height == top]
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


def modes(alpha, f, t):
    """The ends of pieces where the density of X_t is largest."""
    ends = [end for a, c, b, d in pieces(alpha, f, t) for end in ((a, c), (b, d))]
    top = max(height for _, height in ends)
    return [x for x, height in ends if height == top]


def first_mode(alpha, f, t):
    """The least point where the density of X_t is largest."""
    return min(modes(alpha, f, t))


def last_mode(alpha, f, t):
    """The largest point where the density of X_t is largest."""
    return max(modes(alpha, f, t))


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
    return max(abs(root) for root in mpmath.polyroots([1, -trace, beta]))
