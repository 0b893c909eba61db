"""Powers: zero, negative bases, and what is huge."""

from fractions import Fraction

import sympy as sp

from tests.verify.truth.test_functions import outcome_of
from theory.language import (
    reals,
)
from verify.truth import Truth, Undecided, Undefined, enclose, evaluate

x, y, z, t = reals("x y z t")


def test_the_value_of_zero_to_the_power_zero_is_one():
    zero = sp.Pow(x, y, evaluate=False)
    assert enclose(zero, {x: Fraction(0), y: Fraction(0)}) == 1
    nearly_zero = sp.Abs(sp.sin(x) ** 2 + sp.cos(x) ** 2 - 1)  # a ball around 0
    assert outcome_of((x - 1) ** nearly_zero, 1) is Undecided


def test_a_ball_as_exponent_of_a_negative_base_decides_nothing_if_it_may_be_an_integer():
    two = 1 + sp.sin(x) ** 2 + sp.cos(x) ** 2
    assert outcome_of(sp.Integer(-3) ** two, 2) is Undecided
    assert outcome_of(sp.Integer(-3) ** sp.sqrt(x), 2) is Undefined


def test_huge_powers_are_compared():
    huge = 2 ** (10**x)
    assert evaluate(sp.Gt(huge, 3 ** (10 ** (x - 1))), {x: Fraction(9)}) is Truth.TRUE
    assert evaluate(sp.Eq(x ** (10**30), 1, evaluate=False), {x: Fraction(-1)}) is Truth.TRUE
