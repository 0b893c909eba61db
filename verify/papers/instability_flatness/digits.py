"""How instabilities of small networks are attacked: gradient descent on scikit-learn's digits.

Five layers with 32 hidden units as in the paper's figures, one start and one choice of images a
seed. Control: where sharpness is
above 2 / eta, a step moves two states apart along the leading eigenvector, and a step at a lower
rate moves them together.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import torch
from torch import Tensor

from numerics import image_sets
from numerics.curvature import leading, similarity
from numerics.multilayer import Multilayer, Samples
from numerics.multilayer_training import Trace, random_vectors, states, traced
from verify.methods.effects import ConfidenceInterval, Measured, geometric, mean, once

RATE = 0.1
HIDDEN = (32,) * 4
IMAGES = 200
STEPS = 120
LEVEL_STEPS = 50  # over which the sharpness is averaged after it has reached the limit
SPAN = 6  # steps between states whose eigenvectors are compared
LEADING = 3  # eigenvectors
ORDER, WARM_ORDER = 30, 16  # Lanczos steps from a random vector, and from eigenvectors near by
LOWERED = 0.2
FACTORS = {"half": 0.5, "less": 0.8, "same": 1.0, "more": 1.25, "double": 2.0}
NUDGE = 1e-9  # so small that hardly any unit switches on the way
LIMITS = (
    f"{IMAGES} of scikit-learn's digits, ten classes, in place of 1,000 images of four classes of "
    "Fashion-MNIST",
    f"learning rate {RATE:g} and a start with weights of variance 1 / inputs, of which the figures "
    "say nothing",
)


@dataclass(frozen=True)
class Runs:
    """Networks that begin to be trained: one a seed, each with its own images.

    Args:
        network, samples: what is trained on what.
        start: states `[draws, p]`.
        seed: of the first vectors of Lanczos iterations.
        steps: for how many steps they are trained.
        limits: how this differs from the paper's settings.
    """

    network: Multilayer
    samples: Samples
    start: Tensor
    seed: int
    steps: int
    limits: tuple[str, ...]

    @classmethod
    def of(
        cls, samples: Samples, classes: int, seed: int, steps: int, limits: tuple[str, ...]
    ) -> Runs:
        """Return one run for each choice of samples, with starts and vectors of its own."""
        draws, _, inputs = samples.x.shape
        network = Multilayer((inputs, *HIDDEN, classes))
        start = network.start(draws, 3 * seed + 1, str(samples.x.device))
        return cls(network, samples, start, 3 * seed + 2, steps, limits)

    @property
    def size(self) -> int:
        """Return the number of steps of all of them."""
        return self.steps * len(self.start)

    def vectors(self, theta: Tensor, near: Tensor | None = None) -> Tensor:
        """Return the leading eigenvectors `[runs, p, k]`; `near` are those of a state near by."""
        start = random_vectors(theta, self.seed) if near is None else near.sum(2)
        order = ORDER if near is None else WARM_ORDER
        product = self.network.curvature(theta, self.samples).product
        return leading(product, start, order, LEADING).vectors

    def sharpness(self, theta: Tensor) -> Tensor:
        """Return the largest eigenvalue of the Hessian `[runs]`."""
        product = self.network.curvature(theta, self.samples).product
        return leading(product, random_vectors(theta, self.seed), ORDER, 1).values[:, 0]

    def moved(self, theta: Tensor, rate: float, steps: int) -> Tensor:
        """Return the states after so many steps."""
        return states(self.network, self.samples, theta, rate, steps)[0][-1]

    def stretched(self, theta: Tensor, *rates: float) -> list[Tensor]:
        """Return by how much steps stretch a small distance along the leading eigenvector."""
        near = theta + NUDGE * self.vectors(theta)[:, :, 0]
        ends = ((self.moved(theta, rate, 1), self.moved(near, rate, 1)) for rate in rates)
        return [(other - one).norm(dim=1) / NUDGE for one, other in ends]


def picked(values: Tensor, times: Tensor) -> Tensor:
    """Return `values [steps, runs, ...]` at a time of its own for each run."""
    return values[times, torch.arange(len(times), device=values.device)]


def seen(runs: Runs, sharpest: Tensor) -> bool:
    """Return whether a step stretches where the sharpness is high, and shrinks at a lower rate."""
    apart, together = map(mean, runs.stretched(sharpest, RATE, LOWERED * RATE))
    return apart.low > 1 and together.high < 1


def on_digits(draws: int, seed: int, device: str) -> Runs:
    """Return runs on digits."""
    samples, _ = image_sets.digits(draws, IMAGES, seed=3 * seed, device=device)
    return Runs.of(samples, 10, seed, STEPS, LIMITS)


def trace_of(runs: Runs) -> tuple[Trace, Tensor]:
    """Return the training of runs, and their sharpness in units of 2 / eta `[steps, runs]`."""
    network, samples = runs.network, runs.samples
    trace = traced(network, samples, runs.start, RATE, runs.steps, seed=runs.seed)
    return trace, trace.sharpness * RATE / 2


def by_run(values: Tensor, chosen: Tensor) -> list[Tensor]:
    """Return the chosen entries of `[steps, runs]`, run by run."""
    return [row[keep] for row, keep in zip(values.T, chosen.T, strict=True)]


def phases(runs: Runs) -> Measured:
    """Measure the distance from the mean over two steps, in steps above 2 / eta and in others."""
    trace, ratio = trace_of(runs)
    distance = (trace.theta[1:] - trace.theta[:-1]).norm(dim=2) / 2
    above, below = by_run(distance, ratio > 1), by_run(distance, ratio <= 1)
    pairs = list(zip(above, below, strict=True))
    logs = torch.stack([one.log10().mean() - two.log10().mean() for one, two in pairs])
    order = torch.stack([(one[:, None] > two).double().mean() for one, two in pairs])
    measured = {
        "ratio": mean(logs.cpu()).powered(),
        "order": mean(order.cpu()),
        "low": geometric(torch.stack([two.max() for two in below]).cpu()),
        "high": geometric(torch.stack([one.min() for one in above]).cpu()),
    }
    sharpest = picked(trace.theta, ratio.argmax(0))
    return Measured(
        (measured,),
        seen(runs, sharpest),
        runs.size,
        f"{len(runs.start)} seeds, {runs.steps} steps; the sharpness is above 2 / eta in "
        f"{float((ratio > 1).double().mean()):.0%} of them",
        runs.limits,
    )


def episode(runs: Runs) -> Measured:
    """Measure the sharpness in units of 2 / eta: start, peak, least soon after, and level."""
    trace, ratio = trace_of(runs)
    peak, first = ratio.argmax(0), (ratio > 1).double().argmax(0)
    after = [row[at : at + 2 * SPAN + 1].min() for row, at in zip(ratio.T, peak, strict=True)]
    level = [row[at : at + LEVEL_STEPS].mean() for row, at in zip(ratio.T, first, strict=True)]
    measured = {
        "start": mean(ratio[0].cpu()),
        "peak": mean(ratio.max(0).values.cpu()),
        "after": mean(torch.stack(after).cpu()),
        "level": mean(torch.stack(level).cpu()),
    }
    limit = ConfidenceInterval(1.0, 1.0, 1.0)
    measured |= {"low": measured["start"], "high": measured["level"], "limit": limit}
    reached = int((ratio > 1).any(0).sum())
    return Measured(
        (measured,),
        seen(runs, picked(trace.theta, peak)),
        runs.size,
        f"{len(runs.start)} seeds, {runs.steps} steps; {reached} of them reach 2 / eta, after "
        f"{float(first.double().mean()):.0f} steps in the mean; the residual of eigenvectors is "
        f"{float((trace.error * RATE / 2).mean()):.2g} in the mean",
        runs.limits,
    )


def highest_rise(losses: Tensor) -> Tensor:
    """Return when the loss `[steps, runs]` is highest over the least that it was before."""
    first, last = 2 * SPAN + 1, len(losses) - SPAN
    return (losses / losses.cummin(0).values)[first:last].argmax(0) + first


def rises(runs: Runs) -> tuple[Tensor, Tensor]:
    """Return states `[steps + 1, runs, p]`, and when the loss of each run has risen most."""
    found, losses = states(runs.network, runs.samples, runs.start, RATE, runs.steps)
    return found, highest_rise(losses)


def turning(runs: Runs) -> Measured:
    """Measure how similarity to the leading eigenvectors of `SPAN` steps before changes.

    The later state is that one step before the loss peaks; from there `SPAN` steps follow at the
    rate or at a lower one, of which the first is looked at, too.
    """
    found, peak = rises(runs)
    late = picked(found, peak - 1)
    base = runs.vectors(picked(found, peak - 1 - SPAN))
    early = runs.vectors(picked(found, peak - 1 - 2 * SPAN), base)
    now = runs.vectors(late, base)
    first, low, on = (
        runs.vectors(runs.moved(late, rate, steps), now)
        for rate, steps in ((LOWERED * RATE, 1), (LOWERED * RATE, SPAN), (RATE, SPAN))
    )
    before, during, one, after, unchanged = (
        similarity(base, vectors).cpu() for vectors in (early, now, first, low, on)
    )
    return Measured(
        (
            {
                "away": mean(before - during),
                "back": mean(after - during),
                "once": mean(one - during),
                "reduced": mean(after - unchanged),
                "low": mean(before),
                "now": mean(during),
                "then": mean(after),
            },
        ),
        seen(runs, picked(found, peak - 2)),
        runs.size,
        f"similarity over {SPAN} steps {float(before.mean()):.3g} before and "
        f"{float(during.mean()):.3g} in the instability, {float(one.mean()):.3g} after one more "
        f"and {float(after.mean()):.3g} after {SPAN} more at {LOWERED:g} eta, "
        f"{float(unchanged.mean()):.3g} after {SPAN} more at eta; {len(runs.start)} seeds",
        runs.limits,
    )


def over(values: Tensor) -> ConfidenceInterval:
    """Return the mean over those draws that there are, of which one says nothing."""
    nothing = ConfidenceInterval(-math.inf, math.nan, math.inf)
    return mean(values) if len(values) > 1 else nothing


def compared(turned: Mapping[str, Tensor], limit: Tensor) -> dict[str, ConfidenceInterval]:
    """Return by how much rates turn further than the next smaller one does.

    Within a regime only the runs count in which both are on the same side of the limit, and it is
    the rate further from it whose rotation is the first of the two.

    Args:
        turned: name of the factor -> rotation `[runs]`.
        limit: the factor of eta that gives 2 over the sharpness `[runs]`.
    """
    more = {}
    for smaller, name in pairwise(FACTORS):
        further = turned[name] - turned[smaller]
        above, below = FACTORS[smaller] > limit, FACTORS[name] < limit
        more[name] = mean(further)
        more[f"{name}_within"] = over(torch.cat((further[above], -further[below])))
    return more


def rotation(runs: Runs) -> Measured:
    """Measure by how much more two steps turn the leading eigenvectors at the next larger rate.

    They start three steps before the loss peaks. The rotation is one minus the similarity, and the
    limit is 2 over the sharpness at the start.
    """
    found, peak = rises(runs)
    at = picked(found, peak - 3)
    base = runs.vectors(at)
    limit = 1 / (runs.sharpness(at) * RATE / 2).cpu()
    turned = {
        name: 1 - similarity(base, runs.vectors(runs.moved(at, factor * RATE, 2), base)).cpu()
        for name, factor in FACTORS.items()
    }
    means = ", ".join(f"{float(v.mean()):.3g} at {FACTORS[n]:g}" for n, v in turned.items())
    share = ", ".join(f"{float((limit > f).double().mean()):.0%}" for f in FACTORS.values())
    return Measured(
        (compared(turned, limit),),
        seen(runs, picked(found, peak - 2)),
        runs.size,
        f"rotation {means} times eta, which are below 2 / lambda in {share} of {len(runs.start)} "
        f"seeds; 2 / lambda is {float(limit.median()):.3g} eta in the median",
        runs.limits,
    )


EXPERIMENTS = {
    "figure 1 on digits": once(phases, on_digits, 32),
    "figure 2 on digits": once(episode, on_digits, 32),
    "figure 4 on digits": once(turning, on_digits, 64),
    "figure 5 on digits": once(rotation, on_digits, 64),
}
