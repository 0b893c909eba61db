"""The arguments on the medians of the walks from all starting points, and on their envelope.

m_t(x) is a median of X_t from x, for almost every x under the law of X_0: its values elsewhere do
not enter Z_t, its essential supremum. The visited range is an interval in which X_0, X_1 and so on
lie almost surely, up to the last time that a statement speaks of.

The example is the walk from 101 with a step size that is linear between 17 places: the least
median, and the lower of two, is 25 at time 2 and 63 at time 4.
"""

import sympy as sp
from sympy.logic.boolalg import Implies

from theory.arguments import (
    Assume,
    Average,
    Choose,
    Clause,
    Contradictory,
    Cut,
    Generalise,
    Give,
    Known,
    Met,
    Put,
    Solve,
    Specialise,
)
from theory.binders import SequenceOf, substitute, unbound
from theory.existence import by_values, given_at, known_of
from theory.known_facts import KNOWN_FACTS
from theory.language import eq, integers, reals, sequence
from theory.papers.instability_flatness.contraction_argument import LAW as LAW_OF_F
from theory.papers.instability_flatness.contraction_argument import LAW_ABOVE
from theory.papers.instability_flatness.envelope_argument import IS_CEILING, least_values
from theory.papers.instability_flatness.mass_argument import HALF, expected, in_mean, mass
from theory.papers.instability_flatness.mass_argument import MEDIAN as MEDIAN_OF_START
from theory.papers.instability_flatness.notation import (
    ABOVE,
    STEP_SIZE,
    F,
    N,
    P,
    Z,
    alpha,
    at_t,
    at_t_2,
    b,
    c,
    end,
    high,
    i,
    j,
    least,
    least_slope,
    low,
    m,
    m0,
    m_later,
    s,
    t,
    u,
    x,
    y,
    z,
)
from theory.quantifiers import Every, Some, denied, inhabited, median
from theory.sequences import In, Indicator, Signs

EVEN = (t >= 1, eq(sp.Mod(t, 2), 0))
POSITIVE = (least > 0, least_slope > 0)
RATE = least * least_slope  # c


def is_median(point, time):
    """Return that a point is a median of the walk from x at a time."""
    return median(point, lambda z: F(alpha, x, z, time), lambda z: ABOVE(alpha, x, z, time))


def in_range(time, mean=lambda term: term):
    """Return that the walk is in the visited range up to a time, from x or in the mean."""
    inside = sp.And(
        eq(mean(ABOVE(alpha, x, low, j)), 1),
        eq(mean(F(alpha, x, high, j)), 1),
    )
    return Every(j, Implies(sp.And(j >= 0, j <= time), inside, evaluate=False))


def surely(condition):
    """Return that a condition on X_0 holds almost surely."""
    return eq(mass(condition), 1)


def is_supremum(value, of):
    """Return that a number is the essential supremum of a function of X_0."""
    reached = Every(y, Implies(y < value, mass(of > y) > 0, evaluate=False))
    return sp.And(surely(of <= value), reached)


SMOOTH = (*STEP_SIZE, *POSITIVE, *least_values(low, high))
_rise = alpha(z) - alpha(y) >= least_slope * (z - y)
_LEAST_EVERYWHERE = (
    Every(y, alpha(y) >= least),
    Every(y, Every(z, Implies(y < z, _rise, evaluate=False))),
)
_AT_T = (*SMOOTH, *EVEN, *is_median(m, t).args)
FROM_X = (*_AT_T, in_range(t))
NEXT = (*_AT_T, in_range(t + 2), *is_median(m_later, t + 2).args)
_IS_ENVELOPE = (
    *EVEN,
    is_supremum(b, x),
    surely(is_median(at_t(x), t)),
    is_supremum(Z[t], at_t(x)),
)
_ENVELOPE = (*SMOOTH, *_IS_ENVELOPE)
FROM_LAW = (*_ENVELOPE, in_range(t, expected))
TWO_TIMES = (
    *_ENVELOPE,
    in_range(t + 2, expected),
    surely(is_median(at_t_2(x), t + 2)),
    is_supremum(Z[t + 2], at_t_2(x)),
)
IS_LATER_MEDIAN = (expected(F(alpha, x, m, t)) >= HALF, expected(ABOVE(alpha, x, m, t)) >= HALF)
OF_MEDIANS = (*FROM_LAW, *IS_LATER_MEDIAN)
_OF_NEXT_LAW = tuple(expected(head(alpha, x, m_later, t + 2)) >= HALF for head in (F, ABOVE))
TWO_MEDIANS = (*TWO_TIMES, *IS_LATER_MEDIAN, *_OF_NEXT_LAW)
EVERYWHERE = (*STEP_SIZE, *POSITIVE, *_LEAST_EVERYWHERE, *_IS_ENVELOPE)
CROSSES = (eq(c, RATE), IS_CEILING, *MEDIAN_OF_START)

