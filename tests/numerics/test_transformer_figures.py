"""What is measured of the figures of Transformers, at small sizes."""

import math
from dataclasses import replace

import pytest
import sympy as sp
import torch

from numerics import sequence_tasks
from theory.claim import Observed
from verify.evidence import Outcome
from verify.papers.less_data import transformer_figures as figures
from verify.papers.less_data.figures import EXPERIMENTS


def found(experiment, effect, scale="quick"):
    return experiment(Observed("", {}, effect=effect), seed=0, scale=scale, device="cpu")


@pytest.fixture
def easy(monkeypatch):
    """(3, 2)-parity and few runs of a tiny network."""
    figures.tuned.cache_clear()
    tiny = {"width": 8, "heads": 2, "steps": 120, "tuning": 2, "runs": 28, "tests": 32}
    parity = replace(
        figures.SETTINGS["standard"],
        task=sequence_tasks.parity(3, 2),
        support=2,
        rates=(1e-5, 1e-2),
        **tiny,
    )
    monkeypatch.setattr(figures, "SETTINGS", {"standard": parity})
    monkeypatch.setattr(figures, "EVERY", 10)
    yield parity
    figures.tuned.cache_clear()


def test_phases_are_as_printed() -> None:
    """Shares and epochs of appendix B.1; what they see together is what an online run sees."""
    full = figures.SETTINGS["full"]
    assert full.sets == tuple(3200 * share for share in (1, 2, 5, 10, 20, 100))
    assert full.lengths == (10_000, 10_000, 10_000, 10_000, 20_000, 40_000)
    seen = [figures.BATCH * steps / n for steps, n in zip(full.lengths, full.sets, strict=True)]
    assert seen == [100, 50, 20, 10, 10, 4]
    for setting in figures.SETTINGS.values():
        assert sum(setting.lengths) == setting.steps


def test_full_has_the_printed_network_and_rates() -> None:
    full = figures.SETTINGS["full"]
    assert (full.task.length, full.network.width, full.network.heads, full.network.depth) == (
        21,
        256,
        8,
        2,
    )
    assert not full.network.causal
    assert all(b / a <= 1.2 + 1e-9 for a, b in zip(full.rates, full.rates[1:], strict=False))
    assert full.decays == (0.8, 0.9, 0.95, 0.999)
    assert full.limits == figures.NOT_GIVEN
    assert "(10, 4)-parity" in figures.SETTINGS["standard"].limits[1]


def test_every_way_to_train_draws_what_it_says(easy) -> None:
    def signs(batch):
        return batch.tokens[..., :-1, 0] - batch.tokens[..., :-1, 1]

    parity = replace(easy, task=sequence_tasks.parity(12, 2), steps=100)
    for way in ("online", "phases", "balanced"):
        phases = figures.WAYS[way](parity, 3, torch.Generator().manual_seed(1))
        assert sum(phase.steps for phase in phases) == 100
        distinct = []
        for phase in phases:
            batches = torch.cat([signs(phase.source()) for _ in range(40)], 1)
            batch = phase.source()
            assert torch.equal(batch.labels, signs(batch)[..., :2].prod(-1))
            distinct.append(len(batches[0].unique(dim=0)))
        if way == "online":
            assert distinct[0] > 500
            continue
        sets = parity.sets
        assert all(few <= n for few, n in zip(distinct, sets, strict=True))
        assert distinct[0] == sets[0] or way == "balanced"
        if way == "balanced":
            rows = signs(phases[0].source())[0].unique(dim=0)
            assert len(rows) == sets[0] == 4
            assert bool((rows.sum(0) == 0).all())


def test_the_best_rate_is_found_on_other_runs(easy) -> None:
    tuned = figures.tuned("online", "standard", 0, "cpu")
    assert tuned.rate == 1e-2
    assert tuned.tries.startswith("inf, ")
    setting = easy
    rates, decays = torch.full((28,), 1e-2), torch.full((28,), 0.95)
    again = figures.trained("online", setting, rates, decays, 0, "cpu")
    assert torch.equal(tuned.samples, figures.BATCH * again.steps)
    other = figures.trained("online", setting, rates, decays, 1000, "cpu")
    assert not torch.equal(other.steps, again.steps)


@pytest.mark.parametrize(
    ("name", "symbol"),
    [("figure 1", "C_small"), ("figure 16", "C_bare")],
)
def test_samples_until_the_target_are_compared(easy, name, symbol) -> None:
    one, large = sp.symbols(f"{symbol} C_large", real=True)
    experiment = EXPERIMENTS[name]
    evidence = found(experiment, 1000 * one > large, "standard")
    assert evidence.outcome is Outcome.HOLDS, evidence.detail
    assert "weight decay" in evidence.restrictions[0]
    assert found(experiment, 1000 * one < large, "standard").outcome is Outcome.FAILS
    quick = found(experiment, 1000 * one > large)
    assert quick.outcome is Outcome.UNKNOWN
    assert quick.detail == figures.STANDARD_ONLY


def test_what_cannot_be_seen_as_slower_is_no_control(easy, monkeypatch) -> None:
    real = figures.trained

    def never_slow(way, setting, rates, *arguments):
        return real(way, setting, rates.clamp_min(1e-2), *arguments[:3])  # and as long as it takes

    monkeypatch.setattr(figures, "trained", never_slow)
    one, large = sp.symbols("C_small C_large", real=True)
    evidence = found(EXPERIMENTS["figure 1"], 1000 * one > large, "standard")
    assert evidence.outcome is Outcome.UNKNOWN
    assert "control was not seen" in evidence.detail


def test_a_median_counts_the_runs_that_never_get_there() -> None:
    samples = torch.arange(100.0)
    samples[60:] = math.inf
    measured = figures.median(samples)
    assert measured.value == 49.5
    assert math.isinf(measured.high)
