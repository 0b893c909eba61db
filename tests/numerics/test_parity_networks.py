"""Networks on parity against torch's own layers, automatic differentiation and optimiser."""

import math

import pytest
import torch
from torch import nn

from numerics import parity_networks as networks
from numerics.parity_networks import Data, Network, Phase, Training

LOSSES = {
    "logistic": lambda f, y: nn.functional.softplus(-y * f).mean(),
    "hinge": lambda f, y: (1 - y * f).clamp_min(0).mean(),
    "square": lambda f, y: ((f - y) ** 2).mean() / 2,
}


def generator(seed=0):
    return torch.Generator().manual_seed(seed)


def layers(network: Network, run: int) -> nn.Sequential:
    """Return torch's network with the weights of one run."""
    _, inputs, width = network.inner.shape
    found = nn.Sequential(nn.Linear(inputs - 1, width), nn.ReLU(), nn.Linear(width, 1))
    with torch.no_grad():
        found[0].weight.copy_(network.inner[run, :-1].T)
        found[0].bias.copy_(network.inner[run, -1])
        found[2].weight.copy_(network.outer[run, None])
        found[2].bias.copy_(network.bias[run, None])
    return found


def small(runs=3, d=5, width=7, n=40):
    data = networks.labelled(networks.uniform(runs, n, d, generator(1)), 2)
    return networks.initial(runs, d, width, generator(2)), data


@pytest.mark.parametrize("loss", LOSSES)
def test_slopes_are_those_of_automatic_differentiation(loss, monkeypatch) -> None:
    monkeypatch.setattr(networks, "BLOCK", 3 * 7 * 11)  # four blocks, the last one smaller
    network, data = small()
    slopes, outputs = network.slopes(data, loss), network(data.inputs)
    for run in range(3):
        one = layers(network, run)
        f = one(data.inputs[run, :, :-1])[:, 0]
        assert torch.allclose(outputs[run], f, atol=1e-6)
        LOSSES[loss](f, data.labels[run]).backward()
        expected = (one[0].weight.grad.T, one[0].bias.grad, one[2].weight.grad, one[2].bias.grad)
        found = (slopes.inner[run, :-1], slopes.inner[run, -1], slopes.outer[run], slopes.bias[run])
        for mine, other in zip(found, expected, strict=True):
            assert torch.allclose(mine, other.squeeze(), atol=1e-6)


def test_training_is_that_of_an_optimiser_with_two_learning_rates() -> None:
    network, data = small()
    other = networks.labelled(networks.uniform(3, 8, 5, generator(3)), 2)
    rates = torch.tensor([0.3, 0.1, 0.5]), torch.tensor([0.1, 0.2, 0.5])
    how = Training("logistic", *rates, networks.population(5, 2), 2.0, every=5)
    phases = [Phase(10, lambda: data), Phase(20, lambda: other)]
    found = networks.train(network, phases, how, 30)
    assert found.looks == (0, 5, 10, 15, 20, 25, 30)
    assert bool(found.steps.isinf().all())
    for run in range(3):
        one = layers(network, run)
        groups = [
            {"params": layer.parameters(), "lr": float(rate[run])}
            for layer, rate in zip((one[0], one[2]), rates, strict=True)
        ]
        optimiser = torch.optim.SGD(groups)
        for step in range(30):
            batch = data if step < 10 else other
            optimiser.zero_grad()
            LOSSES["logistic"](one(batch.inputs[run, :, :-1])[:, 0], batch.labels[run]).backward()
            optimiser.step()
        ratio = one[2].weight.norm() / one[0].weight.norm()
        assert found.ratio[-1, run].item() == pytest.approx(ratio.item(), rel=1e-4)
        every = networks.population(5, 2)
        right = (one(every.inputs[0, :, :-1])[:, 0] * every.labels[0] > 0).double().mean()
        assert found.accuracy[-1, run].item() == pytest.approx(right.item())


def test_samples_are_counted_until_the_target_is_reached() -> None:
    network, data = small(d=4, width=16, n=30)
    how = Training("logistic", *[torch.full((3,), 0.5)] * 2, networks.population(4, 2), 0.9, 2)
    phases = [Phase(2, lambda: small(d=4, n=6)[1]), Phase(400, lambda: data)]
    found = networks.train(network, phases, how, 1000)
    assert bool(found.steps.isfinite().all())
    assert found.looks[-1] == found.steps.max()
    later = found.steps - 2
    assert found.samples.tolist() == (2 * 6 + 30 * later).tolist()
    for run in range(3):
        first = next(i for i, right in enumerate(found.accuracy[:, run]) if right >= 0.9)
        assert found.looks[first] == found.steps[run]


def test_training_ends_where_it_has_to() -> None:
    network, data = small()
    how = Training("hinge", *[torch.full((3,), 0.5)] * 2, networks.population(5, 2), 0.0, 1)
    phases = [Phase(6, lambda: data)]
    for most, stop, last in ((4, False, 4), (9, False, 6), (9, True, 0)):
        assert networks.train(network, phases, how, most, stop).looks[-1] == last


def test_weights_start_as_those_of_torch_do() -> None:
    network = networks.initial(200, 6, 10, generator())
    for weights, inputs in ((network.inner, 6), (network.outer, 10), (network.bias, 10)):
        half = 1 / math.sqrt(inputs)
        assert float(weights.abs().max()) <= half
        error = 6 / math.sqrt(weights.numel())
        assert weights.var().item() == pytest.approx(half**2 / 3, rel=error)
    scaled = networks.initial(200, 6, 10, generator(), alpha=2.0)
    assert torch.allclose(scaled.inner * 2, network.inner)
    assert torch.allclose(scaled.outer / 2, network.outer)


def test_signs_are_independent() -> None:
    free = networks.uniform(1, 40_000, 3, generator())[0]
    assert (free.T @ free / 40_000).flatten().tolist() == pytest.approx(
        torch.eye(3).flatten().tolist(), abs=6 / 200
    )


def test_batches_are_of_the_set_of_each_run_and_labels_may_be_random() -> None:
    data = networks.labelled(networks.balanced(4, 10, 12, generator()), 3)
    drawn = networks.batches(data, 50, generator(1))()
    assert drawn.inputs.shape == (4, 50, 13)
    for run in range(4):
        same = (drawn.inputs[run, :, None] == data.inputs[run]).all(-1)
        assert bool(same.any(1).all())
        assert torch.equal((same.float() @ data.labels[run]).sign(), drawn.labels[run])
    assert len(set(same.int().argmax(1).tolist())) > 5
    random = networks.relabelled(
        Data(data.inputs[:, :1].expand(4, 900, 13), torch.ones(4, 900)), generator(2)
    )
    assert random.labels.mean().item() == pytest.approx(0, abs=6 / 60)
