"""What a failure weighs: what changes, and what becomes of a result of which a line fails."""

import pytest
from made_results import claim, instead, part

from reports.results import StatementText
from reports.weight import (
    DEPENDS,
    FAILS,
    LINE,
    ONE_PLACE,
    REPAIRED,
    STANDS,
    UNDECIDED,
    UNTOUCHED,
    NoRepair,
    no_repair,
    weight,
)
from verify.evidence import Severity, Verdict

STEP = claim("thm-2-step-a", Verdict.REFUTED, severity=Severity.CONCLUSION)
MENDED = (part(Verdict.REFUTED, instead=instead()),)


@pytest.mark.parametrize(
    ("result", "becomes"),
    [
        (claim("thm-2"), STANDS),
        (claim("thm-2", Verdict.SUPPORTED), STANDS),
        (claim("thm-2", Verdict.MISPRINTED), STANDS),
        (claim("thm-2", Verdict.REFUTED, parts=MENDED), REPAIRED),
        (claim("thm-2", Verdict.REFUTED), FAILS),
        (claim("thm-2", Verdict.DEPENDS, lost=(STEP.id,)), DEPENDS),
        (claim("thm-2", Verdict.OPEN, lost=(STEP.id,)), UNDECIDED),
        (claim("thm-2", Verdict.DEPENDS), UNTOUCHED),
        (claim("thm-2", Verdict.OPEN), UNTOUCHED),
    ],
)
def test_of_a_line_of_a_proof_it_is_said_what_becomes_of_the_result(result, becomes):
    others = (claim("thm-3", Verdict.REFUTED), claim("thm-2-step-b", Verdict.REFUTED))
    claims = (STEP, result, *others)
    assert weight(STEP, Severity.CONCLUSION, claims) == f"{LINE}; {becomes}"
    assert weight(STEP, Severity.CONSTANT, claims) == f"a constant changes; {becomes}"


def test_a_line_serves_all_parts_of_a_numbered_result_where_no_claim_is_the_whole():
    claims = (STEP, claim("thm-2-i"), claim("thm-2-ii", Verdict.OPEN, lost=(STEP.id,)))
    assert weight(STEP, Severity.RATE, claims).endswith(UNDECIDED)
    assert weight(STEP, Severity.RATE, claims[:2]).endswith(STANDS)


def test_what_is_no_line_a_slip_and_a_line_of_no_result_weigh_what_changes():
    result = claim("thm-2", Verdict.REFUTED)
    assert weight(result, Severity.CONCLUSION, (STEP, result)) == Severity.CONCLUSION.sentence
    assert weight(STEP, Severity.TYPOGRAPHIC, (STEP, result)) == Severity.TYPOGRAPHIC.sentence
    for alone in ((STEP,), (STEP, claim("thm-2", Verdict.STIPULATED))):
        assert weight(STEP, Severity.CONCLUSION, alone) == Severity.CONCLUSION.sentence


def test_of_two_places_that_differ_one_has_to_change():
    text = StatementText(type="for all", says="T = 6", latex="", hypotheses=("T = 4",))
    differ = claim("txt-T", Verdict.REFUTED, parts=(part(Verdict.REFUTED, text=text),))
    assert weight(differ, Severity.CONCLUSION, (differ,)) == ONE_PLACE


def test_that_no_repair_is_known_does_not_contradict_that_one_is_known_of_the_result():
    mended = claim("thm-2", Verdict.REFUTED, parts=MENDED)
    found = no_repair(STEP, (STEP, mended))
    assert found.words.startswith("No repair of this line")
    assert found.known == (mended.id,)
    for claims in ((STEP,), (STEP, claim("thm-2", Verdict.REFUTED)), (STEP, claim("thm-2"))):
        assert no_repair(STEP, claims) == NoRepair("No repair is known.")
    assert no_repair(mended, (STEP, mended)) == NoRepair("No repair is known.")
