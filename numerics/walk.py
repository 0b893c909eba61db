"""The walk X_{t+1} = X_t + xi_t alpha(X_t) with fair signs xi_t, exactly.

The law of X_t from a point is found by enumerating all 2**t sign strings in rationals.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction


def law(
    alpha: Callable[[Fraction], Fraction], start: Fraction, steps: int
) -> dict[Fraction, Fraction]:
    """Return the law of X_t from a point mass.

    Args:
        alpha: the step size as a function of the position.
        start: the position at time 0.
        steps: the number of steps t; the work is 2**t.

    Returns:
        Position -> probability, exact, summing to 1.
    """
    current = {start: Fraction(1)}
    for _ in range(steps):
        following: dict[Fraction, Fraction] = {}
        for x, mass in current.items():
            step = alpha(x)
            for y in (x - step, x + step):
                following[y] = following.get(y, Fraction(0)) + mass / 2
        current = following
    return current


def mass_at_most(distribution: dict[Fraction, Fraction], level: Fraction) -> Fraction:
    """Return Pr(X <= level)."""
    return sum((m for x, m in distribution.items() if x <= level), Fraction(0))


def mass_below(distribution: dict[Fraction, Fraction], level: Fraction) -> Fraction:
    """Return Pr(X < level)."""
    return sum((m for x, m in distribution.items() if x < level), Fraction(0))
