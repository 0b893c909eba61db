"""What is known of claims without checking them again: from their last run, or else the record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reports.results import ClaimResult
from verify.claims import catalogue
from verify.evidence import Verdict
from verify.record import committed
from verify.record.committed import Recorded
from verify.running.cache import Cache
from verify.running.shape import is_entry

_SAID = ("name", "reading", "type", "says", "hypotheses", "where", "statement")
_FOUND = ("covered", "reason", "severity", "verdict", "tier")
_INSTEAD = ("type", "says", "hypotheses", "where", "statement", "meant", *_FOUND)
_ABOUT = ("title", "words", "source", "note", "terms", "text_uncertain", "uses")
_RESULT = ("paper", *_ABOUT, "headline", "proof", "lost", "code", "source_hash", "verdict", "tier")
CHANGED = "the statement is another one than when this was recorded"


@dataclass(frozen=True)
class Latest:
    """What is known of a claim.

    Args:
        title, verdict, tier: what a line says of it.
        uses: the results that its printed proof uses.
        stale: it was found out before the file that holds the claim changed.
        entry: all that `show` prints, as `entry` returns it; `None` if only the record is known.
    """

    title: str
    verdict: str
    tier: str | None
    uses: tuple[str, ...]
    stale: bool
    entry: dict[str, Any] | None = None

    @property
    def decided(self) -> bool:
        """Whether the verdict says something about truth."""
        return Verdict(self.verdict).decisive


def known(cache: Cache) -> dict[str, Latest]:
    """Return what is known of every claim: from its last run here, or else from the record.

    What was found out about another version of the claim's file is used only if there is
    nothing else, and a run that could not decide only if the record could not either.
    """
    recorded = committed.load()
    runs = {i: found for i, (_, found) in cache.latest().items() if is_entry(found)}
    found: dict[str, Latest] = {}
    for claim_id, place in catalogue.index().items():
        now = catalogue.source_hash(place)
        options = [_of_run(runs[claim_id], now)] if claim_id in runs else []
        options += [_of_record(recorded[claim_id], now)] if claim_id in recorded else []
        if options:
            found[claim_id] = max(options, key=lambda one: (not one.stale, one.decided))
    return found


def _of_record(recorded: Recorded, now: str) -> Latest:
    tier = recorded.tier and recorded.tier.value
    stale = not now.startswith(recorded.source)
    return Latest(recorded.title, recorded.verdict.value, tier, recorded.uses, stale)


def _of_run(entry: dict[str, Any], now: str) -> Latest:
    stale = entry["source_hash"] != now
    uses = tuple(entry["uses"])
    return Latest(entry["title"], entry["verdict"], entry["tier"], uses, stale, entry)


def entry(result: ClaimResult) -> dict[str, Any]:
    """Return what `show` needs of a claim's result."""
    full = result.to_json()
    parts = []
    for part in full["parts"]:
        instead = part["instead"]
        short = {name: part[name] for name in (*_SAID, *_FOUND)}
        short["instead"] = instead and {name: instead.get(name) for name in _INSTEAD}
        parts.append(short)
    return {**{name: full[name] for name in _RESULT}, "parts": parts}


def recorded_entry(claim_id: str, about: Mapping[str, Any], recorded: Recorded) -> dict[str, Any]:
    """Return what `show` needs of a claim of which only the record is known.

    Args:
        claim_id: the claim.
        about: its description, as `verify.shown.describe` returns it.
        recorded: what is recorded of it.
    """
    place = catalogue.index()[claim_id]

    def judged(key: str) -> dict[str, Any]:
        said = about["statements"][key]
        same = said["statement"].startswith(recorded.statements.get(key, "-"))
        verdict, tier = recorded.best.get(key, (None, None)) if same else (None, None)
        return {
            **said,
            "covered": [],
            "reason": None if verdict else CHANGED,
            "severity": None,
            "verdict": verdict.value if verdict else "open",
            "tier": tier.value if tier else None,
        }

    parts = []
    for key in (key for key in about["statements"] if "/" not in key):
        instead = f"{key}/instead"
        further = judged(instead) if instead in about["statements"] else None
        parts.append({**judged(key), "instead": further})
    verdict, tier = recorded.verdict.value, recorded.tier and recorded.tier.value
    decides = [number for number, part in enumerate(parts) if part["verdict"] == verdict]
    return {
        **{name: about[name] for name in _ABOUT},
        "paper": place.paper,
        "headline": decides[0] if decides else 0,
        "proof": recorded.proof,
        "lost": [],
        "code": {"theory": place.place, "verify": recorded.attacked},
        "source_hash": catalogue.source_hash(place),
        "verdict": verdict,
        "tier": tier,
        "parts": parts,
    }
