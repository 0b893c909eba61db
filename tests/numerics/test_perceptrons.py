"""Stacks of networks against torch's own layers, automatic differentiation and optimisers."""

import math

import pytest
import torch
from scipy import stats
from torch import nn

from numerics import labelled_samples as samples
from numerics import perceptrons
from numerics.perceptrons import AdamW, Descent, Phase, Training

LOSSES = {
    "logistic": lambda f, y: nn.functional.softplus(-y * f).mean(),
    "hinge": lambda f, y: (1 - y * f).clamp_min(0).mean(),
    "square": lambda f, y: ((f - y) ** 2).mean() / 2,
}
DEPTHS = [(5, 7), (5, 7, 4), (5, 7, 4, 6)]


def generator(seed=0):
    return torch.Generator().manual_seed(seed)


def reference(network, run):
    """Return torch's network with the weights of one run."""
    parts = []
    for layer in network.layers:
        linear = nn.Linear(layer.shape[1] - 1, layer.shape[2])
        with torch.no_grad():
            linear.weight.copy_(layer[run, :-1].T)
            linear.bias.copy_(layer[run, -1])
        parts += [linear, nn.ReLU()]
    return nn.Sequential(*parts[:-1])


def linears(one):
    return [part for part in one if isinstance(part, nn.Linear)]


def small(widths=(5, 7), runs=3, n=40):
    data = samples.labelled(samples.uniform(runs, n, widths[0], generator(1)), 2)
    return perceptrons.initial(runs, widths, generator(2)), data


def rates_of(network, values):
    """Return rates that differ by run, layer and kind of weight, as tensors and by layer."""
    found = []
    for number, layer in enumerate(network.layers):
        rate = torch.full_like(layer[:, :, :1], 0.0) + torch.tensor(values)[:, None, None]
        rate *= 1 + number
        rate[:, -1] *= 3
        found.append(rate)
    return tuple(found)


def groups(one, rates, run, **more):
    return [
        {"params": [parameter], "lr": float(rate[run, place, 0]), **more}
        for layer, rate in zip(linears(one), rates, strict=True)
        for place, parameter in ((0, layer.weight), (-1, layer.bias))
    ]


@pytest.mark.parametrize("widths", DEPTHS)
@pytest.mark.parametrize("loss", LOSSES)
def test_slopes_are_those_of_automatic_differentiation(loss, widths, monkeypatch) -> None:
    monkeypatch.setattr(perceptrons, "BLOCK", 3 * 7 * 11)  # four blocks, the last one smaller
    network, data = small(widths)
    slopes, outputs = network.slopes(data, loss), network(data.inputs)
    for run in range(3):
        one = reference(network, run)
        f = one(data.inputs[run, :, :-1])[:, 0]
        assert torch.allclose(outputs[run], f, atol=1e-6)
        LOSSES[loss](f, data.labels[run]).backward()
        for found, layer in zip(slopes, linears(one), strict=True):
            assert torch.allclose(found[run, :-1], layer.weight.grad.T, atol=1e-6)
            assert torch.allclose(found[run, -1], layer.bias.grad, atol=1e-6)


def optimisers(network):
    rates = rates_of(network, [0.3, 0.1, 0.2])
    fewer = rates_of(network, [0.01, 0.003, 0.02])
    second = (0.8, 0.95, 0.999)
    adam = AdamW(fewer, torch.tensor(second), decay=0.1)
    return {
        "descent": (Descent(rates), lambda one, run: torch.optim.SGD(groups(one, rates, run))),
        "AdamW": (
            adam,
            lambda one, run: torch.optim.AdamW(
                groups(one, fewer, run, betas=(0.9, second[run]), weight_decay=0.1)
            ),
        ),
    }


