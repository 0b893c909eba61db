"""Examples that satisfy hypotheses on a step size, a law or a function, as arguments.

The step size is 1 + x / 2 from 0 on; the law has two values, each with the chance 1/2.
"""

from types import MappingProxyType
from typing import Any

import sympy as sp

from theory.arguments import (
    Argument,
    Assume,
    Choose,
    Generalise,
    Give,
    Known,
    Lemma,
    Put,
    Solve,
    Specialise,
)
from theory.binders import SequenceOf, substitute, unbound
from theory.existence import known_of, met
from theory.language import eq, reals
from theory.papers.instability_flatness import map_argument as maps
from theory.papers.instability_flatness import mass_argument as mass
from theory.papers.instability_flatness.envelope_argument import FALLS
from theory.papers.instability_flatness.notation import (
    BOUNDED_SLOPES,
    STEP_SIZE,
    F,
    L,
    N,
    P,
    Z,
    a_minus,
    a_plus,
    alpha,
    b,
    c,
    derivative,
    f,
    high,
    i,
    low,
    m,
    m0,
    n,
    preimages,
    reach,
    s,
    slope,
    t,
    u1,
    u2,
    v1,
    v2,
    x,
    z,
)
from theory.quantifiers import Every, Some, denied, inhabited
from theory.sequences import Indicator

HALF = sp.Rational(1, 2)
e, h, p, q, u, w, y = reals("e h_e p q u w y")
radius, near = mass.radius, mass.near

# -- step sizes ------------------------------------------------------------------------------------

_STEPS = Known("a positive function that increases, with slope 1/2 from 0 on")
(_linear,) = (part for part in known_of(_STEPS, alpha).args if isinstance(part, Every))


def _steps_from(*points):
    """Return what the step size is at points from 0 on."""
    return tuple(Specialise(Assume(_linear), point) for point in points)


def with_slope(argument):
    """Return an argument on a step size with a derivative, with that there is one."""
    given = (*STEP_SIZE, *BOUNDED_SLOPES, derivative(alpha, x, slope))
    point = {x: 1, slope: HALF, L: HALF, radius: 1}
    return met(argument, given, point, _steps_from(1, 1 + h), {alpha: _STEPS})


def no_bounds(side):
    """Argue that no constant serves for the printed lines on one side: at x = -4 C."""
    given = (*STEP_SIZE, *BOUNDED_SLOPES)
    broken = denied(maps.printed_bounds(side))
    says = inhabited((alpha, L), (*given, broken))
    there = substitute(says.body.body, {L: HALF})
    (every,) = (part for part in there.args if isinstance(part, Every))
    constant, either = every.args
    (some,) = (part for part in either.args if isinstance(part, Some))
    at = substitute(some.body, {some.args[0]: -4 * constant})
    breaks = Give(Solve(at, (*STEP_SIZE, constant > 0)), some, -4 * constant)
    none = Generalise(Solve(either, STEP_SIZE, (breaks,)), constant)
    known = known_of(_STEPS, alpha)
    shown = Give(Solve(there, (known,), (none,)), says.body, HALF)
    return Choose(_STEPS, Give(shown, says, alpha), alpha)


def none_is_small_enough(says, lemma):
    """Argue that no bound serves as the one that there should be: half of it breaks what is said.

    Args:
        says: that there is such a bound, of the walk from 0.
        lemma: what breaks it at every number above 0.
    """
    broken = substitute(denied(says), {u: sp.S.Zero})
    bound, either = broken.args
    (some,) = (part for part in either.args if isinstance(part, Some))
    half = {some.args[0]: bound / 2}
    breaks = Put(Put(Lemma(lemma), {u: sp.S.Zero}), half)
    at = Solve(substitute(some.body, half), (*STEP_SIZE, bound > 0), (breaks,))
    none = Generalise(Solve(either, STEP_SIZE, (Give(at, some, bound / 2),)), bound)
    given = (*STEP_SIZE, denied(says))
    return met(Assume(denied(says)), given, {u: 0}, (none,), {alpha: _STEPS}).point


def with_preimages(argument):
    """Return an argument on the preimages after two steps, with that there are some."""
    ends = {z: 4, L: HALF}
    starts = (sp.Rational(2, 3), 6, 6, 22)
    ends |= dict(zip(preimages.values(), starts, strict=True))
    visited = (*dict.fromkeys(starts), 2, 10)
    given = (*mass.SETTING, *mass.IS_PREIMAGE)
    return met(argument, given, ends, _steps_from(*visited), {alpha: _STEPS})


