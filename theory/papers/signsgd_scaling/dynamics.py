"""Scaling-law analysis of SignSGD: sections B.2.1, F.1 and H.3, one coordinate.

The residual delta = theta - theta* moves by eta against the sign of lambda delta + xi with
xi ~ N(0, lambda / B). With r = 1 / sqrt(lambda B) the mean of that sign is drift(delta / r), so
that in units of eta only x = delta / eta and r / eta = 1 / rho matter, rho = eta sqrt(lambda B).
"""

import sympy as sp

from theory.argument_language import States
from theory.choices import Ambiguous
from theory.claim import ByReading, Claim, ForAll, Instead, Missing, SameAs, Source
from theory.existence import met
from theory.language import DEFINES, Each, Head, eq, integers, reals
from theory.orders import Order, Small
from theory.papers.signsgd_scaling import (
    attractivity_argument,
    decoupled,
    drift_argument,
    linear_system,
    noise,
    recurrence_argument,
    recurrence_bounds_argument,
    stability_argument,
    target_argument,
)
from theory.papers.signsgd_scaling import notation as n
from theory.papers.signsgd_scaling.attractivity_argument import HALF_WIDTH
from theory.papers.signsgd_scaling.drift_argument import IN_REGION
from theory.papers.signsgd_scaling.loss_argument import ONE, hidden
from theory.papers.signsgd_scaling.notation import (
    PLACES,
    covariance,
    d,
    eigenvalues,
    error,
    sizes,
    target,
    up_to_constants,
)
from theory.places import HERE

eta, lam, B, theta, xi = reals("eta lambda B theta xi")
alpha, beta = reals("alpha beta")
delta, r, x, t, y = reals("delta r x t y")
rho, c, p, m, e, start = reals("rho c p m e e_0")
j, k = integers("j k")


RHO = {rho: "eta sqrt(lambda_j B)"}

HALF = sp.Rational(1, 2)
SLOPE = sp.sqrt(2 / sp.pi)  # of the drift at 0
LINEAR = Head("E_lin", "E x_k^2 of x -> (1 - rho) x + noise of variance 1, from x")
LEAVES = Head("P_out", "chance that |delta_i| > r for some i <= k; x = delta_0 / eta, r likewise")


def drift(signal):
    """Return E sgn(signal + N(0, 1))."""
    return sp.erf(signal / sp.sqrt(2))


def up(position, width):
    """Return the chance of a step away from 0 at a position >= 0."""
    return sp.erfc(position / width / sp.sqrt(2)) / 2


# -- the update ------------------------------------------------------------------------------------

ONE_COORDINATE = {"section 2": (n.B >= 1,), "assumption B.2": (n.lam > 0,)}
A_COORDINATE = {"appendix B.1": (j >= 1, j <= d)}

SIGMA_IS_H, UP_TO_CONSTANTS = "Sigma = H, as section 2 has it", "assumption B.1 as it is printed"

VARIANCE = covariance[j, j] / B


def _of_aligned(says):
    """Return what is said of every coordinate under assumption B.1, for few coordinates."""
    return ForAll(
        Each(says, (j, 1, d)),
        {
            "section 2": (B >= 1,),
            "appendix B.1": (d >= 1,),
            "assumption B.1": noise.UP_TO_CONSTANTS,
            "assumption B.2": (noise.DIAGONAL,),
        },
        instances=noise.FEW,
    )


