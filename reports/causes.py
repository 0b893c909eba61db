"""Findings: claims that fail for one reason are one finding, and not so many.

Claims that fail belong together if they are the same statement or the same holds in place of both,
if they are about the same numbered result (its main text, its appendix, the steps of its proof), or
if the printed proof of one leans on what fails of one finding only, unless each has a numbered
result, for which readers look. A slip of the pen takes nothing down, and is the reason for no more
than itself.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from networkx.utils import UnionFind

from reports import summary
from reports.numbered import RESULTS, again, name, number
from reports.results import ClaimResult, PartResult
from reports.uses import use_of
from verify.evidence import Severity, Verdict


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

    @property
    def heading(self) -> str:
        """What it is called: the number in the paper, a part that has a name there, the twins."""
        part, known = self.discrepancy.part, number(self.claim)
        said = known is not None and not known.more and part.name in self.claim.words
        which = f", {part.name}" if said and part.name else ""
        return name(self.claim) + which + (f" (= {', '.join(self.twins)})" if self.twins else "")

    @property
    def twins(self) -> tuple[str, ...]:
        """The numbers under which the paper says the same once more."""
        known = number(self.claim)
        named = list(again(self.claim))
        for other in self.others:
            result = number(other)
            same = other.head.hash == self.discrepancy.part.hash
            same = same or (known is not None and known.result in again(other))
            if same and result is not None and not result.more:
                named.append(name(other))
        return tuple(dict.fromkeys(one for one in named if one != name(self.claim)))


def findings(claims: Sequence[ClaimResult]) -> list[Finding]:
    """Return the findings on a paper: theorems first, then lemmas, the rest, steps of proofs.

    Of one kind and part of the paper those come first with which more numbered results fall, then
    what is more severe.
    """
    failing = [claim for claim in claims if claim.verdict.fails and not claim.is_ours]
    place = {claim.id: at for at, claim in enumerate(claims)}
    found = []
    for group in _together(failing):
        first, *others = sorted(
            group, key=lambda claim: (_depth(claim), _severity(claim), place[claim.id])
        )
        fails = summary.discrepancies([first])
        if fails:
            worst = min(fails, key=lambda one: (one.severity.rank, not _is_shown(one.part)))
            others.sort(key=lambda claim: place[claim.id])
            found.append(Finding(first, worst, tuple(others)))

    def order(one: Finding) -> tuple[tuple[int, bool], int, int, int]:
        first = one.claim
        return _depth(first), -_fallen(one, failing), _severity(first), place[first.id]

    return sorted(found, key=order)


def _fallen(found: Finding, failing: Iterable[ClaimResult]) -> int:
    """Return how many other numbered results fail with a finding, or because they use it."""
    own = {claim.id for claim in (found.claim, *found.others)}
    fall = {
        known.result
        for claim in failing
        if claim.verdict is not Verdict.MISPRINTED and (claim.id in own or own & set(claim.lost))
        if (known := number(claim)) is not None and "-step-" not in claim.id
    }
    known = number(found.claim)
    return len(fall - {known.result if known else ""})


def _together(failing: Sequence[ClaimResult]) -> Iterable[list[ClaimResult]]:
    """Yield the claims that belong together."""
    by_id = {claim.id: claim for claim in failing}
    joined = UnionFind(by_id)
    same: dict[str, list[str]] = {}
    for claim in failing:
        for key in (claim.head.hash, *_repairs(claim), *_about(claim)):
            same.setdefault(key, []).append(claim.id)
    for ids in same.values():
        joined.union(*ids)
    broken = [claim for claim in failing if claim.verdict is not Verdict.MISPRINTED]

    def results() -> set[str]:
        return {joined[claim.id] for claim in failing if _is_result(claim)}

    changed = True
    while changed:
        changed = False
        for claim in broken:
            roots = {joined[lost] for lost in _leans_on(claim, by_id)} - {joined[claim.id]}
            both = (*roots, joined[claim.id])
            if len(roots) == 1 and not results().issuperset(both):
                joined.union(claim.id, *roots)
                changed = True
    return ([by_id[one] for one in group] for group in joined.to_sets())


def _repairs(claim: ClaimResult) -> Iterable[str]:
    """Return what holds in place of what fails of a claim, by hash."""
    fails = (one.part for one in summary.discrepancies([claim]))
    return {part.instead.hash for part in fails if part.instead}


def _about(claim: ClaimResult) -> Iterable[str]:
    """Return the numbered results that a claim is about, or the claim that it is a step of.

    None of them is the reason for a slip of the pen.
    """
    if claim.verdict is Verdict.MISPRINTED:
        return ()
    known = number(claim)
    return (known.result if known else claim.id.partition("-step-")[0], *again(claim))


def _leans_on(claim: ClaimResult, failing: Container[str]) -> set[str]:
    """Return what fails of what a printed proof names, or else of what stands behind that."""
    lost = {one for one in claim.lost if one in failing}
    return lost & {use_of(use)[0] for use in claim.uses} or lost


def _is_result(claim: ClaimResult) -> bool:
    """Return whether a claim is a whole numbered result, for which readers look by its name."""
    known = number(claim)
    return known is not None and not known.more and "-step-" not in claim.id


def _is_shown(part: PartResult) -> bool:
    """Return whether a summary can show how a statement fails."""
    return summary.is_brief(part.text) and part.certificate is not None


def _severity(claim: ClaimResult) -> int:
    return claim.severity.rank if claim.severity else 0


def _depth(claim: ClaimResult) -> tuple[int, bool]:
    """Return how far from a paper's front a claim stands: what kind it is, and where."""
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
    return kind, appendix
