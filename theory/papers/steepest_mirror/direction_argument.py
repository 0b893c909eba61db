"""The steepest direction of (7): among all u with |u|_p <= |g|_q the least inner product with g.

By Young's inequality, coordinate by coordinate, in units of N = |g|_q:

    |u_l g_l| <= N^2 (|u_l / N|^p / p + |g_l / N|^q / q)
"""

import sympy as sp

from theory.arguments import AddUp, Assume, Generalise, Lemma, Put, Solve, Specialise
from theory.claim import ForAll
from theory.language import eq, reals
from theory.papers.steepest_mirror.coordinates import (
    ell,
    in_all,
    n,
    norm,
    other_step,
    p,
    q,
    slopes,
    within,
)
from theory.places import HERE
from theory.rewriting import by_arithmetic
from theory.sum_arguments import taken_out

g, u = slopes[ell], other_step[ell]
a, b, r = reals("a b r")
DUAL = sp.Eq(1 / p + 1 / q, 1)


def total(term):
    """Return the sum over all coordinates."""
    return sp.Sum(term, (ell, 1, n))


def in_direction(entry, power, size):
    """Return an entry of the steepest direction of (7) in L_p."""
    return -sp.sign(entry) * sp.Abs(entry) ** (power - 1) * size ** (2 - power)


STEP = in_direction(g, q, norm)
GRADIENT_NORM = eq(total(sp.Abs(g) ** q), norm**q)
NORMS = {
    "section 3": (n >= 1,),
    "section 4": (q > 1, p > 1, DUAL),
    "(7)": (norm >= 0, GRADIENT_NORM),
    "where the steepest direction has a value": (sp.Ne(norm, 0),),
}
ANY_OTHER = {"(7), the length of u": (sp.Le(total(sp.Abs(u) ** p), norm**p, evaluate=False),)}
LENGTH = eq(total(sp.Abs(STEP) ** p), norm**p)
BEST = sp.Le(total(STEP * g), total(u * g), evaluate=False)
_given = (n >= 1, q > 1, p > 1, DUAL, norm >= 0, sp.Ne(norm, 0), GRADIENT_NORM)
_other = ANY_OTHER["(7), the length of u"]

# -- q > 1 -----------------------------------------------------------------------------------------

