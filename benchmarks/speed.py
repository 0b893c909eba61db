"""Measure how fast experiments run against plain loops, and against what bounds them.

    python -m benchmarks.speed

Writes `benchmarks/speed.json`: the machine and versions, and for each experiment its sizes, its
time for a step of one run on all cores, that of a loop as one would write it, the ratio of both,
and how much of the time what bounds it takes by itself.

    deep diagonal networks    the grid of table 4 of steepest-mirror, by numba and by torch
    perceptrons               two layers on parity, seeds side by side, in batches and in full ones
                              of all inputs (`speed_of_networks`)
    Transformers              two layers on parity, likewise
    exact chain of SignSGD    chains whose state is larger than the caches; on a GPU, too
"""

from __future__ import annotations

import json
import os
import platform
import sys
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from benchmarks import speed_of_networks
from benchmarks.timing import Speed, large_product, side_by_side, timed
from numerics import compiled, sign_chain
from numerics import diagonal_training as diagonal
from numerics import fused_sign_descent as fused
from verify.running.keys import EXTRA, version_of, versions

RESULTS = Path(__file__).with_name("speed.json")
DRAWS, DECAYS, DEPTH, COORDINATES, SAMPLES = 8, 21, 10, 100, 80
RUNS, PLAIN_STEPS = DRAWS * DECAYS, 400
STEPS = {"numba": 60_000, "torch": 2000}  # train compiles from 10^9 numbers times steps on
RATE, START = 1e-4, 0.1
CHAINS, CELLS, CHAIN_STEPS = 64, 2**16, 20
PASSES = 4  # of the state in a step: probabilities and masses are read, both moves are written
COPIED = 2**25  # numbers
multiply_one = fused.multiply  # a compiled loop finds it by this name

# -- deep diagonal networks ------------------------------------------------------------------------


def data() -> diagonal.Data:
    """Return data sets as in table 4."""
    truth = (1.0,) * 5 + (0.0,) * (COORDINATES - 5)
    return diagonal.gaussian(DRAWS, SAMPLES, truth, seed=0)


def grid(way: str) -> float:
    """Return the seconds of a step of one run, of data sets times strengths of weight decay."""
    steps = STEPS[way]
    torch.set_num_threads(1)
    sets = data()
    strengths = tuple(10.0 ** (-n / 4) for n in range(DECAYS))
    rule = diagonal.Rule(1.0, strengths, (0.0,) * DECAYS)
    gradient = diagonal.squared_error(sets, 1.0)

    def train() -> object:
        return diagonal.train(gradient, sets, DEPTH, rule, rate=RATE, steps=steps, scale=START)

    return timed(train) / steps / RUNS


def plain_network() -> float:
    """Return the time of a step of one run by automatic differentiation in a loop."""
    torch.set_num_threads(1)
    sets = data()
    z, y = sets.z[0], sets.z[0] @ sets.truth
    factors = [torch.zeros(COORDINATES, dtype=torch.float64, requires_grad=True)]
    factors += [torch.full_like(factors[0], START).requires_grad_(True) for _ in range(DEPTH - 1)]

    def train() -> None:
        for _ in range(PLAIN_STEPS):
            x = torch.stack(factors).prod(0)
            loss = ((z @ x - y) ** 2).sum()
            slopes = torch.autograd.grad(loss, factors)
            with torch.no_grad():
                for factor, slope in zip(factors, slopes, strict=True):
                    factor -= RATE * torch.sign(slope + 0.1 * factor)

    return timed(train) / PLAIN_STEPS


