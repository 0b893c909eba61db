"""How Lanczos iteration with selective orthogonalisation is attacked: on random matrices."""

from __future__ import annotations

import torch

from numerics.lanczos import lanczos, random_hessian
from theory.claim import Observed
from verify.methods.effects import ConfidenceInterval, Measured, by_effect, geometric

SIZE, OUTLIERS, DRAWS = 200, 8, 16
ROUND_OFF = 2.0**-52


def departure(order: int, seed: int, sweeps: int) -> float:
    """Return the largest entry of U^T U - I for one matrix."""
    hessian = random_hessian(SIZE, OUTLIERS, seed)
    _, basis = lanczos(lambda u: hessian @ u, SIZE, order, seed=seed + 1, sweeps=sweeps)
    return float((basis.T @ basis - torch.eye(order, dtype=torch.float64)).abs().max())


@by_effect
def selective(statement: Observed, *, seed: int, scale: str, device: str) -> Measured:
    """Measure how far bases are from orthonormal, over matrices.

    Control: without orthogonalisation the basis is lost.
    """
    order = statement.settings["order"]
    seeds = range(seed, seed + 2 * DRAWS, 2)
    with_sweeps, without = (
        geometric(torch.tensor([departure(order, s, sweeps) for s in seeds], dtype=torch.float64))
        for sweeps in (2, 0)
    )
    limit = ROUND_OFF * SIZE
    return Measured(
        (
            {
                "selective": with_sweeps,
                "plain": without,
                "bound": ConfidenceInterval(limit, limit, limit),
            },
        ),
        without.low > 0.1,
        2 * DRAWS * order,
        f"{DRAWS} matrices of size {SIZE} with {OUTLIERS} outliers",
        ("random matrices in the place of Hessians of networks",),
    )


EXPERIMENTS = {"Lanczos-MPK": selective}
