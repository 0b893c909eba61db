"""How figures 2 to 7 and 10 to 13 are attacked: small networks in batches of 128, or in full ones.

In batches the large set is fresh samples, the small one 2^14 samples of each run, drawn from with
replacement. A full batch of the population is 2^20 samples, which `full` takes; `standard` takes an
easier parity, of which all inputs are some thousand, chosen by what a step costs. For each way to
train the learning rate is tuned (`trainings`), and so is what an intervention chooses, a scale of
the initial weights or a ratio of learning rates. Medians have intervals by order statistics, so
that runs that never get there count. Norms of layers are those after the first 100 steps, in the
single-index model with the printed full batches, 8000 samples against 64,000. Everything that
differs from the paper's settings, or that it does not give, stands beside the verdict.
"""

from __future__ import annotations

from dataclasses import replace

import torch

from theory.claim import Observed
from verify.methods.effects import ConfidenceInterval, Measured, by_effect, mean, median
from verify.papers.less_data import trainings
from verify.papers.less_data.trainings import (
    INDEX,
    INDEX_GIVEN,
    LARGE,
    NOT_FULL,
    NOT_GIVEN,
    PARITY,
    STANDARD_ONLY,
    WHOLE,
    Setting,
    after_first,
    in_full,
    in_full_of_index,
    index_in_full,
    intervened,
    other,
    pair,
    trained,
    tuned,
    until_target,
    whole,
)

ALPHAS = (1.0, 2.0, 4.0)
RATIOS = (1.0, 16.0, 256.0)
INDEX_WAYS = {"small": "all 8000", "large": "all 64000", "random": "all 8000 random"}
RANDOM_STEPS = f"{trainings.FIRST} steps with random labels"
FIRST_STEPS = f"the first {trainings.FIRST} steps; the figure's are not given"
BY_SIZE = {"standard": (2**8, 10, 4), "full": (2**14, 20, 6)}


def alphas(setting: Setting) -> list[Setting]:
    """Return a setting with the first layer over alpha and the others times alpha."""
    return [replace(setting, scales=(1 / alpha, alpha)) for alpha in ALPHAS]


# -- experiments -----------------------------------------------------------------------------------


