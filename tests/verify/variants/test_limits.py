"""Conditions on limits and slopes become equations where all functions are known to go on."""

from fractions import Fraction

import pytest
import sympy as sp

from theory.argument_language import States
from theory.language import Positive, StrictlyIncreasing, eq, function, reals, sequence
from theory.quantifiers import Every, Some
from theory.sequences import Indicator
from theory.values import PiecewiseLinear
from verify.judging.strings import Made
from verify.variants.concrete import Ground, broken_at
from verify.variants.later import Entries
from verify.variants.limits import slope_at, tends_to_zero

x, y, m, c, e, r, h = reals("x y m c e r h")
alpha, beta = function("alpha"), function("beta")
TENT = Made(PiecewiseLinear.through({0: 0, 1: 1, 2: 0}, 0, 0), "a tent")


def limit(near, gap, bound=e, relation=sp.Lt):
    every = Every(h, sp.Implies(near, relation(sp.Abs(gap), bound), evaluate=False))
    return Every(e, sp.Implies(e > 0, Some(r, sp.And(r > 0, every)), evaluate=False))


def on_the(sign):
    return sp.And(sign * (h - m) > 0, sign * (h - m) < r)


RIGHT, LEFT = on_the(1), on_the(-1)
BOTH = sp.Abs(h) < r
SLOPE = c * h + alpha(x) - alpha(x + h)


def derivative(gap, near=BOTH):
    return limit(near, gap, e * sp.Abs(h), sp.Le)


@pytest.mark.parametrize(
    ("condition", "says"),
    [
        (limit(RIGHT, c - alpha(h)), eq(c, alpha(m))),
        (limit(LEFT, c - alpha(h)), eq(c, alpha(m))),
        (limit(BOTH, alpha(x) - alpha(x + h)), sp.true),
        (limit(BOTH, sp.Abs(c) + alpha(2 * h)), eq(alpha(0) + sp.Abs(c), 0)),
        (limit(sp.And(h - m > 0, h - m < 2 * r), c - alpha(h)), None),
        (limit(sp.And(m - h > 0, h - m < r), c - alpha(h)), None),  # so far away on the left
        (limit(RIGHT, c - beta(h)), None),  # of which nothing is known
        (limit(RIGHT, c - alpha(h) * Indicator(h <= m)), None),  # it may jump
        (limit(RIGHT, c - 1 / h), None),
        (limit(RIGHT, r - alpha(h)), None),
        (limit(RIGHT, c - alpha(h), 2 * e), None),
        (derivative(c * h - alpha(h**2)), None),
        (limit(BOTH, SLOPE, e * sp.Abs(h), sp.Lt), None),  # at h = 0 it fails
        (limit(BOTH, SLOPE, e * h**2, sp.Le), None),
    ],
    ids=str,
)
def test_a_limit_is_an_equation_or_is_declined(condition, says):
    found = tends_to_zero(condition, {alpha})
    assert (None if found is None else found.equations(None)) == says


def test_a_slope_is_asked_on_every_side_on_which_the_place_is_near():
    def at(condition, place):
        ground = Ground({}, {alpha: TENT, x: sp.Rational(place)}, frozenset())
        return sp.simplify(ground.value(condition).subs(c, 1))

    beside = sp.And(h > 0, h < r)
    assert at(derivative(SLOPE), Fraction(1, 2)) == sp.true
    assert at(derivative(SLOPE), 1) == sp.false
    assert at(derivative(SLOPE, beside), 1) == sp.false
    assert at(derivative(-c * h + alpha(x) - alpha(x + h), beside), 1) == sp.true
    assert at(derivative(-c * h + alpha(x) - alpha(x - h), beside), 1) == sp.true
    assert at(derivative(c * h + alpha(x) + 1 - alpha(x + h)), Fraction(1, 2)) == sp.false


def test_the_slope_of_a_tail_is_that_of_its_curve():
    f = PiecewiseLinear.through({0: 1}, "1/2", "1/2")
    inside = slope_at(f, sp.Integer(-2), right=True)
    step = Fraction(1, 10**6)
    assert abs(inside - (f(Fraction(-2) + step) - f(Fraction(-2))) / step) < 10**-5
    assert slope_at(f, sp.Integer(0), right=False) == sp.Rational(1, 2)
    assert slope_at(PiecewiseLinear.through({0: 1, 2: 3}, 1, 0, rounding=1), x, right=True) is None


def test_what_fails_with_a_limit_is_broken_and_what_holds_is_not():
    given = (StrictlyIncreasing(alpha), Positive(alpha), limit(LEFT, c - alpha(h)), x < m)
    assert broken_at(States(alpha(x) >= c, given), {}) is not None
    assert broken_at(States(alpha(x) < c, given), {}) is None
    assert broken_at(States(alpha(x) < c, (given[0], *given[2:])), {}) is None
    assert broken_at(States(alpha(x) < c, given[1:]), {}) is not None
    assert broken_at(States(alpha(x) < c, (*given[:2], given[3])), {}) is not None


def test_a_sequence_is_no_function_that_goes_on():
    s = sequence("s")
    ground = Ground({}, {s: Entries("s")}, frozenset())
    assert ground.value(limit(RIGHT, c - s[1])).has(Every)