EQ_18 = Claim(
    id="signsgd-scaling/eq-18",
    title="SignSGD, one coordinate",
    source=Source(appendix="appendix F.1, (18)"),
    words="With a diagonal Hessian each residual moves on its own, by eta against the sign of "
    "lambda delta + xi, where xi has the variance lambda_j / B, from -theta*.",
    printed={
        "update": States(
            decoupled.UPDATE,
            {"(4)": decoupled.SIGNSGD, "assumption B.2": decoupled.DIAGONAL},
        ),
        "start": States(eq(error(0, j), -target[j]), {"(4)": decoupled.FROM_0, **A_COORDINATE}),
        "noise": Ambiguous(
            "which covariance Sigma / B the noise has: with B.1, which is named, Sigma is H up to "
            "constants, and in section 2 it is H",
            {
                SIGMA_IS_H: States(
                    eq(VARIANCE, eigenvalues[j] / B),
                    {
                        "section 2": (decoupled.ALIGNED, B >= 1),
                        "assumption B.2": decoupled.DIAGONAL,
                        **A_COORDINATE,
                    },
                ),
                UP_TO_CONSTANTS: _of_aligned(eq(VARIANCE, eigenvalues[j] / B)),
            },
        ),
    },
    because={
        "update": met(decoupled.UPDATE_SHOWN, decoupled.MOVES, decoupled.NO_COORDINATE),
        "start": decoupled.START_SHOWN,
        "noise": ByReading({SIGMA_IS_H: decoupled.NOISE_SHOWN}),
    },
    instead={
        "noise": ByReading(
            {
                UP_TO_CONSTANTS: Instead(
                    _of_aligned(
                        sp.And(
                            n.low * eigenvalues[j] / B <= VARIANCE,
                            n.high * eigenvalues[j] / B >= VARIANCE,
                        )
                    ),
                    words="up to the constants of assumption B.1",
                )
            }
        )
    },
    note="Of the law of the noise the clause has the variance. Sigma = 2 H is H up to constants. "
    "Then the noise of different coordinates may be correlated, too, but each still moves by (18).",
    symbols={
        noise.ABOVE: "a root of Sigma - c H, by row and column",
        noise.BELOW: "a root of C H - Sigma, by row and column",
    },
)

# -- the smoothed sign -----------------------------------------------------------------------------

EQ_19 = Claim(
    id="signsgd-scaling/eq-19",
    title="The smoothed sign function",
    source=Source(appendix="appendix F.1, (19)"),
    words="E sgn(x + N(0, a^2)) is close to the sign of x for |x| far above a and close to "
    "sqrt(2 / pi) x / a for |x| far below a.",
    printed={"far from 0": States(drift_argument.FAR), "near 0": States(drift_argument.NEAR)},
    lemmas=drift_argument.lemmas_for(drift_argument.FAR_SHOWN, drift_argument.NEAR_SHOWN),
    because={"far from 0": drift_argument.FAR_SHOWN, "near 0": drift_argument.NEAR_SHOWN},
    note="Close means up to any share eps, for |x| beyond, or up to, some multiple N of a. This "
    "implies that both are the same up to constants.",
)

TXT_RJ = Claim(
    id="signsgd-scaling/txt-rj-linear-constants",
    title="The drift is linear up to constants in R_j",
    source=Source(appendix="appendix F.1, after (20)"),
    words="Everywhere in R_j the mean of the sign is delta / r up to constants.",
    printed=States(drift_argument.LINEAR, {**ONE_COORDINATE, HERE: (IN_REGION,)}),
    lemmas=drift_argument.lemmas_for(drift_argument.REGION_SHOWN),
    because={"": drift_argument.REGION_SHOWN},
    uses=("signsgd-scaling/eq-19",),
    note="Both sides are multiplied by the residual, which may have either sign. The quotient "
    "falls from 0.798 at 0 to 0.683 at the edge.",
)

EQ_20 = Claim(
    id="signsgd-scaling/eq-20",
    title="Linear dynamics in R_j",
    source=Source(appendix="appendix F.1, (20)"),
    words="Near 0 the mean residual is multiplied by 1 - rho in each step, as the mean of the sign "
    "is near delta / r.",
    printed=Ambiguous(
        "whether what is near is so up to a constant factor, as the sign for it is explained, or "
        "with the factor 1 of (20)",
        {
            "up to a constant factor": States(
                drift_argument.LINEAR,
                {**ONE_COORDINATE, HERE: (Small(sp.sqrt(n.lam * B) * sp.Abs(n.x)),)},
            ),
            "with the factor 1": States(drift_argument.FACTOR_1),
        },
    ),
    lemmas=drift_argument.lemmas_for(drift_argument.LINEAR_SHOWN, drift_argument.NOT_FACTOR_1),
    because={"": drift_argument.LINEAR_SHOWN},
    against={"": drift_argument.NOT_FACTOR_1},
    uses=("signsgd-scaling/eq-19",),
    note="A step of (18) is delta - eta (m + n), so that (20) is a statement on m alone. Near 0 m "
    "is sqrt(2 / pi) delta / r by (19), whose slope is missing in (20).",
)

