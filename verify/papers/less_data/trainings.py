"""How networks are trained for the figures, tuned, and measured until they reach their target.

A training is on (20, 6)-parity or on the single-index model with He_3 and d = 40, or on an easier
one, in batches of 128 or in full ones, with data of one kind. The large set is fresh samples, or
all inputs in full batches. The learning rate is the one with the least median of the steps until
the target among some runs: factors of 2 around a start, until the best lies inside, then of 1.2
around that. It is measured on other runs. A stack of runs ends once nine tenths are there, or after
`GIVEN_UP` steps; the others count as infinite, like those that never get there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

import torch
from torch import Tensor

from numerics import labelled_samples as samples
from numerics import perceptrons
from numerics.labelled_samples import Data, Source
from numerics.perceptrons import AdamW, Descent, Perceptrons, Phase, Record
from verify.methods.effects import ConfidenceInterval, Measured, mean, median

D, K, WIDTH, BATCH, SMALL = 20, 6, 64, 128, 2**14
INDEX_D, INDEX_SMALL, INDEX_FIRST = 40, 64, 100  # samples of the small set for each input
TESTS, TARGET = {"parity": 4096, "index": 5000}, {"parity": 0.95, "index": 0.9}
EVERY, EVERY_FULL, FIRST = 40, 10, 100
STARTS = {"descent": {"parity": 2.0, "index": 0.1}, "AdamW": {"parity": 0.008, "index": 0.008}}
TUNING, STACK, RUNS = 12, 48, {"standard": 96, "full": 1920}
FULL_RUNS = {"standard": 192, "full": 48}  # in full batches, at width 64 and depth 2
COSTLY, COSTLY_TUNING = 50_000, 6  # from so many samples of a step on; a median needs all runs
GIVEN_UP, EASIER_GIVEN_UP = 3000, 400  # steps; of full batches of fewer inputs than D
FIRST_RUNS = {"parity": (512, 128), "index": (48, 8)}  # in all, and in a stack
LOSSES = {"parity": "logistic", "index": "square"}


@dataclass(frozen=True)
class Setting:
    """A way to train.

    Args:
        way: where the batches come from, a name of `WAYS`; `all` is full batches of all inputs,
            `all n` of n samples, `all n random` of n with labels of another direction, `all n
            then m` of n in the first steps and of m in the others.
        task: parity or index.
        d: number of inputs, if not `INDEX_D`, or `D`; a parity with other ones takes full batches.
        k: number of relevant inputs of a parity, if not `K`.
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
    d: int | None = None
    k: int | None = None
    hidden: tuple[int, ...] = (WIDTH,)
    mup: bool = False
    adam: float | None = None
    scales: tuple[float, float] = (1.0, 1.0)
    ratio: float = 1.0
    start: float | None = None

    @property
    def inputs(self) -> int:
        """Return the number of inputs."""
        return self.d or (D if self.task == "parity" else INDEX_D)

    @property
    def relevant(self) -> int:
        """Return the number of relevant inputs of a parity."""
        return self.k or K

    @property
    def full(self) -> bool:
        """Return whether its batches are full ones."""
        return self.way.startswith("all")

    @property
    def batch(self) -> int:
        """Return how many samples a step takes, at last."""
        if not self.full:
            return BATCH
        counts = numbers_in(self.way)
        return counts[-1] if counts else 2**self.inputs

    def samples(self, steps: float) -> float:
        """Return how many samples so many steps take."""
        first = (*numbers_in(self.way), self.batch)[0] if self.full else self.batch
        early = min(steps, INDEX_FIRST)
        return first * early + self.batch * (steps - early)

    @property
    def most(self) -> int:
        """Return after how many steps it is given up."""
        easier = self.task == "parity" and self.full and self.inputs < D
        return EASIER_GIVEN_UP if easier else GIVEN_UP

    @property
    def tuning(self) -> int:
        """Return how many runs a learning rate is tried on."""
        return COSTLY_TUNING if self.batch >= COSTLY else TUNING

    def runs(self, scale: str) -> int:
        """Return on how many runs it is measured."""
        cheap = scale == "full" or self.hidden == (WIDTH,)
        return (FULL_RUNS if self.full and cheap else RUNS)[scale]

    def __str__(self) -> str:
        said = [self.way, f"d = {self.d}" if self.d else "", f"k = {self.k}" if self.k else ""]
        said.append("muP" if self.mup else "")
        if self.adam:
            said.append(f"beta_2 {self.adam}")
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


