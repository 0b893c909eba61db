"""The search: what it reports, and what objects."""

from fractions import Fraction

import sympy as sp

from theory.claim import ForAll
from theory.language import (
    reals,
)
from verify.evidence import Outcome
from verify.methods import METHODS
from verify.methods.search import Tally
from verify.methods.task import Task

a, b, p, x, y, z, t = reals("a b p x y z t")


def search(statement, **options):
    return METHODS["search"].apply(Task(statement=statement, **options))


def test_an_undefined_conclusion_is_reported_with_its_point():
    evidence = search(ForAll(given=(x >= 0,), says=y / (x - 7) < y / (x - 7) + 1))
    assert evidence.outcome is Outcome.UNKNOWN
    assert "not defined" in evidence.detail
    assert "x = 7" in evidence.detail


def test_points_with_a_doubtful_hypothesis_are_counted():
    statement = ForAll(given=(sp.sin(x) ** 2 + sp.cos(x) ** 2 >= 1, x > 0), says=x > -1)
    evidence = search(statement)
    assert evidence.outcome is Outcome.UNKNOWN
    assert "a hypothesis is not decidable" in evidence.detail


def test_a_false_point_objects_however_many_points_are_wanted():
    tally = Tally(ForAll(says=x < 1), {}, wanted=0, variant=False)
    assert not tally.objects({x: Fraction(0)})
    assert tally.objects({x: Fraction(1)})
