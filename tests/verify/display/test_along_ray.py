"""The points of a ray at which both sides of an order are compared."""

from fractions import Fraction

import sympy as sp

from theory.claim import SameOrder
from theory.language import reals
from theory.values import Ray
from verify.display.along_ray import SIZES, along_ray

x, y, c = reals("x y c")
ORDER = SameOrder(c * x * y, x**2, constants={c: (3,)}, variables=(x, y), regime=(x >= 2, y >= 1))


def test_variables_grow_with_whole_powers_from_a_point_of_the_regime():
    rays = {"c": Fraction(3), "x": Ray(Fraction(1, 2)), "y": Ray(Fraction(1))}
    found = along_ray(ORDER, rays)
    assert found.constants == {c: 3}
    assert found.powers == {x: 1, y: 2}
    assert found.sizes == SIZES[0]
    assert found.at(10) == {x: found.start[x] * 10, y: found.start[y] * 100}
    assert found.start[x] >= 2


def test_a_point_is_no_ray():
    assert along_ray(ORDER, {"c": Fraction(3), "x": Fraction(2), "y": Fraction(1)}) is None


def test_sizes_are_far_enough_out_to_see_on_which_side_of_1_the_ratio_ends():
    slow = SameOrder(100 * x, x * sp.sqrt(x), (x >= 1,), (x,), relation="at least")
    found = along_ray(slow, {"x": Ray(Fraction(1))})
    assert found.sizes == SIZES[1]
    far = found.sizes[-1]
    assert 100 * far < far**1.5
    assert 100 * SIZES[0][-1] > SIZES[0][-1] ** 1.5
