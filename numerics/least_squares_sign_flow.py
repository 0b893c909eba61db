"""Sign gradient flow on a weighted least-squares loss, followed exactly in rationals.

    dx/dt in -sign(g),   g = Z^T C (Z x - y),   C = diag(weights),   sign(0) = [-1, 1]

The path is piecewise linear. Between two events the velocity is -sign(g_j) where g_j != 0; on
the coordinates with g_j = 0 it is the Filippov velocity: v_j in [-1, 1] such that g_j stays 0, or
v_j = -1 (+1) if g_j leaves upwards (downwards). These are the optimality conditions of a convex
quadratic problem in a box, solved here by enumeration of its faces. Shapes: `Z [k, n]`, `y [k]`,
`weights [k]`, `x [n]`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import numpy as np

Vector = list[Fraction]
Matrix = list[Vector]


def normal_equations(
    features: Sequence[Sequence[int]], targets: Sequence[int], weights: Sequence[Fraction]
) -> tuple[Matrix, Vector]:
    """Return A = Z^T C Z `[n, n]` and b = Z^T C y `[n]`, so that g = A x - b."""
    rows, columns = range(len(targets)), range(len(features[0]))
    matrix = [
        [
            sum((Fraction(weights[i]) * features[i][a] * features[i][b] for i in rows), Fraction(0))
            for b in columns
        ]
        for a in columns
    ]
    right = [
        sum((Fraction(weights[i]) * features[i][a] * targets[i] for i in rows), Fraction(0))
        for a in columns
    ]
    return matrix, right


def limit(
    features: Sequence[Sequence[int]],
    targets: Sequence[int],
    weights: Sequence[Fraction],
    events: int = 100,
) -> Vector | None:
    """Return where the flow from 0 comes to rest.

    Args:
        features: `Z [k, n]`, any two columns linearly independent, n <= 3.
        targets: `y [k]`.
        weights: the positive weights of the squared residuals `[k]`.
        events: how many linear pieces to follow at most.

    Returns:
        The exact limit `[n]`, or `None` where a velocity is not unique or events run out.

    >>> limit([[1]], [3], [Fraction(1)])
    [Fraction(3, 1)]
    """
    matrix, right = normal_equations(features, targets, weights)
    x = [Fraction(0)] * len(right)
    for _ in range(events):
        gradient = [_dot(row, x) - b for row, b in zip(matrix, right, strict=True)]
        if not any(gradient):
            return x
        v = velocity(matrix, gradient)
        if v is None:
            return None
        change = [_dot(row, v) for row in matrix]
        times = [-g / c for g, c in zip(gradient, change, strict=True) if g * c < 0]
        if not times:
            return None
        x = [a + min(times) * b for a, b in zip(x, v, strict=True)]
    return None


def velocity(matrix: Matrix, gradient: Vector) -> Vector | None:
    """Return the Filippov velocity at a gradient, or `None` if it is not unique.

    >>> velocity([[Fraction(1)]], [Fraction(-2)])
    [Fraction(1, 1)]
    """
    at_zero = [j for j, g in enumerate(gradient) if g == 0]
    fixed = [Fraction((g < 0) - (g > 0)) for g in gradient]
    found: list[Vector] = []
    for face in product((0, -1, 1), repeat=len(at_zero)):
        free = [j for j, side in zip(at_zero, face, strict=True) if side == 0]
        v = list(fixed)
        for j, side in zip(at_zero, face, strict=True):
            v[j] = Fraction(side)
        solved = _solve(
            [[matrix[a][b] for b in free] for a in free], [-_dot(matrix[a], v) for a in free]
        )
        if solved is None:
            return None
        for j, value in zip(free, solved, strict=True):
            v[j] = value
        inside = all(abs(value) <= 1 for value in solved)
        leaves = all(side * _dot(matrix[j], v) <= 0 for j, side in zip(at_zero, face, strict=True))
        if inside and leaves and v not in found:
            found.append(v)
    return found[0] if len(found) == 1 else None


def descend(
    features: Sequence[Sequence[int]],
    targets: Sequence[int],
    weights: Sequence[float],
    step: float,
    steps: int,
) -> np.ndarray:
    """Return the end `[n]` of sign descent from 0 with a fixed step, in float64."""
    z, y, c = (np.asarray(a, dtype=np.float64) for a in (features, targets, weights))
    x = np.zeros(z.shape[1])
    for _ in range(steps):
        x -= step * np.sign(z.T @ (c * (z @ x - y)))
    return x


def _dot(a: Sequence[Fraction], b: Sequence[Fraction]) -> Fraction:
    return sum((p * q for p, q in zip(a, b, strict=True)), Fraction(0))


def _solve(matrix: Matrix, right: Vector) -> Vector | None:
    """Solve a square system by elimination; `None` if it is singular."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i in range(len(rows)):
        pivot = next((r for r in range(i, len(rows)) if rows[r][i] != 0), None)
        if pivot is None:
            return None
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [entry / rows[i][i] for entry in rows[i]]
        for r in range(len(rows)):
            if r != i:
                factor = rows[r][i]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i], strict=True)]
    return [row[-1] for row in rows]
