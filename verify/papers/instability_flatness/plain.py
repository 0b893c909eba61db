"""What heads about the walk mean, in plain Python, for the lines that a report prints.

They take fractions and functions that are linear between points (`points`, `slopes`), and share
nothing with the meanings by which claims are judged. A law has to lie right of the first point of
alpha, where alpha is linear.
"""

import itertools
from fractions import Fraction


def image(alpha, x, *signs):
    """Where steps with these signs lead from x."""
    for sign in signs:
        x = x + sign * alpha(x)
    return x


def preimage(alpha, x, sign):
    """The point that one step with this sign takes to x."""
    images = [a + sign * b for a, b in alpha.points]
    at = sum(y <= x for y in images)
    if at == 0:  # further to the left there is no mass
        return alpha.points[0][0]
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


def pieces(alpha, f, t):
    """The density of X_t as pieces (a, height after a, b, height before b), one after the other."""
    moved = [(a, c, b, d) for (a, c), (b, d) in itertools.pairwise(f.points)]
    for _ in range(int(t)):
        cut = []
        for a, c, b, d in moved:
            ends = [a, *(x for x, _ in alpha.points if a < x < b), b]
            heights = [c + (d - c) * (x - a) / (b - a) for x in ends]
            cut += [
                (low, g, high, h)
                for (low, g), (high, h) in itertools.pairwise(zip(ends, heights, strict=True))
            ]
        moved = []
        for a, c, b, d in cut:
            for sign in (1, -1):
                low, high = a + sign * alpha(a), b + sign * alpha(b)
                stretch = 2 * (high - low) / (b - a)
                moved.append((low, c / stretch, high, d / stretch))
    corners = sorted({x for a, _, b, _ in moved for x in (a, b)})
    found = []
    for low, high in itertools.pairwise(corners):
        over = [p for p in moved if p[0] <= low and high <= p[2]]
        ends = [sum(c + (d - c) * (x - a) / (b - a) for a, c, b, d in over) for x in (low, high)]
        found.append((low, ends[0], high, ends[1]))
    return found


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
