"""The one evaluation of a statement: exact where it can be, never sure by rounding."""

from fractions import Fraction

import pytest
import second_truth
import sympy as sp
from flint import arb

from tests.verify.truth.test_integrals import integral
from tests.verify.truth.test_outcomes import CERTAIN
from theory.language import (
    reals,
)
from theory.papers.less_data.notation import PR_Q
from verify.claims.meanings import Approximate, Exact, Formula
from verify.papers.less_data.notation import MEANINGS
from verify.truth import Truth, evaluate

x, y, z, t = reals("x y z t")


@pytest.mark.parametrize(
    ("condition", "point", "expected"),
    [
        (sp.Eq(x / 3 * 3, 1, evaluate=False), {x: Fraction(1)}, Truth.TRUE),
        (x > 0, {x: Fraction(0)}, Truth.FALSE),
        (x >= 0, {x: Fraction(0)}, Truth.TRUE),
        (1 / x > 0, {x: Fraction(0)}, Truth.UNDEFINED),
        (sp.log(x) > 0, {x: Fraction(-1)}, Truth.UNDEFINED),
        (sp.sqrt(x) > 0, {x: Fraction(-1)}, Truth.UNDEFINED),
        (sp.sqrt(x) > 1, {x: Fraction(9, 4)}, Truth.TRUE),
        (sp.sqrt(2) * sp.sqrt(x) > 2, {x: Fraction(2)}, Truth.UNKNOWN),
        (sp.Eq(sp.exp(x) * sp.exp(-x), 1, evaluate=False), {x: Fraction(1)}, Truth.TRUE),
        (sp.Eq(sp.sin(x) ** 2 + sp.cos(x) ** 2, 1), {x: Fraction(1)}, Truth.AGREES),
        (sp.sin(x) ** 2 + sp.cos(x) ** 2 <= 1, {x: Fraction(1)}, Truth.AGREES),
        (sp.sin(x) ** 2 + sp.cos(x) ** 2 < 1, {x: Fraction(1)}, Truth.UNKNOWN),
        (sp.And(x > 0, 1 / y > 0), {x: Fraction(-1), y: Fraction(0)}, Truth.FALSE),
        (sp.Or(x > 0, 1 / y > 0), {x: Fraction(1), y: Fraction(0)}, Truth.TRUE),
        (sp.And(x > 0, 1 / y > 0), {x: Fraction(1), y: Fraction(0)}, Truth.UNDEFINED),
        (sp.Or(x > 0, 1 / y > 0), {x: Fraction(-1), y: Fraction(0)}, Truth.UNDEFINED),
        (sp.Implies(1 / y > 0, x > 0), {x: Fraction(1), y: Fraction(0)}, Truth.TRUE),
        (sp.Implies(1 / y > 0, x > 0), {x: Fraction(-1), y: Fraction(0)}, Truth.UNDEFINED),
        (sp.Implies(y > 0, 1 / y > 0), {y: Fraction(0)}, Truth.TRUE),
        (sp.Integral(z**2, (z, 0, x)) > 0, {x: Fraction(1)}, Truth.TRUE),
        (sp.Abs(x) ** y < 3, {x: Fraction(-4), y: Fraction(1, 2)}, Truth.TRUE),
    ],
)
def test_relations(condition, point, expected):
    assert evaluate(condition, point) is expected


def test_nan_and_infinity_decide_nothing():
    head = sp.Function("Ratio", real=True)
    nan = {head: Exact(lambda v: arb("nan"))}
    infinite = {head: Exact(lambda v: arb("inf"))}
    for interpretation in (nan, infinite):
        for relation in (head(x) > 1, head(x) < 1, sp.Eq(head(x), 1), sp.Ne(head(x), 1)):
            assert evaluate(relation, {x: Fraction(1)}, interpretation) is Truth.UNKNOWN


def test_the_three_kinds_of_meaning_agree():
    head = sp.Function("Square", real=True)
    meanings = (
        Formula(lambda v: v**2),
        Exact(lambda v: v * v),
        Approximate(lambda v: (v * v, 1e-12)),
    )
    for meaning in meanings:
        assert evaluate(head(x) > 3, {x: Fraction(2)}, {head: meaning}) is Truth.TRUE
        assert evaluate(head(x) > 5, {x: Fraction(2)}, {head: meaning}) is Truth.FALSE


def test_an_approximate_head_never_decides_inside_its_error():
    head = sp.Function("Rough", real=True)
    interpretation = {head: Approximate(lambda v: (1.0, 0.5))}
    assert evaluate(head(x) > sp.Rational(5, 4), {x: Fraction(0)}, interpretation) is Truth.UNKNOWN
    assert evaluate(head(x) > 2, {x: Fraction(0)}, interpretation) is Truth.FALSE


def test_programs_of_heads_fail_without_a_trace():
    head = sp.Function("Broken", real=True)

    def divide(value):
        return 1 / (value - value)

    for meaning in (Exact(divide), Approximate(divide), Approximate(lambda v: (float("nan"), 0.0))):
        assert evaluate(head(x) > 0, {x: Fraction(1)}, {head: meaning}) is Truth.UNKNOWN
    nowhere = {head: Exact(lambda value: None)}
    assert evaluate(head(x) > 0, {x: Fraction(1)}, nowhere) is Truth.UNDEFINED
    spread = {head: Approximate(lambda value: (value, 0.0))}
    area = sp.Integral(head(t), (t, 0, 1))  # a program in floats knows points, not balls
    assert evaluate(area < 1, {}, spread) is Truth.UNKNOWN


def test_deep_expressions_are_unknown():
    deep = x
    for _ in range(400):
        deep = sp.sin(deep + 1, evaluate=False)
    assert evaluate(sp.Le(deep, 2, evaluate=False), {x: Fraction(1)}) is Truth.UNKNOWN


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("make", "count"), [("statement", 400), ("integral", 100)])
def test_a_second_evaluation_contradicts_nothing(make, count):
    wrong, tally = second_truth.contradictions(0, count, getattr(second_truth, make))
    assert not wrong
    for truth in CERTAIN:  # both see enough of each kind
        assert tally[truth.name, truth.name] > count / 20


@pytest.mark.parametrize(
    ("condition", "value", "expected"),
    [
        (sp.asin(x) > 0, 2, Truth.UNDEFINED),
        (sp.sqrt(x) ** 2 > 1, 2, Truth.TRUE),
        (sp.Eq(sp.exp(sp.log(x), evaluate=False), 2), 2, Truth.UNKNOWN),
        (integral(sp.floor(t), 0, 3) > x, 2, Truth.TRUE),
        (integral(sp.log(t), -1, 3) > x, 2, Truth.UNDEFINED),
    ],
)
def test_the_second_evaluation_sees(condition, value, expected):
    assert second_truth.truth(condition, {x: Fraction(value)}) is expected


@pytest.mark.parametrize(("samples", "truth"), [(1, Truth.TRUE), (2, Truth.UNKNOWN)])
def test_a_law_that_a_program_does_not_compute_is_not_called_undefined(samples, truth):
    meaning, _ = MEANINGS[PR_Q]
    says = PR_Q(4, samples, sp.Rational(1, 2)) > 0
    assert evaluate(says, {}, {PR_Q: meaning}) is truth
