"""Fit of loss curves by F(k, B) = L0 + C1 (C2 + sqrt(B) k eta)^-a + C3 eta / sqrt(B).

Least squares of relative errors in the logarithms of the five parameters, which are positive.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import curve_fit

Array = NDArray[np.float64]
PARAMETERS = ("L0", "C1", "C2", "C3", "a")


def law(parameters: Array, eta: float, k: Array, batch: Array) -> Array:
    """Return F at numbers of steps and batch sizes `[n]`, for L0, C1, C2, C3, a."""
    constant, signal, offset, noise, power = parameters
    time = np.sqrt(batch) * k * eta
    return np.asarray(constant + signal * (offset + time) ** -power + noise * eta / np.sqrt(batch))


@dataclass(frozen=True)
class Fit:
    """Fitted parameters `[5]` and the standard errors of their logarithms `[5]`."""

    eta: float
    parameters: Array
    log_errors: Array

    def predict(self, k: Array, batch: Array) -> Array:
        """Return the fitted losses `[n]`."""
        return law(self.parameters, self.eta, k, batch)


def fit(eta: float, k: Array, batch: Array, loss: Array) -> Fit:
    """Fit losses `[n]` at numbers of steps and batch sizes `[n]`.

    Raises:
        RuntimeError: no start leads to a least squares solution.
    """

    def scaled(_: Array, *logarithms: float) -> Array:
        return law(np.exp(np.array(logarithms)), eta, k, batch) / loss

    best: tuple[float, Array, Array] | None = None
    least = float(loss.min())
    offset = float(np.sqrt(batch).max() * eta * k.max())
    for power in (1.0, 2.0):
        for share in (0.01, 0.3):
            start = np.array([
                least * share, float(loss.max()) * (share * offset) ** power, share * offset,
                least / eta * np.sqrt(float(batch.min())), power,
            ])  # fmt: skip
            try:
                found, covariance = curve_fit(
                    scaled, k, np.ones_like(loss), np.log(start), bounds=(-60, 60), max_nfev=400
                )
            except RuntimeError:
                continue
            miss = float(np.square(scaled(k, *found) - 1).sum())
            if best is None or miss < best[0]:
                best = miss, np.exp(found), np.sqrt(np.diag(covariance))
    if best is None:
        raise RuntimeError("least squares did not settle from any start")
    return Fit(eta, best[1], best[2])