@by_effect
def gap(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the samples that the small set takes, and the large one, in batches."""
    return until_target((pair(),), NOT_GIVEN, scale, seed, device)


@by_effect
def gap_of_index(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the same in the single-index model."""
    reading = pair([replace(INDEX, way="small")], [INDEX])
    return until_target([reading], INDEX_GIVEN, scale, seed, device, covers=())


@by_effect
def gap_in_full(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the samples that full batches of a small set take, and of all inputs."""
    if scale == "quick":
        return STANDARD_ONLY
    limits = in_full(WHOLE, scale)
    return until_target([whole(*WHOLE[scale])], limits, scale, seed, device, covers=())


@by_effect
def gap_in_full_of_index(
    statement: Observed, *, seed: int, scale: str, device: str
) -> Measured | str:
    """Measure the same in the single-index model, for a large set that is no population."""
    if scale == "quick":
        return STANDARD_ONLY
    limits = in_full_of_index(scale)
    return until_target(index_in_full(scale), limits, scale, seed, device, covers=())


@by_effect
def each_step(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the error on new samples after every tenth of the steps that all inputs take.

    Both take full batches, each at its best learning rate. Control: before any step the error is
    the same.
    """
    if scale == "quick":
        return STANDARD_ONLY
    ways = {"e_small": "C_small", "e_large": "C_large"}
    pairs = whole(*WHOLE[scale])
    found = {name: tuned(pairs[way][0], scale, seed, device) for name, way in ways.items()}
    most = int(min(float(found["e_large"].steps.median()), pairs["C_large"][0].most))
    errors = {}
    for name, one in found.items():
        rates = torch.full((trainings.STACK,), one.rate)
        seen = trained(one.setting, rates, seed, device, most, lambda steps: False)
        errors[name] = 1 - seen.score.cpu()
    last = len(errors["e_small"]) - 1
    looks = sorted({round(last * part / 10) for part in range(1, 11)})
    return Measured(
        tuple({name: mean(one[look]) for name, one in errors.items()} for look in looks),
        torch.equal(*(one[0] for one in errors.values())),
        2 * trainings.STACK * most,
        f"after every tenth of {most} steps; {trainings.STACK} runs; best rates "
        f"{', '.join(map(str, found.values()))}",
        in_full(WHOLE, scale),
        (*PARITY, "ten steps"),
    )


@by_effect
def harder(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the samples of the single-index model for d = 40, and for d = 80."""
    twice = replace(INDEX, d=2 * trainings.INDEX_D)
    plain = pair([replace(INDEX, way="small")], [INDEX])
    reading = plain | other(pair([replace(twice, way="small")], [twice]))
    return until_target([reading], INDEX_GIVEN, scale, seed, device, covers=())


@by_effect
def without_bias(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the samples that small sets without bias take, of both kinds."""
    readings = [{"C_bare": [Setting(way)], "C_large": [LARGE]} for way in ("balanced", "mirrored")]
    limits = (*NOT_GIVEN, *NOT_FULL, "sets of balanced inputs, and of pairs x and -x")
    return until_target(readings, limits, scale, seed, device)


@by_effect
def bias_moved(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure also those that fresh samples take with the means of 2^i samples."""
    readings = [
        {"C_bare": [Setting("balanced")], **pair(), "C_biased": [Setting(f"biased {i}")]}
        for i in (6, 8, 10, 12, 14)
    ]
    limits = (*NOT_GIVEN, *NOT_FULL, "sets of balanced inputs")
    return until_target(readings, limits, scale, seed, device)


@by_effect
def random_first(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the samples that new ones take after some steps with random labels on a small set."""
    readings = [{"C_random": [Setting("random")], "C_large": [LARGE]}]
    limits = (*NOT_GIVEN, *NOT_FULL, RANDOM_STEPS)
    return until_target(readings, limits, scale, seed, device)


@by_effect
def true_or_random(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure also the samples that the small set takes with its true labels."""
    readings = [{"C_random": [Setting("random")], **pair()}]
    limits = (*NOT_GIVEN, *NOT_FULL, RANDOM_STEPS)
    return until_target(readings, limits, scale, seed, device, covers=())


@by_effect
def true_or_random_of_index(
    statement: Observed, *, seed: int, scale: str, device: str
) -> Measured | str:
    """Measure the same in the single-index model."""
    plain = pair([replace(INDEX, way="small")], [INDEX])
    reading = plain | {"C_random": [replace(INDEX, way="random")]}
    return until_target([reading], INDEX_GIVEN, scale, seed, device, covers=())


@by_effect
def norms(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure norms of the layers after the first steps on parity."""
    ways = {name: Setting(name) for name in ("small", "large", "random")}
    limits = (*NOT_GIVEN, *NOT_FULL, FIRST_STEPS)
    return after_first(ways, limits, scale, seed, device)


@by_effect
def norms_of_index(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the same in the single-index model, with the printed full batches."""
    ways = {name: Setting(way, "index") for name, way in INDEX_WAYS.items()}
    limits = (
        "square loss, which the paper does not give",
        f"rates that are best in batches of {trainings.BATCH} until 90% of the variance",
        FIRST_STEPS,
    )
    return after_first(ways, limits, scale, seed, device)


@by_effect
def layer_scales(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the samples of networks with two hidden layers by the scale of initial weights."""
    deep = Setting("large", hidden=(trainings.WIDTH,) * 2, start=0.7)
    plain = pair([replace(deep, way="small")], [deep])
    scaled = [replace(deep, scales=scales) for scales in ((1.0, 1.0), (0.7, 1.4), (0.5, 2.0))]
    limits = (
        *NOT_GIVEN,
        *NOT_FULL,
        "samples until the target in place of the last accuracy",
        "scales (1, 1), (0.7, 1.4) and (0.5, 2) of the first layer and of the others",
    )
    return until_target([plain | intervened(scaled)], limits, scale, seed, device)


@by_effect
def layer_rates(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the samples with rates of both layers, and which rates are best for the large set.

    Rates are not known to be other than best if their median may be the least.
    """
    if scale == "quick":
        return STANDARD_ONLY
    settings = [replace(LARGE, ratio=ratio) for ratio in RATIOS]
    profile = [tuned(one, scale, seed, device) for one in settings]
    least = min(median(one.steps).high for one in profile)
    near = [one for one in profile if median(one.steps).low <= least]
    best = min(profile, key=lambda one: median(one.steps).value)
    more = {}
    for name, power in (("eta_1", 0.5), ("eta_2", -0.5)):
        rates = [one.rate * one.setting.ratio**power for one in near]
        value = best.rate * best.setting.ratio**power
        more[name] = ConfidenceInterval(min(rates), value, max(rates))
    limits = (*NOT_GIVEN, *NOT_FULL, "rates of the layers as 1, 16 and 256 to 1")
    return until_target([pair() | intervened(settings)], limits, scale, seed, device, more)


@by_effect
def scaled_starts(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the samples with the best alpha, and with muP."""
    readings = [
        pair() | intervened(alphas(LARGE)),
        pair() | intervened([replace(LARGE, mup=True)]),
    ]
    limits = (*NOT_GIVEN, *NOT_FULL, "muP from width 1 on; alpha 1, 2 and 4")
    return until_target(readings, limits, scale, seed, device)


@by_effect
def one_scale(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the samples with the best alpha."""
    readings = [pair() | intervened(alphas(LARGE))]
    limits = (*NOT_GIVEN, *NOT_FULL, "alpha 1, 2 and 4")
    covers = ("(20, 6)-parity, width 64",)
    return until_target(readings, limits, scale, seed, device, covers=covers)


@by_effect
def by_depth(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the samples of full batches at depth 2, and at larger ones."""
    if scale == "quick":
        return STANDARD_ONLY
    plain = whole(*BY_SIZE[scale])
    depths = (4,) if scale == "standard" else (4, 6, 8)
    readings = [
        plain | other(whole(*BY_SIZE[scale], hidden=(trainings.WIDTH,) * (depth - 1), start=0.7))
        for depth in depths
    ]
    covers = (f"depths 2 and {', '.join(map(str, depths))}",)
    limits = in_full(BY_SIZE, scale)
    return until_target(readings, limits, scale, seed, device, covers=covers)


@by_effect
def by_width(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the samples of full batches at larger widths, and at the smaller ones."""
    if scale == "quick":
        return STANDARD_ONLY
    large = (256,) if scale == "standard" else (256, 1024)
    sized = {width: whole(*BY_SIZE[scale], hidden=(width,)) for width in (32, 64, *large)}
    readings = [sized[wide] | other(sized[narrow]) for wide in large for narrow in (32, 64)]
    covers = (f"widths 32, 64, {', '.join(map(str, large))}",)
    limits = in_full(BY_SIZE, scale)
    return until_target(readings, limits, scale, seed, device, covers=covers)


EXPERIMENTS = {
    "figure 2": gap,
    "figure 2: index": gap_of_index,
    "figure 2: full": gap_in_full,
    "figure 2: full, index": gap_in_full_of_index,
    "figure 2: each step": each_step,
    "figure 3": bias_moved,
    "figure 3 (a)": without_bias,
    "figure 4": random_first,
    "figure 4: accuracy": true_or_random,
    "figure 4: accuracy, index": true_or_random_of_index,
    "figure 4: ratio": norms,
    "figure 4: ratio, index": norms_of_index,
    "figure 5": layer_scales,
    "figure 6": layer_rates,
    "figure 7": scaled_starts,
    "figure 7: alpha": one_scale,
    "figure 10: MLP": harder,
    "figure 11: depth": by_depth,
    "figure 11: width": by_width,
    "figure 12": norms,
    "figure 12: index": norms_of_index,
    "figure 12: growth": norms,
    "figure 12: growth, index": norms_of_index,
    "figure 13": norms_of_index,
}
