"""Figures 1, 8 and 12: phase diagrams and the best loss, from exact losses.

The paper gives neither d nor alpha, beta, D or the grids of its linear regressions. Here
lambda_j = j^-beta and theta*_j = j^((beta - alpha)/2) for j up to 32, with (alpha, beta) = (4, 4),
where s = 3/4, and (5, 4), where s = 1; batch sizes are powers of 2 or 4 and learning rates c 2^-i.
c = 1 makes |theta*_1| = 1 a multiple of eta; c = 0.83 does not. What hangs on s is also looked at
for (6, 3), s = 5/3.

Slopes and exponents are told apart in the middle: a slope of 1/2 is one between 1/4 and 3/4, and
an exponent is off by less than half of the gap between the two that are predicted.
"""

from functools import partial

import sympy as sp

from theory.choices import Ambiguous
from theory.claim import Claim, Missing, Observed, Source
from theory.language import reals

COORDINATES = 32
ALIGNED = {"alpha": 4, "beta": 4, "d": COORDINATES, "c": 1}
GENERIC = {**ALIGNED, "c": sp.Rational(83, 100)}
HARDER = {**GENERIC, "alpha": 5}
EASY = {**GENERIC, "alpha": 6, "beta": 3}
SETTINGS = (ALIGNED, GENERIC, HARDER)


def named(settings):
    """Name the settings of an experiment."""
    rates = "eta = 2^-i" if settings["c"] == 1 else "eta = 0.83 2^-i"
    return f"alpha = {settings['alpha']}, beta = {settings['beta']}, {rates}"


def difficulty(settings):
    """Return s."""
    return sp.Rational(settings["alpha"] - 1, settings["beta"])


# -- phase diagrams ------------------------------------------------------------------------------

along, across, slope, burn, calm = reals("along across slope burn calm")
jump, worse, worse_later, threshold = reals("jump worse worse_later threshold")
everywhere = reals("everywhere")

PHASES = {
    along: "the largest ratio of two losses with the same eta / sqrt(B), for SGD the same eta / B, "
    "in the scaling regime",
    across: "the largest ratio of any two losses in the scaling regime",
    slope: "d log eta / d log B along levels of the loss in the scaling regime, everywhere between "
    "batch sizes of which one is 4 times the other",
    burn: "the loss after K steps divided by the first loss, at all points of the burn-in",
    calm: "the largest ratio, larger to smaller, of the losses after K and K + 1 steps in the "
    "scaling regime",
    jump: "the ratio, larger to smaller, of the losses after K and K + 1 steps in the unstable "
    "regime with eta K >= 2, median over its points",
    worse: "the least loss after K steps in the unstable regime with eta K >= 2, divided by the "
    "least in the scaling regime",
    worse_later: "as worse, but with the larger of the losses after K and K + 1 steps at every "
    "point of the unstable regime",
    threshold: "the least eta at which SGD's loss after K steps is above 100 times the first, for "
    "some batch size up to D / 64",
}
EVERYWHERE = {
    everywhere: "the least eta from which on SGD's loss after K steps is above 100 times the first "
    "for all batch sizes up to D / 64",
}

CONTOURS = sp.And(along <= 2, across >= 2 * along)


def between(name, low, quantity, high):
    """Return two statements with their names: intervals of measurements decide one side each."""
    return (f"{name}: at least", quantity > low), (f"{name}: at most", quantity < high)


def phases(optimiser, settings, effect):
    """Return what a phase diagram shows."""
    settings = {"optimiser": optimiser, **settings}
    measures = EVERYWHERE if effect.has(everywhere) else PHASES
    return Observed("phase diagram", settings, effect=effect, measures=measures)


QUARTER = sp.Rational(1, 4)
SIGN_PHASES = (
    ("contours of eta / sqrt(B)", CONTOURS),
    *between("slope 1/2 along a level", QUARTER, slope, 3 * QUARTER),
    ("loss of order 1 in the burn-in", burn >= sp.Rational(1, 2)),
    ("oscillates above eta sqrt(B) = 1, at most points", sp.And(jump > 2, calm <= 2)),
    ("worse in the unstable regime", worse > 1),
)
SGD_PHASES = (
    ("contours of eta / B", CONTOURS),
    *between("slope 1 along a level", 3 * QUARTER, slope, 5 * QUARTER),
    *between("diverges above a constant, for some batch size", QUARTER, threshold, 4),
    ("diverges above a constant, for all batch sizes", everywhere < 8),
)


def in_settings(of, choices=SETTINGS):
    """Return a statement about settings, in any of those that the paper may have used."""
    return Ambiguous(
        "neither alpha and beta nor the grid of learning rates is given",
        {named(settings): of(settings) for settings in choices},
    )


