"""Section 5.3 and F.4: how far the walk from a point has moved to the left.

Strings, walks and their sums are those of `strings`.
"""

import sympy as sp

from theory.claim import ByHand, Claim, ForAll, Instead, Missing, Source
from theory.hints import Keeps
from theory.language import Each, function, reals, sequence
from theory.papers.instability_flatness.drift import (
    CONSTANTS,
    DRIFTS,
    DROP,
    GAP,
    NEGATIVE_SUM,
    NET,
    SUM_ZERO,
    c0,
    c1,
    drift,
    eps,
)
from theory.papers.instability_flatness.notation import STEP_SIZE, alpha, count
from theory.papers.instability_flatness.strings import (
    ALONG_SIGNS,
    X,
    falls,
    falls_by,
    j,
    m,
    s,
    signs,
    t,
    u,
    walk,
    x,
    x1,
    x2,
)

OPPOSITE = {x1: u + alpha(u), x2: u - alpha(u)}
AT_X = {x1: x + alpha(x), x2: x - alpha(x)}
up_down, down_up, down_down = x1 - alpha(x1), x2 + alpha(x2), x2 - alpha(x2)
d1, d2, d3 = reals("delta_1 delta_2 delta_3")
GAPS = {d1: alpha(x1) - alpha(u), d2: alpha(u) - alpha(x2), d3: alpha(u) + alpha(x2)}
two_step_mass = count(u, 2, lambda end: end <= u - eps) / 4
SMALL = (*STEP_SIZE, eps > 0, eps < sp.Min(d1, d2, d3))
THREE = sp.And(up_down < u - eps, down_up < u - eps, down_down < u - eps)

OUTLINE = Claim(
    id="instability-flatness/thm-5.4-outline",
    title="Outline of point-mass contraction",
    source=Source(appendix="appendix F.3"),
    words="Every string of a sum of at most zero ends below its start; of the four strings of two "
    "signs three do, so that F_2(u - epsilon) >= 3/4 for small epsilon.",
    printed=Missing("not yet from the page"),
    lemmas={
        "strings of a sum of at most zero": falls(lambda total: total <= 0, X[m] < X[0]),
        "three of four": ForAll(
            given=STEP_SIZE,
            where=OPPOSITE,
            says=sp.And(up_down < u, down_up < u, down_down < u),
        ),
        "two steps": ForAll(
            says=two_step_mass >= sp.Rational(3, 4),
            given=SMALL,
            where={**OPPOSITE, **GAPS},
        ),
    },
    because={"": ByHand(), "strings of a sum of at most zero": falls_by(sp.Lt)},
    uses=("instability-flatness/lem-F.7", "instability-flatness/lem-F.9"),
    note="Small is below the epsilon_u of proposition F.10.",
)

PROP_F_10 = Claim(
    id="instability-flatness/prop-F.10",
    title="Two-step contraction with a gap",
    source=Source(appendix="appendix F.4, proposition F.10"),
    words="Some epsilon_u > 0, the least of three gaps, has F_2(u - epsilon) >= 3/4 below it, and "
    "three of the four strings of two signs end below u - epsilon.",
    printed=Missing("not yet from the page"),
    lemmas={
        "the gaps are positive": ForAll(
            says=sp.Min(d1, d2, d3) > 0, given=STEP_SIZE, where={**OPPOSITE, **GAPS}
        ),
        "the gaps are those of the three strings": ForAll(
            given=STEP_SIZE,
            where={**OPPOSITE, **GAPS},
            says=sp.And(sp.Eq(u - up_down, d1), sp.Eq(u - down_up, d2), sp.Eq(u - down_down, d3)),
        ),
        "mass": ForAll(
            says=two_step_mass >= sp.Rational(3, 4),
            given=SMALL,
            where={**OPPOSITE, **GAPS},
        ),
        "three strings": ForAll(says=THREE, given=SMALL, where={**OPPOSITE, **GAPS}),
    },
    because={"": ByHand()},
    note="The proposition itself asks only for a strictly increasing alpha; that it is positive, "
    "as condition 5.3 has it, is needed for all three gaps.",
)

# -- a uniform gap -------------------------------------------------------------------------------

far = reals("x_-")


def rises(left, right):
    """Say that alpha grows at the rate c_1 at least between two points, whichever is left."""
    grows = alpha(right) - alpha(left) - c1 * (right - left)
    return sp.And(
        sp.Implies(left <= right, grows >= 0),
        sp.Implies(right <= left, grows <= 0),
    )


