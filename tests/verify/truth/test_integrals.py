"""Integrals: enclosed, without a value, or undecided."""

from fractions import Fraction

import pytest
import sympy as sp
from flint import acb, arb

from theory.language import (
    reals,
)
from verify.truth import Arithmetic, Truth, Undecided, Undefined, enclose, evaluate

x, y, z, t = reals("x y z t")


def integral(body, low, high):
    return sp.Integral(body, (t, low, high))


HALF, THIRD = sp.Rational(1, 2), sp.Rational(1, 3)


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        (integral(sp.asin(t), 0, 1), sp.pi / 2 - 1),
        (integral(sp.asin(t), -HALF, HALF), 0),
        (integral(sp.acos(t), 0, 1), 1),
        (integral(sp.acosh(t), 1, 2), 2 * sp.acosh(2) - sp.sqrt(3)),
        (integral(sp.atanh(t), 0, HALF), sp.log(27) / 4 - sp.log(2)),
        (integral(sp.asinh(t), -1, 2), 2 * sp.asinh(2) - sp.asinh(1) - sp.sqrt(5) + sp.sqrt(2)),
        (integral(sp.atan(t), 0, 1), sp.pi / 4 - sp.log(2) / 2),
        (integral(sp.sqrt(t), 0, 1), sp.Rational(2, 3)),
        (integral(sp.sqrt(1 - t**2), -1, 1), sp.pi / 2),
        (integral(sp.log(t), 1, 2), 2 * sp.log(2) - 1),
        (integral(sp.Abs(t), -1, 2), sp.Rational(5, 2)),
        (integral(sp.sign(t - THIRD), 0, 1), THIRD),
        (integral(sp.Max(t, 1 - t), 0, 1), sp.Rational(3, 4)),
        (integral(sp.Min(t, x), 0, 1), HALF),
        (integral(sp.Piecewise((t, t < 1), (2, True)), 0, 3), sp.Rational(9, 2)),
        (integral(sp.floor(t), 0, 3), 3),
        (integral(sp.ceiling(2 * t), 0, 1), sp.Rational(3, 2)),
        (integral(2**t, 0, 1), 1 / sp.log(2)),
        (integral(t, 3, 1), -4),
        (integral(t, 2, 2), 0),
        (integral(t**x, 0, x), HALF),
        (integral(sp.Abs(integral(t, 0, z).subs(t, y)).subs(z, t), 0, 1), HALF * THIRD),
        (integral(sp.Sum(t**z, (z, 0, 2)), 0, 1), sp.Rational(11, 6)),
    ],
)
def test_integrals_contain_what_they_are(term, expected):
    found, right = (arb(enclose(value, {x: Fraction(1)})) for value in (term, sp.S(expected)))
    assert found.overlaps(right)
    assert found.rad() < 1e-4


@pytest.mark.parametrize(
    ("term", "reason"),
    [
        (integral(sp.asin(t), 0, 2), Undefined),
        (integral(sp.acosh(t), 0, 2), Undefined),
        (integral(sp.log(t), -2, -1), Undefined),
        (integral((-2) ** t, 0, 1), Undefined),
        (integral(sp.Piecewise((1, t > 1)), 0, 3), Undefined),
        (integral(1 / t, -1, 1), Undefined),
        (integral(1 / (t - 1) ** 2, 0, 3), Undefined),
        (integral(1 / (t**2 - 2), 0, 2), Undefined),
        (integral(sp.exp(t) / t + 1, 0, 1), Undefined),
        (integral(t * sp.sinh(sp.Integral(sp.exp(t) / y, (y, 0, 1))), 0, 1), Undefined),
        (integral(t ** sp.Rational(-3, 2), 0, 1), Undefined),
        (integral(sp.sqrt(t), -1, 1), (Undefined, Undecided)),
        (integral(1 / sp.sqrt(t), 0, 1), Undecided),  # it has a value: 2
        (integral(sp.log(t), 0, 1), Undecided),
        (integral(sp.sin(t) / t, -1, 1), Undecided),
        (
            integral(t / (t * (t + 1)), 0, 1).func(sp.Mul(t, 1 / t, evaluate=False), (t, 0, 1)),
            Undecided,
        ),
        (integral(1 / t, 0, 0), Undecided),
        (integral(sp.exp(-t), 0, sp.oo), Undecided),
        (sp.Integral(t, t), Undecided),
        (sp.Integral(t * x, (t, 0, 1), (x, 0, 1)), Undecided),
    ],
)
def test_integrals_without_a_value_and_those_that_are_not_decided(term, reason):
    with pytest.raises(reason):
        enclose(term, {x: Fraction(1)})


@pytest.mark.parametrize(
    ("head", "low", "value", "points"),
    [
        (sp.asin, 0, x * sp.asin(x) + sp.sqrt(1 - x**2) - 1, ["1", "9/10", "-1", "1/2"]),
        (sp.acos, 1, x * sp.acos(x) - sp.sqrt(1 - x**2), ["-1", "0", "9/10"]),
        (sp.acosh, 1, x * sp.acosh(x) - sp.sqrt(x**2 - 1), ["3", "11/10"]),
        (sp.atanh, 0, x * sp.atanh(x) + sp.log(1 - x**2) / 2, ["9/10", "-1/2"]),
        (sp.asinh, 0, x * sp.asinh(x) - sp.sqrt(x**2 + 1) + 1, ["3", "-5"]),
        (sp.Abs, -1, (x * sp.Abs(x) + 1) / 2, ["2", "-3", "1/3"]),
    ],
)
def test_true_claims_about_integrals_across_cuts_are_not_refuted_and_false_ones_are(
    head, low, value, points
):
    for point in points:
        area, at = integral(head(t), low, x), {x: Fraction(point)}
        assert evaluate(sp.Eq(area, value), at) in (Truth.AGREES, Truth.TRUE, Truth.UNKNOWN)
        assert evaluate(sp.Ne(area, value), at) in (Truth.FALSE, Truth.UNKNOWN)
        assert evaluate(sp.Lt(area, value + sp.Rational(1, 10**6)), at) is Truth.TRUE
        assert evaluate(sp.Lt(area, value - sp.Rational(1, 10**6)), at) is Truth.FALSE


def test_complex_balls_get_holomorphic_functions_or_nothing():
    crossing = acb(arb(0, 0.5), arb(0, 0.5))
    right = acb(arb(2, 0.5), arb(0, 0.5))
    for term in (
        sp.Abs(x),
        sp.sign(x),
        sp.Max(x, -x),
        sp.log(x),
        sp.sqrt(x),
        sp.floor(x + 1),
        sp.Piecewise((x, x > 0), (0, True)),
        sp.acosh(1 + x),
    ):
        with pytest.raises(Undecided):
            Arithmetic({x: crossing}, {}, analytic=True).number(term)
        value = Arithmetic({x: right}, {}, analytic=True)
        if term != sp.floor(x + 1):
            assert acb(value.number(term)).is_finite()
