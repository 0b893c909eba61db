"""The quadratic of feature-space regression with a power-law spectrum and a power-law target."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass(frozen=True)
class PowerLaw:
    """lambda_j = j^-beta and theta*_j = j^((beta - alpha) / 2) for j = 1..d."""

    alpha: float
    beta: float
    d: int

    @property
    def spectrum(self) -> Tensor:
        """The eigenvalues `[d]`."""
        return torch.arange(1, self.d + 1, dtype=torch.float64) ** -self.beta

    @property
    def target(self) -> Tensor:
        """theta* `[d]`, the size of the first residual."""
        j = torch.arange(1, self.d + 1, dtype=torch.float64)
        return j ** ((self.beta - self.alpha) / 2)

    @property
    def first_loss(self) -> float:
        """The loss before the first step."""
        return float(self.spectrum @ self.target**2) / 2
