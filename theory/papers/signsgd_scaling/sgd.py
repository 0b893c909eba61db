"""Sections B.1 and E.2: stochastic gradient descent, coordinate by coordinate, and its loss.

delta = theta_j - theta_j* follows delta' = (1 - eta lambda) delta - eta xi with noise of variance
lambda / B. Orders are written in T = eta k and N = 1 / eta, with lambda_j = j^(-beta) and
lambda_j (theta_j*)^2 = j^(-alpha); s = (alpha - 1) / beta.
"""

import sympy as sp

from theory.argument_language import States
from theory.arguments import (
    Assume,
    Between,
    Choose,
    Clause,
    Cut,
    Definition,
    Generalise,
    Give,
    Hide,
    Induct,
    LastTerm,
    Lemma,
    Met,
    Put,
    Solve,
    Specialise,
)
from theory.binders import SequenceOf, substitute
from theory.choices import Ambiguous
from theory.claim import ByHand, ByReading, Claim, ForAll, Instead, SameOrder, Source
from theory.existence import denial, given_by
from theory.language import DEFINES, Each, Head, eq, integers, reals
from theory.orders import Magnitude, Order, SmallEnough
from theory.papers.signsgd_scaling import notation, sgd_late_argument
from theory.papers.signsgd_scaling.notation import (
    B,
    eta,
    iterate,
    k,
    lam,
    sgd,
    sgd_mix,
    step,
    x,
    z,
)
from theory.places import HERE
from theory.quantifiers import Every, Some, inhabited

HALF = sp.Rational(1, 2)

COORDINATES = (notation.j, 1, notation.d)
_pull = notation.hessian[notation.j, notation.i] * notation.error(k, notation.i)
_gradient = sp.Sum(_pull, (notation.i, 1, notation.d)) + notation.noise[k, notation.j]
SGD_STEP = eq(iterate[k + 1, notation.j], iterate[k, notation.j] - eta * _gradient)
FROM_0 = eq(iterate[0, notation.j], 0)

EQ_5 = Claim(
    id="signsgd-scaling/eq-5",
    title="Stochastic gradient descent",
    source=Source(appendix="appendix B.1, (5)"),
    words="From 0, a step goes against the gradient H (theta - theta*) plus noise.",
    printed=ForAll(
        given=(
            *(eta > 0, notation.d >= 1, k >= 0),
            Each(SGD_STEP, COORDINATES),
            Each(FROM_0, COORDINATES),
        ),
        says=DEFINES,
        instances={notation.d: (1, 2), k: (0, 1)},
    ),
)

RATE = eta * lam
ONE = sp.S.One
STEP = (eta > 0, lam > 0, B >= 1, k >= 0)
COORDINATE = {"section 2, appendix E.2, (12)": STEP}
NO_STEP, ONE_STEP, MIXED = (
    Definition(name)
    for name in (
        "SGD before the first step",
        "SGD, a step",
        "SGD, error and noise of the next step",
    )
)
a, b = reals("a b")
_step = (ONE_STEP, Put(MIXED, {a: 1 - RATE, b: -eta}))
_kept = (1 - RATE) ** 2 * sgd(k)
IN_NOISE = eq(sgd(k + 1), _kept + eta**2 * sgd_mix(0, 1))
RECURSION = eq(sgd(k + 1), _kept + eta**2 * lam / B)

EQ_13 = Claim(
    id="signsgd-scaling/eq-13",
    title="One step of the second moment",
    source=Source(appendix="appendix E.2, (13)"),
    words="The second moment of a coordinate's error is multiplied by (1 - eta lambda)^2 and grows "
    "by eta^2 E xi^2, which is eta^2 lambda / B.",
    printed={
        "in terms of the noise": States(IN_NOISE, COORDINATE),
        "recursion": States(RECURSION, COORDINATE),
    },
    because={
        "in terms of the noise": Solve(
            IN_NOISE, STEP, (*_step, Put(MIXED, {a: sp.S.Zero, b: ONE}))
        ),
        "recursion": Solve(RECURSION, STEP, _step),
    },
)

# -- unrolled --------------------------------------------------------------------------------------

