"""Induction: an invariant that holds at the first value of an index, survives a step, and suffices.

The three obligations are statements without an index range, decided by the other exact methods:

    start   the hypotheses at the first value imply the invariant there
    step    the hypotheses at k + 1 and the invariant at k imply the invariant at k + 1
    end     the hypotheses and the invariant at k imply the conclusion at k

At a generic k members of sequences are unknowns, of a range of hypotheses the last two members are
taken, and of a sum with an end that moves with k the part before is one unknown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import sympy as sp

from property_tests.bounds import edge
from reports.results import Evidence, Outcome, Tier
from theory.claim import ForAll
from theory.language import Each, on_sides
from verify.methods.provers import proof
from verify.task import Task

NAME = "induction"
TIER = Tier.EXACT


class NoInduction(Exception):
    """The statement is not of a form in which the obligations prove it; says why."""


def run(task: Task) -> Evidence:
    """Prove the three obligations of every index that has an invariant."""
    if not isinstance(task.statement, ForAll) or not task.statement.invariants:
        return Evidence(NAME, Outcome.NOT_APPLICABLE, TIER)
    statement = task.universal
    if set(statement.invariants) != set(statement.instances) or len(statement.instances) != 1:
        return Evidence(NAME, Outcome.NOT_APPLICABLE, TIER, detail="not over one index")
    (invariant,) = statement.invariants.values()
    tier, witness, instance = Tier.EXACT, None, {}
    try:
        for name, obligation in obligations(statement):
            found = proof(task, obligation, restricted=name == "start")
            if found is None:
                detail = f"the {name} is not proved: {obligation.says}"
                return Evidence(NAME, Outcome.UNKNOWN, TIER, detail=detail[:200])
            if found.tier is not Tier.EXACT:
                tier = found.tier
            if name == "start":
                witness, instance = found.witness, found.instance
    except NoInduction as reason:
        return Evidence(NAME, Outcome.NOT_APPLICABLE, TIER, detail=str(reason))
    return Evidence(
        NAME, Outcome.HOLDS, tier, witness=witness, instance=instance, size=3,
        detail=f"start, step and end are proved of {invariant}"[:200],
    )  # fmt: skip


def obligations(statement: ForAll) -> Iterator[tuple[str, ForAll]]:
    """Yield the three obligations by name.

    Raises:
        NoInduction: the hypotheses do not pass from k + 1 to k, or k has no first value.
    """
    ((k, invariant),) = statement.invariants.items()
    given = [statement.unfold(g) for g in statement.given]
    says, kept = statement.unfold(statement.says), statement.unfold(invariant)
    first = _first(k, given)
    start = replace(statement, says=invariant, instances={k: (first,)}, invariants={})
    yield "start", start
    here = Place(k, first)
    before = [kept, k >= first]
    yield "step", here.statement([*before, *_at(given, k, first, 1)], _shifted(kept, k, 1))
    yield "end", here.statement([*before, *_at(given, k, first, 0)], says)


def _first(k: Any, given: list[Any]) -> Any:
    """Return the first value of the index, from the one hypothesis that bounds it."""
    bounds = [g for g in given if not isinstance(g, Each) and k in g.free_symbols]
    ends = [edge(g, k) for g in bounds]
    if len(bounds) != 1 or ends[0] is None or not ends[0].upwards or ends[0].strict:
        raise NoInduction(f"{k} is not bounded below by one hypothesis alone")
    if not ends[0].value.is_Integer:
        raise NoInduction(f"{k} does not start at a number")
    return ends[0].value


def _at(given: list[Any], k: Any, first: Any, shift: int) -> Iterator[Any]:
    """Yield the hypotheses at k + shift, of a range the last two members."""
    for hypothesis in given:
        if not isinstance(hypothesis, Each):
            if k not in hypothesis.free_symbols:
                yield hypothesis
            continue
        condition, (index, low, high) = hypothesis.args
        if sp.diff(high, k) not in (0, 1) or low.has(k) or condition.has(k):
            raise NoInduction(f"the range of {index} does not grow with {k}")
        for back in (0, 1):
            member = sp.expand(high.subs(k, k + shift) - back)
            if member.subs(k, first) >= low:
                yield _shifted(condition, index, member - index)


def _shifted(expression: Any, index: Any, by: Any) -> Any:
    return on_sides(expression, lambda side: side.subs(index, index + by))


class Place:
    """A generic value of the index, where sums and members of sequences become unknowns."""

    def __init__(self, k: Any, first: Any) -> None:
        self.k = k
        self.first = first

    def statement(self, given: list[Any], says: Any) -> ForAll:
        """Return hypotheses and conclusion as a statement in scalars."""
        ends = [s.limits[0][2] - self.k for g in (*given, says) for s in g.atoms(sp.Sum)]
        if any(not end.is_Integer for end in ends):
            raise NoInduction("a sum does not end near the index")
        start = min(ends, default=0)
        plain = [on_sides(g, lambda side: self._plain(side, start)) for g in given]
        says = on_sides(says, lambda side: self._plain(side, start))
        free = set().union(*(g.free_symbols for g in (*plain, says)))
        return ForAll(tuple(sorted(free, key=str)), says=says, given=tuple(plain))

    def _plain(self, side: Any, start: Any) -> Any:
        side = side.replace(
            lambda e: isinstance(e, sp.Sum), lambda e: self._split(e, self.k + start)
        )
        names = {m: self._name(m) for m in side.atoms(sp.Indexed)}
        return side.xreplace(names)

    def _split(self, total: Any, until: Any) -> Any:
        """Return a sum as the unknown of its part up to `until` and the members after that."""
        index, low, high = total.limits[0]
        if until.subs(self.k, self.first) < low - 1:
            raise NoInduction("a sum may be empty at the first values")
        members = [total.function.subs(index, until + n) for n in range(1, int(high - until) + 1)]
        name = f"sum of {total.function}, {index} from {low} to {until}"
        part = sp.Symbol(name, real=True)
        return part + sp.Add(*members)

    def _name(self, member: Any) -> Any:
        return sp.Symbol(f"{member.base}[{sp.expand(member.indices[0])}]", real=True)
