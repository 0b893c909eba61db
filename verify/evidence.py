"""What a check can find and what follows from it: outcomes, tiers, evidence, verdicts, severities.

Each member of an enumeration carries everything that is said of it: its word is the value that is
stored, the rest stands beside it. Nothing here knows a claim, a method or a report.

Records are msgspec structs. JSON is read and written at the edge only, by `to_json` and
`from_json`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Annotated, Any, Self, TypeVar

import msgspec
from msgspec import Meta, Struct

NotDecoded = msgspec.DecodeError  # raised by `from_json`
ARGUMENT = "argument"  # the method of what judging adds itself: what arguments show

ExactNumber = Annotated[str, Meta(pattern=r"^-?[0-9]+(/[1-9][0-9]*)?$")]  # a rational number
T = TypeVar("T")


class Word(StrEnum):
    """Words that are stored; a member is written as its word and what is said of it.

    Args:
        word: what is stored.
        sentence: what a report says.
    """

    sentence: str

    def __new__(cls, word: str, *said: object) -> Self:
        """Make a member whose value is its word."""
        member = str.__new__(cls, word)
        member._value_ = word
        return member


class Ranked(Word):
    """Words in an order; the first rank comes first.

    >>> Tier.EXACT.rank < Tier.SEARCH.rank
    True
    """

    def __init__(self, word: str, sentence: str) -> None:
        self.sentence = sentence

    @property
    def rank(self) -> int:
        """Its place among the members, 0 for the first."""
        return list(type(self)).index(self)


class Outcome(Ranked):
    """What one check says about one statement."""

    HOLDS = "holds", "The statement holds, on the range that was covered."
    FAILS = "fails", "A point satisfies every hypothesis and breaks the conclusion."
    UNKNOWN = "unknown", "The check could not decide; this counts for nothing."
    NOT_APPLICABLE = "not applicable", "The statement is none of those that the check handles."


class Tier(Ranked):
    """How strong a piece of evidence is, strongest first; tiers are never mixed.

    Args:
        word: the tier.
        sentence: what it comprises.
        how: after a verdict, how it was reached, in words that need no explanation.
    """

    EXACT = "exact", "Proofs by cases, enumeration, rational arithmetic.", "in exact arithmetic"
    BALL = (
        "ball",
        "Rigorous enclosures in ball arithmetic.",
        "in arithmetic with intervals that surely contain each value",
    )
    SOLVER = "solver", "z3, with cvc5 as second opinion.", "by a program that decides formulas, z3"
    SEARCH = (
        "search",
        "Points that were tried, each of them exactly or in balls.",
        "at points that were tried",
    )
    EXPERIMENT = (
        "experiment",
        "Floating point or samples, with a stated error.",
        "by an experiment in floating point, with its error estimated",
    )

    def __init__(self, word: str, sentence: str, how: str) -> None:
        super().__init__(word, sentence)
        self.how = how


class Proof(Ranked):
    """The status of a printed proof."""

    SOUND = (
        "sound",
        "Every step of the printed proof is a claim here and holds; one that is misprinted holds "
        "as it was meant.",
    )
    REPAIRABLE = (
        "repairable",
        "A step fails as printed; with what holds instead the result is reached all the same.",
    )
    GAP = "gap", "A step of the printed proof fails, or a result that it leans on."
    UNCHECKED = "unchecked", "Not every step of the printed proof was checked."


class Severity(Ranked):
    """How much has to change in a statement that fails, the worst first."""

    CONCLUSION = "conclusion", "the conclusion changes"
    HYPOTHESIS = "hypothesis", "it holds under a further hypothesis"
    RATE = "rate", "a power of a quantity changes"
    CONSTANT = "constant", "a constant changes"
    TYPOGRAPHIC = "typographic", "the paper itself shows the right form"


class Verdict(Word):
    """The verdict on a statement, in the order in which verdicts are shown.

    Args:
        word: the verdict.
        sentence: what a report prints.
        when: when it is given, for the documentation.
        colour: of the verdict, as `#rrggbb`.
        rank: the least for the worst, with room between them; the headline of a claim is its
            worst part.
        stands: whether the statement stands as printed, `None` if that is not said.
        decisive: whether it says something about truth.
    """

    PROVED = (
        "proved",
        "It holds on the whole claimed domain.",
        "every printed clause holds on the whole claimed domain, and a small kernel accepts the "
        "certificates of the proofs",
        "#1a7f37",
        80,
        True,
    )
    SUPPORTED = (
        "supported",
        "Nothing that was tried contradicts it, on the range that was covered.",
        "no check objects; the tier, the covered range and what is missing are part of the "
        "sentence",
        "#7bc47f",
        70,
        True,
    )
    STIPULATED = (
        "stipulated",
        "A definition or an assumption; something satisfies it.",
        "a definition or an assumption: nothing to be true or false; something satisfies it",
        "#8db4d9",
        90,
        None,
    )
    MISPRINTED = (
        "misprinted",
        "It fails as printed; the paper itself shows the form that was meant.",
        "refuted as printed; another place of the paper shows the form that holds, of which the "
        "printed one is a misprint: it differs at one or two places; and no result that uses it "
        "falls because of it",
        "#e3a008",
        20,
        False,
    )
    REFUTED = (
        "refuted",
        "A counterexample satisfies every hypothesis and breaks it.",
        "an exact point satisfies every hypothesis and breaks the conclusion, and a replay from "
        "its certificate agrees",
        "#c0392b",
        0,
        False,
    )
    VACUOUS = (
        "vacuous",
        "Nothing satisfies its hypotheses.",
        "nothing satisfies the hypotheses, or what an implication assumes beside them",
        "#8e44ad",
        30,
        False,
    )
    NOT_REPRODUCED = (
        "not reproduced",
        "The experiment contradicts it at the settings of the paper, by more than chance allows.",
        "a figure's or table's content contradicted by the experiment at the settings of the paper",
        "#d35400",
        10,
        False,
    )
    DEPENDS = (
        "depends on the reading",
        "Readings that the text admits come out differently.",
        "readings that the text admits come out differently",
        "#b5838d",
        40,
        None,
    )
    OPEN = (
        "open",
        "The checks could not decide.",
        "the checks ran and could not decide; the obstacle is named",
        "#8a8f98",
        50,
        None,
        False,
    )
    UNCHECKED = (
        "unchecked",
        "Something needed to test it is missing.",
        "the missing thing is named: a data set, a trained model, formal content",
        "#c9cdd3",
        60,
        None,
        False,
    )

    def __init__(
        self,
        word: str,
        sentence: str,
        when: str,
        colour: str,
        rank: int,
        stands: bool | None,
        decisive: bool = True,
    ) -> None:
        self.sentence, self.when, self.colour = sentence, when, colour
        self.rank, self.stands, self.decisive = rank, stands, decisive

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
        """Whether proofs that lean on it are lost: whether it is false.

        Of a misprint the meant form holds; what nothing satisfies is not false, it says nothing.
        """
        return self in (Verdict.REFUTED, Verdict.NOT_REPRODUCED)

    def contradicts(self, other: Verdict) -> bool:
        """Return whether two profiles may not say both of the same statement.

        A cheaper one may know less, and what it does not know may be the repaired form.
        """
        if self is other or not (self.decisive and other.decisive):
            return False
        repaired = {self, other} == {Verdict.REFUTED, Verdict.MISPRINTED}
        return not repaired and not (self.holds and other.holds)


class JsonStruct(Struct, frozen=True, forbid_unknown_fields=True):
    """Data of known types, of which JSON with any other field is no form."""


class Key(str):
    """Which statement of a claim: one of its parts, or what holds instead of that part.

    It is the text that stands for it in JSON: "1" for the second part, "1/instead" for what holds
    instead of that.

    >>> Key(1, instead=True)
    '1/instead'
    >>> Key.parse("1/instead").part
    1
    """

    __slots__ = ()

    def __new__(cls, part: int, instead: bool = False) -> Key:
        """Return the key of a part, counted from 0, or of what holds instead of it."""
        return super().__new__(cls, f"{part}/instead" if instead else f"{part}")

    def __getnewargs__(self) -> tuple[int, bool]:  # type: ignore[override]
        """Return what a copy is made of."""
        return self.part, self.instead

    @property
    def part(self) -> int:
        """The number of the part."""
        return int(self.partition("/")[0])

    @property
    def instead(self) -> bool:
        """Whether what holds instead is meant."""
        return "/" in self

    @classmethod
    def parse(cls, text: str) -> Key:
        """Return the key that is this text.

        Raises:
            ValueError: none is.
        """
        number, _, _ = text.partition("/")
        key = cls(int(number), text != number)
        if key != text or key.part < 0:
            raise ValueError(f"{text!r} is no key of a statement")
        return key


class RationalValue(JsonStruct, frozen=True, tag_field="kind", tag="rational"):
    """A rational number."""

    value: ExactNumber


class AlgebraicValue(JsonStruct, frozen=True, tag_field="kind", tag="algebraic"):
    """The one root of a polynomial between two numbers; coefficients from that of x^0 on."""

    coefficients: tuple[ExactNumber, ...]
    low: ExactNumber
    high: ExactNumber


class RayValue(JsonStruct, frozen=True, tag_field="kind", tag="ray"):
    """What grows like scale**exponent."""

    exponent: ExactNumber


class PiecewiseLinearValue(
    JsonStruct, frozen=True, tag_field="kind", tag="piecewise-linear", omit_defaults=True
):
    """A function by its values at knots and what it does beyond; see `theory.values`.

    Corners that are not rounded are not spoken of.
    """

    knots: tuple[ExactNumber, ...]
    values: tuple[ExactNumber, ...]
    left: ExactNumber
    right: ExactNumber
    rounding: ExactNumber = "0"


class AtomsValue(JsonStruct, frozen=True, tag_field="kind", tag="atoms"):
    """The law of what takes finitely many values, each with a probability; see `theory.values`."""

    places: tuple[ExactNumber, ...]
    masses: tuple[ExactNumber, ...]


StoredValue = RationalValue | AlgebraicValue | RayValue | PiecewiseLinearValue | AtomsValue
Witness = dict[str, StoredValue]  # name of a symbol -> its value


class MeasuredNumber(JsonStruct, frozen=True):
    """A measured number and the ends between which it lies, as decimal text; `inf` is one, too.

    >>> print(MeasuredNumber("2.1", "2", "inf"))
    2.1 in [2, inf]
    """

    value: str
    low: str
    high: str

    def __str__(self) -> str:
        return f"{self.value} in [{self.low}, {self.high}]"


class Grid(JsonStruct, frozen=True):
    """What was measured at every point of a grid, all of it as logarithms of base 10.

    Args:
        quantity: what was measured.
        names: of what goes along a row, and from row to row.
        at: where the columns are, and the rows.
        values: by row; `None` where there is none, or where it is infinite.
        lines: name -> points of a line across the grid.
    """

    quantity: str
    names: tuple[str, str]
    at: tuple[tuple[float, ...], tuple[float, ...]]
    values: tuple[tuple[float | None, ...], ...]
    lines: dict[str, tuple[tuple[float, float], ...]] = {}


class Measurement(JsonStruct, frozen=True, omit_defaults=True):
    """What an experiment measured.

    Args:
        readings: symbol -> number, for each reading of what the paper leaves open.
        about: what was done, in words.
        limits: how it differs from the paper's settings, and which part of them it looks at.
        grid: what can be drawn of it, besides the numbers.
    """

    readings: tuple[dict[str, MeasuredNumber], ...]
    about: str
    limits: tuple[str, ...] = ()
    grid: Grid | None = None


class Evidence(JsonStruct, frozen=True):
    """What one check found on one part of a claim.

    Args:
        method: the name of what found it.
        outcome, tier: what it says and how strong it is.
        restrictions: what was added to the hypotheses; empty means the whole claimed domain. Of
            what fails in an experiment: how its settings differ from the paper's.
        witness: for `fails` the point that breaks the statement, for `holds` one point that
            satisfies the hypotheses.
        instance: the values of the indices at the witness.
        sides: both sides of the relation at the witness, as decimal text for display.
        detail: one line for a reader: what was done, or why nothing could be decided.
        size: how much work it was (cases, boxes, steps).
        seed, seconds, device: how to repeat it.
        error: the check itself broke (crash, time-out, out of memory); never evidence.
        recorded: it was found before and is only accepted again.
        measured: the numbers of an experiment.
        certificate: of what proves, or refutes by an argument: what `verify.kernel` has accepted.
            Plain JSON data on purpose, and not a typed record, whoever has made it: a record that
            a method has filled in would be trusted for its type, while the kernel reads every
            certificate, our own too, as if a stranger had written it, and checks each field where
            it uses it. What a file says and what a method says are then read by the same code.
    """

    method: str
    outcome: Outcome
    tier: Tier
    restrictions: tuple[str, ...] = ()
    witness: Witness | None = None
    instance: dict[str, str] = {}
    sides: tuple[str, str] | None = None
    detail: str = ""
    size: int = 0
    seed: int | None = None
    seconds: float = 0.0
    device: str = "cpu"
    error: bool = False
    recorded: bool = False
    measured: Measurement | None = None
    certificate: dict[str, Any] | None = None

    @property
    def proves(self) -> bool:
        """Whether it holds, on the whole claimed domain, by more than samples."""
        proof = self.certificate is not None and not self.error
        return self.outcome is Outcome.HOLDS and proof and not self.restrictions

    @property
    def refutes(self) -> bool:
        """Whether it fails by an argument, which gives no point that a method could evaluate."""
        fails = self.outcome is Outcome.FAILS and self.certificate is not None
        return fails and not self.error and not self.restrictions

    @property
    def is_whole_argument(self) -> bool:
        """Whether it is an argument that the kernel has accepted, with nothing left out."""
        return self.method == ARGUMENT and self.certificate is not None and not self.restrictions

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of certificates that its certificate is made of; see `verify.kernel.proofs`."""
        return frozenset(_kinds(self.certificate))


