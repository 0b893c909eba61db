"""Section 5.4: what the theorems are summed up to, for the shape of the law of X_t."""

from dataclasses import replace

import sympy as sp

from theory.binders import substitute
from theory.choices import Ambiguous
from theory.claim import ByHand, ByReading, Claim, ForAll, Instead, Missing, Source
from theory.hints import Try
from theory.language import RisesSmoothly, eq, reals
from theory.papers.instability_flatness import laws
from theory.papers.instability_flatness.laws import HALF, c, law, s
from theory.papers.instability_flatness.notation import (
    ESS_INF,
    ESS_SUP,
    EXPECTED,
    LAST_MODE,
    MOMENT,
    STEP_SIZE,
    after,
    alpha,
    f,
    t,
)
from theory.places import HERE

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


SUPREMUM, INFIMUM = (head(alpha, f, t) for head in (ESS_SUP, ESS_INF))
BEYOND = 1 - law(t, ESS_SUP(alpha, f, t - 1))  # the mass beyond where the support ended before
MEAN = EXPECTED(alpha, f, t)
MORE_BELOW = law(t, x) <= law(t + 2, x)


def later(term, steps=2):
    """Return a term so many steps later."""
    return substitute(term, {t: t + steps})


def at_all_times(says, first, *times):
    """Return a statement about the law of X_t at all times from the first one on."""
    return ForAll(says, given={**laws.SETTING, HERE: (t >= first,)}, instances={t: times})


def at_even_times(says, *given):
    """Return a statement about the law of X_t at even times."""
    return ForAll(
        says,
        given={**laws.SETTING, HERE: (*laws.AT_EVEN_TIMES, *given)},
        instances={t: (0, 2)},
    )


SECOND, THIRD_MOMENT = (MOMENT(alpha, f, t, k) for k in (2, 3))
SKEWED = THIRD_MOMENT * sp.Abs(THIRD_MOMENT)  # over the cube of the second moment it has the
# order of the third standardised moment
THIRD_GROWS = at_all_times(later(THIRD_MOMENT, 1) > THIRD_MOMENT, 0, 0, 1)
GROWS_ANYWAY = replace(THIRD_GROWS, given={HERE: (*laws.ANY_LAW, RisesSmoothly(alpha), t >= 0)})

