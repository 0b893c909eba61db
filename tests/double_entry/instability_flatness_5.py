"""A second entry of the pairs in the proof of proposition F.11, from the page.

Bounds for all x contradict each other, so they are asked for where the walk is. That, and the outer
pair of four signs, was entered after the first entry had been seen.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies, Or

from tests.double_entry.instability_flatness import ge, implies, le
from theory.claim import ForAll
from theory.language import Each, eq, sequence
from theory.papers.instability_flatness.notation import X, after, alpha, c0, c1, i, j, s, t, x

pluses = sequence("p")
BOUNDS = (c0 > 0, c1 > 0)


def chord(one, other):
    """Return that alpha rises at least with the slope c_1 between two places."""
    rise = alpha(other) - alpha(one) - c1 * (other - one)
    return And(implies(one <= other, ge(rise, 0)), implies(other <= one, le(rise, 0)))


def pair(*signs):
    """Return what a pair of opposite signs, side by side, adds at a state."""
    adds = after(x, *signs) - x
    return ForAll(
        And(le(adds, -c1 * alpha(x)), le(-c1 * alpha(x), -c1 * c0)),
        given=(*BOUNDS, ge(alpha(x), c0), chord(x, after(x, signs[0]))),
    )


def are_signs(count):
    """Return that there are so many signs."""
    return Each(Or(eq(s[j], 1), eq(s[j], -1)), (j, 0, count - 1))


total = sp.Sum(s[i], (i, 0, t - 1))
COUNTED = (
    *(t >= 1, are_signs(t), eq(pluses[0], 0)),
    Each(eq(pluses[j + 1], pluses[j] + (s[j] + 1) / 2), (j, 0, t - 1)),
)
WALK = (
    *(*BOUNDS, Each(ge(alpha(X[j]), c0), (j, 0, 4))),
    *(Each(chord(X[j], X[j + far]), (j, 0, 4 - far)) for far in (1, 2, 3, 4)),
    *(are_signs(4), Each(eq(X[j + 1], X[j] + s[j] * alpha(X[j])), (j, 0, 3))),
    *(eq(s[place], sign) for place, sign in enumerate((1, 1, -1, -1))),
)


def of_signs(premise, says):
    """Return what is said of the number of pluses among the signs."""
    return ForAll(Implies(premise, says, evaluate=False), COUNTED, instances={t: (2, 4, 6)})


GREEDY = {
    "(+, -)": pair(1, -1),
    "(-, +)": pair(-1, 1),
    "around another pair": ForAll(le(alpha(X[0]) - alpha(X[3]), -c0 * c1), given=WALK),
    "S_t = 0": of_signs(eq(total, 0), eq(pluses[t], t / 2)),
    "left over": of_signs(total < 0, eq(t - 2 * pluses[t], sp.Abs(total))),
    "a minus left over": ForAll(le(after(x, -1) - x, -c0), given=(ge(alpha(x), c0),)),
}

ENTRIES = {"instability-flatness/prop-F.11-step-greedy": GREEDY}
