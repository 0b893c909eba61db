"""Second entries of the envelope, the width and the uniform gap, written from the page."""

import sympy as sp
from sympy.logic.boolalg import And

from tests.double_entry.instability_flatness import (
    EVEN,
    GAP,
    GENERATION,
    IN_C,
    at_least,
    at_most,
    ge,
    gt,
    half,
    implies,
    le,
    limit,
    lt,
    mass,
)
from tests.double_entry.instability_flatness_2 import ORDERED, STRING
from theory.argument_language import States
from theory.binders import SequenceOf
from theory.choices import Ambiguous, Damaged
from theory.claim import ForAll
from theory.language import eq, reals
from theory.papers.instability_flatness.notation import (
    ABOVE,
    PHI,
    STEP_SIZE,
    SUM_BELOW,
    SUM_ZERO,
    F,
    H,
    L,
    P,
    S,
    Z,
    a_plus,
    after,
    alpha,
    at_t,
    at_t_2,
    b,
    c0,
    c1,
    eps,
    high,
    highest,
    i,
    j,
    least,
    least_slope,
    low,
    m,
    m0,
    m_later,
    n,
    s,
    t,
    u,
    x,
    y,
    z,
)
from theory.quantifiers import Every, Some, median
from theory.sequences import In, Law, Mean, Signs

# -- appendix F.5, case C of the proof -------------------------------------------------------------

FROM_C = (*STEP_SIZE, limit(a_plus, 1), IN_C)
left = after(x, -1, -1)


def either(make):
    """Return what < and <= make of a display whose bars may be lost."""
    return Damaged("< or <=", {"<": make(lt), "<=": make(le)})


CASE_C = {
    "the step": either(lambda less: States(less(a_plus, alpha(x)), given=FROM_C)),
    "two steps": either(lambda less: States(less(left, x - 2 * a_plus), given=FROM_C)),
    "edge": either(lambda less: ForAll(less(x - 2 * a_plus, m0), given=(IN_C,))),
    "reached": States(le(left, m0), given=FROM_C),
    "mass": States(ge(F(alpha, x, m0, 2), sp.Rational(1, 4)), given=FROM_C),
}

# -- appendix F.7, the proof of lemma F.12 ---------------------------------------------------------

constant = reals("C'")


def for_some_constant(relation, line):
    """Return that for some constant both one-step maps stay on one side of a line."""
    both = And(*(relation(after(x, sign), line) for sign in (1, -1)))
    return States(Some(constant, And(constant > 0, Every(x, both))), given=ORDERED)


def beyond_every(sign, relation):
    """Return that a one-step map tends to infinity on one side."""
    reached = implies(relation(x, y), relation(after(x, sign), z))
    return Every(z, Some(y, Every(x, reached)))


LINEAR = {
    "below": for_some_constant(ge, (1 - L) * x - constant),
    "above": for_some_constant(le, (1 + L) * x + constant),
    "limits": States(
        And(*(beyond_every(sign, relation) for sign in (1, -1) for relation in (ge, le))),
        given=ORDERED,
    ),
    "onto": States(Every(z, Some(x, eq(PHI(alpha, x, s, t), z))), given=(*ORDERED, *STRING)),
    "increases": States(
        lt(PHI(alpha, x, s, t), PHI(alpha, y, s, t)), given=(*ORDERED, *STRING, x < y)
    ),
}

# -- theorem 5.6 and appendix F.6 ------------------------------------------------------------------


def visited(time, of_law=lambda term: term):
    """Return that the walk is almost surely between two ends, up to a time."""
    above, below = (of_law(head(alpha, x, place, j)) for head, place in ((ABOVE, low), (F, high)))
    return Every(j, implies(And(j >= 0, j <= time), And(eq(above, 1), eq(below, 1))))


GROWS = Every(
    y,
    Every(
        z,
        implies(And(low <= y, y < z, z <= high), ge(alpha(z) - alpha(y), least_slope * (z - y))),
    ),
)
FLOOR = Every(y, implies(And(low <= y, y <= high), ge(alpha(y), least)))
BOUNDED_BELOW = (*STEP_SIZE, least > 0, least_slope > 0, FLOOR, GROWS)


def is_median(of, start, time):
    """Return that a number is a median of the walk from a point."""
    return median(
        of,
        lambda point: F(alpha, start, point, time),
        lambda point: ABOVE(alpha, start, point, time),
    )


from_x = is_median(m, x, t)
F_4 = {
    "step": States(
        le(m_later, m - least_slope * alpha(m)),
        given=(*BOUNDED_BELOW, *EVEN, visited(t + 2), from_x, is_median(m_later, x, t + 2)),
    ),
    "floor": States(
        le(m - least_slope * alpha(m), m - least * least_slope),
        given=(*BOUNDED_BELOW, *EVEN, visited(t), from_x),
    ),
}


def in_mean(term):
    """Return the mean over the law of X_0."""
    return Mean(term, x, Law(P))


def essential_supremum(of, value):
    """Return that a number is the essential supremum of a function of X_0."""
    below = Every(y, implies(y < value, gt(mass(of > y), 0)))
    return And(eq(mass(of <= value), 1), below)


