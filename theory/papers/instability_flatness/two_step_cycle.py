"""Appendix E.5: two steps of gradient descent, rates that return, and the sharpness meanwhile.

The loss of a network with ReLU may have a corner at its minimum. The simplest one has the slope a
right of it and -b left of it, which is convex with one minimum; at the corner any slope between the
two is a subgradient.
"""

from types import MappingProxyType

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import Generalise, Solve
from theory.choices import Ambiguous
from theory.claim import Claim, ForAll, Instead, Missing, Source
from theory.existence import at_values, by_values
from theory.language import eq
from theory.papers.instability_flatness.gradient_step import AFTER_1, AFTER_2
from theory.papers.instability_flatness.polarity_notation import (
    APPENDIX_E_5,
    STEP,
    after_one,
    after_two,
    at_corner,
    at_rate,
    closeness,
    dz,
    dz_next,
    eps,
    eta,
    left,
    now,
    right,
    sharp,
    sharp_next,
    t1,
    t2,
    theta_star,
    ti,
    tj,
)
from theory.papers.instability_flatness.two_parameters import sharpness
from theory.places import HERE
from theory.quantifiers import Every, Some, denied, inhabited
from theory.sequences import Indicator

HALF = sp.Rational(1, 2)
AFTER_BOTH = tuple(STEP(i, AFTER_1, AFTER_2, dz_next, eta) for i in (1, 2))
TWO_STEP_MAP = Claim(
    id="instability-flatness/txt-relu-two-step-map",
    title="Two steps of gradient descent",
    source=APPENDIX_E_5,
    words="Two steps take the output down by the learning rate times both slopes.",
    printed=Ambiguous(
        "whether the steps are taken in the parameters or in the output",
        {
            "in the output": ForAll(
                eq(after_two, now - eta * dz - eta * dz_next),
                given={
                    HERE: (
                        eq(after_one, now - eta * dz),
                        eq(after_two, after_one - eta * dz_next),
                    )
                },
            ),
            "in two parameters": ForAll(
                eq(AFTER_BOTH[0] * AFTER_BOTH[1], t1 * t2 - eta * dz - eta * dz_next)
            ),
        },
    ),
    note="A step in two parameters multiplies the output, see txt-gamma-theta.",
)

# -- learning rates for which two steps return -----------------------------------------------------


def slope(x):
    """Return the slope of the loss with a corner."""
    at, below = (Indicator(eq(x, theta_star)), Indicator(x < theta_star))
    return right * Indicator(x > theta_star) - left * below + at_corner * at


LANDS = now - eta * right - eta * slope(now - eta * right)
CORNER = (right > 0, left > 0, at_corner >= -left, at_corner <= right, now > theta_star)
ASSUMED = {"appendix E.5, convex with one minimum and a corner there": CORNER}


def for_some_rate(relation):
    """Return that for some learning rate two steps end in this relation to the start."""
    return Some(eta, And(eta > 0, relation))


RETURNS = {
    "a small learning rate": for_some_rate(now > LANDS),
    "a large learning rate": for_some_rate(now < LANDS),
    "one that returns": for_some_rate(eq(LANDS, now)),
}
STEEPER = {
    right: sp.S(2),
    left: sp.S.One,
    at_corner: sp.S.Zero,
    now: sp.S.One,
    theta_star: sp.S.Zero,
}


def fails(says, values=MappingProxyType({}), using=()):
    """Argue that a condition fails for a corner that is steeper on the side of the start."""
    symbols = (right, left, at_corner, now, theta_star)
    conditions = inhabited(symbols, (*CORNER, denied(says)))
    return by_values(conditions, STEEPER | dict(values), (), using)


HALF_WAY_TO_THE_CORNER = by_values(
    RETURNS["a small learning rate"], {eta: (now - theta_star) / (2 * right)}, CORNER
)
EXISTENCE = Claim(
    id="instability-flatness/txt-existence-period2",
    title="Some learning rate returns after two steps",
    source=APPENDIX_E_5,
    words="For a loss with one minimum, convex and continuous, and perhaps with a corner at the "
    "minimum, a small learning rate ends below the start after two steps, a large one above it, "
    "and one between returns to it.",
    printed={
        **{name: States(says, given=ASSUMED) for name, says in RETURNS.items()},
        "without a corner": Missing("the intermediate value theorem for a continuous slope"),
    },
    because={
        "a small learning rate": Solve(
            RETURNS["a small learning rate"], CORNER, (HALF_WAY_TO_THE_CORNER,)
        )
    },
    against={name: fails(RETURNS[name]) for name in list(RETURNS)[1:]},
    note="With slopes 2 and -1 and from 1 two steps end below 1 for every learning rate, whatever "
    "subgradient is taken at the corner; a step down is longer than the step back.",
)

