"""Section F.2: the pieces of the loss of SignSGD and what the failure of the burn-in costs.

T = eta sqrt(B) k, lambda_j = j^(-beta), |theta_j*| = j^((beta-alpha)/2), s = (alpha - 1) / beta.
The coordinates up to q = B^(1/alpha) have to burn in. Orders that go on to very large scales are
written in the fourth roots t, b, n of T, B, d.
"""

import sympy as sp

from theory.argument_language import States
from theory.arguments import (
    AddUp,
    Assume,
    Between,
    Generalise,
    Give,
    Hide,
    Lemma,
    Put,
    Solve,
    Specialise,
)
from theory.binders import SequenceOf, substitute
from theory.choices import Ambiguous
from theory.claim import ByHand, ByReading, Claim, ForAll, Instead, Missing, SameOrder, Source
from theory.existence import at_values, denial, given_by
from theory.language import integers, reals
from theory.orders import Large, LargeEnough, Order, Small, SmallEnough
from theory.papers.signsgd_scaling import notation as paper
from theory.papers.signsgd_scaling import signal_term, union_argument
from theory.papers.signsgd_scaling.loss_argument import hidden
from theory.places import HERE
from theory.quantifiers import Every, Some
from theory.sum_arguments import counted

T, B, d, alpha, beta, t, b, n, u = reals("T B d alpha beta t b n u_1")
eta, k, j, q, y = reals("eta k j q y")
s = (alpha - 1) / beta
HALF = sp.Rational(1, 2)
ROOTS = {T: t**4, B: b**4, d: n**4}
POWERS = (alpha > 1, beta > 1)
STEEP = {alpha: (sp.Rational(5, 2),), beta: (sp.Rational(5, 2),)}

# -- the burn-in -----------------------------------------------------------------------------------

gamma = (beta - alpha) / 2
power = reals("g")
UP_TO_Q = (q >= 1, j >= 1, j <= q)


AMONG = (  # the coordinates up to the order of B^(1/alpha)
    *(paper.j >= 1, paper.j <= paper.d),
    sp.Le(paper.j, paper.K * paper.B ** (1 / paper.alpha), evaluate=False),
)


def _extreme(size, beyond):
    """Return that a number is the largest or the smallest target up to K B^(1/alpha)."""
    j, own = paper.j, sp.Abs(paper.target[paper.j])
    among = sp.And(*AMONG)
    return (
        Every(j, sp.Implies(among, beyond(own, size), evaluate=False)),
        Some(j, sp.And(among, paper.eq(own, size))),
    )


ENOUGH, ANY_NUMBER = "there are", "there are d, and no more"


def _targets(size, extreme, bound):
    """Return the order of the largest or the smallest target, in both readings."""
    power = paper.B ** ((paper.beta - paper.alpha) / (2 * paper.alpha))
    order = Order(
        *(size, bound(1, power), "same"),
        (paper.B, paper.d, paper.eigenvalues, paper.target, size),
    )
    there = sp.Le(paper.K * paper.B ** (1 / paper.alpha), paper.d, evaluate=False)

    def where(*here):
        places = {
            "section 2": (paper.B >= 1, paper.d >= 1),
            "assumption B.3": paper.POWER_LAWS,
            "above (34)": (paper.K > 0, *extreme),
            HERE: here,
        }
        return States(order, places)

    return Ambiguous(
        "whether there are coordinates up to the order of B^(1/alpha), as the minimum has them",
        {ENOUGH: where(there), ANY_NUMBER: where()},
    )


