"""The walk X_{t+1} = X_t + xi_t alpha(X_t) with fair signs xi_t, exactly.

The law of X_t from a point is found by enumerating all 2**t sign strings in rationals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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


def reach_probability(steps: int, level: int) -> Fraction:
    """Return Pr(max |S_k| >= level over k <= steps) for the walk S of fair signs.

    The mass that has not reached +-level is moved on step by step.

    >>> reach_probability(2, 2)
    Fraction(1, 2)
    """
    inside = {0: Fraction(1)}
    for _ in range(steps):
        following: dict[int, Fraction] = {}
        for x, mass in inside.items():
            for y in (x - 1, x + 1):
                if abs(y) < level:
                    following[y] = following.get(y, Fraction(0)) + mass / 2
        inside = following
    return 1 - sum(inside.values(), Fraction(0))


def end(
    alpha: Callable[[Fraction], Fraction], start: Fraction, signs: Sequence[Fraction], steps: int
) -> Fraction:
    """Return where the walk leads from a point along the first signs of a string.

    Args:
        alpha: the step size as a function of the position.
        start: the position at time 0.
        signs: the factors of the steps; those beyond the string are 0.
        steps: how many of them are taken.
    """
    x = start
    for sign in signs[:steps]:
        x += sign * alpha(x)
    return x
