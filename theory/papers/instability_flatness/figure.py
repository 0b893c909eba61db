"""Appendix F.11 and figure F.19: simulations of the walk with alpha(x) = a / (1 + exp(-beta x)).

The figure's caption fixes beta (1/100 or 5) and where X_0 lies; the numerator a is not readable,
and widths, bandwidths, numbers of particles and steps are not given. In units of a the walk has
numerator 1 and slope parameter b = a beta, so that a only matters through b and through the width
of X_0 and of the kernel in units of the step a / 2. Kernels are Gaussian with a fixed bandwidth;
the paper's grows with alpha in a way that is not given, and alpha hardly varies for beta = 1/100.
"""

from functools import partial
from itertools import product

import sympy as sp

from theory.choices import Ambiguous, Damaged
from theory.claim import Claim, ForAll, Missing, Observed, Source
from theory.language import FunctionSymbol, StrictlyIncreasing, function, reals
from theory.papers.instability_flatness.notation import after

SOURCE = Source(appendix="appendix F.11, figure F.19")
FLAT, STEEP = sp.Rational(1, 100), sp.Integer(5)  # beta in cases I and III, and in case II

NUMERATORS = (1, 2, 4)

a, b, beta, x, w = reals("a b beta x e_x")


def logistic(position, numerator=1, slope=b):
    """Return the step size a / (1 + exp(-beta x))."""
    return numerator / (1 + sp.exp(-slope * position))


# -- the step size -------------------------------------------------------------------------------

SLOPE = a * beta * w / (1 + w) ** 2  # alpha'(x) with w = exp(-beta x)


def slopes(says, *given):
    """Return a statement about a slope of alpha, for any w = exp(-beta x)."""
    return ForAll(given=(a > 0, beta > 0, w > 0, *given), says=says)


def of_numerator(says):
    """Return a statement for each numerator of alpha that is tried."""
    return Damaged(
        "the numerator of alpha", {f"numerator {value}": says(value) for value in NUMERATORS}
    )


FIG_F_19_SLOPE = Claim(
    id="instability-flatness/fig-F.19-slope",
    title="The logistic step size is 1-Lipschitz for one beta only",
    source=SOURCE,
    words="alpha is positive and strictly increasing; its slope stays below 1 for beta = 0.01 and "
    "exceeds 1 at 0 for beta = 5.",
    printed={
        "slope of alpha": ForAll(
            says=sp.Eq(
                sp.Derivative(logistic(x, a, beta), x),
                SLOPE.subs(w, sp.exp(-beta * x)),
                evaluate=False,
            ),
        ),
        "increasing, steepest at 0": slopes(sp.And(SLOPE > 0, a * beta / 4 >= SLOPE)),
        "1-Lipschitz for beta = 0.01": of_numerator(
            lambda value: slopes(SLOPE < 1, sp.Eq(a, value), sp.Eq(beta, FLAT))
        ),
        "not for beta = 5": of_numerator(
            lambda value: slopes(SLOPE > 1, sp.Eq(w, 1), sp.Eq(a, value), sp.Eq(beta, STEEP))
        ),
    },
    lemmas={
        "beta = 0.01, numerator between 4/5 and 400": slopes(SLOPE < 1, a < 400, sp.Eq(beta, FLAT)),
        "beta = 5, at 0, numerator between 4/5 and 400": slopes(
            SLOPE > 1, sp.Eq(w, 1), a > sp.Rational(4, 5), sp.Eq(beta, STEEP)
        ),
    },
    note="The largest slope is a beta / 4, so the caption fits every numerator above 4/5 and below "
    "400.",
)

# -- the start at a point, exactly ---------------------------------------------------------------

MIDDLE = ((1, -1), (-1, 1))  # the strings whose ends are the two middle ones of X_2
LOWER = [signs for signs in product((1, -1), repeat=4) if sum(signs) <= 0]  # 11 of 16


def end(signs):
    """Return where a string of signs leads from 0, in units of a."""
    return after(sp.Integer(0), *signs, step=logistic)


def falls(numerator, slope):
    """Return that 11 of the 16 ends of X_4 lie below both middle ends of X_2."""
    below = (end(signs) < end(middle) for signs in LOWER for middle in MIDDLE)
    return ForAll(where={b: numerator * slope}, says=sp.And(*below))