EVEN = (t >= 2, sp.Eq(sp.Mod(t, 2), 0))
EVERYWHERE = (
    *CONSTANTS,
    *walk(t),
    alpha(X[0]) >= c0,
    alpha(far) >= c0,
    sp.Eq(c1 * (X[0] - far), alpha(X[0])),
    rises(far, X[0]),
)


def everywhere(says):
    """Return a statement on even times, with the bounds on all of R."""
    return ForAll(
        says=says,
        given=(*EVEN, *EVERYWHERE),
        instances={t: (2, 4)},
    )


def indicator(condition):
    """Return 1 where the condition holds, else 0."""
    return sp.Piecewise((1, condition), (0, True))


HALF = sp.Rational(1, 2)
net = reals("S_t")

PROP_F_11 = Claim(
    id="instability-flatness/prop-F.11",
    title="Uniform gap under global lower bounds",
    source=Source(appendix="appendix F.4, proposition F.11"),
    words="With alpha >= c_0 and alpha' >= c_1 every string of t signs with the sum zero drops by "
    "(t/2) c_1 c_0 at least, with a negative sum by c_0 more for each unmatched minus; so "
    "F_t(u - epsilon) >= 1/2 + Pr(S_t = 0)/2 for smaller epsilon.",
    printed={
        "sum zero": everywhere(SUM_ZERO),
        "negative sum": everywhere(NEGATIVE_SUM),
        "gap": everywhere(GAP),
        "probability of a sum of at most zero": ForAll(
            says=sp.Eq(
                (indicator(net <= 0) + indicator(-net <= 0)) / 2,
                HALF + indicator(sp.Eq(net, 0)) / 2,
            ),
        ),
    },
    instead={
        "sum zero": Instead(drift(SUM_ZERO), because=DRIFTS),
        "negative sum": Instead(drift(NEGATIVE_SUM), because=DRIFTS),
        "gap": Instead(drift(GAP), because=DRIFTS),
    },
    uses=("instability-flatness/prop-F.11-step-greedy",),
    note="On all of R the two bounds exclude each other: with alpha' >= c_1 alpha is at most 0 at "
    "x_- = u - alpha(u)/c_1. What holds instead, at every t, asks for them on the visited range "
    "only and is proved with a primitive G of 1/alpha, of which the claims on the other proof show "
    "what is used. The last part is on a string and its opposite, with the sums S_t and -S_t.",
    legend=ALONG_SIGNS,
)


def visited(steps):
    """Return the bounds at X_0, ..., X_steps and on the slopes between them (up to 4 steps)."""
    return (
        *CONSTANTS,
        Each(alpha(X[j]) >= c0, (j, 0, steps)),
        *(Each(rises(X[j], X[j + gap]), (j, 0, steps - gap)) for gap in (1, 2, 3, 4)),
        *walk(steps),
    )


SHORT = Claim(
    id="instability-flatness/prop-F.11-short-strings",
    title="Drop along strings of two and of four signs",
    source=Source(appendix="appendix F.4, proposition F.11"),
    words="A string of t signs whose sum is -k <= 0 ends at least c_0 c_1 t/2 + c_0 k lower, with "
    "the bounds c_0 and c_1 only at the points of the walk.",
    printed=ForAll(
        says=sp.Implies(NET <= 0, X[t] <= X[0] - DROP + c0 * NET),
        given=(t >= 1, *visited(t)),
        instances={t: (2, 4), c1: (sp.Rational(1, 4), sp.Rational(1, 2))},
    ),
    note="The same as in the other proof of proposition F.11, without a primitive of 1/alpha. "
    "Bounds at the points of the walk are enough for strings of any length, since alpha may be "
    "made linear between them.",
)

NESTED = (*visited(4), *(sp.Eq(s[j], sign) for j, sign in enumerate((1, 1, -1, -1))))
pluses = sequence("p")  # p_t pluses among the first t signs: every pair of opposite signs has one
COUNT = (sp.Eq(pluses[0], 0), Each(sp.Eq(pluses[j + 1], pluses[j] + (1 + s[j]) / 2), (j, 0, t - 1)))


def pairs(says, *given):
    """Return a statement on the signs alone."""
    return ForAll(says=says, given=(t >= 1, *given, signs(t), *COUNT), instances={t: (2, 4, 6)})


COUNTED = Keeps(t, sp.Eq(pluses[t], (t + NET) / 2))

