"""What heads about the walk mean, in plain Python, for the lines that a report prints.

They take fractions, a function alpha, and a density f as its corners (place, height), between which
it is straight, and 0 outside; they share nothing with the meanings by which claims are judged.
Where a density is moved, alpha has to be straight on all of it; `came_from` needs that too.
"""

from fractions import Fraction
from itertools import pairwise, product

from mpmath import mp


def image(alpha, x, *signs):
    """Where steps with these signs lead from x."""
    return image(alpha, x + signs[0] * alpha(x), *signs[1:]) if signs else x


def came_from(alpha, x, *signs):
    """The point from which steps with these signs lead to x."""
    for sign in reversed(signs):
        x -= sign * alpha(x) / (1 + sign * (alpha(x + 1) - alpha(x)))
    return x


def at_most(alpha, u, x, t):
    """Pr(X_t <= x) for the walk that starts at u."""
    later = (at_most(alpha, u + s * alpha(u), x, t - 1) for s in (1, -1))
    return sum(later) / 2 if t > 0 else Fraction(u <= x)


def at_least(alpha, u, x, t):
    """Pr(X_t >= x) for the walk that starts at u."""
    later = (at_least(alpha, u + s * alpha(u), x, t - 1) for s in (1, -1))
    return sum(later) / 2 if t > 0 else Fraction(u >= x)


def sum_below(t):
    """Pr(S_t < 0) for the sum of t signs."""
    return Fraction(sum(sum(s) < 0 for s in product((1, -1), repeat=int(t))), 2 ** int(t))


def sum_zero(t):
    """Pr(S_t = 0) for the sum of t signs."""
    return Fraction(sum(sum(s) == 0 for s in product((1, -1), repeat=int(t))), 2 ** int(t))


def height(f, x):
    """How high a density is at x."""
    return sum(c + (d - c) * (x - a) / (b - a) for (a, c), (b, d) in pairwise(f) if a <= x < b)


def moved(alpha, f, sign):
    """The density f after a step with this sign."""
    return [(x + sign * alpha(x), y / (1 + sign * (alpha(x + 1) - alpha(x)))) for x, y in f]


def laws(alpha, f, t):
    """The densities of X_t after each string of signs, f that of X_0."""
    return [moved(alpha, g, s) for g in laws(alpha, f, t - 1) for s in (1, -1)] if t > 0 else [f]


def density(alpha, f, t):
    """The density of X_t, f that of X_0."""
    places = sorted({x for g in laws(alpha, f, t) for x, _ in g})
    return [(x, sum(height(g, x) / 2**t for g in laws(alpha, f, t))) for x in places]


def area(f, x):
    """The integral of the density f up to x."""
    return sum(
        (h := min(x, b) - a) * (2 * c + (d - c) * h / (b - a)) / 2
        for (a, c), (b, d) in pairwise(f)
        if a < x
    )


def cdf(alpha, f, t, x):
    """Pr(X_t <= x), where X_0 has the density f."""
    return sum(area(g, x) for g in laws(alpha, f, t)) / 2 ** int(t)


def median(alpha, f, t):
    """The least median of X_t, or up to 2^-60 times the width of f too large."""
    x, width = f[-1][0], f[-1][0] - f[0][0]
    for n in range(61):
        x -= width / 2**n * (2 * cdf(alpha, f, t, x - width / 2**n) >= 1)
    return x


def modes(f):
    """Where a density is highest."""
    return [x for x, y in f if y == max(y for _, y in f)]


def first_mode(alpha, f, t):
    """The least point where the density of X_t is largest."""
    return min(modes(density(alpha, f, t)))


def last_mode(alpha, f, t):
    """The largest point where the density of X_t is largest."""
    return max(modes(density(alpha, f, t)))


def first_of_prefixes(alpha, f, t):
    """The least point where a density after t - 2 given signs is largest."""
    return min(x for g in laws(alpha, f, t - 2) for x in modes(g))


def last_of_prefixes(alpha, f, t):
    """The largest point where a density after t - 2 given signs is largest."""
    return max(x for g in laws(alpha, f, t - 2) for x in modes(g))


def least_cdf(alpha, f, t, x):
    """The least Pr(X_t <= x) after t - 2 given signs, over these signs."""
    return min(cdf(alpha, p, 2, x) for p in laws(alpha, f, t - 2))


