"""How figures 18, 21 to 24 and 29 are attacked, like those of the main text.

Figure 18 has full batches of an easier parity in the profile standard (`trainings.WHOLE`), of the
paper's in the profile full.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from theory.claim import Observed
from verify.methods.effects import ConfidenceInterval, Measured, by_effect, median
from verify.papers.less_data import trainings
from verify.papers.less_data.trainings import (
    INDEX,
    INDEX_GIVEN,
    LARGE,
    NOT_FULL,
    NOT_GIVEN,
    PARITY_ONLY,
    STANDARD_ONLY,
    WHOLE,
    Setting,
    Tuned,
    in_full,
    in_full_of_index,
    index_in_full,
    intervened,
    other,
    pair,
    tuned,
    until_target,
    whole,
)

SCALES = (1.0, 2.0, 4.0, 8.0)
SECOND = (0.8, 0.9, 0.95, 0.999)  # the paper's beta_2


@by_effect
def mup(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the samples with muP at width 64."""
    readings = [intervened([replace(LARGE, mup=True)])]
    limits = (*NOT_GIVEN, *NOT_FULL, "muP from width 1 on")
    return until_target(readings, limits, scale, seed, device, covers=("width 64",))


@by_effect
def mup_if_narrow(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the samples with muP at width 32."""
    readings = [intervened([replace(LARGE, mup=True, hidden=(32,))])]
    limits = (*NOT_GIVEN, *NOT_FULL, "muP from width 1 on")
    return until_target(readings, limits, scale, seed, device, covers=())


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
    return by_best_size("C", "samples", seed, scale, device)


@by_effect
def small_sizes_by_steps(
    statement: Observed, *, seed: int, scale: str, device: str
) -> Measured | str:
    """Measure the steps in full batches, of the size that is best by steps."""
    return by_best_size("t", "steps", seed, scale, device)


def by_best_size(symbol: str, by: str, seed: int, scale: str, device: str) -> Measured | str:
    """Measure samples or steps until the target, with the size that is best by the same."""
    if scale == "quick":
        return STANDARD_ONLY
    n, d, k = WHOLE[scale]
    found = whole(n, d, k)
    sizes = [n // 2, n, 2 * n]
    small = [replace(found["C_small"][0], way=f"all {size}") for size in sizes]
    best = f"for {n} samples the best of {', '.join(map(str, sizes))}, by {by}"
    reading = {f"{symbol}_small": small, f"{symbol}_large": found["C_large"]}
    return until_target(
        [reading], (*in_full(WHOLE, scale), best), scale, seed, device, covers=(), by=by
    )


@by_effect
def small_sizes_of_index(
    statement: Observed, *, seed: int, scale: str, device: str
) -> Measured | str:
    """Measure the samples in the single-index model, of the best of three sizes at first."""
    return by_best_first_size("C", "samples", seed, scale, device)


@by_effect
def small_sizes_of_index_by_steps(
    statement: Observed, *, seed: int, scale: str, device: str
) -> Measured | str:
    """Measure the steps in the single-index model, of the size that is best by steps."""
    return by_best_first_size("t", "steps", seed, scale, device)


def by_best_first_size(symbol: str, by: str, seed: int, scale: str, device: str) -> Measured | str:
    """Measure samples or steps until the target, with the first size that is best by the same."""
    if scale == "quick":
        return STANDARD_ONLY
    readings = [
        {f"{symbol}_small": found["C_small"], f"{symbol}_large": found["C_large"]}
        for found in index_in_full(scale, (0.5, 1.0, 2.0))
    ]
    best = f"for the size of the small set the best of it, its half and its double, by {by}"
    limits = (*in_full_of_index(scale), best)
    return until_target(readings, limits, scale, seed, device, covers=(), by=by)


@by_effect
def adaptive(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the samples with AdamW at depth 2 on parity."""
    readings = [intervened([replace(LARGE, adam=second) for second in SECOND])]
    limits = (*NOT_GIVEN, *NOT_FULL, "weight decay 0.01, which the paper does not give")
    covers = (*PARITY_ONLY, "depth 2")
    return until_target(readings, limits, scale, seed, device, covers=covers)


EXPERIMENTS = {
    "figure 18": small_sizes,
    "figure 18, steps": small_sizes_by_steps,
    "figure 18: index": small_sizes_of_index,
    "figure 18: index, steps": small_sizes_of_index_by_steps,
    "figure 21": mup,
    "figure 21: width 32": mup_if_narrow,
    "figure 22": mup_of_index,
    "figure 23": best_scale,
    "figure 24": index_by_width,
    "figure 29": adaptive,
}
