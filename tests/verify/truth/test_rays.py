"""Rays of a regime, and rates along them."""

from fractions import Fraction

import pytest
import sympy as sp

from theory.claim import SameOrder
from theory.language import (
    reals,
)
from verify.methods.orders import extreme_rays
from verify.truth.rays import NoRate, Rate, signed_rate

x, y, q, a = reals("x y q a")
n = sp.Symbol("n", positive=True)  # it grows
c = sp.Symbol("c", positive=True)  # some constant
GROWS = {n: sp.S.One, c: sp.S.Zero}


def test_rays_are_those_of_the_regime():
    statement = SameOrder(x, y, regime=(y <= x**a,), variables=(x, y), constants={a: (2,)})
    assert set(extreme_rays(statement, {a: Fraction(2)})) == {(1, 0), (Fraction(1, 2), 1)} | {
        (Fraction(1), Fraction(2, 3))
    }


@pytest.mark.parametrize(
    ("term", "rate", "sign"),
    [
        (n ** (2 + 3 / n), Rate(2), 1),
        (n ** (1 / (2 + 1 / n) - 1), Rate(sp.Rational(-1, 2)), 1),
        ((2 / n) ** (3 / (1 + n)), Rate(0), 1),
        (n**n, Rate(sp.oo), 1),
        (n**-n, Rate(-sp.oo), 1),
        (2**n, Rate(sp.oo), 1),
        (2 ** (-n), Rate(-sp.oo), 1),
        (sp.Rational(1, 2) ** n, Rate(-sp.oo), 1),
        (c ** (1 + 1 / n), Rate(0), 1),
        (1 - n ** (1 / n), Rate(-1, 1), -1),
        (1 - n ** (2 / (2 + 2 / n) - 1), Rate(-1, 1), 1),
        (sp.erfc(c), Rate(0), 1),
        (sp.erfc(-n), Rate(0), 1),
        (sp.erfc(1 / n), Rate(0), 1),
        (n**5 * sp.erfc(sp.sqrt(n)), Rate(-sp.oo), 1),
        (sp.Abs(1 - sp.log(n)), Rate(0, 1), 1),
        (sp.floor(n / c), Rate(1), 1),
        (sp.ceiling(-n), Rate(1), -1),
        (sp.ceiling(1 / n), Rate(0), 1),
    ],
)
def test_rates_of_what_moves(term, rate, sign):
    assert signed_rate(term, GROWS) == (rate, sign)


@pytest.mark.parametrize(
    "term",
    [
        n**c,  # to which power is not known
        n ** (1 + sp.sin(n) / n),
        n ** sp.sqrt(1 + 1 / n),
        c**n,  # above 1 it grows
        (1 + 1 / n) ** n,
        sp.log(n) ** n,
        (1 - n) ** (2 + 1 / n),
        n ** (2 / (1 + sp.log(n))),
        sp.erfc(sp.log(n)),
        sp.floor(1 / n),
        sp.floor(c),
        1 - n ** (1 + 1 / n) / n,
    ],
)
def test_a_rate_that_no_rule_gives_is_none(term):
    with pytest.raises(NoRate):
        signed_rate(term, GROWS)
