"""The one evaluation of a statement: exact where it can be, never sure by rounding."""

import time
from fractions import Fraction

import flint
import pytest
import second_truth
import sympy as sp
from flint import arb

from tests.verify.truth.test_integrals import integral
from tests.verify.truth.test_outcomes import CERTAIN
from theory.language import (
    reals,
)
from theory.values import Algebraic
from verify.claims.meanings import Approximate, Exact, Formula
from verify.truth import Truth, Undecided, Undefined, enclose, evaluate, violation

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


def test_algebraic_values_are_isolated_roots():
    root = Algebraic((-2, 0, 1), Fraction(1), Fraction(2))
    assert evaluate(x > Fraction(14142, 10000), {x: root}) is Truth.TRUE
    assert evaluate(x < Fraction(14143, 10000), {x: root}) is Truth.TRUE
    ambiguous = Algebraic((-2, 0, 1), Fraction(-2), Fraction(2))
    assert evaluate(x > 0, {x: ambiguous}) is Truth.UNKNOWN


def test_undefined_and_undecided_are_told_apart():
    with pytest.raises(Undefined):
        enclose(1 / x, {x: Fraction(0)})
    with pytest.raises(Undecided):
        enclose(sp.zeta(x), {x: Fraction(3)})


def test_close_small_numbers_are_told_apart_at_a_higher_precision():
    small = sp.exp(-x)
    close = sp.Eq(small, small * (1 + sp.Rational(1, 2**80)), evaluate=False)
    assert evaluate(close, {x: Fraction(300)}) is Truth.FALSE


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


@pytest.mark.parametrize(
    "term",
    [
        10 ** (10**x),
        sp.gamma(10**x),
        (x + sp.Rational(1, 3)) ** (10**x),
        sp.exp(10**x),
        sp.sin(10 ** (10**x)),
        sp.Sum(1 / t, (t, 1, 10**x)),
        sp.Product(t, (t, 1, 10**5)),
        sp.Sum(1 / t, (t, 1, 20_000)),
        sp.Sum(sp.Sum(t, (t, 1, z)), (z, 1, 10**5)),
        integral(sp.Abs(integral(sp.sin(t * z), 0, 1).subs(t, y)).subs(z, t), 0, 1),
    ],
)
def test_large_numbers_and_much_work_end_soon(term):
    started = time.process_time()
    outcome = evaluate(sp.Gt(term, 1, evaluate=False), {x: Fraction(9)})
    assert outcome in (Truth.TRUE, Truth.FALSE, Truth.UNKNOWN)
    sides = violation(sp.Gt(term, 1, evaluate=False), {x: Fraction(9)}, {})
    assert sides is None or max(map(len, sides)) < 2000
    assert time.process_time() - started < 20


def test_deep_expressions_are_unknown():
    deep = x
    for _ in range(400):
        deep = sp.sin(deep + 1, evaluate=False)
    assert evaluate(sp.Le(deep, 2, evaluate=False), {x: Fraction(1)}) is Truth.UNKNOWN


def test_the_precision_is_restored_whatever_happens():
    before = flint.ctx.prec
    head = sp.Function("Wrong", real=True)

    def wrong(value):
        raise KeyError(value)

    with pytest.raises(KeyError):
        evaluate(head(x) > 0, {x: Fraction(1)}, {head: Exact(wrong)})
    with pytest.raises(Undefined):
        enclose(1 / x, {x: Fraction(0)})
    assert flint.ctx.prec == before


def test_an_algebraic_value_outside_of_its_interval_is_no_value():
    short = Algebraic((-2, 0, 1), Fraction(1), Fraction("1.41421356237309504880168872420969"))
    assert evaluate(x > 0, {x: short}) is Truth.UNKNOWN
    right = Algebraic((-2, 0, 1), Fraction(1), Fraction("1.41421356237309504880168872420970"))
    assert evaluate(x > 0, {x: right}) is Truth.TRUE


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
