"""From some number on, and as close as one likes: what the quantifiers say, in their order."""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.language import reals
from theory.much_larger import comes_close, distance, from_some_number, much, where_much_larger
from theory.quantifiers import Every, Some

x, y = reals("x y")
LARGE = (y > 0, x >= much * y)


def test_from_some_number_on_something_holds_for_all_values():
    says = Implies(And(*LARGE), x > y, evaluate=False)
    wanted = Some(much, And(much > 0, Every(x, Every(y, says))))
    assert from_some_number((x, y), LARGE, x > y) == wanted
    assert where_much_larger((x, y), LARGE, x > y).says == wanted


def test_close_is_within_every_distance_from_a_number_on_that_may_depend_on_it():
    stated = comes_close((x, y), LARGE, 1 + y / x).says
    assert isinstance(stated, Every)
    assert stated.args[0] == distance
    positive, there = stated.args[1].args
    assert positive == (distance > 0)
    near = sp.Le(sp.Abs(y / x), distance, evaluate=False)
    assert there == from_some_number((x, y), LARGE, near)
