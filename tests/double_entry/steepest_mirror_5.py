"""Second entries of theorems F.1 and C.5 of the paper on steepest mirror flows, from the page."""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from tests.double_entry.steepest_mirror import le
from theory.argument_language import States
from theory.choices import Ambiguous
from theory.claim import ForAll, Missing
from theory.language import eq, integers, reals, sequence
from theory.papers.steepest_mirror.coordinates import (
    L,
    Y,
    Z,
    ell,
    i,
    j,
    lam,
    n,
    point,
    samples,
)
from theory.papers.steepest_mirror.coordinates import w as factors
from theory.papers.steepest_mirror.margins import DIRECTION, FACTOR
from theory.quantifiers import Every, Some

k, factor = integers("k m'")
z_1, z_2, X_1, X_2, start_1, start_2 = reals("z_1 z_2 X_1 X_2 omega_1 omega_2")
a, some_time, late, eps, top, height = reals("a s T varepsilon M N")
weight, multiplier, separator = map(sequence, ("omega", "kappa", "v"))
SAMPLE = And(j >= 1, j <= samples)
COORDINATE = And(ell >= 1, ell <= n)


def every(index, which, says):
    """Return that something holds for each index of some."""
    return Every(index, Implies(which, says, evaluate=False))


def moving(time, index):
    """Return coordinate l of x = w_1 ... w_L at a time."""
    one = FACTOR(Z, Y, samples, n, L, factors, factor, index, time)
    return sp.Product(one, (factor, 1, L))


def scored(entry):
    """Return y_j <x, z_j>, from x_l."""
    return Y[j] * sp.Sum(entry * Z[j, ell], (ell, 1, n))


def is_maximum(number, entry):
    """Return that a number is |x|_inf, from x_l."""
    return And(
        every(ell, COORDINATE, le(sp.Abs(entry), number)),
        Some(ell, And(COORDINATE, eq(number, sp.Abs(entry)))),
    )


_at_late = moving(late, ell)
_normalised = sp.Abs(_at_late / height - point[ell])
LIMIT_POINT = every(
    eps,
    eps > 0,
    every(
        some_time,
        some_time >= 0,
        Some(
            late,
            And(
                late >= some_time,
                Some(
                    height,
                    And(
                        height > 0,
                        is_maximum(height, _at_late),
                        every(ell, COORDINATE, le(_normalised, eps)),
                    ),
                ),
            ),
        ),
    ),
)
# stationary for max |x_l|^(2/L) under the margins: its subgradients mix the gradients of the
# largest coordinates
_subgradient = (2 / L) * top ** (2 / L - 1) * weight[ell] * sp.sign(a * point[ell])
_stationary = And(
    weight[ell] >= 0,
    eq(weight[ell] * (top - sp.Abs(a * point[ell])), 0),
    eq(_subgradient, sp.Sum(multiplier[j] * Z[j, ell] * Y[j], (j, 1, samples))),
)
_feasible = And(
    multiplier[j] >= 0,
    scored(a * point[ell]) >= 1,
    eq(multiplier[j] * (scored(a * point[ell]) - 1), 0),
)
_with_weights = And(
    a > 0,
    top > 0,
    is_maximum(top, a * point[ell]),
    every(ell, COORDINATE, _stationary),
    eq(sp.Sum(weight[ell], (ell, 1, n)), 1),
    every(j, SAMPLE, _feasible),
)
KKT = Some(a, Some(top, Some(multiplier, Some(weight, _with_weights))))
_small_loss = sp.Sum(sp.exp(-scored(moving(some_time, ell))), (j, 1, samples)) < 1
_apart = eq(sp.Abs(factors[i, ell]), sp.Abs(factors[1, ell]) + lam)


def balance(number):
    """Return which balances there are."""
    options = {"none or more": number >= 0, "more than none": number > 0}
    return Ambiguous("what a balanced network may have", options)


MARGIN = {
    "any number of samples": States(
        KKT,
        given=(
            *(L >= 2, n >= 1, samples >= 1, balance(lam)),
            every(j, SAMPLE, sp.Or(eq(Y[j], -1), eq(Y[j], 1))),
            Some(separator, every(j, SAMPLE, scored(separator[ell]) > 0)),
            every(i, And(i >= 1, i <= L), every(ell, COORDINATE, sp.Or(eq(i, 1), _apart))),
            Some(some_time, And(some_time >= 0, _small_loss)),
            LIMIT_POINT,
        ),
    ),
    # a coordinate that is pulled ends as one of the largest, outwards
    "one sample": ForAll(
        sp.Or(eq(z_1, 0), And(z_1 * X_1 > 0, eq(sp.Abs(X_1), 1))),
        given=(
            *(L >= 2, k >= 1, balance(lam), sp.Ne(start_1, 0)),
            z_1 * X_1 + z_2 * X_2 > 0,
        ),
        where={
            X_1: DIRECTION(z_1, start_1, lam, L),
            X_2: DIRECTION(z_2, start_2, lam, L),
        },
    ),
}

ENTRIES = {
    "steepest-mirror/thm-F.1": MARGIN,
    "steepest-mirror/thm-C.5": Missing(
        "a Legendre function R of n variables that exists, f and g as functions of several "
        "variables, and curves on a submanifold along which they are differentiated"
    ),
}
