"""What a run found, as typed records: the only thing that renderers and `diff` look at.

The JSON schema of a run, `docs/run.schema.json`, is made from them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal, TypeVar

from msgspec import Meta, structs

from reports.curves import Plot
from reports.recomputed import Link, Recomputed
from verify.evidence import (
    Evidence,
    JsonStruct,
    Key,
    Measurement,
    Proof,
    Severity,
    Tier,
    Verdict,
    Witness,
    from_json,
    to_json,
)

SCHEMA_VERSION: Literal[3] = 3
Profile = Literal["quick", "standard", "full"]
StatementType = Literal["for all", "same order", "observed", "missing"]
Role = Literal["printed", "special case", "lemma"]
Hash = Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")]
R = TypeVar("R", bound=JsonStruct)


class Source(JsonStruct, frozen=True):
    """Where a paper states something: in its main text, in its appendix."""

    main: str = ""
    appendix: str = ""

    def __str__(self) -> str:
        return "; ".join(filter(None, (self.main, self.appendix)))


class LegendEntry(JsonStruct, frozen=True):
    """What a quantity that no formula defines stands for.

    Args:
        latex, words: how it is written, and what it is.
        ours: the paper has no such symbol, or has it for something else.
    """

    latex: str
    words: str
    ours: bool = False


class Code(JsonStruct, frozen=True):
    """Where a claim stands and where it is attacked, as `path:line`."""

    theory: str
    verify: str


class StatementText(JsonStruct, frozen=True, kw_only=True):
    """A statement as a reader sees it.

    Args:
        type: of what kind it is.
        says, latex: the conclusion, as text and in LaTeX.
        inner, inner_latex: what it says behind its quantifiers; empty where it has none.
        hypotheses, hypotheses_latex: what it rests on.
        places: hypothesis -> where it stands, of those that stand elsewhere than the statement.
        where, where_latex: its abbreviations, in the same order.
    """

    type: StatementType
    says: str
    latex: str
    inner: str = ""
    inner_latex: str = ""
    hypotheses: tuple[str, ...] = ()
    hypotheses_latex: tuple[str, ...] = ()
    places: dict[str, str] = {}
    where: dict[str, str] = {}
    where_latex: dict[str, str] = {}


class Chosen(JsonStruct, frozen=True):
    """How a choice point is read.

    Args:
        why: what makes several readings possible.
        option: the reading that is taken.
        damaged: whether glyphs are lost; otherwise the words admit several meanings.
    """

    why: str
    option: str
    damaged: bool = False


class Described(JsonStruct, frozen=True, kw_only=True):
    """A statement of a claim, without any check of it.

    Args:
        name, reading: of the statement, and how its choice points are read, if it has any.
        role: whether it is printed, a special case of what is printed, or a lemma of ours.
        clause: of a printed statement and of a special case: the clause that it is of.
        chosen: how the choice points are read.
        text: the statement.
        hash: of the statement with all its hypotheses.
        meant: of what holds instead: the place that shows that it was meant, if any.
        words: of what holds instead: a long formula in words.
    """

    name: str
    reading: str
    role: Role = "printed"
    clause: str = ""
    chosen: tuple[Chosen, ...] = ()
    text: StatementText
    hash: Hash
    meant: Source | None = None
    words: str = ""


class StatementVerdict(JsonStruct, frozen=True, kw_only=True):
    """The verdict on one statement of a claim, and everything that it rests on.

    Args:
        verdict, tier, reason: what was found, how strongly, and why it is not more.
        covered: what was added to the hypotheses; empty means the whole claimed domain.
        severity: how much has to change, if it fails.
        witness, instance, sides: the counterexample, or a point of the domain if it holds.
        certificate: the counterexample as a file that anyone can replay.
        evidence: what every check found, and the replay.
    """

    verdict: Verdict
    tier: Tier | None = None
    covered: tuple[str, ...] = ()
    reason: str | None = None
    severity: Severity | None = None
    witness: Witness | None = None
    instance: dict[str, str] = {}
    sides: tuple[str, str] | None = None
    certificate: dict[str, Any] | None = None
    evidence: tuple[Evidence, ...] = ()


class StatementResult(StatementVerdict, frozen=True, kw_only=True):
    """A statement and the verdict on it; see `Described` and `StatementVerdict`."""

    text: StatementText
    hash: Hash


class Instead(StatementResult, frozen=True, kw_only=True):
    """What holds instead of a part, judged by its own evidence; see `Described`."""

    meant: Source | None = None
    words: str = ""


class PointInside(JsonStruct, frozen=True, kw_only=True):
    """A point well inside the domain of a statement.

    Args:
        witness, instance: the values of symbols and of indices.
        fails: whether the statement is false there, which is an error of the run.
    """

    witness: Witness
    instance: dict[str, str] = {}
    fails: bool = False


class Illustration(JsonStruct, frozen=True, kw_only=True):
    """What shows a reader a counterexample or an argument, besides what the result says itself.

    Args:
        plot: what can be drawn of it, if anything.
        recomputed: the values of everything in the statement there, if they are known.
        meanings: by what the quantities are evaluated that no formula of the statement defines.
        script: lines of plain Python that recompute it, if there are any.
        chain: of what an argument proves: its steps.
        inside: of what holds instead: a point well inside its domain, if one is met.
    """

    plot: Plot | None = None
    recomputed: Recomputed | None = None
    meanings: dict[str, tuple[str, ...]] = {}
    script: str = ""
    chain: tuple[Link, ...] = ()
    inside: PointInside | None = None


class PartResult(StatementResult, frozen=True, kw_only=True):
    """The verdict on one statement of a claim.

    Args:
        name, reading, role, clause, chosen: which statement it is; see `Described`.
        instead: what holds instead.
        plot, recomputed, meanings, script, chain: what shows a reader the counterexample or the
            argument; see `Illustration`.
        recorded: what an experiment measured in other profiles, as recorded; for a report alone.
    """

    name: str
    reading: str
    role: Role = "printed"
    clause: str = ""
    chosen: tuple[Chosen, ...] = ()
    instead: Instead | None = None
    plot: Plot | None = None
    recomputed: Recomputed | None = None
    meanings: dict[str, tuple[str, ...]] = {}
    script: str = ""
    chain: tuple[Link, ...] = ()
    recorded: dict[Profile, Measurement] = {}


class ClauseResult(JsonStruct, frozen=True, kw_only=True):
    """The verdict on one clause of a claim.

    Args:
        name: of the clause, empty if there is only one.
        verdict, tier: what all its readings come to.
        readings: the verdict in each reading.
    """

    name: str
    verdict: Verdict
    tier: Tier | None = None
    readings: dict[str, Verdict]


class ClaimVerdict(JsonStruct, frozen=True):
    """The verdicts on a claim and on all its statements.

    Args:
        verdicts: by key of the statement.
        verdict: on the claim.
        headline: the number of the part that decides it.
        clauses: the verdicts on its clauses.
        sentence: what there is to say besides the verdict.
        errors: what contradicts itself, in words: errors of the run.
        seconds: how long judging took.
    """

    verdicts: dict[Key, StatementVerdict]
    verdict: Verdict
    headline: int
    clauses: tuple[ClauseResult, ...]
    sentence: str
    errors: tuple[str, ...]
    seconds: float = 0.0


class MutantResult(JsonStruct, frozen=True):
    """How a mutant of a statement ended, and by which evidence."""

    statement: Key
    change: str
    end: Literal["killed", "true", "undecided"]
    by: str


class Mutation(JsonStruct, frozen=True):
    """How the mutants of a claim ended.

    Args:
        killed, true, undecided: how many of them did.
        mutants: all of them, in a run only those that are true.
    """

    killed: int
    true: int
    undecided: int
    mutants: tuple[MutantResult, ...]


class Sample(JsonStruct, frozen=True, kw_only=True):
    """How some mutants of a paper ended, drawn from those of all its claims that hold.

    Args:
        size, seed: how many were asked for, and what the draw depends on.
        limit: the seconds of processor time that a mutant had.
        named: how many mutants all claims have, before any is judged.
        set_aside: how many were drawn that are none: of what does not hold, or no stronger.
        killed, true, undecided: how the others ended; without an answer they are undecided.
        share: undecided / (killed + undecided), if that is defined.
        within: the interval for this share of the whole paper.
        mutants: how each ended, by claim id.
    """

    size: int
    seed: int
    limit: float
    named: int
    set_aside: int
    killed: int
    true: int
    undecided: int
    share: float | None
    within: tuple[float, float] | None
    mutants: dict[str, tuple[MutantResult, ...]]


class Edit(JsonStruct, frozen=True, kw_only=True):
    """A small edit of a refuted statement that survives every check.

    Args:
        change, size: what was changed in words, and how much that is.
        text: the edited statement.
        verdict, tier, by: what was found of it, and by what.
        witness: a point that it covers.
    """

    change: str
    size: int
    text: StatementText
    verdict: Verdict
    tier: Tier
    by: str
    witness: Witness | None = None


class Repairs(JsonStruct, frozen=True, kw_only=True):
    """The edits of a refuted part, the simplest first.

    Args:
        name, reading, says: the part and its printed conclusion.
        tried: how many edits were.
        kept: those that survive every check.
    """

    name: str
    reading: str
    says: str
    tried: int
    kept: tuple[Edit, ...]


class RestsOn(JsonStruct, frozen=True):
    """A clause of a claim on which an argument rests, or what holds instead; see `Clause`."""

    address: str
    claim: str
    clause: str
    instead: bool


class About(JsonStruct, frozen=True, kw_only=True):
    """What a claim says of itself.

    Args:
        quote: the words of the page, where it has no formula, and what was tested is a reading.
        breaks_at: where its printed proof goes wrong, or that there is none, in words.
        terms: what the quantities that no formula defines stand for, by name.
        grounds: the definitions and known facts on which its arguments rest, as text by name.
        uses: the results that its printed proof uses, as `id` or `id#clause`.
        rests_on: the clauses of other claims that its arguments rest on.
    """

    title: str
    words: str
    source: Source
    quote: str = ""
    breaks_at: str = ""
    note: str = ""
    terms: dict[str, LegendEntry] = {}
    grounds: dict[str, str] = {}
    uses: tuple[str, ...] = ()
    rests_on: tuple[RestsOn, ...] = ()


class Description(About, frozen=True, kw_only=True):
    """What a claim says, and what decides how it is checked.

    Args:
        whole_proof: every step of the printed proof is a claim.
        opaque: some statement has a quantity or an experiment that only its paper explains.
        statements: by key.
    """

    whole_proof: bool
    opaque: bool
    statements: dict[Key, Described]


class ClaimResult(About, frozen=True, kw_only=True):
    """Everything a run found out about one claim.

    Args:
        headline: index of the part that decides the verdict of the claim.
        verdict, clauses, sentence: of the claim and of its clauses; see `ClaimVerdict`.
        tier, severity, covered, certificate: those of the part that decides.
        proof: the status of the printed proof.
        lost: failed results on which the printed proof leans.
        code: where the claim stands and where it is attacked.
        source_hash: hash of the file that holds the claim.
        mutation: how its mutants ended, if they were checked.
        repairs: of a refuted part: small edits of it that survive every check, the simplest
            first, if they were looked for: suggestions, not what is on file.
        seconds: how long all checks and judging took.
    """

    id: str
    paper: str
    parts: tuple[PartResult, ...]
    headline: int
    verdict: Verdict
    clauses: tuple[ClauseResult, ...] = ()
    sentence: str = ""
    tier: Tier | None = None
    severity: Severity | None = None
    covered: tuple[str, ...] = ()
    certificate: dict[str, Any] | None = None
    proof: Proof = Proof.UNCHECKED
    lost: tuple[str, ...] = ()
    mutation: Mutation | None = None
    repairs: dict[Key, tuple[Edit, ...]] | None = None
    code: Code
    source_hash: Hash = ""
    seconds: float = 0.0

    def __post_init__(self) -> None:
        """Check that the headline is a part.

        Raises:
            ValueError: it is none.
        """
        if not 0 <= self.headline < len(self.parts):
            raise ValueError(f"the headline is {self.headline}, no part of the claim")

    @property
    def is_ours(self) -> bool:
        """Whether it is a claim of our own, and not one of the paper."""
        return is_ours(self.id)

    @property
    def head(self) -> PartResult:
        """The part that decides the headline."""
        return self.parts[self.headline]


class PaperFacts(JsonStruct, frozen=True, kw_only=True):
    """Who wrote a paper, and which version of it was read; empty where that is not known."""

    authors: str = ""
    version: str = ""


class Run(JsonStruct, frozen=True, kw_only=True):
    """All results of one run; `papers` holds the title of each paper that has one.

    Args:
        schema_version: of the JSON that it is written as.
        profile, seed, versions: how the run can be repeated; two runs with the same seed differ in
            `seconds` and `date` only.
        date: when it was made.
        facts: about the papers, by their ids.
        errors: our own evidence contradicts itself, or a claim could not be built or judged.
    """

    schema_version: Literal[3] = SCHEMA_VERSION
    profile: Profile
    seed: int
    versions: dict[str, str] = {}
    date: str = ""
    papers: dict[str, str] = {}
    facts: dict[str, PaperFacts] = {}
    errors: tuple[str, ...] = ()
    claims: tuple[ClaimResult, ...] = ()

    def errors_of(self, claim_id: str) -> list[str]:
        """Return the errors that are about a claim; each begins with its id."""
        return [e for e in self.errors if e.startswith((f"{claim_id}:", f"{claim_id} ("))]

    def to_json(self, indent: int | None = None) -> str:
        """Return the run as JSON text; see `verify.evidence.to_json`."""
        return to_json(self, indent)

    @classmethod
    def from_json(cls, text: str | bytes) -> Run:
        """Return the run that JSON text stands for.

        Raises:
            NotDecoded: it is none, or one of another schema version.
        """
        return from_json(text, cls)


def is_ours(claim_id: str) -> bool:
    """Return whether a claim is one of our own, `paper/ours-...`, and not one of its paper.

    >>> is_ours("paper/ours-lem-1"), is_ours("paper/lem-1")
    (True, False)
    """
    return claim_id.partition("/")[2].startswith("ours-")


def consistent(one: Iterable[Chosen], other: Iterable[Chosen]) -> bool:
    """Return whether no choice point is read in two ways."""
    known = {(c.why, c.damaged): c.option for c in one}
    return all(known.get((c.why, c.damaged), c.option) == c.option for c in other)


def printed_leaves(claim: About) -> tuple[str, ...]:
    """Return the printed clauses of other claims that arguments rest on, by their addresses."""
    return tuple(leaf.address for leaf in claim.rests_on if not leaf.instead)


def by_clause(claim: ClaimResult) -> dict[str, Verdict]:
    """Return the verdicts on the clauses of a claim, by name; one alone is the claim."""
    several = claim.clauses if len(claim.clauses) > 1 else ()
    return {clause.name: clause.verdict for clause in several}


def fields_of(record: JsonStruct, kind: type[R]) -> dict[str, Any]:
    """Return the fields that a record shares with another kind of records, for a new one of it."""
    names = set(kind.__struct_fields__)
    return {name: value for name, value in structs.asdict(record).items() if name in names}
