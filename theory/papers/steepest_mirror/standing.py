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
    experiments,
    mirror_maps,
    products_argument,
    projection_argument,
    rates_argument,
    saddles,
)
from theory.papers.steepest_mirror.coordinates import (
    L,
    alpha1,
    lam,
    n,
    q,
    samples,
    slope,
    total_gradient,
    x,
)
from theory.papers.steepest_mirror.matrices_argument import SIZES as MATRICES
from theory.papers.steepest_mirror.mirror_maps import z

STANDING = {
    "section 1": (q <= 2,),  # a family of flows from q = 1 to q = 2
    "section 3": (n >= 1, samples >= 1),
    "section 4": (L >= 1, q >= 1, *direction_argument.NORMS["section 4"], *balance_argument.WHICH),
    "section 3, definition 3.1": projection_argument.LEGENDRE_FLOW[
        "definition 3.1: R is strictly convex"
    ],
    "section 4, definition 4.1": (
        *rates_argument.AT_A_TIME["definition 4.1, for a separable R"],
        *construction.LEGENDRE["definition 4.1: R is C^2"],
    ),
    "(7)": (
        *direction_argument.NORMS["(7)"],
        *direction_argument.SIGN_NORMS["(7) with q = 1"],
        *direction_argument.ANY_OTHER["(7), the length of u"],
        *direction_argument.ANY_OTHER_SIGN["(7), the length of u"],
    ),
    "(14)": (z >= 0, eq(sp.Abs(x) ** q, mirror_maps.power_of_x(z, lam, 2))),
    "example 3.2 and definition 4.6": (lam > 0, lam >= 0),
    "figure 2": (escape.x0 > 0,),
    "table 4": (experiments.decay >= 0,),
    "algorithm 1": (eq(total_gradient, slope + alpha1 * x),),
    "appendix B, definition B.1": convexity.BETWEEN,
    "appendix B, definition B.7": projection_argument.CONVEX,
    "theorem 4.16": (products_argument.SAME_SIZE,),
    "theorem D.2": (sp.Ne(saddles.others_of_two, 0),),
    "appendix G": (construction.metric > 0,),
    "appendix H": MATRICES["appendix H, sizes of the matrices"],
}
