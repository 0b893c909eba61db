"""Progress of long work: a bar on a terminal, plain lines elsewhere, always on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from reports.printable import lines

QUIET_BELOW = 3  # so few claims need no progress


@contextmanager
def showing(total: int) -> Iterator[Callable[[str, str], None]]:
    """Yield a function that is told what is finished, and how it ended."""
    if not sys.stderr.isatty():
        with _lines(total) as tell:
            yield tell
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}", markup=False),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)

        def tell(name: str, what: str) -> None:
            bar.update(task, advance=1, description=" ".join(lines((name, what))))

        yield tell


@contextmanager
def _lines(total: int) -> Iterator[Callable[[str, str], None]]:
    done = 0

    def tell(name: str, what: str) -> None:
        nonlocal done
        done += 1
        if total >= QUIET_BELOW:
            sys.stderr.write(f"[{done}/{total}] {' '.join(lines((name, what)))}\n")

    yield tell
