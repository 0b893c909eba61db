"""Section 4.1.2: the losses of one output, squared error and cross-entropy of two classes."""

import sympy as sp
from sympy.logic.boolalg import And, Or

from theory.claim import Claim, ForAll, Missing, Source
from theory.language import DEFINES, eq
from theory.papers.instability_flatness.polarity_notation import (
    ddz,
    ddz_next,
    dz,
    dz_next,
    label,
    now,
    output,
    theta_star,
)
from theory.places import HERE

SECTION = Source("section 4.1.2")
SQUARED = (output - label) ** 2 / 2
CROSS_ENTROPY = sp.log(1 + sp.exp(-label * output))
SIGMOID = 1 / (1 + sp.exp(-label * output))
TWO_CLASSES = (Or(eq(label, 1), eq(label, -1)),)

SQUARED_ERROR = Claim(
    id="instability-flatness/txt-mse-derivatives",
    title="Derivatives of the squared error",
    source=SECTION,
    words="z' is the output less the target, z'' is 1.",
    printed={
        "z'": ForAll(eq(sp.Derivative(SQUARED, output), output - label)),
        "z''": ForAll(eq(sp.Derivative(SQUARED, (output, 2)), 1)),
    },
)

BINARY = Claim(
    id="instability-flatness/txt-bce-derivatives",
    title="Derivatives of the cross-entropy of two classes",
    source=SECTION,
    words="z' = -y / (1 + e^(y Theta)) and z'' = sigma(y Theta) (1 - sigma(y Theta)), for labels 1 "
    "and -1.",
    printed={
        "z'": ForAll(
            eq(sp.Derivative(CROSS_ENTROPY, output), -label / (1 + sp.exp(label * output))),
        ),
        "z''": ForAll(
            eq(sp.Derivative(CROSS_ENTROPY, (output, 2)), SIGMOID * (1 - SIGMOID)),
            given={HERE: TWO_CLASSES},
        ),
    },
)

UNIQUE_MINIMUM = Claim(
    id="instability-flatness/asm-unique-minimum",
    title="A convex loss with one minimum",
    source=Source("section 4.1.2", "appendices E.4 and E.5"),
    words="z is convex, twice differentiable and has one minimum: its slope rises, and is 0 there.",
    printed=ForAll(
        DEFINES,
        given={
            HERE: (
                ddz >= 0,
                ddz_next >= 0,
                (dz_next - dz) * (now - output) >= 0,
                dz * (output - theta_star) >= 0,
                dz_next * (now - theta_star) >= 0,
                sp.Ne(output, theta_star),
                sp.Ne(dz, 0),
            )
        },
    ),
    lemmas={
        "the slope of the cross-entropy is never 0": ForAll(
            sp.Ne(-label / (1 + sp.exp(label * output)), 0), given=TWO_CLASSES
        ),
        "that of the squared error is 0 at the target alone": ForAll(
            sp.Ne(output - label, 0), given=(sp.Ne(output, label),)
        ),
    },
    note="Said of the slopes at two outputs. The cross-entropy of two classes, which the section "
    "names as a common choice, has no minimum at all: its slope is never 0.",
)

MULTICLASS = Claim(
    id="instability-flatness/txt-multiclass-variance",
    title="Curvature of the cross-entropy along a direction",
    source=SECTION,
    words="For several classes z'' is the variance of the direction under the class probabilities.",
    printed=Missing("sums over any number of classes beneath a logarithm"),
)

LIMITS = Claim(
    id="instability-flatness/txt-phi2-limits",
    title="phi_2 is proportional to the output in two limits",
    source=Source("", "appendix E.2.2"),
    words="2 (z' / z'' + Theta) is 2 Theta where the slope vanishes, and c Theta with c from 2 to "
    "4 far out.",
    printed={
        "where the slope vanishes": ForAll(
            eq(2 * (dz / ddz + output), 2 * output), given={HERE: (ddz > 0, eq(dz, 0))}
        ),
        "far out": Missing("limits of functions that a statement speaks of"),
    },
    lemmas={
        "squared error, from the minimum outwards": ForAll(
            And(
                2 * (output - theta_star + output) >= 2 * output,
                2 * (output - theta_star + output) <= 4 * output,
            ),
            given=(theta_star >= 0, output >= theta_star),
        ),
        "cross-entropy, y = 1, Theta = -4": ForAll(
            2 * (-(1 + sp.exp(-output)) + output) < 4 * output, given=(eq(output, -4),)
        ),
    },
    note="For the cross-entropy z' / z'' is -y (1 + e^(-y Theta)), so that phi_2 / Theta grows "
    "without bound where the class is wrong; for a convex loss of growth |Theta|^(3/2) it tends "
    "to 6.",
)
