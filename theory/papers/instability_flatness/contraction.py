"""Sections 5.3 and F.4: the walk from a point moves to the left.

X_{t+1} = X_t + xi_t alpha(X_t), xi_t = +1 or -1 with probability 1/2, alpha positive and strictly
increasing, X_0 = u. A sign string s of length t ends at Phi(u; s); F_t is the law of X_t.

The strings come in pairs, s and -s, which are equally likely: F_t(u) is the mean over all pairs of
the share, 0, 1/2 or 1, of the two that end at or below u.
"""

import sympy as sp

from theory.argument_language import States
from theory.arguments import Put
from theory.choices import Damaged
from theory.claim import ByReading, Claim, ForAll, Source
from theory.hints import Keeps
from theory.language import Each, StrictlyIncreasing, eq, reals, sequence
from theory.papers.instability_flatness import contraction_argument
from theory.papers.instability_flatness.notation import (
    STEP_SIZE,
    SUM_BELOW,
    SUM_ZERO,
    WALK,
    F,
    G,
    H,
    X,
    Y,
    after,
    alpha,
    below_start,
    j,
    k,
    level,
    m,
    n,
    s,
    signs,
    t,
    u,
    x,
)
from theory.papers.instability_flatness.string_argument import FALLS, MASS_BELOW, end, is_string
from theory.papers.instability_flatness.strings import along, primitive
from theory.places import HERE

Z = sequence("Z")
opposite = sequence("X'")  # the walk along the opposite signs


PAIR = (
    t >= 1,
    *along(t),
    sp.Eq(opposite[0], X[0]),
    Each(sp.Eq(opposite[j + 1], opposite[j] - s[j] * alpha(opposite[j])), (j, 0, t - 1)),
    primitive(opposite, t),
)
BOTH_KEPT = Keeps(
    t, sp.And(G(X[t]) < G(X[0]) + level(t - 1), G(opposite[t]) < G(opposite[0]) - level(t - 1))
)


def of_two(relation):
    """Return the share of a string and its opposite whose ends relate to X_0 so."""
    ends = (X[t], opposite[t])
    return sum(sp.Piecewise((1, relation(end, X[0])), (0, True)) for end in ends) / 2


def of_each_pair(says):
    """Return a statement on a string and its opposite, for all strings of all lengths."""
    return ForAll(says=says, given=PAIR, instances={t: (1, 2, 3)})


ALTERNATING = ForAll(
    given=(
        *STEP_SIZE,
        k >= 1,
        sp.Eq(Z[0], Y[0]),
        Each(sp.Eq(Y[j + 1], after(Y[j], 1, -1)), (j, 0, k - 1)),
        Each(sp.Eq(Z[j + 1], after(Z[j], -1, 1)), (j, 0, k - 1)),
    ),
    says=sp.And(Y[k] < Y[0], Z[k] < Y[0]),
    instances={k: (1, 2, 3)},
)

TIMES = {t: (1, 2, 3, 4)}
EVEN_TIME = (t >= 1, contraction_argument.IS_EVEN)

THM_5_4 = Claim(
    id="instability-flatness/thm-5.4",
    title="Point-mass contraction",
    source=Source("section 5.3", "appendix F.4"),
    words="Started at a point u, the walk is at or below u with probability at least 1/2 at every "
    "time, with more than 1/2 at even times, so that every even-time median lies below u.",
    printed={
        "every time": ForAll(
            F(alpha, u, u, t) >= sp.Rational(1, 2),
            given={**WALK, HERE: (t >= 1,)},
            instances=TIMES,
        ),
        "even times, strictly": ForAll(
            F(alpha, u, u, t) > sp.Rational(1, 2),
            given={**WALK, HERE: EVEN_TIME},
            instances=TIMES,
        ),
        "every even-time median": ForAll(
            m < u,
            given={**WALK, HERE: (*EVEN_TIME, *contraction_argument.is_median(t))},
            instances=TIMES,
        ),
    },
    because={
        "every time": contraction_argument.EVERY_TIME,
        "even times, strictly": contraction_argument.EVEN_TIMES,
        "every even-time median": contraction_argument.MEDIANS,
    },
    uses=("instability-flatness/lem-F.7", "instability-flatness/lem-F.9"),
    note="A median m of X_t has Pr(X_t <= m) >= 1/2 and Pr(X_t >= m) >= 1/2. The exit of condition "
    "C6 is left aside, as in the printed proof.",
)

PAIRS = Claim(
    id="instability-flatness/ours-thm-5.4-pairs",
    title="A string and its opposite",
    source=Source("section 5.3", "appendix F.4"),
    words="Of a string of signs and its opposite one leads below the start, and at even times both "
    "strings that alternate do.",
    printed={
        "at or below": of_each_pair(of_two(sp.Le) >= sp.Rational(1, 2)),
        "below": of_each_pair(of_two(sp.Lt) >= sp.Rational(1, 2)),
        "both that alternate": ALTERNATING,
    },
    because={
        "at or below": BOTH_KEPT,
        "below": BOTH_KEPT,
        "both that alternate": Keeps(k, sp.And(Y[k] < Y[0], Z[k] < Z[0])),
    },
    note="X' is the walk along the opposite signs. Y_k and Z_k are at time 2k, along k pairs +- or "
    "k pairs -+. G is a primitive of 1/alpha, which restricts nothing.",
    symbols={
        Y: "the walk along k pairs +-",
        Z: "the walk along k pairs -+",
    },
)

