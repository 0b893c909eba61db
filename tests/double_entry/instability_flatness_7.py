"""Second entries of sections 5.3, F.1, F.3 and F.10 of the paper on instability.

They were written from the page before the claims were made whole, and mended in places: the outline
of theorem 5.6 lowers medians by c and has a median of both times, below the first one as well; what
appendix F.10 has up to o(1), but for its second line, is what that comes to; of (5) the noise is
one of its law, and that alpha is the same at all times was entered later. The expansion of F.1 has
the names of the notation.
"""

from itertools import pairwise

import sympy as sp
from sympy.logic.boolalg import And

from tests.double_entry.instability_flatness import (
    at_least,
    at_most,
    ge,
    half,
    implies,
    le,
    lt,
    mass,
)
from tests.double_entry.instability_flatness_2 import OF_DENSITY, m_t
from tests.double_entry.instability_flatness_3 import (
    DECAY,
    DOMINATION,
    EVEN,
    F_4,
    FLOOR,
    FROM_LAW,
    GROWS,
    envelope,
    essential_supremum,
    in_mean,
    visited,
)
from theory.argument_language import States
from theory.choices import Ambiguous
from theory.claim import ForAll
from theory.language import StrictlyIncreasing, eq, function, integers, reals
from theory.papers.instability_flatness.notation import (
    CDF,
    IMAGE,
    LEAST_SLOPE,
    MEDIAN,
    STEP_SIZE,
    after,
    along_v1,
    alpha,
    at_t_2,
    b,
    derivative,
    f,
    f_lambda,
    f_log,
    high,
    least,
    least_slope,
    low,
    m,
    m_later,
    radius,
    t,
    x,
)
from theory.quantifiers import Every, Some, median
from theory.sequences import Indicator, Law, Mean

# -- appendix F.3, the envelope --------------------------------------------------------------------


def of_walk(number, time):
    """Return that a number is a median of the walk at a time."""
    return median(number, lambda point: at_most(point, time), lambda point: at_least(point, time))


AT_BOTH = (*FROM_LAW, *envelope(at_t_2, t + 2), visited(t + 2, in_mean))
DECREASES = {
    name: States(relation(m_later, m), given=(*AT_BOTH, of_walk(m, t), of_walk(m_later, t + 2)))
    for name, relation in {"strictly": lt, "weakly": le}.items()
}
first, start = reals("m_0"), integers("t_1")
bounds = And(least > 0, least_slope > 0, FLOOR, GROWS, visited(t, in_mean))
for end in (least_slope, least, high, low):
    bounds = Some(end, bounds)
from_then = implies(And(t >= start, *EVEN), Every(m, implies(of_walk(m, t), lt(m, first))))
IN_THE_END = States(
    Some(start, Every(t, from_then)),
    given=(
        *STEP_SIZE,
        essential_supremum(x, b),
        Every(t, implies(t >= 0, bounds)),
        median(first, lambda point: mass(x <= point), lambda point: mass(x >= point)),
    ),
)
OUTLINE = {
    "each ancestor": States(le(m_later, m - least * least_slope), given=F_4["step"].given),
    "the envelope": DECAY["a step"],
    "dominated": DOMINATION["medians"],
    "decrease": Ambiguous("when the medians are smaller", {**DECREASES, "in the end": IN_THE_END}),
}

# -- appendix F.1, the expansion along v_1 ---------------------------------------------------------

rho, bound, small, other, at, TOP = reals("rho K r_0 q x_0 lambda")


def continuous(of, where):
    """Return that a function is continuous at a place."""
    away, close = reals("e delta_")
    here = Every(
        other, implies(sp.Abs(other) < close, sp.Abs(of(where + other) - of(where)) < away)
    )
    return Every(away, implies(away > 0, Some(close, And(close > 0, here))))


SIX_TIMES = (
    *(Every(at, derivative(of, at, next_one(at))) for of, next_one in pairwise(along_v1)),
    Every(at, continuous(along_v1[6], at)),
)
second_difference = along_v1[0](rho) + along_v1[0](-rho) - 2 * along_v1[0](0)
fourth = along_v1[4](0)
remainder = sp.Abs(second_difference - TOP * rho**2 - fourth * rho**4 / 12)
close_by = implies(And(rho > 0, rho <= small), le(remainder, bound * rho**6))
TAYLOR = States(
    Some(bound, Some(small, And(small > 0, Every(rho, close_by)))),
    given=(*SIX_TIMES, eq(TOP, along_v1[2](0))),
)

# -- appendix F.10, part (b) -----------------------------------------------------------------------

