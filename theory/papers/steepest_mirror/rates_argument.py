"""How fast the loss falls along the steepest mirror flow: theorem 4.2, for any n.

The gradient of f at x has the entries g_l, the inverse Hessian of the separable R the entries h_l.
"""

import sympy as sp
from sympy.logic.boolalg import Implies

from theory.arguments import AddUp, Assume, Lemma, Put, Solve, Specialise
from theory.claim import ForAll
from theory.language import reals
from theory.papers.steepest_mirror.coordinates import (
    ENTRY,
    FAMILY,
    L_P,
    B,
    Lam,
    away,
    ell,
    entries,
    in_all,
    least,
    loss,
    mu,
    n,
    q,
    slopes,
    steepest,
    within,
)
from theory.papers.steepest_mirror.coordinates import (
    point as x,
)
from theory.quantifiers import Every
from theory.sum_arguments import counted, taken_out

y = reals("y")
SIZES = {"section 3": (n >= 1,), "definition 4.1": (mu > 0,)}


def total(term):
    """Return the sum over all coordinates."""
    return sp.Sum(term, (ell, 1, n))


# -- definition 4.1 --------------------------------------------------------------------------------

COERCIVE = Every(
    x,
    sp.Ge(
        total(ENTRY(ell, x[ell]) * x[ell] ** 2),
        mu * total(x[ell] ** 2),
        evaluate=False,
    ),
)
BOUNDED_BELOW = in_all(ell, n, Every(y, Implies(sp.Ne(y, 0), ENTRY(ell, y) >= mu, evaluate=False)))
# -- the first display of the proof ----------------------------------------------------------------

LOSS_RATE = -total(slopes[ell] * entries[ell] * steepest(slopes[ell]))
NORM = total(sp.Abs(slopes[ell]) ** q)
ENTRIES = in_all(ell, n, entries[ell] >= mu)
AT_A_TIME = {
    "section 3": (n >= 1,),
    **L_P,
    "definition 4.1, for a separable R": (mu > 0, ENTRIES),
}
_given = (n >= 1, q >= 1, mu > 0, ENTRIES)
FALLS = sp.Le(LOSS_RATE, -mu * NORM, evaluate=False)
NOT_POSITIVE = sp.Le(-mu * NORM, 0, evaluate=False)
SHARE, POSITIVE = "the share of a coordinate", "a power of a slope"
s, k = reals("s k")
FALL_LEMMAS = {
    SHARE: ForAll(given=(q >= 1, mu > 0, k >= mu), says=mu * sp.Abs(s) ** q <= s * k * steepest(s)),
    POSITIVE: ForAll(given=(q >= 1,), says=sp.Ge(sp.Abs(s) ** q, 0, evaluate=False)),
}
_coordinate = Solve(
    mu * sp.Abs(slopes[ell]) ** q <= slopes[ell] * entries[ell] * steepest(slopes[ell]),
    (*_given, *within(ell, n).args),
    (
        Put(Lemma(SHARE), {s: slopes[ell], k: entries[ell]}),
        Specialise(Assume(ENTRIES), ell),
    ),
)
_norm_taken_out = taken_out({sp.Abs(slopes[ell]) ** q: mu}, ell, n, (q >= 1,))
FALL_ARGUMENT = Solve(FALLS, _given, (AddUp(_coordinate, ell, 1, n), _norm_taken_out))
_no_term_below_0 = AddUp(
    Solve(
        sp.Ge(sp.Abs(slopes[ell]) ** q, 0, evaluate=False),
        (n >= 1, q >= 1),
        (Put(Lemma(POSITIVE), {s: slopes[ell]}),),
    ),
    ell,
    1,
    n,
)
SIGN_ARGUMENT = Solve(NOT_POSITIVE, _given, (_no_term_below_0, counted(sp.S.Zero, ell, n)))

# -- the last chain of the proof -------------------------------------------------------------------

