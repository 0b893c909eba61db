"""Suprema and flows that hypotheses fix: along rays they are that, and nothing else."""

import pytest
import sympy as sp

from theory.argument_language import States
from theory.language import eq, function, integers, reals, sequence
from theory.orders import LargeEnough, Order, Small
from theory.quantifiers import Every, Some
from verify.variants.fixed import Supremum, in_formulas
from verify.variants.orders import along_rays

x, y, m, t, v, u, n = reals("x y m t v u n")
j, d = integers("j d")
f, theta = function("f"), sequence("theta")


def supremum(term, low=1, high=n, larger=u, strict=True):
    inside = sp.And(x >= low, x <= high)
    above = Every(x, sp.Implies(inside, sp.Le(term, m, evaluate=False), evaluate=False))
    bigger = (sp.Gt if strict else sp.Ge)(term, larger, evaluate=False)
    least = Every(u, sp.Implies(u < m, Some(x, inside & bigger), evaluate=False))
    return above, least


def flow(force, start=0):
    moved_by = eq(f(t), sp.Integral(force, (v, start, t)))
    return Every(t, sp.Implies(t >= 0, moved_by, evaluate=False))


def ray(order, *given, proved=()):
    return along_rays(States(order, given), proved, (), {})


PEAK = x**-2 * sp.exp(-y / x)  # its supremum is of order y**(-2) if y is in [1, n]
AT_PEAK = (*supremum(PEAK), y >= 1, n >= y)
OVER = (m, n, y)
PROVED = States(Order(m, y**-2, "same", OVER), AT_PEAK)


def test_a_supremum_is_one_only_of_what_is_continuous_and_stands_in_both_conditions():
    assert isinstance(in_formulas(supremum(PEAK))[0], Supremum)
    above, least = supremum(PEAK)
    for pair in (
        supremum(1 / (x - 2)),
        supremum(PEAK, strict=False),
        supremum(PEAK, larger=u + 1),
        (above, supremum(2 * PEAK)[1]),
        (supremum(PEAK, low=2)[0], least),
        (above,),
    ):
        assert not any(isinstance(g, Supremum) for g in in_formulas(pair))


@pytest.mark.parametrize("factor", [y, n, 1 / y, m])
def test_a_proved_order_of_a_supremum_says_how_it_grows(factor):
    wrong = Order(m, y**-2 * factor ** sp.Rational(1, 8), "same", OVER)
    assert ray(wrong, *AT_PEAK, proved=[PROVED]) is not None
    assert ray(wrong, *AT_PEAK) is None
    assert ray(Order(m, y**-2, "same", OVER), *AT_PEAK, proved=[PROVED]) is None


def test_a_proved_order_of_another_supremum_says_nothing():
    elsewhere = States(PROVED.says, (*supremum(2 * PEAK, high=2 * n), y >= 1, n >= y))
    wrong = Order(m, y**-1, "same", OVER)
    assert ray(wrong, *AT_PEAK, proved=[elsewhere]) is None


def test_over_one_point_a_supremum_is_the_value_there():
    given = (*supremum(PEAK, low=2, high=2), y >= 1)
    assert ray(Order(m, sp.exp(-y / 2), "same", (m, y)), *given) is None
    assert ray(Order(m, y**-2, "same", (m, y)), *given) is not None


def test_no_supremum_is_over_an_empty_range():
    below = (*supremum(PEAK, low=2, high=1), LargeEnough(y))
    assert ray(Order(m, y**-2, "same", (m, y)), *below) is None


def test_what_is_smaller_than_some_term_may_be_anything_below_it():
    least = supremum(PEAK)[1]
    given = (least, y >= 1, n >= y)
    assert ray(Order(m, y**-2, "at least", OVER), *given) is not None
    assert ray(Order(m, 1, "at most", OVER), *given) is None


def test_a_linear_flow_is_solved_and_no_other_one():
    reached = eq(y, f(x))
    assert in_formulas([Some(f, flow(-2 * f(v)) & reached)]) == (sp.Eq(y, 0),)
    for force in (1 - f(v) ** 2, v - f(v), f(2 * v), sp.exp(f(v)), sp.S.One):
        (left,) = in_formulas([Some(f, flow(force) & reached)])
        assert isinstance(left, Some)
    (late,) = in_formulas([Some(f, flow(1 - f(v), start=1) & reached)])
    assert isinstance(late, Some)


def test_an_order_of_where_a_flow_is_fails_along_a_ray():
    given = (x >= 1, y >= 0, Some(f, flow(n - n * f(v)) & eq(y, f(x))), n >= 1)
    assert ray(Order(1 - y, sp.exp(-n * x), "same", (x, y, n)), *given) is None
    assert ray(Order(y, 1, "same", (x, y, n)), *given) is None
    assert ray(Order(y, x, "same", (x, y, n)), *given) is not None


def test_entries_of_a_sequence_are_where_flows_are():
    inside = sp.And(j >= 1, j <= d)
    reached = Some(f, flow(1 - f(v)) & eq(theta[j], f(x)))
    given = (d >= 1, Small(x), x > 0, Every(j, sp.Implies(inside, reached, evaluate=False)))
    right = Order(sp.Sum(theta[j], (j, 1, d)), d * x, "same", (x, d, theta))
    assert ray(right, *given) is None
    assert ray(Order(right.sides[0], d, "same", (x, d, theta)), *given) is not None
