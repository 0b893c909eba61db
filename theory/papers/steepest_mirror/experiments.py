"""Section 5 and appendices F and I: training deep diagonal networks, figures 1, 6 to 10, table 4.

x = w_1 ... w_L in R^100 starts at w_1 = 0, w_2 = ... = w_L = 0.1, close to a saddle. Regression
has k standard normal inputs, labels without noise and the truth (1, 1, 1, 1, 1, 0, ..., 0).
Appendix I couples alpha_2 and decouples alpha_1 (algorithm 2 has it the other way round); rows are
called coupled and decoupled here. Distances to the truth are |x - x*|_2^2: with |x*|_2^2 = 5 this
is the one distance for which 7.1 is possible at depth 1.
"""

from itertools import product

import sympy as sp

from theory.choices import Ambiguous
from theory.claim import Claim, ForAll, Instead, Observed, Source
from theory.language import reals
from theory.papers.steepest_mirror.coordinates import alpha as decay
from theory.papers.steepest_mirror.coordinates import pull_of_x, size_1, size_i
from theory.places import HERE

REGRESSION = {"n": 100, "truth": "1 five times, then 0", "start": "w_1 = 0, w_i = 0.1"}
LONG = {**REGRESSION, "learning rate": "1e-4", "steps": 1_000_000}
SIGN_DESCENT = {**LONG, "k": 80, "q": 1}

# Table 4 as printed. Depth -> kind of decay -> (balance distance, distance to the truth), for
# the strengths 1e-4, 1e-3, 1e-2; "none" is the row without decay.
HALF = sp.Rational(1, 2)
FAR, NEAR = sp.Rational(1, 10), sp.Rational(1, 20)  # of |x*|^2: how far and how close x ends
STRENGTHS = ("1e-4", "1e-3", "1e-2")
TABLE_4 = {
    1: {
        "coupled": (("0", "7.1"), ("0", "7.1"), ("0", "7.1")),
        "decoupled": (("0", "7.0"), ("0", "5.8"), ("0", "1.0")),
        "none": (("0", "7.1"),),
    },
    2: {
        "coupled": (("5.3e-4", "4.8e-1"), ("5.1e-3", "4.7e-1"), ("3.5e-2", "4.7e-1")),
        "decoupled": (("7.3e-5", "4.7e-1"), ("1.8e-3", "4.1e-1"), ("6.7e-4", "4.8e-1")),
        "none": (("1.1e-4", "4.8e-1"),),
    },
    10: {
        "coupled": (("1.2e-1", "2.5e-4"), ("3.9e-1", "2.9e-4"), ("7.8e-1", "3.0e-3")),
        "decoupled": (("1.5e-4", "1.4e-4"), ("2.9e-4", "4.9e-5"), ("1.6e-3", "7.9e-6")),
        "none": (("1.5e-4", "2.1e-4"),),
    },
}
DEEP = (2, 10)  # the depths at which there is a balance


def ends(text):
    """Return the least and the largest number that rounds to what is printed.

    >>> ends("5.3e-4")
    (21/40000, 107/200000)
    """
    mantissa, _, exponent = text.partition("e")
    half = sp.Rational(10) ** (int(exponent or 0) - len(mantissa.partition(".")[2])) / 2
    return sp.Rational(text) - half, sp.Rational(text) + half


def printed(column, side, rows):
    """Name entries of Table 4 and bound them: symbol -> lower (0) or upper (1) end.

    `rows` lists (depth, kind, number of the strength); column 0 is the balance, 1 the truth.
    """
    letter = {"coupled": "c", "decoupled": "d", "none": "o"}
    return {
        sp.Symbol(f"{letter[kind]}_{depth}_{number}", real=True): ends(
            TABLE_4[depth][kind][number][column]
        )[side]
        for depth, kind, number in rows
    }


