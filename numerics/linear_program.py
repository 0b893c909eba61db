"""Minimise the largest of several affine functions under linear inequalities, in rationals."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

Affine = Sequence[Fraction]  # coefficients of the unknowns, then the constant


def least_maximum(objectives: Sequence[Affine], constraints: Sequence[Affine]) -> Fraction | None:
    """Return the least possible largest objective, `None` if the constraints exclude each other.

    With t for the largest objective the optimum lies at a vertex of the polyhedron of all (x, t)
    with `objective(x) <= t` and `constraint(x) <= 0`, if it has one; every vertex is tried.

    Args:
        objectives: affine functions of n unknowns, each as n coefficients and a constant.
        constraints: affine functions that must be at most zero.

    Raises:
        ValueError: the polyhedron has no vertex, as for too few objectives and constraints.

    >>> least_maximum([[-1, 0], [1, 0]], [[1, Fraction(1, 2)]])
    Fraction(1, 2)
    """
    rows = [[*map(Fraction, f[:-1]), Fraction(-1), Fraction(f[-1])] for f in objectives]
    rows += [[*map(Fraction, f[:-1]), Fraction(0), Fraction(f[-1])] for f in constraints]
    size = len(rows[0]) - 1
    best: Fraction | None = None
    vertices = 0
    for chosen in combinations(rows, size):
        vertex = _solution(chosen)
        if vertex is None:
            continue
        vertices += 1
        if all(_value(row, vertex) <= 0 for row in rows):
            best = vertex[-1] if best is None else min(best, vertex[-1])
    if not vertices:
        raise ValueError("the problem has no vertex")
    return best


def _value(row: Sequence[Fraction], point: Sequence[Fraction]) -> Fraction:
    return sum((c * x for c, x in zip(row, point, strict=False)), row[-1])


def _solution(rows: Sequence[Sequence[Fraction]]) -> list[Fraction] | None:
    """Return where all these affine functions are zero, if that is one point (elimination)."""
    table = [[*row[:-1], -row[-1]] for row in rows]
    size = len(table)
    for column in range(size):
        pivot = next((r for r in range(column, size) if table[r][column]), None)
        if pivot is None:
            return None
        table[column], table[pivot] = table[pivot], table[column]
        table[column] = [x / table[column][column] for x in table[column]]
        for r in range(size):
            if r != column and table[r][column]:
                factor = table[r][column]
                pairs = zip(table[r], table[column], strict=True)
                table[r] = [x - factor * y for x, y in pairs]
    return [row[-1] for row in table]