SMALL = RATE <= HALF
STABLE = (*STEP, SMALL)
AFTER_14 = {**COORDINATE, "appendix E.2, after (14)": (SMALL,)}


def left(steps=k):
    """Return how much of the second moment is left after some steps."""
    return (1 - RATE) ** (2 * steps)


def noises(steps):
    """Return the sum over the noises of some steps, in units of the first."""
    return sp.Sum(left(step), (step, 0, steps - 1))


def unrolled(factor, steps=k):
    """Return that the second moment has its noise with a factor."""
    return eq(sgd(steps), left(steps) * x**2 + eta**2 * lam / B * factor)


def by_steps(says, start, then, more=()):
    """Argue by induction for every number of steps."""
    first = Solve(substitute(says, {k: sp.S.Zero}), (*AT_START, *more), start)
    given = (*STEP, *more, says)
    return Induct(says, k, 0, first, Solve(substitute(says, {k: k + 1}), given, then))


AT_START = (eta > 0, lam > 0, B >= 1)
_none, _first = LastTerm(noises(sp.S.Zero)), LastTerm(noises(ONE), AT_START)
_next = by_steps(
    eq(noises(k + 1), noises(k) + left()), (_first, _none), (LastTerm(noises(k + 2), STEP),)
)
_shifted = by_steps(
    eq(noises(k + 1), 1 + (1 - RATE) ** 2 * noises(k)),
    (_first, _none),
    (_next, Put(_next, {k: k + 1})),
)
UNROLLED = by_steps(
    unrolled(noises(k)), (NO_STEP, _none), (Clause("signsgd-scaling/eq-13", "recursion"), _shifted)
)
QUOTIENT = (1 - left()) / (1 - (1 - RATE) ** 2)
HAS_QUOTIENT, HAS_INVERSE = sp.Ne(1 - (1 - RATE) ** 2, 0), sp.Ne(2 - RATE, 0)
GEOMETRIC = by_steps(eq(noises(k), QUOTIENT), (_none,), (_shifted,), (HAS_QUOTIENT,))
_geometric = Cut(GEOMETRIC, (Solve(HAS_QUOTIENT, (*STEP, HAS_INVERSE)),))
CLOSED = eq(sgd(k), left() * x**2 + eta / B * ((1 - left()) / (2 - RATE)))

_VALUE = "where the quotient has a value"

EQ_14 = Claim(
    id="signsgd-scaling/eq-14",
    title="The second moment in closed form",
    source=Source(appendix="appendix E.2, (14)"),
    words="Unrolled, the recursion gives (1 - eta lambda)^(2k) times the start plus eta / B times "
    "(1 - (1 - eta lambda)^(2k)) / (2 - eta lambda).",
    printed={
        "with the sum": States(unrolled(noises(k)), COORDINATE),
        "with the quotient": States(unrolled(QUOTIENT), {**COORDINATE, _VALUE: (HAS_QUOTIENT,)}),
        "in closed form": States(CLOSED, {**COORDINATE, _VALUE: (HAS_INVERSE,)}),
    },
    because={
        "with the sum": UNROLLED,
        "with the quotient": Solve(
            unrolled(QUOTIENT), (*STEP, HAS_QUOTIENT), (UNROLLED, GEOMETRIC)
        ),
        "in closed form": Solve(CLOSED, (*STEP, HAS_INVERSE), (UNROLLED, _geometric)),
    },
    uses=("signsgd-scaling/eq-13",),
    note="For every eta lambda_j; the quotients have values where it is not 2. That it is at most "
    "1/2 is assumed only after (14).",
)

UPPER, LOWER = sp.exp(-2 * RATE * k), sp.exp(-4 * RATE * k)
EVERYTHING = (eta, B, k, lam, x)


_largest, _least = (c * notation.j**-notation.beta for c in (notation.high, notation.low))
_CONSTANTS = (notation.low > 0, notation.high >= notation.low, notation.beta > 1)
_OF_LAW = (_least <= lam, lam <= _largest)
SERVES = 1 / (2 * notation.high)


