"""Top eigenvectors of small Hessians, by automatic differentiation and by rigorous balls."""

from __future__ import annotations

import torch
from flint import acb_mat, arb, arb_mat

_EPS = 2.0**-52


def product_hessian(t1: float, t2: float, dz: float, ddz: float) -> torch.Tensor:
    """Return the Hessian `[2, 2]` of z(t1 t2) where z' = dz and z'' = ddz at the product."""
    at = torch.tensor([t1, t2], dtype=torch.float64)
    centre = t1 * t2

    def loss(parameters: torch.Tensor) -> torch.Tensor:
        offset = parameters.prod() - centre
        return dz * offset + ddz * offset**2 / 2

    hessian: torch.Tensor = torch.autograd.functional.hessian(loss, at)
    return hessian


def top_ratio(t1: float, t2: float, dz: float, ddz: float) -> tuple[float, float]:
    """Return |v_1 / v_2| of the top eigenvector and a bound on its round-off.

    The bound is first-order perturbation theory: eps * |H| / gap in each coordinate.
    """
    hessian = product_hessian(t1, t2, dz, ddz)
    values, vectors = torch.linalg.eigh(hessian)
    gap = float(values[1] - values[0])
    v = vectors[:, 1].abs()
    scale = float(values.abs().max()) + abs(dz) + abs(ddz) * (t1**2 + t2**2)
    slip = 64 * _EPS * scale / gap if gap > 0 else float("inf")
    low, high = float(v[0]), float(v[1])
    if high <= 2 * slip:
        return float("nan"), float("inf")
    ratio = low / high
    return ratio, slip * (1 + ratio) / (high - slip)


def top_ratio_in_balls(t1: arb, t2: arb, dz: arb, ddz: arb) -> arb | None:
    """Return |v_1 / v_2| of the top eigenvector of the Hessian of z(t1 t2), enclosed.

    The matrix is assembled from the chain rule for a product, H = z'' (grad p)(grad p)^T
    + z' (hess p) with p = t1 t2, and handed to the rigorous eigenvalue solver.
    """
    values, vectors = acb_mat(_hessian_in_balls(t1, t2, dz, ddz)).eig(right=True)
    if not (values[0].real.overlaps(values[1].real)):
        top = 0 if values[0].real > values[1].real else 1
        first, second = vectors[0, top].abs_lower(), vectors[1, top].abs_lower()
        upper = [vectors[i, top].abs_upper() for i in (0, 1)]
        return first.union(upper[0]) / second.union(upper[1])
    return None


def top_value_in_balls(t1: arb, t2: arb, dz: arb, ddz: arb) -> arb:
    """Return the largest eigenvalue of the Hessian of z(t1 t2), enclosed."""
    values = acb_mat(_hessian_in_balls(t1, t2, dz, ddz)).eig(multiple=True)
    largest: arb = values[0].real.max(values[1].real)
    return largest


def _hessian_in_balls(t1: arb, t2: arb, dz: arb, ddz: arb) -> arb_mat:
    t1, t2, dz, ddz = (arb(x) for x in (t1, t2, dz, ddz))
    gradient = arb_mat([[t2], [t1]])
    return gradient * gradient.transpose() * ddz + arb_mat([[0, 1], [1, 0]]) * dz
