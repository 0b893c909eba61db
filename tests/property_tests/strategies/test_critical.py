"""Places where a side may be largest."""

import sympy as sp

from theory.claim import ForAll
from theory.language import (
    reals,
)
from verify.evidence import Outcome
from verify.methods import METHODS
from verify.methods.task import Task

a, b, p, x, y, z, t = reals("a b p x y z t")


def search(statement, **options):
    return METHODS["search"].apply(Task(statement=statement, **options))


def test_a_maximum_that_an_equality_makes_imaginary_is_no_place_to_look():
    says = sp.Eq(sp.log(1 + x), sp.Max(sp.sqrt(y), y), evaluate=False)
    found = search(ForAll(given=(sp.Eq(2 * y, -3),), says=says))
    assert found.outcome is not Outcome.HOLDS


def test_where_an_even_function_is_least_is_a_place_to_look():
    found = search(ForAll(given=(), says=sp.cosh(x + 3) > 1))
    assert found.outcome is Outcome.FAILS
    assert found.witness["x"].value == "-3"
