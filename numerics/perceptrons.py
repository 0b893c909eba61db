"""Multilayer perceptrons with ReLU and one output, many runs in one batch, trained by gradients.

A layer is one tensor `[runs, inputs + 1, outputs]`, the last row of it the biases; inputs carry a 1
at the end. All runs move in step on data of their own, each with its own rate for every weight,
which serves for rates by layer and for parametrisations. The chain rule is written out, which takes
a third of the time of `torch.func`, and block by block, so that a block stays in the cache. With
a the output weights, W the layer below, h what enters it and
u = sum over samples of l'(f) h 1[W h > 0], the slope is a u in W and the sum of W u in a, so that
of the last hidden layer nothing but signs is needed; a network of two layers has no other. On all
inputs of a cube these are compiled where numba is at hand (`fused_cube`).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from itertools import pairwise

import torch
from torch import Tensor

from numerics.cube import Cube
from numerics.labelled_samples import Data, Source

BLOCK = 2**20  # numbers in a block of hidden activations
COMPILED_FROM = 2**9  # inputs of a cube; fewer take longer to compile than to do

# derivative of the loss in the output f, for labels y
SLOPES: dict[str, Callable[[Tensor, Tensor], Tensor]] = {
    "logistic": lambda f, y: -y * torch.sigmoid(-y * f),
    "hinge": lambda f, y: -y * (y * f < 1),
    "square": lambda f, y: f - y,
}


@dataclass(frozen=True)
class Perceptrons:
    """Weights of all runs: `layers`, each `[runs, inputs + 1, outputs]`, the last with 1 output."""

    layers: tuple[Tensor, ...]

    @property
    def runs(self) -> int:
        """Return how many there are."""
        return len(self.layers[0])

    def __call__(self, inputs: Tensor | Cube) -> Tensor:
        """Return the outputs `[runs, n]` for `inputs [runs or 1, n, d + 1]`."""
        found = [self._output(self._hidden(block)[-1]) for block in self._blocks(inputs)]
        return torch.cat(found, 1)

    def _blocks(self, inputs: Tensor | Cube) -> Sequence[Tensor] | Sequence[Cube]:
        if isinstance(inputs, Cube):
            return inputs.split(self._size)
        return inputs.split(self._size, 1)

    @property
    def _size(self) -> int:
        widest = max(layer.shape[2] for layer in self.layers)
        return max(1, BLOCK // (self.runs * widest))

    def _hidden(self, inputs: Tensor | Cube) -> list[Tensor]:
        """Return what each hidden layer puts out `[runs, n, width]`."""
        found = [(inputs @ self.layers[0]).clamp_min_(0)]
        for layer in self.layers[1:-1]:
            entered = torch.baddbmm(layer[:, -1:], found[-1], layer[:, :-1])
            found.append(entered.clamp_min_(0))
        return found

    def _output(self, hidden: Tensor) -> Tensor:
        last = self.layers[-1]
        return torch.baddbmm(last[:, -1:], self._outer, hidden.mT)[:, 0]  # a row is faster

    def slopes(self, data: Data, loss: str) -> tuple[Tensor, ...]:
        """Return the slope of the mean loss in all weights, layer by layer."""
        found = [torch.zeros_like(layer) for layer in self.layers]
        if isinstance(data.inputs, Cube) and self._is_compiled(data.inputs):
            self._add_compiled(found, data.inputs, data.labels, loss)
        else:
            self._add_blocks(found, data, loss)
        summed = found[-2].clone()
        found[-2] *= self._outer
        found[-1][:, :-1, 0] = (self.layers[-2] * summed).sum(1)
        return tuple(found)

    def _is_compiled(self, inputs: Cube) -> bool:
        last = self.layers[-1]
        plain = len(self.layers) == 2 and last.dtype == torch.float32 and last.device.type == "cpu"
        return plain and len(inputs) >= COMPILED_FROM and find_spec("numba") is not None

    def _add_compiled(self, found: list[Tensor], inputs: Cube, labels: Tensor, loss: str) -> None:
        from numerics import fused_cube  # imports numba

        for runs in torch.arange(self.runs).split(max(1, BLOCK // len(inputs))):
            first, last = (layer[runs] for layer in self.layers)
            slope = SLOPES[loss](fused_cube.outputs(inputs, first, last), labels) / len(inputs)
            found[0][runs] = fused_cube.sums(inputs, first, slope)
            found[-1][runs, -1, 0] = slope.sum(1)

    def _add_blocks(self, found: list[Tensor], data: Data, loss: str) -> None:
        count = data.labels.shape[-1]
        first = 0
        for inputs in self._blocks(data.inputs):
            hidden = self._hidden(inputs)
            output = self._output(hidden[-1])
            last = first + output.shape[1]
            slope = SLOPES[loss](output, data.labels[:, first:last]) / count
            first = last
            self._add_slopes(found, inputs, hidden, slope)

    @property
    def _outer(self) -> Tensor:
        """Return the output weights `[runs, 1, width]`."""
        return self.layers[-1][:, :-1].mT

    def _add_slopes(
        self, found: list[Tensor], inputs: Tensor | Cube, hidden: list[Tensor], slope: Tensor
    ) -> None:
        """Add those of a block: of the output its bias alone, of the layer below what is u."""
        signs = hidden[-1].sign_()
        found[-1][:, -1, 0] += slope.sum(1)
        if len(hidden) == 1:
            if isinstance(inputs, Cube):
                found[0] += inputs.sums(signs.mul_(slope[..., None]))
            else:
                found[0].baddbmm_((slope[..., None] * inputs).mT, signs)
            return
        found[-2][:, :-1].baddbmm_((slope[..., None] * hidden[-2]).mT, signs)
        found[-2][:, -1:] += slope[:, None] @ signs
        back = signs @ (self.layers[-2][:, :-1] * self._outer).mT
        back *= slope[..., None]
        for number in range(len(hidden) - 2, 0, -1):
            back *= hidden[number] > 0
            found[number][:, :-1] += hidden[number - 1].mT @ back
            found[number][:, -1] += back.sum(1)
            back = back @ self.layers[number][:, :-1].mT
        back *= hidden[0] > 0
        found[0] += inputs.sums(back) if isinstance(inputs, Cube) else inputs.mT @ back

    def to(self, device: str) -> Perceptrons:
        """Return the weights on a device."""
        return Perceptrons(tuple(layer.to(device) for layer in self.layers))

    def norms(self) -> Tensor:
        """Return the root of the sum of squares of each layer, without biases `[layers, runs]`."""
        return torch.stack([layer[:, :-1].norm(dim=(1, 2)) for layer in self.layers])

    def scaled(self, factors: Sequence[Tensor | float]) -> Perceptrons:
        """Return these with each layer, biases and all, times a number or one of each run."""
        return Perceptrons(tuple(by_run(f) * w for f, w in zip(factors, self.layers, strict=True)))


def by_run(factor: Tensor | float) -> Tensor | float:
    """Return a number, or those of all runs `[runs]` in the shape of a layer."""
    return factor[:, None, None] if isinstance(factor, Tensor) else factor


def initial(runs: int, widths: Sequence[int], generator: torch.Generator) -> Perceptrons:
    """Return weights that are uniform up to 1 over the root of the number of inputs of a layer.

    Args:
        runs: how many networks.
        widths: numbers of inputs and of neurons in each hidden layer.
        generator: where they come from.
    """

    def uniform(*shape: int, inputs: int) -> Tensor:
        return (2 * torch.rand(*shape, generator=generator) - 1) / math.sqrt(inputs)

    hidden = [uniform(runs, one + 1, other, inputs=one) for one, other in pairwise(widths)]
    last = uniform(runs, widths[-1], inputs=widths[-1])
    bias = uniform(runs, 1, inputs=widths[-1])
    return Perceptrons((*hidden, torch.cat([last, bias], 1)[..., None]))


# -- parametrisations ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Parametrisation:
    """Factors on the initial weights of each layer, and on the rates of weights and of biases."""

    starts: tuple[float, ...]
    weights: tuple[float, ...]
    biases: tuple[float, ...]

    def start(self, network: Perceptrons) -> Perceptrons:
        """Return the initial weights of this parametrisation for those of the standard one."""
        return network.scaled(self.starts)

    def rates(self, network: Perceptrons, rates: Sequence[Tensor]) -> tuple[Tensor, ...]:
        """Return rates that each fit a layer, for those by layer, each `[runs]`."""
        found = []
        for layer, rate, weight, bias in zip(
            network.layers, rates, self.weights, self.biases, strict=True
        ):
            factors = torch.full_like(layer[0, :, :1], weight)
            factors[-1] = bias
            found.append(rate[:, None, None] * factors)
        return tuple(found)


def standard(widths: Sequence[int]) -> Parametrisation:
    """Return the parametrisation in which all factors are 1."""
    ones = (1.0,) * len(widths)
    return Parametrisation(ones, ones, ones)


def maximal_update(widths: Sequence[int]) -> Parametrisation:
    """Return muP for gradient descent, by table 3 of Yang et al. (2022), from width 1 on.

    Variances are 1 / in, of the output 1 / in^2; rates are times out for the weights of the first
    layer and for all biases, and over in for those of the output.

    >>> maximal_update((20, 64)).weights
    (64.0, 0.015625)
    """
    hidden = widths[1:]
    return Parametrisation(
        (*(1.0 for _ in hidden), 1 / math.sqrt(widths[-1])),
        (float(hidden[0]), *(1.0 for _ in hidden[1:]), 1 / widths[-1]),
        (*map(float, hidden), 1.0),
    )


# -- optimisers ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Descent:
    """Gradient descent: `rates` fit the layers."""

    rates: tuple[Tensor, ...]

    def move(self, layers: tuple[Tensor, ...], slopes: tuple[Tensor, ...]) -> None:
        """Take a step, in place."""
        for layer, slope, rate in zip(layers, slopes, self.rates, strict=True):
            layer -= rate * slope


@dataclass
class AdamW:
    """Adam with decoupled weight decay, as in torch, with a `second` factor for each run."""

    rates: tuple[Tensor, ...]
    second: Tensor
    first: float = 0.9
    decay: float = 0.01
    tiny: float = 1e-8
    taken: int = 0
    _means: list[Tensor] = field(default_factory=list)
    _squares: list[Tensor] = field(default_factory=list)

    def move(self, layers: tuple[Tensor, ...], slopes: tuple[Tensor, ...]) -> None:
        """Take a step, in place."""
        if not self.taken:
            self._means = [torch.zeros_like(layer) for layer in layers]
            self._squares = [torch.zeros_like(layer) for layer in layers]
        self.taken += 1
        new = (1 - self.second)[:, None, None]
        grown = (1 - self.second**self.taken).sqrt()[:, None, None]
        shrunk = 1 - self.first**self.taken
        for number, (layer, slope) in enumerate(zip(layers, slopes, strict=True)):
            rate = self.rates[number]
            mean, square = self._means[number], self._squares[number]
            mean.lerp_(slope, 1 - self.first)
            square += new * (slope * slope - square)
            layer *= 1 - self.decay * rate
            layer -= rate / shrunk * mean / (square.sqrt() / grown + self.tiny)


Optimiser = Descent | AdamW


def advance(
    network: Perceptrons, source: Source, loss: str, optimiser: Optimiser, steps: int
) -> int:
    """Take steps with batches from a source, in place; return how many samples a run saw."""
    seen = 0
    for _ in range(steps):
        data = source()
        optimiser.move(network.layers, network.slopes(data, loss))
        seen += data.labels.shape[-1]
    return seen


# -- training --------------------------------------------------------------------------------------


def accuracy(outputs: Tensor, labels: Tensor) -> Tensor:
    """Return the share of samples whose sign is right `[runs]`."""
    return (outputs * labels > 0).double().mean(1)


def explained(outputs: Tensor, labels: Tensor) -> Tensor:
    """Return the share of the variance of the labels that the outputs explain `[runs]`."""
    error = ((outputs - labels) ** 2).double().mean(1)
    return 1 - error / labels.double().var(1, correction=0)


def all_there(steps: Tensor) -> bool:
    """Return whether all runs have reached the target, by their steps until then `[runs]`."""
    return bool(steps.isfinite().all())


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
        test: samples on which the score is taken.
        target: the score that is waited for.
        every: number of steps between two looks.
        score: of outputs and labels on the test, `[runs]`.
        done: whether training may end, by the steps until the target `[runs]`.
    """

    loss: str
    test: Data
    target: float = 0.95
    every: int = 10
    score: Callable[[Tensor, Tensor], Tensor] = accuracy
    done: Callable[[Tensor], bool] = all_there


