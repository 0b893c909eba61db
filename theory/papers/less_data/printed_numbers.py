"""Sections 3 to 5 and appendix B: printed settings and numbers, compared with each other.

A number is refuted only if no admissible reading of what it is computed from reaches it. A schedule
is a setting; that its phases take as much compute as the online run is ours to notice.
"""

import sympy as sp

from theory.choices import Ambiguous
from theory.claim import Claim, ForAll, Instead, Missing, Observed, Source
from theory.language import DEFINES, eq, integers, reals, rounds_to, sequence
from theory.papers.less_data.task_notation import (
    fan_in,
    growth,
    phases,
    steps,
    total,
    variance_of_uniform,
)
from theory.places import HERE

fraction, epochs = reals("fraction epochs")
SHARE = fraction / 100 * epochs / (1 + fraction / 100 * epochs)

RANDOM_PHASE = Claim(
    id="less-data/txt-random-phase-20pct",
    title="The random-label phase takes a fifth of the time",
    source=Source(appendix="appendix B.2.2"),
    words="A first phase of 50 epochs over 0.5% of the samples of the second phase takes 20% of "
    "the total training time.",
    printed=ForAll(
        says=rounds_to(100 * SHARE, "20", {fraction: ("0.45", "0.55"), epochs: ("50", "50")}),
    ),
)

# -- schedules -------------------------------------------------------------------------------------


def compute(fractions, repeats):
    """Return the samples seen in all phases, the online run counting as 1."""
    pairs = zip(fractions, repeats, strict=True)
    return sum((sp.Rational(part) * times for part, times in pairs), sp.S.Zero)


PARITY = compute(("0.001", "0.002", "0.005", "0.01", "0.02", "0.1"), (100, 50, 20, 10, 10, 4))
MODULAR = compute(("0.005", "0.02", "0.05", "0.1"), (20, 5, 4, 6))
IN_CONTEXT = (1500, 1500, 1500, 10500)
ALL_OF_IT = "the phases take as much compute as the online run"


def schedule(amount):
    """Return the definition of a schedule, and that it takes the compute of the online run."""
    return (
        ForAll(says=DEFINES, given={HERE: (eq(total, amount),)}),
        ForAll(says=eq(total, 1), where={total: amount}),
    )


PARITY_SCHEDULE, PARITY_TOTAL = schedule(PARITY)
MODULAR_SCHEDULE, MODULAR_TOTAL = schedule(MODULAR)

TXT_PARITY_SCHEDULE = Claim(
    id="less-data/txt-parity-schedule",
    title="Six phases for parity",
    source=Source(appendix="appendix B.1"),
    words="Six phases use 0.1%, 0.2%, 0.5%, 1%, 2% and 10% of the samples of the online run for "
    "100, 50, 20, 10, 10 and 4 epochs.",
    printed=PARITY_SCHEDULE,
    lemmas={ALL_OF_IT: PARITY_TOTAL},
)
TXT_MOD_SCHEDULE = Claim(
    id="less-data/txt-mod-schedule",
    title="Four phases for modular addition",
    source=Source(appendix="appendix B.1"),
    words="Four phases use 0.5%, 2%, 5% and 10% of the samples of the online run for 20, 5, 4 and "
    "6 epochs.",
    printed=MODULAR_SCHEDULE,
    lemmas={ALL_OF_IT: MODULAR_TOTAL},
)
TXT_ICL_SCHEDULE = Claim(
    id="less-data/txt-icl-schedule",
    title="Four phases for linear regression in context",
    source=Source(appendix="appendix B.1"),
    words="Four phases use 0.5%, 2%, 5% and 10% of the samples of the online run, for 1500, 1500, "
    "1500 and 10500 steps.",
    printed=ForAll(says=DEFINES, given={HERE: (eq(steps, sum(IN_CONTEXT)),)}),
    lemmas={
        "the last phase takes 70% of the steps": ForAll(
            says=eq(10 * IN_CONTEXT[-1], 7 * steps), where={steps: sp.Integer(sum(IN_CONTEXT))}
        )
    },
)

