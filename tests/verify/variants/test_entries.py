"""Entries of sequences as reals: orders of some of them fail along rays, right ones do not."""

import pytest
import sympy as sp

from theory.argument_language import States
from theory.language import Head, integers, reals, sequence
from theory.orders import LargeEnough, Order
from theory.quantifiers import Every
from verify.variants.entries import with_entries_as_reals
from verify.variants.orders import along_rays

x, y = reals("x y")
n, k, j = integers("n k j")
a, T = sequence("a"), sequence("T")
F = Head("F", "a quantity that is given a sequence")
STEP = (n >= 1, k >= 0, x > 0, sp.Eq(T[k + 1, n] - T[k, n], x - T[k, n], evaluate=False))


def ray(says, *given):
    return along_rays(States(says, given), (), (), {})


def test_an_order_of_single_entries_fails_along_a_ray():
    left = sp.Max(sp.Abs(T[k + 1, n]), x)
    over = (x, n, k, T)
    assert ray(Order(left, x * n, "same", over), *STEP) is not None
    assert ray(Order(left, x / n, "at most", over), *STEP) is not None
    assert ray(Order(left, x, "same", over), *STEP) is None
    assert ray(Order(left, x / n, "at least", over), *STEP) is None


@pytest.mark.parametrize(
    "says",
    [
        Order(a[n] - a[k], x, "at most", (x, n, k, a)),  # n may be k
        Order(sp.Sum(a[n], (n, 1, k)), x, "at most", (x, k, a)),
        Order(a[n] + F(a), x, "at most", (x, n, a)),
        Order(x, y, "at most", (x, y)),
    ],
)
def test_entries_that_may_be_the_same_or_of_which_more_is_said_are_left(says):
    assert with_entries_as_reals(States(says)) is None


def test_a_condition_on_all_entries_counts():
    rises = Every(j, a[j + 1] > a[j])
    order = Order(a[n], a[n + 1], "at most", (n, a))
    assert with_entries_as_reals(States(order, (rises,))) is None
    found = with_entries_as_reals(States(order, (a[n] > 0, LargeEnough(a[n + 1]))))
    one, other = found.says.sides
    assert one != other
    assert found.given == (one > 0, LargeEnough(other))
    assert found.says.over == {n, one, other}
