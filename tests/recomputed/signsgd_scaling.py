"""Counterexamples to the paper on SignSGD, recomputed from its pages in plain Python.

Each function takes the values of a witness by their names and returns a `Case`. With lambda_j =
j^(-beta) and lambda_j theta_j^2 = j^(-alpha) the coordinates obey (18),

    delta_(k+1) = delta_k - eta sgn(lambda_j delta_k + xi_k),  xi_k normal of variance lambda_j / B,

so that delta falls by eta with probability Phi(delta sqrt(lambda_j B)) and rises by eta otherwise.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import ceil, erfc, exp, isclose, log, sqrt

import mpmath as mp

from tests.recomputed.case import Case

# -- the dynamics (18) -----------------------------------------------------------------------------


def normal(x):
    """Phi(x)."""
    return erfc(-x / sqrt(2)) / 2


def one_step(law, rho):
    """Move the law of delta / eta, {place: probability}, by one step; rho = eta sqrt(lambda B)."""
    after = {}
    for place, weight in law.items():
        falls = normal(place * rho)
        after[place - 1] = after.get(place - 1, 0) + weight * falls
        after[place + 1] = after.get(place + 1, 0) + weight * normal(-place * rho)
    return after


def second_moment(place, rho, steps):
    """E (delta_k / eta)^2 after some steps from a place."""
    law = {place: 1.0}
    for _ in range(steps):
        law = one_step(law, rho)
    return sum(weight * here**2 for here, weight in law.items())


def sign_loss(alpha, beta, B, eta, steps, d):
    """E L = 1/2 sum of lambda_j E delta_j^2 over the coordinates 1 to d."""
    total = 0.0
    for j in range(1, d + 1):
        root, target = j ** (-beta / 2), j ** ((beta - alpha) / 2)
        total += root**2 * second_moment(-target / eta, eta * root * sqrt(B), steps)
    return eta**2 * total / 2


# -- appendix E ------------------------------------------------------------------------------------


def falls_with_mode_at_1(d, f, x, x_0, y):
    """Lemma E.1, case (1): "x_0 = 1, f is non-decreasing" on [1, d]."""
    return Case(
        x_0 == 1 <= x < y <= d and f(x) >= f(y) >= 0 and d == int(d), f(x), "<=", f(y)
    )  # non-increasing on [x_0, d]


def rises_with_mode_at_d(d, f, x, x_0, y):
    """Lemma E.1, case (2): "x_0 = d, f is non-increasing" on [1, d]."""
    return Case(1 <= x < y <= d == x_0 and 0 <= f(x) <= f(y) and d == int(d), f(x), ">=", f(y))


def small_correction(X, beta):
    """Lemma E.5, X = d^beta / T: (1 - X^-(2 - 1/beta)) / (2 - 1/beta) is of the order of
    1 - X^(2 - 1/beta); two sides of one order have one sign."""
    power = 2 - 1 / float(beta)
    left, right = (1 - float(X) ** -power) / power, 1 - float(X) ** power
    return Case(beta > 1 and X >= 1, left > 0, "==", right > 0)


def subdominant(T, X, beta):
    """Lemma E.5: X^(2 - 1/beta) is subdominant to T^(1 - 1/beta), for 1 <= T <= d^beta."""
    return Case(beta > 1 and X >= 1 and T >= 1, X ** (2 - 1 / beta), "at most", T ** (1 - 1 / beta))


def explicit_constant(m, constant):
    """Theorem E.4: for T = eta k >= d^beta the loss is at most of the order
    T^-1 d^(-beta (s - 1)) exp(-2 T d^-beta) + eta / B.

    For d = alpha = beta = 2, eta = 1 / m, k = m^2 and B = exp(m / 2), by the recursion (13) of the
    second moments in closed form, (14).
    """
    alpha, beta, d, s, T = 2, 2, 2, 1 / 2, m
    eta, B, steps = mp.mpf(1) / m, mp.exp(mp.mpf(m) / 2), m**2
    left = 0
    for j in range(1, d + 1):
        kept = (1 - eta * mp.mpf(j) ** -beta) ** (2 * steps)
        left += mp.mpf(j) ** -alpha * kept
        left += mp.mpf(j) ** -beta * eta / B * (1 - kept) / (2 - eta * mp.mpf(j) ** -beta)
    right = d ** (-beta * (s - 1)) / T * mp.exp(-2 * T * mp.mpf(d) ** -beta) + eta / B
    return Case(d**beta <= T and 0 < eta <= 1 / 2, left / 2, "<=", constant * right)


# -- appendix F ------------------------------------------------------------------------------------


def attractivity(theta, r, steps):
    """Assumption F.3: from k* on delta never leaves R_j = [-r, r], in units of eta.

    On the left the chance that it is out of R_j at some step after the one that brought it there.
    """
    outside, inside, left_again = {-theta: 1.0}, {}, 0.0
    for _ in range(steps):
        moved = one_step(inside, 1 / r)
        left_again += sum(weight for place, weight in moved.items() if abs(place) > r)
        inside = {place: weight for place, weight in moved.items() if abs(place) <= r}
        arrived = one_step(outside, 1 / r)
        outside = {place: weight for place, weight in arrived.items() if abs(place) > r}
        for place, weight in arrived.items():
            if abs(place) <= r:
                inside[place] = inside.get(place, 0) + weight
    return Case(r >= 1, left_again, "==", 0)


def change_of_variables(B, beta, d, eta, k):
    """(28): the integral of j^(-beta/2) (1 - exp(-T j^(-beta/2))) over [1, d] becomes
    eta / sqrt(B) T^(2/beta - 1) times that of (1 - exp(-z)) z^(-2/beta) over [T d^(-beta/2), T]."""
    regime = eta > 0 and B >= 1 and d >= 1 and k >= 1 and 1 < beta < 2
    B, beta, d, eta, k = (mp.mpf(v.numerator) / v.denominator for v in (B, beta, d, eta, k))
    T = eta * mp.sqrt(B) * k
    left = mp.quad(lambda j: j ** (-beta / 2) * (1 - mp.exp(-T * j ** (-beta / 2))), [1, d])
    kernel = mp.quad(lambda z: (1 - mp.exp(-z)) * z ** (-2 / beta), [T * d ** (-beta / 2), T])
    assert mp.almosteq(left, 2 / beta * T ** (2 / beta - 1) * kernel, 1e-10)  # holds instead
    right = eta / mp.sqrt(B) * T ** (2 / beta - 1) * kernel
    return Case(regime, round(left, 10), "==", round(right, 10))


def dominates(B, delta_0, eta, lambda_j):
    """Lemma F.2: |delta| > eta dominates every walk that steps to 0 with probability at least
    Phi(1), so that it steps away from 0 at least as often, as the one with Phi(1) itself."""
    width = sqrt(lambda_j * B)
    far = abs(delta_0) > eta and eta * width >= 1
    return Case(far and B >= 1, 1 - normal(abs(delta_0) * width), ">=", 1 - normal(1))


def mean_of_signs(k, j, eta, B, **values):
    """Lemma H.3: for any t the conditional means of the signs W_k up to t add up to 2 t / 3."""
    width = 1 / sqrt(B * values[f"lambda[{j}]"])
    path = [values[f"theta_k[{step}, {j}]"] - values[f"theta[{j}]"] for step in range(int(k) + 1)]
    moves = {abs(there - here) for here, there in pairwise(path)} == {eta}
    means = [2 * normal(abs(delta) / width) - 1 for delta in path[:-1]]
    return Case(moves and abs(path[0]) > width >= eta, sum(means), ">=", 2 * k / 3)


def sizes(eta, delta_k, **values):
    """Proposition F.4: |delta_(k+1)| = |delta_k| +- eta."""
    after = values["delta_{k+1}"]
    takes_a_step = after in (delta_k - eta, delta_k + eta)
    sizes_of_a_step = (abs(delta_k) - eta, abs(delta_k) + eta)
    return Case(eta > 0 and takes_a_step, abs(after) in sizes_of_a_step, "==", True)


def threshold(d, constant):
    """Theorem F.10: j* is the last j up to d with rho_j = eta sqrt(lambda_j B) at most 1, and up to
    it rho_j is at least of order 1; for eta = B = 1, lambda_j = (1 + j^2)^-2."""
    rho = [1 / (1 + j**2) for j in range(1, d + 1)]
    last = max(j for j in range(1, d + 1) if rho[j - 1] <= 1)
    return Case(last >= 1, rho[last - 1] * constant, ">=", 1)


def unstable_after_one_step(m, constant):
    """Theorems F.10 and 3.1: E L is at least of the order T^(-2s) + eta^2, T = eta sqrt(B) k.

    For alpha = beta = 4, eta = k = 1, d = m and B = m^2, with a constant for the order.
    """
    beta, s, T = 4, 3 / 4, m
    loss = sign_loss(beta, beta, B=m**2, eta=1, steps=1, d=m)
    return Case(m ** (beta / 2) >= T, constant * loss, ">=", T ** (-2 * s) + 1)


def unstable_is_better(m, constant):
    """Appendix B.3.1: E L is at least of the order T^(-2s) + eta / sqrt(B), T = eta sqrt(B) k.

    For alpha = beta = 4, eta = k = 1, d = m^2 and B = m^6, with a constant for the order.
    """
    beta, s, T = 4, 3 / 4, m**3
    loss = sign_loss(beta, beta, B=m**6, eta=1, steps=1, d=m**2)
    return Case((m**2) ** (beta / 2) >= T, constant * loss, ">=", T ** (-2 * s) + m**-3)


def unstable_coordinate(rho, steps, constant):
    """Proof of theorem F.10: E delta_k^2 is at least of the order eta^2, rho = eta sqrt(lambda B).

    For lambda = theta* = eta = 1, an odd number of steps and sufficiently many coordinates, with a
    constant for the order.
    """
    return Case(rho >= constant, constant * second_moment(-1, rho, steps), ">=", 1)


def unstable_few_hard_coordinates(B, N, alpha, beta, d, t):
    """Theorem F.10: E L is at most of the order T^(-2s) + eta^2, with alpha < beta.

    In eta k = t coordinate j = 2 t comes t closer to its target at most, which is j away.
    """
    eta, s, j = 1 / N, (alpha - 1) / beta, 2 * t
    T = sqrt(B) * t
    assert isclose(j ** ((beta - alpha) / 2), j)
    loss = j**-beta * (j - t) ** 2 / 2
    regime = t >= 1 and eta * sqrt(B) >= 1 and (1 + 1e-12) * d ** (beta / 2) >= T
    return Case(regime, loss, "at most", T ** (-2 * s) + eta**2)


def unstable_many_coordinates(B, alpha, beta, x):
    """Theorem F.10: E L is at most of the order T^(-2s) + eta^2, with beta < 2.

    At eta sqrt(B) = 1 and k = x, with d = x^(2/beta). As erf(v) <= 2 v / sqrt(pi), E delta^2
    after a step is at least (1 - 2 sqrt(2/pi) rho_j) E delta^2 + eta^2 and at least 0.
    """
    eta, s, k, d = 1 / sqrt(B), (alpha - 1) / beta, int(x), ceil(x ** (2 / beta))
    loss = 0.0
    for j in range(1, d + 1):
        lost = 2 * sqrt(2 / mp.pi) * j ** (-beta / 2)
        if lost < 1:
            loss += j**-beta * eta**2 * (1 - (1 - lost) ** k) / lost / 2
    return Case(alpha >= beta and k >= sqrt(B), loss, "at most", k ** (-2 * s) + eta**2)


def burn_in_at_one(B, N, alpha, beta):
    """Theorem 3.1 at eta k = 1, if that is burn-in: E L is at most of the order (1 - eta k)^2."""
    eta = 1 / float(N)
    loss = sign_loss(float(alpha), float(beta), float(B), eta, int(N), 2)
    return Case(alpha >= beta > 2, loss > 0, "==", (1 - eta * N) ** 2 > 0)


def signal_of_few(G, T, beta, d, s):
    """Theorem 3.1 against (24) for T >= d^(beta/2): with 1 / G = eta / sqrt(B) added to both,
    T^-1 d^(-(beta/2) (2s - 1)) exp(-T d^(-beta/2)) is at least of the order T^(-2s)."""
    d = max(d, 2)
    signal = exp(-T * d ** (-beta / 2)) / (T * d ** (beta / 2 * (2 * s - 1)))
    return Case(
        d ** (beta / 2) <= T and beta > 2, signal + 1 / G, "at least", T ** (-2 * s) + 1 / G
    )


def term_a(m, constant):
    """Theorem F.6, term A: the integral of j^(-alpha) exp(-T j^(-beta/2)) over [B^(1/alpha), d] is
    at least of the order T^(-2s) for B^(beta/(2 alpha)) <= T <= d^beta.

    For B = 1, alpha = beta = 2, d = m and T = m^2, with a constant for the order.
    """
    alpha, beta, d, T, s = 2, 2, m, m**2, 1 / 2
    left = mp.quad(
        lambda u: mp.exp((1 - alpha) * u - T * mp.exp(-beta / 2 * u)),
        mp.linspace(0, mp.log(d), 20),
    )  # j = exp(u)
    return Case(1 <= T <= d**beta, constant * left, ">=", T ** (-2 * s))


def residual_at_burn_in(eigenvalue, eta, target, constant):
    """(37) for B = 1: E (delta_k*^2 | k* = 1) is at least of the order 1 / lambda.

    On the left a mean over the paths of one step that enter R_1, with a constant for the order.
    """
    width, root = 1 / sqrt(eigenvalue), sqrt(eigenvalue)
    falls = normal(-target * root)
    paths = [(-target - eta, falls), (-target + eta, 1 - falls)]
    enters = [(here, chance) for here, chance in paths if abs(here) <= width]
    mean = sum(here**2 * chance for here, chance in enters) / sum(chance for _, chance in enters)
    hypotheses = eta <= 1 / 2 and target > width  # 1 <= lambda target^2, lambda <= 5 for c, C
    return Case(hypotheses, constant * mean, ">=", 1 / eigenvalue)


# -- appendix G, exponents of D or K ---------------------------------------------------------------


def least_exponent(s, b, noise):
    """The exponent of the least loss over eta = D^-a with K = D / B, B = D^b.

    For a >= b/2, as eta sqrt(B) is at most 1. With a > 1 - b, that is eta K < 1, the first
    coordinate has not arrived and the loss is of the order 1; for smaller a it is the larger of the
    signal (eta D / sqrt(B))^(-2s) and the noise, a falling line in a.
    """

    def signal(a):
        return -2 * s * (1 - b / 2 - a)

    gap, slope = (
        signal(Fraction(0)) - noise(Fraction(0)),
        signal(1) - noise(1) - signal(0) + noise(0),
    )
    candidates = (b / 2, 1 - b, -gap / slope)
    kept = [a for a in candidates if b / 2 <= a <= 1 - b]
    return min((max(signal(a), noise(a)) for a in kept), default=Fraction(0))


def best_above_2(s, b):
    """Theorem G.1 for beta > 2: the noise is eta / sqrt(B)."""
    return least_exponent(s, b, lambda a: -a - b / 2)


def stable_rates(m, steps, constant, law):
    """Theorem G.3: for D = K B data some eta <= 1 / sqrt(B) has a loss of the order of the law.

    On the left what no such eta gets below with one coordinate, lambda_1 = theta_1* = 1, D = m^20
    and K a power of m: an error changes by eta K at most.
    """
    data, k = m**20, m**steps
    furthest = k / sqrt(data // k)
    return Case(furthest < 1, (1 - furthest) ** 2 / 2, "<=", constant * law(data, data // k))


def critical_size(s, b, alpha, beta):
    """Appendix B.3.3: E*(B) keeps the order of E*(1) up to B = D^(2s/(2s+1))."""
    hypotheses = alpha >= beta > 2 and s == (alpha - 1) / beta and 0 <= b <= 2 * s / (2 * s + 1)
    return Case(hypotheses, best_above_2(s, b), "==", best_above_2(s, Fraction(0)))


def best_of_sgd(s, b):
    """The exponent of the least (eta K)^(-s) + eta / B over eta = D^-a, 0 <= a <= 1 - b."""
    tried = (Fraction(0), 1 - b, s / (s + 1) - b)
    return min(max(-s * (1 - b - a), -a - b) for a in tried if 0 <= a <= 1 - b)


def largest_size(s, best):
    """The exponent of the largest B up to which the least loss keeps its order, by bisection."""
    low, high = Fraction(0), Fraction(1)
    for _ in range(40):
        middle = (low + high) / 2
        keeps = best(s, middle) == best(s, Fraction(0))
        low, high = (middle, high) if keeps else (low, middle)
    return low


def quotient_of_sizes(s, alpha, beta):
    """Appendix B.3.3: the critical sizes of SignSGD and SGD have the quotient D^nu, nu = s /
    ((2s+1)(s+1))."""
    hypotheses = alpha >= beta > 2 and s == (alpha - 1) / beta
    quotient = largest_size(s, best_above_2) - largest_size(s, best_of_sgd)
    return Case(hypotheses, round(quotient, 9), "==", round(s / ((2 * s + 1) * (s + 1)), 9))


def step_size_binds(s, b):
    """Theorem G.5, beta > 2, case 1, s < 1/2: eta = B^-1 gives K^(-2s) for K^(2s) <= B <= K^2.

    The hypothesis beta < alpha of the theorem is left out, which excludes the case.
    """
    signal, noise = -2 * s * (1 - b + b / 2), -b - b / 2
    return Case(0 < s < Fraction(1, 2) and 2 * s <= b <= 2, max(signal, noise), "==", -2 * s)


def step_size_binds_below_2(s, b, beta):
    """Theorem G.5, beta < 2, case 1: the same for s < 1 - 1/beta, from K^(2s + 2/beta - 1) on."""
    time = 1 - b + b / 2  # exponent of eta sqrt(B) K
    signal, noise = -2 * s * time, -b - b / 2 + time * (2 / beta - 1)
    regime = 1 < beta < 2 and 0 < s < 1 - 1 / beta and 2 * s + 2 / beta - 1 <= b <= 2
    return Case(regime, max(signal, noise), "==", -2 * s)


def free_optimum(B, alpha, beta, k, s):
    """Theorem G.5: with eta = B^((1-2s)/(4s+2)) K^(-2s/(2s+1)), eta B is of the order
    B^(1/(2s+1)) K^(-2s/(2s+1))."""
    eta = B ** ((1 - 2 * s) / (4 * s + 2)) * k ** (-2 * s / (2 * s + 1))
    regime = alpha > beta > 2 and isclose(s, (alpha - 1) / beta)
    return Case(regime, eta * B, "at most", B ** (1 / (2 * s + 1)) * k ** (-2 * s / (2 * s + 1)))


# -- which certificate each of them recomputes -----------------------------------------------------

AT_A_POINT = {
    "eq-28@0": change_of_variables,
    "lem-E.1-step-labels@0": falls_with_mode_at_1,
    "lem-E.1-step-labels@1": rises_with_mode_at_d,
    "lem-E.5-step-small-correction@0": small_correction,
    "lem-H.3-step-stopped@0": mean_of_signs,
    "prop-F.4-step-abs@0": sizes,
    "thm-3.1@15": burn_in_at_one,
    "thm-G.5-step-case1@4": step_size_binds,
    "thm-G.5-step-case1@6": step_size_binds_below_2,
    "txt-critical-batch-sgn": critical_size,
    "txt-nu-exponent@2": quotient_of_sizes,
}
ALONG_A_RAY = {  # with the scales at which they are computed
    "lem-E.5-step-small-correction@1": (subdominant, (1e2, 1e4, 1e6)),
    "thm-3.1@16": (signal_of_few, (1e4, 1e8, 1e12)),
    "thm-F.10@5": (unstable_few_hard_coordinates, (1e8, 1e16, 1e24)),
    "thm-F.10@6": (unstable_many_coordinates, (1e2, 1e3, 1e4)),
    "thm-G.5-step-etaB": (free_optimum, (1e2, 1e4, 1e6)),
}
NO_CERTIFICATE = {  # values of our own
    "thm-F.6-step-termA": term_a(m=100, constant=1e6),
    "thm-E.4-step-explicit-constant": explicit_constant(m=10**6, constant=1e3),
    "thm-F.10-step-jstar": threshold(d=300, constant=100),
    "thm-G.3": stable_rates(m=100, steps=6, constant=1e6, law=lambda D, _: D**-0.75),
    "thm-G.3, beta = 2": stable_rates(
        m=100, steps=6, constant=1e6, law=lambda D, _: (D / log(D)) ** -0.75
    ),
    "thm-G.3, large B": stable_rates(m=100, steps=2, constant=1e6, law=lambda D, B: (B / D) ** 3),
    "lem-F.2-step-dominates": dominates(B=1, delta_0=2, eta=1, lambda_j=1),
    "asm-F.3": attractivity(theta=8, r=2, steps=20),
    "eq-37": residual_at_burn_in(eigenvalue=5, eta=1 / 2, target=1 / 2, constant=1e6),
    "thm-F.10-step-fixed-k": unstable_coordinate(rho=30, steps=21, constant=30),
    "thm-F.10": unstable_after_one_step(m=300, constant=100),
    "txt-fixed-d-any-k": unstable_after_one_step(m=300, constant=100),
    "txt-unstable-suboptimal": unstable_is_better(m=100, constant=30),
}
