"""Experiment: floating point and sampled evidence, judged by its stated error."""

from __future__ import annotations

from theory.claim import ForAll, Observed
from verify.claims.meanings import Approximate, heads_in, independent
from verify.errors import UnknownExperiment
from verify.evidence import Evidence, Outcome, Tier
from verify.methods.search import hunt
from verify.methods.task import Task

AGREEMENT_BITS = 16  # an approximate head must pin a relation down to five digits

NAME = "experiment"
TIER = Tier.EXPERIMENT


def run(task: Task) -> Evidence:
    """Compare a statement with the numerical meaning of its heads, or run its experiment."""
    if isinstance(task.statement, Observed):
        return _observed(task, task.statement)
    if not isinstance(task.statement, ForAll):
        return Evidence(NAME, Outcome.NOT_APPLICABLE, TIER)
    reading = independent(task.meanings)
    used = heads_in(task.statement.says, task.meanings)
    for expression in (*task.statement.given, *task.statement.where.values()):
        used |= heads_in(expression, task.meanings)
    if not any(isinstance(reading[head], Approximate) for head in used):
        return Evidence(NAME, Outcome.NOT_APPLICABLE, TIER)
    return hunt(
        task, reading, NAME, TIER, max(8, task.budget.examples // 8), agreement=AGREEMENT_BITS
    )


def _observed(task: Task, statement: Observed) -> Evidence:
    """Run the experiment that a statement names; what it `needs` may keep us from having it.

    Raises:
        UnknownExperiment: there is none of that name, though nothing is missing.
    """
    experiment = task.experiments.get(statement.experiment)
    if experiment is None and not statement.needs:
        raise UnknownExperiment(statement.experiment, task.experiments)
    if experiment is None:
        return Evidence(NAME, Outcome.NOT_APPLICABLE, TIER, detail=statement.needs)
    return experiment(statement, seed=task.seed, scale=task.budget.scale, device=task.device)
