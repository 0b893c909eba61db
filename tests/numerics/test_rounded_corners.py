"""Functions with rounded corners: two programs that share no formula agree on them."""

from fractions import Fraction

import pytest

from numerics import density_walk, linear_pieces
from theory.values import PiecewiseLinear

ROUNDED = (
    PiecewiseLinear.through({0: 1, 2: 3}, 1, 0, rounding=1),
    PiecewiseLinear.through({-3: 1, 0: 4, 1: 2, 3: 2}, 1, "5/2", rounding="1/2"),
    PiecewiseLinear.through({0: 0, 1: 1, 2: 0}, 1, 0, rounding="1/7"),
)


@pytest.mark.parametrize("f", ROUNDED)
def test_a_parabola_at_a_corner_is_the_mean_of_the_lines_around(f):
    for x in (Fraction(i, 12) for i in range(-60, 60)):
        assert f(x) == linear_pieces.height(f, x)


@pytest.mark.parametrize("f", ROUNDED)
def test_the_slope_is_the_same_on_both_sides_of_every_place(f):
    step = Fraction(1, 10**6)
    places = {k + side * f.rounding for k in f.knots for side in (-1, 0, 1)}
    for x in places:
        before, after = (f(x) - f(x - step)) / step, (f(x + step) - f(x)) / step
        assert abs(after - before) < 100 * step


def test_no_law_is_worked_out_from_corners_that_are_rounded():
    tent = {0: 0, 1: 1, 2: 0}
    assert density_walk.is_density(PiecewiseLinear.through(tent, 0, 0))
    assert not density_walk.is_density(
        PiecewiseLinear.through({-1: 0, **tent}, 0, 0, rounding="1/9")
    )
    with pytest.raises(ArithmeticError, match="rounded"):
        density_walk.lines(ROUNDED[0])
