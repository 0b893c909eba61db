"""Section 4.1.2: the stable and the unstable regime of learning rates, and where they meet.

The threshold between them is eta_eos (1 - xi). The formula for gamma_beta is above 1 again for
learning rates beyond zeta / (2 z'), which is more than 1 / z'; the section compares eta_eos with
1 / z' and may mean learning rates up to there.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.choices import Ambiguous, Damaged
from theory.claim import Claim, ForAll, Instead, Source
from theory.language import eq
from theory.papers.instability_flatness.gradient_step import (
    BETA,
    BETA_NEXT,
    DEFINED,
    DENOMINATOR,
    ETA_EOS,
    GAMMA,
    ORDER,
    QUADRATIC,
    SQUARE,
    XI,
)
from theory.papers.instability_flatness.polarity_notation import (
    ddz,
    dz,
    eta,
    larger,
    smaller,
    t1,
    t2,
)
from theory.places import HERE

SECTION = Source("section 4.1.2")
THRESHOLD = 2 * t1 * t2 / (dz * (t1**2 + t2**2))
MOVES = (sp.Ne(dz, 0), sp.Ne(t2, 0))
WHICH_GAMMA = "whether gamma_beta is the formula for it or the change of beta itself"
HOW_LARGE = "whether learning rates beyond 1 / z' are meant, where the formula turns round again"


def meets(limit):
    """Return that the threshold is eta_eos (1 - xi), with this xi."""
    return eq(THRESHOLD, ETA_EOS * (1 - limit))


XI_OF_THRESHOLD = Claim(
    id="instability-flatness/txt-xi",
    title="The threshold in terms of eta_eos and xi",
    source=SECTION,
    words="The threshold between the regimes is eta_eos (1 - xi).",
    printed=ForAll(
        Damaged(
            "numerator and denominator of xi",
            {
                "t1^2 / (t1^2 + t2^2)": meets(XI),
                "t2^2 / (t1^2 + t2^2)": meets(t2**2 / (t1**2 + t2**2)),
                "t1^2 / t2^2": meets(t1**2 / t2**2),
            },
        ),
        given={**ORDER, HERE: MOVES},
    ),
)


def equivalent(condition):
    """Return that a condition on the parameters says that eta_eos is below 1 / z'."""
    below = 1 / dz > ETA_EOS
    return And(Implies(below, condition, evaluate=False), Implies(condition, below, evaluate=False))


SIMPLER = Damaged(
    "factor and exponents of the condition on the parameters",
    {
        "t2^2 > 2 t1^2": equivalent(t2**2 > 2 * t1**2),
        "|t2| > 2 |t1|": equivalent(sp.Abs(t2) > 2 * sp.Abs(t1)),
    },
)

# -- the two regimes -------------------------------------------------------------------------------

BELOW, ABOVE = eta < ETA_EOS * (1 - XI), eta > ETA_EOS * (1 - XI)
SHORT_OF_TURN = "those up to 1 / |z'|"
UP_TO = {"all": (), SHORT_OF_TURN: (eta * sp.Abs(dz) <= 1,)}
FORMULA = (eta > 0, sp.Ne(dz, 0), sp.Ne(t1 * t2, 0), sp.Ne(DENOMINATOR, 0), t2**2 > t1**2)


def regime(says):
    """Return a statement on a step, for both meanings of gamma_beta and both ranges of eta.

    Args:
        says: returns the conclusion, from what says that gamma_beta is above and below 1.
    """
    formula = says(GAMMA > 1, GAMMA < 1)
    change = says(BETA_NEXT > BETA, BETA_NEXT < BETA)
    return Ambiguous(
        WHICH_GAMMA,
        {
            "the formula": Ambiguous(
                HOW_LARGE,
                {
                    name: ForAll(formula, given={**ORDER, HERE: (*FORMULA, *some)})
                    for name, some in UP_TO.items()
                },
            ),
            "the change itself": Ambiguous(
                HOW_LARGE,
                {
                    name: ForAll(
                        change,
                        given={**ORDER, HERE: (*DEFINED, *QUADRATIC, sp.Ne(dz, 0), *some)},
                    )
                    for name, some in UP_TO.items()
                },
            ),
        },
    )


STABLE = Claim(
    id="instability-flatness/txt-stable-regime",
    title="Stable regime",
    source=SECTION,
    words="beta rises, so that the top eigenvector turns to the sharper parameter, for the "
    "learning rates below eta_eos (1 - xi).",
    printed=regime(
        lambda above, below: And(
            Implies(above, BELOW, evaluate=False), Implies(BELOW, above, evaluate=False)
        )
    ),
    uses=("instability-flatness/txt-gamma-beta", "instability-flatness/txt-xi"),
    note="The formula is above 1 again for large learning rates. beta itself can fall below the "
    "threshold and rise above it, unless the minimum is at 0.",
)
UNSTABLE = Claim(
    id="instability-flatness/txt-unstable-regime",
    title="Unstable regime",
    source=SECTION,
    words="beta falls, so that the top eigenvector turns away from the sharper parameter, for "
    "learning rates above eta_eos (1 - xi).",
    printed=regime(lambda above, below: Implies(ABOVE, below, evaluate=False)),
    uses=("instability-flatness/txt-gamma-beta", "instability-flatness/txt-xi"),
)

