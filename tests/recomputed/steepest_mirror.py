"""Counterexamples to the paper on steepest mirror flows, recomputed from its pages in plain Python.

Each function takes the values of a witness by their names and returns a `Case`. x = w_1 ... w_L;
the flow (5) without decay is dw_i = -sign(d_i f) |d_i f|^(q-1), coordinate by coordinate, and with
|w_i|^q = |w_1|^q + lambda and z = |w_1|^q

    |x|^q = z (z + lambda)^(L-1),   1 / R''(x) = (z + lambda)^(L-1) + (L-1) z (z + lambda)^(L-2).

Names such as f'_l are no names of Python; those functions take all values as one mapping.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import isclose, prod, sqrt

import mpmath as mp

from tests.recomputed.case import Case

NEAR = Fraction(1, 1000)


def sign(number):
    """The sign, 0 at 0."""
    return (number > 0) - (number < 0)


def steep(number, q):
    """sign(s) |s|^(q-1)."""
    return sign(number) * abs(number) ** (q - 1)


def exact(number):
    """A rational number as one of mpmath."""
    return mp.mpf(number.numerator) / number.denominator


# -- section 3 -------------------------------------------------------------------------------------


def entropy(values, of_root, of_moved):
    """Example 3.2: the second derivative of (2) in one coordinate is 1 / (m^2 + w^2) at x = m w.

    Gradient flow moves x = m w by -(m^2 + w^2) f'. The sum in (2) has no brackets: its factor 1/2
    stands before its first term and `of_root` and `of_moved` before the others.
    """
    scale, m, w, at = (exact(values[name]) for name in ("lambda", "m_l", "w_l", "x_l"))

    def R(x):
        root, moved = mp.sqrt(x**2 + 2 * scale**2), x * mp.log((m + w) / (m - w))
        return x * mp.asinh(x / scale) / 2 - of_root * root - of_moved * moved

    hypotheses = abs(w) < m and scale == m**2 - w**2 and at == m * w
    return Case(hypotheses, round(mp.diff(R, at, 2), 9), "==", round(1 / (m**2 + w**2), 9))


def half_of_all(**values):
    """(2) with the factor 1/2 on all terms."""
    return entropy(values, 0.5, 0.5)


def half_of_first(**values):
    """(2) with the factor 1/2 on the first term."""
    return entropy(values, 1, 1)


def nearest_of_all(limit, other):
    """Theorem 3.4: D_R(x_inf, x_0) <= D_R(x, x_0) for all x; R = x^2 / 2, Z = 1, from x_0 = 0.

    The gradient flow of (x - Y)^2 / 2 ends at x_inf = Y.
    """
    x, step = 0.0, 0.01
    for _ in range(10_000):
        x -= step * (x - limit)
    return Case(isclose(x, limit), limit**2 / 2, "<=", other**2 / 2)


# -- theorem 4.2 -----------------------------------------------------------------------------------


def along_quadratic(power, values):
    """The integral over all times of |f'(x_t)|^power: f = a x^2 / 2, R = x^2 / (2 mu), from x_0."""
    a, mu, q, start = (exact(values[name]) for name in ("f''_l", "mu", "q", "x_l0"))
    return mp.quad(lambda x: (a * x) ** power / (mu * (a * x) ** (q - 1)), [0, start])


def bounded(values):
    """q in [1, 2], and B bounds the slopes of f from x_0 to 0."""
    slope = values["f''_l"] * values["x_l0"]
    return 1 <= values["q"] <= 2 and min(values.values()) > 0 and slope <= values["B"]


def squared_gradient(**values):
    """Theorem 4.2: the integral of |grad f|_2^2 is at most (f(x_inf) - f(x_0)) / (mu B^(q-2))."""
    fall = 0 - values["f''_l"] * values["x_l0"] ** 2 / 2
    right = fall / (values["mu"] * values["B"] ** (values["q"] - 2))
    return Case(bounded(values), along_quadratic(2, values), "<=", exact(right))


def power_of_B(**values):
    """Its proof: the integral of |grad f|_2^2 is at most that of B^(q-2) |grad f|_q^q."""
    q = values["q"]
    right = exact(values["B"] ** (q - 2)) * along_quadratic(exact(q), values)
    return Case(bounded(values), along_quadratic(2, values), "<=", right)


