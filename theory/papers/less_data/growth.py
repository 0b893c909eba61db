"""Appendices A.2 and A.2.3: the output weight grows at least linearly in phase 1.

a_t and w_t are the weights after t updates on the fixed samples; T_* is the first t at which |a_t|
is at least a_*. That something holds for t < T_* is said of all t up to which no |a_s| is.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import Between, Lemma
from theory.binders import substitute
from theory.choices import Ambiguous
from theory.claim import ByHand, ByReading, Claim, ForAll, Instead, Source
from theory.existence import denial, given_by
from theory.language import eq, reals
from theory.orders import Order
from theory.papers.less_data import chance_argument as chance
from theory.papers.less_data import growth_argument as argument
from theory.papers.less_data import matrix_bound
from theory.papers.less_data import phase_one as phase
from theory.papers.less_data import start_argument as start
from theory.papers.less_data import steps_argument as steps
from theory.papers.less_data.notation import (
    B,
    C,
    N,
    T,
    V,
    a,
    a0,
    c0,
    clip,
    d,
    delta,
    eta,
    gains,
    good_at,
    moment,
    norm,
    p_good,
    path,
    q,
    target,
    universal,
)
from theory.places import HERE

HALF = sp.Rational(1, 2)
LEM_4 = Claim(
    id="less-data/lem-4",
    title="Linear growth of the output weight",
    source=Source(appendix="appendix A.2.3, lemma 4"),
    words="If a and q have the same sign at the start and |q| is at least q_* > 0, while eta a_* "
    "times the norm of M is at most 1/2, then before T_* the signs of a and q stay and |q| is no "
    "smaller than at the start; T_* is at most the ceiling of 2 (a_* - |a_0|)_+ / (eta q_*).",
    printed={
        "before the end of phase 1": States(phase.KEPT, given=phase.LEMMA_4),
        "time": States(phase.IN_TIME, given=phase.LEMMA_4),
    },
    because={"before the end of phase 1": argument.LEMMA_4, "time": argument.LEMMA_4_TIME},
    uses=("less-data/lem-3", "less-data/lem-4-step-clipping"),
    note="a_* is at most 1, as theorem 3 has it.",
)

EQ_A_10 = Claim(
    id="less-data/eq-A.10",
    title="Bound of the time of phase 1",
    source=Source(appendix="appendix A.2.3, (A.10)"),
    words="T_* is at most the ceiling of 2 (a_* - |a_0|)_+ / (eta q_*).",
    printed=States(phase.IN_TIME, given=phase.LEMMA_4),
    because={"": argument.with_run(argument.TIME, argument.GIVEN, {})},
    uses=("less-data/lem-3",),
)

STEP = {
    "theorem 3": (target > 0, target <= 1),
    "lemma 4": (eta > 0, eta * target * norm <= HALF),
    "theorem 3, the norm of M and q for a unit vector": (sp.Abs(q) <= norm,),
    HERE: (a * q > 0, sp.Abs(a) < target),
}

STEP_CLIPPING = Claim(
    id="less-data/lem-4-step-clipping",
    title="Clipping before the end of phase 1",
    source=Source(appendix="appendices A.2 and A.2.3, proofs of theorem 3 and lemma 4"),
    words="As |a| is below a_* and so below 1, the next update is not clipped, a + eta q / 2.",
    printed=ForAll(says=eq(clip(a + eta / 2 * q), a + eta / 2 * q), given=STEP),
    instead=Instead(
        ForAll(
            says=eq(sp.Abs(clip(a + eta / 2 * q)), sp.Min(1, sp.Abs(a) + eta / 2 * sp.Abs(q))),
            given={"theorem 3": STEP["theorem 3"], "lemma 4": (eta > 0,), HERE: STEP[HERE]},
        ),
        words="the update is clipped where it would pass 1, and phase 1 ends there",
    ),
    note="Clipping can bite only in the last update of phase 1: what is clipped is the next a, "
    "which may pass 1; then |a| = 1 is at least a_*, so that lemma 4 does not suffer: its argument "
    "goes on with what holds instead.",
)

K = reals("K_0")
BOUND = sp.ceiling(2 * sp.Max(target - a0, 0) * sp.sqrt(N) / (eta * c0))
SIZES = {
    "theorem 3": (c0 > 0, target > 0, target <= 1, eta > 0, N >= 1, a0 >= 0),
}
ON_BOTH_EVENTS = {
    "theorem 3": (*SIZES["theorem 3"], c0 < sp.sqrt(3) / 2),
    "theorem 3, the good event, and that |q| is at most the norm": (
        *(sp.Abs(q) >= c0 / sp.sqrt(N), sp.Abs(q) <= norm),
    ),
    "theorem 3, the stability event": (eta * target * norm <= HALF,),
}
SCALE = target * sp.sqrt(N) / eta
HIDDEN = "on what the constant in O(a_* sqrt(N) / eta) may depend"
ALONE, FIXED = "on c_0 alone", "on eta and a_*, too, which the next sentence holds fixed"


def of_order(*over):
    """Return that the bound of theorem 3 is at most of the printed order, uniformly."""
    return States(Order(BOUND, SCALE, "at most", (*over, q, norm)), given=ON_BOTH_EVENTS)


IN_ALL = of_order(target, a0, eta, N)
PRINTED_ORDER = Ambiguous(HIDDEN, {ALONE: IN_ALL, FIXED: of_order(a0, N)})
WITH_ONE = ForAll(says=1 + 2 / c0 * SCALE >= BOUND, given=SIZES)
_far = {eta: sp.S.One, N: sp.S.One, target: 1 / (2 + 2 * K), a0: 1 / (4 + 4 * K)}
NO_LEVEL_SERVES = ForAll(says=substitute(K * SCALE < BOUND, _far), given=(K > 0, c0 > 0))
OF_ORDER = {
    "at most one more": WITH_ONE,
    "whatever c_0 is, no constant serves": NO_LEVEL_SERVES,
}
AT_MOST_ONE_MORE = ByReading(
    {ALONE: Instead(WITH_ONE, words="at most 1 + 2 a_* sqrt(N) / (eta c_0)")}
)
FOR_FIXED = Between(
    BOUND,
    SCALE,
    None,
    2 / c0 + eta / target,
    (a0, N, q, norm),
    IN_ALL.given,
    (Lemma("at most one more"),),
)
SMALL_TARGET = {
    target: 1 / (2 + 2 * K),
    a0: 1 / (4 + 4 * K),
    eta: sp.S.One,
    N: sp.S.One,
    q: HALF,
    norm: HALF,
}
NO_ORDER = denial(
    [IN_ALL],
    {},
    {c0: HALF},
    K,
    lambda there: given_by(there, SMALL_TARGET, (K > 0,), ()),
)
TIME_OF_N = States(phase.IN_TIME_OF_N, given=phase.THEOREM_3)
EQ_A_6 = Claim(
    id="less-data/eq-A.6",
    title="Time of phase 1 up to constants",
    source=Source(appendix="appendix A.2, (A.6)"),
    words="T_* is at most the ceiling of 2 (a_* - |a_0|)_+ sqrt(N) / (eta c_0), which is "
    "O(a_* sqrt(N) / eta).",
    printed={"time": TIME_OF_N, "order": PRINTED_ORDER},
    lemmas=OF_ORDER,
    because={"time": argument.THEOREM_3, "order": ByReading({FIXED: FOR_FIXED})},
    against={"order": ByReading({ALONE: NO_ORDER})},
    instead={"order": AT_MOST_ONE_MORE},
    uses=("less-data/lem-4#time",),
    note="A ceiling is 1 or more, however small a_* sqrt(N) / eta is, as at eta = N = 1, "
    "c_0 = 1/2, a_0 = a_* / 2, a_* = 10^-k. Where that is at least 1, or where eta and a_* are "
    "held fixed, the printed order holds. For N = d the largest a_* of theorem 1 makes it "
    "1 / (eta log(d / delta)^(1/2)), which has no lower bound.",
)

OF_BOUND = {
    "theorem 3": (eta > 0, target > 0, target <= 1),
    "lemma 5": (delta > 0, delta < 1, B > 0, *chance.BOUNDED),
    HERE: (target <= 1 / (2 * eta * B),),
}
STABLE_AT = eta * target * chance.norm_at(V) <= HALF
GOOD_EVENT = chance.happens_with(good_at, p_good)
_together = chance.together(
    good_at, p_good, STABLE_AT, tuple(c for g in OF_BOUND.values() for c in g)
)
BOTH_IN_ALL = universal(
    {C: C > 0},
    Implies(
        target <= 1 / (2 * eta * matrix_bound.norm_bound(C)),
        chance.chance(And(chance.event(good_at), STABLE_AT)) >= p_good - delta,
        evaluate=False,
    ),
    (
        *(N >= 1, d >= 3, delta > 0, delta < 1, eta > 0, target > 0, target <= 1),
        *(*GOOD_EVENT, chance.IS_NORM),
    ),
)
BOTH_EVENTS = chance.with_chance(
    _together, _together.given, good_at, p_good, {eta: HALF, target: 1}
)

NOT_YET_THERE = {**ON_BOTH_EVENTS, HERE: (a0 < target,)}
IN_N = States(Order(BOUND, sp.sqrt(N), "same", (N, q, norm)), given=NOT_YET_THERE)
_each_root = 2 * (target - a0) / (eta * c0)
IN_N_SHOWN = Between(
    *(BOUND, sp.sqrt(N), _each_root, _each_root + 1, (N, q, norm)),
    IN_N.given,
)
WHAT_SCALES = "what scales as sqrt(N)"
OF_BOUND_ALONE, OF_STEPS = "the bound of (A.6)", "the number of steps itself"
FIRST_STEP = {**phase.THEOREM_3, "theorem 3, the definition of T_*": phase.FIRST}


def steps_of(relation):
    """Return how T_* compares with sqrt(N) for fixed eta, a_* and d, on both events."""
    over = (N, T, norm, gains, path, moment)
    return States(Order(T, sp.sqrt(N), relation, over), given=FIRST_STEP)


AS_ROOT, AT_MOST_ROOT = steps_of("same"), steps_of("at most")

THM_3 = Claim(
    id="less-data/thm-3",
    title="Phase 1 is faster with fewer samples",
    source=Source(appendix="appendix A.2, theorem 3"),
    words="With the law N(0, 1/m) of a at the start the good event, equal signs and |q| at least "
    "c_0 / sqrt(N), has for some c_0 at least the probability p_PZ(c_0) / 2; on it, and if eta a_* "
    "times the norm of M is at most 1/2, T_* is at most the ceiling of 2 (a_* - |a_0|)_+ sqrt(N) / "
    "(eta c_0), which is O(a_* sqrt(N) / eta); both events have at least the probability p_good - "
    "delta if a_* is at most 1 / (2 eta B), so that for fixed eta and a_* the steps scale as "
    "sqrt(N).",
    printed={
        "good event": start.GOOD_AT_SOME,
        "time": TIME_OF_N,
        "both events, with the printed B": BOTH_IN_ALL,
        "both events, by lemma 5": States(
            chance.chance(And(chance.event(good_at), STABLE_AT)) >= p_good - delta,
            given={**OF_BOUND, "theorem 3, the good event": GOOD_EVENT},
        ),
        "order": PRINTED_ORDER,
        "scales as sqrt(N)": Ambiguous(WHAT_SCALES, {OF_BOUND_ALONE: IN_N, OF_STEPS: AS_ROOT}),
    },
    lemmas={**OF_ORDER, matrix_bound.ITSELF: matrix_bound.AS_BERNSTEIN},
    because={
        "good event": start.GOOD_EVENT,
        "time": argument.THEOREM_3,
        "both events, with the printed B": ByHand((matrix_bound.ITSELF,)),
        "both events, by lemma 5": BOTH_EVENTS,
        "order": ByReading({FIXED: FOR_FIXED}),
        "scales as sqrt(N)": ByReading({OF_BOUND_ALONE: IN_N_SHOWN}),
    },
    against={
        "order": ByReading({ALONE: NO_ORDER}),
        "scales as sqrt(N)": ByReading({OF_STEPS: steps.grow_not(AS_ROOT)}),
    },
    instead={
        "order": AT_MOST_ONE_MORE,
        "scales as sqrt(N)": ByReading(
            {
                OF_STEPS: Instead(
                    AT_MOST_ROOT,
                    words="the number of steps is at most of the order sqrt(N)",
                    because=steps.at_most_root(AT_MOST_ROOT),
                )
            }
        ),
    },
    uses=("less-data/lem-1", "less-data/lem-2", "less-data/lem-4#time", "less-data/lem-5"),
    note="Our proof has c_0 = 1/2; what is said beside the good event holds or fails alike for "
    "every c_0. That B bounds the norm is lemma 5, only supported. For fixed d, q tends to that of "
    "the population as N grows and the steps stay bounded: in R^2, with each of the four inputs "
    "drawn N / 4 times, eta = 1/2, a_* = 1/5, a_0 = 1/10 and w_0 = (1, 1) / sqrt(2), q = 1, give "
    "T_* = 1 for every N.",
)
