"""How figures 1, 8, 9, 14 to 17, 19, 20, 25, 27, 28 and 30 are attacked: Transformers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import torch

from theory.claim import Observed
from verify.evidence import Evidence
from verify.methods.effects import Measured, by_effect, mean
from verify.papers.less_data.transformer_trainings import (
    EVERY,
    SETTINGS,
    STANDARD_ONLY,
    Choices,
    Way,
    measured_by_run,
    measured_on,
    together,
    trained,
    tried,
)

ONLINE, PHASES = Way("online"), Way("phases")
NORMALISED = Way("phases", normalised=True)
PLAIN: Choices = {"C_small": [PHASES], "C_large": [ONLINE]}
SCALES = (1.0, 2.0, 4.0, 8.0)  # tried on the initial weights of queries and keys
SIX_ONLY = ("six phases and not 100 epochs", "the printed factors")
ADDITIONS = "addition", "easier addition"
Settings = Mapping[str, Any]
Experiment = Callable[..., Evidence]


def of_tasks(choices: Choices, *tasks: str, limits: tuple[str, ...] = ()) -> Experiment:
    """Return an experiment that measures what ways take on tasks that a profile has.

    The answers on all of them have to be the same.
    """

    @by_effect
    def measured(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
        if scale == "quick":
            return STANDARD_ONLY
        return together(
            [
                measured_on(task, choices, limits, scale, seed, device)
                for task in tasks
                if (task, scale) in SETTINGS
            ]
        )

    return measured


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
        (*setting.limits, "each at the learning rate that is best for it"),
        ("the first set, not the second",),
    )


def of_gap(task: str, intervened: Callable[[Settings], Choices], *covers: str) -> Experiment:
    """Return an experiment that measures the gap, and that with an intervention, run by run."""

    @by_effect
    def measured(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
        if scale == "quick":
            return STANDARD_ONLY
        ways = {**PLAIN, **intervened(statement.settings)}
        return measured_by_run(task, ways, (), scale, seed, device, covers)

    return measured


def with_factors(field: str, name: str) -> Callable[[Settings], Choices]:
    """Return the ways with the printed factors on a property of queries and keys."""

    def intervened(settings: Settings) -> Choices:
        factors: list[dict[str, Any]] = [{field: float(one)} for one in settings[name]]
        large, _, small = factors
        return {"C_small'": [replace(PHASES, **small)], "C_large'": [replace(ONLINE, **large)]}

    return intervened


def with_best_scale(settings: Settings) -> Choices:
    """Return the ways with the best of some factors on the initial weights of queries and keys."""
    return {
        f"{symbol}'": [replace(way, scale=scale) for scale in SCALES]
        for symbol, (way,) in PLAIN.items()
    }


def with_normalisation(settings: Settings) -> Choices:
    """Return the ways with normalised queries and keys."""
    return {f"{symbol}'": [replace(way, normalised=True)] for symbol, (way,) in PLAIN.items()}


@by_effect
def by_depth(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the gap at depth 2, and at larger ones."""
    if scale == "quick":
        return STANDARD_ONLY
    least, *larger = statement.settings["depths"]
    depths = larger[:1] if scale == "standard" else larger
    covers = (f"depths {least} and {', '.join(map(str, depths))}",)
    return together(
        [
            measured_by_run(
                "depths",
                {
                    **PLAIN,
                    **{f"{s}''": [replace(way, depth=depth)] for s, (way,) in PLAIN.items()},
                },
                (),
                scale,
                seed,
                device,
                covers,
            )
            for depth in depths
        ]
    )


