"""Second entries of the paper on less data, from the page: phase 1 as a whole, phase 2, its rates."""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from tests.double_entry.less_data import (
    DRIFT,
    MATRIX,
    PAIR,
    chance,
    chance_of_a,
    earlier,
    entry,
    excess,
    half,
    in_step,
    label,
    mean,
    none_reached,
    q_at,
    total,
    updated,
    weights_at,
)
from theory.argument_language import States
from theory.choices import Ambiguous
from theory.claim import ForAll
from theory.language import eq, function, integers, le, reals
from theory.orders import Large, Order, Small
from theory.papers.less_data.notation import (
    T2,
    B,
    C,
    N,
    T,
    V,
    a,
    c0,
    clip,
    d,
    delta,
    eps,
    eta,
    gains,
    good_at,
    i,
    j,
    law_of_a,
    log_term,
    m,
    norm,
    norm_at,
    other,
    p_good,
    p_pz,
    path,
    t,
    target,
    w,
    x,
    y,
)
from theory.quantifiers import Every, Some
from theory.sequences import In, Indicator, Law, Mean, Signs, Sphere

# -- theorem 3 and (A.6) ---------------------------------------------------------------------------

LEVEL = (c0 > 0, c0 < sp.sqrt(3) / 2)
w_after = eq(path[t + 1, i], updated[i] / sp.sqrt(sp.Sum(updated[j] ** 2, (j, 1, d))))
a_after = eq(gains[t + 1], clip(gains[t] + eta / 2 * q_at(t)))
PHASE_1 = (
    *MATRIX,
    Every(t, Implies(t >= 0, a_after, evaluate=False)),
    Every(t, Every(i, Implies(in_step, w_after, evaluate=False))),
    eq(total(weights_at(0)[i] ** 2), 1),
    *(target > 0, target <= 1, eta > 0, N >= 1),
)
ON_BOTH_EVENTS = (
    *PHASE_1,
    *LEVEL,
    eq(sp.sign(gains[0]), sp.sign(q_at(0))),
    sp.Abs(q_at(0)) >= c0 / sp.sqrt(N),
    le(eta * target * norm, half),
)
steps = sp.ceiling(2 * excess / (eta * c0) * sp.sqrt(N))
REACHED = States(Some(T, And(T >= 0, sp.Abs(gains[T]) >= target, steps >= T)), given=ON_BOTH_EVENTS)


def of_order(right, relation, over):
    """Return the order of the bound of the number of steps."""
    return States(Order(steps, right, relation, over), given=ON_BOTH_EVENTS)


SIZES_OF_A_6 = (N, d, eta, target, gains, path)
PHASE_1_TIME = {
    "bound": REACHED,
    "order": of_order(target / eta * sp.sqrt(N), "at most", SIZES_OF_A_6),
}
row = integers("n'")


def q_of_samples():
    """Return q, the samples one after the other."""
    along = total(w[i] * x[d * row + i - 1])
    return sp.Sum(x[d * row] * x[d * row + 1] * along**2, (row, 0, N - 1)) / N


both = And(eq(sp.sign(a), sp.sign(q_of_samples())), sp.Abs(q_of_samples()) >= c0 / sp.sqrt(N))
of_good = Mean(Mean(Mean(Indicator(both), a, Law(law_of_a)), x, Signs(N * d)), w, Sphere(d))
GAUSSIAN = Every(y, eq(chance_of_a(a <= y), 1 - sp.erfc(y * sp.sqrt(m) / sp.sqrt(2)) / 2))
OF_START = (m > 0, GAUSSIAN)
is_good = Implies(And(N >= 1, d >= 3), of_good >= p_pz(c0) / 2, evaluate=False)
GOOD = Ambiguous(
    "for some choice of c_0",
    {
        "one": States(
            Some(c0, And(*LEVEL, Every(N, Every(d, is_good)))),
            given=OF_START,
        ),
        "any": States(of_good >= p_pz(c0) / 2, given=(*OF_START, *LEVEL, N >= 1, d >= 3)),
    },
)
stable = le(eta * target * norm_at(V), half)
WITH_PROBABILITY = States(
    chance(And(eq(good_at(V), 1), stable)) >= p_good - delta,
    given=(
        *(delta > 0, delta < 1, eta > 0, B > 0, target > 0, target <= sp.Min(1, 1 / (2 * eta * B))),
        chance(eq(good_at(V), 1)) >= p_good,
        chance(norm_at(V) <= B) >= 1 - delta,
    ),
)
IN_N = Ambiguous(
    "that the number of steps scales as sqrt(N)",
    {
        "at most": of_order(sp.sqrt(N), "at most", (N, d, gains, path)),
        "of that order": of_order(sp.sqrt(N), "same", (N, d, gains, path)),
    },
)
THEOREM_3 = {
    "good event": GOOD,
    **PHASE_1_TIME,
    "probability": WITH_PROBABILITY,
    "in N": IN_N,
}

