"""How figures 1, 6 to 8 and table 4 are attacked: training on new data, judged over draws."""

from __future__ import annotations

import math
from functools import cache, partial
from itertools import product
from typing import Any

import torch
from scipy import stats
from torch import Tensor

from numerics import diagonal_training as training
from numerics.diagonal_training import Record, Rule
from theory.claim import Observed
from theory.papers.steepest_mirror.experiments import STRENGTHS, TABLE_4, ends
from verify.methods.effects import (
    FAIR,
    TAIL,
    ConfidenceInterval,
    Measured,
    by_effect,
    fraction,
    geometric,
    mean,
    truth,
)

SPARSE_5 = (1.0,) * 5 + (0.0,) * 95
SPARSE_2 = (1.0,) * 2 + (0.0,) * 98
START = 0.1
TIME = 100.0  # 1e6 steps of 1e-4
ALPHAS = tuple(map(float, STRENGTHS))
FACTORS = (1 / 80, 1.0, 10.0, 100.0)  # of the summed squared error: mean, sum, and beyond


@cache
def sign_descent(
    depth: int,
    coupled: tuple[float, ...],
    decoupled: tuple[float, ...],
    draws: int,
    rate: float,
    time: float,
    seed: int,
    device: str,
) -> tuple[Record, Tensor]:
    """Return sign descent on the sum of squares with 80 samples, and the truth.

    With signs a factor c of the loss only divides the coupled strengths by c.
    """
    data = training.gaussian(draws, 80, SPARSE_5, seed=seed, device=device)
    gradient = training.squared_error(data, 1.0)
    rule = Rule(1.0, coupled, decoupled)
    steps = round(time / rate)
    end = training.train(gradient, data, depth, rule, rate=rate, steps=steps, scale=START)
    return end, data.truth


def balance_distance(end: Record, decoupled: tuple[float, ...], time: float) -> Tensor:
    """Return the mean over coordinates of | |w_i| - |w_1| - 0.1 exp(-decoupled t) |."""
    predicted = START * torch.exp(-time * torch.tensor(decoupled, dtype=torch.float64))
    gap = end.rest.abs() - end.first.abs()
    return (gap.cpu() - predicted[:, None]).abs().mean(-1)


# -- table 4 -------------------------------------------------------------------------------------

ROWS = (0.0, *ALPHAS)  # decoupled strengths of the runs without coupled decay
ALONE = (0.0,) * len(ROWS)
STANDARD_ONLY = "needs 1e5 steps for each of 32 data sets; run the profile standard or full"
FULL_ONLY = "needs learning rate 1e-4 and 1e6 steps; run the profile full"


