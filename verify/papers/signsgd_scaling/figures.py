"""How the claims of figures.py are attacked: exact losses on grids, without sampling.

SignSGD is moved on as a Markov chain whose dropped paths are counted, SGD by its closed recursion;
the errors of the losses (below 1e-6 of them) enter the intervals. Intervals are widest where a
number is read off several places of a diagram: then they span the places. Batch sizes are powers
of 4 and learning rates c 2^-i, so that a contour of eta / sqrt(B) or eta / B runs through points
of the grid. Profiles differ by the data budget: the quick one has the smallest.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import torch
from scipy.interpolate import PchipInterpolator
from torch import Tensor

from numerics import scaling_fit
from numerics.loss_grids import PowerLaw, sgd_losses, sign_losses
from numerics.sign_chain import Window, second_moments
from theory.claim import Observed
from verify.effects import Found, Interval, judged

ERROR = 1e-6  # relative, of every loss
SIGN, SGD = "SignSGD", "SGD"
RATES = 14  # learning rates c 2^-i, i < RATES
LOG_D = {"quick": 6, "standard": 8, "full": 9}  # D is this power of 4 in the phase diagrams
CONTOUR = {SIGN: 0.5, SGD: 1.0}  # eta / B to this power is the effective learning rate


def spanning(values: Sequence[float], error: float = 4 * ERROR) -> Interval:
    """Return the interval that the values span, widened by a relative error."""
    if not values:
        return Interval(-math.inf, math.nan, math.inf)
    low, high = min(values), max(values)
    middle = float(np.median(values))
    return Interval(low - error * abs(low), middle, high + error * abs(high))


def power_law(settings: Mapping[str, Any]) -> PowerLaw:
    """Return the power law of an experiment."""
    return PowerLaw(float(settings["alpha"]), float(settings["beta"]), int(settings["d"]))


# -- losses --------------------------------------------------------------------------------------


@cache
def losses(
    method: str, law: PowerLaw, batch: int, steps: int, offset: float, rates: range
) -> Tensor:
    """Return the losses `[rates, 2]` after these steps and one more, for eta = offset 2^-i."""
    eta = offset * 2.0 ** -torch.tensor(list(rates), dtype=torch.float64)
    times = (steps, steps + 1)
    if method == SGD:
        return torch.stack([sgd_losses(law, eta, batch, k) for k in times], 1)
    found, missing = sign_losses(law, eta, batch, times, tolerance=ERROR / 4)
    if not bool((missing <= ERROR * found).all()):
        raise ArithmeticError(f"the windows drop too much at B={batch}, K={steps}")
    return found


@dataclass(frozen=True)
class Diagram:
    """Losses at a fixed data budget, `[batches, rates, 2]`, with the places of the regimes."""

    method: str
    loss: Tensor
    batch: Tensor  # [batches, 1]
    eta: Tensor  # [rates]
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
        level = torch.round(2 * torch.log2(self.eta / self.eta[0] / self.batch**power))
        for value in level[self.scaling].unique():
            yield self.loss[..., 0][self.scaling & (level == value)]

    def slopes(self) -> list[float]:
        """Return d log eta / d log B along levels of the loss, between neighbouring batches.

        Levels are those of the points of a row with at least twice its least loss.
        """
        found = []
        for row in range(len(self.batch) - 1):
            factor = math.log2(float(self.batch[row + 1] / self.batch[row]))
            here, there = (self._branches(r) for r in (row, row + 1))
            for (rate, value), (rates, values) in zip(here, there, strict=True):
                if len(values) < 2:
                    continue
                inside = (value >= values.min()) & (value <= values.max())
                inside &= value >= value.min() + 1
                order = np.argsort(values)
                at = (
                    np.interp(value[inside], values[order], rates[order]),
                    PchipInterpolator(values[order], rates[order])(value[inside]),
                )
                found += [float(v) for a in at for v in (a - rate[inside]) / factor]
        return found

    def _branches(self, row: int) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
        """Return logarithms of eta and loss where eta is too large, and where it is too small."""
        keep = self.scaling[row]
        rate = torch.log2(self.eta[keep]).numpy()
        value = torch.log2(self.loss[row, keep, 0]).numpy()
        best = int(np.argmin(value)) if len(value) else 0
        return (rate[: best + 1], value[: best + 1]), (rate[best:], value[best:])


@cache
def diagram(method: str, law: PowerLaw, exponent: int, offset: float) -> Diagram:
    """Return the phase diagram for D = 4^exponent; SignSGD is run for at most 4 sqrt(D) steps."""
    data = 4**exponent
    least = exponent // 2 - 1 if method == SIGN else 0
    batches = [4**i for i in range(max(least, 0), exponent + 1)]
    rates = range(RATES) if method == SIGN else range(-3, RATES)
    loss = torch.stack([losses(method, law, b, data // b, offset, rates) for b in batches])
    batch = torch.tensor(batches, dtype=torch.float64)[:, None]
    eta = offset * 2.0 ** -torch.tensor(list(rates), dtype=torch.float64)
    return Diagram(method, loss, batch, eta, data, law.first_loss)


@judged
def phases(statement: Observed, *, seed: int, scale: str, device: str) -> Found:
    """Measure contours, burn-in and what lies beyond the edge of stability.

    Control: with the same learning rate at every batch size the loss does change.
    """
    s = statement.settings
    method = s["optimiser"]
    exponent = LOG_D[scale] + (3 if method == SGD else 0)
    found = diagram(method, power_law(s), exponent, float(s["c"]))
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
    diverges = (final > 100 * found.first)[found.batch[:, 0] <= found.data / 64].any(0)
    measured = {
        "along": spanning([along]),
        "across": spanning([spread]),
        "slope": spanning(found.slopes()),
        "burn": spanning(burn.tolist()),
        "threshold": _between(found.eta[~diverges], found.eta[diverges]),
        "calm": spanning([float(jump[found.scaling].max())]),
        "jump": spanning([float(jump[beyond].max())]),
        "worse": spanning([float(final[beyond].min() / best)]),
        "worse_later": spanning([float(torch.maximum(final, later)[beyond].min() / best)]),
    }
    return Found(
        (measured,), across >= 1.25 * along, found.loss.numel(),
        f"exact; {_about(s)}, D = 4^{exponent}, eta = {s['c']} 2^-i, "
        f"B from {int(found.batch[0])}",
        (f"D = 4^{exponent}",),
    )  # fmt: skip


def _between(staying: Tensor, diverging: Tensor) -> Interval:
    """Return the interval in which the least learning rate lies that diverges."""
    least = float(diverging.min()) if len(diverging) else math.inf
    return Interval(float(staying.max()), least, least)


def _about(settings: Mapping[str, Any]) -> str:
    return f"alpha = {settings['alpha']}, beta = {settings['beta']}, d = {settings['d']}"


# -- the best loss -------------------------------------------------------------------------------


def _row(method: str, law: PowerLaw, data: int, steps: int, c: float) -> tuple[Tensor, Tensor]:
    """Return learning rates c 2^-i and losses at a batch size, within the bounds of the regime.

    SignSGD: eta sqrt(B) <= 1 <= 2 eta K; SGD: any learning rate from 1 / (2 K) to 8.
    """
    batch = data // steps
    least = math.ceil(math.log2(batch) / 2) if method == SIGN else -3
    rates = range(least, max(int(math.log2(2 * steps)), least) + 1)
    eta = c * 2.0 ** -torch.tensor(list(rates), dtype=torch.float64)
    return eta, losses(method, law, batch, steps, c, rates)[:, 0]


def _best(method: str, law: PowerLaw, data: int, steps: int, c: float) -> tuple[float, float]:
    """Return the learning rate and the loss that are best; rates are sqrt(2) apart."""
    rows = [_row(method, law, data, steps, c * factor) for factor in (1.0, 0.5**0.5)]
    eta, loss = (torch.cat(parts) for parts in zip(*rows, strict=True))
    at = int(loss.argmin())
    return float(eta[at]), float(loss[at])


@judged
def data_scaling(statement: Observed, *, seed: int, scale: str, device: str) -> Found:
    """Measure the exponents of the least loss over learning rate and batch size.

    Between budgets 16 times apart; of SignSGD batch sizes down to D^0.55 or less. Control: in four
    steps SGD gains less than half as much from more data.
    """
    s = statement.settings
    law, c = power_law(s), float(s["c"])
    exponents = range(4, 8) if scale == "quick" else range(5, 11)
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
    measured = {"e_sign": spanning(slopes[SIGN]), "e_sgd": spanning(slopes[SGD])}
    return Found(
        (measured,), math.log(few[0] / few[2]) / math.log(16) < min(slopes[SGD]) / 2, len(exponents),
        f"exact; {_about(s)}, D from 4^{exponents[0]} to 4^{exponents[-1]}",
        (f"D up to 4^{exponents[-1]}",),
    )  # fmt: skip


@judged
def batches(statement: Observed, *, seed: int, scale: str, device: str) -> Found:
    """Measure how the loss rises with the batch size at fixed data, up to half SignSGD's limit.

    The limit is D^(2s / (2s + 1)), at most D^(2/3), where eta K >= 1 and eta sqrt(B) <= 1 meet.
    Control: for SGD with a tuned learning rate the loss does not rise at small batches.
    """
    s = statement.settings
    law, c, rule = power_law(s), float(s["c"]), s["learning rate"]
    m, most_steps = {"quick": (7, 8), "standard": (10, 11), "full": (11, 12)}[scale]
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
    return Found(
        (measured,), max(at_first) < 1.5 * min(at_first), len(sizes),
        f"exact; {_about(s)}, D = 4^{m}, B from {sizes[0]} to {sizes[-1]}",
        (f"D = 4^{m}",),
    )  # fmt: skip


@judged
def fixed_steps(statement: Observed, *, seed: int, scale: str, device: str) -> Found:
    """Measure from where on larger batches help no more at a fixed number of steps.

    Saturated: within a factor of 2 of the loss at B = K^2 / 4. Control: SignSGD is not saturated at
    B = 1.
    """
    s = statement.settings
    law, c = power_law(s), float(s["c"])
    steps = 64 if scale == "quick" else 256
    sizes = [4**i for i in range(int(math.log2(steps)))]
    loss = {m: [_best(m, law, steps * b, steps, c)[1] for b in sizes] for m in CONTOUR}
    sat = {m: next(b for b, x in zip(sizes, v, strict=True) if x <= 2 * v[-1])
           for m, v in loss.items()}  # fmt: skip
    gain = {m: v[0] / v[-1] for m, v in loss.items()}
    measured = {
        "later": spanning([sat[SIGN] / sat[SGD]]),
        "gain": spanning([gain[SIGN] / gain[SGD]]),
    }
    return Found(
        (measured,), sat[SIGN] > 1, len(sizes),
        f"exact; {_about(s)}, K = {steps}, B up to {sizes[-1]}; "
        f"SGD saturates at B = {sat[SGD]}, SignSGD at B = {sat[SIGN]}",
        (f"K = {steps}",),
    )  # fmt: skip


# -- one coordinate ------------------------------------------------------------------------------

CELLS = 512


@cache
def _moments(start: float, rate: float, steps: int) -> tuple[Tensor, Tensor]:
    """Return E delta_k^2 and its standard deviation's square, in units of eta, k up to `steps`."""
    one = [torch.tensor([float(x)], dtype=torch.float64) for x in (start, 1.0, rate)]
    window = Window(*one, CELLS)
    second, fourth = [], []
    for k in range(steps + 1):
        if k:
            window.advance()
        square = window.positions**2
        second.append((window.mass * square).sum())
        fourth.append((window.mass * square**2).sum())
    if float(window.lost) > ERROR * float(second[-1]) / start**2:
        raise ArithmeticError(f"{CELLS} cells lose {float(window.lost):.2g}")
    mean = torch.stack(second)
    return mean, torch.stack(fourth) - mean**2


