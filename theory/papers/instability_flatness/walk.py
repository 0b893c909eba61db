"""The walk X_{t+1} = X_t + xi_t alpha(X_t) with fair signs xi_t, for any step size alpha."""

from itertools import product

import sympy as sp

from theory.language import FunctionSymbol, Positive, StrictlyIncreasing, function, reals

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