def below(column, pairs):
    """Say that every first entry is below its second, whatever was rounded away."""
    first = printed(column, 1, [a for a, _ in pairs])
    second = printed(column, 0, [b for _, b in pairs])
    both = [
        sp.Lt(next(iter(printed(column, 1, [a]))), next(iter(printed(column, 0, [b]))))
        for a, b in pairs
    ]
    clash = first.keys() & second.keys()
    if clash:
        raise ValueError(f"{clash} would need both ends of its rounding interval")
    return ForAll(where={**first, **second}, says=sp.And(*both))


ENTRIES = {
    reals("c_2_0"): "printed entry: coupled decay, depth 2, first strength; others likewise",
    reals("d_2_0"): "printed entry: decoupled decay, depth 2, first strength; others likewise",
    reals("o_2_0"): "printed entry: no decay, depth 2; others likewise",
}
STRONG = range(len(STRENGTHS))
SAME_STRENGTH = [
    ((depth, "decoupled", i), (depth, "coupled", i)) for depth, i in product(DEEP, STRONG)
]
NO_DECAY_BELOW = [((depth, "none", 0), (depth, "coupled", i)) for depth, i in product(DEEP, STRONG)]
BEST_ROW = (10, "decoupled", 2)
OTHER_ROWS = [
    (depth, kind, i)
    for depth, kinds in TABLE_4.items()
    for kind, entries in kinds.items()
    for i in range(len(entries))
    if (depth, kind, i) != BEST_ROW
]

worse_2, worse_10, misfit, left = reals("worse_2 worse_10 misfit left")
u, v, slope, alpha = reals("u v slope alpha")


def imbalance(depth):
    """Say what the factor is by which coupled rows are further off than decoupled rows."""
    return (
        f"depth {depth}: how far |w_i| - |w_1| is from its prediction, coupled / decoupled, "
        "geometric mean over data sets, least of 3 strengths"
    )


NEW_RUNS = {
    worse_2: imbalance(2),
    worse_10: imbalance(10),
    misfit: "largest distance in log10 of a printed entry from the mean of new runs, in "
    "half-widths of prediction intervals, for the best loss factor",
    left: "|x - x*|^2 / |x*|^2 at the end of the nearest coupled run (3 strengths, 4 factors of "
    "the loss), geometric mean over data sets",
}

TAB_4 = Claim(
    id="steepest-mirror/tab-4",
    title="Weight decay and balance in sign descent",
    source=Source(appendix="appendix I, table 4"),
    words="Over depths 1, 2, 10 and three strengths, decoupled decay keeps |w_i| - |w_1| at the "
    "value that lemma 4.5 predicts and coupled decay drives it away; both columns are printed.",
    printed={
        "decoupled decay stays nearer to the predicted balance than coupled": Observed(
            "table 4: balance",
            {**SIGN_DESCENT, "L": DEEP},
            effect=sp.And(worse_2 > 1, worse_10 > 1),
            measures=NEW_RUNS,
        ),
        "depth 1: printed distances are typical": Observed(
            "table 4: depth 1", {**SIGN_DESCENT, "L": 1}, effect=misfit < 1, measures=NEW_RUNS
        ),
        "no or decoupled decay: printed numbers are typical": Observed(
            "table 4: decoupled",
            {**SIGN_DESCENT, "L": DEEP},
            effect=misfit < 1,
            measures=NEW_RUNS,
        ),
        "coupled decay at depth 2: printed numbers are typical": Observed(
            "table 4: coupled", {**SIGN_DESCENT, "L": 2}, effect=misfit < 1, measures=NEW_RUNS
        ),
        "coupled decay at depth 10: the truth is found": Observed(
            "table 4: coupled depth 10",
            {**SIGN_DESCENT, "L": 10},
            effect=left < NEAR,
            measures=NEW_RUNS,
        ),
    },
    lemmas={
        "printed numbers: decoupled nearer than coupled": below(0, SAME_STRENGTH),
        "printed numbers: coupled further than without decay": below(0, NO_DECAY_BELOW),
    },
    instead={
        "coupled decay at depth 10: the truth is found": Instead(
            ForAll(
                given=(
                    v > 0,
                    v <= sp.Rational(1, 10),
                    slope <= 100_000,
                    alpha >= sp.Rational("1e-4"),
                ),
                where={u: sp.Rational(1, 10) - v},
                says=slope * u * v**7 < alpha,
            )
        ),
    },
    note="The paper fixes neither the factor of the loss (a mean, a sum) nor the data; a part "
    "fails only if it fails for every factor from the mean up to 100 times the sum. Misfit is"
    " in half-widths of a prediction interval. What holds at depth 10 (v = w_i for i > 1, u "
    "the largest |w_1| that unit speed allows): inside the sign of w_i the decay alpha v "
    "outweighs the slope u v^8, so the product stays at 0.",
    symbols={
        **ENTRIES,
        v: "the size of w_i, i > 1",
        slope: "the size of the derivative of the loss in x",
        u: "the largest size of w_1 that unit speed allows",
    },
)

