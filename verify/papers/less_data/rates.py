"""How the numbers of steps in rates.py are attacked: one neuron, trained from many starts.

Starts are those of lemma 10, for every c_0 > 0: |2 w_1 w_2| >= 3 / (4 d), w_1^2 + w_2^2 <= 1 / d,
and the signs of a, of q and of its population are one. The sign of a does not depend on all else,
so it is turned to that of q instead of drawn again.
"""

from __future__ import annotations

import math

import torch

from numerics import two_phase_neuron as neuron
from numerics.two_phase_neuron import Starts, Times
from theory.claim import Observed
from verify.methods.effects import Measured, by_effect, geometric

RATE, CLOSENESS, DELTA = 0.5, 0.01, 0.1
SIZES = {"quick": (16, 3000), "standard": (32, 6000), "full": (64, 20_000)}  # d, starts drawn
POWERS = (1.0, 1.5, 2.0)  # of d: numbers of samples


def aligned(d: int, power: float, count: int, width: float, seed: int, device: str) -> Starts:
    """Return starts of lemma 10 for d^power samples, what is left of `count` of them."""
    generator = torch.Generator().manual_seed(seed)
    w = torch.empty(0, d, dtype=torch.float64)
    while len(w) < count:
        more = torch.randn(50 * count, d, generator=generator, dtype=torch.float64)
        more /= more.norm(dim=1, keepdim=True)
        large = 2 * (more[:, 0] * more[:, 1]).abs() >= 3 / (4 * d)
        w = torch.cat([w, more[large & (more[:, :2].square().sum(1) <= 1 / d)]])[:count]
    moment = neuron.moments(count, d, round(d**power), generator)
    size = torch.randn(count, generator=generator, dtype=torch.float64).abs() / math.sqrt(width)
    drawn = Starts(*(part.to(device) for part in (w, size, moment)))
    turned = Starts(drawn.w, drawn.a * drawn.empirical.sign(), drawn.moment)
    return turned[turned.empirical.sign() == turned.population.sign()]


def both(starts: Starts, d: int, power: float) -> Times:
    """Return the numbers of steps with the largest a_* that theorem 1 admits, with constant 1."""
    target = d ** (-(power + 1) / 4) / math.sqrt(math.log(d / DELTA))
    return neuron.train(starts, RATE, target, CLOSENESS)


def alone(starts: Starts) -> Times:
    """Return the numbers of steps on the population alone."""
    return neuron.train(starts, RATE, 0.0, CLOSENESS)


def covered(d: int) -> tuple[str, ...]:
    """Return what of the settings is looked at."""
    constants = f"eta = {RATE}, |w - w*|^2 <= {CLOSENESS}, delta = {DELTA}"
    return (f"d = {d}", f"{constants}, and 1 as the constant of a_*")


@by_effect
def by_samples(statement: Observed, *, seed: int, scale: str, device: str) -> Measured:
    """Measure the steps of both phases for d, d^(3/2) and d^2 samples, at m = d^4.

    Control: phase 1 alone takes longer with more samples, as anti-concentration has it.
    """
    d, count = SIZES[scale]
    starts = [aligned(d, power, count, d**4, seed, device) for power in POWERS]
    found = [both(s, d, power) for s, power in zip(starts, POWERS, strict=True)]
    total = [geometric(times.total.cpu()) for times in found]
    phase = [geometric(1 + times.first.cpu()) for times in found]
    bound = d ** ((POWERS[-1] - POWERS[0]) / 4)
    return Measured(
        (dict(zip(("T_d", "T_d^1.5", "T_d^2"), total, strict=True)),),
        phase[0].high < phase[-1].low and all(math.isfinite(t.high) for t in total),
        sum(len(s.a) for s in starts) * round(total[-1].value),
        f"geometric means over {min(len(s.a) for s in starts)} starts or more; from N = d to d^2 "
        f"they rise by a factor of {total[-1].value / total[0].value:.2f}, the bound by "
        f"{bound:.2f}",
        covers=(*covered(d), "m = d^4"),
    )


@by_effect
def without(statement: Observed, *, seed: int, scale: str, device: str) -> Measured:
    """Measure the steps on the population alone over those of both phases, from the same starts.

    Control: with a at its bound from the start the population alone is faster.
    """
    d, count = SIZES[scale]
    readings, controls = [], []
    for power in POWERS:
        starts = aligned(d, power, count, d**4, seed, device)
        slow, fast = alone(starts).total.cpu(), both(starts, d, power).total.cpu()
        readings.append({"T_pop/T": geometric(slow / fast)})
        large = Starts(starts.w, starts.a.sign(), starts.moment)
        controls.append(geometric(slow / alone(large).total.cpu()).low > 1)
    return Measured(
        tuple(readings),
        all(controls),
        3 * count * round(float(slow.mean())),
        f"for N = d, d^(3/2) and d^2; geometric means over about {len(slow)} starts; sqrt(m) is "
        f"{d**2}; the least lower end is {min(one['T_pop/T'].low for one in readings):.5g}",
        covers=(*covered(d), "m = d^4"),
    )


@by_effect
def by_width(statement: Observed, *, seed: int, scale: str, device: str) -> Measured:
    """Measure the steps on the population alone at widths d^3 and d^6, from the same starts.

    Control: at width d^0, where a is of the order 1, it is faster.
    """
    d, count = SIZES[scale]
    starts = aligned(d, 1.0, count, 1.0, seed, device)

    def steps(power: int) -> torch.Tensor:
        scaled = Starts(starts.w, starts.a / math.sqrt(d**power), starts.moment)
        return alone(scaled).total.cpu()

    wide, narrow = steps(6), steps(3)
    return Measured(
        ({"T_wide/T_narrow": geometric(wide / narrow)},),
        geometric(narrow / steps(0)).low > 1,
        2 * len(wide) * round(float(wide.mean())),
        f"geometric mean over {len(wide)} starts of about {float(wide.mean()):.0f} steps; sqrt(m) "
        f"rises by a factor of {d**1.5:.0f}",
        covers=covered(d)[:1],
    )


EXPERIMENTS = {
    "steps by samples": by_samples,
    "steps without phase 1": without,
    "steps by width": by_width,
}
