"""Images with classes: scikit-learn's digits, and local copies of Fashion-MNIST and CIFAR10.

All of them come as pairs of `Samples`, to train on and to validate with: a new choice for each of
`draws` runs, inputs in float64, with mean 0 and variance 1 over all entries of a run's training
inputs.
"""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from numerics import local_data
from numerics.multilayer import Samples

FASHION = tuple(
    f"{part}-{kind}"
    for part in ("train", "t10k")
    for kind in ("images-idx3-ubyte", "labels-idx1-ubyte")
)
CIFAR = (*(f"data_batch_{number}.bin" for number in range(1, 6)), "test_batch.bin")
FASHION_MNIST = ("Fashion-MNIST", "fashion-mnist", FASHION)  # see `local_data.files`
CIFAR10 = ("CIFAR10 (binary version)", "cifar-10-batches-bin", CIFAR)
LOCAL = (FASHION_MNIST, CIFAR10)
_IDX_BYTES = 8  # the type code of unsigned bytes
_CIFAR_ROW = 1 + 3 * 32 * 32

Pair = tuple[Samples, Samples]


def digits(draws: int, train: int, *, seed: int, device: str = "cpu") -> Pair:
    """Return `train` of the 1797 images of 8 x 8 of ten digits, and all others.

    >>> train, rest = digits(2, 200, seed=0)
    >>> train.x.shape, rest.y.shape
    (torch.Size([2, 200, 64]), torch.Size([2, 1597]))
    """
    from sklearn.datasets import load_digits  # a second, which only this data set needs

    found = load_digits()
    x, y = torch.from_numpy(found.data), torch.from_numpy(found.target)
    order = _orders(draws, len(y), seed)
    return _pair((x, y), order[:, :train], (x, y), order[:, train:], device)


def fashion_mnist(
    draws: int, *, classes: int = 4, train: int = 1000, seed: int, device: str = "cpu"
) -> Pair:
    """Return images of 28 x 28 of the first classes, as many of both parts of the data set.

    Raises:
        MissingData: there is no local copy.
        ValueError: a file is none of this data set.
    """
    paths = local_data.files(*FASHION_MNIST)
    return _split([_idx(path) for path in paths], draws, classes, (train, train), seed, device)


def cifar10(
    draws: int, *, train: int = 5000, rest: int = 1000, seed: int, device: str = "cpu"
) -> Pair:
    """Return images of 3 x 32 x 32 of ten classes, from the binary version of the data set.

    Raises:
        MissingData: there is no local copy.
        ValueError: a file is none of this data set.
    """
    paths = local_data.files(*CIFAR10)
    rows = [cifar_rows(path) for path in paths]
    parts = [np.concatenate(rows[:-1]), rows[-1]]
    arrays = [array for part in parts for array in (part[:, 1:], part[:, 0])]
    return _split(arrays, draws, 10, (train, rest), seed, device)


def _split(
    arrays: list[np.ndarray],
    draws: int,
    classes: int,
    sizes: tuple[int, int],
    seed: int,
    device: str,
) -> Pair:
    """Return a choice from the first classes of two parts, each given by images and labels."""
    parts, orders = [], []
    for part, size in enumerate(sizes):
        x, y = (torch.from_numpy(array.astype(np.int64)) for array in arrays[2 * part :][:2])
        kept = y < classes
        x, y = x[kept].reshape(int(kept.sum()), -1).double(), y[kept]
        if len(y) < size:
            raise ValueError(f"{len(y)} images of {classes} classes, {size} are needed")
        parts.append((x, y))
        orders.append(_orders(draws, len(y), 2 * seed + part)[:, :size])
    return _pair(parts[0], orders[0], parts[1], orders[1], device)


def _orders(draws: int, count: int, seed: int) -> Tensor:
    """Return orders `[draws, count]` of 0, ..., count - 1, the same on every device."""
    generator = torch.Generator().manual_seed(seed)
    return torch.stack([torch.randperm(count, generator=generator) for _ in range(draws)])


def _pair(
    here: tuple[Tensor, Tensor],
    train: Tensor,
    there: tuple[Tensor, Tensor],
    rest: Tensor,
    device: str,
) -> Pair:
    x = here[0][train]
    centre, width = x.mean((1, 2), keepdim=True), x.std((1, 2), keepdim=True)
    pairs = ((x, here[1][train]), (there[0][rest], there[1][rest]))
    one, other = (Samples(((x - centre) / width).to(device), y.to(device)) for x, y in pairs)
    return one, other


def _read(path: Path) -> bytes:
    return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()


def _idx(path: Path) -> np.ndarray:
    """Return the array of unsigned bytes that an IDX file holds."""
    content = _read(path)
    if len(content) < 4 or content[:3] != bytes((0, 0, _IDX_BYTES)):
        raise ValueError(f"{path.name} is no IDX file of unsigned bytes")
    start = 4 + 4 * content[3]
    shape = np.frombuffer(content[4:start], dtype=">u4").astype(int)
    if len(content) != start + int(shape.prod()):
        raise ValueError(f"{path.name} holds {len(content) - start} bytes, not {shape.prod()}")
    return np.frombuffer(content, dtype=np.uint8, offset=start).reshape(shape)


def cifar_rows(path: Path) -> np.ndarray:
    """Return the rows `[images, 1 + 3072]` of a batch of CIFAR10: a label and an image each."""
    content = np.frombuffer(_read(path), dtype=np.uint8)
    if len(content) == 0 or len(content) % _CIFAR_ROW:
        raise ValueError(f"{path.name} holds no rows of {_CIFAR_ROW} bytes")
    return content.reshape(-1, _CIFAR_ROW)
