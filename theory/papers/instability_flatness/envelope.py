"""Theorem 5.6 and its proof in F.6: the largest median of the walks from all starting points.

m_t(x) is a median of X_t for X_0 = x and Z_t its essential supremum over X_0, whose largest value
is b. The rate is c = alpha_min alpha'_min, both least values over the visited range. There the mean
value theorem gives alpha(p + alpha(p)) - alpha(p) >= alpha'_min alpha(p) >= c and the same on the
left of p, and this is all that the printed proof uses of c.
"""

from collections import Counter

import sympy as sp

from theory.argument_language import States
from theory.choices import Ambiguous, Damaged
from theory.claim import ByHand, ByReading, Claim, ForAll, Instead, Source
from theory.language import DEFINES, eq, reals
from theory.papers.instability_flatness import envelope_argument as argument
from theory.papers.instability_flatness import examples_argument
from theory.papers.instability_flatness import median_argument as medians
from theory.papers.instability_flatness.drift import DRIFTS, NET, drift
from theory.papers.instability_flatness.drift import c0 as lowest
from theory.papers.instability_flatness.drift import c1 as slope
from theory.papers.instability_flatness.drift import t as steps
from theory.papers.instability_flatness.notation import (
    ABOVE,
    STEP_SIZE,
    WALK,
    F,
    G,
    N,
    X,
    after,
    alpha,
    endpoints,
    least,
    least_slope,
)
from theory.places import HERE

x, y, b, c, m, n, m0, w = reals("x y b c m n m_0 w")  # m, n: medians
z_cross, t, pairs = reals("Z_2N t N")


def between(level, weights):
    """Return that the level is a median of a law, given as the weight of each of its points."""

    def weight(relation):
        return sum(sp.Piecewise((n, relation(p, level)), (0, True)) for p, n in weights.items())

    half = sp.Rational(sum(weights.values()), 2)
    return (sp.And(weight(sp.Le) >= half, weight(sp.Ge) >= half),)


def gaps(*points):
    """Return that alpha grows by at least c over each step from these points, and c > 0."""
    rises = ((after(p, 1), p) for p in points)
    falls = ((p, after(p, -1)) for p in points)
    return (c > 0, sp.And(*(alpha(q) - alpha(p) >= c for q, p in (*rises, *falls))))


WITH_LEAST = {
    **WALK,
    "theorem 5.6": (
        least > 0,
        least_slope > 0,
        alpha(x) >= least,
        alpha(after(x, -1)) >= least,
    ),
    HERE: (
        alpha(after(x, 1)) - alpha(x) >= least_slope * alpha(x),
        alpha(x) - alpha(after(x, -1)) >= least_slope * alpha(x),
    ),
}
HALF = sp.Rational(1, 2)
FALL = x - least_slope * alpha(x)


def two_step_probability(relation):
    """Return how Pr(X_{t+2} <= x - alpha'_min alpha(x) | X_t = x) relates to 1/2."""
    return ForAll(relation(F(alpha, x, FALL, 2), HALF), given=WITH_LEAST)


STEP_TWO_STEP = Claim(
    id="instability-flatness/thm-5.6-step-two-step",
    title="Two steps from a point",
    source=Source(appendix="appendix F.6, pointwise two-step contraction"),
    words="Both mixed patterns end at or below x - alpha'_min alpha(x), two steps to the left at "
    "or below x - 2 alpha_min; so from x the walk is after two steps at or below x - alpha'_min "
    "alpha(x) with probability at least 1/2, from the mixed patterns, and so is every median.",
    printed={
        "mixed patterns": ForAll(
            sp.And(*(after(x, *signs) <= FALL for signs in ((1, -1), (-1, 1)))),
            given=WITH_LEAST,
        ),
        "two steps to the left": ForAll(
            sp.And(
                eq(after(x, -1, -1), x - alpha(x) - alpha(x - alpha(x))),
                after(x, -1, -1) <= x - 2 * least,
                x - 2 * least < x - least_slope * least,
            ),
            given=WITH_LEAST,
        ),
        "probability": Damaged(
            "whether the probability is 1/2 or at least 1/2: the first line of the proof has lost "
            ">= as = in alpha(x + alpha(x)) - alpha(x) >= alpha'_min alpha(x), the mean value "
            "theorem",
            {"=": two_step_probability(eq), ">=": two_step_probability(sp.Ge)},
        ),
        "median": ForAll(
            m <= FALL,
            given={
                **WITH_LEAST,
                HERE: (
                    *WITH_LEAST[HERE],
                    *(F(alpha, x, m, 2) >= HALF, ABOVE(alpha, x, m, 2) >= HALF),
                ),
            },
        ),
    },
    note="alpha'_min is not above the slopes of alpha over the steps from x, which is what the "
    "mean value theorem gives. Two steps to the left satisfy the bound, too, so that the "
    "probability is at least 3/4; the proof needs only that it is not smaller than 1/2.",
)


