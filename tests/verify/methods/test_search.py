"""The search: what it reports, and what objects."""

from fractions import Fraction

import sympy as sp

from theory.claim import ForAll
from theory.hints import Try
from theory.language import Positive, function, reals
from theory.values import PiecewiseLinear
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


def test_a_strict_inequality_fails_by_more_than_equality_where_an_edge_case_does():
    assert search(ForAll(given=(x >= 0,), says=x < 1)).sides == ("2", "1")
    assert search(ForAll(given=(x >= 0, x <= 1), says=x < 1)).sides == ("1", "1")


def test_a_point_that_is_named_is_tried_and_has_to_satisfy_the_hypotheses():
    point = {x: 12345, y: 6789}
    says = sp.Ne(x**5 + y**7, 12345**5 + 6789**7)
    assert search(ForAll(says)).outcome is Outcome.HOLDS
    found = search(ForAll(says), hint=Try(point))
    assert found.outcome is Outcome.FAILS
    assert found.witness["x"].value == "12345"
    assert search(ForAll(says, given=(x < y,)), hint=Try(point)).outcome is Outcome.HOLDS
    assert search(ForAll(x**2 + y**2 >= 2 * x * y), hint=Try(point)).outcome is Outcome.HOLDS


def test_a_point_that_is_named_can_hold_functions():
    f = function("f")
    steep = PiecewiseLinear(
        (Fraction(0), Fraction(1)), (Fraction(1), Fraction(1001)), Fraction(1), Fraction(1)
    )
    statement = ForAll(f(x + 1) - f(x) <= 900, given=(Positive(f), x >= 0, x <= sp.Rational(1, 9)))
    found = search(statement, hint=Try({f: steep, x: 0}))
    assert found.outcome is Outcome.FAILS


def test_a_counterexample_that_is_named_is_shown_as_it_is():
    statement = ForAll(x < 1)
    assert search(statement, hint=Try({x: sp.Rational(12, 5)})).witness["x"].value == "12/5"
    assert search(statement).witness["x"].value == "2"


def test_a_variant_with_more_symbols_than_the_point_is_searched_all_the_same():
    assert search(ForAll(given=(x >= 0,), says=x + y < 7), hint=Try({x: 1})).outcome is (
        Outcome.FAILS
    )
