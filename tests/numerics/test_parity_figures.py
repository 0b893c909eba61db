"""What is measured of the figures, at small sizes."""

import math

import pytest
import sympy as sp
import torch

from theory.claim import Observed
from verify.evidence import Outcome
from verify.papers.less_data import figures


def found(experiment, effect, scale="quick"):
    return experiment(Observed("", {}, effect=effect), seed=0, scale=scale, device="cpu")


@pytest.fixture
def easy(monkeypatch):
    """(6, 2)-parity in batches of 16, with sets of 64 samples and few runs."""
    figures.tuned.cache_clear()
    sizes = {"D": 6, "K": 2, "WIDTH": 16, "BATCH": 16, "SMALL": 64, "GIVEN_UP": 200, "FIRST": 20}
    runs = {"TUNING": 6, "RUNS": {"standard": 32}, "RATIO_RUNS": 32, "RATES": (0.02, 0.5, 1.0)}
    for name, value in (sizes | runs | {"EVERY": 10, "TESTS": 64}).items():
        monkeypatch.setattr(figures, name, value)
    yield
    figures.tuned.cache_clear()


def test_every_way_to_train_draws_what_it_says(easy) -> None:
    for way, phases in figures.WAYS.items():
        drawn = phases(3, torch.Generator().manual_seed(1))
        assert sum(phase.steps for phase in drawn) >= figures.FIRST
        batch = drawn[0].source()
        signs, ones = batch.inputs[..., :-1], batch.inputs[..., -1]
        assert signs.shape == (3, figures.BATCH, figures.D)
        assert bool((ones == 1).all() and (signs.abs() == 1).all())
        true = torch.equal(batch.labels, signs[..., : figures.K].prod(-1))
        assert true == (way != "random")
    first, then = figures.WAYS["random"](3, torch.Generator())
    assert first.steps == figures.FIRST
    batch = then.source()
    assert torch.equal(batch.labels, batch.inputs[..., : figures.K].prod(-1))


def test_the_best_rate_is_found_on_other_runs(easy) -> None:
    tuned = figures.tuned("large", "standard", 0, "cpu")
    assert tuned.steps[0] > 2 * tuned.steps[2]
    assert tuned.steps[figures.RATES.index(tuned.rate)] == min(tuned.steps)
    again = figures.trained("large", tuned.rate, 32, 0, "cpu", 200)
    assert torch.equal(tuned.samples, again.samples)
    accuracy = [figures.trained("large", 1.0, 6, s, "cpu", 10).accuracy for s in (0, 1000)]
    assert not torch.equal(*accuracy)


def test_a_median_counts_the_runs_that_never_get_there() -> None:
    values = torch.arange(100.0)
    values[60:] = math.inf
    measured = figures.median(values)
    assert measured.value == 49.5
    assert 15 < measured.low < 25
    assert math.isinf(measured.high)


def test_samples_until_the_target_are_compared(easy) -> None:
    small, large = sp.symbols("C_small C_large", real=True)
    evidence = found(figures.gap, 10 * small > large, "standard")
    assert evidence.outcome is Outcome.HOLDS
    assert "logistic loss" in evidence.restrictions[0]
    assert found(figures.gap, 10 * small < large, "standard").outcome is Outcome.FAILS
    assert found(figures.gap, 10 * small > large).outcome is Outcome.UNKNOWN


def test_what_cannot_be_seen_as_slower_is_no_control(easy, monkeypatch) -> None:
    real = figures.trained

    def never_slow(way, rate, *arguments, **options):
        return real(way, max(rate, 1.0), *arguments, **options)

    monkeypatch.setattr(figures, "trained", never_slow)
    small, large = sp.symbols("C_small C_large", real=True)
    evidence = found(figures.gap, 10 * small > large, "standard")
    assert evidence.outcome is Outcome.UNKNOWN
    assert "control was not seen" in evidence.detail


@pytest.mark.parametrize("name", ["figure 3 (a)", "figure 4", "figure 12"])
def test_the_other_figures_are_measured(easy, name) -> None:
    symbols = {
        "figure 3 (a)": "C_bare C_large",
        "figure 4": "C_random rho_random",
        "figure 12": "rho_small rho_large",
    }
    one, other = sp.symbols(symbols[name], real=True)
    evidence = found(figures.EXPERIMENTS[name], sp.And(one > 0, other > 0), "standard")
    assert evidence.outcome is Outcome.HOLDS