STABILITY = n.eta * sp.sqrt(n.lam * B)

TXT_STABILITY = Claim(
    id="signsgd-scaling/txt-stability-eta-2",
    title="Stability of the linear system",
    source=Source(appendix="appendix B.2.1, scaling regime"),
    words="The linear system theta -> (1 - rho) theta + eta zeta, zeta of mean 0, is stable for "
    "rho < 2 and no more: then and only then its second moment stays bounded.",
    printed=States(
        stability_argument.STABLE,
        given={
            "section 2": (eta > 0, B >= 1),
            "assumption B.2": (n.lam > 0,),
            "appendix B.2.1, the linear system": stability_argument.SYSTEM,
        },
    ),
    because={"": stability_argument.SHOWN},
    note="By the recursion of the system its second moment is (1 - rho)^2 times that before, and "
    "eta^2 Var(zeta). The slope sqrt(2 / pi) of the drift moves the edge to sqrt(2 pi).",
)

MOMENT = LINEAR(start, rho, k)
PLATEAU = sp.exp(-2 * rho * k) * start**2 + 1 / rho
SETTLED = ForAll(
    given=(rho > 0, rho <= HALF, rho * start <= 1, rho * start >= -1, k >= 1, rho * k >= 1),
    says=sp.And(MOMENT <= PLATEAU, sp.Rational(2, 5) * PLATEAU <= MOMENT),
    instances={k: (2, 5, 12, 150)},
)
FROM_ETA_K, ADDED_UP = "eta k at least of order 1", "once the noise has added up"

TXT_VARIANCE = Claim(
    id="signsgd-scaling/txt-intuition-variance",
    title="Second moment of the linear system",
    source=Source(appendix="appendix B.2.1, scaling regime"),
    words="In the linear region the second moment is approximately exp(-2 rho k) theta_0^2 + "
    "eta / sqrt(lambda B).",
    printed=Ambiguous(
        "of which steps the approximation is said: of all with eta k at least of order 1, as "
        "the paragraph begins, or, as it is an intuition, of those by which the noise has added up",
        {FROM_ETA_K: linear_system.EVERY_STEP, ADDED_UP: SETTLED},
    ),
    lemmas=linear_system.LEMMAS,
    against={"": ByReading({(FROM_ETA_K, name): why for name, why in linear_system.FAILS.items()})},
    instead=Instead(SETTLED, words="once rho k >= 1"),
    note="The system with noise of variance 1, from within R_j. The noise needs 1 / rho steps to "
    "add up, as (30) has it: from theta_0 = 1 with eta = B = 1 the second moment is at most 2 "
    "after one step, whatever lambda is. For rho k >= 1 it is shown in units of eta, with the "
    "constants 2/5 and 1, and rho at most 1/2.",
    symbols={start: "residual at the start, in units of eta", **RHO},
)

# -- second moments --------------------------------------------------------------------------------

MEAN_SQUARE = n.moment(n.x, n.k)
OF_COORDINATE = (n.x, n.lam, eta, B, n.k)
AFTER_BURN_IN = n.moment(n.delta, n.later)  # delta is the residual at k*
LOST = AFTER_BURN_IN + eta**2 - n.moment(n.delta, n.later + 1)
RECURRENCE = tuple(
    States(
        Order(LOST, STABILITY * AFTER_BURN_IN, "same", (n.delta, n.lam, eta, B, n.later)),
        {
            "section 2": (eta > 0, B >= 1),
            "assumption B.2": (n.lam > 0,),
            "(21)": (sp.Abs(n.delta) <= HALF_WIDTH,),
            HERE: (n.later >= 0, *stable),
        },
    )
    for stable in sizes(small=(STABILITY,))
)