SMALLEST, LARGEST = _extreme(paper.shortest, sp.Ge), _extreme(paper.longest, sp.Le)
_SMALLEST = _targets(paper.shortest, SMALLEST, sp.Min)
_LARGEST = _targets(paper.longest, LARGEST, sp.Max)
_C, _fourth = reals("C_0"), sp.Rational(1, 4)
_ones = SequenceOf(sp.S.One, paper.i)
ROOT_BEYOND, ROOT_FROM_1 = "a fourth root beyond C_0", "a fourth root from 1 on"
ROOTS_OF_B = {
    ROOT_BEYOND: ForAll(sp.Gt(((1 + _C) ** 4) ** _fourth, _C, evaluate=False), given=(_C > 0,)),
    ROOT_FROM_1: ForAll(sp.Ge(((1 + _C) ** 4) ** _fourth, 1, evaluate=False), given=(_C > 0,)),
}


def _fails_for_one(statement, size, exponents, side):
    """Return the argument against the order of an extreme target: d = 1, target 1, a large B."""
    values = {**exponents, **dict.fromkeys((paper.low, paper.high, paper.K), sp.S.One)}
    point = {
        paper.B: (1 + _C) ** 4,
        paper.d: sp.S.One,
        size: sp.S.One,
        paper.eigenvalues: _ones,
        paper.target: _ones,
    }

    roots = tuple(map(Lemma, ROOTS_OF_B))
    hypotheses = [at_values(h, {**values, **point}) for h in statement.given]
    extremes = [
        Generalise(Solve(h.body), h.args[0])
        if isinstance(h, Every)
        else Give(Solve(substitute(h.body, {h.args[0]: sp.S.One}), (_C > 0,), roots), h, sp.S.One)
        for h in hypotheses
        if isinstance(h, (Every, Some))
    ]

    def show(says):
        return given_by(says, point, (_C > 0,), (*roots, *extremes))

    return denial([statement], {}, values, _C, show, side)


EQ_35 = Claim(
    id="signsgd-scaling/eq-35",
    title="Smallest and largest target among the coordinates that burn in",
    source=Source(appendix="appendix F.2, (35)"),
    words="Over 1 <= j <= B^(1/alpha) the least |theta_j*| is of the order min(1, "
    "B^((beta-alpha)/(2 alpha))) and the largest of the order of the maximum.",
    printed={"m_B": _SMALLEST, "M_B": _LARGEST},
    lemmas={
        **ROOTS_OF_B,
        "alpha >= beta": ForAll(
            given=(*UP_TO_Q, power <= 0),
            says=sp.And(q**power <= j**power, j**power <= 1),
        ),
        "alpha < beta": ForAll(
            given=(*UP_TO_Q, power > 0),
            says=sp.And(j**power >= 1, j**power <= q**power),
        ),
        "the last coordinate": ForAll(
            given=(B >= 1, *POWERS),
            says=sp.Eq((B ** (1 / alpha)) ** gamma, B ** (gamma / alpha)),
        ),
    },
    because={"m_B": ByHand(reading=(ENOUGH,)), "M_B": ByHand(reading=(ENOUGH,))},
    against={
        "m_B": _fails_for_one(
            *(_SMALLEST.options[ANY_NUMBER], paper.shortest),
            {paper.alpha: sp.Integer(4), paper.beta: sp.Integer(2)},
            0,
        ),
        "M_B": _fails_for_one(
            *(_LARGEST.options[ANY_NUMBER], paper.longest),
            {paper.alpha: sp.Integer(2), paper.beta: sp.Integer(3)},
            1,
        ),
    },
    note="In the auxiliary statements q = B^(1/alpha), g = (beta - alpha) / 2. The ends j = 1 and "
    "j = q attain both bounds; where d is below q only the bounds remain, which is all that (34) "
    "needs.",
)

LATE_ENOUGH = B ** (beta / (2 * alpha))
_TIME = paper.eta * sp.sqrt(paper.B) * paper.k
_ENOUGH = paper.B ** (paper.beta / (2 * paper.alpha))
_EARLY = paper.B ** ((paper.beta - paper.alpha) / (2 * paper.alpha))
_T_LONG = _TIME >= paper.K * _ENOUGH
_LONG = paper.eta * paper.k >= paper.K * _EARLY
_SETTING = {
    "section 2": paper.SETTING[:2],
    "assumption B.3": (paper.alpha > 1, paper.beta > 1),
    HERE: (paper.K > 0,),
}
_GIVEN = tuple(g for some in _SETTING.values() for g in some)
_EQUIVALENT = sp.And(sp.Implies(_T_LONG, _LONG), sp.Implies(_LONG, _T_LONG))
_POWERS_OF_B = sp.Eq(_ENOUGH, sp.sqrt(paper.B) * _EARLY, evaluate=False)

