"""Rays from a point at which hypotheses hold: orders that fail on them, and right ones."""

import pytest
import sympy as sp

from theory.argument_language import States
from theory.language import eq, integers, reals, sequence
from theory.orders import Order
from theory.sequences import entries
from verify.variants.paths import eventually
from verify.variants.scaled import about_reals, fails_from, rays_from

x, y, z = reals("x y z")
n, i = integers("n i")
a = sequence("a")
WEIGHTED = sp.Sum(x * a[i] ** 2, (i, 1, n))
SETTING = (n >= 2, eq(sp.Sum(a[i] ** 2, (i, 1, n)), 1), x > 0, y > 0)
POINT = {
    n: sp.Integer(2),
    a: entries((sp.Rational(3, 5), sp.Rational(4, 5)), i),
    x: sp.Integer(2),
    y: sp.Integer(1),
}
OVER = (n, a, x, y)


def at_most(left, right, over=OVER):
    return States(Order(left, right, "at most", over), SETTING)


WRONG = [
    at_most(WEIGHTED, x * y),
    at_most(WEIGHTED * y, x),
    at_most(WEIGHTED, x ** sp.Rational(9, 8)),
]
RIGHT = [
    at_most(WEIGHTED, x),
    at_most(WEIGHTED * y, x * y),
    at_most(WEIGHTED * y, x, (n, a, x)),  # on y the constants may depend
]


@pytest.mark.parametrize("statement", WRONG, ids=str)
def test_a_power_too_much_is_seen_along_a_ray_from_the_point(statement):
    assert fails_from(statement, POINT) is not None


@pytest.mark.parametrize("statement", RIGHT, ids=str)
def test_nothing_is_said_of_an_order_that_is_right(statement):
    assert fails_from(statement, POINT) is None


def test_no_ray_starts_where_a_hypothesis_fails():
    outside = {**POINT, a: entries((1, 1), i)}
    assert all(fails_from(statement, outside) is None for statement in WRONG)


def test_what_an_equation_determines_moves_with_the_rest():
    told = States(Order(x * y, z, "at most", (x, y, z)), (eq(z, x * y), x > 0, y > 0))
    found = list(rays_from(told, {x: sp.Integer(1), y: sp.Integer(3)}, z))
    assert found
    assert all(eventually(eq(z, x * y), path) for path in found)
    assert not any(path.is_constant(z) for path in found)


def test_a_real_without_a_value_at_the_point_starts_no_ray():
    assert fails_from(WRONG[0], {s: v for s, v in POINT.items() if s != x}) is None


def test_a_sequence_of_which_the_point_says_nothing_is_declined():
    assert about_reals(WRONG[0], {n: sp.Integer(2)}) is None
