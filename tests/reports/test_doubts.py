"""How a verdict could be wrong, computed from what a run has."""

from made_results import EVIDENCE, TEXT, claim, instead, part
from msgspec.structs import replace

from reports.doubts import COVERED, IDEALISED, NOT_TRIED, READING, doubts
from reports.results import Chosen, LegendEntry
from verify.evidence import Outcome, Verdict

STRICT = Chosen("whether the bound is strict", "strictly")
WEAK = Chosen("whether the bound is strict", "weakly")


def failing(**changes):
    return part(Verdict.REFUTED, **changes)


def test_readings_say_which_was_taken_and_what_comes_out_otherwise():
    parts = (
        failing(reading="strictly", chosen=(STRICT,)),
        part(reading="weakly", chosen=(WEAK,)),
    )
    found = doubts(claim("thm-1", Verdict.REFUTED, parts=parts))
    assert found[READING] == [
        "whether the bound is strict; the verdict is that of the reading: strictly",
        "read as weakly: proved",
    ]


def test_without_a_choice_point_the_words_were_read_in_one_way():
    text = replace(TEXT, places={"x >= 0": "condition 5.3"})
    found = doubts(claim("thm-1", Verdict.REFUTED, parts=(failing(text=text),)))
    assert found == {
        READING: [
            "the words were read in one way only",
            "hypotheses were taken from elsewhere in the paper: condition 5.3",
        ]
    }


def test_words_with_several_readings_are_not_said_to_have_one():
    parts = (failing(name="above"), part(name="below", chosen=(WEAK,), clause="below"))
    found = doubts(claim("thm-1", Verdict.REFUTED, parts=parts))
    assert READING not in found


def test_a_statement_that_was_not_tested_is_another_way_to_read_the_words():
    parts = (failing(), part(Verdict.UNCHECKED, name="107 counts phases", role="lemma"))
    found = doubts(claim("thm-1", Verdict.REFUTED, parts=parts))
    assert found[READING] == ["what was not tested: 107 counts phases"]


def test_quantities_say_what_evaluated_them():
    one = failing(meanings={"M": ("by a formula", "by a program")})
    terms = {"M": LegendEntry("M", "second moment")}
    found = doubts(claim("thm-1", Verdict.REFUTED, parts=(one,), terms=terms))
    assert found[IDEALISED] == [
        "second moment: evaluated by a formula, and independently by a program"
    ]


def test_checks_that_did_not_apply_are_named():
    outcomes = (Outcome.NOT_APPLICABLE, Outcome.UNKNOWN, Outcome.FAILS)
    methods = ("solver", "balls", "search")
    evidence = tuple(
        replace(EVIDENCE, method=m, outcome=o) for m, o in zip(methods, outcomes, strict=True)
    )
    found = doubts(claim("thm-1", Verdict.REFUTED, parts=(failing(evidence=evidence),)))
    assert found[NOT_TRIED] == [
        "they do not apply: solver",
        "they could not decide: balls",
    ]


def test_ranges_are_those_of_what_holds():
    parts = (
        failing(name="upper", instead=instead(covered=("n = 1..4",))),
        part(name="lower", covered=("k <= 8",)),
    )
    found = doubts(claim("thm-1", Verdict.REFUTED, parts=parts))
    assert found[COVERED] == [
        "what holds instead was shown for: n = 1..4",
        "lower: shown for k <= 8",
    ]
