"""Sections 2 and 7 and appendix H: the temperature of SGD, and what learning rates correspond.

A step of SGD is theta - eta (grad L + noise). In the limit with dt = eta the diffusion 2 T dt is
the variance of the noise of a step, eta^2 times that of the gradient. That T is proportional to
something is said of two settings.
"""

import sympy as sp

from theory.choices import Ambiguous, Damaged
from theory.claim import Claim, ForAll, Missing, Source
from theory.language import eq, reals, rounds_to
from theory.papers.instability_flatness.training_symbols import (
    alpha_n,
    batch,
    curvature,
    eta,
    loss,
    others,
    samples,
    sigma_g,
    temperature,
    theta,
    weight,
)
from theory.places import HERE

ONE = (eta, batch, sigma_g, samples, alpha_n)
SETTINGS = {
    "section 2: learning rates, 0 < eta": (eta > 0, others[0] > 0),
    "section 2, (3): B is a batch size, N that of the data set": (
        *(batch > 0, others[1] > 0),
        *(samples > 0, others[3] > 0),
    ),
}


T_here, dt_here, noise_here = reals("T_here dt_here V_here")
T_there, dt_there, noise_there = reals("T_there dt_there V_there")


def diffusion(dt, noise):
    """Return T of a step with this rate, of a gradient with noise of this variance."""
    return dt**2 * noise / (2 * dt)


def proportional(rate, noise, scale, *given):
    """Return that T, for a rate and a variance of the gradient, is proportional to a scale.

    In two settings the temperatures are to each other as the scales.
    """
    change = dict(zip(ONE, others, strict=True))
    rate_there, variance_there, scale_there = (
        one.subs(change, simultaneous=True) for one in (rate, noise, scale)
    )
    return ForAll(
        eq(T_here * scale_there, T_there * scale),
        given={**SETTINGS, HERE: given},
        where={
            dt_here: rate,
            dt_there: rate_there,
            noise_here: noise,
            noise_there: variance_there,
            T_here: diffusion(dt_here, noise_here),
            T_there: diffusion(dt_there, noise_there),
        },
    )


SAME_N = eq(samples, others[3])
SAME_B = eq(batch, others[1])
OF_MEAN = (eta, sigma_g**2 / batch)
OF_SUM = (eta / samples, samples**2 * sigma_g**2 / batch)
SCALE = eta * samples / batch * sigma_g**2

EQ_3 = Claim(
    id="instability-flatness/eq-3",
    title="Effective temperature of SGD",
    source=Source("section 2, (3); section 7.1, (7)"),
    words="The effective temperature is proportional to eta N / B times the variance of the "
    "gradient noise.",
    printed=Ambiguous(
        "whether N may vary, and whether the loss is the mean over samples, as in (2) and appendix "
        "G, or their sum, as where N / B comes from",
        {
            "mean loss, any N": proportional(*OF_MEAN, SCALE),
            "mean loss, N fixed": proportional(*OF_MEAN, SCALE, SAME_N),
            "sum, with the rate eta of the mean": proportional(*OF_SUM, SCALE),
        },
    ),
    note="For a mean loss T is eta sigma^2 / (2 B), sigma^2 being that of a sample: N does not "
    "matter. Of a sum with the rate eta / N it is eta N sigma^2 / (2 B).",
)

NOISE = (
    "whether the covariance of xi_t is that of single samples, as its formula says, or that of a "
    "mini-batch, as section 7.2 describes the runs"
)

EQ_8 = Claim(
    id="instability-flatness/eq-8",
    title="SGD with a factor of the noise",
    source=Source("section 7.1, (8); section 7.2"),
    words="The gradient gets alpha times noise whose covariance is that of the gradients of the "
    "samples; alpha = 0 is gradient descent and alpha = 1 SGD with batches of B.",
    printed={
        "alpha = 0": ForAll(eq(alpha_n**2 * sigma_g**2, 0), given={HERE: (eq(alpha_n, 0),)}),
        "alpha = 1": Ambiguous(
            NOISE,
            {
                name: ForAll(
                    eq(alpha_n**2 * variance, sigma_g**2 / batch),
                    given={
                        HERE: (
                            batch >= 1,
                            eq(alpha_n, 1),
                        )
                    },
                )
                for name, variance in {
                    "single samples": sigma_g**2,
                    "a mini-batch": sigma_g**2 / batch,
                }.items()
            },
        ),
    },
    note="With the covariance of single samples, batches of B are alpha = 1 / sqrt(B).",
)

