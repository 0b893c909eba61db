"""The start of two factors with a given product, expanded by automatic differentiation."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

_EPS = 2.0**-52
Curve = Callable[[Tensor], Tensor]


def root(x: Tensor, gamma: float = 0.5) -> Tensor:
    """Return v = sqrt(x + sqrt(x^2 + gamma^2))."""
    return torch.sqrt(x + torch.sqrt(x * x + gamma * gamma))


def larger(x: Tensor, gamma: float = 0.5) -> Tensor:
    """Return the factor (v + gamma / v) / sqrt(2)."""
    return (root(x, gamma) + gamma / root(x, gamma)) / 2**0.5


def smaller(x: Tensor, gamma: float = 0.5) -> Tensor:
    """Return the factor (v - gamma / v) / sqrt(2).

    >>> x = torch.tensor(0.3, dtype=torch.float64)
    >>> round(float(larger(x) * smaller(x)), 12)
    0.3
    """
    return (root(x, gamma) - gamma / root(x, gamma)) / 2**0.5


def second_order(curve: Curve, x: float) -> tuple[float, float]:
    """Return the Taylor polynomial of degree two of a curve about 0 at x, and its round-off.

    >>> value, error = second_order(torch.exp, 2.0)
    >>> abs(value - 5) <= error
    True
    """
    zero = torch.zeros((), dtype=torch.float64)
    slope = torch.func.grad(curve)
    terms = (
        float(curve(zero)),
        float(slope(zero)) * x,
        float(torch.func.grad(slope)(zero)) * x * x / 2,
    )
    return sum(terms), 64 * _EPS * (sum(map(abs, terms)) + 1 + x * x)
