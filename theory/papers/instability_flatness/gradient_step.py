"""Appendix E.2.2: one step of gradient descent on z(t1 t2), and what it does to the anisotropy."""

from functools import cache

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.claim import Claim, ForAll, Instead, Source
from theory.language import eq
from theory.papers.instability_flatness.polarity_notation import (
    APPENDIX_E_2,
    STEP,
    ddz,
    ddz_next,
    dz,
    dz_next,
    eta,
    t1,
    t2,
    theta_star,
)
from theory.places import HERE

ORDER = {"section 4.1.2": (t2**2 >= t1**2,)}
SMALLER = {"section 4.1.2": (t2**2 > t1**2,)}  # the same, where it matters that it is the smaller
ETA_EOS = 2 * t1 / (dz * t2)
XI = t1**2 / (t1**2 + t2**2)
AFTER_1, AFTER_2 = (STEP(i, t1, t2, dz, eta) for i in (1, 2))
ZETA = t1 / t2 + t2 / t1
NUMERATOR = 1 - eta**2 * dz**2
DENOMINATOR = 1 - eta * ZETA * dz + eta**2 * dz**2


@cache
def gradient() -> sp.Matrix:
    """Derive the gradient of z(t1 t2) from the first-order expansion of z."""
    theta = sp.Symbol("Theta", real=True)
    loss = sp.Matrix([dz * (t1 * t2 - theta)])
    return loss.jacobian((t1, t2)).as_immutable()


def step(i, a, b, slope, rate):
    """Derive parameter i after one step of gradient descent."""
    values = {t1: a, t2: b, dz: slope}
    return (a, b)[int(i) - 1] - rate * gradient()[int(i) - 1].subs(values, simultaneous=True)


def anisotropy(a, b, slope, curvature):
    """Return beta at parameters a and b, with z' and z'' at their product."""
    return sp.Abs(curvature * (b**2 - a**2) / (2 * (slope + curvature * a * b)))


STEP_OF_TWO = Claim(
    id="instability-flatness/txt-gamma-phi1",
    title="A step scales the difference of the squares",
    source=APPENDIX_E_2,
    words="One step of gradient descent changes both parameters by the other one times the slope; "
    "the difference of their squares is multiplied by 1 - eta^2 z'^2.",
    printed={
        "theta_1": ForAll(eq(AFTER_1, t1 - eta * t2 * dz)),
        "theta_2": ForAll(eq(AFTER_2, t2 - eta * t1 * dz)),
        "ratio": ForAll(
            eq((AFTER_2**2 - AFTER_1**2) / (t2**2 - t1**2), NUMERATOR),
            given={**ORDER, HERE: (sp.Ne(t2**2 - t1**2, 0),)},
        ),
    },
    note="The ratio has a value only where the squares differ.",
)

STEP_OF_PRODUCT = Claim(
    id="instability-flatness/txt-gamma-theta",
    title="A step scales the product",
    source=APPENDIX_E_2,
    words="One step multiplies the product by 1 - eta zeta z' + eta^2 z'^2.",
    printed=ForAll(
        eq(AFTER_1 * AFTER_2 / (t1 * t2), DENOMINATOR),
        given={**ORDER, HERE: (sp.Ne(t1, 0),)},
    ),
)

ZETA_ABOVE_2 = Claim(
    id="instability-flatness/txt-zeta-gt-2",
    title="zeta is above 2",
    source=Source("section 4.1.2"),
    words="The sum of both quotients of the parameters is more than 2.",
    printed=ForAll(ZETA > 2, given={**SMALLER, HERE: (sp.Ne(t1, 0),)}),
    instead=Instead(
        ForAll(sp.Abs(ZETA) > 2, given={**SMALLER, HERE: (sp.Ne(t1, 0),)}),
        words="|zeta| > 2; the sum itself is above 2 for parameters of one sign",
    ),
    breaks_at="No proof is given. A number and its inverse add up to more than 2 if they are "
    "positive, which is left out.",
    note="zeta is below -2 for parameters of different sign, as in the paper's own example "
    "(-0.1, 10), where it is about -100. theta_1 is read as strictly smaller; for equal ones zeta "
    "is 2.",
)

