"""Bounds that only a sign is needed of, and others, which are needed."""

from theory.claim import Claim, ForAll, Source
from theory.language import reals
from verify.variants.mutants import mutate
from verify.variants.split import bounded_from_below

u, v, w, y = reals("u v w y")


def ends(statement):
    claim = Claim("toy/x", "toy", Source("here"), "toy", statement)
    return {m.change: m.end for m in mutate(claim).mutants}


def test_a_power_may_have_a_value_for_a_negative_number_only_where_that_is_harmless():
    bounds = (u >= 1, v > 0, y > 0, w > 1, y * u ** (-w / 2) >= v)
    found = ends(ForAll(u <= y ** (2 / w) * v ** (-2 / w), given=bounds))
    assert found["without the hypothesis u >= 1"] == "true"


def test_a_bound_that_is_needed_is_needed():
    found = ends(ForAll(u <= u**w, given=(u >= 1, w > 1)))
    assert found["without the hypothesis u >= 1"] == "killed"  # between 0 and 1
    found = ends(ForAll(u**2 <= u**3 + 4, given=(u >= 1,)))
    assert found["without the hypothesis u >= 1"] == "killed"  # below 0


def test_the_symbol_of_a_positive_lower_bound_is_told():
    assert bounded_from_below(u >= 1) == u
    assert bounded_from_below(u >= 0) is bounded_from_below(u <= 1) is None
    assert bounded_from_below(u + v >= 1) is None


def test_a_statement_is_looked_at_apart_where_a_hypothesis_fails():
    convex = ForAll((1 - y) ** (-w) >= 1 + w * y, given=(y >= 0, y < 1, w >= 0))
    assert ends(convex)["without the hypothesis y >= 0"] == "true"
    assert ends(convex)["without the hypothesis w >= 0"] == "killed"
    narrow = ForAll((1 - y) ** (-w) >= 1 + w * y / 2, given=(y >= 0, y < 1, w >= 0))
    assert ends(narrow)["without the hypothesis y >= 0"] == "killed"
