"""A uniform vector on the sphere of R^d: laws of squared coordinates, in balls and by quadrature.

The sum of the squares of p of its d coordinates has the law Beta(p/2, (d - p)/2).
"""

from __future__ import annotations

from functools import reduce
from itertools import pairwise

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


def pair_and_sum(
    dimension: int, product: arb, square: arb, total: arb, cells: tuple[int, int] = (16, 32)
) -> tuple[arb, arb]:
    """Return Pr(2 w_1 w_2 >= p, w_1^2 + w_2^2 <= s, |w_1 + ... + w_d| >= t), and for -2 w_1 w_2.

    Args:
        dimension: d, 3 or more.
        product: p, positive.
        square: s, larger than p and less than 1.
        total: t, positive.
        cells: how many values of w_1^2 + w_2^2 and of the angle are told apart.

    With w_1 + w_2 = sqrt(2) r cos(a) the product is r^2 cos(2 a), and of the opposite sign after a
    quarter of a turn, which makes the cosine of a sine. The rest of w has a uniform direction. Of a
    cell it is only used which values its corners have.
    """
    lengths = [product + (square - product) * k / cells[0] for k in range(cells[0] + 1)]
    widest = (product / square).acos() / 2
    angles = [widest * k / cells[1] for k in range(cells[1] + 1)]
    bounds = [[arb(0), arb(0)], [arb(0), arb(0)]]
    for short, long in pairwise(lengths):
        share = squares_below(2, dimension, long) - squares_below(2, dimension, short)
        for near, far in pairwise(angles):
            if long * (2 * near).cos() < product:
                continue
            inside = bool(short * (2 * far).cos() >= product)
            weight = share * 2 * (far - near) / arb.pi()
            parts = ((far.cos(), near.cos()), (near.sin(), far.sin()))
            for found, (least, most) in zip(bounds, parts, strict=True):
                firsts = [(2 * short).sqrt() * least, (2 * long).sqrt() * most]
                spread = [((1 - r) * (dimension - 2)).sqrt() for r in (long, short)]
                low, high = _above(dimension - 2, firsts, spread, total)
                found[0] += weight * low * inside
                found[1] += weight * high
    return tuple(low.union(high) for low, high in bounds)  # type: ignore[return-value]


def product_below(dimension: int, x: arb, cells: int = 400) -> arb:
    """Return Pr(|2 w_1 w_2| <= x) for x between 0 and 1, in a ball; d is 3 or more.

    2 w_1 w_2 is r^2 cos(2 a) with a uniform angle, and in a cell of the angle the law of r^2 has
    its values between those at the ends.
    """
    bounds = [arb(0), arb(0)]
    for k in range(cells):
        near, far = ((arb.pi() * step / (2 * cells)).cos() for step in (k, k + 1))
        for number, cosine in enumerate((near, far)):
            inside = k + 1 < cells or number == 0  # at a right angle the product vanishes
            bounds[number] += squares_below(2, dimension, x / cosine) if inside else arb(1)
    low, high = (bound / cells for bound in bounds)
    return low.union(high)


def _above(count: int, first: list[arb], spread: list[arb], total: arb) -> tuple[arb, arb]:
    """Return bounds of Pr(|A + B v| >= t), A and B in ranges, v a coordinate of a unit vector.

    Args:
        count: number of coordinates of that vector.
        first, spread: the ends of the ranges of A and B, none of them negative.
        total: t, larger than A or not.
    """
    low = high = arb(0)
    for sign in (-1, 1):  # A + B v >= t, and A + B v <= -t, which is as likely as -A + B v >= t
        needed = [(total + sign * a) / b for a in first for b in spread]
        low += _tail(count, reduce(arb.max, needed).upper()).lower()
        high += _tail(count, reduce(arb.min, needed).lower()).upper()
    return low, high


def _tail(count: int, x: arb) -> arb:
    """Return Pr(v >= x) for a coordinate of a uniform unit vector, as a ball."""
    if count == 1:
        below = arb(0) if x * x < 1 else arb(1) if x * x > 1 else arb(0).union(arb(1))
    else:
        below = squares_below(1, count, x * x)
    return (1 - below) / 2 if x > 0 else (1 + below) / 2 if x < 0 else arb(1) / 2
