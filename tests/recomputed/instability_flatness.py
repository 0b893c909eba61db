"""Counterexamples to section 5 and appendix F of the paper on instability, in plain Python.

The walk is (5), X_{t+1} = X_t + xi_t alpha(X_t). Each function takes the values of a witness by
their names and returns a `Case`. What is said of laws with a density stands in a module of its own.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import accumulate, pairwise

import mpmath as mp

from tests.recomputed import instability_flatness_laws as laws
from tests.recomputed import instability_flatness_products as products
from tests.recomputed import instability_flatness_steps as steps
from tests.recomputed.case import Case
from tests.recomputed.walk import (
    PiecewiseLinear,
    after,
    ends,
    is_median,
    strings,
)

HALF = Fraction(1, 2)

# -- theorem 5.4 and proposition F.11 --------------------------------------------------------------


def mass_below_start(alpha, u, t):
    """F.4: P(X_t < u) = P(S_t < 0) + P(S_t = 0)."""
    left = sum(end < u for end in ends(alpha, u, int(t)))
    right = sum(sum(signs) <= 0 for signs in strings(int(t)))
    return Case(alpha.is_step_size, left, "==", right)


def outer_pair(alpha, c_0, c_1, **walk):
    """F.11: each pair of + and - contributes at most -c_0 c_1; here the outer pair of ++--."""
    X = [walk[f"X[{j}]"] for j in range(5)]
    steps = zip((1, 1, -1, -1), pairwise(X), strict=True)
    is_walk = all(new == old + sign * alpha(old) for sign, (old, new) in steps)
    steep = all(alpha(y) - alpha(x) >= c_1 * (y - x) for x in X for y in X if x < y)
    high = min(map(alpha, X)) >= c_0 > 0 and c_1 > 0
    hypotheses = alpha.is_step_size and is_walk and steep and high
    return Case(hypotheses, alpha(X[0]) - alpha(X[3]), "<=", -c_0 * c_1)


def pairs_of_a_string(t, **signs):
    """F.11: after pairing, t / 2 pairs, also where the sum of the signs is negative."""
    s = [signs[f"s[{j}]"] for j in range(int(t))]
    return Case(t % 2 == 0 and sum(s) <= 0, min(s.count(1), s.count(-1)), "==", t / 2)


# -- corollary 5.5 ---------------------------------------------------------------------------------


def continuous_at(alpha, m_0, limits):
    """Is alpha a step size with these one-sided limits? Between knots it is continuous."""
    return alpha.is_step_size and limits["a_-"] == limits["a_+"] == alpha(m_0)


def branches_below(alpha, x, m_0):
    return sum(end <= m_0 for end in ends(alpha, x, 2))


def half_from_c(alpha, m_0, x, **limits):
    """F.3: from C at least half the mass lies below m_0 after two steps."""
    inside = m_0 < x <= m_0 + 2 * limits["a_+"]
    hypotheses = continuous_at(alpha, m_0, limits) and inside
    return Case(hypotheses, branches_below(alpha, x, m_0), ">=", 2)


def half_from_d(alpha, m_0, x, **limits):
    """F.3: the same from D."""
    inside = x > m_0 + 2 * limits["a_+"]
    hypotheses = continuous_at(alpha, m_0, limits) and inside
    return Case(hypotheses, branches_below(alpha, x, m_0), ">=", 2)


def two_steps_from_atoms(alpha, m_0, v, w, x, y, limits, relation, more):
    """Compare F_2(m_0) with 1/2, for mass w at x, v at y and the rest at the median m_0."""
    law = [(x, w), (y, v), (m_0, 1 - w - v)]

    def mass(condition):
        return sum(weight for atom, weight in law if condition(atom))

    halves = mass(lambda a: a <= m_0) >= HALF <= mass(lambda a: a >= m_0)
    is_law = all(weight >= 0 for _, weight in law)
    left = sum(weight * branches_below(alpha, atom, m_0) for atom, weight in law) / 4
    hypotheses = continuous_at(alpha, m_0, limits) and is_law and halves and more(mass)
    return Case(hypotheses, left, relation, HALF)


def median_does_not_rise(alpha, m_0, v, w, x, y, **limits):
    """F.3: this guarantees the median does not increase."""
    return two_steps_from_atoms(alpha, m_0, v, w, x, y, limits, ">=", lambda mass: True)


def more_in_b(alpha, m_0, v, w, x, y, **limits):
    """Section 5.3: with more mass below the median than above, here in B than in C, the median must
    contract: F_2(m_0) > 1/2 as in the corollary."""
    low, high = m_0 - 2 * limits["a_-"], m_0 + 2 * limits["a_+"]

    def more(mass):
        return mass(lambda a: low < a <= m_0) > mass(lambda a: m_0 < a <= high)

    return two_steps_from_atoms(alpha, m_0, v, w, x, y, limits, ">", more)


def more_below(alpha, m_0, v, w, x, y, **limits):
    """Section 5.3: the same on the whole line."""

    def more(mass):
        return mass(lambda a: a < m_0) > mass(lambda a: a > m_0)

    return two_steps_from_atoms(alpha, m_0, v, w, x, y, limits, ">", more)


def step_to_the_left_increases(alpha, x, y):
    """F.5: T_- is increasing."""
    return Case(alpha.is_step_size and x < y, after(alpha, y, -1), ">", after(alpha, x, -1))


def two_left_below_right_left(alpha, x):
    """F.5: T_- o T_- <= T_- o T_+."""
    return Case(alpha.is_step_size, after(alpha, x, -1, -1), "<=", after(alpha, x, 1, -1))


def two_left_from_c(alpha, m_0, x, **limits):
    """F.5: T_-(T_-(x)) <= x - a_+ - a_+ for m_0 < x <= m_0 + 2 a_+."""
    inside = m_0 < x <= m_0 + 2 * limits["a_+"]
    hypotheses = continuous_at(alpha, m_0, limits) and inside
    return Case(hypotheses, after(alpha, x, -1, -1), "<=", x - 2 * limits["a_+"])


# -- theorem 5.6 -----------------------------------------------------------------------------------


def medians_of_later_steps(m, n):
    """Theorem 5.6 (i), (F.4): the median from 0 falls from t = 6 to t = 8, if alpha is 4 at 0, with
    slope 2 on [0, 3], 1/4 to the left and 1/8 to the right."""
    alpha = PiecewiseLinear((-15, 0, 3), (Fraction(1, 4), 4, 10), Fraction(1, 4), Fraction(1, 8))
    at_6, at_8 = ends(alpha, 0, 6), ends(alpha, 0, 8)
    return Case(alpha.is_step_size and is_median(m, at_6) and is_median(n, at_8), n, "<=", m)


def least_values(alpha, x, t):
    """Return the least of alpha and of its slopes where the walk from x is up to time t, between
    knots of alpha."""
    visited = [end for time in range(t + 1) for end in ends(alpha, x, time)]
    places = [knot for knot in alpha.knots if min(visited) <= knot <= max(visited)]
    assert {places[0], places[-1]} == {min(visited), max(visited)}
    chords = [(alpha(b) - alpha(a)) / (b - a) for a, b in pairwise(places)]
    return alpha(places[0]), min(chords)


def falls_by_the_rate(alpha, x, m, n):
    """Theorem 5.6 (i), (F.4): from t = 2 to t = 4 medians from x fall by c; here the least ones."""
    medians = is_median(m, ends(alpha, x, 2), least=True) and is_median(
        n, ends(alpha, x, 4), least=True
    )
    least, slope = least_values(alpha, x, 4)
    return Case(alpha.is_step_size and medians, n, "<=", m - least * slope)


def falls_at_the_median(alpha, x, m, n):
    """(F.4): from t = 2 to t = 4 the median m falls by alpha'_min alpha(m)."""
    case = falls_by_the_rate(alpha, x, m, n)
    return Case(case.hypotheses, n, "<=", m - least_values(alpha, x, 4)[1] * alpha(m))


