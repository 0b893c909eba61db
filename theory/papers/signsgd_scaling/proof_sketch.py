"""Sections 3 and B.2.1: the sketch of the three regimes, and for which k they are meant.

lambda_j = j^(-beta), theta_0 = j^((beta-alpha)/2), T = eta sqrt(B) k, s = (alpha - 1) / beta. The
coordinates up to q = (eta sqrt(B))^(2/beta) are unstable.
"""

import sympy as sp

from theory.argument_language import States
from theory.claim import ByHand, Claim, ForAll, Instead, SameOrder, Source
from theory.hints import Within
from theory.language import reals
from theory.orders import Order
from theory.papers.signsgd_scaling import lattice_argument, scaling_denial, unstable_denial
from theory.papers.signsgd_scaling import notation as paper
from theory.papers.signsgd_scaling.main_theorems import (
    SCALING,
    SCALING_FAILS,
    SECOND,
    THIRD,
    UNSTABLE,
)
from theory.papers.signsgd_scaling.notation import SOME_CONSTANT, up_to_constants
from theory.places import HERE

B, k, T, d, N, alpha, beta, time, start, q = reals("B k T d N alpha beta t theta_0 q")
s = (alpha - 1) / beta
HALF = sp.Rational(1, 2)

# -- burn-in ---------------------------------------------------------------------------------------

EQUAL = {alpha: (4,), beta: (3,)}
two_coordinates = (1 - 1 / N) ** 2 + 2**-beta * (2 ** ((beta - alpha) / 2) - 1 / N) ** 2
BOUNDED = (start > 0, start <= 1, time >= 0, time <= HALF)

_DETERMINISTIC = sp.Sum(
    paper.eigenvalues[paper.j] * (sp.Abs(paper.target[paper.j]) - paper.eta * paper.k) ** 2,
    (paper.j, 1, paper.d),
)
_LAW = (1 - paper.eta * paper.k) ** 2
_LOSS, _SUM = (
    [
        States(Order(*sides, "same", paper.OVER), {**paper.PLACES, HERE: short})
        for short in paper.sizes(small=(paper.eta * paper.k,))
    ]
    for sides in ((paper.expected_loss(paper.d), _DETERMINISTIC), (_DETERMINISTIC, _LAW))
)

TXT_BURN_IN = Claim(
    id="signsgd-scaling/txt-intuition-burnin-sum",
    title="Sketch of the burn-in",
    source=Source(appendix="appendix B.2.1"),
    words="The loss is of the order of the sum over coordinates of lambda_j (theta_0 - eta k)^2, "
    "which is of the order (1 - eta k)^2.",
    printed={"loss": up_to_constants(*_LOSS), "sum": up_to_constants(*_SUM)},
    lemmas={
        "each coordinate, eta k at most 1/2": ForAll(
            given=BOUNDED, says=(start - time) ** 2 <= (1 - time) ** 2
        ),
        "two coordinates, eta k up to 1": SameOrder(
            two_coordinates,
            (1 - 1 / N) ** 2,
            (N >= 1,),
            (N,),
            EQUAL,
            given=(alpha > beta, beta > 2),
        ),
        "two coordinates, eta k up to 1, instead": ForAll(
            given=BOUNDED, says=(start - time) ** 2 <= (1 - time) ** 2
        ),
    },
    because={
        name: ByHand(("each coordinate, eta k at most 1/2",), reading=(SOME_CONSTANT,))
        for name in ("loss", "sum")
    },
    note="In the auxiliary statements alpha >= beta, so that |theta_0| <= 1, time and 1 / N are "
    "eta k, and the eigenvalues have a finite sum. At eta k = 1 the right side is zero and the sum "
    "is not unless all targets are 1.",
)

# -- the unstable regime ---------------------------------------------------------------------------

HARDER = {alpha: (4,), beta: (3,)}
TWICE = "eta sqrt(B) = eta k = 1; the terms from j = q to 2 q, q being T^(2/beta)"


def dropped(power):
    """Return that so many terms, of this power of 1 / q up to constants, are within the law."""
    law = q ** (-beta * s) + q**-beta
    left = q * q**-power
    return SameOrder(left, law, (q >= 1,), (q,), HARDER, "at most", (alpha >= beta, beta > 2))


