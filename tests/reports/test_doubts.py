"""How a verdict could be wrong, computed from what a run has."""

from made_results import EVIDENCE, TEXT, claim, instead, part
from msgspec.structs import replace

from reports.doubts import (
    COVERED,
    IDEALISED,
    NO_NUMBERS,
    NOT_TRIED,
    READING,
    UNDECIDED,
    doubts,
)
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
        "read as “weakly”: proved",
    ]


def test_without_a_choice_point_the_words_were_read_in_one_way():
    text = replace(TEXT, places={"x >= 0": "condition 5.3"})
    pointed = failing(text=text, certificate={"kind": "point"})
    found = doubts(claim("thm-1", Verdict.REFUTED, parts=(pointed,)))
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


def test_parts_that_were_not_tested_are_named_with_what_they_need():
    untested = part(Verdict.UNCHECKED, name="107 counts phases", role="lemma", reason="needs data")
    found = doubts(claim("thm-1", Verdict.REFUTED, parts=(failing(), untested)))
    assert found[NOT_TRIED] == ["107 counts phases: needs data", NO_NUMBERS]


def test_quantities_say_what_evaluated_them():
    one = failing(meanings={"M": ("by a formula", "by a program")})
    terms = {"M": LegendEntry("M", "second moment")}
    found = doubts(claim("thm-1", Verdict.REFUTED, parts=(one,), terms=terms))
    assert found[IDEALISED] == [
        "second moment: evaluated by a formula, and independently by a program"
    ]


def test_only_checks_that_could_have_helped_are_named():
    pointed = failing(certificate={"kind": "point"})
    for outcome, told in ((Outcome.NOT_APPLICABLE, []), (Outcome.UNKNOWN, [UNDECIDED])):
        one = replace(pointed, evidence=(replace(EVIDENCE, outcome=outcome),))
        found = doubts(claim("thm-1", Verdict.REFUTED, parts=(one,)))
        assert found.get(NOT_TRIED, []) == told


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
