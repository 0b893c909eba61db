"""The terms of the laws of theorem F.6, as theorem 3.1 has them."""

import sympy as sp

from theory.claim import ForAll, SameOrder
from theory.hints import Within
from theory.language import reals

beta, s, c = reals("beta s c")
G, M, Y = reals("G M Y")  # sqrt(B) / eta, T^(2s), T^(1 - 2/beta)


def first_law(time):
    """Return (24) below T = d^(beta/2)."""
    return time ** (-2 * s) + (1 - time ** -(1 - 2 / beta)) / G


def late_signal(time, dimension):
    """Return the signal of (24) beyond T = d^(beta/2), with 1 for the constant in the exponent."""
    decay = time / dimension ** (beta / 2)
    return time**-1 * dimension ** (-beta / 2 * (2 * s - 1)) * sp.exp(-decay)


def second_law(time, dimension):
    """Return (24) beyond T = d^(beta/2)."""
    return late_signal(time, dimension) + 1 / G


BRACKET = SameOrder(1 / M + (1 - 1 / Y) / G, 1 / M + 1 / G, (M >= 1, G >= 1, Y >= 2), (M, G, Y))
BRACKET_CONSTANTS = Within(sp.Rational(1, 2), 1)
BRACKET_NEAR_ZERO = ForAll(
    given=(M >= 1, c >= M, G >= 1, Y >= 1),
    says=(1 / M + 1 / G) / (1 + c) <= 1 / M + (1 - 1 / Y) / G,
)
LAW_TERMS = {
    M: "inverse of the signal, T^(2s)",
    G: "inverse of the noise, sqrt(B) / eta",
    Y: "the power T^(1 - 2/beta)",
}
