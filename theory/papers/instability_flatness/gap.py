"""Section 5.3 and F.4: how far the walk from a point has moved to the left.

Strings, walks and their sums are those of `strings`.
"""

import sympy as sp

from theory.claim import Claim, ForAll, Instead, Part, Source
from theory.language import Each, function, reals
from theory.papers.instability_flatness.contraction import BELOW
from theory.papers.instability_flatness.strings import (
    X,
    i,
    j,
    k,
    level,
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
from theory.papers.instability_flatness.walk import STEP_SIZE, alpha, count

# -- the law of the walk -------------------------------------------------------------------------

AT_MOST_ZERO = sp.Sum(sp.binomial(t, i) / 2**t, (i, 0, sp.floor(t / 2)))  # i pluses
WALK_FROM_U = (*STEP_SIZE, t >= 1)

STEP_MASS = Claim(
    id="instability-flatness/thm-5.4-step-mass",
    title="Probability below the start and of a sum of at most zero",
    source=Source(appendix="appendix F.4, density contraction"),
    words="X_t < u has the probability of S_t < 0 plus that of S_t = 0.",
    statement=ForAll((alpha, u, t), says=sp.Eq(BELOW(alpha, u, t), AT_MOST_ZERO),
                     given=WALK_FROM_U, instances={t: (1, 2, 3, 4)}),
    instead=Instead(
        ForAll((alpha, u, t), says=BELOW(alpha, u, t) >= AT_MOST_ZERO, given=WALK_FROM_U,
               instances={t: (1, 2, 3, 4)}),
    ),
    uses=("instability-flatness/lem-F.7", "instability-flatness/lem-F.9"),
    note="Strings of a positive sum may end below u, too: up, down, up does if alpha is 1, 2, 1/2 "
    "at 0, 1, -1 and u = 0. Up to t = 2 the two sides are equal. The theorem needs only the "
    "inequality.",
)  # fmt: skip

OPPOSITE = {x1: u + alpha(u), x2: u - alpha(u)}
AT_X = {x1: x + alpha(x), x2: x - alpha(x)}
up_down, down_up, down_down = x1 - alpha(x1), x2 + alpha(x2), x2 - alpha(x2)
d1, d2, d3, eps = reals("delta_1 delta_2 delta_3 epsilon")
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
    statement=(
        Part(
            "strings of a sum of at most zero",
            ForAll((alpha, s, X, m), says=X[m] < X[0],
                   given=(*STEP_SIZE, m >= 1, *walk(m), level(m - 1) <= 0),
                   instances={m: (1, 2, 3, 4, 5)}),
        ),
        Part(
            "three of four",
            ForAll((alpha, u), given=STEP_SIZE, where=OPPOSITE,
                   says=sp.And(up_down < u, down_up < u, down_down < u)),
        ),
        Part(
            "two steps",
            ForAll((alpha, u, eps), says=two_step_mass >= sp.Rational(3, 4), given=SMALL,
                   where={**OPPOSITE, **GAPS}),
        ),
    ),
    uses=("instability-flatness/lem-F.7", "instability-flatness/lem-F.9"),
    note="Small is below the epsilon_u of proposition F.10.",
)  # fmt: skip

PROP_F_10 = Claim(
    id="instability-flatness/prop-F.10",
    title="Two-step contraction with a gap",
    source=Source(appendix="appendix F.4, proposition F.10"),
    words="Some epsilon_u > 0, the least of three gaps, has F_2(u - epsilon) >= 3/4 below it, and "
    "three of the four strings of two signs end below u - epsilon.",
    statement=(
        Part(
            "the gaps are positive",
            ForAll((alpha, u), says=sp.Min(d1, d2, d3) > 0, given=STEP_SIZE,
                   where={**OPPOSITE, **GAPS}),
        ),
        Part(
            "the gaps are those of the three strings",
            ForAll((alpha, u), given=STEP_SIZE, where={**OPPOSITE, **GAPS},
                   says=sp.And(sp.Eq(u - up_down, d1), sp.Eq(u - down_up, d2),
                               sp.Eq(u - down_down, d3))),
        ),
        Part(
            "mass",
            ForAll((alpha, u, eps), says=two_step_mass >= sp.Rational(3, 4), given=SMALL,
                   where={**OPPOSITE, **GAPS}),
        ),
        Part(
            "three strings",
            ForAll((alpha, u, eps), says=THREE, given=SMALL, where={**OPPOSITE, **GAPS}),
        ),
    ),
)  # fmt: skip

