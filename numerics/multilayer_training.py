"""Training of multilayer perceptrons, run by run in one batch, until they fit or for some steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from numerics.clipped_ada import ClippedAda
from numerics.curvature import leading
from numerics.multilayer import Multilayer, Samples

Step = Callable[[Tensor], Tensor]
FITS = 1.0  # share of training samples that are classified correctly
_FIRST, _LATER = 12, 3  # Lanczos steps from a random vector, and from the last eigenvector


@dataclass(frozen=True)
class Trace:
    """Gradient descent step by step.

    Args:
        theta: states `[steps + 1, runs, p]`.
        loss: `[steps, runs]`, before each step.
        sharpness: largest eigenvalues of the Hessian `[steps, runs]`, before each step.
        error: within which of each there is an eigenvalue `[steps, runs]`.
    """

    theta: Tensor
    loss: Tensor
    sharpness: Tensor
    error: Tensor


def traced(
    network: Multilayer, samples: Samples, theta: Tensor, rate: float, steps: int, *, seed: int
) -> Trace:
    """Return gradient descent with the sharpness before every step.

    The eigenvector of the step before is where the next Lanczos iteration starts, the first one
    starts at random.
    """
    start = random_vectors(theta, seed)
    states, losses, values, errors = [theta], [], [], []
    for number in range(steps):
        at = network.curvature(theta, samples)
        found = leading(at.product, start, _LATER if number else _FIRST, 1)
        start = found.vectors[:, :, 0]
        theta = theta - rate * at.gradient
        states.append(theta)
        losses.append(at.loss)
        values.append(found.values[:, 0])
        errors.append(found.errors[:, 0])
    return Trace(*(torch.stack(part) for part in (states, losses, values, errors)))


def random_vectors(theta: Tensor, seed: int) -> Tensor:
    """Return normal vectors like states, the same on every device."""
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(theta.shape, dtype=theta.dtype, generator=generator).to(theta.device)


def states(
    network: Multilayer, samples: Samples, theta: Tensor, rate: float, steps: int
) -> tuple[Tensor, Tensor]:
    """Return states `[steps + 1, runs, p]` of gradient descent, and losses `[steps, runs]`."""
    found, losses = [theta], []
    for _ in range(steps):
        loss, gradient = network.gradient(found[-1], samples)
        found.append(found[-1] - rate * gradient)
        losses.append(loss)
    return torch.stack(found), torch.stack(losses)


def descent(network: Multilayer, samples: Samples, rate: float) -> Step:
    """Return a step of gradient descent on all samples."""
    return lambda theta: theta - rate * network.gradient(theta, samples)[1]


def noisy_descent(
    network: Multilayer,
    samples: Samples,
    rate: float,
    *,
    batch: int,
    noise: float = 1.0,
    seed: int,
) -> Step:
    """Return a step along g + noise (g_batch - g): SGD for noise 1, gradient descent for 0.

    Every run draws its own batch at each step, with replacement.
    """
    generator = torch.Generator().manual_seed(seed)
    runs, count = samples.y.shape

    def step(theta: Tensor) -> Tensor:
        which = torch.randint(count, (runs, batch), generator=generator).to(theta.device)
        _, direction = network.gradient(theta, samples.chosen(which))
        if noise != 1:
            _, whole = network.gradient(theta, samples)
            direction = whole + noise * (direction - whole)
        return theta - rate * direction

    return step


def adaptive(
    network: Multilayer,
    samples: Samples,
    theta: Tensor,
    rate: float,
    *,
    betas: tuple[float, float],
    clip: float,
    corrected: bool,
) -> Step:
    """Return a step of Clipped-Ada on all samples, whose averages begin at `theta`."""
    moved = theta.clone().requires_grad_(True)
    optimiser = ClippedAda([moved], lr=rate, betas=betas, clip=clip, corrected=corrected)

    def step(theta: Tensor) -> Tensor:
        moved.data.copy_(theta)
        moved.grad = network.gradient(theta, samples)[1]
        optimiser.step()
        return moved.detach().clone()

    return step


@dataclass(frozen=True)
class Fit:
    """Where training stopped.

    Args:
        theta: states `[runs, p]`.
        fits: whether a run reached the accuracy `[runs]`.
        steps: how many steps it took `[runs]`.
    """

    theta: Tensor
    fits: Tensor
    steps: Tensor


def fitted(
    network: Multilayer,
    samples: Samples,
    theta: Tensor,
    step: Step,
    *,
    most: int,
    accuracy: float = FITS,
    every: int = 2,
) -> Fit:
    """Train each run until its training accuracy is reached, for `most` steps at most.

    Args:
        network, samples, theta: what is trained, on what, from where.
        step: one step of all runs.
        most: how many steps there are at most.
        accuracy: share of the training samples.
        every: after how many steps the accuracy is looked at; runs that reach it stay there.
    """
    fits = network.accuracy(theta, samples) >= accuracy
    steps = torch.zeros(len(theta), dtype=torch.int64, device=theta.device)
    for number in range(1, most + 1):
        if bool(fits.all()):
            break
        theta = torch.where(fits[:, None], theta, step(theta))
        steps += ~fits
        if number % every == 0:
            fits = fits | (network.accuracy(theta, samples) >= accuracy)
    return Fit(theta, fits, steps)
