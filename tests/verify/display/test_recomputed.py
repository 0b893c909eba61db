"""Everything that is computed at a counterexample."""

import json
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
import sympy as sp

from theory.argument_language import States
from theory.claim import ForAll, SameOrder
from theory.language import Head, function, integers, reals
from theory.values import PiecewiseLinear, Ray
from verify.claims import catalogue
from verify.claims.meanings import Formula
from verify.claims.witness import witness
from verify.display.recomputed import recompute, recomputed
from verify.evidence import Key
from verify.judging.certificate import part_of
from verify.worked.illustrated import illustrated

RECORDED = Path(__file__).parents[3] / "verify" / "record" / "certificates"
x, y, r, beta = reals("x y r beta")
n, j = integers("n j")
f = function("f")
G = Head("G", "the square of a number")


def at(statement, point, instance=None, meanings=None):
    return recompute(statement, witness(point), instance or {}, meanings or {})


def shown(terms):
    return {term.text: (term.exact, term.decimals) for term in terms}


def test_symbols_hypotheses_and_both_sides_have_values():
    statement = ForAll(r + sp.sqrt(y) <= x, given=(x > 0, y >= 2), where={r: x**2})
    found = at(statement, {x: Fraction(1, 2), y: 2})
    assert shown(found.symbols) == {"x": ("1/2", "0.5"), "y": ("2", "")}
    assert shown(found.within) == {"r": ("1/4", "0.25"), "sqrt(y)": ("", "1.414213562")}
    assert [(one.text, one.holds) for one in found.assumed] == [("x > 0", True), ("y >= 2", True)]
    assert found.printed.holds is False
    assert shown(found.printed.sides) == {
        "r + sqrt(y)": ("", "1.664213562"),
        "x": ("1/2", "0.5"),
    }


def test_what_is_not_satisfied_is_not_ticked():
    found = at(ForAll(x < y, given=(x > 0, sp.sqrt(y) >= 0)), {x: -1, y: -2})
    assert [one.holds for one in found.assumed] == [False, None]


def test_what_the_value_of_a_head_is_made_of_stands_on_the_way():
    def of_square(number):
        yield 2 * y, sp.Eq(x, number), f"D^({number})"

    statement = ForAll(G(x) < x, given=(x > 0,))
    meant = {G: Formula(lambda x: x**2)}
    found = recompute(statement, witness({x: 3}), {}, meant, {G: of_square})
    assert [(one.text, one.exact) for one in found.within] == [("2*y at x = 3", "D^(3)")]


def test_of_several_relations_the_one_that_fails_is_named():
    says = sp.Eq(x, 0) | ((x * y > 1) & (y < 5))
    assert at(ForAll(says), {x: -1, y: 2}).broken == "x*y > 1"
    assert at(ForAll(x < y), {x: 2, y: 1}).broken == ""


def test_heads_have_the_meaning_that_is_given():
    found = at(ForAll(G(x) < x, given=(x > 0,)), {x: 3}, meanings={G: Formula(lambda x: x**2)})
    assert shown(found.printed.sides) == {"G(x)": ("9", ""), "x": ("3", "")}


def test_a_conclusion_of_several_relations_shows_each():
    found = at(ForAll((x > 1) & (y > 1)), {x: 2, y: 0})
    assert [(one.text, one.holds) for one in found.relations] == [("x > 1", True), ("y > 1", False)]


def test_indices_stand_with_their_values():
    statement = ForAll(sp.Sum(x**j, (j, 0, n)) < 3, given=(n >= 0,), instances={n: (0, 2)})
    found = at(statement, {x: 1}, {"n": "2"})
    assert shown(found.symbols) == {"n": ("2", ""), "x": ("1", "")}
    assert found.printed.holds is False
    assert found.printed.sides[0].exact == "3"


def test_a_function_is_told_in_words():
    line = PiecewiseLinear((Fraction(0),), (Fraction(1),), Fraction(0), Fraction(2))
    found = at(ForAll(f(x) < f(y)), {f: line, x: 0, y: 0})
    assert "1 + 2*x for x >= 0" in shown(found.symbols)["f"][0]
    assert found.printed.holds is False


def test_long_fractions_are_shown_in_decimals_alone():
    found = at(ForAll(x**41 < 0), {x: Fraction(10**30 + 1, 10**30)})
    assert found.printed.sides[0].exact == ""
    assert found.printed.sides[0].decimals.startswith("1")


def test_an_order_is_followed_along_its_ray():
    order = SameOrder(x * y, x**2, constants={}, variables=(x, y), regime=(x >= 1, y >= 1))
    found = at(order, {x: Ray(Fraction(1)), y: Ray(Fraction(2))})
    assert [one.size for one in found.sizes] == [10, 100, 1000]
    ratios = [float(one.ratio) for one in found.sizes]
    assert all(far == 10 * near for near, far in pairwise(ratios))
    assert all(one.assumed for one in found.sizes)


@pytest.mark.parametrize("paper", sorted(path.name for path in RECORDED.iterdir()))
def test_every_recorded_refutation_breaks_what_is_printed_and_nothing_that_is_assumed(paper):
    for path in sorted((RECORDED / paper).glob("*.json")):
        certificate = json.loads(path.read_text())
        if "witness" not in certificate:
            continue
        claim = catalogue.load(certificate["claim"])
        part = part_of(certificate, claim)
        if isinstance(part.statement, States):  # about laws
            found = illustrated(claim, Key(claim.parts.index(part)), certificate).recomputed
        else:
            found = recomputed(claim, {Key(0): certificate})[Key(0)]
        if hasattr(found, "printed"):
            assert found.printed.holds is False, path.stem
            assert all(one.holds for one in found.assumed), path.stem
        else:
            assert all(one.assumed for one in found.sizes), path.stem
            ratios = [float(one.ratio) for one in found.sizes]
            rises = [far > near for near, far in pairwise(ratios)]
            assert all(rises) or not any(rises), (path.stem, ratios)