LEM_F_5 = Claim(
    id="signsgd-scaling/lem-F.5",
    title="Linear recurrence of the second moment",
    source=Source(appendix="appendix F.1, lemma F.5, and H.3"),
    words="From k* on the second moment is multiplied by 1 - Theta(rho) and grows by eta^2 in "
    "each step, if rho is at most of order 1.",
    printed=up_to_constants(*RECURRENCE),
    lemmas=recurrence_bounds_argument.OF_RECURRENCE,
    because={
        "": hidden(
            RECURRENCE,
            (recurrence_bounds_argument.K,),
            recurrence_bounds_argument.SHOWN,
            {n.delta: sp.S.Zero, **dict.fromkeys((n.lam, eta, B), ONE), n.later: sp.S.Zero},
        )
    },
    uses=("signsgd-scaling/eq-23", "signsgd-scaling/asm-F.3"),
    note="Of the steps t from k* on, where the residual is any delta in R_j: a coordinate may "
    "start at it, with k* = 0. What is lost in a step, m_t + eta^2 - m_(t+1), is of the order rho "
    "m_t. The chain leaves R_j, so that no step of the printed proof shows this for it; it holds "
    "as little of the second moment is far outside. The proof prints a factor eta too many in the "
    "drift.",
)

EQ_23 = Claim(
    id="signsgd-scaling/eq-23",
    title="One step of the second moment",
    source=Source(appendix="appendix F.1, (23)"),
    words="From k* on the second moment is multiplied by 1 - Theta(rho) and grows by eta^2.",
    printed=SameAs(LEM_F_5),
    uses=("signsgd-scaling/txt-rj-linear-constants",),
)

TXT_NOT_CONVERGE = Claim(
    id="signsgd-scaling/txt-recurrence-not-converge",
    title="The recurrence does not converge for large steps",
    source=Source(appendix="appendix H.2, first paragraph"),
    words="For rho at least of order 1 the recurrence (23) does not converge.",
    printed=up_to_constants(*map(States, recurrence_argument.DIVERGES)),
    because={"": recurrence_argument.DIVERGES_SHOWN},
    against={"": recurrence_argument.CONVERGES_SOMEWHERE},
    uses=("signsgd-scaling/eq-23",),
    note="It converges if, and only if, its factor is below 1 in size; it is 1 - q, where q lies "
    "between c rho and C rho. With q = rho = 1 it is 0. The section assumes rho >= 1.",
)

THM_F_9_CRUDE = Claim(
    id="signsgd-scaling/thm-F.9-step-crude",
    title="Crude bound of the second moment",
    source=Source(appendix="appendix F.3.1, proof of theorem F.9"),
    words="The second moment is at most of the order delta_0^2 + k eta^2.",
    printed=States(
        Order(MEAN_SQUARE, n.x**2 + n.k * eta**2, "at most", OF_COORDINATE),
        {"section 2": (eta > 0, B >= 1, n.k >= 0), "assumption B.2": (n.lam > 0,)},
    ),
    lemmas=drift_argument.lemmas_for(drift_argument.CRUDE_SHOWN),
    because={"": drift_argument.CRUDE_SHOWN},
    note="With the constant 1, whatever the region.",
)

# -- attractivity ----------------------------------------------------------------------------------


ASM_F_3 = Claim(
    id="signsgd-scaling/asm-F.3",
    title="Attractivity of the linear region",
    source=Source(appendix="appendix F.1, assumption F.3"),
    words="If eta sqrt(lambda_j B) is at most of order 1, the residual never leaves R_j after k*.",
    printed=States(
        DEFINES,
        {
            "section 2": (n.eta > 0, B >= 1),
            "assumption B.2": (n.lam > 0,),
            "(21)": (n.burn >= 0, n.arrives_at(n.burn) > 0, sp.Abs(n.delta) <= HALF_WIDTH),
            HERE: (n.K > 0, STABILITY <= n.K, attractivity_argument.NEVER),
        },
    ),
    lemmas=attractivity_argument.LEMMAS,
    against={"": attractivity_argument.NOTHING},
    note="(21) calls k* the first time in R_j: that it is some k_j has a positive chance. The "
    "residual delta at it leaves R_j in any number of steps with probability 0. By (18) each leads "
    "upwards with probability erfc(...) / 2 > 0, and enough of them lead out: nothing satisfies "
    "the assumption. The paper itself gives an escape a positive probability, as an idealisation; "
    "lemma F.5 does without it.",
)

