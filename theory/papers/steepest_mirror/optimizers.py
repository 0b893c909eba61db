"""Appendix A: Adam and SignGD, each with coupled and decoupled weight decay.

One parameter x with gradient d = f'(x). Both algorithms form g = d + alpha_1 x. Adam keeps
m <- beta_1 m + (1 - beta_1) g and v <- beta_2 v + (1 - beta_2) g^2, divides them by 1 - beta^t and
steps along m / (sqrt(v) + eps); SignGD steps along a sign.
"""

import sympy as sp

from theory.choices import Ambiguous
from theory.claim import Claim, ForAll, Source
from theory.language import DEFINES, eq, integers, reals
from theory.papers.steepest_mirror.coordinates import (
    alpha1,
    alpha2,
    beta1,
    beta2,
    eta,
    g1,
    g2,
    scale,
    slope,
    total_gradient,
)
from theory.papers.steepest_mirror.coordinates import x as xl
from theory.places import HERE

x, d, eps = reals("x d eps")
a1, a2, b1, b2 = reals("alpha_1 alpha_2 beta_1 beta_2")
g, m, v, new, beside = reals("g m v x_new x_beside")
m0, v0 = reals("m_0 v_0")
time = integers("t")

STEP = (eta > 0, a1 >= 0, a2 >= 0)
RATES = (b1 >= 0, b1 < 1, b2 >= 0, b2 < 1)


def means(gradients, b1, b2):
    """Run lines 2 to 7 of Algorithm 1 on a list of gradients; return m and v."""
    m = v = sp.Integer(0)
    for g in gradients:
        m = b1 * m + (1 - b1) * g
        v = b2 * v + (1 - b2) * g**2
    return m, v


def direction(m, v, b1, b2, eps, steps):
    """Return the direction of lines 8 to 12, m / (sqrt(v) + eps) after the correction."""
    return (m / (1 - b1**steps)) / (sp.sqrt(v / (1 - b2**steps)) + eps)


def sign_step(x, d, eta, coupled, decoupled):
    """Return a SignGD step that decays with `coupled` inside the sign, `decoupled` beside it."""
    return x - eta * sp.sign(d + coupled * x) - eta * decoupled * x


ALG_1 = Claim(
    id="steepest-mirror/alg-1",
    title="Adam with coupled and decoupled weight decay",
    source=Source(appendix="appendix A, algorithm 1"),
    words="One step of Adam from its running means; the coupled decay enters the gradient, the "
    "decoupled decay is subtracted beside the step.",
    printed=ForAll(
        given=(
            *STEP,
            *RATES,
            eps >= 0,
            v0 >= 0,
            time >= 1,
            v > 0,
            sp.Eq(g, d + a1 * x),
            sp.Eq(m, b1 * m0 + (1 - b1) * g),
            sp.Eq(v, b2 * v0 + (1 - b2) * g**2),
            sp.Eq(
                new,
                x - eta * direction(m, v, b1, b2, eps, time) - eta * a2 * x,
            ),
        ),
        instances={time: (1, 2)},
        says=DEFINES,
    ),
    note="With alpha_2 = 0 this is the coupled update. As displayed, the decoupled update uses "
    "the same g and keeps the coupled decay unless alpha_1 = 0.",
)

ALG_2 = Claim(
    id="steepest-mirror/alg-2",
    title="SignGD with coupled and decoupled weight decay",
    source=Source(appendix="appendix A, algorithm 2"),
    words="The coupled step follows the sign of gradient plus decay; the decoupled step follows "
    "the sign of the gradient alone and decays beside it.",
    printed=ForAll(
        given=(
            *STEP,
            sp.Eq(new, sign_step(x, d, eta, a1, 0)),
            sp.Eq(beside, sign_step(x, d, eta, 0, a2)),
        ),
        says=DEFINES,
    ),
)


def without_memory(gradient):
    """Return the direction of algorithm 1 for eps = 0 and beta_1 = beta_2 = 0."""
    return gradient / sp.sqrt(gradient**2)


