"""A run that somebody hands in as a JSON file: what can be compared of it, every field checked."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from msgspec import Struct

from reports.results import SCHEMA_VERSION, Run
from verify.record import untrusted
from verify.record.compare import Side, side_verdicts

MAX_BYTES = 64_000_000  # several times the largest run
MAX_DEPTH = 60  # certificates of proofs are nested
MAX_ID = 200  # characters


class NoRun(ValueError):
    """The file is no run that can be compared."""


class _Version(Struct):
    """What every version of a run says of itself."""

    schema_version: int | None = None


@dataclass(frozen=True)
class RunFile:
    """A run as `diff` sees it: its verdicts, its seed, and how many errors it had."""

    path: Path
    side: Side
    seed: int
    errors: int

    def __str__(self) -> str:
        claims = f"{len(self.side.claims)} claims"
        errors = f", {self.errors} errors" if self.errors else ""
        return f"{self.path}: {self.side.profile}, seed {self.seed}, {claims}{errors}"


def read(path: Path) -> RunFile:
    """Return the run in a file that `thmcheck run --json` or `thmcheck report` wrote.

    Raises:
        NoRun: the file cannot be read, is no run, or is one of another schema version.
    """
    try:
        text = untrusted.checked(path, MAX_BYTES, MAX_DEPTH, inexact=True)
        version = untrusted.record(text, _Version).schema_version
        if version != SCHEMA_VERSION:
            raise NoRun(
                f"{path} is no run that can be compared: its schema_version is {version}, "
                f"this thmcheck reads {SCHEMA_VERSION}"
            )
        run = untrusted.record(text, Run)
    except OSError as error:
        raise NoRun(f"{path}: {error.strerror}") from None
    except untrusted.Unreadable as error:
        raise NoRun(f"{path} is no run that can be compared: {error}") from None
    for name, count in Counter(claim.id for claim in run.claims).items():
        if not 0 < len(name) <= MAX_ID or not name.isprintable():
            raise NoRun(f"{path} is no run that can be compared: {name!r:.40} is no id")
        if count > 1:
            raise NoRun(f"{path} is no run that can be compared: {name} stands in it twice")
    claims = {claim.id: side_verdicts(claim) for claim in run.claims}
    return RunFile(path, Side(run.profile, claims), run.seed, len(run.errors))
