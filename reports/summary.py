"""What a report says, whatever it looks like: discrepancies by severity, counts, proofs.

Nothing here knows a markup; words are plain text, and formulas and ids are left to the renderer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from reports.results import (
    ClaimResult,
    Edit,
    Instead,
    LegendEntry,
    PartResult,
    Repairs,
    Run,
    StatementResult,
    StatementText,
    consistent,
)
from verify.evidence import (
    Key,
    Outcome,
    Proof,
    Severity,
    Tier,
    Verdict,
    Word,
    independent_proofs,
)

DISCLAIMER = (
    "This report is made by a program that was told what a paper says. It may misread a "
    "statement, and the statement shown here is the one that was tested: compare it with the "
    "paper before relying on a verdict. Verdicts are about statements, never about authors."
)
OURS = "Claims of our own"  # the heading of those that no paper makes
ERRORS = (
    "Our own evidence contradicts itself, or a claim could not be built. Nothing follows from "
    "these claims."
)
WORDS: Mapping[str, type[Verdict | Word]] = {  # what stands in a report, and what is said of it
    "Verdicts": Verdict,
    "Tiers of evidence, the strongest first": Tier,
    "Outcomes of a check": Outcome,
    "Printed proofs": Proof,
}
_RESULT = re.compile(r"\b(abstract|theorem|proposition|lemma|corollary)\b", re.IGNORECASE)
BRIEF = 240  # characters of a formula in a summary
LONG = "a long formula, shown with the claim"
NO_REPAIR = "nothing that we know of"


def spoken_of(claim: ClaimResult) -> dict[str, LegendEntry]:
    """Return what the symbols and quantities of a claim's section stand for.

    They stand in what is printed, in what holds instead of it, or in the note.
    """
    printed = [part for part in claim.parts if part.role == "printed"]
    texts = [part.text for part in printed]
    texts += [part.instead.text for part in printed if part.instead]
    shown = [claim.note]
    for text in texts:
        shown += [text.says, *text.hypotheses, *text.where, *text.where.values()]
    return _spoken_of(claim, shown)


def _spoken_of(claim: ClaimResult, texts: Iterable[str]) -> dict[str, LegendEntry]:
    words = "\n".join(texts)
    return {
        name: entry
        for name, entry in claim.terms.items()
        if re.search(rf"(?<![\w']){re.escape(name)}(?![\w'])", words)
    }


def terms_of_ours(claim: ClaimResult) -> dict[str, LegendEntry]:
    """Return what the other symbols stand for, those of lemmas and special cases alone."""
    spoken = spoken_of(claim)
    return {name: entry for name, entry in claim.terms.items() if name not in spoken}


@dataclass(frozen=True)
class Discrepancy:
    """A part that fails, of a claim that fails, in the reading that decides the claim."""

    severity: Severity
    claim: ClaimResult
    part: PartResult


def discrepancies(claims: Iterable[ClaimResult]) -> list[Discrepancy]:
    """Return what fails of what the papers claim, the most severe first.

    Of equal severity the abstract and the theorems of the main text come first, then the rest of
    the main text, then the appendix, each in the order of the claims.
    """
    found = [
        Discrepancy(part.severity or Severity.CONCLUSION, claim, part)
        for claim in claims
        for part in claim.parts
        if not claim.is_ours
        and claim.verdict.fails
        and part.verdict.fails
        and _decides(claim, part)
    ]
    return sorted(found, key=lambda d: (d.severity.rank, _depth(d.claim)))


def _decides(claim: ClaimResult, part: PartResult) -> bool:
    """Return whether a part is printed, and read as in the statement that decides its claim."""
    return part.role == "printed" and consistent(claim.head.chosen, part.chosen)


def _depth(claim: ClaimResult) -> int:
    """Return how far from the front of a paper a claim stands."""
    place = claim.source.main
    if not place:
        return 2
    return 0 if _RESULT.search(place) else 1


@dataclass(frozen=True)
class Repair:
    """What holds instead of a part that fails.

    Args:
        instead: the statement and the verdict on it.
        further: its hypotheses that the printed form lacks, as text.
    """

    instead: Instead
    further: tuple[str, ...]


def repaired(part: PartResult) -> Repair | None:
    """Return what holds instead of a part, or `None` if nothing is known to hold."""
    found = part.instead
    if found is None or not found.verdict.holds:
        return None
    printed = part.text.hypotheses
    return Repair(found, tuple(h for h in found.text.hypotheses if h not in printed))


def heading(part: PartResult | Repairs) -> str:
    """Return what a statement of a claim is called: what it is, its name, how it is read."""
    name = part.name
    if isinstance(part, PartResult) and part.role != "printed":
        name = f"{part.role}: {name}"
    reading = f"read as {part.reading}" if part.reading else ""
    return "; ".join(filter(None, (name, reading)))


def choices(part: PartResult) -> list[str]:
    """Return how each choice point of a statement is read, and what makes it one."""
    lost = {True: " (glyphs are lost)", False: ""}
    return [f"{c.why}: {c.option}{lost[c.damaged]}" for c in part.chosen]


def sentence(claim: ClaimResult) -> str:
    """Return what the verdict on a claim means, and how its clauses come to it."""
    more = f" {claim.sentence[:1].upper()}{claim.sentence[1:]}." if claim.sentence else ""
    return claim.verdict.sentence + more


def may_stand(claim: ClaimResult) -> str:
    """Return whether a claim that has lost its printed proof may still be true."""
    if claim.verdict.holds:
        return "The statement stands by our own evidence; only its printed proof is lost."
    if claim.verdict.fails:
        return "The statement fails too."
    return "Whether the statement stands is not decided here."


def proof(claim: ClaimResult, lost: str | None = None) -> str:
    """Return what is known of the printed proof: the status, then a sentence.

    Args:
        claim: the claim.
        lost: the ids in `claim.lost` as the renderer shows them; by default as they are.
    """
    if claim.lost:
        names = ", ".join(claim.lost) if lost is None else lost
        return f"lost. The printed proof leans on {names}, which fails. {may_stand(claim)}"
    return f"{claim.proof}. {claim.proof.sentence}"


def independent(found: StatementResult) -> tuple[str, ...]:
    """Return the methods that prove a statement independently, none unless there are two."""
    methods = independent_proofs(found.evidence) if found.verdict is Verdict.PROVED else ()
    return methods if len(methods) > 1 else ()


@dataclass(frozen=True)
class Proofs:
    """How many statements are proved, and how many of them by two independent methods."""

    statements: int
    independent: int

    def __str__(self) -> str:
        return (
            f"Statements that are proved: {self.statements}, of which by two methods that share no "
            f"rule of proof: {self.independent}"
        )


def proofs(claims: Iterable[ClaimResult]) -> Proofs:
    """Count the proved statements of claims: parts, and what holds instead of them."""
    parts = [part for claim in claims for part in claim.parts]
    statements: list[StatementResult] = [*parts]
    statements += [part.instead for part in parts if part.instead is not None]
    proved = [found for found in statements if found.verdict is Verdict.PROVED]
    return Proofs(len(proved), sum(bool(independent(s)) for s in proved))


@dataclass(frozen=True)
class Counts:
    """How many claims have which verdict.

    Args:
        verdicts: the verdicts that occur, worst first.
        rows: for each paper its name, one number per verdict, and the number of its claims.
    """

    verdicts: tuple[Verdict, ...]
    rows: tuple[tuple[str, tuple[int, ...], int], ...]


def counts(run: Run) -> Counts:
    """Count the verdicts on what the papers claim, paper by paper."""
    worst_first = sorted(Verdict, key=lambda v: v.rank)
    printed = [c for c in run.claims if not c.is_ours]
    verdicts = tuple(v for v in worst_first if any(c.verdict is v for c in printed))
    rows = []
    for paper in papers(run):
        claims = [c for c in printed if c.paper == paper]
        numbers = tuple(sum(c.verdict is v for c in claims) for v in verdicts)
        rows.append((paper, numbers, len(claims)))
    return Counts(verdicts, tuple(rows))


def papers(run: Run) -> Sequence[str]:
    """Return the papers of a run in the order in which they occur."""
    return list(dict.fromkeys(claim.paper for claim in run.claims))


def is_brief(found: StatementText, most: int = BRIEF) -> bool:
    """Return whether a conclusion with its abbreviations is short enough for a summary."""
    return sum(map(len, (found.says, *found.where.values()))) <= most


def terms_of(claim: ClaimResult, part: PartResult) -> dict[str, LegendEntry]:
    """Return the terms that a brief conclusion speaks of, if few words explain them."""
    spoken = _spoken_of(claim, (part.text.says, *part.text.where.values()))
    words = sum(len(term.words) for term in spoken.values())
    return spoken if is_brief(part.text) and words <= BRIEF else {}


def also_holds(claim: ClaimResult, key: Key) -> tuple[str, ...]:
    """Return the changes that make a statement of a claim stronger and leave it true."""
    mutants = claim.mutation.mutants if claim.mutation else ()
    return tuple(f.change for f in mutants if f.end == "true" and f.statement == key)


def suggestions(claim: ClaimResult, key: Key) -> tuple[Edit, ...]:
    """Return edits of a part that survive every check, unless it is known what holds instead."""
    return () if repaired(claim.parts[key.part]) else (claim.repairs or {}).get(key, ())
