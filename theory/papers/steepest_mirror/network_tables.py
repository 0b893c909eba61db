"""Appendices J and K: what the printed tables of network experiments say among themselves.

Networks are trained only where there are local copies of weights and data. Tables 8 to 12 print,
for SGD at two learning rates and for Adam, the accuracy and the L_1 and L_2 norms of the distance
that all parameters travelled. For any displacement d of N numbers |d|_2 <= |d|_1 <= sqrt(N) |d|_2
and |d|_2^2 <= |d|_1 |d|_oo. One step of Adam changes a number by at most its rate times

    c = (1 - b1) / sqrt((1 - b2) (1 - b1^2 / b2)),

since m^2 <= c^2 v is kept by every update of the averages and their correction only lowers the
step; so |d|_oo <= steps * rate * c. Means over seeds inherit each bound, by Jensen's inequality,
and so do path lengths.
"""

import sympy as sp

from theory.claim import Claim, ForAll, Instead, Missing, Observed, Source
from theory.language import reals
from theory.papers.steepest_mirror.coordinates import m
from theory.papers.steepest_mirror.table_4 import ends

IMAGES = {"CIFAR-10": 50_000, "Flowers": 8_189}  # training images; for Flowers all there are
BATCH = 128
B1, B2 = sp.Rational("0.9"), sp.Rational("0.999")
ADAM_STEP_SQUARED = (1 - B1) ** 2 / ((1 - B2) * (1 - B1**2 / B2))  # c^2

# table -> optimiser -> accuracy, L_1, L_2, each as (mean, half-width)
TABLES = {
    8: {
        "slow": (("19.15", "2.82"), ("424911.48", "34308.92"), ("29640.98", "985.56")),
        "fast": (("93.60", "0.38"), ("477750.60", "10343.88"), ("28409.58", "219.53")),
        "adam": (("95.19", "0.21"), ("693101.67", "13509.59"), ("27833.50", "494.50")),
    },
    9: {
        "slow": (("1.22", "0.53"), ("206325.76", "1327.51"), ("10124.38", "76.52")),
        "fast": (("62.13", "1.10"), ("173882.76", "2967.69"), ("7015.04", "226.30")),
        "adam": (("80.50", "1.38"), ("618592.47", "3445.18"), ("11432.11", "350.38")),
    },
    10: {
        "slow": (("73.27", "3.68"), ("460.47", "219.86"), ("0.48", "0.059")),
        "fast": (("99.07", "0.35"), ("24617.83", "14406.4"), ("6.25", "4.29")),
        "adam": (("99.28", "0.07"), ("453934.906", "22278.43"), ("39.47", "1.01")),
    },
    11: {
        "slow": (("1.03", "0.82"), ("25.71", "30.48"), ("0.04", "0.02")),
        "fast": (("98.94", "0.05"), ("4655.83", "576.49"), ("1.50", "0.12")),
        "adam": (("99.37", "0.08"), ("108583.62", "2078.48"), ("8.35", "0.16")),
    },
    12: {
        "slow": (("43.87", "24.02"), ("5002.44", "0.0"), ("0.73", "0.00")),
        "fast": (("84.80", "1.00"), ("6066.93", "34.33"), ("1.26", "0.01")),
        "adam": (("85.95", "0.64"), ("31079.54", "754.26"), ("5.57", "0.24")),
    },
}
ACCURACY, L1, L2 = range(3)
SGD = ("slow", "fast")
NORMS = (8, 9, 10, 11, 12)


def resnet18(classes):
    """Return the number of parameters of a ResNet-18 and of its batch normalisations.

    >>> resnet18(1000)
    (11689512, 20)
    """
    width, parameters, norms = 64, 64 * 3 * 7**2 + 2 * 64, 1
    for wider in (64, 128, 256, 512):
        parameters += 9 * wider * (width + 3 * wider) + 4 * 2 * wider
        norms += 4
        if wider != width:
            parameters += wider * width + 2 * wider
            norms += 1
        width = wider
    return parameters + (width + 1) * classes, norms


def transformer(width, layers, inner):
    """Return the number of parameters of transformer layers."""
    return layers * (4 * (width + 1) * width + 2 * width * inner + inner + width + 4 * width)


def vit_large(classes):
    """Return the number of parameters of a ViT-Large on 14 x 14 patches of 16 x 16 pixels.

    >>> vit_large(1000)
    304326632
    """
    start = (3 * 16**2 + 1) * 1024 + 1024 + (14**2 + 1) * 1024
    return start + transformer(1024, 24, 4096) + 2 * 1024 + 1025 * classes


