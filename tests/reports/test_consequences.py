"""What follows for the rest of a paper from a claim that fails."""

from made_results import claim
from msgspec.structs import replace

from reports.consequences import (
    DEPENDS,
    FALLS,
    REPLACED,
    SLIP,
    UNDECIDED,
    UNTOUCHED,
    consequences,
    remarks,
)
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
        claim("thm-8", Verdict.DEPENDS, uses=LEMMA, lost=LEMMA),
    ]
    found = consequences(claims)
    assert set(found) == {"paper/lem-1", "paper/thm-1", "paper/thm-5", "paper/thm-7"}
    assert names(found["paper/lem-1"]) == {
        FALLS: ["thm-1"],
        REPLACED: ["thm-2", "thm-3", "thm-7", "thm-8"],
        UNTOUCHED: ["thm-4", "thm-5"],
    }
    said = {"paper/thm-3": UNDECIDED, "paper/thm-7": SLIP, "paper/thm-8": DEPENDS}
    assert remarks(REPLACED, found["paper/lem-1"][REPLACED]) == said
    assert remarks(UNTOUCHED, claims) == {}
    fallen = replace(claims[1], parts=(replace(claims[1].head, name="the bound"),))
    assert remarks(FALLS, [fallen]) == {"paper/thm-1": "what fails there: the bound"}


def test_there_are_three_lists_or_none():
    alone, one = consequences([claim("lem-1", Verdict.REFUTED)]).values(), LEMMA
    assert list(alone) == [{}]
    claims = [claim("lem-1", Verdict.REFUTED), claim("thm-2", uses=one, lost=one)]
    assert list(consequences(claims)["paper/lem-1"]) == [FALLS, REPLACED, UNTOUCHED]
