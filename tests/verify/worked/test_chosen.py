"""What an argument chooses is read off it, and nothing is made up where it chooses nothing."""

from fractions import Fraction

import pytest
import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import Assume, Choose, Generalise, Give, Known, Put
from theory.language import function, le, reals, sequence
from theory.quantifiers import Every, Some
from theory.values import Atoms, PiecewiseLinear
from verify.worked.chosen import CONSTANT, NoExample, example

C, x, y = reals("C x y")
HALF = Fraction(1, 2)
BOUNDED = States(Some(C, And(C > 0, Every(x, x < C))))


def beyond(value):
    """Argue that no constant bounds x, by a value for x."""
    return Generalise(Give(Assume(x >= C), Some(x, x >= C), value), C)


def test_values_answer_whatever_constant_one_names():
    found = example(BOUNDED, beyond(C + 1))
    assert found.challenged == (C,)
    assert found.assumed == (C > 0,)
    assert found.says == (x < C)
    assert next(found.at(10)) == {C: 10, x: 11}


def test_only_constants_that_stand_in_what_fails_grow():
    says = Some(y, And(y > 0, Some(C, And(C > 0, Every(x, Implies(x > y, x < C, evaluate=False))))))
    found = example(States(says), Generalise(beyond(C + y), y))
    assert (found.challenged, found.moved) == ((y, C), (C,))
    assert next(found.at(10)) == {y: 1, C: 10, x: 11}


def test_a_helper_is_tried_from_the_small_numbers_on():
    m = sp.Symbol("m", integer=True)
    found = example(BOUNDED, Choose(Assume(m >= C), beyond(m), m))
    assert found.helpers == (m,)
    assert [at[x] for at, _ in zip(found.at(3), range(4), strict=False)] == [1, 2, 4, 8]


def test_premises_are_hypotheses_and_values_may_depend_on_values():
    says = Implies(x > 0, le(y, x), evaluate=False)
    argument = Give(Give(Assume(y > x), Some(y, y > x), 2 * x), Some(x, x > 0), sp.Integer(3))
    found = example(States(says, (x < 5,)), argument)
    assert set(found.assumed) == {x < 5, x > 0}
    assert next(found.at(1)) == {x: 3, y: 6}
    assert not found.moves


def test_functions_and_laws_are_those_of_known_facts():
    f, places = function("f"), sequence("a")
    known = Put(Known("a law with two values"), dict(zip(reals("u w"), (1, 2), strict=True)))
    says = le(f(x), 0)
    value = Give(Assume(says), Some(x, says), sp.Integer(0))
    exists = Known("a positive function that increases, with slope 1/2 from 0 on")
    found = example(States(says), Choose(exists, value, f))
    assert isinstance(found.things[f], PiecewiseLinear)
    assert found.things[f].strictly_increasing
    assert example(States(says), Choose(known, value, f)).things[f] == Atoms((1, 2), (HALF, HALF))
    with pytest.raises(NoExample, match="f"):
        example(States(says), Choose(Known("a contraction has a fixed point"), value, f))
    with pytest.raises(NoExample, match="a"):
        example(States(le(places[0], 0)), value)


def test_without_a_value_or_an_argument_there_is_no_example():
    with pytest.raises(NoExample, match="no value"):
        example(BOUNDED, Assume(x > 0))
    with pytest.raises(NoExample, match="no argument"):
        example(BOUNDED, None)
    with pytest.raises(NoExample, match="depends"):
        example(States(Some(C, Every(x, Some(y, y < C * x)))), beyond(C))
    assert CONSTANT not in example(BOUNDED, beyond(C)).values
