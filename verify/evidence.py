"""What a check can find and what follows from it: outcomes, tiers, evidence, verdicts, severities.

Each member of an enumeration carries everything that is said of it: its word is the value that is
stored, the rest stands beside it. Nothing here knows a claim, a method or a report.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from enum import Enum, StrEnum
from typing import Any


class Outcome(StrEnum):
    """What one check says about one statement."""

    HOLDS = "holds"
    FAILS = "fails"
    UNKNOWN = "unknown"
    NOT_APPLICABLE = "not applicable"


class Tier(StrEnum):
    """How strong a piece of evidence is, strongest first; tiers are never mixed.

    >>> Tier.EXACT.rank < Tier.SEARCH.rank
    True
    """

    EXACT = "exact"
    BALL = "ball"
    SOLVER = "solver"
    SEARCH = "search"
    EXPERIMENT = "experiment"

    @property
    def rank(self) -> int:
        """Its place, 0 for the strongest."""
        return list(Tier).index(self)


class Verdict(StrEnum):
    """The verdict on a statement, in the order in which verdicts are shown.

    Args:
        word: the verdict.
        sentence: what a report prints.
        colour: of the verdict, as `#rrggbb`.
        rank: 0 for the worst; the headline of a claim is its worst part.
        stands: whether the statement stands as printed, `None` if that is not said.
    """

    sentence: str
    colour: str
    rank: int
    stands: bool | None

    PROVED = "proved", "It holds on the whole claimed domain.", "#1a7f37", 7, True
    SUPPORTED = "supported", "No check objects on the covered range.", "#7bc47f", 6, True
    DEFINITION = "definition", "A definition; something satisfies it.", "#8db4d9", 8, None
    MISPRINTED = (
        "misprinted",
        "It fails as printed; the paper itself shows the form that was meant.",
        "#e3a008",
        2,
        False,
    )
    REFUTED = (
        "refuted",
        "A counterexample satisfies every hypothesis and breaks it.",
        "#c0392b",
        0,
        False,
    )
    VACUOUS = "vacuous", "Nothing satisfies its hypotheses.", "#8e44ad", 3, False
    NOT_REPRODUCED = (
        "not reproduced",
        "The experiment contradicts it beyond its fixed z-score.",
        "#d35400",
        1,
        False,
    )
    OPEN = "open", "The checks could not decide.", "#8a8f98", 4, None
    UNCHECKED = "unchecked", "Something needed to test it is missing.", "#c9cdd3", 5, None

    def __new__(
        cls,
        word: str,
        sentence: str = "",
        colour: str = "",
        rank: int = 0,
        stands: bool | None = None,
    ) -> Verdict:
        """Make a member whose value is its word."""
        member = str.__new__(cls, word)
        member._value_ = word
        member.sentence, member.colour, member.rank = sentence, colour, rank
        member.stands = stands
        return member

    @property
    def holds(self) -> bool:
        """Whether it says that the statement stands."""
        return self.stands is True

    @property
    def fails(self) -> bool:
        """Whether it says that the statement fails as printed."""
        return self.stands is False

    @property
    def takes_down(self) -> bool:
        """Whether proofs that lean on it are lost; of a misprint the meant form holds."""
        return self.fails and self is not Verdict.MISPRINTED

    @property
    def decisive(self) -> bool:
        """Whether the verdict says something about truth."""
        return self not in (Verdict.OPEN, Verdict.UNCHECKED)


class Severity(StrEnum):
    """How much has to change in a statement that fails, the worst first.

    Args:
        word: the severity.
        sentence: what a report says of it.
    """

    sentence: str

    CONCLUSION = "conclusion", "the conclusion changes"
    HYPOTHESIS = "hypothesis", "it holds under a further hypothesis"
    RATE = "rate", "a power of a quantity changes"
    CONSTANT = "constant", "a constant changes"
    TYPOGRAPHIC = "typographic", "the paper itself shows the right form"

    def __new__(cls, word: str, sentence: str = "") -> Severity:
        """Make a member whose value is its word."""
        member = str.__new__(cls, word)
        member._value_ = word
        member.sentence = sentence
        return member

    @property
    def rank(self) -> int:
        """Its place, 0 for the worst."""
        return list(Severity).index(self)


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
    return as_json(evidence)


def as_json(record: Any) -> dict[str, Any]:
    """Return a record as JSON data."""
    return {f.name: _jsonable(getattr(record, f.name)) for f in fields(record)}


def _jsonable(value: Any) -> Any:
    if isinstance(value, Evidence):
        return as_json(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, dict):
        return {str(k): _jsonable(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_jsonable(v) for v in value]
    return value