FIG_F_19_POINT = Claim(
    id="instability-flatness/ours-fig-F.19-point",
    title="From the point 0 the medians at times 0, 2, 4 fall",
    source=SOURCE,
    words="From X_0 = 0 every median of X_2 is below 0 and every median of X_4 below every median "
    "of X_2.",
    printed={
        "medians of X_2, a beta from 0.01 to 20": ForAll(
            given=(b >= FLAT, b <= 20),
            says=sp.And(*(end(signs) < 0 for signs in (*MIDDLE, (-1, -1)))),
        ),
        **{
            f"medians of X_4, beta = {float(slope):g}, numerator {numerator}": falls(
                numerator, slope
            )
            for numerator, slope in product(NUMERATORS, (FLAT, STEEP))
        },
    },
    uses=("instability-flatness/thm-5.4",),
    note="b = a beta, positions in units of a. A median of X_4 is at most the 9th of its 16 ends "
    "in order. Theorem 5.4 has every even-time median below the start, and says nothing of their "
    "order.",
)

# -- what a kernel does --------------------------------------------------------------------------

Phi: FunctionSymbol = function("Phi")
q, h_left, h_right = reals("q h_- h_+")

FIG_F_19_KERNEL = Claim(
    id="instability-flatness/ours-fig-F.19-kernel",
    title="A narrow kernel shows three peaks at time 2",
    source=SOURCE,
    words="From a point and with alpha nearly constant X_2 has masses 1/4, 1/2, 1/4 with spacing "
    "d; a kernel of bandwidth at most d/3 shows each of them as a peak.",
    printed=ForAll(given=(q > 0, q <= sp.Rational(1, 3)), says=3 * q + q**9 < 1 + 2 * q**4 + q**16),
    note="No claim of the paper, which has one peak and calls its results robust to the usual "
    "rules for the bandwidth. With q = exp(-d^2 / (8 h^2)) the density is proportional to 3 q + "
    "q^9 halfway between two masses and to 1 + 2 q^4 + q^16 at an outer one. For h up to d/3, q is "
    "below 1/3: so it is for h = 0.9 s n^(-1/5), s "
    "the standard deviation, from n = 26 on, for h = 1.06 s n^(-1/5) from n = 58 on.",
)

FIG_F_19_BANDWIDTH = Claim(
    id="instability-flatness/ours-fig-F.19-bandwidth",
    title="A bandwidth that grows with alpha moves the median to the left",
    source=SOURCE,
    words="The estimated median of a symmetric law lies left of its centre if the bandwidth is "
    "larger to the right.",
    printed=ForAll(
        given=(
            StrictlyIncreasing(Phi),
            sp.Eq(Phi(-x / h_right), 1 - Phi(x / h_right)),
            x > 0,
            h_left > 0,
            h_left < h_right,
        ),
        says=(Phi(x / h_left) + Phi(-x / h_right)) / 2 > sp.Rational(1, 2),
    ),
    note="No claim of the paper, which uses such a bandwidth. The law has half its mass at x and "
    "at -x, the kernel the distribution Phi and the bandwidths h_+ and h_- there; the left side is "
    "the estimated mass up to 0.",
)

# -- simulations ---------------------------------------------------------------------------------

fall, rise, ahead, behind = reals("fall rise ahead behind")
mode_fall, skew, peaks, wider = reals("mode_fall skew peaks wider")

EARLY = {
    fall: "the largest change of the smoothed median from one recorded even time to the next, "
    "from the start on",
    rise: "the least change of the smoothed median from one recorded even time to the next, "
    "from the start on",
    ahead: "the largest mode minus median of the smoothed law over recorded even times after the "
    "start",
    behind: "the least mode minus median of the smoothed law over recorded even times after the "
    "start",
    mode_fall: "the largest change of the smoothed law's mode from one recorded even time to the "
    "next, from time 2 on",
    skew: "the least (Q_.95 + Q_.05 - 2 Q_.5) / (Q_.95 - Q_.05) of the smoothed law over recorded "
    "even times after the start",
    peaks: "the most peaks of the smoothed law at a recorded even time after the start; a peak "
    "stands out by 1/100 of the highest density",
    wider: "the least change of Q_.95 - Q_.05 of the smoothed law from one recorded even time to "
    "the next, from the start on",
}
LATE = {
    fall: "the largest change of the estimated median from one recorded time to the next, from "
    "the start on, mean over batches of particles",
    ahead: "mode minus median of the estimated density at the last time, mean over batches of "
    "particles",
    skew: "(Q_.95 + Q_.05 - 2 Q_.5) / (Q_.95 - Q_.05) of the estimated density at the last time, "
    "mean over batches of particles",
}

