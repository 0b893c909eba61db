"""Findings: claims that fail for one reason are one finding, and not so many.

Claims that fail belong together if they are the same statement, if they are about the same numbered
result (its main text, its appendix, the steps of its proof), or if the printed proof of one leans
on what fails of one finding only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from networkx.utils import UnionFind

from reports import summary
from reports.numbered import RESULTS, name, number
from reports.results import ClaimResult, PartResult
from verify.evidence import Severity


@dataclass(frozen=True)
class Finding:
    """Claims of a paper that fail for one reason.

    Args:
        claim: the one that a reader should hear of first.
        discrepancy: what fails of it.
        others: the other ones, in the order of the paper.
    """

    claim: ClaimResult
    discrepancy: summary.Discrepancy
    others: tuple[ClaimResult, ...]

    @property
    def severity(self) -> Severity:
        """How much has to change."""
        return self.discrepancy.severity

    @property
    def also(self) -> dict[str, list[ClaimResult]]:
        """The other claims by what they are called."""
        found: dict[str, list[ClaimResult]] = {}
        for claim in self.others:
            found.setdefault(name(claim), []).append(claim)
        return found


def findings(claims: Sequence[ClaimResult]) -> list[Finding]:
    """Return the findings on a paper: theorems first, then lemmas, the rest, steps of proofs."""
    failing = [claim for claim in claims if claim.verdict.fails and not claim.is_ours]
    place = {claim.id: at for at, claim in enumerate(claims)}
    found = []
    for group in _together(failing):
        first, *others = sorted(group, key=lambda claim: (_depth(claim), place[claim.id]))
        fails = summary.discrepancies([first])
        if fails:
            worst = min(fails, key=lambda one: (one.severity.rank, not _is_shown(one.part)))
            others.sort(key=lambda claim: place[claim.id])
            found.append(Finding(first, worst, tuple(others)))
    found.sort(key=lambda one: (_depth(one.claim), place[one.claim.id]))
    return found


def _together(failing: Sequence[ClaimResult]) -> Iterable[list[ClaimResult]]:
    """Yield the claims that belong together."""
    by_id = {claim.id: claim for claim in failing}
    joined = UnionFind(by_id)
    same: dict[str, list[str]] = {}
    for claim in failing:
        same.setdefault(claim.head.hash, []).append(claim.id)
        same.setdefault(_about(claim), []).append(claim.id)
    for ids in same.values():
        joined.union(*ids)
    changed = True
    while changed:
        changed = False
        for claim in failing:
            roots = {joined[lost] for lost in claim.lost if lost in by_id} - {joined[claim.id]}
            if len(roots) == 1:
                joined.union(claim.id, *roots)
                changed = True
    return ([by_id[one] for one in group] for group in joined.to_sets())


def _about(claim: ClaimResult) -> str:
    """Return the numbered result that a claim is about, or the claim that it is a step of."""
    known = number(claim)
    return known.result if known else claim.id.partition("-step-")[0]


def _is_shown(part: PartResult) -> bool:
    """Return whether a summary can show how a statement fails."""
    return summary.is_brief(part.text) and part.certificate is not None


def _depth(claim: ClaimResult) -> tuple[int, bool, int]:
    """Return how far from a paper's front a claim stands: what kind it is, where, how severe."""
    known, last = number(claim), len(RESULTS)
    appendix = known.order[0] if known else not claim.source.main
    if claim.source.main.lower().startswith("abstract"):
        kind = 0
    elif "-step-" in claim.id:
        kind = last + 2
    elif known is None or known.more:
        kind = last + 1
    else:
        kind = RESULTS.index(known.kind) if known.kind in RESULTS else last
    return kind, appendix, claim.severity.rank if claim.severity else 0
