"""Section 3: two factors under gradient flow, their balance, and the L_1 norm of their product."""

import sympy as sp
from sympy.logic.boolalg import And

from theory.argument_language import States
from theory.arguments import AddUp, Generalise, Give, Solve
from theory.binders import SequenceOf, substitute
from theory.claim import ByHand, Claim, ForAll, Missing, Source
from theory.language import DEFINES, eq, reals
from theory.papers.steepest_mirror import matrices_argument as matrices
from theory.papers.steepest_mirror.coordinates import (
    alpha,
    d_first,
    d_second,
    ell,
    first,
    in_all,
    k,
    lam,
    n,
    over_coordinates,
    second,
    slope,
    w,
)
from theory.papers.steepest_mirror.coordinates import (
    point as x,
)
from theory.quantifiers import Some
from theory.sequences import Indicator
from theory.sum_arguments import taken_out

ENTRIES = reals("a11 a12 a21 a22 b11 b12 b21 b22 g11 g12 g21 g22")
FIRST, SECOND, GRADIENT = (sp.Matrix(2, 2, ENTRIES[4 * k : 4 * k + 4]) for k in range(3))


def matrix_rates(first, second, gradient):
    """Derive gradient flow on the factors of a matrix product from <gradient, first second>."""
    linear = (gradient.T * first * second).trace()
    return tuple(-linear.diff(factor) for factor in (first, second))


def drift_of_balance():
    """Derive d/dt of W1^T W1 - W2 W2^T along gradient flow on W1 W2."""
    d_first, d_second = matrix_rates(FIRST, SECOND, GRADIENT)
    return d_first.T * FIRST + FIRST.T * d_first - d_second * SECOND.T - SECOND * d_second.T


MOVES = (eq(d_first, -slope * second), eq(d_second, -slope * first))

DEF_3_3 = Claim(
    id="steepest-mirror/def-3.3",
    title="Balanced factors, kept by gradient flow",
    source=Source("section 3, definition 3.3 and the sentences after it"),
    words="Two factors are balanced if m^2 - w^2 is the same number in every coordinate; gradient "
    "flow keeps them so, also for products of matrices.",
    printed={
        "definition": ForAll(given=(eq(first**2 - second**2, lam),), says=DEFINES),
        "kept by gradient flow": ForAll(
            given={"definition 3.3: gradient flow on m w": MOVES},
            says=eq(2 * first * d_first - 2 * second * d_second, 0),
        ),
        "kept for products of matrices": States(
            eq(matrices.drift_of_gram(), 0), given=matrices.SIZES
        ),
    },
    lemmas={
        "2 x 2 matrices": ForAll(
            says=sp.And(*(sp.Eq(e, 0, evaluate=False) for e in drift_of_balance()))
        ),
    },
    because={"kept for products of matrices": ByHand()},
    note="Coordinate l of m and w. For matrices the balance is W1^T W1 - W2 W2^T, of which entry "
    "(i, j) is looked at; its velocity is written out.",
)

# -- sparsity --------------------------------------------------------------------------------------

DECAY = over_coordinates(w[1, ell] ** 2 + w[2, ell] ** 2, ell)
L_1 = over_coordinates(sp.Abs(w[1, ell] * w[2, ell]), ell)
IS_X = in_all(ell, n, eq(w[1, ell] * w[2, ell], x[ell]))
POSITIVE = {"section 3": (n >= 1,), "appendix J, strength of weight decay": (alpha > 0,)}
HALF = sp.sqrt(sp.Abs(x[ell]))
LEAST = SequenceOf(
    Indicator(eq(k, 1)) * sp.sign(x[ell]) * HALF + Indicator(eq(k, 2)) * HALF, k, ell
)
_term = 2 * sp.Abs(w[1, ell] * w[2, ell]) <= w[1, ell] ** 2 + w[2, ell] ** 2
_never_below = AddUp(Solve(_term, (n >= 1,)), ell, 1, n)
NEVER_BELOW = sp.Ge(alpha * DECAY, 2 * alpha * L_1, evaluate=False)
REACHED = Some(
    w,
    And(
        IS_X,
        eq(alpha * DECAY, 2 * alpha * over_coordinates(sp.Abs(x[ell]), ell)),
    ),
)
_at = substitute(REACHED.body, {w: LEAST})
_fits, _value = _at.args
_product_is_x = Generalise(Solve(_fits.body), ell)
_equal = AddUp(
    Solve(eq(LEAST[1, ell] ** 2 + LEAST[2, ell] ** 2, 2 * sp.Abs(x[ell])), (n >= 1,)), ell, 1, n
)
_taken_out = taken_out({sp.Abs(x[ell]): sp.Integer(2)}, ell, n)

SPARSITY = Claim(
    id="steepest-mirror/txt-sparsity-equivalence",
    title="Squared norms on the factors are an L1 norm on the product",
    source=Source("section 3, inducing sparsity with reparameterizations"),
    words="Minimising f(m w) + alpha (|m|^2 + |w|^2) is minimising f(x) + 2 alpha |x|_1, and local "
    "minima correspond.",
    printed={
        "the first objective is never below the second": States(NEVER_BELOW, given=POSITIVE),
        "and equal to it for some factors of every x": States(REACHED, given=POSITIVE),
        "local minima correspond": Missing(
            "a function of n coordinates over which a statement quantifies: f is any loss"
        ),
    },
    because={
        "the first objective is never below the second": Solve(
            NEVER_BELOW,
            (n >= 1, alpha > 0),
            (
                _never_below,
                taken_out({sp.Abs(w[1, ell] * w[2, ell]): sp.Integer(2)}, ell, n),
            ),
        ),
        "and equal to it for some factors of every x": Give(
            Solve(_at, (n >= 1, alpha > 0), (_product_is_x, _equal, _taken_out)), REACHED, LEAST
        ),
    },
    note="m and w are the factors w_1 and w_2. f takes the same value in both problems, since m w "
    "= x. The sign of alpha is not printed; for alpha < 0 neither problem is a regularised one.",
)
