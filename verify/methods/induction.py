"""Induction: an invariant that holds at the first value of an index, survives a step, and suffices.

The three obligations (see `verify.kernel.induction`) are statements without an index range, decided
by the other exact methods.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from theory.claim import ForAll
from verify.evidence import Evidence, Outcome, Tier
from verify.kernel.induction import obligations
from verify.kernel.total import Outside
from verify.methods.provers import proof
from verify.methods.task import Task

NAME = "induction"
TIER = Tier.EXACT


def run(task: Task) -> Evidence:
    """Prove the three obligations of an index that has an invariant."""
    blank = Evidence(NAME, Outcome.NOT_APPLICABLE, TIER)
    if not isinstance(task.statement, ForAll) or not task.statement.invariants:
        return blank
    certificate: dict[str, Any] = {"kind": "induction"}
    tier, witness, instance = Tier.EXACT, None, {}
    try:
        for name, obligation in obligations(task.universal):
            found = proof(task, obligation)
            if found is None:
                detail = f"the {name} is not proved: {obligation.says}"
                return replace(blank, outcome=Outcome.UNKNOWN, detail=detail[:200])
            certificate[name] = found.certificate
            if found.tier is not Tier.EXACT:
                tier = found.tier
            if name == "start":
                witness, instance = found.witness, found.instance
    except Outside as reason:
        return replace(blank, detail=str(reason))
    return replace(
        blank, outcome=Outcome.HOLDS, tier=tier, witness=witness, instance=instance, size=3,
        detail=f"start, step and end are proved of {task.universal.invariants}"[:200],
        certificate=certificate,
    )  # fmt: skip
