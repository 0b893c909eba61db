"""Second entries of the paper on less data, from the page: both phases and their rates."""

from dataclasses import replace
from functools import partial

import sympy as sp
from sympy.logic.boolalg import And, Implies

from tests.double_entry.less_data import (
    DRIFT,
    HAS_NORM,
    MATRIX,
    PAIR,
    chance,
    chance_of_a,
    deviation,
    drift_bound,
    earlier,
    entry,
    excess,
    half,
    in_step,
    label,
    mean,
    q_at,
    there_is,
    total,
    updated,
    weights_at,
)
from theory.argument_language import States
from theory.choices import Ambiguous
from theory.claim import ForAll, SameOrder
from theory.language import Each, eq, function, integers, le, reals
from theory.orders import Order
from theory.papers.less_data.notation import (
    CHANCE,
    T2,
    B,
    C,
    N,
    T,
    V,
    a,
    a0,
    a_next,
    accuracy,
    across,
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
    margin,
    moment,
    norm,
    norm_at,
    opposite,
    other,
    p_good,
    p_pz,
    path,
    q,
    s_step,
    t,
    target,
    u_side,
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
STABLE = (le(eta * target * norm, half),)
ON_BOTH_EVENTS = (
    *PHASE_1,
    *LEVEL,
    q_at(0) * gains[0] > 0,  # they have one sign, as q is not 0
    sp.Abs(q_at(0)) >= c0 / sp.sqrt(N),
    *STABLE,
)
steps = sp.ceiling(2 * excess / (eta * c0 / sp.sqrt(N)))
REACHED = States(Some(T, And(T >= 0, sp.Abs(gains[T]) >= target, steps >= T)), given=ON_BOTH_EVENTS)
# the order is about the bound, a function of |a_0| and of sizes that the events allow
bound = sp.ceiling(2 * sp.Max(target - a0, 0) * sp.sqrt(N) / (eta * c0))
OF_SIZES = (
    *(*LEVEL, target > 0, target <= 1, eta > 0, N >= 1, a0 >= 0),
    *(sp.Abs(q) >= c0 / sp.sqrt(N), sp.Abs(q) <= norm, *STABLE),
)


def of_order(right, relation, *over, given=()):
    """Return the order of the bound of the number of steps."""
    return States(Order(bound, right, relation, (*over, q, norm)), given=(*OF_SIZES, *given))


printed_order = target / eta * sp.sqrt(N)
PHASE_1_TIME = {
    "bound": REACHED,
    "order": Ambiguous(
        "what O(a_* sqrt(N) / eta) hides, before eta and a_* are said to be fixed",
        {
            "universal": of_order(printed_order, "at most", N, eta, target, a0),
            "for fixed eta and a_*": of_order(printed_order, "at most", N, a0),
        },
    ),
}
row = integers("n'")


def q_of_samples():
    """Return q, the samples one after the other."""
    along = total(w[i] * x[d * row + i - 1])
    return sp.Sum(x[d * row] * x[d * row + 1] * along**2, (row, 0, N - 1)) / N


# c_0 is some number for which the good event is as probable, whatever N, d and m are
both = And(eq(sp.sign(a), sp.sign(q_of_samples())), sp.Abs(q_of_samples()) >= c0 / sp.sqrt(N))
of_good = Mean(Mean(Mean(Indicator(both), a, Law(law_of_a)), x, Signs(N * d)), w, Sphere(d))
scale = reals("1/s")  # of N(0, s^2) with s^2 = 1/m, which has no mass at any point
beyond = sp.erfc(y * scale / sp.sqrt(2)) / 2
OF_START = (
    *(N >= 1, d >= 3, scale > 0, eq(m, scale**2)),
    Every(y, eq(chance_of_a(a >= y), beyond)),
    Every(y, eq(chance_of_a(a <= y), 1 - beyond)),
)
probable = Implies(And(*OF_START), of_good >= p_pz(c0) / 2, evaluate=False)
for anything in (scale, m, d, N, law_of_a):
    probable = Every(anything, probable)
stable = le(eta * target * norm_at(V), half)
happens = good_at(V) >= 1
WITH_PROBABILITY = States(
    chance(And(happens, stable)) >= p_good - delta,
    given=(
        *(delta > 0, delta < 1, eta > 0, B > 0),
        *(target > 0, target <= 1, target <= 1 / (2 * eta * B)),
        chance(happens) >= p_good,
        chance(norm_at(V) <= B) >= 1 - delta,
    ),
)
WITH_BOUND = there_is(
    C,
    Implies(
        target <= 1 / (2 * eta * (1 + deviation)),
        chance(And(happens, stable)) >= p_good - delta,
        evaluate=False,
    ),
    (good_at, norm_at, N, CHANCE, target, d, delta, eta, p_good),
    *(delta > 0, delta < 1, eta > 0, target > 0, target <= 1, d >= 3, N >= 1),
    *(chance(happens) >= p_good, HAS_NORM),
)
not_before = Implies(And(t >= 0, t < T), sp.Abs(gains[t]) < target, evaluate=False)
STEPS_IN_N = States(
    Order(T, sp.sqrt(N), "same", (N, T, moment, norm, path, gains)),
    given=(*ON_BOTH_EVENTS, T >= 0, sp.Abs(gains[T]) >= target, Every(t, not_before)),
)
THEOREM_3 = {
    "good event": States(Some(c0, And(*LEVEL, probable))),
    **PHASE_1_TIME,
    "probability, B of lemma 5": WITH_BOUND,
    "probability, any such B": WITH_PROBABILITY,
    "in N": Ambiguous(
        "whether the bound or the number of steps is meant",
        {"bound": of_order(sp.sqrt(N), "same", N, given=(a0 < target,)), "steps": STEPS_IN_N},
    ),
}

# -- lemma 4, a step of its proof ------------------------------------------------------------------

# M = q I has any q and norm that the lemma admits
NOT_CLIPPED = ForAll(
    eq(clip(a + eta / 2 * q), a + eta / 2 * q),
    given=(
        *(eta > 0, target > 0, target <= 1, a * q > 0, sp.Abs(q) <= norm, norm > 0),
        *(*STABLE, sp.Abs(a) < target),
    ),
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
    return total(other[i] * total(matrix * other[j], j))


identity = Indicator(eq(i, j))
length = total(other[i] ** 2)
ONE_SAMPLE = (*PAIR, In(x, Signs(d)))
MOMENTS = {
    "a square": States(
        eq(squared(outer), d * x[i - 1] * x[j - 1]),
        given=(*INSIDE, In(x, Signs(d))),
    ),
    "E A^2": States(eq(mean(squared(outer)), d * identity), given=INSIDE),
    "X is bounded": States(le(sp.Abs(form(centred(i, j))), (d + 1) * length), given=ONE_SAMPLE),
    "R": ForAll(le(d + 1, 2 * d), given=PAIR),
    "E X^2": States(
        eq(mean(squared(centred)), mean(squared(outer)) - squared(entry)), given=INSIDE
    ),
    "E X^2 is at most d": States(le(form(mean(squared(centred))), d * length), given=PAIR),
}

# -- lemma 6, by one update ------------------------------------------------------------------------

# with a > 0 and u_a, u_-a and what is orthogonal to both for axes, as e_2 may be turned round
A_RATE = (eta > 0, eta <= half, a > 0)
AXES = (across >= 0, eq(u_side**2 + opposite**2 + across**2, 1))
SAME_SIGN = (eq(q, u_side**2 - opposite**2), q > 0)
grown, shrunk = (1 + eta * a) * u_side, (1 - eta * a) * opposite
updated_a = clip(a + eta / 2 * q)
ratio = sp.sqrt(opposite**2 + across**2) / sp.Abs(u_side)
next_ratio = sp.sqrt(shrunk**2 + across**2) / sp.Abs(grown)
overlap, next_overlap = sp.Abs(u_side), sp.Abs(grown) / sp.sqrt(grown**2 + shrunk**2 + across**2)
r_now, r_next = (sp.sqrt(1 - one**2) / one for one in (overlap, next_overlap))


def along(last):
    """Return the overlap with u_a after some updates, before w is divided by its norm."""
    return u_side * sp.Product(1 + eta * gains[earlier - 1], (earlier, 1, last))


def against(last):
    """Return that with u_-a."""
    return opposite * sp.Product(1 - eta * gains[earlier - 1], (earlier, 1, last))


def squares(last):
    """Return the squared norm of w, before it is divided by it."""
    return along(last) ** 2 + against(last) ** 2 + across**2


form_at = (along(s_step) ** 2 - against(s_step) ** 2) / squares(s_step)
enough = sp.ceiling(2 / (eta * gains[0]) * sp.log(1 / (u_side**2 * eps)))
enough_updates = (
    *(eta > 0, eta <= half, gains[0] > 0, u_side**2 > opposite**2, *AXES),
    *(eps > 0, eps < half, eq(T2, enough)),
)
form_next = eq(gains[s_step + 1], clip(gains[s_step] + eta * form_at / 2))
close = le((1 - eps) * squares(T2), along(T2) ** 2)


start_of_2 = partial(
    Ambiguous,
    "section 4.2 applies it to a normal a_0; appendix A.1 clips a, and the proof has |a| <= 1",
)


def by_start(statement, bound):
    """Return a part of the lemma for any a_0 that is not 0, and for one that has been clipped."""
    return start_of_2(
        {"any": statement, "clipped": replace(statement, given=(*statement.given, bound))}
    )


ONE_UPDATE = {
    "signs and growth": ForAll(
        And(updated_a > 0, grown**2 - shrunk**2 > 0, updated_a >= a),
        given=(*A_RATE, *AXES, *SAME_SIGN),
    ),
    "contraction": ForAll(
        r_next <= r_now / (1 + eta * a), given=(*A_RATE, *AXES, u_side**2 > opposite**2)
    ),
    "by the factor of the start": ForAll(
        next_ratio / (1 + eta * a_next) <= next_ratio / (1 + eta * a),
        given=(*A_RATE, *AXES, *SAME_SIGN, eq(a_next, updated_a)),
    ),
}
all_updates = Every(s_step, Implies(And(s_step >= 0, s_step < T2), form_next, evaluate=False))
CONTRACTION = {
    **{name: by_start(part, a <= 1) for name, part in ONE_UPDATE.items()},
    "time": start_of_2(
        {
            "any": ForAll(
                close,
                given=(*enough_updates, Each(form_next, (s_step, 0, T2 - 1))),
                instances={T2: (1, 2)},
            ),
            "clipped": States(close, given=(*enough_updates, gains[0] <= 1, all_updates)),
        }
    ),
}

# -- lemma 10, a step of its proof -----------------------------------------------------------------

X, law_of_X = reals("x_X"), function("X")
sigma, K = reals("sigma K")


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
root = sp.sqrt(chance_of_X(theta * sigma <= X))
second = theta * sigma + sp.sqrt(mean_of_X(sp.Max(X, 0) ** 2)) * root
ONE_SIDED = {
    "positive part": States(
        positive_part >= sigma / (2 ** sp.Rational(3, 2) * sp.sqrt(K)), given=OF_X
    ),
    "split": States(
        And(le(positive_part, second), le(second, theta * sigma + sigma * root)), given=OF_X
    ),
    # so that theta and theta^2 are constants c_K and p_K
    "probability": States(chance_of_X(theta * sigma <= X) >= theta**2, given=OF_X),
}

# -- theorem 1: an order in N, d and the logarithms ------------------------------------------------

inputs, count, slow = reals("d_x N_x v_eta")  # d and N as real numbers, and 1 / eta
L, Lam = log_term, accuracy  # log(2 d / delta) or log(d / delta), and log(d / epsilon)
SIZES = (inputs >= 1, count >= inputs, count <= inputs**2)
quarter = sp.Rational(1, 4)


def at_most(left, right, *grows, fixed=(), given=()):
    """Return that a term is at most of the order of another one; logarithms are at least 1."""
    return SameOrder(
        left,
        right,
        regime=(*SIZES, *(one >= (2 if one == slow else 1) for one in grows)),
        variables=(inputs, count, *grows),
        constants=dict.fromkeys(fixed, ()),
        relation="at most",
        given=given,
    )


def both_phases(size, slowness):
    """Return T_1 + T_2 for an a_*, up to constants."""
    return (size * sp.sqrt(count) + 2 / size * Lam) * slowness


of_d_and_n = (count * inputs) ** quarter * Lam
best = (count * inputs) ** -quarter / sp.sqrt(L)
in_total = of_d_and_n * sp.sqrt(L)
of_order_1 = at_most(both_phases(best, 1 / eta), in_total, L, Lam, fixed=(eta,), given=(eta > 0,))
TOTAL = Ambiguous(
    "eta is of the order 1 in the main text and at most 1/2 in the appendix",
    {
        "of order 1": of_order_1,
        "up to 1/2": at_most(both_phases(best, slow), in_total, L, Lam, slow),
    },
)

# -- (A.12), with the end of the proof -------------------------------------------------------------

sum_of_gains = sp.Sum(sp.Abs(gains[earlier]), (earlier, 0, T - 1))
in_sum = 2 * target * excess / (eta * margin) + target
DRIFT_BY_SUM = {
    "sum": States(And(le(sum_of_gains, T * target), le(T * target, in_sum)), given=(*DRIFT.given,)),
    "put in": States(eq(4 * eta * norm * in_sum, drift_bound), given=DRIFT.given),
    "(A.12)": DRIFT,
}

ENTRIES = {
    "less-data/thm-1": TOTAL,
    "less-data/thm-3": THEOREM_3,
    "less-data/eq-A.6": PHASE_1_TIME,
    "less-data/lem-4-step-clipping": NOT_CLIPPED,
    "less-data/lem-5-step-second-moment": MOMENTS,
    "less-data/lem-6": CONTRACTION,
    "less-data/eq-A.12": DRIFT_BY_SUM,
    "less-data/lem-10-step-one-sided": ONE_SIDED,
}