def steep_between(p):
    """Return an alpha of slope 2 on [0, 3], 1/4 to the left of it and 1/8 to the right."""
    return 4 + sp.Min(p, 0) / 4 + 2 * sp.Min(sp.Max(p, 0), 3) + sp.Max(p - 3, 0) / 8


def law(step, t):
    """Return the ends of the walk from 0, each with the number of strings that lead there."""
    ends = Counter({sp.Integer(0): 1})
    for _ in range(t):
        moved: Counter[sp.Expr] = Counter()
        for end, strings in ends.items():
            for sign in (1, -1):
                moved[end + sign * step(end)] += strings
        ends = moved
    return ends


at_6, at_8 = (law(steep_between, time) for time in (6, 8))

MEDIAN_RISES = Claim(
    id="instability-flatness/ours-thm-5.6-median-rises",
    title="Walks of which the median rises",
    source=Source(appendix="appendix F.6, (F.4)"),
    words="From 101, 25 and 92 are the least and the largest median at time 2 and 63 is a median "
    "at time 4, for an alpha through given points. For another alpha every median at time 8 is "
    "larger than every median at time 6.",
    printed={
        "from time 2 to time 4": ForAll(medians.RISES_AT_START, given=medians.EXAMPLE),
        "from time 6 to time 8": ForAll(n > m, given=(*between(m, at_6), *between(n, at_8))),
    },
    note="In the second part alpha is 4 at the start 0, with slope 2 on [0, 3], 1/4 to the left "
    "and 1/8 to the right: whatever medians are chosen, they rise.",
    symbols={n: "a median of X_8; m is one of X_6"},
)


def of_walk(says, given):
    """Return a statement about the walk with these hypotheses."""
    return States(says, given={**WALK, HERE: given[len(STEP_SIZE) :]})


STEP_F_4 = Claim(
    id="instability-flatness/thm-5.6-step-F.4",
    title="The two-step bound at the median",
    source=Source(appendix="appendix F.6, (F.4)"),
    words="The two-step bound with the median M_t(x) in the place of x: M_{t+2}(x) is at most "
    "M_t(x) less alpha'_min alpha(M_t(x)), which is at most M_t(x) - c.",
    printed={
        "the bound at the median": of_walk(medians.AT_MEDIAN, medians.NEXT),
        "alpha_min": of_walk(medians.FLOOR.says, medians.FROM_X),
    },
    because={"alpha_min": medians.FLOOR_MET},
    against={"the bound at the median": medians.RISES_FROM_X},
    uses=("instability-flatness/thm-5.6-step-two-step",),
    note="m and m' are M_t(x) and M_{t+2}(x), here the least medians, 25 and 63, from 101: "
    "theorem 5.6 (i) lists the values of X_2 and X_4. The largest ones fall, from 92 to 64; for "
    "another alpha, shown with the outline of theorem 5.6, all medians rise from time 6 to time 8. "
    "The bound holds from one start; the median over the ends at time t is none, and half of the "
    "ends lie above it.",
)

# -- the theorem ---------------------------------------------------------------------------------

STRINGS_FALL = drift(sp.Implies(NET <= 0, X[steps] <= b - steps * lowest * slope / 2), X[0] <= b)

