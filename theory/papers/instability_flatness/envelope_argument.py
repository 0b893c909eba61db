"""The arguments for theorem 5.6 and for its constants."""

import sympy as sp
from sympy.logic.boolalg import Implies

from theory.arguments import Assume, Induct, Put, Solve, Specialise
from theory.binders import substitute
from theory.language import eq
from theory.papers.instability_flatness.notation import (
    N,
    Z,
    alpha,
    b,
    c,
    k,
    least,
    least_slope,
    m0,
    n,
    y,
    z,
)
from theory.quantifiers import Every

# -- what follows from a fall by c in every two steps --------------------------------------------

_TWO_STEPS = Every(k, Implies(k >= 0, Z[2 * k + 2] <= Z[2 * k] - c, evaluate=False))
FALLS = (c > 0, Z[0] <= b, _TWO_STEPS)
IS_CEILING = eq(N, sp.ceiling((b - m0) / c))


def after_pairs(first, says, *given):
    """Argue by induction over pairs of steps, from a first one on."""
    return Induct(
        says,
        n,
        first,
        base=Solve(substitute(says, {n: first}), (*FALLS, *given)),
        step=Solve(
            substitute(says, {n: n + 1}),
            (*FALLS, *given, n >= first, says),
            (Specialise(Assume(_TWO_STEPS), n),),
        ),
    )


_FROM_0 = after_pairs(sp.S.Zero, Z[2 * n] <= Z[0] - n * c)
DECAY = Solve(
    sp.And(Z[2 * n] <= Z[0] - n * c, Z[0] - n * c <= b - n * c),
    (*FALLS, n >= 0),
    (_FROM_0,),
)
ABOVE_MEDIAN = (IS_CEILING, b >= m0)
_ENOUGH = Solve(sp.And(N * c >= b - m0, N >= 0), (c > 0, *ABOVE_MEDIAN))
CROSSING = Solve(
    sp.And(Z[2 * N] <= b - N * c, b - N * c <= m0),
    (*FALLS, *ABOVE_MEDIAN),
    (Put(DECAY, {n: N}), _ENOUGH),
)
_FROM_N = after_pairs(N, Z[2 * n] <= Z[2 * N] - (n - N) * c, N >= 0)
AFTERWARDS = Solve(
    sp.And(Z[2 * n] <= Z[2 * N] - (n - N) * c, Z[2 * N] - (n - N) * c <= m0 - (n - N) * c),
    (*FALLS, *ABOVE_MEDIAN, n >= N),
    (_FROM_N, CROSSING, _ENOUGH),
)

# -- the least values over a range -----------------------------------------------------------------


def least_values(low, high):
    """Return that between two points alpha and its slopes are not below the least values."""
    one = Implies(sp.And(low <= y, y <= high), alpha(y) >= least, evaluate=False)
    two = Implies(
        sp.And(low <= y, y < z, z <= high),
        alpha(z) - alpha(y) >= least_slope * (z - y),
        evaluate=False,
    )
    return Every(y, one), Every(y, Every(z, two))
