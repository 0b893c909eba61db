"""Clipped-Ada, an adaptive optimiser whose second moments are capped, and its growth.

A step is theta <- theta - eta m / (sqrt(min(p, clip)) + eps), with exponential moving averages m of
the gradient and p of its square. RMSprop and Adam are the cases clip = infinity.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import torch
from flint import acb_mat, arb


class ClippedAda(torch.optim.Optimizer):
    """Clipped-Ada on the gradients that `backward` has left.

    Args:
        params: what is trained.
        lr: learning rate eta > 0.
        betas: factors of both averages, in [0, 1); 0 for the first one gives RMSprop.
        clip: cap of the average of squared gradients, at least 0.
        eps: added to the root in the denominator.
        corrected: whether averages are divided by 1 - beta^t, as Kingma and Ba do; the cap is of
            what this gives.

    Raises:
        ValueError: an argument is out of its range.
    """

    def __init__(
        self,
        params: Iterable[torch.Tensor],
        lr: float,
        betas: tuple[float, float] = (0.9, 0.999),
        clip: float = math.inf,
        eps: float = 1e-8,
        corrected: bool = False,
    ) -> None:
        if not lr > 0 or not clip >= 0 or not eps >= 0:
            raise ValueError(f"lr > 0, clip >= 0 and eps >= 0 are needed, got {lr, clip, eps}")
        if not all(0 <= beta < 1 for beta in betas):
            raise ValueError(f"betas lie in [0, 1), got {betas}")
        settings = {"lr": lr, "betas": betas, "clip": clip, "eps": eps, "corrected": corrected}
        super().__init__(params, settings)

    @torch.no_grad()
    def step(self, closure: Callable[[], Any] | None = None) -> Any:  # type: ignore[override]
        """Take one step; return what `closure` does, which computes the gradients anew."""
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            for parameter in group["params"]:
                if parameter.grad is not None:
                    self._move(parameter, group)
        return loss

    def _move(self, parameter: torch.Tensor, group: dict[str, Any]) -> None:
        """Move one tensor, whose averages start at 0."""
        state, gradient = self.state[parameter], parameter.grad
        assert gradient is not None
        if not state:
            state.update(
                steps=0, mean=torch.zeros_like(gradient), square=torch.zeros_like(gradient)
            )
        state["steps"] += 1
        first, second = group["betas"]
        state["mean"].mul_(first).add_(gradient, alpha=1 - first)
        state["square"].mul_(second).addcmul_(gradient, gradient, value=1 - second)
        mean, square = state["mean"], state["square"]
        if group["corrected"]:
            mean = mean / (1 - first ** state["steps"])
            square = square / (1 - second ** state["steps"])
        damping = square.clamp(max=group["clip"]).sqrt().add_(group["eps"])
        parameter.addcdiv_(mean, damping, value=-group["lr"])


# torch replaces the method `step` of a class when its first optimiser is made: here, so that no
# experiment seems to do it.
ClippedAda([torch.zeros(1)], lr=1.0)


def growth_in_balls(beta1: arb, stiffness: arb) -> arb:
    """Return the largest modulus of an eigenvalue of one step on a quadratic loss.

    The denominator is frozen. The columns of the matrix are what a step makes of (theta, m) =
    (1, 0) and (0, 1), m in units of what moves theta by 1; `stiffness` is eta times the curvature
    over the denominator.

    Raises:
        ArithmeticError: the eigenvalues cannot be enclosed.
    """
    beta1, stiffness = arb(beta1), arb(stiffness)

    def after(theta: int, mean: int) -> tuple[arb, arb]:
        moved = beta1 * mean + (1 - beta1) * stiffness * theta
        return theta - moved, moved

    columns = (after(1, 0), after(0, 1))
    matrix = acb_mat([[column[row] for column in columns] for row in (0, 1)])
    try:
        one, other = matrix.eig(multiple=True)
    except ValueError as reason:
        raise ArithmeticError(str(reason)) from None
    return abs(one).max(abs(other))
