"""Mutants of limits that fail by what the statement says, and what it says nothing against."""

import sympy as sp

from theory.arguments import Assume
from theory.language import function, integers, reals
from theory.quantifiers import Every, Some, denied
from verify.kernel.arguments.conclusion import conclusion, establishes
from verify.kernel.questions import RejectedArgument, Solver
from verify.variants.beyond import denials

x, y, z = reals("x y z")
k = integers("k")
f = function("f")


def limit(relation, side, symbol=k, kept=sp.true):
    """Say that f is as near to 0 as z on one side of some y."""
    near = Every(symbol, sp.Implies(side, relation(sp.Abs(f(symbol)), z), evaluate=False))
    some = Some(y, near if kept == sp.true else sp.And(kept, near))
    return Every(z, sp.Implies(z > 0, some, evaluate=False))


def fails(mutant, printed):
    """Return whether what denies a mutant is shown to follow from a statement."""
    contrary = denied(mutant)
    for argument in denials(contrary, printed, Assume(printed), ()):
        try:
            establishes(conclusion(argument, {}, Solver(400_000)), (printed,), contrary)
        except RejectedArgument:
            continue
        return True
    return False


FAR = {"side": k >= y}
FAR_REAL = {"side": x > y, "symbol": x}
NEAR_0 = {"side": (x > 0) & (x < y), "symbol": x, "kept": y > 0}


def test_a_limit_that_is_turned_round_fails():
    for how in (FAR, FAR_REAL, NEAR_0):
        assert fails(limit(sp.Ge, **how), limit(sp.Le, **how))
        assert fails(limit(sp.Gt, **how), limit(sp.Lt, **how))


def test_nothing_is_shown_against_what_may_hold():
    for how in (FAR, FAR_REAL, NEAR_0):
        assert not fails(limit(sp.Lt, **how), limit(sp.Le, **how))
        assert not fails(limit(lambda a, b: a <= b / 16, **how), limit(sp.Le, **how))
    assert not fails(limit(sp.Ge, **FAR_REAL), limit(sp.Le, **NEAR_0))  # another side
    assert not fails(limit(sp.Ge, side=k <= y), limit(sp.Le, **FAR))


def test_what_is_no_limit_is_left_alone():
    printed = Every(x, Some(y, y > x))
    assert not fails(Every(x, Some(y, y < x)), printed)