RARE = sp.Rational(1, 20)
EDGE = (rho > 0, rho <= 1, t > 1 - rho, t <= 1, t >= 0)
MIDDLE = (r >= 8, x >= -1, x <= 1, k >= 1, k <= 120)

IN_R_J = {
    "section 2": (n.eta > 0, B >= 1),
    "assumption B.2": (n.lam > 0,),
    "(21)": (sp.Abs(n.delta) <= HALF_WIDTH,),
    HERE: (n.K > 0, STABILITY <= n.K),
}
SOME_TIME, ANY_NUMBER = "at some time", "any number"
ANY_STEPS = {**IN_R_J, HERE: (*IN_R_J[HERE], n.later >= 1)}
POSITIVE = Ambiguous(
    "within how many steps",
    {
        SOME_TIME: States(attractivity_argument.MAY_ESCAPE, IN_R_J),
        ANY_NUMBER: States(n.escapes(HALF_WIDTH, n.later, n.delta) > 0, ANY_STEPS),
    },
)


def _all(by_place):
    return tuple(hypothesis for some in by_place.values() for hypothesis in some)


ASM_F_3_ESCAPE = Claim(
    id="signsgd-scaling/asm-F.3-step-escape",
    title="Escapes from the linear region are rare",
    source=Source(appendix="appendix F.1, before assumption F.3, and figure 11b"),
    words="That the residual leaves R_j after it has entered has a positive probability, and is an "
    "exceedingly rare event.",
    printed={
        "positive": POSITIVE,
        "rare": Missing(
            "how rare an exceedingly rare event is, in how many steps, and the settings of figure "
            "11b"
        ),
    },
    because={
        "positive": ByReading(
            {
                SOME_TIME: met(
                    attractivity_argument.MAY_ESCAPE_SHOWN,
                    _all(IN_R_J),
                    attractivity_argument.MIDDLE,
                )
            }
        )
    },
    against={"positive": ByReading({ANY_NUMBER: attractivity_argument.stays(_all(ANY_STEPS))})},
    lemmas={
        **attractivity_argument.LEMMAS,
        "from the middle, rho at most 1/8, 120 steps": ForAll(
            given=MIDDLE, instances={k: (10, 120)}, says=LEAVES(x, r, k) <= RARE
        ),
        "the step after k*, from k* on": ForAll(given=EDGE, says=up(t, 1) <= RARE),
        "the step after k*, from k* on, instead": ForAll(
            given=EDGE, says=up(t, 1) >= sp.Rational(3, 20)
        ),
    },
    note="From the middle no single step leads out where eta < r_j. In the auxiliary statements "
    "rare is less than one in twenty. A residual that enters R_j stops within eta of its edge, and "
    "leaves in the very next step with probability at least 1 - Phi(1) = 0.159, for every rho. "
    "From the middle escapes are rare for small rho: 1e-5 in 100 steps for rho = 1/16, 0.55 for "
    "rho = 1/4.",
    symbols={t: "|delta| in units of r_j, at the step at which it enters R_j", **RHO},
)

# -- the power law ---------------------------------------------------------------------------------

_TARGET = States(target_argument.WITHOUT_BARS, {**PLACES, **A_COORDINATE})

TXT_THETA_LAW = Claim(
    id="signsgd-scaling/txt-theta-law",
    title="Power law of the target",
    source=Source(appendix="appendix H.1, first paragraph and proof of lemma F.1"),
    words="The target is of the order j^((beta - alpha)/2), and |theta*_j| / r_j of the order "
    "sqrt(B) j^(-alpha/2).",
    printed={
        "target": _TARGET,
        "target in units of r": States(target_argument.IN_UNITS, {**PLACES, **A_COORDINATE}),
    },
    lemmas=target_argument.LEMMAS,
    because={
        "target in units of r": target_argument.IN_UNITS_SHOWN,
    },
    against={"target": target_argument.fails(_TARGET, m)},
    instead={
        "target": Instead(
            States(target_argument.SIZE, {**PLACES, **A_COORDINATE}),
            meant=Source(appendix="appendix H.1, proof of lemma H.1"),
            because=target_argument.SIZE_SHOWN,
        )
    },
    note="The first display has theta*_j without bars, and a target may be negative.",
)
