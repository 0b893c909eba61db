"""How the claims of figure.py are attacked: walks from finite laws exactly, others by particles.

At the first even times the law of X_t is enumerated from the points of the start, or from equally
likely quantiles of a start with a density; its smoothed median, mode, skewness, spread and peaks
have no sampling error; their discretisation error is the change under a halving of the cells. At
late times particles in independent batches give intervals of Student's t, each of whose sides
misses with probability `TAIL`; what lies `DETECT` standard errors further out is seen with
probability 0.99. Control: the walk mirrored at 0 (alpha(-x), start -X_0) must break the same
effect with the signs turned, and at an early time particles must have the enumerated median.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import torch
from scipy import stats
from torch import Tensor

from numerics import particle_walk as walk
from numerics.particle_walk import Smoothed
from theory.claim import Observed
from verify.methods.effects import DETECT, FAIR, ConfidenceInterval, Measured, by_effect

TAIL = 1e-10
ROUNDING = 2.0**-40  # of some thousand operations
PEAK = 0.01  # of the highest density: how far a peak stands out
QUANTILES = 128  # points of a start with a density
BATCHES = 32
SHOWN = {  # beta -> starts that the figure shows with it
    0.01: ("point at 0", "points at 0 and 4", "normals at 0 and 4"),
    5.0: ("normal", "uniform"),
}
SIDES = (1, -1)  # the walk and its mirror image
STANDARD_ONLY = "needs up to 1600 steps of 2^18 particles; run the profile standard or full"
LAWS = {
    "normal": stats.norm(),
    "uniform": stats.uniform(-math.sqrt(3), 2 * math.sqrt(3)),
    "exponential": stats.expon(),
}


def starts(settings: Mapping[str, Any], a: float) -> list[tuple[float, ...]]:
    """Return finite laws that stand for a start, one for each width that is tried."""
    widths = settings.get("widths", (1,))
    match settings["start"]:
        case "point at 0":
            return [(0.0,)]
        case "points at 0 and 4":
            return [(0.0, 4.0)]
        case "normals at 0 and 4":
            halves = [quantiles("normal", a * float(w)) for w in widths]
            return [(*half, *(4 + x for x in half)) for half in halves]
        case "exponential to the left":
            return [tuple(-x for x in quantiles("exponential", a * float(w))) for w in widths]
    return [quantiles(settings["start"], a * float(w)) for w in widths]


def quantiles(name: str, scale: float) -> tuple[float, ...]:
    """Return equally likely quantiles of a law with standard deviation `scale`."""
    middles = (np.arange(QUANTILES) + 0.5) / QUANTILES
    return tuple((scale * LAWS[name].ppf(middles)).tolist())


def bandwidth(rule: str, a: float, samples: Tensor) -> float:
    """Return the bandwidth that a setting asks for."""
    match rule:
        case "2 alpha(0)":
            return a
        case "alpha(0) / 2":
            return a / 4
        case "sd / 3":
            return float(samples.std()) / 3
        case "Silverman's for 1000 particles":
            return walk.silverman(samples, 1000)
    raise ValueError(f"bandwidth={rule!r} is no known rule")


def step_size(a: float, beta: float, sign: int) -> walk.StepSize:
    """Return alpha, or with sign -1 the step size of the walk mirrored at 0."""
    alpha = walk.logistic(a, beta)
    return lambda x: alpha(sign * x)


def series(looks: Sequence[Smoothed]) -> dict[str, Tensor]:
    """Return what changes with time, `[times, ...]`, from densities whose first is the start."""
    median = torch.stack([look.median for look in looks])
    mode = torch.stack([look.mode for look in looks[1:]])
    skewness = torch.stack([look.skewness for look in looks[1:]])
    return {
        "median": median.diff(dim=0),
        "mode": mode.diff(dim=0),
        "gap": mode - median[1:],
        "skewness": skewness,
        "spread": torch.stack([look.spread for look in looks]).diff(dim=0),
    }


MEASURED = {
    "fall": (max, "median"),
    "rise": (min, "median"),
    "ahead": (max, "gap"),
    "behind": (min, "gap"),
    "mode_fall": (max, "mode"),
    "skew": (min, "skewness"),
    "wider": (min, "spread"),
    "peaks": (max, "peaks"),
}
TURNED = {"fall": "rise", "ahead": "behind"}  # what the mirror exchanges


def extremes(found: Mapping[str, Sequence[ConfidenceInterval]]) -> dict[str, ConfidenceInterval]:
    """Return the extremes over time that claims speak of, from intervals at each time."""
    return {
        name: ConfidenceInterval(*(pick(getattr(i, end) for i in found[what]) for end in ENDS))
        for name, (pick, what) in MEASURED.items()
        if found.get(what)
    }


ENDS = ("low", "value", "high", "detects")


def mirrored(
    here: Mapping[str, ConfidenceInterval], there: Mapping[str, ConfidenceInterval]
) -> bool:
    """Return whether the mirrored walk was seen to do the opposite."""
    pairs = ((here[a], there[b]) for a, b in TURNED.items())
    return all(one.low <= -two.low and -two.high <= one.high for one, two in pairs)


# -- the first even times, exactly ---------------------------------------------------------------


@cache
def exactly(
    points: tuple[float, ...], a: float, beta: float, rule: str, last: int, sign: int
) -> dict[str, ConfidenceInterval]:
    """Return what the laws of X_0, X_2, ... show, with the change under halved cells as error."""
    alpha, start = step_size(a, beta, sign), [sign * x for x in points]
    found = [walk.enumerated(alpha, start, t) for t in range(0, last + 1, 2)]
    widths = [bandwidth(rule, a, x) for x in found[1:]]
    widths.insert(0, widths[0])

    def at(resolution: int) -> dict[str, Tensor]:
        looks = [walk.smoothed(x, h, resolution) for x, h in zip(found, widths, strict=True)]
        return {**series(looks), "peaks": torch.tensor([p.modality(PEAK) for p in looks[1:]])}

    coarse, fine = at(walk.RESOLUTION // 2), at(walk.RESOLUTION)

    def intervals(name: str) -> list[ConfidenceInterval]:
        pairs = zip(coarse[name].tolist(), fine[name].tolist(), strict=True)
        errors = [(v, abs(v - u) + ROUNDING * (1 + abs(v))) for u, v in pairs]
        return [ConfidenceInterval(v - error, v, v + error) for v, error in errors]

    return extremes({name: intervals(name) for name in fine})


@by_effect
def short(statement: Observed, *, seed: int, scale: str, device: str) -> Measured:
    """Measure the laws of X_2, X_4, ... for every numerator and width that is tried."""
    last = 6 if scale == "quick" else 12
    s = statement.settings
    beta, rule = float(s["beta"]), s["bandwidth"]
    tried = [(a, points) for a in map(float, s["a"]) for points in starts(s, a)]
    sides = [[exactly(points, a, beta, rule, last, sign) for a, points in tried] for sign in SIDES]
    other = f"with beta = {beta:g} the figure shows no start of this kind ({s['start']})"
    return Measured(
        tuple(sides[0]),
        all(map(mirrored, *sides)),
        sum(len(points) << last for _, points in tried),
        f"numerators {', '.join(map(str, s['a']))}; times 2 to {last}, all strings of signs",
        limits=() if s["start"] in SHOWN[beta] else (other,),
        covers=(f"times up to {last}",),
    )


# -- long times, by particles --------------------------------------------------------------------


def over_batches(values: Tensor) -> ConfidenceInterval:
    """Return the mean of `values [batches]` with its interval."""
    error = float(values.std()) / math.sqrt(len(values))
    half = float(stats.t.isf(TAIL, len(values) - 1)) * error
    centre = float(values.mean())
    return ConfidenceInterval(centre - half, centre, centre + half, half + DETECT * error)


@dataclass(frozen=True)
class Walk:
    """Which walk: numerator, slope, the points of its start, and the source of its signs."""

    a: float
    beta: float
    points: tuple[float, ...]
    seed: int
    device: str

    def particles(self, n: int, times: Sequence[int], sign: int = 1) -> Tensor:
        """Return n particles in batches at some times, `[times, batches, n / batches]`."""
        atoms = sign * torch.tensor(self.points, dtype=torch.float64, device=self.device)
        start = atoms.repeat(n // len(atoms)).reshape(BATCHES, -1)
        alpha = step_size(self.a, self.beta, sign)
        return walk.particles(alpha, start, times, seed=2 * self.seed + (sign < 0))

    def faithful(self, n: int, time: int = 10) -> bool:
        """Return whether the median of n particles is that of the enumerated law."""
        found = self.particles(n, (time,)).flatten()
        low, _, high = walk.median_interval(found, FAIR)
        law = walk.enumerated(step_size(self.a, self.beta, 1), self.points, time)
        return low <= float(law.median()) <= high


def sampled(x: Tensor, rule: str, a: float) -> dict[str, ConfidenceInterval]:
    """Return what particles `[times, batches, n]` show, mode and skewness at the last time."""
    widths = [bandwidth(rule, a, positions) for positions in x[1:]]
    looks = [walk.smoothed(y, h) for y, h in zip(x, [widths[0], *widths], strict=True)]
    found = series(looks)
    found |= {name: found[name][-1:] for name in ("gap", "skewness")}
    return extremes({name: [over_batches(v.cpu()) for v in rows] for name, rows in found.items()})


@by_effect
def long(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure particles at late times, for every numerator and width that is tried.

    The mirrored walk has an eighth of the particles.
    """
    if scale == "quick":
        return STANDARD_ONLY
    s = statement.settings
    rule, beta = s["bandwidth"], float(s["beta"])
    times = (0, 100, 200, 400) if beta > 1 else (0, 1600)
    n = 1 << (18 if scale == "standard" else 21)
    walks = [Walk(a, beta, p, seed, device) for a in map(float, s["a"]) for p in starts(s, a)]
    here, there = (
        [sampled(w.particles(count, times, sign), rule, w.a) for w in walks]
        for sign, count in zip(SIDES, (n, n // 8), strict=True)
    )
    unseen = {name: max(m[name].detects for m in here) for name in ("fall", "ahead", "skew")}
    return Measured(
        tuple(here),
        all(map(mirrored, here, there)) and all(w.faithful(n) for w in walks),
        len(walks) * n * times[-1],
        f"{n} particles at times {', '.join(map(str, times[1:]))}; smaller effects than "
        f"{unseen['fall']:.2g} (fall), {unseen['ahead']:.2g} (ahead), {unseen['skew']:.2g} (skew) "
        "may go unseen",
    )


EXPERIMENTS = {"figure F.19: short": short, "figure F.19: long": long}