def bert_base(labels):
    """Return the number of parameters of a BERT-base classifier.

    >>> bert_base(2)
    109483778
    """
    start = (30_522 + 512 + 2) * 768 + 2 * 768
    return start + transformer(768, 12, 3072) + 769 * 768 + 769 * labels


def spread(table, who, column):
    """Return the printed mean minus and plus the printed half-width, rounding included."""
    middle, half = TABLES[table][who][column]
    return ends(middle)[0] - ends(half)[1], ends(middle)[1] + ends(half)[1]


def above(column, tables, beyond_spread, divide_by=None):
    """Say that Adam is above both SGD columns in every table, whatever was rounded away."""
    where, both = {}, []
    for table in tables:
        for who in ("adam", *SGD):
            low, high = (
                spread(table, who, column) if beyond_spread else ends(TABLES[table][who][column][0])
            )
            if divide_by is not None:
                less, more = ends(TABLES[table][who][divide_by][0])
                low, high = low / more, high / less
            symbol = sp.Symbol(f"{who}_{table}", real=True)
            where[symbol] = low if who == "adam" else high
        adam, slow, fast = (sp.Symbol(f"{who}_{table}", real=True) for who in ("adam", *SGD))
        both += [adam > slow, adam > fast]
    return ForAll(where=where, says=sp.And(*both))


adamw, coupled, strong, weak = reals("adamw coupled strong weak")
adam_accuracy, sgd_accuracy, adam_l1, sgd_l1 = reals("adam_accuracy sgd_accuracy adam_l1 sgd_l1")

MEASURES = {
    adamw: "accuracy on held-out images after training with AdamW, whose decay is decoupled, at a "
    "given depth and strength",
    coupled: "accuracy on held-out images after training with Adam and coupled decay, at the same "
    "depth and strength",
    strong: "accuracy on held-out images of Adam with coupled decay 1e-1, at a given depth",
    weak: "accuracy on held-out images of Adam with coupled decay 1e-4, at the same depth",
    adam_accuracy: "validation accuracy after fine-tuning with Adam",
    sgd_accuracy: "validation accuracy after fine-tuning with SGD, at either of its two learning "
    "rates",
    adam_l1: "the L_1 norm of the displacement of all parameters by fine-tuning with Adam",
    sgd_l1: "the L_1 norm of the displacement of all parameters by fine-tuning with SGD, at either "
    "of its two learning rates",
}

TAB_6 = Claim(
    id="steepest-mirror/tab-6",
    title="Accuracy under coupled and decoupled decay across depths",
    source=Source("figure 5 (b), section 5", "appendix J, tables 5 to 7, figures 11 to 15"),
    words="In networks with product parameters coupled decay makes weights sparse and costs "
    "accuracy at every depth; AdamW needs depth and strong decay to become sparse.",
    printed=Observed(
        "tables 6 and 7",
        {"networks": "ResNet-20 on CIFAR-10, ResNet-50 on ImageNet", "L": (2, 4, 10)},
        effect=adamw > coupled,
        measures=MEASURES,
        needs="CIFAR-10 and ImageNet, and hundreds of hours of a GPU",
    ),
)

DECAYS = {  # table, depth -> coupled Adam at decay 1e-1, at 1e-4
    (6, 2): (("64.36", "2.70"), ("88.27", "0.08")),
    (6, 4): (("58.23", "4.98"), ("86.55", "0.25")),
    (6, 10): (("43.13", "3.73"), ("81.99", "0.05")),
    (7, 2): (("1.95", "0.48"), ("73.35", "0.05")),
    (7, 10): (("0.58", "0.06"), ("9.78", "0.94")),
}


def drops():
    """Say that more coupled decay costs accuracy beyond both printed intervals."""
    where, both = {}, []
    for (table, depth), (strong, weak) in DECAYS.items():
        names = [sp.Symbol(f"{name}_{table}_{depth}", real=True) for name in ("strong", "weak")]
        where[names[0]] = ends(strong[0])[1] + ends(strong[1])[1]
        where[names[1]] = ends(weak[0])[0] - ends(weak[1])[1]
        both.append(names[0] < names[1])
    return ForAll(where=where, says=sp.And(*both))


TAB_6_DROP = Claim(
    id="steepest-mirror/tab-6-coupled-drop",
    title="Printed accuracies fall with coupled decay",
    source=Source(appendix="appendix J, tables 6 and 7"),
    words="From decay 1e-4 to 1e-1 the accuracy of Adam with coupled decay falls at every depth.",
    printed=Observed(
        "tables 6 and 7",
        {"networks": "ResNet-20 on CIFAR-10, ResNet-50 on ImageNet", "L": (2, 4, 10)},
        effect=strong < weak,
        measures=MEASURES,
        needs="CIFAR-10 and ImageNet, and hundreds of hours of a GPU",
    ),
    lemmas={"printed numbers": drops()},
    note="The printed numbers say so among themselves, upper end of the interval at 1e-1 against "
    "lower end at 1e-4.",
)

