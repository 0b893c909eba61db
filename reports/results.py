"""What a run found, as plain records: the only thing that renderers and `diff` look at.

Everything here is standard library and JSON: strings, numbers, lists, dictionaries. The JSON
schema of a run is `docs/run.schema.json`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from verify.evidence import Evidence, Tier, Verdict, as_json, evidence_from_json

SCHEMA_VERSION = 1


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
        parts = [as_json(part) for part in self.parts]
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
        same = (
            "id",
            "paper",
            "title",
            "words",
            "source",
            "note",
            "terms",
            "text_uncertain",
            "headline",
            "proof",
            "mutation",
            "repairs",
            "code",
            "source_hash",
            "seconds",
        )
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
