"""The notation of section 5.3 and appendix F.4: the walk from a point and its law.

The walk is X_{t+1} = X_t + xi_t alpha(X_t) with fair signs xi_t, for any step size alpha.

The definitions are what an argument may use of these quantities. H stands for a sum that the
appendix writes out.
"""

from itertools import product

import sympy as sp

from theory.argument_language import States
from theory.claim import Source
from theory.language import (
    FunctionSymbol,
    Head,
    Positive,
    StrictlyIncreasing,
    function,
    integers,
    reals,
    sequence,
)
from theory.notation import Named
from theory.sequences import Indicator, Mean, Signs

alpha: FunctionSymbol = function("alpha")
L = reals("L")  # a bound on the slopes of alpha

STEP_SIZE = (StrictlyIncreasing(alpha), Positive(alpha))


def after(start, *signs, step=alpha):
    """Return Phi(start; signs), where the steps with these signs lead."""
    for sign in signs:
        start = start + sign * step(start)
    return start


def endpoints(step, start, steps):
    """Return the ends of all strings of so many signs."""
    return [after(start, *signs, step=step) for signs in product((1, -1), repeat=int(steps))]


def count(start, steps, condition, step=alpha):
    """Return how many of the 2^steps ends satisfy a condition."""
    ends = endpoints(step, start, steps)
    return sum(sp.Piecewise((1, condition(end)), (0, True)) for end in ends)


def slope_bound(one, two):
    """Return |alpha(one) - alpha(two)| <= L |one - two|."""
    return sp.Abs(alpha(one) - alpha(two)) <= L * sp.Abs(one - two)


u, x, m = reals("u x m")
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

EQUATION_5 = Source("section 5.3, equation (5)")
THEOREM_5_4 = Source("section 5.3, theorem 5.4")
APPENDIX = Source("", "appendix F.4")
NOTATION = (
    Named(alpha, "variable", "size of a step of the walk, as a function of its place", EQUATION_5),
    Named(t, "variable", "number of steps", EQUATION_5),
    Named(u, "variable", "where the walk starts", THEOREM_5_4),
    Named(x, "variable", "a point", THEOREM_5_4),
    Named(m, "variable", "a median of the law", THEOREM_5_4),
    Named(j, "variable", "number of steps so far", APPENDIX),
    Named(s, "variable", "a string of signs, one for each step", APPENDIX),
    Named(F, "quantity", "distribution function of the walk", THEOREM_5_4),
    Named(ABOVE, "quantity", "probability that the walk is at or above a point", THEOREM_5_4),
    Named(PHI, "quantity", "where the walk is after so many steps along a string", APPENDIX),
    Named(H, "quantity", "sum of the first signs of a string", APPENDIX),
)
