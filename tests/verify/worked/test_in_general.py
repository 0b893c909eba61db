"""Formulas of both sides are given only where they show that every positive number fails."""

import pytest
import sympy as sp
from sympy.logic.boolalg import And

from theory.language import function, reals
from theory.values import PiecewiseLinear
from verify.worked.chosen import Example
from verify.worked.in_general import in_general

R, x, c = reals("R x c")
alpha = function("alpha")
BENT = PiecewiseLinear.through({-1: 0, 0: 1}, 1, "1/2")  # 1 + x/2 from 0 on


def sides(relation, values=None, **changed):
    found = {"assumed": (), "says": And(R > 0, relation), "things": {alpha: BENT}}
    found |= {"values": values or {}, "challenged": (R,)}
    return in_general(Example(**found | changed), relation)


def test_chosen_values_and_functions_are_worked_out():
    assert sides(c * alpha(x) < R, {c: sp.Integer(2), x: R}) == (R + 2, R)
    assert sides(alpha(alpha(R)) < R / 4) == (R / 4 + sp.Rational(3, 2), R / 4)
    assert sides(sp.Ge(R, R + 1, evaluate=False)) == (R, R + 1)


@pytest.mark.parametrize(
    "relation",
    [
        sp.Lt(R, R + 1, evaluate=False),  # holds
        R**2 < R,  # fails from 1 on alone
        sp.Le(R, R, evaluate=False),
        alpha(R - 1) < R / 4,  # at R = 1/2 that is elsewhere
        alpha(c) < 0,  # c has no value
        sp.sqrt(R) < 0,  # no polynomial
        R * sp.Sum(2, (c, 1, 1)) < 0,  # a coefficient that is not worked out
        sp.Eq(alpha(R), R),
    ],
)
def test_none_are_given_where_they_do_not_show_it(relation):
    assert sides(relation) is None


def test_what_may_be_chosen_is_one_positive_number():
    relation = sp.Lt(R + 1, R, evaluate=False)
    assert sides(relation, says=relation) is None
    assert sides(relation, says=relation, assumed=(R > 0,)) == (R + 1, R)
    assert sides(relation, challenged=(R, c)) is None
    assert sides(relation, helpers=(c,)) is None
