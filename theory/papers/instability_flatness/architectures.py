"""Section 6 and appendix K: numbers of parameters, data sets and settings, compared by arithmetic.

A convolution of 3 x 3 from a to b channels has 9 a b weights. A normalisation has two parameters
for each channel; its state adds two averages for each channel and one counter.
"""

from itertools import pairwise

import sympy as sp

from theory.choices import Ambiguous, Damaged
from theory.claim import Claim, ForAll, Instead, Missing, Observed, Source
from theory.language import DEFINES, eq, reals, rounds_to
from theory.places import HERE

size = reals("size")
K_2 = Source(appendix="appendix K.2")


def convolutions(channels):
    """Return the weights of convolutions of 3 x 3 along a chain of channels.

    >>> convolutions((3, 8, 8))
    792
    """
    return sum(9 * before * after for before, after in pairwise(channels))


def chain(widths, depth, start=3):
    """Return the channels of blocks of so many convolutions each."""
    return (start, *(width for width in widths for _ in range(depth)))


STATE = "what counts as a parameter of a normalisation is not said"
TRAINED, AVERAGES = "what is trained", "running averages and counters, too"


def norms(widths):
    """Return what normalisations of so many channels hold: 2 w each, its state 2 w + 1 more."""
    trained = 2 * sum(widths)
    state = {TRAINED: 0, AVERAGES: trained + len(widths)}
    return trained + Ambiguous(STATE, state)


def dense(widths):
    """Return the parameters of dense layers with biases.

    >>> dense((784, 32, 4))
    25252
    """
    return sum((before + 1) * after for before, after in pairwise(widths))


def resnet20():
    """Return the parameters of ResNet-20 with shortcuts that add none."""
    channels = chain((16, 32, 64), 6, start=16)
    weights = convolutions((3, 16)) + convolutions(channels)
    return weights + norms((16, *channels[1:])) + dense((64, 10))


def vgg10(hidden):
    """Return the parameters of VGG-10 with normalised dense layers between last block and output.

    Args:
        hidden: the units of these layers.
    """
    channels = chain((8, 16, 32), 3)
    layers = convolutions(channels) + sum(channels[1:])
    return layers + norms((*channels[1:], *hidden)) + dense((4 * 4 * 32, *hidden, 10))


def mlp(hidden, classes, biases):
    """Return the parameters of a perceptron: 28 x 28 pixels, layers of 32 units, the classes.

        784 * 32 + 32^2 (hidden - 1) + 32 classes + biases (32 hidden + classes)

    Args:
        hidden: layers of 32 units.
        classes: units of the output.
        biases: 1 if every layer has them, 0 if none does.
    """
    weights = 784 * 32 + 32 * 32 * (hidden - 1) + 32 * classes
    return weights + biases * (32 * hidden + classes)


def of_size(printed, described):
    """Return that a printed number of parameters is that of the network that is described."""
    return ForAll(eq(size, described), where={size: sp.Integer(printed)})


SIZE = {size: "number of parameters"}

TXT_K_MLP = Claim(
    id="instability-flatness/txt-K-mlp-params",
    title="Parameters of the multilayer perceptron",
    source=K_2,
    words="Five layers with 32 hidden units on images of 28 x 28 have 28,480 parameters.",
    printed=of_size(
        28480,
        mlp(
            Ambiguous(
                "whether the output is one of the five layers",
                {"with the output": 4, "hidden layers alone": 5},
            ),
            Ambiguous(
                "the data set has four of the ten classes, and the outputs are not said",
                {"four outputs": 4, "ten outputs": 10},
            ),
            Ambiguous(
                "section 4.1.1 gives every layer biases, appendix K.2 does not speak of any",
                {"with biases": 1, "without biases": 0},
            ),
        ),
    ),
    note="Four hidden layers, ten outputs and no biases give 28,480, no other reading does. The "
    "data set has four of the ten classes; with four outputs it would be 28,288. The page has a "
    "tilde before all four numbers; their five and six digits are compared as they stand.",
    symbols=SIZE,
)

TXT_K_VGG10 = Claim(
    id="instability-flatness/txt-K-vgg10-params",
    title="Parameters of VGG10",
    source=K_2,
    words="Three blocks of three convolutions with 8, 16 and 32 channels, GhostBatchNorm: 47,892 "
    "parameters.",
    printed=of_size(
        47892,
        Ambiguous(
            "the dense layers are not said",
            {"the output alone": vgg10(()), "a layer of 32 units before it": vgg10((32,))},
        ),
    ),
    note="With a dense layer of 32 units, with a norm behind it, before the output, of which the "
    "text says nothing, biases in convolutions and dense layers, and the running averages of the "
    "norms and their counters, which are no parameters; without these 47,482.",
    symbols=SIZE,
)

