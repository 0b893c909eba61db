"""Options that several commands have."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from verify.claims import catalogue, folders
from verify.environment import variables
from verify.errors import UsageError

CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Profile(StrEnum):
    """How much work every check may do."""

    quick = "quick"
    standard = "standard"
    full = "full"


class Device(StrEnum):
    """Where experiments run."""

    auto = "auto"
    cpu = "cpu"
    cuda = "cuda"


def device_here(wanted: Device) -> str:
    """Return "cuda" if that is wanted and there is one, else "cpu".

    Raises:
        UsageError: CUDA is asked for and missing.
    """
    if wanted is Device.cpu:
        return "cpu"
    if wanted is Device.cuda or has_driver():  # without a driver torch need not be asked
        import torch

        if torch.cuda.is_available():
            return "cuda"
        if wanted is Device.cuda:
            raise UsageError(
                "--device cuda: torch finds no CUDA device here; use --device cpu or auto"
            )
    return "cpu"


def has_driver() -> bool:
    """Return whether this machine has the driver of some GPU."""
    return any(Path("/dev", name).exists() for name in ("nvidiactl", "nvidia0", "dxg", "kfd"))


def _use_papers(context: typer.Context, named: Path | None) -> Path | None:
    """Let this command, and its workers, find the papers of a folder too.

    Raises:
        BadParameter: the folder holds no papers.
    """
    if named is None:
        return None
    if context.info_name != "new" and not folders.papers_folder(named.resolve()).is_dir():
        raise typer.BadParameter(
            f"{named} has no folder `papers`; write a first paper there with: "
            f"thmcheck new NAME --papers {named}"
        )
    context.with_resource(_found(named))
    return named


@contextmanager
def _found(named: Path) -> Iterator[None]:
    """Let the papers of a folder be found within a block, beside those that are found before it."""
    before = os.environ.get(folders.VARIABLE)
    every = os.pathsep.join(filter(None, (str(named.resolve()), before)))
    try:
        with variables({folders.VARIABLE: every}):
            catalogue.forget()
            yield
    finally:  # also where the command ends by an exception, as many do
        catalogue.forget()


PapersOption = Annotated[
    Path | None,
    typer.Option(
        "--papers",
        metavar="DIR",
        callback=_use_papers,
        is_eager=True,
        help="also the papers in DIR/papers",
    ),
]
PaperOption = Annotated[str | None, typer.Option("--paper", help="only this paper")]
ProfileOption = Annotated[Profile, typer.Option(help="how much work every check may do")]
SeedOption = Annotated[int, typer.Option(help="the same seed gives the same verdicts")]
JobsOption = Annotated[
    int, typer.Option(min=1, max=256, envvar="THMCHECK_JOBS", help="worker processes")
]
EngineOption = Annotated[str, typer.Option(help="where: local, or dask://HOST:PORT")]
DeviceOption = Annotated[Device, typer.Option(help="where experiments run")]
JsonFlag = Annotated[bool, typer.Option("--json", help="machine-readable output")]
JsonFile = Annotated[str | None, typer.Option("--json", help="write JSON; - is stdout")]
RecordFlag = Annotated[bool, typer.Option("--record", help="record the verdicts")]
AllowOption = Annotated[
    list[str] | None, typer.Option(help="ids that may become undecided when recording")
]
