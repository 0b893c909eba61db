"""A worked example is shown only where it comes out."""

from sympy.logic.boolalg import And

from reports.recomputed import AlongRay, AtPoint
from theory.argument_language import States
from theory.arguments import Assume, Generalise, Give
from theory.binders import SequenceOf
from theory.language import eq, integers, le, reals, sequence
from theory.orders import Order
from theory.quantifiers import Every, Some
from theory.sequences import Indicator
from verify.worked.chosen import example
from verify.worked.shown import points_of, recomputed

C, x = reals("C x")
i = integers("i")
a = sequence("a")


def shown(statement, argument):
    found = example(statement, argument)
    return recomputed(found, points_of(found, {}))


def given(symbol, value, then=None):
    return Give(then or Assume(x >= 0), Some(symbol, symbol >= 0), value)


def test_one_point_has_every_value_and_both_sides():
    found = shown(States(le(x**2, x), (x > 1,)), given(x, C * 0 + 2))
    assert isinstance(found, AtPoint)
    assert [term.value for term in found.symbols] == ["2"]
    assert [one.holds for one in found.assumed] == [True]
    assert [side.value for side in found.printed.sides] == ["4", "2"]
    assert found.printed.holds is False


def test_three_sizes_where_any_constant_is_answered():
    bounded = States(Some(C, And(C > 0, Every(x, x < C))))
    found = shown(bounded, Generalise(given(x, 2 * C), C))
    assert isinstance(found, AlongRay)
    assert [(one.size, one.left, one.right) for one in found.sizes] == [
        (1, "2", "1"),
        (10, "20", "10"),
        (100, "200", "100"),
    ]


def test_an_order_has_its_two_sides():
    order = States(Order(x**2, x, "at most", (x,)), (x > 0,))
    found = shown(order, Generalise(given(x, 2 * C), C))
    assert [one.ratio for one in found.sizes] == ["2", "20", "200"]
    assert all(one.assumed for one in found.sizes)


def test_entries_of_a_sequence_are_listed():
    value = SequenceOf(3 * Indicator(eq(i, 1)), i)
    argument = Give(Assume(x >= 0), Some(a, a[0] >= 0), value)
    found = shown(States(le(a[1], 2)), argument)
    assert found.symbols[0].text == "a[1] = 3, 0 else"


def test_a_formula_of_a_sequence_is_given_for_every_index():
    argument = Give(Assume(x >= 0), Some(a, a[0] >= 0), SequenceOf(1 / (1 + i**2), i))
    found = shown(States(le(2, a[1])), argument)
    assert found.symbols[0].text == "a[i] = 1/(i^2 + 1) for every i"


def test_nothing_is_shown_where_it_does_not_come_out():
    assert shown(States(le(x**2, x)), given(x, C * 0 + 1)) is None
    assert shown(States(le(x**2, x), (x < 1,)), given(x, C * 0 + 2)) is None


def test_an_order_fails_at_all_sizes_as_at_the_largest():
    n = integers("n")
    order = States(Order(x**2, x + 50, "same", (x,)), (x > 0,))
    found = shown(order, Generalise(given(x, n), C))
    assert [(one.size, one.variables[0].exact) for one in found.sizes] == [
        (1, "8"),  # at 1 the right side is more than ten times the left one
        (10, "32"),
        (100, "256"),
    ]
