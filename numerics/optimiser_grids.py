"""Final losses of stochastic optimisers on a diagonal quadratic, by simulation on grids.

The gradient is lambda (theta - theta*) + xi with xi ~ N(0, lambda / B), theta_0 = 0. All learning
rates of a batch size run at once on the same noise. m and v are the averages of gradients and their
squares with factors beta_1 and beta_2, both with bias correction.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from numerics.power_law import PowerLaw

Direction = Callable[[Tensor, Tensor, Tensor], Tensor]
TINY = 1e-12  # added to the root of v
DIRECTIONS: dict[str, Direction] = {
    "SignSGD": lambda gradient, m, v: torch.sgn(gradient),
    "SGD": lambda gradient, m, v: gradient,
    "SGD with momentum": lambda gradient, m, v: m,
    "Signum": lambda gradient, m, v: torch.sgn(m),
    "RMSProp": lambda gradient, m, v: gradient / (v.sqrt() + TINY),
    "Adam": lambda gradient, m, v: m / (v.sqrt() + TINY),
}


def final_losses(
    method: str,
    law: PowerLaw,
    eta: Tensor,
    batch: float,
    steps: int,
    runs: int,
    generator: torch.Generator,
    factors: tuple[float, float] = (0.9, 0.99),
) -> Tensor:
    """Return the losses `[n, runs]` of learning rates `[n]` after so many steps."""
    direction = DIRECTIONS[method]
    delta = -law.target.repeat(len(eta), runs, 1)
    scale = (law.spectrum / batch).sqrt()
    first = second = torch.zeros_like(delta)
    one, two = factors
    for k in range(1, steps + 1):
        noise = torch.randn(runs, law.d, generator=generator, dtype=torch.float64)
        gradient = law.spectrum * delta + scale * noise
        first = one * first + (1 - one) * gradient
        second = two * second + (1 - two) * gradient**2
        corrected = first / (1 - one**k), second / (1 - two**k)
        delta = delta - eta[:, None, None] * direction(gradient, *corrected)
    return (delta**2 @ law.spectrum) / 2
