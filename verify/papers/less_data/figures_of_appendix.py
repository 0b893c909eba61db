"""How figures 18, 21 to 24 and 29 are attacked, like those of the main text.

Figure 18 has full batches of an easier parity in the profile standard (`trainings.WHOLE`), of the
paper's in the profile full.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from theory.claim import Observed
from verify.evidence import Evidence
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
    Choices,
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
BySize = tuple[Sequence[Choices], tuple[str, ...], str]


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


def of_best_size(of: Callable[[str], BySize], by: str) -> Callable[..., Evidence]:
    """Return an experiment that measures samples or steps with the small set of the best size.

    That runs get to the target on new samples says that they do not overfit much.

    Args:
        of: of a profile, who trains with sets of some sizes, and what the paper does not give.
        by: samples, or steps; the size is the best by the same.
    """
    symbol = {"samples": "C", "steps": "t"}[by]

    @by_effect
    def best_size(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
        if scale == "quick":
            return STANDARD_ONLY
        found, limits, sizes = of(scale)
        readings = [
            {f"{symbol}_small": one["C_small"], f"{symbol}_large": one["C_large"]} for one in found
        ]
        limits = (*limits, f"{sizes}, by {by}")
        return until_target(readings, limits, scale, seed, device, covers=(), by=by)

    return best_size


def parity_by_size(scale: str) -> BySize:
    """Return who trains in full batches of half, once and twice the small set, or of all inputs."""
    n, d, k = WHOLE[scale]
    found = whole(n, d, k)
    sizes = [n // 2, n, 2 * n]
    small = [replace(found["C_small"][0], way=f"all {size}") for size in sizes]
    best = f"for {n} samples the best of {', '.join(map(str, sizes))}"
    return [{**found, "C_small": small}], in_full(WHOLE, scale), best


def index_by_size(scale: str) -> BySize:
    """Return who trains with such shares of the small set in the first steps."""
    best = "for the size of the small set the best of it, its half and its double"
    return index_in_full(scale, (0.5, 1.0, 2.0)), in_full_of_index(scale), best


@by_effect
def adaptive(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the samples with AdamW at depth 2 on parity."""
    readings = [intervened([replace(LARGE, adam=second) for second in SECOND])]
    limits = (*NOT_GIVEN, *NOT_FULL, "weight decay 0.01, which the paper does not give")
    covers = (*PARITY_ONLY, "depth 2")
    return until_target(readings, limits, scale, seed, device, covers=covers)


EXPERIMENTS = {
    "figure 18": of_best_size(parity_by_size, "samples"),
    "figure 18, steps": of_best_size(parity_by_size, "steps"),
    "figure 18: index": of_best_size(index_by_size, "samples"),
    "figure 18: index, steps": of_best_size(index_by_size, "steps"),
    "figure 21": mup,
    "figure 21: width 32": mup_if_narrow,
    "figure 22": mup_of_index,
    "figure 23": best_scale,
    "figure 24": index_by_width,
    "figure 29": adaptive,
}
