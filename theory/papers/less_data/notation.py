"""The notation of sections 4.2 and A: one quadratic neuron on 2-sparse parity, in two phases.

Of all symbols c_0 and C are constants, on which hidden constants may depend. What the paper writes
M with a hat is `moment`, the empirical moment matrix, by row and column; `norm` is its spectral
norm, of which a proof uses only that no quadratic form of a unit vector exceeds it.
"""

from collections.abc import Mapping
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Implies, Or

from theory.argument_language import States
from theory.binders import unbound
from theory.claim import Source
from theory.language import Head, eq, function, integers, reals, sequence
from theory.notation import Named, UpToConstants
from theory.papers.less_data import task_notation
from theory.quantifiers import Every, inhabited

d, N, i, j = integers("d N i j")
eta, a, q, q_next, s, r = reals("eta a q q^+ s r")
y, f, z, x1, elsewhere = reals("y f z x_1 z_rest")
a_next = reals("a_next")
w1, w2 = reals("w_1 w_2")
rest = reals("w_rest")
best1, best2 = reals("w_1^* w_2^*")
a0, target, larger, margin, norm = reals("a_0 a_* a_*' q_* Mhat")
c0, C, c = reals("c_0 C c")
share = reals("x_share")
delta, eps, m, B, log_term = reals("delta epsilon m B_Nd L")
alpha, alpha0, ratio = reals("alpha alpha_0 r_t")
u_side, opposite, across = reals("c_t b_t v_t")
w, moment, other, x = map(sequence, ("w", "M", "u", "x"))
weights, spectrum = map(sequence, ("alpha_i", "lambda"))
drift = reals("epsilon_drift")
radius, angle = reals("r_2 theta")
z_plus, z_minus = reals("z_+ z_-")

delta_1, delta_2, side = reals("Delta_1 Delta_2 s_u")
gains, path = map(sequence, ("a_t", "w_t"))
t, s_step, T = integers("t s_t T_*")
T2, parity = integers("T_2 k")
step_size, accuracy = reals("x_a Lambda")
samples = integers("N'")
V, p_all, p_good = reals("V p_all p_good")
law_of_a, law_of_q, law_of_x = map(function, ("A", "Q", "X"))
sigma, K = reals("sigma K")
CHANCE, aligned, good_at, norm_at = map(function, ("P", "G", "G_0", "M_V"))

PR_Q = Head(
    "PrQ",
    "Pr(|q| >= c / sqrt(N)) at the start: w uniform on the sphere of R^d, q the mean of y (w.x)^2 "
    "over N independent uniform x in {-1, 1}^d with y = x_1 x_2; d, N, c",
    r"\Pr(|q| \ge #3 / \sqrt{#2})",
)
PR_Q_RANDOM = Head(
    "PrQrand",
    "Pr(|q| >= c / sqrt(N)) at the start, where each y is an independent uniform sign; d, N, c",
    r"\Pr^{\mathrm{rand}}(|q| \ge #3 / \sqrt{#2})",
)
PR_SHARE = Head(
    "PrShare",
    "Pr(w_1^2 + w_2^2 <= x) for w uniform on the sphere of R^d; d, x",
    r"\Pr(w_1^2 + w_2^2 \le {#2})",
)
PR_OVERLAP = Head(
    "PrOverlap",
    "Pr(|<w, u>| >= x) for w uniform on the sphere of R^d and a fixed unit vector u; d, x",
    r"\Pr(|\langle w, u\rangle| \ge {#2})",
)
PR_POP = Head(
    "PrPop",
    "Pr(|2 w_1 w_2| <= x) for w uniform on the sphere of R^d, of the population; d, x",
    r"\Pr(|q_{\mathrm{pop}}| \le {#2})",
)
_NORM = "Pr(|M| <= x), M the mean of N independent y x x^T, x uniform in {-1, 1}^d"
PR_NORM = Head("PrNorm", f"{_NORM}, y = x_1 x_2; d, N, x", r"\Pr(\|M\| \le {#3})")
PR_NORM_RANDOM = Head(
    "PrNormRand", f"{_NORM}, y a uniform sign; d, N, x", r"\Pr^{\mathrm{rand}}(\|M\| \le {#3})"
)
_START = (
    "at the start, w uniform on the sphere of R^d, a symmetric about 0 and never 0, M that of N "
    "samples with y"
)
_PAIR = "w_1^2 + w_2^2 <= 1 / d and |q| >= c / sqrt(N), q = w^T M w"
PR_ALIGNED = Head(
    "PrAligned",
    f"Pr(a, q and w_1 w_2 have one sign, |2 w_1 w_2| >= 3 / (4 d), {_PAIR}) {_START} = x_1 x_2; "
    "d, N, c",
    r"\Pr_{G \cap P}",
)
PR_ALIGNED_RANDOM = Head(
    "PrAlignedRand",
    f"Pr(a and q have one sign, sign(a) 2 w_1 w_2 >= 3 / (4 d), {_PAIR}) {_START} a random sign; "
    "d, N, c",
    r"\Pr_{G \cap P}^{\mathrm{rand}}",
)