# -- how far apart balances can be ---------------------------------------------------------------

most = reals("most")
LARGEST = max(ends(entry[0])[0] for entry in TABLE_4[10]["coupled"])

BALANCE_STEP = Claim(
    id="steepest-mirror/tab-4-balance-range-step-shrinks",
    title="Coupled sign flow never moves two factors further apart",
    source=Source(appendix="appendix I, table 4"),
    words="For |w_1| = a <= b = |w_i| the difference b - a does not grow under sign flow with "
    "coupled decay, since d|w| = -sign(x f'(x) / |w| + alpha |w|) dt.",
    printed=ForAll(
        given={"table 4: coupled decay": (decay >= 0,), HERE: (size_1 > 0, size_i >= size_1)},
        says=-sp.sign(pull_of_x / size_i + decay * size_i)
        + sp.sign(pull_of_x / size_1 + decay * size_1)
        <= 0,
    ),
    note="x f'(x) is the same for every factor. At w_1 = 0 the flow moves w_i towards 0.",
)

BALANCE_RANGE = Claim(
    id="steepest-mirror/tab-4-balance-range",
    title="Printed balance distances against their largest possible value",
    source=Source(appendix="appendix I, table 4"),
    words="Measured and predicted |w_i| - |w_1| both stay between 0 and the initial 0.1, so at "
    "depth 10 no average over pairs and coordinates exceeds 0.1.",
    printed=Ambiguous(
        "what the average L_1 distance at depth 10 is an average of",
        {
            "pairs of factors and coordinates": ForAll(
                where={most: LARGEST}, says=most <= sp.Rational(1, 10)
            ),
            "coordinates, summed over the nine pairs with w_1": ForAll(
                where={most: LARGEST}, says=most <= 9 * sp.Rational(1, 10)
            ),
        },
    ),
    uses=("steepest-mirror/tab-4-balance-range-step-shrinks",),
    note="The largest printed coupled entry of depth 10, rounded in its favour, against what the "
    "start 0.1 admits. The rows without decay come out of new runs as averages over pairs; a sum "
    "would be nine times that. No one average fits both.",
)

# -- the conclusion of table 4 -------------------------------------------------------------------

gain, share = reals("gain share")

NEAREST = {
    gain: "log10 of |x - x*|^2 without decay divided by that with decoupled decay at depth 10, "
    "mean over data sets and strengths",
    share: "the fraction of data sets where a decoupled row of depth 10 ends nearer than that "
    "without decay and than every row of depth 2",
}

