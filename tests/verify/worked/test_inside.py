"""A point well inside a domain, or none."""

import pytest
import sympy as sp

from reports.points import point
from theory.language import eq, integers, reals
from theory.statements import ForAll, Missing
from verify.claims import catalogue
from verify.claims.meanings import Meanings
from verify.claims.statements import meanings
from verify.worked.inside import point_inside

x, y = reals("x y")
k = integers("k")
NONE: Meanings = {}


def found(statement):
    """Return the numbers of the point that is met, or `None`."""
    at = point_inside(statement, NONE)
    return at and {name: sp.Rational(value.value) for name, value in at.witness.items()}


def test_no_number_is_0_at_an_edge_or_the_same_as_another():
    at = found(ForAll(x + y >= 0, given=(x >= 0, y >= 0, x <= 1, y <= 1)))
    assert 0 < at["x"] < 1
    assert 0 < at["y"] < 1
    assert at["x"] != at["y"]


def test_numbers_are_the_same_where_they_have_to_be():
    at = found(ForAll(x * y >= 0, given=(eq(x, y),)))
    assert at["x"] == at["y"] != 0


def test_what_a_hypothesis_gives_may_be_0():
    at = found(ForAll(x <= y, given=(eq(x, 0), x >= 0, y >= 0)))
    assert at["x"] == 0 < at["y"]


@pytest.mark.parametrize("given", [(x >= 0, x <= 0), (x**2 <= 0,), (x >= 1, x <= 1)])
def test_nothing_is_found_where_there_is_no_inside(given):
    assert point_inside(ForAll(x**2 + 1 > 0, given=given), NONE) is None
    assert point_inside(Missing("a data set"), NONE) is None


def test_an_index_has_not_its_first_value_if_it_has_others():
    several = ForAll(x + k > 0, given=(x > 0,), instances={k: (1, 2, 3)})
    assert point_inside(several, NONE).instance == {"k": "2"}
    alone = ForAll(x + k > 0, given=(x > 0,), instances={k: (1,)})
    assert point_inside(alone, NONE).instance == {"k": "1"}


def test_it_is_said_if_the_statement_fails_there():
    assert point_inside(ForAll(x < 0, given=(x > 0,)), NONE).fails
    assert not point_inside(ForAll(x > -1, given=(x > 0,)), NONE).fails


def test_what_holds_instead_of_a_claim_is_shown_at_no_edge():
    claim = catalogue.load("instability-flatness/lem-F.14")
    statement = claim.parts[0].instead.statement
    at = point_inside(statement, meanings(claim, statement))
    shown = point(at.witness, at.instance)
    assert shown.startswith("k = 2, ")
    assert "p[0] = 0" in shown  # as the lemma has it
    assert shown.count("= 0") == 1
