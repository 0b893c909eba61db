"""Counterexamples to the paper on less data, recomputed from its pages in plain Python.

Each function takes the values of a witness by their names and returns a `Case`. An update is
(A.3) and (A.4), a <- clip(a + eta/2 w^T M w), w <- (w + eta a M w) / |w + eta a M w|; ratios do not
see the norm, so that w is not divided by it.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, log, sqrt

from tests.recomputed.case import Case

HALF = Fraction(1, 2)


def clip(x):
    """The projection of appendix A.1."""
    return max(-1, min(1, x))


def population(w):
    """M w for M = e_1 e_2^T + e_2 e_1^T."""
    return (w[1], w[0], *[0] * (len(w) - 2))


def form(w):
    """w^T M w."""
    return sum(one * other for one, other in zip(w, population(w), strict=True))


def updated(w, a, eta):
    """One update of both weights in phase 2, w without its normalisation."""
    moved = [one + eta * a * other for one, other in zip(w, population(w), strict=True)]
    return moved, clip(a + eta / 2 * form(w) / sum(x * x for x in w))


def from_overlaps(along, opposite, across):
    """sqrt(2) w for a > 0: along (1, 1, 0), opposite (1, -1, 0), and across (0, 0, sqrt(2))."""
    return (along + opposite, along - opposite), across


# -- lemma 4 ---------------------------------------------------------------------------------------


def clipping(a, eta, q, **values):
    """Proof of lemma 4: before the end of phase 1 a + eta q / 2 is not clipped, as |a| < 1."""
    norm, target = values["Mhat"], values["a_*"]
    hypotheses = 0 < target <= 1 and abs(a) < target and a * q > 0 and abs(q) <= norm
    stable = eta > 0 and eta * target * norm <= HALF
    return Case(hypotheses and stable, clip(a + eta / 2 * q), "==", a + eta / 2 * q)


# -- lemma 6 ---------------------------------------------------------------------------------------


def monotone(a, eta, q, **values):
    """Lemma 6 (1): |a| does not decrease."""
    w, across = from_overlaps(values["c_t"], values["b_t"], values["v_t"])
    size = sum(x * x for x in w) / 2 + across**2
    _, after = updated(w, a, eta)
    hypotheses = size == 1 and form(w) / 2 == q and q * a > 0 and 0 < eta <= HALF
    return Case(hypotheses and across == 0, abs(after), ">=", abs(a))


def contraction(a, eta, **values):
    """Lemma 6 (2): r_(t+1) is at most r_t / (1 + eta |a|); squares are compared."""
    w, across = from_overlaps(values["c_t"], values["b_t"], values["v_t"])
    after, _ = updated(w, a, eta)
    before, later = (
        (((v[0] - v[1]) / 2) ** 2 + across**2) / Fraction((v[0] + v[1]) ** 2, 4) for v in (w, after)
    )
    hypotheses = 0 < eta <= HALF and a > 0 and form(w) > 0
    return Case(hypotheses, later, "<=", before / (1 + eta * abs(a)) ** 2)


def factor(a, eta, q, **values):
    """Lemma 6 (2): r_2 is at most r_1 / (1 + eta |a_0|), of which b = 0 leaves no other part."""
    assert values["b_t"] == 0
    after = clip(a + eta / 2 * q)
    across, along = values["v_t"], values["c_t"]
    r_1 = across / ((1 + eta * a) * along)
    r_2 = r_1 / (1 + eta * after)
    hypotheses = 0 < eta <= HALF and a * q > 0 and q == along**2 and after == values["a_next"]
    return Case(hypotheses and along**2 + across**2 == 1, r_2, "<=", r_1 / (1 + eta * abs(a)))


def time(eta, epsilon, **values):
    """Lemma 6, end: after T_2 updates alpha^2 is at least 1 - epsilon."""
    a, along, other, across = (values[name] for name in ("a_t[0]", "c_t", "b_t", "v_t"))
    hypotheses = 0 < eta <= HALF and a > 0 and abs(along) > abs(other) and 0 < epsilon < HALF
    unit = along**2 + other**2 + across**2 == 1
    (one, two), rest = from_overlaps(float(along), float(other), sqrt(2) * across)
    w = [one, two, rest]
    for _ in range(ceil(2 / (eta * a) * log(1 / (along**2 * epsilon)))):
        w, a = updated(w, a, eta)
    reached = (w[0] + w[1]) ** 2 / (2 * sum(x * x for x in w))
    return Case(hypotheses and unit, reached, ">=", 1 - epsilon)


# -- the number of steps ---------------------------------------------------------------------------


def deviation(d, N, L, C):
    """C (sqrt(d L / N) + d L / N), L = log(2 d / delta)."""
    return C * (sqrt(d * L / N) + d * L / N)


def four_terms(B, d, N, eta, c_0):
    """The terms of which a_* is the least in appendices A.4.3 and A.5."""
    last = sqrt(c_0 / (64 * B * sqrt(N) * sqrt(d)))
    return 1, 1 / (2 * eta * B), 1 / (32 * eta * B * sqrt(d)), last


def fourth_is_least(d, N, C, L, eta, c_0):
    """Appendix A.4.3: "in particular, for d <= N <= d^2" a_* is the last of the four terms."""
    d, N, C, L, eta, c_0 = map(float, (d, N, C, L, eta, c_0))
    terms = four_terms(1 + deviation(d, N, L, C), d, N, eta, c_0)
    hypotheses = 3 <= d <= N <= d**2 and eta <= 1 / 2 and log(2 * d) < L and c_0 < sqrt(3) / 2
    return Case(hypotheses, terms[-1], "<=", min(terms[:-1]))


def sizes(L, Lambda, v_eta, **values):
    """Theorem 1: d, N and eta, which is 1 / v_eta up to a factor, and whether it admits them."""
    d, N, eta = values["d_x"], values["N_x"], HALF / v_eta
    return d, N, eta, d <= N <= d**2 and min(L, Lambda) >= 1 and eta <= HALF


def both_phases(L, Lambda, **values):
    """Theorem 1: a_* sqrt(N) / eta + 2 / (eta a_*) Lambda is at most of the order of the total."""
    d, N, eta, hypotheses = sizes(L, Lambda, **values)
    right = (N * d) ** 0.25 * Lambda * sqrt(L)
    target = Lambda / right
    left = target * sqrt(N) / eta + 2 / (eta * target) * Lambda
    return Case(hypotheses, left, "at most", right)


def random_steps(C, L, Lambda, c_0, **values):
    """Corollary 2: a_* sqrt(N) / eta + 2 / (eta a_*) Lambda is at most of the printed order."""
    d, N, eta, hypotheses = sizes(L, Lambda, **values)
    target = min(four_terms(deviation(d, N, L, C), d, N, eta, c_0))
    left = target * sqrt(N) / eta + 2 / (eta * target) * Lambda
    right = sqrt(N) / (eta * sqrt(d)) + sqrt(d) / eta * Lambda
    return Case(hypotheses, left, "at most", right)


def random_steps_in_theorem_1(L, Lambda, **values):
    """The same for the largest a_* that theorem 1 has for true labels, up to constants."""
    d, N, eta, hypotheses = sizes(L, Lambda, **values)
    target = (N * d) ** -0.25 / sqrt(L)
    left = target * sqrt(N) / eta + 2 / (eta * target) * Lambda
    right = sqrt(N) / (eta * sqrt(d)) + sqrt(d) / eta * Lambda
    return Case(hypotheses, left, "at most", right)


def phase_2_steps(C, L, Lambda, c_0, of=min, **values):
    """(A.13): T_2, the ceiling of 2 / (eta a_*) log(16 d / epsilon), is at most of its order."""
    d, N, eta, hypotheses = sizes(L, Lambda, **values)
    target = of(four_terms(1 + deviation(d, N, L, C), d, N, eta, c_0))
    left = ceil(2 / (eta * target) * (log(16) + Lambda))
    right = (N * d) ** 0.25 / eta * Lambda
    return Case(hypotheses, left, "at most", right)


def phase_2_steps_of_last(**values):
    """The same for the last of the four terms, with which the text goes on."""
    return phase_2_steps(of=lambda terms: terms[-1], **values)


def phase_2_steps_with_root(L, **values):
    """The same of (A.13) if it hides the factor log^(1/2)(d / delta) of theorem 1 alone."""
    alone = phase_2_steps(L=L, **values)
    return Case(alone.hypotheses, alone.left, "at most", sqrt(L) * alone.right)


def phase_1_steps(constant, c_0, eta, N):
    """(A.6): the ceiling of 2 (a_* - |a_0|)_+ sqrt(N) / (eta c_0) is O(a_* sqrt(N) / eta)."""
    target = 1 / (2 + 2 * constant)
    start = target / 2
    left = ceil(2 * max(target - start, 0) * sqrt(N) / (eta * c_0))
    norm = c_0 / sqrt(N)  # and |q| is that, too
    hypotheses = 0 < target <= 1 and 0 < c_0 < sqrt(3) / 2 and eta > 0 and N >= 1
    return Case(
        hypotheses and eta * target * norm <= HALF, left, "<=", constant * target * sqrt(N) / eta
    )


def phase_1_run(constant, eta, target, start):
    """Theorem 3: sqrt(N) is at most a constant times T_*, on each of four inputs N / 4 times."""
    signs = (1, -1)
    samples = [(one, two) for one in signs for two in signs] * (constant**2 // 4 + 1)
    N, w, a, steps = len(samples), (sqrt(HALF), sqrt(HALF)), start, 0
    moved = [sum(x * y * (x * w[0] + y * w[1]) * (x, y)[i] for x, y in samples) / N for i in (0, 1)]
    q = w[0] * moved[0] + w[1] * moved[1]
    still = max(abs(moved[i] - q * w[i]) for i in (0, 1)) < 1e-9  # so that no update moves w
    while abs(a) < target:
        a, steps = clip(a + eta / 2 * q), steps + 1
    hypotheses = a * q > 0 and abs(q) >= HALF / sqrt(N) and eta * target * 1 <= HALF  # |M| = 1
    return Case(still and hypotheses, sqrt(N), "<=", constant * steps)


# -- what else is printed --------------------------------------------------------------------------


def gradient_of_a(y, z):
    """Proof sketch of theorem 1: the gradient of a is w^T M w; the loss is linear in a."""

    def loss(a):
        return -y * (a * z**2 / 2 - 1)

    return Case(y in (1, -1), loss(1) - loss(0), "==", y * z**2)


AT_A_POINT = {
    "lem-4-step-clipping": clipping,
    "lem-6@1": monotone,
    "lem-6@3": contraction,
    "lem-6@5": factor,
    "lem-6@7": time,
    "txt-astar-min-of-four@1": fourth_is_least,
    "txt-gradient-of-a": gradient_of_a,
}
ALONG_A_RAY = {  # with the scales at which they are computed
    "cor-2@0": (random_steps_in_theorem_1, (1e2, 1e6, 1e10)),  # they drift by scale^(1/8)
    "cor-2@1": (random_steps_in_theorem_1, (1e2, 1e4, 1e6)),
    "cor-2@3": (random_steps, (1e2, 1e4, 1e6)),
    "thm-1@1": (both_phases, (1e2, 1e4, 1e6)),
    "eq-A.13@3": (phase_2_steps_of_last, (1e2, 1e4, 1e6)),
    "eq-A.13@5": (phase_2_steps_with_root, (1e2, 1e4, 1e6)),
    "eq-A.13@6": (phase_2_steps, (1e2, 1e4, 1e6)),
}
NO_CERTIFICATE = {  # values of our own
    "eq-A.6": phase_1_steps(constant=1000, c_0=HALF, eta=HALF, N=1),
    "thm-3": phase_1_steps(constant=10**6, c_0=HALF, eta=1, N=1),
    "thm-3, the steps": phase_1_run(constant=20, eta=HALF, target=0.2, start=0.1),
}
