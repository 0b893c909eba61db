"""How much a failure weighs: what changes, and of a line of a proof what becomes of the result."""

from __future__ import annotations

from collections.abc import Sequence

from reports.breaks import served_by
from reports.results import ClaimResult
from reports.summary import compares_prints, repaired
from verify.evidence import Severity, Verdict

ONE_PLACE = "one of the two places has to change"  # where they print different numbers
LINE = "a line of a proof changes"  # whose conclusion is no conclusion of the paper
STANDS = "what it serves to prove stands"
REPAIRED = "what it serves to prove fails, too, and holds in another form"
FAILS = "what it serves to prove fails, too"
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
    served = [one for one in served_by(claim, claims) if one.verdict is not Verdict.STIPULATED]
    if not served or severity is Severity.TYPOGRAPHIC:
        return severity.sentence
    changes = LINE if severity is Severity.CONCLUSION else severity.sentence
    return f"{changes}; {_what_becomes_of(served)}"


def _what_becomes_of(results: Sequence[ClaimResult]) -> str:
    """Return in words what becomes of the results that a line serves to prove; a slip is none."""
    fails = [one for one in results if one.verdict.fails and one.verdict is not Verdict.MISPRINTED]
    if fails:
        return REPAIRED if all(repaired(one.head) for one in fails) else FAILS
    left = {one.verdict for one in results if not (one.verdict.holds or one.verdict.fails)}
    if not left:
        return STANDS
    return DEPENDS if left == {Verdict.DEPENDS} else UNDECIDED
