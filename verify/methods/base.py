"""What methods have in common: the loop over the instances, and a point of the domain.

A method takes one expanded statement at a time and returns a `Finding`; what the findings of all
instances say together is decided here. A prover looks for a certificate of one expanded statement;
whether that is a proof the kernel decides. Beside it stands a point that satisfies the hypotheses,
so that nothing holds for want of one, and a point at which the statement is false is never passed
over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import sympy as sp

from property_tests.strategies.points import points
from property_tests.strategies.search import first
from theory.language import DEFINES, FunctionSymbol, assumed_in
from theory.statements import ForAll
from verify.claims.meanings import (
    Approximate,
    Formula,
    Interpretation,
    Meanings,
    heads_in,
    primary,
    unfold,
)
from verify.claims.witness import index_values, witness
from verify.evidence import Outcome, Tier, Witness
from verify.kernel.points import size
from verify.kernel.total import Outside
from verify.methods.models import filled, inhabitant
from verify.methods.task import Task
from verify.truth import Truth, rationals_at, truths_at, violation

DRAWS = 60  # for a point of the domain that nothing simpler gives
LONGEST = 200  # characters of a reason


@dataclass(frozen=True)
class Finding:
    """What a method finds out about one instance of a statement, or about all of it.

    Args:
        outcome: what it says.
        detail: one line for a reader: what was done, or why nothing could be decided.
        witness: for `fails` and `unknown` the point, for `holds` one that satisfies the
            hypotheses; as evidence holds it.
        instance: the values of the indices at the witness; the loop over the instances fills it in.
        sides: both sides of the relation at the witness.
        restrictions: what was added to the hypotheses.
        certificate: what the kernel is to check; `None` if nothing is proved.
        size: how much work it was.
        tier: how strong it is, if not as strong as the method's evidence is otherwise.
        seeded: whether it depends on the seed.
        goes_on: of an instance that is not decided, whether the next are looked at all the same.
        seen: what the method wants to know when it sums up the findings of all instances.
    """

    outcome: Outcome
    detail: str = ""
    witness: Witness | None = None
    instance: dict[str, str] = field(default_factory=dict)
    sides: tuple[str, str] | None = None
    restrictions: tuple[str, ...] = ()
    certificate: dict[str, Any] | None = None
    size: int = 0
    tier: Tier | None = None
    seeded: bool = False
    goes_on: bool = False
    seen: Any = None

    @property
    def is_last(self) -> bool:
        """Whether it decides by itself what is said of the whole statement."""
        if self.outcome is Outcome.UNKNOWN:
            return not self.goes_on
        return self.outcome is not Outcome.HOLDS


@dataclass(frozen=True)
class Instance:
    """One instance of a statement, for a method to decide.

    Args:
        statement: the expanded statement: no index and no abbreviation is left in it.
        task: what it is an instance of, and how hard to try.
        earlier: the findings of the instances before it.
    """

    statement: ForAll
    task: Task
    earlier: tuple[Finding, ...] = ()

    @property
    def interpretation(self) -> Interpretation:
        """The first meaning of every head."""
        return primary(self.task.meanings)

    @property
    def count(self) -> int:
        """How many instances the statement has."""
        return len(self.task.universal.expanded)

    @property
    def spent(self) -> int:
        """How much work the instances before it were."""
        return sum(found.size for found in self.earlier)


@dataclass(frozen=True)
class Pass:
    """One way through all instances of a statement.

    Args:
        decide: decides one instance.
        conclude: says what the findings of all instances are together, if none was the last.
    """

    decide: Callable[[Instance], Finding]
    conclude: Callable[[Sequence[Finding]], Finding]

    def __call__(self, task: Task) -> Finding:
        """Decide one instance after the other until one finding decides for all."""
        findings: list[Finding] = []
        for instance, statement in task.universal.expanded:
            found = self.decide(Instance(statement, task, tuple(findings)))
            if found.outcome is Outcome.NOT_APPLICABLE:
                return found
            found = replace(found, instance=index_values(instance))
            if found.is_last:
                return found
            findings.append(found)
        return self.conclude(findings)


@dataclass(frozen=True)
class EachInstance:
    """Decides a `ForAll` statement instance by instance.

    Args:
        passes: tried in this order, until one decides; what the last one says counts.
        unless: returns why nothing can be said of a statement, `None` if something can.
    """

    passes: tuple[Pass, ...]
    unless: Callable[[Task], str | None]

    def __call__(self, task: Task) -> Finding:
        """Return what is found out about a statement."""
        reason = self.unless(task)
        if reason is not None:
            return Finding(Outcome.NOT_APPLICABLE, reason)
        found = self.passes[0](task)
        for each in self.passes[1:]:
            if found.outcome is Outcome.UNKNOWN:
                found = each(task)
        return found


def in_all(findings: Sequence[Finding], detail: str, unmet: str) -> Finding:
    """Return that a statement holds, if all its instances do and one of them has a point.

    Args:
        findings: of all instances, none of which fails.
        detail: how it is known to hold.
        unmet: what to say if no instance has a point.
    """
    undecided = next((f for f in findings if f.outcome is Outcome.UNKNOWN), None)
    if undecided is not None:
        return undecided
    sample = next((f for f in findings if f.witness is not None), None)
    if sample is None:
        return Finding(Outcome.UNKNOWN, unmet)
    parts = [f.certificate for f in findings]
    tiers = [f.tier for f in findings if f.tier is not None]
    return Finding(
        Outcome.HOLDS,
        detail,
        witness=sample.witness,
        instance=sample.instance,
        restrictions=tuple(sorted({r for f in findings for r in f.restrictions})),
        certificate=None if None in parts else {"kind": "instances", "parts": parts},
        size=sum(f.size for f in findings),
        tier=max(tiers, key=lambda tier: tier.rank, default=None),
        seeded=any(f.seeded for f in findings),
    )


def not_by_formulas(task: Task) -> str | None:
    """Return why a statement is none between formulas, `None` if it is."""
    if task.universal.says == DEFINES:
        return "a definition"
    interpretation = primary(task.meanings)
    heads = heads_in(task.universal.says, interpretation)
    if any(not isinstance(interpretation[head], Formula) for head in heads):
        return "a head has no formula"
    return None


def is_approximate(task: Task) -> bool:
    """Return whether a head of the conclusion has floating-point values only."""
    interpretation = primary(task.meanings)
    heads = heads_in(task.universal.says, interpretation)
    return any(isinstance(interpretation[head], Approximate) for head in heads)


def has_few_points(task: Task) -> bool:
    """Return whether the points of all instances are few enough to be evaluated one by one."""
    if not isinstance(task.statement, ForAll) or task.statement.says == DEFINES:
        return False
    if is_approximate(task):
        return False
    try:
        for _, statement in task.universal.expanded:
            size(statement)
    except Outside:
        return False
    return True


Find = Callable[[ForAll, Task], dict[str, Any]]


def prover(find: Find, words: str) -> Pass:
    """Return the pass that looks for a certificate of every instance.

    Args:
        find: returns a certificate of an expanded statement without heads, or raises `Outside`.
        words: how such a certificate shows it.
    """

    def decide(instance: Instance) -> Finding:
        plain = unfolded(instance.statement, instance.interpretation)
        try:
            certificate = find(plain, instance.task)
        except Outside as reason:
            return Finding(Outcome.UNKNOWN, str(reason)[:LONGEST])
        domain = sample_domain(plain, instance.task.seed)
        if domain.counterexample is not None:
            sides = violation(plain.says, domain.counterexample, {})
            where = witness(filled(domain.counterexample, instance.statement))
            return Finding(Outcome.FAILS, "met in the domain", witness=where, sides=sides)
        sample = None if domain.point is None else witness(filled(domain.point, instance.statement))
        return Finding(Outcome.HOLDS, witness=sample, certificate=certificate, size=1, seeded=True)

    def conclude(findings: Sequence[Finding]) -> Finding:
        if not findings:
            return Finding(Outcome.UNKNOWN, "the statement has no instance")
        count = len(findings)
        detail = words if count == 1 else f"{words}, in each of {count} instances"
        return in_all(findings, detail, unmet="no point of the domain is known")

    return Pass(decide, conclude)


def unfolded(statement: ForAll, interpretation: Interpretation) -> ForAll:
    """Return an expanded statement with the formulas of heads in their places.

    A symbol that the formulas do without is none of its symbols any more.
    """
    if not any(heads_in(part, interpretation) for part in (statement.says, *statement.given)):
        return statement
    return ForAll(
        says=unfold(statement.says, interpretation),
        given=tuple(unfold(g, interpretation) for g in statement.given),
    )


def planned(statement: ForAll, meanings: Meanings) -> ForAll:
    """Return a statement with the same points that shows where its functions are applied.

    It is the statement itself if the formulas of heads do without one of its symbols.
    """
    if not any(isinstance(symbol, FunctionSymbol) for symbol in statement.symbols):
        return statement
    shown = unfolded(statement, primary(meanings))
    return shown if shown.symbols == statement.symbols else statement


@dataclass(frozen=True)
class DomainSample:
    """A point of a domain, and whether the conclusion fails there: then it is a counterexample."""

    point: dict[Any, Any] | None = None
    counterexample: dict[Any, Any] | None = None


def sample_domain(statement: ForAll, seed: int) -> DomainSample:
    """Return a point that satisfies the hypotheses; none if an implication assumes the impossible.

    What each implication of the conclusion assumes must be met at some point of the domain.
    """
    return _sampled(statement.given, statement.says, seed)


@lru_cache(maxsize=64)
def _sampled(given: Any, says: Any, seed: int) -> DomainSample:
    found = DomainSample()
    for assumed in assumed_in(says) or [sp.true]:
        wanted = given if assumed == sp.true else (*given, assumed)
        found = _point_of(ForAll(says=says, given=wanted), seed)
        if found.point is None or found.counterexample is not None:
            break
    return found


def _point_of(statement: ForAll, seed: int) -> DomainSample:
    """Return a point of a domain: a model that z3 gives, or else a drawn one."""
    found = DomainSample()

    def look(point: Any) -> bool:
        nonlocal found
        if point is None:
            return False
        truth_of = truths_at(point, {})
        if any(truth_of(hypothesis) is not Truth.TRUE for hypothesis in statement.given):
            return False
        false = truth_of(statement.says) is Truth.FALSE
        found = DomainSample(point, point if false else None)
        return True

    if not look(inhabitant(statement)):
        draws = DRAWS if statement.symbols else 1
        first(points(statement, rationals_at), look, examples=draws, seed=seed, shrink=False)
    return found
