"""How figures 1, 16, 17, 19, 20 and 28 are attacked: Transformers on parity and addition."""

from __future__ import annotations

from dataclasses import replace

import torch

from theory.claim import Observed
from verify.methods.effects import Measured, by_effect, mean
from verify.papers.less_data.transformer_trainings import (
    EVERY,
    PARITY_ONLY,
    SETTINGS,
    STANDARD_ONLY,
    Way,
    measured_on,
    trained,
    tried,
    until_target,
)

ONLINE, PHASES = Way("online"), Way("phases")
NORMALISED = Way("phases", normalised=True)


@by_effect
def gap(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the samples that six phases take on parity, and new samples."""
    ways = {"C_small": [PHASES], "C_large": [ONLINE]}
    return until_target(ways, (), scale, seed, device)


@by_effect
def without_bias(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the same with phases whose sets have no bias."""
    ways = {"C_bare": [Way("balanced")], "C_large": [ONLINE]}
    limits = ("a balanced set of its own in each phase",)
    return until_target(ways, limits, scale, seed, device)


@by_effect
def moved(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure also new samples with the means of 2^i samples, for the best i."""
    exponents = range(2, 5 if scale == "standard" else 7)
    ways = {
        "C_biased": [Way(f"biased {i}") for i in exponents],
        "C_small": [PHASES],
        "C_large": [ONLINE],
    }
    limits = ("six phases in place of four", f"the best of i = {', '.join(map(str, exponents))}")
    covers = (*PARITY_ONLY, "the best i, whichever it is")
    return until_target(ways, limits, scale, seed, device, covers=covers)


@by_effect
def automatic(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure also those of phases that end by themselves."""
    ways = {"C_small''": [Way("phases by themselves")], "C_small": [PHASES], "C_large": [ONLINE]}
    limits = (f"the accuracy on a set is looked at every {EVERY} steps",)
    return until_target(ways, limits, scale, seed, device)


@by_effect
def random_labels(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure modular addition, first with random labels, or never, in as many steps.

    In the profile standard on two tasks that are easier than the paper's, whose answers both have
    to be the same. Medians of samples until the target would take some 400 runs.
    """
    if scale == "quick":
        return STANDARD_ONLY
    ways = {"C_random": [Way("random")], "C_large": [ONLINE]}
    tasks = ("addition", "easier addition") if scale == "standard" else ("addition",)
    one, *more = (measured_on(task, ways, (), scale, seed, device, covers=()) for task in tasks)
    for other in more:
        one = replace(
            one,
            measured=(*one.measured, *other.measured),
            control=one.control and other.control,
            size=one.size + other.size,
            about=f"{one.about}; {other.about}",
            limits=tuple(dict.fromkeys((*one.limits, *other.limits))),
        )
    return one


@by_effect
def normalised(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the samples of six phases with and without normalisation."""
    ways = {"C_small": [PHASES], "C_small'": [NORMALISED]}
    return until_target(ways, (), scale, seed, device)


@by_effect
def first_sets(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the errors on the first set after the first phase, at the best rates of all phases.

    Control: they are the same before any step.
    """
    if scale == "quick":
        return STANDARD_ONLY
    setting = SETTINGS["parity", scale]
    many, found, about = torch.ones(setting.runs), {}, []
    for symbol, way in (("e_fit", PHASES), ("e_fit'", NORMALISED)):
        tries = tried(way, "parity", scale, seed, device)
        rate, decay = tries.pairs[tries.best]
        found[symbol] = trained(way, setting, rate * many, decay * many, seed, device, own=True)
        about.append(f"{way} {rate:g}")
    starts = [mean(record.errors[0]) for record in found.values()]
    return Measured(
        ({symbol: mean(record.errors[-1]) for symbol, record in found.items()},),
        starts[0].low < starts[1].high and starts[1].low < starts[0].high,
        2 * setting.runs * setting.lengths[0],
        f"{setting.runs} runs; rates {', '.join(about)}; {starts[0].value:.2f} at the start",
        setting.limits,
        (*PARITY_ONLY, "the first set, not the second"),
    )


EXPERIMENTS = {
    "figure 1": gap,
    "figure 16": without_bias,
    "figure 17: faster": moved,
    "figure 17: gap": moved,
    "figure 19": automatic,
    "figure 20": random_labels,
    "figure 28: first sets": first_sets,
    "figure 28: task": normalised,
}
