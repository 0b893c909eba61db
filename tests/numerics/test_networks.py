"""Networks by name: their printed sizes, their seeds, and local copies made by the tests."""

import json

import pytest
import torch

from numerics import networks
from numerics.local_data import VARIABLE, MissingData
from theory.papers.steepest_mirror import network_tables

IMAGES = {"pixel_values": torch.randn(2, 1, 8, 8)}
WORDS = {"input_ids": torch.randint(30, (2, 6))}


@pytest.mark.parametrize("classes", [10, 102])
def test_printed_networks_have_the_printed_numbers_of_parameters(classes):
    found = networks.resnet("resnet-18", classes, seed=0)
    assert networks.count(found) == network_tables.resnet18(classes)[0]


@pytest.mark.long
def test_large_networks_have_the_printed_numbers_of_parameters():
    with torch.device("meta"):  # no memory for their weights
        found = networks.vit("vit-large", 10, seed=0)
        assert networks.count(found) == network_tables.vit_large(10)
        found = networks.bert("bert-base", 2, seed=0)
        assert networks.count(found) == network_tables.bert_base(2)
        assert 1.0e8 < networks.count(networks.llama("llama-100m", seed=0)) < 1.2e8


@pytest.mark.parametrize(
    ("make", "inputs", "shape"),
    [
        (lambda seed: networks.resnet("small", 5, channels=1, seed=seed), IMAGES, (2, 5)),
        (lambda seed: networks.vit("small", 5, channels=1, seed=seed), IMAGES, (2, 5)),
        (lambda seed: networks.bert("small", 3, words=30, seed=seed), WORDS, (2, 3)),
        (lambda seed: networks.llama("small", tokens=30, seed=seed), WORDS, (2, 6, 30)),
    ],
)
def test_small_networks_depend_on_their_seed_alone(make, inputs, shape):
    before = torch.get_rng_state()
    outputs = [make(seed).eval()(**inputs).logits.detach() for seed in (0, 0, 1)]
    assert torch.equal(torch.get_rng_state(), before)
    assert outputs[0].shape == shape
    assert torch.equal(outputs[0], outputs[1])
    assert not torch.equal(outputs[0], outputs[2])


def test_heads_of_keys_are_shared():
    layer = networks.llama("small", tokens=30, shared_keys=4, seed=0).model.layers[0].self_attn
    assert layer.q_proj.weight.shape == (32, 32)
    assert layer.k_proj.weight.shape == (8, 32)


def test_a_new_head_leaves_everything_else():
    network = networks.resnet("small", 5, channels=1, seed=0)
    stem = network.resnet.embedder.embedder.convolution.weight
    new = networks.replaced_head(network, 7, seed=1)
    assert new(**IMAGES).logits.shape == (2, 7)
    assert new.resnet.embedder.embedder.convolution.weight is stem


KIND = "ViTForImageClassification"


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """A local copy of a small ViT in a folder `vit`."""
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    network = networks.vit("small", 5, channels=1, seed=3)
    network.save_pretrained(tmp_path / "vit")
    return network, tmp_path / "vit"


def test_a_local_copy_is_read_and_gets_a_new_head(copy):
    network, _ = copy
    found = networks.trained(KIND, "vit", 2, seed=0)
    assert found(**IMAGES).logits.shape == (2, 2)
    old, new = (n.vit.embeddings.cls_token for n in (network, found))
    assert torch.equal(old, new)


def test_what_is_missing_is_said(copy, tmp_path, monkeypatch):
    with pytest.raises(MissingData, match=r"config\.json, model\.safetensors missing"):
        networks.trained(KIND, "elsewhere", 2, seed=0)
    monkeypatch.delenv(VARIABLE)
    with pytest.raises(MissingData, match="THMCHECK_DATA"):
        networks.trained(KIND, "vit", 2, seed=0)


def test_a_damaged_copy_is_an_error(copy):
    _, folder = copy
    whole = (folder / "model.safetensors").read_bytes()
    (folder / "model.safetensors").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(ValueError, match=f"vit holds no {KIND}"):
        networks.trained(KIND, "vit", 2, seed=0)
    (folder / "config.json").write_text(json.dumps({"model_type": "bert"}))
    with pytest.raises(ValueError, match="is of bert, not of a ViT"):
        networks.trained(KIND, "vit", 2, seed=0)
    (folder / "config.json").write_text("{")
    with pytest.raises(ValueError, match=r"config\.json is damaged"):
        networks.trained(KIND, "vit", 2, seed=0)


def test_without_the_library_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setattr(networks, "find_spec", lambda name: None)
    with pytest.raises(networks.MissingLibrary, match=r"pip install 'thmcheck\[networks\]'"):
        networks.vit("small", 5, seed=0)