THM_5_6_I = Claim(
    id="instability-flatness/thm-5.6-i",
    title="Linear decay of the envelope",
    source=Source("section 5.3, theorem 5.6 (i)", "appendix F.6"),
    words="For even t the envelope falls by at least c in two steps, hence Z_t <= b - t c / 2.",
    printed={
        "a fall by c": of_walk(medians.FALLS, medians.TWO_TIMES),
        "Z_t <= b - t c / 2": of_walk(medians.BELOW_LINE, medians.FROM_LAW),
    },
    lemmas={"strings": STRINGS_FALL},
    because={"Z_t <= b - t c / 2": ByHand(("strings",)), "strings": DRIFTS},
    against={"a fall by c": medians.RISES_FROM_LAW},
    instead={
        "a fall by c": Instead(
            STRINGS_FALL,
            because=DRIFTS,
            words="replace it by Z_t <= b - t c / 2 for even t: every string of t signs with a "
            "sum of at most 0 ends at or below that, and so do more than half of all strings",
        )
    },
    uses=("instability-flatness/thm-5.6-step-two-step", "instability-flatness/thm-5.6-step-F.4"),
    note="(F.4) puts a median into a bound that holds for one start, while half of the walks are "
    "above it. So the envelope can rise: from 101 two steps lead to 24, 25, 92 or 263, with "
    "medians 25 to 92; four lead to 1, 3, 9, 14, 16, 23, 24, 63 or to 64, 67, 83, 90, 136, 171, "
    "262, 590, with medians 63 to 64. For another alpha every median at time 8 is above every one "
    "at time 6.",
    symbols={
        G: "a primitive of 1/alpha",
        lowest: "a lower bound of alpha where the walk goes",
        slope: "a lower bound of its slopes there; c_0 c_1 stands for c",
    },
)


def mass_after_two(condition):
    """Return the mass of X_2 where a condition holds, for starts x and y."""
    ends = ((end, u) for p, u in ((x, w), (y, 1 - w)) for end in endpoints(alpha, p, 2))
    return sum(sp.Piecewise((u, condition(end)), (0, True)) for end, u in ends) / 4


ANY_MEDIAN, LARGEST_MEDIAN = "any one", "the largest one"
DOMINATED = Ambiguous(
    "which median m_t(x) is, where there are several: any one, or, as for an upper envelope, the "
    "largest one",
    {
        ANY_MEDIAN: of_walk(medians.NONE_ABOVE, medians.OF_MEDIANS),
        LARGEST_MEDIAN: of_walk(medians.NONE_ABOVE, (*medians.OF_MEDIANS, medians.LARGEST)),
    },
)
LARGEST_DOMINATE = ByReading({LARGEST_MEDIAN: medians.DOMINATED_MET})
OTHERS_DO_NOT = ByReading({ANY_MEDIAN: medians.ONE_ABOVE})

THM_5_6_II = Claim(
    id="instability-flatness/thm-5.6-ii",
    title="The envelope lies above the medians",
    source=Source("section 5.3, theorem 5.6 (ii)", "appendix F.6"),
    words="X_t lies at or below Z_t with probability at least 1/2, so every even-time median of "
    "X_t is at or below Z_t.",
    printed={
        "probability at least 1/2": of_walk(medians.HALF_BELOW, medians.FROM_LAW),
        "every median": DOMINATED,
    },
    because={
        "probability at least 1/2": medians.DOMINATES_MET,
        "every median": LARGEST_DOMINATE,
    },
    against={"every median": OTHERS_DO_NOT},
    breaks_at="That X_t lies at or below Z_t with probability at least 1/2 puts one median of X_t "
    "there; it puts every median there only where the probability is more than 1/2.",
    note="m is a median of X_t, m_t(x) one from x. An upper median of X_t may exceed Z_t "
    "when X_t is at or below Z_t with probability exactly 1/2, as from 101, where 25 and 92 are "
    "medians at t = 2. With the largest median from every x this cannot happen: less than half of "
    "each walk is at or above any y beyond it.",
)

RATE = lowest * slope
ceiling = (c > 0, pairs - 1 < (b - m0) / c, pairs >= (b - m0) / c)  # N = ceil((b - m_0) / c)


def crossed(time, level):
    """Return that the strings with a sum of at most 0 end at or below a level, with c as rate."""
    return drift(
        sp.Implies(sp.And(NET <= 0, time), X[steps] <= level),
        X[0] <= b,
        sp.Eq(c, RATE),
        *ceiling,
    )


CROSSED = {
    "Z_2N": (medians.CROSSED, eq(medians.t, 2 * N)),
    "later": (medians.BELOW_START, medians.t >= 2 * N),
}
VISITED, EVERYWHERE = "what is visited up to time t", "all of R"


def crossing_of(says, when):
    """Return where the envelope is at some times, for each range of c."""
    return Ambiguous(
        "over which range the least values of alpha and alpha' are taken",
        {
            VISITED: of_walk(says, (*medians.FROM_LAW, *medians.CROSSES, when)),
            EVERYWHERE: of_walk(says, (*medians.EVERYWHERE, *medians.CROSSES, when)),
        },
    )


