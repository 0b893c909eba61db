"""Appendix H: what of the balance equations is left for products of matrices.

On g(W1, W2) = W1 W2 the gradients of the factors are G W2^T and W1^T G, with G the gradient of f
at the product. All norms are entrywise.
"""

from itertools import product

import sympy as sp

from theory.argument_language import States
from theory.claim import ByHand, Claim, ForAll, Observed, Source
from theory.existence import given_by
from theory.language import DEFINES, eq, reals
from theory.papers.steepest_mirror import matrices_argument as matrices
from theory.papers.steepest_mirror.coordinates import alpha as decay
from theory.papers.steepest_mirror.coordinates import decayed, lam
from theory.papers.steepest_mirror.two_factors import (
    FIRST,
    GRADIENT,
    SECOND,
    matrix_rates,
)
from theory.places import HERE
from theory.quantifiers import inhabited

alpha = reals("alpha")


def pairing(a, b):
    """Return the sum over entries of a_ij b_ij."""
    return sum(x * y for x, y in zip(a, b, strict=True))


def drift(weigh_first, weigh_second, d_first, d_second):
    """Return <A, dW1/dt> - <B, dW2/dt> for flows with decay alpha on both factors."""
    return pairing(weigh_first, d_first - alpha * FIRST) - pairing(
        weigh_second, d_second - alpha * SECOND
    )


GF_BALANCE = Claim(
    id="steepest-mirror/txt-H-gf-balance",
    title="Balance of gradient flow on a product of matrices",
    source=Source(appendix="appendix H, second display"),
    words="Under gradient flow with weight decay the difference of the squared norms of the two "
    "factors decays like the exponential of minus twice the integrated decay.",
    printed={
        "its rate": States(
            eq(matrices.norm_drift(), -2 * decay * matrices.norm_gap()), given=matrices.SIZES
        ),
        "what decays at this rate": ForAll(
            says=eq(
                sp.Derivative(lam * sp.exp(-2 * decayed), decayed),
                -2 * (lam * sp.exp(-2 * decayed)),
            )
        ),
    },
    lemmas={
        "2 x 2 matrices": ForAll(
            says=sp.Eq(
                drift(2 * FIRST, 2 * SECOND, *matrix_rates(FIRST, SECOND, GRADIENT)),
                -2 * alpha * (pairing(FIRST, FIRST) - pairing(SECOND, SECOND)),
            ),
        ),
    },
    because={"its rate": ByHand(("2 x 2 matrices",))},
    note="lambda is the difference at the start, A the integral of alpha. Coupled and decoupled "
    "decay are the same for gradient flow.",
)

# -- sign flow -------------------------------------------------------------------------------------

ROW, COLUMN = reals("a_1 a_2 a_3"), reals("b_1 b_2 b_3")


def distributes(row, column):
    """Return both sides of sign(W1 W2) = sign(W1) sign(W2) for one row and one column."""
    terms = list(zip(row, column, strict=True))
    return sp.sign(sum(a * b for a, b in terms)), sum(sp.sign(a) * sp.sign(b) for a, b in terms)


def opposite_signs():
    """Return the first small integers for which the two sides have opposite signs."""
    for row, column in product(product((1, 2, 3), repeat=3), product((1, -1), repeat=3)):
        left, right = distributes(row, column)
        if left * right < 0:
            return dict(zip((*ROW, *COLUMN), (*row, *column), strict=True))
    raise LookupError("no example among these integers")


SIGNS = reals("s11 s12 s21 s22 t11 t12 t21 t22 r11 r12 r21 r22")
SIGN_FIRST, SIGN_SECOND, SIGN_GRADIENT = (
    sp.Matrix(2, 2, SIGNS[4 * k : 4 * k + 4]) for k in range(3)
)
LEFT, RIGHT = distributes(ROW, COLUMN)

NAMES_OF_TERMS = (*ROW, *COLUMN)
NOT_DISTRIBUTIVE = sp.Ne(LEFT, RIGHT, evaluate=False)
OPPOSITE = {symbol: sp.Integer(value) for symbol, value in opposite_signs().items()}

