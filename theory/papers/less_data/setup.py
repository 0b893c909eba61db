"""Section 2 and appendix B.1: tasks, data, networks and how they are trained."""

import sympy as sp

from theory.choices import Ambiguous
from theory.claim import Claim, ForAll, Source
from theory.language import DEFINES, Each, eq, integers, reals
from theory.papers.less_data.notation import d, i, m, w, x, y, z
from theory.papers.less_data.task_notation import (
    base,
    batch,
    beta_1,
    beta_2,
    chosen,
    compute,
    digits,
    examples,
    fan_in,
    feature,
    first,
    inputs,
    label,
    largest,
    link,
    mlp_batch,
    parity_tests,
    phases,
    prime,
    query,
    quotient,
    second,
    sim_batch,
    sim_tests,
    sizes,
    step,
    steps,
    support,
    tokens,
    transformer_batch,
    variance_of_uniform,
    weight,
)
from theory.places import HERE


def defines(*given, **more):
    """Return a definition by what it asks for."""
    return ForAll(says=DEFINES, given={HERE: given}, **more)


# -- compute and data ------------------------------------------------------------------------------

DEF_COMPUTE = Claim(
    id="less-data/def-compute",
    title="Compute",
    source=Source("sections 1 and 2"),
    words="The compute is the number of steps times the batch size, repeated samples included.",
    printed=defines(steps >= 0, batch >= 1, eq(compute, steps * batch)),
)

phase = integers("i_p")

DEF_MULTI_PHASE = Claim(
    id="less-data/def-multi-phase",
    title="Training in phases",
    source=Source("section 2"),
    words="In phase i batches are drawn from a set S_i, which all later sets contain.",
    printed=ForAll(
        says=DEFINES,
        given={
            HERE: (
                phases >= 1,
                Each(sizes[phase] >= 1, (phase, 1, phases)),
                Each(sizes[phase] <= sizes[phase + 1], (phase, 1, phases - 1)),
            )
        },
        instances={phases: (2, 4, 6)},
    ),
    note="S_i are the first n_i of all samples. In the example of 2 phases the last set is the "
    "population.",
)

# -- tasks -----------------------------------------------------------------------------------------

DEF_SIM = Claim(
    id="less-data/def-sim",
    title="Single-index model",
    source=Source("section 2", "appendix B.1"),
    words="The label of a Gaussian input is an unknown function phi of its overlap z with a "
    "feature w*; in the experiments phi is the Hermite polynomial of degree 3.",
    printed={
        "label": defines(eq(y, link(z))),
        "experiments": defines(eq(y, z**3 - 3 * z)),
    },
    note="The norm of w*, on which the size of the labels depends, is not given. He_3 is the "
    "Hermite polynomial for a normal law.",
)

PARITY = sp.Product(1 + chosen[i] * (x[i - 1] - 1), (i, 1, d))
SIGNS = Each(sp.Or(eq(x[i - 1], 1), eq(x[i - 1], -1)), (i, 1, d))
MEMBERS = Each(sp.Or(eq(chosen[i], 1), eq(chosen[i], 0)), (i, 1, d))
IS_PARITY = (d >= 1, SIGNS, MEMBERS, eq(sp.Sum(chosen[i], (i, 1, d)), support), eq(y, PARITY))

DEF_SPARSE_PARITY = Claim(
    id="less-data/def-sparse-parity",
    title="Sparse parity",
    source=Source("section 2"),
    words="The label of a vector of d signs is the product of the k entries in S.",
    printed=ForAll(says=DEFINES, given={HERE: IS_PARITY}, instances={d: (2, 3, 4)}),
)


DEF_ICL = Claim(
    id="less-data/def-icl-regression",
    title="Linear regression in context",
    source=Source("section 2", "appendix B.1"),
    words="A sequence of 2 k + 1 entries has k inputs with their labels w.x and an input, of which "
    "w.x is the label; w and all inputs are normal in R^n. The experiments have k = 15, n = 4.",
    printed={
        "task": ForAll(
            says=DEFINES,
            given={
                HERE: (
                    examples >= 1,
                    inputs >= 1,
                    eq(tokens, 2 * examples + 1),
                    eq(y, sp.Sum(w[i] * query[i], (i, 1, inputs))),
                )
            },
            instances={inputs: (1, 4)},
        ),
        "experiments": defines(eq(examples, 15), eq(inputs, 4)),
    },
)

NUMBERS = (base >= 2,)
ROUNDED_UP = (base**digits >= largest, base ** (digits - 1) < largest)


def has_digits(least, *given):
    """Return that numbers from `least` on, N of them, have ceil(log_b N) digits."""
    inside = (first >= least, first <= largest - 1 + least)
    return ForAll(says=first < base**digits, given=(*NUMBERS, *ROUNDED_UP, *inside, *given))


