"""Lanczos iteration with the test of Parlett and Kahan, as modified by Abaffy and Fodor."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor


def random_hessian(size: int, outliers: int, seed: int) -> Tensor:
    """Return a symmetric matrix `[size, size]` like a Hessian: few outliers, a bulk near 0.

    The eigenvalues are 1, 2, 4, ... and otherwise uniform in [-0.01, 0.01].
    """
    generator = torch.Generator().manual_seed(seed)
    square = torch.randn(size, size, dtype=torch.float64, generator=generator)
    basis = torch.linalg.qr(square).Q
    values = 0.02 * torch.rand(size, dtype=torch.float64, generator=generator) - 0.01
    values[:outliers] = 2.0 ** torch.arange(outliers, dtype=torch.float64)
    return basis @ (values[:, None] * basis.T)


def degenerate_hessian(size: int, rank: int, seed: int) -> Tensor:
    """Return a symmetric matrix `[size, size]` of low rank, up to round-off.

    The eigenvalues other than 0 are between 1/4 and 4.
    """
    generator = torch.Generator().manual_seed(seed)
    square = torch.randn(size, rank, dtype=torch.float64, generator=generator)
    basis = torch.linalg.qr(square).Q
    values = 4 ** (2 * torch.rand(rank, dtype=torch.float64, generator=generator) - 1)
    return basis @ (values[:, None] * basis.T)


def orthogonalised(w: Tensor, basis: Tensor) -> tuple[Tensor, float]:
    """Return w without its parts along a basis `[n, k]`, and by what its norm shrinks."""
    rest = w - basis @ (basis.T @ w)
    return rest, float(rest.norm() / w.norm())


def lanczos(
    product: Callable[[Tensor], Tensor],
    size: int,
    order: int,
    *,
    seed: int,
    sweeps: int = 2,
    accept: float = 0.5**0.5,
    dependent: float = 1e-14,
    attempts: int = 3,
) -> tuple[Tensor, Tensor, int]:
    """Return the tridiagonal matrix `[order, order]`, the basis `[size, order]` and a count.

    What is counted are the vectors that are orthogonalised more than once.

    Args:
        product: u -> H u.
        size, order: how many entries u has, and how many vectors the basis.
        seed: of the random start.
        sweeps: how often w is orthogonalised against the basis at most; 0 is plain Lanczos.
        accept: a second sweep follows where the norm shrinks to less than this.
        dependent: where it then shrinks to less than this, a new start is made.
        attempts: how many starts there are.

    Raises:
        ArithmeticError: no start gave a basis.
    """
    generator = torch.Generator().manual_seed(seed)
    for _ in range(attempts):
        start = torch.randn(size, dtype=torch.float64, generator=generator)
        found = _attempt(product, start / start.norm(), order, sweeps, accept, dependent)
        if found is not None:
            return found
    raise ArithmeticError(f"no basis of {order} vectors after {attempts} starts")


def _attempt(
    product: Callable[[Tensor], Tensor],
    start: Tensor,
    order: int,
    sweeps: int,
    accept: float,
    dependent: float,
) -> tuple[Tensor, Tensor, int] | None:
    """Return what one start gives, or `None` where it meets linear dependence."""
    tridiagonal = start.new_zeros(order, order)
    basis = start.new_zeros(len(start), order)
    basis[:, 0] = start
    before, beta = torch.zeros_like(start), start.new_zeros(())
    repeated = 0
    for i in range(order):
        u = basis[:, i]
        w = product(u)
        alpha = w @ u
        w = w - alpha * u - beta * before
        tridiagonal[i, i] = alpha
        for sweep in range(sweeps):
            repeated += sweep == 1
            w, shrinks = orthogonalised(w, basis[:, : i + 1])
            if shrinks >= accept:
                break
            if sweep == sweeps - 1 and shrinks < dependent:
                return None
        beta, before = w.norm(), u
        if i + 1 < order:
            tridiagonal[i, i + 1] = tridiagonal[i + 1, i] = beta
            basis[:, i + 1] = w / beta
    return tridiagonal, basis, repeated
