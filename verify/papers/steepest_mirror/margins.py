"""How appendix F is attacked: the flow followed exactly, margins by linear programming."""

from __future__ import annotations

from dataclasses import replace

import sympy as sp
import torch
from flint import fmpq
from torch import Tensor

from numerics import sign_flow
from theory.claim import Observed
from theory.papers.steepest_mirror import margins
from verify.claims.meanings import Exact, Formula
from verify.methods.effects import Measured, by_effect, mean
from verify.papers.steepest_mirror import plain
from verify.truth import Undecided, fraction

DRAWS = {"quick": 192, "standard": 512, "full": 2048}
SPARSITY_DRAWS = {"quick": 192, "standard": 48, "full": 128}
SMALL = {"features": 20, "samples": 16, "steps": 2000}
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


@by_effect
def margin_gap(statement: Observed, *, seed: int, scale: str, device: str) -> Measured:
    """Measure the distance to the best margin at time T and at time 4 T.

    Control: at time T / 10 it is larger than at time T.
    """
    at = statement.settings
    data = sign_flow.separable(DRAWS[scale], at["samples"], at["features"], seed)
    best = sign_flow.best_margins(data)

    def gap(time: float) -> Tensor:
        x = sign_flow.flow_direction(data, at["depth"], at["lambda"], time)
        return torch.from_numpy(1 - sign_flow.margins(data, x) / best)

    early, near, far = (gap(factor * at["horizon"]) for factor in (0.1, 1, 4))
    seen = mean(early - near).low > 0
    return _measured(margins.near, near, margins.far, far, control=seen)


@by_effect
def margin_sparsity(statement: Observed, *, seed: int, scale: str, device: str) -> Measured:
    """Measure what lies outside the ground truth at both depths after the same training.

    The quick profile has fewer features, samples and steps. Control: at both depths more lies
    inside.
    """
    printed = statement.settings
    at = {**printed, **(SMALL if scale == "quick" else {})}
    data = sign_flow.separable(SPARSITY_DRAWS[scale], at["samples"], at["features"], seed)
    inside, outside = [], []
    for depth in at["depths"]:
        x = sign_flow.descent_direction(data, depth, at["lambda"], at["rate"], at["steps"])
        size = torch.from_numpy(x).abs()
        inside.append(size[:, : sign_flow.TRUE_FEATURES].mean(-1))
        outside.append(size[:, sign_flow.TRUE_FEATURES :].mean(-1))
    seen = all(mean(a - b).low > 0 for a, b in zip(inside, outside, strict=True))
    limits = tuple(f"{at[n]} {n} in place of {printed[n]}" for n in SMALL if at[n] != printed[n])
    found = _measured(margins.shallow, outside[0], margins.deep, outside[1], control=seen)
    return replace(found, limits=limits)


def _measured(
    one: sp.Symbol, first: Tensor, other: sp.Symbol, second: Tensor, control: bool
) -> Measured:
    """Return two means over the same data sets."""
    draws = {str(one): first, str(other): second}
    count = f"{len(first)} data sets"
    return Measured(
        ({name: mean(values) for name, values in draws.items()},),
        control,
        len(first),
        f"{count}, compared one by one",
        covers=(count,),
        draws=draws,
    )


MEANINGS = {margins.DIRECTION: (Formula(margins.limit_direction), Exact(limit_direction))}
EXPERIMENTS = {"margin-gap": margin_gap, "margin-sparsity": margin_sparsity}
PLAIN = {margins.DIRECTION: plain.limit_direction}
