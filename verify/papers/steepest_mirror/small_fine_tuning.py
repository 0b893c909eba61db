"""How fine-tuning is attacked with small networks: one is trained, then fine-tuned for each seed.

As in appendix K the last layer is new and SGD and Adam get the best rate of a sweep; the sweep
here is made on seeds of its own. All differences are taken seed by seed. Control: fine-tuning with
Adam raises the accuracy above that of the new last layer as it begins.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from functools import partial
from statistics import fmean

import torch
from torch import Tensor, nn

from numerics import labelled_images, networks, sentence_pairs
from numerics.network_measures import moved, weights
from numerics.network_training import Optimiser, Split, accuracy, train
from verify.methods.effects import Measured, geometric, mean, once

TUNING = 2  # seeds of the sweep
RATES = {
    "adam": (2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 1e-2),
    "sgd": (1e-2, 5e-2, 0.1, 0.2, 0.5, 1.0, 2.0),
}
FIRST, SECOND = (0, 1, 2, 3, 4), (5, 6, 7, 8, 9)  # digits


@dataclass(frozen=True)
class Setting:
    """A trained network, data to fine-tune it, and how.

    Args:
        start: returns the trained network, with a seed and on a device.
        data: what it is fine-tuned on, with a seed.
        steps: of fine-tuning.
        limits: what stands beside the verdict.
        batch, smoothing, schedule: of fine-tuning.
        rates: among which the best one is looked for.
    """

    start: Callable[[int, str], nn.Module]
    data: Callable[[int], Split]
    steps: int
    limits: tuple[str, ...]
    batch: int = 128
    smoothing: float = 0.0
    schedule: str = "constant"
    rates: dict[str, tuple[float, ...]] = field(default_factory=lambda: RATES)


def learnt(network: nn.Module, data: Split, steps: int, seed: int, device: str) -> nn.Module:
    """Return a network after training with Adam."""
    here = data.to(device)
    network = network.to(device)
    train(network, here.train, Optimiser("adam", 1e-3), batch=64, steps=steps, seed=seed)
    return network


def on_images(name: str, smoothing: float = 0.0, schedule: str = "constant") -> Setting:
    """Return the setting of a network for digits."""
    make = {"resnet": networks.resnet, "vit": networks.vit}[name]

    def start(seed: int, device: str) -> nn.Module:
        data = labelled_images.digits(FIRST, seed=0, train=0.9)
        return learnt(make("small", data.classes, channels=1, seed=seed), data, 400, seed, device)

    return Setting(
        start=start,
        data=lambda seed: labelled_images.digits(SECOND, seed=seed),
        steps=75,
        limits=("scikit-learn's digits and a small network, fine-tuned for 75 steps",),
        smoothing=smoothing,
        schedule=schedule,
    )


def on_topics() -> Setting:
    """Return the setting of BERT for Python's topics."""
    first, second = (sentence_pairs.of_topics(500, 8, part) for part in (0, 1))

    def start(seed: int, device: str) -> nn.Module:
        data = sentence_pairs.about_topics(first, 8, 2400, 500, length=12, seed=0)
        network = networks.bert("small", 8, words=first.count, length=64, seed=seed)
        return learnt(network, data, 600, seed, device)

    return Setting(
        start=start,
        data=lambda seed: sentence_pairs.about_topics(second, 2, 1000, 1000, length=12, seed=seed),
        steps=80,
        batch=64,
        limits=("pairs of pieces of Python's topics and a small network, tuned for 80 steps",),
    )


@dataclass(frozen=True)
class Tuned:
    """Fine-tuned networks: accuracy, L1 and L2 distance `[draws, 3]`, by optimiser and rate."""

    setting: Setting
    rates: dict[str, float]
    start: Tensor
    adam: Tensor
    own: Tensor
    same: Tensor


def tuned(make: Callable[[], Setting], draws: int, seed: int, device: str) -> Tuned:
    """Train a network, look for the best rates, and fine-tune it for each seed."""
    setting = make()
    network = setting.start(seed, device)
    sweep = range(10_000 * (seed + 1), 10_000 * (seed + 1) + TUNING)
    best = {}
    for name, rates in setting.rates.items():
        ends = [fmean(ended(setting, network, name, r, s, device)[0] for s in sweep) for r in rates]
        best[name] = rates[ends.index(max(ends))]
    seeds = [1000 * seed + draw for draw in range(draws)]
    runs = [("adam", best["adam"]), ("sgd", best["sgd"]), ("sgd", best["adam"])]
    found = [
        torch.tensor([ended(setting, network, name, rate, s, device) for s in seeds])
        for name, rate in runs
    ]
    start = torch.tensor([ended(setting, network, "sgd", 0.0, s, device, 0)[0] for s in seeds])
    return Tuned(setting, best, start, *found)


def ended(
    setting: Setting,
    network: nn.Module,
    name: str,
    rate: float,
    seed: int,
    device: str,
    steps: int | None = None,
) -> tuple[float, float, float]:
    """Return accuracy, L1 and L2 distance of one fine-tuning."""
    data = setting.data(seed).to(device)
    own = networks.replaced_head(deepcopy(network).cpu(), data.classes, seed).to(device)
    start = weights(own)
    train(
        own,
        data.train,
        Optimiser(name, rate, schedule=setting.schedule),
        batch=setting.batch,
        steps=setting.steps if steps is None else steps,
        seed=seed,
        smoothing=setting.smoothing,
    )
    return accuracy(own, data.test), *moved(own, start)


def compared(runs: Tuned) -> Measured:
    """Measure what Adam gains over SGD in accuracy, and how much further it moves."""
    adam, own, same = runs.adam, runs.own, runs.same
    measured = {
        "own": mean(adam[:, 0] - own[:, 0]),
        "same": mean(adam[:, 0] - same[:, 0]),
        "far_own": geometric(adam[:, 1] / own[:, 1]),
        "far_same": geometric(adam[:, 1] / same[:, 1]),
        "even": geometric(adam[:, 1] / adam[:, 2] * own[:, 2] / own[:, 1]),
    }
    said = "; ".join(
        f"{name} {part[:, 0].mean():.4f}, L_1 {part[:, 1].mean():.4g}, L_2 {part[:, 2].mean():.3g}"
        for name, part in (
            (f"Adam at {runs.rates['adam']:g}", adam),
            (f"SGD at {runs.rates['sgd']:g}", own),
            (f"SGD at {runs.rates['adam']:g}", same),
        )
    )
    return Measured(
        (measured,),
        mean(adam[:, 0] - runs.start).low > 0,
        runs.setting.steps * 3 * len(adam),
        f"accuracy {said}; {len(adam)} seeds",
        runs.setting.limits,
    )


_RESNET = partial(on_images, "resnet")
_VIT = partial(on_images, "vit", smoothing=0.1, schedule="cosine")
EXPERIMENTS = {
    "fine-tuning ResNet on digits": once(compared, partial(tuned, _RESNET), 40),
    "fine-tuning ViT on digits": once(compared, partial(tuned, _VIT), 16),
    "fine-tuning BERT on topics": once(compared, partial(tuned, on_topics), 12),
}
