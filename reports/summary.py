"""What a report says, whatever it looks like: discrepancies by severity, counts, proofs.

Nothing here knows a markup; words are plain text, and formulas and ids are left to the renderer.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from msgspec import structs

from reports.points import point
from reports.recomputed import SIZE, AlongRay, AtPoint, Condition, Steps, Term
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
    RationalValue,
    Severity,
    Tier,
    Verdict,
    Witness,
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
DIGITS = 12  # of a number that is shown exactly in a summary
SHORT = 160  # of one in the line that opens a page, and of the values at which it fails
DEFINES = "definition"  # the conclusion of a definition
UNCONDITIONAL = "What is printed is not so, by exact computation."  # nothing is assumed in it
DISAGREE = "Two places of the paper do not agree."  # where each prints a number
LOST = " (glyphs are lost)"
LONG = "a long formula, shown with the claim"
OTHER = "another formula, shown with the claim"
TAKE, SO = "take", "it follows that"  # titles of steps of an argument: values, and what follows
_VALUE = re.compile(r"\w+'? = [-\w^*/+() ]{1,12}")
ELSEWHERE = "values shown with the claim"
NO_REPAIR = "nothing that we know of"
_BOUND = re.compile(r"for (?:every|some) (\w+'*)")
_PLACE = re.compile(r"(?:, an integer)?(?: \([^()]*(?:\([^()]*\)[^()]*)*\))?$")
SENTENCE = re.compile(r"(?<=[.!?]) (?=[A-Z(])")
NUMBERS = "-?[0-9.]+(?:/[0-9]+)?"
ONE_OF = re.compile(rf"(\w+) = {NUMBERS}(?: or \1 = {NUMBERS})*")


def spoken_of(claim: ClaimResult) -> dict[str, LegendEntry]:
    """Return what the symbols and quantities of a claim's section stand for.

    They stand in what is printed, in what holds instead of it, or in the note.
    """
    return _spoken_of(claim, (claim.note, *(line for _, text in _texts(claim) for line in text)))


def introduced(claim: ClaimResult) -> dict[Key, dict[str, LegendEntry]]:
    """Return what symbols and quantities stand for, by the statement that is the first with them.

    The statements are in the order of the section; those of the note come with the first one.
    """
    texts, new, known = [claim.note], {}, set[str]()
    for key, text in _texts(claim):
        spoken = _spoken_of(claim, (*texts, *text))
        new[key] = {name: entry for name, entry in spoken.items() if name not in known}
        known |= spoken.keys()
        texts = []
    return new


def _texts(claim: ClaimResult) -> Iterator[tuple[Key, tuple[str, ...]]]:
    """Yield the lines of each printed statement, and of what holds instead of it."""
    for number, part in printed_parts(claim):
        yield Key(number), _lines(part.text)
        if instead := replacing(part):
            yield Key(number, instead=True), _lines(instead.text)


def _lines(text: StatementText) -> tuple[str, ...]:
    return text.says, *text.hypotheses, *text.where, *text.where.values()


def printed_parts(claim: ClaimResult) -> list[tuple[int, PartResult]]:
    """Return what is printed with its numbers: what decides the claim, what fails, the rest."""
    parts = [(n, part) for n, part in enumerate(claim.parts) if part.role == "printed"]
    return sorted(parts, key=lambda one: (one[1] is not claim.head, not one[1].verdict.fails))


def _spoken_of(claim: ClaimResult, texts: Iterable[str]) -> dict[str, LegendEntry]:
    return {name: claim.terms[name] for name in _named(claim.terms, "\n".join(texts))}


def _named(names: Iterable[str], words: str) -> list[str]:
    """Return those of some names that occur in words."""
    return [one for one in names if re.search(rf"(?<![\w']){re.escape(one)}(?![\w'])", words)]


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
    """Return whether a printed part is one for which its claim fails.

    It is the statement that decides, or one of a clause that fails however the words are read.
    """
    if part.role != "printed" or not consistent(claim.head.chosen, part.chosen):
        return False
    fails = {clause.name for clause in claim.clauses if clause.verdict.fails}
    return part is claim.head or part.clause in fails


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


def replacing(part: PartResult) -> Instead | None:
    """Return what is on file to hold instead of a part, `None` if the part, a reading, holds."""
    return None if part.verdict.holds else part.instead


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
    reading = f"read as “{part.reading}”" if part.reading else ""
    return f"{name} ({reading})" if name and reading else name or reading


def choices(part: PartResult) -> list[str]:
    """Return how each choice point of a statement is read, and what makes it one."""
    return [f"{c.why}: {c.option}{LOST if c.damaged else ''}" for c in part.chosen]


def sentence(claim: ClaimResult) -> str:
    """Return what the verdict on a claim means, and how its clauses come to it."""
    head = claim.head
    means = claim.verdict.sentence
    if claim.verdict is Verdict.REFUTED and compares_prints(head.text):
        means = DISAGREE
    elif claim.verdict is Verdict.REFUTED and head.witness == {} and not head.instance:
        means = means if head.text.hypotheses else UNCONDITIONAL
    more = f" {claim.sentence[:1].upper()}{claim.sentence[1:]}." if claim.sentence else ""
    return means + more


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
        return f"lost, because it uses what fails: {names}. {may_stand(claim)}"
    if claim.proof is Proof.UNCHECKED:
        return claim.proof.sentence
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


def in_short(found: StatementText, most: int = BRIEF) -> StatementText | None:
    """Return a statement whose conclusion is short enough, or `None`.

    It is the statement itself, or what this says behind its quantifiers.
    """
    if is_brief(found, most):
        return found if found.says != DEFINES else None
    inner = structs.replace(found, says=found.inner, latex=found.inner_latex)
    return inner if found.inner and is_brief(inner, most) else None


def in_their_symbols(
    claim: ClaimResult, found: StatementText, most: int = BRIEF
) -> StatementText | None:
    """Return a statement whose conclusion is short and has no symbols but the paper's, or `None`.

    Where it is what stands behind quantifiers, it may have none that they bind.
    """
    short = in_short(found, most)
    if short is None or _has_symbols_of_ours(claim, short):
        return None
    bound = set(_BOUND.findall(found.says)) - set(_BOUND.findall(short.says))
    free = bound - claim.terms.keys() if short is not found else set()
    return None if _named(free, short.says) else short


def _has_symbols_of_ours(claim: ClaimResult, found: StatementText) -> bool:
    shown = (found.says, *found.where, *found.where.values())
    return any(term.ours for term in _spoken_of(claim, shown).values())


def of_ours(claim: ClaimResult) -> frozenset[str]:
    """Return the names that the paper of a claim does not have."""
    return frozenset(name for name, term in claim.terms.items() if term.ours)


def read_as(claim: ClaimResult, otherwise: str) -> str:
    """Return what is said before a formula: that it is our reading where the page has words."""
    return "we read it as" if claim.quote else otherwise


def what_fails(claim: ClaimResult, part: PartResult) -> str:
    """Return the sentence of the remark on a claim that is about a part, or its first one."""
    sentences = SENTENCE.split(claim.note or claim.words)
    about = (one for one in sentences if part.name and part.name in one)
    return next(about, sentences[0])


def compares_prints(found: StatementText) -> bool:
    """Return whether a statement says that two places print one number, and nothing else.

    >>> text = StatementText(type="for all", says="T = 6", latex="", hypotheses=("T = 4",))
    >>> compares_prints(text)
    True
    """
    says, *others = (ONE_OF.fullmatch(one) for one in (found.says, *found.hypotheses))
    names = {one[1] for one in (says, *others) if one is not None}
    return says is not None and len(others) == 1 and None not in others and len(names) == 1


def accused(part: PartResult) -> Condition | None:
    """Return the relation that fails, of a conclusion that says several, if it is known."""
    at = part.recomputed
    if isinstance(at, AlongRay):
        words = f"{at.left.text} against {at.right.text}"
        latex = rf"{at.left.latex} \text{{ against }} {at.right.latex}"
        return Condition(text=words, latex=latex)
    one_by_one = not re.search(" or | implies |not |if and only if", part.text.says)
    if not isinstance(at, AtPoint):
        return None
    known = (one for one in at.relations if one.text == at.broken)
    fails = (one for one in at.relations if one_by_one and one.holds is False)
    return next(chain(known, fails), None)


def failure(part: PartResult, most: int = SHORT, without: Collection[str] = ()) -> str:
    """Return in words where a part fails, and what both sides are there; empty if by no numbers.

    Args:
        part: one that fails.
        most: how many characters the values may have.
        without: names whose values are left out.
    """
    at = part.recomputed
    if part.verdict is Verdict.NOT_REPRODUCED:
        names = "|".join(map(re.escape, without)) or "(?!)"
        runs = (piece for piece in part.evidence if piece.outcome is Outcome.FAILS)
        told = (re.sub(rf"\b(?:{names}) = ", "", piece.detail) for piece in runs)
        return next((f"in our experiment: {words}" for words in told), "")
    if isinstance(at, AlongRay):
        return _along(at)
    if isinstance(at, Steps):
        return _chosen(at, most, without)
    where = ""
    if part.witness is not None and part.certificate is not None:
        kept = {n: v for n, v in part.witness.items() if _symbol(n) not in without}
        where = point(kept, _known(part.instance, without))
        where = where or ("the only case" if kept == part.witness else "")
    elif isinstance(at, AtPoint):
        where = ", ".join(_valued(term) for term in at.symbols if _symbol(term.text) not in without)
    relation = accused(part) or (at.printed if isinstance(at, AtPoint) else None)
    values = [side.exact or side.decimals for side in relation.sides] if relation else []
    values = values or list(part.sides or ())
    if len(where) > most:
        where = _numbers_of(part, most, without) or ELSEWHERE
    found = [f"at {where}"] if where else []
    if len(values) == 2 and all(values) and not compares_prints(part.text):
        left, right = in_decimals(*values)
        found.append(f"left side {left}, right side {right}")
    return ": ".join(found)


def in_words(claim: ClaimResult, part: PartResult) -> str:
    """Return the numbers at which a part fails with words for the symbols; empty without words."""
    witness = part.witness if part.certificate is not None else None
    numbers = {n: v.value for n, v in (witness or {}).items() if isinstance(v, RationalValue)}
    known = {n: _PLACE.sub("", claim.terms[n].words) for n in numbers if n in claim.terms}
    return "; ".join(f"{words}: {numbers[name]}" for name, words in known.items())


def _known(instance: Mapping[str, str], without: Collection[str]) -> dict[str, str]:
    return {index: value for index, value in instance.items() if index not in without}


def _chosen(argument: Steps, most: int, without: Collection[str]) -> str:
    """Return in words the values that an argument takes, as many as there is room for."""
    taken = (one.text for step in argument.steps if step.title == TAKE for one in step.shown)
    values = [one for one in taken if _VALUE.fullmatch(one) and _symbol(one) not in without]
    while len(", ".join(values)) > most:
        values.pop()
    return f"at {', '.join(values)}" if values else ""


def contradiction(part: PartResult) -> tuple[Condition, ...]:
    """Return what follows, as does its contrary, from what a vacuous statement assumes."""
    at = part.recomputed if part.verdict is Verdict.VACUOUS else None
    steps = at.steps if isinstance(at, Steps) else ()
    return tuple(one for step in steps if step.title == SO for one in step.shown)


def _symbol(term: str) -> str:
    """Return the symbol with which a term begins."""
    return re.split(r"[\[( ]", term, maxsplit=1)[0]


def _valued(term: Term) -> str:
    return f"{term.text} = {_number(term)}" if _number(term) else term.text


def _numbers_of(part: PartResult, most: int, without: Collection[str]) -> str:
    """Return the numbers at which a part fails, and the names of all else that was chosen.

    The text is empty if there are no numbers, or if it is too long as well.
    """
    if part.witness is None and isinstance(part.recomputed, AtPoint):
        some = (one for one in part.recomputed.symbols if _symbol(one.text) not in without)
        shown = ", ".join(_valued(one) for one in some if 0 < len(_number(one)) <= DIGITS)
        shown += ", and more shown with the claim" if shown else ""
        return shown if len(shown) <= most else ""
    witness = {n: v for n, v in (part.witness or {}).items() if _symbol(n) not in without}
    numbers: Witness = {n: v for n, v in witness.items() if isinstance(v, RationalValue)}
    others = [name for name in witness if name not in numbers]
    shown = point(numbers, _known(part.instance, without))
    if others:
        shown += f", with the {' and the '.join(others)} shown with the claim"
    return shown if numbers and len(shown) <= most else ""


def _along(ray: AlongRay) -> str:
    """Return in words how both sides of a ray drift apart: by ratios, if both are positive.

    Formulas that hold for every number that may be chosen say more.
    """
    if ray.in_general:
        return f"{ray.in_general}: left side {ray.left.exact}, right side {ray.right.exact}"
    if not any("-" in (one.left[:1], one.ratio[:1]) for one in ray.sizes):
        known_ratios = {one.size: float(one.ratio) for one in ray.sizes if one.ratio}
        if not known_ratios:
            return ""
        each = ", ".join(f"{r:.3g} at {ray.about} {size}" for size, r in known_ratios.items())
        return f"the left side over the right one {_drift(ray, [*known_ratios.values()])}: {each}"
    known = (one for one in ray.sizes if one.left and one.right)
    sides = ((*in_decimals(one.left, one.right), one.size) for one in known)
    return "; ".join(
        f"left side {left}, right side {right} at {ray.about} {size}" for left, right, size in sides
    )


def _drift(ray: AlongRay, ratios: Sequence[float]) -> str:
    """Return in words where the ratio of both sides goes, or on which side of 1 it stays."""
    if len(ratios) == 1:
        return "is"
    if ray.about == SIZE:
        return "grows without bound" if ratios[-1] > ratios[0] else "goes to 0"
    chosen = ray.about.removesuffix(" =")
    if min(ratios) <= 1 <= max(ratios):
        return "is"
    side = "above" if min(ratios) > 1 else "below"
    return f"is {side} 1 whatever {chosen} is, since the values are chosen after it"


def _number(term: Term) -> str:
    """Return the value of a term in few digits, empty if it is not known."""
    short = len(term.exact) <= DIGITS or not term.decimals
    return term.exact if term.exact and short else term.decimals


def in_decimals(*numbers: str) -> list[str]:
    """Return numbers in decimals, with as many digits as tell them apart.

    >>> in_decimals("63", "8199/328"), in_decimals("1", "0.999999000"), in_decimals("a", "1/4")
    (['63', '24.997'], ['1', '0.999999'], ['a', '0.25'])
    """
    for digits in range(5, DIGITS + 1):
        found = [_rounded(number, digits) for number in numbers]
        if len(set(found)) == len(set(numbers)):
            break
    return found


def _rounded(number: str, digits: int) -> str:
    """Return a number rounded, whole numbers and whatever is no rational number as they are."""
    if not re.fullmatch(r"-?\d+(?:\.\d+|/\d+)", number):
        return number
    value = Fraction(number)
    return f"{value.numerator / value.denominator:.{digits}g}"


def tidy(number: str) -> str:
    """Return a number without zeros that say nothing.

    >>> tidy("1.00000000000"), tidy("-3/2"), tidy("0.50")
    ('1', '-3/2', '0.5')
    """
    return number.rstrip("0").rstrip(".") if re.fullmatch(r"-?\d+\.\d+", number) else number


def says_nothing(found: StatementText) -> bool:
    """Return whether a conclusion says nothing: it is assumed, or both its sides are the same."""
    left, equals, right = found.says.partition(" = ")
    return found.says in found.hypotheses or (bool(equals) and left == right)


def holds_elsewhere(claim: ClaimResult, part: PartResult) -> tuple[PartResult, ...]:
    """Return the same clause in those readings in which it holds."""
    return tuple(
        other
        for other in claim.parts
        if other.role == "printed"
        and other.clause == part.clause
        and other is not part
        and other.verdict.holds
    )


def readings(claim: ClaimResult) -> dict[str, list[str]]:
    """Return every choice point of what is printed once, with the ways in which it is read."""
    found: dict[str, list[str]] = {}
    for part in claim.parts:
        for one in part.chosen if part.role == "printed" else ():
            options = found.setdefault(one.why, [])
            option = one.option + (LOST if one.damaged else "")
            if option not in options:
                options.append(option)
    return found


def terms_of(claim: ClaimResult, part: PartResult) -> dict[str, LegendEntry]:
    """Return the terms that a brief conclusion speaks of, if few words explain them."""
    shown = in_their_symbols(claim, part.text, 2 * BRIEF)
    if shown is None:
        return {}
    spoken = {
        name: structs.replace(term, words=_PLACE.sub("", term.words))
        for name, term in _spoken_of(claim, (shown.says, *shown.where.values())).items()
    }
    words = sum(len(term.words) for term in spoken.values())
    return spoken if words <= 2 * BRIEF else {}


def also_holds(claim: ClaimResult, key: Key) -> tuple[str, ...]:
    """Return the changes that make a statement of a claim stronger and leave it true."""
    mutants = claim.mutation.mutants if claim.mutation else ()
    return tuple(f.change for f in mutants if f.end == "true" and f.statement == key)


def suggestions(claim: ClaimResult, key: Key) -> tuple[Edit, ...]:
    """Return edits of a part that survive every check, unless it is known what holds instead."""
    return () if repaired(claim.parts[key.part]) else (claim.repairs or {}).get(key, ())
