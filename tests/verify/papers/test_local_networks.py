"""The printed tables of networks with local copies, tiny ones that the tests make."""

from dataclasses import replace

import numpy as np
import pytest

from numerics import image_sets, networks
from numerics.local_data import VARIABLE
from theory.papers.signsgd_scaling import language_models as language_claims
from theory.papers.steepest_mirror import matrices as table_3
from theory.papers.steepest_mirror import network_tables as claims
from verify.evidence import Outcome
from verify.papers.signsgd_scaling import language_models
from verify.papers.steepest_mirror import matrices, network_tables

HOW = {"seed": 0, "device": "cpu"}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    return tmp_path


@pytest.fixture
def cifar(folder):
    place = folder / "cifar-10-batches-bin"
    place.mkdir()
    random = np.random.default_rng(0)
    for name in image_sets.CIFAR:
        rows = random.integers(0, 256, (20, 3073), dtype=np.uint8)
        rows[:, 0] = np.arange(20) % 10
        (place / name).write_bytes(rows.tobytes())
    network_tables.cifar10.cache_clear()
    yield
    network_tables.cifar10.cache_clear()


def test_table_3_is_computed_from_local_copies(folder):
    for seed, name in enumerate(matrices.MODELS):
        for place, own in ((name, seed), (matrices.TUNED.format(name), 10 + seed)):
            network = networks.llama("small", tokens=30, shared_keys=4, seed=own)
            network.save_pretrained(folder / place)
    found = matrices.llama_balances(table_3.TABLE_3.printed, scale="standard", **HOW)
    assert found.outcome in (Outcome.HOLDS, Outcome.FAILS, Outcome.UNKNOWN)
    assert "Llama-3.2-1B: " in found.detail
    assert found.size == 6  # layers
    quick = matrices.llama_balances(table_3.TABLE_3.printed, scale="quick", **HOW)
    assert quick.detail == matrices.STANDARD_ONLY


def test_table_3_says_what_is_missing(folder):
    found = matrices.llama_balances(table_3.TABLE_3.printed, scale="full", **HOW)
    assert found.outcome is Outcome.NOT_APPLICABLE
    assert "no *.safetensors in the folder Llama-3.1-8B" in found.detail


@pytest.mark.parametrize("claim", [claims.TAB_6, claims.TAB_8, claims.TAB_10])
def test_tables_say_what_is_missing_and_how_long_they_take(folder, claim):
    experiment = network_tables.EXPERIMENTS[claim.printed.experiment]
    found = experiment(claim.printed, scale="full", **HOW)
    assert found.outcome is Outcome.NOT_APPLICABLE
    assert found.detail.startswith("not here, or not complete: cifar-10-batches-bin")
    assert "the profile full takes some" in found.detail


def test_weights_are_asked_for_once_the_data_are_there(cifar, folder):
    (folder / "flowers-102" / "train" / "daisy").mkdir(parents=True)
    (folder / "flowers-102" / "train" / "daisy" / "1.png").touch()
    found = network_tables.EXPERIMENTS["tables 8 and 9"](claims.TAB_8.printed, scale="full", **HOW)
    assert found.detail.startswith("not here, or not complete: resnet-18, in the folder")


@pytest.mark.long
def test_table_8_runs_with_local_copies(cifar, folder, monkeypatch):
    networks.resnet("small", 3, seed=0).save_pretrained(folder / "resnet-18")
    rates = {"adam": (1e-3,), "sgd": (1e-2,)}
    setting = network_tables.printed(
        "ResNetForImageClassification", "resnet-18", network_tables.cifar10, 1, rates=rates
    )
    monkeypatch.setitem(network_tables.TABLES, 8, setting)
    monkeypatch.setitem(network_tables.HOURS, (8,), "a second")
    monkeypatch.setattr(network_tables, "DRAWS", 2)
    network_tables.fine_tuned.cache_clear()
    experiment = network_tables.of_tables((8,))
    assert experiment(claims.TAB_8.printed, scale="standard", **HOW).detail.endswith("run it")
    found = experiment(claims.TAB_8.printed, scale="full", **HOW)
    assert found.outcome is Outcome.UNKNOWN  # of noise nothing is learnt
    assert "table 8: rates {'adam': 0.001, 'sgd': 0.01}; 2 seeds" in found.detail
    network_tables.fine_tuned.cache_clear()


@pytest.mark.long
def test_table_6_runs_with_a_local_copy_and_small_networks(cifar, monkeypatch):
    resnet = networks.resnet
    monkeypatch.setattr(networks, "resnet", lambda _, *how, **more: resnet("small", *how, **more))
    monkeypatch.setattr(network_tables, "DRAWS", 2)
    monkeypatch.setattr(network_tables, "EPOCHS", 1)
    network_tables.cell.cache_clear()
    found = network_tables.decay(claims.TAB_6.printed, scale="full", **HOW)
    network_tables.cell.cache_clear()
    assert found.outcome is Outcome.UNKNOWN
    assert "L = 10, 0.1, coupled: " in found.detail


def test_figure_2_of_language_models_runs_with_a_local_text(folder, monkeypatch):
    claim = language_claims.FIG_2.printed["curves"]
    found = language_models.figure(claim, scale="full", **HOW)
    assert found.outcome is Outcome.NOT_APPLICABLE
    assert "no *.txt in the folder text" in found.detail
    (folder / "text").mkdir()
    (folder / "text" / "a.txt").write_text("".join(chr(97 + n * n % 23) for n in range(3000)))
    assert language_models.figure(claim, scale="standard", **HOW).detail.endswith("run it")
    monkeypatch.setattr(language_models, "LENGTH", 8)
    monkeypatch.setattr(language_models, "DRAWS", 6)
    small = replace(
        language_models.PRINTED,
        new=lambda seed: networks.llama("small", tokens=256, seed=seed),
        sizes=(2, 4),
        points=6,
        apart=1,
    )
    monkeypatch.setattr(language_models, "PRINTED", small)
    for cached in (language_models.local_text, language_models.measured):
        cached.cache_clear()
    found = language_models.figure(claim, scale="full", **HOW)
    for cached in (language_models.local_text, language_models.measured):
        cached.cache_clear()
    assert found.outcome is Outcome.UNKNOWN
    assert "plateaus" in found.detail
