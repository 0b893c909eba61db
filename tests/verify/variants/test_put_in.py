"""Values that equations give and no search could try: what is false is broken there."""

import sympy as sp
from flint import arb

from theory.argument_language import States
from theory.language import Head, eq, reals
from verify.claims.meanings import Exact
from verify.variants.concrete import broken_at
from verify.variants.put_in import with_values_put_in

x, y, z = reals("x y z")


def test_irrational_values_that_equations_give_are_put_in():
    given = (eq(sp.Abs(x), sp.sqrt(2)), eq(z, x * y), y >= 0)
    found = broken_at(States(z <= y, given), {})
    assert found is not None
    assert "z = sqrt(2)*y" in found
    assert broken_at(States(z**2 <= 2 * y**2, given), {}) is None
    assert broken_at(States(z <= y, (*given, x < 0)), {}) is None
    assert broken_at(States(z <= y, (eq(sp.Abs(x), -sp.sqrt(2)), eq(z, x * y), y <= 0)), {}) is None


def test_a_rational_value_is_left_to_the_search():
    given = (eq(x, 2 * y), eq(sp.Abs(z), y))
    assert with_values_put_in(given, x > z) == (given, x > z, {})
    assert with_values_put_in((eq(x, sp.sqrt(y)),), x > z)[2] == {}
    assert with_values_put_in((eq(x, 2**y),), x > z)[2] == {x: 2**y}


def test_what_a_head_is_there_is_put_in():
    root = Head("Root", "the positive number whose square is the argument")
    meant = {root: (Exact(lambda at: arb(at).sqrt()),)}
    given = (eq(y, root(x)), x >= 2, x <= 3)
    assert broken_at(States(2 * y <= 2, given), meant) is not None
    assert broken_at(States(y >= 1, given), meant) is None