_steps_by_early = paper.eta * paper.k / _EARLY
_BURNED = paper.eta * paper.k / sp.Max(_EARLY, 1)
_ENSURED = [
    States(
        Order(_steps_by_early, sp.S.One, "at least", (paper.eta, paper.B, paper.k)),
        {
            "section 2": (*paper.SETTING[:2], paper.k >= 0),
            "assumption B.3": (paper.alpha > 1, paper.beta > 1),
            "theorem F.6": large,
        },
    )
    for large in paper.sizes(large=(_BURNED,))
]

STEP_MAX = Claim(
    id="signsgd-scaling/thm-F.6-step-max",
    title="How long the burn-in lasts",
    source=Source(appendix="appendix F.2, theorem F.6 and the end of term A"),
    words="T >= B^(beta/(2 alpha)) says the same as eta k >= B^((beta-alpha)/(2 alpha)), up to "
    "constants, which the theorem assumes; T = eta sqrt(B) k.",
    printed={
        "equivalent": ForAll(_EQUIVALENT, _SETTING),
        "ensured": paper.up_to_constants(*_ENSURED),
    },
    lemmas={"powers of B": ForAll(_POWERS_OF_B, given=(paper.B >= 1, *_SETTING["assumption B.3"]))},
    because={
        "equivalent": Solve(_EQUIVALENT, _GIVEN, (Lemma("powers of B"),)),
        "ensured": hidden(
            _ENSURED,
            (paper.K,),
            Between(
                *(_steps_by_early, sp.S.One, paper.K, None, (paper.eta, paper.B, paper.k)),
                (*_GIVEN, paper.k >= 0, sp.Ge(_BURNED, paper.K, evaluate=False)),
            ),
            {
                **dict.fromkeys((paper.eta, paper.B, paper.k), sp.S.One),
                **dict.fromkeys((paper.alpha, paper.beta), sp.Integer(2)),
            },
        ),
    },
    uses=("signsgd-scaling/eq-35",),
)

BURN, LONGEST = paper.burn, paper.longest
TARGET = sp.Abs(paper.target[paper.j])
_OVER = (paper.eta, paper.B, paper.k, paper.d, paper.j, BURN, LONGEST, paper.target)
IN_TIME = (
    paper.fastest * TARGET <= paper.eta * BURN,
    paper.eta * BURN <= paper.slowest * TARGET,
)
_EVENT = {
    "section 2": paper.SETTING,
    "assumption B.3": (paper.alpha > 1,),
    "(21)": (BURN >= 0,),
    "(32): k_j* is of the order |theta_j*| / eta": (
        *(paper.fastest > 0, paper.slowest >= paper.fastest),
        *IN_TIME,
    ),
    "above (34), M_B": (paper.K > 0, TARGET <= LONGEST),
    "(35)": (LONGEST > 0,),
    HERE: AMONG,
}
_BURNED_IN = paper.eta * paper.k / LONGEST
_LEFT = [
    States(Order(paper.k - BURN, paper.k, "same", _OVER), {**_EVENT, HERE: (*AMONG, *some)})
    for some in paper.sizes(large=(_BURNED_IN,))
]
_MOST = [
    States(Order(BURN, paper.k, "at most", _OVER), {**_EVENT, HERE: (*AMONG, *some)})
    for some in paper.sizes(large=(_BURNED_IN,))
]
_given = tuple(g for some in _EVENT.values() for g in some)
_one = sp.S.One
_long = sp.Ge(_BURNED_IN, 2 * paper.slowest, evaluate=False)
_event_of_ones = {
    **dict.fromkeys((paper.fastest, paper.slowest, paper.K), _one),
    paper.alpha: sp.Integer(2),
}
_index = integers("l")
_point = {
    **_event_of_ones,
    **dict.fromkeys((paper.eta, paper.B, paper.d, paper.j, BURN, LONGEST), _one),
    paper.target: SequenceOf(_one, _index),
}
_served = {LargeEnough(_BURNED_IN): 2 * paper.slowest}
_positive = (Solve(2 * paper.slowest > 0, (paper.fastest > 0, paper.slowest >= paper.fastest)),)


