"""Hessians of f(w_1 ... w_L) at one point, in rationals, by central differences.

A quadratic f of products of factors is of degree at most 2 in every single parameter, and then
central differences are exact for any step. The number of negative eigenvalues of a rational
symmetric matrix is exact too, by Descartes' rule: all roots of its characteristic polynomial are
real. Parameters are a flat tuple; units are those of f.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise, product

from flint import fmpq, fmpq_mat

Function = Callable[[Sequence[fmpq]], fmpq]


def gradient(loss: Function, at: Sequence[fmpq]) -> list[fmpq]:
    """Return the gradient `[d]` of a loss that is of degree at most 2 in every parameter.

    >>> [str(g) for g in gradient(lambda w: (w[0] * w[1] - 1) ** 2, [fmpq(2), fmpq(3)])]
    ['30', '20']
    """
    return [(loss(_moved(at, {i: 1})) - loss(_moved(at, {i: -1}))) / 2 for i in range(len(at))]


def hessian(loss: Function, at: Sequence[fmpq]) -> list[list[fmpq]]:
    """Return the Hessian `[d, d]` of a loss that is of degree at most 2 in every parameter.

    >>> matrix = hessian(lambda w: (w[0] * w[1] - 1) ** 2, [fmpq(0), fmpq(0)])
    >>> [[str(entry) for entry in row] for row in matrix]
    [['0', '-2'], ['-2', '0']]
    """
    size = len(at)
    upper = {(i, j): _second(loss, at, i, j) for i in range(size) for j in range(i, size)}
    return [[upper[min(i, j), max(i, j)] for j in range(size)] for i in range(size)]


def negative_eigenvalues(matrix: Sequence[Sequence[fmpq]]) -> int:
    """Return how many eigenvalues of a symmetric rational matrix are negative.

    >>> negative_eigenvalues([[fmpq(0), fmpq(-2)], [fmpq(-2), fmpq(0)]])
    1
    """
    coefficients = fmpq_mat([list(row) for row in matrix]).charpoly().coeffs()
    signs = [(1 if c > 0 else -1) * (-1) ** k for k, c in enumerate(coefficients) if c != 0]
    return sum(a != b for a, b in pairwise(signs))


def _second(loss: Function, at: Sequence[fmpq], i: int, j: int) -> fmpq:
    if i == j:
        return loss(_moved(at, {i: 1})) + loss(_moved(at, {i: -1})) - 2 * loss(at)
    total = fmpq(0)
    for a, b in product((1, -1), repeat=2):
        total += a * b * loss(_moved(at, {i: a, j: b}))
    return total / 4


def _moved(at: Sequence[fmpq], by: dict[int, int]) -> list[fmpq]:
    return [value + by.get(i, 0) for i, value in enumerate(at)]
