"""Weights as products of L factors, entry by entry: the reparametrised networks of steepest-mirror.

Appendix J: for L = 2 a weight x becomes m w with m = (v + gamma / v) / sqrt(2),
w = (v - gamma / v) / sqrt(2), v = sqrt(x + sqrt(x^2 + gamma^2)) and gamma = 1/2; for L > 2 the
first factor begins at x and all others at 1. In both cases the product begins at x.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn
from torch.nn.utils import parametrize

GAMMA = 0.5


class Product(nn.Module):
    """A tensor as the product of `depth` factors of its shape."""

    def __init__(self, depth: int) -> None:
        super().__init__()
        self.depth = depth

    def forward(self, *factors: Tensor) -> Tensor:
        """Return the product."""
        return torch.stack(factors).prod(0) if len(factors) > 2 else factors[0] * factors[1]

    def right_inverse(self, x: Tensor) -> tuple[Tensor, ...]:
        """Return the factors at the start."""
        if self.depth == 2:
            return start_of_two(x)
        return (x, *(torch.ones_like(x) for _ in range(self.depth - 1)))


def start_of_two(x: Tensor) -> tuple[Tensor, Tensor]:
    """Return m and w with m w = x.

    >>> m, w = start_of_two(torch.tensor([0.0, 1.5]))
    >>> m * w
    tensor([0.0000, 1.5000])
    """
    v = torch.sqrt(x + torch.sqrt(x.square() + GAMMA**2))
    return (v + GAMMA / v) / math.sqrt(2), (v - GAMMA / v) / math.sqrt(2)


def factored(network: nn.Module, depth: int) -> nn.Module:
    """Make the weights of filters and linear layers products, in place; biases stay as they are.

    Raises:
        ValueError: there are fewer than two factors.
    """
    if depth < 2:
        raise ValueError(f"depth {depth}: a product has two factors or more")
    for layer in list(network.modules()):
        if isinstance(layer, (nn.Conv2d, nn.Linear)):
            parametrize.register_parametrization(layer, "weight", Product(depth))
    return network


def size_of(network: nn.Module) -> float:
    """Return the L1 norm of the weights of filters and linear layers, products multiplied out."""
    layers = (m for m in network.modules() if isinstance(m, (nn.Conv2d, nn.Linear)))
    return sum(float(layer.weight.detach().double().abs().sum()) for layer in layers)
