"""The exact chain of SignSGD against a plain loop, particles, balls and its own bounds."""

import math
from functools import partial
from itertools import product
from typing import Any

import pytest
import torch
from flint import arb, fmpq

from numerics import sign_chain
from numerics.power_law import PowerLaw
from numerics.sign_chain import (
    Walk,
    Window,
    arrival,
    beyond,
    hitting_probabilities,
    lean_of_width,
    second_moments,
    square_on_arrival,
    within,
)

CASES = [(1.0, 0.25, 2.0), (0.3, 0.1, 0.5), (1.5, 1.0, 4.0), (-0.7, 0.2, 1.0)]
DEVICES = [
    "cpu",
    pytest.param(
        "cuda", marks=pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device")
    ),
]


def plain_law(start: float, step: float, rate: float, steps: int) -> dict[int, float]:
    """Move the law on site by site."""
    law = {0: 1.0}
    for _ in range(steps):
        following: dict[int, float] = {}
        for site, mass in law.items():
            down = (1 + math.erf((start + step * site) * rate / math.sqrt(2))) / 2
            following[site - 1] = following.get(site - 1, 0.0) + mass * down
            following[site + 1] = following.get(site + 1, 0.0) + mass * (1 - down)
        law = following
    return law


def plain_moment(start: float, step: float, rate: float, steps: int) -> float:
    """Return E delta_k^2 by the plain loop."""
    law = plain_law(start, step, rate, steps)
    return sum(mass * (start + step * site) ** 2 for site, mass in law.items())


class PlainWindow:
    """The window with sites in order, shifted and judged anew in each step."""

    def __init__(self, start: torch.Tensor, step: torch.Tensor, rate: torch.Tensor, cells: int):
        self.start, self.step, self.rate = (x[:, None] for x in (start, step, rate))
        self.sites = 2 * torch.arange(cells).expand(len(start), -1) - cells // 2 * 2
        self.mass = (self.sites == 0).double()
        self.lost = self.lost_moment = torch.zeros_like(start)

    @property
    def positions(self) -> torch.Tensor:
        return self.start + self.step * self.sites

    def advance(self) -> None:
        signal = self.positions * self.rate
        down = torch.special.ndtr(signal) * self.mass
        up = torch.special.ndtr(-signal) * self.mass
        nothing = torch.zeros_like(down[:, :1])
        longer = torch.cat([down, nothing], 1) + torch.cat([nothing, up], 1)
        sites = torch.cat([self.sites - 1, self.sites[:, -1:] + 1], 1)
        drop_low = (longer[:, 0] < longer[:, -1])[:, None]
        dropped = torch.where(drop_low, longer[:, :1], longer[:, -1:])
        place = self.start + self.step * torch.where(drop_low, sites[:, :1], sites[:, -1:])
        self.mass = torch.where(drop_low, longer[:, 1:], longer[:, :-1])
        self.sites = torch.where(drop_low, sites[:, 1:], sites[:, :-1])
        grown = self.lost * self.step[:, 0] ** 2
        self.lost_moment = self.lost_moment + grown + (dropped * place**2)[:, 0]
        self.lost = self.lost + dropped[:, 0]


def plain_arrival(start: float, step: float, rate: float, steps: int) -> tuple[float, float]:
    """Return the chance of a first time within 1 / rate, and E delta_k^2 there, path by path."""
    chance = square = 0.0
    for signs in product((-1, 1), repeat=steps):
        at, weight, path = start, 1.0, [start]
        for sign in signs:
            down = (1 + math.erf(at * rate / math.sqrt(2))) / 2
            weight *= down if sign < 0 else 1 - down
            at += sign * step
            path.append(at)
        if all(abs(before) > 1 / rate for before in path[:-1]) and abs(at) <= 1 / rate:
            chance, square = chance + weight, square + weight * at**2
    return chance, square


def plain_square(case: tuple[float, float, float], first: int, steps: int) -> float:
    """Return E delta_k^2 where the first time within 1 / rate is the given one, path by path."""
    start, step, rate = case
    square = 0.0
    for signs in product((-1, 1), repeat=max(first, steps)):
        weight, path = 1.0, [start]
        for sign in signs:
            down = (1 + math.erf(path[-1] * rate / math.sqrt(2))) / 2
            weight *= down if sign < 0 else 1 - down
            path.append(path[-1] + sign * step)
        near = [abs(at) <= 1 / rate for at in path]
        if near[first] and not any(near[:first]):
            square += weight * path[steps] ** 2
    return square


