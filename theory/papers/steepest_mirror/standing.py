"""The conditions under which the paper is written, by the places that state them.

They are ranges of its symbols, what its definitions say of the values at the points of a proof, and
the algorithms that it runs; a claim has them under the same place. What a claim of the paper states
itself stands there and not here.
"""

import sympy as sp

from theory.language import eq
from theory.papers.steepest_mirror import (
    balance_argument,
    construction,
    convexity,
    direction_argument,
    escape,
    mirror_maps,
    products_argument,
    projection_argument,
    rates_argument,
    table_4,
)
from theory.papers.steepest_mirror.coordinates import (
    L,
    alpha,
    alpha1,
    lam,
    n,
    norm,
    q,
    samples,
    slope,
    total_gradient,
    x,
)
from theory.papers.steepest_mirror.matrices_argument import SIZES as MATRICES
from theory.papers.steepest_mirror.mirror_maps import z

_DUAL_NORMS = tuple(says for says in direction_argument.NORMS["section 4"] if says != (q > 1))

STANDING = {
    "section 1": (q <= 2,),  # a family of flows from q = 1 to q = 2
    "section 3": (n >= 1, samples >= 1),
    "section 4": (L >= 1, q >= 1, *_DUAL_NORMS, *balance_argument.WHICH),
    "definition 3.1": (construction.metric >= 0,),  # R is convex
    "definition 3.1 and definition B.7": projection_argument.CONVEX,
    "definition 4.1": (
        *rates_argument.AT_A_TIME["definition 4.1, for a separable R"],
        *construction.LEGENDRE["definition 4.1: R is C^2"],
    ),
    "theorem E.3": (lam >= 0,),
    "theorem 4.16": (products_argument.SAME_SIZE,),  # balanced, lambda = 0
    "(7)": (
        norm >= 0,
        direction_argument.GRADIENT_NORM,
        *direction_argument.ANY_OTHER["(7), the length of u"],
        *direction_argument.ANY_OTHER_SIGN["(7), the length of u"],
    ),
    "(14)": (z >= 0,),
    "proof of theorem E.3, L = 2": (eq(sp.Abs(x) ** q, mirror_maps.power_of_x(z, lam, 2)),),
    "example 3.2": (lam > 0, lam >= 0),
    "figure 2": (escape.x0 > 0,),
    "table 4": (table_4.decay >= 0,),
    "algorithm 1": (eq(total_gradient, slope + alpha1 * x),),
    "definition B.1": convexity.BETWEEN,
    "appendix G": (construction.metric > 0,),
    "appendix H": MATRICES["appendix H, sizes of the matrices"],
    "appendix J": (alpha > 0,),  # 1e-1 or 1e-4
}