def _nothing_left(says):
    """Argue that nothing may be left of the steps."""
    return given_by(says, {**_point, paper.k: _one}, (_C > 0,), ())


EQ_36 = Claim(
    id="signsgd-scaling/eq-36",
    title="Steps left after the burn-in",
    source=Source(appendix="appendix F.2, before and in (36)"),
    words="If eta k is at least of the order M_B and all burn-in times are of the order "
    "|theta_j*| / eta, these are at most of the order k, and the steps that are left are of the "
    "order k.",
    printed={
        "burn-in": paper.up_to_constants(*_MOST),
        "steps left": paper.up_to_constants(*_LEFT),
    },
    because={
        "burn-in": ByReading(
            {
                paper.ANY_CONSTANT: Hide(
                    Between(
                        *(BURN, paper.k, None, paper.slowest / _C, _OVER),
                        (*_given, _C > 0, sp.Ge(_BURNED_IN, _C, evaluate=False)),
                    ),
                    {Large(_BURNED_IN): _C},
                    (),
                    {**_point, paper.k: 4 * _one, _C: _one},
                ),
                paper.SOME_CONSTANT: Hide(
                    Between(BURN, paper.k, None, _one, _OVER, (*_given, _long)),
                    _served,
                    _positive,
                    {**_point, paper.k: 4 * _one},
                ),
            }
        ),
        "steps left": Hide(
            Between(paper.k - BURN, paper.k, HALF, _one, _OVER, (*_given, _long)),
            _served,
            _positive,
            {**_point, paper.k: 4 * _one},
        ),
    },
    against={
        "steps left": denial(
            [_LEFT[0]], {_LEFT[0].given[-1]: _one}, _event_of_ones, _C, _nothing_left, side=1
        )
    },
    note="The condition on eta k needs a constant above C_A: at eta k = M_B nothing may be left.",
)

p = reals("p_1 p_2 p_3 p_12 p_13 p_23 p_123")
p1, p2, p3, p12, p13, p23, p123 = p
ANY = p1 + p2 + p3 + p12 + p13 + p23 + p123
EACH = (p1 + p12 + p13 + p123) + (p2 + p12 + p23 + p123) + (p3 + p13 + p23 + p123)
least, rate, most = reals("m_B c C")

# (34): J coordinates, each with a chance of exp(-c |theta_j*| / eta) to fail
_own_failure = sp.exp(-paper.fastest * TARGET / paper.eta)
_worst_failure = sp.exp(-paper.fastest * paper.shortest / paper.eta)
_UP_TO = sp.And(paper.j >= 1, paper.j <= paper.early)
_IS_LEAST = (
    Every(paper.j, sp.Implies(_UP_TO, paper.shortest <= TARGET, evaluate=False)),
    Some(paper.j, sp.And(_UP_TO, paper.eq(paper.shortest, TARGET))),
)
_COUNT = paper.early / paper.B ** (1 / paper.alpha)
_FAILURES = sp.Sum(_own_failure, (paper.j, 1, paper.early))
_OF_FAILURES = (_FAILURES, paper.B ** (1 / paper.alpha) * _worst_failure)
_OVER_FAILURES = (paper.eta, paper.B, paper.early, paper.target, paper.shortest)
_CHANCES = {
    "section 2": paper.SETTING[:2],
    "assumption B.3": (paper.alpha > 1,),
    "(33)": (paper.fastest > 0, paper.early >= 1),
    HERE: _IS_LEAST,
}
_SUM_OF_FAILURES = [
    States(Order(*_OF_FAILURES, "at most", _OVER_FAILURES), {**_CHANCES, HERE: (*_IS_LEAST, *some)})
    for some in paper.sizes(small=(_COUNT,))
]


