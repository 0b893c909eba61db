"""Second entries of the greedy pairing, the outline of theorem 5.6 and the local drift."""

import sympy as sp
from sympy.logic.boolalg import And

from tests.double_entry.instability_flatness import at_least, at_most, ge, half, implies, le, lt
from tests.double_entry.instability_flatness_2 import (
    AT_EVEN,
    OF_DENSITY,
    flat,
    m_t,
    share,
    size,
)
from tests.double_entry.instability_flatness_3 import (
    DECAY,
    DOMINATION,
    F_4,
    FROM_LAW,
    GLOBAL,
    UNIFORM_GAP,
    envelope,
    in_mean,
    visited,
)
from theory.argument_language import States
from theory.choices import Ambiguous
from theory.claim import ForAll
from theory.papers.instability_flatness.notation import (
    ABOVE,
    CDF,
    LEAST_SLOPE,
    F,
    after,
    alpha,
    at_t_2,
    c0,
    c1,
    eps,
    f,
    m,
    radius,
    t,
    w,
    x,
    y,
    z,
)
from theory.quantifiers import Every, Some, median

# -- proposition F.11, the pairs of its proof ------------------------------------------------------


def pair(*signs):
    """Return what a pair of opposite signs, side by side, adds at a state."""
    adds = after(x, *signs) - x
    return States(And(le(adds, -c1 * alpha(x)), le(-c1 * alpha(x), -c1 * c0)), given=GLOBAL)


GREEDY = {
    "(+, -)": pair(1, -1),
    "(-, +)": pair(-1, 1),
    "unmatched": States(le(after(x, -1) - x, -c0), given=GLOBAL),
    "S_t = 0": UNIFORM_GAP["S_t = 0"],
    "S_t < 0": UNIFORM_GAP["S_t < 0"],
}

# -- theorem 5.6, in outline -----------------------------------------------------------------------


def median_of_walk(of, time):
    """Return that a number is a median of X_t, X_0 of any law."""
    return median(of, lambda at: at_most(at, time), lambda at: at_least(at, time))


TWO_MEDIANS = (
    *(*FROM_LAW, visited(t + 2, in_mean), *envelope(at_t_2, t + 2)),
    *(median_of_walk(m, t), median_of_walk(z, t + 2)),
)
OUTLINE = {
    "ancestors": F_4["step"],
    "by the gap": F_4["floor"],
    "the envelope": DECAY["a step"],
    "dominated": DOMINATION["medians"],
    "decrease": Ambiguous(
        "whether to decrease is to fall",
        {
            "it falls": States(lt(z, m), given=TWO_MEDIANS),
            "it does not rise": States(le(z, m), given=TWO_MEDIANS),
        },
    ),
}

# -- theorem 5.12, the proof of (b) ----------------------------------------------------------------

wide, little = w, eps  # R and what o(1) is below
q = LEAST_SLOPE(alpha, m, wide)
IN_REACH = (sp.Abs(x - m) <= radius, m - wide <= x - alpha(x), x + alpha(x) <= m + wide)
AROUND = (*OF_DENSITY[:-1], wide > alpha(m), radius > 0, q > 0)
two_steps = median(y, lambda point: F(alpha, x, point, 2), lambda point: ABOVE(alpha, x, point, 2))


def vanishing(says, bound):
    """Return that with any bound on o(1) something holds for all small radii."""
    small = Every(radius, implies(And(radius > 0, radius <= z), says))
    return Every(bound, implies(bound > 0, Some(z, And(z > 0, small))))


near = implies(sp.Abs(x - m) <= radius, le(x - alpha(x) * q, m - alpha(m) * q + x - m + little))
within = LEAST_SLOPE(alpha, m_t, wide)
DENSITY = (*OF_DENSITY, *AT_EVEN, wide > size, within > 0)
LOCAL_STEP = {
    "from x": ForAll(le(y, x - alpha(x) * q), given=(*AROUND, *IN_REACH, two_steps)),
    "to m": States(vanishing(Every(x, near), little), given=(*OF_DENSITY[:-1], wide > alpha(m))),
    "half the mass": States(
        vanishing(
            implies(
                share > 0,
                ge(CDF(alpha, f, t + 2, m_t - share * size * within + little), half),
            ),
            little,
        ),
        given=DENSITY,
    ),
    "no radius left": ForAll(
        ge(CDF(alpha, f, t + 2, m_t - share * size * flat), half),
        given=(*OF_DENSITY, *AT_EVEN, radius > 0, share > 0, size > 0, flat > 0),
        instances={t: (0, 2)},
    ),
}

ENTRIES: dict[str, object] = {}
