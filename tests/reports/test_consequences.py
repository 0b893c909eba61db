"""What follows for the rest of a paper from a claim that fails."""

from made_results import claim

from reports.consequences import FALLS, OWN, REPLACED, UNDECIDED, UNTOUCHED, consequences
from verify.evidence import Verdict

LEMMA = ("paper/lem-1",)


def names(found):
    return {heading: [one.id.partition("/")[2] for one in some] for heading, some in found.items()}


def test_what_leans_on_a_claim_falls_or_needs_another_argument_or_is_not_affected():
    claims = [
        claim("lem-1", Verdict.REFUTED),
        claim("thm-1", Verdict.REFUTED, uses=LEMMA, lost=LEMMA),
        claim("thm-2", uses=LEMMA, lost=LEMMA),
        claim("thm-3", Verdict.OPEN, uses=LEMMA, lost=LEMMA),
        claim("thm-4", uses=LEMMA),
        claim("thm-5", Verdict.REFUTED, uses=("paper/thm-4",)),
        claim("thm-6"),
        claim("thm-7", Verdict.MISPRINTED, uses=LEMMA, lost=LEMMA),
    ]
    found = consequences(claims)
    assert set(found) == {"paper/lem-1", "paper/thm-1", "paper/thm-5", "paper/thm-7"}
    assert names(found["paper/lem-1"]) == {
        FALLS: ["thm-1"],
        OWN: ["thm-7"],
        REPLACED: ["thm-2"],
        UNDECIDED: ["thm-3"],
        UNTOUCHED: ["thm-4", "thm-5"],
    }


def test_there_are_no_empty_lists():
    (found,) = consequences([claim("lem-1", Verdict.REFUTED)]).values()
    assert found == {}