MEDIANS, ORDER, RIGHT_SKEW = fall < 0, ahead <= 0, skew > 0
THREE = sp.And(MEDIANS, ORDER, RIGHT_SKEW)
ONE_PEAK, SEVERAL_PEAKS = peaks < sp.Rational(3, 2), peaks > sp.Rational(3, 2)

POINT = {"beta": FLAT, "start": "point at 0"}
WIDTHS = (sp.Rational(1, 4), sp.Integer(1))  # standard deviations of starts, in units of a
UNIMODAL = [{"beta": STEEP, "start": start, "widths": WIDTHS} for start in ("normal", "uniform")]
BIMODAL = [
    {"beta": FLAT, "start": "points at 0 and 4"},
    {"beta": FLAT, "start": "normals at 0 and 4", "widths": WIDTHS[:1]},
]
SPACING, HALF_STEP = "2 alpha(0)", "alpha(0) / 2"
BANDWIDTHS = (SPACING, HALF_STEP)
RULE = "Silverman's for 1000 particles"


def short(settings, effect, *, bandwidth=SPACING, numerators=NUMERATORS):
    """Return what the law shows at the first even times."""
    settings = {**settings, "bandwidth": bandwidth, "a": numerators}
    return Observed("figure F.19: short", settings, effect=effect, measures=EARLY)


def long(settings, effect):
    """Return what many particles show after a long time."""
    settings = {**settings, "bandwidth": "sd / 3", "a": (1,)}
    return Observed("figure F.19: long", settings, effect=effect, measures=LATE)


def case(settings):
    """Name a case by what the caption gives."""
    return f"beta = {float(settings['beta']):g}, {settings['start']}"


def by_bandwidth(seen):
    """Return what is seen whatever the bandwidth is."""
    return Ambiguous(
        "the bandwidth of the density estimate is not given",
        {f"bandwidth {bandwidth}": seen(bandwidth=bandwidth) for bandwidth in BANDWIDTHS},
    )


CASES = {case(settings): settings for settings in (POINT, *UNIMODAL, *BIMODAL)}


FIG_F_19 = Claim(
    id="instability-flatness/fig-F.19",
    title="Medians fall, modes lie left of them, the law is skewed to the right",
    source=SOURCE,
    words="In all three cases (a point; a unimodal start with beta = 5; a bimodal start) the "
    "even-time median falls, the mode is at most the median and the law is skewed to the right.",
    printed={
        name: by_bandwidth(partial(short, settings, THREE)) for name, settings in CASES.items()
    },
    uses=("instability-flatness/fig-F.19-slope", "instability-flatness/ours-fig-F.19-point"),
    note="Not given: numerator, bandwidth, widths, horizon, number of particles. Numerators 1, 2, "
    "4 and, for beta = 5, starts with standard deviations a/4 and a are tried together; those of "
    "the normals at 0 and 4 are a/4.",
)

FIG_F_19_LONG = Claim(
    id="instability-flatness/fig-F.19-long",
    title="The same after a long time",
    source=SOURCE,
    words="The median falls, the mode is at most the median and the law is skewed to the right "
    "after hundreds of steps too.",
    printed={case(settings): long(settings, THREE) for settings in (POINT, *UNIMODAL)},
    note="Numerator 1; the median is that of the density estimate, as in the paper. ahead and skew "
    "are those of the last time, fall is from the start on.",
)

FIG_F_19_SPREAD = Claim(
    id="instability-flatness/fig-F.19-spread",
    title="The law spreads",
    source=Source("section 5.4", "appendix F.11, figure F.19"),
    words="The spread between the 5% and the 95% quantile grows in all three cases, and faster "
    "with slopes beyond 1.",
    printed={
        **{name: short(settings, wider > 0) for name, settings in CASES.items()},
        "faster for beta = 5": Missing("the starts and the times at which widths are compared"),
    },
    note="Section 5.4 has a widening of the centre, and a faster one beyond slopes of 1; the "
    "spread is what appendix F.11 records. The starts differ with beta.",
)

FIG_F_19_PEAKS = Claim(
    id="instability-flatness/fig-F.19-peaks",
    title="Case I: one peak at all times",
    source=SOURCE,
    words="With beta = 0.01 and a unimodal start or a point the estimated density stays unimodal.",
    printed={
        "a point": by_bandwidth(partial(short, POINT, ONE_PEAK)),
        **{
            start: short({**POINT, "start": start, "widths": WIDTHS}, ONE_PEAK)
            for start in ("normal", "uniform")
        },
    },
    note="At early times. A peak counts if it stands out by 1/100 of the highest density. From a "
    "point the walk lives near a lattice of spacing 2 alpha(0), so that the law itself has many "
    "peaks; only a kernel of about that width hides them.",
)

