"""Mutants that follow from the statement, and stronger ones, which do not."""

import sympy as sp

from theory.argument_language import States
from theory.language import Head, integers, reals
from theory.orders import Large, LargeEnough, Order, SmallEnough
from verify.variants.consequences import follows, shown_elsewhere

x, y, s = reals("x y s")
n = integers("n")
F = Head("F", "a quantity")


def test_a_hypothesis_that_the_others_imply_is_not_needed():
    says = F(x) > y
    printed = States(says, (x > 0, x >= 1, y > 0))
    assert follows(States(says, printed.given[1:]), printed) is not None
    assert follows(States(says, printed.given[:2]), printed) is None
    assert follows(States(F(x) >= y, printed.given[1:]), printed) is None


def test_what_is_shown_under_no_more_hypotheses_holds():
    shown = (States(F(x) > y, (x > 0,)), States(F(x) >= 2, (y > 0,)))
    assert shown_elsewhere(States(y < F(x), (y > 0, x > 0)), shown) is not None
    assert shown_elsewhere(States(F(x) > y, (y > 0,)), shown) is None
    assert shown_elsewhere(States(F(x) >= y, (x > 0,)), shown) is None


def test_where_a_constant_serves_one_may_be_chosen_that_does():
    says = Order(F(x), 1, "same", (x,))
    for size, need, implied in (
        (LargeEnough(x), x > 2, True),
        (Large(x), x > 2, False),  # whatever the constant is
        (Large(x), x > 0, True),
        (SmallEnough(x), x < 1, True),
        (SmallEnough(x), x > 0, False),
    ):
        printed = States(says, (need, size))
        assert (follows(States(says, (size,)), printed) is not None) == implied


def test_an_order_may_be_more_generous():
    def order(right, relation, *given):
        return States(Order(F(x), right, relation, (x,)), given)

    eighth = x ** sp.Rational(1, 8)
    for relation, given, factor, implied in (
        ("at most", x >= 1, eighth, True),
        ("at most", x >= 1, 1 / eighth, False),
        ("at most", sp.And(x > 0, x <= 1), 1 / eighth, True),
        ("at most", x > 0, eighth, False),
        ("at least", x >= 1, 1 / eighth, True),
        ("at least", x >= 1, eighth, False),
        ("same", x >= 1, eighth, False),
    ):
        printed = order(x**2, relation, given)
        found = follows(order(x**2 * factor, relation, given), printed)
        assert (found is not None) == implied
    assert follows(order(-x * eighth, "at most", x >= 1), order(-x, "at most", x >= 1)) is None


def test_constants_may_depend_on_what_constants_determine():
    given = (sp.Eq(s, y / 2), x >= 1, y > 0)
    printed = States(Order(F(x), x**s, "same", (x,)), given)
    assert follows(States(printed.says.uniform_in((x, s)), given), printed) is not None
    assert follows(States(printed.says.uniform_in((x, y)), given), printed) is None
    assert follows(States(printed.says.uniform_in((x, y, s)), given), printed) is None