# -- a uniform gap -------------------------------------------------------------------------------

c0, c1, far = reals("c_0 c_1 x_-")
CONSTANTS = (c0 > 0, c1 > 0)


def rises(left, right):
    """Say that alpha grows at the rate c_1 at least between two points, whichever is left."""
    grows = alpha(right) - alpha(left) - c1 * (right - left)
    return sp.And(
        sp.Implies(left <= right, grows >= 0),
        sp.Implies(right <= left, grows <= 0),
    )


def visited(steps, end):
    """Say that the bounds hold at X_0 ... X_end and between them (up to 4 steps)."""
    return (
        *CONSTANTS,
        Each(alpha(X[j]) >= c0, (j, 0, end)),
        *(Each(rises(X[j], X[j + gap]), (j, 0, end - gap)) for gap in (1, 2, 3, 4)),
        *walk(steps),
    )


EVERYWHERE = (*CONSTANTS, *walk(t), alpha(X[0]) >= c0, alpha(far) >= c0,
              sp.Eq(c1 * (X[0] - far), alpha(X[0])), rises(far, X[0]))  # fmt: skip
TIMES = {t: (2, 4)}
RATES = {**TIMES, c1: (sp.Rational(1, 4), sp.Rational(1, 2))}
DROP = c0 * c1 * t / 2
UNMATCHED = {k: -level(t - 1)}
EVEN = (t >= 2, sp.Eq(sp.Mod(t, 2), 0))


def gap(range_of_x, says, *given, instances=TIMES):
    """Return that the walk has a drop at even times, with the bounds on a range of x."""
    return ForAll((alpha, s, X, c0, c1, far, eps, t), says=says, where=UNMATCHED,
                  given=(*EVEN, *range_of_x, *given), instances=instances)  # fmt: skip


CASES = (
    ("sum zero", X[t] <= X[0] - DROP, (sp.Eq(k, 0),)),
    ("negative sum", X[t] <= X[0] - DROP - c0 * k, (k > 0,)),
    ("gap", X[t] < X[0] - eps, (k >= 0, eps > 0, eps < DROP)),
)
SUM_ZERO = CASES[0]

PROP_F_11 = Claim(
    id="instability-flatness/prop-F.11",
    title="Uniform gap under global lower bounds",
    source=Source(appendix="appendix F.4, proposition F.11"),
    words="With alpha >= c_0 and alpha' >= c_1 every string of t signs with the sum zero drops by "
    "(t/2) c_1 c_0 at least, with a negative sum by c_0 more for each unmatched minus; so "
    "F_t(u - epsilon) >= 1/2 + Pr(S_t = 0)/2 for smaller epsilon.",
    statement=(
        *(
            Part(
                name,
                gap(EVERYWHERE, says, *given),
                reading="bounds on all of R",
                instead=Instead(gap(visited(t, t), says, *given, instances=RATES)),
            )
            for name, says, given in CASES
        ),
        Part(
            "probability of a sum of at most zero",
            ForAll((t,), given=EVEN, instances={t: (2, 4, 6, 8, 10)},
                   says=sp.Eq(AT_MOST_ZERO,
                              sp.Rational(1, 2) + sp.binomial(t, t / 2) / 2 ** (t + 1))),
            reading="bounds on all of R",
        ),
        Part(
            SUM_ZERO[0],
            gap(visited(t, t - 1), SUM_ZERO[1], *SUM_ZERO[2], instances=RATES),
            reading="bounds at X_0, ..., X_{t-1}, where the steps start",
            instead=Instead(gap(visited(t, t), SUM_ZERO[1], *SUM_ZERO[2], instances=RATES)),
        ),
    ),
    uses=("instability-flatness/prop-F.11-step-greedy",),
    note="On all of R the two bounds exclude each other: with alpha' >= c_1 alpha is at most 0 "
    "at x_- = u - alpha(u)/c_1. What is found to hold instead asks for the bounds only at the "
    "points of the walk up to X_t and on the slopes between them. The end X_t is needed: "
    "without it up, up, down, down may drop by less than 2 c_1 c_0.",
)  # fmt: skip

FOUR = (*visited(4, 4), *(sp.Eq(s[j], sign) for j, sign in enumerate((1, 1, -1, -1))))
PLUSES = sp.Sum((1 + s[i]) / 2, (i, 0, t - 1))  # every pair of opposite signs has one