_ends = inhabited(
    (low, high, least, least_slope),
    (*POSITIVE, *least_values(low, high), in_range(t, expected)),
)
BOUNDED_AT_ALL_TIMES = (
    *STEP_SIZE,
    is_supremum(b, x),
    Every(t, Implies(t >= 0, _ends, evaluate=False)),
    *MEDIAN_OF_START,
)
_first_time = integers("t_0")
_from_then = Implies(
    sp.And(t >= _first_time, *EVEN),
    Every(m, Implies(sp.And(*IS_LATER_MEDIAN), m < m0, evaluate=False)),
    evaluate=False,
)
BELOW_IN_THE_END = Some(_first_time, Every(t, _from_then))

AT_MEDIAN = m_later <= m - least_slope * alpha(m)
FROM_X_FALLS = m_later <= m - RATE
FALLS = Z[t + 2] <= Z[t] - RATE
BELOW_LINE = Z[t] <= b - t * RATE / 2
CROSSED = Z[t] <= m0
BELOW_START = Z[t] <= m0 - (t - 2 * N) / 2 * c
HALF_BELOW = expected(F(alpha, x, Z[t], t)) >= HALF
NONE_ABOVE = m <= Z[t]

# -- the law of the walk from x --------------------------------------------------------------------


def _share_of_ends(says, *given):
    """Argue from a relation between indicators for that between probabilities."""
    return Average(Solve(says, (In(s, Signs(t)), *given)), s)


def _law(head, place):
    return Put(head, {u: x, x: place})


_at_most_y, _at_most_z = (Indicator(end(s, t) <= place) for place in (y, z))
_at_least_z = Indicator(end(s, t) >= z)
_FROM_U = {u: x}
RISES = Solve(
    F(alpha, x, y, t) <= F(alpha, x, z, t),
    (t >= 1, y <= z),
    (
        _law(LAW_OF_F, y),
        _law(LAW_OF_F, z),
        Put(_share_of_ends(_at_most_y <= _at_most_z, t >= 1, y <= z), _FROM_U),
    ),
)
APART = Solve(
    F(alpha, x, y, t) + ABOVE(alpha, x, z, t) <= 1,
    (t >= 1, y < z),
    (
        _law(LAW_OF_F, y),
        _law(LAW_ABOVE, z),
        Put(_share_of_ends(_at_most_y + _at_least_z <= 1, t >= 1, y < z), _FROM_U),
    ),
)


def _probability(head, definition, place):
    """Argue that a probability is one, at any time."""
    indicator = Indicator(end(s, t) <= z) if head is F else Indicator(end(s, t) >= z)
    bounds = (
        Put(Average(Solve(says, (In(s, Signs(t)), t >= 0)), s), _FROM_U)
        for says in (indicator >= 0, indicator <= 1)
    )
    is_one = Solve(
        sp.And(head(alpha, x, z, t) >= 0, head(alpha, x, z, t) <= 1),
        (t >= 0,),
        (_law(definition, z), *bounds),
    )
    return Put(is_one, {z: place})


def probabilities(place, time=t):
    """Argue that the mass of X_t up to a place, and from there on, is a probability."""
    return tuple(
        Put(_probability(head, definition, place), {t: time})
        for head, definition in ((F, LAW_OF_F), (ABOVE, LAW_ABOVE))
    )


