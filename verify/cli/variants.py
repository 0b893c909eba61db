"""The commands that vary statements: `mutate` and `repair`."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from typing import Annotated

import typer

from verify.cli import selection
from verify.cli.exits import ERROR, NO_SURPRISE, USAGE
from verify.cli.options import (
    CORES,
    JobsOption,
    JsonFile,
    PaperOption,
    PapersOption,
    Profile,
    ProfileOption,
    SeedOption,
)
from verify.cli.output import say, warn, write
from verify.errors import UsageError


def mutate(
    claims: Annotated[list[str] | None, typer.Argument(metavar="ID...")] = None,
    paper: PaperOption = None,
    profile: ProfileOption = Profile.quick,
    seed: SeedOption = 0,
    jobs: JobsOption = CORES,
    json_file: JsonFile = None,
    papers: PapersOption = None,
) -> None:
    """Make statements wrong in small ways: does every mutant die?"""
    from reports import terminal
    from verify.running import progress, variants
    from verify.running.cache import Cache
    from verify.running.options import Options

    if not claims and paper is None:
        raise UsageError("name claims, or a paper with --paper")
    ids = selection.named(claims) if claims else selection.of_paper(paper)
    with closing(Cache(warn)) as cache, progress.shown(len(ids)) as tell:
        fates = variants.mutate(ids, Options(profile.value, seed, jobs=jobs), cache, tell)
    if json_file:
        write(json_file, json.dumps(fates, indent=1))
    out = sys.stderr if json_file == "-" else sys.stdout
    say("\n".join(terminal.mutants(fates)), file=out)
    raise typer.Exit(NO_SURPRISE if all("broken" not in f for f in fates.values()) else ERROR)


def repair(
    claims: Annotated[list[str], typer.Argument(metavar="ID...")],
    profile: ProfileOption = Profile.quick,
    seed: SeedOption = 0,
    jobs: JobsOption = CORES,
    json_file: JsonFile = None,
    papers: PapersOption = None,
) -> None:
    """Edit a refuted statement in small ways: which edits survive every check?"""
    from reports import terminal
    from verify.record import committed
    from verify.running import progress, variants
    from verify.running.cache import Cache
    from verify.running.options import Options

    ids = selection.named(claims)
    known = committed.certificates()
    options = Options(profile.value, seed, jobs=jobs)
    with closing(Cache(warn)) as cache, progress.shown(len(ids)) as tell:
        found = variants.repair(ids, options, known, cache, tell)
    if json_file:
        write(json_file, json.dumps(found, indent=1))
    out = sys.stderr if json_file == "-" else sys.stdout
    say("\n".join(terminal.repairs(found)), file=out)
    if any("broken" in f for f in found.values()):
        raise typer.Exit(ERROR)
    raise typer.Exit(NO_SURPRISE if any(f["statements"] for f in found.values()) else USAGE)
