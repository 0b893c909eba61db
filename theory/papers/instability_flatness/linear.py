"""The walk with a linear step size alpha(x) = c + s x on the visited range."""

import sympy as sp

from theory.language import reals

c, s = reals("c s")
HALF = sp.Rational(1, 2)
LINEAR = (c > 0, s > 0, s < 1)
BRANCHES = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def step(sign, x):
    """Return T_+ or T_- at x."""
    return x + sign * (c + s * x)


def back(sign, y):
    """Return the inverse of T_+ or T_- at y."""
    return (y - sign * c) / (1 + sign * s)


def two_steps(branch, x):
    """Return T_ab at x."""
    return step(branch[1], step(branch[0], x))


def preimage(branch, y):
    """Return the inverse of T_s at y, for a sign string s of any length."""
    for sign in reversed(branch):
        y = back(sign, y)
    return y
