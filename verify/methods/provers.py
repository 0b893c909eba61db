"""Proofs of auxiliary statements, by the exact methods in the order of their cost.

They are named here, and not found like `METHODS`, because a stored result of a method that uses
them must not outlive a change of one of them.
"""

from __future__ import annotations

from dataclasses import replace

from theory.claim import ForAll
from verify.evidence import Evidence, Outcome
from verify.methods import derivation, enumeration, solver
from verify.methods.task import Task

PROVERS = (enumeration.METHOD, solver.METHOD, derivation.METHOD)


def proof(task: Task, statement: ForAll) -> Evidence | None:
    """Return the first evidence with a certificate of a statement, by a task's meanings and budget.

    The certificate speaks of the instances; whether these are all of the range is another matter.
    """
    for prover in PROVERS:
        evidence = prover.ask(replace(task, statement=statement))
        if evidence.outcome is Outcome.HOLDS and evidence.certificate is not None:
            return evidence
    return None
