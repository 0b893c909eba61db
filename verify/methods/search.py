"""Search: edge cases, then random points; `truth` says what each of them is.

It looks for a counterexample to any statement that can be evaluated at a point: a point that a hint
names, the ends of ranges, small integers and simple numbers first, where misprints show, then
points that Hypothesis draws from the domain, the smallest instance first. What it finds is made as
simple as it goes, but for the point of a hint, which is shown as it is; where a strict inequality
fails, an edge case with unequal sides is preferred.

This is sound because a counterexample is exact: every hypothesis is certainly true at the point,
and the conclusion is certainly false, or undefined where a changed statement is tried. That none
was found proves nothing; it supports the statement, and the number of points is part of what it
covers. A domain of which no point was met has not passed, and neither has a conclusion that is
undefined or undecided at a point of it.

Example:

    >>> from theory.statements import ForAll
    >>> from theory.language import reals
    >>> from verify.methods import METHODS
    >>> from verify.methods.task import Task
    >>> x = reals("x")
    >>> found = METHODS["search"].apply(Task(ForAll(given=(x >= 0,), says=x < 1)))
    >>> print(found.outcome, found.witness["x"].value)
    fails 2

Reference: D. MacIver, Z. Hatfield-Dodds and others, "Hypothesis: a new approach to property-based
testing", Journal of Open Source Software 4 (2019).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import sympy as sp

from property_tests.strategies.cost import affordable, growing
from property_tests.strategies.edge_cases import edge_points
from property_tests.strategies.plan import Plan
from property_tests.strategies.points import points
from property_tests.strategies.search import first
from property_tests.strategies.smallest import smallest
from reports.points import point as in_words
from theory.hints import Try
from theory.language import DEFINES, UnimodalDensity, assumed_in
from theory.statements import ForAll
from verify.claims.meanings import Formula, Interpretation, evaluable, heads_in
from verify.claims.witness import witness
from verify.evidence import Outcome, Tier
from verify.methods.base import (
    EachInstance,
    Finding,
    Instance,
    Pass,
    has_few_points,
    in_all,
    planned,
)
from verify.methods.method import Method, Needless
from verify.methods.task import Task
from verify.truth import AGREEMENT_BITS, Truth, rationals_at, truths_at, violation

INHABITANTS = 20  # points that are enough to show that a domain is inhabited
ATTEMPTS = 4  # rounds of draws, as long as too few points satisfy the hypotheses
EDGE_CASES = 2  # edge cases for each random point
MAX_EDGE_CASES = 600  # of them; what comes later in their order hardly finds more than chance
SIMPLER = 2000  # points that are looked at to make a counterexample simpler
WEAK = {sp.Lt: sp.Le, sp.Gt: sp.Ge}
COSTLY = 20  # times fewer of them where a point takes long
EVERY_PLACE = 20  # of them for one unknown with one end: fewer would skip a small integer


def _decide(instance: Instance) -> Finding:
    """Look for a counterexample among exact points."""
    task = instance.task
    return looked_for(instance, evaluable(task.meanings), task.budget.examples)


def looked_for(
    instance: Instance,
    interpretation: Interpretation,
    examples: int,
    sparing: bool = False,
    agreement: int = AGREEMENT_BITS,
) -> Finding:
    """Look at points of one instance with one meaning for each head.

    Args:
        instance: the instance.
        interpretation: what is evaluated.
        examples: points for all instances together.
        sparing: draw fewer random points, though judging one takes long.
        agreement: see `verify.truth.evaluate`.
    """
    task, statement = instance.task, instance.statement
    if task.universal.says == DEFINES:
        examples = INHABITANTS
    share = max(examples // instance.count, min(examples, INHABITANTS))
    tally = Tally(statement, interpretation, share, task.variant, agreement)
    found = _objection(task, tally, share, sparing)
    if found is None:
        sample = None if tally.sample is None else witness(tally.sample)
        return Finding(Outcome.HOLDS, witness=sample, size=tally.inside, seeded=True, seen=tally)
    total = instance.spent + tally.inside
    if tally.conclusion_at(found) is Truth.UNDEFINED:
        detail = "the conclusion is not defined at this point"
    else:
        detail = f"counterexample after {total} points"
    sides = violation(statement.says, found, interpretation)
    where = witness(found)
    return Finding(Outcome.FAILS, detail, witness=where, sides=sides, size=total, seeded=True)


def conclude(findings: Sequence[Finding]) -> Finding:
    """Return what points of all instances say, none of which objects."""
    tallies: list[Tally] = [found.seen for found in findings]
    nowhere = f"no point of the domain was met in {sum(t.looked_at for t in tallies)} draws"
    if doubtful := sum(tally.doubtful for tally in tallies):
        nowhere += f"; at {doubtful} of them a hypothesis is not decidable"
    detail = _agreement(tallies)
    found = replace(in_all(findings, detail, unmet=nowhere), seeded=True)
    if found.outcome is Outcome.UNKNOWN:
        return found
    found = replace(found, restrictions=(f"{found.size} points",))
    undecided = _undecided(findings)
    if undecided is not None:
        return replace(found, outcome=Outcome.UNKNOWN, **undecided)
    if all(tally.unmet for tally in tallies):
        detail += ", none of them what an implication assumes"
        return replace(found, outcome=Outcome.UNKNOWN, detail=detail, witness=None)
    return found


def _objection(task: Task, tally: Tally, share: int, sparing: bool) -> Any | None:
    """Return the first point that objects: an edge case, the same for any seed, or a random one."""
    statement = tally.statement
    plan = Plan(planned(statement, task.meanings))
    costly = _costly(statement, tally.interpretation)
    # A third of the random points is enough beside the chosen ones, of which there are many; where
    # a point takes long there are few of them, and only an experiment draws less for that.
    chosen = max(share // 3, min(share, EVERY_PLACE)) if costly else EDGE_CASES * share
    chosen = min(chosen, MAX_EDGE_CASES)
    drawn = share // 3 if sparing or not costly else share
    tally.wanted = chosen
    found = next(filter(tally.objects, _tried(task, statement)), None)
    if found is not None:
        return found  # someone has chosen it, so that a reader can recompute it
    found = next(filter(tally.objects, edge_points(plan, rationals_at, chosen)), None)
    tally.wanted = tally.inside + drawn
    random = points(plan, rationals_at)
    for attempt in range(ATTEMPTS if statement.symbols else 0):
        enough = 2 * tally.inside >= share and (attempt > 0 or statement.says == DEFINES)
        if found is not None or enough:
            break
        if attempt > 1 and tally.inside == 0:
            break  # other methods must tell whether the domain is empty or only thin
        found = first(
            random,
            tally.objects,
            examples=drawn,
            seed=task.seed + 1000 * attempt,
            shrink=not task.variant,
        )
    if found is None or task.variant:
        return found
    weak = _weakened(statement)
    if weak is not None:
        unequal = Tally(weak, tally.interpretation, 0, variant=False, agreement=tally.agreement)
        if not unequal.objects(found):
            more = next(filter(unequal.objects, edge_points(plan, rationals_at, chosen)), None)
            tally, found = (tally, found) if more is None else (unequal, more)
    limit = SIMPLER // COSTLY if costly else SIMPLER
    return smallest(statement, found, lambda p: tally.conclusion_at(p) is Truth.FALSE, limit)


def _weakened(statement: ForAll) -> ForAll | None:
    """Return a strict inequality with equality allowed, `None` for any other statement.

    A point that breaks it says more than one at which both sides are equal.
    """
    weak = WEAK.get(type(statement.says))
    return weak and replace(statement, says=weak(*statement.says.args, evaluate=False))


def _tried(task: Task, statement: ForAll) -> Iterator[dict[Any, Any]]:
    """Yield the point that a hint names, if it has a value for each symbol of the instance."""
    if isinstance(task.hint, Try):
        values = task.hint.values()
        if set(statement.symbols) <= set(values):
            yield {symbol: values[symbol] for symbol in statement.symbols}


def _costly(statement: ForAll, interpretation: Interpretation) -> bool:
    """Return whether judging one point takes as long as judging many of most statements."""
    parts = (*statement.given, statement.says)
    return any(
        part.atoms(sp.Integral, UnimodalDensity)
        or any(
            not isinstance(interpretation[head], Formula) for head in heads_in(part, interpretation)
        )
        for part in parts
    )


def _undecided(findings: Sequence[Finding]) -> dict[str, Any] | None:
    """Return the first point at which the conclusion has no value, or else is not decided."""
    total = sum(found.seen.inside for found in findings)
    for truth, what in ((Truth.UNDEFINED, "not defined"), (Truth.UNKNOWN, "not decidable")):
        met = [(found, point) for found in findings for point in found.seen.met[truth]]
        if met:
            found, point = met[0]
            shown = witness(point)
            detail = f"the conclusion is {what} at {len(met)} of {total} points"
            detail = ", ".join(filter(None, (detail, in_words(shown, {}))))
            return {"detail": detail, "witness": shown, "instance": found.instance}
    return None


def _agreement(tallies: list[Tally]) -> str:
    """Return what points of the domain say of which none objects."""
    detail = f"no objection at {sum(tally.inside for tally in tallies)} exact points"
    agreed = sum(len(tally.met[Truth.AGREES]) for tally in tallies)
    return detail + (f", {agreed} of them equal to the last bit looked at" if agreed else "")


class Tally:
    """Counts what a search met; `objects` is the property that it looks for.

    Args:
        statement: an expanded `ForAll`.
        interpretation: one meaning for each head.
        wanted: how many points of the domain are counted.
        variant: whether a point at which the conclusion is undefined objects too.
        agreement: see `verify.truth.evaluate`.

    Attributes:
        looked_at: points, in and outside the domain.
        inside: those among them at which every hypothesis is certainly true.
        doubtful: those at which no hypothesis is false, and one is not decidable.
        met: the points inside by what the conclusion is there; one where it is false is none of
            them, for a search ends there.
        unmet: what implications assume and no point inside has satisfied yet.
    """

    def __init__(
        self,
        statement: ForAll,
        interpretation: Interpretation,
        wanted: int,
        variant: bool,
        agreement: int = AGREEMENT_BITS,
    ) -> None:
        self.statement = statement
        self.interpretation = interpretation
        self.wanted = wanted
        self.variant = variant
        self.agreement = agreement
        self.looked_at = self.inside = self.doubtful = 0
        self.met: dict[Truth, list[Any]] = {truth: [] for truth in Truth}
        self.sample: Any = None
        self.unmet = assumed_in(statement.says)
        self._growing = growing(statement)

    def conclusion_at(self, point: Any) -> Truth | None:
        """Return the truth of the conclusion, `None` outside the domain or where it is too much.

        A point at which a hypothesis is not certainly true lies outside.
        """
        self.looked_at += 1
        if not affordable(self._growing, point):
            return None
        truth_of = truths_at(point, self.interpretation, self.agreement)
        hypotheses = set()
        for hypothesis in self.statement.given:
            hypotheses.add(truth_of(hypothesis))
            if hypotheses & {Truth.FALSE, Truth.UNDEFINED}:
                return None
        if hypotheses <= {Truth.TRUE}:
            return truth_of(self.statement.says)
        self.doubtful += 1
        return None

    def objects(self, point: Any) -> bool:
        """Return whether the point satisfies every hypothesis and breaks the conclusion."""
        if point is None:
            self.looked_at += 1
            return False
        truth = self.conclusion_at(point)
        if truth is None:
            return False
        if truth is Truth.FALSE or (truth is Truth.UNDEFINED and self.variant):
            return True
        if self.inside < self.wanted:
            self.inside += 1
            self.met[truth].append(point)
            self.sample = self.sample or point or {}
            if self.unmet:
                truth_of = truths_at(point, self.interpretation, self.agreement)
                self.unmet = [a for a in self.unmet if truth_of(a) is not Truth.TRUE]
        return False


METHOD = Method(
    name="search",
    tier=Tier.SEARCH,
    handles="Every statement that can be evaluated at a point and has too many of them to "
    "enumerate.",
    decide=EachInstance(
        (Pass(_decide, conclude),),
        unless=lambda task: "every point is enumerated" if has_few_points(task) else None,
    ),
    cost=80,
    refutes=30,
    needless=Needless.PROVED,
    samples=True,
)