SMALLEST = size >= 2 * 512 * 512
VGG19_WEIGHTS = convolutions(chain([2**power for power in range(4, 10)], 3))

TXT_K_VGG19 = Claim(
    id="instability-flatness/txt-K-vgg19-params",
    title="Parameters of VGG19",
    source=K_2,
    words="Six blocks of three convolutions with 16 to 512 channels have 335,277 parameters.",
    printed=ForAll(SMALLEST, where={size: sp.Integer(335277)}),
    instead=Instead(
        ForAll(SMALLEST, where={size: sp.Integer(VGG19_WEIGHTS)}),
        words=f"with 3 x 3 kernels the convolutions alone have {VGG19_WEIGHTS:,} weights; or "
        "correct the number of channels or of blocks",
    ),
    breaks_at="No proof is given: it is a number that the text states.",
    note="The last block alone has two convolutions from 512 to 512 channels, 524,288 weights with "
    "the smallest kernels, 1 x 1.",
    symbols=SIZE,
)

TXT_K_RESNET20 = Claim(
    id="instability-flatness/txt-K-resnet20-params",
    title="Parameters of ResNet20",
    source=K_2,
    words="ResNet20 with identity shortcuts has 271,117 parameters.",
    printed=of_size(271117, resnet20()),
    note="With the running averages of the 19 norms and a counter for each, which are no "
    "parameters; without these 269,722.",
    symbols=SIZE,
)

# -- data sets -------------------------------------------------------------------------------------

images, classes, each, copies = reals("images classes each copies")


def counted(total, **factors):
    """Return that a printed size is a product of printed numbers."""
    symbols = {reals(name): sp.Integer(value) for name, value in factors.items()}
    return ForAll(eq(sp.Mul(*symbols), images), where={**symbols, images: sp.Integer(total)})


COUNTS = {images: "size of a data set", each: "images of each class"}

TXT_500K = Claim(
    id="instability-flatness/txt-500k",
    title="Ten copies of 50,000 images",
    source=Source("section 6.5", "appendix K.1"),
    words="Ten augmentations of 50,000 images are 500,000 images.",
    printed=counted(500000, copies=10, each=50000),
    symbols={**COUNTS, each: "images of the training set", copies: "copies of each"},
)

TXT_N_DATASETS = Claim(
    id="instability-flatness/txt-n-datasets",
    title="Five settings of data",
    source=Source(appendix="appendix K.1"),
    words="Five settings of data are used. About 1,000 images of four classes are 250 of each, and "
    "5,000 images are 500 of each class.",
    printed={
        "four classes": counted(1000, classes=4, each=250),
        "5,000": counted(5000, classes=10, each=500),
        "five settings": Missing("the code of the experiments, to see which data they use"),
    },
    symbols={**COUNTS, classes: "number of classes"},
    note="The list names five: 1,000 images of fMNIST, 5,000, 50,000 and 500,000 of CIFAR-10, and "
    "synthetic data.",
)

# -- learning rates --------------------------------------------------------------------------------

smallest = reals("eta_0")
GRID = (
    "0.0537",
    "0.0859",
    "0.137",
    "0.22",
    "0.352",
    "0.563",
    "0.901",
    "1.44",
    "2.31",
    "3.69",
    "5.9",
)
STEP = sp.Rational(8, 5)


def on_grid(printed, steps):
    """Return that a printed rate is the smallest one times a power of 1.6, up to rounding."""
    return rounds_to(smallest * STEP**steps, printed, {smallest: ("0.0537", "0.0537")})


TXT_LR_GRID = Claim(
    id="instability-flatness/txt-lr-grid",
    title="The grid of learning rates",
    source=Source("section 6.3 and figure 7"),
    words="The rates for 5,000 images grow by the factor 1.6, from 0.0537 to 5.9.",
    printed=ForAll(sp.And(*(on_grid(rate, k) for k, rate in enumerate(GRID)))),
    note="The rate 0.021 of section 6.4 would be two steps below the least of them.",
)

low, high = reals("eta_low eta_high")
NETWORKS = "the trained networks: VGG on CIFAR10 and an MLP on Fashion-MNIST, over all rates"

TXT_GOLDILOCKS = Claim(
    id="instability-flatness/txt-goldilocks-zone",
    title="How wide the range of good learning rates is",
    source=Source("sections 6.3 and 6.5"),
    words="On CIFAR10 the rates that help span nearly an order of magnitude; in all, they lie "
    "several orders of magnitude above the classical limit.",
    printed={
        "section 6.3": Observed(
            "range of good rates",
            {"data": "CIFAR10, 5,000 images", "network": "VGG10"},
            effect=sp.And(high > low, high < 10 * low),
            measures={low: "least rate that helps", high: "largest rate that helps"},
            needs=NETWORKS,
        ),
        "section 6.5": Observed(
            "range of good rates",
            {"data": "CIFAR10", "networks": "VGG10, VGG19, ResNet20"},
            effect=high > 100 * low,
            measures={low: "the classical limit, 2 / lambda_max", high: "largest rate that helps"},
            needs=NETWORKS,
        ),
    },
    note="If the helpful range begins at the limit, as section 6.3 finds, and spans one order of "
    "magnitude, it does not lie several orders above it.",
)