@pytest.mark.parametrize("case", [(1.0, 0.25, 2.0), (-1.5, 0.5, 2.0), (0.25, 0.25, 2.0)])
@pytest.mark.parametrize("first", [0, 1, 2, 4])
@pytest.mark.parametrize("steps", [0, 1, 3, 6])
def test_squares_given_a_first_arrival_agree_with_all_paths_both_ways(
    case: tuple[float, float, float], first: int, steps: int
) -> None:
    start, step, rate = case

    def there(at: Any) -> bool:
        return bool(abs(at * fmpq(int(4 * step), 4)) <= fmpq(1, 2))

    expected = plain_square(case, first, steps)
    found = square_on_arrival(start, step, rate, 1 / rate, first, steps)
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-15)
    walk = Walk(fmpq(int(4 * start), int(4 * step)), lean_of_width(arb(1 / (rate * step))))
    balls = walk.square_on_arrival(there, first, steps) * arb(step) ** 2
    assert float(balls) == pytest.approx(expected, rel=1e-12, abs=1e-15)


@pytest.mark.parametrize("case", [(1.0, 0.25, 2.0), (-1.5, 0.5, 2.0), (0.25, 0.25, 2.0)])
def test_first_arrivals_agree_with_all_paths_both_ways(case: tuple[float, float, float]) -> None:
    start, step, rate = case

    def there(at: Any) -> bool:
        return bool(abs(at * fmpq(int(4 * step), 4)) <= fmpq(1, 2))

    walk = Walk(fmpq(int(4 * start), int(4 * step)), lean_of_width(arb(1 / (rate * step))))
    for steps in range(8):
        expected = plain_arrival(*case, steps)
        found = arrival(start, step, rate, 1 / rate, steps)
        assert found == pytest.approx(expected, rel=1e-12, abs=1e-15)
        balls = (walk.arrival(there, steps, power) * arb(step) ** power for power in (0, 2))
        assert tuple(map(float, balls)) == pytest.approx(expected, rel=1e-12, abs=1e-15)


def test_where_it_is_not_known_whether_a_chain_has_arrived_both_are_enclosed() -> None:
    found = Walk(2, lean_of_width(1)).arrival(lambda at: None, 1, 0)
    assert found.lower() <= 0
    assert found.upper() >= 1


@pytest.mark.parametrize("device", DEVICES)
def test_moments_agree_with_a_plain_loop(device: str) -> None:
    steps = (0, 1, 2, 7, 40)
    starts, sizes, rates = zip(*CASES, strict=True)
    found = second_moments(starts, sizes, rates, steps, device=device)
    for row, case in enumerate(CASES):
        for column, k in enumerate(steps):
            expected = plain_moment(*case, k)
            assert abs(float(found.values[row, column]) - expected) <= 1e-12 * (1 + expected) + (
                float(found.dropped[row, column])
            )


def test_what_is_dropped_is_bounded() -> None:
    for width in (2, 4, 8):
        found = second_moments(1.0, 0.1, 0.5, (5, 50, 150), width=width)
        for column, k in enumerate((5, 50, 150)):
            missing = plain_moment(1.0, 0.1, 0.5, k) - float(found.values[0, column])
            assert -1e-12 <= missing <= float(found.dropped[0, column]) + 1e-12
    assert float(found.dropped[0, 0]) == 0 < float(found.dropped[0, 2])


def in_order(window: Window) -> tuple[torch.Tensor, torch.Tensor]:
    """Return positions and masses, the lowest site first."""
    positions, order = window.positions.sort(1)
    return positions, window.mass.gather(1, order)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("block", [1, 7, 2**15])
@pytest.mark.parametrize("cells", [1, 2, 5, 16, 61])
def test_a_ring_in_place_is_a_window_that_is_shifted(cells, block, device, monkeypatch) -> None:
    monkeypatch.setattr(sign_chain, "BLOCK", block)
    starts = torch.tensor([0.0, 1.0, -3.0, 20.0, 0.3], dtype=torch.float64, device=device)
    sizes = torch.tensor([0.5, 0.25, 0.1, 0.3, 0.3], dtype=torch.float64, device=device)
    rates = torch.tensor([0.0, 2.0, 1.0, 3.0, 0.5], dtype=torch.float64, device=device)
    chains = starts, sizes, rates
    window, plain = Window(*chains, cells), PlainWindow(*(x.cpu() for x in chains), cells)
    for k in range(150):
        positions, mass = in_order(window)
        assert torch.equal(positions.cpu(), plain.positions)
        alike = partial(torch.allclose, rtol=2.0**-50 * (k + 1), atol=1e-300)
        assert alike(mass.cpu(), plain.mass)  # vectors of chances have other last bits
        assert alike(window.lost.cpu(), plain.lost)
        assert alike(window.lost_moment.cpu(), plain.lost_moment)
        window.advance()
        plain.advance()


def test_a_copy_of_a_window_goes_its_own_way() -> None:
    one = torch.ones(1, dtype=torch.float64)
    window, alone = (Window(one, 0.1 * one, one, 8) for _ in range(2))
    window.advance(20)
    other = window.copy()
    other.mass = torch.where(other.positions > 0, other.mass, 0)
    other.advance(30)
    window.advance(3)
    alone.advance(23)
    assert torch.equal(window.mass, alone.mass)
    assert torch.equal(window.positions, alone.positions)


