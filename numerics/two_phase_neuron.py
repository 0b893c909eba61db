"""One quadratic neuron f(x) = a (w.x)^2 / 2 on 2-sparse parity, in two phases, many starts at once.

The loss is the mean of -y f(x) with y = x_1 x_2, or with random signs y. A step of gradient descent
with rate eta adds eta q / 2 to a, with q = w^T M w, and eta a M w to w; a is clipped to [-1, 1] and
w is divided by its norm. In phase 1 M is the mean of y x x^T over N samples of each start, until
|a| reaches a target; in phase 2 it is that of the population, which swaps w_1 and w_2 and takes all
other coordinates to 0, until w is close to a vector with |w_1| = |w_2| = 1 / sqrt(2). Everything is
float64 and lives on the device of w.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor

_CHUNK = 2**22  # entries of samples that are held at once
_LOOK = 4  # steps between looks at who is done, for which a GPU has to be waited for


@dataclass(frozen=True)
class Starts:
    """Weights `w [starts, d]` of norm 1, `a [starts]`, and moment matrices `[starts, d, d]`."""

    w: Tensor
    a: Tensor
    moment: Tensor

    def __getitem__(self, chosen: Tensor) -> Starts:
        return Starts(self.w[chosen], self.a[chosen], self.moment[chosen])

    @property
    def empirical(self) -> Tensor:
        """q of the samples `[starts]`."""
        return (self.w * _applied(self.moment, self.w)).sum(1)

    @property
    def population(self) -> Tensor:
        """q of the population `[starts]`."""
        return 2 * self.w[:, 0] * self.w[:, 1]


@dataclass(frozen=True)
class Times:
    """Numbers of steps `[starts]` of phase 1 and of both phases; infinite if not reached."""

    first: Tensor
    total: Tensor


def moments(
    starts: int, d: int, n: int, generator: torch.Generator, random_labels: bool = False
) -> Tensor:
    """Return the means `[starts, d, d]` of y x x^T over n samples for each start."""
    summed = torch.zeros(starts, d, d, dtype=torch.float64)
    size = max(1, _CHUNK // (starts * d))
    for done in range(0, n, size):
        count = min(size, n - done)
        x = _signs((starts, count, d), generator)
        y = _signs((starts, count), generator) if random_labels else x[..., 0] * x[..., 1]
        summed += (y[..., None] * x).mT @ x
    return summed / n


def drawn(
    starts: int,
    d: int,
    n: int,
    width: float,
    generator: torch.Generator,
    random_labels: bool = False,
    device: str = "cpu",
) -> Starts:
    """Return starts with w uniform on the sphere and a normal of variance 1 / width."""
    w = torch.randn(starts, d, generator=generator, dtype=torch.float64)
    a = torch.randn(starts, generator=generator, dtype=torch.float64) / math.sqrt(width)
    moment = moments(starts, d, n, generator, random_labels)
    parts = w / w.norm(dim=1, keepdim=True), a, moment
    return Starts(*(part.to(device) for part in parts))


def train(
    starts: Starts, rate: float, target: float, closeness: float, most: int = 10_000
) -> Times:
    """Train until |w - w*|^2 <= closeness in phase 2; target 0 means no phase 1.

    Args:
        starts: what is trained.
        rate: eta.
        target: size of a at which phase 1 ends.
        closeness: squared distance from the nearest minimiser at which training ends.
        most: the number of steps at which it is given up.
    """
    w, a, moment = starts.w, starts.a, starts.moment
    first, total = (torch.full_like(a, math.inf) for _ in range(2))
    early = torch.arange(len(a), device=a.device)  # those in phase 1, and some that left it lately
    for step in range(most + 1):
        first.masked_fill_((a.abs() >= target) & first.isinf(), step)
        second = first.isfinite()
        total.masked_fill_(second & (distance(w) <= closeness) & total.isinf(), step)
        if step % _LOOK == 0:
            if bool(total.isfinite().all()):
                break
            early = first.isinf().nonzero()[:, 0]
            moment = starts.moment if len(early) == len(a) else starts.moment[early]
        moved = torch.zeros_like(w)
        moved[:, 0], moved[:, 1] = w[:, 1], w[:, 0]
        if len(early):
            by_samples = _applied(moment, w[early])
            moved[early] = torch.where(second[early, None], moved[early], by_samples)
        q = (w * moved).sum(1)
        w = w + rate * a[:, None] * moved
        w = w / w.norm(dim=1, keepdim=True)
        a = (a + rate / 2 * q).clamp(-1, 1)
    return Times(first, total)


def distance(w: Tensor) -> Tensor:
    """Return the squared distance `[starts]` from the nearest minimiser, of either sign.

    >>> distance(torch.tensor([[0.6, -0.8, 0.0]], dtype=torch.float64)).round(decimals=6)
    tensor([0.0201], dtype=torch.float64)
    """
    return 2 - math.sqrt(2) * (w[:, 0].abs() + w[:, 1].abs())


def _applied(matrix: Tensor, vector: Tensor) -> Tensor:
    return (matrix @ vector[..., None])[..., 0]


def _signs(shape: tuple[int, ...], generator: torch.Generator) -> Tensor:
    return 2.0 * torch.randint(2, shape, generator=generator).double() - 1
