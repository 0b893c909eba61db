"""Limits that fail in the long run, and what may hold far out."""

import pytest
import sympy as sp

from theory.argument_language import States
from theory.language import integers, reals
from theory.quantifiers import Every, Some
from verify.variants.long_run import fails_in_the_long_run

x, y, s, a = reals("x y s a")
n = integers("n")


def from_somewhere(says, given=(a > 1,), premise=x >= s, symbol=x):
    far = Every(symbol, sp.Implies(premise, says, evaluate=False))
    return States(Some(s, sp.And(s > 0, far)), given)


def between(low, high):
    return Some(y, sp.And(y >= low, y <= high))


@pytest.mark.parametrize(
    "says",
    [
        x <= 100,
        sp.log(x) >= x,
        between(x, sp.log(x) ** a),
        between(1, x ** (1 - a)),
        between(x + 1, x),
        sp.And(x > 0, between(x**a, x)),
    ],
)
def test_what_fails_at_every_large_number_fails_from_each_on(says):
    assert fails_in_the_long_run(from_somewhere(says)) is not None


@pytest.mark.parametrize(
    "says",
    [
        sp.log(x) <= x,
        between(1, x),
        between(x, x),
        between(x, x + 1 / x),
        sp.Or(x < 0, x > 1),
        Every(y, sp.Implies(y >= 0, y <= x, evaluate=False)),  # it fails; another kind
        sp.sin(x) >= sp.Rational(1, 2),  # so does this, again and again
    ],
)
def test_what_may_hold_is_left_alone(says):
    assert fails_in_the_long_run(from_somewhere(says)) is None


def test_only_what_is_said_from_some_number_on_is_looked_at():
    assert fails_in_the_long_run(from_somewhere(x <= 5, premise=sp.And(x >= s, x <= 3))) is None
    assert fails_in_the_long_run(from_somewhere(x <= 5, premise=x <= s)) is None
    assert fails_in_the_long_run(from_somewhere(n <= 5, premise=n >= s, symbol=n)) is None
    assert fails_in_the_long_run(from_somewhere(x <= s)) is None
    assert fails_in_the_long_run(States(Every(x, x <= 5))) is None


def test_nothing_fails_where_nothing_satisfies_the_hypotheses():
    says = between(1, x ** (1 - a))
    assert fails_in_the_long_run(from_somewhere(says, given=(a > 1, a < 1))) is None
    assert fails_in_the_long_run(from_somewhere(says, given=(a <= 1,))) is None


def test_what_no_hypothesis_is_about_may_be_any_number():
    assert fails_in_the_long_run(from_somewhere(between(1, x**a), given=())) is not None
    assert fails_in_the_long_run(from_somewhere(between(1, x ** (a**2)), given=())) is None


def test_powers_of_what_there_is_some_of_are_bounds_where_it_is_positive():
    turned = sp.And(y >= 1, x / sp.sqrt(y) <= 1, y <= x)  # y is at least x^2
    assert fails_in_the_long_run(from_somewhere(Some(y, turned))) is not None
    for says in (
        sp.And(y >= 1, x / sp.sqrt(y) <= 1, y <= x**2),
        sp.And(y >= -1, x / y <= 1, y <= 2),  # y is negative
        sp.And(y >= 1, -x / sp.sqrt(y) <= 1, y <= x),
        sp.And(y >= 1, x / sp.sqrt(y) + y <= 1, y <= x),  # it fails; a sum
    ):
        assert fails_in_the_long_run(from_somewhere(Some(y, says))) is None
