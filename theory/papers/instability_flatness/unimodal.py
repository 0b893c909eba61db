"""Section 5.3 and F.9: the mode of the walk from a unimodal law.

The step size is linear on the visited range, alpha(x) = c + s x with 0 < s < 1, so that it is
1-Lipschitz there; both one-step maps are increasing and linear, and so are the two-step maps
T_ab (first a, then b) and their inverses. The law of X_0 lives on so short an interval that the
images under different T_ab do not meet.
"""

from itertools import product

import sympy as sp

from theory.arguments import Solve
from theory.choices import Ambiguous, Damaged
from theory.claim import Claim, ForAll, Instead, Source, Special
from theory.hints import Try
from theory.language import Each, reals
from theory.papers.instability_flatness import laws
from theory.papers.instability_flatness.laws import (
    BRANCHES,
    HALF,
    LINEAR,
    LINEAR_STEP,
    SHORT_LAW,
    c,
    high,
    low,
    preimage,
    s,
    two_steps,
)
from theory.papers.instability_flatness.notation import (
    FIRST_MODE,
    FIRST_OF_PREFIXES,
    LAST_MODE,
    LAST_OF_PREFIXES,
    LEAST_CDF,
    MEDIAN,
    PLATEAU,
    PREIMAGE,
    alpha,
    f,
    j,
    t,
)
from theory.places import HERE
from theory.values import PiecewiseLinear

h, m, z, G = reals("h m z G")

# -- a law on a short interval [low, high]: the branches do not meet -----------------------------

AT_MODE = {G: "Pr(X_0 <= m)", z: "the mode of X_2"}

in_lower, in_gap, in_upper, gap, part_width, distance = reals("p q r g w D")

DISTANCE = Claim(
    id="instability-flatness/ours-lem-5.9-claim-consequence-distance",
    title="A law of two parts is far from every unimodal one",
    source=Source("sections 5.3 and 5.4", "appendix F.3 and F.10"),
    words="A law with half its mass in each of two parts of width w, with a gap g between them, "
    "has a distance of at least g / (2 (g + w)) in total variation from every unimodal law.",
    printed=ForAll(
        given=(
            gap > 0,
            part_width > 0,
            in_lower >= 0,
            in_gap >= 0,
            in_upper >= 0,
            in_lower + in_gap + in_upper <= 1,
            in_gap * part_width >= gap * sp.Min(in_lower, in_upper),
            distance >= sp.Max(in_gap, HALF - in_lower, HALF - in_upper),
        ),
        says=distance >= gap / (2 * (gap + part_width)),
    ),
    note="p, q and r are what a unimodal law gives to the lower part, the gap and the upper part: "
    "its mean density on the gap is not below the smaller one of its mean densities on the parts. "
    "X_1 from a law on a short interval is such a law, with all sign strings typical; the distance "
    "tends to 1/2 as the interval shrinks.",
    symbols={
        gap: "the length of the gap",
        part_width: "the width of each part",
        in_lower: "what a unimodal law gives to the lower part",
        in_gap: "what it gives to the gap",
        in_upper: "what it gives to the upper part",
        distance: "its distance from the law of two parts",
    },
)

LOWER, DOWN_UP, UP_DOWN, UPPER = BRANCHES
HEIGHT_OF_LOWER, HEIGHT_OF_MIDDLE = 1 / (4 * (1 - s) ** 2), 1 / (2 * (1 - s**2))
SHORT = (
    *LINEAR,
    c + s * low > 0,
    low < m,
    m < high,
    G > 0,
    G < 1,
    two_steps(LOWER, high) < two_steps(UP_DOWN, low),
    two_steps(UP_DOWN, high) < two_steps(UPPER, low),
)


def short(says, branch, *given):
    """Return a statement about the mode z of X_2, the image of the mode m under one branch.

    Densities are divided by the slope of a map: -- has (1-s)^2, -+ and +- share 1 - s^2, and ++,
    with (1+s)^2, is never the highest.
    """
    middle, lower = HEIGHT_OF_MIDDLE, HEIGHT_OF_LOWER
    highest = middle > lower if branch == UP_DOWN else lower > middle
    return ForAll(
        given=(*SHORT, highest, *given),
        where={z: two_steps(branch, m)},
        says=says,
    )


