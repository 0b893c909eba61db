"""Small Transformers, many runs in one batch, trained by AdamW.

A token is a vector of features, embedded by a table (`one_hot`) or by a linear layer, and added to
an embedding of its place. A layer is h + attention(norm h), then h + mlp(norm h), with biases and
ReLU; the output is read at the last token. Queries and keys may be normalised by their root mean
square over a head, with a scale that is learned. All weights start as those of torch's layers do.

A run is a row of one tensor `[runs, p]`, so that the optimiser is a few operations on three of
them. The weights of a run are views of its row, and products are batched over runs. In the last
layer only the last token asks, since no other one is read.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import torch
from torch import Tensor
from torch.nn import functional

EPSILON = 1e-8  # of AdamW
BLOCK = 2**20  # numbers in a block of hidden activations without gradients


@dataclass(frozen=True)
class Samples:
    """Sequences of tokens `[runs or 1, n, length, features]` and labels `[runs or 1, n]`."""

    tokens: Tensor
    labels: Tensor

    def of(self, runs: Tensor) -> Samples:
        """Return those of some of the runs."""
        return self if len(self.tokens) == 1 else Samples(self.tokens[runs], self.labels[runs])

    def to(self, device: str) -> Samples:
        """Return the samples on a device."""
        return Samples(self.tokens.to(device), self.labels.to(device))


@dataclass(frozen=True)
class Loss:
    """What is minimised, and what is looked at: `[runs]` from outputs `[runs, n, outputs]`."""

    loss: Callable[[Tensor, Tensor], Tensor]
    error: Callable[[Tensor, Tensor], Tensor]


def _entropy(outputs: Tensor, labels: Tensor) -> Tensor:
    labels = labels.expand(outputs.shape[:2])
    return functional.cross_entropy(outputs.mT, labels, reduction="none").mean(1)


def _square(outputs: Tensor, labels: Tensor) -> Tensor:
    return ((outputs[..., 0] - labels) ** 2).mean(1)


LOSSES = {
    "logistic": Loss(
        lambda f, y: functional.softplus(-y * f[..., 0]).mean(1),
        lambda f, y: (y * f[..., 0] <= 0).double().mean(1),
    ),
    "entropy": Loss(_entropy, lambda f, y: (f.argmax(-1) != y).double().mean(1)),
    "square": Loss(_square, _square),
}


@dataclass(frozen=True)
class Weight:
    """A part of a row: `shape`, uniform up to `end` at the start, or normal, or all `one`."""

    shape: tuple[int, ...]
    end: float = 0.0
    normal: bool = False
    one: bool = False

    def start(self, runs: int, generator: torch.Generator) -> Tensor:
        """Return what it is at the start `[runs, ...]`."""
        if self.normal:
            return torch.randn(runs, *self.shape, generator=generator)
        drawn = torch.rand(runs, *self.shape, generator=generator)
        return torch.full_like(drawn, self.one) if not self.end else (2 * drawn - 1) * self.end


def _linear(name: str, inputs: int, outputs: int) -> dict[str, Weight]:
    end = 1 / math.sqrt(inputs)
    return {name: Weight((inputs, outputs), end), f"{name} bias": Weight((outputs,), end)}


def _norm(name: str, width: int) -> dict[str, Weight]:
    return {name: Weight((width,), one=True), f"{name} bias": Weight((width,))}


@dataclass(frozen=True)
class Transformer:
    """The shape of a Transformer.

    Args:
        length, features: of a sequence, and of a token.
        one_hot: tokens are rows of the identity, or 0, and embedded by a table.
        outputs: how many numbers are read.
        width, heads, depth: of the embedding, of a layer, of layers.
        causal: a token does not see later ones.
        normalised: queries and keys are.
        inner: width of a layer without attention, over that of the embedding.
    """

    length: int
    features: int
    one_hot: bool
    outputs: int
    width: int
    heads: int
    depth: int = 2
    causal: bool = False
    normalised: bool = False
    inner: int = 4

    @cached_property
    def weights(self) -> dict[str, Weight]:
        """The parts of a row, in their order."""
        width = self.width
        table = {"embedding": Weight((self.features, width), normal=True)}
        found = table if self.one_hot else _linear("embedding", self.features, width)
        found["place"] = Weight((self.length, width), normal=True)
        for layer in range(self.depth):
            found |= _norm(f"{layer} first norm", width)
            for name in ("query", "key", "value", "output"):
                found |= _linear(f"{layer} {name}", width, width)
            if self.normalised:
                for name in ("query", "key"):
                    found[f"{layer} {name} scale"] = Weight((width // self.heads,), one=True)
            found |= _norm(f"{layer} second norm", width)
            found |= _linear(f"{layer} up", width, self.inner * width)
            found |= _linear(f"{layer} down", self.inner * width, width)
        return found | _norm("norm", width) | _linear("head", width, self.outputs)

    @cached_property
    def size(self) -> int:
        """Number of weights of a run."""
        return sum(math.prod(weight.shape) for weight in self.weights.values())

    def initial(self, runs: int, generator: torch.Generator) -> Tensor:
        """Return rows `[runs, p]` at the start."""
        parts = [weight.start(runs, generator) for weight in self.weights.values()]
        return torch.cat([part.flatten(1) for part in parts], 1)

    def views(self, theta: Tensor) -> dict[str, Tensor]:
        """Return the weights `[runs, ...]` by their names."""
        sizes = [math.prod(weight.shape) for weight in self.weights.values()]
        parts = zip(self.weights.items(), theta.split(sizes, 1), strict=True)
        return {name: part.unflatten(1, weight.shape) for (name, weight), part in parts}

    def where(self, *names: str) -> Tensor:
        """Return which numbers of a row belong to weights that are called so in some layer `[p]`.

        The bias of a linear layer, or of a norm, belongs to it.

        >>> shape = Transformer(2, 2, True, 1, width=4, heads=2)
        >>> int(shape.where("query", "key").sum()), 2 * 2 * (4 * 4 + 4)
        (80, 80)
        """
        ends = tuple(f" {name}{bias}" for name in names for bias in ("", " bias"))
        chosen = [f" {name}".endswith(ends) for name in self.weights]
        return torch.cat(
            [
                torch.full((math.prod(weight.shape),), one)
                for weight, one in zip(self.weights.values(), chosen, strict=True)
            ]
        )

    def __call__(self, theta: Tensor, tokens: Tensor) -> Tensor:
        """Return outputs `[runs, n, outputs]` for `tokens [runs or 1, n, length, features]`."""
        weights = self.views(theta)
        runs, count = len(theta), tokens.shape[1]
        shape = (runs, count * self.length, self.features)
        flat = tokens.expand(runs, -1, -1, -1).reshape(shape)
        place = weights["place"][:, None].expand(-1, count, -1, -1).flatten(1, 2)
        hidden = torch.baddbmm(place, flat, weights["embedding"])
        if not self.one_hot:
            hidden = hidden + weights["embedding bias"][:, None]
        hidden = hidden.unflatten(1, (count, self.length))
        for layer in range(self.depth):
            own = _Layer(self, weights, f"{layer} ")
            hidden = own(hidden, last=layer == self.depth - 1)
        final = _normed(hidden[:, :, -1], weights, "norm")
        return _through(final, weights, "head")


def _through(x: Tensor, weights: dict[str, Tensor], name: str) -> Tensor:
    """Return x `[runs, rows, inputs]` through a linear layer."""
    return torch.baddbmm(weights[f"{name} bias"][:, None], x, weights[name])


def _normed(x: Tensor, weights: dict[str, Tensor], name: str) -> Tensor:
    """Return the layer norm of x `[runs, rows, width]`, with scale and shift."""
    plain = functional.layer_norm(x, x.shape[-1:])
    return torch.addcmul(weights[f"{name} bias"][:, None], plain, weights[name][:, None])


@dataclass(frozen=True)
class _Layer:
    shape: Transformer
    weights: dict[str, Tensor]
    name: str

    def __call__(self, hidden: Tensor, last: bool) -> Tensor:
        """Return `[runs, n, length, width]`, or with `last` what the last token becomes."""
        normed = _normed(hidden.flatten(1, 2), self.weights, f"{self.name}first norm")
        asking = normed.unflatten(1, hidden.shape[1:3])[:, :, -1] if last else normed
        count = hidden.shape[1]
        query, key, value = (
            self._heads(_through(x, self.weights, f"{self.name}{part}"), count, part)
            for x, part in ((asking, "query"), (normed, "key"), (normed, "value"))
        )
        causal = self.shape.causal and not last
        seen = functional.scaled_dot_product_attention(query, key, value, is_causal=causal)
        seen = seen.unflatten(0, (len(hidden), count)).transpose(2, 3).flatten(3).flatten(1, 2)
        stream = hidden[:, :, -1] if last else hidden.flatten(1, 2)
        stream = stream + _through(seen, self.weights, f"{self.name}output")
        inner = _normed(stream, self.weights, f"{self.name}second norm")
        inner = _through(inner, self.weights, f"{self.name}up").relu()
        stream = stream + _through(inner, self.weights, f"{self.name}down")
        return stream.unflatten(1, (count, -1))

    def _heads(self, x: Tensor, count: int, part: str) -> Tensor:
        """Return `[runs * n, heads, length, width / heads]`, normalised if it is to be."""
        x = x.unflatten(1, (count, -1)).unflatten(3, (self.shape.heads, -1))
        if self.shape.normalised and part != "value":
            scale = self.weights[f"{self.name}{part} scale"][:, None, None, None]
            x = functional.rms_norm(x, x.shape[-1:]) * scale
        return x.flatten(0, 1).transpose(1, 2)


# -- training --------------------------------------------------------------------------------------

Source = Callable[[], Samples]


@dataclass(frozen=True)
class Apart:
    """Some weights `[p]` whose slopes are those of batches from a source of their own."""

    where: Tensor
    source: Source


@dataclass(frozen=True)
class Phase:
    """Some steps with batches from one source.

    Args:
        steps, source: how many, and where the batches come from.
        look: told the rows `[runs, p]` and which runs they are, at each look at their errors.
        apart: weights that learn from other batches in the same steps, which takes two gradients.
    """

    steps: int
    source: Source
    look: Callable[[Tensor, Tensor], None] | None = None
    apart: Apart | None = None

    def drawing(self, change: Callable[[Source], Source]) -> Phase:
        """Return the phase with its sources changed."""
        apart = self.apart and replace(self.apart, source=change(self.apart.source))
        return replace(self, source=change(self.source), apart=apart)


@dataclass(frozen=True)
class AdamW:
    """AdamW for all runs.

    Args:
        rates: learning rates `[runs, 1]`, or of each weight `[runs or 1, p]`.
        beta_1, beta_2: decays of the mean and of the mean square, numbers or `[runs, 1]`.
        decay: of the weights.
    """

    rates: Tensor
    beta_1: float = 0.9
    beta_2: float | Tensor = 0.999
    decay: float = 0.01

    def of(self, runs: Tensor) -> AdamW:
        """Return that of some of the runs."""
        rates = self.rates if len(self.rates) == 1 else self.rates[runs]
        beta_2 = self.beta_2[runs] if isinstance(self.beta_2, Tensor) else self.beta_2
        return replace(self, rates=rates, beta_2=beta_2)


@dataclass
class State:
    """Rows `[runs, p]`, their means and mean squares of gradients, and the steps so far."""

    theta: Tensor
    mean: Tensor
    square: Tensor
    steps: int = 0

    @staticmethod
    def at(theta: Tensor) -> State:
        """Return the state at the start, with rows of its own."""
        return State(theta.clone(), torch.zeros_like(theta), torch.zeros_like(theta))

    def of(self, runs: Tensor) -> State:
        """Return the state of some of the runs."""
        return State(self.theta[runs], self.mean[runs], self.square[runs], self.steps)

    def step(self, gradient: Tensor, how: AdamW) -> None:
        """Advance by one step of AdamW, in place."""
        self.steps += 1
        self.mean.lerp_(gradient, 1 - how.beta_1)
        self.square.mul_(how.beta_2).add_((1 - how.beta_2) * gradient.square())
        self.theta.mul_(1 - how.rates * how.decay)
        root = (self.square / (1 - how.beta_2**self.steps)).sqrt_().add_(EPSILON)
        self.theta.sub_(how.rates / (1 - how.beta_1**self.steps) * self.mean / root)


def gradient(network: Transformer, theta: Tensor, samples: Samples, loss: str) -> Tensor:
    """Return the slopes `[runs, p]` of the mean loss of each run."""
    moved = theta.detach().requires_grad_(True)
    total = LOSSES[loss].loss(network(moved, samples.tokens), samples.labels).sum()
    (found,) = torch.autograd.grad(total, moved)
    return found


@torch.no_grad()
def error(network: Transformer, theta: Tensor, samples: Samples, loss: str) -> Tensor:
    """Return the share of wrong answers, or the mean square `[runs]`, block by block."""
    count = samples.labels.shape[1]
    size = max(1, BLOCK // (len(theta) * network.length * network.width * network.inner))
    blocks = zip(samples.tokens.split(size, 1), samples.labels.split(size, 1), strict=True)
    wrong = [
        LOSSES[loss].error(network(theta, tokens), labels) * labels.shape[1]
        for tokens, labels in blocks
    ]
    return torch.stack(wrong).sum(0) / count


def advance(network: Transformer, state: State, phase: Phase, how: AdamW, loss: str) -> None:
    """Advance all runs by the steps of a phase, in place: memory does not grow with the steps."""
    for _ in range(phase.steps):
        slopes = gradient(network, state.theta, phase.source(), loss)
        if phase.apart is not None:
            others = gradient(network, state.theta, phase.apart.source(), loss)
            slopes = torch.where(phase.apart.where, others, slopes)
        state.step(slopes, how)


@dataclass(frozen=True)
class Record:
    """What was seen on the way.

    Args:
        steps: until the error first was at most its target `[runs]`, or infinite.
        looks: numbers of steps `[looks]`.
        errors: at these steps, on the test `[looks, runs]`; where a run has ended, its last one.
    """

    steps: Tensor
    looks: tuple[int, ...]
    errors: Tensor


def train(
    network: Transformer,
    theta: Tensor,
    phases: Sequence[Phase],
    how: AdamW,
    loss: str,
    test: Samples,
    *,
    target: float,
    every: int,
    most: int | None = None,
    stop: bool = True,
) -> Record:
    """Train all runs through the phases, and look at their errors on a test.

    Args:
        network, theta: what is trained, from which rows `[runs, p]`.
        phases: where the batches come from.
        how, loss: the optimiser, a name of `LOSSES`.
        test: samples that the error is taken on.
        target: the error that is waited for.
        every: number of steps between two looks, counted from the start of each phase.
        most: the number of steps after which it ends in any case.
        stop: a run that has reached the target ends there, and takes no more time.
    """
    state = State.at(theta)
    left = torch.arange(len(theta), device=theta.device)
    steps = torch.full((len(theta),), math.inf)
    now = torch.full((len(theta),), math.inf, dtype=torch.float64)
    looks: list[int] = []
    errors: list[Tensor] = []
    for phase in itertools.chain(_pieces(phases, every, most), [None]):
        now[left.cpu()] = error(network, state.theta, test.of(left), loss).double().cpu()
        looks.append(state.steps)
        errors.append(now.clone())
        steps[(now <= target) & steps.isinf()] = state.steps
        if stop:
            going = steps.isinf().to(left.device)[left]
            if not bool(going.all()):
                state, how, left = state.of(going), how.of(going), left[going]
        if phase is None or not len(left):
            break
        if phase.look is not None:
            phase.look(state.theta, left)
        advance(network, state, _part(phase, left), how, loss)
    return Record(steps, tuple(looks), torch.stack(errors))


def _part(phase: Phase, runs: Tensor) -> Phase:
    """Return a phase of what some of the runs are given; all are drawn, so that none changes."""
    return phase.drawing(lambda source: lambda: source().of(runs))


def _pieces(phases: Sequence[Phase], every: int, most: int | None) -> Iterator[Phase]:
    """Return the phases in pieces of `every` steps, each of one phase, `most` steps in all."""
    left = sum(phase.steps for phase in phases) if most is None else most
    for phase in phases:
        steps = min(phase.steps, left)
        left -= steps
        for first in range(0, steps, every):
            yield replace(phase, steps=min(every, steps - first))