DEF_MODULAR_ADDITION = Claim(
    id="less-data/def-modular-addition",
    title="Modular addition",
    source=Source("section 2"),
    words="The label of two numbers from [N] is their sum modulo a prime p; each is written with "
    "ceil(log_b N) digits in base b.",
    printed={
        "label": defines(
            first >= 1,
            first <= largest,
            second >= 1,
            second <= largest,
            prime >= 2,
            eq(first + second, quotient * prime + label),
            label >= 0,
            label < prime,
        ),
        "digits": Ambiguous(
            "whether [N] begins at 1, as [d] and [k] in the same section, or at 0",
            {"at 1": has_digits(1, largest >= 2), "at 0": has_digits(0)},
        ),
    },
    note="The label takes [N] from 1 on. From 1 on N itself needs a further digit if it is a power "
    "of b, such as 10 with b = 10; N = 1 is left out there, of which no digit is left. [d] and "
    "[k] begin at 1, but with x - 1 in the place of x, or a range from 0, the digits are enough.",
)

W_RANDOM = Claim(
    id="less-data/txt-w-random-scale",
    title="Random labels of the single-index model",
    source=Source("section 5.1"),
    words="For random labels a normal feature takes the place of w*, with the same link function.",
    printed=defines(eq(y, link(feature))),
    note="Such a feature has a norm of about sqrt(d); that of w* is not given.",
)

# -- networks --------------------------------------------------------------------------------------

DEF_INIT = Claim(
    id="less-data/def-init",
    title="Initial weights",
    source=Source("section 2", "appendix B.1"),
    words="Each weight is uniform on [-1/sqrt(d_in), 1/sqrt(d_in)].",
    printed=defines(fan_in >= 1, sp.Abs(weight) <= 1 / sp.sqrt(fan_in)),
)

INITIAL_RATIO = Claim(
    id="less-data/txt-initial-ratio",
    title="The ratio of the norms at the start",
    source=Source("section 2", "appendix B.1 and figure 12"),
    words="By the initial weights the mean of |a|^2 is 1/m of that of |W|_F^2, at width m.",
    printed=ForAll(
        says=eq(m * variance_of_uniform(m), m * d * variance_of_uniform(d) / m),
        given={HERE: (d >= 1, m >= 1)},
    ),
    uses=("less-data/def-init",),
    note="The paper shows the ratio in figure 12 and does not print this value. a has m entries, W "
    "m d, of which the variances stand as integrals.",
)

alpha_s, eta_s, slope, gate, outer, inner, entry = reals("alpha_s eta_s l' g a' w' x_s")
ACTIVE = (alpha_s > 0, eta_s > 0)
SLOPE_OF_W, SLOPE_OF_A = slope * alpha_s * outer * gate * entry, slope * gate * inner / alpha_s

RELU_LAYERWISE_LR = Claim(
    id="less-data/txt-relu-layerwise-lr",
    title="Scales of the initial weights are learning rates",
    source=Source("section 5.2.1"),
    words="With ReLU a smaller input layer and a larger output layer act as a larger learning rate "
    "of the former and a smaller one of the latter.",
    printed={
        "same function": ForAll(
            says=eq(
                (alpha_s * outer) * sp.Max(0, inner / alpha_s * entry),
                outer * sp.Max(0, inner * entry),
            ),
            given=ACTIVE[:1],
        ),
        "input layer": ForAll(
            says=eq(
                alpha_s * (inner / alpha_s - eta_s * SLOPE_OF_W),
                inner - (eta_s * alpha_s**2) * (slope * outer * gate * entry),
            ),
            given=ACTIVE,
        ),
        "output layer": ForAll(
            says=eq(
                (alpha_s * outer - eta_s * SLOPE_OF_A * entry) / alpha_s,
                outer - (eta_s / alpha_s**2) * (slope * gate * inner * entry),
            ),
            given=ACTIVE,
        ),
    },
    note="w = w' / alpha, a = alpha a' with the rate eta are w' and a' with eta alpha^2 and eta / "
    "alpha^2. One neuron with one input.",
    symbols={
        alpha_s: "alpha",
        eta_s: "learning rate",
        slope: "derivative of the loss in the output",
        gate: "1 where the neuron is active, else 0",
        outer: "output weight before it is scaled",
        inner: "input weight before it is scaled",
        entry: "the input",
    },
)

# -- settings --------------------------------------------------------------------------------------

BATCH_SIZE = Claim(
    id="less-data/txt-batch-size",
    title="Batch sizes",
    source=Source(appendix="appendix B.1"),
    words="Batches are of 128 samples for networks without attention and of 32 for Transformers, "
    "unless something else is said; for the single-index model those of Transformers are of 128.",
    printed=defines(eq(mlp_batch, 128), eq(transformer_batch, 32), eq(sim_batch, 128)),
)


HYPERPARAMETER_SWEEP = Claim(
    id="less-data/txt-hyperparameter-sweep",
    title="Settings that are tuned",
    source=Source(appendix="appendix B.1"),
    words="Learning rates are tried at factors of at most 1.2; of AdamW beta_1 is 0.9 and beta_2 "
    "0.8, 0.9, 0.95 or 0.999; test sets have 4096 samples for parity and 5000 for the "
    "single-index model.",
    printed=defines(
        step > 1,
        step <= sp.Rational(12, 10),
        eq(beta_1, sp.Rational(9, 10)),
        sp.Or(*(eq(beta_2, sp.Rational(value)) for value in ("0.8", "0.9", "0.95", "0.999"))),
        eq(parity_tests, 4096),
        eq(sim_tests, 5000),
    ),
)
