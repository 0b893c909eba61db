"""Sums and derivatives: they have values where their terms and functions have."""

import pytest
import sympy as sp

from theory.calculus import differentiated, summed
from theory.claim import ForAll
from theory.definedness import UNDEFINED, requirements
from theory.language import (
    Each,
    integers,
    reals,
    sequence,
)
from verify.evidence import Outcome, Tier
from verify.methods import METHODS
from verify.methods.task import Task

x, y, z, t = reals("x y z t")
i, j, k, n = integers("i j k n")
p = sequence("p")


def outcomes(statement):
    """Return what every method but the experiment says of a statement."""
    return {name: METHODS[name].apply(Task(statement)) for name in METHODS if name != "experiment"}


def is_proved(statement):
    return any(
        e.outcome is Outcome.HOLDS and e.tier is not Tier.SEARCH and not e.restrictions
        for name, e in outcomes(statement).items()
        if name != "vacuity"
    )


def test_sums_are_those_of_the_integers_between_their_ends():
    assert summed(sp.Sum(i, (i, 5, 2))) == 0
    assert summed(sp.Product(i, (i, 5, 2))) == 1
    assert requirements(summed(sp.Sum(1 / (i - 2), (i, 1, 300)))) == {("nonzero", sp.Integer(0))}
    assert requirements(UNDEFINED)
    half = Each(p[j] >= 0, (j, 0, k / 2)).expand_at({k: 3})
    assert half == sp.And(p[0] >= 0, p[1] >= 0)
    assert Each(p[j] >= 0, (j, sp.Rational(1, 2), k)).expand_at({k: 1}) == (p[1] >= 0)


@pytest.mark.parametrize(
    ("body", "nowhere"),
    [
        (sp.log(x), -1),
        (sp.Abs(x), 0),
        (sp.Max(x, 0), 0),
        (sp.Piecewise((x, x > 0), (0, True)), 0),
        (sp.atanh(x), 2),
        (x ** sp.Rational(3, 2), 0),
        (sp.acosh(x), -2),
        (x * sp.log(y), 5),
        (sp.log(sp.log(x)), sp.Rational(1, 2)),
    ],
)
def test_a_derivative_has_no_value_where_the_function_has_none(body, nowhere):
    order = 2 if body == x * sp.log(y) else 1
    slope = differentiated(sp.Derivative(body, (x, order)))
    given = (sp.Eq(x, nowhere), y < 0)
    for value in (0, 1, sp.Rational(-1, 2), sp.Rational(-1, 3), -2):
        assert not is_proved(ForAll(given=given, says=sp.Eq(slope, value, evaluate=False)))


def test_derivatives_are_still_found_where_there_is_one():
    for body, slope, given in (
        (sp.log(x), 1 / x, (x > 0,)),
        (sp.Max(x, 0) ** 2, 2 * x, (x > 0,)),
        (sp.Abs(x), -1, (x < 0,)),
        (x**3, 3 * x**2, ()),
    ):
        assert is_proved(
            ForAll(given=given, says=sp.Eq(sp.Derivative(body, x), slope, evaluate=False))
        )


def test_what_holds_at_a_point_alone_says_nothing_of_its_surroundings():
    root = {z: sp.sqrt(x)}
    says = sp.Eq(sp.Derivative(z**2, x), 1, evaluate=False)
    assert not is_proved(ForAll(given=(x >= 0,), where=root, says=says))
    assert is_proved(ForAll(given=(x > 0,), where=root, says=says))


def test_a_derivative_by_cases_needs_what_the_cases_have_in_common():
    says = sp.Eq(sp.Derivative(sp.Max(x, 0) * y / z, x), 1, evaluate=False)
    assert not is_proved(ForAll(given=(x > 0,), where={z: y}, says=says))
    assert is_proved(ForAll(given=(x > 0, y > 0), where={z: y}, says=says))
