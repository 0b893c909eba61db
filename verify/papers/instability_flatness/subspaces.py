"""How Lanczos iteration with selective orthogonalisation is attacked: on random matrices."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import torch
from torch import Tensor

from numerics.lanczos import degenerate_hessian, lanczos, random_hessian
from theory.claim import Observed
from verify.methods.effects import ConfidenceInterval, Measured, by_effect, geometric

SIZE, OUTLIERS, RANK, DRAWS = 200, 8, 20, 16
ROUND_OFF = 2.0**-52
SWEEPS = {"plain": 0, "single": 1, "selective": 2}


def departure(hessian: Tensor, order: int, seed: int, sweeps: int) -> tuple[float, int]:
    """Return the largest entry of U^T U - I, and how many vectors a second sweep changed."""
    _, basis, repeated = lanczos(lambda u: hessian @ u, SIZE, order, seed=seed, sweeps=sweeps)
    unit = torch.eye(order, dtype=torch.float64)
    return float((basis.T @ basis - unit).abs().max()), repeated


@cache
def departures(
    make: Callable[[int, int, int], Tensor], parameter: int, order: int, seed: int
) -> tuple[dict[str, ConfidenceInterval], int]:
    """Return how far bases are from orthonormal, and the fewest second sweeps with two."""
    limit = ROUND_OFF * SIZE
    measured, fewest = {"bound": ConfidenceInterval(limit, limit, limit)}, 0
    for name, sweeps in SWEEPS.items():
        found = [
            departure(make(SIZE, parameter, s), order, s + 1, sweeps)
            for s in range(seed, seed + 2 * DRAWS, 2)
        ]
        measured[name] = geometric(torch.tensor([far for far, _ in found], dtype=torch.float64))
        fewest = min(repeated for _, repeated in found)
    return measured, fewest


@by_effect
def selective(statement: Observed, *, seed: int, scale: str, device: str) -> Measured:
    """Measure bases on matrices with a bulk near 0 and on such of low rank.

    Control: without orthogonalisation the basis is lost.
    """
    order = statement.settings["order"]
    bulk, _ = departures(random_hessian, OUTLIERS, order, seed)
    degenerate, _ = departures(degenerate_hessian, RANK, order, seed)
    return Measured(
        (bulk, degenerate),
        min(bulk["plain"].low, degenerate["plain"].low) > 0.1,
        2 * len(SWEEPS) * DRAWS * order,
        f"{DRAWS} matrices of size {SIZE} with {OUTLIERS} outliers, {DRAWS} of rank {RANK}",
        ("random matrices in the place of Hessians of networks",),
    )


@by_effect
def one_pass(statement: Observed, *, seed: int, scale: str, device: str) -> Measured:
    """Measure bases on matrices of low rank, where a first sweep cancels much.

    Control: the second sweep is made, in every run, and without any the basis is lost.
    """
    order = statement.settings["order"]
    degenerate, repeated = departures(degenerate_hessian, RANK, order, seed)
    return Measured(
        (degenerate,),
        repeated > 0 and degenerate["plain"].low > 0.1,
        len(SWEEPS) * DRAWS * order,
        f"{DRAWS} matrices of size {SIZE} and rank {RANK}; a second sweep at {repeated} of "
        f"{order} vectors or more",
        ("random matrices in the place of Hessians of networks",),
    )


EXPERIMENTS = {"Lanczos-MPK": selective, "Lanczos-MPK and one pass": one_pass}
