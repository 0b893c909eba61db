"""How figures 1 and 6 to 8 are attacked: training on new data, judged over draws."""

from __future__ import annotations

import math
from functools import cache
from itertools import product
from typing import Any

import torch
from torch import Tensor

from numerics import diagonal_training as training
from numerics.diagonal_training import Rule
from theory.claim import Observed
from verify.methods.effects import (
    FAIR,
    ConfidenceInterval,
    Measured,
    by_effect,
    fraction,
    geometric,
    mean,
)

SPARSE_5 = (1.0,) * 5 + (0.0,) * 95
SPARSE_2 = (1.0,) * 2 + (0.0,) * 98
START = 0.1
TIME = 100.0  # 1e6 steps of 1e-4

# -- figures -------------------------------------------------------------------------------------


@by_effect
def saddle_escape(statement: Observed, *, seed: int, scale: str, device: str) -> Measured:
    """Measure the time of gradient descent over that of sign descent to 1% of the distance.

    Control: gradient descent on half the loss takes twice as long.
    """
    draws, loss = 8, statement.settings["loss"]
    summed = loss == "sum"
    rate = 1e-4 if summed or scale != "quick" else 2e-3
    data = training.gaussian(draws, 300, SPARSE_5, seed=seed, device=device)
    level = 0.01 * float((data.truth**2).sum())
    longest = 60.0
    every = 10 if summed else 50
    steps = round(longest / rate)

    def hitting_time(q: float, factor: float) -> Tensor:
        gradient = training.squared_error(data, factor)
        end = training.train(
            gradient,
            data,
            3,
            Rule(q),
            rate=rate,
            steps=steps,
            scale=START,
            records=steps // every,
            until=level,
        )
        first = (end.distance[:, :, 0] <= level).double().argmax(0).cpu()
        reached = (end.distance[-1, :, 0] <= level).cpu()
        times = rate * torch.tensor(end.steps, dtype=torch.float64)[first]
        return torch.where(reached, times, torch.tensor(math.nan, dtype=torch.float64))

    factor = factor_of(loss, 300)
    gradient_time, sign_time = hitting_time(2.0, factor), hitting_time(1.0, factor)
    doubled = geometric(hitting_time(2.0, factor / 2) / gradient_time)
    return Measured(
        ({"ratio": geometric(gradient_time / sign_time)},),
        abs(doubled.value - 2) < 0.2,
        round(2 * draws * float(gradient_time.max()) / rate),
        f"times {float(gradient_time.mean()):.3g} and {float(sign_time.mean()):.3g}; {draws} data "
        f"sets; half the loss takes gradient descent {doubled.value:.3g} times as long",
        limits_of(rate, TIME),
    )


REGRESSIONS = {  # symbol -> (depth, q)
    "one_sign": (1, 1.0),
    "one_between": (1, 1.5),
    "one_gradient": (1, 2.0),
    "two_gradient": (2, 2.0),
    "ten_sign": (10, 1.0),
    "ten_gradient": (10, 2.0),
}


def factor_of(loss: str, k: int) -> float:
    """Return the factor of the sum of k squares in a loss."""
    return {"mean": 1 / k, "half the mean": 1 / (2 * k), "sum": 1.0}[loss]


@cache
def remaining(
    draws: int,
    k: int,
    depth: int,
    q: float,
    factor: float,
    rate: float,
    time: float,
    seed: int,
    device: str,
) -> ConfidenceInterval:
    """Return |x - x*|^2 / |x*|^2 after training on factor times the sum of squares."""
    data = training.gaussian(draws, k, SPARSE_5, seed=seed, device=device)
    gradient, steps = training.squared_error(data, factor), round(time / rate)
    end = training.train(gradient, data, depth, Rule(q), rate=rate, steps=steps, scale=START)
    return geometric(end.distance[-1, :, 0].cpu() / float((data.truth**2).sum()))


@by_effect
def recovery(statement: Observed, *, seed: int, scale: str, device: str) -> Measured:
    """Measure |x - x*|^2 / |x*|^2 after training on the squared error, 80 samples.

    Control: samples outnumber features by three; depth 1 with gradient flow gets close.
    """
    draws, rate, time = sizes(scale, quick=(32, 1e-2, 10.0), standard=(24, 1e-3, TIME), full=24)
    loss = statement.settings["loss"]
    names = sorted(map(str, statement.effect.free_symbols))
    if scale == "quick" and "ten_sign" in names:
        rate, time = 1e-3, 2.0  # sign descent at depth 10 leaves noise that grows with the rate
    elif scale == "quick" and loss == "sum":
        rate = 1e-3  # at 1e-2 gradient descent on the sum diverges

    def left(name: str) -> ConfidenceInterval:
        depth, q = REGRESSIONS[name]
        factor = factor_of("mean" if q == 1 else loss, 80)  # signs do not depend on it
        return remaining(draws, 80, depth, q, factor, rate, time, seed, device)

    measured = {name: left(name) for name in names}
    control = remaining(draws, 300, 1, 2.0, 1 / 300, 1e-2, 10.0, seed, device)
    return Measured(
        (measured,),
        control.high < 1 / 20,
        round(len(names) * draws * time / rate),
        f"{draws} data sets",
        limits_of(rate, time),
    )


