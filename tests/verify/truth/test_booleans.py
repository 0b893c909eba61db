"""Connectives, roundings and properties of functions at a point."""

import itertools
from fractions import Fraction

import pytest
import sympy as sp
from sympy.logic.boolalg import ITE, Equivalent, Implies, Xor

from tests.verify.truth.test_outcomes import CONNECTIVES
from theory.language import (
    Lipschitz,
    Positive,
    RisesSmoothly,
    StrictlyIncreasing,
    UnimodalDensity,
    function,
    reals,
    rounds_to,
)
from theory.values import PiecewiseLinear
from verify.truth import Truth, evaluate

x, y, z, t = reals("x y z t")


def linear(knots, values, left, right):
    """Return a piecewise-linear function."""
    tables = (tuple(map(Fraction, numbers)) for numbers in (knots, values))
    return PiecewiseLinear(*tables, Fraction(left), Fraction(right))


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


def test_connectives_of_sympy_are_evaluated_by_the_tables():
    conditions = {Truth.TRUE: x > 0, Truth.FALSE: x < 0, Truth.UNDEFINED: 1 / y > 0}
    unknown = sp.Gt(sp.zeta(x), 0, evaluate=False)
    point = {x: Fraction(1), y: Fraction(0)}
    heads = {"and": sp.And, "or": sp.Or, "if": Implies, "equivalent": Equivalent, "exclusive": Xor}
    for name, head in heads.items():
        for one, other in itertools.permutations(conditions, 2):
            built = head(conditions[one], conditions[other])
            assert evaluate(built, point) is CONNECTIVES[name](one, other)
    assert evaluate(ITE(1 / y > 0, x > 0, x > 0 - y), point) is Truth.UNDEFINED
    assert evaluate(ITE(x > 0, x > y, 1 / y > 0), point) is Truth.TRUE
    assert evaluate(sp.And(unknown, 1 / y > 0), point) is Truth.UNKNOWN
    assert evaluate(sp.Or(unknown, 1 / y > 0), point) is Truth.UNKNOWN
    assert evaluate(sp.Symbol("P"), point) is Truth.UNKNOWN


def test_agreement_never_becomes_truth():
    agrees = sp.Eq(sp.sin(x) ** 2 + sp.cos(x) ** 2, 1, evaluate=False)
    false, point = x < 0, {x: Fraction(1)}
    assert evaluate(agrees, point) is Truth.AGREES
    built = (
        sp.Not(agrees, evaluate=False),
        Implies(agrees, false),
        Implies(x > 0, agrees),
        Equivalent(agrees, false),
        Xor(agrees, x > 0),
        sp.Or(agrees, false),
        sp.Gt(sp.Piecewise((1, agrees)), 0, evaluate=False),
    )
    for condition in built:
        assert evaluate(condition, point) in (Truth.UNKNOWN, Truth.AGREES)


@pytest.mark.parametrize(
    ("knots", "values", "left", "right", "increasing", "positive", "steepest"),
    [
        ((0,), (1,), 1, 1, True, True, 1),  # the left tail falls towards 0 and stays positive
        ((0,), (1,), 0, 1, False, True, 1),
        ((0,), (1,), 1, 0, False, True, 1),
        ((0,), (1,), 0, 0, False, True, 0),
        ((0,), (1,), 1, -1, False, False, 1),  # to minus infinity on the right
        ((0,), (0,), 1, 1, True, False, 1),  # to minus infinity on the left
        ((0,), (-1,), 2, 1, True, False, 2),
        ((0, 1), (1, 1), 1, 1, False, True, 1),
        ((0, 1), (2, 1), 1, 1, False, True, 1),
        ((0, 1), (1, 0), 0, 0, False, False, 1),
        ((0, 1), (1, 4), 1, 1, True, True, 3),
        ((0, 1), (1, -4), 0, 0, False, False, 5),
    ],
)
def test_properties_of_a_function(knots, values, left, right, increasing, positive, steepest):
    f, bound = function("f"), reals("L")
    value = linear(knots, values, left, right)
    assert evaluate(StrictlyIncreasing(f), {f: value}) is truth_of(increasing)
    assert evaluate(Positive(f), {f: value}) is truth_of(positive)
    for limit in (-steepest - 1, -1, steepest - Fraction(1, 100), steepest, steepest + 1):
        outcome = evaluate(Lipschitz(f, bound), {f: value, bound: Fraction(limit)})
        assert outcome is truth_of(limit >= steepest)
    grid = [Fraction(n, 4) for n in range(-400, 400)]
    sampled = [value(point) for point in grid]
    pairs = list(itertools.pairwise(sampled))
    assert all(b > a for a, b in pairs) or not increasing
    assert all(y > 0 for y in sampled) or not positive
    assert max(abs(b - a) * 4 for a, b in pairs) <= steepest


@pytest.mark.parametrize(
    ("knots", "values", "left", "right", "smooth"),
    [
        ((0,), (1,), 1, 1, True),
        ((0, 1), (1, 3), 2, 2, True),
        ((0,), (-1,), 1, 1, True),
        ((0,), (1,), 1, 2, False),
        ((0, 1), (1, 2), 1, 2, False),
        ((0, 1), (1, 2), 2, 1, False),
        ((0,), (1,), 0, 0, False),  # its derivative is 0
        ((0,), (1,), 0, 1, False),
    ],
)
def test_what_rises_smoothly_has_no_corner(knots, values, left, right, smooth):
    f = function("f")
    value = linear(knots, values, left, right)
    assert evaluate(RisesSmoothly(f), {f: value}) is truth_of(smooth)


def test_what_rises_has_no_corner_if_it_is_rounded():
    f = function("f")
    bent = {0: 1, 2: 3}
    assert evaluate(RisesSmoothly(f), {f: PiecewiseLinear.through(bent, 1, 2)}) is Truth.FALSE
    rounded = PiecewiseLinear.through(bent, 1, 2, rounding=1)
    assert evaluate(RisesSmoothly(f), {f: rounded}) is Truth.TRUE
    for x in (0, 1, 2, 3):
        near = [rounded(Fraction(x) + h / Fraction(10**6)) for h in (-1, 0, 1)]
        assert abs(near[0] - 2 * near[1] + near[2]) < Fraction(1, 10**11)


def truth_of(value):
    return Truth.TRUE if value else Truth.FALSE


def test_properties_of_what_is_no_function_are_unknown():
    f = function("f")
    assert evaluate(Positive(f), {f: Fraction(1)}) is Truth.UNKNOWN
    assert evaluate(Positive(f), {}) is Truth.UNKNOWN
    assert evaluate(sp.Eq(f(1), 1), {f: Fraction(1)}) is Truth.UNKNOWN
    flat = linear((0,), (1,), 0, 0)
    assert evaluate(Lipschitz(f, 1 / x), {f: flat, x: Fraction(0)}) is Truth.UNDEFINED
    with pytest.raises(ValueError, match="knots"):
        linear((), (), 0, 0)