TABLE_1 = {
    "VGG19 on 50,000 images": ("67.1", "68.4", "70.5", "73.4", "72.7", "73.6"),
    "VGG19 on 500,000 images": ("78.1", "80.6", "81.7", "82.9", "84.0", "84.1"),
    "ResNet20 on 500,000 images": ("83.7", "85.6", "86.1", "86.5", "87.0", "87.3"),
}


def rises(numbers):
    """Return that printed numbers rise from each to the next."""
    names = [reals(f"accuracy_{k}") for k in range(len(numbers))]
    where = dict(zip(names, map(sp.Rational, numbers), strict=True))
    return ForAll(sp.And(*(a < b for a, b in pairwise(names))), where=where)


slow_accuracy, fast_accuracy = reals("accuracy_slow accuracy_fast")

TAB_1 = Claim(
    id="instability-flatness/tab-1",
    title="Accuracy against learning rate on the full data set",
    source=Source("section 6.5, table 1"),
    words="Larger learning rates consistently improve generalisation, from 0.1 to 3.2.",
    printed=Observed(
        "table 1",
        {"rates": (0.1, 0.2, 0.4, 0.8, 1.6, 3.2), "networks": "VGG19 and ResNet20"},
        effect=fast_accuracy > slow_accuracy,
        measures={
            slow_accuracy: "validation accuracy at a rate",
            fast_accuracy: "validation accuracy at twice this rate",
        },
        needs="CIFAR10, its augmented copies and weeks of a GPU",
    ),
    lemmas={f"printed numbers rise: {name}": rises(row) for name, row in TABLE_1.items()},
    note="In the first row the accuracy falls from 73.4 at 0.8 to 72.7 at 1.6.",
    symbols={reals(f"accuracy_{k}"): f"printed accuracy at the rate 0.1 * 2^{k}" for k in range(6)},
)

# -- two places ------------------------------------------------------------------------------------

accuracy, time, lowest = reals("accuracy time time_lowest")

TXT_K_EARLY_STOPPING = Claim(
    id="instability-flatness/txt-K-early-stopping",
    title="Where training ends",
    source=Source("section 6.2", "appendix K.3"),
    words="Training is complete at 99.99% training accuracy; the stopping point is the first "
    "reversal of the validation loss after its global minimum.",
    printed={
        "section 6.2": ForAll(DEFINES, given={HERE: (accuracy >= sp.Rational("0.9999"),)}),
        "appendix K.3": ForAll(DEFINES, given={HERE: (time > lowest,)}),
    },
    note="Two rules, and the text does not say which figure follows which. After a global minimum "
    "the validation loss is never lower, so the reversal follows at once.",
    symbols={
        accuracy: "training accuracy",
        time: "when training is stopped",
        lowest: "when the validation loss is least",
    },
)

TXT_K_LANCZOS = Claim(
    id="instability-flatness/txt-K-lanczos",
    title="Full and selective orthogonalisation",
    source=Source(appendix="appendices B.1 and K.3"),
    words="Spectra are computed with 100 Lanczos steps and full orthogonalisation; appendix B.1 "
    "orthogonalises a second time only where a test asks for it.",
    printed=Missing("the code of the runs, to see what was used for which figure"),
    note="Both can be meant: algorithm 1 orthogonalises against all vectors so far in each step, "
    "and selects the steps in which it does so twice.",
)

floor = reals("gamma_min")

TXT_GAMMA_MIN = Claim(
    id="instability-flatness/txt-gamma-min",
    title="The floor of the test for dependence",
    source=Source(appendix="appendix B.1, and algorithm 1"),
    words="The floor is between 1e-14 and 1e-12, and that of algorithm 1, 1e-14.",
    printed=Damaged(
        "the exponent of the floor that was chosen",
        {
            name: ForAll(
                sp.And(
                    eq(floor, sp.Rational("1e-14")),
                    floor >= sp.Rational("1e-14"),
                    floor <= sp.Rational("1e-12"),
                ),
                where={floor: sp.Rational(name)},
            )
            for name in ("1e-4", "1e-14")
        },
    ),
    note="The line of appendix B.1 in which the floor is chosen looks like 1e-4, and is taken to "
    "be damaged; only algorithm 1 has 1e-14. That 1e-14 is in the range is all that is compared.",
    symbols={floor: "the floor that was chosen"},
)
