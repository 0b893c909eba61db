"""Digits ship with scikit-learn; files of other data sets are made here, small ones."""

import numpy as np
import pytest
import torch
from PIL import Image

from numerics import image_sets, labelled_images
from numerics.local_data import VARIABLE, MissingData


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    return tmp_path


def test_digits_of_some_classes_are_split():
    found = labelled_images.digits((5, 7), seed=0)
    x = found.train.inputs["pixel_values"]
    assert x.dtype == torch.float32
    assert len(found.train) + len(found.test) == 361
    assert found.classes == 2
    torch.testing.assert_close(x.mean(), torch.tensor(0.0), atol=1e-5, rtol=0)
    torch.testing.assert_close(x.std(), torch.tensor(1.0))
    again = labelled_images.digits((5, 7), seed=0)
    assert torch.equal(again.train.labels, found.train.labels)
    other = labelled_images.digits((5, 7), seed=1)
    assert not torch.equal(other.train.labels, found.train.labels)


@pytest.fixture
def cifar(folder):
    random = np.random.default_rng(0)
    place = folder / "cifar-10-batches-bin"
    place.mkdir()
    for name in image_sets.CIFAR:
        rows = random.integers(0, 256, (4, 3073), dtype=np.uint8)
        rows[:, 0] = np.arange(4)
        (place / name).write_bytes(rows.tobytes())
    return place


@pytest.mark.parametrize("pixels", [32, 48])
def test_cifar10_is_read_whole(cifar, pixels):
    found = labelled_images.cifar10(pixels)
    x = found.train.inputs["pixel_values"]
    assert x.shape == (20, 3, pixels, pixels)
    assert len(found.test) == 4
    torch.testing.assert_close(x.mean((0, 2, 3)), torch.zeros(3), atol=1e-4, rtol=0)
    assert found.test.labels.tolist() == [0, 1, 2, 3]


def test_damaged_or_missing_cifar10_is_said(cifar):
    whole = (cifar / "test_batch.bin").read_bytes()
    (cifar / "test_batch.bin").write_bytes(bytes([11]) + whole[1:])
    with pytest.raises(ValueError, match="a label is above 9"):
        labelled_images.cifar10()
    (cifar / "test_batch.bin").write_bytes(whole[:-1])
    with pytest.raises(ValueError, match=r"test_batch\.bin"):
        labelled_images.cifar10()
    (cifar / "test_batch.bin").unlink()
    with pytest.raises(MissingData, match=r"test_batch\.bin missing"):
        labelled_images.cifar10()


def picture(path, colour, size=(20, 10)):
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", size, colour).save(path)


@pytest.fixture
def flowers(folder):
    for part, count in (("train", 3), ("test", 1)):
        for number in range(count):
            picture(folder / "flowers-102" / part / "daisy" / f"{number}.png", "white")
            picture(folder / "flowers-102" / part / "rose" / f"{number}.jpg", (200, 0, number))
    return folder / "flowers-102"


def test_pictures_have_the_class_of_their_folder(flowers):
    found = labelled_images.folders(*labelled_images.FLOWERS, 8)
    assert found.train.inputs["pixel_values"].shape == (6, 3, 8, 8)
    assert found.train.labels.tolist() == [0, 0, 0, 1, 1, 1]
    assert (len(found.test), found.classes, found.about) == (2, 2, "Flowers-102")


def test_a_damaged_picture_and_a_strange_class_are_said(flowers):
    (flowers / "test" / "rose" / "0.jpg").write_bytes(b"no picture")
    with pytest.raises(ValueError, match=r"rose/0\.jpg is no picture"):
        labelled_images.folders(*labelled_images.FLOWERS, 8)
    picture(flowers / "test" / "tulip" / "0.png", "red")
    with pytest.raises(ValueError, match="classes that train has not: tulip"):
        labelled_images.folders(*labelled_images.FLOWERS, 8)


def test_missing_pictures_are_said(folder):
    with pytest.raises(MissingData, match="Flowers-102 is not complete"):
        labelled_images.folders(*labelled_images.FLOWERS, 8)