FIRST, LAST = sp.Rational(1, 320), sp.Rational(1, 50)
SIZES = sum(FIRST * growth**k for k in range(6))

TXT_AUTO_SCHEDULE = Claim(
    id="less-data/txt-auto-schedule",
    title="Automatic phases",
    source=Source(appendix="appendix B.2.2"),
    words="Six phases, whose sizes grow geometrically from 1/320 to 1/50 of the samples of the "
    "online run, end at 75% training accuracy or after 50 epochs.",
    printed=ForAll(says=DEFINES, given={HERE: (growth > 0, eq(FIRST * growth**5, LAST))}),
    lemmas={
        "all epochs together take up to 2.9 times the online run": ForAll(
            says=sp.And(
                sp.Rational(28, 10) < 50 * SIZES, sp.Rational(29, 10) > 50 * SIZES, evaluate=False
            ),
            given=(growth > 0, eq(FIRST * growth**5, LAST)),
        )
    },
)

# -- factors ---------------------------------------------------------------------------------------

queries, keys, asking, asked = (sequence(name) for name in ("W_q", "W_k", "t_q", "t_k"))
row, column, rows, columns = integers("i j n_h n_x")


def logit(scale):
    """Return (W_q x) (W_k y), both matrices being multiplied by a number."""
    query, key = (
        sp.Sum(scale * matrix[row, column] * token[column], (column, 1, columns))
        for matrix, token in ((queries, asking), (keys, asked))
    )
    return sp.Sum(query * key, (row, 1, rows))


TXT_QK_64 = Claim(
    id="less-data/txt-qk-64",
    title="Eight times the queries and keys",
    source=Source("section 5.2.2"),
    words="Scaling both W_q and W_k by 8 sharpens the logits by 64.",
    printed=ForAll(
        says=eq(logit(8), 64 * logit(1)),
        given=(rows >= 1, columns >= 1),
        instances={rows: (1, 2, 3), columns: (1, 2, 3)},
    ),
    symbols={
        queries: "the matrix of the queries",
        keys: "the matrix of the keys",
        asking: "a token that attends",
        asked: "a token that is attended to",
        rows: "the number of entries of a query and of a key",
        columns: "the number of entries of a token",
    },
)


def gaussian(deviation):
    """Return that the standard deviations differ by a factor sqrt(3)."""
    return ForAll(
        says=eq(deviation, sp.sqrt(3) * sp.sqrt(variance_of_uniform(fan_in))),
        given={"appendix B.1": (fan_in >= 1,)},
    )


TXT_GAUSSIAN_INIT = Claim(
    id="less-data/txt-gaussian-init",
    title="Gaussian and uniform initialisation",
    source=Source(appendix="appendix B.1"),
    words="The standard deviation of N(0, 1/sqrt(d_in)) differs by a factor sqrt(3) from that of "
    "the uniform law on [-1/sqrt(d_in), 1/sqrt(d_in)].",
    printed=Ambiguous(
        "whether the second argument of a normal law is its variance, as in a^(0) ~ N(0, 1/m), "
        "which is said to be of the order 1/sqrt(m), or its standard deviation",
        {
            "variance": gaussian(fan_in ** sp.Rational(-1, 4)),
            "standard deviation": gaussian(1 / sp.sqrt(fan_in)),
        },
    ),
)

TXT_SPEEDUP = Claim(
    id="less-data/txt-100x-speedup",
    title="A hundred times less compute for parity",
    source=Source("section 3"),
    words="With 2^14 samples gradient descent takes 1500 steps, with all 2^20 more than 2000: 100 "
    "times the compute.",
    printed={
        "speedup": ForAll(
            says=rounds_to(
                2**20 * steps / (2**14 * epochs),
                "1e2",
                {steps: ("2000", "2500"), epochs: ("1450", "1550")},
            )
        ),
        "number of steps": Missing(
            "the runs of figure 2 with full batches of 2^14 and of all 2^20 samples, and at what "
            "accuracy training counts as converged, which the page does not say"
        ),
    },
    lemmas={
        "2000 steps over 1500 alone give 85": ForAll(
            says=rounds_to(
                2**20 * steps / (2**14 * epochs), "85", {steps: (2000, 2000), epochs: (1500, 1500)}
            )
        )
    },
    note="A step on all samples takes 64 times the compute, as batches are full. The printed steps "
    "fit 100 to its order of magnitude, 50 to 150: 2000 over 1500 gives 85, 2344 over 1500 give "
    "100. Up to 2500 steps count as more than 2000, 1450 to 1550 as 1500: ranges of ours.",
)

