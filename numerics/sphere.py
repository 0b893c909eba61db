"""A uniform vector on the sphere of R^d: laws of squared coordinates, in balls and by quadrature.

The sum of the squares of p of its d coordinates has the law Beta(p/2, (d - p)/2).
"""

from __future__ import annotations

import numpy as np
from flint import arb
from scipy.integrate import quad


def squares_below(count: int, dimension: int, x: arb) -> arb:
    """Return Pr(the squares of `count` coordinates add up to at most x), 0 < count < dimension."""
    if x <= 0:
        return arb(0)
    if x >= 1:
        return arb(1)
    return arb(x).beta_lower(arb(count) / 2, arb(dimension - count) / 2, regularized=True)


def squares_below_by_quadrature(count: int, dimension: int, x: float) -> tuple[float, float]:
    """Return the same in floating point, by the angle to those coordinates, and an error bound.

    The angle t has the density cos(t)^(count - 1) sin(t)^(dimension - count - 1) up to a factor.
    """

    def density(angle: float) -> float:
        return float(np.cos(angle) ** (count - 1) * np.sin(angle) ** (dimension - count - 1))

    edge = float(np.arccos(np.sqrt(min(max(x, 0.0), 1.0))))
    above, above_error = quad(density, 0.0, edge)
    below, below_error = quad(density, edge, np.pi / 2)
    whole = above + below
    return below / whole, 2 * (above_error + below_error) / whole + 1e-14