def distance(D, E, Lambda):
    """Its proof: |x - x*|^2 <= Lambda / 2 (f(x) - f(x*)); D and E are those of f = E / D x^2."""
    strongly_convex = Lambda > 0 and D > 0 and Lambda <= 2 * E / D
    return Case(strongly_convex, D, "<=", Lambda / 2 * E)


def distance_in_time(B, D, E, E_0, Lambda, mu, q, t):
    """Its proof: |x_t - x*|^2 <= Lambda / 2 exp(-t mu B^(q-2) Lambda)."""
    decay = mp.exp(-exact(t * mu * B ** (q - 2) * Lambda))
    strongly_convex = Lambda > 0 and D > 0 and Lambda <= 2 * E / D
    hypotheses = (
        strongly_convex and 1 <= q <= 2 and min(B, mu) > 0 <= t and exact(E_0) * decay >= exact(E)
    )
    return Case(hypotheses, exact(D), "<=", exact(Lambda) / 2 * decay)


# -- theorem 4.3 -----------------------------------------------------------------------------------


def eigenvalue(P_ij):
    """Theorem D.2: the block with P off its diagonal has the eigenvalue sqrt(P)."""
    block = ((0, P_ij), (P_ij, 0))
    image = [sum(entry * 1 for entry in row) for row in block]  # of (1, 1)
    assert image == [abs(P_ij)] * 2
    return Case(P_ij > 0, float(image[0]), "==", sqrt(P_ij))


def two_zeros(first, second):
    """Theorem D.2: at least two w_i vanish at a critical point that f = x_1 has not itself."""
    slopes = (1, 0)  # of f, everywhere
    gradient = [s * w for factor in (second, first) for s, w in zip(slopes, factor, strict=True)]
    zeros = sum(not any(factor) for factor in (first, second))
    return Case(not any(gradient) and any(slopes), zeros, ">=", 2)


# -- lemma 4.5 and corollary 4.10 ------------------------------------------------------------------


def met_near(point, slope, side):
    """Is there a point nearby at which the slopes in the factors have these signs?"""
    for moves in product((-NEAR, NEAR / 3, NEAR), repeat=len(point)):
        w = [at + move for at, move in zip(point, moves, strict=True)]
        slopes = [slope(w) * prod(w[:i] + w[i + 1 :]) for i in range(len(w))]
        if tuple(map(sign, slopes)) == side:
            return True
    return False


def rate_of_balance(point, alpha, shares, slope, first, second):
    """Lemma 4.5, q = 1: d(|w_i| - |w_j|) = -alpha (|w_i| - |w_j|) for every Filippov velocity.

    A velocity is a mean of -s_i - alpha w_i over signs s of the slopes that are met nearby.
    """
    velocity = [-sum(share * s[i] for s, share in shares.items()) for i in range(len(point))]
    velocity = [v - alpha * w for v, w in zip(velocity, point, strict=True)]
    hypotheses = (
        sum(shares.values()) == 1
        and all(share >= 0 for share in shares.values())
        and all(met_near(point, slope, s) for s, share in shares.items() if share)
        and all(w or not v for v, w in zip(velocity, point, strict=True))  # at rest at 0
    )
    left = sign(point[first]) * velocity[first] - sign(point[second]) * velocity[second]
    return Case(hypotheses, left, "==", -alpha * (abs(point[first]) - abs(point[second])))


def balance_of_two(alpha, c, w_1, w_2, **shares):
    """Lemma 4.5 for f = (x - c)^2 / 2; a_k is the share of a side (signs of f' w_1 and f' w_2)."""
    sides = ((s_2, s_1) for s_1, s_2 in product((1, -1), repeat=2))
    by_side = dict(zip(sides, (shares[f"a_{k}"] for k in range(1, 5)), strict=True))
    return rate_of_balance([w_1, w_2], alpha, by_side, lambda w: prod(w) - c, 0, 1)


def balance_of_three(alpha, c, w_1, w_2, w_3, **shares):
    """Lemma 4.5 for f = c x where w_1 != 0; a_k is the share of a side: signs of w_2 and w_3."""
    by_side = {}
    for k, (s_2, s_3) in enumerate(product((1, -1), repeat=2), 1):
        signs = tuple(sign(c) * s for s in (s_2 * s_3, sign(w_1) * s_3, sign(w_1) * s_2))
        by_side[signs] = by_side.get(signs, 0) + shares[f"a_{k}"]
    return rate_of_balance([w_1, w_2, w_3], alpha, by_side, lambda w: c, 0, 2)