def bounded_rate(limit, *more):
    """Return that eta lambda_j is at most 1/2 for eta up to a limit, by the power law, or more."""
    return ForAll(
        RATE <= HALF,
        {
            "section 2": (eta > 0, notation.j >= 1),
            "assumption B.3": (*_CONSTANTS, *_OF_LAW),
            HERE: (eta <= limit, *more),
        },
    )


AT_MOST_1, MAY_EXCEED_1 = "they are at most 1", "they may, by assumption B.3"

STEP_RATE = Claim(
    id="signsgd-scaling/thm-E.4-step-rate",
    title="Step size times eigenvalue",
    source=Source(appendix="appendix E.2, proof of theorem E.4, after (14)"),
    words="If eta is at most 1/2, so is eta lambda_j for every j.",
    printed=Ambiguous(
        "whether eigenvalues of the order j^-beta may exceed 1: 1/2 times such a one is at most "
        "1/2, as the page concludes, if they do not",
        {AT_MOST_1: bounded_rate(HALF, lam <= 1), MAY_EXCEED_1: bounded_rate(HALF)},
    ),
    instead={
        "": ByReading({MAY_EXCEED_1: Instead(bounded_rate(SERVES), words="for eta <= 1 / (2 C)")})
    },
    note="lambda_1 may be 2, of order 1 too, and then eta = 1/2 is not enough. For lambda_j <= C "
    "j^-beta what serves is eta <= 1 / (2 C), so that eta lambda_1 <= 1/2, which is all that the "
    "proof needs. The theorem supposes eta <~ 1 and loses nothing by it.",
)

RATE_ASSUMED = (
    "The page assumes eta <= 1/2 and writes that eta lambda_j <= 1/2 follows. It does not for all "
    "power laws; this is shown under eta lambda_j <= 1/2, as the page goes on."
)

EQ_15 = Claim(
    id="signsgd-scaling/eq-15",
    title="Powers against exponentials",
    source=Source(appendix="appendix E.2, before and in (15)"),
    words="For x below 1/2, log(1 - x) lies between -2x and -x, (1 - x)^(2k) between exp(-4xk) and "
    "exp(-2xk), and 2 - x between 3/2 and 2.",
    printed={
        "2 - eta lambda_j": ForAll(sp.And(sp.Rational(3, 2) <= 2 - RATE, 2 - RATE <= 2), AFTER_14),
        "its inverse": States(Order(1 / (2 - RATE), ONE, "same", EVERYTHING[:-1]), AFTER_14),
        "logarithm": ForAll(
            sp.And(-2 * z <= sp.log(1 - z), sp.log(1 - z) <= -z), {HERE: (z > 0, z < HALF)}
        ),
        "times 2 k": ForAll(
            sp.And(
                -4 * RATE * k <= 2 * k * sp.log(1 - RATE),
                2 * k * sp.log(1 - RATE) <= -2 * RATE * k,
            ),
            AFTER_14,
        ),
        "power, at least": ForAll(left() >= LOWER, AFTER_14),
        "power, at most": ForAll(left() <= UPPER, AFTER_14),
    },
    lemmas={
        "power of a number": ForAll(
            (1 - z) ** (2 * k) <= sp.exp(-2 * z * k), given=(z >= 0, z <= HALF, k >= 0)
        )
    },
    because={
        "its inverse": Between(1 / (2 - RATE), ONE, HALF, ONE, EVERYTHING[:-1], STABLE),
        "power, at most": Solve(
            left() <= UPPER, STABLE, (Put(Lemma("power of a number"), {z: RATE}),)
        ),
    },
    note=RATE_ASSUMED,
)

FROM_ABOVE = x**2 * UPPER + eta / B * (1 - LOWER)
FROM_BELOW = x**2 * LOWER + eta / B * (1 - UPPER)
_exponentials = tuple(
    Clause("signsgd-scaling/eq-15", f"power, at {end}") for end in ("least", "most")
)
_closed = (Clause("signsgd-scaling/eq-14", "in closed form"), *_exponentials)

