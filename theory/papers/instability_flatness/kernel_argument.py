"""The argument for the kernel of t steps: a step, and t more from where it leads.

Strings are looked at from place r on, so that one set of strings does for all times: the walk from
x along s_r, ..., s_{r+t-1}, for strings of n signs, n being r + t at least.
"""

import sympy as sp
from sympy.logic.boolalg import Implies

from theory.arguments import (
    Assume,
    Average,
    Cut,
    Generalise,
    Induct,
    Put,
    Reindex,
    Solve,
    Specialise,
)
from theory.binders import SequenceOf, substitute
from theory.language import eq, integers
from theory.papers.instability_flatness.contraction_argument import LAW, START, STEP
from theory.papers.instability_flatness.notation import PHI, F, alpha, j, n, r, s, t, u, x, y
from theory.quantifiers import Every
from theory.sequences import In, Indicator, Mean, Signs

i = integers("i")
LATER = SequenceOf(s[i + r], i)
NEXT = SequenceOf(s[i + r + 1], i)
FLIPPED = SequenceOf(sp.Piecewise((-s[i], sp.Eq(i, r)), (s[i], True), evaluate=False), i)
IN = (In(s, Signs(n)),)


def at(string, time, start=x):
    """Return where the walk is."""
    return PHI(alpha, start, string, time)


def mean_of(string, time, start=x):
    """Return the share of strings along which the walk from the start ends at or below y."""
    return Mean(Indicator(at(string, time, start) <= y), s, Signs(n))


def head(string, sign):
    """Argue that the walk is that from where its first step leads, along the rest of the string."""
    first = x + sign * alpha(x)
    says = eq(at(string, j + 1), at(NEXT, j, first))
    return Induct(
        says,
        j,
        0,
        base=Solve(
            substitute(says, {j: sp.Integer(0)}),
            (*IN, r >= 0),
            (
                Put(START, {u: x, s: string}),
                Put(STEP, {u: x, s: string, j: 0}),
                Put(START, {u: first, s: NEXT}),
            ),
        ),
        step=Solve(
            substitute(says, {j: j + 1}),
            (*IN, r >= 0, j >= 0, says),
            (
                Put(STEP, {u: x, s: string, j: j + 1}),
                Put(STEP, {u: first, s: NEXT}),
            ),
        ),
    )


TURNED = substitute(LATER, {s: FLIPPED})
_AFTER = [x + sign * alpha(x) for sign in (1, -1)]
LONG = (r >= 0, n >= r + t + 1, t >= 0)


def below(string, time, start=x):
    """Return 1 if the walk from the start ends at or below y, else 0."""
    return Indicator(at(string, time, start) <= y)


_PAIR = Solve(
    eq(
        below(LATER, t + 1) + below(TURNED, t + 1),
        sum(below(NEXT, t, start) for start in _AFTER),
    ),
    (*IN, *LONG),
    (Put(head(LATER, s[r]), {j: t}), Put(head(TURNED, -s[r]), {j: t})),
)
SPLIT = Solve(
    eq(2 * mean_of(LATER, t + 1), sum(mean_of(NEXT, t, start) for start in _AFTER)),
    LONG,
    (
        Average(_PAIR, s),
        Reindex(mean_of(LATER, t + 1), FLIPPED, FLIPPED, given=LONG),
    ),
)

# -- however long the strings are, and from whichever place on they are read ----------------------


def mean_at(time, start=x):
    """Return the same share of the strings of so many signs, from their first sign on."""
    return Mean(below(s, time, start), s, Signs(time))


def _same_walk():
    """Argue that a string read from its first sign on is the string."""
    written = SequenceOf(s[i], i)
    says = eq(at(written, j), at(s, j))
    starts, steps = ((Put(one, {u: x}), Put(one, {u: x, s: written})) for one in (START, STEP))
    return Induct(
        says,
        j,
        0,
        base=Solve(substitute(says, {j: sp.Integer(0)}), IN, starts),
        step=Solve(substitute(says, {j: j + 1}), (*IN, j >= 0, says), steps),
    )


FROM_FIRST = Average(
    Solve(
        eq(below(SequenceOf(s[i], i), t), below(s, t)),
        (In(s, Signs(t)), t >= 0),
        (Put(_same_walk(), {j: t, n: t}),),
    ),
    s,
)
_LONG_ENOUGH = sp.And(r >= 0, n >= t + r)
_EQUAL = Implies(_LONG_ENOUGH, eq(mean_of(LATER, t), mean_at(t)), evaluate=False)
EQUAL = Every(x, Every(n, Every(r, _EQUAL)))


def _so_far(start, length, place):
    """Return what is assumed of t steps from a start, for strings of a length, from a place on."""
    return Specialise(Specialise(Specialise(Assume(EQUAL), start), length), place)


def _of_all(argument):
    return Generalise(Generalise(Generalise(argument, r), n), x)


def _at_once(string, members):
    """Argue that after no step the walk is where it starts, along every string."""
    return Average(
        Solve(
            eq(below(string, 0), Indicator(x <= y)),
            (In(s, Signs(members)), members >= 0),
            (Put(START, {u: x, s: string}),),
        ),
        s,
    )


_BASE = _of_all(
    Solve(
        substitute(_EQUAL, {t: sp.Integer(0)}),
        (),
        (_at_once(LATER, n), _at_once(s, sp.Integer(0))),
    )
)
ONE_MORE = Solve(
    eq(2 * mean_at(t + 1), sum(mean_at(t, start) for start in _AFTER)),
    (t >= 0, EQUAL),
    (
        Put(SPLIT, {n: t + 1, r: 0}),
        Put(FROM_FIRST, {t: t + 1}),
        *(_so_far(start, t + 1, 1) for start in _AFTER),
    ),
)
_STEP = _of_all(
    Solve(
        substitute(_EQUAL, {t: t + 1}),
        (t >= 0, EQUAL),
        (SPLIT, ONE_MORE, *(_so_far(start, n, r + 1) for start in _AFTER)),
    )
)
CLOSE = Induct(EQUAL, t, 0, base=_BASE, step=_STEP)

AFTER_A_STEP = eq(
    F(alpha, x, y, t + 1), sum(F(alpha, start, y, t) for start in reversed(_AFTER)) / 2
)
ONE_STEP_MORE = Solve(
    AFTER_A_STEP,
    (t >= 0,),
    (
        Put(LAW, {u: x, x: y, t: t + 1}),
        *(Put(LAW, {u: start, x: y}) for start in _AFTER),
        Cut(ONE_MORE, (CLOSE,)),
    ),
)
