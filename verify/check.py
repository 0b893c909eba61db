"""Check one claim in this process: the whole chain from statement to verdict."""

from __future__ import annotations

import time
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
    """Run one method on one statement of a claim and time it."""
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


def evidence_for(claim: Claim, **options: Any) -> dict[str, list[Evidence]]:
    """Run every method on every statement of a claim, in this process."""
    return {
        key: [attack(claim, statement, method, **options) for method in METHODS]
        for key, statement in statements(claim)
    }
