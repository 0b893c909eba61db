"""Apply methods to the statements of a claim, in this process."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from theory.claim import Claim
from theory.hints import Hint
from theory.statements import Statement
from verify.claims.meanings import Meanings, primary
from verify.claims.statements import experiments, hint_for, meanings, statements
from verify.errors import FROM_A_PAPER
from verify.evidence import Evidence, Key, Outcome, Tier
from verify.kernel.proofs import RejectedProof, accept, contradictory
from verify.methods import METHODS
from verify.methods.agreement import disagreement
from verify.methods.assumptions import assumptions
from verify.methods.task import PROFILES, Budget, Task


def apply_method(
    claim: Claim,
    statement: Statement,
    method: str,
    budget: Budget = PROFILES["quick"],
    seed: int = 0,
    device: str = "cpu",
    variant: bool = False,
    hint: Hint | None = None,
    swept: Sequence[Any] | None = None,
) -> Evidence:
    """Apply one method to one statement of a claim and time it.

    Raises:
        TypeError: the method returned something else than evidence.
        Exception: whatever the paper's own code raises; see `evidence_or_error`.
    """
    task = Task(
        statement=statement,
        meanings=meanings(claim, statement),
        experiments=experiments(claim, statement) if METHODS[method].experiments else {},
        budget=budget,
        seed=seed,
        variant=variant,
        device=device,
        hint=hint,
        swept=swept,
    )
    started = time.perf_counter()
    evidence = METHODS[method].apply(task)
    if not isinstance(evidence, Evidence):
        raise TypeError(f"{method} returned {evidence!r:.80} instead of evidence")
    evidence = accepted(task, evidence)
    return replace(evidence, seconds=round(time.perf_counter() - started, 3))


def accepted(task: Task, evidence: Evidence) -> Evidence:
    """Return evidence that proves only what the kernel has accepted as proved.

    What claims to prove without a certificate, or with one that does not prove, is unknown; what
    an accepted certificate leaves out of the claimed range is a restriction.
    """
    if evidence.outcome is not Outcome.HOLDS or evidence.tier in (Tier.SEARCH, Tier.EXPERIMENT):
        return replace(evidence, certificate=None)
    if evidence.restrictions and evidence.certificate is None:
        return evidence
    try:
        left_out = confirmed(
            task.statement, evidence.certificate, task.meanings, task.budget, task.hint
        )
    except RejectedProof as reason:
        return _not_proved(evidence, str(reason))
    if task.budget.anchors and (differs := disagreement(task)):
        return _not_proved(evidence, differs)
    return replace(evidence, restrictions=(*evidence.restrictions, *left_out))


def _not_proved(evidence: Evidence, reason: str) -> Evidence:
    detail = f"no proof: {reason}"[:200]
    return replace(evidence, outcome=Outcome.UNKNOWN, certificate=None, detail=detail)


def confirmed(
    statement: Statement,
    certificate: Any,
    known: Meanings,
    budget: Budget,
    hint: Hint | None = None,
) -> tuple[str, ...]:
    """Check a certificate and return what of the claimed range it leaves out.

    Raises:
        RejectedProof: it proves neither the statement nor that nothing satisfies its hypotheses.
    """
    if not (isinstance(certificate, dict) and certificate.get("kind") == "empty"):
        return accept(statement, certificate, primary(known), budget.effort, hint)
    for _, assumed in assumptions(statement):
        try:
            contradictory(assumed, certificate, budget.effort)
        except RejectedProof:
            continue
        return ()
    raise RejectedProof("what the hypotheses say does not contradict itself in this way")


def broken(method: str, reason: str) -> Evidence:
    """Return the evidence of a check that broke: it says nothing."""
    return Evidence(method, Outcome.UNKNOWN, METHODS[method].tier, detail=reason, error=True)


def evidence_or_error(claim: Claim, statement: Statement, method: str, **options: Any) -> Evidence:
    """Apply one method to one statement; if that breaks, return the evidence that it did."""
    try:
        return apply_method(claim, statement, method, **options)
    except FROM_A_PAPER as error:
        return broken(method, f"{type(error).__name__}: {error}")


def apply_to_claim(
    claim: Claim,
    method: str,
    keys: Collection[Key],
    swept: Mapping[Key, Sequence[Any]] = MappingProxyType({}),
    **options: Any,
) -> dict[Key, Evidence]:
    """Apply one method to statements of a claim; what breaks on one leaves the others alone.

    Where two of them are the same, as what holds instead of several readings is, it is done once.

    Args:
        claim, method: what is applied to what.
        keys: of the statements.
        swept: what came of the parts of sweeps that were done before, by key.
        **options: see `apply_method`.
    """
    found: list[tuple[tuple[Statement, Hint | None], Evidence]] = []
    evidence = {}
    for key, statement in statements(claim):
        if key not in keys:
            continue
        asked = statement, hint_for(claim, key)
        known = next((piece for before, piece in found if before == asked), None)
        if known is None:
            how = {"hint": asked[1], "swept": swept.get(key), **options}
            known = evidence_or_error(claim, statement, method, **how)
            found.append((asked, replace(known, seconds=0.0)))
        evidence[key] = known
    return evidence


def evidence_for(
    claim: Claim, keys: Collection[Key] | None = None, **options: Any
) -> dict[Key, list[Evidence]]:
    """Apply every method to statements of a claim, to all of them if no keys are given."""
    return {
        key: [
            apply_method(claim, statement, method, hint=hint_for(claim, key), **options)
            for method in METHODS
        ]
        for key, statement in statements(claim)
        if keys is None or key in keys
    }