THM_5_6_III = Claim(
    id="instability-flatness/thm-5.6-iii",
    title="The envelope crosses the first median",
    source=Source("section 5.3, theorem 5.6 (iii)", "appendix F.6"),
    words="With N = ceil((b - m_0) / c) the envelope is at or below m_0 at time 2N and at or below "
    "m_0 - (t - 2N) c / 2 from then on.",
    printed={name: crossing_of(*of_times) for name, of_times in CROSSED.items()},
    lemmas={
        "Z_2N, strings": crossed(sp.Eq(steps, 2 * pairs), m0),
        "later, strings": crossed(steps >= 2 * pairs, m0 - (steps - 2 * pairs) / 2 * c),
    },
    because={
        **{name: ByReading({VISITED: ByHand((f"{name}, strings",))}) for name in CROSSED},
        "Z_2N, strings": DRIFTS,
        "later, strings": DRIFTS,
    },
    against={name: ByReading({EVERYWHERE: medians.NOWHERE}) for name in CROSSED},
    uses=("instability-flatness/thm-5.6-i",),
    note="Every string of a sum of at most 0 ends at or below the bound, so for even t more than "
    "half of all strings do. With one c for all t the walk that only steps to the left has alpha "
    "fall below 0: nothing satisfies that.",
)

CONSTANTS = Claim(
    id="instability-flatness/thm-5.6-constants",
    title="The constants of theorem 5.6",
    source=Source("section 5.3, theorem 5.6", "appendix F.6"),
    words="A fall by c in two steps gives Z_t <= Z_0 - t c / 2 <= b - t c / 2 at even t, with N = "
    "ceil((b - m_0) / c) Z_2N <= b - N c <= m_0, and from there Z_t <= Z_2N - (t - 2N) c / 2 <= "
    "m_0 - (t - 2N) c / 2.",
    printed={
        "(i)": States(argument.DECAY.says, given={HERE: (*argument.FALLS, argument.n >= 0)}),
        "(iii), crossing": States(
            argument.CROSSING.says, given={HERE: (*argument.FALLS, *argument.ABOVE_MEDIAN)}
        ),
        "(iii), after it": States(
            argument.AFTERWARDS.says,
            given={HERE: (*argument.FALLS, *argument.ABOVE_MEDIAN, argument.n >= N)},
        ),
    },
    because={
        "(i)": examples_argument.falling(argument.DECAY, argument.n >= 0),
        "(iii), crossing": examples_argument.falling(argument.CROSSING, *argument.ABOVE_MEDIAN),
        "(iii), after it": examples_argument.falling(
            argument.AFTERWARDS, *argument.ABOVE_MEDIAN, argument.n >= N
        ),
    },
    note="t is 2n. Only what the proof makes of a fall by c in every two steps; main text and "
    "appendix agree.",
)

far = x - alpha(x) / least_slope  # where alpha would be 0 at most, with slopes not below it

STEP_RATE = Claim(
    id="instability-flatness/thm-5.6-step-rate",
    title="A positive rate c",
    source=Source("section 5.3, theorem 5.6", "appendix F.6"),
    words="c = alpha_min alpha'_min > 0: alpha and its slope are bounded away from zero.",
    printed=ForAll(
        says=DEFINES,
        given=(
            *STEP_SIZE,
            least_slope > 0,
            least > 0,
            alpha(x) >= least,
            alpha(after(x, -1)) >= least,
            alpha(x) - alpha(after(x, -1)) >= least_slope * alpha(x),
        ),
    ),
    lemmas={
        "over the whole line, as in proposition F.11": ForAll(
            says=DEFINES,
            given=(
                *STEP_SIZE,
                least_slope > 0,
                least > 0,
                alpha(x) >= least,
                alpha(x) - alpha(far) >= least_slope * (x - far),
            ),
        ),
    },
    note="An assumption: alpha strictly increasing and positive may have no such c. The theorem "
    "does not say over which range the minima are taken. A positive alpha has no slope bounded "
    "away from zero on the whole line: at x - alpha(x)/alpha'_min it would be at most 0.",
)

# -- outline and prose ---------------------------------------------------------------------------


