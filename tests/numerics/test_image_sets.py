"""Digits ship with scikit-learn; the files of the other data sets are made here, small ones."""

import gzip

import numpy as np
import pytest
import torch

from numerics import image_sets
from numerics.local_data import VARIABLE, MissingData


def idx(array):
    header = bytes((0, 0, 8, array.ndim)) + np.array(array.shape, dtype=">u4").tobytes()
    return header + array.tobytes()


@pytest.fixture
def copies(tmp_path, monkeypatch):
    """A folder with as few images as there may be, in the formats of both data sets."""
    random = np.random.default_rng(0)
    fashion, cifar = tmp_path / "fashion-mnist", tmp_path / "cifar-10-batches-bin"
    fashion.mkdir()
    cifar.mkdir()
    for part, count in (("train", 60), ("t10k", 40)):
        images = random.integers(0, 256, (count, 28, 28), dtype=np.uint8)
        labels = np.arange(count, dtype=np.uint8) % 10
        (fashion / f"{part}-images-idx3-ubyte").write_bytes(idx(images))
        (fashion / f"{part}-labels-idx1-ubyte.gz").write_bytes(gzip.compress(idx(labels)))
    for name in image_sets.CIFAR:
        rows = random.integers(0, 256, (6, 3073), dtype=np.uint8)
        rows[:, 0] = np.arange(6)
        (cifar / name).write_bytes(rows.tobytes())
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    return tmp_path


def test_digits_are_chosen_anew_for_each_run_and_normalised():
    train, rest = image_sets.digits(3, 200, seed=0)
    assert train.x.shape == (3, 200, 64)
    assert rest.x.shape == (3, 1597, 64)
    torch.testing.assert_close(train.x.mean((1, 2)), torch.zeros(3, dtype=torch.float64))
    torch.testing.assert_close(train.x.std((1, 2)), torch.ones(3, dtype=torch.float64))
    assert not torch.equal(train.y[0], train.y[1])
    assert torch.equal(train.x, image_sets.digits(3, 200, seed=0)[0].x)
    counts = torch.bincount(train.y[0], minlength=10) + torch.bincount(rest.y[0], minlength=10)
    assert int(counts.sum()) == 1797


def test_the_first_classes_of_fashion_mnist_are_read(copies):
    train, rest = image_sets.fashion_mnist(2, train=16, seed=0)
    assert train.x.shape == rest.x.shape == (2, 16, 784)
    assert set(train.y.flatten().tolist()) <= {0, 1, 2, 3}


def test_cifar10_is_read(copies):
    train, rest = image_sets.cifar10(2, train=30, rest=6, seed=0)
    assert train.x.shape == (2, 30, 3072)
    assert rest.y.sort(1).values.tolist() == [[0, 1, 2, 3, 4, 5]] * 2


def test_too_few_images_are_refused(copies):
    with pytest.raises(ValueError, match="24 images of 4 classes, 1000 are needed"):
        image_sets.fashion_mnist(1, seed=0)


@pytest.mark.parametrize(
    ("load", "name"),
    [(image_sets.fashion_mnist, "Fashion-MNIST"), (image_sets.cifar10, "CIFAR10")],
)
def test_what_is_not_here_is_named(load, name, monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    with pytest.raises(MissingData, match=rf"{name}.* is not here: put .*{VARIABLE}"):
        load(1, seed=0)


def test_missing_files_are_named(copies):
    (copies / "fashion-mnist" / "t10k-labels-idx1-ubyte.gz").unlink()
    with pytest.raises(MissingData, match="not complete: t10k-labels-idx1-ubyte missing"):
        image_sets.fashion_mnist(1, train=16, seed=0)


@pytest.mark.parametrize("content", [b"", b"\0\0\x08\x03", b"no images at all"])
def test_files_of_another_kind_are_refused(copies, content):
    (copies / "fashion-mnist" / "train-images-idx3-ubyte").write_bytes(content)
    with pytest.raises(ValueError, match="train-images-idx3-ubyte"):
        image_sets.fashion_mnist(1, train=16, seed=0)
    (copies / "cifar-10-batches-bin" / "test_batch.bin").write_bytes(content)
    with pytest.raises(ValueError, match=r"test_batch\.bin"):
        image_sets.cifar10(1, train=30, rest=6, seed=0)
