"""The verdicts on a claim from its evidence, where the claim is built."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from msgspec import structs

from reports.results import Judged, JudgedClaim
from reports.terminal import point as shown_point
from theory.claim import Claim, ForAll, Part
from verify.claims.meanings import readings
from verify.claims.statements import attacked_in, meanings
from verify.claims.witness import instance_of, point_of, values_in
from verify.evidence import Evidence, Key, Outcome, Tier, Verdict
from verify.judging.certificate import (
    CertificateError,
    make,
    part_of,
    replay,
)
from verify.judging.verdict import (
    Contradiction,
    Judgement,
    counterexample,
    headline,
    severity,
    verdict_on,
)
from verify.kernel.proofs import Rejected
from verify.kernel.smt import Disagreement
from verify.methods.attack import confirmed
from verify.methods.enumeration import is_exact
from verify.methods.task import PROFILES
from verify.truth import violation

REPLAY = "replay"


def replayed(
    claim: Claim, certificates: Mapping[Key, Any]
) -> dict[Key, Evidence | CertificateError]:
    """Replay stored certificates, by key of the statement.

    Returns:
        For every key either the evidence that the certificate is, or why it is refused.
    """
    results: dict[Key, Evidence | CertificateError] = {}
    for key, certificate in certificates.items():
        try:
            results[key] = _evidence(claim, claim.parts[key.part], certificate)
        except CertificateError as reason:
            results[key] = reason
    return results


def confirm(claim: Claim, certificate: Any) -> str:
    """Replay a certificate that somebody hands in; return what it shows and how.

    Raises:
        CertificateError: it neither refutes nor proves the claim as it stands now.
    """
    part = part_of(certificate, claim)
    known = meanings(claim, part.statement)
    if "proof" not in certificate:
        return f"fails: {replay(certificate, claim, known)}"
    proof = certificate["proof"]
    try:
        left_out = confirmed(part.statement, proof, known, PROFILES["standard"])
    except (Rejected, Disagreement) as reason:
        raise CertificateError(str(reason)) from None
    if proof["kind"] == "empty":
        return "says nothing: what it assumes contradicts itself"
    where = f" for {', '.join(left_out)}" if left_out else " on the whole claimed domain"
    return f"holds{where}: the kernel accepts the proof"


def judge_claim(
    claim: Claim, evidence: Mapping[Key, Sequence[Evidence]], known: Mapping[Key, Any]
) -> JudgedClaim:
    """Judge every statement of a claim.

    Args:
        claim: the claim.
        evidence: what the checks found, by key of the statement.
        known: stored certificates that a replay has accepted, by key of the statement.
    """
    errors: list[str] = []
    verdicts: dict[Key, Judged] = {}
    for number, part in enumerate(claim.parts):
        key = Key(number)
        verdict = _judge_part(claim, part, evidence.get(key, ()), known.get(key), errors)
        better = None
        if part.instead is not None:
            better = verdicts[Key(number, instead=True)] = _judge_instead(
                claim, part, evidence.get(Key(number, instead=True), ()), errors
            )
        verdicts[key] = _with_instead(part, verdict, better)
    ranked = [
        _Ranked(part.reading, verdicts[Key(number)].verdict)
        for number, part in enumerate(claim.parts)
    ]
    return JudgedClaim(
        verdicts, headline(ranked, claim.text_uncertain), tuple(errors), attacked_in(claim)
    )


def _judge_instead(
    claim: Claim, part: Part, evidence: Sequence[Evidence], errors: list[str]
) -> Judged:
    """Judge what should hold instead of a part; that it fails is an error."""
    assert part.instead is not None
    stands = Part(part.name, part.instead.statement, part.reading)
    found = _judge_part(claim, stands, evidence, None, errors)
    if found.verdict.fails:
        errors.append(
            f"{claim.id}: what should hold instead of {part.name or 'it'} is itself "
            f"{found.verdict.value}: {shown_point(found.witness, found.instance)}"
        )
    return found


def _with_instead(part: Part, found: Judged, better: Judged | None) -> Judged:
    """Return the verdict on a part in the light of what holds instead, if that is judged."""
    is_repaired = better is not None and better.verdict.holds
    meant = part.instead is not None and part.instead.meant is not None
    if found.verdict is Verdict.REFUTED and meant and is_repaired:
        found = structs.replace(found, verdict=Verdict.MISPRINTED)
    if not found.verdict.fails:
        return found
    changed = severity(part.statement, part.instead if is_repaired else None)
    return structs.replace(found, severity=changed)


@dataclass(frozen=True)
class _Ranked:
    """What `headline` looks at."""

    reading: str
    verdict: Verdict


def _judge_part(
    claim: Claim, part: Part, evidence: Sequence[Evidence], known: Any, errors: list[str]
) -> Judged:
    """Judge one statement; a contradiction goes to `errors` and leaves it open."""
    stands_alone = replace(claim, statement=(part,), instead=None)
    evidence = list(evidence)
    certificate, piece, remark = _confirmed(stands_alone, part, evidence, known)
    tried = certificate is not None or remark is not None
    try:
        verdict = verdict_on(part.statement, evidence, certificate is not None if tried else None)
    except Contradiction as contradiction:
        errors.append(f"{claim.id}{f' ({part.name})' if part.name else ''}: {contradiction}")
        reason = f"our own evidence contradicts itself: {contradiction}"
        verdict = Judgement(Verdict.OPEN, reason=reason)
    point = verdict.decisive
    if verdict.verdict is Verdict.REFUTED and piece is not None:
        point, verdict = piece, replace(verdict, tier=piece.tier)
        if piece not in evidence:
            evidence.append(piece)
    elif verdict.verdict is not Verdict.REFUTED:
        certificate = None
    because = verdict.reason
    if remark is not None and verdict.verdict is Verdict.OPEN:
        because = f"{because}: {remark}"
    return Judged(
        verdict=verdict.verdict,
        tier=verdict.tier,
        covered=verdict.covered,
        reason=because,
        witness=point.witness if point else None,
        instance=point.instance if point else {},
        sides=point.sides if point else None,
        certificate=certificate,
        evidence=tuple(evidence),
    )


def _confirmed(
    claim: Claim, part: Part, evidence: Sequence[Evidence], known: Any
) -> tuple[Any, Evidence | None, str | None]:
    """Return the smallest counterexample that its replay confirms, as certificate and evidence.

    The last member says why a smaller counterexample was not confirmed.
    """
    remark = None
    rest = list(evidence)
    while (found := counterexample(rest)) is not None:
        if found.method == REPLAY:
            return known, found, None
        rest.remove(found)
        certificate = make(claim.id, part, found.instance, found.witness or {})
        certificate = json.loads(json.dumps(certificate))
        try:
            return certificate, _evidence(claim, part, certificate), None
        except CertificateError as refusal:
            remark = remark or str(refusal)
    return None, None, remark


def _evidence(claim: Claim, part: Part, certificate: Any) -> Evidence:
    """Replay a certificate and return the evidence that it is.

    Raises:
        CertificateError: the replay refuses it, or it is about another part.
    """
    known = meanings(claim, part.statement)
    detail = replay(certificate, claim, known)
    if certificate["part"] != {"name": part.name, "reading": part.reading}:
        raise CertificateError("the certificate is about another part of the claim")
    found = Evidence(
        REPLAY,
        Outcome.FAILS,
        Tier.EXACT,
        witness=values_in(certificate["witness"]),
        instance=certificate["instance"],
        detail=detail,
    )
    if not isinstance(part.statement, ForAll):
        return found
    statement = instance_of(part.statement, certificate["instance"])
    point = point_of(statement, found.witness or {})
    both = readings(known)
    exact = all(is_exact(statement.says, point, reading) for reading in both)
    return structs.replace(
        found,
        tier=Tier.EXACT if exact else Tier.BALL,
        sides=violation(statement.says, point, both[-1]),
    )
