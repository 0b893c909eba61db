import math

import pytest
import torch
from flint import arb

from numerics.clipped_ada import ClippedAda, growth_in_balls


def trajectory(build, steps=40):
    """Train on a quadratic loss with curvatures from 0.1 to 20, and return where that leads."""
    curvatures = torch.tensor([0.1, 1.0, 5.0, 20.0], dtype=torch.float64)
    parameter = torch.tensor([3.0, -2.0, 1.0, 0.5], dtype=torch.float64, requires_grad=True)
    optimiser = build([parameter])
    seen = []
    for _ in range(steps):
        optimiser.zero_grad()
        (0.5 * curvatures * parameter**2).sum().backward()
        optimiser.step()
        seen.append(parameter.detach().clone())
    return torch.stack(seen)


def same(one, other):
    torch.testing.assert_close(one, other, rtol=1e-12, atol=1e-14)


def test_without_a_cap_and_without_a_mean_it_is_rmsprop():
    same(
        trajectory(lambda p: ClippedAda(p, lr=0.01, betas=(0.0, 0.99))),
        trajectory(lambda p: torch.optim.RMSprop(p, lr=0.01, alpha=0.99, eps=1e-8)),
    )


def test_without_a_cap_and_with_corrected_averages_it_is_adam():
    same(
        trajectory(lambda p: ClippedAda(p, lr=0.01, corrected=True)),
        trajectory(lambda p: torch.optim.Adam(p, lr=0.01)),
    )


def test_where_every_average_is_capped_it_is_gradient_descent():
    cap, eps = 1e-40, 1e-3
    same(
        trajectory(lambda p: ClippedAda(p, lr=1e-4, betas=(0.0, 0.0), clip=cap, eps=eps)),
        trajectory(lambda p: torch.optim.SGD(p, lr=1e-4 / (math.sqrt(cap) + eps))),
    )


def test_a_cap_that_is_never_reached_changes_nothing_and_a_lower_one_does():
    free, high, low = (
        trajectory(lambda p, c=clip: ClippedAda(p, lr=0.01, clip=c))
        for clip in (math.inf, 1e6, 1e-2)
    )
    same(free, high)
    assert not torch.allclose(free, low)


def test_a_closure_is_called_and_its_loss_returned():
    parameter = torch.tensor([1.0], dtype=torch.float64, requires_grad=True)
    optimiser = ClippedAda([parameter], lr=0.1, betas=(0.0, 0.0))

    def closure():
        optimiser.zero_grad()
        loss = (parameter**2).sum()
        loss.backward()
        return loss

    assert float(optimiser.step(closure).detach()) == 1.0
    assert float(parameter.detach()) == pytest.approx(0.9, abs=1e-7)


@pytest.mark.parametrize(
    "settings", [{"lr": 0.0}, {"lr": 1.0, "clip": -1.0}, {"lr": 1.0, "betas": (1.0, 0.9)}]
)
def test_settings_out_of_range_are_refused(settings):
    with pytest.raises(ValueError, match="got"):
        ClippedAda([torch.zeros(1, requires_grad=True)], **settings)


def measured_growth(beta1, stiffness, steps=4000):
    """Return the growth per step of Clipped-Ada on a quadratic loss, every average capped.

    It is the mean over the last steps, of many, of the logarithm of the norm of (theta, m).
    """
    parameter = torch.tensor([1.0], dtype=torch.float64, requires_grad=True)
    optimiser = ClippedAda([parameter], lr=stiffness, betas=(beta1, 0.0), clip=0.0, eps=1.0)
    logs = []
    for _ in range(steps):
        optimiser.zero_grad()
        (parameter**2 / 2).sum().backward()
        optimiser.step()
        mean = optimiser.state[parameter]["mean"]
        scale = math.hypot(float(parameter.detach()), stiffness * float(mean))
        logs.append(math.log(scale))
        with torch.no_grad():
            parameter.div_(scale)
            mean.div_(scale)
    return math.exp(sum(logs[steps // 2 :]) / (steps - steps // 2))


@pytest.mark.parametrize(
    ("beta1", "stiffness"), [(0.0, 3.0), (0.0, 1.5), (0.5, 3.0), (0.5, 6.5), (0.9, 30.0)]
)
def test_the_growth_is_that_of_steps(beta1, stiffness):
    enclosed = growth_in_balls(arb(beta1), arb(stiffness))
    assert float(enclosed.mid()) == pytest.approx(measured_growth(beta1, stiffness), rel=2e-3)


def test_the_limit_of_stability_moves_with_beta1():
    for beta1 in (0.0, 0.5, 0.9):
        limit = 2 * (1 + beta1) / (1 - beta1)
        assert growth_in_balls(arb(beta1), arb(limit * 0.99)) < 1
        assert growth_in_balls(arb(beta1), arb(limit * 1.01)) > 1


def test_its_step_stays_the_same_function():
    before = ClippedAda.step
    ClippedAda([torch.zeros(2)], lr=0.1)
    assert ClippedAda.step is before
