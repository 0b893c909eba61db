"""The notation of section 5.3 and appendix F.4: the walk from a point and its law.

The definitions are what an argument may use of these quantities. H stands for a sum that the
appendix writes out.
"""

import sympy as sp

from theory.argument_language import States
from theory.language import Head, integers, reals, sequence
from theory.papers.instability_flatness.walk import alpha, count
from theory.sequences import Indicator, Mean, Signs

u, x = reals("u x")
j, t = integers("j t")
s = sequence("s")

PHI = Head("Phi", "where the walk that starts at u is after t steps along the signs s", r"\Phi")
F = Head("F", "Pr(X_t <= x) for the walk that starts at u")
ABOVE = Head("Above", "Pr(X_t >= x) for the walk that starts at u", r"\Pr_{X_t \ge x}")
H = Head("H", "the sum of the first j signs of s")


def eq(one, other):
    """Return an equation that sympy does not decide."""
    return sp.Eq(one, other, evaluate=False)


def end(string, time):
    """Return where the walk from u is."""
    return PHI(alpha, u, string, time)


def share(condition, time):
    """Return the share of all strings of so many signs whose end satisfies a condition."""
    return Mean(Indicator(condition(end(s, time))), s, Signs(time))


def probability(condition):
    """Return a head's definition: the share of sign strings whose end satisfies a condition."""

    def build(alpha, u, x, t):
        return count(u, t, lambda point: condition(point, x), alpha) / 2 ** int(t)

    return build


at_most = probability(lambda point, x: point <= x)
at_least = probability(lambda point, x: point >= x)


def at_most_start(start, time):
    """Return Pr(X_t <= X_0)."""
    return F(alpha, start, start, time)


def below_start(start, time):
    """Return Pr(X_t < X_0)."""
    return 1 - ABOVE(alpha, start, start, time)


DEFINITIONS = {
    "Phi at time 0": States(eq(end(s, 0), u)),
    "Phi after a step": States(
        eq(end(s, j + 1), end(s, j) + s[j] * alpha(end(s, j))), given=(j >= 0,)
    ),
    "F": States(eq(F(alpha, u, x, t), share(lambda point: point <= x, t)), given=(t >= 0,)),
    "Pr(X_t >= x)": States(
        eq(ABOVE(alpha, u, x, t), share(lambda point: point >= x, t)), given=(t >= 0,)
    ),
    "H at time 0": States(eq(H(s, 0), 0)),
    "H after a step": States(eq(H(s, j + 1), H(s, j) + s[j]), given=(j >= 0,)),
}
