"""Terms: every quantity that no formula defines is explained in words."""

import re
from collections import defaultdict

import sympy as sp

from reports.results import LegendEntry
from theory.claim import Claim, ForAll, Missing, Observed, SameOrder, Source
from theory.language import Head, reals
from verify.claims import catalogue
from verify.claims.statements import statements
from verify.display.describe import describe
from verify.display.text import rendered, terms

x, fall, rise = reals("x fall rise")
R = Head("R_test", "the ratio of two eigenvectors")
M = Head("Mode_test", "where the density is largest", latex=r"\hat m")


def test_heads_are_explained_wherever_they_stand():
    words = LegendEntry("R_{test}", "the ratio of two eigenvectors")
    assert terms(ForAll(says=x > 0, given=(R(x) > 0,))) == {"R_test": words}
    assert terms(ForAll(says=rise > 0, where={rise: R(x)})) == {"R_test": words}
    assert terms(SameOrder(R(x), x, (x >= 1,), (x,))) == {"R_test": words}
    assert terms(ForAll(says=M(x) > 0))["Mode_test"].latex == r"\hat m"


def test_a_claim_explains_symbols_of_its_own():
    says = ForAll(says=x <= rise)
    claim = Claim("paper/a", "", Source(), "", says, symbols={rise: "a median at time 8"})
    assert describe(claim).terms == {"rise": LegendEntry(r"\text{rise}", "a median at time 8")}


def test_formulas_and_functions_of_sympy_are_no_terms():
    assert terms(ForAll(says=sp.sin(x) <= 1)) == {}
    assert terms(Missing("a definition")) == {}


def test_what_is_measured_is_explained_if_the_effect_speaks_of_it():
    seen = Observed("walk", {}, fall < 0, measures={fall: "the largest change", rise: "the least"})
    assert terms(seen) == {"fall": LegendEntry(r"\text{fall}", "the largest change")}


def test_every_quantity_of_the_catalogue_is_explained_and_every_head_in_one_sense():
    """For sympy two heads of one name are the same, and a worker builds claims of many papers."""
    senses = defaultdict(set)
    for claim_id in catalogue.index():
        for key, statement in statements(catalogue.load(claim_id)):
            if isinstance(statement, Observed):
                silent = statement.effect.free_symbols - set(statement.measures)
                assert not silent, (claim_id, key, silent)
                continue
            for name, term in terms(statement).items():
                assert term.words, (claim_id, key, name)
                senses[name].add(term.words)
    assert {name: words for name, words in senses.items() if len(words) > 1} == {}


def test_symbols_that_a_claim_explains_stand_in_it():
    for claim_id in catalogue.index():
        claim = catalogue.load(claim_id)
        said = " ".join(words for _, statement in statements(claim) for words in texts(statement))
        for symbol in claim.symbols:
            assert re.search(rf"(?<!\w){re.escape(str(symbol))}(?!\w)", said), (claim_id, symbol)


def texts(statement):
    found = rendered(statement)
    return (found.says, *found.hypotheses, *found.where, *found.where.values())


def test_every_paper_has_a_title():
    assert all(map(catalogue.title, catalogue.papers()))


def test_who_wrote_a_paper_and_which_version_was_read_stand_below_its_title():
    assert all(catalogue.facts(paper).authors for paper in catalogue.papers())
    found = catalogue.facts("less-data")
    assert found.authors.startswith("Jingwen Liu, ")
    assert found.version == "arXiv:2605.20314v1"
    assert catalogue.facts("signsgd-scaling").version == ""