@pytest.mark.parametrize("widths", DEPTHS)
@pytest.mark.parametrize("name", ["descent", "AdamW"])
def test_every_step_is_that_of_an_optimiser_of_torch(name, widths) -> None:
    network, data = small(widths)
    optimiser, plain = optimisers(network)[name]
    ones = [reference(network, run) for run in range(3)]
    theirs = [plain(one, run) for run, one in enumerate(ones)]
    for _ in range(25):
        seen = perceptrons.advance(network, lambda: data, "logistic", optimiser, 1)
        assert seen == 40
        for run, (one, other) in enumerate(zip(ones, theirs, strict=True)):
            other.zero_grad()
            LOSSES["logistic"](one(data.inputs[run, :, :-1])[:, 0], data.labels[run]).backward()
            other.step()
            for layer, linear in zip(network.layers, linears(one), strict=True):
                assert torch.allclose(layer[run, :-1], linear.weight.T, atol=2e-5)
                assert torch.allclose(layer[run, -1], linear.bias, atol=2e-5)


def test_several_steps_in_one_call_are_the_same() -> None:
    once, data = small()
    often, _ = small()
    perceptrons.advance(once, lambda: data, "square", optimisers(once)["descent"][0], 6)
    for _ in range(3):
        perceptrons.advance(often, lambda: data, "square", optimisers(often)["descent"][0], 2)
    assert all(torch.equal(a, b) for a, b in zip(once.layers, often.layers, strict=True))


def test_what_is_seen_on_the_way_is_what_torch_sees() -> None:
    network, data = small()
    other = samples.labelled(samples.uniform(3, 8, 5, generator(3)), 2)
    descent, plain = optimisers(network)["descent"]
    every = samples.population(5, 2)
    phases = [Phase(10, lambda: data), Phase(20, lambda: other)]
    found = perceptrons.train(network, phases, Training("logistic", every, 2.0, 5), descent, 30)
    assert found.looks == (0, 5, 10, 15, 20, 25, 30)
    assert bool(found.steps.isinf().all())
    for run in range(3):
        one = reference(network, run)
        optimiser = plain(one, run)
        for step in range(30):
            batch = data if step < 10 else other
            optimiser.zero_grad()
            LOSSES["logistic"](one(batch.inputs[run, :, :-1])[:, 0], batch.labels[run]).backward()
            optimiser.step()
        norms = [layer.weight.norm().item() for layer in linears(one)]
        assert found.norms[-1, :, run].tolist() == pytest.approx(norms, rel=1e-4)
        assert found.ratio[-1, run].item() == pytest.approx(norms[1] / norms[0], rel=1e-4)
        right = (one(every.inputs.matrix()[0, :, :-1])[:, 0] * every.labels[0] > 0).double().mean()
        assert found.score[-1, run].item() == pytest.approx(right.item())


def test_the_explained_variance_is_one_for_labels_and_none_for_their_mean() -> None:
    labels = torch.randn(2, 50, generator=generator())
    assert perceptrons.explained(labels, labels).tolist() == [1, 1]
    flat = labels.mean(1, keepdim=True).expand(2, 50)
    assert perceptrons.explained(flat, labels).tolist() == pytest.approx([0, 0], abs=1e-6)


def test_samples_are_counted_until_the_target_is_reached() -> None:
    network, data = small((4, 16), n=30)
    how = Training("logistic", samples.population(4, 2), 0.9, 2)
    descent = Descent((torch.tensor(0.5),) * 2)
    phases = [Phase(3, lambda: small((4, 16), n=6)[1]), Phase(400, lambda: data)]
    found = perceptrons.train(network, phases, how, descent, 1000)
    assert bool(found.steps.isfinite().all())
    assert found.looks[-1] == found.steps.max()
    assert found.samples.tolist() == (3 * 6 + 30 * (found.steps - 3)).tolist()
    for run in range(3):
        first = next(i for i, right in enumerate(found.score[:, run]) if right >= 0.9)
        assert found.looks[first] == found.steps[run]


def test_training_ends_where_it_has_to() -> None:
    network, data = small()
    before = [layer.clone() for layer in network.layers]
    phases = [Phase(6, lambda: data)]
    for most, target, last in ((4, 2.0, 4), (9, 2.0, 6), (9, 0.0, 0)):
        how = Training("hinge", samples.population(5, 2), target, 1)
        descent = Descent((torch.tensor(0.5),) * 2)
        found = perceptrons.train(network, phases, how, descent, most)
        assert found.looks[-1] == last
    assert all(torch.equal(a, b) for a, b in zip(network.layers, before, strict=True))


