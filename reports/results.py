"""What a run found, as plain records: the only thing that renderers and `diff` look at.

Everything here is standard library and JSON: strings, numbers, lists, dictionaries. The JSON
schema of a run is `docs/run.schema.json`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from enum import Enum, StrEnum
from typing import Any

SCHEMA_VERSION = 1


class Outcome(StrEnum):
    """What one check says about one part."""

    HOLDS = "holds"
    FAILS = "fails"
    UNKNOWN = "unknown"
    NOT_APPLICABLE = "not applicable"


class Tier(StrEnum):
    """How strong a piece of evidence is, strongest first; tiers are never mixed."""

    EXACT = "exact"
    BALL = "ball"
    SOLVER = "solver"
    SEARCH = "search"
    EXPERIMENT = "experiment"


class Verdict(StrEnum):
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
    def holds(self) -> bool:
        """Whether it says that the statement stands."""
        return self in (Verdict.PROVED, Verdict.SUPPORTED)

    @property
    def fails(self) -> bool:
        """Whether it says that the statement fails as printed."""
        failing = (Verdict.REFUTED, Verdict.MISPRINTED, Verdict.VACUOUS, Verdict.NOT_REPRODUCED)
        return self in failing

    @property
    def takes_down(self) -> bool:
        """Whether proofs that lean on it are lost; of a misprint the meant form holds."""
        return self.fails and self is not Verdict.MISPRINTED

    @property
    def decisive(self) -> bool:
        """Whether the verdict says something about truth."""
        return self not in (Verdict.OPEN, Verdict.UNCHECKED)


_SENTENCES = {
    Verdict.PROVED: "It holds on the whole claimed domain.",
    Verdict.SUPPORTED: "No check objects on the covered range.",
    Verdict.REFUTED: "A counterexample satisfies every hypothesis and breaks it.",
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
        certificate: of what proves: plain data that `verify.kernel` has accepted.
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
    certificate: dict[str, Any] | None = None

    @property
    def proves(self) -> bool:
        """Whether it holds, on the whole claimed domain, by more than samples."""
        proof = self.certificate is not None and not self.error
        return self.outcome is Outcome.HOLDS and proof and not self.restrictions

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of certificates that its certificate is made of; see `verify.kernel.proofs`."""
        return frozenset(_kinds(self.certificate))


def _kinds(certificate: Any) -> Iterator[str]:
    """Yield the kinds of the innermost certificates."""
    if isinstance(certificate, list):
        for part in certificate:
            yield from _kinds(part)
    elif isinstance(certificate, dict):
        inner = {kind for value in certificate.values() for kind in _kinds(value)}
        yield from inner or {certificate[name] for name in ("kind",) if name in certificate}


def independent_proofs(evidence: Iterable[Evidence]) -> tuple[str, ...]:
    """Return the methods that prove a statement, no two by certificates of the same kind.

    Methods whose certificates the kernel checks in the same way could err together; they count as
    one.
    """
    found: list[str] = []
    used: set[str] = set()
    proofs = (e for e in evidence if e.proves and e.kinds)
    for piece in sorted(proofs, key=lambda e: len(e.kinds)):
        if not piece.kinds & used:
            found.append(piece.method)
            used |= piece.kinds
    return tuple(found)


@dataclass(frozen=True)
class PartResult:
    """The verdict on one part of a claim in one reading.

    Args:
        name, reading: which part, in which reading of the text.
        type: "for all", "same order", "observed" or "missing".
        says, hypotheses, where: the statement as text; the same in LaTeX.
        statement: hash of the statement with all its hypotheses.
        verdict, tier, reason: what was found, how strongly, and why it is not more.
        covered: what was added to the hypotheses; empty means the whole claimed domain.
        evidence: what every check found.
        severity: how much has to change, for a part that fails.
        witness, instance, sides: the counterexample, or a point of the domain if the part holds.
        certificate: the counterexample as a file that anyone can replay.
        instead: what holds instead, judged by its own evidence.
        plot: what can be drawn of the counterexample, besides what the witness says itself.
    """

    name: str
    reading: str
    type: str
    says: str
    latex: str
    hypotheses: tuple[str, ...]
    hypotheses_latex: tuple[str, ...]
    where: dict[str, str]
    where_latex: dict[str, str]
    statement: str
    verdict: Verdict
    tier: Tier | None = None
    covered: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    reason: str | None = None
    severity: str | None = None
    witness: dict[str, Any] | None = None
    instance: dict[str, str] = field(default_factory=dict)
    sides: tuple[str, str] | None = None
    certificate: dict[str, Any] | None = None
    instead: dict[str, Any] | None = None
    plot: dict[str, Any] | None = None