OF_ALPHA, WITH_ALPHA = (eta, alpha_n**2 * sigma_g**2), SCALE * alpha_n**2
OF_BATCH = (eta, alpha_n**2 * sigma_g**2 / batch)
EQ_9 = Claim(
    id="instability-flatness/eq-9",
    title="Effective temperature with a factor of the noise",
    source=Source("section 7.1, (9)"),
    words="The effective temperature is proportional to eta N / B times alpha^2 and the variance "
    "of the gradient noise.",
    printed=Ambiguous(
        "whether N / B is fixed, as the sentence after (9) says, or part of what (9) says, and "
        "whether the noise is that of single samples, as in (8), or of a mini-batch, as in 7.2",
        {
            "N / B fixed": proportional(*OF_ALPHA, WITH_ALPHA, SAME_N, SAME_B),
            "any N / B": proportional(*OF_ALPHA, WITH_ALPHA),
            "a mini-batch, N fixed": proportional(*OF_BATCH, WITH_ALPHA, SAME_N),
            "a mini-batch, any N": proportional(*OF_BATCH, WITH_ALPHA),
        },
    ),
    uses=("instability-flatness/eq-8",),
    note="With the noise of (8), whose covariance is that of single samples, T is eta alpha^2 "
    "sigma^2 / 2; with that of a mini-batch it is divided by B.",
)

# -- the stationary law ----------------------------------------------------------------------------

WELL = loss + curvature * theta**2 / 2
DENSITY = weight * sp.exp(-WELL / temperature)
NO_FLOW = ForAll(
    eq(-sp.Derivative(WELL, theta) * DENSITY - temperature * sp.Derivative(DENSITY, theta), 0),
    given={HERE: (temperature > 0,)},
)
SEVERAL = Missing("a Hessian that varies with theta, or several minima and the mass of each")

TXT_STATIONARY_LAW = Claim(
    id="instability-flatness/txt-stationary-law",
    title="Stationary law near a minimum",
    source=Source("section 2, after (3)"),
    words="In a quadratic neighbourhood the stationary law is proportional to exp(-L / T), times "
    "the determinant of the Hessian to a power 1/2 or -1/2.",
    printed={
        "exponential of the loss": Ambiguous(
            "whether T, which (3) has at theta, is constant in the neighbourhood",
            {"T constant": NO_FLOW, "T varies": Missing("T_eff as a function of theta")},
        ),
        "determinant of the Hessian": Damaged(
            "the sign of the exponent 1/2", {"-": SEVERAL, "+": SEVERAL}
        ),
    },
    note="With T constant no probability flows along an eigenvector of the Hessian, whose "
    "determinant is constant there, so that any power of it passes. Normalised, the density of "
    "one minimum has the root of the determinant as a factor; its inverse is that of the mass of "
    "a minimum.",
)

# -- learning rates --------------------------------------------------------------------------------

rate, factor, images = reals("rate factor images")
EXACT = {rate: ("0.002", "0.002"), images: (32, 32)}


RATES = {rate: sp.Rational("0.002"), images: sp.Rational("0.31"), factor: sp.Rational("0.021")}


def scaled(size):
    """Return that a rate of 0.002 for batches of 32 corresponds to 0.31 for so many samples."""
    return rounds_to(rate * size / images, "0.31", EXACT)


TXT_H_SCALING = Claim(
    id="instability-flatness/txt-H-scaling",
    title="Rates of SGD and of gradient descent",
    source=Source(appendix="appendix H"),
    words="By the linear rule the rate 0.002 for batches of 32 corresponds to 0.31 for the full "
    "batch of 5,000 to 50,000 samples; as effective step sizes both are larger than 0.021.",
    printed={
        "0.31": Ambiguous(
            "whether 0.31 is said of all sizes, over which the rule is said to flatten, or of the "
            "smallest one",
            {
                "5,000 samples": ForAll(scaled(5000)),
                "50,000 samples, too": ForAll(sp.And(scaled(5000), scaled(50000))),
            },
        ),
        "both are larger": ForAll(sp.And(rate * 5000 / 32 > factor, images > factor), where=RATES),
    },
    note="For 50,000 samples the linear rule gives 3.1. Both are thus larger: as effective step "
    "sizes, by the rule. As a number, which the appendix calls smaller, 0.002 is below 0.021.",
    symbols={
        rate: "rate of SGD",
        images: "batch size; rate of gradient descent",
        factor: "low rate",
    },
)

TXT_ALPHA_MATCH = Claim(
    id="instability-flatness/txt-alpha-match",
    title="Rates at equal temperature",
    source=Source("section 7.2"),
    words="At equal eta alpha^2, (0.002, 1) corresponds to eta = 0.013 for alpha = 0.39.",
    printed=ForAll(
        rounds_to(
            rate / factor**2, "0.013", {rate: ("0.0015", "0.0025"), factor: ("0.385", "0.395")}
        )
    ),
    uses=("instability-flatness/eq-9",),
    symbols={rate: "eta at alpha = 1", factor: "the other alpha"},
)

TXT_BATCH_FRACTION = Claim(
    id="instability-flatness/txt-batch-fraction",
    title="Batches are less than 1% of the samples",
    source=Source("section 7.3"),
    words="A batch of 32 is less than 1% of the 5,000 samples.",
    printed=ForAll(images / rate < sp.Rational(1, 100), where={images: sp.S(32), rate: sp.S(5000)}),
    symbols={images: "batch size", rate: "number of samples"},
)
