"""How figures 13, 14, 18, 21 to 24 and 29 are attacked, like those of the main text.

Figure 13 has the paper's full batches: 8000 samples against 64,000. Figure 18 has full batches of
an easier parity in the profile standard (`trainings.WHOLE`), of the paper's in the profile full.
Of figure 14 only Transformers are measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import torch

from theory.claim import Observed
from verify.methods.effects import ConfidenceInterval, Measured, by_effect, mean, median
from verify.papers.less_data import trainings, transformer_trainings
from verify.papers.less_data.trainings import (
    INDEX,
    INDEX_GIVEN,
    LARGE,
    NOT_FULL,
    NOT_GIVEN,
    PARITY,
    PARITY_ONLY,
    STANDARD_ONLY,
    WHOLE,
    Setting,
    Tuned,
    in_full,
    intervened,
    other,
    pair,
    trained,
    tuned,
    until_target,
    whole,
)

NORM_RUNS, NORM_STACK, NORM_RATES = 24, 8, (0.1, 0.2)
NORM_WAYS = {"a_small": "all 8000", "a_large": "all 64000"}
SCALES = (1.0, 2.0, 4.0, 8.0)
SECOND = (0.8, 0.9, 0.95, 0.999)  # the paper's beta_2


@by_effect
def norms(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure |a| of the single-index model after the first steps of full batches.

    Control: it is the same before any step.
    """
    if scale == "quick":
        return STANDARD_ONLY
    readings, starts = [], []
    for rate in NORM_RATES:
        found = {name: outer_norms(way, rate, seed, device) for name, way in NORM_WAYS.items()}
        readings.append({name: mean(values[-1]) for name, values in found.items()})
        starts.append([values[0] for values in found.values()])
    return Measured(
        tuple(readings),
        all(torch.equal(one, other) for one, other in starts),
        2 * len(NORM_RATES) * NORM_RUNS * trainings.FIRST,
        f"after {trainings.FIRST} steps at rates {', '.join(f'{r:g}' for r in NORM_RATES)}, from "
        f"{float(starts[0][0].mean()):.3f}; {NORM_RUNS} runs",
        ("square loss, sets of 8000 and 64,000, which the paper does not give for this figure",),
    )


def outer_norms(way: str, rate: float, seed: int, device: str) -> torch.Tensor:
    """Return |a| before and after the first steps `[2, runs]`."""
    rates = torch.full((NORM_STACK,), rate)
    parts = []
    for number in range(NORM_RUNS // NORM_STACK):
        setting, most = Setting(way, "index"), trainings.FIRST
        found = trained(setting, rates, 10 * seed + number, device, most, lambda steps: False)
        parts.append(found.norms[[0, -1], -1].double().cpu())
    return torch.cat(parts, 1)


@by_effect
def mup(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the samples with muP at width 64."""
    readings = [intervened([replace(LARGE, mup=True)])]
    limits = (*NOT_GIVEN, *NOT_FULL, "muP from width 1 on")
    return until_target(readings, limits, scale, seed, device, covers=("width 64",))


@by_effect
def mup_of_index(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the samples with muP at width 64 in the single-index model."""
    readings = [intervened([replace(INDEX, mup=True, start=0.05)])]
    limits = (*INDEX_GIVEN, "muP from width 1 on")
    return until_target(readings, limits, scale, seed, device, covers=("width 64",))


@by_effect
def best_scale(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure which alpha is best at widths 32 and 64, each against the other.

    An alpha is not known to be other than best if its median may be the least. Control: alpha 1 is
    not the best at any width.
    """
    if scale == "quick":
        return STANDARD_ONLY
    found = {width: profile(width, scale, seed, device) for width in (32, 64)}
    best = {width: interval(every) for width, every in found.items()}
    readings = [{"alpha_m": best[one], "alpha_m'": best[64 + 32 - one]} for one in best]
    named = [one for every in found.values() for one in every]
    return Measured(
        tuple(readings),
        all(one.low > SCALES[0] for one in best.values()),
        sum(round(len(one.steps) * float(one.steps.median())) for one in named),
        f"medians of {trainings.RUNS[scale]} runs, in steps: "
        + ", ".join(f"{one.setting} {median(one.steps).value:.0f}" for one in named),
        (*NOT_GIVEN, "batches of 128 of the set", "alpha 1, 2, 4 and 8"),
        ("widths 32 and 64",),
    )


def profile(width: int, scale: str, seed: int, device: str) -> list[Tuned]:
    """Return networks of a width on the small set with every alpha."""
    return [
        tuned(Setting("small", hidden=(width,), scales=(1 / alpha, alpha)), scale, seed, device)
        for alpha in SCALES
    ]


def interval(every: Sequence[Tuned]) -> ConfidenceInterval:
    """Return the alphas whose median steps may be the least."""
    least = min(median(one.steps).high for one in every)
    near = [one.setting.scales[1] for one in every if median(one.steps).low <= least]
    best = min(every, key=lambda one: median(one.steps).value)
    return ConfidenceInterval(min(near), best.setting.scales[1], max(near))


@by_effect
def index_by_width(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the samples of the single-index model at widths 64 and 256."""
    wide = replace(INDEX, hidden=(256,))
    plain = pair([replace(INDEX, way="small")], [INDEX])
    reading = plain | other(pair([replace(wide, way="small")], [wide]))
    covers = ("widths 64 and 256",)
    return until_target([reading], INDEX_GIVEN, scale, seed, device, covers=covers)


@by_effect
def small_sizes(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the samples in full batches of the best of three sizes, and of all inputs.

    That runs get to the target on new samples says that they do not overfit much.
    """
    if scale == "quick":
        return STANDARD_ONLY
    n, d, k = WHOLE[scale]
    found = whole(n, d, k)
    sizes = [n // 2, n, 2 * n]
    small = [replace(found["C_small"][0], way=f"all {size}") for size in sizes]
    limits = (*in_full(WHOLE, scale), f"for {n} samples the best of {', '.join(map(str, sizes))}")
    reading = found | {"C_small": small}
    return until_target([reading], limits, scale, seed, device, covers=PARITY)


@by_effect
def adaptive(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the samples with AdamW at depth 2 on parity."""
    readings = [intervened([replace(LARGE, adam=second) for second in SECOND])]
    limits = (*NOT_GIVEN, *NOT_FULL, "weight decay 0.01, which the paper does not give")
    covers = (*PARITY_ONLY, "depth 2")
    return until_target(readings, limits, scale, seed, device, covers=covers)


@by_effect
def dense(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the errors of Transformers with full batches on (10, 10)-parity."""
    return transformer_trainings.full_batches(("all inputs, dense",), scale, seed, device)


EXPERIMENTS = {
    "figure 13": norms,
    "figure 14: Transformers": dense,
    "figure 18": small_sizes,
    "figure 21": mup,
    "figure 22": mup_of_index,
    "figure 23": best_scale,
    "figure 24": index_by_width,
    "figure 29": adaptive,
}