# -- lemma 4, a step of its proof ------------------------------------------------------------------

NOT_CLIPPED = States(
    And(sp.Abs(gains[t]) < 1, eq(gains[t + 1], gains[t] + eta / 2 * q_at(t))),
    given=(*ON_BOTH_EVENTS, t >= 0, none_reached(earlier <= t)),
)

# -- lemma 5, the moments of one summand -----------------------------------------------------------

inner = integers("l'")
INSIDE = (*PAIR, i >= 1, i <= d, j >= 1, j <= d)


def outer(row, column):
    """Return an entry of A = y x x^T."""
    return label * x[row - 1] * x[column - 1]


def centred(row, column):
    """Return an entry of X = A - M."""
    return outer(row, column) - entry(row, column)


def squared(matrix):
    """Return an entry of the square of a matrix."""
    return total(matrix(i, inner) * matrix(inner, j), inner)


def form(matrix):
    """Return u^T times a matrix times u."""
    return sp.Sum(other[i] * matrix * other[j], (i, 1, d), (j, 1, d))


identity = Indicator(eq(i, j))
length = total(other[i] ** 2)
ONE_SAMPLE = (*PAIR, In(x, Signs(d)))
MOMENTS = {
    "a square": States(
        eq(squared(outer), d * x[i - 1] * x[j - 1]),
        given=(*INSIDE, In(x, Signs(d))),
    ),
    "E A^2": States(eq(mean(squared(outer)), d * identity), given=INSIDE),
    "E X": States(eq(mean(centred(i, j)), 0), given=INSIDE),
    "X is bounded": States(le(sp.Abs(form(centred(i, j))), (d + 1) * length), given=ONE_SAMPLE),
    "R": ForAll(le(d + 1, 2 * d), given=PAIR),
    "E X^2": States(eq(mean(squared(centred)), d * identity - squared(entry)), given=INSIDE),
    "E X^2 is at most d": States(le(form(mean(squared(centred))), d * length), given=PAIR),
}

# -- lemma 6 ---------------------------------------------------------------------------------------


def image(step):
    """Return M w after some updates, M being e_1 e_2^T + e_2 e_1^T."""
    return total(entry(i, j) * path[step, j], j)


def population_q(step):
    """Return w^T M w after some updates."""
    return total(path[step, i] * image(step))


moved = path[t, i] + eta * gains[t] * image(t)
length_of_moved = sp.sqrt(total(moved**2))
steps_of_a = eq(gains[t + 1], clip(gains[t] + eta / 2 * population_q(t)))
steps_of_w = eq(path[t + 1, i], moved / length_of_moved)
PHASE_2 = (
    *PAIR,
    *(eta > 0, eta <= half, sp.Ne(gains[0], 0)),
    eq(total(path[0, i] ** 2), 1),
    eq(sp.sign(gains[0]), sp.sign(population_q(0))),
    Every(t, Implies(t >= 0, steps_of_a, evaluate=False)),
    Every(t, Every(i, Implies(in_step, steps_of_w, evaluate=False))),
)


def overlap(step):
    """Return alpha_t."""
    return sp.Abs(path[step, 1] + sp.sign(gains[0]) * path[step, 2]) / sp.sqrt(2)


def ratio(step):
    """Return r_t."""
    return sp.sqrt(1 - overlap(step) ** 2) / overlap(step)


LATER = (*PHASE_2, t >= 0)
slower = ratio(t) / (1 + eta * sp.Abs(gains[t]))
enough = sp.ceiling(2 / (eta * sp.Abs(gains[0])) * sp.log(1 / (overlap(0) ** 2 * eps)))
CONTRACTION = {
    "signs": States(
        And(
            eq(sp.sign(gains[t]), sp.sign(population_q(t))),
            eq(sp.sign(population_q(t)), sp.sign(gains[0])),
        ),
        given=LATER,
    ),
    "monotone": States(sp.Abs(gains[t + 1]) >= sp.Abs(gains[t]), given=LATER),
    "contraction": States(
        And(le(ratio(t + 1), slower), le(slower, ratio(t) / (1 + eta * sp.Abs(gains[0])))),
        given=LATER,
    ),
    "time": States(
        overlap(T2) ** 2 >= 1 - eps,
        given=(*PHASE_2, eps > 0, eps < half, eq(T2, enough)),
    ),
}

# -- lemma 10, a step of its proof -----------------------------------------------------------------

X = reals("X")
law_of_X = function("X_law")
sigma, K, c_K, p_K = reals("sigma K c_K p_K")


def mean_of_X(term):
    """Return the mean of a term in X."""
    return Mean(term, X, Law(law_of_X))


def chance_of_X(condition):
    """Return the probability of a condition on X."""
    return mean_of_X(Indicator(condition))


