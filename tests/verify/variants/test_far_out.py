"""Conditions on integers that are compared with reals: what is broken is, what holds never is."""

import pytest
import sympy as sp

from theory.argument_language import States
from theory.language import eq, integers, reals, sequence
from theory.quantifiers import Every, Some
from verify.judging.at_strings import Beyond
from verify.variants.concrete import broken_at
from verify.variants.far_out import far_out, is_comparison

x, y = reals("x y")
n, m = integers("n m")
a = sequence("a")
LONGER = n + sp.Abs(n) / 8
HALVES = Every(n, sp.Implies(n >= 0, eq(a[n + 1], a[n] / 2), evaluate=False))


@pytest.mark.parametrize(
    ("says", "given", "broken"),
    [
        (Some(n, sp.And(n >= 0, n <= x)), (), True),  # x < 0
        (Some(n, sp.And(n >= 0, n <= x)), (x >= 0,), False),
        (Some(n, sp.And(n >= 3, n >= x)), (), False),  # a large one
        (Some(n, sp.And(n <= 0, n <= x)), (), False),  # one far below
        (Some(n, sp.And(n >= 0, n <= 1 / x)), (x >= 0,), True),  # at 0 it has no value
        (Some(n, sp.And(n >= 0, n >= 1 / x)), (x >= 0,), True),
        (Some(n, sp.And(n >= 0, n >= 1 / x)), (x > 0,), False),
        (Every(n, sp.Implies(n >= 0, n >= x, evaluate=False)), (), True),
        (Every(n, sp.Implies(n >= 0, n >= x, evaluate=False)), (x <= 0,), False),
        (Every(n, sp.Implies(n >= x, n >= 0, evaluate=False)), (x >= 0,), False),
        (Every(n, n >= x), (), True),
        (Some(n, sp.And(n >= 0, n <= x, a[n] >= 1)), (HALVES, x >= 3), True),
        (Some(n, sp.And(n >= 0, n <= x, a[n] <= a[0])), (HALVES, x >= 0), False),
        (Some(n, sp.And(n >= 1, x >= LONGER)), (x >= 1,), True),  # x < 9/8
        (Some(n, sp.And(n >= 1, x >= LONGER)), (8 * x >= 9,), False),
        (Some(n, sp.And(n <= -1, x <= LONGER)), (x <= 0,), True),  # -7/8 < x
        (Some(n, sp.And(n <= -1, x <= LONGER)), (8 * x <= -7,), False),
        (Some(n, sp.And(n >= 0, LONGER >= 20, x > 0)), (x > 0,), False),  # 18, far out
        (Some(n, sp.And(n >= 0, 2 * n <= x, n >= y)), (x >= 0, y <= 0), False),
    ],
)
def test_what_compares_an_integer_with_reals_is_looked_at_for_all_of_them(says, given, broken):
    assert (broken_at(States(says, given), {}) is not None) == broken


def test_between_two_reals_there_need_not_be_an_integer_and_nobody_says_so():
    between = Some(n, sp.And(n >= x, n <= y))
    assert broken_at(States(between, (y >= x + 1,)), {}) is None
    assert not far_out(between.body, n, up=True, best=True).exact


def test_what_is_seen_in_another_way_is_declined():
    assert is_comparison(n <= x, n, frozenset({x}))
    assert not is_comparison(n <= m, n, frozenset({x}))  # m belongs to a quantifier inside
    assert not is_comparison(n * x <= 1, n, frozenset({x}))
    assert is_comparison(x >= LONGER, n, frozenset({x}))
    assert not is_comparison(n + 2 * sp.Abs(n) <= x, n, frozenset({x}))  # it turns back at 0
    for body in (sp.Piecewise((x, n >= x), (y, True)) > 0, sp.Xor(n >= x, y > 0)):
        with pytest.raises(Beyond):
            far_out(body, n, up=True, best=True)
