"""How long x' = speed(x) takes between two levels: quadrature of dx / speed over log x."""

from __future__ import annotations

import math

from scipy.integrate import quad


def power_law_time(m: float, start: float, level: float) -> tuple[float, float]:
    """Return the time that x' = x^m takes from `start` to `level`, and an error bound.

    >>> value, error = power_law_time(2.0, 0.5, 1.0)
    >>> abs(value - 1.0) <= error < 1e-6
    True
    """
    if not 0 < start <= level:
        return float("nan"), float("inf")
    try:
        value, error = quad(
            lambda u: math.exp(u - m * u), math.log(start), math.log(level), limit=200
        )
    except OverflowError:
        return float("nan"), float("inf")
    return value, 4 * error + 1e-12 * abs(value)
