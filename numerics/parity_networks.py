"""ReLU networks of two layers on sparse parity, many runs in one batch, trained by gradients.

A run has inputs x in {-1, 1}^d, the label y = x_1 ... x_k, and the output a . relu(W x + b) + c.
Inputs carry a 1 at the end, so that W and b are one tensor `[runs, d + 1, m]`. All runs move in
step with learning rates of their own, on data of their own. The chain rule is written out: with
u = sum over samples of l'(f) 1[W x + b > 0] x, which is computed block by block so that a block
stays in the cache, the slope of a neuron is a u in its input weights and its weights times u in a.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

BLOCK = 2**18  # numbers in a block of hidden activations

# derivative of the loss in the output f, for labels y
SLOPES: dict[str, Callable[[Tensor, Tensor], Tensor]] = {
    "logistic": lambda f, y: -y * torch.sigmoid(-y * f),
    "hinge": lambda f, y: -y * (y * f < 1),
    "square": lambda f, y: f - y,
}


@dataclass(frozen=True)
class Network:
    """Weights of all runs.

    Args:
        inner: input weights, the last row of them biases `[runs, d + 1, m]`.
        outer: output weights `[runs, m]`.
        bias: of the output `[runs]`.
    """

    inner: Tensor
    outer: Tensor
    bias: Tensor

    def __call__(self, inputs: Tensor) -> Tensor:
        """Return the outputs `[runs, n]` for `inputs [runs or 1, n, d + 1]`."""
        runs, _, width = self.inner.shape
        blocks = inputs.split(max(1, BLOCK // (runs * width)), dim=1)
        return (
            torch.cat([self._hidden(block) @ self.outer[..., None] for block in blocks], 1)[..., 0]
            + self.bias[:, None]
        )

    def _hidden(self, inputs: Tensor) -> Tensor:
        return (inputs @ self.inner).clamp_min_(0)

    def slopes(self, data: Data, loss: str) -> Network:
        """Return the slope of the mean loss in all weights."""
        runs, _, width = self.inner.shape
        size = max(1, BLOCK // (runs * width))
        count = data.labels.shape[-1]
        summed, bias = torch.zeros_like(self.inner), torch.zeros_like(self.bias)
        blocks = zip(data.inputs.split(size, 1), data.labels.split(size, 1), strict=True)
        for inputs, labels in blocks:
            hidden = self._hidden(inputs)
            output = (hidden @ self.outer[..., None])[..., 0] + self.bias[:, None]
            slope = SLOPES[loss](output, labels) / count
            summed += (slope[..., None] * inputs).mT @ hidden.sign_()
            bias += slope.sum(1)
        return Network(summed * self.outer[:, None], (self.inner * summed).sum(1), bias)

    def to(self, device: str) -> Network:
        """Return the weights on a device."""
        return Network(self.inner.to(device), self.outer.to(device), self.bias.to(device))

    def ratio(self) -> Tensor:
        """Return |a| / |W|_F `[runs]`, without biases."""
        return self.outer.norm(dim=1) / self.inner[:, :-1].norm(dim=(1, 2))


@dataclass(frozen=True)
class Data:
    """Samples: `inputs [runs or 1, n, d + 1]`, the last of them 1, `labels [runs or 1, n]`."""

    inputs: Tensor
    labels: Tensor

    def to(self, device: str) -> Data:
        """Return the samples on a device."""
        return Data(self.inputs.to(device), self.labels.to(device))


def initial(
    runs: int, d: int, width: int, generator: torch.Generator, alpha: float = 1.0
) -> Network:
    """Return weights that are uniform up to 1 over the root of the number of inputs of a layer.

    The first layer is divided by alpha, the second one multiplied by it.
    """

    def uniform(*shape: int, inputs: int) -> Tensor:
        return (2 * torch.rand(*shape, generator=generator) - 1) / math.sqrt(inputs)

    inner = uniform(runs, d + 1, width, inputs=d)
    return Network(
        inner / alpha,
        uniform(runs, width, inputs=width) * alpha,
        uniform(runs, inputs=width) * alpha,
    )


# -- data ------------------------------------------------------------------------------------------


def labelled(signs: Tensor, k: int) -> Data:
    """Return the samples with inputs `signs [runs or 1, n, d]`, labelled by the first k inputs.

    >>> labelled(torch.tensor([[[1.0, -1.0, -1.0]]]), 2).labels
    tensor([[-1.]])
    """
    ones = torch.ones_like(signs[..., :1])
    return Data(torch.cat([signs, ones], -1), signs[..., :k].prod(-1))


def population(d: int, k: int) -> Data:
    """Return all 2^d inputs, one set for all runs."""
    return labelled(torch.tensor([list(itertools.product((-1.0, 1.0), repeat=d))]), k)


def uniform(runs: int, n: int, d: int, generator: torch.Generator) -> Tensor:
    """Return independent signs `[runs, n, d]`, the bits of random numbers; d is at most 62."""
    drawn = torch.randint(2**d, (runs, n, 1), generator=generator)
    return 2.0 * (drawn >> torch.arange(d) & 1) - 1


def balanced(runs: int, n: int, d: int, generator: torch.Generator) -> Tensor:
    """Return signs `[runs, n, d]`, each of the d columns with as many of one sign as of the other.

    >>> balanced(3, 8, 5, torch.Generator()).sum(1).abs().max()
    tensor(0.)
    """
    order = torch.rand(runs, n, d, generator=generator).argsort(1)
    return 2.0 * (order < n // 2) - 1


def mirrored(runs: int, n: int, d: int, k: int, generator: torch.Generator) -> Tensor:
    """Return signs `[runs, n, d]` of pairs x and -x, a half of them with an even parity.

    For even k the means of the inputs, of the labels and of the inputs of each label vanish.

    >>> data = labelled(mirrored(3, 8, 5, 2, torch.Generator()), 2)
    >>> data.labels.sum(1), (data.labels[..., None] * data.inputs).sum(1).abs().max()
    (tensor([0., 0., 0.]), tensor(0.))
    """
    half = uniform(runs, n // 2, d, generator)
    wanted = 1.0 - 2.0 * (torch.arange(n // 2) % 2)
    half[..., 0] = wanted * half[..., 1:k].prod(-1)
    return torch.cat([half, -half], 1)


def relabelled(data: Data, generator: torch.Generator) -> Data:
    """Return the same inputs with independent random labels."""
    return Data(data.inputs, 2.0 * torch.randint(2, data.labels.shape, generator=generator) - 1)


def batches(data: Data, size: int, generator: torch.Generator) -> Source:
    """Return a source of batches that are drawn with replacement from the set of each run."""
    runs, n = data.labels.shape
    rows = torch.arange(runs, device=data.labels.device)[:, None]

    def draw() -> Data:
        chosen = torch.randint(n, (runs, size), generator=generator).to(data.labels.device)
        return Data(data.inputs[rows, chosen], data.labels[rows, chosen])

    return draw


# -- training --------------------------------------------------------------------------------------

Source = Callable[[], Data]


@dataclass(frozen=True)
class Phase:
    """Some steps with batches from one source."""

    steps: int
    source: Source


@dataclass(frozen=True)
class Training:
    """How networks are trained and looked at.

    Args:
        loss: a name of `SLOPES`.
        inner, outer: learning rates of the first and of the second layer `[runs]`.
        test: samples on which the accuracy is taken.
        target: the accuracy that is waited for.
        every: number of steps between two looks.
    """

    loss: str
    inner: Tensor
    outer: Tensor
    test: Data
    target: float = 0.95
    every: int = 10


@dataclass(frozen=True)
class Record:
    """What was seen on the way.

    Args:
        steps, samples: until the accuracy first reached its target `[runs]`, or infinite.
        looks: numbers of steps `[looks]`.
        accuracy, ratio: at these steps, on the test, and |a| / |W|_F `[looks, runs]`.
    """

    steps: Tensor
    samples: Tensor
    looks: tuple[int, ...]
    accuracy: Tensor
    ratio: Tensor


def train(
    network: Network, phases: Sequence[Phase], how: Training, most: int, stop: bool = True
) -> Record:
    """Train by gradient descent through the phases.

    Args:
        network: the weights at the start.
        phases: where the batches come from.
        how: losses, learning rates, and what is looked at.
        most: the number of steps after which it ends in any case.
        stop: end once all runs have reached the target.
    """
    inner, outer, bias = (w.clone() for w in (network.inner, network.outer, network.bias))
    steps = torch.full_like(bias, math.inf)
    samples = torch.full_like(bias, math.inf)
    looks: list[int] = []
    accuracy: list[Tensor] = []
    ratio: list[Tensor] = []
    seen = 0
    sources = itertools.chain.from_iterable([phase.source] * phase.steps for phase in phases)
    for step, source in enumerate(itertools.chain(itertools.islice(sources, most), [None])):
        current = Network(inner, outer, bias)
        if step % how.every == 0:
            looks.append(step)
            right = (current(how.test.inputs) * how.test.labels > 0).double().mean(1)
            accuracy.append(right)
            ratio.append(current.ratio())
            new = (right >= how.target) & steps.isinf()
            steps[new], samples[new] = step, seen
            if stop and not bool(steps.isinf().any()):
                break
        if source is None:
            break
        data = source()
        slope = current.slopes(data, how.loss)
        inner = inner - how.inner[:, None, None] * slope.inner
        outer = outer - how.outer[:, None] * slope.outer
        bias = bias - how.outer * slope.bias
        seen += data.labels.shape[-1]
    return Record(steps, samples, tuple(looks), torch.stack(accuracy), torch.stack(ratio))