def cdf_short(x):
    """Return Pr(X_0 <= x) where x is m or outside the interval; G is Pr(X_0 <= m)."""
    return sp.Piecewise((0, x < low), (1, x >= high), (G, True))


MASS_AT_MODE = sum(cdf_short(preimage(branch, z)) for branch in BRANCHES) / 4
OUTER = sp.And(preimage(UPPER, z) <= m, m <= preimage(LOWER, z))
INNER = sp.And(
    sp.Min(preimage(UP_DOWN, z), preimage(DOWN_UP, z)) <= m,
    m <= sp.Max(preimage(UP_DOWN, z), preimage(DOWN_UP, z)),
)

AT_EVEN = (t >= 2, laws.EVEN)
A_, B_, C_, D_ = product((1, -1), repeat=2)


def even_times(says, *given):
    """Return a statement about all even times."""
    return ForAll(says, given={**laws.SETTING, HERE: (*AT_EVEN, *given)}, instances={t: (2, 4)})


UNIMODAL_TOO = Each(laws.VALLEY(alpha, f, j) <= 0, (j, 1, t))
TWO_UNIMODAL = (laws.VALLEY(alpha, f, 1) <= 0, laws.VALLEY(alpha, f, 2) <= 0)
OF_X_T = "X_t, at each time up to t"


def assumed_unimodal(says, *given):
    """Return a statement about even times, for both laws that F.9 may assume to be unimodal.

    F.9 says so of its own results; proposition 5.11 names its conditions in section 5.3.
    """
    return Damaged(
        "the index of X in what F.9 assumes, that X has a unimodal density",
        {"X_0": even_times(says, *given), OF_X_T: even_times(says, *given, UNIMODAL_TOO)},
    )


def with_mode_0(f_0, start, alpha_there, slope):
    """Return a point with a density with the mode 0 and an alpha that is linear from `start` on."""
    return {
        laws.L: HALF,
        alpha: PiecewiseLinear.through({start: alpha_there}, slope, slope),
        f: PiecewiseLinear.through(f_0, 0, 0),
        laws.m: 0,
    }


def small_steps(f_0):
    """Return a point at which X_1 and X_2 have unimodal densities, as X_0 has."""
    return with_mode_0(f_0, -2, "1/100", "1/100")


FALLS_FAST = small_steps({-1: 0, 0: "20/11", "1/10": 0})
RISES_FAST = small_steps({"-1/10": 0, 0: "20/11", 1: 0})
FLAT_AT_THE_TOP = small_steps({-1: 0, "-1/2": 1, 0: 1, "1/2": 0})


def straddled(low, high, relation):
    """Return that all modes of g_s lie between preimages of modes of f_t.

    A bound from below is hardest for the last mode of f_t and the first of g_s, one from above for
    the first of f_t and the last of g_s.
    """
    first, last = FIRST_MODE(alpha, f, t), LAST_MODE(alpha, f, t)
    return sp.And(
        relation(low(last), FIRST_OF_PREFIXES(alpha, f, t), evaluate=False),
        relation(LAST_OF_PREFIXES(alpha, f, t), high(first), evaluate=False),
    )


def preimages(*branches, of=lambda point: point):
    """Return a term in the preimages of a point under two-step maps."""
    return lambda point: of(*(PREIMAGE(alpha, point, *branch) for branch in branches))


def relations(low, high):
    """Return what a sign that is < or <= stands for."""
    return assumed_unimodal(
        Damaged(
            "the text has < for <=, too",
            {"<": straddled(low, high, sp.Lt), "<=": straddled(low, high, sp.Le)},
        )
    )


