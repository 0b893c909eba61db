"""What follows for the rest of a paper from a claim that fails."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from reports import graph
from reports.results import ClaimResult
from verify.evidence import Verdict

FALLS = "needs another proof, and fails by itself"
OWN = "needs another proof, and has a slip of its own"
REPLACED = "needs another proof, and stands"
UNDECIDED = "needs another proof; whether it stands is not decided"
UNTOUCHED = "uses it, and is not affected"


def consequences(claims: Sequence[ClaimResult]) -> dict[str, dict[str, list[ClaimResult]]]:
    """Return what happens to the claims that lean on one that fails, by its id and by what.

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
    """Return claims by what happens to them, in the order of the headings."""
    found: dict[str, list[ClaimResult]] = {
        heading: [] for heading in (FALLS, OWN, REPLACED, UNDECIDED, UNTOUCHED)
    }
    for claim in claims:
        found[_heading(failed, claim)].append(claim)
    return {heading: some for heading, some in found.items() if some}


def _heading(failed: str, claim: ClaimResult) -> str:
    if failed not in claim.lost:
        return UNTOUCHED
    if claim.verdict.fails:
        return FALLS if claim.verdict is Verdict.REFUTED else OWN
    return REPLACED if claim.verdict.holds else UNDECIDED