EQ_16 = Claim(
    id="signsgd-scaling/eq-16",
    title="The second moment between exponentials",
    source=Source(appendix="appendix E.2, (16) and (17)"),
    words="The second moment is at most of the order exp(-2 eta lambda k) delta_0^2 + eta / B (1 - "
    "exp(-4 eta lambda k)) and at least of that with 2 and 4 exchanged.",
    printed={
        "upper bound": States(Order(sgd(k), FROM_ABOVE, "at most", EVERYTHING), AFTER_14),
        "lower bound": States(Order(sgd(k), FROM_BELOW, "at least", EVERYTHING), AFTER_14),
    },
    because={
        "upper bound": Between(sgd(k), FROM_ABOVE, None, ONE, EVERYTHING, STABLE, _closed),
        "lower bound": Between(sgd(k), FROM_BELOW, HALF, None, EVERYTHING, STABLE, _closed),
    },
    uses=("signsgd-scaling/eq-14", "signsgd-scaling/eq-15"),
    note=RATE_ASSUMED,
)

# -- stability -------------------------------------------------------------------------------------

BOUND = reals("M_0")
IN_RANGE = (notation.j >= 1, notation.j <= notation.d)
_LAWS = notation.POWER_LAWS[-1]
_PROBLEM = (eta > 0, B >= 1, notation.d >= 1, *notation.POWER_LAWS)
_FIRST_MOMENT = sgd(k, notation.eigenvalues[notation.j], -notation.target[notation.j])
_SIZE = notation.target[notation.j] ** 2 + eta / B
STAYS_BOUNDED = [
    States(
        Order(_FIRST_MOMENT, _SIZE, "at most", (*notation.OVER, notation.j)),
        {**notation.PLACES, HERE: (*IN_RANGE, *small)},
    )
    for small in notation.sizes(small=(eta,))
]


def _bounded(index):
    """Return that the second moment of a coordinate stays bounded."""
    own = sgd(k, notation.eigenvalues[index], -notation.target[index])
    return Some(BOUND, Every(k, sp.Implies(k >= 0, own <= BOUND)))


IS_STABLE = Every(notation.j, sp.Implies(sp.And(*IN_RANGE), _bounded(notation.j), evaluate=False))
IS_SMALL = Order(
    *(eta, ONE, "at most"), (eta, B, notation.d, notation.eigenvalues, notation.target)
)
_RECURSION = Clause("signsgd-scaling/eq-13", "recursion")


def _always(says, rate):
    """Argue by induction for a bound of the second moment, for some sizes of eta lambda."""
    given = (eta > 0, lam > 0, B >= 1, rate)
    return Induct(
        says,
        k,
        0,
        Solve(substitute(says, {k: sp.S.Zero}), given, (NO_STEP,)),
        Solve(substitute(says, {k: k + 1}), (*given, k >= 0, says), (_RECURSION,)),
    )


STAYS = _always(sp.Le(sgd(k), x**2 + eta / B, evaluate=False), RATE <= 1)
GROWS = _always(sp.Ge(sgd(k), k * eta**2 * lam / B, evaluate=False), RATE >= 2)


def _at(argument, index):
    return Put(argument, {lam: notation.eigenvalues[index], x: -notation.target[index]})


_gentle = sp.Le(eta, 1 / notation.high, evaluate=False)
_power = notation.j**-notation.beta
_at_most_1 = Solve(
    sp.And(notation.eigenvalues[notation.j] > 0, eta * notation.eigenvalues[notation.j] <= 1),
    (*_PROBLEM, _gentle, *IN_RANGE),
    (
        Specialise(Assume(_LAWS), notation.j),
        Solve(sp.And(_power > 0, _power <= 1), (notation.beta > 1, *IN_RANGE)),
    ),
)
_entry = integers("l")
_ONES = SequenceOf(ONE, _entry)
_VALUES = {
    **dict.fromkeys((notation.alpha, notation.beta), 2 * ONE),
    **dict.fromkeys((notation.low, notation.high), ONE),
}
_POINT = {
    **dict.fromkeys((eta, B, notation.d, notation.j), ONE),
    **dict.fromkeys((notation.eigenvalues, notation.target), _ONES),
}


def _put_point(e):
    return substitute(substitute(e, _VALUES), _POINT)