class OnClause(JsonStruct, frozen=True):
    """What is known of a printed clause of another claim on which an argument rests.

    Args:
        statement: the hash of the clause with all its hypotheses.
        evidence: what proves it, or what says why nothing does.
    """

    statement: str
    evidence: Evidence


class EarlierProofs(JsonStruct, frozen=True, omit_defaults=True):
    """What decided a statement before; the kernel has to accept it again.

    Args:
        statement: the hash of the statement with all its hypotheses.
        by_method: what a method found, with its certificate and a point of the domain.
        by_argument: what an argument showed; its certificate names the kind and no leaf.
    """

    statement: str
    by_method: Evidence | None = None
    by_argument: Evidence | None = None


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


def strongest_proof(evidence: Iterable[Evidence]) -> Evidence | None:
    """Return the strongest piece of evidence that proves its statement, if one does."""
    return min((e for e in evidence if e.proves), key=lambda e: e.tier.rank, default=None)


def plain(value: Any) -> Any:
    """Return records as plain JSON data, as it would be read back: with lists, without tuples."""
    return _without_tuples(msgspec.to_builtins(value, enc_hook=_plain))


def _without_tuples(data: Any) -> Any:
    if isinstance(data, dict):
        return {name: _without_tuples(entry) for name, entry in data.items()}
    return [_without_tuples(entry) for entry in data] if isinstance(data, (list, tuple)) else data


def to_json(value: Any, indent: int | None = None) -> str:
    """Return records, or plain JSON data, as JSON text, in lines if they are to be indented."""
    text = msgspec.json.encode(value, enc_hook=_plain).decode()
    return text if indent is None else msgspec.json.format(text, indent=indent)


def _plain(value: Any) -> Any:
    if isinstance(value, Key):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} has no form in JSON")


def from_json(text: str | bytes, kind: type[T]) -> T:
    """Return the record that JSON text stands for, with every field checked.

    Raises:
        NotDecoded: it is no record of this type.
    """
    return msgspec.json.decode(text, type=kind, dec_hook=_made)


def witness_in(data: Any) -> Witness:
    """Return the witness that plain JSON data, such as a certificate's, is.

    Raises:
        NotDecoded: it is none.
    """
    return msgspec.convert(data, Witness)


def _made(kind: type, value: Any) -> Any:
    if kind is Key and isinstance(value, str):
        return Key.parse(value)
    if kind is Key:
        raise ValueError("the key of a statement is text")
    raise NotImplementedError(f"{kind.__name__} is not read from JSON")
