"""Expected losses of SignSGD and SGD under a power law, for many learning rates at once.

lambda_j = j^-beta, theta*_j = j^((beta - alpha) / 2), j = 1..d. SignSGD is moved on as a Markov
chain (`sign_chain`); for SGD the affine recursion of E delta^2 is composed with itself, so that
k steps cost log k compositions. Learning rates and losses have the shape `[n]`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from numerics import sign_chain

GROUP = 12  # neighbouring coordinates share a window
ROUNDING = 2.0**-40  # relative, of a sum of positive numbers over some thousand steps


@dataclass(frozen=True)
class PowerLaw:
    """A spectrum and a target of d coordinates."""

    alpha: float
    beta: float
    d: int

    @property
    def spectrum(self) -> Tensor:
        """The eigenvalues `[d]`."""
        return torch.arange(1, self.d + 1, dtype=torch.float64) ** -self.beta

    @property
    def target(self) -> Tensor:
        """theta* `[d]`, the first residual."""
        j = torch.arange(1, self.d + 1, dtype=torch.float64)
        return j ** ((self.beta - self.alpha) / 2)

    @property
    def first_loss(self) -> float:
        """The loss before the first step."""
        return float(self.spectrum @ self.target**2) / 2


def sign_losses(
    law: PowerLaw, eta: Tensor, batch: float, steps: Sequence[int], tolerance: float = 1e-6
) -> tuple[Tensor, Tensor]:
    """Return the losses `[n, steps]` of SignSGD and by how much they may be too small.

    >>> law = PowerLaw(3.0, 3.0, 4)
    >>> losses, _ = sign_losses(law, torch.tensor([1.0, 0.5]), 1e30, (1,))
    >>> losses.flatten().tolist() == [0.0, law.first_loss / 4]
    True
    """
    losses = missing = torch.zeros(len(eta), len(steps), dtype=torch.float64)
    curvatures, targets = law.spectrum.split(GROUP), law.target.split(GROUP)
    for curvature, target in zip(curvatures, targets, strict=True):
        rate = torch.sqrt(curvature * batch)
        chains = torch.broadcast_tensors(target, eta[:, None], rate)
        start, step, rate = (x.flatten() for x in chains)
        found = sign_chain.second_moments(start, step, rate, steps, tolerance=tolerance)
        by_rate = (len(eta), len(target), len(steps))
        losses = losses + torch.einsum("j,njk->nk", curvature / 2, found.values.view(by_rate))
        missing = missing + torch.einsum("j,njk->nk", curvature / 2, found.dropped.view(by_rate))
    return losses, missing + ROUNDING * losses


def sgd_losses(law: PowerLaw, eta: Tensor, batch: float, steps: int) -> Tensor:
    """Return the losses `[n]` of SGD after so many steps, infinite where they overflow.

    >>> law = PowerLaw(3.0, 3.0, 1)
    >>> sgd_losses(law, torch.tensor([0.5, 3.0]), 1e30, 3).tolist()
    [0.0078125, 32.0]
    """
    factor = (1 - eta[:, None] * law.spectrum) ** 2
    noise = eta[:, None] ** 2 * law.spectrum / batch
    moment = (law.target**2).expand_as(factor)
    while steps:
        if steps % 2:
            moment = factor * moment + noise
        noise, factor = factor * noise + noise, factor * factor
        steps //= 2
    return torch.nan_to_num(moment @ law.spectrum / 2, nan=torch.inf, posinf=torch.inf)
