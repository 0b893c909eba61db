"""Theorem 4.3: the saddle points that the product of L factors in n coordinates introduces.

x = g(w) = w_1 ... w_L, coordinate by coordinate. S is the set of all w of which exactly two factors
vanish. The theorem assumes a slope of f at x = 0, which is where g takes all of S.
"""

import sympy as sp

from theory.argument_language import States
from theory.choices import Ambiguous
from theory.claim import Claim, Source
from theory.papers.steepest_mirror import saddles_against, saddles_argument
from theory.papers.steepest_mirror.notation import (
    OTHERS_IN_EVERY_COORDINATE,
    OTHERS_NOT_ZERO,
    STEEP,
    TWO_FACTORS,
    L,
    g,
    i,
    j,
    n,
    saddle,
    saddle_of_factors,
    vanishes,
    w,
    x,
)
from theory.places import HERE
from theory.quantifiers import denied

W_K = "of a vector w_k, w_k != 0 can say that it is not the zero vector, or that no entry is 0"
I_J = "i and j are printed as members of [n], the coordinates, and number the factors, [L]"
STAY = "saddle points of f are points x and not factors w"
IN_S = (
    STEEP,
    Ambiguous(
        I_J,
        {
            "any two of the L factors": TWO_FACTORS,
            "two of the first n factors": sp.And(TWO_FACTORS, i <= n, j <= n),
        },
    ),
    vanishes(i),
    vanishes(j),
    Ambiguous(
        W_K, {"no entry is 0": OTHERS_IN_EVERY_COORDINATE, "not the zero vector": OTHERS_NOT_ZERO}
    ),
)
FACTORS_EXIST = {"section 4, x = w_1 ... w_L": (L >= 1,)}

THM_4_3 = Claim(
    id="steepest-mirror/thm-4.3",
    title="Saddle points of products",
    source=Source("section 4, theorem 4.3", "appendix D, theorem D.2"),
    words="If the loss f has a slope at x = 0, the points where exactly two of the factors vanish "
    "are saddle points of the loss of the factors, which do not come from saddle points of f; and "
    "those that do are saddle points, too.",
    printed={
        "the points of S are saddle points": States(saddle_of_factors(w), given={HERE: IN_S}),
        "none of them comes from a saddle point of f": States(
            denied(saddle(g(w))), given={HERE: IN_S}
        ),
        "saddle points of f stay": Ambiguous(
            STAY,
            {
                "each x comes from some w that is one": States(
                    saddles_argument.STAYS, {HERE: (STEEP, saddle(x)), **FACTORS_EXIST}
                ),
                "each w that gives such an x is one": States(
                    saddle_of_factors(w), {HERE: (STEEP, saddle(g(w))), **FACTORS_EXIST}
                ),
            },
        ),
    },
    because={
        "the points of S are saddle points": saddles_argument.SADDLES,
        "none of them comes from a saddle point of f": saddles_argument.NEW,
        "saddle points of f stay": saddles_argument.SOME_STAYS,
    },
    against={
        "the points of S are saddle points": saddles_against.ZERO_VECTORS,
        "saddle points of f stay": saddles_against.NOT_ALL_STAY,
    },
    uses=("steepest-mirror/def-D.1", "steepest-mirror/thm-4.3-step-two-zeros"),
    note="S is printed with `for all i, j` and read as all points of this form, since in the proof "
    "exactly two factors vanish. A Hessian is not positive semidefinite if v^T H v < 0 for some v. "
    "What fails does so for f = x_1 at w_1 = w_2 = 0, w_3 = (0, 1), where the Hessian is 0, and "
    "for f = (x_2^2 - x_1^2) / 2 - x_2 with the saddle point (0, 1) at w_1 = w_2 = (0, 1).",
)
