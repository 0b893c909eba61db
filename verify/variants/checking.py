"""Try a changed statement by every method, cheapest first, until one objects or one proves it."""

from __future__ import annotations

from dataclasses import dataclass

from reports.points import point
from theory.claim import Claim, Statement
from verify.evidence import Evidence, Outcome
from verify.methods import hunters
from verify.methods.attack import attack
from verify.methods.task import Budget


@dataclass(frozen=True)
class Trial:
    """What became of a changed statement.

    Args:
        objection: the evidence that refutes it, if any.
        proof: the evidence that proves all of it, if any.
        found: everything that was found, in the order of the methods.
        remarks: what was tried without a decision, in words.
    """

    objection: Evidence | None
    proof: Evidence | None
    found: tuple[Evidence, ...]
    remarks: tuple[str, ...]


def attempt(
    claim: Claim, statement: Statement, budget: Budget, seed: int, witnessed: bool = False
) -> Trial:
    """Run the checks of a claim on another statement, hunting: the first objection ends it.

    Args:
        claim: whose meanings count.
        statement: what is tried.
        budget, seed: how hard every check tries.
        witnessed: an objection must name a point; a method that has none is asked again, as if
            for a statement of the paper.
    """
    found: list[Evidence] = []
    remarks: list[str] = []
    for method in (hunter.name for hunter in hunters()):
        try:
            evidence = attack(claim, statement, method, budget=budget, seed=seed, hunting=True)
            if witnessed and evidence.outcome is Outcome.FAILS and evidence.witness is None:
                evidence = attack(claim, statement, method, budget=budget, seed=seed)
        except Exception as error:  # a check that breaks on a changed statement decides nothing
            remarks.append(f"{method} broke: {error}")
            continue
        found.append(evidence)
        if evidence.outcome is Outcome.FAILS and not evidence.error:
            return Trial(evidence, None, tuple(found), tuple(remarks))
        if evidence.proves:
            return Trial(None, evidence, tuple(found), tuple(remarks))
        if evidence.outcome is not Outcome.NOT_APPLICABLE:
            remarks.append(f"{method}: {evidence.detail}")
    return Trial(None, None, tuple(found), tuple(remarks))


def by(evidence: Evidence) -> str:
    """Return which method decided, and where or how, as one line."""
    if evidence.outcome is Outcome.FAILS:
        where = point(evidence.witness, evidence.instance)
        return f"{evidence.method} at {where or 'the only point'}"
    return f"{evidence.method}: {evidence.detail}"
