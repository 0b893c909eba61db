"""Figures 2 to 11 but for Transformers: training on fewer samples, more often, against more.

What a figure shows is an effect on the compute until a target is reached, the samples seen in all
steps, of a median run. Networks of two layers are trained on parity, for some of the figures; what
is missing for the others is what they need.
"""

from theory.claim import Claim, Observed, Source
from theory.language import reals

small, large = reals("C_small C_large")
bare, random_first, biased = reals("C_bare C_random C_biased")
tuned_small, tuned_large = reals("C_small' C_large'")
other_small, other_large = reals("C_small'' C_large''")
ratio_small, ratio_large, ratio_random = reals("rho_small rho_large rho_random")
ratio_start = reals("rho_start")
first_rate, second_rate = reals("eta_1 eta_2")
error_small, error_large = reals("e_small e_large")
seen_small, seen_large = reals("E_small E_large")

COMPUTE = "samples seen until the target accuracy or loss"
AFTER = "|a| / |W|_F after the first steps"
MEASURES = {
    small: f"{COMPUTE}, with the smaller set",
    large: f"{COMPUTE}, with the larger one",
    bare: f"{COMPUTE}, with the smaller set without its bias",
    random_first: f"{COMPUTE}, first with random labels on the smaller set",
    biased: f"{COMPUTE}, with fresh samples that have the bias of a set",
    tuned_small: f"{COMPUTE}, with the smaller set and the intervention",
    tuned_large: f"{COMPUTE}, with the larger one and the intervention",
    other_small: f"{COMPUTE}, with the smaller set in the other setting",
    other_large: f"{COMPUTE}, with the larger one in the other setting",
    ratio_small: f"{AFTER}, with the smaller set",
    ratio_large: f"{AFTER}, with the larger one",
    ratio_random: f"{AFTER}, with random labels on the smaller set",
    ratio_start: "|a| / |W|_F before any step",
    first_rate: "best learning rate of the input layer",
    second_rate: "best learning rate of the output layer",
    error_small: "test error after a number of steps, with the smaller set",
    error_large: "test error after as many steps, with the larger one",
    seen_small: "test error after a number of samples seen in all steps, with the smaller set",
    seen_large: "test error after as many samples, with the larger one",
}
NEEDS = "learning rates, targets and seeds, of which the paper has ranges, and the training itself"
MLP = "ReLU, depth 2, width 64"
TRANSFORMER = "Transformer, 2 layers"
PARITY, SIM = "(20, 6)-parity", "single-index model, He_3, d = 40"
SETS = "2^14 of 2^20"
PHASES = "8000 samples for 100 steps, then 64,000 for 900; elsewhere 8192, then 256,000"


def observed(figure, settings, effect, more=(), needs=NEEDS):
    """Return what a figure shows, with what is missing to run it."""
    known = MEASURES | dict(more)
    used = {symbol: known[symbol] for symbol in sorted(effect.free_symbols, key=str)}
    return Observed(figure, settings, effect=effect, measures=used, needs=needs)


GAP = small < large
AHEAD = seen_small < seen_large
WIDER = other_large / other_small > large / small
NARROWER = tuned_large / tuned_small < large / small

FIG_2 = Claim(
    id="less-data/fig-2",
    title="Fewer samples are faster with batches and without",
    source=Source("figure 2, section 3"),
    words="Networks of two layers reach their target with less compute with the smaller set, "
    "with batches and with full ones.",
    printed={
        "in batches, parity": observed(
            "figure 2",
            {"task": PARITY, "network": MLP, "updates": "batches of 128", "N": SETS},
            GAP,
        ),
        "in batches, single-index model": observed(
            "figure 2: index",
            {
                "task": SIM,
                "network": MLP,
                "updates": "batches of 128",
                "small set": "a hundredth of the online run, for 100 steps",
            },
            GAP,
        ),
        "in full batches, parity": observed(
            "figure 2: full",
            {"task": PARITY, "network": MLP, "updates": "full", "N": SETS},
            GAP,
        ),
        "in full batches, single-index model": observed(
            "figure 2: full, index",
            {"task": SIM, "network": MLP, "updates": "full", "small set": PHASES},
            GAP,
        ),
    },
    note="Compute is samples seen. Whether fewer steps are enough, too, is txt-each-time-step.",
)

