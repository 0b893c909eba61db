"""The least sum of squares of L numbers with a given product, by Newton's method."""

from __future__ import annotations

import numpy as np

_EPS = 2.0**-52
_ITERATIONS = 60


def least_squares(product: float, depth: float) -> tuple[float, float]:
    """Return the least sum of squares of `depth` factors with this product, and an error bound.

    In the logarithms u of the sizes the sum of exp(2 u) is convex; Newton steps stay on
    sum(u) = log |product|, from an uneven start. The bound is what a move of 1 in every logarithm
    could still gain at the slope that is left, which bounds the gain of a convex function within
    that distance, plus round-off.

    >>> value, error = least_squares(-4.0, 2.0)
    >>> abs(value - 8) < error < 1e-9
    True
    """
    count = int(depth)
    if product == 0:
        return 0.0, 0.0
    u = np.log(abs(product)) / count + np.linspace(-1, 1, count)
    for _ in range(_ITERATIONS):
        slope, curvature = 2 * np.exp(2 * u), 4 * np.exp(2 * u)
        pressure = (slope / curvature).sum() / (1 / curvature).sum()
        u = u - np.clip((slope - pressure) / curvature, -1, 1)
        u += (np.log(abs(product)) - u.sum()) / count
    squares = np.exp(2 * u)
    value = float(squares.sum())
    uneven = 2 * float(np.abs(squares - squares.mean()).sum())
    return value, uneven + 64 * _EPS * count * value * (1 + abs(float(np.log(abs(product)))))
