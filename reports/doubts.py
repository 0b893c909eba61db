"""How a verdict on a claim that fails could be wrong, as far as a run can tell.

Everything here is computed from what the run has: the choice points and how they are read, what
evaluated the quantities that no formula defines, the checks that did not apply, the ranges.
"""

from __future__ import annotations

from collections.abc import Iterator

from reports.results import ClaimResult, PartResult
from reports.summary import heading, repaired
from verify.evidence import Outcome, Verdict

READING, IDEALISED = "the reading", "how quantities were computed"
NOT_TRIED, COVERED = "what was not tried", "how far it was checked"
NO_NUMBERS = "it fails by an argument; numbers beside it are instances of that"
UNDECIDED = "some checks could not decide; they are listed with the evidence"


def doubts(claim: ClaimResult) -> dict[str, list[str]]:
    """Return what the verdict on a claim rests on besides its evidence, by what it is about."""
    part = claim.head
    found = {
        READING: [*_readings(claim, part), *_elsewhere(part)],
        IDEALISED: list(_idealised(claim, part)),
        NOT_TRIED: list(_not_tried(claim, part)),
        COVERED: list(_covered(claim, part)),
    }
    return {about: lines for about, lines in found.items() if lines}


def _readings(claim: ClaimResult, part: PartResult) -> Iterator[str]:
    """Yield how the choice points are read, and what comes out in other readings."""
    for one in part.chosen:
        lost = " (glyphs are lost)" if one.damaged else ""
        yield f"{one.why}{lost}; the verdict is that of the reading: {one.option}"
    others = (
        other
        for other in claim.parts
        if other.role == "printed" and other.clause == part.clause and other.reading != part.reading
    )
    for other in others:
        yield f"{heading(other)}: {other.verdict}"
    if not any(other.chosen for other in claim.parts if other.role == "printed"):
        yield "the words were read in one way only"


def _elsewhere(part: PartResult) -> Iterator[str]:
    """Yield where hypotheses stand that were taken from elsewhere."""
    places = dict.fromkeys(part.text.places.values())
    if places:
        yield f"hypotheses were taken from elsewhere in the paper: {', '.join(places)}"


def _idealised(claim: ClaimResult, part: PartResult) -> Iterator[str]:
    """Yield what was put for the quantities of the statement that no formula of it defines."""
    for name, kinds in part.meanings.items():
        words = claim.terms[name].words if name in claim.terms else name
        yield f"{words}: evaluated {', and independently '.join(kinds)}"
    if part.text.type == "observed":
        yield f"the experiment was made at {', '.join(part.text.hypotheses) or 'no settings'}"


def _not_tried(claim: ClaimResult, part: PartResult) -> Iterator[str]:
    """Yield what of the claim was not tested, and what evidence there might be besides."""
    untested = (other for other in claim.parts if other.verdict is Verdict.UNCHECKED)
    yield from (f"{other.name}: {other.reason}" for other in untested if other.name)
    if part.verdict in (Verdict.REFUTED, Verdict.MISPRINTED) and part.certificate is None:
        yield NO_NUMBERS
    if any(e.outcome is Outcome.UNKNOWN for e in part.evidence):
        yield UNDECIDED


def _covered(claim: ClaimResult, part: PartResult) -> Iterator[str]:
    """Yield which ranges were covered by what stands beside the statement that fails."""
    repair = repaired(part)
    if repair is not None:
        shown = "; ".join(repair.instead.covered) or "all that it is claimed for"
        yield f"what holds instead was shown for: {shown}"
    for other in claim.parts:
        if other.role == "printed" and other.verdict.holds and other.covered:
            yield f"{heading(other) or 'the claim'}: shown for {'; '.join(other.covered)}"
