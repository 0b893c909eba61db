"""Points near a known one at which a mutant fails, and mutants that hold there."""

import pytest
import sympy as sp

from theory.argument_language import States
from theory.language import Head, eq, integers, reals, sequence
from theory.orders import SmallEnough
from theory.quantifiers import Every
from theory.sequences import entries
from verify.claims.meanings import Exact
from verify.variants.near import fails_near

x, y, eta = reals("x y eta")
n, i = integers("n i")
a = sequence("a")
F = Head("F", "a quantity that is its argument")
HALF = sp.Rational(1, 2)
UNIT = eq(sp.Sum(a[i] ** 2, (i, 1, n)), 1)
LARGEST = Every(i, sp.Implies(sp.And(i >= 1, i <= n), a[i] <= y, evaluate=False))
SETTING = (n >= 2, UNIT, LARGEST, eta > 0)
PRINTED = States(eta * a[1] <= eta * y, SETTING)
POINT = {
    n: sp.Integer(2),
    a: entries((sp.Rational(3, 5), sp.Rational(4, 5)), i),
    y: sp.Rational(4, 5),
    eta: sp.Integer(1),
}


def mutant(says, *dropped):
    return States(says, tuple(g for g in SETTING if g not in dropped))


@pytest.mark.parametrize(
    ("says", "dropped"),
    [
        (PRINTED.says, (eta > 0,)),
        (PRINTED.says, (LARGEST,)),
        (eta * y <= eta * a[1], ()),
        (eta * a[2] < eta * y, ()),
        (eta * a[1] <= HALF, ()),
    ],
    ids=str,
)
def test_a_mutant_fails_near_the_point(says, dropped):
    assert fails_near(mutant(says, *dropped), PRINTED, {}, POINT) is not None


@pytest.mark.parametrize(
    ("says", "dropped"),
    [(PRINTED.says, ()), (PRINTED.says, (UNIT,)), (a[1] ** 2 <= 1, (eta > 0,))],
    ids=str,
)
def test_what_holds_is_not_broken(says, dropped):
    assert fails_near(mutant(says, *dropped), PRINTED, {}, POINT) is None


def test_one_sequence_may_be_anything_where_the_rest_stays():
    step = eq(a[i], a[i - 1] * y * eta)
    steps = Every(i, sp.Implies(sp.And(i >= 2, i <= n), step, evaluate=False))
    given = (n >= 2, eq(a[1], 1), eq(y, HALF), eta > 0, eta < 2)
    at = {**POINT, a: entries((1, HALF), i), y: HALF}
    for says, breaks in ((a[n] < 1, True), (a[1] < 2, False)):
        printed = States(says, (*given, steps))
        assert (fails_near(States(says, given), printed, {}, at) is not None) is breaks


def test_a_point_outside_of_the_hypotheses_breaks_nothing():
    outside = {**POINT, a: entries((1, 1), i)}
    assert fails_near(mutant(eta * a[1] <= eta * y - 5), PRINTED, {}, outside) is None


def test_nothing_is_said_of_what_has_no_meaning():
    printed = States(F(x) <= y, (x <= y,))
    changed = States(F(x) < y, (x <= y,))
    at = {x: sp.Integer(1), y: sp.Integer(1)}
    assert fails_near(changed, printed, {}, at) is None
    assert fails_near(changed, printed, {F: (Exact(lambda value: value),)}, at) is not None


def test_a_size_that_is_small_enough_is_no_number():
    printed = States(x * eta <= y, (SmallEnough(x), x > 0, eta > 0, y > 0))
    changed = States(x * eta <= -y, printed.given)
    at = {x: sp.Integer(1), y: sp.Integer(1), eta: sp.Integer(1)}
    assert fails_near(changed, printed, {}, at) is None
