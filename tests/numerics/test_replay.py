"""Steps that a GPU replays are the steps that were recorded, and those of the CPU."""

import pytest
import torch

from numerics import diagonal_training as training
from numerics.diagonal_training import Rule
from numerics.replay import LENGTHS, WARM_UP, Repeated

NEEDS_CUDA = pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device")
DEVICES = ["cpu", pytest.param("cuda", marks=NEEDS_CUDA)]
TRUTH = (1.0, 0.0, 0.0, 0.0)
RULES = {
    "sign": (Rule(1.0, (0.0, 0.1), (0.1, 0.0)), 10),
    "between": (Rule(1.5), 3),
    "gradient": (Rule(2.0), 1),
    "adam": (Rule(adam=True), 2),
}
GRADIENTS = {
    "all data": lambda data: training.squared_error(data, 1.0),
    "batches": lambda data: training.sampled_error(data, 2, 7),
    "exponential": lambda data: training.exponential(data, 1.0),
}


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("count", [0, 1, WARM_UP, WARM_UP + 1, LENGTHS[0], 2 * LENGTHS[0] + 5])
def test_so_many_steps_are_done(device, count) -> None:
    x = torch.zeros(3, device=device)
    steps = Repeated(lambda: x.add_(1), x.device, 2 * count)
    for call in (1, 2):
        steps.advance(count)
        assert x.tolist() == [call * count] * 3


def trained(rule: str, gradient: str, device: str) -> training.Record:
    data = training.gaussian(2, 5, TRUTH, seed=3, device=device)
    how, depth = RULES[rule]
    make = GRADIENTS[gradient]
    return training.train(make(data), data, depth, how, rate=1e-2, steps=300, scale=0.1, records=7)


@NEEDS_CUDA
@pytest.mark.parametrize("gradient", GRADIENTS)
@pytest.mark.parametrize("rule", RULES)
def test_replayed_training_is_the_same_to_the_last_bit(rule, gradient, monkeypatch) -> None:
    replayed = trained(rule, gradient, "cuda")
    monkeypatch.setattr("numerics.replay.LENGTHS", ())
    monkeypatch.setattr("numerics.replay.WARM_UP", 10**9)
    plain = trained(rule, gradient, "cuda")
    assert torch.equal(replayed.first, plain.first)
    assert torch.equal(replayed.rest, plain.rest)
    assert torch.equal(replayed.distance, plain.distance)


@NEEDS_CUDA
@pytest.mark.filterwarnings("ignore:.*script_method:DeprecationWarning")  # of torch's own
@pytest.mark.parametrize("gradient", GRADIENTS)
@pytest.mark.parametrize("rule", ["between", "gradient", "adam"])  # signs magnify round-off
def test_compiled_training_is_the_same_up_to_round_off(rule, gradient, monkeypatch) -> None:
    plain = trained(rule, gradient, "cuda")
    monkeypatch.setattr("numerics.replay.COMPILED_FROM", 1)
    compiled = trained(rule, gradient, "cuda")
    assert torch.allclose(compiled.x, plain.x, rtol=1e-9, atol=1e-12)
    assert compiled.steps == plain.steps


@NEEDS_CUDA
@pytest.mark.parametrize("gradient", GRADIENTS)
@pytest.mark.parametrize("rule", ["between", "gradient", "adam"])  # signs magnify round-off
def test_both_devices_train_alike(rule, gradient) -> None:
    here, there = trained(rule, gradient, "cpu"), trained(rule, gradient, "cuda")
    assert torch.allclose(here.x, there.x.cpu(), rtol=1e-9, atol=1e-12)
    assert here.steps == there.steps