# -- what is printed twice and differs -------------------------------------------------------------

size = reals("n_1")
larger, scheduled, dimension, exponent, figure, depth = integers("n_2 n_B n i_b fig depth")


def one_of(symbol, numbers):
    """Return that a symbol is one of some numbers."""
    return sp.Or(*(eq(symbol, number) for number in numbers))


def differ(symbol, here, there):
    """Return that what is used at one place is among what another place lists."""
    return ForAll(says=one_of(symbol, there), given={HERE: (one_of(symbol, here),)})


SHOWN = sp.Or(  # which figure has which dimension of the single-index model
    sp.And(one_of(figure, (2, 4)), eq(dimension, 40)),
    sp.And(eq(figure, 16), eq(dimension, 50)),
    sp.And(eq(figure, 10), one_of(dimension, (40, 80))),
)


def listed(*among):
    """Return that the dimension in a figure is on the list of appendix B.1."""
    return ForAll(says=one_of(dimension, (40, 50)), given={HERE: (SHOWN, *among)})


TXT_SIM_DIMS = Claim(
    id="less-data/txt-sim-dims",
    title="The list of dimensions of the single-index model in appendix B.1",
    source=Source(appendix="appendix B.1, with figures 2, 4, 10 and 16"),
    words="By appendix B.1 the single-index model has the dimension 40 or 50.",
    printed=Ambiguous(
        "whether the list is of all experiments of the paper, or, like the sizes of networks beside"
        " it, of the default, from which figure 10 departs to make the task harder",
        {
            "of all experiments": listed(),
            "of the default, without figure 10": listed(sp.Ne(figure, 10)),
        },
    ),
    breaks_at="No proof is given: it is a list of numbers.",
    note="Appendix B.1 lists the dimensions 40 and 50. Figures 2 and 4 have 40, figure 16 (b) has "
    "50; figure 10 (a) compares 40, left, and 80, right, and its caption says so.",
    symbols={
        dimension: "a dimension that a figure shows",
        figure: "the figure: 2, 4, 10 or 16",
    },
)

BOTH_SIZES = {HERE: (eq(larger, 256000), eq(scheduled, 64000))}

TXT_SIM_SIZES = Claim(
    id="less-data/txt-sim-sizes",
    title="Sizes of the two sets of the single-index model, printed twice",
    source=Source(appendix="appendices B.1 and B.2.2"),
    words="Gradient descent on the single-index model first uses 8000 samples and then 64000, by "
    "appendix B.1; 8192 and then 256000, by appendix B.2.2.",
    printed={
        "first phase": ForAll(says=rounds_to(size, "8e3", {size: (8192, 8192)})),
        "second phase": ForAll(says=eq(larger, scheduled), given=BOTH_SIZES),
    },
    instead={
        "second phase": Instead(
            ForAll(says=eq(larger, 4 * scheduled), given=BOTH_SIZES),
            words="one is four times the other; which of them was used the page does not show",
        )
    },
    breaks_at="No proof is given: the two places contradict each other, and the page does not show "
    "which of them is right.",
    note="The second phase has 64000 samples in appendix B.1, for full batches, and 256000 in "
    "B.2.2, where the main results, as in figure 2, are said to have them; B.2.2 speaks of full "
    "batches, too. 8192 is 8000 when rounded; no rounding takes 256000 to 64000.",
    symbols={
        size: "samples of the first phase, as appendix B.2.2 has them",
        larger: "samples of the second phase, as appendix B.2.2 has them",
        scheduled: "samples of the second phase, as appendix B.1 has them",
    },
)

