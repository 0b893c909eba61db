"""Samples of sparse parity and of single-index models, a set for each of many runs.

Inputs carry a 1 at the end. Parity: x in {-1, 1}^d, y = x_1 ... x_k. Single index: x ~ N(0, I_d),
y = He_3(w . x) with a unit vector w of each run and He_3(z) = z^3 - 3 z, of variance 6.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import torch
from torch import Tensor

from numerics.cube import Cube

VARIANCE = 6.0  # of He_3 at a normal number
BITS = 10  # that become signs at once
HALF = 5  # inputs of the first half of a cube at least; it has a third of them, as is fastest


@dataclass(frozen=True)
class Data:
    """Samples: `inputs [runs or 1, n, d + 1]`, the last of them 1, `labels [runs or 1, n]`."""

    inputs: Tensor | Cube
    labels: Tensor

    def to(self, device: str) -> Data:
        """Return the samples on a device."""
        return Data(self.inputs.to(device), self.labels.to(device))


Source = Callable[[], Data]


def with_ones(inputs: Tensor) -> Tensor:
    """Return inputs `[..., d]` with a 1 at the end."""
    return torch.cat([inputs, inputs.new_ones(*inputs.shape[:-1], 1)], -1)


# -- parity ----------------------------------------------------------------------------------------


def labelled(signs: Tensor, k: int) -> Data:
    """Return the samples with inputs `signs [runs or 1, n, d]`, labelled by the first k inputs.

    >>> labelled(torch.tensor([[[1.0, -1.0, -1.0]]]), 2).labels
    tensor([[-1.]])
    """
    return Data(with_ones(signs), parity_of(signs, k))


def parity_of(signs: Tensor, k: int) -> Tensor:
    """Return the product of the first k of signs `[..., d]`."""
    return signs[..., :k].prod(-1)


def population(d: int, k: int) -> Data:
    """Return all 2^d inputs, one set for all runs.

    >>> data = population(3, 2)
    >>> torch.equal(data.labels, parity_of(data.inputs.matrix(), 2))
    True
    """
    first = min(max(HALF, round(d / 3)), d)
    inputs = Cube(signs_of_bits(first), with_ones(signs_of_bits(d - first)))
    return Data(inputs, _signs(torch.arange(2**d).view(1, -1, 1), k).prod(-1))


def uniform(runs: int, n: int, d: int, generator: torch.Generator) -> Tensor:
    """Return independent signs `[runs, n, d]`, the bits of random numbers; d is at most 62."""
    return _signs(torch.randint(2**d, (runs, n, 1), generator=generator), d)


def _signs(numbers: Tensor, d: int) -> Tensor:
    """Return the d bits of numbers `[..., 1]` as signs `[..., d]`."""
    return 2.0 * (numbers >> torch.arange(d) & 1) - 1


def parity(runs: int, n: int, d: int, k: int, generator: torch.Generator) -> Data:
    """Return samples with independent inputs: `labelled(uniform(...), k)` in half the time.

    A table has the signs of the next bits of all numbers.

    >>> new, old = (torch.Generator().manual_seed(0) for _ in range(2))
    >>> data, other = parity(3, 7, 23, 2, new), labelled(uniform(3, 7, 23, old), 2)
    >>> torch.equal(data.inputs, other.inputs), torch.equal(data.labels, other.labels)
    (True, True)
    """
    drawn = torch.randint(2**d, (runs, n, 1), generator=generator).flatten()
    inputs = torch.ones(runs * n, d + 1)
    for first in range(0, d, BITS):
        places = slice(first, min(first + BITS, d))
        torch.index_select(
            signs_of_bits(places.stop - first),
            0,
            (drawn >> first) % 2 ** (places.stop - first),
            out=inputs[:, places],
        )
    inputs = inputs.view(runs, n, d + 1)
    return Data(inputs, parity_of(inputs, k))


@cache
def signs_of_bits(count: int) -> Tensor:
    """Return the signs of the lowest bits of all numbers with so many `[2^count, count]`."""
    return _signs(torch.arange(2**count)[:, None], count)


def biased(means: Tensor, n: int, generator: torch.Generator) -> Tensor:
    """Return independent signs `[runs, n, d]` with means `[runs, d]` of the d inputs.

    >>> biased(torch.tensor([[1.0, -1.0]]), 2, torch.Generator())
    tensor([[[ 1., -1.],
             [ 1., -1.]]])
    """
    runs, d = means.shape
    return 1 - 2.0 * (torch.rand(runs, n, d, generator=generator) >= (1 + means[:, None]) / 2)


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


# -- single index ----------------------------------------------------------------------------------


def directions(runs: int, d: int, generator: torch.Generator) -> Tensor:
    """Return unit vectors `[runs, d]`, uniform on the sphere."""
    drawn = torch.randn(runs, d, generator=generator)
    return drawn / drawn.norm(dim=1, keepdim=True)


def single_index(w: Tensor, n: int, generator: torch.Generator) -> Data:
    """Return normal inputs, labelled by He_3 along the directions `w [runs, d]`.

    >>> data = single_index(torch.tensor([[0.0, 1.0]]), 3, torch.Generator())
    >>> z = data.inputs[0, :, 1]
    >>> bool(torch.allclose(data.labels[0], z**3 - 3 * z))
    True
    """
    inputs, labels = along(w, n, generator)
    return Data(with_ones(inputs), labels)


def along(w: Tensor, n: int, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """Return normal inputs `[runs, n, d]`, and He_3 along the directions `w [runs, d]`."""
    runs, d = w.shape
    x = torch.randn(runs, n, d, generator=generator)
    z = (x @ w[..., None])[..., 0]
    return x, z**3 - 3 * z


# -- batches ---------------------------------------------------------------------------------------


def batches(data: Data, size: int, generator: torch.Generator) -> Source:
    """Return a source of batches that are drawn with replacement from the set of each run."""
    runs, n = data.labels.shape
    matrix = data.inputs.matrix() if isinstance(data.inputs, Cube) else data.inputs
    inputs, labels = matrix.flatten(0, 1), data.labels.flatten()
    starts = n * torch.arange(runs)[:, None]

    def draw() -> Data:
        chosen = torch.randint(n, (runs, size), generator=generator)
        places = (starts + chosen).flatten().to(labels.device)
        drawn = inputs.index_select(0, places), labels.index_select(0, places)
        return Data(drawn[0].view(runs, size, -1), drawn[1].view(runs, size))

    return draw