def decoupled(*given):
    """State that AdamW without memory is SignGD with decoupled decay."""
    gradient = slope + alpha1 * xl
    return ForAll(
        given={"where the step of Adam is defined": (sp.Ne(gradient, 0),), HERE: given},
        says=eq(
            xl - eta * without_memory(gradient) - eta * alpha2 * xl,
            xl - eta * sp.sign(slope) - eta * alpha2 * xl,
        ),
    )


ADAM_RATES = {"algorithm 1": (beta1 >= 0, beta1 < 1, beta2 >= 0, beta2 < 1)}


def after(gradients):
    """Return the direction of algorithm 1 for eps = 0 after some gradients."""
    first, second = means(gradients, beta1, beta2)
    return direction(first, second, beta1, beta2, 0, len(gradients))


TXT_ADAM_SIGNGD = Claim(
    id="steepest-mirror/txt-adam-signgd",
    title="Adam without averaging is SignGD",
    source=Source(appendix="appendix A"),
    words="With eps = 0 and beta_1 = beta_2 = 0 Adam becomes SignGD, AdamW becomes SignGD with "
    "decoupled decay, and eps = 0 alone already gives an update like a sign.",
    printed={
        "coupled": ForAll(
            given={
                "algorithm 1": (eq(total_gradient, slope + alpha1 * xl),),
                "where the step of Adam is defined": (sp.Ne(total_gradient, 0),),
            },
            says=eq(
                xl - eta * without_memory(total_gradient),
                xl - eta * sp.sign(slope + alpha1 * xl),
            ),
        ),
        "decoupled": Ambiguous(
            "whether the decoupled update keeps the coupled decay in its gradient, as displayed",
            {
                "one coefficient at a time": decoupled(sp.Eq(alpha1, 0)),
                "both coefficients at once": decoupled(sp.Ne(alpha1 * alpha2, 0), sp.Ne(slope, 0)),
            },
        ),
        "eps = 0 alone: the first step is a sign": ForAll(
            given={**ADAM_RATES, "where the step is defined": (sp.Ne(g1, 0),)},
            says=sp.Eq(after([g1]), sp.sign(g1)),
        ),
        "eps = 0 alone: like a sign, it does not see the scale": ForAll(
            given={
                **ADAM_RATES,
                "where the step is defined": (sp.Ne(means((g1, g2), beta1, beta2)[1], 0),),
                HERE: (scale > 0,),
            },
            says=sp.Eq(after([scale * g1, scale * g2]), after([g1, g2])),
        ),
    },
    uses=("steepest-mirror/alg-1", "steepest-mirror/alg-2"),
    note="One parameter. Algorithm 1 keeps alpha_1 x in the gradient of the decoupled update, "
    "algorithm 2 does not: with both decays on, they differ wherever the decay turns the sign of "
    "the gradient. Where the gradient vanishes eps = 0 gives 0/0. The last part is for two steps.",
)


def names_of_decay(coupled, decoupled):
    """Define SignGD with coefficients of coupled and of decoupled decay, of which one is 0."""
    return ForAll(
        given=(*STEP, sp.Eq(a1 * a2, 0), sp.Eq(new, sign_step(x, d, eta, coupled, decoupled))),
        says=DEFINES,
    )


TXT_DECAY_NAMES = Claim(
    id="steepest-mirror/txt-decay-names",
    title="Which decay alpha_1 and alpha_2 name",
    source=Source(appendix="appendix A, algorithm 2, and appendix I, table 4"),
    words="Algorithms 1 and 2 couple alpha_1 and decouple alpha_2; Table 4 and the text before it "
    "decouple alpha_1 and couple alpha_2.",
    printed={
        "algorithms 1 and 2": names_of_decay(a1, a2),
        "table 4": names_of_decay(a2, a1),
    },
    note="Either place defines its own names, one the other way round than the other: a row of the "
    "table is no run of the algorithm with the same names.",
    symbols={d: "slope f'(x), without the decay"},
)