CLOSE = sp.Abs(LANDS - LANDS.xreplace({eta: at_rate})) < eps
CONTINUOUS = Every(
    at_rate,
    Every(
        eps,
        Implies(
            And(at_rate > 0, eps > 0),
            Some(
                closeness,
                Every(eta, Implies(sp.Abs(eta - at_rate) * closeness < 1, CLOSE, evaluate=False)),
            ),
            evaluate=False,
        ),
    ),
)
AROUND = {at_rate: HALF, eps: HALF}
AT_CORNER = at_values(denied(CONTINUOUS).body.body.args[-1], STEEPER | AROUND)
JUMPS = Generalise(
    Solve(
        AT_CORNER.body,
        (),
        (by_values(AT_CORNER.body, {eta: HALF - 1 / (2 * (sp.Abs(closeness) + 4))}),),
    ),
    closeness,
)
CONTINUITY = Claim(
    id="instability-flatness/txt-existence-period2-step-continuity",
    title="The output after two steps is continuous in the learning rate",
    source=APPENDIX_E_5,
    words="Where two steps lead varies smoothly with the learning rate, as the slope is "
    "continuous.",
    printed={
        "with a corner at the minimum": States(CONTINUOUS, given=ASSUMED),
        "without a corner": Missing("differentiability of the slope, which is assumed nowhere"),
    },
    against={"with a corner at the minimum": fails(CONTINUOUS, AROUND, (JUMPS,))},
    legend={closeness: "one over how close the learning rates are"},
    note="The slope jumps at the minimum, and with it where a step from there leads: slopes 2 and "
    "-1, start 1, learning rates around 1/2.",
)

# -- the squared error -----------------------------------------------------------------------------

OUTPUT = t1 * t2
SHARPNESS = sharpness(t1, t2, OUTPUT - theta_star, 1)
RECURSION = (
    eta > 0,
    sp.Ne(OUTPUT, theta_star),
    eq(after_one, OUTPUT - eta * (OUTPUT - theta_star)),
    eq(OUTPUT - eta * (OUTPUT - theta_star) - eta * (after_one - theta_star), OUTPUT),
)
ETA_EQ = Claim(
    id="instability-flatness/txt-eta-eq",
    title="Learning rate of a period of two steps, squared error",
    source=Source("", "appendix E.5, quadratic loss and the stability threshold"),
    words="For a squared error the two steps return for the learning rate 2 / S, S being the "
    "largest eigenvalue of the Hessian in the parameters.",
    printed={
        "two parameters": ForAll(eq(eta, 2 / SHARPNESS), given={HERE: RECURSION}),
        "more parameters": Missing("the largest eigenvalue of the Hessian of more parameters"),
    },
    instead={
        "two parameters": Instead(
            ForAll(eq(eta, 2), given={HERE: RECURSION}),
            words="2 over the second derivative in the output, which is 1",
        )
    },
    note="The recursion that is solved is one of the output, in which the loss has curvature 1; S "
    "is said to be that in the parameters.",
)

S, S_NEXT = sharp, sharp_next


def largest(value, a, b, slope):
    """Return that a value is the largest eigenvalue of the Hessian of two parameters, z'' = 1."""
    characteristic = eq((value - b**2) * (value - a**2), (a * b + slope) ** 2)
    return And(characteristic, 2 * value >= a**2 + b**2)


CYCLE = (
    eta > 0,
    sp.Ne(dz, 0),
    eq(dz, OUTPUT - theta_star),
    eq(dz_next, ti * tj - theta_star),
    eq(ti, t1 - eta * t2 * dz),
    eq(tj, t2 - eta * t1 * dz),
    eq(t1, ti - eta * tj * dz_next),
    eq(t2, tj - eta * ti * dz_next),
    largest(S, t1, t2, dz),
    largest(S_NEXT, ti, tj, dz_next),
)
THERE_AND_BACK = {
    **dict.fromkeys((t1, t2), sp.S.One),
    **dict.fromkeys((ti, tj), HALF),
    theta_star: sp.Rational(3, 4),
    dz: sp.Rational(1, 4),
    dz_next: -HALF,
    eta: sp.S(2),
    S: sp.Rational(9, 4),
    S_NEXT: HALF,
}
S_CONSTANT = Claim(
    id="instability-flatness/txt-S-constant-cycle",
    title="The sharpness stays constant during a cycle",
    source=Source("", "appendix E.5, quadratic loss and the stability threshold"),
    words="While the masks stay, the network is linear and its sharpness is the same at both "
    "points of a cycle of two steps.",
    printed={
        "two parameters": ForAll(eq(S_NEXT, S), given={HERE: CYCLE}),
        "more parameters": Missing("the largest eigenvalue of the Hessian of more parameters"),
    },
    against={
        "two parameters": by_values(
            inhabited(sorted(THERE_AND_BACK, key=str), (*CYCLE, denied(eq(S_NEXT, S)))),
            THERE_AND_BACK,
        )
    },
    uses=("instability-flatness/def-dln2-hessian", "instability-flatness/txt-gamma-phi1"),
    note="Linear in its input, but not in its parameters: with theta_1 = theta_2 = 1, the minimum "
    "at 3/4 and learning rate 2 the parameters go to 1/2 and back, the sharpness from 9/4 to 1/2.",
)
