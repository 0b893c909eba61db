"""Sections 5.3, F.7 and F.9: the maps T_+-(x) = x +- alpha(x) and the two-step kernel.

Where alpha has slopes between 0 and L < 1, both maps and all their compositions keep the order of
points.
"""

import sympy as sp

from theory.argument_language import States
from theory.choices import Ambiguous, Damaged
from theory.claim import ByReading, Claim, ForAll, Instead, Source
from theory.language import DEFINES, eq
from theory.papers.instability_flatness import examples_argument
from theory.papers.instability_flatness import map_argument as argument
from theory.papers.instability_flatness.notation import (
    BOUNDED_SLOPES,
    STEP_SIZE,
    WALK,
    WALK_5_8,
    F,
    after,
    alpha,
    at_most_start,
    derivative,
    s,
    slope,
    t,
    u,
    u1,
    u2,
    v1,
    v2,
    w,
    x,
    y,
)
from theory.papers.instability_flatness.string_argument import end, is_string
from theory.places import HERE

STEP = (*STEP_SIZE, *BOUNDED_SLOPES)


# -- condition 5.8 and lemma F.12 ------------------------------------------------------------------

ASM_5_8 = Claim(
    id="instability-flatness/asm-5.8",
    title="Slopes of alpha below 1",
    source=Source("section 5.3, condition 5.8"),
    words="On the visited range alpha has a continuous derivative, above 0 and at most a constant "
    "L < 1.",
    printed=ForAll(given=STEP, says=DEFINES),
    note="Taken on all of R. It goes together with alpha positive and strictly increasing, for "
    "instance for alpha(x) = L log(1 + exp(x)). The name speaks of the constant 1, the bound is "
    "strictly below it, which the maps need for being onto.",
)

SLOPES_EVERYWHERE, SLOPES_VISITED = "on all of R, as its proof", "on the visited range alone"

LEM_F_12 = Claim(
    id="instability-flatness/lem-F.12",
    title="Order preservation and preimages",
    source=Source(appendix="appendix F.7, lemma F.12"),
    words="Both maps are strictly increasing with slopes in [1 - L, 1 + L]; so are the "
    "compositions, and the preimage of an interval of width w is one interval whose ends "
    "increase with it.",
    printed={
        **{
            f"derivative of T_{name}": States(
                argument.slope_of_step(sign),
                given={**WALK_5_8, HERE: (derivative(alpha, x, slope),)},
            )
            for name, sign in (("+", 1), ("-", -1))
        },
        "slopes in [1 - L, 1 + L]": ForAll(
            sp.And(argument.between_slopes(1), argument.between_slopes(-1)),
            given={**WALK_5_8, HERE: (x <= y,)},
        ),
        "both maps increase": ForAll(
            sp.And(after(x, 1) < after(y, 1), after(x, -1) < after(y, -1)),
            given={**WALK_5_8, HERE: (x < y,)},
        ),
        "compositions increase": States(
            end(s, t) < end(s, t, y),
            given={**WALK_5_8, HERE: (t >= 1, is_string(s, t), x < y)},
        ),
        "the preimage is one interval": Ambiguous(
            "where alpha has slopes below 1: on the visited range, says the page, of any x",
            {
                SLOPES_EVERYWHERE: States(
                    argument.ONE_INTERVAL,
                    given={**WALK_5_8, HERE: (t >= 1, is_string(s, t), w > 0)},
                ),
                SLOPES_VISITED: States(
                    argument.ONE_INTERVAL,
                    given={
                        **WALK,
                        "condition 5.8, on the visited range": argument.ON_VISITED,
                        HERE: (t >= 1, is_string(s, t), w > 0),
                    },
                ),
            },
        ),
        "its ends increase": States(
            x < y,
            given={**WALK_5_8, HERE: (t >= 1, is_string(s, t), end(s, t) < end(s, t, y))},
        ),
    },
    because={
        "derivative of T_+": examples_argument.with_slope(argument.has_slope(1)),
        "derivative of T_-": examples_argument.with_slope(argument.has_slope(-1)),
        "compositions increase": argument.ORDER,
        "the preimage is one interval": ByReading({SLOPES_EVERYWHERE: argument.PREIMAGE}),
        "its ends increase": argument.INVERSE_ORDER,
    },
    against={
        "the preimage is one interval": ByReading(
            {SLOPES_VISITED: examples_argument.two_intervals()}
        )
    },
    uses=("instability-flatness/asm-5.8", "instability-flatness/lem-F.12-step-linear-bounds"),
    note="Bounds on alpha' are on the slopes of its chords, and on R but for the second reading: "
    "there alpha is exp(x)/4 below 0, (1+x)/4 up to 1 and (1+x)/4 + (x-1)^2 from then on. From 1/2 "
    "one step stays in [0, 1], where the slope is 1/4, but T_- leads 1/2 and 2 into [0, 1/4] and 1 "
    "not. The ends of the preimage are the preimages of x and x + w; the last clause says "
    "that these increase with x.",
)


