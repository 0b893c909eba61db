"""Rays of a regime."""

from fractions import Fraction

from theory.claim import SameOrder
from theory.language import (
    reals,
)
from verify.methods.orders import extreme_rays

x, y, q, a = reals("x y q a")


def test_rays_are_those_of_the_regime():
    statement = SameOrder(x, y, regime=(y <= x**a,), variables=(x, y), constants={a: (2,)})
    assert set(extreme_rays(statement, {a: Fraction(2)})) == {(1, 0), (Fraction(1, 2), 1)} | {
        (Fraction(1), Fraction(2, 3))
    }
