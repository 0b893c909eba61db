"""Sections 2 and 3: the descent lemma, steps beyond its bound, and the change of sharpness."""

import sympy as sp

from theory.choices import Ambiguous
from theory.claim import ByHand, Claim, ForAll, Missing, Observed, Source
from theory.language import eq, reals
from theory.papers.instability_flatness.training_symbols import (
    curvature,
    eta,
    loss,
    slope_size,
    smooth,
    theta,
)
from theory.places import HERE

after, before, inner = reals("L_after L_before inner")

TXT_DESCENT_LEMMA = Claim(
    id="instability-flatness/txt-descent-lemma",
    title="Descent lemma",
    source=Source("section 2, after (1)"),
    words="For a loss whose gradient has the Lipschitz constant ell a step of gradient descent "
    "lowers it by eta (1 - eta ell / 2) |grad L|^2 at least, and so for eta between 0 and 2 / ell.",
    printed={
        "bound": Missing("losses of several parameters, as functions, with gradients"),
        "decrease": ForAll(
            loss - eta * (1 - eta * smooth / 2) * slope_size**2 <= loss,
            given={
                HERE: (
                    smooth > 0,
                    eta > 0,
                    eta < 2 / smooth,
                )
            },
        ),
    },
    lemmas={
        "from the quadratic bound at the next point": ForAll(
            after <= before - eta * (1 - eta * smooth / 2) * slope_size**2,
            given=(after <= before - eta * slope_size**2 + smooth / 2 * (eta * slope_size) ** 2,),
        )
    },
    because={"bound": ByHand()},
    note="That a Lipschitz gradient bounds the loss by this quadratic is the integral of the "
    "gradient along the step.",
    symbols={after: "loss after the step", before: "loss before the step"},
)

WELL = curvature * theta**2 / 2
STEP = theta - eta * curvature * theta
BEYOND = (curvature > 0, sp.Ne(theta, 0), eta > 2 / curvature)
AFTER_TWO = (1 - eta * curvature) ** 2 * theta
FALLS_AGAIN = ForAll(
    curvature * AFTER_TWO**2 / 2 < curvature * STEP**2 / 2,
    given={HERE: BEYOND},
)
rises, falls = reals("rises falls")
IN_TRAINING = Observed(
    "figure 1",
    {"network": "MLP, five layers of 32 units", "data": "Fashion-MNIST, four classes"},
    sp.And(rises > 0, falls > 0),
    {
        rises: "in unstable phases, how many epochs with a fall of the loss are followed by a rise",
        falls: "how many with a rise are followed by a fall",
    },
    "Fashion-MNIST and the training code",
)

TXT_VALLEY_JUMPING = Claim(
    id="instability-flatness/txt-valley-jumping",
    title="Valley jumping",
    source=Source("sections 2 and 3.1"),
    words="In a quadratic loss steps with eta above 2 / ell overshoot the minimum and climb the "
    "opposite wall; so ascent and descent alternate across epochs.",
    printed={
        "overshoot": ForAll(
            theta * STEP < 0,
            given={HERE: BEYOND},
        ),
        "climb": ForAll(
            curvature * STEP**2 / 2 > WELL,
            given={HERE: BEYOND},
        ),
        "alternating ascent and descent": Ambiguous(
            "whether section 3.1 says this of the quadratic loss of the descent lemma or of "
            "training, as figure 1 shows it",
            {"the quadratic loss": FALLS_AGAIN, "training": IN_TRAINING},
        ),
    },
    note="Along a direction in which the curvature is ell. The quadratic loss itself rises with "
    "every step.",
)

g1, g2, l1, l2, l11, l12, l22, s = reals("g_1 g_2 l_1 l_2 l_11 l_12 l_22 s")
ALONG = -g1 * l1 - g2 * l2  # minus the product of the gradients of loss and sharpness
BEND = l11 * g1**2 + 2 * l12 * g1 * g2 + l22 * g2**2
SHARPNESS = ALONG * s + BEND * s**2 / 2  # what a step of length s adds

TXT_ALPHA_SHARPNESS = Claim(
    id="instability-flatness/txt-alpha-sharpness",
    title="Whether a step sharpens",
    source=Source("section 3.1", "appendix A"),
    words="Minus the product of the gradients of the loss and of the sharpness is how fast the "
    "sharpness grows along a step; if it is positive the sharpness grows in a short enough step, "
    "if negative it falls.",
    printed=Missing("the top eigenvalue of a Hessian as a function of several parameters"),
    lemmas={
        "two parameters: rate": ForAll(eq(sp.Derivative(SHARPNESS, s), ALONG + BEND * s)),
        "two parameters: it grows in a short step": ForAll(
            SHARPNESS > 0,
            given=(
                ALONG > 0,
                s > 0,
                s * sp.Abs(BEND) < 2 * ALONG,
            ),
        ),
        "two parameters: it falls in a short step": ForAll(
            SHARPNESS < 0,
            given=(
                ALONG < 0,
                s > 0,
                s * sp.Abs(BEND) < -2 * ALONG,
            ),
        ),
    },
    because={"": ByHand()},
    note="A simple eigenvalue is a smooth function of the parameters, here of two and up to the "
    "second order: what a step of length s along minus the gradient adds to it.",
    symbols={
        g1: "first entry of the gradient of the loss",
        g2: "second entry of it",
        l1: "first entry of the gradient of the sharpness",
        l2: "second entry of it",
        l11: "second derivative of the sharpness in the first parameter",
        l12: "mixed second derivative of the sharpness",
        l22: "second derivative of the sharpness in the second parameter",
        s: "length of a step, the learning rate",
    },
)