EACH_TIME_STEP = Claim(
    id="less-data/txt-each-time-step",
    title="Ahead at each step",
    source=Source("section 3, figure 2"),
    words="With full batches the smaller set is ahead at each step throughout the training.",
    printed=observed(
        "figure 2: each step",
        {"tasks": (PARITY, SIM), "network": MLP, "updates": "full"},
        error_small <= error_large,
    ),
    note="At the start both have the same error. Appendix B.2.2 says that with a smaller set "
    "the single-index model may end at a larger loss.",
)

BIASES = "2^i samples, i = 6, 8, 10, 12, 14"
FIG_3 = Claim(
    id="less-data/fig-3",
    title="The bias of the inputs does not explain the gap",
    source=Source("figure 3, section 4.1.3"),
    words="A small set without the bias of its inputs is still faster than the large one, and a "
    "large set with the bias of a small one is not as fast as that.",
    printed=observed(
        "figure 3",
        {"task": PARITY, "network": MLP, "N": SETS, "bias of": BIASES},
        (bare < large) & (small < biased),
    ),
    note="The text takes i = 4, 6, 8, 10 and 12, and the caption 14. The text exempts sets of "
    "fewer than 2^5 samples, so i = 4 is left out.",
)

NO_INPUT_BIAS = Claim(
    id="less-data/txt-no-input-bias",
    title="Sets without bias",
    source=Source("section 4.1.3, figure 3 (a)", "figure 16"),
    words="Where the mean of the inputs vanishes on the small set, or that of the labels and of "
    "the inputs of each label as well, the gap persists.",
    printed=observed(
        "figure 3 (a)",
        {
            "task": PARITY,
            "network": MLP,
            "N": SETS,
            "vanish": ("E x", "E x, E y and E x of each label"),
        },
        bare < large,
    ),
)

FIG_4 = Claim(
    id="less-data/fig-4",
    title="Random labels at first",
    source=Source("figure 4, section 5.1"),
    words="A first phase with random labels on a small set makes the training faster.",
    printed=observed(
        "figure 4",
        {"tasks": (PARITY, SIM), "network": MLP, "updates": "full"},
        random_first < large,
    ),
)


def hardly_moved(relabelled, fewer, moved):
    """Return that random labels change a number by less than half of what more samples do."""
    return (relabelled > fewer - moved / 2) & (relabelled < fewer + moved / 2)


SAME_ACCURACY = hardly_moved(random_first, small, large - small)
SAME_RATIO = hardly_moved(ratio_random, ratio_small, ratio_small - ratio_large)


RANDOM_LABEL_RATIO = Claim(
    id="less-data/txt-random-label-ratio",
    title="The labels do not matter for the first phase",
    source=Source("section 5.1, figure 4"),
    words="Accuracy and |a| / |W|_F are sensitive to the number of samples alone and not to "
    "whether the labels of the small set are true or random.",
    printed={
        "accuracy, parity": observed(
            "figure 4: accuracy",
            {"task": PARITY, "network": MLP, "updates": "full"},
            SAME_ACCURACY,
        ),
        "accuracy, single-index model": observed(
            "figure 4: accuracy, index",
            {"task": SIM, "network": MLP, "updates": "full"},
            SAME_ACCURACY,
        ),
        "ratio, parity": observed(
            "figure 4: ratio",
            {"task": PARITY, "network": MLP, "updates": "full"},
            SAME_RATIO,
        ),
        "ratio, single-index model": observed(
            "figure 4: ratio, index",
            {"task": SIM, "network": MLP, "updates": "full"},
            SAME_RATIO,
        ),
    },
    note="That the labels do not matter is read as: random ones change a number by less than half "
    "of what the size of the set changes it. The half is ours.",
)

