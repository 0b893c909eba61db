"""What tables 5 to 7 and figure 11 say of decay, on small images that ship with a library.

Claims of our own. The tables need CIFAR-10 and ImageNet and stay unchecked without them. Here a
small ResNet learns scikit-learn's digits; what is seen there says nothing about the tables' data.
"""

import sympy as sp

from theory.claim import Claim, Observed, Source
from theory.language import reals

DEPTHS = (2, 4, 10)
DIGITS = {
    "data": "scikit-learn's digits, two thirds of 1,797 images to train on, the rest to test with",
    "network": "ResNet of two blocks with 8 and 16 channels, weights products of L factors",
    "L": DEPTHS,
    "optimiser": "Adam with coupled decay and AdamW, batches of 64",
}
strong = reals("strong_2 strong_4 strong_10")
weak = reals("weak_2 weak_4 weak_10")
drop = reals("drop_2 drop_4 drop_10")
sparse = reals("sparse_2 sparse_4 sparse_10")


def at_each_depth(symbols, measure):
    """Return that a number is positive at each of the depths, to be observed on digits."""
    return Observed(
        "decay on digits",
        DIGITS,
        sp.And(*(symbol > 0 for symbol in symbols)),
        {s: measure.format(depth) for s, depth in zip(symbols, DEPTHS, strict=True)},
    )


DECAY = Claim(
    id="steepest-mirror/ours-tab-6-digits",
    title="Table 6 on digits: coupled and decoupled decay across depths",
    source=Source("section 5", "appendix J, table 6, figures 11 and 12"),
    words="At each depth AdamW has the higher accuracy at either strength; the accuracy of Adam "
    "with coupled decay is lower at the larger strength, and its weights have the smaller norm.",
    printed={
        "decay 0.1": at_each_depth(
            strong, "accuracy at depth {} of AdamW with decay 0.1, less that of coupled decay"
        ),
        "decay 0.0001": at_each_depth(
            weak, "accuracy at depth {} of AdamW with decay 0.0001, less that of coupled decay"
        ),
        "accuracy falls with coupled decay": at_each_depth(
            drop, "accuracy at depth {} of coupled decay 0.0001, less that of 0.1"
        ),
        "coupled decay makes weights smaller": at_each_depth(
            sparse, "L_1 norm of products at depth {} of AdamW with decay 0.1, less that of coupled"
        ),
    },
    note="Learning rate 0.01, a cosine and 150 steps are a choice: table 5, with the paper's, is "
    "lost in the text that was read. All parameters decay.",
)
