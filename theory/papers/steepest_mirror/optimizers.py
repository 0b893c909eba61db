"""Appendix A: Adam and SignGD, each with coupled and decoupled weight decay.

One parameter x with gradient d = f'(x). Both algorithms form g = d + alpha_1 x. Adam keeps
m <- beta_1 m + (1 - beta_1) g and v <- beta_2 v + (1 - beta_2) g^2, divides them by 1 - beta^t and
steps along m / (sqrt(v) + eps); SignGD steps along a sign.
"""

import sympy as sp

from theory.claim import ByHand, Claim, ForAll, Missing, Source
from theory.language import DEFINES, integers, reals

x, d, c, eta, eps = reals("x d c eta eps")  # c: a factor that rescales every gradient
a1, a2, b1, b2 = reals("alpha_1 alpha_2 beta_1 beta_2")
g, m, v, new, beside = reals("g m v x_new x_beside")
g1, g2, m0, v0 = reals("g_1 g_2 m_0 v_0")
mc, vc = reals("m_c v_c")  # the means of rescaled gradients
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


def bare_adam(gradient, eps=0):
    """Return the direction of Algorithm 1 for beta_1 = beta_2 = 0."""
    zero = sp.Integer(0)
    m, v = means([gradient], zero, zero)
    return direction(m, v, zero, zero, eps, 1)


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

DECOUPLED = sp.Eq(x - eta * bare_adam(d + a1 * x) - eta * a2 * x, sign_step(x, d, eta, 0, a2))
MEANS = dict(zip((m, v), means([g1], b1, b2), strict=True))
FIRST_STEP = ForAll(
    given=(*RATES, sp.Ne(g1, 0)),
    where=MEANS,
    says=sp.Eq(direction(m, v, b1, b2, 0, 1), sp.sign(g1)),
)
TWO_MEANS = dict(
    zip(
        (m, v, mc, vc),
        (*means([g1, g2], b1, b2), *means([c * g1, c * g2], b1, b2)),
        strict=True,
    )
)
SCALE_FREE = ForAll(
    given=(*RATES, c > 0, sp.Ne(g2, 0)),
    where=TWO_MEANS,
    says=sp.Eq(direction(mc, vc, b1, b2, 0, 2), direction(m, v, b1, b2, 0, 2)),
)

TXT_ADAM_SIGNGD = Claim(
    id="steepest-mirror/txt-adam-signgd",
    title="Adam without averaging is SignGD",
    source=Source(appendix="appendix A"),
    words="With eps = 0 and beta_1 = beta_2 = 0 Adam becomes SignGD, AdamW becomes SignGD with "
    "decoupled decay, and eps = 0 alone already gives an update like a sign.",
    printed=Missing("not yet from the page"),
    lemmas={
        "coupled, main text": ForAll(
            given=(sp.Ne(g, 0),),
            where={d: g - a1 * x},
            says=sp.Eq(x - eta * bare_adam(d + a1 * x), sign_step(x, d, eta, a1, 0)),
        ),
        "coupled, where the gradient vanishes, main text": ForAll(
            given=(eps > 0,),
            where={d: -a1 * x},
            says=sp.Eq(x - eta * bare_adam(d + a1 * x, eps), sign_step(x, d, eta, a1, 0)),
        ),
        "decoupled, main text": ForAll(given=(sp.Eq(a1, 0), sp.Ne(d, 0)), says=DECOUPLED),
        "eps = 0 alone: the first step is a sign, main text": FIRST_STEP,
        "eps = 0 alone: only ratios of gradients matter, main text": SCALE_FREE,
        "decoupled, both coefficients at once, as algorithm 1 is displayed": ForAll(
            given=(*STEP, sp.Ne(d + a1 * x, 0)), says=DECOUPLED
        ),
        "decoupled, both coefficients at once, as algorithm 1 is displayed, instead": ForAll(
            given=(*STEP, d * (d + a1 * x) > 0), says=DECOUPLED
        ),
    },
    because={
        "": ByHand(
            (
                "coupled, main text",
                "coupled, where the gradient vanishes, main text",
                "decoupled, main text",
                "eps = 0 alone: the first step is a sign, main text",
                "eps = 0 alone: only ratios of gradients matter, main text",
            )
        )
    },
    uses=("steepest-mirror/alg-1", "steepest-mirror/alg-2"),
    note="The first reading uses one coefficient at a time, as Table 4 does. Algorithm 1 keeps "
    "alpha_1 x in the gradient of the decoupled update, algorithm 2 does not: with both decays "
    "on, they differ wherever the decay turns the sign of the gradient. Where the gradient "
    "vanishes, eps = 0 gives 0/0; every eps > 0 gives the step 0 that a sign gives.",
    legend={
        d: "slope f'(x), without the decay",
        c: "factor that rescales every gradient",
        mc: "mean m of the rescaled gradients",
        vc: "mean v of the squares of the rescaled gradients",
    },
)

TXT_DECAY_NAMES = Claim(
    id="steepest-mirror/txt-decay-names",
    title="alpha_1 names one kind of decay throughout",
    source=Source(appendix="appendix A, algorithm 2, and appendix I, table 4"),
    words="Algorithm 2 couples alpha_1 and decouples alpha_2; Table 4 and the text before it "
    "decouple alpha_1 and couple alpha_2. A row of the table would have to mean the same step "
    "under both.",
    printed=ForAll(
        given=(*STEP, sp.Eq(a1 * a2, 0)),
        says=sp.Eq(sign_step(x, d, eta, a1, a2), sign_step(x, d, eta, a2, a1)),
    ),
    note="As in the table, at least one coefficient is 0. The caption of table 4 names its own "
    "columns; no place of the paper says which of the two conventions holds throughout.",
    legend={d: "slope f'(x), without the decay"},
)
