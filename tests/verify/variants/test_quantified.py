"""Formulas with quantifiers: their questions to a solver, and their truth at a point."""

from fractions import Fraction

import pytest
import sympy as sp

from theory.language import Head, function, reals
from theory.quantifiers import Every, Some
from verify.claims.meanings import Exact, Formula
from verify.kernel import smt
from verify.kernel.total import Outside
from verify.truth import Truth
from verify.variants.quantified import Script, truth_at, with_numbers

x, y, z = reals("x y z")
f = function("f")
HALF = Head("Half", "half of a number")


@pytest.mark.parametrize(
    ("condition", "truth"),
    [
        (Every(y, y**2 >= x), Truth.FALSE),
        (Every(y, y**2 + 1 >= x), Truth.TRUE),
        (Some(y, sp.Eq(y**3, x)), Truth.TRUE),
        (Some(y, y**2 < -x), Truth.FALSE),
        (Every(y, Some(z, z > y + x)), Truth.TRUE),
        (Some(z, Every(y, z > y + x)), Truth.FALSE),
        (Every(y, sp.Max(y, x) >= sp.Abs(x)), Truth.TRUE),
        (Every(y, 1 / y > 0), Truth.FALSE),
        (Every(y, 1 / y**2 > 0), Truth.UNKNOWN),  # at 0 it neither holds nor fails
        (sp.Implies(x > 1, Every(y, y > 0), evaluate=False), Truth.TRUE),
        (Some(y, sp.exp(y) > x), Truth.UNKNOWN),  # declined
    ],
)
def test_the_truth_at_one(condition, truth):
    assert truth_at(condition, {x: Fraction(1)}, {}) is truth


def test_where_a_term_has_no_value_a_relation_neither_holds_nor_fails():
    script = Script()
    holds, fails = script.formula(sp.Ge(1 / x, 0, evaluate=False) & sp.Ge(sp.sqrt(x), 0))
    for text in (holds, fails):
        assert smt.ask(script.asks([text, "(= |given x| 0.0)"]), 100_000)[0] == "unsat"


@pytest.mark.parametrize("condition", [f(x) > 0, x**y > 0, Every(y, sp.sqrt(y) >= 0)])
def test_what_is_not_handled_is_declined(condition):
    with pytest.raises(Outside):
        Script().formula(condition)


def test_programs_become_numbers_and_formulas_stay():
    program, formula = Exact(lambda x: x / 2), Formula(lambda x: x / 2)
    assert with_numbers(HALF(3) < y, {HALF: program}) == (sp.Rational(3, 2) < y)
    assert with_numbers(HALF(x) < y, {HALF: formula}) == (x / 2 < y)
    with pytest.raises(Outside):
        with_numbers(HALF(x) < y, {HALF: program})
