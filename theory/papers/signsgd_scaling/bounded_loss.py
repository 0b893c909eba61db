"""The assumption of theorems F.6 and G.1 on the loss."""

from theory.claim import Claim, ForAll, Source
from theory.language import DEFINES, Each
from theory.papers.signsgd_scaling.notation import (
    POWER_LAWS,
    SETTING,
    d,
    j,
    largest_loss,
    law_of,
    loss_bound,
)
from theory.places import HERE

ASM_LOSS_BOUNDED = Claim(
    id="signsgd-scaling/asm-F.6-loss-bounded",
    title="Bounded loss",
    source=Source(appendix="appendix F.2, theorem F.6 and (40)"),
    words="The loss stays below a constant, whatever the noise.",
    printed=ForAll(
        given={
            "section 2": SETTING,
            "assumption B.3": (*POWER_LAWS[:-1], Each(law_of(j), (j, 1, d))),
            HERE: (loss_bound > 0, largest_loss(d) <= loss_bound),
        },
        says=DEFINES,
        instances={d: (1, 2)},
    ),
    note="(40) bounds the loss on a rare event by its largest value, which is that after k steps "
    "away from the target. It stays below a constant only while eta k does, whereas theorem G.1 "
    "needs eta K to grow. What is proved of theorem F.6 does without it.",
)