def too_steep(statement, point):
    """Argue that there need not be a radius: not for this step size, with the mode 0.

    Args:
        statement: what fails; if it speaks of a density, not for one that is positive everywhere.
        point: values of other symbols, the radius being R_loc.
    """
    broken = denied(statement.says)
    given, functions, using = (*statement.given, broken), {alpha: _STEPS}, _steps_from(reach)
    if f in unbound(sp.And(*given)):
        functions[f] = Known("a density with one mode that is positive everywhere")
        (positive,) = (part for part in known_of(functions[f], f).args if isinstance(part, Every))
        using = (*using, Specialise(Assume(positive), reach))
    return met(Assume(broken), given, {m: 0, L: HALF, **point}, using, functions).point


# -- a step size that is steep where the walk is not ---------------------------------------------

_BENT = Known("a positive function that increases, and steeply from 1 on")
BACK = SequenceOf(sp.Piecewise((-1, sp.Eq(i, 0)), (0, True), evaluate=False), i)
_PLACES = (HALF, sp.S.One, sp.Integer(2))


def two_intervals():
    """Argue that a preimage is no interval where slopes are bounded on the visited range alone."""
    says, given = maps.ONE_INTERVAL, maps.VISITED
    point = {L: HALF, low: 0, high: 1, u: HALF, s: BACK, t: 1, x: 0, w: sp.Rational(1, 4)}
    pieces = [part for part in known_of(_BENT, alpha).args if isinstance(part, Every)]
    values = [Specialise(Assume(piece), place) for piece in pieces for place in (*_PLACES, y, z)]
    string = maps.SIGNS_ALONE.body.args[0].atoms(sp.Indexed).pop().base
    walks = [(string, HALF), *((BACK, place) for place in _PLACES)]
    from_0: dict[Any, Any] = {maps.j: sp.S.Zero}
    steps = [
        Put(of, {maps.u: place, s: signs, **more})
        for signs, place in walks
        for of, more in ((maps.START, {}), (maps.STEP, from_0))
    ]
    at = {symbol: sp.sympify(value) for symbol, value in point.items()}
    (stays,) = (part for part in given if part.has(maps.SIGNS_ALONE))
    premise, inside = substitute(stays, at).body.body.args
    first = Specialise(Assume(maps.SIGNS_ALONE), sp.S.Zero)
    near = Solve(inside, (*pieces, premise), (*values, *steps, first))
    broken = denied(substitute(says, at))
    (some,) = (part for part in broken.body.body.args if isinstance(part, Some))
    tried = (
        Give(Assume(substitute(some.body, {some.args[0]: place})), some, place) for place in _PLACES
    )
    no_interval: Argument = Solve(broken.body.body, tuple(pieces), (*tried, *values, *steps))
    for every in (broken.body, broken):
        no_interval = Generalise(no_interval, every.args[0])
    using = (*values, *steps, no_interval, near)
    return met(Assume(denied(says)), (*given, denied(says)), point, using, {alpha: _BENT}).point


# -- laws ------------------------------------------------------------------------------------------


def _law(low, high):
    return Put(Known("a law with two values"), {u: sp.Integer(low), w: sp.Integer(high)})


def _masses(law, at, *intervals):
    """Return the masses that such a law gives to both sides of a point, and to (y, v]."""
    found = []
    for every in known_of(law, P).args:
        pairs = intervals if isinstance(every.body, Every) else ((at,),)
        for points in pairs:
            mass_of: Argument = Assume(every)
            for point in points:
                mass_of = Specialise(mass_of, point)
            found.append(mass_of)
    return tuple(found)


def at_limits(argument, *given):
    """Return an argument on one-sided limits of the step size at m_0, with that there are some.

    Those on the law are that m_0 is a median, and B < C or A > D.
    """
    point = {m0: 1, a_minus: 3 * HALF, a_plus: 3 * HALF, radius: sp.Min(1, e)}
    law = _law(-3, 2)
    edges = (*_masses(law, sp.Integer(-2)), *_masses(law, sp.Integer(4)))
    beyond = mass.in_mean(eq(Indicator(x <= 4) + Indicator(x > 4), 1), ())
    using = (*_steps_from(1, near), *_masses(law, sp.Integer(1), (-2, 1), (1, 4)), *edges, beyond)
    all_given = (*STEP_SIZE, *mass.LIMITS, *given)
    return met(argument, all_given, point, using, {alpha: _STEPS, P: law})


_IN_C = {m0: 2, a_plus: 2, x: 3, radius: e}


def in_c(argument):
    """Return an argument on a start in C, with that there is one."""
    given = (*STEP_SIZE, mass.RIGHT_LIMIT, *mass.IN_C)
    return met(argument, given, _IN_C, _steps_from(2, 3, near), {alpha: _STEPS})


def out_of_c(says):
    """Argue that two steps to the left from a start in C need not end where they are said to."""
    given = (*STEP_SIZE, mass.RIGHT_LIMIT, *mass.IN_C, denied(says))
    return met(Assume(says), given, _IN_C, _steps_from(2, 3, HALF, near), {alpha: _STEPS}).point


