"""From evidence to a verdict. Nobody types a verdict; this is the only place that makes one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from reports.uses import use_of
from theory.argument_language import States
from theory.claim import Instead
from theory.language import DEFINES
from theory.orders import Order
from theory.statements import ForAll, Missing, Observed, SameOrder, Statement
from verify.evidence import Evidence, Outcome, Proof, Severity, Tier, Verdict, plain
from verify.judging.arguments import EMPTY
from verify.methods import METHODS


class Contradiction(Exception):
    """Our own evidence contradicts itself: an error of the run, never a verdict."""

    def __init__(self, one: Evidence, other: Evidence) -> None:
        self.pieces = (one, other)
        super().__init__(
            f"{one.method} ({one.tier.value}) says {one.outcome.value}: {one.detail}; but "
            f"{other.method} ({other.tier.value}) says {other.outcome.value}: {other.detail}"
        )


@dataclass(frozen=True)
class Judgement:
    """A verdict with the best tier behind it, what it covers, and why it is not more."""

    verdict: Verdict
    tier: Tier | None = None
    covered: tuple[str, ...] = ()
    reason: str | None = None
    decisive: Evidence | None = None


def verdict_on(
    statement: Statement, evidence: Sequence[Evidence], replayed: bool | None = None
) -> Judgement:
    """Judge one statement by its evidence.

    Args:
        statement: what is claimed.
        evidence: what the checks found.
        replayed: whether the counterexample in the evidence was re-evaluated from its
            certificate alone; `None` if there is none.

    Raises:
        Contradiction: one piece proves what another refutes.
    """
    if isinstance(statement, Missing):
        return Judgement(Verdict.UNCHECKED, reason=statement.what)
    found = [e for e in evidence if not e.error]
    if isinstance(statement, Observed):
        return _judge_observed(statement, evidence, found)
    vacuity = next((e for e in found if _is_of_emptiness(e) and e.certificate is not None), None)
    fails = [e for e in found if e.outcome is Outcome.FAILS]
    holds = sorted(
        (e for e in found if e.outcome is Outcome.HOLDS and not _is_of_emptiness(e)),
        key=lambda e: (e.tier.rank, bool(e.restrictions)),
    )
    proofs = [e for e in holds if e.proves]
    if fails and proofs:
        raise Contradiction(proofs[0], fails[0])
    if vacuity is not None and not vacuity.restrictions:
        if fails or holds:
            raise Contradiction(vacuity, (fails + holds)[0])
        return Judgement(Verdict.VACUOUS, vacuity.tier, decisive=vacuity)
    best = counterexample(fails)
    if best is not None:
        if replayed:
            return Judgement(Verdict.REFUTED, best.tier, decisive=best)
        reason = "a counterexample was found, but its replay does not confirm it"
        return Judgement(Verdict.OPEN, best.tier, reason=reason, decisive=best)
    argued = next((e for e in fails if e.refutes), None)
    if argued is not None:
        return Judgement(Verdict.REFUTED, argued.tier, decisive=argued)
    if fails:
        reason = f"{fails[0].method} objects without an exact counterexample: {fails[0].detail}"
        return Judgement(Verdict.OPEN, fails[0].tier, reason=reason)
    if vacuity is not None:
        reason = f"an implication assumes what nothing satisfies: {vacuity.restrictions[0]}"
        return Judgement(Verdict.VACUOUS, vacuity.tier, reason=reason, decisive=vacuity)
    if isinstance(statement, ForAll) and statement.says == DEFINES and holds:
        return Judgement(Verdict.STIPULATED, holds[0].tier, decisive=holds[0])
    if proofs:
        return Judgement(Verdict.PROVED, proofs[0].tier, decisive=proofs[0])
    if holds:
        best = holds[0]
        return Judgement(Verdict.SUPPORTED, best.tier, best.restrictions, decisive=best)
    return Judgement(Verdict.OPEN, reason=_obstacle(evidence))


def _is_of_emptiness(evidence: Evidence) -> bool:
    """Return whether a piece of evidence is about the hypotheses and not about the statement."""
    method, certificate = METHODS.get(evidence.method), evidence.certificate or {}
    return certificate.get("kind") == EMPTY or (method is not None and method.shows_empty)


def _judge_observed(
    statement: Observed, evidence: Sequence[Evidence], found: Sequence[Evidence]
) -> Judgement:
    decided = [e for e in found if e.outcome in (Outcome.HOLDS, Outcome.FAILS)]
    if not decided:
        broken = [e for e in evidence if e.error or e.outcome is Outcome.UNKNOWN]
        if broken:
            return Judgement(Verdict.OPEN, reason=_obstacle(evidence))
        missing = next((e.detail for e in evidence if e.tier is Tier.EXPERIMENT), "")
        reason = missing or statement.needs or "no experiment answers it"
        return Judgement(Verdict.UNCHECKED, reason=reason)
    piece = decided[0]
    if piece.outcome is Outcome.HOLDS:
        return Judgement(Verdict.SUPPORTED, piece.tier, piece.restrictions, decisive=piece)
    if piece.restrictions:
        settings = ", ".join(piece.restrictions)
        reason = f"contradicted, but not at the paper's own settings ({settings}): {piece.detail}"
        return Judgement(Verdict.OPEN, piece.tier, reason=reason)
    return Judgement(Verdict.NOT_REPRODUCED, piece.tier, decisive=piece)


def counterexample(evidence: Iterable[Evidence]) -> Evidence | None:
    """Return the smallest counterexample: sides that differ, least instance, fewest digits."""
    fails = [
        e
        for e in evidence
        if e.outcome is Outcome.FAILS
        and e.witness is not None
        and not e.error
        and e.tier is not Tier.EXPERIMENT
    ]
    return min(fails, key=_size_of_witness, default=None)


def has_unequal_sides(counterexample: Evidence) -> bool:
    """Return whether what fails at a counterexample fails by more than equality."""
    return counterexample.sides is not None and len(set(counterexample.sides)) == 2


def _size_of_witness(evidence: Evidence) -> tuple[Any, ...]:
    instance = tuple(_order(v) for v in evidence.instance.values())
    text = str(plain(evidence.witness))
    zeros = text.count("'value': '0'")
    return (not has_unequal_sides(evidence), instance, sum(c.isdigit() for c in text) - zeros, text)


def _order(text: str) -> tuple[float, str]:
    try:
        return (float(sp.Rational(text)), text)
    except TypeError:  # so sympy says that the text is no rational number
        return (float("inf"), text)


def _obstacle(evidence: Sequence[Evidence]) -> str:
    remarks = [
        f"{e.method}: {e.detail}"
        for e in evidence
        if e.detail and (e.error or e.outcome is Outcome.UNKNOWN)
    ]
    remarks = remarks or [f"{e.method} does not apply ({e.detail})" for e in evidence if e.detail]
    return "; ".join(remarks) or "no check applies to it"


def severity(statement: Statement, instead: Instead | None) -> Severity:
    """Classify a failure by what has to change: the smaller the change, the milder.

    `hypothesis` if the same conclusion holds under further hypotheses, `constant` or `rate` if one
    side changes by a number or by a power of the quantities, else `conclusion`. A misprint is
    `typographic`.
    """
    if instead is None:
        return Severity.CONCLUSION
    if isinstance(statement, SameOrder) and isinstance(instead.statement, SameOrder):
        printed, better = (
            _as_relation(s.relation, s.left, s.right) for s in (statement, instead.statement)
        )
    elif all(isinstance(s, (ForAll, States)) for s in (statement, instead.statement)):
        printed, better = map(_conclusion, (statement, instead.statement))
        orders = isinstance(printed, Order) and isinstance(better, Order)
        if orders and printed.over == better.over:
            printed, better = (_as_relation(s.relation, *s.sides) for s in (printed, better))
    else:
        return Severity.CONCLUSION
    if printed == better:
        return Severity.HYPOTHESIS
    relation = sp.core.relational.Relational
    if isinstance(printed, relation) and isinstance(better, relation):
        changed = [(a, b) for a, b in zip(printed.args, better.args, strict=True) if a != b]
        if len(changed) == 1:
            return _of_ratio(*changed[0])
    return Severity.CONCLUSION


def _conclusion(statement: Any) -> Any:
    """Return what a statement about formulas says, without abbreviations."""
    return statement.unfold(statement.says) if isinstance(statement, ForAll) else statement.says


def _as_relation(name: str, left: Any, right: Any) -> Any:
    kind = {"same": sp.Eq, "at most": sp.Le, "at least": sp.Ge}[name]
    return kind(left, right, evaluate=False)


def _of_ratio(printed: Any, better: Any) -> Severity:
    ratio = printed / better if better != 0 else sp.zoo
    if not ratio.has(sp.Piecewise):  # a ratio of cases is no power, and simplifying it takes long
        ratio = sp.simplify(ratio)
    if ratio == 0 or (ratio.is_number and not ratio.is_finite):
        return Severity.CONCLUSION
    if ratio.is_number:
        return Severity.CONSTANT
    bases = (f.as_base_exp()[0] for f in sp.Mul.make_args(ratio))
    is_power = all(b.is_Atom or isinstance(b, sp.Abs) for b in bases)
    return Severity.RATE if is_power else Severity.CONCLUSION


def lost_support(results: Sequence[Any]) -> dict[str, tuple[str, ...]]:
    """Return, for each claim, the failed results that its printed proof leans on.

    Args:
        results: with `id`, `uses`, `verdict`, and `clauses` by name if there are several.

    Steps count (`<id>-step-*`), of those of which `uses` names clauses these alone, and so does
    everything along `uses`, however far away, but nothing beyond a claim, or the one clause of it
    that is used, that our own evidence proves. What uses one clause loses nothing if another one
    fails, nor by what the proof of another one uses. A misprinted result keeps its users: the form
    that was meant holds, and none of them falls because of it (see `carried_on`). So do hypotheses
    that nothing satisfies: they make what rests on them say nothing, and not something false.
    """
    by_id = {r.id: r for r in results}
    steps = steps_of(by_id)
    named = {r.id: {use_of(use)[0] for use in r.uses} for r in results}
    leans = {r.id: {*r.uses, *steps[r.id] - named[r.id]} for r in results}

    def failures(claim: str, of: str, seen: frozenset[str]) -> set[str]:
        found: set[str] = set()
        for use in leans.get(claim, ()):
            used, clause, own = use_of(use)
            if used in seen or used not in by_id or (own and of and own != of):
                continue
            verdict = _verdict_of(by_id[used], clause)
            if verdict.takes_down:
                found.add(used)
            if verdict is not Verdict.PROVED:
                found |= failures(used, clause, seen | {used})
        return found

    return {r.id: tuple(sorted(failures(r.id, "", frozenset({r.id})))) for r in results}


def steps_of(ids: Iterable[str]) -> defaultdict[str, set[str]]:
    """Return the ids of the steps of each claim that has some, and of those steps in turn."""
    steps: defaultdict[str, set[str]] = defaultdict(set)
    for one in ids:
        names = one.split("-step-")
        for count in range(1, len(names)):
            steps["-step-".join(names[:count])].add(one)
    return steps


def carried_on(results: Sequence[Any]) -> dict[str, dict[str, str]]:
    """Return, for misprinted claims, by clause the false result that uses what is printed there.

    Args:
        results: as for `lost_support`, and with `rests_on`, the printed clauses of other claims on
            which arguments for them rest.

    A slip of the pen is one as long as the paper goes on with the form that was meant. A result
    falls because of it if it is false, uses it, and leans on nothing else that fails as printed.
    The claim fails then like any other, and others may fall with it. A clause without a name is the
    whole claim. Steps of a proof are not taken as used by what they are steps of: in the lines
    after them the paper itself shows with which form it goes on.
    """
    found: dict[str, dict[str, str]] = {}
    while falls := _falls(results):
        for used, clause, user in falls:
            found.setdefault(used, {})[clause] = user
        results = [no_misprint(result, found.get(result.id, ())) for result in results]
    return found


def _falls(results: Sequence[Any]) -> list[tuple[str, str, str]]:
    """Return which misprinted clauses are all that fails of what false results lean on."""
    by_id, lost = {r.id: r for r in results}, lost_support(results)
    falls = []
    for result in results:
        if not result.verdict.takes_down or lost[result.id]:
            continue
        uses = [use_of(use)[:2] for use in (*result.uses, *result.rests_on)]
        slips = [
            (used, clause)
            for used, clause in uses
            if used in by_id and _verdict_of(by_id[used], clause) is Verdict.MISPRINTED
        ]
        if len({used for used, _ in slips}) == 1:
            falls += [(used, clause, result.id) for used, clause in slips]
    return falls


def no_misprint(result: Any, clauses: Collection[str]) -> Any:
    """Return a result of which these clauses, or with one without a name all, are no misprints."""
    if not clauses:
        return result
    verdicts = {
        name: _refuted(verdict) if {name, ""} & set(clauses) else verdict
        for name, verdict in result.clauses.items()
    }
    return replace(result, verdict=_refuted(result.verdict), clauses=verdicts)


def _refuted(verdict: Verdict) -> Verdict:
    return Verdict.REFUTED if verdict is Verdict.MISPRINTED else verdict


def _verdict_of(result: Any, clause: str) -> Verdict:
    """Return the verdict on one clause of a claim, or on the claim if none is named."""
    found: Verdict = result.clauses.get(clause, result.verdict)
    return found


def proof_status(
    lost: Sequence[str], repaired: Collection[str], steps: Mapping[str, Verdict], complete: bool
) -> Proof:
    """Return the status of the printed proof of a claim.

    A step that fails is a gap in it, whichever of its clauses the rest of the proof uses.

    Args:
        lost: failed results that it leans on.
        repaired: the results of which an argument for the claim uses what holds instead.
        steps: the verdicts on its steps, by their ids.
        complete: whether these are all its steps.
    """
    failed = {*lost, *(step for step, verdict in steps.items() if verdict.takes_down)}
    if failed:
        return Proof.REPAIRABLE if failed <= set(repaired) else Proof.GAP
    good = (Verdict.PROVED, Verdict.MISPRINTED)
    if complete and steps and all(verdict in good for verdict in steps.values()):
        return Proof.SOUND
    return Proof.UNCHECKED