SQUARED = total(slopes[ell] ** 2)
DISTANCE = total(away[ell] ** 2)
STRONG = sp.Ge(least, loss + total(slopes[ell] * away[ell]) + Lam / 2 * DISTANCE, evaluate=False)
STRONGLY_CONVEX = {
    "section 3": (n >= 1,),
    "theorem 4.2: f is Lambda-strongly convex": (Lam > 0, STRONG),
}
PL = sp.Ge(SQUARED / 2, Lam * (loss - least), evaluate=False)
RATE = mu * B ** (q - 2)
LAST_LINE = sp.Le(-RATE * SQUARED, -RATE * Lam * (loss - least), evaluate=False)
_square = Solve(
    slopes[ell] * away[ell] >= -(slopes[ell] ** 2) / (2 * Lam) - Lam / 2 * away[ell] ** 2,
    (n >= 1, Lam > 0),
)
_squares = {slopes[ell] ** 2: -1 / (2 * Lam), away[ell] ** 2: -Lam / 2}
PL_HOLDS = Solve(
    PL,
    (n >= 1, Lam > 0, STRONG),
    (AddUp(_square, ell, 1, n), taken_out(_squares, ell, n)),
)
_squares_positive = Solve(
    SQUARED >= 0,
    (n >= 1,),
    (
        AddUp(Solve(sp.Ge(slopes[ell] ** 2, 0, evaluate=False), (n >= 1,)), ell, 1, n),
        counted(sp.S.Zero, ell, n),
    ),
)
USE_OF_PL = Solve(
    LAST_LINE, (n >= 1, Lam > 0, STRONG, mu > 0, B > 0), (PL_HOLDS, _squares_positive)
)

# -- theorem 4.2 -----------------------------------------------------------------------------------

BOUND = in_all(ell, n, sp.Le(sp.Abs(slopes[ell]), B, evaluate=False))
BOUNDED = {**FAMILY, "theorem 4.2": (B > 0, BOUND)}
TO_SQUARE = "a power of a bounded slope"
POWER_LEMMA = {
    TO_SQUARE: ForAll(
        given=(q >= 1, q <= 2, B > 0, sp.Abs(s) <= B),
        says=sp.Ge(sp.Abs(s) ** q, B ** (q - 2) * s**2, evaluate=False),
    ),
}
DECAYS = sp.Le(LOSS_RATE, 0, evaluate=False)
DECAY_ARGUMENT = Solve(DECAYS, _given, (FALL_ARGUMENT, SIGN_ARGUMENT))
TWICE = sp.Le(LOSS_RATE, -2 * RATE * Lam * (loss - least), evaluate=False)
AT_RATE = {**AT_A_TIME, **BOUNDED, "theorem 4.2: f is Lambda-strongly convex": (Lam > 0, STRONG)}
_bounded = (n >= 1, q >= 1, q <= 2, B > 0, BOUND)
_power = Solve(
    sp.Ge(sp.Abs(slopes[ell]) ** q, B ** (q - 2) * slopes[ell] ** 2, evaluate=False),
    (*_bounded, *within(ell, n).args),
    (Put(Lemma(TO_SQUARE), {s: slopes[ell]}), Specialise(Assume(BOUND), ell)),
)
_norm = Solve(
    sp.Ge(NORM, B ** (q - 2) * SQUARED, evaluate=False),
    _bounded,
    (AddUp(_power, ell, 1, n), taken_out({slopes[ell] ** 2: B ** (q - 2)}, ell, n)),
)
TWICE_ARGUMENT = Solve(
    TWICE,
    (*_given, *_bounded, Lam > 0, STRONG),
    (FALL_ARGUMENT, _norm, PL_HOLDS, Solve(RATE > 0, (mu > 0, B > 0))),
)
CLOSE = sp.Le(DISTANCE, 2 / Lam * (loss - least), evaluate=False)
AT_MINIMISER = {
    "section 3": (n >= 1,),
    "theorem 4.2: f is Lambda-strongly convex, with slope 0 at x*": (
        Lam > 0,
        sp.Ge(loss, least + Lam / 2 * DISTANCE, evaluate=False),
    ),
}
CLOSE_ARGUMENT = Solve(CLOSE, tuple(h for some in AT_MINIMISER.values() for h in some))
