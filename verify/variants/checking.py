"""Check a mutant or an edit by every method, until one objects to it or one proves it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from reports.points import point
from theory.claim import Claim
from theory.hints import Hint
from theory.statements import Statement
from verify.evidence import Evidence, Outcome
from verify.methods import refuters
from verify.methods.apply import evidence_or_error
from verify.methods.task import Budget


@dataclass(frozen=True)
class VariantCheck:
    """What the methods found out about a mutant or an edit.

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


def check_variant(
    claim: Claim,
    statement: Statement,
    budget: Budget,
    seed: int,
    hint: Hint | None = None,
    witnessed: bool = False,
) -> VariantCheck:
    """Apply the methods to a mutant or an edit of a statement; the first objection ends it.

    Args:
        claim: whose meanings count.
        statement: what is tried.
        budget, seed: how hard every check tries.
        hint: what helps to show the statement of which it is a variant.
        witnessed: an objection must name a point; a method that has none is applied again, as if
            for a statement of the paper.
    """
    found: list[Evidence] = []
    remarks: list[str] = []
    apply = partial(evidence_or_error, claim, statement, budget=budget, seed=seed, hint=hint)
    for method in (one.name for one in refuters()):
        evidence = apply(method, variant=True)
        if witnessed and evidence.outcome is Outcome.FAILS and evidence.witness is None:
            evidence = apply(method)
        if evidence.error:
            remarks.append(f"{method} broke: {evidence.detail}")
            continue
        found.append(evidence)
        if evidence.outcome is Outcome.FAILS:
            return VariantCheck(evidence, None, tuple(found), tuple(remarks))
        if evidence.proves:
            return VariantCheck(None, evidence, tuple(found), tuple(remarks))
        if evidence.outcome is not Outcome.NOT_APPLICABLE:
            remarks.append(f"{method}: {evidence.detail}")
    return VariantCheck(None, None, tuple(found), tuple(remarks))


def by(evidence: Evidence) -> str:
    """Return which method decided, and where or how, as one line."""
    if evidence.outcome is Outcome.FAILS:
        where = point(evidence.witness, evidence.instance)
        return f"{evidence.method} at {where or 'the only point'}"
    return f"{evidence.method}: {evidence.detail}"