@dataclass(frozen=True)
class ClaimResult:
    """Everything a run found out about one claim.

    Args:
        headline: index of the part that decides the verdict of the claim.
        terms: what the quantities that no formula defines stand for: name -> LaTeX and words.
        text_uncertain: the text is damaged, so the most favourable reading counts.
        proof: `sound`, `gap` or `unchecked`, the status of the printed proof.
        lost: failed results on which the printed proof leans.
        code: where the claim stands and where it is attacked, as `path:line`.
        source_hash: hash of the file that holds the claim.
        mutation: how many strengthened statements were killed, true or undecided, if known.
        repairs: number of a refuted part -> small edits of it that survive every check, the
            simplest first, if they were looked for: suggestions, not what is on file.
    """

    id: str
    paper: str
    title: str
    words: str
    source: dict[str, str]
    note: str
    text_uncertain: bool
    parts: tuple[PartResult, ...]
    headline: int
    verdict: Verdict
    proof: str = "unchecked"
    terms: dict[str, dict[str, str]] = field(default_factory=dict)
    uses: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    mutation: dict[str, Any] | None = None
    repairs: dict[str, list[dict[str, Any]]] | None = None
    code: dict[str, str] = field(default_factory=dict)
    source_hash: str = ""
    seconds: float = 0.0

    @property
    def head(self) -> PartResult:
        """The part that decides the headline."""
        return self.parts[self.headline]

    def to_json(self) -> dict[str, Any]:
        """Return the claim's entry of the run's JSON."""
        head = self.head
        parts = [_plain(part) for part in self.parts]
        evidence = [
            {"part": number, **entry}
            for number, part in enumerate(parts)
            for entry in part.pop("evidence")
        ]
        return {
            "id": self.id,
            "paper": self.paper,
            "title": self.title,
            "words": self.words,
            "source": self.source,
            "note": self.note,
            "terms": self.terms,
            "text_uncertain": self.text_uncertain,
            "type": head.type,
            "says": head.says,
            "where": head.where,
            "parts": parts,
            "headline": self.headline,
            "verdict": self.verdict.value,
            "tier": head.tier.value if head.tier else None,
            "severity": head.severity,
            "proof": self.proof,
            "uses": list(self.uses),
            "lost": list(self.lost),
            "claimed": list(head.hypotheses),
            "covered": list(head.covered),
            "evidence": evidence,
            "witness": head.witness,
            "instead": head.instead,
            "certificate": head.certificate,
            "mutation": self.mutation,
            "repairs": self.repairs,
            "reason": head.reason,
            "code": self.code,
            "source_hash": self.source_hash,
            "seconds": self.seconds,
        }

    def _repr_html_(self) -> str:
        """Return the result as a notebook shows it."""
        from reports.notebook import shown

        return shown(self)

    @classmethod
    def from_json(cls, entry: dict[str, Any]) -> ClaimResult:
        """Rebuild a claim result from its JSON entry."""
        found: dict[int, list[Evidence]] = {}
        for piece in entry["evidence"]:
            plain = {k: v for k, v in piece.items() if k != "part"}
            found.setdefault(piece["part"], []).append(evidence_from_json(plain))
        parts = tuple(
            _part_from_json(part, found.get(number, []))
            for number, part in enumerate(entry["parts"])
        )
        same = ("id", "paper", "title", "words", "source", "note", "terms", "text_uncertain",
                "headline", "proof", "mutation", "repairs", "code", "source_hash",
                "seconds")  # fmt: skip
        return cls(
            **{name: entry[name] for name in same},
            parts=parts,
            verdict=Verdict(entry["verdict"]),
            uses=tuple(entry["uses"]),
            lost=tuple(entry["lost"]),
        )


@dataclass(frozen=True)
class Run:
    """All results of one run; `papers` holds the title of each paper that has one."""

    profile: str
    seed: int
    versions: dict[str, str]
    claims: tuple[ClaimResult, ...]
    errors: tuple[str, ...] = ()
    papers: dict[str, str] = field(default_factory=dict)

    def errors_of(self, claim_id: str) -> list[str]:
        """Return the errors that are about a claim; each begins with its id."""
        return [e for e in self.errors if e.startswith((f"{claim_id}:", f"{claim_id} ("))]

    def to_json(self) -> dict[str, Any]:
        """Return the run as JSON data."""
        return {
            "schema_version": SCHEMA_VERSION,
            "profile": self.profile,
            "seed": self.seed,
            "versions": self.versions,
            "papers": self.papers,
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
            papers=data["papers"],
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


def _part_from_json(entry: dict[str, Any], evidence: list[Evidence]) -> PartResult:
    changed = {
        "hypotheses": tuple(entry["hypotheses"]),
        "hypotheses_latex": tuple(entry["hypotheses_latex"]),
        "covered": tuple(entry["covered"]),
        "verdict": Verdict(entry["verdict"]),
        "tier": Tier(entry["tier"]) if entry["tier"] else None,
        "sides": tuple(entry["sides"]) if entry["sides"] else None,
        "evidence": tuple(evidence),
    }
    return PartResult(**{**entry, **changed})


def _plain(record: Any) -> dict[str, Any]:
    return {f.name: _jsonable(getattr(record, f.name)) for f in fields(record)}


def _jsonable(value: Any) -> Any:
    if isinstance(value, Evidence):
        return _plain(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, dict):
        return {str(k): _jsonable(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_jsonable(v) for v in value]
    return value
