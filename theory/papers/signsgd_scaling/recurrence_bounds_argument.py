"""Lemma F.5: what the second moment loses in a step is of the order rho m, at every step.

What is lost, m_k + eta^2 - m_(k+1), moves from step to step as the second moment does. At first it
is 2 eta x erf(r / sqrt(2)), r = sqrt(lambda_j B) |x|, and so at most 2 rho x^2. From below let U be
cosh(2 r) - 1 - 2 r^2, and g = r^2 - U. Up to rho = 1/64 a step leaves 1 - 1.8 rho + 2.1 rho^2 of g
at least, as it leaves more of r^2 and less of U; what is lost at first is at least rho / 4 times
x^2 + g / (lambda_j B); and g >= 0 in R_j. For a larger rho the second moment and what is lost are
both of the order eta^2 from the first step on.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.arguments import (
    Argument,
    Assume,
    Between,
    Cut,
    Generalise,
    Induct,
    Put,
    Solve,
    Specialise,
    lemmas_of,
)
from theory.binders import substitute
from theory.language import eq, le, reals
from theory.papers.signsgd_scaling import fourth_order_argument, loss_argument
from theory.papers.signsgd_scaling.fourth_order_argument import (
    BETWEEN,
    DOUBLE_COSH,
    DRIFT,
    FAR,
    LOSES,
    SLOW,
    SMALL_RHO,
    UP_TO_1,
    added,
    energy,
    left,
)
from theory.papers.signsgd_scaling.loss_argument import (
    ABOVE_SQUARE,
    BASE,
    CHANCE,
    FIRST_STEP,
    NO_STEP,
    ONE,
    POWER_UP_TO_1,
    RHO,
    ROOT,
    ROOT_2,
    SQUARE,
    STEP_SIZE,
    lemma,
    r,
    rho,
    v,
    y,
)
from theory.papers.signsgd_scaling.notation import B, delta, eta, k, lam, later, moment, steps_up, x
from theory.papers.signsgd_scaling.power_bounds_argument import (
    FADE_LIMITS,
    FOURTH,
    FROM_ABOVE,
    NEAR_0,
    PEAK,
    fade,
)
from theory.papers.signsgd_scaling.scaling_argument import MOST
from theory.papers.signsgd_scaling.unrolled_argument import (
    ERFC_FALLS,
    IN_TAIL,
    UNIT,
    R,
    reach,
    tail,
    u,
)
from theory.quantifiers import Every

# -- what a step leaves of g, and what is lost -----------------------------------------------------

SMALL = (*STEP_SIZE, RHO <= SMALL_RHO)
_at = {r: ROOT * x, rho: RHO}
_z = x * ROOT / ROOT_2
_slope = "the drift is at most its slope"
_rate = left(RHO)


def gap(at):
    """Return g at a point."""
    return lam * B * at**2 - energy(ROOT * at)


_of_square = Solve(
    (1 - steps_up(x)) * (x - eta) ** 2 + steps_up(x) * (x + eta) ** 2
    >= (1 - sp.Rational(17, 10) * RHO) * x**2 + eta**2,
    STEP_SIZE,
    (
        Solve(
            x * (1 - 2 * steps_up(x)) <= sp.Rational(17, 20) * ROOT * x**2,
            (lam > 0, B >= 1),
            (lemma(_slope, {loss_argument.z: _z}), lemma(_slope, {loss_argument.z: -_z})),
        ),
    ),
)
_of_energy = Solve(
    (1 - steps_up(x)) * energy(ROOT * (x - eta)) + steps_up(x) * energy(ROOT * (x + eta))
    <= _rate * energy(ROOT * x) + added(ROOT * x, RHO),
    SMALL,
    (Put(LOSES, _at),),
)
_p, _g1, _g2, _g3, _h1, _h2, _h3, _t, _w = reals("p_0 g_1 g_2 g_3 h_1 h_2 h_3 t_0 w_0")
_mixes = Solve(
    (1 - _p) * (_w * _g1 - _h1) + _p * (_w * _g2 - _h2) >= _w * _g3 - _h3,
    (_w > 0, (1 - _p) * _g1 + _p * _g2 >= _g3, (1 - _p) * _h1 + _p * _h2 <= _h3),
    (
        Solve(
            _w * ((1 - _p) * _g1 + _p * _g2) >= _w * _g3, (_w > 0, (1 - _p) * _g1 + _p * _g2 >= _g3)
        ),
    ),
)
_of_gap = Solve(
    (1 - steps_up(x)) * gap(x - eta) + steps_up(x) * gap(x + eta) >= _rate * gap(x),
    SMALL,
    (
        Cut(
            Put(
                _mixes,
                {
                    _p: steps_up(x),
                    _w: lam * B,
                    _g1: (x - eta) ** 2,
                    _g2: (x + eta) ** 2,
                    _g3: (1 - sp.Rational(17, 10) * RHO) * x**2 + eta**2,
                    _h1: energy(ROOT * (x - eta)),
                    _h2: energy(ROOT * (x + eta)),
                    _h3: _rate * energy(ROOT * x) + added(ROOT * x, RHO),
                },
            ),
            (_of_square, _of_energy),
        ),
        Solve(
            lam * B * ((1 - sp.Rational(17, 10) * RHO) * x**2 + eta**2) - added(ROOT * x, RHO)
            >= _rate * (lam * B * x**2),
            SMALL,
        ),
    ),
)


def lost(at, steps):
    """Return what the second moment from a point loses in the step after so many."""
    return moment(at, steps) + eta**2 - moment(at, steps + 1)


def _from_every_start(body, given, base, step, start=0):
    """Argue by induction over the number of steps that a condition holds from every start.

    Args:
        body: the condition on what is lost after k steps from x.
        given: hypotheses.
        base, step: what the first number of steps and each next one need.
        start: the first number of steps.
    """
    every = Every(x, body)
    first = Solve(substitute(body, {k: sp.Integer(start)}), given, base)
    then = Solve(substitute(body, {k: k + 1}), (*given, k >= start, every), step)
    return Specialise(Induct(every, k, start, Generalise(first, x), Generalise(then, x)), x)


def _assumed(body):
    """Return what is assumed after k steps, from both ends of a step."""
    return tuple(Specialise(Assume(Every(x, body)), at) for at in _ends)


_ends = (x - eta, x + eta)
_at_once = (*(Put(NO_STEP, {x: at}) for at in (x, *_ends)), Put(FIRST_STEP, {k: sp.S.Zero}))
_next = (FIRST_STEP, Put(FIRST_STEP, {k: k + 1}), CHANCE)
_most = sp.Le(lost(x, k), 2 * RHO * moment(x, k), evaluate=False)
AT_MOST = _from_every_start(_most, STEP_SIZE, (*_at_once, SQUARE), (*_next, *_assumed(_most)))
_power, _part = _rate**k, RHO / (4 * lam * B)
_at_first = Solve(
    2 * r * DRIFT >= r**2 / 4 + (r**2 - energy(r)) / 4,
    (r >= 0,),
    (
        lemma("the drift near 0"),
        lemma("the drift from 1 on"),
        Put(FOURTH, {r: 2 * r}),
        lemma(ABOVE_SQUARE, {r: 2 * r}),
    ),
)
_first_lost = Solve(
    2 * eta * x * (1 - 2 * steps_up(x)) >= RHO / 4 * x**2 + _part * gap(x),
    STEP_SIZE,
    (Put(_at_first, {r: ROOT * x}), Put(_at_first, {r: -ROOT * x}), Solve(ROOT > 0, STEP_SIZE)),
)
_positive_power = Solve(
    And(_power > 0, _rate > 0),
    (*SMALL, k >= 0),
    (Put(POWER_UP_TO_1, {BASE: _rate}),),
)


_mixed_gap = Solve(
    (1 - _p) * (_w * _g1) + _p * (_w * _g2) >= _w * (_t * _g3),
    (_w > 0, (1 - _p) * _g1 + _p * _g2 >= _t * _g3),
)
_gap_moves = Cut(
    Put(
        _mixed_gap,
        {
            _p: steps_up(x),
            _w: _part * _power,
            _g1: gap(x - eta),
            _g2: gap(x + eta),
            _g3: gap(x),
            _t: _rate,
        },
    ),
    (
        _of_gap,
        Solve(_part * _power > 0, (*SMALL, k >= 0), (_positive_power, Solve(_part > 0, STEP_SIZE))),
    ),
)
_m1, _m2, _mm, _mp, _nm, _np, _c, _sq, _gp = reals("m_1 m_2 m_l m_r n_l n_r c_0 h_0 g_r")
_together = Solve(
    _m1 + _sq - _m2 >= _c * _m1 + _gp,
    (
        *(eq(_m1, (1 - _p) * _mm + _p * _mp), eq(_m2, (1 - _p) * _nm + _p * _np)),
        *(_p >= 0, _p <= 1, _mm + _sq - _nm >= _c * _mm + _g1, _mp + _sq - _np >= _c * _mp + _g2),
        (1 - _p) * _g1 + _p * _g2 >= _gp,
    ),
)


def _together_at(steps, share, left, after, facts):
    """Argue for what is lost after one step more, from what is lost after some from both ends."""
    return Cut(
        Put(
            _together,
            {
                _m1: moment(x, steps + 1),
                _m2: moment(x, steps + 2),
                _sq: eta**2,
                _c: share,
                _p: steps_up(x),
                **{m: moment(at, steps) for m, at in zip((_mm, _mp), _ends, strict=True)},
                **{m: moment(at, steps + 1) for m, at in zip((_nm, _np), _ends, strict=True)},
                **{g: left(at) for g, at in zip((_g1, _g2), _ends, strict=True)},
                _gp: after,
            },
        ),
        (Put(FIRST_STEP, {k: steps}), Put(FIRST_STEP, {k: steps + 1}), CHANCE, *facts),
    )


_body = sp.Ge(lost(x, k), RHO / 4 * moment(x, k) + _part * _power * gap(x), evaluate=False)
_combined = _together_at(
    k,
    RHO / 4,
    lambda at: _part * _power * gap(at),
    _part * _power * (_rate * gap(x)),
    (*_assumed(_body), _gap_moves),
)
_kept = _from_every_start(_body, SMALL, (*_at_once, _first_lost), (_combined,))

# -- in R_j ----------------------------------------------------------------------------------------

INSIDE = (ROOT * x <= 1, -ROOT * x <= 1)
_gap_up = Solve(
    r**2 - energy(r) >= 0,
    (r >= 0, r <= 1),
    (
        lemma(DOUBLE_COSH, {v: r}),
        Solve(
            And(sp.sinh(r) <= sp.Rational(6, 5) * r, sp.sinh(r) >= 0),
            (r >= 0, r <= 1),
            (lemma(SLOW, {y: r}), lemma(UP_TO_1, {y: r}), lemma("sinh is not negative")),
        ),
    ),
)
_gap_inside = Solve(
    gap(x) >= 0, (*STEP_SIZE, *INSIDE), (Put(_gap_up, {r: ROOT * x}), Put(_gap_up, {r: -ROOT * x}))
)
_small_rho = Solve(
    lost(x, k) >= RHO / 4 * moment(x, k),
    (*SMALL, *INSIDE, k >= 0),
    (
        _kept,
        Solve(
            _part * _power * gap(x) >= 0,
            (*SMALL, *INSIDE, k >= 0),
            (_gap_inside, _positive_power, Solve(_part > 0, STEP_SIZE)),
        ),
    ),
)
_at_start = Solve(
    lost(x, sp.S.Zero) >= RHO / 4 * moment(x, sp.S.Zero),
    (*STEP_SIZE, *INSIDE),
    (
        *_at_once,
        _first_lost,
        _gap_inside,
        Solve(_part > 0, STEP_SIZE),
    ),
)

# -- for a larger rho ------------------------------------------------------------------------------

HIGH = (*STEP_SIZE, R >= 1, RHO <= R, RHO >= SMALL_RHO)
LEAST_DRIFT = sp.Rational(7, 500)
_given_high = (*HIGH, *IN_TAIL)
_first_loss = 2 * eta * x * (1 - 2 * steps_up(x))
_upDRIFT = Solve(
    And(DRIFT >= 0, sp.Or(r < SMALL_RHO, sp.Rational(7, 1000) <= DRIFT)),
    (r >= 0,),
    (lemma(NEAR_0), lemma(BETWEEN), lemma(FAR)),
)
_loss_up = Solve(
    And(_first_loss >= 0, sp.Or(x < eta, _first_loss >= LEAST_DRIFT * eta**2)),
    (*HIGH, x >= 0),
    (
        Put(_upDRIFT, {r: ROOT * x}),
        Solve(sp.Or(x < eta, ROOT * x >= SMALL_RHO), HIGH),
        Solve(ROOT * x >= 0, (*STEP_SIZE, x >= 0)),
        Solve(ROOT > 0, STEP_SIZE),
    ),
)
_loss_down = Put(_loss_up, {x: -x})
_symmetric = Solve(
    And(_first_loss >= 0, sp.Or(And(x < eta, -x < eta), _first_loss >= LEAST_DRIFT * eta**2)),
    HIGH,
    (_loss_up, _loss_down),
)
_place = x * ROOT / ROOT_2
_chances = Solve(
    And(
        sp.Or(x > 2 * eta, steps_up(x) >= tail),
        sp.Or(-x > 2 * eta, 1 - steps_up(x) >= tail),
    ),
    (*HIGH, *IN_TAIL),
    (
        *(lemma(ERFC_FALLS, {u: ROOT_2 * R, v: at}) for at in (_place, -_place)),
        *(Solve(Implies(at <= 2 * eta, at * ROOT / ROOT_2 <= ROOT_2 * R), HIGH) for at in (x, -x)),
    ),
)
_least_lost = tail * LEAST_DRIFT * eta**2
_second_lost = Solve(
    (1 - steps_up(x)) * substitute(_first_loss, {x: x - eta})
    + steps_up(x) * substitute(_first_loss, {x: x + eta})
    >= _least_lost,
    (*HIGH, *IN_TAIL),
    (CHANCE, _chances, *(Put(_symmetric, {x: at}) for at in _ends)),
)
_lost_at_first = Solve(
    eq(lost(x, sp.S.Zero), _first_loss),
    STEP_SIZE,
    _at_once,
)


_still = sp.Ge(lost(x, k), _least_lost, evaluate=False)
_mixed_least = Solve(
    (1 - steps_up(x)) * _least_lost + steps_up(x) * _least_lost >= _least_lost,
    (lam > 0, B >= 1),
)
_after_one = _together_at(
    sp.S.Zero,
    sp.S.Zero,
    lambda at: substitute(_first_loss, {x: at}),
    _least_lost,
    (_second_lost,),
)
_after_more = _together_at(k, sp.S.Zero, lambda at: _least_lost, _least_lost, (_mixed_least,))
LOST_AT_LEAST = _from_every_start(
    _still,
    _given_high,
    (_after_one, *(Put(_lost_at_first, {x: at}) for at in _ends)),
    (_after_more, *_assumed(_still)),
    1,
)
_moment_most = Solve(
    moment(x, k) <= (4096 + 128 / fade) * eta**2,
    (
        *HIGH,
        *INSIDE,
        *PEAK[:1],
        sp.exp(1) <= MOST,
        *FADE_LIMITS,
        k >= 0,
    ),
    (
        Put(FROM_ABOVE, {reach: ONE}),
        Put(POWER_UP_TO_1, {BASE: 1 - fade * RHO}),
        Solve(And(x**2 <= 4096 * eta**2, 64 * eta**2 >= UNIT, UNIT > 0), (*HIGH, *INSIDE)),
        Solve(
            And(fade * RHO < 1, fade * RHO > 0, 2 / fade > 0),
            (*HIGH, *FADE_LIMITS),
        ),
    ),
)

# -- the order -------------------------------------------------------------------------------------

share, K = reals("a_0 K_2")
SHARES = (
    *(share > 0, 4 * share <= 1),
    share * R * (4096 + 128 / fade) <= tail * LEAST_DRIFT,
)
GIVEN = (
    *(*STEP_SIZE, R >= 1, RHO <= R, *INSIDE, k >= 0, *IN_TAIL),
    *(MOST >= 4, sp.exp(1) <= MOST, *FADE_LIMITS, *SHARES),
)
_says = sp.Ge(lost(x, k), share * RHO * moment(x, k), evaluate=False)
_not_negative = Solve(moment(x, k) >= 0, (*STEP_SIZE, k >= 0), (loss_argument.AT_LEAST,))
_quarter = Solve(
    RHO / 4 * moment(x, k) >= share * RHO * moment(x, k),
    (*STEP_SIZE, 4 * share <= 1, k >= 0),
    (_not_negative, Solve(RHO > 0, STEP_SIZE)),
)
_for_small = Solve(_says, (*GIVEN, RHO <= SMALL_RHO), (_small_rho, _quarter))
_for_first = Solve(_says, (*GIVEN, eq(k, 0)), (_at_start, _quarter))
_for_large = Solve(
    _says,
    (*GIVEN, RHO >= SMALL_RHO, k >= 1),
    (
        LOST_AT_LEAST,
        Solve(
            share * RHO * moment(x, k) <= share * R * ((4096 + 128 / fade) * eta**2),
            (*GIVEN, RHO >= SMALL_RHO),
            (_moment_most, _not_negative),
        ),
        Solve(share * R * ((4096 + 128 / fade) * eta**2) <= _least_lost, GIVEN),
    ),
)
AT_LEAST = Solve(_says, GIVEN, (_for_small, _for_first, _for_large))
_after = {x: delta, k: later}
_lost_later, _moment_later = (substitute(e, _after) for e in (lost(x, k), moment(x, k)))
_printed = (
    *(eta > 0, B >= 1, lam > 0, later >= 0, K > 0, le(RHO, K)),
    sp.Le(sp.Abs(delta), 1 / ROOT, evaluate=False),
)
_width = 1 + K
_constants = (*IN_TAIL, MOST >= 4, sp.exp(1) <= MOST, *FADE_LIMITS, *SHARES)
_inside = Solve(And(ROOT * delta <= 1, -ROOT * delta <= 1), _printed, (Solve(ROOT > 0, _printed),))
_order = Between(
    *(_lost_later, RHO * _moment_later, share, 2, (delta, lam, eta, B, later)),
    (*_printed, *(substitute(e, {R: _width}) for e in _constants)),
    (
        Put(AT_LEAST, {**_after, R: _width}),
        Put(AT_MOST, _after),
        _inside,
    ),
)


def _of_limit(e):
    """Return a formula with the R of the limit of rho."""
    return substitute(e, {R: _width})


_positive_limit = (K > 0,)
_root_tail = (
    lemma("erfc is positive", {loss_argument.z: ROOT_2 * _width}),
    lemma(ERFC_FALLS, {u: ROOT_2 * _width, v: sp.S.Zero}),
)
_VALUES = {  # each with the hypotheses on it, and what shows them
    share: (
        tail * LEAST_DRIFT / (R * (4096 + 128 / fade)),
        SHARES,
        (tail > 0, IN_TAIL[1], MOST >= 4, *FADE_LIMITS),
    ),
    fade: (1 / (1152 * R**2 * MOST), FADE_LIMITS, (MOST >= 4,)),
    MOST: (4 + sp.exp(1), (MOST >= 4, sp.exp(1) <= MOST), ()),
    tail: (sp.erfc(ROOT_2 * R) / 2, IN_TAIL, ()),
}
SHOWN: Argument = _order
for _symbol, (_value, _hold, _known) in _VALUES.items():
    _at = {_symbol: _of_limit(_value)}
    _are = [substitute(_of_limit(e), _at) for e in _hold]
    _defined = (
        substitute(sp.Ne(e, 0, evaluate=False), _at) for e in (fade, MOST, 4096 + 128 / fade)
    )
    SHOWN = Cut(
        Put(SHOWN, _at),
        (
            Solve(
                And(*_are, *(_defined if _known else ())),
                (*_positive_limit, *map(_of_limit, _known)),
                (*_root_tail, lemma("exp is positive", {v: ONE})),
            ),
        ),
    )
SHOWN = Cut(SHOWN, (Solve(sp.Ne(_width, 0), _positive_limit),))
OF_RECURRENCE = {name: fourth_order_argument.LEMMAS[name] for name in lemmas_of(SHOWN)}