_ONE_FAILURE = {
    **dict.fromkeys((paper.eta, paper.B, paper.early, paper.shortest, paper.fastest), _one),
    paper.alpha: sp.Integer(2),
    paper.target: SequenceOf(_one, _index),
}


_every_one, _some_one = (at_values(h, _ONE_FAILURE) for h in _IS_LEAST)
_IS_ONE = (
    Generalise(Solve(_every_one.body), _every_one.args[0]),
    Give(
        Solve(substitute(_some_one.body, {_some_one.args[0]: _one})),
        _some_one,
        _one,
    ),
)


def _counted_up(limit, sizes, *positive):
    """Argue for (34), where J is at most a limit times B^(1/alpha)."""
    given = tuple(g for some in _CHANCES.values() for g in some)
    each = AddUp(
        Solve(
            _own_failure <= _worst_failure,
            (*given, paper.j >= 1, paper.j <= paper.early),
            (
                Put(
                    Lemma("each term"),
                    {rate: paper.fastest, y: TARGET},
                ),
                Specialise(Assume(_IS_LEAST[0]), paper.j),
            ),
        ),
        *(paper.j, 1, paper.early),
    )
    within = (*given, limit > 0, sp.Le(_COUNT, limit, evaluate=False))
    between = Between(
        *(*_OF_FAILURES, None, limit, _OVER_FAILURES),
        within,
        (
            each,
            counted(_worst_failure, paper.j, paper.early),
            Put(
                Lemma("so many times the worst"),
                {
                    q: paper.early,
                    u: paper.B ** (1 / paper.alpha),
                    t: _worst_failure,
                    most: limit,
                },
            ),
            Put(Lemma("positive chances"), {rate: paper.fastest}),
            Lemma("positive powers of B"),
        ),
    )
    point = {**_ONE_FAILURE, **dict.fromkeys(limit.free_symbols, _one)}
    return Hide(between, sizes, positive, point, _IS_ONE)


OF_34 = {
    "each term": ForAll(
        given=(eta > 0, rate > 0, y >= least),
        says=sp.exp(-rate * y / eta) <= sp.exp(-rate * least / eta),
    ),
    "positive chances": ForAll(given=(eta > 0,), says=sp.exp(-rate * least / eta) > 0),
    "positive powers of B": ForAll(given=(B >= 1, alpha > 1), says=B ** (1 / alpha) > 0),
    "so many times the worst": ForAll(
        given=(u > 0, t > 0, sp.Le(q / u, most, evaluate=False)), says=q * t <= most * u * t
    ),
}
SHOWS_34 = ByReading(
    {
        paper.ANY_CONSTANT: _counted_up(paper.K, {Small(_COUNT): paper.K}),
        paper.SOME_CONSTANT: _counted_up(
            _one,
            {SmallEnough(_COUNT): _one},
            Solve(sp.Gt(_one, 0, evaluate=False)),
        ),
    }
)

