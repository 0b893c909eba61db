"""Functions: their values, and where they have none."""

from fractions import Fraction

import pytest
import sympy as sp
from flint import arb, fmpq

from theory.language import (
    reals,
)
from verify.truth import Arithmetic, Truth, Undecided, Undefined, enclose, evaluate

x, y, z, t = reals("x y z t")


def outcome_of(term, value=None):
    """Return what a term is at a value of x: its enclosure, or the reason why it has none."""
    try:
        return enclose(term, {} if value is None else {x: Fraction(value)})
    except (Undefined, Undecided) as reason:
        return type(reason)


@pytest.mark.parametrize(
    ("term", "outside", "inside"),
    [
        (sp.asin(x), ["2", "-3", "1000001/1000000"], ["1", "-1", "1/3", "0"]),
        (sp.acos(x), ["2", "-3"], ["1", "-1", "1/3", "0"]),
        (sp.acosh(x), ["0", "-2", "999999/1000000"], ["1", "2"]),
        (sp.atanh(x), ["1", "-1", "2"], ["0", "999999/1000000"]),
        (sp.gamma(x), ["0", "-1", "-7"], ["-1/2", "1", "5", "1/2"]),
        (sp.log(x), ["0", "-1"], ["1", "1/1000000"]),
        (sp.tan(sp.pi * x), ["1/2", "-3/2"], ["0", "1/4", "3"]),
        (1 / x, ["0"], ["-1", "1/7"]),
        (x ** sp.Rational(1, 3), ["-8", "-1/2"], ["0", "8"]),
        (x ** sp.Rational(-1, 2), ["0", "-1"], ["4", "2"]),
        (sp.Integer(-2) ** x, ["1/2", "-1/3"], ["2", "-3", "0"]),
        (sp.Piecewise((1, x > 0)), ["0", "-1"], ["1"]),
        (x + sp.zoo * 1, ["1"], []),
        (sp.log(x) + sp.zeta(x), ["-1"], []),
    ],
)
def test_what_has_no_real_value_is_undefined_and_its_neighbours_are_not(term, outside, inside):
    for value in outside:
        assert outcome_of(term, value) is Undefined
        for same in (sp.Eq(term, term, evaluate=False), sp.Ne(term, term, evaluate=False)):
            assert evaluate(same, {x: Fraction(value)}) is Truth.UNDEFINED
    for value in inside:
        assert isinstance(outcome_of(term, value), (fmpq, arb))


@pytest.mark.parametrize(
    ("term", "value", "exact"),
    [
        (sp.gamma(x), 6, 120),
        (sp.floor(x * sp.pi), 2, 6),
        (sp.ceiling(-x * sp.pi), 2, -6),
        (sp.floor(x), "-1/2", -1),
        (sp.acos(x), 1, 0),
        (sp.sin(sp.pi * x / 2), 3, -1),
        (sp.Sum(t, (t, 1, x)), 4, 10),
        (sp.Sum(t, (t, 1, x)), 0, 0),
        (sp.Product(t, (t, 1, x)), 0, 1),
        (sp.Sum(t, (t, 1, x)), -1, Undecided),  # conventions differ
        (sp.Sum(t, (t, 1, x)), "1/2", Undecided),
        (sp.Sum(t, (t, 1, x)), 10**9, Undecided),
        (sp.Sum(t, (t, 1, sp.oo)), 0, Undecided),
        (sp.Float(0.5) + x, 1, Undecided),
    ],
)
def test_exact_values(term, value, exact):
    found = outcome_of(term, value)
    assert found == exact
    assert isinstance(found, fmpq) or found is Undecided


def test_balls_across_the_edge_of_a_domain_are_undecided_and_outside_undefined():
    def at(term, low, high):
        ball = arb(low).union(arb(high))
        try:
            return Arithmetic({x: ball}, {}).number(term)
        except (Undefined, Undecided) as reason:
            return type(reason)

    for head, low, edge, high in (
        (sp.log, -1, 0, 1),
        (sp.asin, 0.5, 1, 2),
        (sp.acos, -2, -1, 0),
        (sp.acosh, 0, 1, 2),
        (sp.atanh, 0, 1, 2),
        (sp.sqrt, -1, 0, 1),
    ):
        assert at(head(x), low, high) is Undecided
        inside, outside = (
            (high, low) if head in (sp.log, sp.acosh, sp.sqrt, sp.acos) else (low, high)
        )
        near = (edge + inside) / 2
        assert isinstance(at(head(x), *sorted((near, inside))), arb)
        far = edge + (outside - edge) / 2
        assert at(head(x), *sorted((far, outside))) is Undefined
    assert at(sp.gamma(x), -1.5, -0.5) is Undecided
    assert at(1 / x, -1, 1) is Undecided
    assert at(sp.sqrt(x**2), -1, 1) >= 0 or at(sp.sqrt(x**2), -1, 1).contains(0)
    cases = sp.Piecewise((1, x < 0), (2, True))
    assert at(cases, -1, 1).contains(1)
    assert at(cases, -1, 1).contains(2)
    assert at(sp.Piecewise((1, sp.log(x) < 0), (2, True)), -1, 1) is Undecided
    assert at(sp.Piecewise((1, x < 0)), -1, 1) is Undecided
    assert at(sp.floor(x), 0.5, 1.5).contains(0)
    assert at(sp.floor(x), 0.5, 1.5).contains(1)
