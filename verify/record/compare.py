"""Two sets of verdicts, compared: two runs, or a run and what is recorded.

A cheaper profile may know less than another one, but never the opposite: what it says of the
same statement may be weaker and may not contradict.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from reports.results import ClaimResult, StatementResult
from verify.evidence import Key, Severity, Tier, Verdict

DIGITS = 16  # of a hash: enough to see that something is another statement
WHOLE = ""  # stands beside the keys of its statements for a claim as a whole


@dataclass(frozen=True)
class SideVerdict:
    """What one side says about one statement.

    Args:
        hash: of the statement; for a claim as a whole those of all its parts.
        verdict, tier, severity: what was found.
    """

    hash: str
    verdict: Verdict
    tier: Tier | None = None
    severity: Severity | None = None


@dataclass(frozen=True)
class Side:
    """The verdicts of one profile: id of the claim -> key of the statement, or `WHOLE` -> one."""

    profile: str
    claims: Mapping[str, Mapping[str, SideVerdict]]


class ChangeKind(StrEnum):
    """In what two sides differ."""

    VERDICT = "another verdict"
    STATEMENT = "another statement"
    ONLY_A = "only in A"
    ONLY_B = "only in B"
    STRENGTH = "another tier or severity"


@dataclass(frozen=True)
class Change:
    """One difference between two sides.

    Args:
        id, key: the claim, and which of its statements; see `Side`.
        kind: in what they differ.
        before, now: the verdicts of A and B, `None` where a side knows nothing of it.
        profiles: the profiles of A and B.
        same: whether both judged the same statement.
        detail: what else there is to say.
    """

    id: str
    key: str
    kind: ChangeKind
    before: Verdict | None
    now: Verdict | None
    profiles: tuple[str, str]
    same: bool = True
    detail: str = ""

    def __str__(self) -> str:
        place = f"{self.id} [{self.key}]" if self.key else self.id
        if self.before is None or self.now is None:
            return f"{place}: {self.kind}, {(self.before or self.now or self.kind).value}"
        if self.kind is ChangeKind.STRENGTH:
            return f"{place}: {self.now.value}, {self.detail}"
        first, then = self.profiles
        other = f" ({then})" if then != first else ""
        words = f"{place}: {self.before.value} ({first}) -> {self.now.value}{other}"
        return words if self.same else f"{words}, of another statement"

    @property
    def counts(self) -> bool:
        """Whether it is a change; a tier or severity alone is none."""
        return self.kind is not ChangeKind.STRENGTH

    @property
    def loses(self) -> bool:
        """Whether something that was decided is not decided any more."""
        if self.before is None or self.now is None:
            return False
        return self.before.decisive and not self.now.decisive

    @property
    def contradicts(self) -> bool:
        """Whether the verdicts are on the same statement and may not be said both."""
        if self.before is None or self.now is None or not self.same:
            return False
        return self.before.contradicts(self.now)

    def plain(self) -> dict[str, str | bool | None]:
        """Return the change as JSON data."""
        return {
            "id": self.id,
            "key": self.key,
            "kind": self.kind.value,
            "before": self.before and self.before.value,
            "now": self.now and self.now.value,
            "same_statement": self.same,
            "contradiction": self.contradicts,
            "detail": self.detail,
            "text": str(self),
        }


def side_verdicts(claim: ClaimResult, digits: int | None = None) -> dict[str, SideVerdict]:
    """Return what a result says, by key of the statement.

    Args:
        claim: the result.
        digits: how much of a hash is kept; by default all of it.
    """

    def of(found: StatementResult) -> SideVerdict:
        return SideVerdict(found.hash[:digits], found.verdict, found.tier, found.severity)

    said = {WHOLE: SideVerdict(form(claim), claim.verdict, claim.tier, claim.severity)}
    for number, part in enumerate(claim.parts):
        said[Key(number)] = of(part)
        if part.instead is not None:
            said[Key(number, instead=True)] = of(part.instead)
    return said


def form(claim: ClaimResult) -> str:
    """Return a hash of what a claim states: its statements, what each is, and all choice points."""
    parts = [
        (p.role, p.clause, [(c.why, c.option, c.damaged) for c in p.chosen], p.hash)
        for p in claim.parts
    ]
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:DIGITS]


def compare(a: Side, b: Side) -> list[Change]:
    """Return everything in which B differs from A: the claims of A first, then those only in B."""
    profiles = (a.profile, b.profile)
    found = []
    for claim_id, old in a.claims.items():
        new = b.claims.get(claim_id)
        if new is None:
            found.append(
                Change(claim_id, WHOLE, ChangeKind.ONLY_A, old[WHOLE].verdict, None, profiles)
            )
        else:
            found += _compared(claim_id, old, new, profiles)
    for claim_id, new in b.claims.items():
        if claim_id not in a.claims:
            found.append(
                Change(claim_id, WHOLE, ChangeKind.ONLY_B, None, new[WHOLE].verdict, profiles)
            )
    return found


def _compared(
    claim_id: str,
    old: Mapping[str, SideVerdict],
    new: Mapping[str, SideVerdict],
    profiles: tuple[str, str],
) -> Iterator[Change]:
    alone = Key(1) not in old and Key(1) not in new  # then the only part is the claim
    for key in dict.fromkeys((*old, *new)):
        if key == Key(0) and alone:
            continue
        before, now = old.get(key), new.get(key)
        if before is None or now is None:
            kind = ChangeKind.ONLY_A if now is None else ChangeKind.ONLY_B
            old_verdict = before.verdict if before else None
            new_verdict = now.verdict if now else None
            yield Change(claim_id, key, kind, old_verdict, new_verdict, profiles)
            continue
        same = before.hash == now.hash
        whole = key == WHOLE and not alone  # its parts tell the rest
        detail = _strength(before, now)
        if before.verdict is not now.verdict and (same or key == WHOLE):
            kind = ChangeKind.VERDICT
        elif not same and not whole:
            kind = ChangeKind.STATEMENT
        elif same and detail and not whole:
            kind = ChangeKind.STRENGTH
        else:
            continue
        yield Change(claim_id, key, kind, before.verdict, now.verdict, profiles, same, detail)


def _strength(before: SideVerdict, now: SideVerdict) -> str:
    pairs = (("tier", before.tier, now.tier), ("severity", before.severity, now.severity))
    changed = (
        f"{name} {old or 'none'} -> {new or 'none'}" for name, old, new in pairs if old is not new
    )
    return ", ".join(changed)


def words(changes: Iterable[Change]) -> list[str]:
    """Return the differences of two runs, one line each, and a last line that sums them up."""
    lines, kinds, contradictions = [], dict.fromkeys(ChangeKind, 0), 0
    for change in changes:
        lines.append(f"contradiction: {change}" if change.contradicts else str(change))
        kinds[change.kind] += 1
        contradictions += change.contradicts
    counts = [
        f"{number} {kind if kind in (ChangeKind.ONLY_A, ChangeKind.ONLY_B) else f'with {kind}'}"
        for kind, number in kinds.items()
        if number
    ]
    if kinds[ChangeKind.STRENGTH] == sum(kinds.values()):
        counts.insert(0, "no change")
    if contradictions:
        counts.append(f"{contradictions} contradicting")
    return [*lines, ", ".join(counts)]