EXISTS = Claim(
    id="instability-flatness/txt-instability-exists",
    title="When there is an unstable regime",
    source=SECTION,
    words="An unstable regime needs eta_eos < 1 / z', which is a condition on the quotient of the "
    "parameters.",
    printed={
        "condition": Ambiguous(
            "whether eta_eos < 1 / z' is needed for an unstable regime or is enough for one",
            {
                "needed": ForAll(1 / dz > ETA_EOS, given={**ORDER, HERE: (*FORMULA, GAMMA < 1)}),
                "enough": ForAll(
                    GAMMA < 1,
                    given={
                        **ORDER,
                        HERE: (*FORMULA, 1 / dz > ETA_EOS, ABOVE, eta <= 1 / dz),
                    },
                ),
            },
        ),
        "quotient": Ambiguous(
            "whether eta_eos and 1 / z', as learning rates, are positive",
            {
                "they are": ForAll(SIMPLER, given={**ORDER, HERE: (dz > 0, t1 * t2 > 0)}),
                "the page does not say so": ForAll(SIMPLER, given={**ORDER, HERE: MOVES}),
            },
        ),
    },
    uses=("instability-flatness/txt-unstable-regime",),
    note="The extraction looks more like t2^2 > 2 t1^2, which would be wrong. z' and the output "
    "are negative at the start of the paper's own example, (-0.1, 10), where 1 / z' is, too, and "
    "eta_eos is not.",
)

# -- what the rotation of the eigenvector does -----------------------------------------------------


def at_rate(term, rate):
    """Return a term at another learning rate."""
    return term.xreplace({eta: rate})


RATES = (smaller > 0, larger > smaller)
TWO_RATES = (
    sp.Ne(dz * t1 * t2, 0),
    t2**2 > t1**2,
    *(sp.Ne(at_rate(DENOMINATOR, rate), 0) for rate in (smaller, larger)),
    *RATES,
)
CHANGES = {rate: sp.Abs(at_rate(GAMMA, rate) - 1) for rate in (smaller, larger)}


def rotates_more_above(range_of_rate):
    """Return that of two rates above the threshold, the larger in a range, it rotates more."""
    ranges = (at_rate(condition, larger) for condition in range_of_rate)
    return ForAll(
        CHANGES[larger] > CHANGES[smaller],
        given={**ORDER, HERE: (*TWO_RATES, smaller > ETA_EOS * (1 - XI), *ranges)},
    )


MONOTONE = Claim(
    id="instability-flatness/txt-rpe-monotonicity",
    title="More extreme learning rates rotate more",
    source=Source("section 4.1.2, monotonicity"),
    words="Above the threshold a larger learning rate, and below it a smaller one, means more "
    "rotation.",
    quote="In regimes above and below the stability threshold, more extreme (larger when above or "
    "smaller when below) learning rates lead to increased levels of rotation.",
    printed={
        "above": Ambiguous(
            HOW_LARGE, {name: rotates_more_above(some) for name, some in UP_TO.items()}
        ),
        "below": ForAll(
            CHANGES[smaller] > CHANGES[larger],
            given={**ORDER, HERE: (*TWO_RATES, larger < ETA_EOS * (1 - XI))},
        ),
    },
    instead={
        "above": Instead(
            rotates_more_above(UP_TO[SHORT_OF_TURN]),
            words="for learning rates up to 1 / |z'|",
        ),
        "below": Instead(
            ForAll(
                CHANGES[smaller] > CHANGES[larger],
                given={
                    **ORDER,
                    HERE: (*TWO_RATES, larger < ETA_EOS * (1 - XI), smaller > t1 / (t2 * dz)),
                },
            ),
            words="between t1 / (t2 z'), where the formula has its pole, and the threshold",
        ),
    },
    uses=("instability-flatness/txt-gamma-beta",),
    breaks_at="No proof is given. It is read off the formula for the rotation, whose pole lies "
    "below the threshold.",
    note="Rotation is measured by the relative change of beta, by the formula, which is exact for "
    "z = Theta^2 / 2. A learning rate near 0 rotates nothing; below the threshold the rotation "
    "grows up to t1 / (t2 z'), the pole of the formula, and then falls.",
)

SIDES = {"eta_eos (1 - xi)": ETA_EOS * (1 - XI), "eta_eos": ETA_EOS}
TOY_STEP = {**ORDER, HERE: (*DEFINED, *SQUARE, eq(ddz, 1))}


def on_side(says, side):
    """Return a statement on a step of the example, for both thresholds and both ranges of eta."""
    return Ambiguous(
        "at which of the two thresholds the rotation turns round",
        {
            at: Ambiguous(
                HOW_LARGE,
                {
                    name: ForAll(says, given={**ORDER, HERE: (*TOY_STEP[HERE], side(edge), *some)})
                    for name, some in UP_TO.items()
                },
            )
            for at, edge in SIDES.items()
        },
    )


OPPOSITE = Claim(
    id="instability-flatness/txt-rpe-opposite",
    title="Below and above the threshold the rotation is opposite",
    source=Source("section 4.1.2, opposite rotation and the example"),
    words="With z = Theta^2 / 2 the top eigenvector turns to the sharper parameter below the "
    "threshold, and away from it above.",
    printed={
        "stable": on_side(BETA_NEXT > BETA, lambda edge: eta < edge),
        "unstable": on_side(BETA_NEXT < BETA, lambda edge: eta > edge),
    },
    uses=(
        "instability-flatness/txt-stable-regime",
        "instability-flatness/txt-unstable-regime",
    ),
    note="The items speak of the threshold, the example of eta_eos, slightly above it; between the "
    "two beta falls.",
)
