"""What is measured of the figures, at small sizes."""

import math
from dataclasses import replace

import pytest
import sympy as sp
import torch

from theory.claim import Observed
from verify.evidence import Outcome
from verify.papers.less_data import figures, figures_of_appendix, trainings
from verify.papers.less_data.trainings import Setting

EXPERIMENTS = figures.EXPERIMENTS | figures_of_appendix.EXPERIMENTS
MEASURED = {
    "figure 2: each step": "e_small e_large",
    "figure 2: index": "C_small C_large",
    "figure 2: full": "C_small C_large",
    "figure 2: full, index": "C_small C_large",
    "figure 3": "C_bare C_biased C_large C_small",
    "figure 3 (a)": "C_bare C_large",
    "figure 4": "C_random C_large",
    "figure 4: accuracy": "C_random C_small C_large",
    "figure 4: accuracy, index": "C_random C_small C_large",
    "figure 4: ratio": "rho_random rho_small rho_large",
    "figure 4: ratio, index": "rho_random rho_small rho_large",
    "figure 5": "C_small C_large C_small' C_large'",
    "figure 6": "C_small C_large C_small' C_large' eta_1 eta_2",
    "figure 7": "C_small C_large C_small' C_large'",
    "figure 7: alpha": "C_small C_large C_small' C_large'",
    "figure 10: MLP": "C_small C_large C_small'' C_large''",
    "figure 11: depth": "C_small C_large C_small'' C_large''",
    "figure 11: width": "C_small C_large C_small'' C_large''",
    "figure 12": "rho_small rho_large rho_start",
    "figure 12: index": "rho_small rho_large rho_start",
    "figure 13": "a_small a_large a_start W_small W_large W_start",
    "figure 18": "C_small C_large",
    "figure 18, steps": "t_small t_large",
    "figure 18: index": "C_small C_large",
    "figure 18: index, steps": "t_small t_large",
    "figure 21": "C_small' C_large'",
    "figure 21: width 32": "C_small' C_large'",
    "figure 22": "C_small' C_large'",
    "figure 23": "alpha_m alpha_m'",
    "figure 24": "C_small C_large C_small'' C_large''",
    "figure 29": "C_small' C_large'",
}


def found(experiment, effect, scale="quick"):
    return experiment(Observed("", {}, effect=effect), seed=0, scale=scale, device="cpu")


def forget(searched=trainings.best_rate):
    trainings.tuned.cache_clear()
    searched.cache_clear()
    trainings.first_steps.cache_clear()


@pytest.fixture
def easy(monkeypatch):
    """(6, 2)-parity in batches of 16, with sets of 64 samples, and a lower target for all."""
    forget()
    sizes = {"D": 6, "K": 2, "BATCH": 16, "SMALL": 64, "GIVEN_UP": 100, "FIRST": 20, "EVERY": 10}
    index = {"INDEX_D": 4, "INDEX_SMALL": 8, "INDEX_FIRST": 20}
    runs = {"TUNING": 4, "STACK": 16, "RUNS": {"standard": 32}, "FULL_RUNS": {"standard": 32}}
    runs |= {"COSTLY": 64, "COSTLY_TUNING": 3}
    index |= {"WHOLE_INDEX": {"standard": (4, [(16, 40)]), "full": (4, [(16, 64), (24, 80)])}}
    looks = {"TESTS": {"parity": 64, "index": 64}, "TARGET": {"parity": 0.9, "index": -9.0}}
    for name, value in (sizes | index | runs | looks).items():
        monkeypatch.setattr(trainings, name, value)
    monkeypatch.setattr(trainings, "FIRST_RUNS", {"parity": (32, 16), "index": (16, 8)})
    for module in (figures, figures_of_appendix):
        monkeypatch.setattr(module, "WHOLE", {"standard": (32, 6, 2), "full": (64, 20, 6)})
    monkeypatch.setattr(figures, "BY_SIZE", {"standard": (32, 6, 2), "full": (64, 20, 6)})
    yield
    forget()


def test_every_way_to_train_draws_what_it_says(easy) -> None:
    for way, phases in trainings.WAYS.items():
        drawn = phases(3, torch.Generator().manual_seed(1))
        assert sum(phase.steps for phase in drawn) == trainings.GIVEN_UP
        batch = drawn[0].source()
        signs, ones = batch.inputs[..., :-1], batch.inputs[..., -1]
        assert signs.shape == (3, trainings.BATCH, trainings.D)
        assert bool((ones == 1).all() and (signs.abs() == 1).all())
        true = torch.equal(batch.labels, signs[..., : trainings.K].prod(-1))
        assert true == (way != "random")
    first, then = trainings.WAYS["random"](3, torch.Generator())
    assert first.steps == trainings.FIRST
    batch = then.source()
    assert torch.equal(batch.labels, batch.inputs[..., : trainings.K].prod(-1))


