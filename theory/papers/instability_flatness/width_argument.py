"""The argument for the width of the band in lemma 5.9."""

import sympy as sp
from sympy.logic.boolalg import Implies

from theory.arguments import (
    Assume,
    Choose,
    Generalise,
    Give,
    Induct,
    Known,
    LastTerm,
    Put,
    Solve,
    Specialise,
)
from theory.binders import SequenceOf, substitute
from theory.existence import given_at
from theory.known_facts import KNOWN_FACTS
from theory.language import reals
from theory.papers.instability_flatness.contraction_argument import START, STEP, i
from theory.papers.instability_flatness.notation import (
    STEP_SIZE,
    S,
    alpha,
    highest,
    j,
    m,
    s,
    t,
    u,
    x,
)
from theory.papers.instability_flatness.string_argument import end
from theory.quantifiers import Every, Some, inhabited

UP, DOWN = SequenceOf(sp.Integer(1), i), SequenceOf(sp.Integer(-1), i)


def upper(time):
    """Return y_+ at a time: from the mode m, with all steps to the right."""
    return end(UP, time, m)


def lower(time):
    """Return y_- at a time."""
    return end(DOWN, time, m)


def is_supremum(value, of):
    """Return that a number is the supremum of alpha over the points that satisfy a condition."""
    y = reals("y'")
    above = Every(x, Implies(of(x), alpha(x) <= value, evaluate=False))
    reached = Some(x, sp.And(of(x), alpha(x) > y))
    least = Every(y, Implies(y < value, reached, evaluate=False))
    return sp.And(above, least)


def in_range(time):
    """Return the condition that a point is in the range at a step."""
    return lambda point: sp.And(lower(time) <= point, point <= upper(time))


_RANGE = is_supremum(S[j], in_range(j))
RANGES = (t >= 1, Every(j, Implies(sp.And(j >= 0, j < t), _RANGE, evaluate=False)))
_y = reals("y'")
OVERALL = sp.And(
    Every(x, alpha(x) <= highest),
    Every(_y, Implies(_y < highest, Some(x, alpha(x) > _y), evaluate=False)),
)


def _at(time):
    """Argue what is known of the supremum over the range at a step, if it is before t."""
    above = substitute(_RANGE.args[0], {j: time})
    points = (upper(time), lower(time))
    return (
        Specialise(Assume(RANGES[1]), time),
        *(Specialise(Assume(above), point) for point in points),
        *(Put(STEP, {s: signs, u: m, j: time}) for signs in (UP, DOWN)),
    )


def _total(last):
    return sp.Sum(S[i], (i, 0, last))


ONE_TERM = LastTerm(_total(sp.S.Zero))
ONE_MORE = LastTerm(_total(j), given=(j >= 1,))
_STARTS = tuple(Put(START, {s: signs, u: m}) for signs in (UP, DOWN))
_SO_FAR = Implies(
    j <= t,
    sp.And(lower(j) <= upper(j), upper(j) - lower(j) <= 2 * _total(j - 1)),
    evaluate=False,
)
_WIDTH = Induct(
    _SO_FAR,
    j,
    1,
    base=Solve(
        substitute(_SO_FAR, {j: sp.Integer(1)}),
        (*STEP_SIZE, *RANGES),
        (*_at(sp.S.Zero), *_STARTS, ONE_TERM),
    ),
    step=Solve(
        substitute(_SO_FAR, {j: j + 1}),
        (*STEP_SIZE, *RANGES, j >= 1, _SO_FAR),
        (*_at(j), ONE_MORE),
    ),
)
WIDTH = Solve(
    upper(t) - lower(t) <= 2 * _total(t - 1), (*STEP_SIZE, *RANGES), (Put(_WIDTH, {j: t}),)
)

_LEAST = _RANGE.args[1]
_REACHED = _LEAST.body.args[1]
_BELOW = Choose(
    Solve(
        _REACHED,
        (*RANGES, j >= 0, j < t, _y < S[j]),
        (Specialise(Assume(RANGES[1]), j), Specialise(Assume(_LEAST), _y)),
    ),
    Solve(
        _y < highest,
        (_REACHED.args[1], OVERALL),
        (Specialise(Assume(OVERALL.args[0]), x),),
    ),
    x,
)
_NOT_ABOVE = Solve(
    S[j] <= highest, (*RANGES, OVERALL, j >= 0, j < t), (Put(_BELOW, {_y: highest}),)
)
_SUM_SO_FAR = Implies(j <= t, _total(j - 1) <= j * highest, evaluate=False)
_SUMS = Induct(
    _SUM_SO_FAR,
    j,
    1,
    base=Solve(
        substitute(_SUM_SO_FAR, {j: sp.Integer(1)}),
        (*RANGES, OVERALL),
        (ONE_TERM, Put(_NOT_ABOVE, {j: 0})),
    ),
    step=Solve(
        substitute(_SUM_SO_FAR, {j: j + 1}),
        (*RANGES, OVERALL, j >= 1, _SUM_SO_FAR),
        (ONE_MORE, _NOT_ABOVE),
    ),
)
ONE_SUPREMUM = Solve(
    2 * _total(t - 1) <= 2 * t * highest, (*RANGES, OVERALL), (Put(_SUMS, {j: t}),)
)


# -- that the hypotheses can be met --------------------------------------------------------------

_EXAMPLE = Known("a positive function that increases up to 1")
_GIVEN = KNOWN_FACTS[_EXAMPLE.name].statement.says.args[1].args
_POINT = {m: sp.Integer(0), t: sp.Integer(1), S: SequenceOf(alpha(0), i), highest: sp.Integer(1)}


def met(*symbols_and_given):
    """Argue that after one step from 0 there are such a range and such suprema."""
    *symbols, given = symbols_and_given
    says = inhabited((alpha, *symbols), (sp.And(*STEP_SIZE, *given),))
    every = substitute(RANGES[1], _POINT)
    above, least = every.body.args[1].args
    starts = tuple(Put(START, {s: signs, u: 0}) for signs in (UP, DOWN))
    first = (*STEP_SIZE, j >= 0, j < 1)
    some = least.body.args[1]
    at_start = Give(
        Solve(substitute(some.args[1], {x: sp.Integer(0)}), (*first, _y < alpha(0)), starts),
        some,
        sp.Integer(0),
    )
    suprema = (
        Generalise(Solve(above.body, first, starts), x),
        Generalise(Solve(least.body, first, (at_start,)), _y),
    )
    ranges = Generalise(Solve(every.body, STEP_SIZE, suprema), j)

    def show(condition):
        return Solve(condition, _GIVEN, (ranges,))

    point = {symbol: _POINT[symbol] for symbol in symbols}
    return Choose(_EXAMPLE, Give(given_at(says.args[1], point, show), says, alpha), alpha)


MET = met(m, t, S, RANGES)
MET_OVERALL = met(m, t, S, highest, (*RANGES, OVERALL))
