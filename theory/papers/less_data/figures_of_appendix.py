"""Appendix B: figures 12 to 29 without Transformers, like those of the main text."""

from theory.claim import Claim, Missing, Source
from theory.language import reals
from theory.papers.less_data.figures import (
    AHEAD,
    GAP,
    MLP,
    PARITY,
    SIM,
    TRANSFORMER,
    large,
    observed,
    other_large,
    other_small,
    ratio_large,
    ratio_small,
    small,
    tuned_large,
    tuned_small,
)

norm_small, norm_large = reals("a_small a_large")
NORMS = {
    norm_small: "|a| after the first steps, with the smaller set",
    norm_large: "|a| after the first steps, with the larger one",
}
narrow_best, wide_best = reals("alpha_m alpha_m'")
SCALES = {
    narrow_best: "the best alpha at a width",
    wide_best: "the best alpha at another width",
}

DENSE = (
    "a run with full batches: of (12, 12)-parity all 2^12 inputs take 1700 steps of 0.44 ms of a "
    "core, half of them 2000, and a quarter does not get to 95%; of (20, 20)-parity all 2^20 take "
    "0.15 s a step, and no run got there in 6000 steps of batches of 128, from 2^14 or new ones"
)

FIG_12 = Claim(
    id="less-data/fig-12",
    title="The ratio of the norms of the layers",
    source=Source("section 5", "appendix B.1, figure 12"),
    words="|a| / |W|_F rises, at first the faster the smaller the set is.",
    printed=observed(
        "figure 12",
        {"tasks": (PARITY, SIM), "network": MLP, "updates": "full"},
        ratio_small > ratio_large,
    ),
)

NORM_RATIO_GROWTH = Claim(
    id="less-data/txt-norm-ratio-growth",
    title="Smaller sets, faster growth of the ratio",
    source=Source("section 5", "appendix B.1, figure 12"),
    words="In the first phase of training |a| / |W|_F rises faster with a smaller set.",
    printed=observed(
        "figure 12: growth",
        {"tasks": (PARITY, SIM), "network": MLP, "updates": "full"},
        ratio_small > ratio_large,
    ),
)

FIG_13 = Claim(
    id="less-data/fig-13",
    title="The norms of the layers",
    source=Source(appendix="appendix B.1, figure 13"),
    words="In the single-index model the norms of both layers grow, that of the second one "
    "faster with a smaller set.",
    printed={
        "the second one, faster with a smaller set": observed(
            "figure 13",
            {"task": SIM, "network": MLP, "updates": "full"},
            norm_small > norm_large,
            NORMS,
        ),
        "both grow": Missing("for how many steps, and at which learning rate"),
    },
)

FIG_14 = Claim(
    id="less-data/fig-14",
    title="Parity of all inputs",
    source=Source("section 4.2", "appendix B.2.1, figure 14"),
    words="The gap is there for the parity of all inputs, too.",
    printed={
        "networks of two layers": observed(
            "figure 14: MLP",
            {"task": "(20, 20)-parity", "network": MLP, "updates": "full"},
            GAP,
            needs=f"the sizes of the small sets, which are not printed, and {DENSE}",
        ),
        "Transformers": observed(
            "figure 14: Transformers",
            {"task": "(10, 10)-parity", "network": TRANSFORMER, "updates": "full, AdamW"},
            AHEAD,
        ),
    },
    note="The caption has gradient descent for both; the right half is the file of figure 15, of "
    "which the text says AdamW.",
)

FIG_18 = Claim(
    id="less-data/fig-18",
    title="The size of the small set",
    source=Source(appendix="appendix B.2.2, figure 18"),
    words="A small set of the right size is faster and does not overfit much.",
    printed=observed(
        "figure 18",
        {"tasks": (PARITY, SIM), "network": MLP, "updates": "full"},
        GAP,
    ),
)

FIG_21 = Claim(
    id="less-data/fig-21",
    title="muP for parity by width",
    source=Source(appendix="appendix B.2.2, figure 21"),
    words="With muP there is a gap at width 32 and none at 64 and above.",
    printed=observed(
        "figure 21",
        {"task": PARITY, "depth": 2, "widths": (64, 256, 1024), "updates": "full"},
        tuned_small >= tuned_large,
    ),
)

FIG_22 = Claim(
    id="less-data/fig-22",
    title="muP for the single-index model",
    source=Source(appendix="appendix B.2.2, figure 22"),
    words="With muP there is a gap at widths 64 and 1024.",
    printed=observed(
        "figure 22",
        {"task": SIM, "depth": 2, "widths": (64, 1024), "updates": "full"},
        tuned_small < tuned_large,
    ),
)

FIG_23 = Claim(
    id="less-data/fig-23",
    title="The best scale by width",
    source=Source("section 5.2.1", "appendix B.2.2, figure 23"),
    words="The best scale alpha is the same for all widths.",
    printed=observed(
        "figure 23",
        {"task": PARITY, "depth": 2, "widths": (32, 64, 256, 1024), "updates": "full", "N": 2**14},
        narrow_best <= 2 * wide_best,
        SCALES,
    ),
)

FIG_24 = Claim(
    id="less-data/fig-24",
    title="Width in the single-index model",
    source=Source("section 6", "appendix B.2.2, figure 24"),
    words="The gap is narrower for widths 256 and 1024 than for 64.",
    printed=observed(
        "figure 24",
        {"task": SIM, "depth": 2, "widths": (64, 256, 1024), "updates": "full"},
        other_large / other_small < large / small,
    ),
)

FIG_29 = Claim(
    id="less-data/fig-29",
    title="Adam removes the gap without attention",
    source=Source(appendix="appendix B.2.2, figure 29"),
    words="With AdamW there is no gap for networks of depth 2, 4 and 6 on parity and of depth 2 "
    "on the single-index model.",
    printed=observed(
        "figure 29",
        {
            "tasks": (PARITY, SIM),
            "network": "ReLU, width 64",
            "depths": (2, 4, 6),
            "updates": "full, AdamW",
        },
        tuned_small >= tuned_large,
    ),
)
