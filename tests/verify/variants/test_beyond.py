"""Mutants of limits that fail by what the statement says, and what it says nothing against."""

import sympy as sp

from tests.verify.variants.denying import fails
from theory.language import function, integers, reals, sequence
from theory.quantifiers import Every, Some
from verify.variants.beyond import denials

x, y, z = reals("x y z")
k = integers("k")
f = function("f")
s = sequence("s")


def limit(relation, side, symbol=k, kept=sp.true):
    """Say that f is as near to 0 as z on one side of some y."""
    near = Every(symbol, sp.Implies(side, relation(sp.Abs(f(symbol)), z), evaluate=False))
    some = Some(y, near if kept == sp.true else sp.And(kept, near))
    return Every(z, sp.Implies(z > 0, some, evaluate=False))


FAR = {"side": k >= y}
FAR_REAL = {"side": x > y, "symbol": x}
NEAR_0 = {"side": (x > 0) & (x < y), "symbol": x, "kept": y > 0}


def test_a_limit_that_is_turned_round_fails():
    for how in (FAR, FAR_REAL, NEAR_0):
        assert fails(denials, limit(sp.Ge, **how), limit(sp.Le, **how))
        assert fails(denials, limit(sp.Gt, **how), limit(sp.Lt, **how))


def test_nothing_is_shown_against_what_may_hold():
    for how in (FAR, FAR_REAL, NEAR_0):
        assert not fails(denials, limit(sp.Lt, **how), limit(sp.Le, **how))
        assert not fails(denials, limit(lambda a, b: a <= b / 16, **how), limit(sp.Le, **how))
    assert not fails(denials, limit(sp.Ge, **FAR_REAL), limit(sp.Le, **NEAR_0))  # another side
    assert not fails(denials, limit(sp.Ge, side=k <= y), limit(sp.Le, **FAR))


def test_what_is_no_limit_is_left_alone():
    printed = Every(x, Some(y, y > x))
    assert not fails(denials, Every(x, Some(y, y < x)), printed)


def test_of_sequences_no_number_is_beyond():
    def bound(relation):
        for_all = Every(k, Every(s, sp.Implies(k >= y, relation(s[k], z), evaluate=False)))
        return Every(z, sp.Implies(z > 0, Some(y, for_all), evaluate=False))

    assert not fails(denials, bound(sp.Ge), bound(sp.Le))
