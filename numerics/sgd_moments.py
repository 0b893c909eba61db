"""Second moments of SGD on a quadratic, by the recursion of the iterates.

On one coordinate delta_{k+1} = (1 - eta lambda) delta_k - eta xi_k with independent noise of mean
0 and variance v, so that E delta^2 is moved on by (1 - eta lambda)^2 and eta^2 v is added. The
recursion itself is run, in whatever numbers it is given: rationals stay exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from numerics.power_law import PowerLaw


def second_moments(start: Any, factor: Any, noise: Any) -> Iterator[Any]:
    """Yield E x_k^2, k = 0, 1, ..., of x_{k+1} = factor x_k + noise of this variance.

    >>> from fractions import Fraction
    >>> moments = second_moments(Fraction(1), Fraction(1, 2), Fraction(1))
    >>> [str(next(moments)) for _ in range(3)]
    ['1', '5/4', '21/16']
    """
    moment = start * start
    while True:
        yield moment
        moment = factor * factor * moment + noise


def coordinate(start: Any, eta: Any, curvature: Any, batch: Any) -> Iterator[Any]:
    """Yield E delta_k^2 of SGD with noise of variance curvature / batch in the gradient."""
    return second_moments(start, 1 - eta * curvature, eta * eta * curvature / batch)


def unrolled(start: Any, eta: Any, curvature: Any, steps: int) -> tuple[Any, list[Any]]:
    """Return the mean of delta_k and its weights of the noises of all k steps, the last first.

    The error is followed along a path: a step multiplies what is there by 1 - eta lambda and brings
    in its own noise with the weight -eta. The noises are independent.

    >>> unrolled(4, 1, 3, 2)
    (16, [-1, 2])
    """
    mean: Any = start
    weights: list[Any] = []
    for _ in range(steps):
        mean, weights = (
            (1 - eta * curvature) * mean,
            [-eta, *((1 - eta * curvature) * w for w in weights)],
        )
    return mean, weights


@dataclass(frozen=True)
class Step:
    """What a step makes of a second moment: m -> factor m + added."""

    factor: Any
    added: Any

    def of(self, moment: Any) -> Any:
        """Return the second moment after the step."""
        return self.factor * moment + self.added

    def after(self, other: Step) -> Step:
        """Return the step that takes another one first."""
        return Step(self.factor * other.factor, self.of(other.added))


def repeated(step: Step, times: int) -> Step:
    """Return so many steps as one; it is composed with itself as often as `times` has digits.

    >>> repeated(Step(4, 1), 3)
    Step(factor=64, added=21)
    """
    found = Step(1, 0)
    for digit in f"{times:b}":
        found = found.after(found)
        if digit == "1":
            found = step.after(found)
    return found


def expected_loss(
    law: PowerLaw, eta: float, batch: float, steps: Sequence[int], *, device: str = "cpu"
) -> Tensor:
    """Return 1/2 sum_j lambda_j E delta_j^2, `[steps]`, of all coordinates; `steps` increase."""
    spectrum, target = law.spectrum.to(device), law.target.to(device)
    losses = []
    for k, moment in zip(
        range(steps[-1] + 1), coordinate(target, eta, spectrum, batch), strict=False
    ):
        if k in steps:
            losses.append(spectrum @ moment / 2)
    return torch.stack(losses)


def losses_after(law: PowerLaw, eta: Tensor, batch: float, steps: int) -> Tensor:
    """Return the losses `[n]` at learning rates `[n]`, infinite where they overflow.

    The affine recursion is composed with itself: k steps cost log k compositions.

    >>> law = PowerLaw(3.0, 3.0, 1)
    >>> losses_after(law, torch.tensor([0.5, 3.0]), 1e30, 3).tolist()
    [0.0078125, 32.0]
    """
    factor = (1 - eta[:, None] * law.spectrum) ** 2
    noise = eta[:, None] ** 2 * law.spectrum / batch
    moment = (law.target**2).expand_as(factor)
    while steps:
        if steps % 2:
            moment = factor * moment + noise
        noise, factor = factor * noise + noise, factor * factor
        steps //= 2
    return torch.nan_to_num(moment @ law.spectrum / 2, nan=torch.inf, posinf=torch.inf)
