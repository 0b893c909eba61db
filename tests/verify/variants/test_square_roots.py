"""Terms with square roots, compared exactly: what is close is not equal."""

import pytest
import sympy as sp

from theory.argument_language import States
from theory.language import reals
from verify.truth import Truth
from verify.variants.concrete import broken_at
from verify.variants.square_roots import compared

x, y = reals("x y")
TINY = sp.Rational(1, 10**60)
HALF = sp.Rational(1, 2)


def root(n):
    return sp.Pow(sp.sympify(n), HALF, evaluate=False)


@pytest.mark.parametrize(
    ("relation", "left", "right", "truth"),
    [
        (sp.Eq, root(8), 2 * sp.sqrt(2), Truth.TRUE),
        (sp.Gt, sp.sqrt(2) * sp.sqrt(3) + TINY, sp.sqrt(6), Truth.TRUE),
        (sp.Ge, sp.sqrt(2) * sp.sqrt(3) - TINY, sp.sqrt(6), Truth.FALSE),
        (sp.Lt, (sp.sqrt(2) - 1) ** 2, 3 - 2 * sp.sqrt(2), Truth.FALSE),
        (sp.Le, (sp.sqrt(2) - 1) ** 2, 3 - 2 * sp.sqrt(2), Truth.TRUE),
        (sp.Ne, 1 / (2 * sp.sqrt(3)), sp.sqrt(3) / 6, Truth.FALSE),
        (sp.Eq, sp.Abs(1 - sp.sqrt(2), evaluate=False), sp.sqrt(2) - 1, Truth.TRUE),
        (sp.Eq, root(sp.Rational(3, 8)), sp.sqrt(6) / 4, Truth.TRUE),
        (sp.Gt, sp.Integer(2) ** sp.Rational(-3, 2), sp.sqrt(2) / 4, Truth.FALSE),
        (sp.Eq, root(-4), root(-4), None),  # without a value
        (sp.Eq, 1 / root(0), sp.S.One, None),
        (sp.Eq, sp.cbrt(2) ** 3 + 0 * x, sp.cbrt(3), None),
        (sp.Eq, sp.log(2), sp.log(4) / 2, None),
        (sp.Eq, x, x, None),
    ],
)
def test_terms_with_square_roots_are_compared_exactly(relation, left, right, truth):
    assert compared(relation, left, right) is truth


@pytest.mark.parametrize(
    ("given", "false", "true"),
    [
        ((x > 0, x**2 >= 2), x**3 > 2 * sp.sqrt(2), x**3 >= 2 * sp.sqrt(2)),
        ((x**2 + y**2 <= 1,), x + y < sp.sqrt(2), x + y <= sp.sqrt(2)),
    ],
)
def test_where_sides_are_equal_reals_may_be_irrational(given, false, true):
    assert "sqrt(2)" in broken_at(States(false, given), {})
    assert broken_at(States(true, given), {}) is None
