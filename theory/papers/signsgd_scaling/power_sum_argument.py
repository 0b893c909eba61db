"""Equation (30), first line: the second moment is a power of 1 - p and a sum of such powers.

With the power v = (1 - p)^k of the second line, what the second moment has beside v x^2 is a gain
of the size of eta^2 times the sum (1 - v) / p of the powers before.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies, Or

from theory.argument_language import States
from theory.arguments import (
    Argument,
    Choose,
    Cut,
    Generalise,
    Give,
    Induct,
    LastTerm,
    Put,
    Solve,
    lemmas_of,
)
from theory.binders import substitute
from theory.claim import ByReading
from theory.existence import given_by
from theory.language import eq, le, reals
from theory.papers.signsgd_scaling import laws, unrolled_argument
from theory.papers.signsgd_scaling.loss_argument import BASE, NO_STEP, ONE, POWER_UP_TO_1, RHO
from theory.papers.signsgd_scaling.notation import (
    ANY_CONSTANT,
    OVER,
    POWER_LAWS,
    SETTING,
    SOME_CONSTANT,
    B,
    alpha,
    eta,
    j,
    k,
    moment,
    step,
    target,
    x,
)
from theory.papers.signsgd_scaling.power_argument import (
    GIVEN,
    GIVEN_J,
    LIMITS,
    MOST_NOISE,
    OF_J,
    OWN_POWER,
    SIGNS,
    SOME_POWER,
    WITH_POWER,
    p,
    with_values,
)
from theory.papers.signsgd_scaling.power_bounds_argument import FADE_LIMITS, fade
from theory.papers.signsgd_scaling.scaling_argument import LEAST
from theory.papers.signsgd_scaling.unrolled_argument import (
    COORDINATE,
    IN_RANGE,
    K_INDEX,
    K_WIDTH,
    MEAN_SQUARE,
    SIZE,
    SIZED,
    UNIT,
    WIDTH,
    R,
)
from theory.quantifiers import Every, Some

p_0, gain, K = reals("p_0 h K")


def sum_of_powers(quantity, top):
    """Return the sum of the powers of 1 - p before a number of steps."""
    return sp.Sum((1 - quantity) ** step, (step, 0, top - 1))


def _within(value, size):
    return And(le(size, K * value), le(value, K * size))


def as_powers(second_moment, size, signal):
    """Return that the second moment is a power and a sum of powers, with some quantities.

    Both quantities are of the size of rho, and a third one, which multiplies the sum, of eta^2.
    """
    whole = eq(second_moment, (1 - p) ** k * signal + gain * sum_of_powers(p_0, k))
    sizes = (*(_within(e, size) for e in (p, p_0)), _within(gain, eta**2))
    return laws.some((p, p_0, gain), (*sizes, whole))


def _geometric(top):
    return eq(p * sum_of_powers(p, top), 1 - (1 - p) ** top)


GEOMETRIC = Induct(
    _geometric(k),
    k,
    1,
    base=Solve(_geometric(ONE), (), (LastTerm(sum_of_powers(p, ONE)),)),
    step=Solve(
        _geometric(k + 1), (k >= 1, _geometric(k)), (LastTerm(sum_of_powers(p, k + 1), (k >= 1,)),)
    ),
)
_left = moment(x, k) - (1 - p) ** k * x**2
_the_gain = p * _left / (1 - (1 - p) ** k)
SUMMED = (K * fade * LEAST >= 8,)
_r, _o, _m, _u, _h2 = reals("r_1 o_1 m u_0 h_2")  # p, 1 - (1 - p)^k, what is left, and eta^2
_sized = Solve(
    And(_h2 <= K * (_r * _m / _o), _r * _m / _o <= K * _h2),
    (
        *(_o > 0, _r > 0, fade > 0, fade <= 1, LEAST > 0, LEAST <= 1, K * fade * LEAST >= 8),
        *(_m >= LEAST * _u * _o, _m * fade <= 2 * _u * _o, _u > 0),
        *(_r * _u >= fade * _h2, _r * _u <= 4 * _h2, _h2 > 0),
    ),
    (
        Solve(_m / _o >= LEAST * _u, (_o > 0, _m >= LEAST * _u * _o)),
        Solve(_m / _o * fade <= 2 * _u, (_o > 0, _m * fade <= 2 * _u * _o)),
        Solve(eq(_r * _m / _o, _r * (_m / _o)), (_o > 0,)),
    ),
)
_has_sum = as_powers(moment(x, k), RHO, x**2)
_rest = Solve(
    And(
        *(1 - (1 - p) ** k > 0, fade <= 1, p > 0, eta**2 > 0, UNIT > 0),
        *(p * UNIT >= fade * eta**2, p * UNIT <= 4 * eta**2),
        _left >= LEAST * UNIT * (1 - (1 - p) ** k),
        _left * fade <= 2 * UNIT * (1 - (1 - p) ** k),
    ),
    (*WITH_POWER, k >= 1),
    (
        Put(POWER_UP_TO_1, {BASE: 1 - p, k: k - 1}),
        Solve(eq((1 - p) ** k, (1 - p) * (1 - p) ** (k - 1)), (k >= 1, p < 1)),
        OWN_POWER,
        SIGNS,
        Solve(And(eta**2 <= UNIT * RHO, eta**2 >= UNIT * RHO), COORDINATE),
        Solve(And(MOST_NOISE * fade >= 2 * UNIT, MOST_NOISE * fade <= 2 * UNIT), GIVEN),
    ),
)
_point = {p: p, p_0: p, gain: _the_gain}
_with_gain = given_by(
    _has_sum,
    _point,
    (*WITH_POWER, *SUMMED, k >= 1),
    (
        GEOMETRIC,
        _rest,
        SIGNS,
        Cut(
            Put(
                _sized,
                {_m: _left, _o: 1 - (1 - p) ** k, _r: p, _u: UNIT, _h2: eta**2},
            ),
            (_rest, Solve(LEAST <= 1, GIVEN)),
        ),
    ),
)
_once = {p: fade * RHO, p_0: fade * RHO, gain: eta**2}
_enough = Solve(And(K >= 1, K * fade >= 1), (*GIVEN, *SUMMED))
_none = Or(k >= 1, eq(sum_of_powers(p, k), 0))
EMPTY = Induct(
    _none,
    k,
    0,
    base=Solve(substitute(_none, {k: sp.S.Zero}), (), (LastTerm(sum_of_powers(p, sp.S.Zero)),)),
    step=Solve(substitute(_none, {k: k + 1}), (k >= 0,)),
)
_at_first = given_by(
    _has_sum,
    _once,
    (*GIVEN, *SUMMED, eq(k, 0)),
    (NO_STEP, SIGNS, _enough, Put(EMPTY, {p: fade * RHO})),
)
_summed = Solve(
    _has_sum,
    (*GIVEN, *SUMMED),
    (
        Choose(
            SOME_POWER,
            Solve(_has_sum, (*WITH_POWER, *SUMMED, k >= 1), (_with_gain, _rest)),
            p,
        ),
        _at_first,
    ),
)

# -- coordinate j, with a limit of the hypotheses on sizes -----------------------------------------

limit = reals("K_0")
SUM_OF_J = as_powers(MEAN_SQUARE, SIZE, target[j] ** 2)
_most = 8 / (fade * LEAST)
_most_holds = Solve(
    And(
        substitute(SUMMED[0], {K: _most}),
        *(sp.Gt(_most, 0), sp.Ne(fade, 0), sp.Ne(LEAST, 0), sp.Ne(fade * LEAST, 0)),
    ),
    (LEAST > 0, *FADE_LIMITS, R >= 1),
)
_sum_of_j = Solve(SUM_OF_J, (*GIVEN_J, *SUMMED), (OF_J.shown(_summed), OF_J.signs))

_late = And(
    *(*SETTING, POWER_LAWS[-1], *IN_RANGE),
    *(le(limit * WIDTH, 1), le(limit * B ** (1 / alpha), j)),
)
_each = Implies(_late, SUM_OF_J, evaluate=False)
_constant = Some(K, And(K > 0, laws.every((*OVER, j), _each)))
STATEMENTS = [
    States(says, {"assumptions 2.1 and B.3": POWER_LAWS[:-1]})
    for says in (
        Every(limit, Implies(limit > 0, _constant, evaluate=False)),
        Some(limit, And(limit > 0, _constant)),
    )
]
_is_limit = (limit > 0, eq(K_INDEX, limit), eq(K_WIDTH * limit, 1))
_given = (*_is_limit, *POWER_LAWS[:-1], *OF_J.constants, *LIMITS)
_sized_j = Solve(
    And(*SIZED), (*_is_limit, B >= 1, limit * WIDTH <= 1, limit * B ** (1 / alpha) <= j)
)
_for_all: Argument = Solve(_each, (*_given, *SUMMED), (_sum_of_j, _sized_j))
for _symbol in reversed((*OVER, j)):
    _for_all = Generalise(_for_all, _symbol)
_for_constant = Put(Solve(_constant.body, (*_given, *SUMMED, K > 0), (_for_all,)), {K: _most})
_there = Give(Cut(_for_constant, (Put(_most_holds, {R: OF_J.at(R)}),)), _constant, _most)
_of_limit = (limit > 0, *POWER_LAWS[:-1])
FOR_LIMIT = Solve(
    _constant,
    _of_limit,
    (
        Put(with_values(Solve(_constant, _given, (_there,))), {K_INDEX: limit, K_WIDTH: 1 / limit}),
        Solve(1 / limit > 0, _of_limit),
    ),
)
_at_1 = substitute(STATEMENTS[1].says.body, {limit: ONE})
_for_every = Generalise(Solve(STATEMENTS[0].says.body, POWER_LAWS[:-1], (FOR_LIMIT,)), limit)
_for_one = Give(
    Solve(_at_1, POWER_LAWS[:-1], (Put(FOR_LIMIT, {limit: ONE}),)), STATEMENTS[1].says, ONE
)
SHOWN = ByReading({ANY_CONSTANT: _for_every, SOME_CONSTANT: _for_one})
LEMMAS = {name: unrolled_argument.LEMMAS[name] for name in lemmas_of(_for_every)}
