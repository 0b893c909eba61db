"""What large numbers of claims, and large sweeps, would cost: from what small ones cost here.

    python -m benchmarks.costs

Runs the quick profile of all papers once with an empty store, trains one grid of deep diagonal
networks, and writes `docs/costs.md`. Costs are taken to be proportional to the number of claims and
of runs: items do not depend on each other, and the store has one row for each.
"""

from __future__ import annotations

import os
import platform
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import torch

from benchmarks import speed
from benchmarks.run import command, peak_memory
from verify.claims import catalogue
from verify.running.cache import FILE

PAGE = Path(__file__).parents[1] / "docs" / "costs.md"
CLAIMS = 100_000
RUNS, STEPS = 10**6, 10**6
CORES = (2, 64, 1000)


@dataclass(frozen=True)
class Suite:
    """What a quick run of all claims took: seconds, items of work, bytes and GiB of memory."""

    claims: int
    processor: float
    wall: float
    items: int
    bytes: int
    memory: float


def suite() -> Suite:
    """Run everything once with an empty store.

    Raises:
        RuntimeError: the run ended with an error.
    """
    with tempfile.TemporaryDirectory() as folder:
        before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        process = subprocess.Popen(
            command("run", "--jobs", "2"),
            env={**os.environ, "THMCHECK_CACHE": folder},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        peak = peak_memory(process)
        if process.wait() not in (0, 1):
            raise RuntimeError("the run ended with an error")
        wall = time.perf_counter() - begin
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        with closing(sqlite3.connect(Path(folder) / FILE)) as connection:
            items = connection.execute("SELECT count(*) FROM result").fetchone()[0]
        return Suite(
            claims=len(catalogue.index()),
            processor=after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
            wall=wall,
            items=items,
            bytes=sum(path.stat().st_size for path in Path(folder).iterdir()),
            memory=peak[0],
        )


def hours(seconds: float) -> str:
    """Return a length of time in hours, in minutes below two of them, in days from two days on."""
    units = {"days": 86_400, "hours": 3_600}
    unit = next((unit for unit, length in units.items() if seconds >= 2 * length), "minutes")
    return f"{seconds / units.get(unit, 60):,.3g} {unit}"


def page(whole: Suite, step: float) -> str:
    """Return the page, from a run of the suite and the seconds of one step of one run."""
    times = CLAIMS / whole.claims
    total = step * STEPS * RUNS
    lines = [
        "# What large runs would cost",
        "",
        f"Measured on {os.cpu_count()} cores ({platform.machine()}, Python "
        f"{platform.python_version()}, torch {torch.__version__}) by `python -m benchmarks.costs`; "
        "the rest is proportion. Items of work do not depend on each other, except that a claim "
        "waits for those that its argument rests on, so cores are taken to be used in full.",
        "",
        "## Claims, quick profile, empty store",
        "",
        f"| | measured | {CLAIMS:,} claims |",
        "|---|---|---|",
        f"| claims | {whole.claims:,} | {CLAIMS:,} |",
        f"| items of work, each a row of the store | {whole.items:,} | {whole.items * times:.3g} |",
        f"| store | {whole.bytes / 2**20:.3g} MiB | {whole.bytes * times / 2**30:.3g} GiB |",
        f"| processor time | {hours(whole.processor)} | {hours(whole.processor * times)} |",
        f"| processor time of a claim | {whole.processor / whole.claims:.2g} s | the same |",
        *(
            f"| time on {cores:,} cores | "
            + (hours(whole.wall) if cores == 2 else "")
            + f" | {hours(whole.processor * times / cores)} |"
            for cores in CORES
        ),
        f"| largest memory of all processes, two workers | {whole.memory:.2g} GiB | "
        "as much for every two workers |",
        "",
        f"## A sweep of {RUNS:,} runs of {STEPS:,} steps",
        "",
        f"Sign descent on a diagonal network of depth {speed.DEPTH} with {speed.COORDINATES} "
        f"coordinates and {speed.SAMPLES} samples, {speed.RUNS} runs in one batch on one core, "
        "without the extra `fast`: "
        f"{step * 1e6:.2g} us for a step of a run. A run that is kept as its last state is "
        f"{2 * speed.COORDINATES * 8:,} bytes.",
        "",
        "| | |",
        "|---|---|",
        f"| work items of {speed.RUNS} runs | {RUNS / speed.RUNS:,.0f} |",
        f"| last states | {2 * speed.COORDINATES * 8 * RUNS / 2**30:.3g} GiB |",
        f"| processor time | {hours(total)} |",
        *(f"| time on {cores:,} cores | {hours(total / cores)} |" for cores in CORES),
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure, and write the page."""
    text = page(suite(), speed.grid("torch"))
    PAGE.write_text(text, encoding="utf-8")
    sys.stdout.write(text)


if __name__ == "__main__":
    main()