TXT_FIG_27 = Claim(
    id="less-data/txt-fig27-task",
    title="The task of figure 27 (a)",
    source=Source(appendix="figure 27 and appendix B.2.1"),
    words="By its caption figure 27 (a) shows full-batch Transformers on (20, 6)-parity; for full "
    "batches they are said to have 10 inputs, for lack of memory.",
    printed=Ambiguous(
        "whether the name of the file says what figure 27 (a) shows",
        {
            "it does": differ(dimension, (20,), (10,)),
            "the caption alone does": Missing("the number of inputs of the networks of the figure"),
        },
    ),
    note="Appendix B.2.1 has d = 10 for full batches because of the memory, and says it of figure "
    "15. That figure 27 (a) is no other case is said by the name of its file, which begins with "
    "gd_transformer_d10_k6 like that of figure 15 (a). What was run is not shown.",
    symbols={dimension: "number of inputs in the caption of figure 27 (a)"},
)

TXT_PARITY_PHASES = Claim(
    id="less-data/txt-parity-phases",
    title="Number of phases in figure 8 (c)",
    source=Source("figure 8 (c), section 5.2.2", "appendix B.2.2"),
    words="Query-key normalisation worsens the 4-phase training of figure 8 (c), says the "
    "appendix; the caption and section 5.2.2 have six phases.",
    printed=differ(phases, (4,), (6,)),
    instead=Instead(
        differ(phases, (6,), (6,)),
        meant=Source("figure 8, section 5.2.2", "appendix B.1"),
        words="6-phase in the place of 4-phase, where appendix B.2.2 speaks of figure 8 (c)",
    ),
    breaks_at="No proof is given: it is a number that the text states.",
    note="Appendix B.2.2 has 4 phases, the caption of the figure and section 5.2.2 have 6. Figure "
    "17 has four phases, too, and may be another run.",
)

EXPONENTS = (4, 6, 8, 10, 12)

TXT_BIAS_SET_SIZES = Claim(
    id="less-data/txt-bias-set-sizes",
    title="Sizes of the sets from which biases are taken",
    source=Source("section 4.1.3, figure 3 (right)"),
    words="The biases are those of 2^i samples, i being 4, 6, 8, 10 or 12; the caption of figure 3 "
    "compares with those of 2^14.",
    printed=Ambiguous(
        "whether the list of the text is meant to be whole, or leaves out what the caption adds: "
        "a set as large as the small one",
        {
            "it is whole": differ(exponent, (14,), EXPONENTS),
            "the size of the small set is added": ForAll(
                says=sp.Or(one_of(exponent, EXPONENTS), eq(2**exponent, 2**14)),
                given={HERE: (one_of(exponent, (14,)),)},
            ),
        },
    ),
    breaks_at="No proof is given: it is a number that the text states.",
    note="The text has the biases of 2^4, 2^6, 2^8, 2^10 and 2^12 samples; the caption of figure 3 "
    "compares with 2^14, the size of the small set. That 5 would be needed, as the caption says, "
    "may be read off between 4 and 6, and is not held against it.",
    symbols={exponent: "logarithm to the base 2 of a size that the caption names"},
)

TXT_HEATMAPS = Claim(
    id="less-data/txt-fig6-heatmaps",
    title="The figure with the heatmaps of initialisation scales",
    source=Source("section 5.2.1, figures 5 and 6", "appendix B.1"),
    words="The sweep over initialisation scales, and the number of runs for each heatmap, are said "
    "of figure 6; the heatmaps are figure 5, and figure 6 shows learning rates.",
    printed=differ(figure, (6,), (5,)),
    instead=Instead(
        differ(figure, (5,), (5,)),
        meant=Source("captions of figures 5 and 6"),
        words="replace figure 6 by figure 5 in section 5.2.1 and in appendix B.1",
    ),
    note="The text points to figure 6 for the heatmaps; by the captions they are figure 5.",
    breaks_at="No proof is called for: it is the number of the figure to which the text points, as "
    "the web version of the paper has it.",
    symbols={figure: "the figure to which the text points for the heatmaps"},
)

DEPTHS = (2, 4, 6, 8)

