"""Which proofs are independent, and in which order discrepancies come."""

import pytest
from made_results import EVIDENCE, TEXT, TWO, claim, instead, part, run
from msgspec.structs import replace

from reports.markdown import markdown
from reports.notebook import html
from reports.page import page
from reports.recomputed import AlongRay, AtSize, Condition, Step, Steps, Term
from reports.results import ClauseResult, LegendEntry, Source
from reports.summary import (
    SO,
    TAKE,
    UNCONDITIONAL,
    contradiction,
    discrepancies,
    failure,
    in_decimals,
    in_their_symbols,
    independent,
    introduced,
    sentence,
)
from reports.terminal import result
from tests.reports.test_check import POINT
from verify.evidence import Evidence, Key, Outcome, RationalValue, Tier, Verdict
from verify.worked import steps as worked


def proof(method, *kinds):
    parts = [{"kind": kind} for kind in kinds]
    certificate = {"kind": "instances", "parts": parts}
    return Evidence(method, Outcome.HOLDS, Tier.EXACT, certificate=certificate)


@pytest.mark.parametrize(
    ("evidence", "methods"),
    [
        ((proof("solver", "smt"), proof("derivation", "cases")), ("solver", "derivation")),
        ((proof("solver", "smt"), proof("induction", "smt", "cases")), ()),
        ((proof("solver", "smt"), proof("balls", "smt")), ()),
        ((proof("solver", "smt"), EVIDENCE), ()),
        ((proof("solver", "smt"), replace(proof("balls", "boxes"), error=True)), ()),
        ((proof("solver", "smt"), replace(proof("balls", "boxes"), restrictions=("x < 1",))), ()),
    ],
)
def test_two_proofs_are_independent_if_they_share_no_kind_of_certificate(evidence, methods):
    found = part(evidence=evidence)
    assert independent(found) == methods
    assert independent(replace(found, verdict=Verdict.OPEN)) == ()
    assert independent(instead(evidence=evidence)) == methods
    twice = claim("a", parts=(found,))
    count = 1 if methods else 0
    said = f"proved: 1, of which by two methods that share no rule of proof: {count}."
    shown = markdown(run(twice))
    assert said in shown
    assert said in page(run(twice))
    assert ("proved independently by: solver, derivation" in shown) is bool(methods)


def test_where_something_fails_both_sides_stand_in_decimals():
    sides = (
        Term(text="y", latex="y", exact="63"),
        Term(text="z", latex="z", exact="8199/328", decimals="24.99695122"),
    )
    printed = Condition(text="y <= z", latex="", sides=sides, holds=False)
    wrong = part(Verdict.REFUTED, recomputed=replace(POINT, printed=printed))
    assert failure(wrong) == "at x = 1/4: left side 63, right side 24.997"


def test_decimals_tell_numbers_apart_and_leave_what_is_no_number():
    assert in_decimals("1.00000001", "1.00000002") == ["1.00000001", "1.00000002"]
    assert in_decimals("infinity", "-1/3") == ["infinity", "-0.33333"]


def test_what_fails_without_a_symbol_or_a_hypothesis_has_no_counterexample():
    plain = part(Verdict.REFUTED, text=replace(TEXT, hypotheses=()), witness={})
    for wrong, words in (
        (plain, UNCONDITIONAL),
        (replace(plain, witness=TWO), Verdict.REFUTED.sentence),
        (replace(plain, witness=None), Verdict.REFUTED.sentence),
        (replace(plain, text=TEXT), Verdict.REFUTED.sentence),
    ):
        assert sentence(claim("lem-1", Verdict.REFUTED, parts=(wrong,))) == words


def test_of_equal_severity_theorems_of_the_main_text_come_first():
    places = {
        "proof": Source("", "proof of theorem 4.1"),
        "remark": Source("section 4"),
        "result": Source("section 4, theorem 4.1", "appendix B"),
    }
    claims = [claim(name, Verdict.REFUTED, source=place) for name, place in places.items()]
    found = [d.claim.id for d in discrepancies(claims)]
    assert found == ["paper/result", "paper/remark", "paper/proof"]


def test_along_a_ray_it_fails_by_ratios_or_by_both_sides_and_by_experiments_as_they_say():
    one = AtSize(size=10, variables=(), assumed=True, left="4", right="2", ratio="2")
    term = Term(text="x", latex="x")
    ray = AlongRay(constants=(), left=term, right=term, sizes=(one,))
    wrong = replace(part(Verdict.REFUTED), recomputed=ray)
    assert failure(wrong) == "the left side over the right one is: 2 at size 10"
    two = replace(ray, sizes=(one, replace(one, size=100, ratio="1")))
    shown = "the left side over the right one goes to 0: 2 at size 10, 1 at size 100"
    assert failure(replace(wrong, recomputed=two)) == shown
    chosen = replace(two, about="C_0 =", sizes=(one, replace(one, size=4, ratio="3")))
    shown = (
        "the left side over the right one is above 1 whatever C_0 is, since the values are chosen "
        "after it: 2 at C_0 = 10, 3 at C_0 = 4"
    )
    assert failure(replace(wrong, recomputed=chosen)) == shown
    below = replace(ray, sizes=(replace(one, right="-2", ratio="-2"),), about="eta =")
    shown = "left side 4, right side -2 at eta = 10"
    assert failure(replace(wrong, recomputed=below)) == shown
    every = replace(below, left=replace(term, exact="x + 2"), right=replace(term, exact="x"))
    shown = "for every eta > 0: left side x + 2, right side x"
    assert failure(replace(wrong, recomputed=every)) == shown
    steps = Steps(steps=(Step(title="take", shown=()),))
    assert failure(replace(wrong, recomputed=steps)) == ""
    run = Evidence("experiment", Outcome.FAILS, Tier.EXPERIMENT, detail="left = 1")
    unmet = replace(part(Verdict.NOT_REPRODUCED), evidence=(run,))
    assert failure(unmet) == "in our experiment: left = 1"


