"""What tables 8, 10 and 12 say of SGD and Adam, with small networks and data that ship with one.

Claims of our own. The tables need networks trained on ImageNet or books, CIFAR-10, Flowers-102 and
MRPC, and stay unchecked without them. Here small networks are trained on some classes and then
fine-tuned on others with a new last layer, as in appendix K; what is seen there says nothing about
the tables' networks and data.
"""

import sympy as sp

from theory.claim import Claim, Observed, Source
from theory.language import reals

own, same = reals("own same")
far_own, far_same, even = reals("far_own far_same even")

CLAUSES = {
    "accuracy, each at its best rate": (
        own > 0,
        {own: "accuracy on other examples of Adam, less that of SGD, each at its best rate"},
    ),
    "accuracy, SGD at the rate of Adam": (
        same > 0,
        {same: "accuracy on other examples of Adam, less that of SGD at the same rate"},
    ),
    "L_1 distance": (
        sp.And(far_own > 1, far_same > 1),
        {
            far_own: "L_1 distance of all parameters by Adam over that by SGD, each at its best",
            far_same: "L_1 distance of all parameters by Adam over that by SGD at the same rate",
        },
    ),
    "more even movement": (
        even > 1,
        {even: "L_1 over L_2 distance of Adam, over that of SGD, each at its best rate"},
    ),
}


def fine_tuned(experiment, settings):
    """Return what is said of SGD and Adam, clause by clause."""
    return {
        clause: Observed(experiment, settings, effect, measures)
        for clause, (effect, measures) in CLAUSES.items()
    }


WORDS = (
    "Adam ends with higher accuracy than SGD at its best rate and at that of Adam, its parameters "
    "travel further in L_1, and further in L_1 at the same L_2 distance."
)
DIGITS = "scikit-learn's digits: 0 to 4 to train the network, 5 to 9 to fine-tune it"
ONE_START = (
    "One network is trained, seeds differ in the new last layer, in batches and in what is held "
    "out. Rates are the best of a grid on other seeds; grids and steps are a choice for this size. "
)

RESNET = Claim(
    id="steepest-mirror/ours-tab-8-digits",
    title="Table 8 on digits: fine-tuning a small ResNet with SGD and Adam",
    source=Source("table 2", "appendix K, tables 8 and 9"),
    words=WORDS,
    printed=fine_tuned(
        "fine-tuning ResNet on digits",
        {"data": DIGITS, "network": "ResNet of two blocks with 8 and 16 channels"},
    ),
    note=f"{ONE_START}Parameters alone are measured, no counters or averages of normalisations.",
)

VIT = Claim(
    id="steepest-mirror/ours-tab-10-digits",
    title="Table 10 on digits: fine-tuning a small ViT with SGD and Adam",
    source=Source(appendix="appendix K.1, tables 10 and 11"),
    words=WORDS,
    printed=fine_tuned(
        "fine-tuning ViT on digits",
        {
            "data": DIGITS,
            "network": "ViT of two layers of width 32 on 4 x 4 patches",
            "as printed": "batches of 128, no decay, cosine, label smoothing 0.1",
        },
    ),
    note=f"{ONE_START}Batch, decay, schedule and smoothing are those of appendix K.1.",
)

BERT = Claim(
    id="steepest-mirror/ours-tab-12-topics",
    title="Table 12 on Python's topics: fine-tuning a small BERT with SGD and Adam",
    source=Source(appendix="appendix K.2, table 12"),
    words=WORDS,
    printed=fine_tuned(
        "fine-tuning BERT on topics",
        {
            "data": "pairs of pieces of Python's topics: 8 topics to train the network, two halves "
            "of 8 others to fine-tune it",
            "network": "BERT of two layers of width 32, 500 words",
        },
    ),
    note=f"{ONE_START}The pairs are of one topic, and the class is the half of topics that it is "
    "in; MRPC asks for paraphrases.",
)
