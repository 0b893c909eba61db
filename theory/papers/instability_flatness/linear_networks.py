"""Section 4.1.1 and appendix E.1: networks without activations as sums of products along paths.

The smallest networks are looked at: one or two layers, of width 1 or with two units between.
"""

import sympy as sp

from theory.choices import Damaged
from theory.claim import Claim, ForAll, Instead, Missing, Source
from theory.language import eq
from theory.papers.instability_flatness.polarity_notation import (
    bias_1,
    bias_2,
    bias_3,
    in_1,
    in_2,
    input_x,
    out_1,
    out_2,
    weight_1,
    weight_2,
)

WIDER = Missing("sums over the paths of networks of any depth and width")
ONE_LAYER = weight_1 * input_x + bias_1
NETWORK = weight_2 * (weight_1 * input_x + bias_1) + bias_2
TWO_UNITS = out_1 * (in_1 * input_x + bias_1) + out_2 * (in_2 * input_x + bias_3) + bias_2
BIASES = (out_1 * bias_1 + out_2 * bias_3) + bias_2

WITHOUT_ACTIVATIONS = Claim(
    id="instability-flatness/eq-E.1",
    title="A network without activations, written out",
    source=Source("", "appendix E.1, equation (E.1)"),
    words="The output is W_D ... W_1 x, the sum of W_D ... W_(j+1) b_j for j from 1 to D, and "
    "b_D; by paths it is a sum over the inputs and over all biases.",
    printed={
        "one layer": ForAll(eq(ONE_LAYER, weight_1 * input_x + 2 * bias_1)),
        "two layers of width 1": ForAll(
            eq(NETWORK, weight_2 * weight_1 * input_x + weight_2 * bias_1 + 2 * bias_2)
        ),
        "(E.1), two units": ForAll(
            Damaged(
                "whether the terms of the paths through an input are added or multiplied",
                {
                    "added": eq(TWO_UNITS, (out_1 * in_1 + out_2 * in_2) * input_x + BIASES),
                    "multiplied": eq(TWO_UNITS, out_1 * in_1 * out_2 * in_2 * input_x + BIASES),
                },
            )
        ),
        "wider and deeper": WIDER,
    },
    instead={
        "one layer": Instead(
            ForAll(
                eq(weight_1 * input_x + bias_1, sp.Add(weight_1 * input_x, bias_1, evaluate=False))
            ),
            meant=Source("", "appendix E.1, equation (E.1)"),
            words="b_D is in the sum already",
        ),
        "two layers of width 1": Instead(
            ForAll(eq(NETWORK, weight_2 * weight_1 * input_x + weight_2 * bias_1 + bias_2)),
            meant=Source("", "appendix E.1, equation (E.1)"),
            words="b_D is in the sum already",
        ),
    },
    breaks_at="No proof is given. In the display before (E.1) the sum up to D has b_D as its last "
    "term already, and b_D is added once more; (E.1) has it once.",
    note="The sum to D has b_D as its last term, with no matrix before it; (E.1) has it once.",
)

PATHS = Claim(
    id="instability-flatness/txt-sop-input-paths",
    title="Each path gives a product of as many weights as there are layers",
    source=Source("section 4.1.1", "appendix E.1"),
    words="Without activations the output is a sum over paths; one from an input is the product of "
    "its weights, one for each layer, times the input.",
    printed={
        "two layers, two units": ForAll(
            eq(TWO_UNITS, out_1 * in_1 * input_x + out_2 * in_2 * input_x + BIASES)
        ),
        "wider and deeper": WIDER,
    },
    uses=("instability-flatness/eq-E.1",),
)

INDEPENDENT = Claim(
    id="instability-flatness/txt-independent-paths",
    title="A network as a sum of independent products",
    source=Source("section 4.1.1"),
    words="A network can be written as a sum of products with parameters of their own.",
    printed=Missing(
        "what can be written means: for one setting of the weights it can, but a network has fewer "
        "weights than its paths have parameters"
    ),
)
MASKED = Claim(
    id="instability-flatness/txt-relu-masked-linear",
    title="With fixed masks a network with ReLU is linear",
    source=Source("", "appendix E.5"),
    words="With a diagonal 0/1 matrix for the active units of each layer the output is the product "
    "of weights and masks, applied to the input.",
    printed={
        "one unit": ForAll(
            eq(
                weight_2 * sp.Max(0, weight_1 * input_x),
                sp.Piecewise((weight_2 * weight_1 * input_x, weight_1 * input_x > 0), (0, True)),
            )
        ),
        "wider and deeper": WIDER,
    },
)
NEAR_EQUILIBRIUM = Claim(
    id="instability-flatness/txt-relu-masks-near-eq",
    title="Near the equilibrium learning rate the masks stay",
    source=Source("", "appendix E.5"),
    words="Near the learning rate that returns, the signs of the pre-activations can be expected "
    "to stay, so that all results carry over.",
    printed=Missing("a precise statement of what can be expected, and of near"),
)
CYCLE_STABLE = Claim(
    id="instability-flatness/txt-stable-cycle",
    title="The cycle of two steps is stable",
    source=Source("", "appendix E.5, footnote"),
    words="Returning after two steps implies a cycle that does not diverge.",
    printed=Missing("a statement beyond that a repeated point repeats"),
    uses=("instability-flatness/txt-existence-period2#one that returns",),
)
