"""Examine one claim: which items it needs, and what their replies say together."""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports.results import ClaimResult, PartResult
from verify.claims import catalogue
from verify.claims.statements import Key, by_key, by_name
from verify.errors import UnknownExperiment
from verify.evidence import Evidence, Tier, Verdict, evidence_from_json, evidence_to_json
from verify.running.items import Item, Reply

if TYPE_CHECKING:
    from verify.methods.method import Needless


@dataclass(frozen=True)
class Examined:
    """One claim's result before the rest of the run is known."""

    result: ClaimResult
    proof_complete: bool = False
    errors: tuple[str, ...] = ()


def examine(
    claim_id: str, profile: str, seed: int, device: str, known: Mapping[str, Any], again: bool
) -> Generator[list[Item], list[Reply], Examined]:
    """Describe a claim, replay what refutes it, attack it by every method, and judge it.

    Yields lists of items, receives their replies, and returns the result.

    Args:
        claim_id: the claim.
        profile, seed, device: how it is checked; the device is for experiments.
        known: recorded certificates, by the names that keys of statements have in JSON.
        again: attack also what one of them refutes.
    """
    from verify.methods import METHODS, asked_last

    place = catalogue.index()[claim_id]

    (described,) = yield [Item("describe", claim_id, profile, seed)]
    if described.broken is not None:
        reason = f"the claim cannot be built: {described.broken}"
        return Examined(_unbuilt(place, reason), errors=(f"{claim_id}: {reason}",))
    about = described.value
    statements = by_key(about["statements"])

    def item(kind: str, data: Any, **more: Any) -> Item:
        text = json.dumps(data)
        return Item(kind, claim_id, profile, seed, opaque=about["opaque"], data=text, **more)

    current = _current(known, statements)
    evidence: dict[Key, list[Evidence]] = {key: [] for key in statements}
    accepted = {}
    if current:
        (replayed,) = yield [item("replay", by_name(current))]
        for key, outcome in by_key(replayed.value or {}).items():
            if "evidence" in outcome:
                accepted[key] = current[key]
                evidence[key].append(evidence_from_json(outcome["evidence"]))
    open_keys = {
        key: statement["statement"]  # the hash, so that it is part of the key in the cache
        for key, statement in statements.items()
        if (again or key not in accepted) and statement["type"] != "missing"
    }
    last = asked_last() if profile == "quick" else []
    for methods in ([m for m in METHODS.values() if m not in last], last):
        wanted = {
            m.name: _open_to(evidence, m.needless if m in last else None, open_keys)
            for m in methods
        }
        attacks = [
            item(
                "method",
                by_name(keys),
                method=m,
                device=device if METHODS[m].uses_gpu else "cpu",
            )
            for m, keys in wanted.items()
            if keys
        ]
        replies = yield attacks
        for attack, reply in zip(attacks, replies, strict=True):
            for key in wanted[attack.method]:
                evidence[key].append(_piece(attack.method, reply, key))
    found = {key: list(map(evidence_to_json, pieces)) for key, pieces in evidence.items()}
    (verdict,) = yield [item("judge", {"evidence": by_name(found), "known": by_name(accepted)})]
    return _examined(place, about, evidence, verdict)


def _current(
    known: Mapping[str, Any], statements: Mapping[Key, Mapping[str, Any]]
) -> dict[Key, Any]:
    """Return the recorded certificates that are about the statements as they are now."""
    recorded = {key: known[str(key)] for key in statements if str(key) in known}
    return {
        key: certificate
        for key, certificate in recorded.items()
        if certificate.get("statement") == statements[key]["statement"]
    }


def _mistakes(claim_id: str, evidence: Mapping[Key, Sequence[Evidence]]) -> tuple[str, ...]:
    """Return what a claim asks for that does not exist: an error of the run, once for each."""
    details = (piece.detail for pieces in evidence.values() for piece in pieces if piece.error)
    unknown = (d for d in details if d.startswith(f"{UnknownExperiment.__name__}: "))
    return tuple(f"{claim_id}: {d.partition(': ')[2]}" for d in dict.fromkeys(unknown))


def _piece(method: str, reply: Reply, key: Key) -> Evidence:
    """Return a method's evidence on one statement, or what says that the check broke."""
    from verify.methods.attack import broken

    if reply.broken is not None:
        return broken(method, reply.broken)
    try:
        return evidence_from_json(reply.value[str(key)])
    except (KeyError, TypeError, ValueError) as error:
        reason = f"the check returned no evidence: {type(error).__name__}: {error}"
        return broken(method, reason)