def plateau(alpha, f, t):
    """1 if the density of X_t is flat where its least median is, else 0."""
    m, off = median(alpha, f, t), (f[-1][0] - f[0][0]) / 2**60
    pieces = pairwise(density(alpha, f, t))
    return int(any(c == d and a <= m <= b + off for (a, c), (b, d) in pieces))


def valley(alpha, f, t):
    """The largest min(f_t(x), f_t(z)) - f_t(y) for x <= y <= z."""
    of = [y for _, y in density(alpha, f, t)]
    return max(min(max(of[: i + 1]), max(of[i:])) - y for i, y in enumerate(of))


def ess_sup(alpha, f, t):
    """The essential supremum of X_t."""
    return max(b for (_, c), (b, d) in pairwise(density(alpha, f, t)) if c + d > 0)


def ess_inf(alpha, f, t):
    """The essential infimum of X_t."""
    return min(a for (a, c), (_, d) in pairwise(density(alpha, f, t)) if c + d > 0)


def mean(alpha, f, t):
    """The mean of X_t."""
    pieces = [piece for g in laws(alpha, f, t) for piece in pairwise(g)]
    weighted = ((b - a) * ((2 * a + b) * c + (a + 2 * b) * d) for (a, c), (b, d) in pieces)
    return sum(weighted) / 6 / 2 ** int(t)


def central_moment(alpha, f, t, k):
    """The k-th central moment of X_t for k up to 4, for which Boole's rule is exact."""
    u, total = mean(alpha, f, t), 0
    for (a, c), (b, d) in (piece for g in laws(alpha, f, t) for piece in pairwise(g)):
        nodes = [(a + (b - a) * i / 4, c + (d - c) * i / 4) for i in range(5)]
        weighted = zip((7, 32, 12, 32, 7), nodes, strict=True)
        total += sum(weight * y * (x - u) ** k for weight, (x, y) in weighted) * (b - a) / 90
    return total / 2 ** int(t)


def least_slope(alpha, x, r):
    """The least slope of alpha within r of x; it is straight there."""
    return (alpha(x + r) - alpha(x - r)) / (2 * r)


def before(alpha, x, sign, times=100):
    """From where a step leads to x, to 30 digits; alpha' <= 1/2."""
    return x - sign * alpha(before(alpha, x, sign, times - 1)) if times > 0 else x


def cdf_back(alpha, f, t, x):
    """Pr(X_t <= x) if X_0 has the density f."""
    return (
        sum(cdf_back(alpha, f, t - 1, before(alpha, x, s)) for s in (1, -1)) / 2
        if t > 0
        else area(f, x)
    )


def pure(a, p, slope, curvature):
    """The second difference of z(a p) in a."""
    around = ((1, p), (-2, 0), (1, -p))
    return sum(weight * (slope * x + curvature * x**2 / 2) for weight, x in around)


def mixed(a, b, p, slope, curvature):
    """The mixed difference of z(a b p) in a and b."""
    return across_of(lambda u, v: u * v * p, a, b, slope, curvature)


def across(a, p, b, r, slope, curvature):
    """The mixed difference of z(a p + b r) in a and b."""
    return across_of(lambda u, v: u * p + v * r, a, b, slope, curvature)


def across_of(output, a, b, slope, curvature):
    """The mixed difference of z(output), by z' and z''."""
    around = ((i * k, output(a + i, b + k) - output(a, b)) for i, k in product((1, -1), repeat=2))
    return sum(sign * (slope * x + curvature * x**2 / 2) for sign, x in around) / 4


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
    off = 1
    for r, p in ((r_P, p_P), (r_s, p_s)):
        low, high = (p_value(r + half / mp.mpf(20000), n) for half in (1, -1))
        print("n =", int(n), "p-value from", float(low), "to", float(high), "printed", float(p))
        off = max(off, low / p, p / high)
    return 100 * off <= 101


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


def two_steps_change_little(left, right, x, eta_0):
    """Whether two steps with a learning rate just above eta_0 lead near to where those with it do.

    The slope of the loss is `left` where x < 0, and `right` from 0 on.
    """
    assert left < 0 < right

    def two_steps(eta):
        first = x - eta * (right if x >= 0 else left)
        return first - eta * (right if first >= 0 else left)

    apart = [two_steps(eta_0 + h) - two_steps(eta_0) for h in (eta_0 / 10**3, eta_0 / 10**6)]
    print("with eta_0", float(two_steps(eta_0)), "and a little more:", *map(float, apart), "off")
    return abs(apart[1]) < abs(apart[0]) / 10
