"""How appendix F is attacked: the flow followed exactly, margins by linear programming."""

from __future__ import annotations

from typing import Any

import numpy as np
from flint import fmpq

from numerics import sign_flow
from theory.claim import Observed
from theory.papers.steepest_mirror import margins
from verify.claims.meanings import Exact, Formula
from verify.evidence import Evidence, Outcome, Tier
from verify.papers.steepest_mirror import plain
from verify.truth import Undecided, fraction

Z_SCORE = 5.5  # fixed beforehand: a false alarm has probability below 1e-7
DRAWS = {"quick": 192, "standard": 512, "full": 2048}
MAX_DEPTH = 100


def limit_direction(z: fmpq, s: fmpq, lam: fmpq, depth: fmpq) -> int | None:
    """Follow one coordinate of a network with 2 to `MAX_DEPTH` factors."""
    pull, start, gap = map(fraction, (z, s, lam))
    factors = int(depth.numerator)
    if factors < 2:
        return None
    if factors > MAX_DEPTH:
        raise Undecided(f"{factors} factors, more than {MAX_DEPTH}")
    return sign_flow.growth(pull, [start, *[abs(start) + gap] * (factors - 1)])


def margin_gap(statement: Observed, *, seed: int, scale: str, device: str) -> Evidence:
    """Compare the distance to the best margin at time T and at time 4 T."""
    at = statement.settings
    data = sign_flow.separable(DRAWS[scale], at["samples"], at["features"], seed)
    best = sign_flow.best_margins(data)
    gaps = []
    for horizon in (at["horizon"], 4 * at["horizon"]):
        x = sign_flow.flow_direction(data, at["depth"], at["lambda"], horizon)
        gaps.append(1 - sign_flow.margins(data, x) / best)
    return _judge(
        gaps[0] / 2 - gaps[1], f"mean gap {gaps[0].mean():.3g}, {gaps[1].mean():.3g}", seed
    )


def margin_sparsity(statement: Observed, *, seed: int, scale: str, device: str) -> Evidence:
    """Compare what lies outside the ground truth at both depths after the same training."""
    at = statement.settings
    data = sign_flow.separable(DRAWS[scale], at["samples"], at["features"], seed)
    outside = []
    for depth in at["depths"]:
        x = sign_flow.descent_direction(data, depth, at["lambda"], at["rate"], at["steps"])
        outside.append(np.abs(x[:, sign_flow.TRUE_FEATURES :]).mean(-1))
    shown = " and ".join(f"{o.mean():.3f}" for o in outside)
    return _judge(outside[0] - outside[1], f"mean size outside the truth {shown}", seed)


def _judge(differences: Any, detail: str, seed: int) -> Evidence:
    """Judge whether paired differences are positive, by their z-score.

    With n data sets, a mean of (5.5 + 2.4) / sqrt(n) standard deviations is detected with
    probability 0.99: 0.57 for 192 sets.
    """
    count = len(differences)
    z = float(differences.mean() / (differences.std(ddof=1) / count**0.5))
    outcome = Outcome.UNKNOWN
    if abs(z) > Z_SCORE:
        outcome = Outcome.HOLDS if z > 0 else Outcome.FAILS
    return Evidence(
        "experiment",
        outcome,
        Tier.EXPERIMENT,
        restrictions=() if outcome is Outcome.FAILS else (f"{count} data sets",),
        detail=f"{detail}; z = {z:.1f}",
        size=count,
        seed=seed,
    )


MEANINGS = {margins.DIRECTION: (Formula(margins.limit_direction), Exact(limit_direction))}
EXPERIMENTS = {"margin-gap": margin_gap, "margin-sparsity": margin_sparsity}
PLAIN = {margins.DIRECTION: plain.limit_direction}