TABLE_4_CONCLUSION = Claim(
    id="steepest-mirror/txt-table4-conclusion",
    title="Depth and decoupled decay find the truth best",
    source=Source(appendix="appendix I, table 4"),
    words="Of all rows, depth 10 with decoupled decay ends nearest to the truth.",
    printed={
        "at depth 10 decoupled decay ends nearer than no decay": Observed(
            "table 4: gain", {**SIGN_DESCENT, "L": 10}, effect=gain > 0, measures=NEAREST
        ),
        "depth 10 with decoupled decay mostly ends nearest of all rows": Observed(
            "table 4: nearest",
            {**SIGN_DESCENT, "L": (1, 2, 10)},
            effect=share > HALF,
            measures=NEAREST,
        ),
    },
    lemmas={
        "printed numbers: the strongest decoupled row at depth 10 is nearest": below(
            1, [(BEST_ROW, other) for other in OTHER_ROWS]
        ),
        "printed numbers: at depth 10 decoupled is nearer than coupled and than no decay": below(
            1,
            [
                ((10, "decoupled", i), (10, kind, j))
                for i in STRONG
                for kind, j in (("coupled", i), ("none", 0))
            ],
        ),
    },
    note="The table shows one data set. gain does not depend on the factor of the loss; share is "
    "judged for the mean and for the sum of squared errors, and both must agree. At depth 2 the "
    "printed distance under the strongest decay is no better decoupled than coupled.",
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
        "time to 1% of the squared distance": Observed(
            "figure 1",
            {**LONG, "k": 300, "L": 3, "loss": "mean"},
            effect=ratio > 2,
            measures=ESCAPE,
        ),
    },
    lemmas={
        "time to 1% of the squared distance, summed squared error": Observed(
            "figure 1",
            {**LONG, "k": 300, "L": 3, "loss": "sum"},
            effect=ratio > 2,
            measures=ESCAPE,
        ),
    },
    note="ratio = time of gradient descent / time of sign descent. Multiplying the loss by c "
    "divides the first time by c and leaves the second as it is, so the order depends on the "
    "factor of the loss; section 5 speaks of the mean squared error.",
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
        "depth 1 is far from the truth": Observed(
            "figure 7",
            {**LONG, "k": 80, "L": 1, "q": (1, 1.5, 2)},
            effect=sp.And(one_sign > FAR, one_between > FAR, one_gradient > FAR),
            measures=REMAINING,
        ),
        "depth 2 with gradient flow is close": Observed(
            "figure 7",
            {**LONG, "k": 80, "L": 2, "q": 2},
            effect=two_gradient < NEAR,
            measures=REMAINING,
        ),
        "depth 10: sign flow is close, gradient flow stuck": Observed(
            "figure 7",
            {**LONG, "k": 80, "L": 10, "q": (1, 2)},
            effect=sp.And(ten_sign < NEAR, ten_gradient > 1 - FAR),
            measures=REMAINING,
        ),
    },
    note="Measured: geometric means over data sets of |x - x*|^2 / |x*|^2. Far is above 1/10, "
    "close below 1/20; at the start the ratio is 1.",
)

sparser_sign, sparser_adam, stuck = reals("sparser_sign sparser_adam stuck")
on_truth, on_top = reals("on_truth on_top")
alike_1, alike_2, alike_10 = reals("alike_1 alike_2 alike_10")
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


def cosine(depth):
    """Say how alike two directions are."""
    return (
        f"cosine of the angle between the final x of sign descent and of Adam at depth {depth}, "
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
    alike_1: cosine(1),
    alike_2: cosine(2),
    alike_10: cosine(10),
}

FIG_6 = Claim(
    id="steepest-mirror/fig-6",
    title="Depth makes the margin sparse",
    source=Source("figure 4", "appendix F, figure 6"),
    words="On separable data with exponential loss the direction at depth 10 is much sparser than "
    "at low depth, and that of Adam has the features of the truth on top; gradient descent at "
    "depth 10 does not converge; Adam resembles sign descent.",
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
        "Adam ends in a direction like that of sign descent": Observed(
            "figure 6",
            MARGINS,
            effect=sp.And(alike_1 > HALF, alike_2 > HALF, alike_10 > HALF),
            measures=DIRECTIONS,
        ),
    },
    note="sparser = effective number of features (|x|_1 / |x|_2)^2 at depth 1 over that at depth "
    "10; stuck = loss at the end over loss at the start; alike = cosine of the directions of sign "
    "descent and Adam. Gradient and sign descent have cosines above 1/2 too (0.6 to 0.8): this bar "
    "does not set Adam apart. The loss is the sum of theorem B.12.",
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
    "of 5. Example 4.17 names q = L / (L - 1), which is gradient flow at depth 2, where the batch "
    "changes little.",
)