FIG_1_PHASES = Claim(
    id="signsgd-scaling/fig-1",
    title="Phase diagram of SignSGD at fixed data",
    source=Source("figure 1a", "appendix B.3.1"),
    words="In the scaling regime the loss hangs on eta / sqrt(B), in the burn-in it stays of order "
    "1, for eta sqrt(B) above 1 it oscillates and is worse than in the scaling regime; the "
    "transition is sharp and where it is predicted.",
    printed={
        **{
            name: in_settings(partial(phases, "SignSGD", effect=effect))
            for name, effect in SIGN_PHASES
        },
        "a sharp transition": Missing("over which range of eta sqrt(B) a transition is sharp"),
    },
    lemmas={
        f"better in the unstable regime, worse a step later, {named(ALIGNED)}": phases(
            "SignSGD", ALIGNED, sp.And(worse < 1, worse_later > 1)
        ),
    },
    note="Regimes: eta K >= 2 and eta sqrt(B) <= 1/2; eta K <= 1/4; eta K >= 2 and eta sqrt(B) "
    ">= 4; between them, and so where the boundaries are, nothing is tested. Oscillates: the loss "
    "changes by more than a factor of 2 in a step. With alpha = beta all |theta*_j| = 1: where eta "
    "divides 1 all coordinates sit near 0 at the same steps, and the least loss of all is there.",
)

FIG_8 = Claim(
    id="signsgd-scaling/fig-8",
    title="Phase diagram of SGD at fixed data",
    source=Source(appendix="appendix D.6, figure 8"),
    words="In the scaling regime the loss of SGD hangs on eta / B; for eta above a constant of "
    "order 1 SGD diverges: from there on for all batch sizes, and far below it for none.",
    printed={
        name: in_settings(partial(phases, "SGD", effect=effect)) for name, effect in SGD_PHASES
    },
    note="Scaling regime: eta K >= 2, eta <= 1/2. That the slope is 1 everywhere there is our "
    "reading; in the median it is. Divergence: more than 100 times the first loss after at least "
    "64 steps. At eta = 2 the first coordinate is at the edge, and only small batches have as much "
    "noise. Learning rates are a factor of 2 apart at quick, 2^(1/2) at standard, 2^(1/4) at full.",
)

# -- the best loss -------------------------------------------------------------------------------

e_sign, e_sgd = reals("e_sign e_sgd")

DATA = {
    e_sign: "the exponent e with which SignSGD's least loss over eta and B falls as D^-e, from "
    "D / 16 to D for the largest D tried",
    e_sgd: "the exponent e with which SGD's least loss over eta and B falls as D^-e, from D / 16 "
    "to D for the largest D tried",
}


def exponents(settings):
    """Return that both exponents are as predicted, up to half of the gap between predictions."""
    s = difficulty(settings)
    sign, sgd = 2 * s / (2 * s + 1), s / (s + 1)
    middle, half = (sign + sgd) / 2, (sign - sgd) / 2
    return sp.And(e_sign > middle, e_sign < sign + half, e_sgd < middle, e_sgd > sgd - half)


def over_data(settings):
    """Return how the least loss falls with the data."""
    return Observed("loss versus data", settings, effect=exponents(settings), measures=DATA)


FIG_1_DATA = Claim(
    id="signsgd-scaling/fig-1-data",
    title="Loss versus data",
    source=Source("figure 1b", "appendix B.3.2"),
    words="The least loss over eta and B falls as D^(-2s/(2s+1)) for SignSGD and as D^(-s/(s+1)) "
    "for SGD, with an explicit gap between them.",
    printed=in_settings(over_data),
    note="Predicted for SignSGD and SGD: 0.6 and 0.43 for alpha = 4, 0.67 and 0.5 for alpha = 5; "
    "an exponent may be off by less than half of the gap between them. SignSGD within eta sqrt(B) "
    "<= 1.",
)

sign_rise, sgd_rise, sgd_worst = reals("sign_rise sgd_rise sgd_worst")

BATCHES = {
    sign_rise: "the largest loss of SignSGD over the batch sizes, divided by its least with tuned "
    "learning rates",
    sgd_rise: "the largest loss of SGD over the batch sizes, divided by its least with tuned "
    "learning rates at these and smaller batch sizes",
    sgd_worst: "the largest loss of SGD over the batch sizes, divided by the loss before the first "
    "step",
}
TUNED, KEPT, FIXED = "tuned", "eta / B^p", "fixed"
RULES = {
    TUNED: "eta tuned at every batch size",
    KEPT: "eta / sqrt(B) and for SGD eta / B kept",
    FIXED: "eta kept",
}


def over_batches(settings, rule, effect):
    """Return what larger batches do at fixed data."""
    settings = {**settings, "learning rate": rule}
    return Observed("loss versus batch size", settings, effect=effect, measures=BATCHES)


