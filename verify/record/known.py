"""What is known of claims without checking them again: from their last run, or else the record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from reports.results import (
    About,
    ClaimResult,
    Code,
    Described,
    Description,
    Instead,
    PartResult,
    Profile,
    Run,
    by_clause,
    fields_of,
    printed_leaves,
)
from verify.claims import catalogue
from verify.evidence import (
    Key,
    Measurement,
    NotDecoded,
    Tier,
    Verdict,
    from_json,
    to_json,
    witness_in,
)
from verify.judging.clauses import JudgedStatement, combined
from verify.record import committed
from verify.record.committed import Recorded
from verify.running.cache import Cache

CHANGED = "the statement is another one than when this was recorded"


@dataclass(frozen=True)
class LatestResult:
    """What is known of a claim.

    Args:
        title, verdict, tier: what a line says of it.
        uses: the results that its printed proof uses.
        rests_on: the printed clauses of other claims on which arguments for it rest.
        clauses: by name: the verdicts on its clauses, if there are several.
        lacks: what is missing to check its unchecked statements, as far as it is known.
        stale: it was found out before the file that holds the claim changed.
        result: what its last run found, without the evidence; `None` if only the record is known.
    """

    title: str
    verdict: Verdict
    tier: Tier | None
    uses: tuple[str, ...]
    rests_on: tuple[str, ...]
    clauses: Mapping[str, Verdict]
    lacks: tuple[str, ...]
    stale: bool
    result: ClaimResult | None = None


def latest_results(cache: Cache) -> dict[str, LatestResult]:
    """Return what is known of every claim: from its last run here, or else from the record.

    What was found out about another version of the claim's file is used only if there is
    nothing else, and a run that could not decide only if the record could not either.
    """
    recorded, latest = committed.load(), cache.latest()
    found: dict[str, LatestResult] = {}
    for claim_id, place in catalogue.index().items():
        now = catalogue.source_hash(place)
        options = [_of_record(recorded[claim_id], now)] if claim_id in recorded else []
        result = _result(latest[claim_id]) if claim_id in latest else None
        options = [_of_run(result, now), *options] if result else options
        if options:
            found[claim_id] = max(options, key=lambda one: (not one.stale, one.verdict.decisive))
    return found


def keep_latest(cache: Cache, result: ClaimResult) -> None:
    """Keep the result on a claim as the latest."""
    cache.set_latest(result.id, to_json(_brief(result)))


def _brief(result: ClaimResult) -> ClaimResult:
    """Return a result without its evidence and what else `list` and `show` do not print."""

    def brief(part: PartResult) -> PartResult:
        instead = part.instead and replace(part.instead, evidence=())
        return replace(part, evidence=(), certificate=None, plot=None, script="", instead=instead)

    parts = tuple(map(brief, result.parts))
    return replace(result, parts=parts, certificate=None, mutation=None, repairs=None)


def _result(text: str) -> ClaimResult | None:
    """Return a result that was kept, `None` if another version has kept it."""
    try:
        return from_json(text, ClaimResult)
    except NotDecoded:
        return None


def _of_record(recorded: Recorded, now: str) -> LatestResult:
    stale = not now.startswith(recorded.source)
    return LatestResult(
        recorded.title,
        recorded.verdict,
        recorded.tier,
        recorded.uses,
        recorded.rests_on,
        recorded.clauses,
        recorded.lacks,
        stale,
    )


def _of_run(result: ClaimResult, now: str) -> LatestResult:
    stale = result.source_hash != now
    about = (result.title, result.verdict, result.tier, result.uses, printed_leaves(result))
    return LatestResult(*about, by_clause(result), committed.lacks(result), stale, result)


def recorded_measurements(
    result: ClaimResult, recorded: Recorded
) -> dict[Key, Mapping[Profile, Measurement]]:
    """Return what is recorded to be measured for parts that are still the same statements."""
    return {
        key: measured
        for key, measured in recorded.measured.items()
        if key.part < len(result.parts)
        and result.parts[key.part].hash.startswith(recorded.statements[key].hash)
    }


def with_measurements(run: Run, recorded: Mapping[str, Recorded]) -> Run:
    """Return a run with what other profiles have measured, as recorded, beside its own results."""

    def beside(claim: ClaimResult) -> ClaimResult:
        if claim.id not in recorded:
            return claim
        found = recorded_measurements(claim, recorded[claim.id])
        parts = tuple(
            replace(
                part,
                recorded={p: m for p, m in found.get(Key(n), {}).items() if p != run.profile},
            )
            for n, part in enumerate(claim.parts)
        )
        return replace(claim, parts=parts)

    return replace(run, claims=tuple(map(beside, run.claims)))


def recorded_result(
    claim_id: str, about: Description, recorded: Recorded, certificates: Mapping[Key, Any]
) -> ClaimResult:
    """Return what the record says of a claim as a result.

    Args:
        claim_id: the claim.
        about: what it says.
        recorded: what is recorded of it.
        certificates: its recorded certificates.

    Returns:
        The result; where the claim is attacked is not recorded, and is empty.
    """
    place = catalogue.index()[claim_id]
    parts = tuple(
        _part(key, about, recorded, certificates.get(key))
        for key in about.statements
        if not key.instead
    )
    read = [JudgedStatement(p.clause, p.role, p.chosen, p.verdict, p.tier) for p in parts]
    found = combined(read)
    return ClaimResult(
        **fields_of(about, About),
        id=claim_id,
        paper=place.paper,
        parts=parts,
        headline=found.decides,
        verdict=recorded.verdict,
        clauses=found.clauses,
        sentence=found.sentence,
        tier=recorded.tier,
        severity=parts[found.decides].severity,
        certificate=parts[found.decides].certificate,
        proof=recorded.proof,
        code=Code(place.place, ""),
        source_hash=catalogue.source_hash(place),
    )


def _part(key: Key, about: Description, recorded: Recorded, certificate: Any) -> PartResult:
    other, instead = Key(key.part, instead=True), None
    if other in about.statements:
        described = about.statements[other]
        verdict, tier, reason = _verdict(other, described, recorded)
        instead = Instead(
            **fields_of(described, Instead), verdict=verdict, tier=tier, reason=reason
        )
    described = about.statements[key]
    verdict, tier, reason = _verdict(key, described, recorded)
    found = PartResult(
        **fields_of(described, PartResult),
        verdict=verdict,
        tier=tier,
        reason=reason,
        severity=recorded.statements[key].severity if verdict.fails else None,
        instead=instead,
    )
    if certificate is None or not verdict.fails:
        return found
    witness = witness_in(certificate["witness"])
    return replace(
        found, witness=witness, instance=certificate["instance"], certificate=certificate
    )


def _verdict(
    key: Key, described: Described, recorded: Recorded
) -> tuple[Verdict, Tier | None, str | None]:
    """Return the recorded verdict on a statement, its tier, and why there may be none."""
    statement = recorded.statements.get(key)
    if statement is None or not described.hash.startswith(statement.hash):
        return Verdict.OPEN, None, CHANGED
    return *statement.verdicts[recorded.profile], None