def _open_to(
    evidence: Mapping[Key, Sequence[Evidence]],
    needless: Needless | None,
    keys: Mapping[Key, Any],
) -> dict[Key, Any]:
    """Return the statements of which no evidence makes a method needless."""
    if needless is None:
        return dict(keys)
    return {
        key: statement
        for key, statement in keys.items()
        if not any(map(needless.follows, evidence[key]))
    }


def _examined(
    place: catalogue.Location,
    about: dict[str, Any],
    evidence: Mapping[Key, Sequence[Evidence]],
    verdict: Reply,
) -> Examined:
    """Put the claim's description and its judgement together."""
    errors: tuple[str, ...] = ()
    judged = verdict.value
    if verdict.broken is not None:
        reason = f"the evidence could not be judged: {verdict.broken}"
        errors = (f"{place.id}: {reason}",)
        judged = _not_judged(evidence, reason)
    parts = _parts(by_key(about["statements"]), by_key(judged["verdicts"]))
    seconds = sum(piece.seconds for pieces in evidence.values() for piece in pieces)
    result = ClaimResult(
        id=place.id,
        paper=place.paper,
        title=about["title"],
        words=about["words"],
        source=about["source"],
        note=about["note"],
        terms=about["terms"],
        text_uncertain=about["text_uncertain"],
        parts=parts,
        headline=judged["headline"],
        verdict=parts[judged["headline"]].verdict,
        uses=tuple(about["uses"]),
        code={"theory": place.place, "verify": judged["attacked"]},
        source_hash=catalogue.source_hash(place),
        seconds=round(seconds, 3),
    )
    errors = (*errors, *_mistakes(place.id, evidence), *judged["errors"])
    return Examined(result, about["proof_complete"], errors)


def _not_judged(evidence: Mapping[Key, Sequence[Evidence]], reason: str) -> dict[str, Any]:
    """Return what a worker would say of evidence that decides nothing."""
    verdicts = {
        key: {
            "verdict": Verdict.OPEN.value,
            "reason": reason,
            "evidence": list(map(evidence_to_json, pieces)),
        }
        for key, pieces in evidence.items()
    }
    return {
        "headline": 0,
        "errors": [],
        "attacked": catalogue.METHODS,
        "verdicts": by_name(verdicts),
    }


def _parts(
    statements: Mapping[Key, dict[str, Any]], verdicts: Mapping[Key, dict[str, Any]]
) -> tuple[PartResult, ...]:
    """Return the result of each part, with that of what holds instead."""
    parts = []
    for key, statement in statements.items():
        if key.instead:
            continue
        other, instead = key._replace(instead=True), None
        if other in statements:
            instead = {**statements[other], **verdicts[other]}
            for name in ("name", "reading", "severity", "certificate"):
                instead.pop(name, None)
        parts.append(_part({**statement, **verdicts[key], "instead": instead}))
    return tuple(parts)


def _part(entry: dict[str, Any]) -> PartResult:
    pieces = entry.pop("evidence")
    tier, sides = entry.get("tier"), entry.get("sides")
    changed = {
        "hypotheses": tuple(entry["hypotheses"]),
        "hypotheses_latex": tuple(entry["hypotheses_latex"]),
        "covered": tuple(entry.get("covered", ())),
        "verdict": Verdict(entry["verdict"]),
        "tier": Tier(tier) if tier else None,
        "sides": tuple(sides) if sides else None,
    }
    return PartResult(**{**entry, **changed}, evidence=tuple(map(evidence_from_json, pieces)))


def _unbuilt(place: catalogue.Location, reason: str) -> ClaimResult:
    """Return the result of a claim that could not even be built."""
    part = PartResult(
        name="",
        reading="main text",
        type="missing",
        says="",
        latex="",
        hypotheses=(),
        hypotheses_latex=(),
        where={},
        where_latex={},
        statement="",
        verdict=Verdict.OPEN,
        reason=reason,
    )
    return ClaimResult(
        id=place.id,
        paper=place.paper,
        title="",
        words="",
        source={"main": "", "appendix": ""},
        note="",
        text_uncertain=False,
        parts=(part,),
        headline=0,
        verdict=Verdict.OPEN,
        code={"theory": place.place, "verify": catalogue.METHODS},
        source_hash=catalogue.source_hash(place),
    )
