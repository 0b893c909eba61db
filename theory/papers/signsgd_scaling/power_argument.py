"""Equation (30), second line: the second moment of a coordinate by one power of 1 - p.

The second moment lies between two laws, by t = (1 - c rho)^k from above and by u = (1 - h)^k from
below, in which the power stands linearly. So some power v = (1 - p)^k between u and t, u itself or
the one at which the law from above is the second moment, lies between both laws; and p between c
rho and h.
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.arguments import (
    Between,
    Choose,
    Cut,
    Give,
    Put,
    Solve,
    lemmas_of,
)
from theory.binders import substitute
from theory.language import eq, le, reals
from theory.orders import Theta
from theory.papers.signsgd_scaling import unrolled_argument
from theory.papers.signsgd_scaling.loss_argument import (
    BASE,
    KEPT_BELOW,
    NO_STEP,
    ONE,
    POWER_UP_TO_1,
    QUARTER,
    RHO,
    by_steps,
    lemma,
    v,
    y,
)
from theory.papers.signsgd_scaling.notation import (
    OVER,
    POWER_LAWS,
    B,
    eigenvalues,
    eta,
    j,
    k,
    moment,
    target,
    x,
)
from theory.papers.signsgd_scaling.power_bounds_argument import (
    FADE_LIMITS,
    FROM_ABOVE,
    MOST_NOISE,
    PEAK,
    fade,
    law,
)
from theory.papers.signsgd_scaling.scaling_argument import LEAST, MOST
from theory.papers.signsgd_scaling.unrolled_argument import (
    COORDINATE,
    IN_TAIL,
    K_WIDTH,
    MEAN_SQUARE,
    MOVES_ON,
    NEAR,
    SIZE,
    UNIT,
    OfCoordinates,
    R,
    least,
    most,
    reach,
)
from theory.quantifiers import Some

p, most_p = reals("p h_0")
SHARES = (LEAST > 0, 2 * LEAST <= 1, (16 * reach**2 + 4) * LEAST <= unrolled_argument.tail)
GIVEN = (*COORDINATE, *NEAR, *IN_TAIL, *PEAK, *FADE_LIMITS, *SHARES)

# -- from below ------------------------------------------------------------------------------------


def _from_below(quantity):
    """Return the law from below by a power of 1 - p."""
    return sp.Ge(moment(x, k), law((1 - quantity) ** k, x**2, LEAST * UNIT), evaluate=False)


_w = reals("w_0")
_in_order = And(BASE**k > 0, _w**k >= BASE**k)
IN_ORDER = by_steps(_in_order, (BASE > 0, _w >= BASE))
_below_small = Solve(
    _from_below(2 * RHO),
    (*GIVEN, RHO <= QUARTER),
    (KEPT_BELOW, Put(POWER_UP_TO_1, {BASE: 1 - 2 * RHO}), Solve(And(RHO > 0, UNIT > 0), GIVEN)),
)
_share_left = Put(POWER_UP_TO_1, {BASE: LEAST, k: k - 1})
_below_large = Solve(
    _from_below(1 - LEAST),
    (*GIVEN, RHO >= QUARTER, k >= 1),
    (
        MOVES_ON,
        Solve(
            And(x**2 <= 16 * reach**2 * eta**2, 4 * eta**2 >= UNIT, UNIT > 0),
            (*COORDINATE, *NEAR, RHO >= QUARTER),
        ),
        _share_left,
        Solve(sp.Eq(LEAST**k, LEAST * LEAST ** (k - 1), evaluate=False), (LEAST > 0, k >= 1)),
    ),
)

# -- a power between both laws ---------------------------------------------------------------------


def between(quantity):
    """Return that p lies between multiples of rho, below 1, and the second moment between laws."""
    power = (1 - quantity) ** k
    limits = (le(fade * RHO, quantity), le(quantity, 4 * RHO), quantity < 1)
    above = sp.Le(moment(x, k), law(power, x**2, MOST_NOISE), evaluate=False)
    return And(*limits, _from_below(quantity), above)


HAS = Some(p, between(p))
_below = (fade * RHO <= most_p, most_p <= 4 * RHO, most_p < 1, _from_below(most_p))
_given = (*GIVEN, *_below)
_least_power, _most_power = (1 - most_p) ** k, (1 - fade * RHO) ** k
SIGNS = Solve(And(RHO > 0, UNIT > 0, fade * RHO < 1, MOST_NOISE > 0), GIVEN)
_at_end = Give(
    Solve(
        between(most_p),
        (*_given, moment(x, k) <= law(_least_power, x**2, MOST_NOISE)),
        (SIGNS,),
    ),
    HAS,
    most_p,
)
_power, _share, _m, _s, _n, _l, _t, _u = reals("v_1 u_2 m s_0 n_0 l_0 t_0 u_0")
_meets = Solve(
    And(_u < _power, _power <= _t, _l + (_s - _l) * _power <= _m, _m <= _n + (_s - _n) * _power),
    (
        *(_power * (_s - _n) >= _m - _n, _power * (_s - _n) <= _m - _n, _l <= _n),
        *(_m <= _n + (_s - _n) * _t, _n + (_s - _n) * _u < _m, _u <= _t, _t <= 1, _u > 0),
    ),
)
_far = (
    *(*_given, k >= 1, sp.Ge(moment(x, k), law(_least_power, x**2, MOST_NOISE), evaluate=False)),
    sp.Ne(moment(x, k), law(_least_power, x**2, MOST_NOISE), evaluate=False),
    eq(_power * (x**2 - MOST_NOISE), moment(x, k) - MOST_NOISE),
)
_places = {
    _m: moment(x, k),
    _s: x**2,
    _n: MOST_NOISE,
    _l: LEAST * UNIT,
    _t: _most_power,
    _u: _least_power,
}
_reached = Cut(
    Put(_meets, _places),
    (
        FROM_ABOVE,
        Put(IN_ORDER, {BASE: 1 - most_p, _w: 1 - fade * RHO}),
        Put(POWER_UP_TO_1, {BASE: 1 - fade * RHO}),
        SIGNS,
        Solve(LEAST * UNIT <= MOST_NOISE, GIVEN, (SIGNS,)),
        Solve(moment(x, k) > law(_least_power, x**2, MOST_NOISE), _far),
    ),
)
_with_share = (*_far, eq(_share * k, -sp.log(_power)))
_kept_power = sp.exp(-_share * k)
_is_power = Solve(
    eq(_kept_power, _power),
    (*_with_share, _power > 0),
    (
        lemma("exp of log", {v: _power}),
        lemma("exp falls", {y: _share * k, v: -sp.log(_power)}),
        lemma("exp falls", {y: -sp.log(_power), v: _share * k}),
    ),
)
_strictly = And(BASE**k > 0, _w**k > BASE**k)
RISES = by_steps(_strictly, (BASE > 0, _w > BASE), 1)
_root = sp.exp(-_share)
_bounded = Solve(
    And(_root <= 1 - fade * RHO, _root >= 1 - most_p),
    _with_share,
    (
        _reached,
        _is_power,
        Put(RISES, {BASE: 1 - fade * RHO, _w: _root}),
        Put(RISES, {BASE: _root, _w: 1 - most_p}),
        SIGNS,
        lemma("exp is positive", {v: -_share}),
        Put(POWER_UP_TO_1, {BASE: 1 - most_p}),
        Put(IN_ORDER, {BASE: 1 - most_p, _w: 1 - fade * RHO}),
    ),
)
_at_meeting = Give(
    Solve(
        substitute(HAS.body, {p: 1 - _root}),
        _with_share,
        (_bounded, _reached, _is_power, SIGNS, lemma("exp is positive", {v: -_share})),
    ),
    HAS,
    1 - _root,
)
_meeting = (moment(x, k) - MOST_NOISE) / (x**2 - MOST_NOISE)
_is_share = eq(_share * k, -sp.log(_power))
_by_share = Cut(
    Put(_at_meeting, {_share: -sp.log(_power) / k}),
    (
        Solve(
            And(substitute(_is_share, {_share: -sp.log(_power) / k}), sp.Ne(k, 0)),
            (k >= 1, _power > 0),
        ),
    ),
)
_positive = Solve(
    And(
        *(_s - _n > 0, sp.Ne(_s - _n, 0), (_m - _n) / (_s - _n) > 0),
        substitute(eq(_power * (_s - _n), _m - _n), {_power: (_m - _n) / (_s - _n)}),
    ),
    (_m <= _n + (_s - _n) * _t, _n + (_s - _n) * _u < _m, _u <= _t, _t <= 1, _u > 0),
)
_beyond_end = Solve(
    HAS,
    _far[:-1],
    (
        Put(_by_share, {_power: _meeting}),
        Cut(
            Put(_positive, {symbol: of for symbol, of in _places.items() if symbol != _l}),
            (
                FROM_ABOVE,
                Put(IN_ORDER, {BASE: 1 - most_p, _w: 1 - fade * RHO}),
                Put(POWER_UP_TO_1, {BASE: 1 - fade * RHO}),
                Solve(moment(x, k) > law(_least_power, x**2, MOST_NOISE), _far[:-1]),
            ),
        ),
        SIGNS,
    ),
)
_for_end = Solve(HAS, (*_given, k >= 1), (_at_end, _beyond_end))
_first = Give(Solve(between(fade * RHO), (*GIVEN, eq(k, 0)), (NO_STEP, SIGNS)), HAS, fade * RHO)
_small_rho = Cut(
    Put(_for_end, {most_p: 2 * RHO}),
    (
        _below_small,
        Solve(
            And(fade * RHO <= 2 * RHO, 2 * RHO <= 4 * RHO, 2 * RHO < 1),
            (*GIVEN, RHO <= QUARTER),
            (SIGNS,),
        ),
    ),
)
_large_rho = Cut(
    Put(_for_end, {most_p: 1 - LEAST}),
    (
        _below_large,
        Solve(
            And(fade * RHO <= 1 - LEAST, 1 - LEAST <= 4 * RHO, 1 - LEAST < 1),
            (*GIVEN, RHO >= QUARTER),
        ),
    ),
)
SOME_POWER = Solve(HAS, GIVEN, (_small_rho, _large_rho, _first))

# -- the order by one power ------------------------------------------------------------------------

low_end, high_end = reals("a_2 b_2")
ENDS_HOLD = (
    *(low_end > 0, low_end <= fade, low_end <= LEAST, high_end >= 4, high_end * fade >= 2),
)
_law = law((1 - p) ** k, x**2, UNIT)
_ordered = And(
    *(le(low_end * RHO, p), le(p, high_end * RHO)),
    *(le(low_end * _law, moment(x, k)), le(moment(x, k), high_end * _law)),
)
WITH_POWER = (*GIVEN, between(p))
OWN_POWER = Solve(
    And((1 - p) ** k > 0, (1 - p) ** k <= 1), WITH_POWER, (Put(POWER_UP_TO_1, {BASE: 1 - p}), SIGNS)
)
_low, _high = reals("l_1 h_1")
_from_law = Solve(
    And(_low * law(_power, _s, _u) <= _m, _m <= _high * law(_power, _s, _u)),
    (
        *(_power > 0, _power <= 1, _s >= 0, _u > 0, _low > 0, _low <= 1, _high >= 1),
        *(_low * _u <= _l, _n <= _high * _u, law(_power, _s, _l) <= _m, _m <= law(_power, _s, _n)),
    ),
    (
        Solve(_l * (1 - _power) >= _low * _u * (1 - _power), (_power <= 1, _low * _u <= _l)),
        Solve(_n * (1 - _power) <= _high * _u * (1 - _power), (_power <= 1, _n <= _high * _u)),
    ),
)
_is_order = Solve(
    _ordered,
    (*WITH_POWER, *ENDS_HOLD),
    (
        Cut(
            Put(
                _from_law,
                {
                    _power: (1 - p) ** k,
                    _s: x**2,
                    _u: UNIT,
                    _l: LEAST * UNIT,
                    _n: MOST_NOISE,
                    _m: moment(x, k),
                    _low: low_end,
                    _high: high_end,
                },
            ),
            (
                OWN_POWER,
                SIGNS,
                Solve(
                    And(low_end * UNIT <= LEAST * UNIT, high_end * UNIT >= MOST_NOISE),
                    (*GIVEN, *ENDS_HOLD),
                    (SIGNS,),
                ),
                Solve(And(low_end <= 1, high_end >= 1), (*GIVEN, *ENDS_HOLD)),
            ),
        ),
        SIGNS,
        Solve(low_end * RHO <= fade * RHO, (*GIVEN, *ENDS_HOLD), (SIGNS,)),
        Solve(high_end * RHO >= 4 * RHO, (*GIVEN, *ENDS_HOLD), (SIGNS,)),
    ),
)
_has_order = Some(p, _ordered)
ORDERED = Choose(SOME_POWER, Give(_is_order, _has_order, p), p)

# -- coordinate j ----------------------------------------------------------------------------------

OF_J = OfCoordinates({least: ONE, most: ONE})
_fade = 1 / (1152 * R**2 * MOST)
_ends = {low_end: LEAST * fade, high_end: 4 + 2 / fade}
_fades = Solve(
    And(*(substitute(e, {fade: _fade}) for e in FADE_LIMITS), sp.Ne(R, 0), sp.Ne(MOST, 0)),
    (R >= 1, MOST >= 4),
)
_ends_hold = Solve(
    And(*(substitute(e, _ends) for e in ENDS_HOLD), sp.Ne(fade, 0)),
    (LEAST > 0, 16 * R * LEAST <= 1, *FADE_LIMITS, R >= 1),
)
BY_POWERS = law((1 - Theta(SIZE)) ** k, target[j] ** 2, eta / sp.sqrt(eigenvalues[j] * B))
LIMITS = tuple(map(OF_J.at, FADE_LIMITS))
GIVEN_J = (*OF_J.printed, *OF_J.constants, *LIMITS)


def with_values(argument):
    """Return an argument for coordinate j, shown with `fade`, with values of all constants."""
    width = OF_J.at(R)
    of_fade = Cut(Put(argument, {fade: OF_J.at(_fade)}), (Put(_fades, {R: width}),))
    is_width = Solve(width >= 1, (K_WIDTH > 0, *POWER_LAWS[:2]))
    return OF_J.with_constants(Cut(of_fade, (is_width,)))


_shown = Between(
    *(MEAN_SQUARE, BY_POWERS, low_end, high_end, (*OVER, j)),
    (*GIVEN_J, *ENDS_HOLD),
    (OF_J.shown(ORDERED), OF_J.signs),
    quantity=p,
)
SECOND_MOMENT = with_values(Cut(Put(_shown, _ends), (Put(_ends_hold, {R: OF_J.at(R)}),)))
OF_SECOND_MOMENT = {name: unrolled_argument.LEMMAS[name] for name in lemmas_of(SECOND_MOMENT)}
