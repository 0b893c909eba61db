"""Training of networks from `numerics.networks`: optimisers, decay, schedules, one loop, accuracy.

Steepest-mirror's algorithms 1 and 2, with decay of both kinds for every optimiser: coupled decay
adds alpha w (or alpha sign(w) for L1) to the gradient, decoupled decay takes eta alpha w (or
eta alpha sign(w)) off the weights beside the step. Weights are in float32.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

NO_LABEL = -100
AT_ONCE = 512  # examples that are evaluated together
SCHEDULES = ("constant", "cosine")


@dataclass(frozen=True)
class Examples:
    """What a network learns from.

    Args:
        inputs: by the names of the network's arguments, each `[n, ...]`.
        labels: classes `[n]`, or those of all places `[n, length]`, `NO_LABEL` where there is none.
    """

    inputs: dict[str, Tensor]
    labels: Tensor

    def chosen(self, which: Tensor) -> Examples:
        """Return the examples with these numbers."""
        return Examples({k: v[which] for k, v in self.inputs.items()}, self.labels[which])

    def to(self, device: str) -> Examples:
        """Return them on a device."""
        there = {name: values.to(device) for name, values in self.inputs.items()}
        return Examples(there, self.labels.to(device))

    def __len__(self) -> int:
        return len(self.labels)


@dataclass(frozen=True)
class Split:
    """Examples to train on and others to test with, and what they are in words."""

    train: Examples
    test: Examples
    classes: int
    about: str

    def to(self, device: str) -> Split:
        """Return them on a device."""
        return Split(self.train.to(device), self.test.to(device), self.classes, self.about)


class SignSGD:
    """Steps of `lr` along the sign of the gradient: algorithm 2 without decay.

    It has what `train` needs of an optimiser of torch and is none, since torch changes the class of
    each one that is not its own.
    """

    def __init__(self, weights: list[nn.Parameter], lr: float) -> None:
        self.param_groups: list[dict[str, Any]] = [{"params": weights, "lr": lr}]

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forget the gradients."""
        for group in self.param_groups:
            for w in group["params"]:
                w.grad = None

    @torch.no_grad()
    def step(self) -> None:
        """Take one step."""
        for group in self.param_groups:
            for w in group["params"]:
                if w.grad is not None:
                    w.sub_(w.grad.sign(), alpha=group["lr"])


@dataclass(frozen=True)
class Decay:
    """Decay with strength alpha, of the squared L2 norm (`power` 2) or of the L1 norm (1)."""

    strength: float = 0.0
    coupled: bool = True
    power: int = 2

    def of(self, weights: Tensor) -> Tensor:
        """Return what is added to the gradient, or taken off in units of the learning rate."""
        return self.strength * (weights if self.power == 2 else weights.sign())


OPTIMISERS: dict[str, Callable[..., torch.optim.Optimizer | SignSGD]] = {
    "sgd": lambda weights, rate: torch.optim.SGD(weights, lr=rate),
    "adam": lambda weights, rate: torch.optim.Adam(weights, lr=rate),
    "signsgd": lambda weights, rate: SignSGD(weights, rate),
}


@dataclass(frozen=True)
class Optimiser:
    """An optimiser of `OPTIMISERS` with its rate, decay and schedule of the rate."""

    name: str
    rate: float
    decay: Decay = Decay()
    schedule: str = "constant"

    def __post_init__(self) -> None:
        if self.name not in OPTIMISERS or self.schedule not in SCHEDULES:
            raise ValueError(
                f"{self.name} with schedule {self.schedule}: there are {', '.join(OPTIMISERS)} "
                f"with {' and '.join(SCHEDULES)}"
            )

    def rate_at(self, step: int, steps: int) -> float:
        """Return the rate of a step, counted from 0; a cosine falls to 0 at the end."""
        if self.schedule == "constant":
            return self.rate
        return self.rate * (1 + math.cos(math.pi * step / steps)) / 2


def train(
    network: nn.Module,
    examples: Examples,
    optimiser: Optimiser,
    *,
    batch: int,
    steps: int,
    seed: int,
    smoothing: float = 0.0,
) -> Tensor:
    """Train a network in place for some steps; return the losses before them `[steps]`.

    Batches go through the examples in a new order each time; the last one of an order may be
    smaller. Once a loss is not finite, training stops, and the rest of the losses is infinite.

    Args:
        network, examples: what is trained on what, on one device.
        optimiser: by what.
        batch: examples of a step.
        steps: how many of them.
        seed: of orders and of dropout.
        smoothing: of labels.
    """
    network.train()
    weights = [w for w in network.parameters() if w.requires_grad]
    takes = OPTIMISERS[optimiser.name](weights, optimiser.rate)
    losses = torch.full((steps,), math.inf)
    with _seeded(seed, examples.labels.device):
        for number, which in zip(range(steps), _orders(len(examples), batch, seed), strict=False):
            rate = optimiser.rate_at(number, steps)
            for group in takes.param_groups:
                group["lr"] = rate
            loss = loss_of(network, examples.chosen(which), smoothing)
            takes.zero_grad(set_to_none=True)
            loss.backward()
            losses[number] = loss.detach()
            if not bool(losses[number].isfinite()):
                losses[number] = math.inf
                break
            _step(takes, weights, optimiser.decay, rate)
    return losses


@torch.no_grad()
def _step(
    takes: torch.optim.Optimizer | SignSGD, weights: list[nn.Parameter], decay: Decay, rate: float
) -> None:
    if not decay.strength:
        takes.step()
        return
    before = [decay.of(w) for w in weights]
    if decay.coupled:
        for w, more in zip(weights, before, strict=True):
            if w.grad is not None:
                w.grad += more
    takes.step()
    if not decay.coupled:
        for w, less in zip(weights, before, strict=True):
            w.sub_(less, alpha=rate)


def _orders(count: int, batch: int, seed: int) -> Iterator[Tensor]:
    generator = torch.Generator().manual_seed(seed)
    while True:
        yield from torch.randperm(count, generator=generator).split(batch)


@contextmanager
def _seeded(seed: int, device: torch.device) -> Iterator[None]:
    with torch.random.fork_rng(devices=[device] if device.type == "cuda" else []):
        torch.manual_seed(seed)
        yield


def loss_of(network: nn.Module, examples: Examples, smoothing: float = 0.0) -> Tensor:
    """Return the cross-entropy of a network, the mean over all labels."""
    logits = network(**examples.inputs).logits
    return functional.cross_entropy(
        logits.flatten(0, -2),
        examples.labels.flatten(),
        ignore_index=NO_LABEL,
        label_smoothing=smoothing,
    )


@torch.no_grad()
def accuracy(network: nn.Module, examples: Examples) -> float:
    """Return the share of labels that have the largest output; dropout is off."""
    network.eval()
    right = total = 0
    for part in _parts(examples):
        best = network(**part.inputs).logits.argmax(-1)
        asked = part.labels != NO_LABEL
        right += int((best == part.labels)[asked].sum())
        total += int(asked.sum())
    return right / total


@torch.no_grad()
def loss(network: nn.Module, examples: Examples) -> float:
    """Return the cross-entropy, the mean over all labels; dropout is off."""
    network.eval()
    whole = total = 0.0
    for part in _parts(examples):
        count = int((part.labels != NO_LABEL).sum())
        whole += count * float(loss_of(network, part))
        total += count
    return whole / total


def _parts(examples: Examples) -> Iterator[Examples]:
    for first in range(0, len(examples), AT_ONCE):
        yield examples.chosen(torch.arange(first, min(first + AT_ONCE, len(examples))))