LEM_F_19 = Claim(
    id="instability-flatness/lem-F.19",
    title="The preimages of the mode straddle the mode before",
    source=Source(appendix="appendix F.9, lemma F.19"),
    words="Of the preimages a, b, c, d of a mode of X_t under ++, +-, -+ and --, each mode of "
    "T_s(X_0) lies between a and d, and between b and c.",
    printed={
        "between a and d": relations(preimages(A_), preimages(D_)),
        "between b and c": relations(preimages(B_, C_, of=sp.Min), preimages(B_, C_, of=sp.Max)),
    },
    because={
        "between a and d": Try({t: 2, **FLAT_AT_THE_TOP}),
        "between b and c": Try({t: 2, **FALLS_FAST}),
    },
    lemmas={
        "branch +- highest": short(sp.And(OUTER, INNER), UP_DOWN),
        "branch -- highest, between a and d": short(OUTER, LOWER),
        "branch -- highest, between b and c": short(INNER, LOWER),
        "branch -- highest, between b and c, instead": short(preimage(UP_DOWN, z) < m, LOWER),
    },
    breaks_at="Where g_s is larger at all four preimages, the density of the mixture is said to "
    "be, too: each branch also has the slope of its preimage as a factor, which varies with x. "
    "That g_s is unimodal, used just before, is given for t = 2 only.",
    note="Here X_1 and X_2 have unimodal densities. Where f falls fast after its mode 0, the mode "
    "of X_2 is -0.0597, to which -- takes 0: d is 0 itself, and b and c are -0.0594, below "
    "it. Where f is 1 from -1/2 to 0, d of the first mode of X_2 is -0.398. The auxiliary "
    "statements are about branches that do not meet: with a slope above 1/3, -- is the "
    "highest of the four, and d is the mode.",
    symbols={**SHORT_LAW, **AT_MODE, **LINEAR_STEP},
)

LEM_F_20 = Claim(
    id="instability-flatness/lem-F.20",
    title="At least half the mass up to the mode",
    source=Source(appendix="appendix F.9, lemma F.20"),
    words="Given the signs of all but the last two steps, at least half the mass of X_t is at most "
    "each mode of X_t.",
    printed=assumed_unimodal(LEAST_CDF(alpha, f, t, FIRST_MODE(alpha, f, t)) >= HALF),
    because={"": Try({t: 2, **RISES_FAST})},
    lemmas={
        "branch +- highest, branches apart": short(MASS_AT_MODE >= HALF, UP_DOWN),
        "branch +- highest, branches apart, instead": short(
            MASS_AT_MODE >= HALF, UP_DOWN, G >= HALF
        ),
        "branch -- highest, branches apart, instead": short(
            sp.Lt(MASS_AT_MODE, sp.Rational(1, 4)), LOWER
        ),
    },
    uses=("instability-flatness/lem-F.18", "instability-flatness/lem-F.19"),
    note="Here alpha is 3/100 + x/100 on the visited range, f rises fast to its mode 0 and falls "
    "slowly, and the laws of X_1 and X_2 are unimodal, too. The mode of X_2 is 0.0603, and "
    "0.197 of the mass lies up to there. If the branches do not meet it is 1/4 + G/2 or, with "
    "a slope above 1/3, G/4, G being the mass of X_0 up to its mode.",
    symbols={**SHORT_LAW, **AT_MODE, **LINEAR_STEP},
)

TIMES = (
    t >= 1,
    Ambiguous(
        "no time is named; the proof is for even ones",
        {"even times": laws.EVEN, "all times": t >= 1},
    ),
)
LAST, FIRST_MEDIAN_OF_T = LAST_MODE(alpha, f, t), MEDIAN(alpha, f, t)


def at_times(says, *given):
    """Return a statement about the laws of X_t."""
    return ForAll(says, given={**laws.SETTING, HERE: (*TIMES, *given)}, instances={t: (1, 2)})


AFTER_TWO_STEPS = Try({t: 2, **FALLS_FAST})