def envelope_above_medians(alpha, m, n, w, x, y, Z):
    """Theorem 5.6 (ii), t = 2: every median of X_2 is at most Z_2 = max m_2(x); X_0 is x with mass
    w, or y. On the right a median of X_2."""
    hypotheses = (
        alpha.is_step_size
        and 0 <= w <= 1
        and is_median(m, ends(alpha, x, 2))
        and is_median(n, ends(alpha, y, 2))
        and max(m, n) == Z
    )
    law = [(end, w / 4) for end in ends(alpha, x, 2)]
    law += [(end, (1 - w) / 4) for end in ends(alpha, y, 2)]

    def halves(point):
        below = sum(weight for end, weight in law if end <= point)
        return below >= HALF <= sum(weight for end, weight in law if end >= point)

    highest = max(end for end, weight in law if weight > 0 and halves(end))
    return Case(hypotheses, Z, ">=", highest)


def dominated_medians(alpha, c, w, x, y):
    """F.3: the medians decrease as the envelope does; X_0 is x with mass w > 1/2, or y > x."""
    gaps = [abs(alpha(after(alpha, p, s)) - alpha(p)) for p in (x, y) for s in (1, -1)]
    hypotheses = alpha.is_step_size and min(gaps) >= c > 0 and x < y and HALF < w <= 1
    left = (w * branches_below(alpha, x, x) + (1 - w) * branches_below(alpha, y, x)) / 4
    return Case(hypotheses, left, ">=", HALF)


