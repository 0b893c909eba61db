"""What heads about the walk mean, in plain Python, for the lines that a report prints.

They take fractions and functions that are linear between points (`points`, `slopes`), and share
nothing with the meanings by which claims are judged. Where a density is moved, the law has to lie
right of the first point of alpha, where alpha is linear; elsewhere single points are led back.
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


def places(alpha, u, t):
    """Where the walk from u is after t steps, for each string of signs."""
    found = [u]
    for _ in range(int(t)):
        found = [x + sign * alpha(x) for x in found for sign in (1, -1)]
    return found


def at_most(alpha, u, x, t):
    """Pr(X_t <= x) for the walk that starts at u."""
    return Fraction(sum(y <= x for y in places(alpha, u, t)), 2 ** int(t))


def at_least(alpha, u, x, t):
    """Pr(X_t >= x) for the walk that starts at u."""
    return Fraction(sum(y >= x for y in places(alpha, u, t)), 2 ** int(t))


def sum_below(t):
    """Pr(S_t < 0) for the sum of t signs."""
    return Fraction(sum(sum(s) < 0 for s in strings(t)), 2 ** int(t))


def sum_zero(t):
    """Pr(S_t = 0) for the sum of t signs."""
    return Fraction(sum(sum(s) == 0 for s in strings(t)), 2 ** int(t))


def walk(alpha, f, steps):
    """Trapezoids (a, b, c, d), of height c at a and d at b: the density after steps with signs."""
    found = [(a, b, c, d) for (a, c), (b, d) in itertools.pairwise(f.points)]
    for signs in steps:
        corners = [x for x, _ in alpha.points]
        cut = [
            (u, v, *(c + (d - c) * (x - a) / (b - a) for x in (u, v)))
            for a, b, c, d in found
            for u, v in itertools.pairwise([a, *(x for x in corners if a < x < b), b])
        ]
        found = []
        for (a, b, c, d), sign in itertools.product(cut, signs):
            low, high = (x + sign * alpha(x) for x in (a, b))
            thinner = (b - a) / (high - low) / len(signs)
            found.append((low, high, c * thinner, d * thinner))
    return found


def mass(parts, x):
    """How much of trapezoids lies left of x."""
    ends = [(part, min(max(x, part[0]), part[1])) for part in parts]
    return sum((y - a) * (2 * c + (d - c) * (y - a) / (b - a)) / 2 for (a, b, c, d), y in ends)


def cdf(alpha, f, t, x):
    """Pr(X_t <= x), where X_0 has the density f."""
    return mass(walk(alpha, f, [(1, -1)] * int(t)), x)


def area(f, x):
    """The integral of the density f up to x."""
    ends = [(a, c, min(max(x, a), b)) for (a, c), (b, _) in itertools.pairwise(f.points)]
    return sum((end - a) * (c + f(end)) / 2 for a, c, end in ends)


def cdf_by_preimages(alpha, f, t, x):
    """Pr(X_t <= x), where X_0 has the density f, on both sides of the first point of alpha."""
    if t == 0:
        return area(f, x)
    last = (preimage(alpha, x, sign) for sign in (1, -1))
    return sum(cdf_by_preimages(alpha, f, t - 1, y) for y in last) / 2


def median(alpha, f, t):
    """The least median of X_t, at most 2^-60 too large, and exact at a corner of its density."""
    parts, half = walk(alpha, f, [(1, -1)] * int(t)), Fraction(1, 2)
    ends = sorted({x for part in parts for x in part[:2]})
    low, high = ends[0], next(x for x in ends if mass(parts, x) >= half)
    while mass(parts, high) > half and high - low > Fraction(1, 2**60):
        middle = (low + high) / 2
        low, high = (low, middle) if mass(parts, middle) >= half else (middle, high)
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


def density(parts):
    """The same density as trapezoids that do not overlap."""
    found = []
    for u, v in itertools.pairwise(sorted({x for part in parts for x in part[:2]})):
        over = [part for part in parts if part[0] <= u and v <= part[1]]
        ends = (sum(c + (d - c) * (x - a) / (b - a) for a, b, c, d in over) for x in (u, v))
        found.append((u, v, *ends))
    return found


def modes(parts):
    """The corners where trapezoids add up to most."""
    ends = [end for a, b, c, d in density(parts) for end in ((c, a), (d, b))]
    return [x for height, x in ends if height == max(ends)[0]]


def modes_of_prefixes(alpha, f, t):
    """The points where the density is largest after t - 2 given signs, for all of these signs."""
    each = (walk(alpha, f, [(sign,) for sign in signs]) for signs in strings(t - 2))
    return [x for parts in each for x in modes(parts)]


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
    steps = ([*((sign,) for sign in signs), (1, -1), (1, -1)] for signs in strings(t - 2))
    return min(mass(walk(alpha, f, some), x) for some in steps)


def first_mode(alpha, f, t):
    """The least point where the density of X_t is largest."""
    return min(modes(walk(alpha, f, [(1, -1)] * int(t))))


def last_mode(alpha, f, t):
    """The largest point where the density of X_t is largest."""
    return max(modes(walk(alpha, f, [(1, -1)] * int(t))))


def plateau(alpha, f, t):
    """1 if the density of X_t is constant on a piece with the least median in it, else 0."""
    m, parts = median(alpha, f, t), density(walk(alpha, f, [(1, -1)] * int(t)))
    return int(any(c == d for a, b, c, d in parts if a <= m <= b + Fraction(1, 2**60)))


def ess_sup(alpha, f, t):
    """The essential supremum of X_t."""
    return max(b for a, b, c, d in walk(alpha, f, [(1, -1)] * int(t)) if c + d > 0)


def ess_inf(alpha, f, t):
    """The essential infimum of X_t."""
    return min(a for a, b, c, d in walk(alpha, f, [(1, -1)] * int(t)) if c + d > 0)


def mean(alpha, f, t):
    """The mean of X_t."""
    parts = walk(alpha, f, [(1, -1)] * int(t))
    return sum((b - a) * ((2 * a + b) * c + (a + 2 * b) * d) for a, b, c, d in parts) / 6


def moment(alpha, f, t, k):
    """The k-th central moment of X_t."""
    u, total = mean(alpha, f, t), Fraction(0)
    for a, b, c, d in walk(alpha, f, [(1, -1)] * int(t)):
        slope = (d - c) / (b - a)
        for x, sign in ((b, 1), (a, -1)):
            line = (c - slope * (a - u)) / (k + 1) + slope * (x - u) / (k + 2)
            total += sign * line * (x - u) ** (k + 1)
    return total


def valley(alpha, f, t):
    """The largest min(f_t(x), f_t(z)) - f_t(y) for x <= y <= z, where f_t is the density of X_t."""
    parts = density(walk(alpha, f, [(1, -1)] * int(t)))
    of = [height for part in parts for height in part[2:]]
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


def p_value(r, n):
    """The two-sided p-value of a correlation r of n pairs, by the t-distribution."""
    ends = mp.linspace(mp.asin(r), mp.pi / 2, 9)
    tail = mp.quad(lambda angle: mp.cos(angle) ** (n - 3), ends)
    return 2 * mp.gamma((n - 1) / 2) / (mp.sqrt(mp.pi) * mp.gamma(n / 2 - 1)) * tail


def p_values_fit(n, r_P, p_P, r_s, p_s):
    """Whether correlations of n pairs, four decimals, have these p-values, to a hundredth."""
    fit = True
    for r, p in ((r_P, p_P), (r_s, p_s)):
        low, high = (p_value(r + off / mp.mpf(20000), n) for off in (1, -1))
        print("n =", int(n), "p-value from", float(low), "to", float(high), "printed", float(p))
        fit = fit and low * 0.99 <= p <= high * 1.01
    return fit


def bounds_leave_room(c_0, c_1, alpha_0):
    """Whether alpha >= c_0 and alpha' >= c_1 can hold at all x, alpha(0) being alpha_0."""
    assert c_0 > 0
    assert c_1 > 0
    x = (c_0 - alpha_0) / c_1 - 1
    most = alpha_0 + c_1 * x
    print("at x =", float(x), "alpha is at most", float(most), "and at least", float(c_0))
    return c_0 <= most