FIG_F_19_RULES = Claim(
    id="instability-flatness/fig-F.19-rules",
    title="Case I: what is seen does not hang on the bandwidth rule",
    source=SOURCE,
    words="The results are the same under standard rules for the bandwidth.",
    printed=Missing("the times at which the figure is drawn"),
    lemmas={
        "one peak, a point, at early times": short(POINT, ONE_PEAK, bandwidth=RULE),
    },
    note="Silverman's rule for 1000 particles, a fixed kernel width; how the width of the figure "
    "grows with alpha, and at which times it is drawn, is not given. Later, when the law is much "
    "wider than the lattice of spacing 2 alpha(0), the rule's kernel hides the lattice.",
)


def by_numerator(settings, effect):
    """Return what is seen whatever the numerator and the bandwidth are."""
    return Ambiguous(
        "the numerator is not given",
        {
            f"numerator {numerator}": by_bandwidth(
                partial(short, settings, effect, numerators=(numerator,))
            )
            for numerator in NUMERATORS
        },
    )


FIG_F_19_CASE_3 = Claim(
    id="instability-flatness/fig-F.19-case-3",
    title="Case III: the mode moves to the left, several peaks stay",
    source=SOURCE,
    words="From a bimodal start at 0 and 4 the mode moves to the left and the law may keep several "
    "peaks.",
    printed={
        f"{what}, {settings['start']}": by_numerator(settings, effect)
        for settings in BIMODAL
        for what, effect in (("mode", mode_fall < 0), ("peaks", SEVERAL_PEAKS))
    },
    note="With numerator 1 two bumps merge slowly and the highest point moves from 0 to 2, to the "
    "right; with 2 and 4 a kernel of the lattice spacing shows one bump from the second step on, "
    "and the narrow kernel the points of the lattice, whose spacing is for numerator 4 the "
    "distance of the two bumps. All this is at early times.",
)


def by_width(settings, effect):
    """Return what is seen whatever the width of the start and the bandwidth are."""
    return Ambiguous(
        "the width of the start is not given",
        {
            f"width {width} a": by_bandwidth(
                partial(short, {**settings, "widths": (width,)}, effect)
            )
            for width in WIDTHS
        },
    )


TXT_CASE_2 = Claim(
    id="instability-flatness/txt-case2",
    title="Case II: the mode moves to the left, often several peaks",
    source=SOURCE,
    words="With beta = 5 and a unimodal start at 0 median and mode fall and the mode is at most "
    "the median, but the estimated density often has several peaks.",
    printed={
        f"{what}, {settings['start']}": by_width(settings, effect)
        for settings in UNIMODAL
        for what, effect in (
            ("median and mode", sp.And(MEDIANS, ORDER, mode_fall < 0)),
            ("peaks", SEVERAL_PEAKS),
        )
    },
    note="Neither bandwidth nor the width of the start (its standard deviation) is given.",
)

# -- starts that the figure does not show --------------------------------------------------------

FALLING = {"beta": FLAT, "start": "exponential", "widths": (4,)}
RISING = {"beta": FLAT, "start": "exponential to the left", "widths": (4,)}

FIG_F_19_OTHER_LAWS = Claim(
    id="instability-flatness/ours-fig-F.19-other-laws",
    title="Other unimodal starts than those of the figure",
    source=SOURCE,
    words="With beta = 0.01 and a unimodal start the even-time median falls, the mode is at most "
    "the median and the law is skewed to the right.",
    printed={
        "normal": short({**UNIMODAL[0], "beta": FLAT}, THREE),
        "uniform": short({**UNIMODAL[1], "beta": FLAT}, THREE),
        "density falls: median": short(FALLING, MEDIANS),
        "density falls: mode and skew": short(FALLING, sp.And(ORDER, RIGHT_SKEW)),
        "density rises: median": short(RISING, MEDIANS),
        "density rises: mode": short(RISING, ORDER),
        "density rises: skew": short(RISING, RIGHT_SKEW),
    },
    lemmas={
        "density falls: the median rises": short(FALLING, rise > 0),
        "density rises: the mode is beyond the median": short(RISING, behind > 0),
        "density rises: skewed to the left": short(RISING, skew < 0),
    },
    note="The text of case I asks for a unimodal start only; with this beta the figure has points "
    "and two bumps, so that these starts contradict nothing that it shows. Exponential laws have "
    "scale 4 a (their densities fall, or rise, with no mass beyond 0). The spreading of the law "
    "moves the median towards the mean, and outweighs the drift at first.",
)