def balance_by_signs(point, alpha, slope, members):
    """Lemma 4.5, q = 1: the same for every member of the set-valued signs of remark B.6."""
    partials = [slope * prod(point[:i] + point[i + 1 :]) for i in range(len(point))]
    velocity = [-xi - alpha * w for xi, w in zip(members, point, strict=True)]
    hypotheses = (
        all(abs(xi) <= 1 for xi in members)
        and all(not p or xi == sign(p) for xi, p in zip(members, partials, strict=True))
        and all(w or not v for v, w in zip(velocity, point, strict=True))  # at rest at 0
    )
    left = sign(point[0]) * velocity[0] - sign(point[-1]) * velocity[-1]
    return Case(hypotheses, left, "==", -alpha * (abs(point[0]) - abs(point[-1])))


def balance_of_three_by_signs(alpha, c, w_1, w_2, w_3, xi_1, xi_2, xi_3):
    return balance_by_signs([w_1, w_2, w_3], alpha, c, (xi_1, xi_2, xi_3))


def balance_of_two_by_signs(alpha, c, w_1, w_2, xi_1, xi_2):
    return balance_by_signs([w_1, w_2], alpha, w_1 * w_2 - c, (xi_1, xi_2))


def sign_descent(factors, slope, time, step=NEAR):
    """Sign descent on a product of factors, from a third of a step beside the start."""
    w = [at + step / 3 for at in factors]
    for _ in range(int(time / step)):
        s = slope(prod(w))
        w = [v - step * sign(s * prod(w[:i] + w[i + 1 :])) for i, v in enumerate(w)]
    return w


def balance_in_time(a, b, t):
    """Lemma 4.5: |w_1| - |w_2| stays a - b in the sense of Filippov, for f = x^2 / 2, q = 1."""
    w_1, w_2 = sign_descent([a, b], lambda x: x, t)
    return Case(min(a, b, t) >= 0, round(abs(w_1) - abs(w_2), 1), "==", a - b)


def balance_from_zero(t, **values):
    """Corollary 4.10 in the sense of Filippov: it stays -lambda from (0, lambda)."""
    return balance_in_time(Fraction(0), values["lambda"], t)


def balance_in_training(t, w_1, **values):
    """Corollary 4.9 in the sense of Filippov: it stays that of the start."""
    return balance_in_time(w_1, w_1 + values["lambda"], t)


def pull(**values):
    """Lemma E.2: sign(w_i) |w_i|^(q-1) times the direction of its slope s = f' P is sign(w_i)
    sign(P) |P|^(q-1) sign(f')."""
    w, P, slope, q = (values[name] for name in ("w_il", "P", "f'_l", "q"))
    right = sign(w) * steep(P, q) * sign(slope)
    return Case(q >= 1, steep(w, q) * steep(slope * P, q), "==", right)


# -- theorem 4.8 -----------------------------------------------------------------------------------


def inverse_metric(z, balance, L):
    """(14)."""
    return (z + balance) ** (L - 1) + (L - 1) * z * (z + balance) ** (L - 2)


def divergence_from_zero(q, L, balance, digits):
    """D_R(0, x), the integral of x R''(x) dx, up to the x that belongs to z = 10^digits.

    As 1 / R'' is d|x|^q / dz, this is that of |x|^(2-q) dz / q, here in the logarithm of z.
    """
    q, balance = exact(q), exact(balance)

    def integrand(log):
        z = mp.exp(log)
        return (z * (z + balance) ** (L - 1)) ** (2 / q - 1) / q * z

    return mp.quad(integrand, [mp.log(10) * k for k in range(-60, digits + 1, 4)])


def level_sets(L, q, **values):
    """Theorem E.3: R is Bregman; a level set of D_R(0, .) is bounded only if D_R grows beyond it.

    Here D_R(0, .) stays below 2, so that its set of level 2 is the line.
    """
    balance = values["lambda"]
    reached = divergence_from_zero(q, int(L), balance, 40)
    return Case(q >= 1 and L >= 2 and balance > 0, reached, ">", 2)


