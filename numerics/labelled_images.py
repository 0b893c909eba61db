"""Images with classes for convolutional networks: digits that ship with scikit-learn, local copies.

Local copies are CIFAR10 in its binary version and sets of pictures with a folder for each class,
`train/CLASS/*.png` and `test/CLASS/*.png` (or `.jpg`), such as Flowers-102. Every channel has mean
0 and variance 1 over the training images.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from numerics import image_sets, local_data
from numerics.network_training import Examples, Split

PICTURES = ("*/*.png", "*/*.jpg", "*/*.jpeg")
FLOWERS = ("Flowers-102", "flowers-102")  # its folder in that of the user


def digits(classes: tuple[int, ...], *, seed: int, train: float = 2 / 3) -> Split:
    """Return scikit-learn's digits of some classes, 1 x 8 x 8, a share of them to train on.

    >>> both = digits((3, 4), seed=0)
    >>> both.train.inputs["pixel_values"].shape, both.test.labels.unique()
    (torch.Size([243, 1, 8, 8]), tensor([0, 1]))
    """
    from sklearn.datasets import load_digits  # a second, which only this data set needs

    found = load_digits()
    kept = np.isin(found.target, classes)
    x = torch.from_numpy(found.data[kept]).reshape(-1, 1, 8, 8)
    y = torch.tensor([classes.index(label) for label in found.target[kept]])
    order = torch.randperm(len(y), generator=torch.Generator().manual_seed(seed))
    one, other = order[: round(train * len(y))], order[round(train * len(y)) :]
    about = f"scikit-learn's digits {', '.join(map(str, classes))}"
    return _split((x[one], y[one]), (x[other], y[other]), len(classes), about)


def cifar10(pixels: int = 32) -> Split:
    """Return CIFAR10, 50,000 images of 3 x 32 x 32 to train on, scaled to so many pixels a side.

    Raises:
        MissingData: there is no local copy.
        ValueError: a file is none of this data set.
    """
    rows = [image_sets.cifar_rows(path) for path in local_data.files(*image_sets.CIFAR10)]
    parts = []
    for part in (np.concatenate(rows[:-1]), rows[-1]):
        images = torch.from_numpy(part[:, 1:].copy()).reshape(-1, 3, 32, 32)
        parts.append((_scaled(images, pixels), torch.from_numpy(part[:, 0].astype(np.int64))))
    if int(max(y.max() for _, y in parts)) > 9:
        raise ValueError(f"{image_sets.CIFAR10[0]}: a label is above 9")
    return _split(parts[0], parts[1], 10, "CIFAR10")


def folders(name: str, folder: str, pixels: int) -> Split:
    """Return pictures by classes, cut to squares and scaled to so many pixels a side.

    Args:
        name: how people call the data set.
        folder: the folder in that of the user; its classes are the folders in `train`, by name.
        pixels: of a side.

    Raises:
        MissingData: there is no local copy.
        ValueError: a file is no picture, or a class of `test` is none of `train`.
    """
    paths = {part: _pictures(name, f"{folder}/{part}") for part in ("train", "test")}
    classes = sorted({path.parent.name for path in paths["train"]})
    strange = sorted({path.parent.name for path in paths["test"]} - set(classes))
    if strange:
        raise ValueError(f"{folder}/test has classes that train has not: {', '.join(strange)}")
    parts = [
        (
            torch.stack([_picture(path, pixels) for path in found]),
            torch.tensor([classes.index(path.parent.name) for path in found]),
        )
        for found in paths.values()
    ]
    return _split(parts[0], parts[1], len(classes), name)


def _pictures(name: str, folder: str) -> list[Path]:
    missing: list[local_data.MissingData] = []
    found: list[Path] = []
    for pattern in PICTURES:
        try:
            found += local_data.matching(name, folder, pattern)
        except local_data.MissingData as one:
            missing.append(one)
    if not found:
        raise missing[0]
    return sorted(found)


def _picture(path: Path, pixels: int) -> Tensor:
    from PIL import Image, UnidentifiedImageError  # comes with matplotlib

    try:
        with Image.open(path) as picture:
            side = min(picture.size)
            left, top = ((length - side) // 2 for length in picture.size)
            square = picture.convert("RGB").crop((left, top, left + side, top + side))
            values = np.asarray(square.resize((pixels, pixels), Image.Resampling.BILINEAR))
    except (UnidentifiedImageError, OSError) as wrong:
        raise ValueError(f"{path.parent.name}/{path.name} is no picture: {wrong}") from wrong
    return torch.from_numpy(values.copy()).permute(2, 0, 1)


def _scaled(images: Tensor, pixels: int) -> Tensor:
    if images.shape[-1] == pixels:
        return images
    many = images.float().split(1024)
    size = (pixels, pixels)
    scaled = [functional.interpolate(part, size, mode="bilinear") for part in many]
    return torch.cat([part.round().to(torch.uint8) for part in scaled])


def _split(
    train: tuple[Tensor, Tensor], test: tuple[Tensor, Tensor], classes: int, about: str
) -> Split:
    x = train[0].float()
    centre = x.mean((0, 2, 3), keepdim=True)
    width = x.std((0, 2, 3), keepdim=True)
    one, other = (
        Examples({"pixel_values": (images.float() - centre) / width}, labels)
        for images, labels in (train, test)
    )
    return Split(one, other, classes, about)
