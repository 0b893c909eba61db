"""How much a failure weighs: what changes, and of a line of a proof what becomes of the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reports.breaks import served_by
from reports.results import ClaimResult
from reports.summary import compares_prints, repaired
from verify.evidence import Severity, Verdict

ONE_PLACE = "one of the two places has to change"  # where they print different numbers
LINE = "a line of a proof changes"  # whose conclusion is no conclusion of the paper
STANDS = "what it serves to prove stands"
REPAIRED = "what it serves to prove fails, too, and for that a repair is known"
FAILS = "what it serves to prove fails, too"
UNTOUCHED = "what it serves to prove is not affected"
DEPENDS = "whether what it serves to prove stands depends on the reading"
UNDECIDED = "whether what it serves to prove stands is not decided"


def weight(claim: ClaimResult, severity: Severity, claims: Sequence[ClaimResult]) -> str:
    """Return in words how much has to change because of what fails.

    Args:
        claim: the one that fails.
        severity: how much has to change in what fails of it.
        claims: all claims of its paper.
    """
    if compares_prints(claim.head.text):
        return ONE_PLACE
    becomes = None if severity is Severity.TYPOGRAPHIC else becomes_of_served(claim, claims)
    if becomes is None:
        return severity.sentence
    changes = LINE if severity is Severity.CONCLUSION else severity.sentence
    return f"{changes}; {becomes}"


@dataclass(frozen=True)
class NoRepair:
    """That no repair is known, of a line alone where one is known of what it serves to prove.

    Args:
        words: the same in words.
        known: the ids of what it serves to prove, where a repair of that is known.
    """

    words: str
    known: tuple[str, ...] = ()


def no_repair(claim: ClaimResult, claims: Sequence[ClaimResult]) -> NoRepair:
    """Return that no repair of a claim is known.

    Args:
        claim: one that fails, whose repair is not known.
        claims: all claims of its paper.
    """
    if not compares_prints(claim.head.text) and becomes_of_served(claim, claims) == REPAIRED:
        known = tuple(one.id for one in served_by(claim, claims) if repaired(one.head))
        return NoRepair(
            "No repair of this line is known. There is one of what it serves to prove:", known
        )
    return NoRepair("No repair is known.")


def becomes_of_served(claim: ClaimResult, claims: Sequence[ClaimResult]) -> str | None:
    """Return in words what becomes of what a line serves to prove, or `None` where it is none."""
    served = [one for one in served_by(claim, claims) if one.verdict is not Verdict.STIPULATED]
    return _what_becomes_of(served, claim) if served else None


def _what_becomes_of(results: Sequence[ClaimResult], line: ClaimResult) -> str:
    """Return in words what becomes of the results that a line serves to prove; a slip is none.

    What is not decided about a result has another reason where its proof does without the line.
    """
    fails = [one for one in results if one.verdict.fails and one.verdict is not Verdict.MISPRINTED]
    if fails:
        return REPAIRED if all(repaired(one.head) for one in fails) else FAILS
    left = {one.verdict for one in results if not (one.verdict.holds or one.verdict.fails)}
    if not left:
        return STANDS
    if not any(line.id in one.lost for one in results):
        return UNTOUCHED
    return DEPENDS if left == {Verdict.DEPENDS} else UNDECIDED
