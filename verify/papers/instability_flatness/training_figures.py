"""What figures on Fashion-MNIST and CIFAR10 need: local copies of these data sets, and more.

The figures stay unchecked; what is said is which files are missing, or what else is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numerics import image_sets
from numerics.local_data import MissingData
from theory.claim import Observed
from verify.evidence import Evidence
from verify.methods.effects import Measured, by_effect


def without(missing: str, *loaders: Callable[..., Any]) -> Callable[..., Evidence]:
    """Make the experiment of a figure that needs more than its data sets."""

    @by_effect
    def experiment(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
        for load in loaders:
            load(1, seed=seed)
        raise MissingData(f"{missing} are not here")

    return experiment


MLP = "the training code and the start of the networks"
VGG = "the training code of VGG10 and days of a GPU"

EXPERIMENTS = {
    "edge of stability": without(MLP, image_sets.fashion_mnist),
    "figure 1": without(MLP, image_sets.fashion_mnist),
    "figure 2": without(MLP, image_sets.fashion_mnist),
    "figure 4": without(MLP, image_sets.fashion_mnist),
    "figure 6": without(VGG, image_sets.fashion_mnist, image_sets.cifar10),
    **{f"figure {number}": without(VGG, image_sets.cifar10) for number in (7, 8, 9, 10)},
}
