"""Terms: every quantity that no formula defines is explained in words."""

import sympy as sp

from theory.claim import Claim, ForAll, Missing, Observed, SameOrder, Source
from theory.language import Head, reals
from verify import catalogue
from verify.assemble import describe
from verify.check import statements
from verify.show import terms

x, fall, rise = reals("x fall rise")
R = Head("R_n", "the ratio of two eigenvectors")
M = Head("Mode", "where the density is largest", latex=r"\hat m")


def test_heads_are_explained_wherever_they_stand():
    words = {"latex": "R_{n}", "words": "the ratio of two eigenvectors"}
    assert terms(ForAll((x,), says=x > 0, given=(R(x) > 0,))) == {"R_n": words}
    assert terms(ForAll((x,), says=rise > 0, where={rise: R(x)})) == {"R_n": words}
    assert terms(SameOrder(R(x), x, (x >= 1,), (x,))) == {"R_n": words}
    assert terms(ForAll((x,), says=M(x) > 0))["Mode"]["latex"] == r"\hat m"


def test_a_claim_explains_symbols_of_its_own():
    says = ForAll((x, rise), says=x <= rise)
    shown = Claim("paper/a", "", Source(), "", says, legend={rise: "a median at time 8"})
    assert describe(shown)["terms"] == {"rise": {"latex": "rise", "words": "a median at time 8"}}


def test_formulas_and_functions_of_sympy_are_no_terms():
    assert terms(ForAll((x,), says=sp.sin(x) <= 1)) == {}
    assert terms(Missing("a definition")) == {}


def test_what_is_measured_is_explained_if_the_effect_speaks_of_it():
    seen = Observed("walk", {}, fall < 0, measures={fall: "the largest change", rise: "the least"})
    assert terms(seen) == {"fall": {"latex": "fall", "words": "the largest change"}}


def test_every_quantity_of_the_catalogue_is_explained():
    for claim_id in catalogue.index():
        for key, statement in statements(catalogue.load(claim_id)):
            if isinstance(statement, Observed):
                silent = statement.effect.free_symbols - set(statement.measures)
                assert not silent, (claim_id, key, silent)
            assert all(term["words"] for term in terms(statement).values()), (claim_id, key)


def test_legends_explain_symbols_of_their_claims():
    for claim_id in catalogue.index():
        claim = catalogue.load(claim_id)
        known = {str(s) for _, statement in statements(claim) for s in symbols_of(statement)}
        assert {str(s) for s in claim.legend} <= known, claim_id


def symbols_of(statement):
    if isinstance(statement, ForAll):
        return {*statement.symbols, *statement.where}
    if isinstance(statement, SameOrder):
        return {*statement.variables, *statement.constants}
    return statement.effect.free_symbols if isinstance(statement, Observed) else set()


def test_every_paper_has_a_title():
    assert all(map(catalogue.title, catalogue.papers()))
