"""Theorem B.10 for any number of coordinates and samples.

Z has a row for each sample. R is known at the start x, at the limit e and at another point y by
its values and, at x and e, by its gradient r_x and r_e.
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.language import integers
from theory.papers.steepest_mirror.coordinates import (
    Y,
    Z,
    end,
    eq,
    nu,
    other_point,
    r_end,
    r_start,
    samples,
    value_end,
    value_other,
    value_start,
)
from theory.papers.steepest_mirror.vectors import ell, in_all, n, x

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
CONVEX = (
    sp.Gt(value_other, value_end + inner(r_end, other_point, end), evaluate=False),
    sp.Gt(value_end, value_start + inner(r_start, end, x), evaluate=False),
    sp.Gt(value_other, value_start + inner(r_start, other_point, x), evaluate=False),
)
ALONG_THE_ROWS = in_all(
    ell, n, eq(r_end[ell] - r_start[ell], sp.Sum(nu[k] * Z[k, ell], (k, 1, samples)))
)
ANY_CONVEX = {
    "section 3": (n >= 1, samples >= 1),
    "definition B.7: R is strictly convex": CONVEX,
    "interpolants": (And(fits(end), fits(other_point)),),
}
REGRESSION = {**ANY_CONVEX, "(9), integrated, for a loss of Z x": (ALONG_THE_ROWS,)}
