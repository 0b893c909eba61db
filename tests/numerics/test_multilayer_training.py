import math

import pytest
import torch

from numerics.image_sets import digits
from numerics.multilayer import Multilayer
from numerics.multilayer_training import (
    adaptive,
    descent,
    fitted,
    noisy_descent,
    states,
    traced,
)

NETWORK = Multilayer((64, 8, 10))
SAMPLES, _ = digits(2, 40, seed=0)
START = NETWORK.start(2, 1)


def test_a_trace_is_gradient_descent_with_its_sharpness():
    trace = traced(NETWORK, SAMPLES, START, 0.1, 6, seed=2)
    found, losses = states(NETWORK, SAMPLES, START, 0.1, 6)
    torch.testing.assert_close(trace.theta, found)
    torch.testing.assert_close(trace.loss, losses)
    for step in (0, 5):
        product = NETWORK.curvature(found[step], SAMPLES).product
        dense = torch.stack(
            [product(row.expand(2, -1)) for row in torch.eye(NETWORK.size, dtype=torch.float64)], 2
        )
        top = torch.linalg.eigvalsh((dense + dense.mT) / 2)[:, -1]
        assert ((trace.sharpness[step] - top).abs() <= trace.error[step]).all()


def test_training_stops_run_by_run_where_it_fits():
    end = fitted(NETWORK, SAMPLES, START, descent(NETWORK, SAMPLES, 0.3), most=400)
    assert end.fits.all()
    assert NETWORK.accuracy(end.theta, SAMPLES).tolist() == [1.0, 1.0]
    again, _ = states(NETWORK, SAMPLES, START, 0.3, int(end.steps.max()))
    for run, steps in enumerate(end.steps.tolist()):
        torch.testing.assert_close(end.theta[run], again[steps, run])


def test_what_does_not_fit_says_so():
    end = fitted(NETWORK, SAMPLES, START, descent(NETWORK, SAMPLES, 1e-9), most=3)
    assert not end.fits.any()
    assert end.steps.tolist() == [3, 3]


def test_without_noise_batches_do_not_matter():
    step = noisy_descent(NETWORK, SAMPLES, 0.1, batch=4, noise=0.0, seed=3)
    torch.testing.assert_close(step(START), descent(NETWORK, SAMPLES, 0.1)(START))


def test_the_mean_of_batches_is_the_step_on_all_samples():
    step = noisy_descent(NETWORK, SAMPLES, 0.1, batch=4, seed=3)
    whole = descent(NETWORK, SAMPLES, 0.1)(START)
    found = torch.stack([step(START) for _ in range(400)])
    width = found.std(0) / 20
    moved = width > 0
    assert ((found.mean(0) - whole)[moved].abs() < 6 * width[moved]).all()


@pytest.mark.parametrize("clip", [math.inf, 1e-6])
def test_adaptive_steps_are_those_of_one_network_at_a_time(clip):
    step = adaptive(NETWORK, SAMPLES, START, 1e-2, betas=(0.9, 0.99), clip=clip, corrected=True)
    theta, mean, square = START, 0.0, 0.0
    found = START
    for number in range(1, 6):
        _, gradient = NETWORK.gradient(theta, SAMPLES)
        mean, square = 0.9 * mean + 0.1 * gradient, 0.99 * square + 0.01 * gradient**2
        second = (square / (1 - 0.99**number)).clamp(max=clip)
        theta = theta - 1e-2 * mean / (1 - 0.9**number) / (second.sqrt() + 1e-8)
        found = step(found)
    torch.testing.assert_close(found, theta)
