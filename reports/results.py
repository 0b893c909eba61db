"""What a run found, as plain records: the only thing that renderers and `diff` look at.

Everything here is standard library and JSON: strings, numbers, lists, dictionaries. The JSON
schema of a run is `docs/run.schema.json`.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from enum import Enum
from typing import Any

SCHEMA_VERSION = 1


class Outcome(str, Enum):
    """What one check says about one part."""

    HOLDS = "holds"
    FAILS = "fails"
    UNKNOWN = "unknown"
    NOT_APPLICABLE = "not applicable"


class Tier(str, Enum):
    """How strong a piece of evidence is, strongest first; tiers are never mixed."""

    EXACT = "exact"
    BALL = "ball"
    SOLVER = "solver"
    SEARCH = "search"
    EXPERIMENT = "experiment"


class Verdict(str, Enum):
    """The verdict on a statement; `sentence` is what a report prints."""

    PROVED = "proved"
    SUPPORTED = "supported"
    REFUTED = "refuted"
    MISPRINTED = "misprinted"
    VACUOUS = "vacuous"
    NOT_REPRODUCED = "not reproduced"
    DEFINITION = "definition"
    OPEN = "open"
    UNCHECKED = "unchecked"

    @property
    def sentence(self) -> str:
        """The sentence that explains the verdict."""
        return _SENTENCES[self]

    @property
    def decisive(self) -> bool:
        """Whether the verdict says something about truth."""
        return self not in (Verdict.OPEN, Verdict.UNCHECKED)


_SENTENCES = {
    Verdict.PROVED: "It holds on the whole claimed domain.",
    Verdict.SUPPORTED: "No check objects on the covered range.",
    Verdict.REFUTED: "An exact counterexample satisfies every hypothesis and breaks it.",
    Verdict.MISPRINTED: "It fails as printed; the paper itself shows the form that was meant.",
    Verdict.VACUOUS: "Nothing satisfies its hypotheses.",
    Verdict.NOT_REPRODUCED: "The experiment contradicts it beyond its fixed z-score.",
    Verdict.DEFINITION: "A definition; something satisfies it.",
    Verdict.OPEN: "The checks could not decide.",
    Verdict.UNCHECKED: "Something needed to test it is missing.",
}

# worst first: the headline of a claim is its worst part
SEVERITY_OF_VERDICT = (
    Verdict.REFUTED,
    Verdict.NOT_REPRODUCED,
    Verdict.MISPRINTED,
    Verdict.VACUOUS,
    Verdict.OPEN,
    Verdict.UNCHECKED,
    Verdict.SUPPORTED,
    Verdict.PROVED,
    Verdict.DEFINITION,
)


@dataclass(frozen=True)
class Evidence:
    """What one check found on one part of a claim.

    Args:
        method: the route of attack.
        outcome, tier: what it says and how strong it is.
        restrictions: what was added to the hypotheses; empty means the whole claimed domain.
        witness: for `fails` the point that breaks the statement, for `holds` one point that
            satisfies the hypotheses; symbol -> {"kind", ...}.
        instance: the values of the indices at the witness.
        sides: both sides of the relation at the witness, for display.
        detail: one line for a reader: what was done, or why nothing could be decided.
        size: how much work it was (cases, boxes, steps).
        seed, seconds, device: how to repeat it.
        error: the check itself broke (crash, time-out, out of memory); never evidence.
    """

    method: str
    outcome: Outcome
    tier: Tier
    restrictions: tuple[str, ...] = ()
    witness: dict[str, Any] | None = None
    instance: dict[str, str] = field(default_factory=dict)
    sides: tuple[str, str] | None = None
    detail: str = ""
    size: int = 0
    seed: int | None = None
    seconds: float = 0.0
    device: str = "cpu"
    error: bool = False

    @property
    def complete(self) -> bool:
        """Whether the evidence speaks about the whole claimed domain."""
        return not self.restrictions


@dataclass(frozen=True)
class PartResult:
    """The verdict on one part of a claim in one reading."""

    name: str
    reading: str
    says: str
    hypotheses: tuple[str, ...]
    latex: str
    hypotheses_latex: tuple[str, ...]
    where: dict[str, str]
    type: str
    verdict: Verdict
    tier: Tier | None
    covered: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    reason: str | None = None
    severity: str | None = None
    certificate: dict[str, Any] | None = None
    instead: dict[str, Any] | None = None


@dataclass(frozen=True)
class ClaimResult:
    """Everything a run found out about one claim."""

    id: str
    paper: str
    title: str
    words: str
    source: dict[str, str]
    note: str
    parts: tuple[PartResult, ...]
    headline: int
    verdict: Verdict
    proof: str
    uses: tuple[str, ...]
    lost: tuple[str, ...]
    mutation: dict[str, Any] | None
    code: dict[str, str]
    source_hash: str
    seconds: float

    @property
    def head(self) -> PartResult:
        """The part that decides the headline."""
        return self.parts[self.headline]

    def to_json(self) -> dict[str, Any]:
        """Return the claim's entry of the run's JSON."""
        head = self.head
        return {
            "id": self.id,
            "paper": self.paper,
            "title": self.title,
            "words": self.words,
            "source": self.source,
            "note": self.note,
            "type": head.type,
            "says": head.says,
            "where": head.where,
            "parts": [_plain(part) for part in self.parts],
            "headline": self.headline,
            "verdict": self.verdict.value,
            "tier": head.tier.value if head.tier else None,
            "severity": head.severity,
            "proof": self.proof,
            "uses": list(self.uses),
            "lost": list(self.lost),
            "claimed": list(head.hypotheses),
            "covered": list(head.covered),
            "evidence": [_plain(e) for part in self.parts for e in part.evidence],
            "witness": next((e.witness for e in head.evidence if e.outcome == "fails"), None),
            "instead": head.instead,
            "certificate": head.certificate,
            "mutation": self.mutation,
            "reason": head.reason,
            "code": self.code,
            "source_hash": self.source_hash,
            "seconds": self.seconds,
        }

    @classmethod
    def from_json(cls, entry: dict[str, Any]) -> ClaimResult:
        """Rebuild a claim result from its JSON entry."""
        parts = tuple(_part_from_json(p) for p in entry["parts"])
        plain = {k: entry[k] for k in ("id", "paper", "title", "words", "source", "note")}
        return cls(
            **plain,
            parts=parts,
            headline=entry["headline"],
            verdict=Verdict(entry["verdict"]),
            proof=entry["proof"],
            uses=tuple(entry["uses"]),
            lost=tuple(entry["lost"]),
            mutation=entry["mutation"],
            code=entry["code"],
            source_hash=entry["source_hash"],
            seconds=entry["seconds"],
        )


@dataclass(frozen=True)
class Run:
    """All results of one run."""

    profile: str
    seed: int
    versions: dict[str, str]
    claims: tuple[ClaimResult, ...]
    errors: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the run as JSON data."""
        return {
            "schema_version": SCHEMA_VERSION,
            "profile": self.profile,
            "seed": self.seed,
            "versions": self.versions,
            "errors": list(self.errors),
            "claims": [claim.to_json() for claim in self.claims],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Run:
        """Rebuild a run from its JSON data.

        Raises:
            ValueError: the data is of another schema version.
        """
        if data.get("schema_version") != SCHEMA_VERSION:
            raise ValueError(
                f"schema_version is {data.get('schema_version')!r}, expected {SCHEMA_VERSION}"
            )
        return cls(
            profile=data["profile"],
            seed=data["seed"],
            versions=data["versions"],
            claims=tuple(ClaimResult.from_json(c) for c in data["claims"]),
            errors=tuple(data["errors"]),
        )


def evidence_from_json(entry: dict[str, Any]) -> Evidence:
    """Rebuild a piece of evidence from its JSON entry."""
    changed = {
        "outcome": Outcome(entry["outcome"]),
        "tier": Tier(entry["tier"]),
        "restrictions": tuple(entry["restrictions"]),
        "sides": tuple(entry["sides"]) if entry["sides"] else None,
    }
    return Evidence(**{**entry, **changed})


def evidence_to_json(evidence: Evidence) -> dict[str, Any]:
    """Return a piece of evidence as JSON data."""
    return _plain(evidence)


def _part_from_json(entry: dict[str, Any]) -> PartResult:
    changed = {
        "hypotheses": tuple(entry["hypotheses"]),
        "hypotheses_latex": tuple(entry["hypotheses_latex"]),
        "covered": tuple(entry["covered"]),
        "verdict": Verdict(entry["verdict"]),
        "tier": Tier(entry["tier"]) if entry["tier"] else None,
        "evidence": tuple(evidence_from_json(e) for e in entry["evidence"]),
    }
    return PartResult(**{**entry, **changed})


def _plain(record: Any) -> dict[str, Any]:
    return _jsonable(asdict(record))


def _jsonable(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, dict):
        return {str(k): _jsonable(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_jsonable(v) for v in value]
    return value