FIG_5 = Claim(
    id="less-data/fig-5",
    title="Scales of the initialisation",
    source=Source("figure 5, section 5.2.1"),
    words="With the right scales of the initial weights the gap vanishes; the small set depends "
    "less on them.",
    printed=observed(
        "figure 5",
        {
            "task": PARITY,
            "network": "ReLU, 2 hidden layers",
            "N": SETS,
            "seeds": 256,
            "learning rate": "the best of each",
        },
        NARROWER,
    ),
)

FIG_6 = Claim(
    id="less-data/fig-6",
    title="Learning rates by layer",
    source=Source("figure 6, section 5.2.1"),
    words="With the best learning rates of both layers, that of the input layer far larger, the "
    "gap is much smaller.",
    printed=observed(
        "figure 6",
        {"task": PARITY, "network": MLP, "updates": "full", "N": SETS},
        NARROWER & (first_rate > second_rate),
    ),
)

FIG_7 = Claim(
    id="less-data/fig-7",
    title="muP and a scale alpha",
    source=Source("figure 7, section 5.2.1"),
    words="A scale alpha of the initial weights closes the gap for parity and the single-index "
    "model; muP does for parity.",
    printed=observed(
        "figure 7",
        {"tasks": (PARITY, SIM), "network": MLP, "updates": "full"},
        NARROWER,
    ),
    note="The caption says that both close the gap, the text that it stays for the "
    "single-index model with muP.",
)

ALPHA_SCALING = Claim(
    id="less-data/txt-alpha-scaling",
    title="One scale for both layers",
    source=Source("section 5.2.1, figure 7", "appendix B.2.2, figure 23"),
    words="Dividing the first standard deviation by alpha and multiplying the second by alpha "
    "closes the gap; the best alpha is the same for all widths.",
    printed=observed(
        "figure 7: alpha",
        {"tasks": (PARITY, SIM), "widths": (32, 64, 256, 1024), "updates": "full"},
        NARROWER,
    ),
    note="Whether the best alpha is the same for all widths is asked in figure 23.",
)

FIG_10 = Claim(
    id="less-data/fig-10",
    title="Harder tasks have a wider gap",
    source=Source("figure 10, section 6"),
    words="The gap is wider for d = 80 than for d = 40 in the single-index model, and for (20, "
    "6)-parity than for (10, 6)-parity.",
    printed={
        "networks of two layers": observed(
            "figure 10: MLP",
            {"tasks": "single-index model, d = 40 and 80", "network": MLP, "updates": "full"},
            WIDER,
        ),
        "Transformers": observed(
            "figure 10: Transformers",
            {
                "tasks": "(10, 6)- and (20, 6)-parity",
                "network": TRANSFORMER,
                "updates": "batches, AdamW",
            },
            WIDER,
        ),
    },
)

FIG_11 = Claim(
    id="less-data/fig-11",
    title="Depth widens the gap, width narrows it",
    source=Source("figure 11, section 6"),
    words="The gap is wider for depths 4, 6 and 8 than for 2, and narrower for widths 256 and "
    "1024 than for 64 and 32.",
    printed={
        "wider if deeper": observed(
            "figure 11: depth",
            {"task": PARITY, "depths": (2, 4, 6, 8), "width": 64, "updates": "full", "N": SETS},
            WIDER,
        ),
        "wider if narrower": observed(
            "figure 11: width",
            {"task": PARITY, "depth": 2, "widths": (32, 64, 256, 1024), "updates": "full"},
            WIDER,
        ),
    },
)

LINEAR_REGRESSION = Claim(
    id="less-data/txt-linear-regression-no-gap",
    title="No gap in linear regression",
    source=Source("section 6"),
    words="Linear regression has no gap between small and large sets.",
    printed=observed(
        "linear regression",
        {"task": "linear regression"},
        small >= large,
    ),
    note="Number of inputs, noise and target are not printed.",
)
