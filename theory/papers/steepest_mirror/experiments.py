"""Section 5 and appendices F and I: training deep diagonal networks, figures 1 and 6 to 10.

x = w_1 ... w_L in R^100 starts at w_1 = 0, w_2 = ... = w_L = 0.1, close to a saddle. Regression
has k standard normal inputs, labels without noise and the truth (1, 1, 1, 1, 1, 0, ..., 0).
Distances to the truth are |x - x*|_2^2, as in table 4 (`table_4`).
"""

import sympy as sp

from theory.choices import Ambiguous
from theory.claim import Claim, Observed, Source
from theory.language import reals

REGRESSION = {"n": 100, "truth": "1 five times, then 0", "start": "w_1 = 0, w_i = 0.1"}
LONG = {**REGRESSION, "learning rate": "1e-4", "steps": 1_000_000}
SIGN_DESCENT = {**LONG, "k": 80, "q": 1}

HALF = sp.Rational(1, 2)
UNWRITTEN = "the factor of the squared error, called a mean, is not written"
LOSSES = {  # name of a reading -> the loss, by its setting
    "mean of squares": "mean",
    "half of it": "half the mean",
    "sum of squares": "sum",
}
FAR, NEAR = sp.Rational(1, 10), sp.Rational(1, 20)  # of |x*|^2: how far and how close x ends


def for_each_loss(experiment, settings, effect, measures):
    """Return what is observed, in any of the losses that are called a mean squared error."""
    return Ambiguous(
        UNWRITTEN,
        {
            name: Observed(experiment, {**settings, "loss": loss}, effect, measures)
            for name, loss in LOSSES.items()
        },
    )


# -- figures -------------------------------------------------------------------------------------

ratio = reals("ratio")

ESCAPE = {
    ratio: "time until |x - x*|^2 is 1% of |x*|^2, gradient descent's divided by sign descent's, "
    "geometric mean over data sets",
}

FIG_1 = Claim(
    id="steepest-mirror/fig-1",
    title="Sign flow leaves the saddle before gradient flow",
    source=Source("figure 1, section 5", "appendix I"),
    words="With more samples than features and depth 3, gradient descent at a small learning rate "
    "takes significantly longer than sign descent to come close to the truth.",
    printed={
        "time to 1% of the squared distance": for_each_loss(
            "figure 1", {**LONG, "k": 300, "L": 3}, ratio > 2, ESCAPE
        ),
    },
    note="ratio = time of gradient descent / time of sign descent; significantly more is read as "
    "twice as much. Multiplying the loss by c divides the first time by c and leaves the second as "
    "it is, so the order depends on the factor of the loss; section 5 speaks of the mean squared "
    "error.",
)

one_sign, one_between, one_gradient = reals("one_sign one_between one_gradient")
two_gradient, ten_sign, ten_gradient = reals("two_gradient ten_sign ten_gradient")


def remaining(depth, rule):
    """Say what is left of the distance to the truth."""
    return (
        f"|x - x*|^2 / |x*|^2 at the end of {rule} at depth {depth}, geometric mean over data sets"
    )


REMAINING = {
    one_sign: remaining(1, "sign descent"),
    one_between: remaining(1, "steepest descent with q = 1.5"),
    one_gradient: remaining(1, "gradient descent"),
    two_gradient: remaining(2, "gradient descent"),
    ten_sign: remaining(10, "sign descent"),
    ten_gradient: remaining(10, "gradient descent"),
}

FIG_7 = Claim(
    id="steepest-mirror/fig-7",
    title="Which depth and flow recover the truth from 80 samples",
    source=Source(appendix="appendix I, figure 7"),
    words="Depth 1 does not get close for any q; depth 2 gets close with gradient flow; depth 10 "
    "gets close with sign flow, while gradient flow stays at the saddle.",
    printed={
        "depth 1 is far from the truth": for_each_loss(
            "figure 7",
            {**LONG, "k": 80, "L": 1, "q": (1, 1.5, 2)},
            sp.And(one_sign > FAR, one_between > FAR, one_gradient > FAR),
            REMAINING,
        ),
        "depth 2 with gradient flow is close": for_each_loss(
            "figure 7", {**LONG, "k": 80, "L": 2, "q": 2}, two_gradient < NEAR, REMAINING
        ),
        "depth 10: sign flow is close, gradient flow stuck": for_each_loss(
            "figure 7",
            {**LONG, "k": 80, "L": 10, "q": (1, 2)},
            sp.And(ten_sign < NEAR, ten_gradient > 1 - FAR),
            REMAINING,
        ),
    },
    note="Measured: geometric means over data sets of |x - x*|^2 / |x*|^2. Far is above 1/10, "
    "close below 1/20; at the start the ratio is 1. Sign descent does not depend on the factor of "
    "the loss.",
)

sparser_sign, sparser_adam, stuck = reals("sparser_sign sparser_adam stuck")
on_truth, on_top = reals("on_truth on_top")
ALIKE = dict(zip((1, 2, 10), reals("alike_1 alike_2 alike_10"), strict=True))
OTHER = dict(zip((1, 2, 10), reals("other_1 other_2 other_10"), strict=True))
MARGINS = {
    "n": 100,
    "k": 80,
    "truth": "1 twice, then 0",
    "start": "w_1 = 0, w_i = 0.1",
    "learning rate": "1e-2",
    "steps": 10_000,
    "L": (1, 2, 10),
}


