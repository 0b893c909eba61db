"""How decay is attacked on digits: a small ResNet of products, trained at every depth.

One start and one choice of images a seed; all differences are taken seed by seed. Control: AdamW
with the small strength learns, at every depth, more than twice what guessing would give.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import torch
from torch import Tensor

from numerics import labelled_images, networks
from numerics.factored_weights import factored, size_of
from numerics.network_training import Decay, Optimiser, accuracy, train
from verify.methods.effects import Measured, mean, once

DEPTHS = (2, 4, 10)
STRONG, WEAK = 0.1, 1e-4
WAYS = {"coupled": True, "decoupled": False}
RATE, BATCH, STEPS = 1e-2, 64, 150
CLASSES = tuple(range(10))
LIMITS = (
    "scikit-learn's digits and a ResNet of two blocks in place of ResNet-20 on CIFAR-10 and "
    "ResNet-50 on ImageNet",
    f"learning rate {RATE:g}, cosine, {STEPS} steps of {BATCH} images: not known",
)


@dataclass(frozen=True)
class Cells:
    """Accuracy and L1 norm by depth, strength and way, each `[draws]`."""

    accuracy: dict[tuple[int, float, str], Tensor]
    size: dict[tuple[int, float, str], Tensor]

    @classmethod
    def of(cls, draws: int, seed: int, device: str) -> Cells:
        """Train all of them."""
        keys = list(product(DEPTHS, (STRONG, WEAK), WAYS))
        found = {
            key: [trained(*key, 1000 * seed + draw, device) for draw in range(draws)]
            for key in keys
        }
        columns = [{key: torch.tensor(rows)[:, k] for key, rows in found.items()} for k in (0, 1)]
        return cls(columns[0], columns[1])


def trained(depth: int, strength: float, way: str, seed: int, device: str) -> tuple[float, float]:
    """Return the accuracy and the L1 norm of a trained network."""
    data = labelled_images.digits(CLASSES, seed=seed).to(device)
    network = networks.resnet("small", data.classes, channels=1, seed=seed)
    network = factored(network, depth).to(device)
    optimiser = Optimiser("adam", RATE, Decay(strength, WAYS[way]), "cosine")
    train(network, data.train, optimiser, batch=BATCH, steps=STEPS, seed=seed)
    return accuracy(network, data.test), size_of(network)


def decay(cells: Cells) -> Measured:
    """Measure what decoupling gains in accuracy, what strength costs, and the sizes of weights."""
    right, size = cells.accuracy, cells.size
    measured = {}
    for depth in DEPTHS:
        for name, strength in (("strong", STRONG), ("weak", WEAK)):
            gain = right[depth, strength, "decoupled"] - right[depth, strength, "coupled"]
            measured[f"{name}_{depth}"] = mean(gain)
        loss = right[depth, WEAK, "coupled"] - right[depth, STRONG, "coupled"]
        measured[f"drop_{depth}"] = mean(loss)
        more = size[depth, STRONG, "decoupled"] - size[depth, STRONG, "coupled"]
        measured[f"sparse_{depth}"] = mean(more)
    draws = len(next(iter(right.values())))
    means = "; ".join(
        f"{way}, L = {depth}, {strength:g}: {float(values.mean()):.4f}"
        for (depth, strength, way), values in right.items()
    )
    return Measured(
        (measured,),
        all(mean(right[depth, WEAK, "decoupled"]).low > 2 / len(CLASSES) for depth in DEPTHS),
        STEPS * draws * len(right),
        f"accuracy {means}; {draws} seeds",
        LIMITS,
    )


EXPERIMENTS = {"decay on digits": once(decay, Cells.of, 12)}
