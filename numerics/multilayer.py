"""Multilayer perceptrons with ReLU and cross-entropy, many runs in one batch, and their Hessians.

A state is `theta [runs, p]`: for each layer the weights `[in, out]`, then the biases `[out]`. Runs
share nothing, so the gradient of the sum of their losses is the gradient of each. Everything has
the type and lives on the device of the state.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import torch
from torch import Tensor


@dataclass(frozen=True)
class Samples:
    """Inputs `x [runs, n, in]` and their classes `y [runs, n]`."""

    x: Tensor
    y: Tensor

    def chosen(self, which: Tensor) -> Samples:
        """Return samples by their numbers `which [runs, batch]`."""
        runs = torch.arange(len(which), device=which.device)[:, None]
        return Samples(self.x[runs, which], self.y[runs, which])


@dataclass(frozen=True)
class Multilayer:
    """A network by the widths of its layers, inputs and outputs included.

    >>> Multilayer((64, 32, 10)).size == 64 * 32 + 32 + 32 * 10 + 10
    True
    """

    widths: tuple[int, ...]

    @property
    def size(self) -> int:
        """Return how many parameters there are."""
        return sum((one + 1) * other for one, other in pairwise(self.widths))

    def start(self, runs: int, seed: int, device: str = "cpu") -> Tensor:
        """Return states `[runs, p]`: normal weights of variance 1 / in, zero biases.

        They are the same on every device.
        """
        generator = torch.Generator().manual_seed(seed)
        parts = []
        for one, other in pairwise(self.widths):
            weights = torch.randn(runs, one * other, dtype=torch.float64, generator=generator)
            parts += [weights / math.sqrt(one), torch.zeros(runs, other, dtype=torch.float64)]
        return torch.cat(parts, 1).to(device)

    def logits(self, theta: Tensor, x: Tensor) -> Tensor:
        """Return the outputs `[runs, n, out]`."""
        at, last = 0, len(self.widths) - 2
        for layer, (one, other) in enumerate(pairwise(self.widths)):
            weights = theta[:, at : at + one * other].reshape(-1, one, other)
            at += one * other
            x = torch.baddbmm(theta[:, None, at : at + other], x, weights)
            at += other
            if layer < last:
                x = torch.relu(x)
        return x

    def loss(self, theta: Tensor, samples: Samples) -> Tensor:
        """Return the mean cross-entropy of each run `[runs]`."""
        logits = self.logits(theta, samples.x)
        own = logits.gather(2, samples.y[:, :, None])[:, :, 0]
        return (torch.logsumexp(logits, 2) - own).mean(1)

    def accuracy(self, theta: Tensor, samples: Samples) -> Tensor:
        """Return the share of samples that each run classifies correctly `[runs]`."""
        with torch.no_grad():
            found = self.logits(theta, samples.x).argmax(2)
        return (found == samples.y).to(torch.float64).mean(1)

    def gradient(self, theta: Tensor, samples: Samples) -> tuple[Tensor, Tensor]:
        """Return loss `[runs]` and gradient `[runs, p]`."""
        at = theta.detach().requires_grad_(True)
        loss = self.loss(at, samples)
        (gradient,) = torch.autograd.grad(loss.sum(), at)
        return loss.detach(), gradient

    def curvature(self, theta: Tensor, samples: Samples) -> Curvature:
        """Return loss and gradient with the product of the Hessian and a vector."""
        at = theta.detach().requires_grad_(True)
        loss = self.loss(at, samples)
        (gradient,) = torch.autograd.grad(loss.sum(), at, create_graph=True)

        def product(v: Tensor) -> Tensor:
            (moved,) = torch.autograd.grad((gradient * v).sum(), at, retain_graph=True)
            return moved

        return Curvature(loss.detach(), gradient.detach(), product)


@dataclass(frozen=True)
class Curvature:
    """Loss `[runs]` and gradient `[runs, p]` at a state, and v `[runs, p]` -> H v."""

    loss: Tensor
    gradient: Tensor
    product: Callable[[Tensor], Tensor]
