"""Second entries of sections 5.3, F.3 and F.10 of the paper on instability.

They were written from the page before the claims were made whole, and mended in places: the outline
of theorem 5.6 lowers medians by c and has a median of both times, below the first one as well.
"""

from sympy.logic.boolalg import And

from tests.double_entry.instability_flatness import (
    at_least,
    at_most,
    implies,
    le,
    lt,
    mass,
)
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
from theory.language import integers, reals
from theory.papers.instability_flatness.notation import (
    STEP_SIZE,
    at_t_2,
    b,
    high,
    least,
    least_slope,
    low,
    m,
    m_later,
    t,
    x,
)
from theory.quantifiers import Every, Some, median

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

ENTRIES = {
    "instability-flatness/thm-5.6-outline": OUTLINE,
}