def clip(x):
    """Return the projection of a number to [-1, 1]."""
    return sp.Max(-1, sp.Min(1, x))


def p_pz(level):
    """Return p_PZ(c) of lemma 1."""
    return (1 - 1 / sp.sqrt(2)) * (1 - sp.Rational(4, 3) * level**2) ** 2 / 3**8


LEVEL = (c > 0, c < sp.sqrt(3) / 2)

# the paper has inequalities up to a constant factor and does not explain the sign
limit = reals("K_0")
UP_TO_CONSTANTS = UpToConstants(
    "whether a hypothesis up to a constant factor admits every constant, or some constant that "
    "serves",
    Source("theorem 1", "appendix A.5"),
)
ANY_CONSTANT, SOME_CONSTANT = UP_TO_CONSTANTS.names

_MODEL = Source("section 4.2", "appendix A.1")
_PHASE_1 = Source("section 4.2", "appendix A.1, (A.3)")
_THM_3 = Source(appendix="appendix A.2, theorem 3")
_LEM_1 = Source(appendix="appendix A.2.1, lemma 1")
_LEM_3 = Source(appendix="appendix A.2.2, lemma 3")
_LEM_6 = Source(appendix="appendix A.3, lemma 6")
_LEM_8 = Source(appendix="appendix A.4.2, lemma 8")
_LEM_10 = Source(appendix="appendix A.4.2, lemma 10")
_FINAL = Source("theorem 1", "appendix A.4.3")
NOTATION = (
    Named(limit, "constant", "what an inequality up to a constant hides", UP_TO_CONSTANTS.place),
    Named(d, "variable", "number of inputs", Source("section 2", "appendix A.1")),
    Named(N, "variable", "number of samples of phase 1", _MODEL),
    Named(m, "variable", "width", Source("section 4.2", "theorem 3")),
    Named(parity, "variable", "number of inputs in the parity", Source("section 2")),
    Named(i, "variable", "an input, or an eigenvalue", _MODEL),
    Named(j, "variable", "another input", _MODEL),
    Named(eta, "variable", "learning rate", _MODEL),
    Named(a, "variable", "output weight", _MODEL),
    Named(y, "variable", "label", _MODEL),
    Named(f, "variable", "what the neuron returns", _MODEL),
    Named(z, "variable", "w.x, the argument of sigma", _MODEL),
    Named(x1, "variable", "first input", _MODEL),
    Named(elsewhere, "variable", "what the other inputs add to w.x", _MODEL),
    Named(a_next, "variable", "a after an update", Source("section 4.2, (1)")),
    Named(w, "variable", "input weights", _MODEL),
    Named(w1, "variable", "first input weight", _MODEL),
    Named(w2, "variable", "second input weight", _MODEL),
    Named(rest, "variable", "norm of all other input weights", _MODEL),
    Named(best1, "variable", "first input weight of a global minimiser", _MODEL),
    Named(best2, "variable", "its second input weight; all others vanish", _MODEL),
    Named(moment, "variable", "empirical moment matrix, by row and column", _PHASE_1),
    Named(norm, "variable", "its spectral norm", Source(appendix="appendix A.2, theorem 3")),
    Named(other, "variable", "any vector", _LEM_3),
    Named(x, "variable", "inputs of a sample, from 0 on", _MODEL),
    Named(q, "variable", "w^T M w", Source("section 4.2", "appendix A.1")),
    Named(q_next, "variable", "q after an update", Source(appendix="appendix A.2.2, lemma 3")),
    Named(s, "variable", "w^T M^2 w", Source(appendix="appendix A.2.2, (A.8)")),
    Named(r, "variable", "w^T M^3 w", Source(appendix="appendix A.2.2, (A.8)")),
    Named(weights, "variable", "squared coordinates of w in the eigenbasis of M", _LEM_3),
    Named(spectrum, "variable", "eigenvalues of M", _LEM_3),
    Named(a0, "variable", "size of the output weight at the start", _THM_3),
    Named(target, "variable", "size of the output weight at which phase 1 ends", _THM_3),
    Named(larger, "variable", "a larger size at which it may end", Source("theorem 1")),
    Named(T2, "variable", "number of updates of phase 2", _LEM_6),
    Named(step_size, "variable", "eta |a| in phase 2", _LEM_6),
    Named(accuracy, "variable", "log(d / epsilon)", Source("theorem 1")),
    Named(samples, "variable", "another number of samples", Source(appendix="appendix A.4.3")),
    Named(gains, "variable", "output weight after t updates", _PHASE_1),
    Named(path, "variable", "input weights after t updates, by step and input", _PHASE_1),
    Named(t, "variable", "number of updates", _PHASE_1),
    Named(margin, "variable", "lower bound of |q| at the start", Source(appendix="lemma 4")),
    Named(c0, "constant", "c_0, universal", Source(appendix="lemmas 1 and 10")),
    Named(share, "variable", "a value of w_1^2 + w_2^2", _LEM_1),
    Named(c, "variable", "a level, c_0 of lemma 1 or c_r of corollary 5", _LEM_1),
    Named(C, "constant", "C of the matrix Bernstein bound, universal", Source(appendix="lemma 5")),
    Named(B, "variable", "bound of the spectral norm", Source(appendix="corollary 4")),
    Named(delta, "variable", "probability of failure", Source("theorem 1", "lemma 5")),
    Named(log_term, "variable", "log(2 d / delta)", Source(appendix="lemma 5")),
    Named(eps, "variable", "accuracy", Source("theorem 1", "lemma 6")),
    Named(alpha, "variable", "alpha_t, size of the overlap of w and u_a", _LEM_6),
    Named(alpha0, "variable", "alpha_t at the start of phase 2", _LEM_6),
    Named(ratio, "variable", "r_t, what is orthogonal to u_a over that overlap", _LEM_6),
    Named(u_side, "variable", "overlap of w and u_a", _LEM_6),
    Named(opposite, "variable", "overlap of w and u_{-a}", _LEM_6),
    Named(across, "variable", "norm of what is orthogonal to both", _LEM_6),
    Named(delta_1, "variable", "what phase 1 adds to the first input weight", _LEM_8),
    Named(delta_2, "variable", "what phase 1 adds to the second input weight", _LEM_8),
    Named(side, "variable", "sign of the output weight, or of q_pop", _LEM_8),
    Named(radius, "variable", "r^2, the squared norm of P_12 w", _LEM_10),
    Named(z_plus, "variable", "overlap of w and (e_1 + e_2) / sqrt(2)", _LEM_10),
    Named(z_minus, "variable", "overlap of w and (e_1 - e_2) / sqrt(2)", _LEM_10),
    Named(angle, "variable", "theta, the angle of (z_+, z_-)", _LEM_10),
    Named(T, "variable", "T_*, number of updates of phase 1", _THM_3),
    Named(drift, "variable", "bound of what phase 1 changes of w", _LEM_8),
    Named(V, "variable", "what chance decides at the start, as one number", _MODEL),
    Named(law_of_a, "variable", "law of a at the start", Source(appendix="lemma 2")),
    Named(law_of_q, "variable", "law of q at the start", Source(appendix="lemma 2")),
    Named(law_of_x, "variable", "law of a random variable X", _LEM_10),
    Named(sigma, "variable", "standard deviation of X", _LEM_10),
    Named(K, "variable", "bound of E X^4 / sigma^4", _LEM_10),
    Named(CHANCE, "variable", "the law of V", _MODEL),
    Named(aligned, "variable", "1 where the events of lemma 10 happen, else 0", _FINAL),
    Named(good_at, "variable", "1 where the good event happens, else 0", _THM_3),
    Named(p_good, "constant", "probability of the good event", _THM_3),
    Named(norm_at, "variable", "spectral norm of the moment matrix, by V", _FINAL),
    Named(p_all, "constant", "probability of lemma 10", Source("theorem 1", "lemma 10")),
    Named(PR_Q, "quantity", "anti-concentration of q at the start", _LEM_1),
    Named(
        PR_Q_RANDOM,
        "quantity",
        "the same with random labels",
        Source(appendix="appendix A.5, corollary 5"),
    ),
    Named(PR_SHARE, "quantity", "law of w_1^2 + w_2^2 at the start", _LEM_1),
    Named(PR_OVERLAP, "quantity", "law of an overlap at the start", Source(appendix="lemma 9")),
    Named(PR_POP, "quantity", "law of |q_pop| at the start", _MODEL),
    Named(PR_NORM, "quantity", "law of the norm of M", Source(appendix="lemma 5")),
    Named(
        PR_NORM_RANDOM, "quantity", "the same with random labels", Source(appendix="corollary 6")
    ),
    Named(
        PR_ALIGNED,
        "quantity",
        "probability that the signs and the alignment at the start are right",
        Source(appendix="appendix A.4.2, lemma 10"),
    ),
    Named(
        PR_ALIGNED_RANDOM,
        "quantity",
        "the same with random labels",
        Source(appendix="appendix A.5, lemma 12"),
    ),
    *task_notation.NOTATION,
)
DEFINITIONS: dict[str, object] = {}


def among(tried: Mapping[Any, tuple[int, ...]]) -> tuple[Any, ...]:
    """Return that sizes are some for which a law is computed: of others nothing is said.

    >>> among({d: (2, 3), N: (1,)})
    (Eq(d, 2) | Eq(d, 3), Eq(N, 1))
    """
    return tuple(Or(*(eq(size, value) for value in values)) for size, values in tried.items())


def universal(constants: Mapping[Any, Any], bound: Any, given: tuple[Any, ...]) -> States:
    """Return that there are constants with which a bound holds wherever some conditions do.

    Args:
        constants: for each what is asked of it.
        bound: what holds, of the constants and of the sizes.
        given: the conditions on the sizes, and on vectors and laws; the constants depend on none.
    """
    holds = Implies(And(*given), bound, evaluate=False)
    for size in sorted(unbound(And(*given)), key=str, reverse=True):
        holds = Every(size, holds)
    return States(inhabited(constants, (*constants.values(), holds)))
