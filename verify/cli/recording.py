"""What `--record` does beyond checking: it refuses, or records."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, TextIO

from verify.claims import catalogue, folders
from verify.cli.conclusion import warn_of_errors
from verify.cli.exits import ERROR, NO_SURPRISE, SURPRISE, fail
from verify.cli.output import say, warn
from verify.errors import UsageError

if TYPE_CHECKING:
    from reports.results import Run
    from verify.record.committed import Recorded


def refuse_installed(ids: list[str]) -> None:
    """Refuse to record claims whose record came with an installed package.

    Raises:
        UsageError: names their papers, and the way out.
    """
    places = [catalogue.index()[i] for i in ids]
    installed = {root for root in folders.roots() if folders.is_installed(root)}
    papers = dict.fromkeys(place.paper for place in places if place.root in installed)
    if papers:
        raise UsageError(
            f"--record: {', '.join(papers)} came with an installed package, whose files stay as "
            "they are; record a paper of your own: thmcheck run --record --papers DIR --paper NAME"
        )


def record(
    found: Run, recorded: Mapping[str, Recorded], allowed: Collection[str], out: TextIO
) -> int:
    """Record a run unless that would lose a verdict; return the exit code.

    Args:
        found, recorded: the run, and what was recorded before.
        allowed: ids that may lose their verdict.
        out: where every change is printed.
    """
    from verify.record import committed

    losses = [c for c in committed.changes(found, recorded) if c.loses and c.id not in allowed]
    if losses:
        for loss in losses:
            warn(f"would lose a verdict: {loss}")
        fail(SURPRISE, "nothing recorded; name the ids with --allow if that is right")
    doubtful = [claim.id for claim in found.claims if found.errors_of(claim.id)]
    for line in committed.write(found, skip=doubtful):
        say(line, file=out)
    warn_of_errors(found)
    return ERROR if found.errors else NO_SURPRISE
