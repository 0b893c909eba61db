"""Counterexamples to what section 5.3 and appendix F of that paper say of laws with a density.

Where a witness names a law and a step size by a few numbers, they are built here in full: alpha is
positive and strictly increasing on all of R.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import mpmath as mp

from tests.recomputed.case import Case
from tests.recomputed.walk import (
    after,
    area,
    blocks,
    cdf_after,
    is_unimodal,
    just_above_median,
    line,
    modes,
    modes_after,
    profile,
)

HALF = Fraction(1, 2)

# -- the shape of the law: lemmas 5.9 and 5.10 -----------------------------------------------------


def windowed(cdf, alpha, steps, w, x):
    """f_t^(w)(x) = Pr(x <= X_t <= x + w) / w."""
    return (cdf_after(cdf, alpha, steps, x + w) - cdf_after(cdf, alpha, steps, x)) / w


def windows(alpha, f, L, m, t, w, x, z, right):
    """Return f_t^(w) at x and at z, and whether x < z lie on one side of what t steps of one sign
    make of the mode."""
    edge = after(alpha, m, *int(t) * ((1,) if right else (-1,)))
    outside = edge <= x if right else z <= edge - w
    values = [windowed(area(f), alpha, int(t), w, place) for place in (x, z)]
    return *values, alpha.is_controlled(L) and is_unimodal(f, m) and w > 0 and x < z and outside


def windows_right(alpha, f, L, m, t, w, x, z, **edges):
    """Lemma 5.9: f_t^(w) is nonincreasing on [y_+, oo)."""
    near, far, hypotheses = windows(alpha, f, L, m, t, w, x, z, right=True)
    return Case(hypotheses, far, "<=", near)


def windows_left(alpha, f, L, m, t, w, x, z, **edges):
    """Lemma 5.9: f_t^(w) is nondecreasing on (-oo, y_- - w]."""
    far, near, hypotheses = windows(alpha, f, L, m, t, w, x, z, right=False)
    return Case(hypotheses, far, "<=", near)


def curved(c, s, k, level, side, w, right):
    """f_1^(w) at a point for alpha = c + s x + k x^2 and X_0 uniform between 0 and `side`.

    The preimages of the window's ends are the roots of x + sign alpha(x) = end within the law.
    """

    def preimage(sign, end):
        inside = [
            root
            for root in mp.polyroots([sign * k, 1 + sign * s, sign * c - end], extraprec=200)
            if min(side, 0) - 1 < root < max(side, 0) + 1
        ]
        (root,) = inside
        return min(max(root, min(side, 0)), max(side, 0))

    start = level if right else level - w
    lengths = (preimage(sign, start + w) - preimage(sign, start) for sign in (1, -1))
    return sum(lengths) / (2 * w * abs(side))


def curved_right(c, k, s, p_1, p_2, r_1, r_2):
    """Lemma 5.9: f_1^(w) is nonincreasing on [y_+, oo); X_0 uniform on [0, r_2 + 1/10], mode 0."""
    x_1, x_2 = (p + c + s * p + k * p**2 for p in (p_1, p_2))
    end = r_2 + Fraction(1, 10)
    hypotheses = (
        min(c, s) > 0 <= k and s + 2 * k * end < 1 and c <= x_1 < x_2 and r_1 < r_2
    )  # slopes between s and 1; y_+ = c
    assert (x_1, x_2) == tuple(r - c - s * r - k * r**2 for r in (r_1, r_2))
    numbers = [mp.mpf(v.numerator) / v.denominator for v in (c, s, k, x_1, x_2, end)]
    c, s, k, x_1, x_2, end = numbers
    values = [curved(c, s, k, x, end, mp.mpf("0.01"), right=True) for x in (x_2, x_1)]
    return Case(hypotheses, values[0], "<=", values[1])


def curved_left(k, p_1, p_2, r_1, s):
    """Lemma 5.9: f_1^(w) is nondecreasing on (-oo, y_- - w]; X_0 uniform on [p_1 - 1/10, 0]."""
    c = -(p_2 + s * p_2 + k * p_2**2) / 2  # so that p_2 and the mode 0 meet in y_- = -c
    end = p_1 - Fraction(1, 10)
    hypotheses = (
        s > 0 >= k and s + 2 * k * end < 1 and c + s * end + k * end**2 > 0 and p_1 < p_2 < 0
    )
    x_1, x_2 = (p + c + s * p + k * p**2 for p in (p_1, p_2))
    assert x_1 == r_1 - c - s * r_1 - k * r_1**2
    assert x_2 == -c
    c, s, k, x_1, x_2, end = [mp.mpf(v.numerator) / v.denominator for v in (c, s, k, x_1, x_2, end)]
    values = [curved(c, s, k, x, end, mp.mpf("0.0001"), right=False) for x in (x_1, x_2)]
    return Case(hypotheses, values[0], "<=", values[1])


def beyond_the_band(alpha, f, L, R_loc, alpha_loc, kappa, m, t, w, x, z, right):
    """Lemma 5.10: away from the mode f_t^(w) rises by at most (4/w) exp(-kappa^2/2), W_t being
    2 alpha_loc kappa sqrt(t) / (1 - L), and alpha_loc the supremum of alpha within R of m."""
    t = int(t)
    near, far = (x, z) if right else (z, x)
    distance = near - m if right else m - w - near
    hypotheses = (
        alpha.is_controlled(L)
        and is_unimodal(f, m)
        and w > 0
        and kappa >= 1
        and x < z
        and alpha_loc == alpha(m + R_loc)
        and 0 < (alpha_loc * kappa) ** 2 * t < R_loc**2
        and (2 * alpha_loc * kappa / (1 - L)) ** 2 * t < distance**2
        and distance > 0
        and kappa.denominator == 1
    )
    values = [windowed(area(f), alpha, t, w, place) for place in (far, near)]
    return Case(hypotheses, values[0] - values[1], "<=", error(w, kappa))


def beyond_on_the_right(t=1, **values):
    """Lemma 5.10, right of the band."""
    return beyond_the_band(t=t, **values, right=True)


def beyond_on_the_left(t=1, **values):
    """Lemma 5.10, left of the band."""
    return beyond_the_band(t=t, **values, right=False)


def error(w, kappa):
    """Return (4/w) exp(-kappa^2/2), as a fraction a little above it."""
    value = 4 / (mp.mpf(w.numerator) / w.denominator) * mp.exp(-(mp.mpf(int(kappa)) ** 2) / 2)
    return Fraction(int(mp.ceil(value * mp.mpf(10) ** 2300)), 10**2300)


# -- unimodal laws: lemma 5.9's consequence, F.9 ---------------------------------------------------


def in_the_gap(c, s, low, high, first, second, steps):
    """The mass of X_t between the images of a uniform law under two strings of signs: a unimodal
    law with mass on both sides has some there."""
    alpha = line(c, s, low)
    cdf = blocks((low, high, 1 / (high - low)))
    left, right = after(alpha, high, *first), after(alpha, low, *second)
    below, up_to = cdf_after(cdf, alpha, steps, left), cdf_after(cdf, alpha, steps, right)
    hypotheses = alpha.is_controlled(s) and left < right and below > 0 and up_to < 1
    return Case(hypotheses, up_to - below, ">", 0)


def gap_after_one(c, s, low, high):
    """Section 5.3: the law of X_1 is unimodal."""
    return in_the_gap(c, s, low, high, (-1,), (1,), 1)


def gap_after_two(c, s, low, high):
    """Section 5.3: the law of X_2 is unimodal."""
    return in_the_gap(c, s, low, high, (-1, -1), (1, -1), 2)


def deepest_valley(f, alpha, t):
    """How far the density of X_t falls between two places where it is higher."""
    heights = [h for _, _, *both in profile(f, alpha, t) for h in both]
    return max(
        min(max(heights[: i + 1]), max(heights[i:])) - height for i, height in enumerate(heights)
    )


def stays_unimodal(alpha, f, L, m, t):
    """Section 5.3: the density of X_t does not rise again where it has fallen."""
    valley = deepest_valley(f, alpha, int(t))
    return Case(alpha.is_controlled(L) and is_unimodal(f, m), valley, "<=", 0)


def stays_unimodal_at_even_times(alpha, f, L, m, t):
    """Appendix F.10: the same of even times."""
    case = stays_unimodal(alpha, f, L, m, t)
    return replace(case, hypotheses=case.hypotheses and t % 2 == 0)


def at_time_2(alpha, f, L, m, t):
    """Return whether t is 2, alpha controlled and X_0 unimodal, and modes of X_2 and of X_0."""
    hypotheses = int(t) == 2 and alpha.is_controlled(L) and is_unimodal(f, m)
    return hypotheses, modes_after(f, alpha, 2), modes_after(f, alpha, 0)


def preimages_of(alpha, x, *branches):
    """Return the preimages of a point under two-step maps, the first step named first."""
    return [alpha.back(first, alpha.back(second, x)) for first, second in branches]


def between_a_and_d(alpha, f, L, m, t):
    """Lemma F.19: m_s* <= d, the preimage of a mode of X_t under --."""
    hypotheses, (first, _), (_, before) = at_time_2(alpha, f, L, m, t)
    return Case(hypotheses, before, "<=", *preimages_of(alpha, first, (-1, -1)))


def below_d(alpha, f, L, m, t):
    """Lemma F.19: m_s* < d."""
    case = between_a_and_d(alpha, f, L, m, t)
    return Case(case.hypotheses, case.right, ">", case.left)


def between_b_and_c(alpha, f, L, m, t):
    """Lemma F.19: m_s* <= max(b, c), the preimages of a mode of X_t under +- and -+."""
    hypotheses, (first, _), (_, before) = at_time_2(alpha, f, L, m, t)
    return Case(hypotheses, before, "<=", max(preimages_of(alpha, first, (1, -1), (-1, 1))))


def mass_up_to_the_mode(alpha, f, L, m, t):
    """Lemma F.20, t = 2: F_2(mode) >= 1/2."""
    hypotheses, (first, _), _ = at_time_2(alpha, f, L, m, t)
    return Case(hypotheses, cdf_after(area(f), alpha, 2, first), ">=", HALF)


def mode_at_most_median(alpha, f, L, m, t=2):
    """Proposition 5.11: no mode is above a median, so that F_t(mode) <= 1/2."""
    _, last = modes_after(f, alpha, int(t))
    mass = cdf_after(area(f), alpha, int(t), last)
    return Case(alpha.is_controlled(L) and is_unimodal(f, m), mass, "<=", HALF)


def half_up_to_mode(of):
    """Appendix F.9: from F_t(mode) >= 1/2 what Proposition 5.11 says of mode and median."""

    def recompute(alpha, f, L, m, t):
        first, _ = modes_after(f, alpha, int(t))
        case = of(alpha, f, L, m, t)
        given = t % 2 == 0 and cdf_after(area(f), alpha, int(t), first) >= HALF
        return replace(case, hypotheses=case.hypotheses and given)

    return recompute


def unimodal_too(of):
    """The same where X_1 ... X_t have unimodal densities, as appendix F.9 may say."""

    def recompute(alpha, f, L, m, t=2):
        case = of(alpha, f, L, m, t)
        given = all(deepest_valley(f, alpha, j) == 0 for j in range(1, int(t) + 1))
        return replace(case, hypotheses=case.hypotheses and given)

    return recompute


def mode_below_median(alpha, f, L, m, t):
    """Proposition 5.11: every mode is below every median, where f_t has no plateau at it."""
    case = mode_at_most_median(alpha, f, L, m, t)
    pieces = profile(f, alpha, int(t))
    low, high = pieces[0][0], pieces[-1][1]
    median = just_above_median(lambda x: cdf_after(area(f), alpha, int(t), x), low, high)
    slack = (high - low) / 2**40
    steep = all(g != h for a, b, g, h in pieces if a <= median and median - slack <= b)
    return Case(case.hypotheses and steep, HALF, ">", case.left)


def peaked(low, high, m, G):
    """Return a unimodal law whose modes are those of a narrow block up to m, with the mass G there,
    and the first of these modes."""
    width = min(m - low, high - m) / 1000
    top = 2 * max(G / (m - low), (1 - G) / (high - m))
    rest = (G - top * width) / (m - width - low)
    parts = (low, m - width, rest), (m - width, m, top), (m, high, (1 - G) / (high - m))
    return parts, m - width


def straddle(c, s, low, high, m, G):
    """Lemma F.19, t = 2: m <= max(b, c), the preimages under +- and -+ of a mode of X_2."""
    alpha, (parts, first) = line(c, s, low), peaked(low, high, m, G)
    _, mode = modes(parts, alpha, 2)
    b, c = (alpha.back(one, alpha.back(other, mode)) for one, other in ((1, -1), (-1, 1)))
    return Case(alpha.is_controlled(s), first, "<=", max(b, c))


def mass_up_to_a_mode(c, s, low, high, m, G):
    """Lemma F.20, t = 2: F_2(mode) >= 1/2."""
    alpha, (parts, _) = line(c, s, low), peaked(low, high, m, G)
    _, last = modes(parts, alpha, 2)
    left = cdf_after(blocks(*parts), alpha, 2, last)
    return Case(alpha.is_controlled(s), left, ">=", HALF)


def mode_before_median(c, s, low, high, m, G):
    """Proposition 5.11, t = 2: a mode is at most every median, so that F_2(mode) <= 1/2."""
    alpha, (parts, _) = line(c, s, low), peaked(low, high, m, G)
    first, _ = modes(parts, alpha, 2)
    left = cdf_after(blocks(*parts), alpha, 2, first)
    return Case(alpha.is_controlled(s), left, "<=", HALF)


# -- F.10: the median; X_0 has the density h on [0, 1] and k <= h on [1, 1 + ell] ------------------


def with_density(alpha, f, L, m, t):
    """Return F_t, F_(t+2), a point just above the median of X_t, and whether X_0 has the unimodal
    density f and alpha slopes of at most L < 1."""
    start = area(f)
    now, later = (
        lambda x, steps=steps: cdf_after(start, alpha, steps, x) for steps in (int(t), int(t) + 2)
    )
    sides = ((f.knots[0], -1), (f.knots[-1], 1))
    low, high = (after(alpha, end, *int(t) * (sign,)) for end, sign in sides)
    hypotheses = alpha.is_controlled(L) and is_unimodal(f, m)
    return now, later, just_above_median(now, low, high), hypotheses


def no_median_falls(alpha, f, L, m, t=0):
    """Theorem 5.12 (a): m_(t+2) <= m_t for some median m_(t+2)."""
    _, later, median, hypotheses = with_density(alpha, f, L, m, t)
    return Case(hypotheses, later(median), ">=", HALF)


def integral(power, center, alpha, f, steps):
    """Return the integral of (x - center)^power over the law of X_t, exactly (Boole's rule)."""
    weights = (7, 32, 12, 32, 7)
    total = Fraction(0)
    for a, b, g, h in profile(f, alpha, steps):
        for k, weight in enumerate(weights):
            share = Fraction(k, 4)
            place, density = a + share * (b - a), g + share * (h - g)
            total += weight * (b - a) * density * (place - center) ** power / 90
    return total


def skewness_grows(alpha, f, L, m, t):
    """Section 5.4: E (X - E X)^3 / Var(X)^(3/2) grows from t to t + 1; squared, with its sign."""
    squares = []
    for steps in (int(t), int(t) + 1):
        mean = integral(1, 0, alpha, f, steps)
        second, third = (integral(k, mean, alpha, f, steps) for k in (2, 3))
        squares.append(third * abs(third) / second**3)
    hypotheses = alpha.is_controlled(L) and is_unimodal(f, m)
    return Case(hypotheses, squares[1], ">", squares[0])


def mean_falls(alpha, f, L, m, t):
    """Section 5.4: the centre of mass of X_{t+2} is left of that of X_t."""
    now, later = (integral(1, 0, alpha, f, int(t) + more) for more in (0, 2))
    return Case(alpha.is_controlled(L) and is_unimodal(f, m), now, ">", later)


def more_below(alpha, f, L, m, t, x):
    """Section 5.4: F_{t+2}(x) >= F_t(x)."""
    now, later = (cdf_after(area(f), alpha, int(t) + more, x) for more in (0, 2))
    return Case(alpha.is_controlled(L) and is_unimodal(f, m) and t % 2 == 0, later, ">=", now)


def more_below_first_median(alpha, f, L, m, t, x):
    """Section 5.4: the same at a median of X_0."""
    case = more_below(alpha, f, L, m, t, x)
    return Case(case.hypotheses and area(f)(x) == HALF, case.left, ">=", case.right)


def no_median_falls_from_the_mode(alpha, f, L, m):
    """Theorem 5.12 (a), t = 0, the mode being at most the median."""
    case = no_median_falls(alpha, f, L, m)
    return Case(case.hypotheses and area(f)(m) <= HALF, case.left, ">=", HALF)


def no_median_drops(alpha, f, L, m, r_t, t):
    """Theorem 5.12 (b): m_(t+2) <= m_t - p alpha(m_t) q, p = Pr(|X_t - m_t| <= r_t), q the least
    slope within r_t of m_t, alpha(m_t) > 0 and q > 0."""
    now, later, median, hypotheses = with_density(alpha, f, L, m, t)
    p = now(median + r_t) - now(median - r_t)
    places = [median - r_t, *(k for k in alpha.knots if abs(k - median) < r_t), median + r_t]
    least = min((alpha(b) - alpha(a)) / (b - a) for a, b in pairwise(places))
    straight = places[0] >= alpha.knots[0]
    steep = alpha(median) > 0 and least > 0
    target = median - p * alpha(median) * least
    return Case(hypotheses and straight and r_t > 0 and p > 0 and steep, later(target), ">=", HALF)


def any_four_branches(alpha, f, L, **mode):
    """Lemma F.22: at z_* the mean over the four branches is 1/2 or more, the mode being at most the
    median."""
    now, later, median, hypotheses = with_density(alpha, f, L, mode["m^*"], 0)
    nearest = max(after(alpha, median, -1, 1), after(alpha, median, 1, -1))
    return Case(hypotheses and now(mode["m^*"]) <= HALF, later(nearest), ">=", HALF)


def falling(c, s, h, k, ell):
    """Return the law, alpha = c + s x, the median of X_0, and whether all is as assumed."""
    cdf = blocks((Fraction(0), Fraction(1), h), (Fraction(1), 1 + ell, k))
    alpha, median = line(c, s, Fraction(0)), 1 / (2 * h)
    return cdf, alpha, median, alpha.is_controlled(s) and h >= k > 0 and cdf(median) == HALF


def four_branches(c, s, h, k, ell):
    """Lemma F.22: at z_* = max(T_-+(m), T_+-(m)) the mean over the four branches is 1/2 or more."""
    cdf, alpha, median, hypotheses = falling(c, s, h, k, ell)
    nearest = max(after(alpha, median, -1, 1), after(alpha, median, 1, -1))
    return Case(hypotheses, cdf_after(cdf, alpha, 2, nearest), ">=", HALF)


def median_falls(c, s, h, k, ell):
    """Theorem 5.12 (a), t = 0: m_2 <= m_0 for some median m_2."""
    cdf, alpha, median, hypotheses = falling(c, s, h, k, ell)
    return Case(hypotheses, cdf_after(cdf, alpha, 2, median), ">=", HALF)


def median_falls_again(m):
    """Theorem 5.12 (a), t = 2: m_4 <= m_2 = m for one law."""
    c, s, h, k = Fraction(1, 4), Fraction(1, 4000), Fraction(3, 5), Fraction(1, 100)
    cdf, alpha, _, hypotheses = falling(c, s, h, k, 40)
    is_later_median = cdf_after(cdf, alpha, 2, m) == HALF
    return Case(hypotheses and is_later_median, cdf_after(cdf, alpha, 4, m), ">=", HALF)


def local_drops(alpha, f, L, m, R_m, r_t, t):
    """Return F_(t+2), the median m_t, the least slope q within R_m >= alpha(m_t + r_t) + r_t of it,
    the mass p within r_t, and whether the hypotheses hold."""
    now, later, median, hypotheses = with_density(alpha, f, L, m, t)
    places = [median - R_m, *(k for k in alpha.knots if abs(k - median) < R_m), median + R_m]
    least = min((alpha(b) - alpha(a)) / (b - a) for a, b in pairwise(places))
    wide = r_t + alpha(median + r_t) <= R_m and places[0] >= alpha.knots[0]
    p = now(median + r_t) - now(median - r_t)
    return later, median, least, p, hypotheses and wide and r_t > 0 and p > 0


def local_drop(alpha, f, L, m, R_m, r_t, t):
    """F.10: F_(t+2)(z) >= 1/2 for z = m_t - p alpha(m_t) q + o(1), with o(1) = L q r_t."""
    later, median, q, p, hypotheses = local_drops(alpha, f, L, m, R_m, r_t, t)
    target = median - p * alpha(median) * q + L * q * r_t
    return Case(hypotheses, later(target), ">=", HALF)


def vanishing_drop(alpha, f, L, m, R_m, r_t, t):
    """F.10: F_(t+2)(z) >= 1/2 for the same z with o(1) = p alpha(m_t) q, which is m_t."""
    later, median, _, _, hypotheses = local_drops(alpha, f, L, m, R_m, r_t, t)
    return Case(hypotheses, later(median), ">=", HALF)


def smaller_window(alpha, f, L, m, R_m, r_t, t, **other):
    """F.10: letting r_t -> 0 gives the drop by p alpha(m_t) q of the first window, so that of a
    smaller window r' is no smaller."""
    rho = other["r'"]
    _, median, q, p, hypotheses = local_drops(alpha, f, L, m, R_m, r_t, t)
    now, *_ = with_density(alpha, f, L, m, t)
    smaller = now(median + rho) - now(median - rho)
    drops = [mass * alpha(median) * q for mass in (smaller, p)]
    return Case(hypotheses and 0 < rho < r_t, drops[0], ">=", drops[1])


def slopes_near_the_median(L, alpha, m, q, r, x):
    """F.10: T_+-(x), T_-+(x) <= x - alpha(x) q for |x - m| <= r, q being the least slope within r
    of m."""
    places = [m - r, *(knot for knot in alpha.knots if abs(knot - m) < r), m + r]
    least = min((alpha(b) - alpha(a)) / (b - a) for a, b in pairwise(places))
    hypotheses = alpha.is_controlled(L) and least == q > 0 and abs(x - m) <= r
    ends = after(alpha, x, 1, -1), after(alpha, x, -1, 1)
    return Case(hypotheses, max(ends), "<=", x - alpha(x) * q)


AT_A_POINT = {
    "lem-5.10@0": beyond_on_the_right,
    "lem-5.10@1": beyond_on_the_left,
    "lem-5.10@2": beyond_on_the_right,
    "lem-5.10@3": beyond_on_the_left,
    "lem-5.9-claim-consequence@0": stays_unimodal_at_even_times,
    "lem-5.9-claim-consequence@1": stays_unimodal,
    "lem-5.9-claim-consequence@2": stays_unimodal_at_even_times,
    "lem-5.9-claim-consequence@3": beyond_on_the_right,
    "lem-5.9-claim-consequence@4": gap_after_one,
    "lem-5.9-claim-consequence@5": gap_after_two,
    "lem-5.9@0": windows_right,
    "lem-5.9@1": windows_left,
    "lem-5.9@4": curved_right,
    "lem-5.9@5": curved_left,
    "lem-F.19@0": below_d,
    "lem-F.19@1": between_a_and_d,
    "lem-F.19@2": unimodal_too(below_d),
    "lem-F.19@3": unimodal_too(between_a_and_d),
    "lem-F.19@4": between_b_and_c,
    "lem-F.19@5": between_b_and_c,
    "lem-F.19@6": unimodal_too(between_b_and_c),
    "lem-F.19@7": unimodal_too(between_b_and_c),
    "lem-F.19@10": straddle,
    "lem-F.20@0": mass_up_to_the_mode,
    "lem-F.20@1": unimodal_too(mass_up_to_the_mode),
    "lem-F.20@2": mass_up_to_a_mode,
    "lem-F.22@2": any_four_branches,
    "lem-F.22@3": four_branches,
    "prop-5.11-step-median@2": half_up_to_mode(mode_at_most_median),
    "prop-5.11-step-median@3": unimodal_too(half_up_to_mode(mode_at_most_median)),
    "prop-5.11-step-median@4": half_up_to_mode(mode_below_median),
    "prop-5.11-step-median@5": unimodal_too(half_up_to_mode(mode_below_median)),
    "prop-5.11@0": mode_at_most_median,
    "prop-5.11@1": mode_at_most_median,
    "prop-5.11@2": mode_below_median,
    "prop-5.11@3": mode_below_median,
    "prop-5.11@4": unimodal_too(mode_at_most_median),
    "prop-5.11@5": unimodal_too(mode_at_most_median),
    "prop-5.11@6": mode_before_median,
    "thm-5.12-step-local@2": vanishing_drop,
    "thm-5.12-step-local@3": vanishing_drop,  # the median is larger as half the mass is not there
    "thm-5.12-step-local@4": no_median_drops,
    "thm-5.12-step-local@5": slopes_near_the_median,
    "thm-5.12-step-local@7": local_drop,
    "thm-5.12-step-local@8": smaller_window,
    "thm-5.12@0": no_median_falls,
    "thm-5.12@1": no_median_drops,
    "thm-5.12@2": no_median_falls_from_the_mode,
    "thm-5.12@3": median_falls,
    "thm-5.12@5": median_falls_again,
    "txt-5.4-sec@0": no_median_falls,
    "txt-5.4-sec@1": mean_falls,
    "txt-5.4-sec@2": no_median_falls,
    "txt-5.4-sec@6": more_below,
    "txt-5.4-sec@7": more_below_first_median,
    "txt-skew@0": mode_at_most_median,
    "txt-skew@2": skewness_grows,
}
