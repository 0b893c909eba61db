"""Around theorem 4.3: which starts are close to S, how they leave, where two factors vanish."""

import sympy as sp
from sympy.logic.boolalg import And

from theory.argument_language import States
from theory.arguments import AddUp, Assume, Generalise, LastTerm, Lemma, Put, Solve, Specialise
from theory.binders import SequenceOf, substitute
from theory.choices import Ambiguous
from theory.claim import Claim, ForAll, Source
from theory.existence import given_by
from theory.language import eq, reals
from theory.papers.steepest_mirror.coordinates import (
    L_P,
    L,
    delta,
    ell,
    i,
    in_all,
    lam,
    larger_q,
    n,
    over_coordinates,
    q,
    w,
    within,
)
from theory.papers.steepest_mirror.coordinates import slope as slope_of_x
from theory.places import HERE
from theory.quantifiers import denied, inhabited
from theory.sequences import Indicator
from theory.sum_arguments import counted

# -- near S --------------------------------------------------------------------------------------

root = reals("y")
TO_S = over_coordinates(sp.Add(*(w[number, ell] ** 2 for number in (1, 2))), ell)
SMALL = in_all(ell, n, And(sp.Abs(w[1, ell]) <= delta, sp.Abs(w[2, ell]) <= delta))
ZERO_AND_SMALL = in_all(ell, n, And(eq(w[1, ell], 0), eq(sp.Abs(w[2, ell]) ** q, lam)))
ONE_ZERO = in_all(ell, n, eq(w[1, ell], 0))
NEAR_S = {"section 3": (n >= 1,), "section 4": (L >= 2, q >= 1)}
DISTANCE, OF_BALANCE = 2 * delta**2, lam ** (2 / q)
CLOSE = sp.Le(TO_S, n * DISTANCE, evaluate=False)


def added_up(bound, given, *using):
    """Argue for the squared way to S what is argued in every coordinate."""
    each = Solve(
        w[1, ell] ** 2 + w[2, ell] ** 2 <= bound,
        (n >= 1, q >= 1, given, *within(ell, n).args),
        (Specialise(Assume(given), ell), *using),
    )
    return Solve(
        sp.Le(TO_S, n * bound, evaluate=False),
        (n >= 1, q >= 1, given),
        (AddUp(each, ell, 1, n), counted(bound, ell, n), *using),
    )


NOT_NEGATIVE = Solve(
    lam >= 0, (n >= 1, q >= 1, ZERO_AND_SMALL), (Specialise(Assume(ZERO_AND_SMALL), sp.S.One),)
)
_far = {n: 1, L: 2, q: 1, delta: 1, w: SequenceOf(2 * Indicator(eq(i, 2)), i, ell)}
FAR_FROM_S = given_by(
    inhabited(
        (n, L, q, delta, w),
        (n >= 1, L >= 2, q >= 1, delta > 0, ONE_ZERO, denied(CLOSE)),
    ),
    {symbol: sp.sympify(value) for symbol, value in _far.items()},
    (),
    (
        Generalise(Solve(substitute(ONE_ZERO.body, {w: _far[w], n: sp.S.One})), ell),
        LastTerm(substitute(TO_S, {w: _far[w], n: sp.S.One})),
    ),
)

SMALL_INIT = Claim(
    id="steepest-mirror/txt-small-init-near-S",
    title="Small initialisations are close to the saddle points",
    source=Source("section 4, after theorem 4.3", "appendix D, after theorem D.2"),
    words="Small factors are close to S; so is a balanced start with one factor zero and a small "
    "constant.",
    printed={
        "small initialisations": States(
            CLOSE,
            given={
                **NEAR_S,
                HERE: (SMALL,),
            },
        ),
        "one factor zero, balanced with a small lambda": States(
            sp.Le(TO_S, n * OF_BALANCE, evaluate=False),
            given={**NEAR_S, HERE: (ZERO_AND_SMALL,)},
        ),
        "one factor zero": Ambiguous(
            "the appendix does not say how large the other factors are",
            {
                "the others are small": States(
                    CLOSE,
                    given={
                        **NEAR_S,
                        HERE: (SMALL, ONE_ZERO),
                    },
                ),
                "whatever the others": States(
                    CLOSE,
                    given={
                        **NEAR_S,
                        HERE: (
                            delta > 0,
                            ONE_ZERO,
                        ),
                    },
                ),
            },
        ),
    },
    lemmas={
        "the power of a balance": ForAll(
            given=(q >= 1, lam >= 0, eq(lam, sp.Abs(root) ** q)), says=eq(root**2, lam ** (2 / q))
        ),
    },
    because={
        "small initialisations": added_up(DISTANCE, SMALL),
        "one factor zero, balanced with a small lambda": added_up(
            OF_BALANCE,
            ZERO_AND_SMALL,
            Put(Lemma("the power of a balance"), {root: w[2, ell]}),
            NOT_NEGATIVE,
        ),
        "one factor zero": added_up(DISTANCE, SMALL),
    },
    against={"one factor zero": FAR_FROM_S},
    note="The squared way to S sets w_1 and w_2 to zero, the others staying what they are. A "
    "single zero factor is not enough: the distance is then the size of the least of the others.",
)

# -- faster escape -------------------------------------------------------------------------------

LARGER = lam ** (q * (L - 1)) > lam ** (larger_q * (L - 1))
FASTER = lam ** (q * (L - 1)) * slope_of_x ** (q - 1) > lam ** (
    larger_q * (L - 1)
) * slope_of_x ** (larger_q - 1)
HOW_SMALL = "for which lambda the sentence is meant: the next one speaks of small lambda"
ESCAPE = {
    **L_P,
    "corollary 4.10": (lam > 0,),
    HERE: (L >= 2, larger_q > q),
}


def escapes(says, small):
    """State something of escape for small lambda, and for every lambda."""
    return Ambiguous(
        HOW_SMALL,
        {
            "small lambda": ForAll(given={**ESCAPE, HERE: (*ESCAPE[HERE], *small)}, says=says),
            "every lambda": ForAll(
                given={**ESCAPE, HERE: (*ESCAPE[HERE], slope_of_x > 0)}, says=says
            ),
        },
    )


FASTER_ESCAPE = Claim(
    id="steepest-mirror/txt-smaller-q-escapes-faster",
    title="Smaller q escapes the saddle points faster",
    source=Source("section 4, after corollary 4.10"),
    words="From w_1 = 0 and the other factors lambda, smaller q has the larger coercivity "
    "lambda^(q (L-1)) and therefore leaves the saddle points faster, for small lambda.",
    printed={
        "larger coercivity constant": escapes(LARGER, (lam < 1,)),
        "faster escape": escapes(
            FASTER, (lam < 1, slope_of_x > 0, slope_of_x * lam ** (L - 1) < 1)
        ),
    },
    uses=("steepest-mirror/cor-4.10#coercive",),
    note="Escape is the speed of x at the start, lambda^(q (L-1)) |f'|^(q-1). Small lambda is "
    "below 1 and small for the slope, lambda^(L-1) |f'| < 1. For a fixed lambda < 1 the order of "
    "speeds turns over when the loss is scaled up.",
)
