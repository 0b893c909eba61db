"""SignSGD on one coordinate: a Markov chain on a lattice, moved on exactly.

The residual moves by one step of size eta, down with probability Phi(delta * rate), rate =
sqrt(lambda B), else up. From a point only every second site of the lattice can be occupied at a
given time, so the law is a row of probabilities on sites 2 eta apart. Each step makes the row one
cell longer; of its two end cells the lighter one is then dropped, so that a window of fixed width
follows the law wherever it goes. What is dropped is counted: a path dropped at y has afterwards
E delta^2 <= y^2 + (steps since) eta^2, because no step is more likely to lead away from 0 than
towards it.

Shapes: `[n]` one chain per row (coordinates, hyper-parameters), `[n, steps]` its values at the
requested numbers of steps. All floating point is float64; `Walk` at the end is in balls.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial
from typing import Any

import torch
from flint import arb, fmpq
from torch import Tensor

from numerics.power_law import PowerLaw

Absorbs = Callable[[Tensor], Tensor]
SPREADS = 6  # cells of the first window for each standard deviation of a settled law, or more
MAX_WIDTH = 1 << 16
BLOCK = 1 << 15  # cells that are moved at once on a CPU: they fit in its caches
ROUNDING = 2.0**-40  # relative, of a sum of positive numbers over some thousand steps
STEP_ROUNDING = 1e-14  # relative, of such a sum, for each step
ON_EDGE = 1e-9  # of a step: sites are simple fractions, and this close to an edge they are on it
MAX_STEPS = 400  # sites of the lattice that a chain in balls may reach


@dataclass(frozen=True)
class Values:
    """Values `[n, steps]` and what dropped paths can add to them at most, `[n, steps]`."""

    values: Tensor
    dropped: Tensor


def second_moments(
    start: object,
    step: object,
    rate: object,
    steps: Sequence[int],
    *,
    tolerance: float = 1e-9,
    width: int | None = None,
    device: str = "cpu",
) -> Values:
    """Return E delta_k^2 for every chain at every requested k.

    Args:
        start, step, rate: delta_0, eta and sqrt(lambda B); numbers or `[n]`, broadcast.
        steps: increasing numbers of steps k.
        tolerance: how much of a value, or of eta^2 if that is more, dropped paths may hide; the
            window is widened until they hide less.
        width: cells of the window; chosen by `tolerance` if not given.

    >>> second_moments(1.0, 1.0, 0.0, (0, 4)).values
    tensor([[1., 5.]], dtype=torch.float64)
    """
    start, step, rate = _batch(device, start, step, rate)
    cells = width or _first_width(step * rate, steps[-1])
    while True:
        found = _moments(start, step, rate, steps, cells)
        allowed = tolerance * torch.maximum(found.values, step[:, None] ** 2)
        if width or cells >= MAX_WIDTH or bool((found.dropped <= allowed).all()):
            return found
        cells *= 2


def hitting_probabilities(
    start: object,
    step: object,
    rate: object,
    radius: object,
    steps: Sequence[int],
    *,
    outside: bool = False,
    width: int | None = None,
    device: str = "cpu",
) -> Values:
    """Return the probabilities that |delta| <= radius at one of the first k steps, 0 included.

    With `outside` those that |delta| > radius: to escape instead of to arrive.
    """
    start, step, rate, radius = _batch(device, start, step, rate, radius)
    cells = width or 2 * _first_width(step * rate, steps[-1])
    limit = radius[:, None]
    return _absorbed(start, step, rate, steps, cells, lambda at: (at.abs() > limit) == outside)


def arrival(
    start: float, step: float, rate: float, radius: float, steps: int
) -> tuple[float, float]:
    """Return the chance that |delta| <= radius for the first time after k steps, and E delta_k^2
    on the paths on which it is.

    >>> chance, square = arrival(2.0, 1.0, 1e9, 1.0, 1)
    >>> chance, square
    (1.0, 1.0)
    """
    at, size, scaled = _batch("cpu", start, step, rate)
    window = Window(at, size, scaled, cells=2 * (steps + 2))  # none is dropped
    for k in range(steps + 1):
        if k:
            window.advance()
        inside = window.positions.abs() <= radius
        if k == steps:
            arrived = torch.where(inside, window.mass, 0)
            return float(arrived.sum()), float((arrived * window.positions**2).sum())
        window.mass = torch.where(inside, 0, window.mass)
    raise ValueError(f"{steps} steps")


def square_on_arrival(
    start: float, step: float, rate: float, radius: float, first: int, steps: int
) -> float:
    """Return E delta_k^2 on the paths with |delta| <= radius after `first` steps, and no sooner.

    >>> square_on_arrival(2.0, 1.0, 1e9, 1.0, 1, 0)
    4.0
    """
    at, size, scaled = _batch("cpu", start, step, rate)
    last = max(first, steps)
    window = Window(at, size, scaled, cells=2 * (last + 2))  # none is dropped
    for k in range(last + 1):
        if k:
            window.advance()
        if k <= first:
            inside = window.positions.abs() <= radius
            window.mass = torch.where(inside == (k == first), window.mass, 0)
        if k == steps:
            window.mass = window.mass * window.positions**2
    return float(window.mass.sum())


def _batch(device: str, *values: object) -> list[Tensor]:
    tensors = [torch.as_tensor(v, dtype=torch.float64, device=device).reshape(-1) for v in values]
    return list(torch.broadcast_tensors(*tensors))


def _first_width(scaled_rate: Tensor, last: int) -> int:
    """Return a number of cells that holds the law most of the time: sites are two steps apart."""
    slowest = float(scaled_rate.min())
    variance = min(last, 1 / slowest if slowest > 0 else math.inf)
    return max(8, math.ceil(SPREADS * math.sqrt(variance)) + 8)


class Window:
    """The law of a batch of chains on a window of `[n, cells]` sites, two steps apart.

    A site keeps its cell. The cells form a ring: after an even number of steps cell i holds the
    site 2 i, after an odd one the site 2 i + 1, counted from the start, up to a multiple of
    2 cells. A step therefore adds what comes from one neighbouring cell to what stays, in place.
    Both ends of the longer row fall into one cell, the seam, and the heavier one gets it. No other
    cell holds another site than two steps before, so what is known of sites remains known.

    On a GPU no step waits for a value.

    Args:
        start, step, rate: delta_0, eta and sqrt(lambda B), `[n]`.
        cells: of the window.
        absorbs: where mass is taken out and counted, before the first step and after each; as a
            function of residuals `[n, any]`.
    """

    def __init__(
        self,
        start: Tensor,
        step: Tensor,
        rate: Tensor,
        cells: int,
        absorbs: Absorbs | None = None,
    ) -> None:
        self.start, self.step, self.rate, self.absorbs = start, step, rate, absorbs
        self.mass = torch.zeros(len(start), cells, dtype=torch.float64, device=start.device)
        self.mass[:, 0] = 1  # the start
        self.taken = 0  # steps
        self.lost, self.lost_moment, self.absorbed = torch.zeros_like(start).expand(3, -1)
        size, lowest = self.mass.numel(), -2 * (cells // 2)
        # the lowest and the highest site, and two that always lie in the first and the last cell
        corners = torch.tensor([[lowest], [lowest - 2], [0], [-2]], device=start.device)
        self._corners = corners.expand(-1, len(start))
        self._before = self._corners[0]  # the lowest site a step ago
        self._turn = torch.tensor([[1], [1], [0], [0]], device=start.device)
        self._wider = torch.tensor([[-1], [2 * cells - 1]], device=start.device)
        self._rows = torch.arange(len(start), device=start.device) * cells
        self._ups = torch.tensor([[0], [size], [0], [size]], device=start.device)
        self._square = step**2
        self._sites: list[Tensor | None] = [None, None]  # see `_about`: even sites, odd sites
        self._room = self.mass.new_empty(size if start.is_cuda else min(BLOCK, size))
        if absorbs is not None:
            self._absorb()

    def copy(self) -> Window:
        """Return a window that goes its own way from here."""
        other = copy(self)
        other.mass = self.mass.clone()
        other._sites = [known if known is None else known.clone() for known in self._sites]
        return other

    @property
    def positions(self) -> Tensor:
        """The residuals `[n, cells]` of the cells."""
        cells = self.mass.shape[1]
        twice = torch.arange(0, 2 * cells, 2, dtype=torch.float64, device=self.start.device)
        first = self._corners[0, :, None]
        low = first % (2 * cells) // 2 * 2  # twice the cell of the lowest site
        sites = (first - low) + twice + (twice < low) * (2 * cells)
        return self.start[:, None] + self.step[:, None] * sites

    def _about(self, positions: Tensor) -> Tensor:
        """Return the chances of steps down and up, and with `absorbs` 1 where it says so, or 0."""
        signal = positions * self.rate[:, None]
        chances = torch.special.ndtr(torch.stack((signal, -signal)))
        if self.absorbs is None:
            return chances
        return torch.cat((chances, self.absorbs(positions).to(chances.dtype)[None]))

    def _known(self) -> Tensor:
        """Return what is known about the sites of this step `[2 or 3, n * cells]`."""
        known = self._sites[self.taken % 2]
        if known is None:
            known = self._about(self.positions).flatten(1)
            self._sites[self.taken % 2] = known
        return known

    def advance(self, steps: int = 1) -> None:
        """Move the law by some steps, each of which drops the lighter end of the window."""
        for _ in range(steps):
            self._advance()

    def _advance(self) -> None:
        odd, cells = self.taken % 2, self.mass.shape[1]
        known, mass = self._known(), self.mass.view(-1)
        down, up = known[0], known[1]
        ends = self._rows + (self._corners % (2 * cells) >> 1)
        low, high, first, last = mass.take(ends) * known.take(ends + self._ups)
        if odd:
            _spread(mass, down, up, self._room, onwards=True)
        else:
            _spread(mass, up, down, self._room)
        mass[0 if odd else cells - 1 :: cells] = first + last  # neighbours in the ring
        seam = ends[0 if odd else 1]
        mass.scatter_(0, seam, torch.maximum(low, high))
        self._follow(low, high, seam)
        if self.absorbs is not None:
            self._absorb()

    def _follow(self, low: Tensor, high: Tensor, seam: Tensor) -> None:
        """Shift the window, count what was dropped, and learn about a new site in the seam."""
        drop_low, dropped = low < high, torch.minimum(low, high)
        before = self._corners[0]
        below, above = self.start + self.step * (before + self._wider)
        outside = torch.where(drop_low, below, above)
        moment = torch.addcmul(self.lost_moment, self.lost, self._square)
        self.lost_moment = torch.addcmul(moment, dropped * outside, outside)
        self.lost = self.lost + dropped
        lower, higher = self._corners - self._turn, self._corners + self._turn
        self._corners = torch.where(drop_low, higher, lower)
        self.taken += 1
        # windows that go to and fro find all known; to see that, a GPU would have to be asked
        settled = not before.is_cuda and torch.equal(self._corners[0], self._before)
        self._before = before
        known = self._sites[self.taken % 2]
        if known is not None and not settled:
            inside = torch.where(drop_low, above, below)
            known.index_copy_(1, seam, self._about(inside[:, None])[..., 0])

    def _absorb(self) -> None:
        ends_here = self._known()[2].view_as(self.mass)
        self.absorbed = self.absorbed + torch.linalg.vecdot(self.mass, ends_here)
        self.mass.addcmul_(self.mass, ends_here, value=-1)  # minus all of it, or nothing


def _spread(
    mass: Tensor, stays: Tensor, leaves: Tensor, room: Tensor, *, onwards: bool = False
) -> None:
    """Move masses `[cells]` in place: a share stays, a share goes to the next cell or that before.

    Blocks of them fit in the caches and are taken in the order in which no mass is overwritten
    before it has gone. The room `[block]` is for what is on its way. The end cell that has no
    neighbour to get something from is left as it is.
    """
    count = len(mass) - 1
    blocks = range(0, count, len(room))
    for begin in reversed(blocks) if onwards else blocks:
        end = min(begin + len(room), count)
        to, source = slice(begin, end), slice(begin + 1, end + 1)
        if onwards:
            to, source = source, to
        incoming = torch.mul(mass[source], leaves[source], out=room[: end - begin])
        mass[to].mul_(stays[to]).add_(incoming)


def _moments(start: Tensor, step: Tensor, rate: Tensor, steps: Sequence[int], cells: int) -> Values:
    window = Window(start, step, rate, cells)
    values, dropped = [], []
    for k in steps:
        window.advance(k - window.taken)
        values.append((window.mass * window.positions**2).sum(1))
        dropped.append(window.lost_moment)
    return Values(torch.stack(values, 1), torch.stack(dropped, 1))


def _absorbed(
    start: Tensor,
    step: Tensor,
    rate: Tensor,
    steps: Sequence[int],
    cells: int,
    absorbs: Absorbs,
) -> Values:
    window = Window(start, step, rate, cells, absorbs)
    values, dropped = [], []
    for k in steps:
        window.advance(k - window.taken)
        values.append(window.absorbed)
        dropped.append(window.lost)
    return Values(torch.stack(values, 1), torch.stack(dropped, 1))


# -- the loss under a power law --------------------------------------------------------------------


@dataclass(frozen=True)
class Loss:
    """Expected losses `[..., steps]`, and bounds of what is left out of them, `[..., steps]`.

    `dropped` comes from the windows, `rest` from the coordinates that were not computed.
    """

    values: Tensor
    dropped: Tensor
    rest: Tensor

    @property
    def missing(self) -> Tensor:
        """By how much the values may be too small, with round-off `[..., steps]`."""
        return self.dropped + self.rest + ROUNDING * self.values


def expected_loss(
    law: PowerLaw,
    eta: float | Tensor,
    batch: float,
    steps: Sequence[int],
    *,
    coordinates: int | None = None,
    group: int | None = None,
    tolerance: float = 1e-9,
    device: str = "cpu",
) -> Loss:
    """Return 1/2 sum_j lambda_j E delta_j^2 for learning rates `[...]`.

    Args:
        law: the spectrum and the target.
        eta: one learning rate, or many that are moved on at once.
        coordinates: how many of them are computed; the others add at most `rest`.
        group: neighbouring coordinates that share windows of one width; an eighth of all of them
            if not given.

    >>> law = PowerLaw(3.0, 3.0, 4)
    >>> loss = expected_loss(law, torch.tensor([1.0, 0.5]), 1e30, (1,))
    >>> loss.values.flatten().tolist() == [0.0, law.first_loss / 4]
    True
    """
    rates = torch.as_tensor(eta, dtype=torch.float64, device=device)
    flat = rates.reshape(-1, 1)
    kept = min(coordinates or law.d, law.d)
    spectrum, target = law.spectrum.to(device), law.target.to(device)
    values = dropped = torch.zeros(len(flat), len(steps), dtype=torch.float64, device=device)
    size = group or math.ceil(kept / 8)
    parts = zip(spectrum[:kept].split(size), target[:kept].split(size), strict=True)
    for curvature, first in parts:
        chains = torch.broadcast_tensors(first, flat, torch.sqrt(curvature * batch))
        start, step, rate = (x.flatten() for x in chains)
        found = second_moments(start, step, rate, steps, tolerance=tolerance, device=device)
        shape = (len(flat), len(first), len(steps))
        values = values + torch.einsum("j,njk->nk", curvature / 2, found.values.view(shape))
        dropped = dropped + torch.einsum("j,njk->nk", curvature / 2, found.dropped.view(shape))
    times = torch.tensor(list(steps), dtype=torch.float64, device=device)
    left = spectrum[kept:] / 2
    rest = (left * target[kept:] ** 2).sum() + left.sum() * times * flat**2
    return Loss(*(x.reshape(*rates.shape, len(steps)) for x in (values, dropped, rest)))


# -- particles -------------------------------------------------------------------------------------


def particles(
    start: float,
    step: float,
    curvature: float,
    batch: float,
    steps: int,
    runs: int,
    generator: torch.Generator,
) -> Tensor:
    """Run delta <- delta - eta sgn(lambda delta + xi), xi ~ N(0, lambda / B); return `[runs]`.

    The noise is drawn and no probability is computed: the other way to the same law.
    """
    delta = torch.full((runs,), start, dtype=torch.float64, device=generator.device)
    scale = math.sqrt(curvature / batch)
    for _ in range(steps):
        noise = torch.randn(runs, generator=generator, dtype=torch.float64, device=generator.device)
        delta = delta - step * torch.sgn(curvature * delta + scale * noise)
    return delta


# -- balls -----------------------------------------------------------------------------------------

Ball = Any  # a rational (`fmpq`, int) or a ball (`arb`)
Settled = Callable[[int], bool | None]  # of a site; None where balls do not tell


class TooManySteps(ArithmeticError):
    """More steps than `MAX_STEPS`: there is a value, which this does not compute."""


def is_count(steps: Any) -> bool:
    """Return whether something is a number of steps.

    Raises:
        TooManySteps: it is one, but no chain in balls makes so many.
    """
    if not (isinstance(steps, fmpq) and steps.denominator == 1 and steps >= 0):
        return False
    if steps > MAX_STEPS:
        raise TooManySteps(f"{steps} steps, more than {MAX_STEPS}")
    return True


class Walk:
    """The chain from a point in balls, in units of eta, backwards from its last step.

    Sites are x + i for whole i. `lean(at)` encloses the probability of a step down from a position.
    Where x and what `lean` knows are rationals the values are sharp; where they are balls, all
    chains of a box are enclosed at once.

    >>> Walk(1, lean_of_width(1)).second_moment(1).str(9, radius=False)
    '0.634621016'
    """

    def __init__(self, x: Ball, lean: Callable[[Ball], arb]) -> None:
        self.x, self.lean = x, lean
        self.known: dict[int, arb] = {}

    def second_moment(self, steps: int) -> arb:
        """Return E (delta_k / eta)^2."""
        return self._mean(steps, lambda site: arb(self.x + site) ** 2, lambda _: False)

    def reaches(self, settled: Callable[[Ball], bool | None], steps: int) -> arb:
        """Return the probability to be at a settled position at one of the first steps."""
        memory: dict[int, bool | None] = {}

        def at(site: int) -> bool | None:
            if site not in memory:
                memory[site] = settled(self.x + site)
            return memory[site]

        return self._mean(steps, lambda _: arb(0), at)

    def arrival(self, settled: Callable[[Ball], bool | None], steps: int, power: int) -> arb:
        """Return E (delta_k / eta)^power on the paths that settle after k steps, and no sooner."""
        values = {}
        for left in range(steps, -1, -1):
            sites = range(-left, left + 1, 2)
            there = {site: settled(self.x + site) for site in sites}
            if left == steps:
                values = {s: _if(there[s], arb(self.x + s) ** power) for s in sites}
            else:
                values = {s: _if(_not(there[s]), self._step(values, s)) for s in sites}
        return values[0]

    def square_on_arrival(
        self, settled: Callable[[Ball], bool | None], first: int, steps: int
    ) -> arb:
        """Return E (delta_k / eta)^2 on the paths that settle after `first` steps, no sooner."""
        last = max(first, steps)
        values = {site: arb(1) for site in range(-last, last + 1, 2)}
        for left in range(last, -1, -1):
            if left < last:
                values = {s: self._step(values, s) for s in range(-left, left + 1, 2)}
            if left == steps:
                values = {s: value * arb(self.x + s) ** 2 for s, value in values.items()}
            if left <= first:
                there = {s: settled(self.x + s) for s in values}
                wanted = there if left == first else {s: _not(t) for s, t in there.items()}
                values = {s: _if(wanted[s], value) for s, value in values.items()}
        return values[0]

    def _mean(self, steps: int, final: Callable[[int], arb], settled: Settled) -> arb:
        """Return the mean of `final` at the last step, or 1 on paths that settle before."""
        values = {s: _settle(settled(s), final, s) for s in range(-steps, steps + 1, 2)}
        for left in range(steps - 1, -1, -1):
            move = partial(self._step, values)
            values = {s: _settle(settled(s), move, s) for s in range(-left, left + 1, 2)}
        return values[0]

    def _step(self, values: dict[int, arb], site: int) -> arb:
        if site not in self.known:
            self.known[site] = self.lean(self.x + site)
        down, up, chance = values[site - 1], values[site + 1], self.known[site]
        least, most = (
            a + chance * (b - a)
            for a, b in ((up.lower(), down.lower()), (up.upper(), down.upper()))
        )
        return least.union(most)


def _settle(settled: bool | None, otherwise: Callable[[int], arb], site: int) -> arb:
    if settled:
        return arb(1)
    return otherwise(site) if settled is False else arb(1).union(otherwise(site))


def _if(condition: bool | None, value: arb) -> arb:
    if condition is None:
        return arb(0).union(value)
    return value if condition else arb(0)


def _not(condition: bool | None) -> bool | None:
    return None if condition is None else not condition


def lean_of_width(r: Ball) -> Callable[[Ball], arb]:
    """Return the chance of a step down at a position: Phi(at / r), r > 0 or a ball of such r."""

    def lean(at: Ball) -> arb:
        if r > 0:
            return _normal(arb(at) / arb(r))
        if at > 0 or at < 0:  # r may be as small as one likes
            least = _normal(abs(arb(at)).lower() / arb(r).upper())
            towards = least.union(arb(1))
            return towards if at > 0 else 1 - towards
        return arb(0).union(arb(1))

    return lean


def _normal(signal: arb) -> arb:
    return (-signal / arb(2).sqrt()).erfc() / 2


def within(radius: Ball) -> Callable[[Ball], bool | None]:
    """Say of a position whether |at| <= radius."""
    return lambda at: True if abs(at) <= radius else False if abs(at) > radius else None


def beyond(radius: Ball) -> Callable[[Ball], bool | None]:
    """Say of a position whether |at| > radius."""
    return lambda at: True if abs(at) > radius else False if abs(at) <= radius else None
