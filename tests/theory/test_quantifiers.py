"""Conditions that describe a value: inhabited, least, median."""

import pytest
import sympy as sp

from theory.argument_language import States
from theory.arguments import Assume, Give, Put, Solve, Specialise
from theory.binders import unbound
from theory.language import Head, integers, reals
from theory.quantifiers import Every, Some, inhabited, least, median
from verify.kernel.arguments.conclusion import conclusion
from verify.kernel.questions import RejectedArgument, Solver

x, y, m = reals("x y m")
n = integers("n")
SOLVER = Solver(rlimit=2_000_000)


def test_what_is_inhabited_is_shown_by_a_point():
    says = inhabited((x, y), (x > y, y > 0))
    inner = Some(y, says.args[1].args[1])
    values = Solve(sp.And(x > x / 2, x / 2 > 0, evaluate=False), given=(x > 0,))
    shown = Put(Give(Give(values, inner, x / 2), says, x), {x: sp.Integer(1)})
    assert conclusion(shown, {}, SOLVER).says == says


def test_nothing_smaller_than_the_least_satisfies_the_condition():
    condition = least(n, n**2 >= 5)
    States(x > 0, given=(condition,))
    _, every = condition.args if isinstance(condition.args[1], Every) else condition.args[::-1]
    two = Specialise(Assume(every), sp.Integer(2))
    shown = Solve(n <= 3, (condition,), (Specialise(Assume(every), sp.Integer(3)),))
    assert conclusion(shown, {}, SOLVER).says == (n <= 3)
    with pytest.raises(RejectedArgument):
        conclusion(Solve(n <= 2, (condition,), (two,)), {}, SOLVER)


def test_the_index_of_the_least_captures_nothing():
    k = integers("k")
    assert unbound(least(n, n >= k)) == {n, k}
    taken = integers("n'")
    assert unbound(least(n, n >= taken)) == {n, taken}


def test_a_median_has_half_of_the_mass_on_both_sides():
    below, above = Head("Below", "-"), Head("Above", "-")
    half = sp.Rational(1, 2)
    assert set(median(m, below, above).args) == {below(m) >= half, above(m) >= half}
