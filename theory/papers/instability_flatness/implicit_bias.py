"""Section 5.4: what the theorems are summed up to, for the shape of the law of X_t."""

import sympy as sp

from theory.choices import Ambiguous
from theory.claim import ByHand, Claim, ForAll, Instead, Missing, Source
from theory.language import Lipschitz, reals
from theory.papers.instability_flatness import laws
from theory.papers.instability_flatness.laws import HALF, c, s
from theory.papers.instability_flatness.notation import STEP_SIZE, L, after, alpha, below_start
from theory.papers.instability_flatness.unimodal import (
    AT_MODE,
    MASS_AT_MODE,
    SHORT_LAW,
    UP_DOWN,
    G,
    short,
)

u, x, b = reals("u x b")


def cubes(x):
    """Return the mean of (X_1 - u)^3 for X_0 = x."""
    return sum((after(x, sign) - u) ** 3 for sign in (1, -1)) / 2


# alpha(x) = c + s (x - u) and the exponential law for X_0: mean 1, variance 1, third moment 2
VARIANCE, THIRD = sp.Integer(1), sp.Integer(2)
NEXT_VARIANCE = VARIANCE + c**2 + s**2 * VARIANCE
NEXT_THIRD = THIRD + 3 * (2 * c * s * VARIANCE + s**2 * THIRD)
EXPONENTIAL = (s > 0, s < 1, c > s)  # alpha > 0 on the half-line x > u - 1


def third_of_rising(c, s):
    """Return E (X_1 - u)^3 for the density 2 x on [0, 1] and alpha(x) = c + s (x - u)."""
    variance, third = sp.Rational(1, 18), -sp.Rational(1, 135)
    return third + 3 * (2 * c * s * variance + s**2 * third)


TXT_SKEW = Claim(
    id="instability-flatness/txt-skew",
    title="Skewness to the right grows",
    source=Source("sections 5.3 and 5.4"),
    words="The law of X_t is skewed to the right, and more and more so.",
    printed=Ambiguous(
        "what measures skewness to the right",
        {
            "mode at most the median": short(MASS_AT_MODE <= HALF, UP_DOWN),
            "third central moment": Missing("laws of X_0, over which the moment is a mean"),
        },
    ),
    lemmas={
        "grows in one step, any law, third central moment": ForAll(
            given=STEP_SIZE,
            says=cubes(x) >= (x - u) ** 3 + 3 * alpha(u) ** 2 * (x - u),
        ),
        "positive after one step, density 2 x on [0, 1]": ForAll(
            given=(s > 0, s < 1, c > s), says=third_of_rising(c, s) > 0
        ),
        "one step, exponential law, linear alpha": ForAll(
            given=EXPONENTIAL,
            says=NEXT_THIRD**2 * VARIANCE**3 >= THIRD**2 * NEXT_VARIANCE**3,
        ),
        "one step, exponential law, linear alpha, instead": ForAll(
            given=EXPONENTIAL, says=NEXT_THIRD > THIRD
        ),
    },
    because={
        "": ByHand(("grows in one step, any law, third central moment",), ("third central moment",))
    },
    instead=Instead(short(MASS_AT_MODE <= HALF, UP_DOWN, G <= HALF)),
    uses=("instability-flatness/prop-5.11",),
    note="The section draws it from the order of mode and median, which fails as Proposition 5.11 "
    "does. u is the mean of X_0 and of every X_t. As alpha is larger on the right, (x - u) "
    "alpha(x)^2 is at least (x - u) alpha(u)^2, which has mean 0: the third central moment grows "
    "at every step from any law. Over the cube of the standard deviation, which grows too, it need "
    "not: noise from an almost constant alpha makes a law more symmetric. And a law that leans to "
    "the left at first does so for a while.",
    legend={
        **SHORT_LAW,
        **AT_MODE,
        s: "the slope of alpha, which is linear",
        c: "alpha at 0; where the reading is on moments, at the mean of X_0",
    },
)

LIPSCHITZ = (*STEP_SIZE, Lipschitz(alpha, L), L < 1)

TXT_5_4_SEC = Claim(
    id="instability-flatness/txt-5.4-sec",
    title="Implicit bias: medians, tails, time at small U",
    source=Source("section 5.4"),
    words="The medians of even times fall monotonically; vanishing mass spreads over a widening "
    "support on the right; more and more mass is where U is smaller.",
    printed={
        "medians of even times fall": laws.MEDIAN_FALLS,
        "support widens, one step": ForAll(
            given=STEP_SIZE, says=sp.And(after(b, 1) > b, after(b, -1) < b)
        ),
        "the mass beyond the last end of the support halves": ForAll(
            given=(*STEP_SIZE, x <= after(b, 1)),
            says=sp.And(
                after(x, -1) <= after(b, 1),
                sp.Or(
                    sp.And(x <= b, after(x, 1) <= after(b, 1)),
                    sp.And(x > b, after(x, 1) > after(b, 1)),
                ),
            ),
        ),
        "more mass left of the start, a point, from t = 2 to t = 4": ForAll(
            given=LIPSCHITZ, says=below_start(x, 2) <= below_start(x, 4)
        ),
    },
    instead={
        "medians of even times fall": Instead(laws.FALLS_BY_COR_5_5),
        "more mass left of the start, a point, from t = 2 to t = 4": Instead(
            ForAll(given=STEP_SIZE, says=below_start(x, 4) > HALF)
        ),
    },
    because={"medians of even times fall": laws.MEDIAN_RISES},
    uses=(
        "instability-flatness/thm-5.12",
        "instability-flatness/prop-5.11",
        "instability-flatness/lem-5.9",
        "instability-flatness/lem-5.10",
        "instability-flatness/txt-skew",
    ),
    note="For medians see theorem 5.12. X_{t+1} is beyond T_+(b), b the end of the support before, "
    "only by a step up from beyond b. From a point 3/4 of the mass is to its left at t = 2, but "
    "11/16 at t = 4 if alpha is almost constant; a law on a short interval does the same.",
)
