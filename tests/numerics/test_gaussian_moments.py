"""Means of products of correlated normals are sums over pairings; no other matrix has any."""

import random
from fractions import Fraction

import pytest
from flint import fmpq

from numerics.gaussian_moments import added, mean, multiplied, taken_apart
from theory.papers.signsgd_scaling import notation
from verify.judging.strings import String
from verify.papers.signsgd_scaling.noise import MEANINGS


def drawn(draw, size):
    """Return a square matrix and its product with its transpose, which is a covariance."""
    root = [[Fraction(draw.randint(-3, 3), draw.randint(1, 2)) for _ in range(size)] for _ in "12"]
    return [[sum(row[i] * row[j] for row in root) for j in range(size)] for i in range(size)]


@pytest.mark.parametrize("seed", range(6))
def test_the_mean_of_four_is_the_sum_over_three_pairings(seed):
    draw = random.Random(seed)
    h = drawn(draw, 3)
    lower, variances = taken_apart(h)
    units = [tuple(int(m == n) for n in range(3)) for m in range(3)]
    phi = [dict(zip(units, row, strict=True)) for row in lower]
    a, b, c, e = (draw.randrange(3) for _ in range(4))
    four = multiplied(multiplied(phi[a], phi[b]), multiplied(phi[c], phi[e]))
    assert mean(four, variances) == h[a][b] * h[c][e] + h[a][c] * h[b][e] + h[a][e] * h[b][c]
    assert mean(multiplied(multiplied(phi[a], phi[b]), phi[c]), variances) == 0
    assert mean(added(phi[a], multiplied(phi[b], phi[c]), Fraction(2)), variances) == 2 * h[b][c]


@pytest.mark.parametrize("matrix", [[[-1]], [[0, 1], [1, 0]], [[1, 2], [2, 3]], [[1, 0], [1, 1]]])
def test_what_is_no_covariance_has_no_parts(matrix):
    assert taken_apart(matrix) is None


def with_table(rows):
    found = String(rows[0])
    found.table = tuple(map(tuple, rows))
    return found


def test_the_noise_of_a_batch_has_the_moments_of_its_samples():
    draw = random.Random(0)
    h = drawn(draw, 2)
    hessian = with_table([[0, 0, 0], [0, *h[0]], [0, *h[1]]])
    iterate, target = with_table([[0, 2, -1]]), String((Fraction(0), Fraction(1), Fraction(1)))
    u = [1, -2]
    pulled = [sum(h[i][j] * u[j] for j in range(2)) for i in range(2)]
    energy = sum(u[i] * pulled[i] for i in range(2))
    value = {head: options[0].evaluate for head, options in MEANINGS.items()}
    of = (iterate, target, hessian)
    sigma, batch, d = fmpq(3), fmpq(5), fmpq(2)
    at = (fmpq(1), fmpq(2))
    outer = energy * h[0][1] + pulled[0] * pulled[1]
    assert value[notation.OUTER](*at, *of, d) == outer
    noise = value[notation.NOISE_PRODUCT]
    assert noise(*at, *of, sigma, batch, d) == (outer + 9 * h[0][1]) / 5
    assert value[notation.RISK_GRADIENT](at[1], *of, sigma, d) == pulled[1]
    assert value[notation.NOISE_MEAN](at[1], *of, sigma, batch, d) == 0
    assert noise(fmpq(3), at[1], *of, sigma, batch, d) is None  # there are two entries
    assert noise(*at, *of, sigma, fmpq(0), d) is None
    wrong = with_table([[0, 0, 0], [0, 1, 2], [0, 2, 1]])
    assert noise(*at, iterate, target, wrong, sigma, batch, d) is None