EQ_33 = Claim(
    id="signsgd-scaling/eq-33",
    title="All burn-in times together",
    source=Source(appendix="appendix F.2, (33) and (34)"),
    words="The probability that some burn-in time is not of its order is at most the sum of the "
    "single ones, which is at most B^(1/alpha) exp(-Omega(m_B / eta)).",
    printed={
        "(33)": union_argument.PRINTED,
        "(34)": paper.up_to_constants(*_SUM_OF_FAILURES),
    },
    lemmas={
        **union_argument.LEMMAS,
        "union bound": ForAll(given=tuple(e >= 0 for e in p), says=ANY <= EACH),
        **OF_34,
    },
    because={
        "(33)": ByReading({paper.SOME_CONSTANT: ByHand()}),
        "(34)": SHOWS_34,
    },
    against={"(33)": union_argument.AGAINST},
    instead={
        "(33)": Instead(
            union_argument.WITH_6,
            words="with the constant 6, for coordinates up to a share of B^(1/alpha)",
            because=union_argument.WITH_6_SHOWN,
        )
    },
    uses=("signsgd-scaling/lem-F.1",),
    note="p_n is the probability that the first n coordinates burn in in time, as their noise is "
    "independent; it is bounded in the sum for any law, too. A single coordinate may start at "
    "the edge of its region, as in lemma F.1. In the union bound there are three coordinates; "
    "p_12 is the probability that exactly the first two fail. y is |theta_j*|.",
)

bad, loss, sup, w = reals("P L L_max w")
POWER_A, POWER_B = 2 * (1 + alpha) / beta, 2 / alpha + 2

COST, LEADS_TO_34, NEGLIGIBLE, MEAN_OF_THEM = (
    "the failures",
    "(34)",
    "negligible",
    "the loss on the failures",
)
NEGLIGIBLE_HOW = (
    "against which of the leading terms, in which cases of beta, and whether of smaller order or "
    "no larger"
)

EQ_40 = Claim(
    id="signsgd-scaling/eq-40",
    title="What a failed burn-in costs",
    source=Source(appendix="appendix F.2, (40)"),
    words="With a bounded loss, the failure of the burn-in contributes at most the largest loss "
    "times its probability, which is at most of the order of the sum in (33) and of B^(1/alpha) "
    "exp(-Omega(m_B / eta)). For eta sqrt(B) at most of order 1 that is negligible.",
    printed={
        MEAN_OF_THEM: Missing(
            "the mean of the loss on the paths on which some burn-in time is not of its order, as "
            "a quantity: of the square of a single error there is the mean over all paths alone"
        ),
        COST: union_argument.COST,
        LEADS_TO_34: paper.up_to_constants(*_SUM_OF_FAILURES),
        NEGLIGIBLE: Missing(
            f"{NEGLIGIBLE_HOW}: for B and eta of order 1 the exponent is of order 1"
        ),
    },
    lemmas={
        **union_argument.LEMMAS,
        **union_argument.COST_LEMMAS,
        **OF_34,
        "bounded loss": ForAll(
            given=(bad >= 0, bad <= 1, loss <= sup),
            says=bad * loss <= sup * bad,
        ),
        "exponential against power, large exponents": ForAll(
            given=(y >= 1,), says=sp.log(y) <= y - 1
        ),
        "exponential against power, small exponents": ForAll(
            given=(y >= 1,), says=sp.log(1 / y) <= 1 / y - 1
        ),
        "alpha >= beta: not above eta / sqrt(B)": ForAll(
            given=(B >= 1, w >= 1, alpha >= beta, beta > 1),
            says=B ** (1 / alpha) * (w * B ** (beta / (2 * alpha))) ** -POWER_A <= 1 / (w * B),
        ),
        "alpha < beta: not above eta / sqrt(B)": ForAll(
            given=(B >= 1, w >= 1, alpha > 1, alpha < beta),
            says=B ** (1 / alpha) * (w * sp.sqrt(B)) ** -POWER_B <= 1 / (w * B),
        ),
    },
    because={
        MEAN_OF_THEM: ByHand(("bounded loss",)),
        COST: ByReading({paper.SOME_CONSTANT: ByHand()}),
        LEADS_TO_34: SHOWS_34,
    },
    against={COST: union_argument.COST_AGAINST},
    instead={
        COST: Instead(
            union_argument.COST_WITH_6,
            words="with the constant 6, for coordinates up to a share of B^(1/alpha)",
            because=union_argument.COST_WITH_6_SHOWN,
        )
    },
    uses=("signsgd-scaling/eq-33", "signsgd-scaling/eq-35", "signsgd-scaling/asm-F.6-loss-bounded"),
    note="A coordinate that starts at the edge of its region has k* = 0 and fails surely; its "
    "largest loss is 2 where B = lambda = eta k = 1. The largest loss is that after k steps away "
    "from the target. w = 1 / (eta sqrt(B)) >= 1, so that m_B / eta is w B^(beta/(2 alpha)) or w "
    "sqrt(B); exp(-c y) is at most a constant times y^(-p), p = 2 (1 + alpha) / beta or 2 / alpha "
    "+ 2.",
)

