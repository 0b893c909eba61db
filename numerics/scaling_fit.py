"""Fit of loss curves by F(k, B) = L0 + C1 (C2 + sqrt(B) k eta)^-a + C3 eta / sqrt(B).

Least squares of relative errors in the logarithms of the five parameters, which are positive.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

Array = NDArray[np.float64]
PARAMETERS = ("L0", "C1", "C2", "C3", "a")


def law(parameters: Array, eta: float, k: Array, batch: Array) -> Array:
    """Return F at numbers of steps and batch sizes `[n]`, for L0, C1, C2, C3, a."""
    constant, signal, offset, noise, power = parameters
    time = np.sqrt(batch) * k * eta
    return np.asarray(constant + signal * (offset + time) ** -power + noise * eta / np.sqrt(batch))


@dataclass(frozen=True)
class Fit:
    """Fitted parameters `[5]`, standard errors of their logarithms, and whether it settled."""

    eta: float
    parameters: Array
    log_errors: Array
    settled: bool

    def predict(self, k: Array, batch: Array) -> Array:
        """Return the fitted losses `[n]`."""
        return law(self.parameters, self.eta, k, batch)


def fit(eta: float, k: Array, batch: Array, loss: Array) -> Fit:
    """Fit losses `[n]` at numbers of steps and batch sizes `[n]`; the best of several starts."""

    def misses(logarithms: Array) -> Array:
        return np.asarray(law(np.exp(logarithms), eta, k, batch) / loss - 1)

    time = np.sqrt(batch) * k * eta
    least, largest, last = float(loss.min()), float(loss.max()), float(time.max())
    tried = []
    for power, share in ((1.0, 0.01), (2.0, 0.3)):
        start = np.array(
            [
                least * share,
                largest * (share * last) ** power,
                share * last,
                least / eta * np.sqrt(float(batch.min())),
                power,
            ]
        )
        tried.append(least_squares(misses, np.log(start), bounds=(-60, 60), max_nfev=300))
    best = min(tried, key=lambda found: float(found.cost))
    freedom = max(len(loss) - len(PARAMETERS), 1)
    covariance = np.linalg.pinv(best.jac.T @ best.jac) * 2 * best.cost / freedom
    return Fit(eta, np.exp(best.x), np.sqrt(np.abs(np.diag(covariance))), best.status > 0)
