"""Appendix E.5: two steps of gradient descent, rates that return, and the sharpness meanwhile.

The loss of a network with ReLU may have a corner at its minimum. The simplest one has the slope a
right of it and -b left of it, which is convex with one minimum; at the corner any slope between the
two is a subgradient.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import Assume, Choose, Cut, Generalise, Give, Known, Put, Solve, Specialise
from theory.binders import substitute
from theory.choices import Ambiguous
from theory.claim import Claim, ForAll, Instead, Source
from theory.existence import at_values, by_values, known_of, met, whatever
from theory.language import eq, reals
from theory.papers.instability_flatness.gradient_step import AFTER_1, AFTER_2
from theory.papers.instability_flatness.polarity_notation import (
    APPENDIX_E_5,
    STEP,
    after_one,
    after_two,
    at_rate,
    closeness,
    ddz,
    dz,
    dz_next,
    eps,
    eta,
    now,
    sharp,
    sharp_next,
    slope_of,
    t1,
    t2,
    theta_star,
    ti,
    tj,
)
from theory.papers.instability_flatness.two_parameters import sharpness
from theory.places import HERE
from theory.quantifiers import Every, Some, denied, inhabited

HALF, TWO = sp.Rational(1, 2), sp.S(2)
x, y = reals("x y")
AFTER_BOTH = tuple(STEP(i, AFTER_1, AFTER_2, dz_next, eta) for i in (1, 2))
MOVED = AFTER_1 * AFTER_2 - t1 * t2
SLOPES_OF_CONVEX = (  # at both outputs
    (dz_next - dz) * MOVED >= 0,
    Implies(eq(MOVED, 0), eq(dz_next, dz), evaluate=False),
)
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
                eq(AFTER_BOTH[0] * AFTER_BOTH[1], t1 * t2 - eta * dz - eta * dz_next),
                given={HERE: (eta > 0, *SLOPES_OF_CONVEX)},
            ),
        },
    ),
    note="A step in two parameters multiplies the output, see txt-gamma-theta.",
)

# -- learning rates for which two steps return -----------------------------------------------------


def for_some_rate(relation):
    """Return that for some learning rate two steps end in this relation to the start."""
    return Some(eta, And(eta > 0, relation))


def two_steps(slope):
    """Return where two steps lead on a loss with this slope."""
    return now - eta * slope(now) - eta * slope(now - eta * slope(now))


CONVEX = (
    Every(x, Every(y, Implies(x < y, slope_of(x) <= slope_of(y), evaluate=False))),
    Every(x, Implies(x > theta_star, slope_of(x) > 0, evaluate=False)),
    Every(x, Implies(x < theta_star, slope_of(x) < 0, evaluate=False)),
)
RIGHT_OF_MINIMUM = now > theta_star
RETURNS = {
    "a small learning rate": for_some_rate(now > two_steps(slope_of)),
    "a large learning rate": for_some_rate(now < two_steps(slope_of)),
    "one that returns": for_some_rate(eq(two_steps(slope_of), now)),
}

# the loss whose slope is that of x^2 / 2, but between -1 and 2
low, high, at = reals("u w y")
CUT_OFF = Put(Known("the identity, cut off at two values"), {low: sp.S(-1), high: sp.S(2)})
SLOPES = known_of(CUT_OFF, slope_of)
START = {now: sp.S(2), theta_star: sp.S.Zero}


def slopes_at(*places):
    """Return what the slopes of this loss are at some places."""
    return tuple(Specialise(Assume(SLOPES), place) for place in places)


def never(says):
    """Argue that no learning rate ends in a relation to the start, for this loss and from 2."""
    there = inhabited(START, (*CONVEX, RIGHT_OF_MINIMUM, denied(says)))
    start = START[now]
    using = slopes_at(x, y, start, start - eta * slope_of(start))
    shown = by_values(there, START, (SLOPES,), using)
    return Choose(CUT_OFF, Give(shown, Some(slope_of, there), slope_of), slope_of)


HALF_WAY = (now - theta_star) / (2 * slope_of(now))
GIVEN = (*CONVEX, RIGHT_OF_MINIMUM)
RISES = tuple(
    Specialise(Assume(CONVEX[1]), place) for place in (now, now - HALF_WAY * slope_of(now))
)
SMALL_RATE = Cut(
    by_values(RETURNS["a small learning rate"], {eta: HALF_WAY}, GIVEN, RISES),
    (Solve(sp.Ne(slope_of(now), 0), GIVEN, RISES[:1]),),
)

TO_THE_LEFT = (now - y) / slope_of(now)  # the learning rate with which one step leads to y


def if_somewhere(slope_at_y, steepest, name, words):
    """Return what holds of a learning rate if some y left of the minimum has such a slope.

    It does for the slope x that is cut off at 1 and at its least value.
    """
    left = And(y < theta_star, slope_at_y, evaluate=False)
    given = (*GIVEN, Some(y, left))
    rises = Specialise(Assume(CONVEX[1]), now)
    reached = by_values(RETURNS[name], {eta: TO_THE_LEFT}, (*GIVEN, *left.args), (rises,))
    slope = Put(CUT_OFF.of, {low: -steepest, high: sp.S.One})
    known = known_of(slope, slope_of)
    places = tuple(Specialise(Assume(known), place) for place in (x, y, START[now], -steepest))
    return Instead(
        States(
            RETURNS[name],
            given={
                "appendix E.5, convex with one minimum": CONVEX,
                HERE: (RIGHT_OF_MINIMUM, given[-1]),
            },
        ),
        words=words,
        because=met(
            whatever(given[-1], Cut(reached, (Solve(sp.Ne(slope_of(now), 0), GIVEN, (rises,)),))),
            given,
            {**START, y: -steepest},
            places,
            {slope_of: slope},
        ),
    )


EXISTENCE = Claim(
    id="instability-flatness/txt-existence-period2",
    title="Some learning rate returns after two steps",
    source=APPENDIX_E_5,
    words="For a loss with one minimum, convex and continuous, and perhaps with a corner at the "
    "minimum, a small learning rate ends below the start after two steps, a large one above it, "
    "and one between returns to it.",
    printed={
        name: States(
            says,
            given={"appendix E.5, convex with one minimum": CONVEX, HERE: (RIGHT_OF_MINIMUM,)},
        )
        for name, says in RETURNS.items()
    },
    because={
        "a small learning rate": met(SMALL_RATE, GIVEN, START, slopes_at(x, y), {slope_of: CUT_OFF})
    },
    against={name: never(RETURNS[name]) for name in list(RETURNS)[1:]},
    instead={
        "a large learning rate": if_somewhere(
            slope_of(y) < -slope_of(now),
            TWO,
            "a large learning rate",
            "if somewhere to the left the loss is steeper than at the start",
        ),
        "one that returns": if_somewhere(
            eq(slope_of(y), -slope_of(now)),
            sp.S.One,
            "one that returns",
            "if somewhere to the left the slope is minus that at the start",
        ),
    },
    breaks_at="Where a large learning rate is taken for granted, with infinity as the example: the "
    "second step grows with the slope to the left of the minimum, and leads past the start only if "
    "that slope is steeper than the one at the start.",
    note="It fails also without a corner: let z' be x, but at least -1 and at most 2. From 2 the "
    "first step leads to 2 - 2 eta, and the second one from there to 2 (1 - eta)^2 if eta is at "
    "most 3/2, and to 2 - eta if it is larger: below 2 for every learning rate.",
)

# -- continuity ------------------------------------------------------------------------------------

# the loss with a corner at 0, of slope -1 to the left of it and 2 from there on
CORNER = Put(
    Known("one value below a point and another one from there on"),
    {low: sp.S(-1), high: sp.S(2), at: sp.S.Zero},
)
SIDES = known_of(CORNER, slope_of)
AROUND = {now: sp.S.One, theta_star: sp.S.Zero, at_rate: HALF, eps: HALF}


def sides_at(*places):
    """Return what the slopes of this loss are at some places."""
    return tuple(Specialise(Assume(SIDES), place) for place in places)


LANDS = two_steps(slope_of)
CLOSE = sp.Abs(LANDS - substitute(LANDS, {eta: at_rate})) < eps
NEARBY = Every(eta, Implies(sp.Abs(eta - at_rate) * closeness < 1, CLOSE, evaluate=False))
VARIES_LITTLE = Implies(And(at_rate > 0, eps > 0), Some(closeness, NEARBY), evaluate=False)
CONTINUOUS = Every(at_rate, Every(eps, VARIES_LITTLE))


def jumps():
    """Argue that where two steps lead jumps for this loss, from 1, at the learning rate 1/2."""
    conditions = (*CONVEX, RIGHT_OF_MINIMUM, denied(CONTINUOUS))
    far = at_values(denied(VARIES_LITTLE).args[-1], AROUND)
    rate = HALF + 1 / (2 * (sp.Abs(closeness) + 4))
    start = AROUND[now]
    using = sides_at(start, *(start - after * slope_of(start) for after in (rate, HALF)))
    found = by_values(far.body, {eta: rate}, (SIDES,), using)
    apart = Generalise(Solve(far.body, (SIDES,), (found,)), closeness)
    there = inhabited((now, theta_star), conditions)
    shown = by_values(there, AROUND, (SIDES,), (*sides_at(x, y), apart))
    return Choose(CORNER, Give(shown, Some(slope_of, there), slope_of), slope_of)


far, within = reals("K_x e")


def near(place, by):
    """Return that for K_x |x - place| < 1, and some K_x, the slope is within `by` of that there."""
    close = sp.Abs(slope_of(x) - slope_of(place)) < by
    return Some(far, Every(x, Implies(far * sp.Abs(x - place) < 1, close, evaluate=False)))


NO_CORNER = Every(y, Every(within, Implies(within > 0, near(y, within), evaluate=False)))


def without_corners():
    """Argue for continuity from that of the slope at the place to which the first step leads."""
    start, first = slope_of(now), now - at_rate * slope_of(now)
    by = eps / (2 * at_rate)
    close = near(first, by)
    given = (*GIVEN, NO_CORNER)
    here = (*given, at_rate > 0, eps > 0)
    enough = sp.Abs(far) * start + 2 * (start + sp.Abs(slope_of(first)) + by) / eps
    rises = Specialise(Assume(CONVEX[1]), now)
    second = Specialise(Assume(close.body), now - eta * start)
    found = by_values(
        VARIES_LITTLE.args[1], {closeness: enough}, (*here, close.body), (rises, second)
    )
    at_first = Solve(close, here, (Specialise(Specialise(Assume(NO_CORNER), first), by),))
    shown = Solve(VARIES_LITTLE, given, (Choose(at_first, found, far),))
    slope = Put(CUT_OFF.of, {low: -sp.S.One, high: sp.S.One})
    known = known_of(slope, slope_of)
    places = tuple(Specialise(Assume(known), place) for place in (x, y, START[now]))
    return met(
        Generalise(Generalise(shown, eps), at_rate),
        given,
        {**START, far: 1 / within},
        places,
        {slope_of: slope},
    )


CONTINUITY = Claim(
    id="instability-flatness/txt-existence-period2-step-continuity",
    title="The output after two steps is continuous in the learning rate",
    source=APPENDIX_E_5,
    words="Where two steps lead varies smoothly with the learning rate, as the slope is "
    "continuous.",
    printed=States(
        CONTINUOUS,
        given={"appendix E.5, convex with one minimum": CONVEX, HERE: (RIGHT_OF_MINIMUM,)},
    ),
    against={"": jumps()},
    instead=Instead(
        States(
            CONTINUOUS,
            given={
                "appendix E.5, convex with one minimum": CONVEX,
                HERE: (RIGHT_OF_MINIMUM, NO_CORNER),
            },
        ),
        words="leave out that z may be non-smooth: with a continuous slope it is",
        because=without_corners(),
    ),
    symbols={closeness: "one over how close the learning rates are"},
    note="Smoothly is read as continuously. E.5 lets z be non-smooth at its minimum. At a corner "
    "the slope jumps, and with it where a step from there leads. With the slope -1 to the left of "
    "0 and 2 from there on, the start 1 and the learning rate 1/2 the steps lead to 0 and to -1; "
    "with any larger one 1/2 + h to -2 h and to 1/2 - h.",
)

# -- the squared error -----------------------------------------------------------------------------

OUTPUT = t1 * t2
SHARPNESS = sharpness(t1, t2, OUTPUT - theta_star, 1)
S, S_NEXT = sharp, sharp_next


def recursion(start):
    """Return that two steps in the output, for a squared error, return to the start."""
    return (
        eta > 0,
        sp.Ne(start, theta_star),
        eq(after_one, start - eta * (start - theta_star)),
        eq(start - eta * (start - theta_star) - eta * (after_one - theta_star), start),
    )


ETA_EQ = Claim(
    id="instability-flatness/txt-eta-eq",
    title="Learning rate of a period of two steps, squared error",
    source=Source("", "appendix E.5, quadratic loss and the stability threshold"),
    words="For a squared error the two steps return for the learning rate 2 / S, S being the "
    "largest eigenvalue of the Hessian.",
    printed=ForAll(eq(eta, 2 / SHARPNESS), given={HERE: recursion(OUTPUT)}),
    instead=Instead(
        ForAll(eq(eta, 2 / ddz), given={HERE: (*recursion(now), eq(ddz, 1))}),
        words="with the curvature z'' = 1 in the output in place of S",
    ),
    breaks_at="The recursion that is solved is one of the output, and S is defined as the largest "
    "eigenvalue of the Hessian in the parameters.",
    note="Tried with two parameters. The recursion in the output gives eta = 2 / z'' = 2. The "
    "paragraph defines S in the space of parameters; at (1, -1), for the minimum at 0, it is 3.",
)


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
SHARPNESS_CHANGES = by_values(
    inhabited(sorted(THERE_AND_BACK, key=str), (*CYCLE, denied(eq(S_NEXT, S)))), THERE_AND_BACK
)
S_CONSTANT = Claim(
    id="instability-flatness/txt-S-constant-cycle",
    title="The sharpness stays constant during a cycle",
    source=Source("", "appendix E.5, quadratic loss and the stability threshold"),
    words="While the masks stay, the network is linear and its sharpness is the same at both "
    "points of a cycle of two steps.",
    printed=ForAll(eq(S_NEXT, S), given={HERE: CYCLE}),
    against={"": SHARPNESS_CHANGES},
    uses=("instability-flatness/def-dln2-hessian", "instability-flatness/txt-gamma-phi1"),
    note="Linear in its input, but not in its parameters: with theta_1 = theta_2 = 1, the minimum "
    "at 3/4 and learning rate 2 the parameters go to 1/2 and back, the sharpness from 9/4 to 1/2. "
    "The curvature in the output, which is not what is called S, is 1 all along.",
)
