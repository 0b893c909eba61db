"""One loop for all networks: it agrees with plain torch step by step."""

import copy
import math

import pytest
import torch
from torch import nn

from numerics import network_training as training
from numerics import networks
from numerics.network_training import NO_LABEL, Decay, Examples, Optimiser


class Linear(nn.Module):
    """A linear classifier with the interface of the library's networks."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 3)

    def forward(self, x):
        return type("Output", (), {"logits": self.layer(x)})


@pytest.fixture
def network():
    with torch.random.fork_rng():
        torch.manual_seed(0)
        return Linear()


@pytest.fixture
def examples():
    generator = torch.Generator().manual_seed(0)
    x = torch.randn(12, 4, generator=generator)
    return Examples({"x": x}, torch.randint(3, (12,), generator=generator))


PLAIN = {
    "coupled L2": (
        Optimiser("adam", 0.01, Decay(0.1)),
        lambda w: torch.optim.Adam(w, lr=0.01, weight_decay=0.1),
    ),
    "decoupled L2": (
        Optimiser("adam", 0.01, Decay(0.1, coupled=False)),
        lambda w: torch.optim.AdamW(w, lr=0.01, weight_decay=0.1),
    ),
    "SGD": (
        Optimiser("sgd", 0.1, Decay(0.1)),
        lambda w: torch.optim.SGD(w, lr=0.1, weight_decay=0.1),
    ),
}


@pytest.mark.parametrize("name", PLAIN)
def test_steps_are_those_of_torch(network, examples, name):
    ours, theirs = network, copy.deepcopy(network)
    optimiser, make = PLAIN[name]
    training.train(ours, examples, optimiser, batch=12, steps=5, seed=0, smoothing=0.1)
    plain = make(theirs.parameters())
    for _ in range(5):
        plain.zero_grad()
        logits = theirs(**examples.inputs).logits
        nn.functional.cross_entropy(logits, examples.labels, label_smoothing=0.1).backward()
        plain.step()
    torch.testing.assert_close(ours.layer.weight, theirs.layer.weight)
    torch.testing.assert_close(ours.layer.bias, theirs.layer.bias)


@pytest.mark.parametrize("coupled", [True, False])
@pytest.mark.parametrize("power", [1, 2])
def test_sign_descent_is_algorithm_2(network, examples, coupled, power):
    w = network.layer.weight.detach().clone()
    training.loss_of(network, examples).backward()
    g = network.layer.weight.grad
    more = 0.05 * (w if power == 2 else w.sign())
    expected = w - 0.1 * ((g + more).sign() if coupled else g.sign() + more)
    optimiser = Optimiser("signsgd", 0.1, Decay(0.05, coupled, power))
    training.train(network, examples, optimiser, batch=12, steps=1, seed=0)
    torch.testing.assert_close(network.layer.weight.detach(), expected)


def test_a_cosine_falls_from_the_rate_to_nothing():
    optimiser = Optimiser("sgd", 0.4, schedule="cosine")
    assert [optimiser.rate_at(step, 4) for step in (0, 2, 4)] == pytest.approx([0.4, 0.2, 0.0])
    assert Optimiser("sgd", 0.4).rate_at(3, 4) == 0.4


@pytest.mark.parametrize("wrong", [("sgdd", "constant"), ("sgd", "cosin")])
def test_a_wrong_name_is_refused(wrong):
    with pytest.raises(ValueError, match="there are sgd, adam, signsgd with constant and cosine"):
        Optimiser(wrong[0], 0.1, schedule=wrong[1])


def test_the_same_seed_gives_the_same_run(network, examples):
    ends = []
    for seed in (1, 1, 2):
        own = copy.deepcopy(network)
        losses = training.train(own, examples, Optimiser("sgd", 0.1), batch=5, steps=7, seed=seed)
        ends.append((losses, own.layer.weight.detach()))
    assert torch.equal(ends[0][0], ends[1][0])
    assert torch.equal(ends[0][1], ends[1][1])
    assert not torch.equal(ends[0][0], ends[2][0])
    assert ends[0][0].shape == (7,)


def test_each_order_has_every_example_once():
    orders = training._orders(7, 3, seed=0)
    batches = [next(orders) for _ in range(6)]
    assert [len(batch) for batch in batches] == [3, 3, 1] * 2
    assert sorted(torch.cat(batches[:3]).tolist()) == list(range(7))


def test_a_run_that_diverges_stops(network, examples):
    optimiser = Optimiser("sgd", math.inf)
    losses = training.train(network, examples, optimiser, batch=12, steps=4, seed=0)
    assert losses[0].isfinite()
    assert losses[1:].tolist() == [math.inf] * 3


def test_places_without_a_label_do_not_count(network, examples):
    labels = examples.labels.clone()
    labels[3:] = NO_LABEL
    few = Examples(examples.inputs, labels)
    first = examples.chosen(torch.arange(3))
    torch.testing.assert_close(training.loss_of(network, few), training.loss_of(network, first))


TOKENS = Examples({"input_ids": torch.randint(30, (700, 6))}, torch.randint(30, (700, 6)))


def test_accuracy_and_loss_are_means_over_all_labels():
    network = networks.llama("small", tokens=30, seed=0)
    logits = network.eval()(**TOKENS.inputs).logits.detach()
    right = (logits.argmax(-1) == TOKENS.labels).double().mean()
    assert training.accuracy(network, TOKENS) == pytest.approx(float(right))
    expected = torch.nn.functional.cross_entropy(logits.flatten(0, 1), TOKENS.labels.flatten())
    assert training.loss(network, TOKENS) == pytest.approx(float(expected), rel=1e-5)
    labels = TOKENS.labels.clone()
    labels[600:] = NO_LABEL
    few = TOKENS.chosen(torch.arange(600))
    cut = Examples(TOKENS.inputs, labels)
    assert training.accuracy(network, cut) == training.accuracy(network, few)
    assert training.loss(network, cut) == pytest.approx(training.loss(network, few), rel=1e-5)
