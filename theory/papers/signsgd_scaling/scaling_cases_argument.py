"""Theorem F.6, case by case, with values for the constants.

Before d^(beta/2) and after it the loss has an order for any growth of the noise; for each range of
beta stands here which growth it has, from which T on, and a point at which all hypotheses hold.
"""

import sympy as sp

from theory.arguments import Between, Cut, Generalise, Hide, Put, Solve
from theory.binders import SequenceOf, substitute
from theory.claim import ForAll
from theory.existence import given_by, whatever
from theory.language import integers, reals
from theory.orders import LargeEnough, SmallEnough, Theta
from theory.papers.signsgd_scaling import scaling_late_argument
from theory.papers.signsgd_scaling.loss_argument import (
    EXP_DECAYS,
    ONE,
    POSITIVE,
    QUARTER,
    K,
    g,
    lemma,
    p,
    v,
    y,
)
from theory.papers.signsgd_scaling.notation import (
    BOUNDED,
    DIFFICULTY,
    OVER,
    B,
    alpha,
    beta,
    d,
    eigenvalues,
    eta,
    high,
    j,
    k,
    low,
    s,
    target,
)
from theory.papers.signsgd_scaling.scaling_argument import (
    AGE,
    CONSTANTS,
    EARLY_AT_LEAST,
    EARLY_AT_MOST,
    LEAST,
    MOST,
    SIGNAL,
    SOME_J,
    loss,
    meant,
)
from theory.papers.signsgd_scaling.scaling_coordinate_argument import (
    ALL_SETTLED,
    ARRIVED,
    GIVEN,
    LATE,
    LAWS,
    SETTLED,
    UNIT,
    T,
    f,
    h,
)
from theory.papers.signsgd_scaling.scaling_late_argument import (
    LATE_AT_LEAST,
    LATE_AT_MOST,
    LATE_SIGNAL,
    SOME_RATE_OF_LOSS,
    q,
)
from theory.papers.signsgd_scaling.scaling_noise_argument import (
    EDGE,
    EDGE_EARLY,
    EDGE_LATE,
    FLAT,
    FLAT_EARLY,
    FLAT_GROWTH,
    FLAT_LATE,
    FLAT_MOST,
    HALF,
    LEAST_NOISE,
    MOST_NOISE,
    STEEP,
    STEEP_MOST,
    R,
    omega,
    room,
)
from theory.papers.signsgd_scaling.scaling_sums_argument import A, J, rate
from theory.quantifiers import inhabited
from theory.sum_arguments import has_value

_entry = integers("l")
DOUBLED = 2 ** (beta / (beta - 2))  # from here on the bracket of (24) is at least 1/2
LEMMAS = {
    **scaling_late_argument.LEMMAS,
    "the bracket is at least 1/2": ForAll(
        v ** -(1 - 2 / beta) <= sp.Rational(1, 2), given=(beta > 2, v >= DOUBLED)
    ),
}
STEEP_GROWTH = 1 - T ** -(1 - 2 / beta)

# -- for any growth of the noise, and any constants that serve -------------------------------------

_CONSTANTS = (low > 0, high >= low, alpha > 1, beta > 1)
_positive = whatever(
    CONSTANTS, Solve(sp.And(MOST >= 1, LEAST > 0, LEAST <= 1), (MOST >= 1, LEAST > 0, LEAST <= 1))
)
_ANY = (*GIVEN, SETTLED, CONSTANTS, MOST_NOISE, LEAST_NOISE, R >= 0)
EARLY = Between(
    *(loss, SIGNAL + UNIT * R, LEAST, MOST, (*OVER, R)),
    (*_ANY, SOME_J),
    (
        *(whatever(SOME_J, whatever(CONSTANTS, side)) for side in (EARLY_AT_MOST, EARLY_AT_LEAST)),
        _positive,
    ),
)
_rate_of_loss = Cut(
    SOME_RATE_OF_LOSS,
    (
        *(whatever(CONSTANTS, side) for side in (LATE_AT_MOST, LATE_AT_LEAST)),
        Solve(LEAST <= MOST, (CONSTANTS,), (_positive,)),
        Solve(LEAST > 0, (CONSTANTS,), (_positive,)),
    ),
)
LATE_ORDER = Between(
    *(loss, LATE_SIGNAL * sp.exp(-Theta(AGE)) + UNIT * R, LEAST, MOST, (*OVER, R)),
    (*_ANY, DIFFICULTY, sp.Ge(AGE, 1, evaluate=False)),
    (_rate_of_loss, _positive),
    quantity=q,
)

