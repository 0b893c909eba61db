"""Exponents that are drawn satisfy the hypotheses in the leading order, where there are some."""

import random

import sympy as sp
from sympy.logic.boolalg import Or

from theory.orders import Large, LargeEnough, Small, SmallEnough
from verify.variants.exponents import drawn_exponents

x, y, scale = sp.symbols("x y scale", positive=True)
POWERS = (0, 1, 2, -1, -2)


def drawn(*given):
    return drawn_exponents(given, scale, {x: POWERS, y: POWERS}, random.Random(0), 50)


def test_sizes_bound_the_exponents_of_products_and_maxima():
    found = drawn(SmallEnough(x * y), LargeEnough(x / sp.Max(1, y**2)), Small(y**3 * x**2))
    assert found
    for at in found:
        assert at[x] + at[y] < 0
        assert at[x] > max(0, 2 * at[y])
        assert 3 * at[y] + 2 * at[x] <= 0


def test_comparisons_may_be_with_powers_of_the_scale():
    assert {(at[x], at[y]) for at in drawn(x >= scale**2, y <= 1 / scale**2)} == {(2, -2)}
    assert {at[x] for at in drawn(Or(x >= scale**2, x <= 1 / scale**2))} == {2, -2}


def test_none_are_drawn_where_there_are_none():
    assert drawn(LargeEnough(x), SmallEnough(x * y), Large(y)) == []


def test_what_is_no_product_or_maximum_is_passed_over():
    assert len(drawn(sp.exp(x) > 3, x - y > 0)) == len(POWERS) ** 2
