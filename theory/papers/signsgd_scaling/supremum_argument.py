"""The supremum over [1, d] of x^(-alpha) exp(-2 t x^(-beta)), in the proof of theorem E.2.

With p = alpha / beta and y = t x^(-beta) / p it is p^p (y^p exp(-2 p y)) t^(-p). From below stand
its values at 1, at t^(1/beta), where that lies inside, and at d.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.arguments import (
    Assume,
    Between,
    Choose,
    Cut,
    Generalise,
    Give,
    Lemma,
    Put,
    Solve,
    Specialise,
)
from theory.binders import substitute
from theory.claim import ForAll
from theory.language import eq, reals
from theory.papers.signsgd_scaling.integral_argument import K1, K2
from theory.papers.signsgd_scaling.loss_argument import FALLS, ONE, POSITIVE, hidden
from theory.papers.signsgd_scaling.loss_argument import LEMMAS as OF_EXP
from theory.papers.signsgd_scaling.notation import alpha, beta, d, supremum, t, z
from theory.quantifiers import Every, Some

u, v, y, p, x, upper = reals("u v y p x y_1")
POWERS = (alpha > 1, beta > 1)
POWER, RATE = alpha / beta, t ** (-alpha / beta)


def value(at):
    """Return the term of the sum at a real index."""
    return at**-alpha * sp.exp(-2 * t * at**-beta)


BETWEEN = And(z >= 1, z <= d)
IS_SUPREMUM = (
    Every(z, Implies(BETWEEN, value(z) <= supremum, evaluate=False)),
    Every(
        upper,
        Implies(upper < supremum, Some(z, And(BETWEEN, value(z) > upper)), evaluate=False),
    ),
)

# -- lemmas ----------------------------------------------------------------------------------------

HIGHEST = POWER**POWER
_scaled = t * x**-beta / POWER
BELOW_1, UP_TO_1, ITSELF, INSIDE, AT_D, EARLY, FROM_1, RISES, ROOT = (
    "y^p exp(-2 p y) is at most 1 from y = 1 on",
    "y^p exp(-2 p y) is at most 1 up to y = 1",
    "value, scaled",
    "value inside [1, d]",
    "value at d",
    "power of t from a constant on",
    "powers from 1 on",
    "powers of larger numbers",
    "a power and its root",
)
_ON_LEFT = (y > 0, p > 0)
LEMMAS = {
    **{name: OF_EXP[name] for name in (FALLS, POSITIVE)},
    BELOW_1: ForAll(y**p * sp.exp(-2 * p * y) <= 1, given=(y >= 1, p > 0)),
    UP_TO_1: ForAll(y**p * sp.exp(-2 * p * y) <= 1, given=(y > 0, y <= 1, p > 0)),
    ITSELF: ForAll(
        And(
            _scaled > 0,
            HIGHEST > 0,
            RATE > 0,
            eq(value(x), HIGHEST * RATE * (_scaled**POWER * sp.exp(-2 * POWER * _scaled))),
        ),
        given=(*POWERS, t > 0, x > 0),
    ),
    INSIDE: ForAll(eq(value(t ** (1 / beta)), sp.exp(-2) * RATE), given=(*POWERS, t > 0)),
    AT_D: ForAll(d**-alpha >= RATE, given=(*POWERS, d >= 1, t >= d**beta)),
    EARLY: ForAll(And(u ** (-alpha / beta) >= RATE, RATE > 0), given=(*POWERS, u > 0, t >= u)),
    FROM_1: ForAll(u**p >= 1, given=(u >= 1, p > 0)),
    RISES: ForAll(u**p <= v**p, given=(u > 0, v >= u, p > 0)),
    ROOT: ForAll(eq((u**p) ** (1 / p), u), given=(u > 0, p > 0)),
}

# -- from above ------------------------------------------------------------------------------------

_GIVEN = (*POWERS, t > 0, d >= 1)
_itself = Put(Lemma(ITSELF), {x: z})
_at_z = {y: substitute(_scaled, {x: z}), p: POWER}
_product = Solve(u * v <= u, (u > 0, v <= 1))
_factor = (_at_z[y]) ** POWER * sp.exp(-2 * POWER * _at_z[y])
_AT_Z = Solve(
    value(z) <= HIGHEST * RATE,
    (*_GIVEN, z >= 1),
    (
        _itself,
        Put(Lemma(BELOW_1), _at_z),
        Put(Lemma(UP_TO_1), _at_z),
        Put(_product, {u: HIGHEST * RATE, v: _factor}),
    ),
)
_most = HIGHEST * RATE
_middle = (supremum + _most) / 2
_higher = substitute(IS_SUPREMUM[1].body.args[1], {upper: _middle})
_not_higher = Choose(
    Assume(_higher),
    Solve(supremum < _most, (*_GIVEN, And(BETWEEN, value(z) > _middle)), (_AT_Z,)),
    z,
)
ABOVE = Solve(
    supremum <= _most,
    (*_GIVEN, *IS_SUPREMUM),
    (Specialise(Assume(IS_SUPREMUM[1]), _middle), _not_higher),
)

# -- from below ------------------------------------------------------------------------------------

_AT_2, _AT_K2 = sp.exp(-2), sp.exp(-2 * K2)
_EARLIEST = K1 ** (-alpha / beta)
LEAST = _AT_2 * _AT_K2 / (1 + _EARLIEST)
_SIZES = (K1 > 0, K2 > 0, t >= K1, sp.Le(t / d**beta, K2, evaluate=False))
_HERE = (*_GIVEN, *IS_SUPREMUM, *_SIZES)
_e, _k, _r, _q, _M = reals("e_2 e_K r q M_1")
_SIGNS = (_e > 0, _e <= 1, _k > 0, _k <= 1, _r > 0, _q > 0)
_MEANT = {_e: _AT_2, _k: _AT_K2, _r: RATE, _q: _EARLIEST, _M: supremum}


_constants = (
    Put(Lemma(FALLS), {y: sp.Integer(2), v: sp.S.Zero}),
    Put(Lemma(FALLS), {y: 2 * K2, v: sp.S.Zero}),
    *(Put(Lemma(POSITIVE), {v: at}) for at in (sp.Integer(-2), -2 * K2)),
    Put(Lemma(EARLY), {u: K1}),
    Put(Lemma(EARLY), {u: K1, t: K1}),
)
_signs = Solve(substitute(And(*_SIGNS), _MEANT), _HERE, _constants)


def _at(place):
    """Argue that the supremum is at least the value at a place."""
    return Specialise(Assume(IS_SUPREMUM[0]), place)


_FIRST = Solve(
    And(supremum >= _AT_2, RATE <= _EARLIEST),
    (*_HERE, t <= 1),
    (
        _at(ONE),
        Put(Lemma(FALLS), {y: sp.Integer(2), v: 2 * t}),
        Put(Lemma(EARLY), {u: K1}),
    ),
)
_MIDDLE = Solve(
    supremum >= _AT_2 * RATE,
    (*_HERE, t >= 1, t <= d**beta),
    (
        *(_at(t ** (1 / beta)), Lemma(INSIDE)),
        Put(Lemma(FROM_1), {u: t, p: 1 / beta}),
        Put(Lemma(RISES), {u: t, v: d**beta, p: 1 / beta}),
        Put(Lemma(ROOT), {u: d, p: beta}),
    ),
)
_LAST = Solve(
    supremum >= _AT_K2 * RATE,
    (*_HERE, t >= d**beta),
    (
        _at(d),
        Lemma(AT_D),
        Put(Lemma(FALLS), {y: 2 * K2, v: 2 * t * d**-beta}),
        Put(Lemma(POSITIVE), {v: -2 * K2}),
        _signs,
        Put(
            Solve(_k * _r <= _e * _q, (_k > 0, _r > 0, _e >= _r, _q >= _k)),
            {_k: _AT_K2, _r: RATE, _e: d**-alpha, _q: sp.exp(-2 * t * d**-beta)},
        ),
    ),
)
_LOWER = _e * _k / (1 + _q) * _r <= _M
_shares = Solve(
    And(_e * _k * _r / (1 + _q) <= _e * _k * _r, _e * _k * _r <= _e * _r, _e * _k * _r <= _k * _r),
    _SIGNS,
)
_share_of_1 = Solve(
    And(_r / (1 + _q) <= 1, _e * _k <= _e, _e * _k * (_r / (1 + _q)) <= _e * _k),
    (*_SIGNS, _r <= _q),
)
_CASES = (
    Cut(Put(Solve(_LOWER, (*_SIGNS, _e <= _M, _r <= _q), (_share_of_1,)), _MEANT), (_signs,)),
    Cut(Put(Solve(_LOWER, (*_SIGNS, _e * _r <= _M), (_shares,)), _MEANT), (_signs,)),
    Cut(Put(Solve(_LOWER, (*_SIGNS, _k * _r <= _M), (_shares,)), _MEANT), (_signs,)),
)
BELOW = Solve(sp.Ge(supremum, LEAST * RATE), _HERE, (*_CASES, _FIRST, _MIDDLE, _LAST, _signs))
_positive = Solve(And(HIGHEST > 0, LEAST > 0), _HERE, (Put(Lemma(ITSELF), {x: ONE}), _signs))
_ORDER = Between(
    *(supremum, RATE, LEAST, HIGHEST, (t, d, supremum), _HERE),
    (ABOVE, BELOW, _positive),
)
_POINT = {alpha: 3 * ONE, beta: 2 * ONE, t: ONE, d: ONE, supremum: sp.exp(-2)}


def shown(pair):
    """Return the arguments for the order of the supremum, in both meanings."""
    highest, reached = (substitute(e, _POINT) for e in IS_SUPREMUM)
    below, there = reached.body.args
    at_1 = Solve(substitute(there.body, {z: ONE}), (below,))
    using = (
        Generalise(Solve(highest.body), z),
        Generalise(Solve(reached.body, (), (Give(at_1, there, ONE),)), upper),
    )
    return hidden(pair, (K2, K1), _ORDER, _POINT, using)
