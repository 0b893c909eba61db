"""The argument for lemma 7: what phase 1 changes of the input weights.

With u = eta a M w the norm of u is at most eta |a| |M|, so at most 1/2, and a step moves w by 4 |u|
or less. By induction |w_t - w_0|^2 is at most t^2 times the square of the largest step.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.arguments import (
    AddUp,
    Assume,
    Cut,
    Generalise,
    Induct,
    Put,
    Rewrite,
    Solve,
    Specialise,
)
from theory.binders import SequenceOf, substitute
from theory.language import eq, integers, reals
from theory.papers.less_data import growth_argument as growth
from theory.papers.less_data import phase_one as phase
from theory.papers.less_data import sign_stability_argument as model
from theory.papers.less_data.growth_argument import MULTIPLE, first, scale, second
from theory.papers.less_data.notation import (
    T,
    a,
    d,
    eta,
    gains,
    i,
    margin,
    norm,
    s_step,
    t,
    target,
    w,
)
from theory.papers.less_data.vector_argument import NO_SUM, k, linear
from theory.sum_arguments import combined

HALF = sp.Rational(1, 2)

# -- the norm of M w -------------------------------------------------------------------------------

_m = model.times(w)
_SQUARED = model.dot(_m, _m)
rest = reals("p_s")


def _polar(factor):
    """Argue from the forms of m + c w and m - c w that 2 c |m|^2 is at most |M| (|m|^2 + c^2)."""
    parts = [part for side in (factor, -factor) for part in model.parts(_m, side, w)]
    bounds = (Specialise(Assume(model.NORM), model.plus(_m, side, w)) for side in (factor, -factor))
    return Solve(
        2 * factor * _SQUARED <= norm * (_SQUARED + factor**2),
        (*model.MODEL, model.UNIT),
        (*parts, *bounds, model.SYMMETRY),
    )


_square_not_negative = Put(model.SQUARES, {first: _m})
_unit_bound = Specialise(Assume(model.NORM), w)
_NUMBER = (
    norm >= 0,
    rest >= 0,
    2 * norm * rest <= norm * (rest + norm**2),
    2 * rest <= norm * (rest + 1),
)
_in_numbers = Solve(
    rest <= norm**2,
    _NUMBER,
    (
        Solve(rest <= norm**2, (*_NUMBER, norm > 0), ()),
        Solve(rest <= norm**2, (*_NUMBER, eq(norm, 0)), ()),
    ),
)
_GIVEN = (*model.MODEL, model.UNIT)
_norm_not_negative = Solve(norm >= 0, _GIVEN, (_unit_bound,))
IMAGE = Cut(
    Put(_in_numbers, {rest: _SQUARED}),
    tuple(
        Solve(
            substitute(says, {rest: _SQUARED}),
            _GIVEN,
            (_norm_not_negative, _square_not_negative, _polar(norm), _polar(sp.S.One)),
        )
        for says in _NUMBER
    ),
)

# -- one step --------------------------------------------------------------------------------------

_terms = {first[i] ** 2: scale**2, first[i] * w[i]: -2 * scale, w[i] ** 2: sp.S.One}
_ROW = (d >= 1, i >= 1, i <= d)
_distance = model.plus(second, -1, w)
_each = Solve(
    eq(_distance[i] ** 2, combined(_terms)),
    (*_ROW, MULTIPLE),
    (Specialise(Assume(MULTIPLE), i),),
)
DISTANCE = Solve(
    eq(
        model.dot(_distance, _distance),
        scale**2 * model.dot(first, first) - 2 * scale * model.dot(first, w) + model.dot(w, w),
    ),
    (d >= 1, MULTIPLE),
    (AddUp(_each, i, 1, d), linear(_terms)),
)
FACTOR = model.x
_longer = {w[i] ** 2: sp.S.One, w[i] * second[i]: FACTOR}
ALONG = Solve(
    eq(
        model.dot(model.plus(w, FACTOR, second), w),
        combined({model.over(e): c for e, c in _longer.items()}),
    ),
    (d >= 1,),
    (
        AddUp(Solve(eq(model.plus(w, FACTOR, second)[i] * w[i], combined(_longer)), _ROW), i, 1, d),
        linear(_longer),
    ),
)
_gain = eta * gains[t]
_now = phase.weights_at(t)
_image = model.times(_now)
_q = growth.Q_NOW
STEP = model.plus(phase.weights_at(t + 1), -1, _now)
_given = growth.STEP
_at_w = {w: _now}
_step_is = Cut(Put(DISTANCE, {**growth.UPDATED, **_at_w}), (growth.IS_MULTIPLE,))
_overlap = Put(ALONG, {**_at_w, FACTOR: _gain, second: _image})
_size_is = Put(model.parts(w, eta * a, _m)[1], growth.AT_STEP)
_away = model.plus(_m, -model.quadratic(w), w)
_gap = Solve(
    model.quadratic(w) ** 2 <= _SQUARED,
    _GIVEN,
    (model.parts(_m, -model.quadratic(w), w)[1], Put(model.SQUARES, {first: _away})),
)

along_w, size_of, change, most = reals("p_w n_u p_D p_n")
_SHORT = (
    scale > 0,
    eq(scale**2 * (1 + 2 * along_w + size_of), 1),
    along_w**2 <= size_of,
    size_of <= most**2,
    most >= 0,
    most <= HALF,
    sp.Abs(along_w) <= most,
    eq(change, 2 - 2 * scale * (1 + along_w)),
)
_ratio = Solve(
    And(
        eq((scale * (1 + along_w)) ** 2, 1 - scale**2 * (size_of - along_w**2)),
        scale * (1 + along_w) > 0,
    ),
    _SHORT,
)
_scale = Solve(
    scale**2 <= 4,
    _SHORT,
    (
        Solve((1 + along_w) ** 2 >= sp.Rational(1, 4), _SHORT),
        Solve(scale**2 * (1 + along_w) ** 2 <= 1, _SHORT, (_ratio,)),
    ),
)
u, v = reals("p_u p_v")
_square_is_less = Solve(1 - u <= v, (u > 0, eq(u**2, 1 - v), v >= 0))
_loss = Solve(
    And(
        scale**2 * (size_of - along_w**2) >= 0,
        scale**2 * (size_of - along_w**2) <= 4 * most**2,
    ),
    _SHORT,
    (
        _scale,
        Solve(scale**2 * (size_of - along_w**2) <= 4 * (size_of - along_w**2), _SHORT, (_scale,)),
    ),
)
SHORT = Solve(
    change <= (4 * most) ** 2,
    _SHORT,
    (
        _loss,
        Cut(
            Put(
                _square_is_less,
                {u: scale * (1 + along_w), v: scale**2 * (size_of - along_w**2)},
            ),
            (
                Solve(scale * (1 + along_w) > 0, _SHORT, (_ratio,)),
                Solve(
                    eq(
                        (scale * (1 + along_w)) ** 2,
                        1 - scale**2 * (size_of - along_w**2),
                    ),
                    _SHORT,
                    (_ratio,),
                ),
                Solve(scale**2 * (size_of - along_w**2) >= 0, _SHORT, (_loss,)),
            ),
        ),
    ),
)
_VALUES = {
    scale: 1 / sp.sqrt(growth.SIZE),
    along_w: _gain * _q,
    size_of: _gain**2 * model.dot(_image, _image),
    change: model.dot(STEP, STEP),
    most: sp.Abs(_gain) * norm,
}
_unit_bound_now = Specialise(Assume(model.NORM), _now)
_facts = (
    _step_is,
    _overlap,
    _size_is,
    growth.ROOT,
    growth.POSITIVE,
    Put(_norm_not_negative, _at_w),
    _unit_bound_now,
)
_products = (
    Solve(
        eta * sp.Abs(gains[t]) * norm <= eta * target * norm,
        _given,
        (Put(_norm_not_negative, _at_w), Solve(eta * sp.Abs(gains[t]) <= eta * target, _given)),
    ),
    Solve(
        _VALUES[size_of] <= _VALUES[most] ** 2,
        _given,
        (Put(IMAGE, _at_w),),
    ),
    Solve(
        _VALUES[along_w] ** 2 <= _VALUES[size_of],
        _given,
        (Put(_gap, _at_w),),
    ),
    Solve(
        sp.Abs(_VALUES[along_w]) <= _VALUES[most],
        _given,
        (
            _unit_bound_now,
            Solve(sp.Abs(_gain * _q) <= sp.Abs(_gain) * norm, _given, (_unit_bound_now,)),
        ),
    ),
)
LARGEST = 4 * eta * target * norm
_numbers = tuple(Solve(substitute(says, _VALUES), _given, (*_facts, *_products)) for says in _SHORT)
_larger = Solve(u**2 <= v**2, (u >= 0, u <= v))
_sizes = {u: 4 * _VALUES[most], v: LARGEST}
_at_most = Cut(
    Put(_larger, _sizes),
    tuple(
        Solve(substitute(says, _sizes), _given, (_products[0], Put(_norm_not_negative, _at_w)))
        for says in (u >= 0, u <= v)
    ),
)
STEP_BOUND = Solve(
    model.dot(STEP, STEP) <= LARGEST**2,
    _given,
    (Cut(Put(SHORT, _VALUES), _numbers), growth.POSITIVE, _at_most),
)

# -- all steps -------------------------------------------------------------------------------------

count, others = integers("n_s"), w
_here, _back, _last = (
    model.plus(one, -1, two) for one, two in ((first, others), (second, others), (first, second))
)
_left = {_here[i] ** 2: count}
_right = {_back[i] ** 2: count + 1, _last[i] ** 2: count * (count + 1)}
_triangle = Solve(
    combined(_left) <= combined(_right),
    (*_ROW, count >= 0),
    (Solve((_back[i] - count * _last[i]) ** 2 >= 0, _ROW),),
)
FARTHER = Solve(
    count * model.dot(_here, _here)
    <= (count + 1) * model.dot(_back, _back) + count * (count + 1) * model.dot(_last, _last),
    (d >= 1, count >= 0),
    (AddUp(_triangle, i, 1, d), linear(_left), linear(_right)),
)


def moved_by(step):
    """Return what the first steps have changed."""
    return model.plus(phase.weights_at(step), -1, phase.weights_at(0))


def far(step):
    """Return that after a number of steps the norm is 1 and the distance not too large."""
    change = moved_by(step)
    return And(
        substitute(growth.UNIT, {t: step}),
        model.dot(change, change) <= (step * LARGEST) ** 2,
    )


def before(step):
    """Return that no output weight before a step is a_* or more."""
    return substitute(phase.FIRST[-1], {T: step})


def _far_before(step):
    return Implies(before(step), far(step), evaluate=False)


_SETTING = (*growth.STEP[: growth.STEP.index(growth.UNIT)], *phase.UPDATES)
_SETTING = tuple(g for g in _SETTING if t not in g.free_symbols)
_UNTIL = (*_SETTING, t >= 1, _far_before(t), before(t + 1))
EARLIER = Generalise(
    Solve(before(t).body, (before(t + 1),), (Specialise(Assume(before(t + 1)), s_step),)), s_step
)
_inside = Solve(growth.INSIDE, _UNTIL, (Specialise(Assume(before(t + 1)), t),))
_so_far = Solve(far(t), _UNTIL, (EARLIER,))
_step_facts = (Solve(growth.UNIT, _UNTIL, (_so_far,)), _inside)
_moves = {
    first: phase.weights_at(t + 1),
    second: _now,
    others: phase.weights_at(0),
    count: t,
}
before_it, after_it, by_step = reals("p_b p_a p_c")
_sum_of_squares = Solve(
    after_it <= ((count + 1) * u) ** 2,
    (
        count >= 1,
        count * after_it <= (count + 1) * before_it + count * (count + 1) * by_step,
        before_it <= (count * u) ** 2,
        by_step <= u**2,
    ),
    (
        Solve(
            count * after_it <= count * ((count + 1) * u) ** 2,
            (
                count >= 1,
                count * after_it <= (count + 1) * before_it + count * (count + 1) * by_step,
                before_it <= (count * u) ** 2,
                by_step <= u**2,
            ),
            (
                Solve(
                    (count + 1) * before_it <= (count + 1) * (count * u) ** 2,
                    (count >= 1, before_it <= (count * u) ** 2),
                ),
                Solve(
                    count * (count + 1) * by_step <= count * (count + 1) * u**2,
                    (count >= 1, by_step <= u**2),
                ),
            ),
        ),
    ),
)
_total = {
    count: t,
    after_it: model.dot(moved_by(t + 1), moved_by(t + 1)),
    before_it: model.dot(moved_by(t), moved_by(t)),
    by_step: model.dot(STEP, STEP),
    u: LARGEST,
}
_shown = (_so_far, Cut(STEP_BOUND, _step_facts), Put(FARTHER, _moves))
_step = Solve(
    _far_before(t + 1),
    _UNTIL[:-1],
    (
        Solve(
            far(t + 1),
            _UNTIL,
            (
                Cut(growth.UNIT_KEPT, _step_facts),
                Cut(
                    Put(_sum_of_squares, _total),
                    tuple(
                        Solve(substitute(says, _total), _UNTIL, _shown)
                        for says in _sum_of_squares.given
                    ),
                ),
            ),
        ),
    ),
)
_at_start = {t: sp.S.Zero}
_start_facts = (
    Solve(
        substitute(growth.INSIDE, _at_start),
        (before(sp.S.One),),
        (Specialise(Assume(before(sp.S.One)), sp.S.Zero),),
    ),
)
_base = Solve(
    substitute(_far_before(t), {t: sp.S.One}),
    _SETTING,
    (
        Cut(Put(growth.UNIT_KEPT, _at_start), _start_facts),
        Cut(Put(STEP_BOUND, _at_start), _start_facts),
    ),
)
ALL_FAR = Induct(_far_before(t), t, 1, base=_base, step=_step)

# -- up to the end of phase 1 ----------------------------------------------------------------------

GIVEN = (*growth.GIVEN, *phase.FIRST)
CHANGE = moved_by(T)
_total_change = model.dot(CHANGE, CHANGE)
_by_the_end = growth.no_later(phase.IN_TIME, growth.END, growth.TIME)
EXCESS = sp.Max(target - sp.Abs(gains[0]), 0)
MOST_STEPS = 2 * EXCESS / (eta * margin) + 1
FEW = Solve(
    T <= MOST_STEPS,
    GIVEN,
    (_by_the_end, Solve(growth.END <= MOST_STEPS, (eta > 0, margin > 0))),
)
_change_is_square = Put(model.SQUARES, {first: CHANGE})
_norm_at_start = Put(_norm_not_negative, {w: phase.weights_at(0)})
_none = Solve(eq(CHANGE[i] ** 2, 0), (*_ROW, eq(T, 0)), (Solve(eq(T, 0), (eq(T, 0),)),))
_within_square = _total_change <= (T * LARGEST) ** 2
_within = Solve(
    _within_square,
    GIVEN,
    (
        Solve(_within_square, (*GIVEN, T >= 1), (Put(ALL_FAR, {t: T}),)),
        Solve(
            _within_square,
            (*GIVEN, eq(T, 0)),
            (AddUp(_none, i, 1, d), Put(NO_SUM, {k: d})),
        ),
    ),
)
ROOT_AT_MOST = Solve(sp.sqrt(u) <= v, (u >= 0, v >= 0, u <= v**2))
_roots = {u: _total_change, v: T * LARGEST}
_not_negative = Solve(LARGEST >= 0, GIVEN, (_norm_at_start, Solve(eta * target > 0, GIVEN)))
_far_enough = Cut(
    Put(ROOT_AT_MOST, _roots),
    tuple(
        Solve(
            substitute(says, _roots),
            GIVEN,
            (
                _change_is_square,
                _within,
                _not_negative,
                Solve(T * LARGEST >= 0, (T >= 0, LARGEST >= 0)),
            ),
        )
        for says in ROOT_AT_MOST.given
    ),
)
_longest = Solve(T * v <= u * v, (u >= T, v >= 0))
_lengths = {u: MOST_STEPS, v: LARGEST}
_at_longest = Cut(
    Put(_longest, _lengths),
    tuple(
        Solve(substitute(says, _lengths), GIVEN, (FEW, _not_negative)) for says in _longest.given
    ),
)
BOUND = 8 * norm / margin * target * EXCESS + 4 * eta * norm * target
_bound_is = Solve(eq(MOST_STEPS * LARGEST, BOUND), (eta > 0, margin > 0))
_BOUNDED = sp.sqrt(_total_change) <= BOUND
_in_many_steps = Solve(_BOUNDED, GIVEN, (_far_enough, _at_longest, _bound_is, _change_is_square))

# -- where a_* or the norm is larger than lemma 4 has them -----------------------------------------

_ANY = tuple(g for g in GIVEN if g not in (target <= 1, phase.STABLE[1]))
_positive = Solve(4 * eta * norm * target <= BOUND, (eta > 0, margin > 0, target > 0, norm >= 0))
_clipped = Solve(
    sp.Abs(gains[T]) <= 1,
    (T >= 1, phase.UPDATES[0]),
    (Specialise(Assume(phase.UPDATES[0]), T - 1),),
)
_at_once = Solve(
    _BOUNDED,
    (*_ANY, target > 1),
    (
        Solve(eq(T, 0), (*_ANY, target > 1), (_clipped,)),
        Solve(
            eq(_total_change, 0),
            (d >= 1, eq(T, 0)),
            (AddUp(_none, i, 1, d), Put(NO_SUM, {k: d})),
        ),
        _positive,
        _norm_at_start,
        Solve(4 * eta * norm * target >= 0, (eta > 0, target > 0, norm >= 0)),
    ),
)
_NOWHERE = SequenceOf(sp.S.Zero, i)
_no_farther = Put(
    FARTHER,
    {
        first: phase.weights_at(T),
        second: _NOWHERE,
        others: phase.weights_at(0),
        count: sp.S.One,
    },
)
_still_unit = Solve(
    substitute(growth.UNIT, {t: T}),
    _ANY,
    (
        Solve(
            substitute(growth.UNIT, {t: T}), (*_ANY, T >= 1), (Put(growth.NORMALISED, {t: T - 1}),)
        ),
        Solve(
            substitute(growth.UNIT, {t: T}),
            (*_ANY, eq(T, 0)),
            (
                Rewrite(
                    Assume(phase.UPDATES[2]),
                    Solve(eq(0, T), (eq(T, 0),)),
                    substitute(growth.UNIT, {t: k}),
                    k,
                ),
            ),
        ),
    ),
)
_diameter = {u: _total_change, v: sp.Integer(2)}
_on_sphere = Solve(_total_change <= 4, _ANY, (_no_farther, _still_unit))
_across = Solve(
    _BOUNDED,
    (*_ANY, eta * target * norm > HALF),
    (
        Solve(
            sp.sqrt(_total_change) <= 2,
            _ANY,
            (Put(ROOT_AT_MOST, _diameter), _on_sphere, _change_is_square),
        ),
        _positive,
        _norm_at_start,
    ),
)
DRIFT = Solve(_BOUNDED, _ANY, (_in_many_steps, _at_once, _across))


def in_phase_1(says, *using):
    """Argue for something up to the end of phase 1, with a run that is such."""
    return growth.with_run(Solve(says, GIVEN, using), GIVEN, {T: 0})


LEMMA_7 = growth.with_run(DRIFT, GIVEN, {T: 0})