_laws_of_ones = Generalise(Solve(_put_point(_LAWS).body), notation.j)
STAYS_SHOWN = Hide(
    Between(
        *(_FIRST_MOMENT, _SIZE, None, ONE, (*notation.OVER, notation.j)),
        (*_PROBLEM, k >= 0, *IN_RANGE, _gentle),
        (_at(STAYS, notation.j), _at_most_1),
    ),
    {SmallEnough(eta): 1 / notation.high},
    (Solve(1 / notation.high > 0, (notation.low > 0, notation.high >= notation.low)),),
    {**_VALUES, **_POINT, k: ONE},
    (_laws_of_ones,),
)


def _explodes():
    """Argue against any constant: with eta = 3 and lambda = 1 the second moment grows with k."""
    constant = notation.K
    steps = sp.floor(constant) + 1
    point = {**_POINT, eta: 3 * ONE, k: steps}
    grown = Put(GROWS, {lam: ONE, x: -ONE, eta: 3 * ONE, B: ONE, k: steps})

    def show(says):
        return given_by(
            says,
            point,
            (constant > 0,),
            (grown, _laws_of_ones, Solve(sp.And(steps >= 1, steps > constant), (constant > 0,))),
        )

    (small,) = (g for g in STAYS_BOUNDED[0].given if isinstance(g, Magnitude))
    return denial([STAYS_BOUNDED[0]], {small: 3 * ONE}, _VALUES, constant, show)


_first = _bounded(ONE)
_growth = eta**2 * notation.eigenvalues[1] / B
_long = sp.floor(sp.Max(BOUND, 0) / _growth) + 1
_unbounded = Solve(
    sp.Le(eta, 2 / notation.low, evaluate=False),
    (*_PROBLEM, _first.body),
    (
        Specialise(Assume(_first.body), _long),
        Put(_at(GROWS, ONE), {k: _long}),
        Solve(
            sp.And(
                _long >= 0,
                _long * _growth > BOUND,
                notation.eigenvalues[1] >= notation.low,
            ),
            _PROBLEM,
            (Specialise(Assume(_LAWS), ONE),),
        ),
    ),
)
SMALL_SHOWN = Between(
    *(eta, ONE, None, 2 / notation.low),
    tuple(IS_SMALL.over),
    (*_PROBLEM, IS_STABLE),
    (
        Choose(
            Solve(_first, (*_PROBLEM, IS_STABLE), (Specialise(Assume(IS_STABLE), ONE),)),
            _unbounded,
            BOUND,
        ),
    ),
)
_stable_body = _put_point(IS_STABLE).body
_bounded_by_2 = _stable_body.args[1]
_at_2 = Generalise(
    Solve(
        substitute(_bounded_by_2.body, {BOUND: 2 * ONE}).body,
        (),
        (Put(STAYS, {x: -ONE, lam: ONE, B: ONE, eta: ONE}),),
    ),
    k,
)
_is_stable = Generalise(Solve(_stable_body, (), (Give(_at_2, _bounded_by_2, 2 * ONE),)), notation.j)
_some = inhabited(
    (*_VALUES, *(symbol for symbol in _POINT if symbol != notation.j)), (*_PROBLEM, IS_STABLE)
)
IS_MET = given_by(_some, {**_VALUES, **_POINT}, (), (_laws_of_ones, _is_stable))
_SETTING = {"section 2": (eta > 0, B >= 1, notation.d >= 1)}

TXT_STABILITY = Claim(
    id="signsgd-scaling/txt-sgd-stability",
    title="Stability of SGD",
    source=Source(appendix="appendix B.3.3"),
    words="SGD is stable where eta is at most of order 1, and only there.",
    printed={
        "enough": notation.up_to_constants(*STAYS_BOUNDED),
        "needed": States(
            IS_SMALL,
            {**_SETTING, "assumptions 2.1 and B.3": notation.POWER_LAWS, HERE: (IS_STABLE,)},
        ),
    },
    because={"enough": STAYS_SHOWN, "needed": Met(SMALL_SHOWN, IS_MET)},
    against={"enough": _explodes()},
    uses=("signsgd-scaling/eq-13",),
    note="Stable: the second moment of every coordinate stays bounded, whatever the number of "
    "steps. It does for eta up to 1 / C, and does not for eta above 2 / c.",
)

# -- the loss --------------------------------------------------------------------------------------
# t and n are the fourth roots of T and d, so that rays go on to 1e24