def finite_slope_at_0(L, q):
    """Theorem E.3 at lambda = 0: R is C^1 on the line, so that R' stays bounded towards 0.

    R'' is 1 / (L |x|^m); its integral from 10^(-k) to 1 has to settle as k grows.
    """
    m = Fraction(q * (L - 1), L)
    ends = [
        mp.quad(lambda y: mp.exp((1 - float(m)) * y) / L, [-k * mp.log(10), 0]) for k in (10, 20)
    ]
    return Case(1 <= q <= 2 and L >= 2, ends[1], "<=", 1.5 * ends[0])


def speed_after_rest(L, s, **values):
    """Theorem 4.8 in the sense of Filippov: from (0, lambda), after a time s in which the slope is
    x, x moves at the speed lambda^(L-1) of its R at x = 0, for the slope -1."""
    balance = values["lambda"]
    rested = sign_descent([Fraction(0)] + [balance] * (int(L) - 1), lambda x: x, s)
    speed = sum(abs(prod(rested[:i] + rested[i + 1 :])) for i in range(int(L)))
    return Case(L >= 2 and 0 <= s < balance, round(speed, 1), "==", balance ** (L - 1))


def lower_bound(q, L, balance, z, x):
    """Its proof: R''(x) >= |x|^(-m), m = q (L-1) / L."""
    hypotheses = min(q, L) >= 1 and balance > 0 and x**q == z * (z + balance) ** (L - 1)
    power = Fraction(q * (L - 1), L)
    return Case(hypotheses, 1 / inverse_metric(z, balance, L), ">=", x**-power)


def metric_at_two(z, **values):
    """Its proof: 2 |w_1|^q + lambda is the root of lambda^2 + |x|^q for two factors."""
    balance = values["lambda"]
    right = sqrt(balance**2 + z * (z + balance))
    return Case(z >= 0 and balance >= 0, float(2 * z + balance), "==", right)


# -- lemma 4.13, corollary 4.14 --------------------------------------------------------------------


def logarithmic(L, q, x_l, x_l0):
    """Lemma 4.13, m = 1: R'' of x log(x / x_0) - x over L is 1 / (L |x|)."""
    start = exact(x_l0)
    left = mp.diff(lambda x: (x * mp.log(x / start) - x) / int(L), exact(x_l), 2)
    hypotheses = q * (L - 1) == L and x_l * x_l0 > 0
    return Case(hypotheses, round(left, 9), "==", round(1 / exact(L * abs(x_l)), 9))


def no_bregman(L, q=2, **values):
    """Corollary 4.14: R is no Bregman function on the line, as D_R(0, .) would have to be bounded.

    R is C^2 and strictly convex for lambda > 0; the divergence grows tenfold and more.
    """
    balance = values["lambda"]
    near, far = (divergence_from_zero(Fraction(q), int(L), balance, d) for d in (4, 12))
    return Case(balance > 0 and (q > 2 or L >= 3), far, "<=", 10 * near)


# -- theorem F.1 -----------------------------------------------------------------------------------


def stationary(pulled, outwards, is_largest):
    """One coordinate of a KKT point: no pull, or a pull outwards where |x| is largest."""
    return not pulled or (is_largest and outwards)


def blow_up(**values):
    """Figure 2: from x_0 x' = x^m blows up the sooner, the larger m is."""
    start, m, larger = (exact(values[name]) for name in ("x_l0", "m", "m'"))

    def time(power):
        return mp.quad(lambda x: x**-power, [start, 1, mp.inf])

    hypotheses = start == mp.mpf(1) / 10 and 1 < m < larger
    return Case(hypotheses, round(time(m), 9), ">", round(time(larger), 9))