TAB_8 = Claim(
    id="steepest-mirror/tab-8",
    title="Fine-tuning ResNet-18 with SGD and Adam",
    source=Source("table 2, figure 5 (a)", "appendix K, tables 8 and 9, figures 16 to 24"),
    words="Adam ends with higher accuracy and fewer negative Hessian eigenvalues than SGD, and its "
    "parameters travel further in L_1.",
    printed=Observed(
        "tables 8 and 9",
        {"network": "ResNet-18 pretrained on ImageNet", "epochs": 15},
        effect=sp.And(adam_accuracy > sgd_accuracy, adam_l1 > sgd_l1),
        measures=MEASURES,
        needs="a ResNet-18 pretrained on ImageNet, CIFAR-10 and Flowers-102",
    ),
)

TAB_10 = Claim(
    id="steepest-mirror/tab-10",
    title="Fine-tuning ViT-Large and BERT-base with SGD and Adam",
    source=Source(appendix="appendices K.1 and K.2, tables 10 to 12, figures 25 to 36"),
    words="Adam ends with higher accuracy than SGD and its parameters travel further in L_1.",
    printed=Observed(
        "tables 10 to 12",
        {"networks": "ViT-Large, BERT-base", "epochs": (30, 15, 5)},
        effect=sp.And(adam_accuracy > sgd_accuracy, adam_l1 > sgd_l1),
        measures=MEASURES,
        needs="a ViT-Large pretrained on ImageNet, a BERT-base, CIFAR-10, Flowers-102 and MRPC",
    ),
)


def columns(table, what):
    """Explain the names that `above` gives to the entries of a table."""
    rows = {
        "adam": f"{what} of Adam in table {table}, lower end",
        "slow": f"{what} of SGD at its lower rate in table {table}, upper end",
        "fast": f"{what} of SGD at its higher rate in table {table}, upper end",
    }
    return {reals(f"{who}_{table}"): words for who, words in rows.items()}


# -- order of the printed numbers ----------------------------------------------------------------

TAB_8_ACCURACY = Claim(
    id="steepest-mirror/tab-8-accuracy-order",
    title="Printed accuracies: Adam above SGD",
    source=Source("table 2", "appendix K, tables 8 to 12"),
    words="Adam has the higher accuracy in every fine-tuning experiment.",
    printed=Observed(
        "tables 8 to 12",
        {"networks": "ResNet-18, ViT-Large, BERT-base"},
        effect=adam_accuracy > sgd_accuracy,
        measures=MEASURES,
        needs="the pretrained networks, CIFAR-10, Flowers-102 and MRPC",
    ),
    lemmas={
        "printed numbers: ResNet-18, beyond the printed intervals": above(ACCURACY, (8, 9), True),
        "printed numbers: ViT-Large and BERT-base, means": above(ACCURACY, (10, 11, 12), False),
        "printed numbers: ViT-Large on CIFAR-10, beyond the printed intervals": above(
            ACCURACY, (10,), True
        ),
        "printed numbers: BERT-base, beyond the printed intervals": above(ACCURACY, (12,), True),
    },
    note="The text speaks of consistently higher accuracies, not of intervals. Table 2 repeats the "
    "accuracies of tables 8 and 9.",
)

TAB_8_L1 = Claim(
    id="steepest-mirror/tab-8-adam-moves-more",
    title="Printed distances: Adam moves further in L_1",
    source=Source(appendix="appendix K, tables 8 to 12"),
    words="Adam's L_1 distance is the largest, which shows that its movement is more uniform.",
    printed={
        "larger L_1 distance": Observed(
            "tables 8 to 12",
            {"networks": "ResNet-18, ViT-Large, BERT-base"},
            effect=adam_l1 > sgd_l1,
            measures=MEASURES,
            needs="the pretrained networks, CIFAR-10, Flowers-102 and MRPC",
        ),
        "which indicates more uniform movement": Missing(
            "the displacements themselves: a larger L_1 norm alone says nothing about uniformity"
        ),
    },
    lemmas={
        "printed numbers: L_1, beyond the printed intervals": above(L1, NORMS, True),
        "printed numbers: L_1 / L_2, tables 8 to 11": above(
            L1, (8, 9, 10, 11), False, divide_by=L2
        ),
        "printed numbers: L_1 / L_2, table 12": above(L1, (12,), False, divide_by=L2),
    },
    note="At a given L_2 norm a displacement is the more uniform the larger its L_1 norm. In "
    "tables 10 to 12 Adam's L_2 distance is larger as well; for BERT-base the ratio is larger "
    "under the slow SGD.",
)