def crossing_leaves_room(alpha_min, least_slope, b, m_0, alpha_m):
    """Whether alpha can be as small at m_0 as alpha_m, after N falls that bring b down to m_0."""
    assert alpha_min > 0
    assert 0 < least_slope < 1
    assert b - m_0 >= alpha_m / 2
    N = -((m_0 - b) // (alpha_min * least_slope))
    y = m_0 - alpha_min * (2 * N - 1)
    least = alpha_min + least_slope * (m_0 - y)
    print("N =", N, "y =", y, "alpha(m_0) is at least", float(least), "and is", float(alpha_m))
    return least <= alpha_m


def two_steps_change_little(jump, x, eta_0):
    """Whether two steps on a loss with the slope x + jump for x > 0 lead near each other.

    The learning rates are just above and below eta_0, where the first step leads to 0.
    """

    def slope(x):
        return x + jump * ((x > 0) - (x < 0))

    def two_steps(eta):
        first = x - eta * slope(x)
        return first - eta * slope(first)

    apart = [two_steps(eta_0 - h) - two_steps(eta_0 + h) for h in (eta_0 / 10**3, eta_0 / 10**6)]
    print("learning rates 2 h apart lead", *map(float, apart), "apart")
    return abs(apart[1]) < abs(apart[0]) / 10
