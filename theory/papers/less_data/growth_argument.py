"""The argument for lemma 4: in phase 1 the output weight grows at least linearly.

Before the end of phase 1 the input weights keep the norm 1, q moves away from 0, and |a_t| is at
least |a_0| + t eta q_* / 2, by induction. So some |a_t| is a_* or more in time.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies, Or

from theory.arguments import (
    AddUp,
    Assume,
    Choose,
    Clause,
    Cut,
    Generalise,
    Give,
    Induct,
    LastTerm,
    Put,
    Solve,
    Specialise,
)
from theory.binders import SequenceOf, substitute
from theory.existence import met
from theory.language import eq, integers, reals
from theory.papers.less_data import phase_one as phase
from theory.papers.less_data import sign_stability_argument as model
from theory.papers.less_data.notation import (
    N,
    T,
    a,
    c0,
    clip,
    d,
    eta,
    gains,
    i,
    j,
    margin,
    moment,
    norm,
    path,
    q,
    s_step,
    t,
    target,
    w,
)
from theory.papers.less_data.vector_argument import linear
from theory.quantifiers import Every, Some
from theory.rewriting import rewritten

HALF = sp.Rational(1, 2)
GIVEN = tuple(condition for some in phase.LEMMA_4.values() for condition in some)
scale, first, second = reals("c_n"), model.first, model.second
_ROW = (d >= 1, i >= 1, i <= d)

# -- a vector that is a multiple of another one ----------------------------------------------------

MULTIPLE = Every(i, Implies(And(i >= 1, i <= d), eq(second[i], scale * first[i]), evaluate=False))
_here, _there = (Specialise(Assume(MULTIPLE), index) for index in (i, j))
_term = moment[i, j] * first[j]
_row = Solve(
    eq(model.times(second)[i], scale * model.times(first)[i]),
    (*_ROW, MULTIPLE),
    (
        AddUp(
            Solve(
                eq(moment[i, j] * second[j], scale * _term),
                (*_ROW, j >= 1, j <= d, MULTIPLE),
                (_there,),
            ),
            j,
            1,
            d,
        ),
        linear({_term: scale}, j),
    ),
)


def _scaled(of):
    """Argue that a sum of two factors of a vector is c^2 times that of the other vector."""
    before, after = (vector[i] * of(vector)[i] for vector in (first, second))
    each = Solve(
        eq(after, scale**2 * before),
        (*_ROW, MULTIPLE),
        (_here, _row, model.row_has_value(first)),
    )
    says = eq(model.over(after), scale**2 * model.over(before))
    return Solve(says, (d >= 1, MULTIPLE), (AddUp(each, i, 1, d), linear({before: scale**2})))


FORM, SQUARE = _scaled(model.times), _scaled(lambda vector: vector)

# -- one update ------------------------------------------------------------------------------------

AT_STEP = {w: phase.weights_at(t), a: gains[t]}
UNIT = eq(model.dot(phase.weights_at(t), phase.weights_at(t)), 1)
NEXT = substitute(UNIT, {t: t + 1})
INSIDE = sp.Abs(gains[t]) < target
STEP = (*model.MODEL, *phase.STABLE, target > 0, t >= 0, UNIT, INSIDE, *phase.UPDATES[:2])


def at_step(argument):
    """Return what an argument under the hypotheses of lemma 3 shows for the update t."""
    gain = Solve(
        eta * sp.Abs(gains[t]) * norm <= HALF,
        (*phase.STABLE, INSIDE, target > 0),
        (Solve(eta * sp.Abs(gains[t]) <= eta * target, (eta > 0, INSIDE)),),
    )
    return Cut(Put(argument, AT_STEP), (gain,))


_moved = model.moved(phase.weights_at(t), gains[t])
SIZE = model.dot(_moved, _moved)
UPDATED = {
    second: phase.weights_at(t + 1),
    first: _moved,
    scale: 1 / sp.sqrt(SIZE),
}
POSITIVE = at_step(model.MOVED_IS_POSITIVE)
IS_MULTIPLE = Generalise(
    Solve(
        substitute(MULTIPLE.body, UPDATED),
        STEP,
        (Specialise(Specialise(Assume(phase.UPDATES[1]), t), i), POSITIVE),
    ),
    i,
)
ROOT = Put(model.ROOT, {model.u: SIZE})


def updated(argument):
    """Return what an argument on a multiple of a vector shows for the update t."""
    return Cut(Put(argument, UPDATED), (IS_MULTIPLE,))


_form = updated(FORM)
_square = updated(SQUARE)
UNIT_KEPT = Solve(NEXT, STEP, (_square, ROOT, POSITIVE))
ANY_STEP = (d >= 1, t >= 0, phase.UPDATES[1])
_has_size = Solve(
    SIZE > 0, ANY_STEP, (Specialise(Specialise(Assume(phase.UPDATES[1]), t), sp.S.One),)
)
_in_any_step = Generalise(
    Solve(
        substitute(MULTIPLE.body, UPDATED),
        ANY_STEP,
        (Specialise(Specialise(Assume(phase.UPDATES[1]), t), i), _has_size),
    ),
    i,
)
NORMALISED = Solve(NEXT, ANY_STEP, (Cut(Put(SQUARE, UPDATED), (_in_any_step,)), ROOT, _has_size))
Q_NOW, Q_NEXT = phase.q_at(t), phase.q_at(t + 1)
PUSHED = Solve(
    model.pushed(Q_NEXT - Q_NOW, gains[t]),
    STEP,
    (_form, ROOT, POSITIVE, at_step(model.CHANGE_OF_FORM)),
)

# -- one update in numbers -------------------------------------------------------------------------

now, after, form, form_after, first_form, base = reals("p_a p_b p_q p_r p_g p_h")
count = integers("n_t")
_CHANGE = model.pushed(form_after - form, now)
_NUMBERS = (
    eta > 0,
    margin > 0,
    target > 0,
    target <= 1,
    sp.Abs(first_form) >= margin,
    now * first_form > 0,
    form * first_form > 0,
    sp.Abs(form) >= sp.Abs(first_form),
    sp.Abs(now) < target,
    eq(after, clip(now + eta / 2 * form)),
    _CHANGE,
)
_same_sign = Solve(now * form > 0, _NUMBERS)
_AFTER = sp.Abs(after) >= sp.Min(1, sp.Abs(now) + eta / 2 * sp.Abs(form))
_CLIPPED = Put(Clause("less-data/lem-4-step-clipping", instead=True), {a: now, q: form})
_grows = Solve(
    And(after * form > 0, _AFTER),
    (eta > 0, target > 0, target <= 1, sp.Abs(now) < target, now * form > 0, _NUMBERS[-2]),
    (_CLIPPED,),
)
_away = Solve(
    And(form_after * form > 0, sp.Abs(form_after) >= sp.Abs(form)), (now * form > 0, _CHANGE)
)
_GROWTH = sp.Abs(now) >= base + count * eta / 2 * margin
_MORE = sp.Abs(after) >= base + (count + 1) * eta / 2 * margin
_FAR = (*_NUMBERS, _GROWTH, sp.Abs(after) < target)
_sides = (
    _same_sign,
    Cut(_grows, (_same_sign,)),
    Cut(_away, (_same_sign,)),
    Solve(eta / 2 * sp.Abs(form) >= eta / 2 * margin, _NUMBERS),
)
IN_NUMBERS = Solve(
    And(
        after * first_form > 0,
        form_after * first_form > 0,
        sp.Abs(form_after) >= sp.Abs(first_form),
        sp.Abs(after) >= base + (count + 1) * eta / 2 * margin,
    ),
    _FAR,
    _sides,
)

# -- all updates before the end of phase 1 ---------------------------------------------------------

Q_FIRST = phase.q_at(0)


def kept(step):
    """Return what is kept before the end of phase 1."""
    at = {t: step}
    return And(
        substitute(UNIT, at),
        gains[step] * Q_FIRST > 0,
        phase.q_at(step) * Q_FIRST > 0,
        sp.Abs(phase.q_at(step)) >= sp.Abs(Q_FIRST),
        sp.Abs(gains[step]) >= sp.Abs(gains[0]) + step * eta / 2 * margin,
    )


def before_end(step):
    """Return that no output weight up to a step is a_* or more."""
    return substitute(phase.BEFORE_END, {t: step})


def _kept_before_end(step):
    return Implies(before_end(step), kept(step), evaluate=False)


_VALUES = {
    now: gains[t],
    after: gains[t + 1],
    form: Q_NOW,
    form_after: Q_NEXT,
    first_form: Q_FIRST,
    base: sp.Abs(gains[0]),
    count: t,
}
_UNTIL = (*GIVEN, t >= 0, _kept_before_end(t), before_end(t + 1))
_earlier = Generalise(
    Solve(
        before_end(t).body, (before_end(t + 1),), (Specialise(Assume(before_end(t + 1)), s_step),)
    ),
    s_step,
)
_inside = tuple(Specialise(Assume(before_end(t + 1)), step) for step in (t, t + 1))
_so_far = Solve(And(kept(t), INSIDE), _UNTIL, (_earlier, *_inside))
_gain = Solve(
    eq(gains[t + 1], clip(gains[t] + eta / 2 * Q_NOW)),
    _UNTIL,
    (Specialise(Assume(phase.UPDATES[0]), t),),
)
_now = tuple(Solve(says, _UNTIL, (_so_far,)) for says in (UNIT, INSIDE))
_pushed = Cut(PUSHED, _now)
_numbers = tuple(
    Solve(substitute(says, _VALUES), _UNTIL, (_so_far, _gain, _pushed, *_inside)) for says in _FAR
)
_step = Solve(
    _kept_before_end(t + 1),
    _UNTIL[:-1],
    (
        Solve(
            kept(t + 1),
            _UNTIL,
            (Cut(UNIT_KEPT, _now), Cut(Put(IN_NUMBERS, _VALUES), _numbers)),
        ),
    ),
)
ALL_KEPT = Induct(
    _kept_before_end(t),
    t,
    0,
    base=Solve(substitute(_kept_before_end(t), {t: sp.S.Zero}), GIVEN),
    step=_step,
)
BEFORE_END = Solve(phase.KEPT, GIVEN, (ALL_KEPT,))

# -- the end of phase 1 ----------------------------------------------------------------------------


def _reached(last):
    """Return that some output weight up to a step is a_* or more."""
    return Some(T, And(T >= 0, sp.Abs(gains[T]) >= target, last >= T))


def _either(last):
    return Or(_reached(last), before_end(last))


def _give(last, *given):
    """Argue that the last step is one."""
    says = _reached(last)
    at = substitute(says.body, {T: sp.sympify(last)})
    return Give(Solve(at, (*given, sp.Abs(gains[last]) >= target)), says, last)


_later = Choose(
    Assume(_reached(t)),
    Give(Solve(_reached(t + 1).body, (_reached(t).body,)), _reached(t + 1), T),
    T,
)
_SMALL = sp.Abs(gains[t + 1]) < target
_still = Generalise(
    Solve(
        before_end(t + 1).body,
        (before_end(t), _SMALL),
        (Specialise(Assume(before_end(t)), s_step),),
    ),
    s_step,
)
_first = Generalise(Solve(before_end(sp.S.Zero).body, (sp.Abs(gains[0]) < target,)), s_step)
EITHER = Induct(
    _either(t),
    t,
    0,
    base=Solve(_either(sp.S.Zero), (), (_give(sp.S.Zero), _first)),
    step=Solve(_either(t + 1), (t >= 0, _either(t)), (_later, _give(t + 1, t >= 0), _still)),
)

_start = sp.Max(target - sp.Abs(gains[0]), 0)
END = sp.ceiling(2 * _start / (eta * margin))


def no_later(exists, end, time):
    """Argue that the first update after which |a| is at least a_* is no later than a bound.

    Args:
        exists: that there is one up to the bound.
        end: the bound.
        time: the argument for that.
    """
    reached = integers("T_r")
    there = substitute(exists.body, {T: reached})
    first = Solve(end >= T, (*phase.FIRST, there), (Specialise(Assume(phase.FIRST[-1]), reached),))
    return Choose(time, first, reached)


_end_is_late = Solve(
    And(END >= 0, sp.Abs(gains[0]) + END * eta / 2 * margin >= target),
    (eta > 0, margin > 0),
    (Solve(END * (eta * margin) >= 2 * _start, (eta > 0, margin > 0)),),
)
_end = {t: END}
IN_TIME = Solve(
    phase.IN_TIME,
    GIVEN,
    (
        Put(EITHER, _end),
        Put(ALL_KEPT, _end),
        _end_is_late,
        Specialise(Assume(before_end(END)), END),
    ),
)

# -- something that satisfies the hypotheses -------------------------------------------------------

_sum = sp.Sum(1, (i, 1, 1))
_STILL = {
    d: 1,
    gains: SequenceOf(sp.S.One, t),
    path: SequenceOf(i, t, i),
    moment: SequenceOf(sp.S.One, i, j),
    norm: 1,
    eta: HALF,
    target: 1,
    margin: 1,
}


def with_run(argument, given, values):
    """Return an argument on phase 1 with one that w = 1, M = 1 and a = 1 in R^1 are such a run."""
    other = model.other
    row, image = sp.Sum(other[j], (j, 1, 1)), sp.Sum(j, (j, 1, 1))
    sums = (
        LastTerm(image),
        LastTerm(row),
        LastTerm(sp.Sum(i**2, (i, 1, 1))),
        LastTerm(sp.Sum(other[i] ** 2, (i, 1, 1))),
    )
    using = (
        *sums,
        *(
            LastTerm(sp.Sum(term, (i, 1, 1)), (), sums)
            for term in (other[i] * row, i * image, (i + HALF * image) ** 2)
        ),
    )
    return met(argument, given, {**_STILL, **values}, using)


LEMMA_4 = with_run(BEFORE_END, GIVEN, {})
LEMMA_4_TIME = with_run(IN_TIME, GIVEN, {})
GIVEN_3 = tuple(condition for some in phase.THEOREM_3.values() for condition in some)
TIME = Clause("less-data/lem-4", "time")
_of_n = Cut(
    Put(TIME, {margin: c0 / sp.sqrt(N)}),
    (Solve(And(c0 / sp.sqrt(N) > 0, N > 0), (c0 > 0, N >= 1)),),
)
_of_margin = substitute(END, {margin: c0 / sp.sqrt(N)})
END_OF_N = sp.ceiling(2 * _start * sp.sqrt(N) / (eta * c0))
_same_end = Solve(eq(_of_margin, END_OF_N), (eta > 0, c0 > 0, N >= 1))
_time_of_n = substitute(phase.IN_TIME, {margin: c0 / sp.sqrt(N)})
_in_time_3 = rewritten(_of_n, _time_of_n, _of_margin, _same_end)
THEOREM_3 = with_run(_in_time_3, GIVEN_3, {c0: sp.Rational(1, 2), N: 1})