# -- terms A, B and C ------------------------------------------------------------------------------


def order(left, right, regime, variables, constants=STEEP, given=POWERS, **more):
    """Return that two functions of T, B and d are of the same order."""
    left, right = left.subs(ROOTS), right.subs(ROOTS)
    return SameOrder(left, right, regime, variables, constants, given=given, **more)


def from_q(weight):
    """Return the integral of j^(-alpha) times a weight from B^(1/alpha) to d, in u = log j."""
    return sp.Integral(sp.exp((1 - alpha) * u) * weight, (u, sp.log(B) / alpha, sp.log(d)))


LONG = (b >= 1, b ** (beta / (2 * alpha)) <= t, n**4 >= 2 * b ** (4 / alpha))
at_end = from_q(sp.exp(-T * (sp.exp(-beta * u / 2) - d ** (-beta / 2))))
fading = d ** (-beta / 2 * (2 * s - 1)) / T

STEP_A = Claim(
    id="signsgd-scaling/thm-F.6-step-termA",
    title="Signal of the coordinates that need no burn-in",
    source=Source(appendix="appendix F.2, proof of theorem F.6, term A"),
    words="The sum over late coordinates is of the order of the integral of j^(-alpha) "
    "exp(-T j^(-beta/2)) from B^(1/alpha) to d, which is T^(-2s) up to T = d^beta and T^(-1) "
    "d^(-beta/2 (2s-1)) exp(-T d^(-beta/2)) from there on.",
    printed={
        "the sum is of the order of an integral": signal_term.THE_SUM,
        "T up to d^beta": paper.up_to_constants(*signal_term.UP_TO_D_BETA),
        "T from d^beta on": signal_term.FROM_D_BETA_ON,
    },
    lemmas={
        **signal_term.LEMMAS,
        "d at least twice B^(1/alpha)": order(at_end, fading, (*LONG, n**beta <= t), (t, b, n)),
    },
    because={
        "T from d^beta on": ByHand(
            ("d at least twice B^(1/alpha)",), reading=(signal_term.LARGER_D,)
        ),
    },
    against={"T up to d^beta": signal_term.AGAINST},
    instead={
        "T up to d^beta": ByReading(
            {
                paper.SOME_CONSTANT: Instead(
                    signal_term.MEANT,
                    Source(appendix="appendix F.2, theorem F.6, (24) to (26)"),
                    words="d^(beta/2) in the place of d^beta",
                    because=signal_term.MEANT_SHOWN,
                )
            }
        ),
    },
    uses=("signsgd-scaling/lem-E.1", "signsgd-scaling/lem-E.3", "signsgd-scaling/thm-F.6-step-max"),
    note="Between T = d^(beta/2) and d^beta the integral is exponentially small, and T^(-2s) is "
    "not; cases (24) to (26) of the theorem meet at d^(beta/2). With it the law holds for "
    "constants that serve: T well beyond B^(beta/(2 alpha)), and d^(beta/2) beyond T, leave many "
    "coordinates beyond B^(1/alpha). With any constants none may be left. In a lemma u = log j.",
    symbols={
        t: "fourth root of T = eta sqrt(B) k",
        b: "fourth root of B",
        n: "fourth root of d",
    },
)