def envelope(of, time):
    """Return that m_t(x) is a median from almost every x, and Z_t their essential supremum."""
    medians = eq(mass(is_median(of(x), x, time)), 1)
    return medians, essential_supremum(of(x), Z[time])


FROM_LAW = (*BOUNDED_BELOW, *EVEN, essential_supremum(x, b), *envelope(at_t, t))
UP_TO_T = (*FROM_LAW, visited(t, in_mean))
DECAY = {
    "a step": States(
        le(Z[t + 2], Z[t] - least * least_slope),
        given=(*FROM_LAW, visited(t + 2, in_mean), *envelope(at_t_2, t + 2)),
    ),
    "in all": States(le(Z[t], b - t * least * least_slope / 2), given=UP_TO_T),
}
of_walk = median(m, lambda point: at_most(point, t), lambda point: at_least(point, t))
# beyond m_t(x) lies no other median: less than half of the walk from x is at or above any y there
no_larger = Every(y, eq(mass(sp.Or(at_t(x) >= y, lt(ABOVE(alpha, x, y, t), half))), 1))
DOMINATION = {
    "half": States(ge(at_most(Z[t], t), half), given=UP_TO_T),
    "medians": Ambiguous(
        "which median m_t(x) is",
        {
            "a median": States(le(m, Z[t]), given=(*UP_TO_T, of_walk)),
            "the upper one": States(le(m, Z[t]), given=(*UP_TO_T, of_walk, no_larger)),
        },
    ),
}

# -- lemma 5.9, the width --------------------------------------------------------------------------

up, down = (SequenceOf(sp.Integer(sign), i) for sign in (1, -1))


def supremum(value, inside=None):
    """Return that a number is the least upper bound of alpha, on a set if one is given."""
    above, reached = alpha(x) <= value, alpha(x) > y
    if inside is not None:
        above, reached = implies(inside(x), above), And(inside(x), reached)
    return And(Every(x, above), Every(y, implies(y < value, Some(x, reached))))


def in_range(point):
    """Return that a point lies in the range at step j."""
    return And(PHI(alpha, m, down, j) <= point, point <= PHI(alpha, m, up, j))


# of conditions 5.7 and 5.8 nothing enters but the place m
RANGES = (
    *STEP_SIZE,
    t >= 1,
    Every(j, implies(And(j >= 0, j < t), supremum(S[j], in_range))),
)
sums = 2 * sp.Sum(S[j], (j, 0, t - 1))
WIDTH = {
    "by steps": States(
        le(PHI(alpha, m, up, t) - PHI(alpha, m, down, t), sums),
        given=RANGES,
    ),
    "at most": States(le(sums, 2 * t * highest), given=(*RANGES, supremum(highest))),
}

# -- proposition F.11 and its outline --------------------------------------------------------------

STEEP = Every(x, Every(y, implies(x <= y, ge(alpha(y) - alpha(x), c1 * (y - x)))))
GLOBAL = (*STEP_SIZE, c0 > 0, c1 > 0, Every(x, ge(alpha(x), c0)), STEEP)
TIMES = (*EVEN, In(s, Signs(t)))
gap = t * c1 * c0 / 2
end = PHI(alpha, u, s, t)
not_above = SUM_BELOW(t) + SUM_ZERO(t)
UNIFORM_GAP = {
    "S_t = 0": States(le(end, u - gap), given=(*GLOBAL, *TIMES, eq(H(s, t), 0))),
    "S_t < 0": States(
        le(end, u - gap - c0 * sp.Abs(H(s, t))), given=(*GLOBAL, *TIMES, lt(H(s, t), 0))
    ),
    "F_t": States(
        ge(F(alpha, u, u - eps, t), not_above), given=(*GLOBAL, *EVEN, eps > 0, eps < gap)
    ),
    "1/2": States(
        And(eq(not_above, half + SUM_ZERO(t) / 2), gt(half + SUM_ZERO(t) / 2, half)), given=EVEN
    ),
}
OUTLINE = {
    "adjacent": ForAll(And(lt(after(x, 1, -1), x), lt(after(x, -1, 1), x)), given=STEP_SIZE),
    "decomposed": GENERATION,
    "nonpositive": States(
        lt(PHI(alpha, x, s, n), x),
        given=(*STEP_SIZE, n >= 1, In(s, Signs(n)), le(H(s, n), 0)),
    ),
    "three of four": ForAll(
        And(*(lt(after(u, *signs), u) for signs in ((1, -1), (-1, 1), (-1, -1)))),
        given=STEP_SIZE,
    ),
    "t = 2": GAP,
    "gap": States(le(end, u - gap), given=(*GLOBAL, *TIMES, le(H(s, t), 0))),
}

ENTRIES = {
    "instability-flatness/cor-5.5-step-case-C": CASE_C,
    "instability-flatness/lem-F.12-step-linear-bounds": LINEAR,
    "instability-flatness/prop-F.11": UNIFORM_GAP,
    "instability-flatness/thm-5.4-outline": OUTLINE,
    "instability-flatness/thm-5.6-step-F.4": F_4,
    "instability-flatness/thm-5.6-i": DECAY,
    "instability-flatness/thm-5.6-ii": DOMINATION,
    "instability-flatness/lem-5.9-width": WIDTH,
}