# -- constants that serve --------------------------------------------------------------------------

_g, _f, _rate, _p = sp.sqrt(low) / 8, 4 + high, sp.sqrt(low) / 16, 2 * alpha / beta
_K = 2**alpha * (1 + (_p / _rate) ** _p)
_A = high * sp.exp(LATE) * _K / (2 * (alpha - 1))
_MOST = 1 + _A + 2 * _A / _rate + _f**2 * omega + 4 * _f * 2 ** (beta / 2)
_LEAST = sp.Min(
    1, _rate / 2, 3**-alpha * low * sp.exp(-4 * _f) / 8, _g * (1 - sp.exp(-16 * _g)) / 2
)
CHOSEN = {MOST: _MOST, LEAST: _LEAST}
_EXIST = Solve(
    substitute(CONSTANTS, CHOSEN),
    (*_CONSTANTS, omega >= 0),
    (
        given_by(
            substitute(CONSTANTS, CHOSEN),
            {g: _g, f: _f, rate: _rate, K: _K, A: _A},
            (*_CONSTANTS, omega >= 0),
            (
                Put(EXP_DECAYS, {g: _rate, p: _p, K: _K}),
                lemma(POSITIVE, {v: LATE}),
                lemma("exp is below 1", {y: 16 * _g}),
                lemma(POSITIVE, {v: -4 * _f}),
            ),
        ),
    ),
)

# -- from hypotheses up to constants ---------------------------------------------------------------

BURN_IN = sp.Max(B ** ((beta - alpha) / (2 * alpha)), 1)
_SET = (eta > 0, B >= 1, d >= 1, k >= 0, alpha > 1, beta > 1)
_at_least = reals("kappa")
_after = sp.Ge(T / B ** (beta / (2 * alpha)), _at_least, evaluate=False)
BEFORE = sp.Le(T / d ** (beta / 2), 2 ** (-beta / 2), evaluate=False)
SINCE = sp.Ge(AGE, 1, evaluate=False)

_time = reals("time")
_J = _time ** (2 / beta)
_HALF_D = 2 ** (-beta / 2) * d ** (beta / 2)  # (d/2)^(beta/2)
_is_there = inhabited((J,), meant(_time))
_some_J = Cut(
    Put(given_by(_is_there, {J: J}, meant(_time), ()), {J: _J}),
    (
        lemma("J is at least 1", {v: _time}),
        lemma("J to the beta/2", {v: _time}),
        Solve(
            d >= 2 * _J,
            (_time >= 1, _time <= _HALF_D, beta > 1, d >= 1),
            (
                lemma("J to the beta/2", {v: _time}),
                lemma("J is at least 1", {v: _time}),
                lemma("J is at most d/2", {J: _J, h: d}),
                lemma("a power of d/2", {h: d}),
            ),
        ),
        lemma("J to the 1 - alpha", {v: _time}),
        lemma("J to the 1 - beta/2", {v: _time}),
    ),
)
_late_enough = Solve(_at_least <= T, (*_SET, _after, _at_least >= 1))
J_EXISTS = Cut(
    Put(_some_J, {_time: T}),
    (
        Solve(T >= 1, (*_SET, _after, _at_least >= 1), (_late_enough,)),
        Solve(T <= _HALF_D, (*_SET, BEFORE)),
    ),
)


