"""What experiments with small networks compute of their runs, on runs whose answer is known."""

import pytest
import torch

from numerics.network_training import Decay
from theory.papers.signsgd_scaling import small_language_models as claims
from verify.methods.effects import ConfidenceInterval, truth
from verify.papers.signsgd_scaling import small_language_models as language
from verify.papers.steepest_mirror import small_balances, small_decay, small_fine_tuning

SIZES = torch.tensor(language.SIZES, dtype=torch.float64)
STEPS = torch.arange(10, 90, 10, dtype=torch.float64)


def test_the_fit_finds_the_time_that_curves_share():
    plain = STEPS.expand(len(SIZES), -1) / 100
    root = plain * SIZES.sqrt()[:, None]
    plateaus = 2 + 3 / SIZES.sqrt()
    curves = plateaus[:, None] + 0.7 * root**-1.1
    found = language.fitted(curves, root)
    assert found.residuals < 1e-20
    torch.testing.assert_close(found.plateaus, plateaus)
    assert language.fitted(curves, plain).residuals > 1e-3
    assert language.determination(SIZES**-0.5, found.plateaus) == pytest.approx(1.0)
    assert language.determination(SIZES**-1.0, found.plateaus) < 0.99


@pytest.mark.parametrize(
    ("square", "alone", "answer"),
    [
        ((0.1, 0.2), (0.3, 0.4), True),
        ((-0.2, 0.1), (-0.5, -0.3), True),
        ((0.5, 0.6), (0.3, 0.4), False),
        ((0.1, 0.3), (0.2, 0.4), None),
    ],
)
def test_nearer_to_nothing_is_decided_on_intervals(square, alone, answer):
    sides = {"square": square, "alone": alone}
    found = {name: ConfidenceInterval(low, low, high) for name, (low, high) in sides.items()}
    assert truth(claims.nearer(claims.square, claims.alone), found) is answer


def test_small_networks_are_compared_run_by_run():
    start = torch.full((4,), 0.1)
    runs = [torch.rand(4, 3, dtype=torch.float64) + 1 for _ in range(3)]
    setting = small_fine_tuning.on_images("resnet")
    found = small_fine_tuning.compared(
        small_fine_tuning.Tuned(setting, {"adam": 1e-3, "sgd": 0.1}, start, *runs)
    )
    (measured,) = found.measured
    adam, own, same = runs
    assert measured["own"].value == pytest.approx(float((adam - own)[:, 0].mean()))
    assert measured["same"].value == pytest.approx(float((adam - same)[:, 0].mean()))
    far = (adam[:, 1] / same[:, 1]).log().mean().exp()
    assert measured["far_same"].value == pytest.approx(float(far))


def test_decay_is_compared_depth_by_depth():
    keys = [
        (depth, strength, way)
        for depth in small_decay.DEPTHS
        for strength in (small_decay.STRONG, small_decay.WEAK)
        for way in small_decay.WAYS
    ]
    right = {key: torch.rand(5, dtype=torch.float64) / 100 + 0.9 for key in keys}
    (measured,) = small_decay.decay(small_decay.Cells(right, right)).measured
    gain = right[4, 0.1, "decoupled"] - right[4, 0.1, "coupled"]
    assert measured["strong_4"].value == pytest.approx(float(gain.mean()))
    loss = right[10, 1e-4, "coupled"] - right[10, 0.1, "coupled"]
    assert measured["drop_10"].value == pytest.approx(float(loss.mean()))


def test_balances_of_topics_are_those_before_and_after():
    before, after = small_balances.halves()
    assert before.labels.shape[1] == after.labels.shape[1] == small_balances.LENGTH
    assert Decay(small_balances.STRONG, coupled=False).strength == 100.0
    change = torch.tensor([[[1.0, 2.0], [-1.0, -3.0]]] * 6) + torch.rand(6, 2, 2) / 100
    ratio = torch.full((6, 2, 2), 0.1) + torch.rand(6, 2, 2) / 1e4
    found = small_balances.shrinking(small_balances.Runs(change, ratio, torch.ones(6, 2)))
    (measured,) = found.measured
    assert found.control
    assert measured["Delta_L1"].value == pytest.approx(1.5, abs=0.01)
    assert measured["worst_L2"].value == pytest.approx(-1.0, abs=0.01)
