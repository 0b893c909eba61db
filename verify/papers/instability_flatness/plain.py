"""What heads about the walk mean, in plain Python, for the lines that a report prints.

They take fractions, a function alpha, and a density f as its bends (place, bend): as it is straight
between the places and 0 outside, it is the sum of bend * max(x - place, 0). They share nothing with
the meanings by which claims are judged. Where a density is moved, alpha has to be straight on all
of it and from 0 to 1; `back` needs that too.
"""

from fractions import Fraction
from itertools import product

from mpmath import mp


def image(alpha, x, *signs):
    """Where steps with these signs lead from x."""
    return image(alpha, x + signs[0] * alpha(x), *signs[1:]) if signs else x


def back(alpha, x, *signs):
    """From where steps with these signs lead to x."""
    for sign in reversed(signs):
        x -= sign * alpha(x) / (1 + sign * (alpha(1) - alpha(0)))
    return x


def walk(alpha, u, t):
    """The values of X_t from u, as likely as each other."""
    return [x + s * alpha(x) for x in walk(alpha, u, t - 1) for s in (1, -1)] if t > 0 else [u]


def at_most(a, u, x, t):
    """Pr(X_t <= x)."""
    return Fraction(sum(y <= x for y in walk(a, u, t)), 2**t)


def at_least(a, u, x, t):
    """Pr(X_t >= x)."""
    return Fraction(sum(y >= x for y in walk(a, u, t)), 2**t)


def sum_below(t):
    """Pr(S_t < 0) for the sum of t signs."""
    return Fraction(sum(sum(s) < 0 for s in product((1, -1), repeat=int(t))), 2 ** int(t))


def sum_zero(t):
    """Pr(S_t = 0) for the sum of t signs."""
    return Fraction(sum(sum(s) == 0 for s in product((1, -1), repeat=int(t))), 2 ** int(t))


def height(f, x):
    """f has the bend k at each a."""
    return sum(k * max(x - a, 0) for a, k in f)


def after(alpha, f):
    """The density after a step, f that before it."""
    return [
        (x + s * alpha(x), k / 2 / (1 + s * (alpha(1) - alpha(0))) ** 2)
        for x, k in f
        for s in (1, -1)
    ]


def cdf(f, x):
    """The mass up to x."""
    return sum(k * max(x - a, 0) ** 2 for a, k in f) / 2


def median(f, x=Fraction(64), width=Fraction(64)):
    """The least in [-64, 64], or 2^-60 above."""
    return median(f, x - width * (2 * cdf(f, x - width) >= 1), width / 2) if width > 2**-60 else x


def peak(f):
    """The first where f is largest."""
    return -max((height(f, x), -x) for x, _ in f)[1]


def last_peak(f):
    """The last where f is largest."""
    return max((height(f, x), x) for x, _ in f)[1]


def plateau(f):
    """1 if a density is flat at its least median, or 1e-9 left of it, else 0."""
    return int(0 in [sum(k for a, k in f if a <= median(f) - h) for h in (0, 1e-9)])


def valley(f):
    """0 if f rises, then falls."""
    return _deepest([height(f, x) for x in sorted(dict(f))])


def _deepest(of):
    return max(min(max(of[: i + 1]), max(of[i:])) - y for i, y in enumerate(of))


def ess_sup(f):
    """The essential supremum."""
    return max(f)[0]


def ess_inf(f):
    """The essential infimum."""
    return min(f)[0]


def mean(f):
    """The mean."""
    return sum(k * a**3 for a, k in f) / 6


def central_moment(f, n):
    """The n-th central moment."""
    return sum(k * (a - mean(f)) ** (n + 2) for a, k in f) / (n + 1) / (n + 2)


def least_slope(alpha, x, r):
    """Between x - r and x + r."""
    return (alpha(x + r) - alpha(x - r)) / 2 / r


def before(alpha, x, sign, times=100):
    """From where a step leads to x, to 30 digits; alpha' <= 1/2."""
    return x - sign * alpha(before(alpha, x, sign, times - 1)) if times > 0 else x


def cdf_back(alpha, f, t, x):
    """Pr(X_t <= x) if X_0 has the density f."""
    return (
        sum(cdf_back(alpha, f, t - 1, before(alpha, x, s)) for s in (1, -1)) / 2
        if t > 0
        else sum(k * max(x - a, 0) ** 2 for a, k in f) / 2
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


def after_step(i, t_1, t_2, slope, eta):
    """Parameter i after a step of gradient descent on the loss slope * t_1 * t_2."""
    return (t_1 - eta * slope * t_2, t_2 - eta * slope * t_1)[int(i) - 1]


def top_of_two(t_1, t_2, slope, curvature):
    """The largest eigenvalue of the Hessian of slope * (x - x_0) + curvature * (x - x_0)^2 / 2.

    x is t_1 t_2.
    """
    first, last, mixed = curvature * t_2**2, curvature * t_1**2, curvature * t_1 * t_2 + slope
    return (first + last + mp.sqrt((first - last) ** 2 + 4 * mixed**2)) / 2


def sine_is_bounded(t):
    """Whether |sin| |lambda_1^(a) - lambda_2| <= |Delta v| for (t + b_1 b_2 b_3)^2, where b = 1.

    v_1^(a) is (1, 0, 0, 0), with eigenvalue 2; Delta v is what H makes of it beside that.
    """
    mixed = 2 * t + 4  # beside the diagonal, of two of the b
    hessian = [[2, 2, 2, 2], [2, 2, mixed, mixed], [2, mixed, 2, mixed], [2, mixed, mixed, 2]]
    top = 2 - mixed
    for v in ((0, 1, -1, 0), (0, 1, 1, -2)):  # so it is lambda_1 and lambda_2
        assert [sum(h * x for h, x in zip(row, v, strict=True)) for row in hessian] == [
            top * x for x in v
        ]
    total, product = 4 + 2 * mixed, 2 * (2 + 2 * mixed) - 12  # of the other two eigenvalues
    assert product < 0 < top**2 - total * top + product
    sine, disturbed = 1, sum(row[0] ** 2 for row in hessian[1:])
    return (sine * (2 - top)) ** 2 <= disturbed


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
