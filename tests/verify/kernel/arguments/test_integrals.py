"""What is integrated over an interval: relations and orders of continuous functions."""

import pytest
import sympy as sp

from tests.verify.kernel.arguments.joins import rejected, shown, stated
from theory.arguments import Integrate, Solve, Split
from theory.language import Head, integers, reals
from theory.orders import Order, Theta
from theory.sequences import Indicator
from verify.kernel.arguments.conclusion import establishes

x, y, c = reals("x y c")
n = integers("n")
h = Head("h", "anything")


def eq(one, other):
    return sp.Eq(one, other, evaluate=False)


BELOW = Solve(x / c < x, (c > 1, x > 0))


def integral(e, low, high):
    return sp.Integral(e, (x, low, high))


def test_a_relation_for_every_real_of_an_interval_is_that_of_the_integrals():
    less = shown(Integrate(BELOW, x, 1, y, (y >= 2,)))
    establishes(less, (c > 1, y >= 2), integral(x, 1, y) / c <= integral(x, 1, y))
    constant = stated(sp.exp(x) >= 1, x >= 0)
    establishes(
        shown(Integrate(constant, x, 1, 3)), (), sp.Ge(integral(sp.exp(x), 1, 3), 2, evaluate=False)
    )
    alike = stated(Order(x**2 + x, x, "at most", (x, y)), x >= 0, x <= 1)
    both = Order(integral(x**2 + x, 0, 1), integral(x, 0, 1), "at most", (y,))
    establishes(shown(Integrate(alike, x, 0, 1)), (), both)


@pytest.mark.parametrize(
    ("argument", "why"),
    [
        (Integrate(BELOW, x, 0, 1), "can fail"),  # at x = 0 nothing is known
        (Integrate(BELOW, x, y, 1), "can fail"),  # the ends may be exchanged
        (Integrate(BELOW, x, 1, x + 1), "no interval"),
        (Integrate(BELOW, x, 0, 1, (x > 0,)), "is left in"),
        (Integrate(BELOW, c, 1, 3), "can fail"),
        (Integrate(stated(h(n) > n, n >= 0), n, 0, 1), "no interval"),  # of integers
        (Integrate(stated(h(x) <= x), x, 0, 1), "continuous"),
        (Integrate(stated(sp.floor(x) <= y), x, 0, 1), "continuous"),
        (Integrate(stated(y**x <= 1, y >= 0, y <= 1), x, 0, 1), "continuous"),  # 0^0
        (Integrate(stated(Indicator(x > 0) <= 1), x, 0, 1), "continuous"),
        (Integrate(stated(Order(x, c, "same", (c,))), x, 1, 2), "depend on"),
        # q(x) (1 - 2 x) for some q between c and 2 c, of which the integral need not be 0
        (Integrate(stated(Order(x, Theta(c) * (1 - 2 * x), "same", (x,))), x, 0, 1), "quantity"),
        (Split(integral(x, 0, 1), 2), "can fail"),
        (Split(integral(1 / x, -1, 1), 0), "can fail"),
        (Split(integral(sp.floor(x), 0, 2), 1), "continuous"),
        (Split(integral(x, 0, 1), x), "no interval"),
        (Split(integral(x, 0, y), 1, (y >= 1, x > 0)), "is left in"),
        (Split(h(x), 1), "is not over"),
    ],
)
def test_what_cannot_be_integrated(argument, why):
    rejected(argument, why)


def test_an_integral_in_two_parts():
    two = shown(Split(integral(1 / x, 1, y), 2, (y >= 3,)))
    parts = integral(1 / x, 1, 2) + integral(1 / x, 2, y)
    establishes(two, (y >= 3,), eq(integral(1 / x, 1, y), parts))
