"""Fits of scaling laws."""

import numpy as np
import pytest

from numerics import scaling_fit


def curve(parameters, eta, noise, seed=0):
    k = np.tile(np.geomspace(10, 4000, 25), 3)
    batch = np.repeat([64.0, 128.0, 256.0], 25)
    factor = 1 + noise * np.random.default_rng(seed).standard_normal(len(k))
    return k, batch, scaling_fit.law(np.array(parameters), eta, k, batch) * factor


@pytest.mark.parametrize("parameters", [(0.05, 2, 3, 4, 1.3), (1, 0.5, 10, 0.5, 2.2)])
def test_fit_recovers_known_parameters(parameters) -> None:
    fit = scaling_fit.fit(0.01, *curve(parameters, 0.01, 0.0))
    assert fit.settled
    assert fit.parameters.tolist() == pytest.approx(parameters, rel=1e-4)


def test_fit_knows_its_uncertainty() -> None:
    true = np.array([0.05, 2, 3, 4, 1.3])
    scores = []
    for seed in range(20):
        fit = scaling_fit.fit(0.01, *curve(true, 0.01, 1e-3, seed))
        scores.append((np.log(fit.parameters) - np.log(true)) / fit.log_errors)
    spread = np.std(np.array(scores), axis=0)
    assert bool((spread > 0.5).all())
    assert bool((spread < 2).all())