SIGN = Claim(
    id="steepest-mirror/txt-H-sign",
    title="Balance of sign flow on a product of matrices, if signs distributed",
    source=Source(appendix="appendix H, first two displays"),
    words="The sign of a product of matrices is not the product of their signs; if it were, also "
    "with the gradient, the difference of the L1 norms of the factors would decay like the "
    "exponential of minus the integrated decay.",
    printed={
        "signs do not distribute": States(inhabited(NAMES_OF_TERMS, (NOT_DISTRIBUTIVE,))),
        "the rate of the balance, if they did": States(
            eq(matrices.sign_drift(), -decay * matrices.size_gap()),
            given={**matrices.SIZES, HERE: matrices.IF_SIGNS_DISTRIBUTE},
        ),
        "what decays at this rate": ForAll(
            says=eq(sp.Derivative(lam * sp.exp(-decayed), decayed), -(lam * sp.exp(-decayed)))
        ),
    },
    lemmas={
        "2 x 2 matrices": ForAll(
            says=sp.Eq(
                drift(
                    SIGN_FIRST,
                    SIGN_SECOND,
                    -SIGN_GRADIENT * SIGN_SECOND.T,
                    -SIGN_FIRST.T * SIGN_GRADIENT,
                ),
                -alpha * (pairing(SIGN_FIRST, FIRST) - pairing(SIGN_SECOND, SECOND)),
            ),
        ),
    },
    because={
        "signs do not distribute": given_by(
            inhabited(NAMES_OF_TERMS, (NOT_DISTRIBUTIVE,)), OPPOSITE, (), ()
        ),
        "the rate of the balance, if they did": ByHand(("2 x 2 matrices",)),
    },
    note="One row and one column of three entries show the first part. In the second the signs of "
    "G W_2^T and of W_1^T G are what they would be if signs distributed over them, which is all "
    "that is needed. lambda is the difference at the start. In the auxiliary statement s, t, r "
    "stand for the signs of W_1, W_2 and G.",
)

now, start = reals("W_t W_0")

DEF_H_1 = Claim(
    id="steepest-mirror/def-H.1",
    title="Sign-stable training",
    source=Source(appendix="appendix H, definition H.1"),
    words="A product of matrices is sign stable if no entry of a factor changes its sign.",
    printed=ForAll(given=(sp.Eq(sp.sign(now), sp.sign(start)),), says=DEFINES),
    note="One entry.",
)

# -- Table 3 ---------------------------------------------------------------------------------------

delta1, delta2 = reals("Delta_L1 Delta_L2")

MEASURES = {
    delta1: "change by fine-tuning of ||Q|_1 - |K|_1|, query Q and key K of one layer, |.|_1 the "
    "sum of absolute entries",
    delta2: "change by fine-tuning of ||Q|_2^2 - |K|_2^2|, query Q and key K of one layer, |.|_2^2 "
    "the sum of squared entries",
}

TABLE_3 = Claim(
    id="steepest-mirror/tab-3",
    title="Balances of query and key matrices before and after fine-tuning",
    source=Source(appendix="appendix H, table 3"),
    words="Between base and instruct versions of three LLaMA models the imbalance of the query and "
    "key matrices shrinks in every layer, more so in L1 than in L2.",
    printed=Observed(
        experiment="llama-balances",
        settings={"models": ("LLaMA-3.1 8B", "LLaMA-3.2 3B", "LLaMA-3.2 1B")},
        effect=sp.And(delta1 < 0, delta2 < 0, delta1 < delta2),
        measures=MEASURES,
        needs="the weights of LLaMA-3.1 8B, LLaMA-3.2 3B and LLaMA-3.2 1B, base and instruct",
    ),
    note="The text calls it Table H. Delta_L1 is the difference for q = 1, Delta_L2 for q = 2.",
)

PRINTED_DELTAS = {  # averages over layers, in L1 and in L2
    "8B": ("-624.13", "-20.28"),
    "3B": ("-1757.04", "-101.71"),
    "1B": ("-891.76", "-66.15"),
}
DELTAS = {
    reals(f"Delta_L{k + 1}_{m}"): sp.Rational(d[k])
    for m, d in PRINTED_DELTAS.items()
    for k in (0, 1)
}
NAMES = list(DELTAS)
MODELS = list(zip(NAMES[::2], NAMES[1::2], strict=True))

COMPARISON = Claim(
    id="steepest-mirror/txt-H-balance-comparison",
    title="Table 3 as evidence that the L1 balance is reduced more",
    source=Source(appendix="appendix H, after the definition of Delta"),
    words="That the average Delta is more negative for L1 than for L2 is taken to show that "
    "fine-tuning with AdamW reduces the L1 balance more.",
    printed=Observed(
        experiment="llama-balances",
        settings={"models": ("LLaMA-3.1 8B", "LLaMA-3.2 3B", "LLaMA-3.2 1B")},
        effect=delta1 < delta2,
        measures=MEASURES,
        needs="the weights of LLaMA-3.1 8B, LLaMA-3.2 3B and LLaMA-3.2 1B, base and instruct",
    ),
    lemmas={
        "printed numbers: the order of the averages": ForAll(
            where=DELTAS, says=sp.And(*(l1 < l2 for l1, l2 in MODELS))
        ),
        "printed numbers: their order with weights in units of 1/100": ForAll(
            where=DELTAS, says=sp.And(*(100 * l1 > 100**2 * l2 for l1, l2 in MODELS))
        ),
    },
    note="Delta_L1 is of degree 1 and Delta_L2 of degree 2 in the weights, so that their order "
    "depends on the unit of the weights: in units of 1/100 it turns for every model. Shares of the "
    "initial imbalance would compare, and the table does not print them.",
)
