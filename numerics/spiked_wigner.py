"""The top eigenvector of a matrix of rank one with symmetric noise, for large matrices.

The noise W is a Wigner matrix whose eigenvalues fill [-r, r] by the semicircle law. If S is the
transform S(z) = integral of rho(x) / (z - x), an eigenvalue z > r of lambda v v^T + W satisfies
lambda S(z) = 1, and its eigenvector has the squared inner product -1 / (lambda^2 S'(z)) with v
(Benaych-Georges and Nadakuditi, Advances in Mathematics 227, 2011, theorems 2.1 and 2.2).
"""

from __future__ import annotations

import math

import torch
from flint import acb, arb
from scipy.optimize import brentq

NODES = 256  # of the quadrature
WIDTHS = (2.0**-40, 2.0**-30, 2.0**-20)  # relative, of intervals around z


def overlap_in_balls(spike: arb, radius: arb) -> arb:
    """Return the squared inner product of v and the top eigenvector, as the size grows.

    Args:
        spike: lambda > 0.
        radius: r > 0.

    Raises:
        ArithmeticError: whether an eigenvalue leaves [-r, r] is not decided.
    """
    spike, radius = arb(spike), arb(radius)
    at_edge = spike * edge_transform(radius)
    if at_edge <= 1:
        return arb(0)
    if not at_edge > 1:
        raise ArithmeticError("whether an eigenvalue leaves the bulk is not decided")
    outlier = enclosed_outlier(spike, radius)
    return 1 / (spike**2 * transform(outlier, radius, 2))


def enclosed_outlier(spike: arb, radius: arb) -> arb:
    """Return the eigenvalue z outside of the bulk: a float, then an interval with a change of sign.

    Raises:
        ArithmeticError: no interval shows one.
    """
    near = approximate_outlier(float(spike.mid()), float(radius.mid()))
    for width in WIDTHS:
        low, high = arb(near) * (1 - width), arb(near) * (1 + width)
        inside = low > radius and spike * transform(low, radius, 1) > 1
        if inside and spike * transform(high, radius, 1) < 1:
            return low.union(high)
    raise ArithmeticError(f"no eigenvalue is enclosed near {near}")


def approximate_outlier(spike: float, radius: float) -> float:
    """Return z with lambda S(z) = 1, S by Gauss quadrature for the semicircle law.

    Raises:
        ArithmeticError: z is too near to the edge of the bulk for it.
    """
    angles = torch.arange(1, NODES + 1, dtype=torch.float64) * (math.pi / (NODES + 1))
    places, weights = radius * angles.cos(), 2 / (NODES + 1) * angles.sin() ** 2

    def above(z: float) -> float:
        return spike * float((weights / (z - places)).sum()) - 1

    if above(radius) <= 0:
        raise ArithmeticError(f"the eigenvalue is too near to the edge {radius} of the bulk")
    return float(brentq(above, radius, radius + spike))


def transform(z: arb, radius: arb, power: int) -> arb:
    """Return the mean of (z - x)^{-power} under the semicircle law on [-r, r], for z > r.

    With x = r sin(phi) the law is 2 / pi cos(phi)^2 on [-pi / 2, pi / 2].
    """

    def density(phi: acb, _: bool) -> acb:
        return phi.cos() ** 2 / (acb(z) - acb(radius) * phi.sin()) ** power

    half = arb.pi() / 2
    return 2 / arb.pi() * acb.integral(density, acb(-half), acb(half)).real


def edge_transform(radius: arb) -> arb:
    """Return the same for z = r and the power 1, where cos^2 / (1 - sin) is 1 + sin."""
    half = arb.pi() / 2
    mean = acb.integral(lambda phi, _: 1 + phi.sin(), acb(-half), acb(half)).real
    return 2 / (arb.pi() * radius) * mean


def sampled_overlap(spike: float, radius: float, size: int, seed: int) -> float:
    """Return the squared inner product for one matrix `[size, size]` with normal entries."""
    generator = torch.Generator().manual_seed(seed)
    entries = torch.randn(size, size, dtype=torch.float64, generator=generator)
    noise = (entries + entries.T) / 2**0.5  # variance 1 beside the diagonal
    matrix = noise * (radius / (2 * size**0.5))
    matrix[0, 0] += spike
    _, vectors = torch.linalg.eigh(matrix)
    return float(vectors[0, -1] ** 2)