_OUTSIDE = {m0: 2, a_minus: 2, a_plus: 2, radius: sp.Min(1, e)}


def in_region(argument, region, start):
    """Return an argument on a start in a region around m_0 = 2, with that there is one."""
    given = (*STEP_SIZE, *mass.LIMITS, *region)
    return met(argument, given, {**_OUTSIDE, x: start}, _steps_from(2, near), {alpha: _STEPS})


def out_of_region(says, region, start):
    """Argue that too few branches from a start in a region end at or below m_0 = 2."""
    given = (*STEP_SIZE, *mass.LIMITS, *region, denied(says))
    visited = (2, start, start + 1 + start / 2, start / 2 - 1)
    few = Put(Lemma("one branch at most"), {x: start, m0: 2})
    using = (*_steps_from(near, *visited), few)
    return met(Assume(says), given, {**_OUTSIDE, x: start}, using, {alpha: _STEPS}).point


_THREE_VALUES = Put(
    Known("a law with three values"),
    {u: sp.S.Zero, w: sp.S.One, z: sp.Integer(100), p: HALF, q: HALF / 4},
)


def median_rises(says, *more):
    """Argue that most of the mass can be above m_0 after two steps, as from 0, m_0 = 1 and 100.

    Args:
        says: what fails.
        more: hypotheses besides those of corollary 5.5.
    """
    known, far = known_of(_STEPS, alpha), sp.Integer(100)
    share = F(alpha, x, sp.S.One, 2)
    from_start = 1 - Indicator(x >= 0) / 4 - 3 * Indicator(x >= far) / 4
    probability = Put(Lemma("F_2 is a probability"), {z: sp.S.One})
    at_most = (Put(Lemma(name), {m0: sp.S.One}) for name in ("three branches at most", "no branch"))
    steps = _steps_from(x, x + alpha(x), x - alpha(x))
    bound = mass.in_mean(
        share <= from_start, (known,), (probability, *at_most, *steps), (probability,)
    )
    complements = (
        mass.in_mean(eq(Indicator(one) + Indicator(other), 1), ())
        for one, other in ((x < 1, x >= 1), (x > 1, x <= 1))
    )
    masses = (_masses(_THREE_VALUES, sp.sympify(at)) for at in (0, far))
    using = (
        *_steps_from(1, near),
        *_masses(_THREE_VALUES, sp.S.One, (-2, 1), (1, 4)),
        *sum(masses, ()),
        *complements,
        bound,
    )
    point = {m0: 1, a_minus: 3 * HALF, a_plus: 3 * HALF, radius: sp.Min(1, e)}
    given = (*STEP_SIZE, *mass.LIMITS, *mass.MEDIAN, *more, denied(says))
    return met(Assume(says), given, point, using, {alpha: _STEPS, P: _THREE_VALUES}).point


def with_median(argument, given, point=MappingProxyType({}), **functions):
    """Return an argument on a law with the median m and a function, with that there are such."""
    law = _law(0, 0)
    known = {mass.T if name == "T" else alpha: exists for name, exists in functions.items()}
    return met(argument, given, {m: 0, **point}, _masses(law, sp.S.Zero), {**known, P: law})


UNDER_MAP = with_median(
    mass.UNDER_MAP, mass.UNDER_MAP.given, T=Known("a positive function that increases")
)
EACH_BRANCH, THREE_EIGHTHS, FOUR_BRANCHES = (
    with_median(
        argument,
        argument.given,
        {z: substitute(mass.NEAREST, {m: sp.S.Zero}), L: HALF},
        alpha=_STEPS,
    )
    for argument in (mass.EACH_BRANCH, mass.THREE_EIGHTHS, mass.FOUR_BRANCHES)
)

# -- functions and sequences -----------------------------------------------------------------------


def monotone(argument, side, strict=False):
    """Return an argument on integrals of a monotone f over intervals, with that there are such."""
    exists = Known(f"a function that {'falls' if side > 0 else 'rises'} everywhere")
    flat, apart = ((maps.no_plateau(side),), (sp.Ne(u1, u2), u1 < v1)) if strict else ((), ())
    given = (maps.half_line(side), *flat, *maps.intervals(side), *apart)
    point = {m: 0, u1: side, v1: 2 * side, u2: 2 * side, v2: 3 * side}
    if side < 0:
        point |= {u1: 2 * side, v1: side, u2: 3 * side, v2: 2 * side}
    compared = Specialise(Specialise(Assume(known_of(exists, f)), x), y)
    return met(argument, given, {**point, z: y}, (compared,), {f: exists})


_FALL = {Z: SequenceOf(-i, i), c: 2, b: 0, m0: 0, N: 0, n: 0}


def falling(argument, *given):
    """Return an argument on a fall by c in every two steps, with that there is one."""
    return met(argument, (*FALLS, *given), _FALL)