# -- lemmas F.12 and F.17 --------------------------------------------------------------------------


def lower_line(alpha, C, L):
    """F.7: (1 - L) x - C <= T_-(x), at x = -2 C / L."""
    x = -2 * C / L
    return Case(alpha.is_controlled(L) and C > 0, (1 - L) * x - C, "<=", after(alpha, x, -1))


def upper_line(alpha, C, L):
    """F.7: T_+(x) <= (1 + L) x + C, at x = -2 C / L."""
    x = -2 * C / L
    return Case(alpha.is_controlled(L) and C > 0, after(alpha, x, 1), "<=", (1 + L) * x + C)


def kernel_in_x(alpha, L, u, x, y):
    """Lemma F.17: h_u(x) = K_2(x, (-oo, u]) is nondecreasing in x."""
    left, right = (branches_below(alpha, start, u) for start in (x, y))
    return Case(alpha.is_controlled(L) and x < y, left, "<=", right)


# -- F.8: the recursion of Gronwall and the paths --------------------------------------------------


def recursion(L, values):
    """Return p, A and whether p_j <= A_j + L (p_0 + ... + p_(j-1)), A nondecreasing."""
    p = {j: values[f"p[{j}]"] for j in range(len(values) // 2 + 1)}
    A = {j: values[f"A[{j}]"] for j in p if j}
    obeys = all(p[j] <= A[j] + L * sum(p[i] for i in range(j)) for j in A)
    grows = all(A[j] <= A[j + 1] for j in A if j + 1 in A)
    return p, A, obeys and grows and p[0] == 0 <= min(p.values()) and 0 <= L < 1


def gronwall(L, k, **values):
    """Lemma F.14: p_k <= A_k / (1 - L)."""
    p, A, hypotheses = recursion(L, values)
    return Case(hypotheses, p[k], "<=", A[k] / (1 - L))


def gronwall_finer(L, k, **values):
    """Lemma F.14: p_k <= A_k (1 - L^k) / (1 - L)."""
    p, A, hypotheses = recursion(L, values)
    return Case(hypotheses, p[k], "<=", A[k] * (1 - L ** int(k)) / (1 - L))


def along(alpha, m, n, k, more):
    """Return whether the witness is the walk from m along its signs, no partial sum of which is
    beyond n, and how far it gets from m."""
    signs = [int(more[f"s[{j}]"]) for j in range(int(k))]
    walk = [more[f"X[{j}]"] for j in range(int(k) + 1)]
    steps = all(
        b == a + sign * alpha(a) for (a, b), sign in zip(pairwise(walk), signs, strict=True)
    )
    sums = all(abs(total) <= n for total in accumulate(signs))
    hypotheses = walk[0] == m and steps and sums and set(signs) <= {1, -1}
    return hypotheses, max(abs(x - m) for x in walk)


def in_neighbourhood(alpha, L, m, k, t, kappa, alpha_loc, R_loc):
    """Return whether R > alpha_loc kappa sqrt(t), t >= k, alpha_loc being the supremum of alpha on
    [m - R, m + R]."""
    far = (alpha_loc * kappa) ** 2 * t < R_loc**2 and t >= k and kappa >= 1
    return alpha(m + R_loc) == alpha_loc and far and alpha.is_controlled(L)


def at_the_mode(alpha, L, m, n, t, kappa, alpha_loc, R_loc, k=4, **more):
    """Corollary F.15: u_k <= alpha(m*) M_k / (1 - L)."""
    hypotheses, left = along(alpha, m, n, k, more)
    sides = in_neighbourhood(alpha, L, m, k, t, kappa, alpha_loc, R_loc)
    return Case(hypotheses and sides, left, "<=", alpha(m) * n / (1 - L))


def nearby(alpha, L, m, n, t, kappa, alpha_loc, R_loc, k=11, **more):
    """Corollary F.15: u_k <= alpha_loc M_k / (1 - L)."""
    hypotheses, left = along(alpha, m, n, k, more)
    sides = in_neighbourhood(alpha, L, m, k, t, kappa, alpha_loc, R_loc)
    return Case(hypotheses and sides, left, "<=", n * alpha_loc / (1 - L))


def typical_string(alpha, L, m, t, w, kappa, alpha_loc, R_loc, **more):
    """Lemma 5.10, step 1: |T_s(m*) - m*| <= alpha_loc kappa sqrt(t) / (1 - L), t = 16."""
    hypotheses, _ = along(alpha, m, 4 * kappa, t, more)
    sides = in_neighbourhood(alpha, L, m, t, t, kappa, alpha_loc, R_loc) and t == 16 and w > 0
    return Case(hypotheses and sides, abs(more["X[16]"] - m), "<=", alpha_loc * kappa * 4 / (1 - L))


def neighbourhood(alpha, m, kappa, t):
    """Appendix F.8: alpha(m* + R) kappa sqrt(t) < R for some R; the least difference of both sides,
    which is at R = 0 or a knot if it does not fall beyond the last one."""
    times = kappa * math.isqrt(t)
    hypotheses = alpha.is_controlled(HALF) and times**2 == kappa**2 * t and alpha.right * times >= 1
    ends = [Fraction(0), *(knot - m for knot in alpha.knots if knot > m)]
    return Case(hypotheses, 0, ">", min(alpha(m + R) * times - R for R in ends))


# -- equation (5), (F.1), (F.2) --------------------------------------------------------------------


def of_model(surely, limits, Q_zeta, eta, f_lambda, f_logU, x):
    """(4) in the state x = 0, where U is 1, with finitely many values of the noise.

    Returns whether the hypotheses hold, and for each limit the sizes of the step with their
    chances; a step is 0 where the surplus is not positive, which `surely` forbids.
    """
    surplus = [{eta * f_lambda(1) - c + z: p for z, p in Q_zeta.items()} for c in limits]
    rises = all(f.left > 0 and min(f.slopes) > 0 and f(0) >= 0 for f in (f_lambda, f_logU))
    noise = min(Q_zeta.values()) > 0 and sum(Q_zeta.values()) == 1
    centred = sum(z * p for z, p in Q_zeta.items()) == 0
    positive = not surely or all(d > 0 for values in surplus for d in values)
    hypotheses = x == 0 and eta > 0 and min(limits) > 0 and rises and noise and centred and positive
    return hypotheses, [
        [(f_logU(d) if d > 0 else 0, p) for d, p in values.items()] for values in surplus
    ]


def mean(values):
    """Return the mean of values with their chances."""
    return sum(value * p for value, p in values)


def random_step(surely):
    """(5): the chance that the step f_logU(delta_t) of (4) is alpha(x), its mean, is 1."""

    def at(C, **rest):
        hypotheses, (sizes,) = of_model(surely, [C], **rest)
        return Case(hypotheses, sum(p for size, p in sizes if size == mean(sizes)), "==", 1)

    return at


def moving_limit(surely):
    """(5): one alpha(x) for all times; at two times the limit C_t is C and C_1."""

    def at(C, C_1, **rest):
        hypotheses, sizes = of_model(surely, [C, C_1], **rest)
        return Case(hypotheses, mean(sizes[0]), "==", mean(sizes[1]))

    return at


def remainder_of_a_quadratic(lambda_1, lambda_2, rho, v):
    """(F.1) of L = (lambda_1 x^2 + lambda_2 y^2) / 2 along v = (p, q), where nothing is left:
    |L(rho v) + L(-rho v) - 2 L(0) - lambda_1 rho^2 / 2| / rho^4 = 0."""

    def loss(x, y):
        return (lambda_1 * x**2 + lambda_2 * y**2) / 2

    p, q = (1 - v**2) / (1 + v**2), 2 * v / (1 + v**2)
    second_difference = loss(rho * p, rho * q) + loss(-rho * p, -rho * q) - 2 * loss(0, 0)
    hypotheses = lambda_1 > max(lambda_2, 0) and p**2 + q**2 == 1 and p > 0 and rho > 0
    left = abs(second_difference - lambda_1 * rho**2 / 2) / rho**4
    return Case(hypotheses, left, "==", 0)


def even_remainder(Q, S, rho_0):
    """Return (F.1) along v_1 for L = Q x^4 / 24 + S x^6 / 720, on a fine grid of rho."""
    grid = [rho_0 * Fraction(n, 1000) for n in range(1, 1001)]
    return max(abs(2 * (Q * rho**4 / 24 + S * rho**6 / 720)) / rho**4 for rho in grid)


def remainder_is_positive(Q, S, rho_0):
    """F.1: U is strictly positive."""
    return Case(rho_0 > 0, even_remainder(Q, S, rho_0), ">", 0)


def all_in_size(pairs):
    """Return whether no even order gets smaller in size."""
    return all(abs(new) >= abs(old) for old, new in pairs)


def one_that_is_positive(pairs):
    """Return whether one even order, which is positive, gets larger and the other stays."""
    changed = [(old, new) for old, new in pairs if old != new]
    return len(changed) == 1 and 0 < changed[0][0] < changed[0][1]


def remainder_grows(increase):
    """F.1: U grows when the even orders increase, in either sense."""

    def case(Q, S, rho_0, **larger):
        pairs = (Q, larger["Q'"]), (S, larger["S'"])
        before, now = (even_remainder(*orders, rho_0) for orders in zip(*pairs, strict=True))
        return Case(rho_0 > 0 and increase(pairs), now, ">=", before)

    return case


def second_difference(c_12, c_21, c_22, c_30, c_40, lambda_1, lambda_2):
    """(F.2): (lambda_1(h v_1) - 2 lambda_1(0) + lambda_1(-h v_1)) / h^2 = D^4 L[v_1^4] + O(h^2) for
    the loss with these derivatives at 0, of two parameters; at h = 1/1000, to two digits."""

    def top(h):
        first = lambda_1 + c_30 * h + c_40 * h**2 / 2
        last = lambda_2 + c_12 * h + c_22 * h**2 / 2
        mixed = c_21 * h
        return (first + last + mp.sqrt(float((first - last) ** 2 + 4 * mixed**2))) / 2

    h = 0.001
    c_12, c_21, c_22, c_30, c_40, lambda_1, lambda_2 = map(
        float, (c_12, c_21, c_22, c_30, c_40, lambda_1, lambda_2)
    )
    value = (top(h) - 2 * top(0.0) + top(-h)) / h**2
    return Case(lambda_1 > lambda_2, round(float(value), 2), "==", round(c_40, 2))


# -- appendix E.7, the rotation measure (w_i / w_j)^2 of two parameters, 1 and r -------------------


def measure_with_fixed_weights(K_ii, K_ij, K_jj, r_k, **later):
    """E.7: it grows with r where K_kj = theta_k theta_j H_kj are fixed."""

    def of(ratio, value):
        h = [[K_ii, K_ij / ratio], [K_ij / ratio, K_jj / ratio**2]]  # the Hessian
        other = h[0][0] + h[1][1] - value
        is_top = value * other == h[0][0] * h[1][1] - h[0][1] ** 2 and value >= other
        v_i, v_j = value - h[1][1], h[1][0]  # of an eigenvector, by its second row
        return is_top, (v_i / (v_j * ratio)) ** 2

    (before, one), (after, two) = of(r_k, later["lambda"]), of(later["r'_k"], later["lambda'"])
    return Case(before and after and later["r'_k"] > r_k > 1 and K_ij != 0, two, ">", one)


AT_A_POINT = {
    **products.AT_A_POINT,
    **steps.AT_A_POINT,
    "cor-5.5-step-T-increasing@1": step_to_the_left_increases,
    "cor-5.5-step-T-increasing@2": two_left_below_right_left,
    "cor-F.15@0": at_the_mode,
    "cor-F.15@2": nearby,
    "eq-5@0": random_step(False),
    "eq-5@1": random_step(True),
    "eq-5@2": moving_limit(False),
    "eq-5@3": moving_limit(True),
    "eq-F.1@2": remainder_of_a_quadratic,
    "eq-F.1@3": remainder_is_positive,
    "eq-F.1@5": remainder_grows(all_in_size),
    "eq-F.1@6": remainder_grows(one_that_is_positive),
    "eq-F.2@1": second_difference,
    "lem-5.10-step-localization@2": at_the_mode,
    "lem-5.10-step-localization@4": typical_string,
    "lem-5.10-step-localization@7": at_the_mode,
    "lem-F.14@0": gronwall,
    "lem-F.14@1": gronwall_finer,
    "lem-F.17@1": kernel_in_x,
    "prop-F.11-step-greedy@2": outer_pair,
    "prop-F.11-step-greedy@6": pairs_of_a_string,
    "thm-5.4-step-mass@3": mass_below_start,
    "thm-5.6-outline@7": dominated_medians,
    "txt-Rstar-increasing@0": measure_with_fixed_weights,
    **laws.AT_A_POINT,
}
ALONG_A_RAY: dict = {}
TURNS = {
    1: HALF,
    15: 1,
    16: 7,
    24: 8,
    25: 10,
    32: 31,
    35: 32,
    57: 33,
    58: 34,
    92: 35,
    100: 36,
    101: 43,
    127: 44,
    144: 119,
    263: 163,
    426: 164,
    590: 165,
}
SLOPE_HALF = PiecewiseLinear((0, 2), (1, 2), HALF, HALF)
RISING = PiecewiseLinear(TURNS, TURNS.values(), 1, 1)
AT_2 = {"m_0": 2, "a_-": 2, "a_+": 2}
THREE_VALUES = {  # half of the mass at 0, an eighth at the median 1, the rest at 100
    "m_0": 1,
    "a_-": Fraction(3, 2),
    "a_+": Fraction(3, 2),
    "w": HALF,
    "v": Fraction(3, 8),
    "x": 0,
    "y": 100,
}
NO_CERTIFICATE = {  # values of our own
    **products.NO_CERTIFICATE,
    **steps.NO_CERTIFICATE,
    "cor-5.5-outline@2": half_from_c(SLOPE_HALF, x=6, **AT_2),
    "cor-5.5-outline@3": half_from_d(SLOPE_HALF, x=8, **AT_2),
    "cor-5.5-outline@4": median_does_not_rise(SLOPE_HALF, **THREE_VALUES),
    "cor-5.5-prose@1": more_in_b(SLOPE_HALF, **THREE_VALUES),
    "cor-5.5-prose@2": more_below(SLOPE_HALF, **THREE_VALUES),
    "cor-5.5-step-case-C@1": two_left_from_c(SLOPE_HALF, m_0=2, x=3, **{"a_-": 2, "a_+": 2}),
    "lem-5.10-step-neighbourhood@0": neighbourhood(SLOPE_HALF, m=0, kappa=2, t=1),
    "lem-F.12-step-linear-bounds@0": lower_line(SLOPE_HALF, C=1, L=HALF),
    "lem-F.12-step-linear-bounds@1": upper_line(SLOPE_HALF, C=1, L=HALF),
    "thm-5.6-i@0": falls_by_the_rate(RISING, 101, 25, 63),
    "thm-5.6-step-F.4@0": falls_at_the_median(RISING, 101, 25, 63),
    "thm-5.6-i, every median": medians_of_later_steps(Fraction(-7489, 1024), Fraction(-6595, 1024)),
    "thm-5.6-ii@1": envelope_above_medians(RISING, m=25, n=25, w=1, x=101, y=101, Z=25),
    "thm-5.6-outline@0, @1": falls_by_the_rate(RISING, 101, 25, 63),
    "thm-5.6-outline@2": envelope_above_medians(RISING, m=25, n=25, w=1, x=101, y=101, Z=25),
}
