"""The notation of section 4 and appendix D: f, its factors, and derivatives in both.

x = g(w) has the coordinates x_l = w_1l ... w_Ll. What is said of the loss f(g(w)) of the factors is
said along a direction v, which has one entry for each factor and coordinate: its gradient vanishes
if its slope along every v does, and its Hessian is not positive semidefinite if its second
derivative along some v is negative.

The definitions are what an argument may use of these quantities. How the derivatives of f(g(w))
are made of those of f is the chain rule, and those of a product are made by the product rule, one
factor after the other.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.binders import SequenceOf
from theory.claim import Source
from theory.language import Head, eq, function, integers, sequence
from theory.notation import Named
from theory.papers.steepest_mirror import (
    escape,
    margins,
    mirror_maps,
    projection,
    saddles,
    sparsity,
)
from theory.papers.steepest_mirror.coordinates import (
    COORDINATES,
    L,
    ell,
    i,
    in_all,
    j,
    k,
    n,
    over_coordinates,
    product,
    w,
    within,
)
from theory.papers.steepest_mirror.coordinates import (
    number as m,
)
from theory.papers.steepest_mirror.coordinates import (
    point as x,
)
from theory.quantifiers import Every, Some
from theory.sequences import Indicator

f = function("f")
coordinate = integers("l'")  # bound in x = g(w) alone
y, u, v = map(sequence, ("y", "u", "v"))
b, d = map(sequence, ("b", "d"))

GRADIENT = Head("Gradient", "the derivative of f in coordinate l at x", r"\nabla_x f")
HESSIAN = Head(
    "Hessian", "the second derivative of f in the coordinates l, k at x", r"\nabla_x^2 f"
)
SLOPE = Head("Along", "the gradient of f(g(w)) in w, times v", r"v^T \nabla_w f(g)")
CURVATURE = Head(
    "Curvature", "v^T times the Hessian of f(g(w)) in w, times v", r"v^T \nabla_w^2 f(g) v"
)
FIRST = Head(
    "First",
    "the derivative along v of the product of the first factors, in coordinate l",
    r"\partial_v \Pi",
)
SECOND = Head(
    "Second",
    "the second derivative along v of the product of the first factors, in coordinate l",
    r"\partial_v^2 \Pi",
)

FACTORS = Source("section 4, theorems 4.3 and 4.8, corollaries 4.9 and 4.10", "appendices D and E")
MATRICES = Source("definition 3.3", "appendix H")

NOTATION = (
    Named(
        f,
        "variable",
        "the objective, twice continuously differentiable",
        Source("section 3", "definition D.1"),
    ),
    Named(n, "constant", "the number of coordinates", Source("section 3")),
    Named(L, "constant", "the number of factors", Source("section 4")),
    Named(
        w, "variable", "w[i, l] is coordinate l of the factor w_i", Source("section 4, theorem 4.3")
    ),
    Named(i, "variable", "the number of a factor", FACTORS, also=(("an entry", MATRICES),)),
    Named(j, "variable", "the number of another factor", FACTORS, also=(("an entry", MATRICES),)),
    Named(ell, "variable", "the number of a coordinate", Source("section 4, theorem F.1")),
    Named(x, "variable", "a point, with its coordinates", Source("section 3")),
    Named(GRADIENT, "quantity", "the gradient of f", Source("section 3")),
    Named(HESSIAN, "quantity", "the Hessian of f", Source(appendix="definition D.1")),
    Named(
        SLOPE, "quantity", "the gradient of the loss of the factors", Source(appendix="appendix D")
    ),
    Named(
        CURVATURE,
        "quantity",
        "the Hessian of the loss of the factors",
        Source(appendix="appendix D"),
    ),
    Named(FIRST, "quantity", "derivative of a product of factors", Source(appendix="appendix D")),
    Named(
        SECOND,
        "quantity",
        "second derivative of a product of factors",
        Source(appendix="appendix D"),
    ),
    Named(
        mirror_maps.BREGMAN,
        "quantity",
        "whether R is Bregman on the line",
        Source("corollary 4.14"),
    ),
    Named(
        mirror_maps.BREGMAN_SIDE, "quantity", "whether it is on a half line", Source("lemma 4.13")
    ),
    Named(
        mirror_maps.LEGENDRE, "quantity", "whether R is Legendre on the line", Source("theorem 4.8")
    ),
    Named(
        mirror_maps.LEGENDRE_SIDE, "quantity", "whether it is on a half line", Source("lemma 4.13")
    ),
    Named(mirror_maps.EXPONENT, "quantity", "metric exponent of R", Source("definition 4.12")),
    Named(
        mirror_maps.ONTO, "quantity", "whether R' takes every value", Source(appendix="theorem E.3")
    ),
    Named(saddles.TOP, "quantity", "eigenvalue of a block of the Hessian", Source(appendix="D.2")),
    Named(mirror_maps.AFTER_REST, "quantity", "speed after a rest", Source("theorem 4.8")),
    Named(escape.TIME, "quantity", "time of the flow of figure 2", Source("figure 2")),
    Named(sparsity.T_V, "quantity", "Taylor polynomial of v", Source(appendix="appendix J")),
    Named(sparsity.T_INVERSE, "quantity", "Taylor polynomial of 1/v", Source(appendix="J")),
    Named(sparsity.T_M, "quantity", "Taylor polynomial of m_0", Source(appendix="appendix J")),
    Named(sparsity.T_W, "quantity", "Taylor polynomial of w_0", Source(appendix="appendix J")),
    Named(margins.FACTOR, "quantity", "a factor along sign flow", Source(appendix="theorem F.1")),
    Named(projection.SIGN_LIMIT, "quantity", "where a sign flow ends", Source(appendix="B.11")),
    *COORDINATES,
)


def somewhere(index, last, condition):
    """Return that a condition holds for one of 1, ..., last."""
    return Some(index, And(within(index, last), condition))


def g(factors, last=L):
    """Return the point x = w_1 ... w_L."""
    return SequenceOf(product(factors, last, coordinate), coordinate)


ORIGIN = SequenceOf(sp.S.Zero, coordinate)


def gradient_term(factors, direction):
    """Return what coordinate l adds to the slope along a direction."""
    return GRADIENT(f, n, g(factors), ell) * FIRST(factors, direction, L, ell)


def bend_term(factors, direction):
    """Return what the second derivative of x_l adds to the second derivative along a direction."""
    return GRADIENT(f, n, g(factors), ell) * SECOND(factors, direction, L, ell)


def hessian_term(factors, direction):
    """Return what the coordinates l, k add to the second derivative along a direction."""
    moved = FIRST(factors, direction, L, ell) * FIRST(factors, direction, L, k)
    return HESSIAN(f, n, g(factors), ell, k) * moved


def form(point, direction):
    """Return u^T times the Hessian of f at a point times u."""
    return over_coordinates(HESSIAN(f, n, point, ell, k) * direction[ell] * direction[k], k, ell)


_depends = in_all(k, n, eq(x[k], y[k]))
_known = And(
    eq(GRADIENT(f, n, x, ell), b[ell] + d[ell] * x[ell]),
    eq(HESSIAN(f, n, x, ell, k), d[ell] * Indicator(eq(ell, k))),
)

DEFINITIONS = {
    "the gradient at a point": States(
        eq(GRADIENT(f, n, x, ell), GRADIENT(f, n, y, ell)), (_depends,)
    ),
    "the Hessian at a point": States(
        eq(HESSIAN(f, n, x, ell, m), HESSIAN(f, n, y, ell, m)), (_depends,)
    ),
    "the derivative of no product": States(eq(FIRST(w, v, 0, ell), 0)),
    "the derivative of a product": States(
        eq(
            FIRST(w, v, m + 1, ell),
            FIRST(w, v, m, ell) * w[m + 1, ell] + product(w, m, ell) * v[m + 1, ell],
        ),
        given=(m >= 0,),
    ),
    "the second derivative of no product": States(eq(SECOND(w, v, 0, ell), 0)),
    "the second derivative of a product": States(
        eq(
            SECOND(w, v, m + 1, ell),
            SECOND(w, v, m, ell) * w[m + 1, ell] + 2 * FIRST(w, v, m, ell) * v[m + 1, ell],
        ),
        given=(m >= 0,),
    ),
    "the gradient in the factors": States(
        eq(SLOPE(f, n, L, w, v), over_coordinates(gradient_term(w, v), ell)), given=(n >= 0, L >= 0)
    ),
    "the Hessian in the factors": States(
        eq(
            CURVATURE(f, n, L, w, v),
            over_coordinates(hessian_term(w, v), k, ell) + over_coordinates(bend_term(w, v), ell),
        ),
        given=(n >= 0, L >= 0),
    ),
    "f = sum of b_l x_l + d_l x_l^2 / 2": States(
        Some(f, Every(x, in_all(ell, n, in_all(k, n, _known))))
    ),
}


def is_point(factors, point):
    """Return that x = g(w)."""
    return in_all(ell, n, eq(product(factors, L, ell), point[ell]))


def stationary(point):
    """Return that the gradient of f vanishes at a point."""
    return in_all(ell, n, eq(GRADIENT(f, n, point, ell), 0))


def saddle(point):
    """Return that a point is a saddle point of f, by definition D.1."""
    return And(stationary(point), Some(u, form(point, u) < 0))


def saddle_of_factors(factors):
    """Return that factors are a saddle point of f(g(w)), by definition D.1."""
    return And(
        Every(v, eq(SLOPE(f, n, L, factors, v), 0)),
        Some(v, CURVATURE(f, n, L, factors, v) < 0),
    )


CRITICAL = Every(v, eq(SLOPE(f, n, L, w, v), 0))


# -- theorem 4.3 -----------------------------------------------------------------------------------

STEEP = somewhere(ell, n, sp.Ne(GRADIENT(f, n, ORIGIN, ell), 0))


def vanishes(number):
    """Return that a factor is the zero vector."""
    return in_all(ell, n, eq(w[number, ell], 0))


def others(condition):
    """Return that a condition holds for every factor w_k with k != i, j."""
    other = And(within(k, L), sp.Ne(k, i), sp.Ne(k, j))
    return Every(k, Implies(other, condition, evaluate=False))


OTHERS_IN_EVERY_COORDINATE = others(in_all(ell, n, sp.Ne(w[k, ell], 0)))
OTHERS_NOT_ZERO = others(somewhere(ell, n, sp.Ne(w[k, ell], 0)))
TWO_FACTORS = And(within(i, L), within(j, L), sp.Ne(i, j))