FLOOR = Solve(
    m - least_slope * alpha(m) <= m - RATE,
    FROM_X,
    (
        Specialise(Assume(in_range(t)), t),
        Put(APART, {y: m, z: low}),
        Put(APART, {y: high, z: m}),
        Specialise(Assume(least_values(low, high)[0]), m),
    ),
)

# -- the envelope ----------------------------------------------------------------------------------

_IS_MEDIAN = is_median(at_t(x), t)
_BELOW = in_mean(
    F(alpha, x, Z[t], t) >= (Indicator(at_t(x) <= Z[t]) + Indicator(_IS_MEDIAN) - 1) / 2,
    (t >= 1,),
    (Put(RISES, {y: at_t(x), z: Z[t]}), *probabilities(Z[t])),
    probabilities(Z[t]),
)
DOMINATES = Solve(HALF_BELOW, FROM_LAW, (_BELOW,))

# no median of the walk from x is larger: from no y above on it has half the mass
_NOT_HALF = sp.Or(y <= at_t(x), ABOVE(alpha, x, y, t) < HALF)
LARGEST = Every(y, surely(_NOT_HALF))
_both = Indicator(at_t(x) <= Z[t]) + Indicator(substitute(_NOT_HALF, {y: m}))
_LESS_ABOVE = in_mean(
    ABOVE(alpha, x, m, t) < HALF + 2 - _both,
    (t >= 1, m > Z[t]),
    probabilities(m),
    probabilities(m),
)
DOMINATED = Solve(NONE_ABOVE, (*OF_MEDIANS, LARGEST), (_LESS_ABOVE, Specialise(Assume(LARGEST), m)))

# -- least values over the whole line --------------------------------------------------------------

_far = m0 - alpha(m0) / least_slope
NOWHERE = Contradictory(
    Solve(
        Implies(alpha(m0) > 0, alpha(_far) <= 0, evaluate=False),
        (least_slope > 0, _LEAST_EVERYWHERE[1]),
        (Specialise(Specialise(Assume(_LEAST_EVERYWHERE[1]), _far), m0),),
    ),
    Solve(sp.And(alpha(m0) > 0, alpha(_far) > 0), (*STEP_SIZE, least_slope > 0)),
)

# -- a median that rises ---------------------------------------------------------------------------

STEPS = {
    1: HALF,
    15: 1,
    16: 7,
    24: 8,
    25: 10,
    32: 31,
    35: 32,
    57: 33,
    58: 34,
    92: 35,
    100: 36,
    101: 43,
    127: 44,
    144: 119,
    263: 163,
    426: 164,
    590: 165,
}
START, MEDIAN, UPPER, LATER = (sp.Integer(number) for number in (101, 25, 92, 63))
FIRST, LAST = min(STEPS), max(STEPS)
_TIMES = range(5)
EXAMPLE = (
    *STEP_SIZE,
    *(eq(alpha(sp.Integer(place)), value) for place, value in STEPS.items()),
)


def _half_on_both_sides(point, time):
    return substitute(is_median(point, time), {x: START}).args


RISES_AT_START = sp.And(
    *_half_on_both_sides(MEDIAN, 2),
    *_half_on_both_sides(UPPER, 2),
    F(alpha, START, UPPER, 2) >= sp.Rational(3, 4),
    ABOVE(alpha, START, MEDIAN, 2) >= sp.Rational(3, 4),
    *_half_on_both_sides(LATER, 4),
    *(eq(ABOVE(alpha, START, FIRST, time), 1) for time in _TIMES),
    *(eq(F(alpha, START, LAST, time), 1) for time in _TIMES),
)
_RISE = Clause("instability-flatness/ours-thm-5.6-median-rises", "from time 2 to time 4")

_INTERPOLATION = Known("a positive function that increases through given points")
_places, _values, _slope, _last = sequence("a"), sequence("b"), reals("r"), integers("m")


def _table(entries):
    """Return the sequence with these entries."""
    *firsts, last = entries
    rows = ((entry, sp.Eq(i, number)) for number, entry in enumerate(firsts))
    return SequenceOf(sp.Piecewise(*rows, (last, True), evaluate=False), i)


