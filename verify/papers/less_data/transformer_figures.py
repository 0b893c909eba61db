"""How figures 1, 8, 15 to 17, 19, 20, 25, 27, 28 and 30 are attacked: Transformers."""

from __future__ import annotations

from dataclasses import replace

import torch

from theory.claim import Observed
from verify.methods.effects import Measured, by_effect, mean
from verify.papers.less_data.transformer_trainings import (
    EVERY,
    SETTINGS,
    STANDARD_ONLY,
    Way,
    full_batches,
    measured_by_run,
    measured_on_each,
    together,
    trained,
    tried,
    until_target,
)

ONLINE, PHASES = Way("online"), Way("phases")
NORMALISED = Way("phases", normalised=True)
BIASES = range(2, 7)
PLAIN = {"C_small": PHASES, "C_large": ONLINE}
SIX_ONLY = ("six phases and not 100 epochs", "the printed factors")
# The tasks of `standard` are easier than the paper's, and their answers have to be the same.
ADDITIONS = {"standard": ("addition", "easier addition"), "full": ("addition",)}


@by_effect
def gap(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the samples that the phases take on several tasks, and new ones.

    The answers on all tasks have to be the same. Regression in context is left to `full`: at width
    16, 7 examples and 2 inputs the loss falls from 2 to 1.3 in phases and to 1.7 online in 2500
    steps of 1.3 ms at the better of two rates, for 3 runs; 128 runs of some 5000 steps are needed.
    """
    if scale == "quick":
        return STANDARD_ONLY
    ways = {"C_small": [PHASES], "C_large": [ONLINE]}
    tasks = ("parity", *ADDITIONS[scale], "index")
    if scale == "full":
        return measured_on_each((*tasks, "regression"), ways, (), scale, seed, device, covers=())
    covers = ("parity, modular addition and the single-index model",)
    return measured_on_each(tasks, ways, (), scale, seed, device, covers)


@by_effect
def without_bias(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the same with phases whose sets have no bias."""
    ways = {"C_bare": [Way("balanced")], "C_large": [ONLINE]}
    limits = ("a balanced set of its own in each phase",)
    return until_target(ways, limits, scale, seed, device)


@by_effect
def moved(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure also new samples with the means of 2^i samples, for each i and for the best one."""
    each = {f"C_biased_{i}": [Way(f"biased {i}")] for i in BIASES}
    best = {"C_biased": [way for (way,) in each.values()]}
    ways = {**each, **best, "C_small": [PHASES], "C_large": [ONLINE]}
    limits = ("six phases in place of four", "the i that is best where rates are tuned")
    return until_target(ways, limits, scale, seed, device)


@by_effect
def automatic(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure also those of phases that end by themselves."""
    ways = {"C_small''": [Way("phases by themselves")], "C_small": [PHASES], "C_large": [ONLINE]}
    limits = (f"the accuracy on a set is looked at every {EVERY} steps",)
    return until_target(ways, limits, scale, seed, device)


@by_effect
def random_labels(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure modular addition, first with random labels, or never, in as many steps.

    Medians of samples until the target would take some 400 runs.
    """
    if scale == "quick":
        return STANDARD_ONLY
    ways = {"C_random": [Way("random")], "C_large": [ONLINE]}
    return measured_on_each(ADDITIONS[scale], ways, (), scale, seed, device, covers=())


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
        (*setting.limits, "each at the learning rate that is best for it"),
        ("the first set, not the second",),
    )


@by_effect
def rates_apart(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the gap with the printed learning rates of queries and keys."""
    if scale == "quick":
        return STANDARD_ONLY
    large, _, small = map(float, statement.settings["rates"])
    ways = {"C_small'": replace(PHASES, rate=small), "C_large'": replace(ONLINE, rate=large)}
    return measured_by_run("queries", PLAIN | ways, (), scale, seed, device, SIX_ONLY)


@by_effect
def scaled_weights(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the gap with the printed scales of their initial weights."""
    if scale == "quick":
        return STANDARD_ONLY
    large, _, small = map(float, statement.settings["scales"])
    ways = {"C_small'": replace(PHASES, scale=small), "C_large'": replace(ONLINE, scale=large)}
    return measured_by_run("queries", PLAIN | ways, (), scale, seed, device, SIX_ONLY)


@by_effect
def normalised_gap(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the gap with normalised queries and keys."""
    if scale == "quick":
        return STANDARD_ONLY
    ways = {"C_small'": NORMALISED, "C_large'": replace(ONLINE, normalised=True)}
    return measured_by_run("queries", PLAIN | ways, (), scale, seed, device, SIX_ONLY[:1])


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
                PLAIN | {f"{s}''": replace(way, depth=depth) for s, way in PLAIN.items()},
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
    ways = {symbol: replace(PHASES, online=names) for symbol, names in online.items()}
    limits = ("with their biases",)
    return measured_by_run("queries", {"C_small": PHASES} | ways, limits, scale, seed, device, ())


@by_effect
def gap_in_full(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the errors with full batches on (10, 6)- and on (10, 10)-parity.

    The answers on both have to be the same. Medians of what is seen until the target would take
    some 130 runs of 500 steps, of 11 ms with all inputs and of 6 with half of them.
    """
    return full_batches(("all inputs", "all inputs, dense"), scale, seed, device)


@by_effect
def gap_normalised(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the errors with full batches on (10, 6)-parity with normalisation, in more steps."""
    return full_batches(("all inputs, longer",), scale, seed, device, mark="'")


@by_effect
def normalised_addition(
    statement: Observed, *, seed: int, scale: str, device: str
) -> Measured | str:
    """Measure the samples that modular addition takes with and without normalisation."""
    if scale == "quick":
        return STANDARD_ONLY
    ways = {
        "C_small": [PHASES],
        "C_small'": [NORMALISED],
        "C_large": [ONLINE],
        "C_large'": [Way("online", normalised=True)],
    }
    return measured_on_each(ADDITIONS[scale], ways, (), scale, seed, device, covers=())


EXPERIMENTS = {
    "figure 1": gap,
    "figure 8 (a)": rates_apart,
    "figure 8 (b)": scaled_weights,
    "figure 8 (c)": normalised_gap,
    "figure 8 (c): phases": normalised_gap,
    "figure 15": gap_in_full,
    "figure 16": without_bias,
    "figure 17: faster": moved,
    "figure 17: gap": moved,
    "figure 17: best": moved,
    "figure 19": automatic,
    "figure 20": random_labels,
    "figure 25": by_depth,
    "figure 27: parity": gap_normalised,
    "figure 27: addition": normalised_addition,
    "figure 28: first sets": first_sets,
    "figure 28: task": normalised,
    "figure 30: single": one_by_one,
    "figure 30: pair": one_by_one,
}
