"""Proofs of auxiliary statements, by the exact methods in the order of their cost."""

from __future__ import annotations

from dataclasses import replace

from reports.results import Evidence, Outcome
from theory.claim import ForAll
from verify.methods import derivation, enumeration, solver
from verify.task import Task

PROVERS = (enumeration, solver, derivation)


def proof(task: Task, statement: ForAll, restricted: bool = False) -> Evidence | None:
    """Return the first proof of a statement, with the meanings and the budget of a task.

    Args:
        restricted: whether a proof may leave something out, as at one value of an index.
    """
    for prover in PROVERS:
        evidence = prover.run(replace(task, statement=statement))
        if evidence.outcome is Outcome.HOLDS and (restricted or not evidence.restrictions):
            return evidence
    return None