@dataclass(frozen=True)
class Record:
    """What was seen on the way.

    Args:
        steps, samples: until the score first reached its target `[runs]`, or infinite.
        looks: numbers of steps `[looks]`.
        score: at these steps, on the test `[looks, runs]`.
        norms: of the layers at these steps, without biases `[looks, layers, runs]`.
    """

    steps: Tensor
    samples: Tensor
    looks: tuple[int, ...]
    score: Tensor
    norms: Tensor

    @property
    def ratio(self) -> Tensor:
        """Return |a| / |W|_F, of the output and the first layer `[looks, runs]`."""
        return self.norms[:, -1] / self.norms[:, 0]


def train(
    network: Perceptrons,
    phases: Sequence[Phase],
    how: Training,
    optimiser: Optimiser,
    most: int,
) -> Record:
    """Train a copy of the networks through the phases.

    Args:
        network: the weights at the start.
        phases: where the batches come from.
        how: losses and what is looked at.
        optimiser: how weights are moved, with its rates.
        most: the number of steps after which it ends in any case.
    """
    network = Perceptrons(tuple(layer.clone() for layer in network.layers))
    steps = torch.full_like(network.layers[0][:, 0, 0], math.inf)
    samples = steps.clone()
    looks: list[int] = []
    scores: list[Tensor] = []
    norms: list[Tensor] = []
    taken = seen = 0
    for length, source in itertools.chain(_stretches(phases, how.every, most), [(0, None)]):
        if taken % how.every == 0:
            looks.append(taken)
            scores.append(how.score(network(how.test.inputs), how.test.labels))
            norms.append(network.norms())
            new = (scores[-1] >= how.target) & steps.isinf()
            steps[new], samples[new] = taken, seen
            if how.done(steps):
                break
        if source is not None:
            seen += advance(network, source, how.loss, optimiser, length)
            taken += length
    return Record(steps, samples, tuple(looks), torch.stack(scores), torch.stack(norms))


def _stretches(phases: Sequence[Phase], every: int, most: int) -> list[tuple[int, Source]]:
    """Return numbers of steps with one source each, none of which goes past a look."""
    found, taken = [], 0
    for phase in phases:
        end = min(taken + phase.steps, most)
        while taken < end:
            length = min(end, (taken // every + 1) * every) - taken
            found.append((length, phase.source))
            taken += length
    return found