# -- with the exit of assumption 5.2 ---------------------------------------------------------------

exit_at = reals("z")  # at and below it the surplus is not positive


def stopped(points, sign):
    """Return the steps of a walk that stays where it is from its first visit of (-oo, z]."""
    moved = sp.Eq(points[j + 1], points[j] + sign * s[j] * alpha(points[j]))
    stays = sp.Eq(points[j + 1], points[j])
    return Each(
        sp.Or(sp.And(points[j] > exit_at, moved), sp.And(points[j] <= exit_at, stays)),
        (j, 0, t - 1),
    )


def steps_are_positive(points):
    """Say that alpha is positive where the walk is above z."""
    return Each(sp.Or(points[j] <= exit_at, alpha(points[j]) > 0), (j, 0, t - 1))


def slopes_above(points):
    """Say that G has the slopes of a primitive of 1/alpha along the steps that stay above z."""
    rise = alpha(points[j]) * (G(points[j + 1]) - G(points[j]))
    ends = points[j] <= exit_at, points[j + 1] <= exit_at
    return Each(sp.Or(*ends, rise < points[j + 1] - points[j]), (j, 0, t - 1))


STOPPED = ForAll(
    given=(
        t >= 1,
        StrictlyIncreasing(G),
        signs(t),
        exit_at < X[0],
        sp.Eq(opposite[0], X[0]),
        stopped(X, 1),
        stopped(opposite, -1),
        *(says(points) for says in (steps_are_positive, slopes_above) for points in (X, opposite)),
    ),
    says=of_two(sp.Le) >= sp.Rational(1, 2),
    instances={t: (1, 2, 3)},
)
STOPPED_OR_KEPT = sp.And(
    sp.Or(X[t] <= exit_at, G(X[t]) < G(X[0]) + level(t - 1)),
    sp.Or(opposite[t] <= exit_at, G(opposite[t]) < G(opposite[0]) - level(t - 1)),
)

WITH_EXIT = Claim(
    id="instability-flatness/ours-thm-5.4-with-exit",
    title="Point-mass contraction with the exit",
    source=Source("sections 5.2 and 5.3, assumption 5.2 and theorem 5.4", "appendix F.4"),
    words="A walk that stays where it is once its surplus is not positive is at or below its start "
    "with probability at least 1/2 at every time, too, if alpha is positive and strictly "
    "increasing where the surplus is positive: one of each string of signs and its opposite is.",
    printed=STOPPED,
    because={"": Keeps(t, STOPPED_OR_KEPT)},
    uses=("instability-flatness/asm-5.2",),
    note="The surplus is positive above z, where the walk starts. So the first clause of theorem "
    "5.4 does not need a step size that is positive everywhere, which the exit contradicts; the "
    "strict ones are not looked at. Of alpha only its values above z are asked for. G is a "
    "primitive of 1/alpha there, along steps that stay there, which restricts nothing; below z "
    "it can be anything that increases.",
)

# -- the law of the walk -------------------------------------------------------------------------


def mass_below(relation):
    """Return that Pr(X_t < u) relates so to the probability of a sum of at most zero."""
    return ForAll(
        relation(below_start(u, t), SUM_BELOW(t) + SUM_ZERO(t)),
        given={**WALK, HERE: (t >= 1,)},
        instances=TIMES,
    )


STEP_MASS = Claim(
    id="instability-flatness/thm-5.4-step-mass",
    title="Probability below the start and of a sum of at most zero",
    source=Source(appendix="appendix F.4, density contraction"),
    words="Strings of a sum of at most zero end below u. S_t is symmetric, and 0 with positive "
    "probability at even t. So X_t < u has at least the probability of S_t <= 0, and "
    "F_t(u) is 1/2 at least, more at even t.",
    printed={
        "strings of a sum of at most zero": States(
            end(s, t, u) < u,
            given={**WALK, HERE: (t >= 1, is_string(s, t), H(s, t) <= 0)},
        ),
        "symmetry": States(contraction_argument.SYMMETRY.says, given={HERE: (t >= 1,)}),
        "a sum of zero": States(SUM_ZERO(t) > 0, given={HERE: EVEN_TIME}),
        "probability below the start": Damaged(
            "which of = and >= stands there: the first line of the proof in F.6 has lost >= as = "
            "in alpha(x + alpha(x)) - alpha(x) >= alpha'_min alpha(x), the mean value theorem",
            {"=": mass_below(eq), ">=": mass_below(sp.Ge)},
        ),
        "every time": THM_5_4.clauses["every time"],
        "even times, strictly": THM_5_4.clauses["even times, strictly"],
    },
    because={
        "strings of a sum of at most zero": Put(FALLS, {x: u, n: t}),
        "symmetry": contraction_argument.SYMMETRY,
        "a sum of zero": contraction_argument.SUM_IS_ZERO,
        "probability below the start": ByReading({">=": MASS_BELOW}),
        "every time": contraction_argument.EVERY_TIME,
        "even times, strictly": contraction_argument.EVEN_TIMES,
    },
    uses=("instability-flatness/lem-F.7", "instability-flatness/lem-F.9"),
    note="Strings of a positive sum may end below u, too: up, down, up does if alpha is 1, 2, 1/2 "
    "at 0, 1, -1 and u = 0, so that = fails. The theorem needs >= only, which "
    "proposition F.11 has.",
)
