"""Finite domains: no point of the domain is left out."""

from fractions import Fraction
from itertools import product

import pytest
import sympy as sp

from theory.claim import ForAll
from theory.language import integers, reals
from verify.kernel.points import domain
from verify.kernel.total import Outside
from verify.truth import Truth, evaluate

R = sp.Rational
x, n = reals("x"), integers("n")


def finite(statement):
    """Return the values of each symbol, `None` if they are not known to be finitely many."""
    try:
        return domain(statement)
    except Outside:
        return None


SIDES = [
    n <= 3,
    n < 3,
    n > -4,
    n >= -4,
    sp.Lt(-3, n, evaluate=False),
    sp.Ge(R(7, 2), n, evaluate=False),
    2 * n < 7,
    2 * n > -7,
    3 - n > R(1, 2),
    n <= sp.sqrt(2) * 3,
    n >= -sp.pi,
    sp.Ne(n, 0),
    sp.acos(n / 4) > n,
    sp.Abs(n) <= 3,
    n**2 <= 9,
    sp.Mod(n, 2) <= 0,
    sp.floor(n / 2) <= 1,
    sp.Or(sp.Eq(n, 1), sp.Eq(n, -2)),
    sp.Or(sp.Eq(n, 1), n > 5),
    sp.Eq(2 * n, 6),
    sp.Eq(n, 4),
    sp.Or(sp.Eq(n, R(1, 2), evaluate=False), sp.Eq(n, 2)),
    sp.Piecewise((n, n > 0), (-n, True)) <= 4,
]


def test_a_finite_domain_leaves_out_no_point_of_the_domain():
    known = 0
    for hypotheses in product(SIDES, repeat=2):
        domain = finite(ForAll(given=hypotheses, says=n > n - 1))
        if domain is None:
            continue
        known += 1
        assert all(number.denominator == 1 for number in domain[0])
        for number in map(Fraction, range(-9, 10)):
            if all(evaluate(h, {n: number}) is Truth.TRUE for h in hypotheses):
                assert number in domain[0], hypotheses
    assert known > 100


@pytest.mark.parametrize(
    "given", [(n >= 0, n <= sp.sqrt(2) * 3), (x >= 0, x <= 1), (n >= 0, n <= x), (n >= 0,)]
)
def test_other_domains_are_not_said_to_be_finite(given):
    assert finite(ForAll(given=given, says=n + x > n + x - 1)) is None


def test_where_a_hypothesis_is_defined_bounds_a_symbol_too():
    given = (n >= 0, sp.acos(n) > n)
    assert finite(ForAll(given=given, says=n > n - 1)) == [[Fraction(0), Fraction(1)]]
