"""What is too dear to compute."""

from fractions import Fraction

from property_tests.strategies.cost import affordable, growing
from theory.claim import ForAll
from theory.language import (
    integers,
)
from verify.evidence import Outcome
from verify.methods import METHODS
from verify.methods.task import Task

n, m, i = integers("n m i")


def search(statement, **options):
    return METHODS["search"].apply(Task(statement=statement, **options))


def test_a_tower_of_powers_is_not_computed():
    statement = ForAll(given=(n >= 0,), says=2 ** (2**n) > n)
    towers = growing(statement)
    assert affordable(towers, {n: Fraction(4)})
    assert not affordable(towers, {n: Fraction(64)})
    assert search(statement).outcome is Outcome.HOLDS
