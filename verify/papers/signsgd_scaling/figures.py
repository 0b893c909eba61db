"""How the claims of figures.py are attacked: exact losses on grids, without sampling but for Adam.

SignSGD is moved on as a Markov chain whose dropped paths are counted, SGD by its closed recursion;
the errors of the losses (below 1e-6 of them) enter the intervals. Intervals are widest where a
number is read off several places of a diagram: then they span the places. Batch sizes are powers
of 2 or 4 and learning rates c 2^(-i/n), so that a contour of eta / sqrt(B) or eta / B runs through
points of the grid. Profiles differ by the data budget, the quick one has the smallest, and phase
diagrams by how fine their grid is.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import torch
from scipy.interpolate import PchipInterpolator
from torch import Tensor

from numerics import sgd_moments, sign_chain
from numerics.optimiser_grids import final_losses
from numerics.power_law import PowerLaw
from theory.claim import Observed
from verify.evidence import Grid
from verify.methods.effects import FAIR, ConfidenceInterval, Measured, by_effect, mean
from verify.methods.sweep import Sweep, read, written

ERROR = 1e-6  # relative, of every loss
GROUP = 12  # neighbouring coordinates that share a window
SIGN, SGD = "SignSGD", "SGD"
OCTAVES = 14  # of learning rates, from c on down
FINENESS = {"quick": 1, "standard": 2, "full": 4}  # learning rates in an octave, phase diagrams
LOG_D = {"quick": 6, "standard": 8, "full": 9}  # D is this power of 4 in the phase diagrams
STANDARD_ONLY = "needs thousands of steps; run the profile standard or full"
CONTOUR = {SIGN: 0.5, SGD: 1.0}  # eta / B to this power is the effective learning rate


def spanning(values: Sequence[float], error: float = 4 * ERROR) -> ConfidenceInterval:
    """Return the interval that the values span, widened by a relative error; some may be infinite.

    >>> spanning([math.inf])
    ConfidenceInterval(low=inf, value=inf, high=inf, detects=0.0)
    """
    if not values:
        return ConfidenceInterval(-math.inf, math.nan, math.inf)
    low, high = min(values), max(values)
    middle = float(np.median(values))
    low, high = (
        end if math.isinf(end) else end + sign * error * abs(end)
        for sign, end in ((-1, low), (1, high))
    )
    return ConfidenceInterval(low, middle, high)


def power_law(settings: Mapping[str, Any]) -> PowerLaw:
    """Return the power law of an experiment."""
    return PowerLaw(float(settings["alpha"]), float(settings["beta"]), int(settings["d"]))


# -- losses --------------------------------------------------------------------------------------


@cache
def losses(
    method: str, law: PowerLaw, batch: int, steps: int, offset: float, rates: range, octave: int = 1
) -> Tensor:
    """Return the losses `[rates, 2]` after these steps and one more, for some `learning_rates`."""
    eta = learning_rates(offset, rates, octave)
    times = (steps, steps + 1)
    if method == SGD:
        return torch.stack([sgd_moments.losses_after(law, eta, batch, k) for k in times], 1)
    found = sign_chain.expected_loss(law, eta, batch, times, group=GROUP, tolerance=ERROR / 4)
    if not bool((found.missing <= ERROR * found.values).all()):
        raise ArithmeticError(f"the windows drop too much at B={batch}, K={steps}")
    return found.values


def learning_rates(offset: float, rates: range, octave: int = 1) -> Tensor:
    """Return offset 2^(-i/octave) for some i."""
    return offset * 2.0 ** (-torch.tensor(list(rates), dtype=torch.float64) / octave)


Branch = tuple[Any, Any]  # logarithms of eta and of the loss, both `[n]`


class Slope(NamedTuple):
    """d log eta / d log B along a level of the loss, from a point to another batch size."""

    value: float
    eta: float
    batch: int
    other: int


@dataclass(frozen=True)
class Diagram:
    """Losses at a fixed data budget, `[batches, rates, 2]`, with the places of the regimes.

    Batch sizes are powers of 2, and there are `octave` learning rates in an octave.
    """

    method: str
    loss: Tensor
    batch: Tensor  # [batches, 1]
    eta: Tensor  # [rates]
    octave: int
    data: int
    first: float

    @property
    def time(self) -> Tensor:
        """Learning rate times number of steps."""
        return self.eta * self.data / self.batch

    @property
    def edge(self) -> Tensor:
        """What is to be at most of order 1: eta sqrt(B), for SGD eta."""
        scale = self.batch.sqrt() if self.method == SIGN else torch.ones_like(self.batch)
        return self.eta * scale

    @property
    def scaling(self) -> Tensor:
        """The points of the scaling regime."""
        return (self.time >= 2) & (self.edge <= 0.5)

    def contours(self, power: float) -> Iterator[Tensor]:
        """Yield the losses on every line of the same eta / B^power in the scaling regime."""
        fine = 2 * self.octave
        level = torch.round(fine * torch.log2(self.eta / self.eta[0] / self.batch**power))
        for value in level[self.scaling].unique():
            yield self.loss[..., 0][self.scaling & (level == value)]

    def grid(self) -> Grid:
        """Return the losses after K steps, with the edges of the scaling regime."""
        rates, batches = torch.log10(self.eta).flip(0), torch.log10(self.batch[:, 0])
        heights = torch.log10(self.loss[..., 0]).flip(1)
        edge = {SIGN: "eta sqrt(B) = 1", SGD: "eta = 1"}[self.method]
        power = {SIGN: 0.5, SGD: 0.0}[self.method]
        lines = {edge: -power * batches, "eta K = 1": batches - math.log10(self.data)}
        return Grid(
            "loss",
            ("eta", "B"),
            (_rounded(rates), _rounded(batches)),
            tuple(map(_rounded, heights)),
            {
                name: tuple(zip(_rounded(at), _rounded(batches), strict=True))
                for name, at in lines.items()
            },
        )

    def slopes(self) -> list[Slope]:
        """Return d log eta / d log B along levels of the loss, between batches and 4 times larger.

        Levels are losses of points of one of two rows, above the least loss of the other.
        """
        found = []
        for one, other in itertools.permutations(range(len(self.batch)), 2):
            sizes = (int(self.batch[one]), int(self.batch[other]))
            factor = math.log2(sizes[1] / sizes[0])
            if abs(factor) == 2:
                for here, there in zip(self._branches(one), self._branches(other), strict=True):
                    moves = _moves(here, there)
                    found += [Slope(move / factor, 2**at, *sizes) for at, move in moves]
        return found

    def _branches(self, row: int) -> tuple[Branch, Branch]:
        """Return logarithms of eta and loss where eta is too large, and where it is too small."""
        keep = self.scaling[row]
        rate = torch.log2(self.eta[keep]).numpy()
        value = torch.log2(self.loss[row, keep, 0]).numpy()
        best = int(np.argmin(value)) if len(value) else 0
        return (rate[: best + 1], value[: best + 1]), (rate[best:], value[best:])


def _rounded(values: Tensor) -> tuple[Any, ...]:
    """Return numbers with four digits behind the point, `None` for what is not finite."""
    return tuple(round(v, 4) if math.isfinite(v) else None for v in values.tolist())


def _moves(here: Branch, there: Branch) -> list[tuple[float, float]]:
    """Return log eta of each point of a branch, and how far it is to the same loss on another."""
    (rate, value), (rates, values) = here, there
    if len(values) < 2:
        return []
    inside = (value >= values.min() + 0.25) & (value <= values.max())
    order = np.argsort(values)
    found = (
        np.interp(value[inside], values[order], rates[order]),
        PchipInterpolator(values[order], rates[order])(value[inside]),
    )
    start = rate[inside]
    return [(float(a), float(v)) for at in found for a, v in zip(start, at - start, strict=True)]


def rows(statement: Observed, scale: str) -> list[dict[str, Any]]:
    """Return the rows of a phase diagram, one for each batch size.

    D = 4^exponent is the data; SignSGD is run for at most 4 sqrt(D) steps. In the quick profile
    batch sizes are powers of 4.
    """
    s = statement.settings
    method, law = s["optimiser"], power_law(s)
    exponent = _exponent(method, scale)
    least = max(exponent // 2 - 1, 0) if method == SIGN else 0
    about_all = {
        "optimiser": method,
        **asdict(law),
        "c": float(s["c"]),
        "data": 4**exponent,
        "octave": FINENESS[scale],
    }
    step = 2 if scale == "quick" else 1
    return [{**about_all, "batch": 2**i} for i in range(2 * least, 2 * exponent + 1, step)]


def _exponent(method: str, scale: str) -> int:
    return LOG_D[scale] + (3 if method == SGD else 0)


def _rates(method: str, octave: int) -> range:
    """Return the i of the learning rates c 2^(-i/octave) of a phase diagram."""
    return range(0 if method == SIGN else -3 * octave, (OCTAVES - 1) * octave + 1)


def row(part: Mapping[str, Any], *, seed: int, device: str) -> Any:
    """Return the losses of a row of a phase diagram; see `losses`."""
    method, batch = part["optimiser"], part["batch"]
    law = power_law(part)
    steps, octave = part["data"] // batch, part["octave"]
    rates = _rates(method, octave)
    return written(losses(method, law, batch, steps, part["c"], rates, octave))


def diagram(parts: Sequence[Mapping[str, Any]], found: Sequence[Any]) -> Diagram:
    """Return the phase diagram of which these are the rows, and what came of them."""
    method, octave = parts[0]["optimiser"], parts[0]["octave"]
    loss = torch.stack([read(data) for data in found])
    batch = torch.tensor([part["batch"] for part in parts], dtype=torch.float64)[:, None]
    eta = learning_rates(parts[0]["c"], _rates(method, octave), octave)
    first = power_law(parts[0]).first_loss
    return Diagram(method, loss, batch, eta, octave, parts[0]["data"], first)


def phases(
    statement: Observed, rows_done: Sequence[Any], *, seed: int, scale: str, device: str
) -> Measured:
    """Measure contours, burn-in and what lies beyond the edge of stability.

    Control: with the same learning rate at every batch size the loss does change.
    """
    s = statement.settings
    method = s["optimiser"]
    exponent = _exponent(method, scale)
    found = diagram(rows(statement, scale), rows_done)
    final, later = found.loss.unbind(-1)
    jump = torch.maximum(final, later) / torch.minimum(final, later)
    best = final[found.scaling].min()
    burn = final[found.time <= 0.25] / found.first
    beyond = (found.edge >= 4) & (found.time >= 2)
    along, across = (
        max(float(x.max() / x.min()) for x in found.contours(power))
        for power in (CONTOUR[method], 0.0)
    )
    spread = float(final[found.scaling].max() / best)
    large = (final > 100 * found.first)[found.batch[:, 0] <= found.data / 64]
    diverges, everywhere = large.any(0), large.all(0)
    slopes = found.slopes()
    where = ""
    if slopes and "slope" in map(str, statement.effect.free_symbols):
        worst = max(slopes, key=lambda at: abs(at.value - CONTOUR[method]))
        where = (
            f"; of {len(slopes)} slopes {worst.value:.3g} is furthest off, from eta = "
            f"{worst.eta:.3g}, B = {worst.batch} to B = {worst.other}"
        )
    measured = {
        "along": spanning([along]),
        "across": spanning([spread]),
        "slope": spanning([at.value for at in slopes]),
        "burn": spanning(burn.tolist()),
        "threshold": _between(found.eta[~diverges], found.eta[diverges]),
        "everywhere": _between(found.eta[~everywhere], found.eta[everywhere]),
        "calm": spanning([float(jump[found.scaling].max())]),
        "jump": spanning([float(jump[beyond].median())]),
        "worse": spanning([float(final[beyond].min() / best)]),
        "worse_later": spanning([float(torch.maximum(final, later)[beyond].min() / best)]),
    }
    return Measured(
        (measured,),
        across >= 1.25 * along,
        found.loss.numel(),
        f"exact; {about(s)}, D = 4^{exponent}, {FINENESS[scale]} learning rates in an "
        f"octave from {s['c']} on down, B from {int(found.batch[0])}{where}",
        (f"D = 4^{exponent}",),
        grid=found.grid(),
    )


def _between(staying: Tensor, diverging: Tensor) -> ConfidenceInterval:
    """Return the interval in which the least learning rate lies that diverges."""
    least = float(diverging.min()) if len(diverging) else math.inf
    return ConfidenceInterval(float(staying.max()), least, least)


def about(settings: Mapping[str, Any]) -> str:
    """Return the power law of an experiment in words."""
    return f"alpha = {settings['alpha']}, beta = {settings['beta']}, d = {settings['d']}"


# -- the best loss -------------------------------------------------------------------------------


def _row(method: str, law: PowerLaw, data: int, steps: int, c: float) -> tuple[Tensor, Tensor]:
    """Return learning rates c 2^-i and losses at a batch size, within the bounds of the regime.

    SignSGD: eta sqrt(B) <= 1 <= 2 eta K; SGD: any learning rate from 1 / (2 K) to 8.
    """
    batch = data // steps
    least = math.ceil(math.log2(batch) / 2) if method == SIGN else -3
    rates = range(least, max(int(math.log2(2 * steps)), least) + 1)
    eta = learning_rates(c, rates)
    return eta, losses(method, law, batch, steps, c, rates)[:, 0]


def _best(method: str, law: PowerLaw, data: int, steps: int, c: float) -> tuple[float, float]:
    """Return the learning rate and the loss that are best; rates are sqrt(2) apart."""
    rows = [_row(method, law, data, steps, c * factor) for factor in (1.0, 0.5**0.5)]
    eta, loss = (torch.cat(parts) for parts in zip(*rows, strict=True))
    at = int(loss.argmin())
    return float(eta[at]), float(loss[at])


@by_effect
def data_scaling(statement: Observed, *, seed: int, scale: str, device: str) -> Measured:
    """Measure the exponents of the least loss over learning rate and batch size.

    Between budgets 16 times apart; of SignSGD batch sizes down to D^0.55 or less. Control: in four
    steps SGD gains less than half as much from more data.
    """
    s = statement.settings
    law, c = power_law(s), float(s["c"])
    exponents = range(4, 7) if scale == "quick" else range(5, 11)
    least: dict[str, list[float]] = {SIGN: [], SGD: []}
    for m in exponents:
        most = {SIGN: math.ceil(0.45 * m), SGD: m}
        for method, longest in most.items():
            steps = [4**i for i in range(1, longest + 1)]
            least[method].append(min(_best(method, law, 4**m, k, c)[1] for k in steps))
    slopes = {
        name: [math.log(a / b) / math.log(16) for a, b in zip(v, v[2:], strict=False)][-2:]
        for name, v in least.items()
    }
    few = [_best(SGD, law, 4**m, 4, c)[1] for m in exponents[-3:]]
    gain = math.log(few[0] / few[2]) / math.log(16)
    measured = {"e_sign": spanning(slopes[SIGN]), "e_sgd": spanning(slopes[SGD])}
    return Measured(
        (measured,),
        gain < min(slopes[SGD]) / 2,
        len(exponents),
        f"exact; {about(s)}, D from 4^{exponents[0]} to 4^{exponents[-1]}",
        (f"D up to 4^{exponents[-1]}",),
    )


@by_effect
def batches(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure how the loss rises with the batch size at fixed data, up to half SignSGD's limit.

    The limit is D^(2s / (2s + 1)), at most D^(2/3), where eta K >= 1 and eta sqrt(B) <= 1 meet.
    Control: for SGD with a tuned learning rate the loss does not rise at small batches.
    """
    if scale == "quick":
        return STANDARD_ONLY
    s = statement.settings
    law, c, rule = power_law(s), float(s["c"]), s["learning rate"]
    m, most_steps = (10, 10) if scale == "standard" else (11, 12)
    difficulty = (law.alpha - 1) / law.beta
    limit = min(2 * difficulty / (2 * difficulty + 1), 2 / 3)
    data, sizes = 4**m, [2**i for i in range(2 * m - most_steps, int(2 * m * limit))]
    first = [4**i for i in range(m // 2 - 1)]
    small = [_best(SGD, law, data, data // b, c) for b in first]
    rise, worst = {}, {}
    for method, power in CONTOUR.items():
        tuned = [_best(method, law, data, data // b, c) for b in sizes]
        eta, start, found = tuned[0][0], sizes[0], [loss for _, loss in tuned]
        if method == SGD:
            eta, start = small[-1][0], first[-1]
        least = min(found + [loss for _, loss in small if method == SGD])
        if rule != "tuned":
            kept = [eta * (b / start) ** power if rule == "eta / B^p" else eta for b in sizes]
            found = [
                float(losses(method, law, b, data // b, rate, range(1))[0, 0])
                for b, rate in zip(sizes, kept, strict=True)
            ]
        rise[method], worst[method] = max(found) / least, max(found) / law.first_loss
    measured = {
        "sign_rise": spanning([rise[SIGN]]),
        "sgd_rise": spanning([rise[SGD]]),
        "sgd_worst": spanning([worst[SGD]]),
    }
    at_first = [loss for _, loss in small]
    return Measured(
        (measured,),
        max(at_first) < 1.5 * min(at_first),
        len(sizes),
        f"exact; {about(s)}, D = 4^{m}, B from {sizes[0]} to {sizes[-1]}",
        (f"D = 4^{m}",),
    )


@by_effect
def fixed_steps(statement: Observed, *, seed: int, scale: str, device: str) -> Measured:
    """Measure from where on larger batches help no more at a fixed number of steps.

    Saturated: within a factor of 2 of the loss at B = K^2 / 4; what is at K^2 / 4 only bounds the
    ratio. Control: SignSGD is not saturated at B = 1.
    """
    s = statement.settings
    law, c = power_law(s), float(s["c"])
    steps = 32 if scale == "quick" else 256
    sizes = [4**i for i in range(int(math.log2(steps)))]
    loss = {m: [_best(m, law, steps * b, steps, c)[1] for b in sizes] for m in CONTOUR}
    sat = {
        m: next(b for b, x in zip(sizes, v, strict=True) if x <= 2 * v[-1]) for m, v in loss.items()
    }
    gain = {m: v[0] / v[-1] for m, v in loss.items()}
    ratio, unseen = sat[SIGN] / sat[SGD], {m: at == sizes[-1] for m, at in sat.items()}
    low, high = 0.0 if unseen[SGD] else ratio, math.inf if unseen[SIGN] else ratio
    about_each = ", ".join(
        f"{m} is not saturated up to there" if unseen[m] else f"{m} saturates at B = {sat[m]}"
        for m in (SGD, SIGN)
    )
    measured = {
        "later": ConfidenceInterval(low, ratio, high),
        "gain": spanning([gain[SIGN] / gain[SGD]]),
    }
    return Measured(
        (measured,),
        sat[SIGN] > 1,
        len(sizes),
        f"exact; {about(s)}, K = {steps}, B up to {sizes[-1]}; {about_each}",
        (f"K = {steps}",),
    )


# -- other optimisers ----------------------------------------------------------------------------

DRAWS, RUNS = 24, 8


@by_effect
def adam(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure how large the part of the diagram with small losses is, Adam's by SignSGD's.

    Small: up to four times the least loss of SignSGD. By simulation; 24 draws of 8 runs. Control:
    the simulated losses of SignSGD are the exact ones.
    """
    if scale == "quick":
        return STANDARD_ONLY
    s = statement.settings
    law, c, m = power_law(s), float(s["c"]), 8
    eta = c * 2.0 ** -torch.arange(0, 12, dtype=torch.float64)
    small: dict[str, Tensor] = {}
    limit = None
    factors, faithful = (float(s["beta_1"]), float(s["beta_2"])), True
    for method in (SIGN, "Adam"):
        generator = torch.Generator().manual_seed(seed)
        rows = []
        for batch in (4**i for i in range(3, m)):
            found = final_losses(
                method, law, eta, batch, 4**m // batch, DRAWS * RUNS, generator, factors
            ).reshape(len(eta), DRAWS, RUNS)
            rows.append(found.mean(2))
            if method == SIGN:
                exact = losses(SIGN, law, batch, 4**m // batch, c, range(12))[:, 0]
                error = found.flatten(1).std(1) / math.sqrt(DRAWS * RUNS)
                miss = (found.flatten(1).mean(1) - exact).abs()
                faithful &= bool((miss <= FAIR * error + ERROR * exact).all())
        loss = torch.stack(rows)  # [batches, rates, draws]
        limit = 4 * loss.mean(2).min() if limit is None else limit
        small[method] = (loss <= limit).sum((0, 1))
    measured = {"area": mean(small["Adam"] / small[SIGN])}
    return Measured(
        (measured,),
        faithful,
        2 * 4 ** (m - 2) * len(eta) * DRAWS * RUNS,
        f"{about(s)}, D = 4^{m}, eta = {s['c']} 2^-i; {DRAWS} draws of {RUNS} runs",
        (f"D = 4^{m}",),
    )


EXPERIMENTS = {
    "Adam and SignSGD": adam,
    "phase diagram": Sweep(rows, row, phases),
    "loss versus data": data_scaling,
    "loss versus batch size": batches,
    "fixed number of steps": fixed_steps,
}
