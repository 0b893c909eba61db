"""Tasks for Transformers: parity, single-index models, regression in context, modular addition.

A task draws inputs with labels, for each run its own, and says how inputs become tokens. Sequences
that have no token to read the answer at get a last one that is 0 and is known by its place.
Sets of samples are kept as inputs; tokens are made batch by batch.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import torch
from torch import Tensor
from torch.nn import functional

from numerics import labelled_samples, transformers
from numerics.transformers import Samples, Source, Transformer


@dataclass(frozen=True)
class Drawn:
    """Inputs `[runs or 1, n, ...]` and labels `[runs or 1, n]`."""

    inputs: Tensor
    labels: Tensor

    def first(self, n: int) -> Drawn:
        """Return the first n samples of each run."""
        return Drawn(self.inputs[:, :n], self.labels[:, :n])

    def of(self, runs: Tensor) -> Drawn:
        """Return those of some of the runs."""
        return Drawn(self.inputs[runs], self.labels[runs])

    def permuted(self, generator: torch.Generator) -> Drawn:
        """Return the inputs of each run with its labels in another order."""
        order = torch.rand(self.labels.shape, generator=generator).argsort(1)
        return Drawn(self.inputs, self.labels.gather(1, order))


Draw = Callable[[int, int, torch.Generator], Drawn]


@dataclass(frozen=True)
class Task:
    """A task.

    Args:
        draw: returns n samples of each run, from a generator.
        tokens: what inputs `[runs, n, ...]` are as tokens `[runs, n, length, features]`.
        length, features, one_hot: of the tokens, as a Transformer takes them.
        outputs: how many numbers a label takes.
        loss: a name of `transformers.LOSSES`.
        causal: what the paper says of it.
    """

    draw: Draw
    tokens: Callable[[Tensor], Tensor]
    length: int
    features: int
    one_hot: bool
    outputs: int
    loss: str
    causal: bool = False

    def network(self, width: int, heads: int, depth: int = 2, **more: bool) -> Transformer:
        """Return a Transformer for it."""
        return Transformer(
            self.length,
            self.features,
            self.one_hot,
            self.outputs,
            width,
            heads,
            depth,
            causal=self.causal,
            **more,
        )

    def samples(self, drawn: Drawn) -> Samples:
        """Return what was drawn, as tokens."""
        return Samples(self.tokens(drawn.inputs), drawn.labels)

    def fresh(self, runs: int, batch: int, generator: torch.Generator) -> Source:
        """Return a source of batches of new samples."""
        return lambda: self.samples(self.draw(runs, batch, generator))

    def repeated(self, drawn: Drawn, batch: int, generator: torch.Generator) -> Source:
        """Return a source of batches that are drawn from the set of each run with replacement."""
        runs, n = drawn.labels.shape
        rows = torch.arange(runs)[:, None]

        def draw() -> Samples:
            chosen = torch.randint(n, (runs, batch), generator=generator)
            return self.samples(Drawn(drawn.inputs[rows, chosen], drawn.labels[rows, chosen]))

        return draw

    def whole(self, drawn: Drawn) -> Source:
        """Return a source that is always the whole set."""
        samples = self.samples(drawn)
        return lambda: samples


@dataclass
class Growing:
    """Batches from the first samples of each run, and from more of them as it goes on.

    A run goes on to the next number of samples if, where it is looked at, its share of right
    answers on the present ones is enough, or it has seen them for a number of epochs.

    Args:
        task, network: what is learned, and by what.
        drawn, sizes: the samples of each run, and how many of them it has, one after the other.
        batch, generator: of the batches, drawn with replacement.
        enough, epochs: when a run goes on.
        stages, steps: how often each run went on, and its steps since then `[runs]`.
    """

    task: Task
    network: Transformer
    drawn: Drawn
    sizes: tuple[int, ...]
    batch: int
    generator: torch.Generator
    enough: float = 0.75
    epochs: int = 50
    stages: Tensor = field(init=False)
    steps: Tensor = field(init=False)

    def __post_init__(self) -> None:
        self.stages = torch.zeros(len(self.drawn.labels), dtype=torch.int64)
        self.steps = torch.zeros_like(self.stages)

    def __call__(self) -> Samples:
        """Return a batch for each run."""
        self.steps += 1
        runs = torch.arange(len(self.stages))[:, None]
        sizes = torch.tensor(self.sizes)[self.stages][:, None]
        chosen = torch.rand(len(runs), self.batch, generator=self.generator).mul(sizes).long()
        labels = self.drawn.labels[runs, chosen]
        return self.task.samples(Drawn(self.drawn.inputs[runs, chosen], labels))

    def look(self, theta: Tensor, runs: Tensor) -> None:
        """Let those of some runs go on, with rows `theta`, that have to."""
        at = self.stages[runs.cpu()]
        for stage, size in enumerate(self.sizes[:-1]):
            rows = (at == stage).nonzero()[:, 0]
            if not len(rows):
                continue
            here = runs.cpu()[rows]
            samples = self.task.samples(self.drawn.of(here).first(size)).to(str(theta.device))
            wrong = transformers.error(self.network, theta[rows], samples, self.task.loss)
            seen = self.steps[here] * self.batch
            gone = here[(wrong.cpu() <= 1 - self.enough) | (seen >= self.epochs * size)]
            self.stages[gone] += 1
            self.steps[gone] = 0


def _with_reader(tokens: Tensor) -> Tensor:
    """Return sequences with a last token 0."""
    return functional.pad(tokens, (0, 0, 0, 1))


def parity(d: int, k: int) -> Task:
    """Return (d, k)-parity: signs, the product of the first k of them.

    >>> task = parity(3, 2)
    >>> task.tokens(torch.tensor([[[1.0, -1.0, 1.0]]]))
    tensor([[[[1., 0.],
              [0., 1.],
              [1., 0.],
              [0., 0.]]]])
    """

    def draw(runs: int, n: int, generator: torch.Generator) -> Drawn:
        return signs_labelled(2.0 * torch.randint(2, (runs, n, d), generator=generator) - 1, k)

    def tokens(signs: Tensor) -> Tensor:
        return _with_reader(torch.stack([signs, -signs], -1).clamp_min_(0))

    return Task(draw, tokens, d + 1, 2, True, 1, "logistic")


def signs_labelled(signs: Tensor, k: int) -> Drawn:
    """Return signs `[runs, n, d]` labelled by the product of the first k."""
    return Drawn(signs, labelled_samples.parity_of(signs, k))


def all_signs(d: int, k: int) -> Drawn:
    """Return all 2^d inputs of (d, k)-parity, one set for all runs.

    >>> all_signs(2, 2)
    Drawn(inputs=tensor([[[-1., -1.],
             [ 1., -1.],
             [-1.,  1.],
             [ 1.,  1.]]]), labels=tensor([[ 1., -1., -1.,  1.]]))
    """
    return signs_labelled(labelled_samples.signs_of_bits(d)[None], k)


def single_index(features: Tensor) -> Task:
    """Return the model y = He_3(w.x), x normal, with unit vectors w `[runs or 1, d]` of the runs.

    Raises:
        ValueError: not as many runs are drawn as there are vectors, where there are several.
    """

    def draw(runs: int, n: int, generator: torch.Generator) -> Drawn:
        if len(features) not in (1, runs):
            raise ValueError(f"runs={runs} must be the number of vectors, {len(features)}")
        return Drawn(*labelled_samples.along(features.expand(runs, -1), n, generator))

    def tokens(inputs: Tensor) -> Tensor:
        return _with_reader(inputs[..., None])

    return Task(draw, tokens, features.shape[1] + 1, 1, False, 1, "square")


def regression_in_context(k: int, n_c: int) -> Task:
    """Return x_1, y_1, ..., x_k, y_k, x_q with y_i = w.x_i and the label w.x_q, all normal.

    A token has n_c + 1 features: those of an input and 0, or zeros and an output.
    """

    def draw(runs: int, n: int, generator: torch.Generator) -> Drawn:
        weights = torch.randn(runs, n, n_c, 1, generator=generator)
        inputs = torch.randn(runs, n, k + 1, n_c, generator=generator)
        outputs = inputs @ weights
        asked = torch.stack(
            [functional.pad(inputs, (0, 1)), functional.pad(outputs, (n_c, 0))], 3
        ).flatten(2, 3)
        return Drawn(asked[:, :, :-1], outputs[:, :, -1, 0])

    return Task(draw, lambda inputs: inputs, 2 * k + 1, n_c + 1, False, 1, "square")


def modular_addition(largest: int, p: int, base: int) -> Task:
    """Return x + z modulo p for x, z uniform on 1, ..., `largest`, each written in a base.

    Digits stand from the first to the last, as numbers are written; there are as many as the
    paper has, ceil(log_b N), so that N itself may be written as 0.

    >>> task = modular_addition(9, 5, 3)
    >>> task.tokens(torch.tensor([[[5, 7]]])).argmax(-1)
    tensor([[[1, 2, 2, 1]]])
    """
    digits = digits_of(largest, base)
    powers = base ** torch.arange(digits - 1, -1, -1)

    def draw(runs: int, n: int, generator: torch.Generator) -> Drawn:
        numbers = torch.randint(1, largest + 1, (runs, n, 2), generator=generator)
        return Drawn(numbers, numbers.sum(-1) % p)

    def tokens(numbers: Tensor) -> Tensor:
        written = numbers[..., None] // powers % base
        return functional.one_hot(written.flatten(2), base).float()

    return Task(draw, tokens, 2 * digits, base, True, p, "entropy", causal=True)


def digits_of(largest: int, base: int) -> int:
    """Return ceil(log_b N).

    >>> digits_of(9, 3), digits_of(10, 3), digits_of(1000, 10)
    (2, 3, 3)
    """
    digits = round(math.log(largest, base))
    return digits + (base**digits < largest)