def _through(points, slope):
    """Argue that there is a function through points, with slopes not below one between them."""
    entries = {
        _places: _table([sp.Integer(place) for place in points]),
        _values: _table([sp.sympify(value) for value in points.values()]),
        _slope: sp.sympify(slope),
        _last: sp.Integer(len(points) - 1),
    }
    (steps,) = (g for g in KNOWN_FACTS[_INTERPOLATION.name].statement.given if isinstance(g, Every))
    rises = substitute(steps, entries)
    return Cut(
        Put(_INTERPOLATION, entries), (Generalise(Solve(rises.body), rises.args[0]),)
    ), entries


def _known(entries, function):
    """Return what such a function satisfies."""
    some = substitute(KNOWN_FACTS[_INTERPOLATION.name].statement.says, entries)
    return substitute(some.body, {some.args[0]: function})


def _value_at(known, function, points):
    """Argue which values it has at the points."""
    (through,) = (c for c in known.args if isinstance(c, Every) and c.args[0].is_integer)
    values = sp.And(*(eq(function(sp.Integer(p)), value) for p, value in points.items()))
    return Solve(
        values, (known,), tuple(Specialise(Assume(through), n) for n in range(len(points)))
    )


SLOPE = sp.Rational(1, 164)
_STEPS, _OF_STEPS = _through(STEPS, SLOPE)
_IS_STEP = _known(_OF_STEPS, alpha)
_AT_PLACES = _value_at(_IS_STEP, alpha, STEPS)
(_STEEP,) = (c for c in _IS_STEP.args if isinstance(c, Every) and not c.args[0].is_integer)
_ENDS = Solve(RISES_AT_START, (_IS_STEP,), (_AT_PLACES, _RISE))
_CHORDS = Specialise(Specialise(Assume(_STEEP), y), z)


def _envelope(median):
    """Return Z, which is a median from the start, at time 2 and from then on."""
    return SequenceOf(sp.Piecewise((median, sp.Eq(i, 2)), (LATER, True), evaluate=False), i)


_POINT = {
    x: START,
    t: 2,
    m: MEDIAN,
    m_later: LATER,
    low: FIRST,
    high: LAST,
    least: HALF,
    least_slope: SLOPE,
    b: START,
    Z: _envelope(MEDIAN),
}


def of_walk(given, *broken):
    """Argue that the walk from 101 satisfies hypotheses and breaks a conclusion."""
    symbols = [symbol for symbol in _POINT if symbol in unbound(sp.And(*given, *broken))]
    says = inhabited((alpha, *symbols), (*given, *broken))
    there = says.body
    shown = given_at(
        there,
        {symbol: sp.sympify(_POINT[symbol]) for symbol in symbols},
        lambda condition: by_values(condition, {}, (_IS_STEP,), (_AT_PLACES, _ENDS, _CHORDS)),
    )
    return Choose(_STEPS, Give(shown, says, alpha), alpha)


# -- the same from a law ---------------------------------------------------------------------------

_TWO_VALUES = Known("a law with two values")
_first, _second = reals("u w")
_ONE_POINT = Put(_TWO_VALUES, {_first: START, _second: START})
_IS_POINT = known_of(_ONE_POINT, P)
_MASSES = tuple(
    Specialise(Assume(every), START)
    for every in _IS_POINT.args
    if not isinstance(every.body, Every)
)
_AT_START = Indicator(x <= START) + Indicator(x >= START) - 1  # 1 at the start, 0 elsewhere


def _medians_at(function, value):
    """Argue that there is a function with a value at the start, and what it satisfies."""
    exists, entries = _through({START: value}, 1)
    known = _known(entries, function)
    return exists, known, _value_at(known, function, {START: value})


_IN_TIME = (j >= 0, j <= 4)


