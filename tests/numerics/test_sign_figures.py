"""Losses on grids and other ways to them, the fit of equation (2), and what figures read off."""

import math

import pytest
import sympy as sp
import torch

from numerics import sgd_moments, sign_chain
from numerics.optimiser_grids import final_losses
from numerics.power_law import PowerLaw
from theory.claim import Observed
from theory.papers.signsgd_scaling.figures import ALIGNED, HARDER
from verify.evidence import Outcome
from verify.methods.effects import truth
from verify.papers.signsgd_scaling import curves, figures

PHASES = figures.EXPERIMENTS["phase diagram"]
LAW = PowerLaw(3.0, 2.0, 20)
ETA = torch.tensor([0.3, 0.05, 0.01], dtype=torch.float64)


def found(experiment, settings, effect):
    statement = Observed("", settings, effect=effect)
    return experiment(statement, seed=0, scale="quick", device="cpu")


def test_sign_losses_are_those_of_each_learning_rate() -> None:
    found = sign_chain.expected_loss(LAW, ETA, 9.0, (5, 60), tolerance=1e-6)
    for eta, row in zip(ETA.tolist(), found.values, strict=True):
        one = sign_chain.expected_loss(LAW, eta, 9.0, (5, 60))
        assert row.tolist() == pytest.approx(one.values.tolist(), rel=1e-6)
    assert bool((found.missing >= 0).all())
    assert bool((found.missing <= 1e-5 * found.values).all())


@pytest.mark.parametrize("steps", [0, 1, 2, 13, 64])
def test_sgd_losses_are_those_of_the_recursion(steps) -> None:
    losses = sgd_moments.losses_after(LAW, ETA, 9.0, steps).tolist()
    for eta, loss in zip(ETA.tolist(), losses, strict=True):
        one = sgd_moments.expected_loss(LAW, eta, 9.0, (steps,))
        assert loss == pytest.approx(one.item())


def test_sgd_that_overflows_has_infinite_loss() -> None:
    assert math.isinf(sgd_moments.losses_after(LAW, 100 * ETA, 1.0, 10**6)[0].item())


def test_phase_diagram_tells_both_methods_apart() -> None:
    slope = sp.Symbol("slope", real=True)
    for method, right in (
        ("SignSGD", slope < sp.Rational(3, 4)),
        ("SGD", slope > sp.Rational(3, 4)),
    ):
        settings = {"optimiser": method, **HARDER}
        assert found(PHASES, settings, right).outcome is Outcome.HOLDS
        assert found(PHASES, settings, sp.Not(right)).outcome is Outcome.FAILS


def test_unstable_regime_can_hold_the_least_loss() -> None:
    worse, later = sp.symbols("worse worse_later", real=True)
    settings = {"optimiser": "SignSGD", **ALIGNED}
    assert found(PHASES, settings, worse > 1).outcome is Outcome.FAILS
    assert found(PHASES, settings, later > 1).outcome is Outcome.HOLDS
    assert found(PHASES, {**settings, "c": 0.83}, worse > 1).outcome is Outcome.HOLDS


def test_no_slope_decides_nothing() -> None:
    slope = sp.Symbol("slope", real=True)
    nothing = figures.spanning([])
    assert math.isnan(nothing.value)
    assert truth(slope > 0.25, {"slope": nothing}) is None


def test_a_loss_beyond_all_numbers_is_larger_than_any() -> None:
    rise = sp.Symbol("rise", real=True)
    assert truth(rise > 2, {"rise": figures.spanning([math.inf])}) is True
    assert truth(rise > 2, {"rise": figures.spanning([1.0, math.inf])}) is None
    assert truth(rise < 2, {"rise": figures.spanning([3.0, math.inf])}) is False


def test_late_experiments_are_left_to_longer_profiles() -> None:
    rise, ahead = sp.symbols("sgd_rise ahead", real=True)
    settings = {**HARDER, "learning rate": "tuned"}
    assert found(figures.batches, settings, rise > 1).outcome is Outcome.UNKNOWN
    assert found(curves.predicted, HARDER, ahead < 1).outcome is Outcome.UNKNOWN


def test_held_out_curves_are_predicted_from_long_ones_only() -> None:
    law, sizes = PowerLaw(4.0, 4.0, 24), (4, 8, 16)
    long, short = (curves.prediction(law, 2.0**-5, sizes, 32 * n) for n in (32, 16))
    assert long is not None
    assert short is not None
    assert max(long.misses) < 0.1 < short.misses[2]
    assert long.others[2] > 2 * long.misses[2]


@pytest.mark.parametrize("method", ["SignSGD", "SGD"])
def test_simulated_losses_are_the_exact_ones(method) -> None:
    generator = torch.Generator().manual_seed(0)
    losses = final_losses(method, LAW, ETA, 9.0, 40, 4000, generator)
    exact = (
        sign_chain.expected_loss(LAW, ETA, 9.0, (40,), tolerance=1e-6).values[:, 0]
        if method == "SignSGD"
        else sgd_moments.losses_after(LAW, ETA, 9.0, 40)
    )
    error = losses.std(1) / math.sqrt(losses.shape[1])
    assert bool(((losses.mean(1) - exact).abs() < 5 * error).all())


def test_first_step_of_adam_is_one_of_sign_descent() -> None:
    steps = [
        final_losses(method, LAW, ETA, 9.0, 1, 50, torch.Generator().manual_seed(0))
        for method in ("Adam", "RMSProp", "Signum", "SignSGD")
    ]
    for losses in steps[1:]:
        assert losses.tolist() == [pytest.approx(row) for row in steps[0].tolist()]
