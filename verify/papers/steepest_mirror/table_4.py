"""How table 4 is attacked: sign descent with weight decay on new data, judged over draws."""

from __future__ import annotations

import math
from functools import cache

import torch
from scipy import stats
from torch import Tensor

from numerics import diagonal_training as training
from numerics.diagonal_training import Record, Rule
from theory.claim import Observed
from theory.papers.steepest_mirror.table_4 import STRENGTHS, TABLE_4
from verify.methods.effects import (
    TAIL,
    ConfidenceInterval,
    Measured,
    by_effect,
    fraction,
    geometric,
    mean,
    truth,
)
from verify.papers.steepest_mirror.experiments import SPARSE_5, START, TIME, limits_of, sizes

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


# -- the cells -----------------------------------------------------------------------------------

FULL_ONLY = "needs learning rate 1e-4 and 1e6 steps; run the profile full"
PER_SUM = {  # factors of the sum of squares
    "mean": 1 / 80,
    "half the mean": 1 / 160,
    "sum": 1.0,
    "10 sum": 10.0,
    "100 sum": 100.0,
}
CELL_DRAWS = 24
OFTEN = 0.005  # how often one more data set is above what counts as typical, and how often below
WRONG = 100.0  # a number that is wrong by this factor has to be seen
Row = tuple[str, str | None, str]  # kind of decay, strength, loss


@cache
def rows(
    depth: int, draws: int, rate: float, time: float, seed: int, device: str
) -> dict[Row, tuple[Tensor, Tensor]]:
    """Return balance distances and distances to the truth `[draws]` of all rows of a depth."""
    kinds = TABLE_4[depth]
    names: list[Row] = [
        (kind, None if kind == "none" else STRENGTHS[number], loss)
        for kind, entries in kinds.items()
        for loss in (PER_SUM if kind == "coupled" else ("mean",))
        for number in range(len(entries))
    ]
    coupled = tuple(float(a or 0) / PER_SUM[loss] * (k == "coupled") for k, a, loss in names)
    decoupled = tuple(float(a or 0) * (k == "decoupled") for k, a, _ in names)
    end, _ = sign_descent(depth, coupled, decoupled, draws, rate, time, seed, device)
    columns = balance_distance(end, decoupled, time).unbind(1), end.distance[-1].cpu().unbind(1)
    return dict(zip(names, zip(*columns, strict=True), strict=True))


def one_more(values: Tensor, tail: float) -> ConfidenceInterval:
    """Return between which numbers one more draw lies, by a prediction interval in logarithms.

    It lies below with probability `tail`, and above.
    """
    logs = torch.log10(values)
    count, centre = len(logs), float(logs.mean())
    half = float(stats.t.isf(tail, count - 1)) * float(logs.std()) * math.sqrt(1 + 1 / count)
    return ConfidenceInterval(centre - half, centre, centre + half).powered()


@by_effect
def cell(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure between which numbers a cell lies for one more data set.

    A printed number counts as typical between the ends that one more data set passes with
    probability `OFTEN`, as contradicted beyond those that it passes with probability `TAIL`, and in
    between nothing is said: so each end is an interval itself. Balances that differ by two steps
    from their mean count as the same, since round-off decides whether a change of sign shifts them.

    Control: a number that differs from their mean by a factor of 100 is not typical, or the printed
    one is contradicted.
    """
    if scale != "full":
        return FULL_ONLY
    draws, rate, time = sizes(scale, full=CELL_DRAWS)
    said = statement.settings
    off, far = rows(said["L"], draws, rate, time, seed, device)[
        said["decay"], said.get("strength"), said["loss"]
    ]
    pairs = said["L"] - 1 if said["pairs"] == "sum" else 1
    values, grain = (pairs * off, 2 * rate * pairs) if said["column"] == "balance" else (far, 0.0)
    seen, usual = one_more(values, TAIL), one_more(values, OFTEN)
    least = [min(one.low, one.value - grain) for one in (seen, usual)]
    greatest = [max(one.high, one.value + grain) for one in (seen, usual)]
    measured = {
        "least": ConfidenceInterval(least[0], least[1], least[1]),
        "greatest": ConfidenceInterval(greatest[1], greatest[1], greatest[0]),
    }
    return Measured(
        (measured,),
        usual.high <= usual.value * WRONG or truth(statement.effect, measured) is False,
        round(draws * time / rate),
        f"geometric mean {geometric(values)}; {float(values.min()):.3g} to "
        f"{float(values.max()):.3g} in {draws} data sets",
        limits_of(rate, time),
    )


# -- what is said of the table ---------------------------------------------------------------------

ROWS = (0.0, *ALPHAS)  # decoupled strengths of the runs without coupled decay
ALONE = (0.0,) * len(ROWS)
STANDARD_ONLY = "needs 1e5 steps for each of 32 data sets; run the profile standard or full"


@by_effect
def balance(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure balance distances of coupled rows over those of others, at the least strength.

    Others are decoupled rows of the same strength, and the row without decay.

    Control: the decoupled runs are further from a prediction that forgets their decay.
    """
    if scale == "quick":
        return STANDARD_ONLY
    draws, rate, time = sizes(scale, standard=(64, 1e-3, TIME), full=64)
    readings: list[dict[str, ConfidenceInterval]] = [{}, {}]
    control = []
    for depth, sets in ((2, draws), (10, min(draws, 16))):
        coupled = tuple(a / c for c in FACTORS[:2] for a in ALPHAS) + ALONE
        decoupled = (0.0,) * 2 * len(ALPHAS) + ROWS
        end, _ = sign_descent(depth, coupled, decoupled, sets, rate, time, seed, device)
        off = balance_distance(end, decoupled, time)
        mean_rows, sum_rows, none, beside = off.split((3, 3, 1, 3), dim=1)
        for reading, found in zip(readings, (mean_rows, sum_rows), strict=True):
            for name, other in (("worse", beside), ("away", none)):
                ratios = (geometric(r) for r in (found / other).unbind(1))
                reading[f"{name}_{depth}"] = min(ratios, key=lambda r: r.low)
        forgetful = balance_distance(end, (0.0,) * len(coupled), time)
        control.append(geometric(forgetful[:, -1] / beside[:, -1]).low > 1)
    return Measured(
        tuple(readings),
        all(control),
        round(len(coupled) * (draws + sets) * time / rate),
        f"mean, then summed squared error; {draws} data sets at depth 2, {sets} at depth 10",
        limits_of(rate, time),
    )


@by_effect
def gain(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure what decoupled decay gains at depth 10, in decades of the squared distance.

    Control: depth 10 gains over depth 2, both without decay.
    """
    if scale == "quick":
        return STANDARD_ONLY
    draws, rate, time = sizes(scale, standard=(32, 1e-3, TIME), full=96)
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
        limits_of(rate, time),
    )


@by_effect
def nearest(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure how often a decoupled row of depth 10 is nearest to the truth.

    Rows of depth 1 and coupled rows of depth 10 are left out: they stay far from the truth.
    Control: depth 10 without decay is nearer than depth 2 without decay in most draws.
    """
    if scale == "quick":
        return STANDARD_ONLY
    draws, rate, time = sizes(scale, standard=(32, 1e-3, TIME), full=96)
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
        limits_of(rate, time),
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
        () if settled else limits_of(rate, steps * rate),
    )


EXPERIMENTS = {
    "table 4: cell": cell,
    "table 4: balance": balance,
    "table 4: gain": gain,
    "table 4: nearest": nearest,
    "table 4: coupled depth 10": collapse,
}