STEP_GREEDY = Claim(
    id="instability-flatness/prop-F.11-step-greedy",
    title="Pairs of opposite signs and what they contribute",
    source=Source(appendix="appendix F.4, proof of proposition F.11"),
    words="The signs fall into t/2 pairs of opposite signs, next to each other, and each pair "
    "contributes a drop of c_1 c_0 at least.",
    printed={
        "up, down, side by side": ForAll(
            says=up_down.subs(u, x) - x <= -c0 * c1,
            where=AT_X,
            given=(*CONSTANTS, alpha(x) >= c0, rises(x, x1)),
        ),
        "down, up, side by side": ForAll(
            says=down_up.subs(u, x) - x <= -c0 * c1,
            where=AT_X,
            given=(*CONSTANTS, alpha(x) >= c0, rises(x2, x)),
        ),
        "the outer pair of up, up, down, down": ForAll(
            says=alpha(X[0]) - alpha(X[3]) <= -c0 * c1, given=NESTED
        ),
        "t/2 pairs where the sum is zero": pairs(
            sp.Implies(sp.Eq(NET, 0), sp.Eq(pluses[t], t / 2))
        ),
    },
    lemmas={
        "t/2 pairs where it is not positive": pairs(
            sp.Implies(NET <= 0, sp.Eq(pluses[t], t / 2)), sp.Eq(sp.Mod(t, 2), 0)
        ),
        "t/2 pairs where it is not positive, instead": pairs(
            sp.Implies(NET <= 0, sp.Eq(pluses[t], (t + NET) / 2))
        ),
    },
    because={
        "t/2 pairs where the sum is zero": COUNTED,
        "t/2 pairs where it is not positive, instead": COUNTED,
    },
    instead={
        "the outer pair of up, up, down, down": Instead(
            ForAll(says=X[4] - X[0] <= -2 * c0 * c1, given=NESTED)
        ),
    },
    note="In up, up, down, down only the inner signs stand side by side; the outer ones are not "
    "matched at the same state, and their own contribution may be smaller than c_1 c_0. There "
    "are (t - |S_t|)/2 pairs: none in two downs. The bounds of the proposition then need another "
    "argument for nested pairs and for negative sums, as in the claims on the other proof.",
    legend={
        **ALONG_SIGNS,
        pluses: "p[t] is how many of the first t signs are pluses",
        x: "the state before the pair",
    },
)

# -- section 5.3 ---------------------------------------------------------------------------------

MARTINGALE = Claim(
    id="instability-flatness/txt-martingale",
    title="A martingale that leans to the left",
    source=Source("section 5.3, before theorem 5.4"),
    words="The mean of X_{t+1} given X_t is X_t; of two opposite steps the one down starts "
    "further to the right and is larger.",
    printed=Missing("not yet from the page"),
    lemmas={
        "mean of a step": ForAll(
            given=STEP_SIZE,
            where={x1: x + alpha(x), x2: x - alpha(x)},
            says=sp.Eq((x1 + x2) / 2, x),
        ),
        "up, down": ForAll(
            given=STEP_SIZE,
            where={x1: x + alpha(x)},
            says=sp.And(x1 > x, alpha(x1) > alpha(x)),
        ),
        "down, up": ForAll(
            given=STEP_SIZE,
            where={x2: x - alpha(x)},
            says=sp.And(x > x2, alpha(x) > alpha(x2)),
        ),
    },
    because={"": ByHand()},
    note="A martingale needs E|X_t| to be finite, which is so from a point; from a law it is a "
    "further assumption.",
)

V, W = function("V"), function("W")

KERNEL = Claim(
    id="instability-flatness/txt-kernel",
    title="Kernel of t steps",
    source=Source("section 5.3, notation"),
    words="One step has mass 1/2 at either end; t steps have mass 2^-t at the end of each string.",
    printed=Missing("not yet from the page"),
    lemmas={
        "as encoded": ForAll(
            given=(*STEP_SIZE, t >= 1, *(sp.Eq(V(e), W(e) / 2 ** (t - 1)) for e in (x1, x2))),
            where=AT_X,
            says=sp.Eq((V(x1) + V(x2)) / 2, (W(x1) + W(x2)) / 2**t),
        ),
    },
    because={"": ByHand()},
    note="W(x) is the sum of a test function over the ends of all strings of t - 1 signs from x, "
    "V(x) its mean under K^(t-1)(x, .), where K^(0)(x, .) = delta_x; one more step goes in front. "
    "All strings occur, so the order of composition does not matter.",
)