TXT_UNSTABLE = Claim(
    id="signsgd-scaling/txt-intuition-unstable-sum",
    title="Sketch of the unstable regime",
    source=Source(appendix="appendix B.2.1"),
    words="Over the stable coordinates lambda_j (exp(-2 eta sqrt(lambda_j B) k) + eta / sqrt(B)) "
    "sums to the order of T^(-2s) + eta / sqrt(B), next to eta^2 from the unstable ones.",
    printed={TWICE: dropped(beta)},
    instead={
        TWICE: Instead(
            dropped(alpha),
            Source(appendix="appendix B.2.1, the display for the scaling regime"),
        ),
    },
    breaks_at="It is itself a line of a sketch: the display for the scaling regime has the square "
    "that this one leaves out.",
    note="The square of theta_0 is missing in the signal; the display for the scaling regime has "
    "it. Without it lambda_j is j^(-beta) in place of lambda_j theta_0^2 = j^(-alpha), and the "
    "signal is of the order T^(2/beta - 2), larger than T^(-2s) for alpha > beta; here eta = "
    "q^(-beta/2), B = 1 / eta^2, T = q^(beta/2). Noise over sqrt(B) in place of sqrt(lambda_j B) "
    "is smaller, both at most of order eta^2.",
    symbols={q: "the size of the first coordinate that is not yet learned, T^(2/beta)"},
)

# -- for every k -----------------------------------------------------------------------------------

V, W, Y = reals("V W Y")
EASY = {alpha: (4,), beta: (4,)}
SETTING = (alpha >= beta, beta > 2)
time_at_2 = sp.sqrt(B) * k / N
late_at_2 = 2 ** (-beta / 2 * (2 * s - 1)) / time_at_2 * sp.exp(-time_at_2 * 2 ** (-beta / 2))
FIXED = (B >= 1, N**2 >= B, k >= N, sp.sqrt(B) * k >= 2 ** (beta / 2) * N)
EVERY = "every k at a fixed d"


def laws_agree():
    """Return that the correction in theorem F.6 does not matter."""
    left, right = 1 / V + (1 - 1 / Y) / W, 1 / V + 1 / W
    return SameOrder(left, right, (V >= 1, W >= 1, Y >= 2), (V, W, Y))


def all_unstable(regime):
    """Return the law of the unstable regime against eta^2 = 1 / N^2, for a constant eta sqrt(B)."""
    return SameOrder(N**-2, k ** (-2 * s) + N**-2, regime, (N, k), EASY, given=SETTING)


TXT_FIXED_D = Claim(
    id="signsgd-scaling/txt-fixed-d-any-k",
    title="The laws for every number of steps",
    source=Source("section 3, theorem 3.1", "appendix B.2, theorem B.4"),
    words="For alpha >= beta > 2 and a large d the laws of the scaling and the unstable regime "
    "hold for every k.",
    printed={SCALING: up_to_constants(*SECOND), UNSTABLE: up_to_constants(*THIRD)},
    lemmas={
        **scaling_denial.LEMMAS,
        **unstable_denial.LEMMAS,
        **lattice_argument.LEMMAS,
        "scaling regime, d = 2, every k at a fixed d": SameOrder(
            late_at_2 + 1 / (N * sp.sqrt(B)),
            time_at_2 ** (-2 * s) + 1 / (N * sp.sqrt(B)),
            FIXED,
            (B, N, k),
            EASY,
            given=SETTING,
        ),
        "scaling regime, d = 2, every k at a fixed d, instead": laws_agree(),
        "unstable regime, all coordinates unstable": all_unstable((N >= 1, k >= N)),
        "unstable regime, all coordinates unstable, instead": all_unstable((N >= 1, k**s >= N)),
    },
    because={
        "scaling regime, d = 2, every k at a fixed d, instead": Within(HALF, 1),
        "unstable regime, all coordinates unstable, instead": Within(HALF, 1),
    },
    against={SCALING: SCALING_FAILS, UNSTABLE: unstable_denial.loss_fails(THIRD)},
    instead={UNSTABLE: lattice_argument.INSTEAD},
    uses=("signsgd-scaling/thm-F.6", "signsgd-scaling/thm-F.10"),
    note="The clauses are those of theorem 3.1. Where d is above a constant only and k goes on, "
    "the signal ends exponentially by (24), far below T^(-2s): the lemma on d = 2, of the laws. "
    "At alpha = beta, eta = 1 and odd k a coordinate is at its target unless a step from there "
    "goes wrong, which is rare for a large B. For B = 1000, d = 30, beta = 3 the losses at k = 1 "
    "to 4 are .0037, .60, .0041, .60.",
    symbols={
        N: "1 / eta",
        V: "inverse of the signal, T^(2s)",
        W: "inverse of the noise, sqrt(B) / eta",
        Y: "the power T^(1 - 2/beta)",
        **lattice_argument.SYMBOLS,
    },
)