def test_symbols_are_explained_with_the_statement_that_has_them_first():
    other = part(text=replace(TEXT, says="x < z"))
    mended = instead(text=replace(TEXT, says="x <= y"))
    parts = (other, part(Verdict.REFUTED, instead=mended))
    terms = {name: LegendEntry(name, "a number") for name in ("k", "x", "y", "z", "unused")}
    found = claim("a", Verdict.REFUTED, parts=parts, headline=1, terms=terms, note="k is 1.")
    by_statement = {key: [*some] for key, some in introduced(found).items()}
    assert by_statement == {Key(1): ["k", "x"], Key(1, instead=True): ["y"], Key(0): ["z"]}
    shown = page(run(found))
    assert shown.count("<dt>symbols</dt>") == 3


def test_what_holds_instead_is_shown_where_a_reading_fails_and_not_where_one_holds():
    known = instead(reason="it is known")
    readings = {"a": part(Verdict.REFUTED, instead=known), "b": part(instead=known)}
    parts = tuple(replace(one, name="c", reading=name) for name, one in readings.items())
    found = claim("a", Verdict.DEPENDS, parts=parts)
    for shown in ("\n".join(result(found)), markdown(run(found)), html(found)):
        assert shown.count("it is known") == 1


def test_a_formula_with_a_symbol_of_ours_is_not_one_of_the_paper():
    terms = {"x": LegendEntry("x", "a number"), "c_squared": LegendEntry("c^2", "ours", ours=True)}
    found = claim("a", terms=terms)
    assert in_their_symbols(found, TEXT) is TEXT
    assert in_their_symbols(found, replace(TEXT, says="x < c_squared")) is None
    assert in_their_symbols(found, replace(TEXT, where={"y": "c_squared"})) is None
    assert in_their_symbols(found, replace(TEXT, says="x < 1 + c_squared'")) is not None


def test_what_stands_behind_quantifiers_has_none_that_they_bind():
    found = claim("a", terms={"x": LegendEntry("x", "a number"), "K": LegendEntry("K", "another")})
    long = replace(TEXT, says="for every K_0: for some K: " + "x + " * 80, inner="x < K")
    assert in_their_symbols(found, long).says == "x < K"
    assert in_their_symbols(found, replace(long, inner="x < K_0")) is None
    assert in_their_symbols(found, replace(long, inner="for every K_0: x < K_0")) is not None


def test_values_of_symbols_of_ours_are_left_out_and_sides_are_not():
    wrong = part(Verdict.REFUTED, recomputed=POINT, witness=TWO, certificate={"claim": "a"})
    assert failure(wrong).startswith("at x = 2: left side")
    assert failure(wrong, without={"x"}).startswith("left side")
    several = replace(wrong, witness={**TWO, "x[1]": RationalValue("3"), "y": RationalValue("4")})
    assert failure(several, without={"x"}).startswith("at y = 4: left side")
    told = (Evidence("experiment", Outcome.FAILS, Tier.EXPERIMENT, detail="left = 1 in [1, 2]"),)
    unmet = part(Verdict.NOT_REPRODUCED, evidence=told)
    assert failure(unmet, without={"left"}) == "in our experiment: 1 in [1, 2]"


def test_a_long_point_is_cut_to_its_short_numbers():
    long = Term(text="alpha", latex="", exact="x for x < 1; " * 20)
    many = replace(POINT, symbols=(*POINT.symbols, long))
    words = "at x = 1/4, and more shown with the claim: left side"
    assert failure(part(Verdict.REFUTED, recomputed=many)).startswith(words)


def test_an_argument_says_which_values_it_takes_and_what_contradicts_itself():
    assert (TAKE, SO) == (worked.TAKE, worked.SO)
    shown = [Condition(text=one, latex=one) for one in ("d = 1", "m = f(K) for every K", "B = m^2")]
    taken = Steps(steps=(Step(title=TAKE, shown=tuple(shown)),))
    assert failure(part(Verdict.REFUTED, recomputed=taken)) == "at d = 1, B = m^2"
    both = (Step(title=SO, shown=(shown[0],)), Step(title=worked.DENIES, shown=(shown[2],)))
    empty = part(Verdict.VACUOUS, recomputed=Steps(steps=both))
    assert [one.text for one in contradiction(empty)] == ["d = 1"]
    assert contradiction(part(Verdict.REFUTED, recomputed=POINT)) == ()


def test_what_fails_in_one_reading_is_no_discrepancy_of_a_claim_that_fails_otherwise():
    refuted = Verdict.REFUTED
    decides = part(clause="bound", verdict=refuted, hash="1" * 64)
    read = part(clause="sign", verdict=refuted, hash="2" * 64)
    clauses = (
        ClauseResult(name="bound", verdict=refuted, readings={}),
        ClauseResult(name="sign", verdict=Verdict.DEPENDS, readings={}),
    )
    failing = claim("lem-1", refuted, parts=(read, decides), headline=1, clauses=clauses)
    assert [d.part for d in discrepancies([failing])] == [decides]
    alone = replace(failing, headline=0)
    assert [d.part for d in discrepancies([alone])] == [read, decides]
