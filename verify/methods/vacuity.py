"""Vacuity: does anything satisfy the hypotheses? Decided by z3, independently of the conclusion."""

from __future__ import annotations

from reports.results import Evidence, Outcome, Tier
from theory.claim import ForAll
from verify.methods.solver import hypotheses_are_contradictory
from verify.task import Task

NAME = "vacuity"
TIER = Tier.SOLVER


def run(task: Task) -> Evidence:
    """Say `holds` if z3 shows that the hypotheses of every instance contradict each other."""
    if not isinstance(task.statement, ForAll) or not task.statement.given:
        return Evidence(NAME, Outcome.NOT_APPLICABLE, TIER)
    if hypotheses_are_contradictory(task.statement, task.budget.rlimit):
        return Evidence(
            NAME, Outcome.HOLDS, TIER, detail="the hypotheses contradict each other, says z3"
        )
    return Evidence(NAME, Outcome.NOT_APPLICABLE, TIER)
