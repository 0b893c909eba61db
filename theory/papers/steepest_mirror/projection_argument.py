"""Theorem B.10 for any number of coordinates and samples.

Z has a row for each sample. R is known at the start x, at the limit e and at another point y by
its values and, at x and e, by its gradient r_x and r_e.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.arguments import AddUp, Assume, Induct, LastTerm, Met, Put, Solve, Specialise
from theory.binders import SequenceOf, substitute
from theory.existence import by_values, given_by
from theory.language import eq, integers
from theory.papers.steepest_mirror.coordinates import (
    Y,
    Z,
    ell,
    end,
    in_all,
    n,
    nu,
    other_point,
    r_end,
    r_start,
    samples,
    value_end,
    value_other,
    value_start,
    within,
)
from theory.papers.steepest_mirror.coordinates import (
    point as x,
)
from theory.places import HERE
from theory.quantifiers import Some, denied, inhabited
from theory.sequences import Indicator, entries
from theory.sum_arguments import all_written_out, counted, taken_out

k = integers("k")


def inner(slope, to, start):
    """Return the inner product of a gradient and the way from one point to another."""
    return sp.Sum(slope[ell] * (to[ell] - start[ell]), (ell, 1, n))


def fits(point):
    """Return that Z times a point is Y."""
    return in_all(k, samples, eq(sp.Sum(Z[k, ell] * point[ell], (ell, 1, n)), Y[k]))


NEAREST = sp.Lt(
    value_end - value_start - inner(r_start, end, x),
    value_other - value_start - inner(r_start, other_point, x),
    evaluate=False,
)


def differ(one, other):
    """Return that two points differ."""
    return Some(ell, And(within(ell, n), sp.Ne(one[ell], other[ell])))


def above_tangent(value, point, at_base, slope, base):
    """Return that R lies above its tangent at a base point, at every other point."""
    tangent = at_base + inner(slope, point, base)
    return And(
        Implies(differ(point, base), sp.Gt(value, tangent, evaluate=False), evaluate=False),
        sp.Ge(value, tangent, evaluate=False),
    )


CONVEX = (
    above_tangent(value_other, other_point, value_end, r_end, end),
    above_tangent(value_other, other_point, value_start, r_start, x),
    above_tangent(value_end, end, value_start, r_start, x),
    above_tangent(value_start, x, value_end, r_end, end),
)
ALONG_THE_ROWS = in_all(
    ell, n, eq(r_end[ell] - r_start[ell], sp.Sum(nu[k] * Z[k, ell], (k, 1, samples)))
)
ANY_CONVEX = {
    "section 3": (n >= 1, samples >= 1),
    "definition B.7: R is strictly convex": CONVEX,
    HERE: (fits(end), fits(other_point), differ(other_point, end)),
}
REGRESSION = {**ANY_CONVEX, "theorem B.10: (9), integrated, for a loss of Z x": (ALONG_THE_ROWS,)}

# -- why the limit is nearest ----------------------------------------------------------------------

WAY = other_point[ell] - end[ell]  # from the limit to the other point
top = integers("j")


def total(term):
    """Return the sum over all coordinates."""
    return sp.Sum(term, (ell, 1, n))


def along(last):
    """Return coordinate l of the sum of the first rows of Z, each times its nu."""
    return sp.Sum(nu[k] * Z[k, ell], (k, 1, last))


def pairing(row):
    """Return the inner product of a row of Z and the way to the other point."""
    return total(Z[row, ell] * WAY)


def exchanged(last):
    """Return that the sum over rows can be taken last."""
    return eq(total(along(last) * WAY), sp.Sum(nu[k] * pairing(k), (k, 1, last)))


def along_has_value(last):
    """Argue that a sum of rows has a value."""
    return AddUp(Solve(eq(nu[k] * Z[k, ell], nu[k] * Z[k, ell]), (last >= 1,)), k, 1, last)


HAS_VALUE = AddUp(Solve(eq(Z[k, ell] * WAY, Z[k, ell] * WAY), (n >= 1,)), ell, 1, n)


def last_row(last, *given):
    """Argue what the last of some rows adds to both sides."""
    both = LastTerm(exchanged(last).rhs, (n >= 1, *given), (HAS_VALUE,))
    return LastTerm(along(last), given), both


_inner, _outer = last_row(sp.S.One)
_first = AddUp(
    Solve(eq(along(1) * WAY, nu[1] * (Z[1, ell] * WAY)), (n >= 1,), (_inner,)), ell, 1, n
)
_base = Solve(
    exchanged(sp.S.One), (n >= 1,), (_first, _outer, taken_out({Z[1, ell] * WAY: nu[1]}, ell, n))
)
_inner, _outer = last_row(top + 1, top >= 1)
_row = {along(top) * WAY: sp.S.One, Z[top + 1, ell] * WAY: nu[top + 1]}
_more = AddUp(
    Solve(
        eq(along(top + 1) * WAY, sp.Add(*(term * times for term, times in _row.items()))),
        (n >= 1, top >= 1),
        (_inner,),
    ),
    ell,
    1,
    n,
)
_step = Solve(
    exchanged(top + 1),
    (n >= 1, top >= 1, exchanged(top)),
    (_more, _outer, taken_out(_row, ell, n, (top >= 1,), (along_has_value(top),))),
)
EXCHANGED = Put(Induct(exchanged(top), top, 1, base=_base, step=_step), {top: samples})

FITS = (fits(end), fits(other_point))
_parts = {Z[k, ell] * other_point[ell]: sp.S.One, Z[k, ell] * end[ell]: sp.S.NegativeOne}
_no_way = Solve(
    eq(nu[k] * pairing(k), 0),
    (n >= 1, samples >= 1, *FITS, *within(k, samples).args),
    (
        AddUp(
            Solve(eq(Z[k, ell] * WAY, sp.Add(*(t * c for t, c in _parts.items()))), (n >= 1,)),
            ell,
            1,
            n,
        ),
        taken_out(_parts, ell, n),
        *(Specialise(Assume(fit), k) for fit in FITS),
    ),
)
_rows = Solve(
    eq(total(along(samples) * WAY), 0),
    (n >= 1, samples >= 1, *FITS),
    (EXCHANGED, AddUp(_no_way, k, 1, samples), counted(sp.S.Zero, k, samples)),
)
_moved = {r_start[ell] * WAY: sp.S.One, along(samples) * WAY: sp.S.One}
_gradient = AddUp(
    Solve(
        eq(r_end[ell] * WAY, sp.Add(*_moved)),
        (n >= 1, ALONG_THE_ROWS, *within(ell, n).args),
        (Specialise(Assume(ALONG_THE_ROWS), ell),),
    ),
    ell,
    1,
    n,
)
_split = taken_out(_moved, ell, n, (samples >= 1,), (along_has_value(samples),))
_ways = {r_start[ell] * WAY: sp.S.One, r_start[ell] * (end[ell] - x[ell]): sp.S.One}
_together = AddUp(
    Solve(eq(r_start[ell] * (other_point[ell] - x[ell]), sp.Add(*_ways)), (n >= 1,)), ell, 1, n
)
NEAREST_ARGUMENT = Solve(
    NEAREST,
    (*ANY_CONVEX["section 3"], *CONVEX, *ANY_CONVEX[HERE], ALONG_THE_ROWS),
    (_rows, _gradient, _split, _together, taken_out(_ways, ell, n)),
)

# -- where it is not -------------------------------------------------------------------------------

NO_FARTHER = sp.Le(*NEAREST.args, evaluate=False)
LEGENDRE_FLOW = {
    "section 3": (n >= 1, samples >= 1),
    "(1) and definition 3.1: R is finite everywhere and strictly convex": CONVEX,
    "theorem 3.4: (1), integrated, for a loss of Z x": (ALONG_THE_ROWS,),
    HERE: (fits(end),),
}


def met_at(point, conditions, differs):
    """Argue that there are points at which conditions hold.

    Args:
        point: the values, of numbers and of sequences.
        conditions: what holds there.
        differs: a coordinate in which points that have to differ do.
    """
    parts = (part for condition in conditions for part in And.make_args(condition))
    at = [substitute(part, point) for part in parts]
    shown = tuple(by_values(part, {ell: differs}, (), all_written_out(part)) for part in at)
    return given_by(inhabited(tuple(point), tuple(conditions)), point, (), shown)


def all_of(given):
    """Return hypotheses without their places."""
    return tuple(hypothesis for some in given.values() for hypothesis in some)


def constant(value, *indices):
    """Return a sequence of equal entries."""
    return SequenceOf(sp.sympify(value), *indices)


# R = x^2 / 2 in one coordinate, from 0 to the target 2; nearer to 0 is 1
_half_way = {n: 1, samples: 1, value_start: 0, value_end: 2, value_other: sp.Rational(1, 2)}
_at_two = {x: 0, end: 2, other_point: 1, r_start: 0, r_end: 2}
HALF_WAY = met_at(
    {
        **{symbol: sp.sympify(value) for symbol, value in _half_way.items()},
        **{symbol: constant(value, ell) for symbol, value in _at_two.items()},
        **{symbol: constant(value, k) for symbol, value in ((nu, 2), (Y, 2))},
        Z: constant(1, k, ell),
    },
    (*all_of(LEGENDRE_FLOW), denied(NO_FARTHER)),
    sp.S.One,
)
# R = |x|^2 / 2 from 0 to (0, 2), where x_1 = 0 is asked for; nearer to 0 is (0, 1)
ASIDE = met_at(
    {
        **{symbol: sp.sympify(value) for symbol, value in {**_half_way, n: 2}.items()},
        **{
            symbol: SequenceOf(value * Indicator(eq(ell, 2)), ell)
            for symbol, value in _at_two.items()
        },
        Y: constant(0, k),
        Z: SequenceOf(Indicator(eq(ell, 1)), k, ell),
    },
    (*all_of(ANY_CONVEX), denied(NEAREST)),
    sp.Integer(2),
)
# R = |x|^2 / 2 from 0 to (0, 2), where x_2 = 2 is asked for; not so near is (1, 2)
_BESIDE = met_at(
    {
        n: sp.Integer(2),
        samples: sp.S.One,
        value_start: sp.S.Zero,
        value_end: sp.Integer(2),
        value_other: sp.Rational(5, 2),
        **{
            symbol: SequenceOf(value * Indicator(eq(ell, 2)), ell)
            for symbol, value in _at_two.items()
            if symbol != other_point
        },
        other_point: entries((1, 2), ell),
        **{symbol: constant(2, k) for symbol in (nu, Y)},
        Z: SequenceOf(Indicator(eq(ell, 2)), k, ell),
    },
    all_of(REGRESSION),
    sp.S.One,
)
IS_NEAREST = Met(NEAREST_ARGUMENT, _BESIDE)
