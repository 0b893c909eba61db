"""Exact enumeration: every point of a finite domain, or the one point of a closed statement."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import sympy as sp

from theory.claim import ForAll
from theory.language import DEFINES
from verify.claims.meanings import Approximate, heads_in, primary
from verify.claims.witness import index_values, witness
from verify.evidence import Evidence, Outcome, Tier
from verify.kernel.points import every_point, size
from verify.kernel.total import Outside
from verify.methods.task import Task
from verify.truth import Arithmetic, Truth, at, violation

NAME = "enumeration"
TIER = Tier.EXACT


def covers(task: Task) -> bool:
    """Return whether all points of a statement are few enough to be enumerated."""
    if not isinstance(task.statement, ForAll) or task.statement.says == DEFINES:
        return False
    reading = primary(task.meanings)
    if any(isinstance(reading[h], Approximate) for h in heads_in(task.statement.says, reading)):
        return False
    try:
        for _, statement in task.statement.expanded:
            size(statement)
    except Outside:
        return False
    return True


def run(task: Task) -> Evidence:
    """Judge every point of a finite domain; the tier is `ball` where balls were needed."""
    blank = Evidence(NAME, Outcome.NOT_APPLICABLE, TIER)
    if not covers(task):
        return blank
    reading = primary(task.meanings)
    sample, exact, parts, unsure = None, True, [], None
    for instance, statement in task.universal.expanded:
        labels = index_values(instance)
        parts.append({"kind": "points", "count": size(statement)})
        for point, truth in every_point(statement, reading):
            inside = at(statement, point, reading) is not None
            if inside and sample is None:
                sample = (witness(point), labels)
            found = replace(blank, witness=witness(point), instance=labels, size=len(parts))
            if inside and truth is Truth.FALSE:
                sides = violation(statement.says, point, reading)
                return replace(
                    found, outcome=Outcome.FAILS, sides=sides, detail="an enumerated point"
                )
            if truth is not Truth.TRUE:
                unsure = unsure or replace(
                    found, outcome=Outcome.UNKNOWN, detail=f"{truth.value} at this point"
                )
            exact = exact and _is_exact(statement.says, point, reading)
    if unsure is not None:
        return unsure
    if sample is None:
        return replace(blank, outcome=Outcome.UNKNOWN, detail="no point in the domain")
    count = sum(size(statement) for _, statement in task.universal.expanded)
    return replace(
        blank, outcome=Outcome.HOLDS, tier=Tier.EXACT if exact else Tier.BALL, witness=sample[0],
        instance=sample[1], detail=f"true at all {count} points", size=count,
        certificate={"kind": "instances", "parts": parts},
    )  # fmt: skip


def _is_exact(condition: Any, point: Any, reading: Any) -> bool:
    relations = condition.atoms(sp.core.relational.Relational)
    arithmetic = Arithmetic(point, reading)
    try:
        return all(type(arithmetic.number(s)).__name__ == "fmpq" for r in relations for s in r.args)
    except ArithmeticError:
        return False