OF_X = (
    *(sigma > 0, K > 0, eq(mean_of_X(X), 0), eq(mean_of_X(X**2), sigma**2)),
    le(mean_of_X(X**4), K * sigma**4),
)
positive_part = mean_of_X(sp.Max(X, 0))
theta = 1 / (2 ** sp.Rational(5, 2) * sp.sqrt(K))
reaches = Implies(And(*OF_X), chance_of_X(c_K * sigma <= X) >= p_K, evaluate=False)
root = sp.sqrt(chance_of_X(theta * sigma <= X))
ONE_SIDED = {
    "constants": States(
        Some(
            c_K,
            Some(p_K, And(c_K > 0, p_K > 0, Every(sigma, Every(law_of_X, reaches)))),
        ),
        given=(K > 0,),
    ),
    "positive part": States(
        positive_part >= sigma / (2 ** sp.Rational(3, 2) * sp.sqrt(K)), given=OF_X
    ),
    "split": States(
        le(positive_part, theta * sigma + sp.sqrt(mean_of_X(sp.Max(X, 0) ** 2)) * root), given=OF_X
    ),
    "split, at most": States(le(positive_part, theta * sigma + sigma * root), given=OF_X),
    "probability": States(chance_of_X(theta * sigma <= X) >= theta**2, given=OF_X),
}

# -- (A.13) ----------------------------------------------------------------------------------------

root_Nd = sp.sqrt(sp.sqrt(N) * sp.sqrt(d))
CHOICE = (
    *(d >= 3, d <= N, d**2 >= N, c0 > 0, C > 0, eta > 0, eta <= half),
    *(delta > 0, delta < 1, eps > 0, eps < half, eq(log_term, sp.log(2 * d / delta))),
    eq(B, 1 + C * (sp.sqrt(d * log_term / N) + d * log_term / N)),
    eq(
        target,
        sp.Min(
            1,
            1 / (2 * eta * B),
            1 / (32 * eta * B * sp.sqrt(d)),
            sp.sqrt(c0 / (64 * B * sp.sqrt(N) * sp.sqrt(d))),
        ),
    ),
)
OVER = (N, d, eta, delta, eps, log_term, B, target)
quarter = sp.Rational(1, 4)
RATES = {
    "T_1": States(
        Order(T, N**quarter / (eta * d**quarter), "at most", (*OVER, T)),
        given=(*CHOICE, T >= 0, le(T, sp.ceiling(2 * target / (eta * c0) * sp.sqrt(N)))),
    ),
    "T_2": States(
        Order(T2, (N * d) ** quarter / eta * sp.log(d / eps), "at most", (*OVER, T2)),
        given=(*CHOICE, eq(T2, sp.ceiling(2 / (eta * target) * sp.log(16 * d / eps)))),
    ),
}

# -- theorem 1 and corollary 2: the total number of steps ------------------------------------------

TASK = (d <= N, d**2 >= N, delta > 0, delta < 1, eps > 0, eps < 1)
both_phases = target * sp.sqrt(N) / eta + 2 / (eta * target) * sp.log(d / eps)
of_first = eq(target, 1 / ((N * d) ** quarter * sp.sqrt(sp.log(d / delta))))
total_steps = (N * d) ** quarter * sp.log(d / eps) * sp.sqrt(sp.log(d / delta))
OF_TOTAL = (N, d, eta, delta, eps, target)
TOTAL = {
    "section 4.2": States(
        Order(both_phases, total_steps, "at most", OF_TOTAL),
        given=(*TASK, d >= 2, eta > 0, Small(eta), Large(eta), of_first),
    ),
    "appendix": States(
        Order(both_phases, total_steps, "at most", OF_TOTAL),
        given=(*TASK, d >= 3, eta > 0, eta <= half, of_first),
    ),
}
of_random = eq(B, C * (sp.sqrt(d * log_term / N) + d * log_term / N))
RANDOM_TOTAL = {
    "total": States(
        Order(
            both_phases,
            sp.sqrt(N) / (eta * sp.sqrt(d)) + sp.sqrt(d) / eta * sp.log(d / eps),
            "at most",
            OVER,
        ),
        given=(*CHOICE[:-2], of_random, CHOICE[-1]),
    ),
}

BLIND = {
    "less-data/thm-1": TOTAL,
    "less-data/cor-2": RANDOM_TOTAL,
    "less-data/thm-3": THEOREM_3,
    "less-data/eq-A.6": PHASE_1_TIME,
    "less-data/lem-4-step-clipping": NOT_CLIPPED,
    "less-data/lem-5-step-second-moment": MOMENTS,
    "less-data/lem-6": CONTRACTION,
    "less-data/eq-A.12": DRIFT,
    "less-data/lem-10-step-one-sided": ONE_SIDED,
    "less-data/eq-A.13": RATES,
}
ENTRIES: dict[str, object] = {}