@by_effect
def one_by_one(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure six phases but for W_v, W_q, W_k, or W_q and W_k, which learn from new samples."""
    if scale == "quick":
        return STANDARD_ONLY
    online = {
        "C_v": ("value",),
        "C_q": ("query",),
        "C_k": ("key",),
        "C_qk": ("query", "key"),
    }
    ways = {symbol: [replace(PHASES, online=names)] for symbol, names in online.items()}
    limits = ("with their biases",)
    return measured_by_run("queries", {"C_small": [PHASES]} | ways, limits, scale, seed, device, ())


# -- ways to train, by the symbols of what they take -----------------------------------------------

# phases whose sets have no bias, and new samples
BARE: Choices = {"C_bare": [Way("balanced")], "C_large": [ONLINE]}
# new samples with the means of 2^i samples, for each i and for the best one
WITH_BIAS = {f"C_biased_{i}": [Way(f"biased {i}")] for i in range(2, 7)}
MOVED: Choices = {
    **WITH_BIAS,
    "C_biased": [way for (way,) in WITH_BIAS.values()],
    **PLAIN,
}
MOVED_SO = ("six phases in place of four", "the i that is best where rates are tuned")
BY_THEMSELVES: Choices = {"C_small''": [Way("phases by themselves")], **PLAIN}
LOOKED_AT = (f"the accuracy on a set is looked at every {EVERY} steps",)
NORMALISED_ONLINE: Choices = {
    "C_large'": [replace(ONLINE, normalised=True)],
    "C_large": [ONLINE],
}
NORMALISED_PHASES: Choices = {"C_small": [PHASES], "C_small'": [NORMALISED]}
# modular addition first with random labels, or never, in as many steps; medians of samples until
# the target would take some 400 runs
RANDOM: Choices = {"C_random": [Way("random")], "C_large": [ONLINE]}
# Full batches of all inputs of parities, and of half of them: a run with half of them sees as many
# samples in all, so it takes twice as many steps, and the accuracy is that on all inputs. Medians
# of what is seen until the target would take some 130 runs of 500 steps.
FULL: Choices = {"C_small": [Way("some inputs")], "C_large": [Way("all inputs")]}
NORMALISED_FULL: Choices = {
    "C_small'": [Way("some inputs", normalised=True)],
    "C_large'": [Way("all inputs", normalised=True)],
}
HALF = ("512 of the 1024 inputs as the small set, whose size is not given",)

EXPERIMENTS = {
    "figure 1: parity": of_tasks(PLAIN, "parity"),
    "figure 1: index": of_tasks(PLAIN, "index"),
    "figure 1: regression": of_tasks(PLAIN, "regression"),
    "figure 1: addition": of_tasks(PLAIN, *ADDITIONS),
    "figure 8 (a)": of_gap("queries", with_factors("rate", "rates"), *SIX_ONLY),
    "figure 8 (b)": of_gap("queries", with_factors("scale", "scales"), *SIX_ONLY),
    "figure 8 (c)": of_gap("queries", with_normalisation, SIX_ONLY[0]),
    "figure 8 (c): phases": of_gap("queries", with_normalisation, SIX_ONLY[0]),
    "figure 8 (c): online": of_tasks(NORMALISED_ONLINE, "queries"),
    "figure 9 (a)": of_gap("index", with_best_scale),
    "figure 9 (b)": of_gap("index", with_normalisation),
    "figure 9 (b): online": of_tasks(NORMALISED_ONLINE, "index"),
    "figure 9 (c)": of_gap("regression", with_best_scale),
    "figure 9 (d)": of_gap("regression", with_normalisation),
    "figure 14: Transformers": of_tasks(FULL, "all inputs, dense", limits=HALF),
    "figure 15": of_tasks(FULL, "all inputs", "all inputs, dense", limits=HALF),
    "figure 16": of_tasks(BARE, "parity", limits=("a balanced set of its own in each phase",)),
    "figure 17: faster": of_tasks(MOVED, "parity", limits=MOVED_SO),
    "figure 17: gap": of_tasks(MOVED, "parity", limits=MOVED_SO),
    "figure 17: best": of_tasks(MOVED, "parity", limits=MOVED_SO),
    "figure 19": of_tasks(BY_THEMSELVES, "parity", limits=LOOKED_AT),
    "figure 20": of_tasks(RANDOM, *ADDITIONS),
    "figure 25": by_depth,
    "figure 27: parity": of_tasks(NORMALISED_FULL, "all inputs, longer", limits=HALF),
    "figure 27: addition": of_tasks({**PLAIN, **with_normalisation({})}, *ADDITIONS),
    "figure 28: first sets": first_sets,
    "figure 28: task": of_tasks(NORMALISED_PHASES, "parity"),
    "figure 30: single": one_by_one,
    "figure 30: pair": one_by_one,
}
