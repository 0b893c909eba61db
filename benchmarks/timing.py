"""What is said of a speed, and how times are taken."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

import torch

REPEATS = 3
LARGE = 1024  # rows and columns of a large matrix


@dataclass(frozen=True)
class Speed:
    """The time of a step of one run in seconds, and that of a plain loop.

    Args:
        name: of the experiment.
        sizes: of it.
        seconds: for a step of one run, of all that run side by side on all cores.
        plain: for the same in a plain loop on one core, or what the bound allows where there is no
            loop.
        ratio: of plain to seconds.
        asked: which ratio was aimed at, if any.
        bound: what bounds it, with how much of the time that takes by itself.
    """

    name: str
    sizes: dict[str, int]
    seconds: float
    plain: float
    ratio: float
    asked: float | None
    bound: str


def timed(way: Callable[[], object], device: str = "cpu") -> float:
    """Return the median time of some calls after one that warms up, in seconds.

    With one thread on a CPU it is the time of the processor, so that others do not count.
    """
    way()
    alone = device == "cpu" and torch.get_num_threads() == 1
    clock = time.process_time if alone else time.perf_counter
    times = []
    for _ in range(REPEATS):
        wait_for(device)
        started = clock()
        way()
        wait_for(device)
        times.append(clock() - started)
    return statistics.median(times)


def wait_for(device: str) -> None:
    """Wait until all work on a device is done."""
    if device != "cpu":
        torch.cuda.synchronize()


def side_by_side(way: Callable[[], float], processes: int) -> float:
    """Return the median of what a measurement gives in processes that run at the same time."""
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        found = [pool.submit(way) for _ in range(processes)]
        return statistics.median(one.result() for one in found)


def large_product(dtype: torch.dtype) -> float:
    """Return the operations a second of a product of two large matrices on one core."""
    torch.set_num_threads(1)
    matrix = torch.ones(LARGE, LARGE, dtype=dtype)
    out = torch.empty_like(matrix)
    return 2 * LARGE**3 / timed(lambda: torch.mm(matrix, matrix, out=out))
