"""The commands to begin with: `new` and `doctor`."""

from __future__ import annotations

from typing import Annotated

import typer

from verify.claims import catalogue, folders
from verify.cli.exits import ERROR, NO_SURPRISE
from verify.cli.options import PapersOption
from verify.cli.output import say
from verify.errors import UsageError


def new(
    paper: Annotated[str, typer.Argument(metavar="PAPER")],
    papers: PapersOption = None,
) -> None:
    """Write the first two files of a new paper, in DIR/papers."""
    from verify.claims import skeleton

    root = folders.roots()[1 if papers is not None else -1]
    if folders.is_installed(root):
        raise UsageError(f"name a folder for your papers: thmcheck new {paper} --papers .")
    if paper in catalogue.papers():
        raise UsageError(f"the paper {paper} exists already; nothing was written")
    for path in skeleton.write(paper, root):
        say(str(path))
    where = f" --papers {papers}" if papers is not None else ""
    print(f"next: thmcheck check {paper}/lem-1{where}")


def doctor() -> None:
    """Look whether everything is here that checks need, and say what stays unchecked."""
    from verify.cli.doctor import diagnoses, unchecked

    ill = 0
    for finding in diagnoses():
        ill += not finding.well
        say(f"{'ok' if finding.well else 'ILL':<4}{finding.name:<14}{finding.seen}")
    for reason, claims in unchecked().items():
        say(f"\nunchecked: {reason}")
        say("\n".join(f"    {claim}" for claim in claims))
    raise typer.Exit(ERROR if ill else NO_SURPRISE)