@by_effect
def balance(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure balance distances, coupled over decoupled, at the least favourable strength.

    Control: the decoupled runs are further from a prediction that forgets their decay.
    """
    if scale == "quick":
        return STANDARD_ONLY
    draws, rate, time = _sizes(scale, standard=(64, 1e-3, TIME), full=64)
    readings: list[dict[str, ConfidenceInterval]] = [{}, {}]
    control = []
    for depth, sets in ((2, draws), (10, min(draws, 16))):
        coupled = tuple(a / c for c in FACTORS[:2] for a in ALPHAS) + (0.0,) * len(ALPHAS)
        decoupled = (0.0,) * 2 * len(ALPHAS) + ALPHAS
        end, _ = sign_descent(depth, coupled, decoupled, sets, rate, time, seed, device)
        mean_rows, sum_rows, beside = balance_distance(end, decoupled, time).chunk(3, dim=1)
        for reading, rows in zip(readings, (mean_rows, sum_rows), strict=True):
            ratios = (geometric(r) for r in (rows / beside).unbind(1))
            reading[f"worse_{depth}"] = min(ratios, key=lambda r: r.low)
        forgetful = balance_distance(end, ALONE[:1] * len(coupled), time)
        control.append(geometric(forgetful[:, -1] / beside[:, -1]).low > 1)
    return Measured(
        tuple(readings),
        all(control),
        round(len(coupled) * (draws + sets) * time / rate),
        f"mean, then summed squared error; {draws} data sets at depth 2, {sets} at depth 10",
        _limits(rate, time),
    )


@by_effect
def gain(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure what decoupled decay gains at depth 10, in decades of the squared distance.

    Control: depth 10 gains over depth 2, both without decay.
    """
    if scale == "quick":
        return STANDARD_ONLY
    draws, rate, time = _sizes(scale, standard=(32, 1e-3, TIME), full=96)
    deep, truth_ = sign_descent(10, ALONE, ROWS, draws, rate, time, seed, device)
    flat, _ = sign_descent(2, (0.0,), (0.0,), draws, rate, 5.0, seed, device)
    distance = deep.distance[-1].cpu()
    decades = torch.log10(distance[:, :1] / distance[:, 1:])
    measured = mean(decades.mean(1))
    better = float((decades.max(1).values > 0).double().mean())
    sums = (deep.x - truth_).abs().sum(-1).cpu()
    in_l1 = mean(torch.log10(sums[:, :1] / sums[:, 1:]).mean(1))
    single = ", ".join(f"{float(d):.2f}" for d in decades.mean(0))
    return Measured(
        ({"gain": measured},),
        mean(torch.log10(flat.distance[-1, :, 0].cpu() / distance[:, 0])).low > 0,
        round(len(ROWS) * draws * time / rate),
        f"by strength {single}; in L_1 {in_l1.value:.2f}; some strength helps in {better:.0%} of "
        f"{draws} data sets; a gain of {measured.detects:.2f} would be seen",
        _limits(rate, time),
    )


@by_effect
def nearest(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure how often a decoupled row of depth 10 is nearest to the truth.

    Rows of depth 1 and coupled rows of depth 10 are left out: they stay far from the truth.
    Control: depth 10 without decay is nearer than depth 2 without decay in most draws.
    """
    if scale == "quick":
        return STANDARD_ONLY
    draws, rate, time = _sizes(scale, standard=(32, 1e-3, TIME), full=96)
    coupled = tuple(a / c for c in FACTORS[:2] for a in ALPHAS)
    deep, _ = sign_descent(10, ALONE, ROWS, draws, rate, time, seed, device)
    flat, _ = sign_descent(
        2, coupled + ALONE, (0.0,) * len(coupled) + ROWS, draws, rate, time, seed, device
    )
    deep_rows, flat_rows = deep.distance[-1].cpu(), flat.distance[-1].cpu()
    best = deep_rows[:, 1:].min(1).values
    shares = []
    for rows in flat_rows[:, : len(coupled)].chunk(2, dim=1):
        others = torch.cat([deep_rows[:, :1], flat_rows[:, len(coupled) :], rows], dim=1)
        shares.append(fraction(best < others.min(1).values))
    without = fraction(deep_rows[:, 0] < flat_rows[:, len(coupled)])
    return Measured(
        tuple({"share": s} for s in shares),
        without.low > 1 / 2,
        round((len(ROWS) * 2 + len(coupled)) * draws * time / rate),
        f"mean, then summed squared error; {draws} data sets",
        _limits(rate, time),
    )


@by_effect
def collapse(statement: Observed, *, seed: int, scale: str, device: str) -> Measured:
    """Measure what is left of the distance after coupled decay, by the best run of a set.

    Soon the factors do nothing but step to and fro about 0: two steps later their state is the
    same to the last bit, and so it is after every even number of further steps, up to the 1e6 of
    the paper. Control: runs without decay, in larger and fewer steps, leave less than the bound of
    the claim.
    """
    draws, rate, steps = 16, 1e-4, 1600
    coupled = tuple(a / c for c in FACTORS for a in ALPHAS)
    none = (0.0,) * len(coupled)
    (end, truth_), (later, _) = (
        sign_descent(10, coupled, none, draws, rate, n * rate, seed, device)
        for n in (steps, steps + 2)
    )
    settled = torch.equal(end.first, later.first) and torch.equal(end.rest, later.rest)
    grown, _ = sign_descent(10, (0.0,), (0.0,), draws, 1e-3, 1.5, seed, device)
    square = float((truth_**2).sum())
    control = geometric(grown.distance[-1, :, 0].cpu() / square)
    return Measured(
        ({"left": geometric((end.distance[-1].cpu() / square).min(1).values)},),
        truth(statement.effect, {"left": control}) is True,
        2 * steps * len(coupled) * draws,
        f"nearest of 3 strengths and 4 factors of the loss, mean to 100 times the sum; {draws} "
        f"data sets; without decay {control.value:.1e} is left",
        () if settled else _limits(rate, steps * rate),
    )


def _misfit(printed: str, values: Tensor, grain: float = 0.0) -> tuple[float, float]:
    """Return how far a printed number lies from new draws, in half-widths, and the half-width.

    The half-width, in decades, is that of the prediction interval for one more draw plus what
    rounding allows. Zero is met by zero only; differences below `grain` do not count.
    """
    low, high = (float(e) for e in ends(printed))
    if float(printed) == 0:
        return (0.0 if float(values.abs().max()) <= high else math.inf), 0.0
    logs = torch.log10(values)
    count = len(logs)
    spread = float(stats.t.isf(TAIL, count - 1)) * float(logs.std()) * math.sqrt(1 + 1 / count)
    half = spread + math.log10(high / low) / 2
    if abs(float(printed) - float(10 ** logs.mean())) <= grain:
        return 0.0, half
    return abs(math.log10(float(printed)) - float(logs.mean())) / half, half


def typical(
    depths: tuple[int, ...],
    kinds: tuple[str, ...],
    statement: Observed,
    *,
    seed: int,
    scale: str,
    device: str,
) -> Measured | str:
    """Measure the worst misfit of printed rows, for every factor of the loss that matters.

    Control: a distance that is wrong by a factor of 100 would be seen in some row.
    """
    if scale != "full":
        return FULL_ONLY
    draws, rate, time = _sizes(scale, full=24)
    factors = FACTORS if "coupled" in kinds else FACTORS[:1]
    worst = dict.fromkeys(factors, (0.0, ""))
    widths = []
    for depth in depths:
        rows = [
            (factor, kind, number)
            for kind in kinds
            for factor in (factors if kind == "coupled" else (None,))
            for number in range(len(TABLE_4[depth][kind]))
        ]
        coupled = tuple(ALPHAS[i] / factor if factor else 0.0 for factor, _, i in rows)
        decoupled = tuple(ALPHAS[i] if kind == "decoupled" else 0.0 for _, kind, i in rows)
        end, _ = sign_descent(depth, coupled, decoupled, draws, rate, time, seed, device)
        off = balance_distance(end, decoupled, time)
        for run, (factor, kind, number) in enumerate(rows):
            balance_, distance = TABLE_4[depth][kind][number]
            far = end.distance[-1, :, run].cpu()
            entries = [(distance, far, 0.0)]
            if depth > 1:  # round-off decides whether a change of sign shifts the balance
                entries.append((balance_, off[:, run], 2 * rate))
            widths.append(_misfit(distance, far)[1])
            for printed, values, grain in entries:
                found = _misfit(printed, values, grain)[0], f"{printed} against {geometric(values)}"
                for each in (factor,) if factor else factors:
                    worst[each] = max(worst[each], found, key=lambda pair: pair[0])
    misfit, name = min(worst.values())
    return Measured(
        ({"misfit": ConfidenceInterval(misfit, misfit, misfit)},),
        min(widths) < 2,
        round(len(factors) * len(depths) * len(kinds) * 3 * draws * time / rate),
        f"worst entry {name}; most favourable factor of the loss; {draws} data sets; distances "
        f"wrong by {min(widths):.1f} (narrowest row) to {max(widths):.1f} decades would be seen",
    )


# -- figures -------------------------------------------------------------------------------------


@by_effect
def saddle_escape(statement: Observed, *, seed: int, scale: str, device: str) -> Measured:
    """Measure the time of gradient descent over that of sign descent to 1% of the distance.

    Control: gradient descent on half the loss takes twice as long.
    """
    summed = statement.settings["loss"] == "sum"
    draws = 8
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

    factor = 1.0 if summed else 1 / 300
    gradient_time, sign_time = hitting_time(2.0, factor), hitting_time(1.0, factor)
    doubled = geometric(hitting_time(2.0, factor / 2) / gradient_time)
    return Measured(
        ({"ratio": geometric(gradient_time / sign_time)},),
        abs(doubled.value - 2) < 0.2,
        round(2 * draws * float(gradient_time.max()) / rate),
        f"times {float(gradient_time.mean()):.3g} and {float(sign_time.mean()):.3g}; {draws} data "
        f"sets; half the loss takes gradient descent {doubled.value:.3g} times as long",
        _limits(rate, TIME),
    )


REGRESSIONS = {  # symbol -> (depth, q)
    "one_sign": (1, 1.0),
    "one_between": (1, 1.5),
    "one_gradient": (1, 2.0),
    "two_gradient": (2, 2.0),
    "ten_sign": (10, 1.0),
    "ten_gradient": (10, 2.0),
}


@by_effect
def recovery(statement: Observed, *, seed: int, scale: str, device: str) -> Measured:
    """Measure |x - x*|^2 / |x*|^2 after training on the mean squared error, 80 samples.

    Control: samples outnumber features by three; depth 1 with gradient flow gets close.
    """
    draws, rate, time = _sizes(scale, quick=(32, 1e-2, 10.0), standard=(24, 1e-3, TIME), full=24)

    def remaining(k: int, depth: int, q: float, rate: float, time: float) -> ConfidenceInterval:
        data = training.gaussian(draws, k, SPARSE_5, seed=seed, device=device)
        end = training.train(
            training.squared_error(data, 1 / k),
            data,
            depth,
            Rule(q),
            rate=rate,
            steps=round(time / rate),
            scale=START,
        )
        return geometric(end.distance[-1, :, 0].cpu() / float((data.truth**2).sum()))

    names = sorted(map(str, statement.effect.free_symbols))
    if scale == "quick" and "ten_sign" in names:
        rate, time = 1e-3, 2.0  # sign descent at depth 10 leaves noise that grows with the rate
    measured = {name: remaining(80, *REGRESSIONS[name], rate, time) for name in names}
    return Measured(
        (measured,),
        remaining(300, 1, 2.0, 1e-2, 10.0).high < 1 / 20,
        round(len(names) * draws * time / rate),
        f"{draws} data sets",
        _limits(rate, time),
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

    measured = {f"alike_{depth}": mean(alike("adam", depth)) for depth in DEPTHS}
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
    others = "/".join(f"{float(alike('gradient', d).mean()):.2f}" for d in DEPTHS)
    return Measured(
        (measured,),
        geometric(found["gradient", 1][1]).high < 1 / 10,
        9 * draws * steps,
        f"at depths 1/2/10: features {counts}, cosine of sign and gradient descent {others}; "
        f"{draws} data sets",
        () if steps == 10_000 else (f"{steps} steps in place of 10000",),
    )


@by_effect
def small_batches(statement: Observed, *, seed: int, scale: str, device: str) -> Measured:
    """Measure squared distances with all data and with batches of 5, on the mean squared error.

    Control: batches are fair; at x = 0 their mean gradient is that of all data.
    """
    draws, rate, time = _sizes(scale, quick=(32, 1e-3, 4.0), standard=(32, 1e-3, 20.0), full=32)
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
        _limits(rate, time),
    )


def _sizes(
    scale: str, *, full: int, quick: Any = None, standard: Any = None
) -> tuple[int, float, float]:
    """Return draws, learning rate and time at a scale; full has the paper's rate and time."""
    return {"quick": quick, "standard": standard}.get(scale) or (full, 1e-4, TIME)


def _limits(rate: float, time: float) -> tuple[str, ...]:
    """Say where learning rate and time differ from the paper's."""
    coarse = (f"learning rate {rate:g} in place of 1e-4",) if rate != 1e-4 else ()
    return coarse + ((f"time {time:g} in place of 100",) if time != TIME else ())


EXPERIMENTS = {
    "table 4: balance": balance,
    "table 4: gain": gain,
    "table 4: nearest": nearest,
    "table 4: coupled depth 10": collapse,
    "table 4: depth 1": by_effect(partial(typical, (1,), tuple(TABLE_4[1]))),
    "table 4: decoupled": by_effect(partial(typical, (2, 10), ("none", "decoupled"))),
    "table 4: coupled": by_effect(partial(typical, (2,), ("coupled",))),
    "figure 1": saddle_escape,
    "figure 6": margins,
    "figure 7": recovery,
    "figure 8": small_batches,
}