def two_atoms(*further):
    """Return that the median of X_2 is at most that of X_0: x with mass w > 1/2, or else y."""
    return ForAll(
        says=mass_after_two(lambda end: end <= x) >= HALF,
        given=(*STEP_SIZE, *gaps(x, y), x < y, w > HALF, w <= 1, *further),
    )


LESS = {"strictly": sp.Lt, "weakly": sp.Le}

OUTLINE = Claim(
    id="instability-flatness/thm-5.6-outline",
    title="Outline: dominated medians must decrease",
    source=Source(appendix="appendix F.3, outline of theorem 5.6"),
    words="Every median from a point falls by at least c in two steps, so the envelope does; it "
    "lies above all medians of X_t, so these decrease too.",
    printed={
        "medians from a point": of_walk(medians.FROM_X_FALLS, medians.NEXT),
        "the envelope": of_walk(medians.FALLS, medians.TWO_TIMES),
        "dominated": DOMINATED,
        "medians of X_t": Ambiguous(
            "whether they decrease in every two steps, strictly or not, or fall below the first "
            "one in the end",
            {
                **{
                    name: of_walk(less(medians.m_later, medians.m), medians.TWO_MEDIANS)
                    for name, less in LESS.items()
                },
                "in the end": of_walk(medians.BELOW_IN_THE_END, medians.BOUNDED_AT_ALL_TIMES),
            },
        ),
    },
    lemmas={"medians of X_t, two starting points, t = 0": two_atoms()},
    because={"dominated": LARGEST_DOMINATE},
    against={
        "medians from a point": medians.FROM_X_RISES,
        "the envelope": medians.RISES_FROM_LAW,
        "dominated": OTHERS_DO_NOT,
        "medians of X_t": ByReading(
            {name: medians.medians_rise(less) for name, less in LESS.items()}
        ),
    },
    instead={
        "medians of X_t": Instead(
            two_atoms(sp.Or(w >= sp.Rational(2, 3), y <= x + 2 * alpha(x))),
            words="for X_0 with two values x < y at t = 0, the first one with mass w > 1/2, where "
            "w >= 2/3 or y <= x + 2 alpha(x)",
        ),
    },
    uses=(
        "instability-flatness/thm-5.6-i#a fall by c",
        "instability-flatness/thm-5.6-ii#every median",
    ),
    note="From 101, with the alpha shown, the least median is 25 at time 2 and 63 at time 4; all "
    "ends are listed at thm-5.6-i. Where X_0 is x with mass w > 1/2, its only median, and else y "
    "> x, the median of X_2 exceeds x when y lies far to the right and w is below 2/3: only the "
    "upper bound falls.",
)


def crossing(reach):
    """Return theorem 5.6 (iii) for laws whose reach b - m_0 is related to alpha(m_0).

    y is reached by 2N - 1 steps to the left from a start at or below m_0, each at least alpha_min.
    """
    return ForAll(
        says=z_cross <= m0,
        given=(
            *STEP_SIZE,
            least_slope > 0,
            least_slope < 1,
            least > 0,
            b >= m0,
            reach,
            pairs >= 1,
            y <= m0 - (2 * pairs - 1) * least,
            alpha(y) >= least,
            alpha(m0) - alpha(y) >= least_slope * (m0 - y),
            pairs * least_slope * least >= b - m0,
            z_cross <= b - pairs * least_slope * least,
        ),
    )


PROSE = Claim(
    id="instability-flatness/txt-5.6-prose",
    title="Arbitrary initial laws cross their first median",
    source=Source("section 5.3, after theorem 5.6"),
    words="The envelope crosses m_0 in finite time, so that the median eventually falls below m_0 "
    "for arbitrary initial laws.",
    printed={
        "b - m_0 < alpha(m_0)/2": crossing(b - m0 < alpha(m0) / 2),
        "b - m_0 >= alpha(m_0)/2": crossing(b - m0 >= alpha(m0) / 2),
    },
    uses=("instability-flatness/thm-5.6-iii",),
    note="c is taken over the range that is visited up to the crossing. The walk that only steps "
    "to the left lowers alpha by at least c with every step, so t c < alpha(m_0) and the envelope "
    "can be shown to fall by less than alpha(m_0)/2: no law that reaches further above its median "
    "satisfies the hypotheses. Slopes are below 1 where alpha is positive.",
    symbols={
        pairs: "number of times two steps are taken up to the crossing",
        z_cross: "the envelope after 2 N steps",
    },
)