reach, error, near = reals("R_m e r_e")
share = CDF(alpha, f, t, m_t + radius) - CDF(alpha, f, t, m_t - radius)
step = IMAGE(alpha, m_t, 1) - m_t  # alpha(m_t)
slope_below = LEAST_SLOPE(alpha, m_t, reach)
AROUND = (*OF_DENSITY, eq(sp.Mod(t, 2), 0), t >= 0)
IN_A = le(sp.Abs(x - m_t), radius)
# [x - alpha(x), x + alpha(x)] is within R of m_t for every x in A if it is for the largest one
WIDE = (*AROUND, radius > 0, IMAGE(alpha, m_t + radius, 1) - m_t <= reach)
AT_TIMES = {"instances": {t: (0, 2)}}


def vanishes(left, right):
    """Return that left <= right + o(1) for x in A as r_t -> 0, R being fixed."""
    says = Every(x, implies(IN_A, le(left, right + error)))
    for_all = Every(radius, implies(And(radius > 0, radius < near), says))
    return Every(error, implies(error > 0, Some(near, And(near > 0, for_all))))


steep_drop = share * step * LEAST_SLOPE(alpha, m_t, radius)
LOCAL = {
    # the median over the four ends lies between those of the two mixed maps
    "two steps": ForAll(
        And(*(le(after(x, *signs), x - alpha(x) * slope_below) for signs in ((1, -1), (-1, 1)))),
        given=(*WIDE, IN_A),
        **AT_TIMES,
    ),
    "of second order": States(
        vanishes(x - alpha(x) * slope_below, m_t - alpha(m_t) * slope_below + (x - m_t)),
        given=(*AROUND, slope_below > 0, reach > alpha(m_t)),
    ),
    # for some o(1) and small r_t, with which p_t vanishes: F_{t+2} is continuous
    "F_{t+2}(z_p)": ForAll(
        ge(CDF(alpha, f, t + 2, m_t), half), given=(*WIDE, share > 0), **AT_TIMES
    ),
    "m_{t+2}": ForAll(le(MEDIAN(alpha, f, t + 2), m_t), given=(*WIDE, share > 0), **AT_TIMES),
    "r_t -> 0": ForAll(
        ge(CDF(alpha, f, t + 2, m_t - steep_drop), half),
        given=(
            *(*AROUND, radius > 0, share > 0),
            *(step > 0, LEAST_SLOPE(alpha, m_t, radius) > 0),
        ),
        **AT_TIMES,
    ),
}

# -- (4) and (5) -----------------------------------------------------------------------------------

rate, limit, later_limit, noise, point = reals("eta C C_1 zeta x")
OF_NOISE = function("Q_zeta")
# positive and increasing for a positive argument: so is what increases and is no less than 0 at 0
C_3_AND_4 = [part for g in (f_log, f_lambda) for part in (StrictlyIncreasing(g), ge(g(0), 0))]


def average(term):
    """Return the mean over the noise."""
    return Mean(term, noise, Law(OF_NOISE))


def excess(of_limit):
    """Return delta_t = eta f_lambda(U_t) - C_t + zeta_t where log U_t is given."""
    return rate * f_lambda(sp.exp(point)) - of_limit + noise


def size(of_limit):
    """Return how far log U_t moves: not at all where it has left instability, by (C6)."""
    return sp.Piecewise((f_log(excess(of_limit)), excess(of_limit) > 0), (0, True))


def at_states(says, *limits):
    """Return a statement about all states, and about those of which the surplus is positive."""
    given = (*C_3_AND_4, rate > 0, eq(average(noise), 0), *(of > 0 for of in limits))
    unstable = [eq(average(Indicator(excess(of) > 0)), 1) for of in limits]
    return Ambiguous(
        "which states",
        {
            "all": States(says, given=given),
            "of which the surplus is positive": States(says, given=(*given, *unstable)),
        },
    )


def moves(by):
    """Return where log U_t is next, one step up and down."""
    return point + by, point - by


same = [eq(*places) for places in zip(moves(size(limit)), moves(average(size(limit))), strict=True)]
RANDOM_WALK = {
    "the update": at_states(eq(average(Indicator(And(*same))), 1), limit),
    "one alpha": at_states(
        eq(average(size(limit)), average(size(later_limit))), limit, later_limit
    ),
}

ENTRIES = {
    "instability-flatness/eq-F.1-taylor": TAYLOR,
    "instability-flatness/thm-5.12-step-local": LOCAL,
    "instability-flatness/eq-5": RANDOM_WALK,
    "instability-flatness/thm-5.6-outline": OUTLINE,
}
