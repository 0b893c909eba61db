"""What holds from some number on by powers, and what is not seen to, or does not."""

import pytest
import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.language import Head, integers, reals
from theory.orders import Large
from theory.quantifiers import Every, Some
from verify.variants.in_the_end import holds_in_the_end
from verify.variants.long_run import fails_in_the_long_run

x, y, s, a, b = reals("x y s a b")
n = integers("n")
F = Head("F", "a quantity")
ROOT, LOG = x ** (1 / a), sp.log(x)


def from_somewhere(says, *given, beside=sp.true):
    after = Every(x, Implies(x >= s, says, evaluate=False))
    return States(Some(s, And(beside, after)), given)


TRUE = [
    (sp.sqrt(x) >= LOG, ()),
    (sp.sqrt(x) > 5 * LOG**3, ()),
    (ROOT > 5, (a > 1,)),
    (x**a <= x**2 / LOG, (a < 2,)),
    (x / LOG >= x / LOG**2, ()),
    (x**a >= x**a * sp.Rational(7, 8), ()),
    (x**a > -3, ()),
    (x - sp.Abs(x) / 8 >= 3 * ROOT, (a > 1,)),
    ((x / LOG) ** a >= 9, (a > 0,)),
    (And(x > 1, ROOT >= 2, evaluate=False), (a > 0,)),
    (Some(y, And(y >= 1, y < ROOT, evaluate=False)), (a > 0,)),
    (Some(n, And(n > 1, n < ROOT, evaluate=False)), (a > 0,)),
    (x ** ((a - 1) / b) / x ** (a / b) < 1, (b > 0,)),
]
OTHER = [
    (sp.sqrt(x) <= LOG, ()),
    (ROOT > 5, (a >= 0,)),  # which has no value for 0
    (ROOT > 5, (a < 0,)),
    (x**a <= x**2 / LOG, (a <= 2,)),
    (x**a > x**a, ()),
    (x / LOG**2 >= x / LOG, ()),
    (x**a >= x**a * sp.Rational(9, 8), ()),
    (x ** ((a - 1) / b) / x ** (a / b) < 1, ()),
    (sp.sin(x) <= x, ()),  # not seen
    (F(x) <= x, ()),
    (b * x > 1, (b > 0,)),  # not seen
    (x - 1 - x * (1 - 1 / x) > 0, ()),
    ((-x) ** a <= x, ()),
    (Some(y, And(y >= 1, y > ROOT, evaluate=False)), (a > 0,)),
    (Some(n, And(n > 0, n < 1, x > 0, evaluate=False)), ()),
    (ROOT > 5, (a > 1, Large(a))),
]


@pytest.mark.parametrize(("says", "given"), TRUE, ids=str)
def test_what_powers_show_holds(says, given):
    statement = from_somewhere(says, *given, beside=s > 0)
    assert holds_in_the_end(statement) is not None
    assert fails_in_the_long_run(statement) is None


@pytest.mark.parametrize(("says", "given"), OTHER, ids=str)
def test_what_is_not_seen_to_hold_is_left_open(says, given):
    assert holds_in_the_end(from_somewhere(says, *given)) is None


def test_where_it_starts_may_be_as_far_out_as_it_has_to_be():
    says = sp.Ge(x, 5, evaluate=False)
    assert holds_in_the_end(from_somewhere(says, beside=s >= 2)) is not None
    assert holds_in_the_end(from_somewhere(says, beside=s <= 2)) is None
    assert holds_in_the_end(from_somewhere(says, beside=s >= a)) is None
    assert holds_in_the_end(States(Every(x, Implies(x >= s, says, evaluate=False)))) is None
    assert holds_in_the_end(from_somewhere(x >= s + 1)) is None
