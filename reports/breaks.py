"""Where the printed proof of a claim that fails goes wrong: its first wrong line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reports.numbered import RESULTS, number
from reports.results import ClaimResult
from reports.summary import repaired
from reports.uses import use_of
from verify.evidence import Severity

UNKNOWN = (
    "No line of a printed proof was tested by itself, so that the first wrong one cannot be named."
)
A_LINE = "At this line. No other line of the same proof that was tested is wrong."
MORE = "Another line of the same proof is wrong, too:"
ANOTHER = f"At this line. {MORE}"
FIRST = "The first wrong line that was found is"
LEANS = "It uses what fails:"
STANDS = "What holds in place of that line is shown there."
OTHERS = (
    "Lines of its proof that were tested by themselves: {}. None of them is wrong; another one is."
)
UNPROVED = ("Assumption", "Condition", "Definition", "Figure", "Table")
NO_PROOF = "No proof is given: it is {} {}."
NO_REPAIR = "No repair of that line is known."


@dataclass(frozen=True)
class Break:
    """Where a proof breaks.

    Args:
        before: words before the line.
        line: the line, a claim of the paper, if one can be named.
        after: whether it can be repaired, in words.
    """

    before: str
    line: ClaimResult | None = None
    after: str = ""


def break_of(claim: ClaimResult, claims: Sequence[ClaimResult]) -> Break:
    """Return where the printed proof of a claim breaks.

    What its author says of the line that the counterexample breaks comes before what is derived
    from claims on other lines.

    Args:
        claim: one that fails.
        claims: all claims of the paper in its order.
    """
    steps = steps_of(claim, claims)
    wrong = _what_matters_first(one for one in steps if one.verdict.fails and one is not claim)
    if is_step(claim):
        if wrong:
            return Break(ANOTHER, wrong[0], _repair(wrong[0]))
        return Break(claim.breaks_at or A_LINE)
    if claim.breaks_at:
        if wrong and has_proof(claim):
            return Break(f"{claim.breaks_at} {MORE}", wrong[0], _repair(wrong[0]))
        return Break(claim.breaks_at)
    if wrong:
        return Break(FIRST, wrong[0], _repair(wrong[0]))
    used = {use_of(use)[0] for use in claim.uses}
    lost = _what_matters_first(one for one in claims if one.id in claim.lost)
    lost.sort(key=lambda one: one.id not in used)  # what it leans on itself comes first
    if lost:
        return Break(LEANS, lost[0], _repair(lost[0]))
    known = number(claim)
    if known is not None and known.kind in UNPROVED:
        kind = known.kind.lower()
        return Break(NO_PROOF.format("an" if kind[0] in "aeio" else "a", kind))
    if steps and known is not None and known.kind in RESULTS:
        return Break(OTHERS.format(len(steps)))
    return Break(UNKNOWN)


def has_proof(claim: ClaimResult) -> bool:
    """Return whether the paper prints a proof of a claim, as far as is known."""
    known = number(claim)
    return not claim.breaks_at.startswith("No proof") and (
        known is None or known.kind not in UNPROVED
    )


def steps_of(claim: ClaimResult, claims: Sequence[ClaimResult]) -> list[ClaimResult]:
    """Return the claims that are lines of the proof of the same result, in the paper's order."""
    whole = claim.id.partition("-step-")[0]
    result = _result(claim)
    return [
        one
        for one in claims
        if is_step(one) and (one.id.partition("-step-")[0] == whole or _result(one) == result)
    ]


def served_by(step: ClaimResult, claims: Sequence[ClaimResult]) -> list[ClaimResult]:
    """Return the claims whose proof a claim is a line of; none if it is no line of a proof."""
    if not is_step(step):
        return []
    whole = step.id.partition("-step-")[0]
    alone = [one for one in claims if one.id == whole]
    return alone or [one for one in claims if not is_step(one) and _is_result(one, step)]


def _is_result(claim: ClaimResult, step: ClaimResult) -> bool:
    """Return whether a claim is the numbered result, or a part of it, that has this step."""
    known = number(claim)
    return known is not None and not known.more and known.result == _result(step)


def _what_matters_first(claims: Iterable[ClaimResult]) -> list[ClaimResult]:
    """Return claims in their order, slips of the pen last."""
    return sorted(claims, key=lambda claim: claim.severity is Severity.TYPOGRAPHIC)


def _result(claim: ClaimResult) -> str:
    """Return the numbered result that a claim is about, its own id if there is none."""
    known = number(claim)
    return known.result if known else claim.id


def is_step(claim: ClaimResult) -> bool:
    """Return whether a claim is a line of a printed proof."""
    return "-step-" in claim.id


def _repair(step: ClaimResult) -> str:
    """Return whether something holds in the place of a line."""
    return STANDS if repaired(step.head) else NO_REPAIR