@judged
def drift(statement: Observed, *, seed: int, scale: str, device: str) -> Found:
    """Measure the mean step of one coordinate at several residuals.

    Control: at 0 there is no drift.
    """
    places = torch.tensor([0.0, 1 / 64, 1 / 16, 1 / 8, 1 / 4, 3.0, 4.0], dtype=torch.float64)
    ones = torch.ones_like(places)
    window = Window(places, ones, ones, 8)
    window.advance()
    found = places - (window.mass * window.positions).sum(1)
    near = found[1:5] / places[1:5]
    measured = {
        "bend": spanning([float(near.max() / near.min()) - 1]),
        "full": spanning([float(found[5:].min())]),
    }
    return Found((measured,), abs(float(found[0])) < ERROR, len(places), "exact, one step")


@judged
def stable_coordinate(statement: Observed, *, seed: int, scale: str, device: str) -> Found:
    """Measure decay, plateau and spread of delta^2 for small eta sqrt(lambda B).

    The start is five widths of the linear region away. Control: before that the decay is no
    exponential.
    """
    rate = float(statement.settings["eta sqrt(lambda B)"])
    burn_in = round(5 / rate)
    mean, variance = _moments(burn_in, rate, round(30 / rate))
    plateau = float(mean[-2:].mean())
    excess = torch.log(mean - plateau)
    late = (mean < 0.25 / rate**2) & (mean > 1.2 * plateau)
    early = mean > 4 / rate**2
    slope, first = (-excess.diff()[keep[1:]] for keep in (late, early))
    top = (mean + variance.clamp(min=0).sqrt())[2 * burn_in :].max()
    measured = {
        "steady": spanning([float(slope.max() / slope.min())]),
        "level": spanning([plateau * rate]),
        "upper": spanning([float(top) * rate**2]),
    }
    return Found(
        (measured,), float(first.max() / first.min()) > 1.5, len(mean),
        f"exact; {len(mean) - 1} steps from {burn_in} eta",
    )  # fmt: skip