ONTO = Source(appendix="appendix F.7, proof of lemma F.12, where both maps are said to be onto")

SIDES = {"lower bound": -1, "upper bound": 1}
STEP_LINEAR_BOUNDS = Claim(
    id="instability-flatness/lem-F.12-step-linear-bounds",
    title="Linear bounds on the one-step maps",
    source=Source(appendix="appendix F.7, proof of lemma F.12, display"),
    words="For some constant C, both maps stay between (1 - L) x - C and (1 + L) x + C, so that "
    "they tend to -oo and oo, and every composition is onto and strictly increasing.",
    printed={
        **{
            name: States(argument.printed_bounds(side), given=WALK_5_8)
            for name, side in SIDES.items()
        },
        "limits": States(argument.LIMITS.says, given=WALK_5_8),
        "onto": States(argument.ONTO.says, given={**WALK_5_8, HERE: (t >= 1, is_string(s, t))}),
        "strictly increasing": States(
            end(s, t) < end(s, t, y),
            given={**WALK_5_8, HERE: (t >= 1, is_string(s, t), x < y)},
        ),
    },
    because={
        "limits": argument.LIMITS,
        "onto": argument.ONTO,
        "strictly increasing": argument.ORDER,
    },
    against={name: examples_argument.no_bounds(side) for name, side in SIDES.items()},
    instead={
        name: Instead(
            States(argument.bounds(side).says, given=WALK_5_8),
            because=argument.bounds(side),
            meant=ONTO,
            words="with L |x| in place of L x",
        )
        for name, side in SIDES.items()
    },
    uses=("instability-flatness/asm-5.8",),
    note="A negative x turns the two lines around: no C serves, because at x = -2 C / L the lower "
    "line is x + C, above x - alpha(x), and the upper one is x - C, below x + alpha(x), for every "
    "C > 0 and every positive alpha. With L |x| for L x, and C = alpha(0), the bounds hold for "
    "all x and both maps are onto all the same.",
)

# -- lemma F.13 ------------------------------------------------------------------------------------


def compared(side, strict=False, *given):
    """Return how the integrals over J_1 and J_2 compare, from m on (1) or up to m (-1)."""
    less = sp.Lt if strict else sp.Le
    flat = (argument.no_plateau(side),) if strict else ()
    return States(
        less(argument.integral(u2, v2), argument.integral(u1, v1), evaluate=False),
        given={HERE: (argument.half_line(side), *flat, *argument.intervals(side), *given)},
    )


def strictly(side):
    """Return that the integrals over intervals of positive length differ if these do."""
    return compared(side, True, sp.Ne(u1, u2), u1 < v1)


