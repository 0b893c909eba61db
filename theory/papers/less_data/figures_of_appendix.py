"""Appendix B: figures 12 to 30, like those of the main text."""

from theory.claim import Claim, Missing, Source
from theory.language import reals
from theory.papers.less_data.figures import (
    GAP,
    MLP,
    NARROWER,
    PARITY,
    SIM,
    TRANSFORMER,
    WIDER,
    bare,
    biased,
    large,
    observed,
    other_large,
    other_small,
    random_first,
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
    printed=observed(
        "figure 14",
        {
            "tasks": ("(20, 20)-parity", "(10, 10)-parity"),
            "networks": (MLP, TRANSFORMER),
            "updates": "full",
        },
        GAP,
        needs=f"the sizes of the small sets, which are not printed, and {DENSE}; and a Transformer",
    ),
)

FIG_15 = Claim(
    id="less-data/fig-15",
    title="Transformers with full batches",
    source=Source("section 5.2.2", "appendix B.2.1, figure 15"),
    words="The gap is there for Transformers with full batches.",
    printed=observed(
        "figure 15",
        {
            "tasks": ("(10, 6)-parity", "(10, 10)-parity"),
            "network": TRANSFORMER,
            "updates": "full, AdamW",
        },
        GAP,
    ),
)

FIG_16 = Claim(
    id="less-data/fig-16",
    title="Transformers on sets without bias",
    source=Source("section 4.1.3", "appendix B.2.1, figure 16"),
    words="Without the bias of the inputs the smaller set is still faster.",
    printed=observed(
        "figure 16",
        {
            "tasks": (PARITY, "single-index model, d = 50, whitened"),
            "network": TRANSFORMER,
            "updates": "batches, AdamW",
        },
        bare < large,
    ),
)

FIG_17 = Claim(
    id="less-data/fig-17",
    title="Fresh samples with the bias of a set",
    source=Source(appendix="appendix B.2.1, figure 17"),
    words="The bias of 2^i samples, i from 2 to 6, makes fresh samples faster, most for i = 3, "
    "and does not close the gap.",
    printed=observed(
        "figure 17",
        {
            "task": PARITY,
            "network": TRANSFORMER,
            "updates": "batches, AdamW",
            "bias of": "2^i samples, i = 2 to 6",
        },
        (biased < large) & (small < biased),
    ),
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

FIG_19 = Claim(
    id="less-data/fig-19",
    title="Automatic phases against chosen ones",
    source=Source(appendix="appendix B.2.2, figure 19"),
    words="Phases that end by themselves are about as fast as chosen ones, and much faster than "
    "training online.",
    printed=observed(
        "figure 19",
        {"task": PARITY, "network": TRANSFORMER, "updates": "batches, AdamW", "phases": 6},
        (other_small < large) & GAP,
    ),
)

FIG_20 = Claim(
    id="less-data/fig-20",
    title="Random labels for modular addition",
    source=Source("section 5.1", "appendix B.2.2, figure 20"),
    words="A first phase of 50 epochs over a small set with random labels makes the training "
    "faster.",
    printed=observed(
        "figure 20",
        {
            "task": "modular addition",
            "network": TRANSFORMER,
            "updates": "batches, AdamW",
            "epochs": 50,
        },
        random_first < large,
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

FIG_25 = Claim(
    id="less-data/fig-25",
    title="Transformers by depth",
    source=Source("section 6", "appendix B.2.2, figures 25 and 26"),
    words="For Transformers the gap is wider at larger depth.",
    printed=observed(
        "figure 25",
        {
            "task": "(10, 6)-parity",
            "network": "Transformer",
            "depths": (2, 4, 6, 8),
            "updates": "batches, AdamW",
        },
        WIDER,
    ),
)

FIG_27 = Claim(
    id="less-data/fig-27",
    title="Normalised queries and keys",
    source=Source(appendix="appendix B.2.2, figure 27"),
    words="Normalisation removes the gap for parity with full batches, and slows modular "
    "addition down.",
    printed=observed(
        "figure 27",
        {"tasks": (PARITY, "modular addition"), "network": TRANSFORMER},
        NARROWER,
    ),
)

FIG_28 = Claim(
    id="less-data/fig-28",
    title="Normalised queries and keys overfit",
    source=Source(appendix="appendix B.2.2, figure 28"),
    words="With normalisation six phases fit the first sets sooner and take longer for the task.",
    printed=observed(
        "figure 28",
        {"task": PARITY, "network": TRANSFORMER, "updates": "batches, AdamW", "phases": 6},
        tuned_small > small,
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

FIG_30 = Claim(
    id="less-data/fig-30",
    title="Which weights need the small set",
    source=Source(appendix="appendix B.2.2, figure 30"),
    words="Of single weights W_v slows the training down most if it is trained online instead; "
    "of pairs, W_q and W_k do.",
    printed=observed(
        "figure 30",
        {"task": PARITY, "network": TRANSFORMER, "updates": "batches, AdamW", "phases": 6},
        small < tuned_small,
    ),
)