@cache
def directions(
    draws: int, steps: int, seed: int, device: str
) -> dict[tuple[str, int], tuple[Tensor, Tensor]]:
    """Return x and loss at the end over loss at the start, by optimiser and depth."""
    data = training.gaussian(draws, 80, SPARSE_2, seed=seed, device=device)
    gradient = training.exponential(data, 1.0)
    margins = data.z * torch.sign(data.z @ data.truth)[..., None]
    found = {}
    for depth, (name, rule) in product(DEPTHS, OPTIMISERS.items()):
        end = training.train(gradient, data, depth, rule, rate=1e-2, steps=steps, scale=START)
        x = end.x[:, 0]
        loss = torch.exp(-(margins @ x[..., None]).squeeze(-1)).mean(-1)
        found[name, depth] = x.cpu(), loss.cpu()
    return found


DEPTHS = (1, 2, 10)
OPTIMISERS = {"sign": Rule(1.0), "adam": Rule(adam=True), "gradient": Rule(2.0)}


@by_effect
def margins(statement: Observed, *, seed: int, scale: str, device: str) -> Measured:
    """Measure how sparse, how true, how alike and how trained directions of optimisers are.

    The truth is 1 in the first two of 100 entries.

    Control: gradient descent at depth 1 brings its loss below a tenth of the start.
    """
    draws = 48
    steps = 1_500 if scale == "quick" else 10_000
    found = directions(draws, steps, seed, device)

    def features(name: str, depth: int) -> Tensor:
        x = found[name, depth][0]
        return x.abs().sum(1) ** 2 / (x**2).sum(1)

    def on_truth(name: str, depth: int) -> Tensor:
        x = found[name, depth][0].abs()
        return x[:, :2].sum(1) / x.sum(1)

    def alike(name: str, depth: int) -> Tensor:
        sign, other = (found[who, depth][0] for who in ("sign", name))
        return torch.nn.functional.cosine_similarity(sign, other, eps=0.0)

    cosines = {
        f"{name}_{depth}": alike(rule, depth)
        for name, rule in (("alike", "adam"), ("other", "gradient"))
        for depth in DEPTHS
    }
    measured = {name: mean(values) for name, values in cosines.items()}
    for name in ("sign", "adam"):
        measured[f"sparser_{name}"] = geometric(features(name, 1) / features(name, 10))
    measured["stuck"] = geometric(found["gradient", 10][1])
    measured["on_truth"] = geometric(on_truth("adam", 10) / on_truth("adam", 1))
    largest = found["adam", 10][0].abs().topk(2).indices.sort().values
    measured["on_top"] = fraction((largest == torch.tensor([0, 1])).all(1))
    counts = ", ".join(
        f"{name} {'/'.join(f'{float(features(name, d).mean()):.0f}' for d in DEPTHS)}"
        for name in ("sign", "adam")
    )
    return Measured(
        (measured,),
        geometric(found["gradient", 1][1]).high < 1 / 10,
        9 * draws * steps,
        f"at depths 1/2/10: features {counts}; {draws} data sets, compared one by one",
        () if steps == 10_000 else (f"{steps} steps in place of 10000",),
        draws=cosines,
    )


@by_effect
def small_batches(statement: Observed, *, seed: int, scale: str, device: str) -> Measured:
    """Measure squared distances with all data and with batches of 5, on the mean squared error.

    Control: batches are fair; at x = 0 their mean gradient is that of all data.
    """
    draws, rate, time = sizes(scale, quick=(32, 1e-3, 4.0), standard=(32, 1e-3, 20.0), full=32)
    k, depth, q = (statement.settings[name] for name in ("k", "L", "q"))
    data = training.gaussian(draws, k, SPARSE_5, seed=seed, device=device)

    def distance(gradient: training.Gradient) -> Tensor:
        steps = round(time / rate)
        end = training.train(
            gradient, data, depth, Rule(float(q)), rate=rate, steps=steps, scale=START
        )
        return end.distance[-1, :, 0].cpu()

    size = float((data.truth**2).sum())
    full = distance(training.squared_error(data, 1 / k))
    batches = distance(training.sampled_error(data, 5, seed + 1))
    name = {(80, 10): "small_batch", (80, 2): "gradient_batch"}.get((k, depth), "")
    measured = {"fails_40": geometric(full / size), "small_batch_40": geometric(batches / size)}
    measured |= {name: geometric(full / batches)}
    start, sampler = torch.zeros_like(data.z[:, :1]), training.sampled_error(data, 5, seed + 2)
    slopes = torch.stack([sampler(start) for _ in range(400)])
    off = slopes.mean(0) - training.squared_error(data, 1 / k)(start)
    scores = (off / (slopes.std(0) / math.sqrt(len(slopes)))).abs().max()
    return Measured(
        (measured,),
        float(scores) < FAIR,
        round(2 * draws * time / rate),
        f"relative distances {geometric(full / size).value:.3g} (all data) and "
        f"{geometric(batches / size).value:.3g} (batches); {draws} data sets",
        limits_of(rate, time),
    )


def sizes(
    scale: str, *, full: int, quick: Any = None, standard: Any = None
) -> tuple[int, float, float]:
    """Return draws, learning rate and time at a scale; full has the paper's rate and time."""
    return {"quick": quick, "standard": standard}.get(scale) or (full, 1e-4, TIME)


def limits_of(rate: float, time: float) -> tuple[str, ...]:
    """Say where learning rate and time differ from the paper's."""
    coarse = (f"learning rate {rate:g} in place of 1e-4",) if rate != 1e-4 else ()
    return coarse + ((f"time {time:g} in place of 100",) if time != TIME else ())


EXPERIMENTS = {
    "figure 1": saddle_escape,
    "figure 6": margins,
    "figure 7": recovery,
    "figure 8": small_batches,
}
