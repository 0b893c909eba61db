"""Equation (30): the second moment of a coordinate that needs no burn-in.

Powers of 1 - Theta(x) are exponentials where Theta(x) is at most 1/2; where it is 1 the power is 0.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import Argument, Generalise, Give, Solve
from theory.binders import SequenceOf, substitute
from theory.claim import ByReading, Claim, ForAll, Source
from theory.existence import given_at
from theory.language import eq, integers, le, reals
from theory.orders import Order, Theta
from theory.papers.signsgd_scaling import laws, unrolled_argument
from theory.papers.signsgd_scaling.loss_argument import ONE, POSITIVE, hidden, lemma, v
from theory.papers.signsgd_scaling.notation import (
    ANY_CONSTANT,
    OVER,
    PLACES,
    POWER_LAWS,
    SETTING,
    SOME_CONSTANT,
    B,
    K,
    alpha,
    beta,
    d,
    decays,
    eigenvalues,
    eta,
    fastest,
    high,
    j,
    k,
    low,
    sizes,
    slowest,
    step,
    target,
    up_to_constants,
    z,
)
from theory.places import HERE
from theory.quantifiers import Every, Some, denied

HALF = sp.Rational(1, 2)
LOG, LOG_NEAR_1 = "a power as exp", "log near 1"
LEMMAS = {
    **unrolled_argument.OF_SECOND_MOMENT,
    LOG: ForAll(eq((1 - v) ** k, sp.exp(k * sp.log(1 - v))), given=(v >= 0, v <= HALF, k >= 0)),
    LOG_NEAR_1: ForAll(
        And(-2 * v <= sp.log(1 - v), sp.log(1 - v) <= -v), given=(v >= 0, v <= HALF)
    ),
}

# -- the power: p_0 and p are what Theta(x) stands for on both sides -------------------------------

p, p_0, least, most, limit = reals("p p_0 c_0 C_0 K_0")
POWER, EXP = (1 - p_0) ** k, sp.exp(-p * k)
INSIDE = (z > 0, z <= 1, k >= 0, least * z <= p_0, p_0 <= most * z)


def _between(value, size):
    """Return that a quantity is between two multiples of another one."""
    return And(le(size, K * value), le(value, K * size))


SOME_RATE = Some(p, And(le(z, K * p), le(p, K * z), le(EXP, K * POWER), le(POWER, K * EXP)))


def _equivalent(more=()):
    """Return that the power and the exponential agree up to constants."""
    each = Implies(And(*INSIDE, *more), SOME_RATE, evaluate=False)
    for symbol in (k, p_0, z):
        each = Every(symbol, each)
    every = Implies(And(least > 0, most >= least), Some(K, And(K > 0, each)), evaluate=False)
    return Every(least, Every(most, every))


FOR_ANY = _equivalent()
FOR_SMALL = Some(limit, And(limit > 0, _equivalent((le(p_0, limit),))))


def _as_exp():
    """Argue with p = -log(1 - p_0), between p_0 and 2 p_0, and K = 1 + 2 b_0 + 1 / a_0."""
    constant, rate = 1 + 2 * most + 1 / least, -sp.log(1 - p_0)
    given = (least > 0, most >= least)
    inside = (*INSIDE, le(p_0, HALF))
    serves = substitute(SOME_RATE, {K: constant})
    facts = (
        lemma(LOG, {v: p_0}),
        lemma(LOG_NEAR_1, {v: p_0}),
        lemma(POSITIVE, {v: k * sp.log(1 - p_0)}),
    )
    found = Give(Solve(substitute(serves.body, {p: rate}), (*given, *inside), facts), serves, rate)
    each: Argument = Solve(Implies(And(*inside), serves, evaluate=False), given, (found,))
    for symbol in (k, p_0, z):
        each = Generalise(each, symbol)
    says = substitute(FOR_SMALL.body, {limit: HALF})
    of_constants = says.body.body.args[1]
    some = Give(
        Solve(substitute(of_constants.body, {K: constant}), given, (each,)), of_constants, constant
    )
    shown: Argument = Solve(says.body.body, (), (some,))
    for symbol in (most, least):
        shown = Generalise(shown, symbol)
    return Give(shown, FOR_SMALL, HALF)


def _part(says, kind):
    """Return the part of a condition that is one for every, or for some value."""
    return says if isinstance(says, kind) else next(e for e in says.args if isinstance(e, kind))


def _zero_power():
    """Argue against any constant: for x = p_0 = k = 1 the power is 0 and the exponential is not."""

    def at_constants(says):
        every = _part(says, Every)
        there = given_at(_part(every.body, Some), {z: ONE, p_0: ONE, k: ONE}, at_point)
        return Solve(says, (), (Generalise(Solve(every.body, (), (there,)), K),))

    def at_point(says):
        every = _part(says, Every)
        none = Solve(every.body, (K > 0,), (lemma(POSITIVE, {v: -p}),))
        return Solve(says, (K > 0,), (Generalise(none, p),))

    return given_at(denied(FOR_ANY), {least: ONE, most: ONE}, at_constants)


# -- the coordinates that need no burn-in ----------------------------------------------------------

_entry = integers("l")
_ones = SequenceOf(ONE, _entry)
_POINT = {
    **dict.fromkeys((low, high, fastest, slowest, eta, B, k, d, j), ONE),
    **dict.fromkeys((alpha, beta), 2 * ONE),
    **dict.fromkeys((eigenvalues, target, decays), _ones),
}
_LAWS_OF_ONES = Generalise(
    Solve(
        substitute(
            substitute(POWER_LAWS[-1], {alpha: 2 * ONE, beta: 2 * ONE, low: ONE, high: ONE}),
            {d: ONE, eigenvalues: _ones, target: _ones},
        ).body
    ),
    j,
)
_SAYS = Order(unrolled_argument.MEAN_SQUARE, unrolled_argument.LAW, "same", (*OVER, j, decays))
LATE_COORDINATES = [
    States(
        _SAYS,
        {
            **PLACES,
            "(39), what Theta(eta sqrt(lambda_j B)) k is": unrolled_argument.STANDS_FOR,
            "theorem F.6": (width,),
            HERE: (*unrolled_argument.IN_RANGE, late),
        },
    )
    for width, late in sizes((unrolled_argument.WIDTH,), (unrolled_argument.INDEX,))
]

# -- its first two lines ---------------------------------------------------------------------------

gain = reals("h")
RHO, SQUARE = unrolled_argument.SIZE, target[j] ** 2
_OVER_J = (*OVER, j)
_sum = sp.Sum((1 - p_0) ** step, (step, 0, k - 1))
_quantities = laws.some(
    (p, p_0, gain),
    (
        *(_between(e, RHO) for e in (p, p_0)),
        _between(gain, eta**2),
        eq(unrolled_argument.MEAN_SQUARE, (1 - p) ** k * SQUARE + gain * _sum),
    ),
)
_late = And(
    *(*SETTING, POWER_LAWS[-1], *unrolled_argument.IN_RANGE),
    *(le(limit * unrolled_argument.WIDTH, 1), le(limit * B ** (1 / alpha), j)),
)
_each = laws.every(_OVER_J, Implies(_late, _quantities, evaluate=False))
_with_constant = Some(K, And(K > 0, _each))
SUM = [
    States(says, {"assumptions 2.1 and B.3": POWER_LAWS[:-1]})
    for says in (
        Every(limit, Implies(limit > 0, _with_constant, evaluate=False)),
        Some(limit, And(limit > 0, _with_constant)),
    )
]
_noise = eta / sp.sqrt(eigenvalues[j] * B) * (1 - (1 - Theta(RHO)) ** k)
BY_POWERS = [
    States(
        Order(unrolled_argument.MEAN_SQUARE, (1 - RHO) ** k * SQUARE + _noise, "same", _OVER_J),
        {**PLACES, "theorem F.6": (width,), HERE: (*unrolled_argument.IN_RANGE, late)},
    )
    for width, late in sizes((unrolled_argument.WIDTH,), (unrolled_argument.INDEX,))
]

EQ_30 = Claim(
    id="signsgd-scaling/eq-30",
    title="A coordinate without burn-in, and powers as exponentials",
    source=Source(appendix="appendix F.2, (30) and after it"),
    words="For j from B^(1/alpha) on the second moment is (1 - Theta(rho))^k delta_0^2 and a sum "
    "of such powers times Theta(eta^2), rho = eta sqrt(lambda_j B); it is of the order (1 - rho)^k "
    "delta_0^2 + eta / sqrt(lambda_j B) (1 - (1 - Theta(rho))^k), and that of exp(-Theta(rho) k) "
    "delta_0^2 + eta / sqrt(lambda_j B) (1 - exp(-Theta(rho) k)); for x up to 1 (1 - Theta(x))^k "
    "is of the order exp(-Theta(x) k).",
    printed={
        "first line": up_to_constants(*SUM),
        "second line": up_to_constants(*BY_POWERS),
        "second moment": up_to_constants(*LATE_COORDINATES),
        "powers": up_to_constants(States(FOR_ANY), States(FOR_SMALL)),
    },
    lemmas=LEMMAS,
    because={
        "second moment": hidden(
            LATE_COORDINATES,
            (unrolled_argument.K_WIDTH, unrolled_argument.K_INDEX),
            unrolled_argument.SECOND_MOMENT,
            _POINT,
            (_LAWS_OF_ONES,),
        ),
        "powers": ByReading({SOME_CONSTANT: _as_exp()}),
    },
    against={"powers": ByReading({ANY_CONSTANT: _zero_power()})},
    uses=("signsgd-scaling/lem-F.5", "signsgd-scaling/lem-H.1", "signsgd-scaling/eq-15"),
    note="The law of the second moment holds for every constant, without assumption F.3. No "
    "argument is there for the two lines before it. The first power of the second one has no "
    "Theta, while m falls at the rate 2 sqrt(2/pi) rho near 0; a bound of m with a rate "
    "beyond rho is missing. Where Theta(x) = 1 the power is 0 and no exponential is; the proof of "
    "theorem E.4, to which the text points, has x <= 1/2.",
)
