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
    MOVED,
    ORDER,
    QUADRATIC,
    SQUARE,
    XI,
)
from theory.papers.instability_flatness.polarity_notation import (
    ddz,
    ddz_next,
    dz,
    dz_next,
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
CHANGE = BETA_NEXT / BETA
FORMULA = (eta > 0, sp.Ne(dz, 0), sp.Ne(t1 * t2, 0), sp.Ne(DENOMINATOR, 0), t2**2 > t1**2)


STEP_OF_BETA = (*DEFINED, *QUADRATIC, sp.Ne(dz, 0))
THE_FORMULA = "the formula"
GIVEN = {THE_FORMULA: FORMULA, "the change itself": STEP_OF_BETA}


def regime(says, given):
    """Return a statement on a step, for both meanings of gamma_beta and both ranges of eta.

    Args:
        says: returns the conclusion, from gamma_beta.
        given: the hypotheses of either meaning.
    """

    def read(name, gamma):
        return Ambiguous(
            HOW_LARGE,
            {
                rates: ForAll(says(gamma), given={**ORDER, HERE: (*given[name], *some)})
                for rates, some in UP_TO.items()
            },
        )

    names = zip(GIVEN, (GAMMA, CHANGE), strict=True)
    return Ambiguous(WHICH_GAMMA, {name: read(name, gamma) for name, gamma in names})


def of_beta(says):
    """Return what gamma_beta says of beta, whichever it is."""
    return regime(says, dict.fromkeys(GIVEN, STEP_OF_BETA))


def with_minimum_at_0(says):
    """Return what holds instead, where both meanings agree."""
    given = (*DEFINED, *SQUARE, eta * sp.Abs(dz) <= 1)
    return Instead(
        ForAll(says, given={**ORDER, HERE: given}),
        words="with the minimum at 0 and for learning rates up to 1 / |z'|",
    )


def both_ways(one, other):
    """Return that each of two conditions implies the other."""
    return And(Implies(one, other, evaluate=False), Implies(other, one, evaluate=False))


STABLE = Claim(
    id="instability-flatness/txt-stable-regime",
    title="Stable regime",
    source=SECTION,
    words="Where gamma_beta is above 1 beta rises, so that the top eigenvector turns to the "
    "sharper parameter, and that is for the learning rates below eta_eos (1 - xi).",
    printed={
        "beta": of_beta(lambda gamma: Implies(gamma > 1, BETA_NEXT > BETA, evaluate=False)),
        "learning rates": regime(lambda gamma: both_ways(gamma > 1, BELOW), GIVEN),
    },
    instead={
        "beta": with_minimum_at_0(Implies(GAMMA > 1, BETA_NEXT > BETA, evaluate=False)),
        "learning rates": with_minimum_at_0(both_ways(BETA_NEXT > BETA, BELOW)),
    },
    uses=("instability-flatness/txt-gamma-beta", "instability-flatness/txt-xi"),
    breaks_at="The threshold is that of the formula for gamma_beta, which says whether beta rises "
    "only if the minimum is at 0; the section says that this is nowhere assumed.",
    note="If gamma_beta is the formula, beta can fall where it is above 1; if it is the change of "
    "beta, beta can fall below the threshold. The formula is above 1 again for large learning "
    "rates.",
)
UNSTABLE = Claim(
    id="instability-flatness/txt-unstable-regime",
    title="Unstable regime",
    source=SECTION,
    words="Where gamma_beta is below 1 beta falls, so that the top eigenvector turns away from the "
    "sharper parameter, and that begins above eta_eos (1 - xi).",
    printed={
        "beta": of_beta(lambda gamma: Implies(gamma < 1, BETA_NEXT < BETA, evaluate=False)),
        "learning rates": regime(lambda gamma: Implies(ABOVE, gamma < 1, evaluate=False), GIVEN),
    },
    instead={
        "beta": with_minimum_at_0(Implies(GAMMA < 1, BETA_NEXT < BETA, evaluate=False)),
        "learning rates": with_minimum_at_0(Implies(ABOVE, BETA_NEXT < BETA, evaluate=False)),
    },
    uses=("instability-flatness/txt-gamma-beta", "instability-flatness/txt-xi"),
    breaks_at="The threshold is that of the formula for gamma_beta, which says whether beta falls "
    "only if the minimum is at 0; the section says that this is nowhere assumed.",
    note="If gamma_beta is the formula, beta can rise where it is below 1; if it is the change of "
    "beta, beta can rise above the threshold.",
)

EXISTS = Claim(
    id="instability-flatness/txt-instability-exists",
    title="When there is an unstable regime",
    source=SECTION,
    words="For an unstable regime eta_eos < 1 / z' is required, which is a condition on the "
    "quotient of the parameters.",
    printed={
        "condition": Ambiguous(
            "whether eta_eos < 1 / z' is needed for an unstable regime or is enough for one, and "
            "whether the regime is where gamma_beta < 1 or lies between eta_eos and 1 / z'",
            {
                "needed between both": ForAll(
                    1 / dz > ETA_EOS,
                    given={**ORDER, HERE: (*FORMULA, eta > ETA_EOS, eta < 1 / dz)},
                ),
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
    note="That rates between eta_eos and 1 / z' need eta_eos < 1 / z' says nothing of gamma_beta. "
    "The extraction looks more like t2^2 > 2 t1^2, which would be wrong. z' and the output "
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
LOWER, UPPER = SIDES
WHICH_MINIMUM = "where the minimum of z is: the list of the section stands before its example"
ANY_MINIMUM = "y, as for the loss (MSE) of the section"
MSE = {ddz: sp.S.One, ddz_next: sp.S.One, dz_next: dz + MOVED}  # z' is Theta - y


def on_side(says, side, kindest):
    """Return a statement on a step, of the example or with any minimum.

    Args:
        says: the conclusion.
        side: returns on which side of a threshold the learning rate is.
        kindest: the threshold with the fewer learning rates on that side; with any minimum the
            statement is made of them alone, up to 1 / |z'|, and of eta_eos > 0.
    """
    few = (*DEFINED, sp.Ne(dz, 0), ETA_EOS > 0, side(SIDES[kindest]), *UP_TO[SHORT_OF_TURN])
    return Ambiguous(
        WHICH_MINIMUM,
        {
            "0, as in the example": of_example(says, side),
            ANY_MINIMUM: ForAll(
                says.xreplace(MSE), given={**ORDER, HERE: tuple(c.xreplace(MSE) for c in few)}
            ),
        },
    )


def in_example(condition):
    """Return a condition for z = Theta^2 / 2."""
    return condition.xreplace(MSE).xreplace({dz: t1 * t2})


def of_example(says, side):
    """Return a statement on a step of the example, for both thresholds and both ranges of eta."""
    return Ambiguous(
        "at which of the two thresholds the rotation turns round",
        {
            at: Ambiguous(
                HOW_LARGE,
                {
                    name: ForAll(
                        in_example(says),
                        given={
                            **ORDER,
                            HERE: tuple(map(in_example, (*DEFINED, side(edge), *some))),
                        },
                    )
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
    words="The top eigenvector turns to the sharper parameter below the threshold, and away from "
    "it above; in the example with z = Theta^2 / 2.",
    printed={
        "stable": on_side(BETA_NEXT > BETA, lambda edge: eta < edge, LOWER),
        "unstable": on_side(BETA_NEXT < BETA, lambda edge: eta > edge, UPPER),
    },
    uses=(
        "instability-flatness/txt-stable-regime",
        "instability-flatness/txt-unstable-regime",
    ),
    note="The items speak of the threshold, the example of eta_eos, slightly above it; between the "
    "two beta falls. With another minimum than 0, beta can fall below both and rise above both: in "
    "a step of 1/2 it falls from 1 to 2/3 from (1, 3) for y = 2, eta_eos being 2/3, and rises from "
    "7/16 to 189/88 from (1/8, 1) for y = -7/8, eta_eos being 1/4.",
)