LEM_F_13 = Claim(
    id="instability-flatness/lem-F.13",
    title="Comparison of integrals over equal lengths",
    source=Source(appendix="appendix F.7, lemma F.13"),
    words="Of two intervals of equal length the right one has the smaller integral of a "
    "nonincreasing function, strictly smaller if the intervals differ and f has no plateau; and "
    "the left one of a nondecreasing function.",
    printed={
        "nonincreasing": compared(1),
        "nonincreasing, strictly": strictly(1),
        "nondecreasing": compared(-1),
        "nondecreasing, strictly": strictly(-1),
    },
    because={
        "nonincreasing": examples_argument.monotone(argument.compared(1), 1),
        "nonincreasing, strictly": examples_argument.monotone(
            argument.compared(1, strict=True), 1, strict=True
        ),
        "nondecreasing": examples_argument.monotone(argument.compared(-1), -1),
        "nondecreasing, strictly": examples_argument.monotone(
            argument.compared(-1, strict=True), -1, strict=True
        ),
    },
    note="Both intervals are read inside the half-line where f is monotone. The proof takes a "
    "positive length: the integral over a single point is 0 whatever the point is.",
)

# -- lemmas F.16 and F.17 --------------------------------------------------------------------------

HALF = sp.Rational(1, 2)

LOST_FRACTION = "the fraction in the bound; the proof refers to theorem 5.4, which has 1/2"
VANISHES = sp.And(
    *(eq(alpha(point), 0) for point in (x, *(x + sign * alpha(x) for sign in (1, -1)))),
    *(eq(alpha(x + alpha(x) + sign * alpha(x + alpha(x))), 0) for sign in (1, -1)),
)


def two_step_mass(says):
    """Return a statement on K_2(x, (-oo, x]) for each reading of the fraction."""
    return Damaged(
        LOST_FRACTION,
        {
            str(bound): ForAll(says(at_most_start(x, 2), bound), given=WALK)
            for bound in (HALF, sp.Rational(3, 4))
        },
    )


LEM_F_16 = Claim(
    id="instability-flatness/lem-F.16",
    title="Two-step contraction at a point",
    source=Source(appendix="appendix F.9, lemma F.16"),
    words="From any point x, two steps end at or below x with probability at least 1/2, strictly "
    "more unless alpha vanishes.",
    printed={
        "at least": two_step_mass(lambda mass, bound: mass >= bound),
        "strictly": two_step_mass(lambda mass, bound: sp.Or(mass > bound, VANISHES)),
    },
    uses=("instability-flatness/thm-5.4",),
    note="The exact value is 3/4: every path but ++ ends below x. alpha never vanishes under "
    "condition 5.3, and where it did, all four paths would stay at x.",
)

FROM_X, FROM_Y = (F(alpha, start, u, 2) for start in (x, y))  # K_2(x, (-oo, u]), K_2(y, ...)


def kernels(says):
    """Return a statement on two steps from x and from y for x < y."""
    return ForAll(says, given={**WALK_5_8, HERE: (x < y,)})


STOCHASTIC_ORDER = kernels(FROM_Y <= FROM_X)

LEM_F_17 = Claim(
    id="instability-flatness/lem-F.17",
    title="Monotone two-step kernel",
    source=Source(appendix="appendix F.9, lemma F.17"),
    words="For x < y two steps from x end stochastically below two steps from y; said to be the "
    "same as h_u(x) = K_2(x, (-oo, u]) nondecreasing in x.",
    printed={
        "stochastic order": STOCHASTIC_ORDER,
        "h_u is nondecreasing": kernels(FROM_X <= FROM_Y),
    },
    instead={
        "h_u is nondecreasing": Instead(
            STOCHASTIC_ORDER,
            meant=Source(appendix="appendix F.9, lemma F.17, first sentence"),
            words="h_u is nonincreasing",
        ),
    },
    uses=("instability-flatness/asm-5.8", "instability-flatness/lem-F.12"),
    breaks_at="In the first line: as T_ab increases, the indicator of T_ab(x) <= u falls in x, "
    "and the proof says that it rises.",
    note="Larger points are less often at or below u, so the stochastic order says that h_u is "
    "nonincreasing; the proof repeats the turned word for the indicator of T_ab(x) <= u. The "
    "slopes of alpha are bounded by L < 1 throughout that section.",
)
