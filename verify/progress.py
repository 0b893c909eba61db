"""Progress of long work: a bar on a terminal, plain lines elsewhere, always on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from reports.results import ClaimResult

QUIET_BELOW = 3  # so few claims need no progress


@contextmanager
def shown(total: int) -> Iterator[Callable[[ClaimResult], None]]:
    """Yield a function that is told every finished claim."""
    if not sys.stderr.isatty():
        with _lines(total) as tell:
            yield tell
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
        TextColumn("{task.description}", markup=False),
    )  # fmt: skip
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)

        def tell(result: ClaimResult) -> None:
            bar.update(task, advance=1, description=f"{result.id} {result.verdict.value}")

        yield tell


@contextmanager
def _lines(total: int) -> Iterator[Callable[[ClaimResult], None]]:
    done = 0

    def tell(result: ClaimResult) -> None:
        nonlocal done
        done += 1
        if total >= QUIET_BELOW:
            line = f"[{done}/{total}] {result.id} {result.verdict.value}"
            sys.stderr.write(line + "\n")

    yield tell