# -- can the printed norms belong to one displacement? -------------------------------------------

batch, images = reals("batch images")
N, steps, rate, c_squared, layers = reals("N steps rate c_squared layers")
NETWORKS = {  # table -> parameters, epochs, steps, Adam's rate
    8: (resnet18(10)[0], 15, 15 * -(-IMAGES["CIFAR-10"] // BATCH), "1e-3"),
    9: (resnet18(102)[0], 15, 15 * -(-IMAGES["Flowers"] // BATCH), "2e-3"),
    10: (vit_large(10), 30, 30 * -(-IMAGES["CIFAR-10"] // BATCH), "1e-4"),
    11: (vit_large(102), 15, 15 * 8, "1e-4"),  # 1020 images, the official training set
    12: (bert_base(2), 5, 5, "7e-5"),  # at least one step an epoch
}


def norms(table, who):
    """Return symbols for the two printed norms of one column."""
    return tuple(sp.Symbol(f"{norm}_{who}", real=True) for norm in ("l1", "l2"))


def favourable(table, people, small, large):
    """Return the printed norms: least of the norms in `small`, largest of those in `large`."""
    where = {}
    for who in people:
        for symbol, column in zip(norms(table, who), (L1, L2), strict=True):
            low, high = ends(TABLES[table][who][column][0])
            where[symbol] = low if column in small else high
    return where


def one_vector(table, power):
    """Say that L_1 and the `power`-th power of L_2 can belong to one vector of N numbers."""
    people = ("adam", *SGD)
    where = {N: NETWORKS[table][0], **favourable(table, people, (L1,), (L2,))}
    both = []
    for who in people:
        l1, l2 = norms(table, who)
        square = l2 ** (2 // power)
        both += [square <= l1**2, l1**2 <= N * square]
    return ForAll(where=where, says=sp.And(*both))


def within_reach(table):
    """Say that no parameter has to move further than Adam can: |d|_2^2 <= |d|_1 |d|_oo."""
    _, _, count, learning_rate = NETWORKS[table]
    l1, l2 = norms(table, "adam")
    return ForAll(
        where={
            steps: sp.Integer(count),
            rate: sp.Rational(learning_rate),
            c_squared: ADAM_STEP_SQUARED,
            **favourable(table, ("adam",), (L2,), (L1,)),
        },
        says=l2**4 <= l1**2 * (steps * rate) ** 2 * c_squared,
    )


def out_of_reach(table, data, least_batch):
    """Say that from a batch size on some parameter would have to move further than Adam can."""
    _, epochs, _, learning_rate = NETWORKS[table]
    l1, l2 = norms(table, "adam")
    return ForAll(
        given=(batch >= least_batch,),
        where={
            images: sp.Integer(IMAGES[data]),
            rate: sp.Rational(learning_rate),
            c_squared: ADAM_STEP_SQUARED,
            **favourable(table, ("adam",), (L2,), (L1,)),
        },
        says=l2**4 * batch**2 > l1**2 * c_squared * (epochs * rate) ** 2 * (images + batch) ** 2,
    )


def counters(table):
    """Say that the step counters of batch normalisation alone do not exceed the printed norms."""
    people = ("adam", *SGD)
    where = {
        layers: resnet18(10)[1],
        steps: NETWORKS[table][2],
        **favourable(table, people, (), (L1, L2)),
    }
    both = []
    for who in people:
        l1, l2 = norms(table, who)
        both += [layers * steps <= l1, layers * steps**2 <= l2**2]
    return ForAll(where=where, says=sp.And(*both))


v, g, first_power, second_power = reals("v g b1^t b2^t")
b1, b2 = reals("b1 b2")

TAB_8_REACH = Claim(
    id="steepest-mirror/tab-8-displacement-step-reach",
    title="How far one step of Adam can move a parameter",
    source=Source(appendix="appendix K, tables 8 and 9; appendix A, algorithm 1"),
    words="With b1 = 0.9 and b2 = 0.999 the averages keep m^2 <= c^2 v, and the corrected averages "
    "keep it too, so that no step exceeds c times the learning rate.",
    printed={
        "one more gradient": ForAll(
            given=(m**2 <= c_squared * v,),
            where={b1: B1, b2: B2, c_squared: ADAM_STEP_SQUARED},
            says=(b1 * m + (1 - b1) * g) ** 2 <= c_squared * (b2 * v + (1 - b2) * g**2),
        ),
        "correction, first step": ForAll(where={b1: B1, b2: B2}, says=1 - b2 <= (1 - b1) ** 2),
        "correction, one more step": ForAll(
            given=(
                first_power >= 0,
                first_power <= 1,
                1 - second_power <= (1 - first_power) ** 2,
            ),
            where={b1: B1, b2: B2},
            says=1 - b2 * second_power <= (1 - b1 * first_power) ** 2,
        ),
    },
    uses=("steepest-mirror/alg-1",),
    note="A step of our own for tables 8 and 9. The corrected ratio is m / sqrt(v) times sqrt(1 - "
    "b2^t) / (1 - b1^t).",
    symbols={
        v: "the second mean of Adam",
        g: "the next gradient",
        first_power: "the rate of the first mean, to the power of the number of steps",
        second_power: "the rate of the second mean, to the power of the number of steps",
    },
)

SQUARED = "the L_2 rows are squared norms"

RUNS = {"adam": "Adam", "slow": "SGD at its lower rate", "fast": "SGD at its higher rate"}
OF_THE_RUNS = {
    N: "number of parameters",
    steps: "number of training steps",
    rate: "learning rate of Adam",
    c_squared: "square of the largest step of Adam in units of its rate",
    batch: "number of images in a batch",
    images: "number of training images",
    layers: "number of batch normalisations, each with a step counter",
    **{
        symbol: f"{row} row of {run}"
        for who, run in RUNS.items()
        for symbol, row in zip(norms(8, who), ("L_1", "L_2"), strict=True)
    },
}

OUT_OF_REACH = (
    "Adam cannot have moved a parameter that far in 15 epochs: say of what the rows are norms, "
    "perhaps of all stored states, counters of batches among them"
)
TAB_8_DISPLACEMENT = Claim(
    id="steepest-mirror/tab-8-displacement",
    title="Norms of the distance that a ResNet-18 travelled",
    source=Source(appendix="appendix K, tables 8 and 9"),
    words="The L_1 and L_2 rows are norms of the displacement of all parameters of a ResNet-18 "
    "after 15 epochs.",
    printed={
        "CIFAR-10: norms of one vector": one_vector(8, 1),
        "Flowers: norms of one vector": one_vector(9, 1),
        "CIFAR-10: within the reach of Adam": within_reach(8),
        "Flowers: within the reach of Adam": within_reach(9),
    },
    lemmas={
        "CIFAR-10: norms of one vector, the L_2 rows are squared norms": one_vector(8, 2),
        "Flowers: norms of one vector, the L_2 rows are squared norms": one_vector(9, 2),
        "CIFAR-10: step counters fit in": counters(8),
        "Flowers: step counters fit in": counters(9),
    },
    instead={
        "CIFAR-10: within the reach of Adam": Instead(
            out_of_reach(8, "CIFAR-10", 5), words=OUT_OF_REACH
        ),
        "Flowers: within the reach of Adam": Instead(
            out_of_reach(9, "Flowers", 9), words=OUT_OF_REACH
        ),
    },
    uses=("steepest-mirror/tab-8-displacement-step-reach",),
    note="Some number moved by at least L_2^2 / L_1, 1117 (CIFAR-10) or over 200 (Flowers). Adam "
    "moves one by at most rate times steps times 7.27: by 43 and 14 (0.9 and 0.999 are its "
    "defaults, 128 the batch of appendix K.1). What holds is for all batches from 5 on "
    "(Flowers: 9, all 8189 images). A difference of stored states would explain it: its 20 "
    "batch counters add about 26000 to the L_2 rows of table 8.",
    symbols=OF_THE_RUNS,
)

TAB_10_DISPLACEMENT = Claim(
    id="steepest-mirror/tab-10-displacement",
    title="Norms of the distance that ViT-Large and BERT-base travelled",
    source=Source(appendix="appendices K.1 and K.2, tables 10 to 12"),
    words="The L_1 and L_2 rows can be norms of one vector, the displacement of all parameters, "
    "and that of Adam is within its reach.",
    printed={
        **{f"table {table}: norms of one vector": one_vector(table, 1) for table in (10, 11, 12)},
        **{
            f"table {table}: within the reach of Adam": within_reach(table)
            for table in (10, 11, 12)
        },
    },
    note="Steps: 30 epochs of CIFAR-10 and 15 of the 1020 training images of Flowers in batches of "
    "128; for BERT-base, whose batch size is not given, one step an epoch is already enough.",
)