PROP_5_11 = Claim(
    id="instability-flatness/prop-5.11",
    title="The mode is at most the median",
    source=Source("section 5.3", "appendix F.9"),
    words="After a unimodal start and with a 1-Lipschitz alpha no median lies left of a global "
    "mode, and none is one unless the density has a plateau there.",
    printed={
        "order": at_times(LAST <= FIRST_MEDIAN_OF_T),
        "strictly": at_times(
            LAST < FIRST_MEDIAN_OF_T, sp.Eq(PLATEAU(alpha, f, t), 0, evaluate=False)
        ),
    },
    special={
        "X_1 and X_2 unimodal, too": Special(TWO_UNIMODAL, {t: 2}, "order"),
    },
    because={
        "order": AFTER_TWO_STEPS,
        "strictly": AFTER_TWO_STEPS,
        "X_1 and X_2 unimodal, too": Try(FALLS_FAST),
    },
    lemmas={
        "t = 2, branch +- highest, branches apart": short(MASS_AT_MODE <= HALF, UP_DOWN),
        "t = 2, branch +- highest, branches apart, instead": short(
            MASS_AT_MODE <= HALF, UP_DOWN, G <= HALF
        ),
        "t = 2, branch -- highest, branches apart": short(MASS_AT_MODE <= HALF, LOWER),
    },
    uses=("instability-flatness/prop-5.11-step-median", "instability-flatness/lem-F.20"),
    note="Here X_1 and X_2 are unimodal, too, as appendix F.9 may assume: the mode of X_2 is "
    "-0.0597, to which -- takes 0, and 0.806 of the mass lies up to there. A density that rises "
    "slowly to its mode and falls fast after it keeps that shape in each branch.",
    symbols={**SHORT_LAW, **AT_MODE, **LINEAR_STEP},
)

FIRST = FIRST_MODE(alpha, f, t)
UP_TO_MODE = laws.law(t, FIRST) >= HALF  # and so up to every other mode
NO_PLATEAU = sp.Eq(PLATEAU(alpha, f, t), 0, evaluate=False)
# that less than half the mass lies up to any point below the least median, at the first mode
BELOW_MEDIAN = sp.Or(FIRST_MEDIAN_OF_T <= FIRST, laws.law(t, FIRST) < HALF)
TURNED = even_times(FIRST_MEDIAN_OF_T <= FIRST, UP_TO_MODE, BELOW_MEDIAN)


STEP_MEDIAN = Claim(
    id="instability-flatness/prop-5.11-step-median",
    title="From the mass up to the mode to the median",
    source=Source(appendix="appendix F.9, end of the proof"),
    words="If given any first signs at least half the mass of X_t is at most each mode of X_t, "
    "then at least half of all its mass is, at even times. So no median lies left of a mode, and "
    "none is one unless the density is flat there.",
    printed={
        "mean over the first signs": assumed_unimodal(
            UP_TO_MODE, LEAST_CDF(alpha, f, t, FIRST) >= HALF
        ),
        "every median": assumed_unimodal(LAST <= FIRST_MEDIAN_OF_T, UP_TO_MODE),
        "strictly": assumed_unimodal(LAST < FIRST_MEDIAN_OF_T, UP_TO_MODE, NO_PLATEAU),
    },
    lemmas={
        "median of any law with more than half its mass up to z": ForAll(
            given=(h > HALF, sp.Or(m <= z, h <= HALF)), says=m <= z
        ),
    },
    instead={
        name: Instead(
            TURNED,
            because=Solve(TURNED.says, TURNED.given),
            words="turn the inequality around: the first median is at or below the first mode, "
            "as less than half the mass lies up to any point below it; this no longer gives the "
            "proposition",
        )
        for name in ("every median", "strictly")
    },
    because=dict.fromkeys(("every median", "strictly"), AFTER_TWO_STEPS),
    uses=("instability-flatness/lem-F.20",),
    note="Where at least half the mass lies up to a point, a median is at most there, and every "
    "median if it is more than half: the proof of prop-5.11 ends with the opposite, and the turned "
    "line no longer gives the proposition. Here the laws of X_1 and X_2 are unimodal, too: the "
    "mode of X_2 is -0.0597, to which -- takes 0, and 0.806 of the mass lies up to there. Its "
    "median is -0.260.",
    symbols={h: "the mass at or below z", z: "any point"},
)