@pytest.mark.parametrize("outside", [False, True])
def test_what_is_absorbed_is_what_first_gets_there(outside: bool) -> None:
    start, step, rate, radius, steps = 1.0, 0.25, 2.0, 0.5, (0, 1, 5, 30)
    found = hitting_probabilities(start, step, rate, radius, steps, outside=outside)
    law, absorbed, expected = {0: 1.0}, 0.0, []
    for k in range(steps[-1] + 1):
        there = {s for s in law if (abs(start + step * s) > radius) == outside}
        absorbed += sum(law.pop(site) for site in there)
        expected += [absorbed] if k in steps else []
        following: dict[int, float] = {}
        for site, mass in law.items():
            down = (1 + math.erf((start + step * site) * rate / math.sqrt(2))) / 2
            following[site - 1] = following.get(site - 1, 0.0) + mass * down
            following[site + 1] = following.get(site + 1, 0.0) + mass * (1 - down)
        law = following
    off = found.values[0] - torch.tensor(expected, dtype=torch.float64)
    assert bool((off.abs() <= 1e-13 + found.dropped[0]).all())


def test_a_window_follows_a_start_far_away() -> None:
    found = second_moments(50.0, 0.05, 10.0, (1500,))
    assert float(found.dropped[0, 0]) < 1e-9 * float(found.values[0, 0])
    assert float(found.values[0, 0]) < 0.05


def test_particles_agree_within_z_scores() -> None:
    generator = torch.Generator().manual_seed(5)
    runs = 20_000
    for start, step, curvature, batch in ((1.0, 0.25, 0.5, 8.0), (0.4, 0.1, 0.2, 5.0)):
        squares = sign_chain.particles(start, step, curvature, batch, 15, runs, generator) ** 2
        exact = float(second_moments(start, step, math.sqrt(curvature * batch), (15,)).values)
        spread = float(squares.std()) / math.sqrt(runs)
        assert abs(float(squares.mean()) - exact) < 6 * spread
        wrong = float(second_moments(start, step, 1.2 * math.sqrt(curvature * batch), (15,)).values)
        assert abs(float(squares.mean()) - wrong) > 6 * spread


@pytest.mark.parametrize(("x", "r"), [((5, 2), (3, 2)), ((3, 1), (1, 1)), ((1, 3), (1, 4))])
def test_balls_agree_with_floating_point(x: tuple[int, int], r: tuple[int, int]) -> None:
    walk = Walk(fmpq(*x), lean_of_width(fmpq(*r)))
    start, rate, steps = x[0] / x[1], r[1] / r[0], (0, 1, 6, 13)
    moments = second_moments(start, 1, rate, steps).values[0]
    hits = hitting_probabilities(start, 1, rate, 1, steps).values[0]
    leaves = hitting_probabilities(start, 1, rate, 2, steps, outside=True).values[0]
    for column, k in enumerate(steps):
        exact = walk.second_moment(k), walk.reaches(within(1), k), walk.reaches(beyond(2), k)
        found = moments[column], hits[column], leaves[column]
        assert [float(v) for v in found] == pytest.approx([float(v.mid()) for v in exact])


def test_boxes_contain_their_chains() -> None:
    box = Walk(arb(1).union(arb(1.25)), lean_of_width(arb(0).union(arb(0.5))))
    for x, r in ((fmpq(1), fmpq(1, 2)), (fmpq(9, 8), fmpq(1, 100)), (fmpq(5, 4), fmpq(1, 3))):
        one = Walk(x, lean_of_width(r))
        assert box.second_moment(5).contains(one.second_moment(5))
        assert box.reaches(within(1), 4).contains(one.reaches(within(1), 4))


def test_the_first_hit_needs_the_distance() -> None:
    found = hitting_probabilities(5.0, 1.0, 100.0, 1.0, (3, 4)).values[0]
    assert found.tolist() == [0.0, 1.0]


def test_expected_loss_is_the_weighted_sum() -> None:
    loss = sign_chain.expected_loss(PowerLaw(2.0, 1.5, 20), 0.1, 4.0, (0, 30))
    expected = [
        sum(j**-1.5 / 2 * plain_moment(j**-0.25, 0.1, 2 * j**-0.75, k) for j in range(1, 21))
        for k in (0, 30)
    ]
    assert loss.values.tolist() == pytest.approx(expected)
    assert float(loss.rest.abs().max()) == 0
    fewer = sign_chain.expected_loss(PowerLaw(2.0, 1.5, 20), 0.1, 4.0, (0, 30), coordinates=8)
    missing = loss.values - fewer.values
    assert bool((missing >= 0).all())
    assert bool((missing <= fewer.rest).all())


def test_more_steps_than_a_chain_makes_are_not_called_undefined() -> None:
    assert sign_chain.is_count(fmpq(sign_chain.MAX_STEPS))
    assert not any(map(sign_chain.is_count, (fmpq(-1), fmpq(1, 2))))
    with pytest.raises(sign_chain.TooManySteps):
        sign_chain.is_count(fmpq(sign_chain.MAX_STEPS + 1))