def numbers_in(way: str) -> list[int]:
    """Return the numbers in the name of a way.

    >>> numbers_in("all 2000 then 16000"), numbers_in("all")
    ([2000, 16000], [])
    """
    return [int(word) for word in way.split() if word.isdigit()]


# -- where batches come from -----------------------------------------------------------------------


def fresh(runs: int, generator: torch.Generator) -> Source:
    """Return a source of batches of new samples of parity."""
    return lambda: samples.parity(runs, BATCH, D, K, generator)


def same(data: Data) -> Source:
    """Return a source of full batches: every batch is the whole set."""
    return lambda: data


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
    **{f"biased {i}": throughout(partial(biased, i)) for i in (4, 6, 8, 10, 12, 14)},
}


def parity_phases(setting: Setting, runs: int, generator: torch.Generator) -> list[Phase]:
    """Return the phases for parity."""
    if not setting.full:
        return WAYS[setting.way](runs, generator)
    d, k = setting.inputs, setting.relevant
    if setting.way == "all":
        whole = samples.population(d, k)
    else:
        whole = samples.labelled(samples.uniform(runs, setting.batch, d, generator), k)
    return [Phase(GIVEN_UP, same(whole))]


def index_phases(way: str, w: Tensor, generator: torch.Generator) -> list[Phase]:
    """Return the phases for the single-index model, with directions `w [runs, d]`.

    For full batches see `Setting`.
    """
    if way.startswith("all "):
        along = samples.directions(len(w), w.shape[1], generator) if "random" in way else w
        sets = [samples.single_index(along, count, generator) for count in numbers_in(way)]
        lengths = [GIVEN_UP] if len(sets) == 1 else [INDEX_FIRST, GIVEN_UP - INDEX_FIRST]
        return [Phase(steps, same(whole)) for steps, whole in zip(lengths, sets, strict=True)]
    new: Source = lambda: samples.single_index(w, BATCH, generator)  # noqa: E731
    if way == "large":
        return [Phase(GIVEN_UP, new)]
    along = w if way == "small" else samples.directions(len(w), w.shape[1], generator)
    few = samples.single_index(along, INDEX_SMALL * w.shape[1], generator)
    return [Phase(INDEX_FIRST, repeated(few, generator)), Phase(GIVEN_UP - INDEX_FIRST, new)]


# -- one stack of runs -----------------------------------------------------------------------------


def trained(
    setting: Setting,
    rates: Tensor,
    seed: int,
    device: str,
    most: int,
    done: Callable[[Tensor], bool] = perceptrons.all_there,
    every: int | None = None,
) -> Record:
    """Train runs with learning rates `[runs]`, looked at after every so many steps."""
    runs, d = len(rates), setting.inputs
    widths = (d, *setting.hidden)
    generator = torch.Generator().manual_seed(seed)
    network = perceptrons.initial(runs, widths, generator)
    if setting.task == "parity":
        signs = samples.uniform(1, TESTS["parity"], d, generator)
        test = samples.labelled(signs, setting.relevant)
        phases, score = parity_phases(setting, runs, generator), perceptrons.accuracy
    else:
        w = samples.directions(runs, d, generator)
        test = samples.single_index(w, TESTS["index"], generator)
        phases, score = index_phases(setting.way, w, generator), perceptrons.explained
    every = every or (EVERY_FULL if setting.full else EVERY)
    how = perceptrons.Training(
        LOSSES[setting.task], test.to(device), TARGET[setting.task], every, score, done
    )
    phases = [Phase(p.steps, drawn_on(device, p.source)) for p in phases]
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


def drawn_on(device: str, source: Source) -> Source:
    """Return a source on a device, to which a set that stays the same is moved once."""
    kept: list[Data] = []

    def draw() -> Data:
        data = source()
        if not kept or kept[0] is not data:
            kept[:] = [data, data.to(device)]
        return kept[1]

    return draw


# -- tuned and measured ----------------------------------------------------------------------------


