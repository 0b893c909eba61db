"""Appendix B: figures 12 to 29 without Transformers, like those of the main text."""

from theory.choices import Ambiguous
from theory.claim import Claim, Source
from theory.language import reals
from theory.papers.less_data.figures import (
    GAP,
    MLP,
    PARITY,
    SIM,
    large,
    observed,
    other_large,
    other_small,
    ratio_large,
    ratio_small,
    ratio_start,
    small,
    tuned_large,
    tuned_small,
)

norm_small, norm_large, norm_start = reals("a_small a_large a_start")
first_small, first_large, first_start = reals("W_small W_large W_start")
NORMS = {
    norm_small: "|a| after the first steps, with the smaller set",
    norm_large: "|a| after the first steps, with the larger one",
    norm_start: "|a| before any step",
    first_small: "|W|_F after the first steps, with the smaller set",
    first_large: "|W|_F after the first steps, with the larger one",
    first_start: "|W|_F before any step",
}
steps_small, steps_large = reals("t_small t_large")
STEPS = {
    steps_small: "steps until the target accuracy, with the smaller set",
    steps_large: "steps until the target accuracy, with the larger one",
}
narrow_best, wide_best = reals("alpha_m alpha_m'")
SCALES = {
    narrow_best: "the best alpha at a width",
    wide_best: "the best alpha at another width",
}


FIG_12 = Claim(
    id="less-data/fig-12",
    title="The ratio of the norms of the layers",
    source=Source("section 5", "appendix B.1, figure 12"),
    words="|a| / |W|_F rises in the first phase of training.",
    printed={
        "parity": observed(
            "figure 12",
            {"task": PARITY, "network": MLP, "updates": "full"},
            (ratio_small > ratio_start) & (ratio_large > ratio_start),
        ),
        "single-index model": observed(
            "figure 12: index",
            {"task": SIM, "network": MLP, "updates": "full"},
            (ratio_small > ratio_start) & (ratio_large > ratio_start),
        ),
    },
    note="The caption says that the ratio increases, section 5 that it shows the initial phase. "
    "For how many steps it is drawn, and at which rates, is not said.",
)

NORM_RATIO_GROWTH = Claim(
    id="less-data/txt-norm-ratio-growth",
    title="Smaller sets, faster growth of the ratio",
    source=Source("section 5", "appendix B.1, figure 12"),
    words="In the first phase of training |a| / |W|_F rises faster with a smaller set.",
    printed={
        "parity": observed(
            "figure 12: growth",
            {"task": PARITY, "network": MLP, "updates": "full"},
            (ratio_small > ratio_large) & (ratio_large > ratio_start),
        ),
        "single-index model": observed(
            "figure 12: growth, index",
            {"task": SIM, "network": MLP, "updates": "full"},
            (ratio_small > ratio_large) & (ratio_large > ratio_start),
        ),
    },
    note="That it rises faster is read as: it rises with both sets, and further with the smaller.",
)

FIG_13 = Claim(
    id="less-data/fig-13",
    title="The norms of the layers",
    source=Source(appendix="appendix B.1, figure 13"),
    words="In the single-index model the norms of both layers grow, that of the second one "
    "faster with a smaller set.",
    printed={
        "the first one grows": observed(
            "figure 13",
            {"task": SIM, "network": MLP, "updates": "full"},
            (first_small > first_start) & (first_large > first_start),
            NORMS,
        ),
        "the second one grows": observed(
            "figure 13",
            {"task": SIM, "network": MLP, "updates": "full"},
            (norm_small > norm_start) & (norm_large > norm_start),
            NORMS,
        ),
        "the second one, faster with a smaller set": observed(
            "figure 13",
            {"task": SIM, "network": MLP, "updates": "full"},
            norm_small > norm_large,
            NORMS,
        ),
    },
    note="For how many steps it is drawn, and at which rates, is not said; the printed first phase "
    "has 100 steps.",
)


def faster(name, task):
    """Return that with the right small set the training is faster, by either measure."""
    settings = {"task": task, "network": MLP, "updates": "full"}
    return Ambiguous(
        "whether learning is faster if it takes fewer samples, or if it takes fewer steps",
        {
            "samples": observed(name, settings, GAP),
            "steps": observed(f"{name}, steps", settings, steps_small < steps_large, STEPS),
        },
    )


FIG_18 = Claim(
    id="less-data/fig-18",
    title="The size of the small set",
    source=Source(appendix="appendix B.2.2, figure 18"),
    words="A small set of the right size is faster and does not overfit much.",
    printed={
        "parity": faster("figure 18", PARITY),
        "single-index model": faster("figure 18: index", SIM),
    },
    note="That it does not overfit much is read as: runs get to the target on new samples. The "
    "page adds that in the single-index model a smaller set may end at a larger loss.",
)

FIG_21 = Claim(
    id="less-data/fig-21",
    title="muP for parity by width",
    source=Source(appendix="appendix B.2.2, figure 21"),
    words="With muP there is a gap at width 32 and none at 64 and above.",
    printed={
        "no gap at width 64 and above": observed(
            "figure 21",
            {"task": PARITY, "depth": 2, "widths": (64, 256, 1024), "updates": "full"},
            tuned_small >= tuned_large,
        ),
        "a gap at width 32": observed(
            "figure 21: width 32",
            {"task": PARITY, "depth": 2, "width": 32, "updates": "full"},
            tuned_small < tuned_large,
        ),
    },
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