@judged
def unstable_coordinate(statement: Observed, *, seed: int, scale: str, device: str) -> Found:
    """Measure the range of E delta^2 / eta^2 after the burn-in for large eta sqrt(lambda B).

    Control: before it, E delta^2 is far above.
    """
    s = statement.settings
    start, rate = float(s["start / eta"]), float(s["eta sqrt(lambda B)"])
    mean, _ = _moments(start, rate, 100)
    settled = mean[round(2 * start) :]
    if s["averaged over"] == 2:
        settled = (settled[1:] + settled[:-1]) / 2
    measured = {"low": spanning([float(settled.min())]), "high": spanning([float(settled.max())])}
    return Found((measured,), float(mean[2]) > 4 * float(settled.max()), len(mean), "exact")


# -- equation (2) on exact curves ----------------------------------------------------------------


@judged
def predicted(statement: Observed, *, seed: int, scale: str, device: str) -> Found:
    """Fit equation (2) to the first quarter and half of two curves and predict the rest.

    Control: SGD's law, without the root of B, fitted to the same, predicts the third curve worse.
    """
    s = statement.settings
    law, horizon = power_law(s), int(s["eta K"])
    eta = 2.0 ** (-5 if scale == "quick" else -7)
    sizes = [int(round(b * (2**-7 / eta) ** 2)) for b in s["B"]]
    last = round(horizon / eta)
    steps = np.unique(np.geomspace(horizon / 16 / eta, last, 60).astype(int))
    curves = {}
    for batch in sizes:
        rate = torch.tensor([eta], dtype=torch.float64)
        curves[batch] = sign_losses(law, rate, batch, steps.tolist(), ERROR)[0][0].numpy()
    seen = dict(zip(sizes, (last / 4, last / 2, 0), strict=True))
    k = np.concatenate([steps[steps <= seen[b]] for b in sizes]).astype(float)
    at = np.concatenate([np.full((steps <= seen[b]).sum(), float(b)) for b in sizes])
    loss = np.concatenate([curves[b][steps <= seen[b]] for b in sizes])
    fitted = scaling_fit.fit(eta, k, at, loss)
    other = scaling_fit.fit(eta, k / at, at**2, loss)
    misses, others = {}, {}
    for b in sizes:
        rest = steps[steps > seen[b]].astype(float)
        true, size = curves[b][steps > seen[b]], np.full(len(rest), float(b))
        misses[b] = float(np.abs(fitted.predict(rest, size) / true - 1).max())
        others[b] = float(np.abs(other.predict(rest / size, size**2) / true - 1).max())
    power, error = float(fitted.parameters[-1]), 3 * float(fitted.log_errors[-1])
    measured = {
        "ahead": spanning([max(misses[b] for b in sizes[:2])]),
        "unseen": spanning([misses[sizes[2]]]),
        "power": Interval(power * math.exp(-error), power, power * math.exp(error)),
    }
    return Found(
        (measured,), others[sizes[2]] > 2 * misses[sizes[2]], len(loss),
        f"exact curves; {_about(s)}, eta = 2^{int(math.log2(eta))}, B = "
        f"{', '.join(map(str, sizes))}; SGD's law misses the third by {others[sizes[2]]:.2g}",
        (f"eta K = {horizon}",),
    )  # fmt: skip


EXPERIMENTS = {
    "phase diagram": phases,
    "loss versus data": data_scaling,
    "loss versus batch size": batches,
    "fixed number of steps": fixed_steps,
    "drift of one coordinate": drift,
    "one coordinate, stable": stable_coordinate,
    "one coordinate, unstable": unstable_coordinate,
    "fit of equation (2)": predicted,
}