# -- the cases -------------------------------------------------------------------------------------


def _has_power(base, exponent):
    """Return that a power of a base that is not negative has a value, as the kernel asks for it."""
    return sp.Or(base > 0, sp.And(exponent >= 0, sp.Eq(base, 0)))


_values = (B >= 0, sp.Ne(beta, 0), low >= 0, sp.Ne(2 * alpha - 2, 0), _has_power(_p / _rate, _p))
_sound = Solve(sp.And(*_values[:2]), _SET)
_of_time = (T > 0, *(_has_power(T, exponent) for exponent in (2 / beta, 2 / beta - 1)))


def _with_values(order, growth, most, given, using):
    """Argue for an order with a growth of the noise and with values for the constants.

    Args:
        order: `EARLY` or `LATE_ORDER`.
        growth, most: R and omega.
        given: what is assumed of beta.
        using: what shows the hypotheses of the order on the noise and on T.
    """
    return Cut(
        Put(Put(order, CHOSEN), {R: growth, omega: most}),
        (
            *(*using, ALL_SETTLED),
            Solve(
                substitute(_EXIST.says, {omega: most}),
                (*_CONSTANTS, *given),
                (Put(_EXIST, {omega: most}),),
            ),
            Solve(sp.And(*_values), (*_CONSTANTS, B >= 1)),
        ),
    )


def _hidden(argument, sizes, point, given):
    """Argue for an order under hypotheses up to constants that serve.

    Args:
        argument: for the order under hypotheses with constants.
        sizes: the constants of those that are not about stability and burn-in.
        point: values at which all hypotheses hold.
        given: hypotheses of the theorem that the argument does not need.
    """
    constants = {
        SmallEnough(eta * sp.sqrt(B)): 1 / (4 * (1 + high)),
        LargeEnough(eta * k / BURN_IN): ARRIVED,
        **sizes,
    }
    return Hide(
        argument,
        constants,
        tuple(
            Solve(sp.Gt(c, 0, evaluate=False), (low > 0, high >= low, beta > 1, *given))
            for c in constants.values()
        ),
        point,
        (
            Generalise(Solve(substitute(LAWS, point).body), j),
            has_value(substitute(BOUNDED.args[0], point)),
        ),
        (*given, BOUNDED),
    )


def before(growth, most, grows, given, since, of_growth, point):
    """Argue for the order before d^(beta/2).

    Args:
        growth, most: R and omega.
        grows: what shows that the noise grows like R, for some J.
        given: what is assumed of beta.
        since: the constant from which T / B^(beta / (2 alpha)) is on, at least 1.
        of_growth: what shows the hypotheses on T and R.
        point: values at which all hypotheses hold.
    """
    there = Cut(
        Put(J_EXISTS, {_at_least: since}),
        (*of_growth, _sound, Solve(since >= 1, given)),
    )
    return _hidden(
        _with_values(
            EARLY,
            growth,
            most,
            given,
            (
                *(Cut(whatever(SOME_J, one), (*of_growth, _sound, there)) for one in grows),
                there,
                *of_growth,
            ),
        ),
        {
            LargeEnough(T / B ** (beta / (2 * alpha))): since,
            SmallEnough(T / d ** (beta / 2)): 2 ** (-beta / 2),
        },
        point,
        given,
    )


def _at_point(exponent, dimension, own):
    """Return a point at which 256 steps of 1/8 have come to T = 32, for alpha = beta."""
    return {
        alpha: exponent,
        beta: exponent,
        low: QUARTER,
        high: ONE,
        s: 1 - 1 / exponent,
        B: ONE,
        eta: ONE / 8,
        k: sp.Integer(256),
        d: sp.Integer(dimension),
        eigenvalues: SequenceOf(own, _entry),
        target: SequenceOf(ONE, _entry),
    }