def test_phases_of_a_single_index_repeat_the_small_set_first(easy) -> None:
    w = torch.eye(4)[:2]
    generator = torch.Generator().manual_seed(1)
    for way, true in (("large", True), ("small", True), ("random", False)):
        phases = trainings.index_phases(way, w, generator)
        assert sum(phase.steps for phase in phases) == trainings.GIVEN_UP
        batch = torch.cat([phases[0].source().inputs for _ in range(20)], 1)
        distinct = len(batch[0].unique(dim=0))
        assert distinct == (20 * trainings.BATCH if way == "large" else 4 * trainings.INDEX_SMALL)
        labelled = phases[0].source()
        z = labelled.inputs[range(2), :, range(2)]
        assert bool(torch.allclose(labelled.labels, z**3 - 3 * z, atol=1e-4)) == true
    (whole,) = trainings.index_phases("all 30", w, generator)
    assert whole.source() is whole.source()
    assert whole.source().labels.shape == (2, 30)
    few, many = trainings.index_phases("all 8 then 30", w, generator)
    assert (few.steps, few.steps + many.steps) == (trainings.INDEX_FIRST, trainings.GIVEN_UP)
    assert (few.source().labels.shape[1], many.source().labels.shape[1]) == (8, 30)
    (other,) = trainings.index_phases("all 30 random", w, generator)
    z = other.source().inputs[range(2), :, range(2)]
    assert not bool(torch.allclose(other.source().labels, z**3 - 3 * z, atol=1e-4))


def test_full_batches_are_all_inputs_or_a_set_that_stays(easy) -> None:
    for way, runs, count in (("all", 1, 32), ("all 20", 3, 20)):
        setting = Setting(way, d=5, k=2)
        (phase,) = trainings.parity_phases(setting, 3, torch.Generator().manual_seed(1))
        batch = phase.source()
        assert phase.steps == trainings.GIVEN_UP
        assert batch is phase.source()
        inputs = batch.inputs.matrix() if way == "all" else batch.inputs
        assert inputs.shape == (runs, count, 6)
        assert setting.batch == count
        assert torch.equal(batch.labels, inputs[..., :2].prod(-1))
        assert way != "all" or len(inputs[0].unique(dim=0)) == 32
    record = trainings.trained(setting, torch.full((2,), 0.5), 1, "cpu", 100)
    assert torch.equal(record.samples, 20 * record.steps)


def test_a_source_that_stays_is_moved_to_a_device_once() -> None:
    data = trainings.samples.population(3, 2)
    source = trainings.drawn_on("meta", lambda: data)
    assert source() is source()
    assert source().labels.device.type == "meta"
    drawn = iter([data, trainings.samples.population(4, 2)])
    source = trainings.drawn_on("cpu", lambda: next(drawn))
    assert [source().labels.shape[1] for _ in range(2)] == [8, 16]


def test_samples_are_counted_by_phase(easy) -> None:
    small = Setting("all 8 then 30", "index")
    assert (small.batch, small.samples(15), small.samples(50)) == (30, 8 * 15, 8 * 20 + 30 * 30)
    assert Setting("all 30", "index").samples(50) == 1500
    assert Setting("biased 6").samples(50) == 50 * trainings.BATCH
    assert math.isinf(small.samples(math.inf))
    record = trainings.trained(small, torch.full((2,), 1e-9), 1, "cpu", 50, lambda steps: False)
    assert record.looks[-1] == 50
    assert small.samples(record.steps[0]) == record.samples[0]


def test_rates_of_costly_steps_are_tried_on_fewer_runs(easy) -> None:
    assert [Setting(way).tuning for way in ("all", "all 64", "all 20", "large")] == [3, 3, 4, 4]
    assert trainings.tried(Setting("all"), [0.0, 0.5], 1, "cpu")[0] == math.inf


def test_what_full_batches_lack_is_said(easy) -> None:
    tasks = {"standard": (512, 12, 4), "full": (2**14, 20, 6)}
    assert "512 samples against all 4096 inputs" in trainings.in_full(tasks, "standard")[-1]
    assert trainings.in_full(tasks, "full") == trainings.NOT_GIVEN
    assert "16 samples and then 40 against 40" in trainings.in_full_of_index("standard")[-1]
    assert len(trainings.in_full_of_index("full")) == 2
    assert [len(one["C_small"]) for one in trainings.index_in_full("full", (1, 2))] == [2, 2]


