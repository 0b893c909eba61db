"""Less Data, Faster Training: repeating smaller datasets speeds up learning via sampling biases.

The printed schedules of appendix B.
"""

from theory.claim import ByHand, Claim, ForAll, Missing, Source
from theory.language import reals, rounds_to

fraction, epochs = reals("fraction epochs")
SHARE = fraction / 100 * epochs / (1 + fraction / 100 * epochs)

RANDOM_PHASE = Claim(
    id="less-data/txt-random-phase-20pct",
    title="The random-label phase takes a fifth of the time",
    source=Source(appendix="appendix B.2.2"),
    words="A first phase of 50 epochs over 0.5% of the samples of the second phase takes 20% of "
    "the total training time.",
    printed=Missing("not yet from the page"),
    lemmas={
        "as encoded": ForAll(
            says=rounds_to(100 * SHARE, "20", {fraction: ("0.45", "0.55"), epochs: ("50", "50")}),
        ),
    },
    because={"": ByHand()},
)
