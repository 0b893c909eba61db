"""How networks are trained for the figures, tuned, and measured until they reach their target.

A training is on (20, 6)-parity or on the single-index model with He_3 and d = 40, in batches of
128, with data of one kind. The large set is fresh samples. The learning rate is the one with the
least median of the steps until the target among some runs: factors of 2 around a start, until the
best lies inside, then of 1.2 around that. It is measured on other runs. A stack of runs ends once
nine tenths are there; the others count as infinite, like those that never get there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial

import torch
from torch import Tensor

from numerics import labelled_samples as samples
from numerics import perceptrons
from numerics.labelled_samples import Data, Source
from numerics.perceptrons import AdamW, Descent, Perceptrons, Phase, Record
from verify.methods.effects import ConfidenceInterval, Measured, median

D, K, WIDTH, BATCH, SMALL = 20, 6, 64, 128, 2**14
INDEX_D, INDEX_SMALL, INDEX_FIRST = 40, 2560, 100
TESTS, TARGET = {"parity": 4096, "index": 5000}, {"parity": 0.95, "index": 0.9}
EVERY, FIRST = 40, 100
STARTS = {"descent": {"parity": 2.0, "index": 0.1}, "AdamW": {"parity": 0.008, "index": 0.008}}
TUNING, STACK, RUNS = 12, 48, {"standard": 96, "full": 1920}
GIVEN_UP = 3000  # steps
LOSSES = {"parity": "logistic", "index": "square"}


@dataclass(frozen=True)
class Setting:
    """A way to train.

    Args:
        way: where the batches come from, a name of `WAYS`.
        task: parity or index.
        hidden: widths of the hidden layers.
        mup: whether the parametrisation is muP.
        adam: the factor beta_2 of AdamW, or none for gradient descent.
        scales: factors on the initial weights, first layer and all others.
        ratio: learning rate of the first layer over that of the others; that of the root of their
            product is tuned.
        start: the learning rate that is tried first, or none for that of the task.
    """

    way: str
    task: str = "parity"
    hidden: tuple[int, ...] = (WIDTH,)
    mup: bool = False
    adam: float | None = None
    scales: tuple[float, float] = (1.0, 1.0)
    ratio: float = 1.0
    start: float | None = None

    @property
    def inputs(self) -> int:
        """Return the number of inputs."""
        return D if self.task == "parity" else INDEX_D

    def __str__(self) -> str:
        said = [self.way, "muP" if self.mup else "", f"beta_2 {self.adam}" if self.adam else ""]
        if self.hidden != (WIDTH,):
            said.append(f"widths {', '.join(map(str, self.hidden))}")
        if self.scales != (1.0, 1.0):
            said.append(f"scales {self.scales[0]:.3g}, {self.scales[1]:.3g}")
        if self.ratio != 1:
            said.append(f"rates as {self.ratio:g} to 1")
        return " ".join(filter(None, said))

    @property
    def first_try(self) -> float:
        """Return the learning rate that is tried first."""
        return self.start or STARTS["AdamW" if self.adam else "descent"][self.task]


# -- where batches come from -----------------------------------------------------------------------


def fresh(runs: int, generator: torch.Generator) -> Source:
    """Return a source of batches of new samples of parity."""
    return lambda: samples.parity(runs, BATCH, D, K, generator)


def repeated(data: Data, generator: torch.Generator) -> Source:
    """Return a source of batches from the small sets of all runs."""
    return samples.batches(data, BATCH, generator)


def small_set(runs: int, generator: torch.Generator) -> Data:
    """Return the small sets of all runs."""
    return samples.labelled(samples.uniform(runs, SMALL, D, generator), K)


def random_labels(runs: int, generator: torch.Generator) -> Source:
    """Return a source of batches from small sets with random labels."""
    return repeated(samples.relabelled(small_set(runs, generator), generator), generator)


def balanced(runs: int, generator: torch.Generator) -> Source:
    """Return a source of batches from small sets on which the mean of each input vanishes."""
    signs = samples.balanced(runs, SMALL, D, generator)
    return repeated(samples.labelled(signs, K), generator)


def mirrored(runs: int, generator: torch.Generator) -> Source:
    """Return the same where those of labels, and of inputs of each label, vanish as well."""
    signs = samples.mirrored(runs, SMALL, D, K, generator)
    return repeated(samples.labelled(signs, K), generator)


def biased(exponent: int, runs: int, generator: torch.Generator) -> Source:
    """Return a source of new samples whose inputs have the means of those of 2^exponent samples."""
    means = samples.uniform(runs, 2**exponent, D, generator).mean(1)
    return lambda: samples.labelled(samples.biased(means, BATCH, generator), K)


Phases = Callable[[int, torch.Generator], list[Phase]]


def throughout(source: Callable[[int, torch.Generator], Source]) -> Phases:
    """Return the phases of a training with one source."""
    return lambda runs, generator: [Phase(GIVEN_UP, source(runs, generator))]


WAYS: dict[str, Phases] = {
    "large": throughout(fresh),
    "small": throughout(lambda runs, g: repeated(small_set(runs, g), g)),
    "random": lambda runs, g: [
        Phase(FIRST, random_labels(runs, g)),
        Phase(GIVEN_UP - FIRST, fresh(runs, g)),
    ],
    "balanced": throughout(balanced),
    "mirrored": throughout(mirrored),
    **{f"biased {i}": throughout(partial(biased, i)) for i in (4, 6, 8, 10, 12)},
}


def index_phases(way: str, w: Tensor, generator: torch.Generator) -> list[Phase]:
    """Return the phases for the single-index model, with directions `w [runs, d]`.

    The way `all n` is full batches of n samples.
    """
    if way.startswith("all "):
        whole = samples.single_index(w, int(way.removeprefix("all ")), generator)
        return [Phase(GIVEN_UP, lambda: whole)]
    new: Source = lambda: samples.single_index(w, BATCH, generator)  # noqa: E731
    if way == "large":
        return [Phase(GIVEN_UP, new)]
    along = w if way == "small" else samples.directions(len(w), w.shape[1], generator)
    few = samples.single_index(along, INDEX_SMALL, generator)
    return [Phase(INDEX_FIRST, repeated(few, generator)), Phase(GIVEN_UP - INDEX_FIRST, new)]


# -- one stack of runs -----------------------------------------------------------------------------


def trained(
    setting: Setting,
    rates: Tensor,
    seed: int,
    device: str,
    most: int,
    done: Callable[[Tensor], bool] = perceptrons.all_there,
) -> Record:
    """Train runs with learning rates `[runs]`."""
    runs, d = len(rates), setting.inputs
    widths = (d, *setting.hidden)
    generator = torch.Generator().manual_seed(seed)
    network = perceptrons.initial(runs, widths, generator)
    if setting.task == "parity":
        test = samples.labelled(samples.uniform(1, TESTS["parity"], D, generator), K)
        phases, score = WAYS[setting.way](runs, generator), perceptrons.accuracy
    else:
        w = samples.directions(runs, d, generator)
        test = samples.single_index(w, TESTS["index"], generator)
        phases, score = index_phases(setting.way, w, generator), perceptrons.explained
    how = perceptrons.Training(
        LOSSES[setting.task], test.to(device), TARGET[setting.task], EVERY, score, done
    )
    phases = [Phase(p.steps, partial(_drawn_on, device, p.source)) for p in phases]
    network, optimiser = prepared(setting, network.to(device), rates.to(device))
    return perceptrons.train(network, phases, how, optimiser, most)


def prepared(
    setting: Setting, network: Perceptrons, rates: Tensor
) -> tuple[Perceptrons, Descent | AdamW]:
    """Return the weights at the start, and what moves them."""
    widths = (setting.inputs, *setting.hidden)
    scheme = (perceptrons.maximal_update if setting.mup else perceptrons.standard)(widths)
    first, others = setting.scales
    network = scheme.start(network).scaled((first, *[others] * len(setting.hidden)))
    root = math.sqrt(setting.ratio)
    by_layer = scheme.rates(network, [rates * root, *[rates / root] * len(setting.hidden)])
    if setting.adam is None:
        return network, Descent(by_layer)
    return network, AdamW(by_layer, torch.full_like(rates, setting.adam))


def _drawn_on(device: str, source: Source) -> Data:
    return source().to(device)


# -- tuned and measured ----------------------------------------------------------------------------


def tried(setting: Setting, rates: list[float], seed: int, device: str) -> list[float]:
    """Return median steps at some rates; ended once one of them has its median."""
    shape = (len(rates), TUNING)

    def done(steps: Tensor) -> bool:
        return bool((steps.isfinite().view(shape).sum(1) > TUNING // 2).any())

    each = torch.tensor(rates).repeat_interleave(TUNING)
    steps = trained(setting, each, seed, device, GIVEN_UP, done).steps.cpu().view(shape)
    return [median(row).value for row in steps]


@cache
def best_rate(setting: Setting, seed: int, device: str) -> tuple[float, float]:
    """Return the least median steps, and the rate that has it."""
    rates = [setting.first_try * factor for factor in (0.5, 1.0, 2.0)]
    for _ in range(6):
        steps = tried(setting, rates, seed, device)
        least = min(steps)
        best = rates[steps.index(least)]
        if math.isinf(least):
            rates = [rates[0] / 2, *rates, 2 * rates[-1]]
        elif best in (rates[0], rates[-1]):
            step = 0.5 if best == rates[0] else 2.0
            rates = sorted([best, best / step, best * step, best * step**2])
        else:
            break
    near = [best * 1.2**k for k in (-2, -1, 0, 1, 2)]
    steps = tried(setting, near, seed + 1, device)
    return min(zip(steps, near, strict=True))


@dataclass(frozen=True)
class Tuned:
    """A way to train, its best rate, and the steps and samples it takes on other runs."""

    setting: Setting
    rate: float
    steps: Tensor
    samples: Tensor

    def __str__(self) -> str:
        return f"{self.setting} {self.rate:.3g}"


@cache
def tuned(setting: Setting, scale: str, seed: int, device: str) -> Tuned:
    """Return a way to train at the rate that is best on other runs."""
    _, rate = best_rate(setting, 1000 + seed, device)
    rates = torch.full((STACK,), rate)
    found = [
        trained(setting, rates, 2000 * (seed + 1) + number, device, GIVEN_UP, nearly_all)
        for number in range(RUNS[scale] // STACK)
    ]
    steps = torch.cat([record.steps.cpu() for record in found])
    return Tuned(setting, rate, steps, torch.cat([record.samples.cpu() for record in found]))


def best_of(settings: Sequence[Setting], scale: str, seed: int, device: str) -> Tuned:
    """Return that of some settings which is best where the rates are tuned."""
    if len(settings) > 1:
        settings = sorted(settings, key=lambda one: best_rate(one, 1000 + seed, device)[0])
    return tuned(settings[0], scale, seed, device)


def nearly_all(steps: Tensor) -> bool:
    """Return whether nine tenths of the runs are there."""
    return float(steps.isfinite().double().mean()) >= 0.9


# -- compared --------------------------------------------------------------------------------------

STANDARD_ONLY = "needs some 10^5 steps of one network; run the profile standard or full"
NOT_GIVEN = ("logistic loss and 95% accuracy, which the paper does not give",)
NOT_FULL = ("batches of 128 in place of full ones, fresh samples in place of all 2^20",)
PARITY_ONLY = ("(20, 6)-parity",)
SMALL_SET, LARGE = Setting("small"), Setting("large")
Choices = Mapping[str, Sequence[Setting]]  # symbol -> settings, the best of which is meant


def until_target(
    readings: Sequence[Choices],
    limits: tuple[str, ...],
    scale: str,
    seed: int,
    device: str,
    more: Mapping[str, ConfidenceInterval] | None = None,
    covers: tuple[str, ...] = PARITY_ONLY,
) -> Measured | str:
    """Measure the samples seen until the target for readings, which say who trains in which way.

    Control: with a hundredth of its best rate the large set takes longer.
    """
    if scale == "quick":
        return STANDARD_ONLY
    found: list[dict[str, Tuned]] = [
        {symbol: best_of(choices, scale, seed, device) for symbol, choices in reading.items()}
        for reading in readings
    ]
    large = next(one for symbol, one in found[0].items() if symbol.startswith("C_large"))
    named = dict.fromkeys(one for reading in found for one in reading.values())
    return Measured(
        tuple(
            {symbol: median(one.samples) for symbol, one in reading.items()} | dict(more or {})
            for reading in found
        ),
        slower(large, seed, device),
        sum(round(len(one.steps) * float(one.steps.median())) for one in named),
        f"medians of {RUNS[scale]} runs; best rates: {', '.join(map(str, named))}",
        limits,
        covers,
    )


def slower(one: Tuned, seed: int, device: str) -> bool:
    """Return whether with a hundredth of its rate no run is there when half of them were."""
    enough = median(one.steps).high
    enough = GIVEN_UP if enough > GIVEN_UP else round(enough)
    rates = torch.full((TUNING,), one.rate / 100)
    return bool(trained(one.setting, rates, seed, device, enough).steps.isinf().all())


def pair(
    small: Sequence[Setting] = (SMALL_SET,), large: Sequence[Setting] = (LARGE,)
) -> dict[str, Sequence[Setting]]:
    """Return who trains with the small set and with the large one."""
    return {"C_small": small, "C_large": large}


def intervened(settings: Sequence[Setting]) -> dict[str, Sequence[Setting]]:
    """Return the same with an intervention, which the best of some settings is, for both sets."""
    return {
        "C_small'": [replace(one, way="small") for one in settings],
        "C_large'": [replace(one, way="large") for one in settings],
    }
