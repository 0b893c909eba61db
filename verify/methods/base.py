"""What the provers have in common: the loop over the instances, and a point of the domain.

A prover looks for a certificate of one expanded statement; whether that is a proof the kernel
decides. Beside it stands a point that satisfies the hypotheses, so that nothing holds for want of
one, and a point at which the statement is false is never passed over.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import sympy as sp

from property_tests.search import first
from property_tests.strategies import points
from theory.claim import ForAll
from theory.language import DEFINES, assumed_in
from verify.claims.meanings import Formula, Reading, heads_in, primary, unfold
from verify.claims.witness import index_values, witness
from verify.evidence import Evidence, Outcome, Tier
from verify.kernel.total import Outside
from verify.methods import models
from verify.methods.task import Task
from verify.truth import Truth, judge_at, rationals_at, violation

DRAWS = 60  # for a point of the domain that nothing simpler gives

Find = Callable[[ForAll, Task], dict[str, Any]]


def prove(task: Task, name: str, tier: Tier, find: Find, words: str) -> Evidence:
    """Look for a certificate of every instance of a statement.

    Args:
        task: the statement and how hard to try.
        name, tier: of the method.
        find: returns a certificate of an expanded statement without heads, or raises `Outside`.
        words: how such a certificate shows it.
    """
    blank = Evidence(name, Outcome.NOT_APPLICABLE, tier)
    if not isinstance(task.statement, ForAll):
        return blank
    if task.statement.says == DEFINES:
        return replace(blank, detail="a definition")
    reading = primary(task.meanings)
    if any(not isinstance(reading[h], Formula) for h in heads_in(task.statement.says, reading)):
        return replace(blank, detail="a head has no formula")
    sample, parts = None, []
    for instance, statement in task.universal.expanded:
        labels = index_values(instance)
        plain = unfolded(statement, reading)
        try:
            parts.append(find(plain, task))
        except Outside as reason:
            return replace(
                blank, outcome=Outcome.UNKNOWN, instance=labels, detail=str(reason)[:200]
            )
        met = meeting(plain, task.seed)
        if met.objection is not None:
            return replace(
                blank, outcome=Outcome.FAILS, witness=witness(met.objection), instance=labels,
                sides=violation(plain.says, met.objection, {}), detail="met in the domain",
            )  # fmt: skip
        if sample is None and met.sample is not None:
            sample = (witness(met.sample), labels)
    if not parts:
        return replace(blank, outcome=Outcome.UNKNOWN, detail="the statement has no instance")
    if sample is None:
        return replace(blank, outcome=Outcome.UNKNOWN, detail="no point of the domain is known")
    return replace(
        blank, outcome=Outcome.HOLDS, witness=sample[0], instance=sample[1], size=len(parts),
        detail=words if len(parts) == 1 else f"{words}, in each of {len(parts)} instances",
        certificate={"kind": "instances", "parts": parts}, seed=task.seed,
    )  # fmt: skip


def unfolded(statement: ForAll, reading: Reading) -> ForAll:
    """Return an expanded statement with the formulas of heads in their places."""
    if not any(heads_in(part, reading) for part in (statement.says, *statement.given)):
        return statement
    return ForAll(
        statement.symbols,
        says=unfold(statement.says, reading),
        given=tuple(unfold(g, reading) for g in statement.given),
    )


@dataclass(frozen=True)
class Met:
    """What a look at a few points of a domain has met: one of its points, and an objection."""

    sample: dict[Any, Any] | None = None
    objection: dict[Any, Any] | None = None


def meeting(statement: ForAll, seed: int) -> Met:
    """Return a point that satisfies the hypotheses; none if an implication assumes the impossible.

    What each implication of the conclusion assumes must be met at some point of the domain.
    """
    return _meeting(statement.symbols, statement.given, statement.says, seed)


@lru_cache(maxsize=64)
def _meeting(symbols: Any, given: Any, says: Any, seed: int) -> Met:
    found = Met()
    for assumed in assumed_in(says) or [sp.true]:
        wanted = given if assumed == sp.true else (*given, assumed)
        found = _point_of(ForAll(symbols, says=says, given=wanted), seed)
        if found.sample is None or found.objection is not None:
            break
    return found


def _point_of(statement: ForAll, seed: int) -> Met:
    """Return a point of a domain: a model that z3 gives, or else a drawn one."""
    found = Met()

    def look(point: Any) -> bool:
        nonlocal found
        if point is None:
            return False
        judge = judge_at(point, {})
        if any(judge(hypothesis) is not Truth.TRUE for hypothesis in statement.given):
            return False
        false = judge(statement.says) is Truth.FALSE
        found = Met(point, point if false else None)
        return True

    if not look(models.inhabitant(statement)):
        draws = DRAWS if statement.symbols else 1
        first(points(statement, rationals_at), look, examples=draws, seed=seed, shrink=False)
    return found
