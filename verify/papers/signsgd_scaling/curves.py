"""How the claims of curves.py are attacked: exact laws of one coordinate, exact loss curves.

Nothing is sampled: laws of the chain are moved on step by step, and what its window drops is below
1e-6 of every number. In units of eta one coordinate has only two parameters, its start and
eta sqrt(lambda B). The uncertainty of a fit is that of least squares.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, partial

import numpy as np
import torch
from torch import Tensor

from numerics import scaling_fit, sign_chain
from numerics.power_law import PowerLaw
from numerics.sign_chain import Window
from theory.claim import Observed
from verify.methods.effects import ConfidenceInterval, Measured, by_effect
from verify.papers.signsgd_scaling.figures import ERROR, GROUP, about, power_law, spanning

CELLS = 512
STANDARD_ONLY = "fits exact curves of up to 4096 steps; run the profile standard or full"


@cache
def _moments(start: float, rate: float, steps: int) -> tuple[Tensor, Tensor]:
    """Return E delta_k^2 and its standard deviation's square, in units of eta, k up to `steps`."""
    one = torch.ones(1, dtype=torch.float64)
    window = Window(start * one, one, rate * one, CELLS)
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


def _entries(start: float, rate: float, first: int, last: int) -> float:
    """Return how many steps lead from |x| > 1 / rate to |x| <= 1 / rate, in the mean.

    Args:
        start, rate: of the chain x, in units of eta.
        first, last: the steps, the last one left out.
    """
    one = torch.ones(1, dtype=torch.float64)
    window = Window(start * one, one, rate * one, CELLS)
    found = 0.0
    for k in range(last):
        if k >= first:
            outside = window.copy()
            outside.mass = torch.where(window.positions.abs() > 1 / rate, window.mass, 0)
            outside.advance()
            found += float(outside.mass[outside.positions.abs() <= 1 / rate].sum())
        window.advance()
    return found


@by_effect
def drift(statement: Observed, *, seed: int, scale: str, device: str) -> Measured:
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
    return Measured((measured,), abs(float(found[0])) < ERROR, len(places), "exact, one step")


@by_effect
def stable_coordinate(statement: Observed, *, seed: int, scale: str, device: str) -> Measured:
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
    return Measured(
        (measured,),
        float(first.max() / first.min()) > 1.5,
        len(mean),
        f"exact; {len(mean) - 1} steps from {burn_in} eta",
    )


@by_effect
def unstable_coordinate(statement: Observed, *, seed: int, scale: str, device: str) -> Measured:
    """Measure the range of E delta^2 / eta^2 after the burn-in for large eta sqrt(lambda B).

    Control: before it, E delta^2 is far above.
    """
    s = statement.settings
    start, rate = float(s["start / eta"]), float(s["eta sqrt(lambda B)"])
    mean, _ = _moments(start, rate, 100)
    settled = mean[round(2 * start) :]
    if s["averaged over"] == 2:
        settled = (settled[1:] + settled[:-1]) / 2
    measured = {
        "low": spanning([float(settled.min())]),
        "high": spanning([float(settled.max())]),
        "entries": spanning([_entries(start, rate, round(2 * start), 100)]),
    }
    return Measured((measured,), float(mean[2]) > 4 * float(settled.max()), len(mean), "exact")


# -- equation (2) on exact curves ----------------------------------------------------------------

PARTS = (1 / 4, 1 / 2, 0.0)  # of the curves that are fitted


@dataclass(frozen=True)
class Prediction:
    """Relative errors `[curves]` of the law and of SGD's law, and the fitted exponent."""

    misses: tuple[float, ...]
    others: tuple[float, ...]
    power: ConfidenceInterval


@cache
def prediction(law: PowerLaw, eta: float, sizes: tuple[int, ...], last: int) -> Prediction | None:
    """Fit parts of exact curves and predict the rest; `None` if the fit does not settle."""
    steps = np.unique(np.geomspace(last / 16, last, 60).astype(int))
    exact = partial(sign_chain.expected_loss, steps=steps.tolist(), group=GROUP, tolerance=ERROR)
    curves = [exact(law, eta, b).values.numpy() for b in sizes]
    fitted = [steps <= part * last for part in PARTS]
    k = np.concatenate([steps[keep] for keep in fitted]).astype(float)
    at = np.repeat(np.array(sizes, dtype=float), [keep.sum() for keep in fitted])
    loss = np.concatenate([curve[keep] for curve, keep in zip(curves, fitted, strict=True)])
    found = scaling_fit.fit(eta, k, at, loss)
    other = scaling_fit.fit(eta, k / at, at**2, loss)
    if not found.settled:
        return None
    misses, others = [], []
    for b, curve, keep in zip(sizes, curves, fitted, strict=True):
        rest, true = steps[~keep].astype(float), curve[~keep]
        size = np.full(len(rest), float(b))
        misses.append(float(np.abs(found.predict(rest, size) / true - 1).max()))
        others.append(float(np.abs(other.predict(rest / size, size**2) / true - 1).max()))
    power, error = float(found.parameters[-1]), 3 * float(found.log_errors[-1])
    spread = ConfidenceInterval(power * math.exp(-error), power, power * math.exp(error))
    return Prediction(tuple(misses), tuple(others), spread)


@by_effect
def predicted(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Fit equation (2) to the first quarter and half of two curves and predict the rest.

    Control: SGD's law, without the root of B, fitted to the same, predicts the third curve worse.
    """
    if scale == "quick":
        return STANDARD_ONLY
    s, eta = statement.settings, 2.0**-7
    sizes = tuple(s["B"])
    last = round(s["eta K"] / eta)
    found = prediction(power_law(s), eta, sizes, last)
    if found is None:
        return "least squares did not settle"
    measured = {
        "ahead": spanning([max(found.misses[:2])]),
        "unseen": spanning([found.misses[2]]),
        "power": found.power,
    }
    return Measured(
        (measured,),
        found.others[2] > 2 * found.misses[2],
        len(sizes) * last,
        f"exact curves; {about(s)}, eta = {eta}, B = {', '.join(map(str, sizes))}; SGD's law "
        f"misses the third by {found.others[2]:.2g}",
        (f"eta = {eta}",),
    )


EXPERIMENTS = {
    "drift of one coordinate": drift,
    "one coordinate, stable": stable_coordinate,
    "one coordinate, unstable": unstable_coordinate,
    "fit of equation (2)": predicted,
}