def margin_direction(L, omega_1, omega_2, z_1, z_2, **values):
    """Theorem F.1: the direction reached is a KKT point of min max |x|^(2/L), <x, z> >= 1.

    Exact sign descent on exp(-<x, z>) from w_1 = omega and other factors of |omega| + lambda.
    """
    step, z, balance = Fraction(1, 4), (z_1, z_2), values["lambda"]
    factors = [[s] + [abs(s) + balance] * (int(L) - 1) for s in (omega_1, omega_2)]
    for _ in range(4_000):
        for coordinate, w in enumerate(factors):
            others = [prod(w[:i] + w[i + 1 :]) for i in range(len(w))]
            w[:] = [v + step * sign(z[coordinate] * o) for v, o in zip(w, others, strict=True)]
    x = [prod(w) for w in factors]
    largest = max(map(abs, x))
    separated = sum(a * b for a, b in zip(x, z, strict=True)) > 100  # the loss is below any level
    is_kkt = all(
        stationary(b != 0, a * b > 0, abs(a) == largest) for a, b in zip(x, z, strict=True)
    )
    return Case(separated and min(abs(omega_1), abs(omega_2)) > 0, is_kkt, "==", True)


def reduction(p_1, p_2, r_1, r_2, z_1, z_2, **values):
    """Its proof: balanced KKT points of the weights are KKT points in x; |x_c| = r_c p_c."""
    depth, largest = int(values.get("L", 2)), max(r_1, r_2)
    both = ((p_1, r_1, z_1), (p_2, r_2, z_2))
    hypotheses = (
        all(p == r ** (depth - 1) for p, r, _ in both)
        and sum(p * r * z for p, r, z in both) > 0
        and all(stationary(z * p != 0, z * p > 0, r == largest) for p, r, z in both)
    )
    in_x = all(stationary(z != 0, z > 0, r == largest) for _, r, z in both)
    return Case(hypotheses, in_x, "==", True)


# -- theorem G.1 and table 4 -----------------------------------------------------------------------


def exponent(**values):
    """Theorem G.1: dz/dt is -(R'')^(1/q - 1 - (q-1)/q) times the steepest direction of f in z."""
    metric, slope, q = (float(values[name]) for name in ("R''_l", "f'_l", "q"))
    left = metric ** (1 / q) * -steep(slope, q) / metric
    in_z = slope / metric ** (1 / q)
    right = -(metric ** (1 / q - 1 - (q - 1) / q)) * steep(in_z, q)
    return Case(metric > 0 and q >= 1, left, "==", right)


def decay_outweighed(alpha, slope):
    """Table 4, coupled decay at depth 10: that the truth is found needs a slope u v^8 in w_i that
    outweighs alpha v; u = |w_1| is at most 1/10 - v, as both move at unit speed."""
    sizes = [Fraction(k, 1000) for k in range(1, 100)]
    left = max(slope * (Fraction(1, 10) - v) * v**7 for v in sizes)
    return Case(alpha > 0, left, ">=", alpha)


AT_A_POINT = {
    "cor-4.10@1": balance_from_zero,
    "cor-4.9@0": balance_in_training,
    "cor-4.14@1": no_bregman,
    "cor-4.14@3": no_bregman,
    "ex-3.2@0": half_of_all,
    "ex-3.2@1": half_of_first,
    "lem-4.13@0": logarithmic,
    "fig-2@5": blow_up,
    "lem-4.5-step-factors@1": pull,
    "lem-4.5@2": balance_of_three,
    "lem-4.5@3": balance_of_three_by_signs,
    "lem-4.5@4": balance_of_two,
    "lem-4.5@5": balance_of_two_by_signs,
    "lem-4.5@6": balance_in_time,
    "thm-4.2-step-distance@0": distance,
    "thm-4.2-step-distance@1": distance_in_time,
    "thm-4.2-step-power-of-B@0": power_of_B,
    "thm-4.2@1": squared_gradient,
    "thm-4.3-step-eigenvalues@0": eigenvalue,
    "thm-4.8-step-appendix-metric@3": metric_at_two,
    "thm-4.8@1": speed_after_rest,
    "thm-4.8@6": level_sets,
    "thm-4.8@8": finite_slope_at_0,
    "thm-F.1-step-reduction@2": reduction,
    "thm-F.1@1": margin_direction,
    "thm-G.1-step-exponent@0": exponent,
}
ALONG_A_RAY: dict[str, tuple] = {}
NO_CERTIFICATE = {  # values of our own
    "tab-4": decay_outweighed(alpha=Fraction(1, 10**4), slope=10**5),
    "thm-3.4": nearest_of_all(limit=2, other=1),
    "thm-4.3-step-two-zeros": two_zeros(first=(0, 1), second=(0, 1)),
    "thm-4.8-step-lower-bound@0": lower_bound(q=2, L=2, balance=3, z=1, x=2),
}
