"""Equation (30): the second moment of a coordinate that needs no burn-in.

Powers of 1 - Theta(x) are exponentials where Theta(x) is at most 1/2; where it is 1 the power is 0.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import Argument, Generalise, Give, Solve
from theory.binders import SequenceOf, substitute
from theory.choices import Ambiguous
from theory.claim import ByReading, Claim, ForAll, Source
from theory.existence import given_at
from theory.language import eq, integers, le, reals
from theory.orders import Order, Theta
from theory.papers.signsgd_scaling import (
    power_argument,
    power_denial,
    power_sum_argument,
    unrolled_argument,
)
from theory.papers.signsgd_scaling.loss_argument import ONE, POSITIVE, hidden, lemma, v
from theory.papers.signsgd_scaling.notation import (
    ANY_CONSTANT,
    OVER,
    PLACES,
    POWER_LAWS,
    SOME_CONSTANT,
    B,
    K,
    alpha,
    beta,
    constants_in_sight,
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
    **power_argument.OF_SECOND_MOMENT,
    **power_sum_argument.LEMMAS,
    **power_denial.LEMMAS,
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

# -- its second line -------------------------------------------------------------------------------

AS_PRINTED, WITH_THETA = "as it is printed", "with a Theta, as in the lines around it"
_OVER_J = (*OVER, j)
_noise = eta / sp.sqrt(eigenvalues[j] * B)
_left = (1 - unrolled_argument.SIZE) ** k * target[j] ** 2


def _of_late_coordinates(law):
    """Return that the second moment is of an order, in both meanings of what is late enough."""
    return [
        States(
            Order(unrolled_argument.MEAN_SQUARE, law, "same", _OVER_J),
            {**PLACES, "theorem F.6": (width,), HERE: (*unrolled_argument.IN_RANGE, late)},
        )
        for width, late in sizes((unrolled_argument.WIDTH,), (unrolled_argument.INDEX,))
    ]


_any, _enough = _of_late_coordinates(
    _left + _noise * (1 - (1 - Theta(unrolled_argument.SIZE)) ** k)
)
PLAIN_POWERS = [_any, constants_in_sight(_enough)]
THETA_POWERS = _of_late_coordinates(power_argument.BY_POWERS)
_plain, _theta = (
    ByReading({(reading, str(taken)): why for taken, why in found.options.items()})
    for reading, found in (
        (AS_PRINTED, power_denial.fails(PLAIN_POWERS)),
        (
            WITH_THETA,
            hidden(
                THETA_POWERS,
                (unrolled_argument.K_WIDTH, unrolled_argument.K_INDEX),
                power_argument.SECOND_MOMENT,
                {s: v for s, v in _POINT.items() if s not in (decays, fastest, slowest)},
                (_LAWS_OF_ONES,),
            ),
        ),
    )
)

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
        "first line": up_to_constants(*power_sum_argument.STATEMENTS),
        "second line": Ambiguous(
            "whether the first power is meant as it is printed, or stands for one with a Theta",
            {
                AS_PRINTED: up_to_constants(*PLAIN_POWERS),
                WITH_THETA: up_to_constants(*THETA_POWERS),
            },
        ),
        "second moment": up_to_constants(*LATE_COORDINATES),
        "powers": up_to_constants(States(FOR_ANY), States(FOR_SMALL)),
    },
    lemmas=LEMMAS,
    because={
        "first line": power_sum_argument.SHOWN,
        "second line": _theta,
        "second moment": hidden(
            LATE_COORDINATES,
            (unrolled_argument.K_WIDTH, unrolled_argument.K_INDEX),
            unrolled_argument.SECOND_MOMENT,
            _POINT,
            (_LAWS_OF_ONES,),
        ),
        "powers": ByReading({SOME_CONSTANT: _as_exp()}),
    },
    against={
        "second line": _plain,
        "powers": ByReading({ANY_CONSTANT: _zero_power()}),
    },
    uses=("signsgd-scaling/lem-F.5", "signsgd-scaling/lem-H.1", "signsgd-scaling/eq-15"),
    note="With a Theta both powers of the second line are one, and the law stands with that power "
    "once. As it is printed it fails: near 0 the second moment falls at the rate 2 sqrt(2/pi) rho, "
    "so that for a small rho (1 - rho)^k delta_0^2 is far larger after many steps. Where Theta(x) "
    "= 1 the power is 0 and no exponential is; theorem E.4, to which the text points, has x <= "
    "1/2.",
)