# -- the change of the anisotropy ------------------------------------------------------------------

MOVED = AFTER_1 * AFTER_2 - t1 * t2
# z is quadratic, with any minimum: the section restricts itself to where the approximation of
# second order is accurate
QUADRATIC = (ddz > 0, eq(ddz_next, ddz), eq(dz_next, dz + ddz * MOVED))
DEFINED = (
    eta > 0,
    sp.Ne(t1 * t2, 0),
    sp.Ne(ddz * (t2**2 - t1**2), 0),
    sp.Ne(dz + ddz * t1 * t2, 0),
    sp.Ne(dz_next + ddz_next * AFTER_1 * AFTER_2, 0),
    sp.Ne(DENOMINATOR, 0),
)
BETA = anisotropy(t1, t2, dz, ddz)
BETA_NEXT = anisotropy(AFTER_1, AFTER_2, dz_next, ddz_next)
GAMMA = sp.Abs(NUMERATOR / DENOMINATOR)


def direction(given):
    """Return that beta rises where the formula for its change is above 1, and falls below."""
    says = And(
        Implies(GAMMA > 1, BETA_NEXT > BETA, evaluate=False),
        Implies(GAMMA < 1, BETA_NEXT < BETA, evaluate=False),
    )
    return ForAll(says, given={**ORDER, HERE: (*DEFINED, *given)})


SQUARE = (
    ddz > 0,
    eq(dz, ddz * t1 * t2),
    eq(ddz_next, ddz),
    eq(dz_next, ddz * AFTER_1 * AFTER_2),
)
GAMMA_BETA = Claim(
    id="instability-flatness/txt-gamma-beta",
    title="The formula for gamma_beta predicts the direction of the rotation",
    source=Source("section 4.1.2", "appendix E.2.2"),
    words="Not exactly, but for all learning rates and wherever the minimum lies, beta rises in a "
    "step where the formula for the change of beta is above 1, and falls where it is below.",
    printed=direction(QUADRATIC),
    instead=Instead(direction(SQUARE), words="with the minimum at 0"),
    breaks_at="Appendix E.2.2 replaces the change of z' + z'' Theta by that of Theta, as if both "
    "changed by one factor; they do only where the minimum is at 0.",
    uses=("instability-flatness/txt-gamma-phi1", "instability-flatness/txt-gamma-theta"),
    note="The section keeps to where the expansion of z to second order is accurate, which is "
    "taken as: z is quadratic there. It says that Theta^* = 0 is nowhere assumed. At (-1/8, 3/8) "
    "with z' = z'' = 1 and eta = 2 the formula is 0.26, and beta goes from 0.07 to 4.",
)

TO_ZERO = (sp.Ne(t1 * t2, 0), t2**2 > t1**2, eq(AFTER_1 * AFTER_2 / (t1 * t2), 0))


def ends_at_minimum(*given):
    """Return that the step that takes the product to 0 ends at the minimum of a square."""
    square = (ddz > 0, eq(dz, ddz * (t1 * t2 - theta_star)))
    return ForAll(
        eq(AFTER_1 * AFTER_2, theta_star), given={**ORDER, HERE: (*square, *TO_ZERO, *given)}
    )


NEWTON = Claim(
    id="instability-flatness/txt-newton-asymptote",
    title="The asymptote of gamma_beta is the Newton step",
    source=Source("section 4.1.2"),
    words="gamma_beta has a pole where a step takes the product to 0 times itself; this step is "
    "Newton's, which for a quadratic loss ends at the minimum.",
    printed={
        "pole": ForAll(
            And(eq(DENOMINATOR, 0), sp.Ne(NUMERATOR, 0)), given={**ORDER, HERE: TO_ZERO}
        ),
        "one step to the minimum": ends_at_minimum(),
    },
    instead={
        "one step to the minimum": Instead(
            ends_at_minimum(eq(theta_star, 0)), words="with the minimum at 0"
        )
    },
    breaks_at="The step takes the product to 0, which is the minimum only if Theta^* = 0; the "
    "section says that this is nowhere assumed.",
    note="The step takes the product to 0, wherever the minimum is. A pole is said as: the "
    "denominator vanishes there and the numerator does not.",
)