def tried(setting: Setting, rates: list[float], seed: int, device: str) -> list[float]:
    """Return median steps at some rates; ended once one of them has its median."""
    shape = (len(rates), setting.tuning)

    def done(steps: Tensor) -> bool:
        return bool((steps.isfinite().view(shape).sum(1) > setting.tuning // 2).any())

    each = torch.tensor(rates).repeat_interleave(setting.tuning)
    steps = trained(setting, each, seed, device, setting.most, done).steps.cpu().view(shape)
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

    def median(self, by: str) -> ConfidenceInterval:
        """Return the median of samples or steps, of runs that are given up only that it is more."""
        most = self.setting.most
        return median(getattr(self, by), self.setting.samples(most) if by == "samples" else most)


@cache
def tuned(setting: Setting, scale: str, seed: int, device: str) -> Tuned:
    """Return a way to train at the rate that is best on other runs."""
    _, rate = best_rate(setting, 1000 + seed, device)
    rates = torch.full((STACK,), rate)
    found = [
        trained(setting, rates, 2000 * (seed + 1) + number, device, setting.most, nearly_all)
        for number in range(setting.runs(scale) // STACK)
    ]
    steps = torch.cat([record.steps.cpu() for record in found])
    return Tuned(setting, rate, steps, torch.cat([record.samples.cpu() for record in found]))


def best_of(
    settings: Sequence[Setting], scale: str, seed: int, device: str, by: str = "samples"
) -> Tuned:
    """Return that of some settings which is best, by samples or steps, where rates are tuned."""

    def taken(one: Setting) -> float:
        steps, _ = best_rate(one, 1000 + seed, device)
        return steps if by == "steps" else one.samples(steps)

    best = min(settings, key=taken) if len(settings) > 1 else settings[0]
    return tuned(best, scale, seed, device)


def nearly_all(steps: Tensor) -> bool:
    """Return whether nine tenths of the runs are there."""
    return float(steps.isfinite().double().mean()) >= 0.9


# -- the first steps -------------------------------------------------------------------------------


@cache
def first_steps(setting: Setting, rate: float, seed: int, device: str) -> Tensor:
    """Return norms of the layers before and after the first steps `[2, layers, runs]`."""
    runs, stack = FIRST_RUNS[setting.task]
    rates = torch.full((stack,), rate)
    found = [
        trained(setting, rates, 10 * seed + number, device, FIRST, lambda steps: False, FIRST)
        for number in range(runs // stack)
    ]
    return torch.cat([record.norms.double().cpu() for record in found], -1)


def after_first(
    ways: Mapping[str, Setting],
    limits: tuple[str, ...],
    scale: str,
    seed: int,
    device: str,
    covers: tuple[str, ...] = (),
) -> Measured | str:
    """Measure |a|, |W|_F and their ratio, rho, after the first steps, by ways and at the start.

    Rates are those that are best in batches until the target, of each way in one reading, of the
    large set in the other. Control: all ways start from the same weights.
    """
    if scale == "quick":
        return STANDARD_ONLY
    best = {
        name: best_rate(replace(one, way=name), 1000 + seed, device)[1]
        for name, one in ways.items()
    }
    readings, starts = [], []
    for rates in (best, dict.fromkeys(ways, best["large"])):
        found = {name: first_steps(one, rates[name], seed, device) for name, one in ways.items()}
        starts += [norms[0] for norms in found.values()]
        every = {name: norms[1] for name, norms in found.items()} | {"start": starts[0]}
        readings.append(
            {
                f"{symbol}_{name}": mean(values)
                for name, (first, last) in every.items()
                for symbol, values in (("a", last), ("W", first), ("rho", last / first))
            }
        )
    runs = FIRST_RUNS[ways["large"].task][0]
    return Measured(
        tuple(readings),
        all(torch.equal(one, starts[0]) for one in starts),
        len(starts) * runs * FIRST,
        f"after {FIRST} steps at the best rates, "
        f"{', '.join(f'{name} {rate:.3g}' for name, rate in best.items())}, and all at that of the "
        f"large set; {runs} runs",
        limits,
        covers,
    )


# -- compared --------------------------------------------------------------------------------------

STANDARD_ONLY = "needs some 10^5 steps of one network; run the profile standard or full"
NOT_GIVEN = ("logistic loss and 95% accuracy, which the paper does not give",)
WHOLE = {"standard": (2**9, 12, 4), "full": (2**14, 20, 6)}  # samples, d and k of full batches
NOT_FULL = ("batches of 128 in place of full ones, fresh samples in place of all 2^20",)
PARITY_ONLY, PARITY = ("(20, 6)-parity",), ("parity",)
INDEX = Setting("large", "index")
INDEX_GIVEN = (
    "square loss and 90% of the variance explained, which the paper does not give",
    "batches of 128; the small set is 64 d samples for 100 steps, then fresh ones",
)
WHOLE_INDEX = {  # d, and samples of full batches in the first steps and in the others
    "standard": (10, [(2000, 16000)]),
    "full": (40, [(8000, 64000), (8192, 256000)]),
}
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
    by: str = "samples",
) -> Measured | str:
    """Measure samples, or steps, until the target for readings, which say who trains in which way.

    Control: with a hundredth of its best rate the large set takes longer.
    """
    if scale == "quick":
        return STANDARD_ONLY
    found: list[dict[str, Tuned]] = [
        {symbol: best_of(choices, scale, seed, device, by) for symbol, choices in reading.items()}
        for reading in readings
    ]
    large = next(one for symbol, one in found[0].items() if "_large" in symbol)
    named = dict.fromkeys(one for reading in found for one in reading.values())
    return Measured(
        tuple(
            {symbol: one.median(by) for symbol, one in reading.items()} | dict(more or {})
            for reading in found
        ),
        slower(large, seed, device),
        sum(round(len(one.steps) * float(one.steps.median())) for one in named),
        f"medians of {said_of(len(one.steps) for one in named)} runs; best rates: "
        f"{', '.join(map(str, named))}",
        limits,
        covers,
    )


def said_of(counts: Iterable[int]) -> str:
    """Return different numbers in words."""
    return " and ".join(map(str, sorted(set(counts))))


def slower(one: Tuned, seed: int, device: str) -> bool:
    """Return whether with a hundredth of its rate no run is there when half of them were."""
    enough = median(one.steps).high
    enough = one.setting.most if enough > one.setting.most else round(enough)
    rates = torch.full((one.setting.tuning,), one.rate / 100)
    return bool(trained(one.setting, rates, seed, device, enough).steps.isinf().all())


def pair(
    small: Sequence[Setting] = (SMALL_SET,), large: Sequence[Setting] = (LARGE,)
) -> dict[str, Sequence[Setting]]:
    """Return who trains with the small set and with the large one."""
    return {"C_small": small, "C_large": large}


def whole(n: int, d: int, k: int, **more: Any) -> dict[str, Sequence[Setting]]:
    """Return who trains in full batches of n samples of (d, k)-parity, and of all inputs."""
    large = Setting("all", d=d, k=k, **more)
    return pair([replace(large, way=f"all {n}")], [large])


def index_in_full(scale: str, of_first: Sequence[float] = (1.0,)) -> list[Choices]:
    """Return who trains the single-index model in full batches, for each printed pair of sizes.

    The small set is the best of some shares of the smaller size for the first steps, and then the
    large one.
    """
    d, sizes = WHOLE_INDEX[scale]
    return [
        pair(
            [Setting(f"all {round(few * part)} then {many}", "index", d=d) for part in of_first],
            [Setting(f"all {many}", "index", d=d)],
        )
        for few, many in sizes
    ]


def in_full_of_index(scale: str) -> tuple[str, ...]:
    """Return what full batches do not take from the paper in the single-index model."""
    given = INDEX_GIVEN[0], f"the small set for {INDEX_FIRST} steps, then the large one"
    if scale == "full":
        return given
    d, ((few, many),) = WHOLE_INDEX[scale]
    return (*given, f"d = {d}, {few} samples and then {many} against {many}")


def in_full(tasks: Mapping[str, tuple[int, int, int]], scale: str) -> tuple[str, ...]:
    """Return what full batches do not take from the paper."""
    (n, d, k), (_, *printed) = tasks[scale], tasks["full"]
    easier = f"({d}, {k})-parity, {n} samples against all {2**d} inputs"
    return NOT_GIVEN if [d, k] == printed else (*NOT_GIVEN, easier)


def other(reading: Choices) -> dict[str, Sequence[Setting]]:
    """Return the same as of the other setting."""
    return {f"{symbol}''": choices for symbol, choices in reading.items()}


def intervened(settings: Sequence[Setting]) -> dict[str, Sequence[Setting]]:
    """Return the same with an intervention, which the best of some settings is, for both sets."""
    return {
        "C_small'": [replace(one, way="small") for one in settings],
        "C_large'": [replace(one, way="large") for one in settings],
    }
