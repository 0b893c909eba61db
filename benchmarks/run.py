"""Measure the commands that people wait for, and record the figures.

    python -m benchmarks.run [PAPER]

Writes `benchmarks/results.md`: medians of whole processes, one run of the quick profile with an
empty cache, its peak memory over the whole process tree, seconds per claim, and how the exact chain
of SignSGD compares with a simulation and with plain loops. The figures of `make soak` that are on
file beside it go to the end of the page.
"""

from __future__ import annotations

import json
import math
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import psutil
import torch

from benchmarks import soak
from numerics import sign_chain
from numerics.power_law import PowerLaw

REPEATS = 5
RESULTS = Path(__file__).with_name("results.md")
SYMBOLIC = "steepest-mirror/cor-4.9"
MANY_PARTS = "steepest-mirror/lem-4.5"  # ten statements, some with an integrator behind them
ETA, BATCH, ALPHA, BETA, COORDINATES, STEPS = 2.0**-6, 64.0, 5.0, 4.0, 32, 512
RUNS = 400  # of a figure of the SignSGD paper
SEEDS = 10


def command(*arguments: str) -> list[str]:
    """Return the command line of the tool in this environment."""
    return [sys.executable, "-m", "verify.cli.main", *arguments]


def seconds(arguments: list[str], environment: dict[str, str], repeats: int = REPEATS) -> float:
    """Return the median wall time of a command as a whole process, in seconds."""
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        subprocess.run(arguments, env=environment, capture_output=True, check=False)
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def peak_memory(process: subprocess.Popen[bytes]) -> list[float]:
    """Follow a process tree in a thread; the list holds the largest resident size in GiB."""
    peak = [0.0]

    def follow() -> None:
        while process.poll() is None:
            try:
                tree = psutil.Process(process.pid)
                members = [tree, *tree.children(recursive=True)]
                total = sum(m.memory_info().rss for m in members)
                peak[0] = max(peak[0], total / 2**30)
            except psutil.Error:
                pass
            time.sleep(0.1)

    threading.Thread(target=follow, daemon=True).start()
    return peak


# -- the exact chain of SignSGD -------------------------------------------------------------------


def exact_loss() -> float:
    """Return the expected loss of SignSGD by the chain on a window."""
    law = PowerLaw(ALPHA, BETA, COORDINATES)
    loss = sign_chain.expected_loss(law, ETA, BATCH, (STEPS,), group=16, tolerance=1e-6)
    return float(loss.values[0])


def simulated_loss(seed: int) -> float:
    """Return the mean loss of runs that draw the noise."""
    generator, total = torch.Generator().manual_seed(seed), 0.0
    for j in range(1, COORDINATES + 1):
        target, curvature = j ** ((BETA - ALPHA) / 2), j**-BETA
        delta = sign_chain.particles(target, ETA, curvature, BATCH, STEPS, RUNS, generator)
        total += curvature * float((delta**2).mean()) / 2
    return total


def looped_loss() -> float:
    """Return the expected loss by plain loops over all points that can be reached."""
    total = 0.0
    for j in range(1, COORDINATES + 1):
        target, rate = j ** ((BETA - ALPHA) / 2), math.sqrt(j**-BETA * BATCH)
        mass = {0: 1.0}
        for _ in range(STEPS):
            moved: dict[int, float] = {}
            for site, weight in mass.items():
                signal = (target + ETA * site) * rate
                down = 0.5 * math.erfc(-signal / math.sqrt(2))
                moved[site - 1] = moved.get(site - 1, 0.0) + weight * down
                moved[site + 1] = moved.get(site + 1, 0.0) + weight * (1 - down)
            mass = moved
        total += j**-BETA / 2 * sum(w * (target + ETA * s) ** 2 for s, w in mass.items())
    return total


def ways_to_a_loss() -> list[tuple[str, str]]:
    """Compare the exact chain with simulation and plain loops, all in this process."""
    torch.set_num_threads(1)
    exact, chain = timed(exact_loss)
    looped, loops = timed(looped_loss)
    runs = [timed(partial(simulated_loss, seed)) for seed in range(SEEDS)]
    drawing = statistics.median(seconds for _, seconds in runs)
    error = math.sqrt(statistics.fmean((loss / exact - 1) ** 2 for loss, _ in runs))
    return [
        ("exact chain", f"{chain:.2f} s"),
        ("plain loops over the same chain", f"{loops / chain:.1f} exact chains"),
        ("relative difference of both", f"{abs(looped / exact - 1):.0e}"),
        (f"simulation of {RUNS} runs", f"{drawing / chain:.1f} exact chains"),
        ("its relative error", f"{error:.0e}"),
        (
            "simulation to a relative error of 1e-3",
            f"{drawing / chain * (error / 1e-3) ** 2:.0f} exact chains",
        ),
    ]


def timed(way: Callable[[], float]) -> tuple[float, float]:
    """Return a loss and the seconds that it took."""
    started = time.perf_counter()
    return way(), time.perf_counter() - started


def main(paper: str = "steepest-mirror") -> None:
    """Measure, and write the table."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "THMCHECK_CACHE": folder}
        listing = seconds(command("list"), environment)
        showing = seconds(command("show", SYMBOLIC), environment)
        checking = {
            claim: seconds(command("check", claim), environment) for claim in (SYMBOLIC, MANY_PARTS)
        }
        results = Path(folder) / "run.json"
        arguments = command("run", "--paper", paper, "--jobs", "2", "--fresh", "--json")
        started = time.perf_counter()
        process = subprocess.Popen(
            [*arguments, str(results)], env=environment, stdout=subprocess.DEVNULL
        )
        peak = peak_memory(process)
        process.wait()
        running = time.perf_counter() - started
        claims = json.loads(results.read_text(encoding="utf-8"))["claims"]
    rows = [
        ("`thmcheck list`", f"{listing:.2f} s"),
        (f"`thmcheck show {SYMBOLIC}`", f"{showing:.2f} s"),
        *((f"`thmcheck check {claim}`", f"{time:.2f} s") for claim, time in checking.items()),
        (f"`thmcheck run --paper {paper} --jobs 2`, empty cache", f"{running:.1f} s"),
        ("peak memory of its process tree", f"{peak[0]:.2f} GiB"),
    ]
    slow = sorted(claims, key=lambda c: (-c["seconds"], c["id"]))
    lines = [
        "# Benchmarks",
        "",
        f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}; "
        f"medians of {REPEATS} whole processes.",
        "",
        "| what | figure |",
        "|---|---|",
        *(f"| {name} | {figure} |" for name, figure in rows),
        "",
        f"The expected loss of SignSGD after {STEPS} steps on {COORDINATES} coordinates, "
        f"eta = {ETA}, B = {BATCH:g}, one thread:",
        "",
        "| way | figure |",
        "|---|---|",
        *(f"| {name} | {figure} |" for name, figure in ways_to_a_loss()),
        "",
        "| claim | seconds |",
        "|---|---|",
        *(f"| {claim['id']} | {claim['seconds']:.2f} |" for claim in slow),
    ]
    RESULTS.write_text("\n".join([*lines, *soak.section()]) + "\n", encoding="utf-8")
    for line in lines[: 6 + len(rows)]:
        sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