POWER, VALUE, ROOT, ROOT_POWER, SCALED = (
    "length of an entry",
    "product with an entry",
    "a root",
    "a power of a root",
    "a power of a quotient",
)
SHORTER, LONGER = "Young's inequality, shorter entries", "Young's inequality, longer entries"
CONJUGATE = sp.Eq(p, q / (q - 1))
c = reals("c")
_young = sp.Le(b * a ** (p - 1), b**p / p + a**p * (1 - 1 / p), evaluate=False)
DIRECTION_LEMMAS = {
    POWER: ForAll(
        eq(sp.Abs(in_direction(a, q, r)) ** p, sp.Abs(a) ** q * r ** (p - q)),
        given=(q > 1, CONJUGATE, r > 0),
    ),
    VALUE: ForAll(
        eq(in_direction(a, q, r) * a, -(sp.Abs(a) ** q) * r ** (2 - q)), given=(q > 1, r > 0)
    ),
    SHORTER: ForAll(_young, given=(p > 1, b >= 0, a >= b)),
    LONGER: ForAll(_young, given=(p > 1, a >= 0, b >= a)),
    ROOT: ForAll(eq((c ** (q - 1)) ** (p - 1), c), given=(q > 1, CONJUGATE, c >= 0)),
    ROOT_POWER: ForAll(eq((c ** (q - 1)) ** p, c**q), given=(q > 1, CONJUGATE, c >= 0)),
    SCALED: ForAll(
        eq((sp.Abs(a) / r) ** p * r**2, sp.Abs(a) ** p * r ** (2 - p)), given=(p > 1, r > 0)
    ),
}
_pair = {a: c ** (q - 1)}
YOUNG = Solve(
    b * c <= b**p / p + c**q / q,
    (q > 1, p > 1, DUAL, b >= 0, c >= 0),
    (
        Put(Lemma(SHORTER), _pair),
        Put(Lemma(LONGER), _pair),
        Lemma(ROOT),
        Lemma(ROOT_POWER),
        Solve(c ** (q - 1) >= 0, (q > 1, c >= 0)),
    ),
)
_step, _gradient = sp.Abs(u) / norm, sp.Abs(g) / norm
_x, _y, _v, _w = reals("x y v w")
IN_COORDINATE = by_arithmetic(
    u * g >= -(norm ** (2 - p)) / p * sp.Abs(u) ** p - norm ** (2 - q) / q * sp.Abs(g) ** q,
    (n >= 1, q > 1, p > 1, DUAL, norm >= 0, sp.Ne(norm, 0)),
    Solve(
        u * g >= -_v / p - _w / q,
        (
            norm > 0,
            p > 1,
            q > 1,
            _step * _gradient <= _x / p + _y / q,
            eq(_x * norm**2, _v),
            eq(_y * norm**2, _w),
        ),
    ),
    {
        _x: _step**p,
        _v: norm ** (2 - p) * sp.Abs(u) ** p,
        _y: _gradient**q,
        _w: norm ** (2 - q) * sp.Abs(g) ** q,
    },
    (
        Put(YOUNG, {b: _step, c: _gradient}),
        Put(Lemma(SCALED), {a: u, r: norm}),
        Put(Lemma(SCALED), {a: g, r: norm, p: q}),
    ),
)
LENGTH_ARGUMENT = Solve(
    LENGTH,
    _given,
    (
        AddUp(
            Solve(
                eq(sp.Abs(STEP) ** p, norm ** (p - q) * sp.Abs(g) ** q),
                (n >= 1, q > 1, p > 1, DUAL, norm >= 0, sp.Ne(norm, 0)),
                (Put(Lemma(POWER), {a: g, r: norm}),),
            ),
            ell,
            1,
            n,
        ),
        taken_out({sp.Abs(g) ** q: norm ** (p - q)}, ell, n, (q > 1,)),
    ),
)
BEST_ARGUMENT = Solve(
    BEST,
    (*_given, *_other),
    (
        AddUp(
            Solve(
                eq(STEP * g, -(norm ** (2 - q)) * sp.Abs(g) ** q),
                (n >= 1, q > 1, norm >= 0, sp.Ne(norm, 0)),
                (Put(Lemma(VALUE), {a: g, r: norm}),),
            ),
            ell,
            1,
            n,
        ),
        taken_out({sp.Abs(g) ** q: -(norm ** (2 - q))}, ell, n, (q > 1,)),
        AddUp(IN_COORDINATE, ell, 1, n),
        taken_out(
            {sp.Abs(u) ** p: -(norm ** (2 - p)) / p, sp.Abs(g) ** q: -(norm ** (2 - q)) / q},
            ell,
            n,
            (q > 1, p > 1),
        ),
    ),
)

# -- q = 1, where the norm of u is the largest of its entries --------------------------------------

SIGN_STEP = -sp.sign(g) * norm
SIGN_NORMS = {
    "section 3": (n >= 1,),
    "(7)": (norm >= 0, GRADIENT_NORM),
    HERE: (sp.Eq(q, 1),),
}
_short = in_all(ell, n, sp.Abs(u) <= norm)
ANY_OTHER_SIGN = {"(7), the length of u": (_short,)}
SHORT = in_all(ell, n, sp.Abs(SIGN_STEP) <= norm)
SHORT_ARGUMENT = Generalise(Solve(SHORT.body, (norm >= 0,)), ell)
BEST_SIGN = sp.Le(total(SIGN_STEP * g), total(u * g), evaluate=False)
BEST_SIGN_ARGUMENT = AddUp(
    Solve(
        SIGN_STEP * g <= u * g,
        (n >= 1, norm >= 0, _short, *within(ell, n).args),
        (Specialise(Assume(_short), ell),),
    ),
    ell,
    1,
    n,
)
