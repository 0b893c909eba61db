"""Products of factors begin where the network was, and learn as products do."""

import copy

import pytest
import torch

from numerics import factored_weights, network_measures, networks
from numerics.network_training import Decay, Examples, Optimiser, train

IMAGES = Examples({"pixel_values": torch.randn(8, 1, 8, 8)}, torch.randint(5, (8,)))


@pytest.fixture
def network():
    return networks.resnet("small", 5, channels=1, seed=0)


@pytest.mark.parametrize("depth", [2, 4, 10])
def test_the_product_begins_at_the_weights(network, depth):
    plain = copy.deepcopy(network)
    factored_weights.factored(network, depth)
    outputs = [n.eval()(**IMAGES.inputs).logits.detach() for n in (plain, network)]
    torch.testing.assert_close(*outputs, rtol=1e-4, atol=1e-5)
    layers = [m for m in plain.modules() if isinstance(m, (torch.nn.Conv2d, torch.nn.Linear))]
    more = (depth - 1) * sum(layer.weight.numel() for layer in layers)
    assert networks.count(network) == networks.count(plain) + more
    assert factored_weights.size_of(network) == pytest.approx(factored_weights.size_of(plain))


def test_deeper_products_begin_at_the_weight_and_ones(network):
    x = network.classifier[1].weight.detach().clone()
    factored_weights.factored(network, 4)
    factors = network.classifier[1].parametrizations.weight
    assert torch.equal(factors.original0, x)
    assert all(bool((getattr(factors, f"original{k}") == 1).all()) for k in (1, 2, 3))


def test_the_factors_are_what_moves(network):
    factored_weights.factored(network, 2)
    start = network_measures.weights(network)
    train(network, IMAGES, Optimiser("adam", 1e-2, Decay(0.1)), batch=8, steps=2, seed=0)
    assert all(
        not torch.equal(old, new) for old, new in zip(start, network.parameters(), strict=True)
    )


def test_one_factor_is_no_product(network):
    with pytest.raises(ValueError, match="depth 1"):
        factored_weights.factored(network, 1)


def test_the_size_of_a_network_is_that_of_its_filters_and_linear_layers(network):
    with torch.no_grad():
        for w in network.parameters():
            w.zero_()
        network.classifier[1].weight[0, :2] = torch.tensor([1.0, -2.0])
    assert factored_weights.size_of(network) == 3.0
