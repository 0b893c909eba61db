"""Repair: which small edits of a refuted statement survive every check?

The counterpart of mutation. A refuted statement is weakened or changed in small ways and the same
checks run on the result. Known counterexamples and random points of the printed domain come
first, because most edits die there. A candidate is kept if no method objects, something satisfies
its hypotheses, and it is proved, or supported by a search. Nothing here says that a kept candidate
is what was meant: it is one way to set the statement right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice
from typing import Any

import sympy as sp
from sympy.logic.boolalg import BooleanAtom, Or

from property_tests.strategies.points import points
from property_tests.strategies.search import first
from reports.results import Edit, Repairs
from theory.claim import Claim
from theory.hints import Hint
from theory.language import SYMPY_ERRORS
from theory.statements import ForAll, SameOrder, Statement, statement_hash
from verify.claims.meanings import Formula, Interpretation, evaluable, heads_in, primary
from verify.claims.statements import hint_for, meanings
from verify.claims.witness import (
    WitnessError,
    decode_value,
    index_values,
    instance_of,
    point_of,
    values_in,
)
from verify.display.text import rendered
from verify.evidence import Evidence, Key, Outcome, Tier, Verdict, Witness
from verify.judging.verdict import counterexample
from verify.methods import METHODS, samplers
from verify.methods.apply import evidence_or_error
from verify.methods.base import planned
from verify.methods.task import PROFILES, Budget
from verify.truth import Truth, at, evaluate, rationals_at
from verify.truth.rays import objection
from verify.variants.candidates import (
    Candidate,
    complete,
    edits,
    hypotheses,
    in_two_cases,
    wider,
    with_hypothesis,
)
from verify.variants.checking import check_variant
from verify.variants.edits import LOOSE, TURNED

DRAWS = 300  # points that are drawn from the printed domain
FALSE, TRUE = 24, 24  # how many of them are kept: where the printed conclusion fails, and others
COSTLY = 4  # by how much fewer are kept where some quantity is computed by a program
MAX_FURTHER = 70  # candidates with one more hypothesis that get every check
MAX_ALIKE = 3  # of these, bounds of one quantity from one side
MAX_EDITED = 70  # otherwise edited candidates that do
MAX_PAIRS = 60  # pairs of hypotheses that do
MAX_PARTNERS = 6  # pairs of them that one hypothesis is in
MAX_WIDER = 90  # edited candidates, and further hypotheses, that are tried with one less
LONGER = 20  # times more points are searched where nothing proves a candidate
PAIRED = 300  # hypotheses that are combined
MAX_SAME = 2  # of these, such as no known point tells apart
EITHER = 12  # surviving hypotheses of which one or the other is asked for


Rank = tuple[int, int, int]
Ranked = tuple[Rank, Candidate]


@dataclass(frozen=True)
class KnownPoint:
    """One point of the printed domain: a value for every symbol of one instance."""

    instance: dict[str, str]
    point: dict[Any, Any]


class KnownPoints:
    """Points of the printed domain, and where the printed conclusion fails.

    Args:
        statement: the printed statement.
        interpretation: one meaning for each head.
        witnesses: known counterexamples as `(witness, instance)`.
        seed: the same seed draws the same points.
    """

    def __init__(
        self,
        statement: Statement,
        interpretation: Interpretation,
        witnesses: Sequence[tuple[Witness, Mapping[str, str]]],
        meanings: Any,
        seed: int,
    ) -> None:
        self.statement = statement
        self.interpretation = interpretation
        costly = any(
            not isinstance(interpretation[h], Formula) for h in _heads(statement, interpretation)
        )
        self.room = tuple(n // COSTLY if costly else n for n in (FALSE, TRUE))
        self.false: list[KnownPoint] = []
        self.others: list[KnownPoint] = []
        if isinstance(statement, SameOrder):
            symbols = (*statement.constants, *statement.variables)
            for entry, _ in witnesses:
                point = {s: decode_value(entry[str(s)]) for s in symbols}
                self.false.append(KnownPoint({}, point))
        elif isinstance(statement, ForAll):
            for instance, expanded in statement.expanded:
                labels = index_values(instance)
                for entry, fixed in witnesses:
                    if dict(fixed) == labels:
                        self.false.append(KnownPoint(labels, point_of(expanded, entry)))
            for instance, expanded in statement.expanded[:3]:
                self._draw(index_values(instance), expanded, meanings, seed)

    def _draw(self, labels: dict[str, str], expanded: ForAll, meanings: Any, seed: int) -> None:
        def look(point: Any) -> bool:
            if point is not None:
                truth = at(expanded, point, self.interpretation)
                if truth is Truth.FALSE and len(self.false) < self.room[0]:
                    self.false.append(KnownPoint(labels, point))
                elif truth not in (None, Truth.FALSE) and len(self.others) < self.room[1]:
                    self.others.append(KnownPoint(labels, point))
            return len(self.false) >= self.room[0] and len(self.others) >= self.room[1]

        if expanded.symbols:
            strategy = points(planned(expanded, meanings), rationals_at)
            first(strategy, look, examples=DRAWS, seed=seed, shrink=False)

    def test(self, statement: Statement) -> tuple[bool, int]:
        """Return whether a known point objects, and how many known points a statement keeps."""
        if isinstance(statement, SameOrder):
            for known in self.false:
                if objection(statement, known.point, self.interpretation) is not None:
                    return True, 0
            return False, 0
        if not isinstance(statement, ForAll):
            return False, 0
        kept = 0
        instances = {}
        for known in (*self.false, *self.others):
            label = str(known.instance)
            if label not in instances:
                instances[label] = _instance(statement, known.instance)
            expanded = instances[label]
            if expanded is None or not set(expanded.symbols) <= set(known.point):
                continue
            truth = at(expanded, known.point, self.interpretation)
            if truth in (Truth.FALSE, Truth.UNDEFINED):
                return True, kept
            kept += truth is not None
        return False, kept

    def allowed(self, hypothesis: Any) -> tuple[int, int]:
        """Return where a hypothesis holds: bits over the false points, and over the others."""
        statement = self.statement
        assert isinstance(statement, ForAll)
        alone = None
        instances: dict[str, ForAll | None] = {}
        sets = []
        for group in (self.false, self.others):
            bits = 0
            for number, known in enumerate(group):
                if hypothesis.free_symbols <= set(known.point):
                    truth: Truth | None = evaluate(hypothesis, known.point, self.interpretation)
                else:
                    alone = alone or ForAll(hypothesis, (), statement.where, statement.instances)
                    label = str(known.instance)
                    if label not in instances:
                        instances[label] = _instance(alone, known.instance)
                    expanded = instances[label]
                    truth = (
                        None if expanded is None else at(expanded, known.point, self.interpretation)
                    )
                if truth is Truth.TRUE:
                    bits |= 1 << number
            sets.append(bits)
        return sets[0], sets[1]


def _heads(statement: Statement, interpretation: Interpretation) -> set[Any]:
    terms = (statement.says, *statement.given) if isinstance(statement, ForAll) else ()
    return set().union(*(heads_in(term, interpretation) for term in terms))


def _instance(statement: ForAll, labels: Mapping[str, str]) -> ForAll | None:
    """Return a statement at the values of its indices, without expanding the other ones."""
    wanted = {
        index: tuple(v for v in values if str(sp.sympify(v)) == labels.get(str(index)))
        for index, values in statement.instances.items()
    }
    try:
        return instance_of(replace(statement, instances=wanted), dict(labels))
    except WitnessError:
        return None


def proposals(statement: Statement, known: KnownPoints) -> list[Candidate]:
    """Return the candidates that no known point objects to, simplest first.

    Further hypotheses, other edits, and pairs of hypotheses that exclude all known counterexamples
    only together have their shares of the trials; last comes one or the other of two hypotheses
    that do so alone.
    """
    further: list[tuple[Rank, Any]] = []
    partial: list[tuple[Any, int, int, int]] = []
    edited: list[Ranked] = []
    patterns: dict[tuple[int, int], int] = {}
    everything = (1 << len(known.false)) - 1
    for order, (size, hypothesis) in enumerate(hypotheses(statement)):
        try:
            false, others = known.allowed(hypothesis)
        except ValueError:  # a summation index outside its sum
            continue
        kept = others.bit_count()
        if false == everything and not others and isinstance(statement, ForAll):
            cases = in_two_cases(statement, hypothesis)
            edited += [((2, -len(known.others), order), cases)] if cases is not None else []
        if not kept and known.others and not isinstance(hypothesis, sp.Eq):
            continue
        if not false:
            further.append(((size, -kept, order), hypothesis))
        elif false != everything and size == 1 and patterns.get((false, others), 0) < MAX_SAME:
            patterns[false, others] = patterns.get((false, others), 0) + 1
            partial.append((hypothesis, false, others, order))
    for order, candidate in enumerate(edits(statement)):
        try:
            objects, kept = known.test(candidate.statement)
        except SYMPY_ERRORS:
            continue  # an edit that makes no sense, such as a sum that ends before it begins
        if not objects:
            edited.append(((candidate.size, -kept, order), candidate))
    room = MAX_EDITED if isinstance(statement, ForAll) else MAX_EDITED + MAX_FURTHER + MAX_PAIRS
    edited = sorted(edited, key=_rank)[:room]
    chosen = [(rank, complete(statement, candidate)) for rank, candidate in edited]
    if isinstance(statement, ForAll):
        weakest = _weakest(further)[:MAX_FURTHER]
        chosen += [(rank, with_hypothesis(statement, h, rank[0])) for rank, h in weakest]
        chosen += list(_pairs(statement, partial))
    chosen.sort(key=_rank)
    ordered = [candidate for _, candidate in chosen]
    if isinstance(statement, ForAll):
        ordered += [*_either(statement, ordered), *_wider(ordered)]
    return ordered


def _rank(entry: tuple[Rank, Any]) -> Rank:
    return entry[0]


def _weakest(further: Sequence[tuple[Rank, Any]]) -> list[tuple[Rank, Any]]:
    """Return hypotheses, those that keep most points first, only a few for each quantity."""
    found = []
    counts: dict[Any, int] = {}
    for rank, hypothesis in sorted(further, key=lambda entry: (entry[0][1], entry[0])):
        about = (type(hypothesis), *hypothesis.args[:1])
        counts[about] = counts.get(about, 0) + 1
        if counts[about] <= MAX_ALIKE or not hypothesis.args[-1].is_number:
            found.append((rank, hypothesis))
    return sorted(found, key=_rank)


def _pairs(statement: ForAll, partial: Sequence[tuple[Any, int, int, int]]) -> Iterator[Ranked]:
    """Yield two hypotheses that together exclude every known counterexample."""
    found = []
    for one, other in combinations(partial[:PAIRED], 2):
        kept = (one[2] & other[2]).bit_count()
        apart = kept or one[0].free_symbols != other[0].free_symbols
        if apart and not one[1] & other[1]:
            size = 3 if all(_plain(h) for h in (one[0], other[0])) else 4
            found.append(((size, -kept, one[3] + other[3]), one[0], other[0]))
    found.sort(key=lambda entry: entry[0])
    counts: dict[Any, int] = {}
    chosen = []
    for entry in found:
        if all(counts.get(h, 0) < MAX_PARTNERS for h in entry[1:]):
            counts.update({h: counts.get(h, 0) + 1 for h in entry[1:]})
            chosen.append(entry)
    for rank, one_, other_ in chosen[:MAX_PAIRS]:
        both = replace(statement, given=(*statement.given, one_, other_))
        yield rank, Candidate(f"given also {one_} and {other_}", both, rank[0])


def _plain(hypothesis: Any) -> bool:
    """Return whether a hypothesis compares quantities, or one with zero."""
    return all(not side.is_number or side == 0 for side in hypothesis.args)


def _either(statement: ForAll, chosen: Sequence[Candidate]) -> Iterator[Candidate]:
    """Yield the statement under one or the other of two hypotheses."""
    alone = [c for c in chosen if c.added is not None and c.size == 1][:EITHER]
    for pair in combinations(alone, 2):
        hypothesis = Or(*(candidate.added for candidate in pair))
        if not isinstance(hypothesis, BooleanAtom):
            yield replace(with_hypothesis(statement, hypothesis, 3), parents=pair)


def _wider(chosen: Sequence[Candidate]) -> Iterator[Candidate]:
    """Yield candidates with one hypothesis less: the right form may need fewer."""
    simple = [c for c in chosen if c.size < 3]
    for added in (False, True):
        found = (
            Candidate(f"{c.change}, {change}", statement, c.size + 1, parents=(c,))
            for c in simple
            if (c.added is not None) is added and isinstance(c.statement, ForAll)
            for change, statement in wider(c.statement)
            if c.added is None or c.added in statement.given
        )
        yield from islice(found, MAX_WIDER)


def narrower(candidate: Candidate, other: Candidate) -> bool:
    """Return whether a candidate bounds the same quantity as another one, more tightly."""
    one, two = candidate.added, other.added
    if type(one) not in TURNED or type(two) not in TURNED or one.args[0] != two.args[0]:
        return False
    upper = isinstance(one, (sp.Le, sp.Lt))
    if upper is not isinstance(two, (sp.Le, sp.Lt)):
        return False
    numbers = [h.args[1] for h in (one, two)]
    if not all(n.is_Rational for n in numbers):
        return False
    if numbers[0] == numbers[1]:
        return type(one) in LOOSE or type(two) not in LOOSE
    return bool(numbers[0] < numbers[1]) is upper


@dataclass(frozen=True)
class Survivor:
    """A candidate that survived, and what it was tested with."""

    candidate: Candidate
    verdict: Verdict
    tier: Tier
    by: str
    witness: Witness | None


def survivor(
    claim: Claim, candidate: Candidate, budget: Budget, seed: int, hint: Hint | None = None
) -> Survivor | None:
    """Run every check on a candidate; return it if it is proved or supported and not vacuous."""
    if _vacuous(claim, candidate.statement, budget, seed):
        return None
    checked = check_variant(claim, candidate.statement, budget, seed, hint, witnessed=True)
    if checked.objection is not None:
        return None
    found = list(checked.found)
    longer = budget.examples * (LONGER if checked.proof is None else 1)
    more = replace(budget, examples=longer)
    for method in (m.name for m in samplers()):
        if checked.proof is not None and any(e.method == method for e in checked.found):
            continue
        piece = evidence_or_error(
            claim, candidate.statement, method, budget=more, seed=seed + 1, variant=True
        )
        if piece.outcome is Outcome.FAILS:
            return None
        found.append(piece)  # if it broke: a proof stands without it
    inhabited = next((e.witness for e in found if e.witness is not None), None)
    if inhabited is None:
        return None
    decisive = checked.proof or _support(found)
    if decisive is None:
        return None
    verdict = Verdict.PROVED if checked.proof is not None else Verdict.SUPPORTED
    sentence = f"{decisive.method}: {decisive.detail}"
    return Survivor(candidate, verdict, decisive.tier, sentence, inhabited)


def survivors(
    claim: Claim,
    chosen: Sequence[Candidate],
    budget: Budget,
    seed: int,
    hint: Hint | None = None,
) -> list[Survivor]:
    """Return the candidates that survive, without those that only ask for more than another."""
    kept: list[Survivor] = []
    good: set[int] = set()
    for candidate in chosen:
        if any(id(parent) not in good for parent in candidate.parents):
            continue
        if any(narrower(candidate, known.candidate) for known in kept):
            good.add(id(candidate))
            continue
        found = survivor(claim, candidate, budget, seed, hint)
        if found is not None:
            good.add(id(candidate))
            kept.append(found)
    return kept


def _vacuous(claim: Claim, statement: Statement, budget: Budget, seed: int) -> bool:
    """Return whether it is shown that nothing satisfies the hypotheses."""
    for method in (m.name for m in METHODS.values() if m.shows_empty):
        evidence = evidence_or_error(claim, statement, method, budget=budget, seed=seed)
        if evidence.outcome is Outcome.HOLDS:
            return True
    return False  # a witness must show that something does, whatever broke here


def _support(found: Sequence[Evidence]) -> Evidence | None:
    """Return the best evidence for what nothing proves, of its kind the last."""
    holds = [e for e in reversed(found) if e.outcome is Outcome.HOLDS and not e.error]
    return min(holds, key=lambda e: e.tier.rank, default=None)


def failing(claim: Claim, certificates: Mapping[Key, Any], budget: Budget, seed: int) -> Any:
    """Return the refuted statements of a claim with their counterexamples.

    Args:
        claim: the claim.
        certificates: recorded counterexamples, by key of the statement.
        budget, seed: how a counterexample is looked for where none is recorded.

    Returns:
        `{key: (statement, [(witness, instance)])}`.
    """
    found = {}
    for number, part in enumerate(claim.parts):
        statement, key = part.statement, Key(number)
        if not isinstance(statement, (ForAll, SameOrder)):
            continue
        known = certificates.get(key)
        if known is not None and known.get("statement") == statement_hash(statement):
            found[key] = (statement, [(values_in(known["witness"]), known["instance"])])
            continue
        checked = check_variant(claim, statement, budget, seed, part.hint)
        piece = counterexample(checked.found)
        if piece is not None:
            found[key] = (statement, [(piece.witness or {}, piece.instance)])
    return found


def known_points(claim: Claim, statement: Statement, witnesses: Any, seed: int) -> KnownPoints:
    """Return the known points of a failing statement.

    A counterexample that cannot be read is left out: the draws must then do.
    """
    known = meanings(claim, statement)
    try:
        return KnownPoints(statement, evaluable(known), witnesses, known, seed)
    except (WitnessError, KeyError):
        return KnownPoints(statement, primary(known), [], meanings, seed)


def repair(
    claim: Claim,
    certificates: Mapping[Key, Any],
    budget: Budget = PROFILES["quick"],
    seed: int = 0,
) -> dict[Key, Repairs]:
    """Look for small edits of every refuted statement of a claim that survive every check.

    Args:
        claim: the claim; what it records as holding instead is not looked at.
        certificates: recorded counterexamples, by key of the statement.
        budget, seed: how hard every check tries.

    Returns:
        By key of the statement; empty if nothing of the claim is refuted.
    """
    found = {}
    for key, (statement, witnesses) in failing(claim, certificates, budget, seed).items():
        chosen = proposals(statement, known_points(claim, statement, witnesses, seed))
        kept = survivors(claim, chosen, budget, seed, hint_for(claim, key))
        kept.sort(key=lambda k: (k.candidate.size, k.verdict != "proved"))
        part = claim.parts[key.part]
        found[key] = Repairs(
            name=part.name,
            reading=part.reading,
            says=rendered(statement).says,
            tried=len(chosen),
            kept=tuple(map(_edit, kept)),
        )
    return found


def _edit(kept: Survivor) -> Edit:
    return Edit(
        change=kept.candidate.change,
        size=kept.candidate.size,
        text=rendered(kept.candidate.statement),
        verdict=kept.verdict,
        tier=kept.tier,
        by=kept.by,
        witness=kept.witness,
    )