TXT_FIG_25 = Claim(
    id="less-data/txt-fig25-depths",
    title="Depths of figure 25",
    source=Source(appendix="figure 25"),
    words="The caption gives the depths 2, 4, 6 and 8; the files of the four panels are named "
    "after 1, 2, 4 and 8 layers.",
    printed=Ambiguous(
        "whether the names of the files say what the panels show",
        {
            "they do": differ(depth, (1, 2, 4, 8), DEPTHS),
            "the caption alone does": Missing("the depths of the networks of the four panels"),
        },
    ),
    symbols={depth: "depth of the network of a panel"},
)

one, other, root_of_mean, deviation, learned = reals("v_1 v_2 rho_v sigma_v g_1")
MEAN = (one + other) / 2
ROOT_OF_MEAN = {root_of_mean: sp.sqrt((one**2 + other**2) / 2)}
DEVIATION = {deviation: sp.sqrt(((one - MEAN) ** 2 + (other - MEAN) ** 2) / 2)}

TXT_QK_NAME = Claim(
    id="less-data/txt-qk-layernorm-name",
    title="The normalisation of queries and keys",
    source=Source("figure 8", "appendix B.1"),
    words="Queries and keys are normalised by QK-layernorm in the caption of figure 8, by RMSNorm "
    "with a learnable scale in appendix B.1.",
    printed=Ambiguous(
        "whether layernorm is a word for any such normalisation, or the one that subtracts the "
        "mean first",
        {
            "any, which leaves a fixed norm before the scale": ForAll(
                says=eq((one / root_of_mean) ** 2 + (other / root_of_mean) ** 2, 2),
                given=(sp.Ne(one, 0),),
                where=ROOT_OF_MEAN,
            ),
            "the one that subtracts the mean": ForAll(
                says=eq((one - MEAN) / deviation, learned * one / root_of_mean),
                given=(sp.Ne(one, other), learned > 0),
                where=ROOT_OF_MEAN | DEVIATION,
            ),
        },
    ),
    note="The scale multiplies every entry by a number that is learned. An entry that is 0 stays 0 "
    "whatever that number is; with the mean subtracted it does not.",
    symbols={
        one: "an entry of a vector with two entries",
        other: "the other one",
        learned: "the learnable scale of the first entry",
        root_of_mean: "root of the mean square",
        deviation: "standard deviation",
    },
)

runs, samples, updates = reals("runs samples updates")
PEAK, HOURS = sp.Integer(312) * 10**12, 4
PER_SAMPLE = 4 * 20 * 64 + 6 * (64 * 64 + 64)  # two a weight forwards, two or four backwards


def updates_within(sizes, most):
    """Return how many full batches a run can have if four hours at the peak suffice for all."""
    return ForAll(
        says=updates < most,
        given=(
            runs >= 41_500_000,
            eq(samples, sizes),
            updates >= 0,
            runs * samples * updates * PER_SAMPLE <= PEAK * 3600 * HOURS,
        ),
    )


TXT_42_MILLION = Claim(
    id="less-data/txt-42-million-runs",
    title="Forty-two million runs in four hours",
    source=Source(appendix="appendix B.1"),
    words="Each heatmap of figure 5 is made of about 42 million runs on one A100 in four hours.",
    printed=Observed(
        "figure 5: number of runs",
        {"runs": 42_000_000, "GPU": "A100", "hours": 4, "hidden layers": 2, "seeds": 256},
        effect=runs >= 41_500_000,
        measures={runs: "runs of a heatmap in four hours"},
        needs="an A100, the number of steps of a run and the code",
    ),
    lemmas={
        "a run on 2^20 samples has fewer than 4 steps": updates_within(2**20, 4),
        "a run on 2^14 samples has fewer than 220 steps": updates_within(2**14, 220),
    },
    note="The auxiliary statements are for full batches, 20 inputs, two hidden layers of 64 and "
    "312 TFLOPS, the peak with 16 bits. Section 3 has 1500 steps and more for such a task.",
    symbols={
        samples: "samples in a batch",
        updates: "steps of a run",
    },
)
