"""Measure the commands that people wait for, and record the figures.

    python -m benchmarks.run [PAPER]

Writes `benchmarks/results.md`: medians of whole processes, one run of the quick profile with an
empty store, its peak memory over the whole process tree, and seconds per claim.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import psutil

REPEATS = 5
RESULTS = Path(__file__).with_name("results.md")
SYMBOLIC = "steepest-mirror/cor-4.9"
MANY_PARTS = "steepest-mirror/lem-4.5"  # ten statements, some with an integrator behind them


def command(*arguments: str) -> list[str]:
    """Return the command line of the tool in this environment."""
    return [sys.executable, "-m", "verify.cli", *arguments]


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
        (f"`thmcheck run --paper {paper} --jobs 2`, empty store", f"{running:.1f} s"),
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
        "| claim | seconds |",
        "|---|---|",
        *(f"| {claim['id']} | {claim['seconds']:.2f} |" for claim in slow),
    ]
    RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")
    for line in lines[: 6 + len(rows)]:
        sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