T, d, N, alpha, beta, t, n = reals("T d N alpha beta t n")
s = (alpha - 1) / beta
LOSS = Head(
    "SgdLoss",
    "expected loss of SGD after N T steps with learning rate 1 / N, from the closed "
    "form of each coordinate; alpha, beta, N, T, B, d",
    latex=r"\mathbb{E}\mathcal{L}",
)
# opaque because d may be very large; ends are rounded down
LATE_SUM = Head(
    "LateSum",
    "sum over j from 1 to d of j^(-a) exp(-x (j^(-b) - d^(-b))); a, b, x, d",
    latex=r"\textstyle\sum_{j=1}^{#4} j^{-#1} e^{-#3 (j^{-#2} - (#4)^{-#2})}",
)
ROOTS = {T: t**4, d: n**4}
EXPONENTS = {alpha: (3,), beta: (sp.Rational(3, 2),)}
POWERS = (alpha > 1, beta > 1)
LATE = (N >= 2, B >= 1, n >= 2, n**beta <= t)
loss = LOSS(alpha, beta, N, T, B, d)
plateau = 1 / (N * B)


def order(left, right, regime, variables=(t, N, B, n), constants=EXPONENTS, **more):
    """Return that a loss is of an order."""
    return SameOrder(
        left.subs(ROOTS), right.subs(ROOTS), regime, variables, constants, given=POWERS, **more
    )


def late_signal(rate):
    """Return the law of the signal at late times, with a constant in the exponent."""
    return d ** (-beta * (s - 1)) / T * sp.exp(-rate * T * d**-beta)


AT_MOST, AT_LEAST, SUM_FROM_BELOW = "at most", "at least", "at least, for pure power laws"

STEP_CONSTANT = Claim(
    id="signsgd-scaling/thm-E.4-step-explicit-constant",
    title="Late loss with the constants 2 and 4",
    source=Source(appendix="appendix E.2, end of the proof of theorem E.4"),
    words="For eta k >= d^beta the loss is at most of the order (eta k)^(-1) d^(-beta (s-1)) "
    "exp(-2 eta k d^(-beta)) + eta / B and at least of that with 4.",
    printed={
        AT_MOST: notation.up_to_constants(*sgd_late_argument.AT_MOST),
        AT_LEAST: notation.up_to_constants(*sgd_late_argument.AT_LEAST),
    },
    lemmas={
        **sgd_late_argument.LEMMAS,
        SUM_FROM_BELOW: order(loss, late_signal(4) + plateau, LATE, relation="at least"),
    },
    because={AT_LEAST: ByHand((SUM_FROM_BELOW,), reading=(notation.SOME_CONSTANT,))},
    against={AT_MOST: sgd_late_argument.AGAINST},
    instead={
        AT_MOST: Instead(
            order(
                LATE_SUM(alpha, beta, 2 * T, d),
                d ** (-beta * (s - 1)) / T + d**-alpha,
                (n >= 2, n**beta <= t),
                (t, n),
                {alpha: (3,), beta: (2,)},
                relation="at most",
            ),
            words="upper half: at most of the order ((eta k)^(-1) d^(-beta (s-1)) + d^(-alpha)) "
            "exp(-2 eta k d^(-beta)) + eta / B for lambda_j >= j^(-beta), or 2 c for c j^(-beta); "
            "without d^(-alpha) for less than that. Shown of the signal for lambda_j = j^(-beta), "
            "divided by the exponential. Lower half: see “at least”",
        ),
    },
    uses=("signsgd-scaling/lem-E.1", "signsgd-scaling/lem-E.3"),
    note="For T = eta k far above d^(beta + 1) the last coordinate alone keeps d^(-alpha) "
    "exp(-2 T d^(-beta)), and the printed order has another factor 1 / T: the sum is no longer "
    "like its integral. In the values shown T is just large enough; where the noise is small the "
    "ratio grows like T. Any constant below 2 in the exponent absorbs it. What holds instead is "
    "divided by the exponential.",
    symbols={
        N: "1 / eta",
        t: "fourth root of T = eta k",
        n: "fourth root of d",
    },
)
