"""Exact enumeration: every point of a finite domain, or the one point of a closed statement."""

from __future__ import annotations

from itertools import product
from typing import Any

import sympy as sp

from property_tests.bounds import finite_domain
from reports.results import Evidence, Outcome, Tier
from theory.claim import ForAll
from verify.certificate import index_values, witness
from verify.coverage import index_restrictions
from verify.meanings import Approximate, heads_in, primary
from verify.task import Task
from verify.truth import Arithmetic, Truth, at, violation

NAME = "enumeration"
TIER = Tier.EXACT
LIMIT = 20_000


def covers(task: Task) -> bool:
    """Return whether all points of a statement are few enough to be enumerated."""
    if not isinstance(task.statement, ForAll):
        return False
    reading = primary(task.meanings)
    if any(isinstance(reading[h], Approximate) for h in heads_in(task.statement.says, reading)):
        return False
    expanded = task.statement.expanded
    return all(finite_domain(statement, LIMIT) is not None for _, statement in expanded)


def run(task: Task) -> Evidence:
    """Judge every point of a finite domain; the tier is `ball` where balls were needed."""
    if not covers(task):
        return Evidence(NAME, Outcome.NOT_APPLICABLE, Tier.EXACT)
    reading = primary(task.meanings)
    count, sample, exact = 0, None, True
    for instance, statement in task.universal.expanded:
        labels = index_values(instance)
        for choice in product(*finite_domain(statement, LIMIT) or ()):
            count += 1
            point = dict(zip(statement.symbols, choice, strict=True))
            truth = at(statement, point, reading)
            if truth is None:
                continue
            sample = sample or (witness(point), labels)
            if truth is Truth.FALSE:
                return Evidence(
                    NAME, Outcome.FAILS, Tier.EXACT, witness=witness(point), instance=labels,
                    sides=violation(statement.says, point, reading), size=count,
                    detail=f"point {count} of the enumeration",
                )  # fmt: skip
            if truth is not Truth.TRUE:
                return Evidence(
                    NAME, Outcome.UNKNOWN, Tier.EXACT, witness=witness(point), instance=labels,
                    detail=f"{truth.value} at this point", size=count,
                )  # fmt: skip
            exact = exact and _is_exact(statement.says, point, reading)
    if sample is None:
        return Evidence(NAME, Outcome.UNKNOWN, Tier.EXACT, detail="no point in the domain")
    return Evidence(
        NAME, Outcome.HOLDS, Tier.EXACT if exact else Tier.BALL,
        restrictions=index_restrictions(task.universal), witness=sample[0], instance=sample[1],
        detail=f"true at all {count} points", size=count,
    )  # fmt: skip


def _is_exact(condition: Any, point: Any, reading: Any) -> bool:
    relations = condition.atoms(sp.core.relational.Relational)
    arithmetic = Arithmetic(point, reading)
    try:
        return all(type(arithmetic.number(s)).__name__ == "fmpq" for r in relations for s in r.args)
    except ArithmeticError:
        return False
