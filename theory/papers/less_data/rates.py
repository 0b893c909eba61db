"""Section 4.2, A.4.3 and A.5: the choice of a_* and the number of steps that follows.

L is log(2 d / delta) and Lambda is log(d / epsilon); both may grow. What is compared are the upper
bounds that the proofs add up, T_1 of the order a_* sqrt(N) / eta and T_2 = 2 / (eta a_*) Lambda.
Where the paper speaks of the number of steps itself, the neuron is trained.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import Cut, Generalise, Lemma, Put, Solve
from theory.binders import substitute
from theory.choices import Ambiguous
from theory.claim import (
    ByHand,
    ByReading,
    Claim,
    ForAll,
    Instead,
    Missing,
    Observed,
    SameOrder,
    Source,
)
from theory.existence import by_values
from theory.hints import Try
from theory.language import eq, reals
from theory.papers.less_data import chance_argument as chance
from theory.papers.less_data import matrix_bound
from theory.papers.less_data.notation import (
    ANY_CONSTANT,
    SOME_CONSTANT,
    UP_TO_CONSTANTS,
    B,
    C,
    N,
    V,
    a,
    accuracy,
    alpha0,
    c0,
    d,
    delta,
    eps,
    eta,
    larger,
    limit,
    log_term,
    m,
    samples,
    target,
    universal,
)
from theory.places import HERE
from theory.quantifiers import Every, Some

HALF = sp.Rational(1, 2)
BERNSTEIN = C * (sp.sqrt(d * log_term / N) + d * log_term / N)
TRUE_LABELS, RANDOM_LABELS = 1 + BERNSTEIN, BERNSTEIN
UNIVERSAL = (c0 > 0, c0 < sp.sqrt(3) / 2, C > 0)
RATE = (eta > 0, eta <= HALF)
SAMPLES = (d >= 3, d <= N, d**2 >= N)


def four(bound):
    """Return the four terms of which a_* is the least, for a bound of the norm."""
    return (
        sp.S.One,
        1 / (2 * eta * bound),
        1 / (32 * eta * bound * sp.sqrt(d)),
        sp.sqrt(c0 / (64 * bound * sp.sqrt(N) * sp.sqrt(d))),
    )


STABLE_BEFORE_END = Every(
    a, Implies(sp.Abs(a) < target, eta * sp.Abs(a) * chance.norm_at(V) <= HALF, evaluate=False)
)
_OF_COR_4 = (B > 0, eta > 0, delta > 0, delta < 1, target <= 1, target <= 1 / (2 * eta * B))
STABLE_IN_ALL = universal(
    {C: C > 0},
    Implies(
        target <= 1 / (2 * eta * matrix_bound.norm_bound(C)),
        chance.chance(STABLE_BEFORE_END) >= 1 - delta,
        evaluate=False,
    ),
    (*matrix_bound.GIVEN, eta > 0, target <= 1, chance.IS_NORM),
)
_STABLE = Generalise(
    Solve(
        STABLE_BEFORE_END.body,
        (*_OF_COR_4, chance.WITHIN),
        (Solve(eta * target * B <= HALF, _OF_COR_4),),
    ),
    a,
)

COR_4 = Claim(
    id="less-data/cor-4",
    title="A stable size of the output weight",
    source=Source(appendix="appendix A.2.4, corollary 4"),
    words="For B = 1 + C (sqrt(d L / N) + d L / N), L = log(2 d / delta): if a_* is at most 1 and "
    "1 / (2 eta B), then with the probability 1 - delta eta |a_t| times the norm of M is at most "
    "1/2 for all t < T_*.",
    printed={
        "with the printed B": STABLE_IN_ALL,
        "by lemma 5": States(
            chance.chance(STABLE_BEFORE_END) >= 1 - delta,
            given={
                "lemma 5": (B > 0, *chance.BOUNDED),
                HERE: (eta > 0, delta > 0, delta < 1, target <= 1, target <= 1 / (2 * eta * B)),
            },
        ),
    },
    lemmas={matrix_bound.ITSELF: matrix_bound.AS_BERNSTEIN},
    because={
        "with the printed B": ByHand((matrix_bound.ITSELF,)),
        "by lemma 5": chance.as_probable(
            STABLE_BEFORE_END, _STABLE, _OF_COR_4, {eta: HALF, target: 1}
        ),
    },
    uses=("less-data/lem-5",),
    note="Before T_* |a| is below a_*. C is that of lemma 5, so the same for all N, d and delta. "
    "By the second clause any B serves that bounds the norm with the probability 1 - delta. That "
    "the printed one does is lemma 5, which is only supported, and so is the first clause.",
)

FINAL_T2 = Claim(
    id="less-data/txt-final-T2",
    title="Time of phase 2",
    source=Source(appendix="appendix A.4.3, item 2"),
    words="With alpha_0^2 at least 1/(4 d) the time 2 / (eta a_*) log(16 d / epsilon) is as long "
    "as lemma 6 asks for.",
    printed=ForAll(
        says=2 / (eta * target) * sp.log(16 * d / eps)
        >= 2 / (eta * target) * sp.log(1 / (alpha0**2 * eps)),
        given={
            "theorem 1": (eta > 0, d >= 3),
            "appendix A.4.3": (
                *(target > 0, eps > 0, eps < HALF),
                *(alpha0 > 0, alpha0**2 >= 1 / (4 * d)),
            ),
        },
    ),
    uses=("less-data/lem-6#time", "less-data/lem-11"),
)

# -- orders ----------------------------------------------------------------------------------------

inputs, count, slow = reals("d_x N_x v_eta")
AS_REALS = {d: inputs, N: count}
GROWING = {**AS_REALS, eta: slow}  # what grows for each variable, as 1 / eta does for eta
OF_SIZES = {inputs: "d, as a real number", count: "N, as a real number"}
OF_RATE = {**OF_SIZES, slow: "1 / eta"}
REGIME = {
    d: (inputs >= 1,),
    N: (count >= inputs, count <= inputs**2),
    log_term: (log_term >= 1,),
    accuracy: (accuracy >= 1,),
    m: (m > inputs,),  # as theorem 1 has it
    eta: (slow >= 2,),
}
UNIVERSAL_VALUES = {c0: (HALF,), C: (1,), eta: (HALF,)}
QUARTER = (N * d) ** sp.Rational(1, 4)


def in_orders(
    left, right, variables, constants=UNIVERSAL_VALUES, relation="at most", regime=REGIME
):
    """Return how two quantities compare for N from d to d^2, up to constants.

    Args:
        left, right: made of the variables and the constants.
        variables: what may grow, or become small, as eta may, which is at most 1/2; L and Lambda
            are at least 1.
        constants: on which the hidden constants may depend, with values to try.
        relation: "at most" or "at least".
        regime: the ranges of the variables.
    """
    named = {**AS_REALS, **({eta: 1 / slow} if eta in variables else {})}
    left, right = (sp.sympify(side).xreplace(named) for side in (left, right))
    used = {s: v for s, v in constants.items() if {s} & (left.free_symbols | right.free_symbols)}
    known = tuple(
        part
        for part in (*UNIVERSAL, eta > 0, delta > 0, delta < 1)
        if part.free_symbols <= set(used)
    )
    return SameOrder(
        left,
        right,
        tuple(part for variable in variables for part in regime[variable]),
        tuple(GROWING.get(variable, variable) for variable in variables),
        used,
        relation,
        known,
    )


# -- the choice of a_* -----------------------------------------------------------------------------


def steps(end, logarithm):
    """Return the upper bounds of both phases, added up, for a_* and log(d / epsilon)."""
    return end * sp.sqrt(N) / eta + 2 / (eta * end) * logarithm


def falls(logarithm):
    """Return that they fall from a_* to a larger one."""
    return steps(larger, logarithm) < steps(target, logarithm)


ASTAR_GIVEN = {
    "theorem 1": (eta > 0, *SAMPLES),
    "theorem 1 restated, appendix A.1": (eta <= HALF,),
    "lemma 6": (eps > 0, eps < HALF),
    HERE: (limit > 0, target > 0, larger > target, larger < 1, larger**4 * N <= limit),
}
_OF_STEPS = tuple(g for part in ASTAR_GIVEN.values() for g in part if g != (limit > 0))
_steps_fall = Implies(And(*_OF_STEPS), falls(sp.log(d / eps)), evaluate=False)
for _symbol in (larger, target, eps, d, N, eta):
    _steps_fall = Every(_symbol, _steps_fall)
FALLS_FOR_SOME = Some(limit, And(limit > 0, _steps_fall))
FALLS = "where the logarithm is more than 1/2"
FROM_BELOW = "the logarithm from below"
_ratio = Solve(
    And(eps / d <= HALF, d / eps >= 1, d / eps > 0, sp.Ne(eps, 0)), (d >= 3, eps > 0, eps < HALF)
)
_more_than_half = Solve(
    sp.log(d / eps) > HALF,
    (d >= 3, eps > 0, eps < HALF),
    (Cut(Put(Lemma(FROM_BELOW), {accuracy: d / eps}), (_ratio,)), _ratio),
)
ASTAR_SHOWN = Cut(
    Put(Lemma(FALLS), {accuracy: sp.log(d / eps)}),
    (_more_than_half, _ratio),
)

LARGE_CONSTANT = {  # a_* is not small, N is
    limit: 81,
    eta: HALF,
    N: 81,
    d: 9,
    eps: sp.Rational(49, 100),
    target: sp.Rational(9, 10),
    larger: sp.Rational(99, 100),
}

OPTIMAL_ASTAR = Claim(
    id="less-data/txt-optimal-astar",
    title="The largest admissible a_* is the best",
    source=Source("theorem 1", "appendix A.5"),
    words="a sqrt(N) / eta + 2 / (eta a) log(d / epsilon) decreases in a up to the order N^(-1/4).",
    printed=UP_TO_CONSTANTS.of(
        ForAll(falls(sp.log(d / eps)), given=ASTAR_GIVEN), States(FALLS_FOR_SOME)
    ),
    lemmas={
        FALLS: ForAll(
            falls(accuracy),
            given=(
                *(accuracy > HALF, eta > 0, N >= 1),
                *(target > 0, larger > target, larger**4 * N <= 1),
            ),
        ),
        "for every constant, where the logarithm is large": ForAll(
            falls(accuracy),
            given=(
                *(limit > 0, accuracy > 0, 4 * accuracy**2 >= limit, eta > 0, N >= 1),
                *(target > 0, larger > target, larger**4 * N <= limit),
            ),
        ),
        FROM_BELOW: ForAll(sp.log(accuracy) >= 1 - 1 / accuracy, given=(accuracy >= 1,)),
    },
    because={
        "": ByReading(
            {
                SOME_CONSTANT: by_values(FALLS_FOR_SOME, {limit: sp.S.One}, (), (ASTAR_SHOWN,)),
                ANY_CONSTANT: Try(LARGE_CONSTANT),
            }
        )
    },
    note="1 is a constant that serves; log(d / epsilon) is at least log 6. The sum rises from a^2 "
    "sqrt(N) = 2 log(d / epsilon) on, which is below a = 1 if N is large. A constant K_0 serves "
    "where 4 log(d / epsilon)^2 >= K_0, so every one if d is large enough for it.",
)

FOURTH = four(TRUE_LABELS)[-1]
IS_FOURTH = And(*(term >= FOURTH for term in four(TRUE_LABELS)[:-1]))
SMALL_RATE = 16 * eta**2 * c0 * TRUE_LABELS * sp.sqrt(d / N) <= 1

# b, p and q stand for the bound of the norm and the roots of N and d, r for the fourth term. With
# 64 b p q r^2 = c_0 the square of 32 eta b q r is 16 eta^2 c_0 b q / p.
_b, _p, _q, _r = reals("b p q r")
_SIZES = (eta > 0, _b >= 1, _q >= 1, _p >= _q, _r >= 0)
_IS_ROOT = eq(64 * _b * _p * _q * _r**2, c0)
_SMALL = 16 * eta**2 * c0 * _b * _q <= _p
_QUOTIENT = 32 * eta * _b * _q * _r  # of the fourth term and the third
_GIVEN = (*_SIZES, c0 > 0, _IS_ROOT, _SMALL)
_of_squares = Solve(eq(_QUOTIENT**2 * _p, 16 * eta**2 * c0 * _b * _q), (_IS_ROOT,))
_at_most_third = Solve(_QUOTIENT <= 1, _GIVEN, (Solve(_QUOTIENT**2 <= 1, _GIVEN, (_of_squares,)),))
_less = Solve(2 * eta * _b * _r <= _QUOTIENT, _SIZES)
_large = Solve(64 * _b * _p * _q >= 1, _SIZES)
_below_first = Solve(_r <= 1, (*_SIZES, c0 > 0, c0 < 1, _IS_ROOT), (_large,))
_below_all = And(*(term >= _r for term in (sp.S.One, 1 / (2 * eta * _b), 1 / (32 * eta * _b * _q))))
_is_least = Solve(_below_all, (*_GIVEN, c0 < 1), (_below_first, _less, _at_most_third))
_AT_FOUR = {_b: TRUE_LABELS, _p: sp.sqrt(N), _q: sp.sqrt(d), _r: FOURTH}
_PRINTED = (*RATE, *UNIVERSAL, log_term > sp.log(2 * d), *SAMPLES)
_log_positive = Solve(
    log_term > 0,
    (log_term > sp.log(2 * d), d >= 3),
    (Cut(Put(Lemma(FROM_BELOW), {accuracy: 2 * d}), (Solve(2 * d >= 1, (d >= 3,)),)),),
)
_IN_RANGE = (C > 0, c0 > 0, log_term > 0, *SAMPLES)
FOURTH_SHOWN = Solve(
    IS_FOURTH,
    (*_PRINTED, SMALL_RATE),
    (
        Cut(
            Put(_is_least, _AT_FOUR),
            (
                Solve(substitute(And(*_SIZES[1:], _IS_ROOT), _AT_FOUR), _IN_RANGE),
                Solve(substitute(_SMALL, _AT_FOUR), (*RATE, *_IN_RANGE, SMALL_RATE)),
                Solve(c0 < 1, UNIVERSAL),
            ),
        ),
        _log_positive,
    ),
)

MIN_OF_FOUR = Claim(
    id="less-data/txt-astar-min-of-four",
    title="a_* as the least of four terms",
    source=Source(appendix="appendix A.4.3"),
    words="a_* is the least of 1, 1 / (2 eta B), 1 / (32 eta B sqrt(d)) and sqrt(c_0 / (64 B "
    "sqrt(N d))), which makes the drift at most 1 / (4 sqrt(d)); for N from d to d^2 it is the "
    "last one, of the order (N d)^(-1/4) at most.",
    printed={
        "drift": ForAll(
            says=8 * B * sp.sqrt(N) / c0 * target**2 + 4 * eta * B * target <= 1 / (4 * sp.sqrt(d)),
            given={
                "theorem 1": (*RATE, d >= 3, N >= 1),
                "appendix A.4.3": (c0 > 0, B >= 1),
                HERE: (target > 0, *(target <= term for term in four(B))),
            },
        ),
        "the last one": ForAll(
            says=IS_FOURTH,
            given={
                "theorem 1": RATE,
                "appendix A.4.3": (*UNIVERSAL, log_term > sp.log(2 * d)),
                HERE: SAMPLES,
            },
        ),
        "its order": ForAll(
            says=four(B)[-1] ** 2 <= 1 / (sp.sqrt(N) * sp.sqrt(d)),
            given={"appendix A.4.3": (*UNIVERSAL, B >= 1), HERE: SAMPLES},
        ),
    },
    lemmas={
        "whatever the constants are, the third one is less for N = d and small delta": ForAll(
            says=1 / (16 * B * sp.sqrt(d)) < sp.sqrt(c0 / (64 * B * sp.sqrt(d) * sp.sqrt(d))),
            given=(c0 > 0, C > 0, d >= 3, log_term >= 1 / (c0 * C), C * log_term <= B),
        ),
        FROM_BELOW: ForAll(sp.log(accuracy) >= 1 - 1 / accuracy, given=(accuracy >= 1,)),
    },
    because={
        "the last one": Try(
            {C: 1, log_term: 9, N: 100, c0: HALF, d: 100, eta: HALF}  # delta is 200 e^-9, 0.025
        )
    },
    instead={
        "the last one": Instead(
            ForAll(
                says=IS_FOURTH,
                given={
                    "theorem 1": RATE,
                    "appendix A.4.3": (*UNIVERSAL, log_term > sp.log(2 * d)),
                    HERE: (*SAMPLES, SMALL_RATE),
                },
            ),
            because=FOURTH_SHOWN,
            words="where 16 eta^2 c_0 B sqrt(d / N) is at most 1; else the third term is less",
        ),
    },
    breaks_at="No proof is given that the last term is the least; the text names the four and "
    "goes on with it.",
    note="The fourth term over the third is 4 eta sqrt(c_0 B) (d / N)^(1/4), B being the bound of "
    "the norm. For N = d, B is of the order L = log(2 d / delta), so that it exceeds 1 for small "
    "delta whatever eta and the constants c_0 and C of the page are; an auxiliary statement shows "
    "this for eta = 1/2. With c_0 = 1/2, C = 1 and delta = 200 e^-9 the third term is 1/2080, the "
    "fourth 1/408.",
)

# -- the number of steps ---------------------------------------------------------------------------

LEAST = sp.Min(*four(TRUE_LABELS))
TIME_1 = 1 + 2 * LEAST * sp.sqrt(N) / (eta * c0)


def time_2(end):
    """Return the bound of the time of phase 2 for an a_*."""
    return 1 + 2 / (eta * end) * (4 * sp.log(2) + accuracy)


ALL = (d, N, log_term, accuracy)

LOGARITHMS = "whether the order hides powers of log(d / delta), which theorem 1 prints"
HIDDEN, NOT_HIDDEN = "hidden", "not hidden"
ROOT_HIDDEN = "hidden, to the power 1/2 of theorem 1"
WITH_DELTA = {**UNIVERSAL_VALUES, log_term: (1, 2)}

WHICH_TARGET = "which a_* is meant, the last of the four terms or the least of them"
LAST_TERM, LEAST_TERM = "the last one, with which the text goes on", "the least"
TARGETS = {LAST_TERM: FOURTH, LEAST_TERM: LEAST}


def powers_of_log(end):
    """Return (A.13) for T_2 with an a_*, hiding powers of the logarithm or not."""
    left, right = time_2(end), QUARTER / eta * accuracy
    return Ambiguous(
        LOGARITHMS,
        {
            HIDDEN: in_orders(left, right, (d, N, accuracy, eta), WITH_DELTA),
            NOT_HIDDEN: in_orders(left, right, (*ALL, eta)),
            ROOT_HIDDEN: in_orders(left, right * sp.sqrt(log_term), (*ALL, eta)),
        },
    )


TIME_OF_LEAST = Instead(
    in_orders(time_2(LEAST), QUARTER / eta * accuracy * log_term, (*ALL, eta)),
    words="with a further factor log(2 d / delta)",
)

EQ_A_13 = Claim(
    id="less-data/eq-A.13",
    title="Both phases with the chosen a_*",
    source=Source(appendix="appendix A.4.3, (A.13)"),
    words="T_1 is at most of the order N^(1/4) / (eta d^(1/4)), T_2 of (N d)^(1/4) / eta "
    "log(d / epsilon).",
    printed={
        "T_1": in_orders(TIME_1, (N / d) ** sp.Rational(1, 4) / eta, (d, N, log_term, eta)),
        "T_2": Ambiguous(WHICH_TARGET, {of: powers_of_log(end) for of, end in TARGETS.items()}),
    },
    instead={
        "T_2": ByReading(
            {
                (LAST_TERM, NOT_HIDDEN): Instead(
                    in_orders(
                        time_2(FOURTH), QUARTER / eta * accuracy * sp.sqrt(log_term), (*ALL, eta)
                    ),
                    words="with a further factor log(2 d / delta)^(1/2)",
                ),
                (LEAST_TERM, NOT_HIDDEN): TIME_OF_LEAST,
                (LEAST_TERM, ROOT_HIDDEN): TIME_OF_LEAST,
            }
        ),
    },
    uses=(
        "less-data/txt-astar-min-of-four#the last one",
        "less-data/txt-astar-min-of-four#its order",
        "less-data/txt-final-T2",
    ),
    note="For N = d, B is of the order L = log(2 d / delta). With the last term T_2 is of the "
    "order sqrt(d L) log(d / epsilon); with the least, which for eta = 1/2 is the third, of the "
    "order sqrt(d) L log(d / epsilon).",
    symbols=OF_RATE,
)

CHOSEN = 1 / (QUARTER * sp.sqrt(log_term))
SUM_OF_BOUNDS = steps(CHOSEN, accuracy)
BOUND_OF_SUM = QUARTER * accuracy * sp.sqrt(log_term)
RATE_HIDDEN = "whether the hidden constant may depend on the learning rate eta"
OF_ORDER_1 = "it may, as eta is of the order 1 in the main text"
UP_TO_HALF = "it may not, as eta is only at most 1/2 where the theorem is restated"

THM_1 = Claim(
    id="less-data/thm-1",
    title="Two phases from standard initialisation",
    source=Source("theorem 1", "appendices A.1 and A.4.3"),
    words="With d to d^2 samples and a_* at most of the order (N d)^(-1/4) log(d / delta)^(-1/2), "
    "with the probability p_all - delta T_1 is at most of the order a_* sqrt(N) / eta and T_2 of 2 "
    "/ (eta a_*) log(d / epsilon); with the best a_* their sum is O((N d)^(1/4) log(d / epsilon) "
    "log(d / delta)^(1/2)).",
    printed={
        "both phases": Missing(
            "a run for each value of what chance decides, so that T_1 and T_2 have a law; and how "
            "small the constant in the bound of a_* has to be, which the page does not say: the "
            "proof asks for a_* below the least of four terms, which for N = d is smaller than "
            "the printed order by a factor log(d / delta)^(1/2). As an integer, T_1 is no smaller "
            "than 1 where |a_0| < a_*, however small a_* sqrt(N) / eta is, see (A.6)"
        ),
        "sum of the bounds": Ambiguous(
            RATE_HIDDEN,
            {
                OF_ORDER_1: in_orders(SUM_OF_BOUNDS, BOUND_OF_SUM, ALL),
                UP_TO_HALF: in_orders(SUM_OF_BOUNDS, BOUND_OF_SUM, (*ALL, eta)),
            },
        ),
    },
    instead={
        "sum of the bounds": ByReading(
            {
                UP_TO_HALF: Instead(
                    in_orders(SUM_OF_BOUNDS, BOUND_OF_SUM / eta, (*ALL, eta)),
                    words="with a factor 1 / eta",
                ),
            }
        ),
    },
    uses=(
        "less-data/lem-4#time",
        "less-data/lem-6#time",
        "less-data/txt-final-T2",
        "less-data/txt-astar-min-of-four",
    ),
    note="The appendix also asks for d >= 3. The a_* of the proof is smaller than the largest one "
    "that the theorem admits: for N = d it loses a factor log(d / delta)^(1/2), see (A.13).",
    symbols=OF_RATE,
)

SETTINGS = {
    "N": "from d to d^2",
    "a_*": "of the order (N d)^(-1/4) log(d / delta)^(-1/2)",
    "eta": "of the order 1",
    "start": "as in lemma 10",
}
least_samples, mid_samples, most_samples = reals("T_d T_d^1.5 T_d^2")
IN_BOTH = "steps of both phases, with {} samples"
FEWER_STEPS = Observed(
    "steps by samples",
    SETTINGS,
    effect=(least_samples < mid_samples) & (mid_samples < most_samples),
    measures={
        least_samples: IN_BOTH.format("d"),
        mid_samples: IN_BOTH.format("d^(3/2)"),
        most_samples: IN_BOTH.format("d^2"),
    },
)
longer, wider = reals("T_pop/T T_wide/T_narrow")

DIRECT, TWO_PHASES = sp.sqrt(m) * accuracy, QUARTER * accuracy * sp.sqrt(sp.log(2 * d / delta))

M_THRESHOLD = Claim(
    id="less-data/txt-m-threshold",
    title="When skipping phase 1 is worse",
    source=Source("section 4.2, after theorem 1"),
    words="Training on the population alone takes O(sqrt(m) log(d / epsilon)) steps, worse than "
    "two phases for m far above d^2.",
    printed={
        "bounds": in_orders(
            DIRECT,
            TWO_PHASES,
            (m, d, N, accuracy),
            {delta: (sp.Rational(1, 10),)},
            "at least",
            REGIME | {m: (m >= inputs**2,)},
        ),
        "number of steps": Observed(
            "steps without phase 1",
            SETTINGS | {"m": "far above d^2"},
            effect=longer > 1,
            measures={longer: "steps on the population alone over those of both phases"},
        ),
    },
    uses=("less-data/thm-1", "less-data/lem-6#time"),
    note="The bounds compare two upper bounds, which says nothing about which training is faster.",
    symbols=OF_SIZES,
)

WIDTH = Claim(
    id="less-data/ours-steps-by-width",
    title="Without phase 1 the width hardly matters",
    source=Source("section 4.2, after theorem 1"),
    words="Beyond m = d^3 the number of steps on the population alone does not grow with the "
    "width, while sqrt(m) does: at m = d^6 it is at most 1.2 times that at m = d^3.",
    printed=Observed(
        "steps by width",
        {"start": SETTINGS["start"], "eta": SETTINGS["eta"], "m": ("d^3", "d^6")},
        effect=wider <= sp.Rational(6, 5),
        measures={wider: "steps on the population alone for m = d^6 over those for m = d^3"},
    ),
    note="However small a is, q moves it by about eta / d a step, so that it reaches the order "
    "1 / sqrt(d) after sqrt(d) / eta steps or so.",
)

OF_N = 1 + C * (sp.sqrt(d * sp.log(2 * d / delta) / N) + d * sp.log(2 * d / delta) / N)
CHOSEN_BY_PROOF = sp.Min(*four(OF_N))
COUNTED = sp.ceiling(2 * CHOSEN_BY_PROOF * sp.sqrt(N) / (eta * c0)) + sp.ceiling(
    2 / (eta * CHOSEN_BY_PROOF) * sp.log(16 * d / eps)
)
WHICH_BOUND = (
    "which bound of the number of steps is meant, that of theorem 1 or the sum of those that the "
    "sentence before adds up, with the a_* that it chooses"
)
OF_THEOREM, OF_CHOICE = "that of theorem 1, up to constants", "that with the chosen a_*"

DECREASES = Claim(
    id="less-data/txt-total-decreases-in-N",
    title="Fewer samples, fewer steps",
    source=Source(appendix="appendix A.4.3"),
    words="The total number of steps grows with the number of samples N: fewer of them take fewer "
    "steps.",
    printed={
        "bound": Ambiguous(
            WHICH_BOUND,
            {
                OF_THEOREM: ForAll(
                    says=(N * d) ** sp.Rational(1, 4) < (samples * d) ** sp.Rational(1, 4),
                    given={"theorem 1": (d >= 3, d <= N), HERE: (samples > N,)},
                ),
                OF_CHOICE: ForAll(
                    says=substitute(COUNTED, {N: samples}) >= COUNTED,
                    given={
                        "theorem 1": (*RATE, d >= 3, d <= N),
                        "appendix A.4.3": (*UNIVERSAL, eps > 0, eps < HALF, delta > 0, delta < 1),
                        HERE: (samples > N, samples <= d**2),
                    },
                ),
            },
        ),
        "number of steps": FEWER_STEPS,
    },
    lemmas={
        "whatever C is, sqrt(N) B falls up to N = C d L": ForAll(
            says=sp.sqrt(samples) * substitute(TRUE_LABELS, {N: samples})
            < sp.sqrt(N) * TRUE_LABELS,
            given=(C > 0, log_term > 0, d >= 3, d <= N, samples > N, samples <= C * d * log_term),
        ),
    },
    uses=("less-data/thm-1",),
    note="(A.13) grows with N like theorem 1, whose factors do not depend on it. With the a_* of "
    "the lines before fewer samples may take more steps by the bound: sqrt(N) B, of which the last "
    "term of a_* is made, falls up to N = C d log(2 d / delta), by an auxiliary statement, "
    "whatever the constants are.",
)

# -- random labels ---------------------------------------------------------------------------------

LEAST_RANDOM = sp.Min(*four(RANDOM_LABELS))
IN_PHASE_1 = sp.sqrt(N) / (eta * sp.sqrt(d))
RANDOM_BOUND = IN_PHASE_1 + sp.sqrt(d) / eta * accuracy
WHICH_OF_RANDOM = (
    "which a_* is meant: the corollary names none, is in the setting of theorem 1, which prints a "
    "bound of a_*, and has its proof in appendix A.5, which chooses another one"
)
OF_PROOF = "the least of the four terms of appendix A.5"
OF_THEOREM_1 = "the largest one of theorem 1, up to constants"


def random_steps(end):
    """Return that both phases with an a_* take the steps of corollary 2, logarithms hidden or not.

    What is compared are the bounds that appendix A.5 adds up.
    """
    left = steps(end, accuracy)
    return Ambiguous(
        LOGARITHMS,
        {
            HIDDEN: in_orders(left, RANDOM_BOUND, (d, N, accuracy, eta), WITH_DELTA),
            NOT_HIDDEN: in_orders(left, RANDOM_BOUND, (*ALL, eta)),
        },
    )


COR_2 = Claim(
    id="less-data/cor-2",
    title="Two phases, the first one with random labels",
    source=Source("section 5.1, corollary 2", "appendix A.5"),
    words="With random labels in phase 1 the number of steps is O(sqrt(N) / (eta sqrt(d)) + "
    "sqrt(d) / eta log(d / epsilon)), with the probability p_all - delta.",
    printed={
        "sum of the bounds": Ambiguous(
            WHICH_OF_RANDOM,
            {OF_PROOF: random_steps(LEAST_RANDOM), OF_THEOREM_1: random_steps(CHOSEN)},
        ),
        "probability": Missing(
            "a run for each value of what chance decides, so that the number of steps has a law; "
            "which a_* is meant, as for the sum of the bounds, and theorem 1 admits all small "
            "ones; and p_all, for which the statement refers to theorem 1 and the proof to "
            "p_all^rand of lemma 12"
        ),
    },
    instead={
        "sum of the bounds": ByReading(
            {
                (OF_PROOF, NOT_HIDDEN): Instead(
                    in_orders(
                        steps(LEAST_RANDOM, accuracy),
                        IN_PHASE_1 + sp.sqrt(d) / eta * accuracy * log_term,
                        (*ALL, eta),
                    ),
                    words="with a further factor log(2 d / delta) of the second term",
                ),
                OF_THEOREM_1: Instead(
                    in_orders(steps(CHOSEN, accuracy), BOUND_OF_SUM / eta, (*ALL, eta)),
                    words="with the total of theorem 1, a factor 1 / eta added",
                ),
            }
        )
    },
    uses=("less-data/lem-6#time",),
    note="The a_* of the proof is of the order 1 / sqrt(d), larger than theorem 1 admits by "
    "(N / d)^(1/4). With that of theorem 1 the bound that the proof gives for T_2 is larger by "
    "d^(1/4) at N = d^2; the steps themselves need not be more. For N = d the bound B of the norm "
    "is of the order L = log(2 d / delta), taken for a constant. The distance is epsilon here, of "
    "the order sqrt(epsilon) in theorem 1.",
    symbols=OF_RATE,
)
