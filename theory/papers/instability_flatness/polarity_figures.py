"""Section 4 and appendix E: figures, the table of three parameters, and the outline E.3."""

import sympy as sp

from theory.choices import Ambiguous
from theory.claim import Claim, ForAll, Missing, Source
from theory.language import eq, rounds_to
from theory.papers.instability_flatness.polarity_notation import output
from theory.places import HERE

RUNS = Missing("the recorded training runs of the networks")
PRODUCT = sp.Rational(1, 10) * sp.Rational(49, 10) * 5
SLOPES = "144.12"  # z' Theta as the table prints it, up to the decimals that are hard to read


def slope_times(value):
    """Return that z' Theta comes out as printed."""
    return ForAll(rounds_to(value, SLOPES, {}), given={HERE: (eq(output, PRODUCT),)})


FIG_3 = Claim(
    id="instability-flatness/fig-3",
    title="Figure 3: trajectories of two parameters",
    source=Source("section 4.1.2, figure 3"),
    words="From (-0.1, 10) three learning rates converge to the sharper axis, a fourth diverges.",
    printed=Missing("the fourth learning rate, which cannot be read"),
)
FIG_E_13 = Claim(
    id="instability-flatness/fig-E.13",
    title="Figure E.13: three parameters with a quadratic loss",
    source=Source("", "appendix E.4, figure E.13"),
    words="With parameters 0.1, 4.9 and 5 and a quadratic loss z' Theta is 144.12, for which the "
    "table prints eigenvalues and eigenvectors.",
    printed=Ambiguous(
        "which quadratic loss it is",
        {
            "Theta^2 / 2": slope_times(output**2),
            "one with any factor and minimum": Missing("a factor and a minimum that nobody names"),
        },
    ),
    lemmas={"z = Theta^4": slope_times(4 * output**4)},
    note="The numbers of the table are those of z = Theta^4, up to rounding in single precision: "
    "z' Theta = 144.120025, eigenvalues -21.545, -5.880, 43298.735.",
)
FIG_E_14 = Claim(
    id="instability-flatness/fig-E.14",
    title="Figure E.14: rotation at even periods",
    source=Source("", "appendix E.5, figure E.14"),
    words="Smooth rotations are seen at periods of 2, 4 and 6 steps, not at 3 and 5.",
    printed=RUNS,
)
FIG_E_15 = Claim(
    id="instability-flatness/fig-E.15",
    title="Figure E.15: similarity of eigenvectors against the learning rate",
    source=Source("", "appendix E.8, figure E.15"),
    words="The similarity is largest in the middle; around the current rate it falls about "
    "linearly.",
    printed=RUNS,
)
ASYMPTOTE = Claim(
    id="instability-flatness/txt-toy-asymptote-location",
    title="Where the asymptote of the example lies",
    source=Source("section 4.1.2"),
    words="For z = Theta^2 / 2 it is at one over a quantity whose symbol is damaged.",
    printed=Missing("the symbol in the denominator, which cannot be read"),
    note="It is at 1 / theta_2^2, about one over the largest eigenvalue and about 1 / |zeta| in "
    "the example, but neither exactly.",
)
DIRECTION = Claim(
    id="instability-flatness/txt-E3-direction",
    title="The outline says which way the eigenvector turns",
    source=Source("", "appendix E.3, items 1 and 3"),
    words="Sharper parameters get more weight above the threshold and less below it.",
    printed=Missing("a precise statement of curvature weight for several parameters"),
    uses=(
        "instability-flatness/txt-stable-regime",
        "instability-flatness/txt-unstable-regime",
    ),
    note="Section 4.1.2 says the opposite: below the threshold the eigenvector turns to the "
    "sharper parameter, above it away.",
)
REDERIVED = Claim(
    id="instability-flatness/txt-E3-rederived",
    title="Opposite rotation and monotonicity in all settings",
    source=Source("", "appendix E.3"),
    words="Both are derived again for any depth, with ReLU, for sums and for shared parameters.",
    printed=Missing("a statement about learning rates in these settings, which no appendix has"),
)