def product(way: str) -> float:
    """Return the time of the product with the Gram matrix that a step of one run needs."""
    torch.set_num_threads(1)
    times = STEPS["torch"]
    gram, x, out = (
        fused.aligned(DRAWS, rows, -(-COORDINATES // fused.LANES) * fused.LANES)
        for rows in (COORDINATES, DECAYS, DECAYS)
    )
    tensors = [torch.from_numpy(part[..., :COORDINATES]).contiguous() for part in (x, gram)]
    room = torch.empty_like(tensors[0])

    def multiply() -> None:
        if way == "numba":
            multiply_often(x, gram, out, times)
            return
        for _ in range(times):
            torch.bmm(*tensors, out=room)

    return timed(multiply) / times / RUNS


@compiled.njit(error_model="numpy")
def multiply_often(x, gram, out, times):
    """Multiply all data sets so many times."""
    for _ in range(times):
        for one in range(len(x)):
            multiply_one(x[one], gram[one], out[one])


def networks(way: str) -> Speed:
    """Compare the grid of table 4 with plain loops, on all cores of this machine."""
    cores = os.cpu_count() or 1
    own, plain, bound = (
        side_by_side(measure, cores)
        for measure in (partial(grid, way), plain_network, partial(product, way))
    )
    most = side_by_side(partial(large_product, torch.float64), cores)
    return Speed(
        name=f"deep diagonal networks, grid of table 4, {way}",
        sizes={"runs": RUNS, "depth": DEPTH, "coordinates": COORDINATES, "cores": cores},
        seconds=own / cores,
        plain=plain,
        ratio=plain / own * cores,
        asked=500,
        bound=f"the product with the Gram matrix, {bound / own:.0%} of the time by itself, at "
        f"{2e-9 * COORDINATES**2 / bound:.0f} Gflop/s a core (torch on a large matrix: "
        f"{most / 1e9:.0f})",
    )


# -- the exact chain of SignSGD --------------------------------------------------------------------


def chain(device: str = "cpu") -> float:
    """Return the time of a step of all chains."""
    torch.set_num_threads(os.cpu_count() or 1)
    start = torch.linspace(0.5, 1.5, CHAINS, dtype=torch.float64)
    window = sign_chain.Window(
        start.to(device), torch.full_like(start, 2.0**-8).to(device), start.to(device), CELLS
    )

    def walk() -> None:
        for _ in range(CHAIN_STEPS):
            window.advance()

    return timed(walk, device) / CHAIN_STEPS


def copying(device: str = "cpu") -> float:
    """Return the time to read and write one number, in seconds."""
    torch.set_num_threads(os.cpu_count() or 1)
    numbers: Tensor = torch.ones(COPIED, dtype=torch.float64, device=device)
    other = torch.empty_like(numbers)
    return timed(lambda: other.copy_(numbers), device) / COPIED


def chains(device: str = "cpu") -> Speed:
    """Compare the chain with what the memory of this machine allows."""
    own, bound = chain(device), copying(device) * CHAINS * CELLS * PASSES / 2
    return Speed(
        name=f"exact chain of SignSGD, {device}",
        sizes={"chains": CHAINS, "cells": CELLS},
        seconds=own / CHAINS,
        plain=bound / CHAINS,
        ratio=bound / own,
        asked=1 / 3,
        bound=f"memory: {PASSES} passes of the state take {bound / own:.0%} of the time",
    )


# -- the page --------------------------------------------------------------------------------------


def machine() -> dict[str, Any]:
    """Return where this was measured."""
    gpu = torch.cuda.get_device_name() if torch.cuda.is_available() else None
    return {
        "processor": platform.machine(),
        "cores": os.cpu_count(),
        "gpu": gpu,
        **versions(),
        **{package: version_of(package) for package in EXTRA},
    }


def main() -> None:
    """Measure all, and write the figures."""
    found = [networks(way) for way in STEPS if way == "torch" or compiled.THERE]
    found += [*speed_of_networks.speeds(), chains()]
    if torch.cuda.is_available():
        found.append(chains("cuda"))
    page = {"machine": machine(), "speeds": [asdict(speed) for speed in found]}
    RESULTS.write_text(json.dumps(page, indent=2) + "\n", encoding="utf-8")
    for speed in found:
        sys.stdout.write(f"{speed.name}: {speed.ratio:.3g} times ({speed.bound})\n")


if __name__ == "__main__":
    main()
