"""Examine one claim: which items it needs, and what their replies say together."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reports.results import ClaimResult, PartResult
from verify.claims import catalogue
from verify.errors import NOT_BUILT, NotBuilt, UnknownExperiment
from verify.evidence import Evidence, Tier, Verdict, evidence_from_json
from verify.running.schedule import Reply
from verify.running.workers import Item

CUDA_METHODS = ("experiment",)


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
        known: recorded certificates, by key of the statement.
        again: attack also what one of them refutes.
    """
    from verify.methods import METHODS, NEEDLESS

    place = catalogue.index()[claim_id]

    (described,) = yield [Item("describe", claim_id, profile, seed)]
    if described.broken is not None:
        reason = NOT_BUILT + described.broken.removeprefix(f"{NotBuilt.__name__}: ")
        return Examined(_unbuilt(place, reason), errors=(f"{claim_id}: {reason}",))
    about = described.value
    statements = about["statements"]

    def item(kind: str, data: Any, **more: Any) -> Item:
        text = json.dumps(data)
        return Item(kind, claim_id, profile, seed, opaque=about["opaque"], data=text, **more)

    current = {
        key: certificate
        for key, certificate in known.items()
        if key in statements and certificate.get("statement") == statements[key]["statement"]
    }
    evidence: dict[str, list[dict[str, Any]]] = {key: [] for key in statements}
    accepted = {}
    if current:
        (outcomes,) = yield [item("replay", current)]
        for key, outcome in (outcomes.value or {}).items():
            if "evidence" in outcome:
                accepted[key] = current[key]
                evidence[key].append(outcome["evidence"])
    open_keys = {
        key: statement["statement"]  # the hash, so that it is part of what the store looks for
        for key, statement in statements.items()
        if (again or key not in accepted) and statement["type"] != "missing"
    }
    last = NEEDLESS if profile == "quick" else {}
    for methods in ([m for m in METHODS if m not in last], last):
        wanted = {m: _open_to(evidence, last.get(m), open_keys) for m in methods}
        attacks = [
            item("method", keys, method=m, device=device if m in CUDA_METHODS else "cpu")
            for m, keys in wanted.items()
            if keys
        ]
        replies = yield attacks
        for attack, reply in zip(attacks, replies, strict=True):
            for key in wanted[attack.method]:
                evidence[key].append(_piece(attack.method, reply, key))
    (verdict,) = yield [item("judge", {"evidence": evidence, "known": accepted})]
    return _examined(place, about, evidence, verdict)


def _mistakes(claim_id: str, evidence: Mapping[str, Sequence[dict[str, Any]]]) -> tuple[str, ...]:
    """Return what a claim asks for that does not exist: an error of the run, once for each."""
    details = (p["detail"] for pieces in evidence.values() for p in pieces if p["error"])
    unknown = (d for d in details if d.startswith(f"{UnknownExperiment.__name__}: "))
    return tuple(f"{claim_id}: {d.partition(': ')[2]}" for d in dict.fromkeys(unknown))


def _piece(method: str, reply: Reply, key: str) -> dict[str, Any]:
    """Return a method's evidence on one statement, or what says that the check broke."""
    from verify.evidence import evidence_to_json
    from verify.methods.attack import broken

    reason = reply.broken
    if reason is None:
        try:
            return evidence_to_json(evidence_from_json(reply.value[key]))
        except (KeyError, TypeError, ValueError) as error:
            reason = f"the check returned no evidence: {type(error).__name__}: {error}"
    return evidence_to_json(broken(method, reason))


def _open_to(
    evidence: Mapping[str, Sequence[dict[str, Any]]],
    needless: Callable[[Evidence], bool] | None,
    keys: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the statements of which no evidence makes a method needless."""
    if needless is None:
        return dict(keys)
    return {
        key: statement
        for key, statement in keys.items()
        if not any(needless(evidence_from_json(piece)) for piece in evidence[key])
    }


def _examined(
    place: catalogue.Location, about: dict[str, Any], evidence: dict[str, Any], verdict: Reply
) -> Examined:
    """Put the claim's description and its judgement together."""
    errors: tuple[str, ...] = ()
    judged = verdict.value
    if verdict.broken is not None:
        reason = f"the evidence could not be judged: {verdict.broken}"
        errors = (f"{place.id}: {reason}",)
        judged = {
            "headline": 0,
            "errors": [],
            "verdicts": {
                key: {"verdict": "open", "reason": reason, "evidence": evidence[key]}
                for key in about["statements"]
            },
        }
    parts = []
    for key, statement in about["statements"].items():
        if "/" not in key:
            instead = None
            if f"{key}/instead" in about["statements"]:
                other = judged["verdicts"][f"{key}/instead"]
                instead = {**about["statements"][f"{key}/instead"], **other}
                for name in ("name", "reading", "severity", "certificate"):
                    instead.pop(name, None)
            parts.append(_part({**statement, **judged["verdicts"][key], "instead": instead}))
    seconds = sum(e["seconds"] for es in evidence.values() for e in es)
    result = ClaimResult(
        id=place.id,
        paper=place.paper,
        title=about["title"],
        words=about["words"],
        source=about["source"],
        note=about["note"],
        terms=about["terms"],
        text_uncertain=about["text_uncertain"],
        parts=tuple(parts),
        headline=judged["headline"],
        verdict=parts[judged["headline"]].verdict,
        uses=tuple(about["uses"]),
        code={"theory": place.place, "verify": catalogue.attack_place(place.id)},
        source_hash=catalogue.source_hash(place),
        seconds=round(seconds, 3),
    )
    errors = (*errors, *_mistakes(place.id, evidence), *judged["errors"])
    return Examined(result, about["proof_complete"], errors)


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
        name="", reading="main text", type="missing", says="", latex="", hypotheses=(),
        hypotheses_latex=(), where={}, where_latex={}, statement="", verdict=Verdict.OPEN,
        reason=reason,
    )  # fmt: skip
    return ClaimResult(
        id=place.id, paper=place.paper, title="", words="", source={"main": "", "appendix": ""},
        note="", text_uncertain=False, parts=(part,), headline=0, verdict=Verdict.OPEN,
        code={"theory": place.place, "verify": catalogue.attack_place(place.id)},
        source_hash=catalogue.source_hash(place),
    )  # fmt: skip