class _FromLaw:
    """The law with one value, and functions for the medians, of which there is one at time 2.

    Args:
        median: which median of the walk from the start that is.
    """

    def __init__(self, median):
        self.chosen = {at_t: _medians_at(at_t, median), at_t_2: _medians_at(at_t_2, LATER)}
        self.point = {**_POINT, Z: _envelope(median)}
        self.given = (_IS_STEP, *(known for _, known, _ in self.chosen.values()))
        self.facts = (_AT_PLACES, _ENDS, *(value for _, _, value in self.chosen.values()))
        conditions = (
            *(((of <= value), ()) for of, value in ((x, START), (at_t(x), median))),
            *(((of > y), (y < value,)) for of, value in ((x, START), (at_t(x), median))),
            *((at_t_2(x) <= LATER, ()), (at_t_2(x) > y, (y < LATER,))),
        )
        self.of_law = (
            *_MASSES,
            *(self._sure(is_median(of(x), time)) for of, time in ((at_t, 2), (at_t_2, 4))),
            *(self._sure(condition, *given) for condition, given in conditions),
            *self._expected(ABOVE(alpha, x, FIRST, j), 1, sp.Integer(FIRST), j, *_IN_TIME),
            *self._expected(F(alpha, x, LAST, j), 1, sp.Integer(LAST), j, *_IN_TIME),
            *(
                fact
                for head in (F, ABOVE)
                for place, time in ((UPPER, 2), (MEDIAN, 2), (LATER, 4))
                for fact in self._expected(
                    head(alpha, x, place, time), HALF, place, sp.Integer(time)
                )
            ),
        )

    def _sure(self, condition, *given, using=()):
        """Argue that a condition that holds at the start holds almost surely."""
        facts = (*self.facts, *using)
        holds = in_mean(Indicator(condition) >= _AT_START, (*self.given, *given), facts)
        at_most = in_mean(Indicator(condition) <= 1, ())
        return Solve(
            surely(condition), (*self.given, _IS_POINT, *given), (holds, at_most, *_MASSES)
        )

    def _expected(self, term, value, place, time, *given):
        """Argue that the mean of a probability is at least what it is at the start, at most 1."""
        known = probabilities(place, time)
        bounds = (term >= value * _AT_START, term <= 1)
        return tuple(
            in_mean(says, (*self.given, *given), (*self.facts, *known), known) for says in bounds
        )

    def largest(self):
        """Argue that the median from the start is the largest one, if it is the upper one."""
        above = Put(APART, {x: START, y: UPPER, z: y, t: sp.Integer(2)})
        condition = substitute(_NOT_HALF, {t: sp.Integer(2)})
        return self._sure(condition, using=(above,))


def of_law(given, *broken, median_of_law=UPPER, median=MEDIAN):
    """Argue the same for the walk from a law with one value.

    Args:
        given, broken: what it satisfies, and what it breaks.
        median_of_law: the median of X_2.
        median: that of the walk from the start at time 2, for Z_2.
    """
    law = _FromLaw(median)
    free = unbound(sp.And(*given, *broken))
    symbols = [symbol for symbol in _POINT if symbol in free]
    functions = {alpha: _STEPS, P: _ONE_POINT}
    functions |= {f: exists for f, (exists, _, _) in law.chosen.items()}
    says = inhabited((*functions, *symbols), (*given, *broken))
    there = says
    for _ in functions:
        there = there.body
    point = {symbol: sp.sympify(law.point[symbol]) for symbol in symbols} | {m: median_of_law}
    using = (*law.facts, _CHORDS, *law.of_law)
    using = (*using, law.largest()) if LARGEST in given else using
    shown = given_at(
        there, point, lambda condition: by_values(condition, {}, (*law.given, _IS_POINT), using)
    )
    for function, exists in reversed(list(functions.items())):
        there = Some(function, there)
        shown = Choose(exists, Give(shown, there, function), function)
    return shown


FLOOR_MET = Met(FLOOR, of_walk(FROM_X))
DOMINATES_MET = Met(DOMINATES, of_law(FROM_LAW))
DOMINATED_MET = Met(DOMINATED, of_law((*OF_MEDIANS, LARGEST), median=UPPER))
RISES_FROM_X = of_walk(NEXT, denied(AT_MEDIAN))
RISES_FROM_LAW = of_law(TWO_TIMES, denied(FALLS))
ONE_ABOVE = of_law(OF_MEDIANS, denied(NONE_ABOVE))
FROM_X_RISES = of_walk(NEXT, denied(FROM_X_FALLS))


def medians_rise(relation):
    """Argue that a median of the walk from a law is not in a relation to one two steps before."""
    return of_law(TWO_MEDIANS, denied(relation(m_later, m)), median_of_law=MEDIAN)
