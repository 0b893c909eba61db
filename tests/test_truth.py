"""The one evaluation of a statement: exact where it can be, never sure by rounding."""

from fractions import Fraction

import pytest
import sympy as sp

from theory.language import (
    Lipschitz,
    Positive,
    StrictlyIncreasing,
    UnimodalDensity,
    function,
    reals,
    rounds_to,
)
from theory.values import Algebraic, PiecewiseLinear
from verify.meanings import Approximate, Exact, Formula
from verify.truth import Truth, Undecided, Undefined, enclose, evaluate

x, y, z = reals("x y z")


def linear(knots, values, left, right):
    """Return a piecewise-linear function."""
    tables = (tuple(map(Fraction, numbers)) for numbers in (knots, values))
    return PiecewiseLinear(*tables, Fraction(left), Fraction(right))


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
    nan = {head: Exact(lambda v: __import__("flint").arb("nan"))}
    infinite = {head: Exact(lambda v: __import__("flint").arb("inf"))}
    for reading in (nan, infinite):
        for relation in (head(x) > 1, head(x) < 1, sp.Eq(head(x), 1), sp.Ne(head(x), 1)):
            assert evaluate(relation, {x: Fraction(1)}, reading) is Truth.UNKNOWN


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
    reading = {head: Approximate(lambda v: (1.0, 0.5))}
    assert evaluate(head(x) > sp.Rational(5, 4), {x: Fraction(0)}, reading) is Truth.UNKNOWN
    assert evaluate(head(x) > 2, {x: Fraction(0)}, reading) is Truth.FALSE


def test_algebraic_values_are_isolated_roots():
    root = Algebraic((-2, 0, 1), Fraction(1), Fraction(2))
    assert evaluate(x > Fraction(14142, 10000), {x: root}) is Truth.TRUE
    assert evaluate(x < Fraction(14143, 10000), {x: root}) is Truth.TRUE
    ambiguous = Algebraic((-2, 0, 1), Fraction(-2), Fraction(2))
    assert evaluate(x > 0, {x: ambiguous}) is Truth.UNKNOWN


def test_functions_and_their_hypotheses():
    alpha = function("alpha")
    rising = linear((0, 1), (1, 2), 1, 1)
    flat = linear((0, 1), (1, 1), 1, 1)
    assert evaluate(sp.Eq(alpha(x), 3), {alpha: rising, x: Fraction(2)}) is Truth.TRUE
    assert evaluate(StrictlyIncreasing(alpha), {alpha: flat}) is Truth.FALSE
    assert evaluate(Positive(alpha), {alpha: rising}) is Truth.TRUE
    assert rising(Fraction(-10)) > 0


@pytest.mark.parametrize(("printed", "expected"), [("0.7", Truth.TRUE), ("0.9", Truth.FALSE)])
def test_rounding_asks_for_some_admissible_input(printed, expected):
    assert evaluate(rounds_to(2 * x, printed, {x: ("0.3", "0.4")}), {}) is expected


def test_undefined_and_undecided_are_told_apart():
    with pytest.raises(Undefined):
        enclose(1 / x, {x: Fraction(0)})
    with pytest.raises(Undecided):
        enclose(sp.zeta(x), {x: Fraction(3)})


def test_function_hypotheses_with_a_parameter():
    f, bound = function("f"), reals("L")
    rising = linear((0, 2), (1, 2), "1/4", "1/2")
    assert evaluate(Lipschitz(f, "1/2"), {f: rising}) is Truth.TRUE
    assert evaluate(Lipschitz(f, bound), {f: rising, bound: Fraction(1, 3)}) is Truth.FALSE
    tent = linear((0, 1, 2), (0, 1, 0), 0, 0)
    heavy = linear((0, 1, 2), (0, 2, 0), 0, 0)
    assert evaluate(UnimodalDensity(f, 1), {f: tent}) is Truth.TRUE
    assert evaluate(UnimodalDensity(f, "1/2"), {f: tent}) is Truth.FALSE
    assert evaluate(UnimodalDensity(f, 1), {f: heavy}) is Truth.FALSE
