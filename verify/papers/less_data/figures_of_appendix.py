"""How figures 13, 21, 22 and 29 are attacked, like those of the main text.

Figure 13 has the paper's full batches: 8000 samples against 64,000.
"""

from __future__ import annotations

from dataclasses import replace

import torch

from theory.claim import Observed
from verify.methods.effects import Measured, by_effect, mean
from verify.papers.less_data import trainings
from verify.papers.less_data.trainings import (
    LARGE,
    NOT_FULL,
    NOT_GIVEN,
    PARITY_ONLY,
    STANDARD_ONLY,
    Setting,
    intervened,
    trained,
    until_target,
)

NORM_RUNS, NORM_STACK, NORM_RATES = 24, 8, (0.1, 0.2)
NORM_WAYS = {"a_small": "all 8000", "a_large": "all 64000"}
INDEX = Setting("large", "index")
INDEX_GIVEN = (
    "square loss and 90% of the variance explained, which the paper does not give",
    "batches of 128; the small set is 2560 samples for 100 steps, then fresh ones",
)
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
def adaptive(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the samples with AdamW at depth 2 on parity."""
    readings = [intervened([replace(LARGE, adam=second) for second in SECOND])]
    limits = (*NOT_GIVEN, *NOT_FULL, "weight decay 0.01, which the paper does not give")
    covers = (*PARITY_ONLY, "depth 2")
    return until_target(readings, limits, scale, seed, device, covers=covers)


EXPERIMENTS = {
    "figure 13": norms,
    "figure 21": mup,
    "figure 22": mup_of_index,
    "figure 29": adaptive,
}
