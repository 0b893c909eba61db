"""Laws of squared coordinates of a uniform vector on the sphere, in two ways."""

import numpy as np
import pytest
from flint import arb

from numerics import sphere


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("dimension", [3, 4, 10])
@pytest.mark.parametrize("x", [0.1, 0.5, 0.9])
def test_both_ways_agree(count: int, dimension: int, x: float) -> None:
    value, error = sphere.squares_below_by_quadrature(count, dimension, x)
    assert abs(float(sphere.squares_below(count, dimension, arb(x)).mid()) - value) <= error
    other = float(sphere.squares_below(count, dimension + 1, arb(x)).mid())
    assert abs(other - value) > error


def test_a_coordinate_in_space_is_uniform() -> None:
    assert sphere.squares_below(1, 3, arb("0.25")).overlaps(arb("0.5"))


@pytest.mark.parametrize("dimension", [3, 4, 10])
@pytest.mark.parametrize("total", [0.01, 0.8, 1.4])
def test_pair_and_sum_agree_with_samples(dimension: int, total: float) -> None:
    samples, far = 400_000, 6  # standard deviations of a share
    w = np.random.default_rng(dimension).standard_normal((samples, dimension))
    w /= np.linalg.norm(w, axis=1, keepdims=True)
    product, square = 0.75 / dimension, 1 / dimension
    inside = (w[:, 0] ** 2 + w[:, 1] ** 2 <= square) & (np.abs(w.sum(axis=1)) >= total)
    found = sphere.pair_and_sum(dimension, arb(product), arb(square), arb(total))
    for side, ball in zip((1, -1), found, strict=True):
        share = float((inside & (2 * side * w[:, 0] * w[:, 1] >= product)).mean())
        error = far * (max(share, 1 / samples) / samples) ** 0.5
        assert float(ball.lower()) - error <= share <= float(ball.upper()) + error


def test_finer_cells_give_a_narrower_ball() -> None:
    at = 5, arb("0.15"), arb("0.2"), arb("0.8")
    coarse, fine = (sphere.pair_and_sum(*at, cells=cells)[0] for cells in ((4, 8), (16, 32)))
    assert coarse.contains(fine)
    assert float(fine.rad()) < float(coarse.rad()) / 2


@pytest.mark.parametrize("dimension", [3, 4, 20])
@pytest.mark.parametrize("x", [0.003, 0.05, 0.4])
def test_product_below_agrees_with_samples(dimension: int, x: float) -> None:
    samples, far = 400_000, 6  # standard deviations of a share
    w = np.random.default_rng(dimension).standard_normal((samples, dimension))
    w /= np.linalg.norm(w, axis=1, keepdims=True)
    share = float((np.abs(2 * w[:, 0] * w[:, 1]) <= x).mean())
    ball = sphere.product_below(dimension, arb(x))
    error = far * (max(share, 1 / samples) / samples) ** 0.5
    assert float(ball.lower()) - error <= share <= float(ball.upper()) + error