def test_weights_start_as_those_of_torch_do() -> None:
    network = perceptrons.initial(200, (6, 10, 8), generator())
    for weights, inputs in zip(network.layers, (6, 10, 8), strict=True):
        half = 1 / math.sqrt(inputs)
        assert float(weights.abs().max()) <= half
        error = 6 / math.sqrt(weights.numel())
        assert weights.var().item() == pytest.approx(half**2 / 3, rel=error)
    factors = torch.linspace(1, 2, 200)
    scaled = network.scaled((2.0, factors, 1.0))
    assert torch.equal(scaled.layers[0], 2 * network.layers[0])
    assert torch.equal(scaled.layers[1][7], factors[7] * network.layers[1][7])


@pytest.mark.parametrize("widths", [(6, 16), (6, 16, 9)])
def test_mup_is_the_standard_parametrisation_where_all_widths_are_one(widths) -> None:
    narrow = tuple(1 for _ in widths)
    assert perceptrons.maximal_update(narrow) == perceptrons.standard(narrow)
    found = perceptrons.maximal_update(widths)
    inner, outer = widths[1], widths[-1]
    assert found.starts[-1] == pytest.approx(1 / math.sqrt(outer))
    assert (found.weights[0], found.weights[-1]) == (inner, pytest.approx(1 / outer))
    assert found.biases == (*widths[1:], 1)
    network, rates = perceptrons.initial(2, widths, generator()), torch.tensor([0.1, 0.2])
    shaped = found.rates(network, [rates] * len(widths))
    for layer, rate in zip(network.layers, shaped, strict=True):
        assert rate.shape == (2, layer.shape[1], 1)
    assert shaped[0][1, 0, 0].item() == pytest.approx(0.2 * inner)
    assert shaped[-1][1, -1, 0].item() == pytest.approx(0.2)


def plain_steps(seed: int) -> float:
    """Return the steps until the target of one run, written as one would with torch alone."""
    torch.manual_seed(seed)
    one = nn.Sequential(nn.Linear(6, 32), nn.ReLU(), nn.Linear(32, 1))
    optimiser = torch.optim.SGD(one.parameters(), lr=0.5)
    every = 1 - 2 * torch.cartesian_prod(*[torch.arange(2.0)] * 6)
    for step in range(0, 600, 10):
        with torch.no_grad():
            if (one(every)[:, 0] * every[:, :2].prod(1) > 0).double().mean() >= 0.95:
                return step
        for _ in range(10):
            x = torch.randint(2, (64, 6)) * 2.0 - 1
            optimiser.zero_grad()
            LOSSES["logistic"](one(x)[:, 0], x[:, :2].prod(1)).backward()
            optimiser.step()
    return math.inf


def test_a_stack_takes_as_many_steps_as_plain_runs_in_distribution() -> None:
    runs = 400
    network = perceptrons.initial(runs, (6, 32), generator(3))
    batches = generator(4)
    source = lambda: samples.labelled(samples.uniform(runs, 64, 6, batches), 2)  # noqa: E731
    rate = torch.tensor(0.5).expand(runs)
    descent = Descent(perceptrons.standard((6, 32)).rates(network, [rate, rate]))
    how = Training("logistic", samples.population(6, 2))
    found = perceptrons.train(network, [Phase(600, source)], how, descent, 600)
    plain = [plain_steps(seed) for seed in range(40)]
    late = 700.0  # stands for never
    ours = found.steps.nan_to_num(posinf=late)
    theirs = torch.tensor(plain).nan_to_num(posinf=late)
    assert float(ours.min()) < float(ours.median()) < late
    assert stats.ks_2samp(ours, theirs).pvalue > 1e-4
    assert stats.ks_2samp(1.5 * ours, theirs).pvalue < 1e-4  # half as slow again would be seen
