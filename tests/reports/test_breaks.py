"""The first wrong line of a printed proof is named, or it is said that none is known."""

from made_results import claim, instead, part

from reports.breaks import A_LINE, ANOTHER, FIRST, LEANS, MORE, NO_REPAIR, STANDS, UNKNOWN, break_of
from verify.evidence import Severity, Verdict

WRONG = claim("thm-2", Verdict.REFUTED)
STEP = claim("thm-2-step-b", Verdict.REFUTED, severity=Severity.CONCLUSION)
SLIP = claim("thm-2-step-a", Verdict.MISPRINTED, severity=Severity.TYPOGRAPHIC)
SOUND = claim("thm-2-step-c")


def test_what_matters_is_named_before_a_slip_of_the_pen():
    found = break_of(WRONG, (SLIP, STEP, SOUND, WRONG))
    assert (found.before, found.line, found.after) == (FIRST, STEP, NO_REPAIR)
    assert break_of(WRONG, (SOUND, SLIP, WRONG)).line is SLIP


def test_a_line_can_be_repaired_if_something_holds_in_its_place():
    mended = part(Verdict.REFUTED, instead=instead())
    step = claim("thm-2-step-b", Verdict.REFUTED, parts=(mended,))
    assert break_of(WRONG, (step, WRONG)).after == STANDS


def test_a_part_of_a_theorem_has_the_proof_of_the_theorem():
    item = claim("thm-2-i", Verdict.REFUTED)
    assert break_of(item, (item, STEP)).line is STEP


def test_a_line_says_that_it_is_one():
    assert break_of(STEP, (STEP, WRONG)).before == A_LINE
    assert break_of(STEP, (SLIP, STEP, WRONG)).before == ANOTHER


def test_a_proof_may_lean_on_what_fails():
    used = claim("lem-1", Verdict.REFUTED)
    found = break_of(claim("thm-2", Verdict.REFUTED, lost=(used.id,)), (used, WRONG))
    assert (found.before, found.line) == (LEANS, used)


def test_what_a_proof_uses_itself_is_named_before_what_that_uses():
    below, used = claim("lem-1", Verdict.REFUTED), claim("lem-3", Verdict.REFUTED)
    both = claim("thm-2", Verdict.REFUTED, uses=(used.id,), lost=(below.id, used.id))
    assert break_of(both, (below, used, both)).line is used


def test_words_name_the_line_that_the_counterexample_breaks():
    told = claim("thm-2", Verdict.REFUTED, breaks_at="In the last display.")
    assert break_of(told, (told,)).before == "In the last display."
    both = break_of(told, (told, STEP))
    assert (both.before, both.line) == (f"In the last display. {MORE}", STEP)


def test_a_definition_has_no_proof():
    named = claim("def-3.1", Verdict.MISPRINTED)
    assert break_of(named, (named,)).before == "No proof is given: it is a definition."


def test_what_is_not_known_is_said_to_be_so():
    assert break_of(WRONG, (WRONG,)).before == UNKNOWN
    assert "were tested by themselves: 1." in break_of(WRONG, (SOUND, WRONG)).before