def from_time(since, says, given, using):
    """Argue that T is at least a constant and for what follows from that."""
    after = substitute(_after, {_at_least: since})
    return Solve(
        sp.And(since <= T, T >= 1, *_of_time, says),
        (*_SET, after, *given),
        (
            Solve(
                sp.And(since <= T, T >= 1),
                (*_SET, after, *given),
                (Put(_late_enough, {_at_least: since}), Solve(since >= 1, given)),
            ),
            *using,
        ),
    )


_edge = (from_time(sp.Integer(2), sp.log(T) >= 0, (), (lemma("log from 2 on", {v: T}),)),)
EDGE_BEFORE = before(
    sp.log(T),
    sp.Integer(7),
    EDGE_EARLY,
    (EDGE,),
    sp.Integer(2),
    _edge,
    _at_point(sp.Integer(2), 64, 1 / (1 + _entry**2)),
)

_steep = (
    from_time(
        DOUBLED,
        sp.And(STEEP_GROWTH >= HALF, STEEP_GROWTH <= 1, STEEP_GROWTH >= 0),
        (beta > 2,),
        (lemma("the bracket is at least 1/2", {v: T}),),
    ),
    Solve(sp.Ne(beta - 2, 0), (beta > 2,)),
)
STEEP_BEFORE = before(
    STEEP_GROWTH,
    STEEP_MOST,
    [Put(one, {R: STEEP_GROWTH}) for one in STEEP],
    (beta > 2,),
    DOUBLED,
    _steep,
    _at_point(sp.Integer(4), 12, (1 + _entry**2) ** -2),
)
_flat = (
    from_time(ONE, FLAT_GROWTH >= 0, (FLAT,), ()),
    Solve(sp.And(sp.Ne(room, 0), sp.Ne(beta - 1, 0)), (beta > 1, FLAT)),
)
FLAT_BEFORE = before(
    FLAT_GROWTH,
    FLAT_MOST,
    FLAT_EARLY,
    (FLAT,),
    ONE,
    _flat,
    _at_point(sp.Rational(4, 3), 512, (1 + _entry**2) ** sp.Rational(-2, 3)),
)


def after(growth, most, grows, given, not_negative, point, sizes):
    """Argue for the order after d^(beta/2); see `before`, and `sizes` for further constants."""
    return _hidden(
        _with_values(LATE_ORDER, growth, most, given, (*grows, not_negative)),
        {LargeEnough(AGE): ONE, **sizes},
        point,
        given,
    )


STEEP_AFTER = after(
    ONE,
    STEEP_MOST,
    [
        Cut(
            Put(one, {R: ONE}),
            (Solve(sp.And(T >= 1, sp.Ge(ONE, HALF, evaluate=False)), (*_SET, SINCE)),),
        )
        for one in STEEP
    ],
    (beta > 2,),
    Solve(sp.And(sp.Ne(beta - 2, 0), sp.Ge(ONE, 0, evaluate=False)), (beta > 2,)),
    _at_point(sp.Integer(4), 5, (1 + _entry**2) ** -2),
    {},
)
EDGE_AFTER = after(
    sp.log(d),
    sp.Integer(3),
    EDGE_LATE,
    (EDGE,),
    Solve(sp.And(sp.log(d) >= 0, d > 0), (d >= 2,), (lemma("log from 2 on", {v: d}),)),
    _at_point(sp.Integer(2), 32, 1 / (1 + _entry**2)),
    {LargeEnough(d): sp.Integer(2)},
)
FLAT_AFTER = after(
    d**room,
    2 / room,
    FLAT_LATE,
    (FLAT,),
    Solve(sp.And(d**room >= 0, _has_power(d, room), sp.Ne(room, 0)), (d >= 1, beta < 2, beta > 1)),
    _at_point(sp.Rational(4, 3), 8, (1 + _entry**2) ** sp.Rational(-2, 3)),
    {},
)
