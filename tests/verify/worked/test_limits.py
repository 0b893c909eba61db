"""One-sided limits of chosen functions."""

import pytest
import sympy as sp
from sympy.logic.boolalg import Implies

from theory.language import Apply, function, reals
from theory.papers.instability_flatness.mass_argument import LIMITS, a_minus, a_plus, alpha, m0
from theory.quantifiers import Every, Some
from theory.values import PiecewiseLinear
from verify.truth import Truth
from verify.worked.limits import by_value
from verify.worked.point import At

STEP = PiecewiseLinear.through({0: 1}, "1/2", "1/2")


@pytest.mark.parametrize(("limit", "value"), [(LIMITS[0], a_minus), (LIMITS[1], a_plus)])
def test_a_limit_of_a_chosen_function_is_its_value(limit, value):
    assert by_value(limit, {alpha: STEP}) == sp.Eq(value, Apply(alpha, m0), evaluate=False)


@pytest.mark.parametrize("limit", LIMITS)
def test_a_limit_of_another_function_stays_as_it_is(limit):
    assert by_value(limit, {}) == limit
    assert by_value(limit, {function("beta"): STEP}) == limit


@pytest.mark.parametrize(("size", "truth"), [(2, Truth.TRUE), (3, Truth.FALSE)])
def test_whether_a_number_is_the_limit_is_decided(size, truth):
    values = {m0: sp.Integer(2), a_minus: sp.Integer(size), a_plus: sp.Integer(size)}
    at = At({}, values, {alpha: STEP})
    assert [at.truth(limit) for limit in LIMITS] == [truth] * 2


E, R, X = reals("e r_e x_e")
NEAR = sp.And(X - m0 > 0, X - m0 < R)
CLOSE = sp.Abs(alpha(X) - a_plus) < E


def changed(near=NEAR, close=CLOSE, radius=R > 0):
    """Return the definition of the limit from the right with a part of it changed."""
    some = Some(R, sp.And(radius, Every(X, Implies(near, close, evaluate=False))))
    return Every(E, Implies(E > 0, some, evaluate=False))


OTHERS = (
    changed(near=sp.And(X - m0 > 0, X - 2 * m0 < R)),  # other places
    changed(near=sp.And(2 * X - m0 > 0, 2 * X - m0 < R)),  # x at half the place
    changed(near=sp.And(X - m0 > -1, X - m0 < R)),  # also left of it
    changed(close=sp.Abs(alpha(X) - a_plus) < 2 * E),  # another bound
    changed(close=sp.Abs(alpha(X) - X) < E),  # no fixed value
    changed(close=sp.Abs(alpha(X) - R) < E),  # a value that may depend on r
    changed(radius=R > 1),  # a radius that may be too large
)


@pytest.mark.parametrize("condition", OTHERS)
def test_what_is_no_limit_stays_as_it_is(condition):
    assert by_value(condition, {alpha: STEP}) == condition


def test_the_definition_itself_is_one():
    assert by_value(changed(), {alpha: STEP}) == sp.Eq(a_plus, Apply(alpha, m0), evaluate=False)
