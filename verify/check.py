"""One claim in this process: its statements, and what every method finds out about them."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import replace
from typing import Any

from reports.results import Evidence, Outcome
from theory.claim import Claim, Statement
from verify import catalogue
from verify.methods import METHODS
from verify.task import PROFILES, Budget, Task


def attack(
    claim: Claim,
    statement: Statement,
    method: str,
    budget: Budget = PROFILES["quick"],
    seed: int = 0,
    device: str = "cpu",
    hunting: bool = False,
) -> Evidence:
    """Run one method on one statement of a claim and time it.

    Raises:
        TypeError: the method returned something else than evidence.
    """
    paper = catalogue.attack(claim.paper)
    task = Task(
        statement=statement,
        meanings=getattr(paper, "MEANINGS", {}),
        experiments=getattr(paper, "EXPERIMENTS", {}),
        budget=budget,
        seed=seed,
        hunting=hunting,
        device=device,
    )
    started = time.perf_counter()
    evidence = METHODS[method].run(task)
    if not isinstance(evidence, Evidence):
        raise TypeError(f"{method} returned {evidence!r:.80} instead of evidence")
    return replace(evidence, seconds=round(time.perf_counter() - started, 3))


def statements(claim: Claim) -> list[tuple[str, Statement]]:
    """Return every statement of a claim with a key: its parts and what holds instead of them."""
    found: list[tuple[str, Statement]] = []
    for number, part in enumerate(claim.parts):
        found.append((f"{number}", part.statement))
        if part.instead is not None:
            found.append((f"{number}/instead", part.instead.statement))
    return found


def broken(method: str, reason: str) -> Evidence:
    """Return the evidence of a check that broke: it says nothing."""
    return Evidence(method, Outcome.UNKNOWN, METHODS[method].TIER, detail=reason, error=True)


def attack_all(
    claim: Claim, method: str, keys: Collection[str] | None = None, **options: Any
) -> dict[str, Evidence]:
    """Run one method on the statements of a claim; what breaks on one leaves the others alone."""
    found = {}
    for key, statement in statements(claim):
        if keys is not None and key not in keys:
            continue
        try:
            found[key] = attack(claim, statement, method, **options)
        except Exception as error:
            found[key] = broken(method, f"{type(error).__name__}: {error}")
    return found


def evidence_for(claim: Claim, **options: Any) -> dict[str, list[Evidence]]:
    """Run every method on every statement of a claim, in this process."""
    return {
        key: [attack(claim, statement, method, **options) for method in METHODS]
        for key, statement in statements(claim)
    }
