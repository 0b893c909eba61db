"""Experiment: floating point and sampled evidence, judged by its stated error.

It says something about two kinds of statements: about an effect that a paper has observed, by the
experiment of that name among the paper's attacks, and about heads whose meaning is a program in
floating point with an error bound, by evaluating the statement at points of its domain.

This is sound up to chance and stated errors: the size of an experiment and the z-score that decides
are fixed before it runs, a known effect must be seen in the same runs (see
`verify.methods.effects`), and a relation counts as false only if the error bounds leave no room for
it to be true. It never proves, its tier is the weakest, and a statement to which it alone objects
stays open; only an observed effect can be contradicted by it.

Example:

    >>> from theory.statements import ForAll, Observed
    >>> from theory.language import reals
    >>> from verify.evidence import Evidence, Outcome, Tier
    >>> from verify.methods import METHODS
    >>> from verify.methods.task import Task
    >>> def measured(statement, **settings):
    ...     return Evidence("experiment", Outcome.HOLDS, Tier.EXPERIMENT, detail="speed = 2.1")
    >>> faster = Observed("speeds", {}, reals("speed") > 1)
    >>> found = METHODS["experiment"].apply(Task(faster, experiments={"speeds": measured}))
    >>> print(found.outcome, found.detail, sep=": ")
    holds: speed = 2.1

Reference: Student, "The probable error of a mean", Biometrika 6 (1908); C. J. Clopper and
E. S. Pearson, "The use of confidence or fiducial limits illustrated in the case of the binomial",
Biometrika 26 (1934).
"""

from __future__ import annotations

from typing import Any

from theory.statements import ForAll, Observed
from verify.claims.meanings import Approximate, heads_in, independent
from verify.errors import UnknownExperiment
from verify.evidence import Evidence, Outcome, Tier
from verify.methods.base import EachInstance, Finding, Instance, Pass
from verify.methods.method import Method
from verify.methods.search import conclude, looked_for
from verify.methods.task import Task

AGREEMENT_BITS = 16  # an approximate head must pin a relation down to five digits
FEWER = 8  # times fewer points than a search among exact ones
FEWEST = 8


def _decide_whole(task: Task) -> Finding | Evidence:
    """Compare a statement with the numerical meaning of its heads, or run its experiment."""
    if isinstance(task.statement, Observed):
        return _observed(task, task.statement)
    return _SAMPLED(task)


def _decide(instance: Instance) -> Finding:
    task = instance.task
    examples = max(FEWEST, task.budget.examples // FEWER)
    interpretation = independent(task.meanings)
    return looked_for(instance, interpretation, examples, sparing=True, agreement=AGREEMENT_BITS)


def _is_exact(task: Task) -> str | None:
    """Return an empty reason if no head of a statement has floating-point values, else `None`."""
    statement = task.universal
    interpretation = independent(task.meanings)
    used = heads_in(statement.says, task.meanings)
    for expression in (*statement.given, *statement.where.values()):
        used |= heads_in(expression, task.meanings)
    return None if any(isinstance(interpretation[head], Approximate) for head in used) else ""


_SAMPLED = EachInstance((Pass(_decide, conclude),), unless=_is_exact)


def _observed(task: Task, statement: Observed) -> Finding | Evidence:
    """Run the experiment that a statement names; what it `needs` may keep us from having it.

    Raises:
        UnknownExperiment: there is none of that name, though nothing is missing.
    """
    experiment = task.experiments.get(statement.experiment)
    if experiment is None and not statement.needs:
        raise UnknownExperiment(statement.experiment, task.experiments)
    if experiment is None:
        return Finding(Outcome.NOT_APPLICABLE, statement.needs)
    how: dict[str, Any] = {} if task.swept is None else {"found": task.swept}
    how |= {"seed": task.seed, "scale": task.budget.scale, "device": task.device}
    return experiment(statement, **how)


METHOD = Method(
    name="experiment",
    tier=Tier.EXPERIMENT,
    handles="Observed effects, and statements about heads that are evaluated in floating point.",
    decide=_decide_whole,
    cost=90,
    takes=(ForAll, Observed),
    experiments=True,
    uses_gpu=True,
)
