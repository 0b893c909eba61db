"""What is measured of networks, on networks whose answer is known."""

import pytest
import torch

from numerics import network_measures as measures
from numerics import networks
from numerics.local_data import VARIABLE, MissingData


@pytest.fixture
def network():
    return networks.llama("small", tokens=30, shared_keys=4, seed=0)


def test_the_distance_is_that_of_all_parameters(network):
    start = measures.weights(network)
    assert measures.moved(network, start) == (0.0, 0.0)
    with torch.no_grad():
        network.model.norm.weight[:2] += torch.tensor([3.0, -4.0])
    assert measures.moved(network, start) == pytest.approx((7.0, 5.0))


def test_balances_are_those_of_each_layer(network):
    layer = network.model.layers[1].self_attn
    queries, keys = (part.weight.detach().double() for part in (layer.q_proj, layer.k_proj))
    one, two = (measures.balances(network, q) for q in (1, 2))
    assert len(one) == len(two) == 2
    assert one[1] == pytest.approx(float(abs(queries.abs().sum() - keys.abs().sum())))
    assert two[1] == pytest.approx(float(abs(queries.square().sum() - keys.square().sum())))
    found = networks.bert("small", 2, words=30, seed=0)
    assert len(measures.balances(found, 1)) == 2


def test_balances_are_read_from_a_local_copy(network, tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    network.save_pretrained(tmp_path / "llama", max_shard_size="20kB")
    found = measures.stored_balances("LLaMA", "llama")
    assert len(list((tmp_path / "llama").glob("*.safetensors"))) > 1
    for q in (1, 2):
        assert found[q] == pytest.approx(measures.balances(network, q))


def test_a_local_copy_that_is_missing_or_damaged_is_said(network, tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    with pytest.raises(MissingData, match=r"LLaMA is not complete: no \*\.safetensors"):
        measures.stored_balances("LLaMA", "llama")
    (tmp_path / "llama").mkdir()
    (tmp_path / "llama" / "model.safetensors").write_bytes(b"no tensors")
    with pytest.raises(ValueError, match=r"model\.safetensors is damaged"):
        measures.stored_balances("LLaMA", "llama")
    other = networks.resnet("small", 5, seed=0)
    other.save_pretrained(tmp_path / "llama")
    with pytest.raises(ValueError, match="llama holds no queries and keys"):
        measures.stored_balances("LLaMA", "llama")