def features(rule):
    """Say how much sparser depth makes the direction."""
    return (
        f"effective number of features (|x|_1 / |x|_2)^2 of {rule}, depth 1 divided by depth 10, "
        "geometric mean over data sets"
    )


def cosine(rule, depth):
    """Say how alike two directions are."""
    return (
        f"cosine of the angle between the final x of sign descent and of {rule} at depth {depth}, "
        "mean over data sets"
    )


DIRECTIONS = {
    sparser_sign: features("sign descent"),
    sparser_adam: features("Adam"),
    stuck: "loss at the end divided by loss at the start, gradient descent at depth 10, geometric "
    "mean over data sets",
    on_truth: "share of |x|_1 of Adam that lies on the two features of the truth, depth 10 divided "
    "by depth 1, geometric mean over data sets",
    on_top: "share of data sets in which these two entries of x are the largest, Adam at depth 10",
    **{symbol: cosine("Adam", depth) for depth, symbol in ALIKE.items()},
    **{symbol: cosine("gradient descent", depth) for depth, symbol in OTHER.items()},
}

FIG_6 = Claim(
    id="steepest-mirror/fig-6",
    title="Depth makes the margin sparse",
    source=Source("figure 4", "appendix F, figure 6"),
    words="On separable data with exponential loss the direction at depth 10 is much sparser than "
    "at low depth, and that of Adam has the features of the truth on top; gradient descent at "
    "depth 10 does not converge; Adam resembles sign descent at all depths.",
    printed={
        "much sparser at depth 10 than at depth 1": Observed(
            "figure 6",
            MARGINS,
            effect=sp.And(sparser_sign > 1 + HALF, sparser_adam > 1 + HALF),
            measures=DIRECTIONS,
        ),
        "Adam recovers the features of the truth at depth 10": Observed(
            "figure 6",
            MARGINS,
            effect=sp.And(on_truth > 1 + HALF, on_top > HALF),
            measures=DIRECTIONS,
        ),
        "gradient descent at depth 10 keeps its loss": Observed(
            "figure 6", MARGINS, effect=stuck > sp.Rational(9, 10), measures=DIRECTIONS
        ),
        **{
            f"Adam ends more like sign descent than gradient descent does, depth {depth}": Observed(
                "figure 6",
                MARGINS,
                effect=sp.And(ALIKE[depth] > HALF, ALIKE[depth] > OTHER[depth]),
                measures=DIRECTIONS,
            )
            for depth in (1, 2, 10)
        },
    },
    note="sparser = effective number of features (|x|_1 / |x|_2)^2 at depth 1 over that at depth "
    "10; much sparser is read as 3/2 times. alike, other = cosines of sign descent with Adam and "
    "with gradient descent, on the same data; similar is read as above 1/2 and above other. At "
    "depth 10 gradient descent hardly leaves its start. The loss is the sum of theorem B.12.",
)

small_batch, fails_40, small_batch_40, gradient_batch = reals(
    "small_batch fails_40 small_batch_40 gradient_batch"
)
BATCH = {**LONG, "batch": 5}

BATCHES = {
    small_batch: "ratio of |x - x*|^2 with all data to that with batches of 5: 80 samples, depth "
    "10, sign descent; geometric mean over data sets",
    fails_40: "|x - x*|^2 / |x*|^2 at the end with all data: 40 samples, depth 10, sign descent; "
    "geometric mean over data sets",
    small_batch_40: "|x - x*|^2 / |x*|^2 at the end with batches of 5: 40 samples, depth 10, sign "
    "descent; geometric mean over data sets",
    gradient_batch: "ratio of |x - x*|^2 with all data to that with batches of 5: 80 samples, "
    "depth 2, gradient descent; geometric mean over data sets",
}

FIG_8 = Claim(
    id="steepest-mirror/fig-8",
    title="Small batches help to find the truth",
    source=Source(appendix="appendix I, figures 8, 9, 10"),
    words="Where depth and flow are close to an L_1 bias, batches of 5 end nearer to the truth "
    "than all data at once; with 40 samples the full batch fails and batches of 5 mend it.",
    printed={
        "80 samples: batches end nearer": Ambiguous(
            "which pairs (L, q) lead close to an L_1 bias is not said",
            {
                "depth 10 and sign flow, which come close to it": Observed(
                    "figure 8",
                    {**BATCH, "k": 80, "L": 10, "q": 1},
                    effect=small_batch > 2,
                    measures=BATCHES,
                ),
                "also depth 2 and gradient flow, which have it in example 4.17": Observed(
                    "figure 8",
                    {**BATCH, "k": 80, "L": 2, "q": 2},
                    effect=gradient_batch > sp.Rational(11, 10),
                    measures=BATCHES,
                ),
            },
        ),
        "40 samples, depth 10, sign flow: only batches come close": Observed(
            "figure 8",
            {**BATCH, "k": 40, "L": 10, "q": 1},
            effect=sp.And(fails_40 > FAR, small_batch_40 < NEAR),
            measures=BATCHES,
        ),
    },
    note="small_batch and gradient_batch: squared distance of the full batch over that of batches "
    "of 5; nearer is read as twice, at depth 2 as 1.1 times. Example 4.17 names q = L / (L - 1), "
    "which is gradient flow at depth 2, where the batch changes little. The loss is the mean.",
)
