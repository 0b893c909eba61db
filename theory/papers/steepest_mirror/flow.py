"""Sections 4 and B: the steepest flow of L_p geometry, its mirror form and its weight decay.

With 1/p + 1/q = 1 the steepest direction against a gradient g is -sign(g) |g|^(q-1) in every
coordinate, times |g|_q^(2-q) if it is normalised. On x = w_1 ... w_L the flow moves every factor
along the steepest direction of its own gradient, beside weight decay.
"""

from theory.argument_language import States
from theory.claim import Claim, ForAll, Source
from theory.language import DEFINES, eq
from theory.papers.steepest_mirror.coordinates import (
    L_P,
    alpha,
    clock,
    factor_entry,
    factor_slope,
    factor_velocity,
    norm,
    q,
    steepest,
)
from theory.papers.steepest_mirror.coordinates import slope as slope_of_x
from theory.papers.steepest_mirror.coordinates import speed as speed_of_gradient
from theory.papers.steepest_mirror.coordinates import (
    velocity as speed_of_x,
)
from theory.papers.steepest_mirror.direction_argument import (
    ANY_OTHER,
    ANY_OTHER_SIGN,
    BEST,
    BEST_ARGUMENT,
    BEST_SIGN,
    BEST_SIGN_ARGUMENT,
    DIRECTION_LEMMAS,
    LENGTH,
    LENGTH_ARGUMENT,
    NORMS,
    SHORT,
    SHORT_ARGUMENT,
    SIGN_NORMS,
)
from theory.places import HERE

# -- equation (3), appendix B, (7) and (8) ---------------------------------------------------------

EQ_3 = Claim(
    id="steepest-mirror/eq-3",
    title="The steepest flow in L_p",
    source=Source("section 4, (3)", "appendix B, (7) and (8)"),
    words="Among directions no longer in L_p than the gradient is in L_q, the best one is "
    "-sign(g) |g|^(q-1) |g|_q^(2-q); a change of time removes the last factor.",
    printed={
        "(3)": ForAll(given={**L_P, HERE: (eq(speed_of_x, -steepest(slope_of_x)),)}, says=DEFINES),
        "as long as (7) allows, q > 1": States(LENGTH, given=NORMS),
        "the least inner product of all these, q > 1": States(BEST, given={**NORMS, **ANY_OTHER}),
        "as long as (7) allows, q = 1": States(SHORT, given=SIGN_NORMS),
        "the least inner product of all these, q = 1": States(
            BEST_SIGN, given={**SIGN_NORMS, **ANY_OTHER_SIGN}
        ),
        "a change of time": ForAll(
            given={
                **L_P,
                HERE: (
                    norm > 0,
                    eq(speed_of_x, -steepest(slope_of_x) * norm ** (2 - q)),
                    eq(clock, norm ** (2 - q)),
                ),
            },
            says=eq(speed_of_x / clock, -steepest(slope_of_x)),
        ),
    },
    lemmas=DIRECTION_LEMMAS,
    because={
        "as long as (7) allows, q > 1": LENGTH_ARGUMENT,
        "the least inner product of all these, q > 1": BEST_ARGUMENT,
        "as long as (7) allows, q = 1": SHORT_ARGUMENT,
        "the least inner product of all these, q = 1": BEST_SIGN_ARGUMENT,
    },
    note="|g|_q = N > 0 is the number with N^q = the sum of |g_l|^q. That there is no other "
    "direction as good is not judged: for q = 1 and an entry g_l = 0 there are others. In the last "
    "part one coordinate, and the rate N^(2-q) of the new time against the old.",
)

# -- equations (4) and (5) -----------------------------------------------------------------------

EQ_4 = Claim(
    id="steepest-mirror/eq-4",
    title="Steepest mirror flow",
    source=Source("section 4, (4)"),
    words="The gradient of R moves along the steepest direction of f.",
    printed=ForAll(
        says=DEFINES, given={**L_P, HERE: (eq(speed_of_gradient, -steepest(slope_of_x)),)}
    ),
    note="Coordinate l of the gradient of R, at one time.",
)


EQ_5 = Claim(
    id="steepest-mirror/eq-5",
    title="Steepest flow with decoupled weight decay",
    source=Source("section 4, (5)"),
    words="Every factor moves along the steepest direction of its own gradient and decays with "
    "strength alpha.",
    printed=ForAll(
        given={
            **L_P,
            HERE: (eq(factor_velocity, -steepest(factor_slope) - alpha * factor_entry),),
        },
        says=DEFINES,
    ),
    note="Coordinate l of the factor w_i, at one time.",
)
