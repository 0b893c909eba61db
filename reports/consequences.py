"""What follows for the rest of a paper from a claim that fails."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from reports import graph
from reports.results import ClaimResult
from verify.evidence import Verdict

FALLS = "uses it and fails as printed, for the reason that is shown there"
REPLACED = "argument to be replaced, statement stands where nothing else is said"
UNTOUCHED = "not affected"
SLIP, UNDECIDED = "with a slip of its own", "not decided"
DEPENDS = "depends on the reading"


def consequences(claims: Sequence[ClaimResult]) -> dict[str, dict[str, list[ClaimResult]]]:
    """Return what happens to the claims that lean on one that fails, by its id, in three lists.

    A printed proof is lost if it uses the very clause that fails, and not through a claim that our
    own evidence establishes (`ClaimResult.lost`); of a lost proof the statement has a verdict of
    its own. What leans on the claim in another way is not affected.
    """
    by_id = {claim.id: claim for claim in claims}
    near = graph.kin(claims)
    found = {}
    for claim in claims:
        if claim.verdict.fails:
            carried = (by_id[one] for one in near[claim.id].carries)
            lost = [one for one in claims if claim.id in one.lost]
            found[claim.id] = _sorted(claim.id, [*lost, *(c for c in carried if c not in lost)])
    return found


def _sorted(failed: str, claims: Iterable[ClaimResult]) -> dict[str, list[ClaimResult]]:
    """Return claims by what happens to them, in the order of the headings; empty if none leans."""
    found: dict[str, list[ClaimResult]] = {FALLS: [], REPLACED: [], UNTOUCHED: []}
    for claim in claims:
        found[_heading(failed, claim)].append(claim)
    return found if any(found.values()) else {}


def _heading(failed: str, claim: ClaimResult) -> str:
    if failed not in claim.lost:
        return UNTOUCHED
    misprinted = claim.verdict is Verdict.MISPRINTED
    return FALLS if claim.verdict.fails and not misprinted else REPLACED


def remarks(heading: str, claims: Iterable[ClaimResult]) -> dict[str, str]:
    """Return what has to be said of claims in one of the lists, by id, where there is something."""
    if heading == FALLS:
        return {
            claim.id: f"what fails there: {claim.head.name}" for claim in claims if claim.head.name
        }
    if heading != REPLACED:
        return {}
    return {claim.id: _of_statement(claim.verdict) for claim in claims if not claim.verdict.holds}


def _of_statement(verdict: Verdict) -> str:
    if verdict.fails:
        return SLIP
    return DEPENDS if verdict is Verdict.DEPENDS else UNDECIDED
