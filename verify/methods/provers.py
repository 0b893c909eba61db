"""Proofs of auxiliary statements, by the methods that declare that they prove for others."""

from __future__ import annotations

from dataclasses import replace

from theory.claim import ForAll
from verify.evidence import Evidence, Outcome
from verify.methods.task import Task


def proof(task: Task, statement: ForAll) -> Evidence | None:
    """Return the first evidence with a certificate of a statement, by a task's meanings and budget.

    The certificate speaks of the instances; whether these are all of the range is another matter.
    """
    from verify.methods import provers  # known once all methods are imported, this one's too

    for prover in provers():
        evidence = prover.apply(replace(task, statement=statement, hint=None))
        if evidence.outcome is Outcome.HOLDS and evidence.certificate is not None:
            return evidence
    return None
