"""Means of polynomials in correlated Gaussian variables, in rational numbers.

A covariance H is taken apart as L D L^T, so that phi = L g has it for independent normals g_m with
variances D_m. A polynomial in these is a table of its coefficients by exponents, and its mean is
that of each of its terms: E g^p is 0 for odd p and (p - 1)!! D^(p/2) for even p.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod

Polynomial = Mapping[tuple[int, ...], Fraction]
Matrix = Sequence[Sequence[Fraction]]


def taken_apart(matrix: Matrix) -> tuple[list[list[Fraction]], list[Fraction]] | None:
    """Return L and the diagonal of D with H = L D L^T, `None` if H is no covariance matrix.

    That is one that is not symmetric, or not positive semidefinite.

    >>> found = taken_apart([[4, 2], [2, 1]])
    >>> [[str(entry) for entry in row] for row in found[0]], [str(v) for v in found[1]]
    ([['1', '0'], ['1/2', '1']], ['4', '0'])
    >>> taken_apart([[1, 2], [2, 1]]) is taken_apart([[1, 0], [2, 1]]) is None
    True
    """
    size = len(matrix)
    rest = [[Fraction(entry) for entry in row] for row in matrix]
    if any(rest[i][j] != rest[j][i] for i, j in product(range(size), repeat=2)):
        return None
    lower = [[Fraction(i == j) for j in range(size)] for i in range(size)]
    variances = []
    for m in range(size):
        pivot = rest[m][m]
        if pivot < 0 or (pivot == 0 and any(rest[m])):
            return None
        variances.append(pivot)
        for i in range(m + 1, size) if pivot else ():
            lower[i][m] = rest[i][m] / pivot
        for i, j in product(range(m + 1, size), repeat=2):
            rest[i][j] -= lower[i][m] * lower[j][m] * pivot
        for i in range(size):
            rest[i][m] = rest[m][i] = Fraction(0)
    return lower, variances


def added(one: Polynomial, other: Polynomial, times: Fraction = Fraction(1)) -> Polynomial:
    """Return the sum of a polynomial and a multiple of another one."""
    found = dict(one)
    for powers, factor in other.items():
        found[powers] = found.get(powers, Fraction(0)) + times * factor
    return found


def multiplied(one: Polynomial, other: Polynomial) -> Polynomial:
    """Return the product of two polynomials."""
    found: dict[tuple[int, ...], Fraction] = {}
    for (powers, factor), (more, other_factor) in product(one.items(), other.items()):
        both = tuple(p + q for p, q in zip(powers, more, strict=True))
        found[both] = found.get(both, Fraction(0)) + factor * other_factor
    return found


def mean(polynomial: Polynomial, variances: Sequence[Fraction]) -> Fraction:
    """Return the mean of a polynomial in independent normals.

    >>> str(mean({(4, 0): Fraction(1), (1, 0): Fraction(7), (2, 2): Fraction(2)}, (2, 3)))
    '24'
    """
    total = Fraction(0)
    for powers, factor in polynomial.items():
        if all(power % 2 == 0 for power in powers):
            of_each = zip(powers, variances, strict=True)
            total += factor * prod(prod(range(1, p, 2)) * v ** (p // 2) for p, v in of_each)
    return total
