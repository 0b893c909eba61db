"""The norm of the mean of N matrices y x x^T for uniform sign vectors x: its law, in two ways.

The label y is x_1 x_2 or a random sign of its own. As x and -x give one matrix, x_1 may be 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import comb

import numpy as np
from flint import arb, arb_poly, fmpq, fmpz_mat

Entries = tuple[int, ...]  # of a symmetric matrix, row by row


def _one_sample(inputs: tuple[int, ...], random_labels: bool) -> Iterator[Entries]:
    """Yield y x x^T for every label that a sign vector may have."""
    for label in (1, -1) if random_labels else (inputs[0] * inputs[1],):
        yield tuple(label * one * other for one in inputs for other in inputs)


@lru_cache(maxsize=16)
def sums_by_counts(dimension: int, samples: int, random_labels: bool) -> Counter[Entries]:
    """Return in how many ways N samples add up to each matrix, by how often each one is drawn."""
    found: Counter[Entries] = Counter({(0,) * dimension**2: 1})
    kinds = [
        matrix
        for others in product((1, -1), repeat=dimension - 1)
        for matrix in _one_sample((1, *others), random_labels)
    ]
    drawn = {0: found}
    for matrix in kinds:
        after: dict[int, Counter[Entries]] = {}
        for before, sums in drawn.items():
            for times in range(samples - before + 1):
                into = after.setdefault(before + times, Counter())
                ways = comb(samples - before, times)
                for total, count in sums.items():
                    into[tuple(t + times * e for t, e in zip(total, matrix, strict=True))] += (
                        ways * count
                    )
        drawn = after
    return drawn[samples]


@lru_cache(maxsize=16)
def _characteristic(dimension: int, samples: int, random_labels: bool) -> Counter[Entries]:
    """Return the characteristic polynomials of the sums, coefficients from that of 1 on."""
    found: Counter[Entries] = Counter()
    for total, count in sums_by_counts(dimension, samples, random_labels).items():
        polynomial = fmpz_mat(dimension, dimension, total).charpoly()
        found[tuple(map(int, polynomial.coeffs()))] += count
    return found


def norm_at_most(dimension: int, samples: int, random_labels: bool, bound: arb) -> fmpq | None:
    """Return Pr(the norm of the mean is less than a bound), or `None` where a ball is too wide.

    It is where the bound times N is above all roots of the characteristic polynomial of the sum,
    and of its negative.
    """
    sums = _characteristic(dimension, samples, random_labels)
    inside = 0
    for coefficients, count in sums.items():
        mirrored = [c * (-1) ** (dimension - k) for k, c in enumerate(coefficients)]
        above = [_is_above_all_roots(some, bound * samples) for some in (coefficients, mirrored)]
        if None in above and False not in above:
            return None
        inside += count * all(above)
    return fmpq(inside, sum(sums.values()))


def _is_above_all_roots(coefficients: Sequence[int], x: arb) -> bool | None:
    """Return whether x is above all roots of a monic polynomial that has real roots only, if known.

    It is where the polynomial and all its derivatives are positive there: then they are from there
    on, by Taylor's formula, and above all roots each is a product of positive factors.
    """
    polynomial = arb_poly(list(coefficients))
    signs = []
    while polynomial.degree() > 0:
        value = polynomial(x)
        signs.append(True if value > 0 else False if value < 0 else None)
        polynomial = polynomial.derivative()
    return False if False in signs else None if None in signs else True


@lru_cache(maxsize=16)
def norms_by_samples(
    dimension: int, samples: int, random_labels: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Return the norms of the mean and their probabilities, one sample after the other.

    All sign vectors are drawn, also those with x_1 = -1; the norms are those of numpy.
    """
    law = {(0.0,) * dimension**2: 1.0}
    drawn = [
        matrix
        for inputs in product((1, -1), repeat=dimension)
        for matrix in _one_sample(inputs, random_labels)
    ]
    for _ in range(samples):
        after: dict[tuple[float, ...], float] = {}
        for total, chance in law.items():
            for matrix in drawn:
                moved = tuple(t + e for t, e in zip(total, matrix, strict=True))
                after[moved] = after.get(moved, 0.0) + chance / len(drawn)
        law = after
    matrices = np.array(list(law)).reshape(-1, dimension, dimension) / samples
    return np.abs(np.linalg.eigvalsh(matrices)).max(axis=1), np.array(list(law.values()))


def norm_at_most_by_samples(
    dimension: int, samples: int, random_labels: bool, bound: float
) -> tuple[float, float]:
    """Return the same in floating point, with the mass of what is too near to the bound."""
    norms, chances = norms_by_samples(dimension, samples, random_labels)
    near = np.abs(norms - bound) <= 1e-12 * dimension**2
    return float(chances[norms <= bound].sum()), float(chances[near].sum()) + 1e-12
