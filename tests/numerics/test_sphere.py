"""Laws of squared coordinates of a uniform vector on the sphere, in two ways."""

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