STEP_GREEDY = Claim(
    id="instability-flatness/prop-F.11-step-greedy",
    title="Pairs of opposite signs and what they contribute",
    source=Source(appendix="appendix F.4, proof of proposition F.11"),
    words="The signs fall into t/2 pairs of opposite signs, next to each other, and each pair "
    "contributes a drop of c_1 c_0 at least.",
    statement=(
        Part(
            "up, down, side by side",
            ForAll((alpha, x, c0, c1), says=up_down.subs(u, x) - x <= -c0 * c1, where=AT_X,
                   given=(*CONSTANTS, alpha(x) >= c0, rises(x, x1))),
        ),
        Part(
            "down, up, side by side",
            ForAll((alpha, x, c0, c1), says=down_up.subs(u, x) - x <= -c0 * c1, where=AT_X,
                   given=(*CONSTANTS, alpha(x) >= c0, rises(x2, x))),
        ),
        Part(
            "the outer pair of up, up, down, down",
            ForAll((alpha, s, X, c0, c1), says=alpha(X[0]) - alpha(X[3]) <= -c0 * c1, given=FOUR,
                   instances={c1: RATES[c1]}),
            instead=Instead(
                ForAll((alpha, s, X, c0, c1), says=X[4] - X[0] <= -2 * c0 * c1, given=FOUR,
                       instances={c1: RATES[c1]}),
            ),
        ),
        Part(
            "t/2 pairs where the sum is zero",
            ForAll((s, t), given=(*EVEN, signs(t), sp.Eq(k, 0)), where=UNMATCHED,
                   says=sp.Eq(PLUSES, t / 2), instances={t: (2, 4, 6)}),
        ),
        Part(
            "t/2 pairs where it is not positive",
            ForAll((s, t), given=(*EVEN, signs(t), k >= 0), where=UNMATCHED,
                   says=sp.Eq(PLUSES, t / 2), instances={t: (2, 4, 6)}),
            reading="what the bound for negative sums would need",
            instead=Instead(
                ForAll((s, t), given=(*EVEN, signs(t), k >= 0), where=UNMATCHED,
                       says=sp.Eq(PLUSES, (t - k) / 2), instances={t: (2, 4, 6)}),
            ),
        ),
    ),
    note="In up, up, down, down only the inner signs stand side by side; the outer ones are not "
    "matched at the same state, and their own contribution may be smaller than c_1 c_0. There "
    "are (t - |S_t|)/2 pairs: none in two downs. The bounds of the proposition then need another "
    "argument for nested pairs and for negative sums.",
)  # fmt: skip

# -- section 5.3 ---------------------------------------------------------------------------------

MARTINGALE = Claim(
    id="instability-flatness/txt-martingale",
    title="A martingale that leans to the left",
    source=Source("section 5.3, before theorem 5.4"),
    words="The mean of X_{t+1} given X_t is X_t; of two opposite steps the one down starts "
    "further to the right and is larger.",
    statement=(
        Part(
            "mean of a step",
            ForAll((alpha, x), given=STEP_SIZE, where={x1: x + alpha(x), x2: x - alpha(x)},
                   says=sp.Eq((x1 + x2) / 2, x)),
        ),
        Part(
            "up, down",
            ForAll((alpha, x), given=STEP_SIZE, where={x1: x + alpha(x)},
                   says=sp.And(x1 > x, alpha(x1) > alpha(x))),
        ),
        Part(
            "down, up",
            ForAll((alpha, x), given=STEP_SIZE, where={x2: x - alpha(x)},
                   says=sp.And(x > x2, alpha(x) > alpha(x2))),
        ),
    ),
    note="A martingale needs E|X_t| to be finite, which is so from a point; from a law it is a "
    "further assumption.",
)  # fmt: skip

V, W = function("V"), function("W")

KERNEL = Claim(
    id="instability-flatness/txt-kernel",
    title="Kernel of t steps",
    source=Source("section 5.3, notation"),
    words="One step has mass 1/2 at either end; t steps have mass 2^-t at the end of each string.",
    statement=ForAll(
        (alpha, V, W, x, t),
        given=(*STEP_SIZE, t >= 1, *(sp.Eq(V(e), W(e) / 2 ** (t - 1)) for e in (x1, x2))),
        where=AT_X,
        says=sp.Eq((V(x1) + V(x2)) / 2, (W(x1) + W(x2)) / 2**t),
    ),
    note="W(x) is the sum of a test function over the ends of all strings of t - 1 signs from x, "
    "V(x) its mean under K^(t-1)(x, .), where K^(0)(x, .) = delta_x; one more step goes in front. "
    "All strings occur, so the order of composition does not matter.",
)