def test_interventions_change_the_weights_and_the_rates(easy) -> None:
    torch.manual_seed(0)
    setting = Setting("large", hidden=(8, 8), scales=(0.5, 3.0), ratio=4.0)
    plain = trainings.perceptrons.initial(2, (6, 8, 8), torch.Generator().manual_seed(3))
    network, descent = trainings.prepared(setting, plain, torch.tensor([1.0, 2.0]))
    assert torch.equal(network.layers[0], 0.5 * plain.layers[0])
    assert torch.equal(network.layers[2], 3.0 * plain.layers[2])
    assert [float(rate[1, 0, 0]) for rate in descent.rates] == [4.0, 1.0, 1.0]
    _, adam = trainings.prepared(replace(setting, adam=0.9), plain, torch.tensor([1.0, 2.0]))
    assert adam.second.tolist() == pytest.approx([0.9, 0.9])
    mup = Setting("large", hidden=(8, 8), mup=True)
    _, descent = trainings.prepared(mup, plain, torch.ones(2))
    assert float(descent.rates[0][0, 0, 0]) == 8.0
    assert str(setting) == "large widths 8, 8 scales 0.5, 3 rates as 4 to 1"


def test_the_best_rate_is_found_on_other_runs(easy) -> None:
    setting = Setting("large", hidden=(16,), start=0.02)
    tuned = trainings.tuned(setting, "standard", 0, "cpu")
    assert tuned.rate > 0.1  # the search leaves a start that is far too small
    rates = torch.full((16,), tuned.rate)
    again = trainings.trained(setting, rates, 2001, "cpu", 100, trainings.nearly_all)
    assert torch.equal(tuned.samples[16:], again.samples)
    assert bool((tuned.samples == trainings.BATCH * tuned.steps)[tuned.steps.isfinite()].all())


def test_the_best_of_some_settings_is_best_where_rates_are_tuned(easy, monkeypatch) -> None:
    settings = [Setting("large", ratio=ratio) for ratio in (1.0, 2.0, 3.0)]
    steps = dict(zip(settings, (30.0, 10.0, 20.0), strict=True))
    monkeypatch.setattr(trainings, "best_rate", lambda one, seed, device: (steps[one], 0.5))
    assert trainings.best_of(settings, "standard", 0, "cpu").setting == settings[1]
    assert trainings.best_of(settings[:1], "standard", 0, "cpu").setting == settings[0]
    sized = [Setting("all 64", d=6, k=2), Setting("all 8", d=6, k=2)]
    steps.update(zip(sized, (10.0, 70.0), strict=True))  # 640 samples, and 560
    assert trainings.best_of(sized, "standard", 0, "cpu").setting == sized[1]
    assert trainings.best_of(sized, "standard", 0, "cpu", "steps").setting == sized[0]


def test_norms_are_seen_after_exactly_the_first_steps(easy, monkeypatch) -> None:
    monkeypatch.setattr(trainings, "FIRST", 25)  # no multiple of the steps between two looks
    setting = Setting("small")
    norms = trainings.first_steps(setting, 0.5, 0, "cpu")
    assert norms.shape == (2, 2, 32)
    record = trainings.trained(setting, torch.full((16,), 0.5), 1, "cpu", 25, every=5)
    assert record.looks == (0, 5, 10, 15, 20, 25)
    assert torch.equal(norms[:, :, 16:], record.norms[[0, -1]].double())


def test_a_median_counts_the_runs_that_never_get_there() -> None:
    values = torch.arange(100.0)
    values[60:] = math.inf
    measured = trainings.median(values)
    assert measured.value == 49.5
    assert 15 < measured.low < 25
    assert math.isinf(measured.high)


def test_samples_until_the_target_are_compared(easy) -> None:
    small, large = sp.symbols("C_small C_large", real=True)
    evidence = found(figures.gap, 10 * small > large, "standard")
    assert evidence.outcome is Outcome.HOLDS
    assert "logistic loss" in evidence.restrictions[0]
    assert found(figures.gap, 10 * small < large, "standard").outcome is Outcome.FAILS


def test_what_cannot_be_seen_as_slower_is_no_control(easy, monkeypatch) -> None:
    monkeypatch.setattr(trainings, "slower", lambda *arguments: False)
    small, large = sp.symbols("C_small C_large", real=True)
    evidence = found(figures.gap, 10 * small > large, "standard")
    assert evidence.outcome is Outcome.UNKNOWN
    assert "control was not seen" in evidence.detail


@pytest.mark.parametrize("name", MEASURED)
def test_every_figure_is_measured(easy, monkeypatch, name) -> None:
    ways = {"small": "all 80", "large": "all 640", "random": "all 80 random"}
    monkeypatch.setattr(figures, "INDEX_WAYS", ways)
    effect = sp.And(*[symbol > -1 for symbol in sp.symbols(MEASURED[name], real=True)])
    assert found(EXPERIMENTS[name], effect).outcome is Outcome.UNKNOWN  # at the profile quick
    evidence = found(EXPERIMENTS[name], effect, "standard")
    assert set(MEASURED[name].split()) <= set(evidence.detail.replace(",", "").split())
    assert evidence.outcome is Outcome.HOLDS or "control" in evidence.detail
