"""The leading part of many Hessians at once, similarity of subspaces, and fourth derivatives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

Product = Callable[[Tensor], Tensor]


@dataclass(frozen=True)
class Leading:
    """The largest eigenvalues `[runs, k]`, falling, their unit vectors `[runs, p, k]`, and errors.

    Within `errors [runs, k]` of each value there is an eigenvalue.
    """

    values: Tensor
    vectors: Tensor
    errors: Tensor


def leading(product: Product, start: Tensor, order: int, count: int) -> Leading:
    """Return the `count` leading Ritz pairs from `order` Lanczos steps, run by run.

    Every vector is orthogonalised twice against all before it. The error is the norm of the
    residual H v - value v.

    Args:
        product: v `[runs, p]` -> H v.
        start: first vectors `[runs, p]`, not zero; eigenvectors of a Hessian near by save steps.
        order, count: steps, and how many pairs are wanted, at most as many.

    >>> matrix = torch.diag(torch.tensor([3.0, 2.0, 1.0], dtype=torch.float64))
    >>> found = leading(lambda v: v @ matrix, torch.ones(1, 3, dtype=torch.float64), 3, 2)
    >>> [round(value, 12) for value in found.values[0].tolist()]
    [3.0, 2.0]
    """
    basis = (start / start.norm(dim=1, keepdim=True))[:, :, None]
    images = []
    for step in range(order):
        images.append(product(basis[:, :, step]))
        if step + 1 < order:
            rest = images[-1][:, :, None]
            for _ in range(2):
                rest = rest - basis @ (basis.mT @ rest)
            basis = torch.cat([basis, rest / rest.norm(dim=1, keepdim=True)], 2)
    image = torch.stack(images, 2)
    small = basis.mT @ image
    values, vectors = torch.linalg.eigh((small + small.mT) / 2)
    values, vectors = (part[..., -count:].flip(-1) for part in (values, vectors))
    ritz = basis @ vectors
    errors = (image @ vectors - ritz * values[:, None]).norm(dim=1)
    return Leading(values, ritz, errors)


def similarity(one: Tensor, other: Tensor) -> Tensor:
    """Return the cosine-Grassmannian similarity `[runs]` of subspaces.

    It is cos((sum_i phi_i^2 / m)^(1/2)) with the principal angles phi_1, ..., phi_m: 1 for equal
    subspaces, 0 for orthogonal ones, |u v| for lines.

    Args:
        one, other: orthonormal bases `[runs, p, m]`.

    >>> unit = torch.eye(4, dtype=torch.float64)[None]
    >>> similarity(unit[:, :, :2], unit[:, :, 2:]).item() < 1e-15
    True
    >>> similarity(unit[:, :, :2], unit[:, :, :2].flip(-1)).item()
    1.0
    """
    cosines = torch.linalg.svdvals(one.mT @ other).clamp(max=1.0)
    return torch.cos(torch.arccos(cosines).square().mean(1).sqrt())


def fourth_derivative(function: Callable[[Tensor], Tensor], at: Tensor, along: Tensor) -> Tensor:
    """Return the fourth derivative `[runs]` in s, at s = 0, of function(at + s along).

    Args:
        function: maps `[runs, p]` to `[runs]`, run by run.
        at, along: points and directions `[runs, p]`.

    >>> two = torch.full((1, 1), 2.0, dtype=torch.float64)
    >>> fourth_derivative(lambda x: x[:, 0] ** 5, two, two / 2).item()
    240.0
    """
    s = torch.zeros(len(at), 1, dtype=at.dtype, device=at.device, requires_grad=True)
    value = function(at + s * along)
    for _ in range(4):
        (slope,) = torch.autograd.grad(value.sum(), s, create_graph=True)
        value = slope[:, 0]
    return value.detach()