TXT_SKEW = Claim(
    id="instability-flatness/txt-skew",
    title="Skewness to the right grows",
    source=Source("sections 5.3 and 5.4"),
    words="The law of X_t gets more and more skewed to the right.",
    printed=Ambiguous(
        "what measures skewness to the right",
        {
            "mode at most the median": ForAll(
                LAST_MODE(alpha, f, t) <= laws.m_t,
                given={**laws.SETTING, HERE: (t >= 2, laws.EVEN)},
                instances={t: (2, 4)},
            ),
            "third central moment": THIRD_GROWS,
            "third standardised moment": at_all_times(
                later(SKEWED, 1) * SECOND**3 > SKEWED * later(SECOND, 1) ** 3, 0, 0, 1
            ),
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
    instead=Instead(
        GROWS_ANYWAY,
        words="the third central moment grows with every step, however steep alpha is",
    ),
    uses=("instability-flatness/prop-5.11",),
    note="The section draws it from the order of mode and median, which fails as Proposition 5.11 "
    "does. u is the mean of every X_t. As alpha increases, (x - u) alpha(x)^2 is at least (x "
    "- u) alpha(u)^2, of mean 0: the third central moment grows at every step. Over the cube "
    "of the standard deviation, which grows too, it need not, and a law that leans to the "
    "left at first does so for a while.",
    symbols={
        s: "the slope of alpha, which is linear",
        c: "alpha at 0; where the reading is on moments, at the mean of X_0",
    },
)

LESS_BELOW = Try({**laws.FROM_QUARTER, x: sp.Rational(1, 4)})

TXT_5_4_SEC = Claim(
    id="instability-flatness/txt-5.4-sec",
    title="Implicit bias: medians, tails, time at small U",
    source=Source("section 5.4"),
    words="The medians of even times fall monotonically; the centre of mass shifts to the left; "
    "vanishing mass spreads over a widening support on the right; more and more mass is where U is "
    "smaller.",
    quote="... even-time medians contract monotonically ... while the center of mass shifts left, "
    "vanishing probability mass spread over widening support in the right tail. In practice, GD "
    "spends progressively more time in regions of lower higher-order curvature moments",
    printed={
        "medians of even times fall": laws.MEDIAN_FALLS,
        "the centre of mass shifts to the left": Ambiguous(
            "whether the mean is meant, or the median, which the sentence before speaks of",
            {
                "the mean": ForAll(
                    later(MEAN) < MEAN,
                    given=(*laws.LIPSCHITZ, *laws.AT_EVEN_TIMES),
                    instances={t: (0, 2)},
                ),
                "the median": laws.MEDIAN_FALLS,
            },
        ),
        "the support widens": at_all_times(
            sp.And(later(SUPREMUM, 1) > SUPREMUM, later(INFIMUM, 1) < INFIMUM), 0, 0, 1, 2
        ),
        "vanishing mass on the right": Ambiguous(
            "beyond what the mass is that vanishes",
            {
                "beyond the support before: it halves": at_all_times(
                    eq(later(BEYOND, 1), BEYOND / 2), 1, 1, 2
                ),
                "beyond every level": Missing("limits over t of the law of X_t"),
            },
        ),
        "more mass where U is smaller": Ambiguous(
            "which part of the line is meant",
            {
                "below every level": at_even_times(MORE_BELOW),
                "below the first median": at_even_times(MORE_BELOW, sp.Eq(law(0, x), HALF)),
            },
        ),
    },
    lemmas={
        "one step widens an interval": ForAll(
            given=STEP_SIZE, says=sp.And(after(b, 1) > b, after(b, -1) < b)
        ),
        "only steps up from beyond b end beyond T_+(b)": ForAll(
            given=(*STEP_SIZE, x <= after(b, 1)),
            says=sp.And(
                after(x, -1) <= after(b, 1),
                sp.Or(
                    sp.And(x <= b, after(x, 1) <= after(b, 1)),
                    sp.And(x > b, after(x, 1) > after(b, 1)),
                ),
            ),
        ),
    },
    instead={
        "medians of even times fall": laws.INSTEAD_COR_5_5,
        "the centre of mass shifts to the left": ByReading(
            {
                "the mean": Instead(
                    ForAll(
                        eq(later(MEAN), MEAN),
                        given=(*laws.LIPSCHITZ, *laws.AT_EVEN_TIMES),
                        instances={t: (0, 2)},
                    ),
                    words="the mean of X_t stays",
                ),
                "the median": laws.INSTEAD_COR_5_5,
            }
        ),
        "more mass where U is smaller": Instead(
            ForAll(
                law(t, ESS_SUP(alpha, f, 0)) > HALF,
                given={**laws.SETTING, HERE: (t >= 2, laws.EVEN)},
                instances={t: (2, 4)},
            ),
            words="more than half the mass is below the first end of the support at even times",
        ),
    },
    because={
        "medians of even times fall": laws.MEDIAN_RISES,
        "the centre of mass shifts to the left": laws.MEDIAN_RISES,
        "more mass where U is smaller": LESS_BELOW,
    },
    uses=(
        "instability-flatness/thm-5.12",
        "instability-flatness/prop-5.11",
        "instability-flatness/lem-5.9#right side",
        "instability-flatness/lem-5.9#left side",
        "instability-flatness/lem-5.10",
        "instability-flatness/txt-skew",
    ),
    note="For medians see theorem 5.12; the mean stays, as X_t is a martingale. Beyond the end of "
    "the support there is only what was beyond its end one step earlier and goes up. From a "
    "law on a short interval around a point 3/4 of the mass is to the left of the point at t "
    "= 2, but 11/16 at t = 4 if alpha is almost constant.",
)