def by_rule(effect):
    """Return what larger batches do, whatever the learning rates and the settings are."""
    return Ambiguous(
        "how the learning rate goes with the batch size is not given",
        {
            words: in_settings(partial(over_batches, rule=rule, effect=effect), (*SETTINGS, EASY))
            for rule, words in RULES.items()
        },
    )


SGD_RISES = sp.And(sgd_rise > sign_rise, sign_rise <= 2)
SGD_DIVERGES = sp.And(sgd_worst > 1, sign_rise <= 2)


FIG_1_BATCHES = Claim(
    id="signsgd-scaling/fig-1-batches",
    title="Loss versus batch size at fixed data",
    source=Source("figure 1c", "appendix B.3.3"),
    words="With larger batches at fixed data the loss of SGD rises more than that of SignSGD, "
    "which stays within a factor of 2.",
    printed=by_rule(SGD_RISES),
    note="Batch sizes up to half of D^(2s/(2s+1)) or, for s above 1, of D^(2/3), where the burn-in "
    "no longer ends. The figure does not say how eta goes with B. If eta is kept, SignSGD with "
    "its smaller eta is the first to stay in the burn-in.",
)

FIG_1_DIVERGENCE = Claim(
    id="signsgd-scaling/fig-1-divergence",
    title="With larger batches the loss of SGD exceeds the first loss",
    source=Source("section 3 and figure 1c", "appendix B.3.3"),
    words="As the batch size grows at fixed data the loss of SGD exceeds that before the first "
    "step, while that of SignSGD stays within a factor of 2.",
    printed=by_rule(SGD_DIVERGES),
    note="The same runs as for fig-1-batches. With a tuned or a kept learning rate the loss of SGD "
    "never exceeds the first loss; with eta / B kept from small batches it does once eta > 2, "
    "which for alpha = 5 needs a larger D than is tried: both limits of B differ by D^(1/6) only.",
)

later, gain = reals("later gain")

STEPS = {
    later: "the least B with a loss up to twice that at B = K^2 / 4, SignSGD's divided by SGD's; "
    "one that is K^2 / 4 itself is a lower bound, since saturation was not seen",
    gain: "the ratio of the losses at B = 1 and B = K^2 / 4, SignSGD's divided by SGD's",
}


def at_fixed_steps(settings):
    """Return what larger batches do at a fixed number of steps."""
    effect = sp.And(later >= 2, gain >= 2)
    return Observed("fixed number of steps", settings, effect=effect, measures=STEPS)


FIG_12 = Claim(
    id="signsgd-scaling/fig-12",
    title="Larger batches at a fixed number of steps",
    source=Source(appendix="appendix G.3, figure 12"),
    words="At a fixed number of steps the loss of SignSGD falls further with B than that of SGD "
    "and saturates at a larger B.",
    printed=in_settings(at_fixed_steps, (*SETTINGS, EASY)),
    note="Learning rates are tuned, for SignSGD within eta sqrt(B) <= 1; B goes up to K^2 / 4, "
    "and SignSGD is not saturated there for s <= 1. For s = 5/3 SGD is not: it gains from batches "
    "up to K^s, which is beyond that.",
)

# -- other optimisers ----------------------------------------------------------------------------

area = reals("area")

AREA = {
    area: "the number of points (eta, B) with a loss up to 4 times SignSGD's least, Adam's divided "
    "by SignSGD's, mean over draws of 8 runs",
}
FACTORS = tuple((sp.Rational(9, 10), sp.Rational(beta_2)) for beta_2 in ("0.99", "0.999"))


def adam(settings, one, two):
    """Return that Adam's loss is small for more learning rates and batch sizes."""
    settings = {**settings, "beta_1": one, "beta_2": two}
    return Observed("Adam and SignSGD", settings, effect=area > 1, measures=AREA)


FIG_9 = Claim(
    id="signsgd-scaling/fig-9",
    title="Adam works for more learning rates and batch sizes than SignSGD",
    source=Source(appendix="appendix D.6, figures 9 and 10"),
    words="The part of the phase diagram in which the loss is small is larger for Adam than for "
    "SignSGD.",
    printed=Ambiguous(
        "neither beta_1 nor beta_2 is given",
        {
            f"beta_1 = {float(one)}, beta_2 = {float(two)}": in_settings(
                partial(adam, one=one, two=two), (GENERIC, HARDER)
            )
            for one, two in FACTORS
        },
    ),
    note="Bias is corrected and nothing is added to the root of v. The paper gives neither beta_1 "
    "nor beta_2; it says noticeably larger, and of momentum SGD, Signum and RMSProp only that "
    "their diagrams are more complicated. With 16 steps and fewer its loss is larger than "
    "that of SignSGD.",
)
