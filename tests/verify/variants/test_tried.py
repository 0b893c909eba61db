"""Points that are found by trying: every hypothesis holds there, and the conclusion does not."""

import random
from fractions import Fraction

import pytest
import sympy as sp

from theory.language import Head, reals
from theory.quantifiers import Every
from verify.claims.meanings import Exact
from verify.truth import Truth
from verify.variants.tried import BROKEN, found_broken, holds_at

x, y, z, w = reals("x y z w")
HALF = Head("Half", "half of a number")
MEANINGS = {HALF: Exact(lambda x: x / 2)}
LOGISTIC = [sp.Eq(y, 3 * x * (1 - x)), sp.Eq(z, 3 * y * (1 - y)), sp.Eq(w, 3 * z * (1 - z))]
PEAK = 4 * sp.exp(-2) / x**2  # the largest y**2 * exp(-x*y) for y >= 0


@pytest.mark.parametrize(
    ("given", "false", "true"),
    [
        ([x > 0, y >= 0], y**2 * sp.exp(-x * y) < PEAK, y**2 * sp.exp(-x * y) <= PEAK),
        ([x <= sp.pi / 2], sp.cos(x) >= 0, sp.cos(x) <= 1),
        ([sp.Eq(1 / x + 1 / y, 1)], sp.Eq(x, y), sp.Eq(x + y, x * y)),
        ([*LOGISTIC, x >= 0, x <= 1], w > 0, w >= 0),
        ([sp.Eq(y, HALF(x))], y < x, sp.Eq(2 * y, x)),
        ([Every(y, y**2 >= x)], x < 0, x <= 0),
        ([x > 0], Every(y, y**2 >= x), Every(y, y**2 >= -x)),
        ([x >= 0], 1 / x > 0, sp.sqrt(x) >= 0),
    ],
)
def test_what_is_false_is_broken_and_what_is_true_is_not(given, false, true):
    found = found_broken(given, false, MEANINGS, random.Random(0))
    assert all(holds_at(part, found, MEANINGS) is Truth.TRUE for part in given)
    assert holds_at(false, found, MEANINGS) in BROKEN
    assert found_broken(given, true, MEANINGS, random.Random(0)) is None


def test_nothing_is_broken_where_nothing_satisfies_the_conditions():
    for given in ([x > 0, x < 0], [sp.Eq(x, x + 1)], [sp.Eq(y, sp.exp(x)), sp.Eq(y, 0)]):
        assert found_broken(given, x > x + 1, {}, random.Random(0)) is None


@pytest.mark.parametrize(
    ("condition", "truth"),
    [
        (sp.exp(x) < sp.E * x**2, Truth.FALSE),
        (sp.exp(x) <= sp.E * x**2, Truth.TRUE),
        (sp.Ne(sp.exp(x), sp.E * x), Truth.FALSE),
        (sp.log(x - 1) < sp.log(x - 1) + 1, Truth.UNDEFINED),
        (sp.Lt(sp.log(x - 1), sp.log(x - 1), evaluate=False), Truth.UNDEFINED),
        (sp.Eq(sp.sqrt(2) * sp.sqrt(3), sp.sqrt(6) * x + sp.exp(-1000)), Truth.AGREES),
        (sp.exp(x) < 2, Truth.FALSE),
    ],
)
def test_sides_that_are_one_expression_at_a_point_are_equal(condition, truth):
    assert holds_at(condition, {x: Fraction(1)}, {}) is truth


def test_what_equations_make_one_has_one_value_and_what_is_idle_has_one_too():
    given = [sp.Eq(x, y), sp.Eq(z, y), x > 1, sp.Eq(w, HALF(w))]
    found = found_broken(given, z <= 1, MEANINGS, random.Random(0))
    assert found[x] == found[y] == found[z] > 1
    assert set(found) == {x, y, z, w}
    assert found_broken(given, sp.Eq(x, z), MEANINGS, random.Random(0)) is None
    idle = found_broken([sp.Eq(x, y), z > 0], z > 1, {}, random.Random(0))
    assert idle[x] == idle[y]


def test_an_equality_that_is_met_breaks_nothing_and_a_strict_relation_does():
    given = [x > 0]
    same = sp.Eq(sp.exp(x) * sp.exp(-x), 1, evaluate=False)
    assert found_broken(given, same, {}, random.Random(0)) is None
    below = sp.Lt(sp.sqrt(2) * sp.sqrt(3) * x, sp.sqrt(6) * x, evaluate=False)
    assert found_broken(given, below, {}, random.Random(0)) is not None


def test_numbers_are_tried_at_which_a_case_distinction_turns():
    far = sp.Rational(719, 7)
    cases = sp.Piecewise((1, x <= far), (sp.exp(x - far), True))
    below, at_most = (sp.Piecewise((2, kind(x, far)), (0, True)) for kind in (sp.Lt, sp.Le))
    given = [x > 50, cases + at_most >= 3]
    assert found_broken(given, below >= 2, {}, random.Random(0)) == {x: Fraction(719, 7)}
    assert found_broken(given, at_most >= 2, {}, random.Random(0)) is None
    assert found_broken([*given, x < 102], below >= 2, {}, random.Random(0)) is None
