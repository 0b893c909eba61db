"""The commands that vary statements: `mutate` and `repair`."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import closing
from typing import TYPE_CHECKING, Annotated, Any, TextIO

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
from verify.evidence import to_json

if TYPE_CHECKING:
    from verify.running.items import Reply


def mutate(
    claims: Annotated[list[str] | None, typer.Argument(metavar="ID...")] = None,
    paper: PaperOption = None,
    sample: Annotated[
        int | None, typer.Option(min=1, help="only so many, drawn from those of all that holds")
    ] = None,
    limit: Annotated[
        float, typer.Option(min=1, help="processor seconds for each mutant of a sample")
    ] = 300,
    profile: ProfileOption = Profile.quick,
    seed: SeedOption = 0,
    jobs: JobsOption = CORES,
    json_file: JsonFile = None,
    papers: PapersOption = None,
) -> None:
    """Make statements wrong in small ways: does every mutant die?"""
    from reports import terminal
    from verify.record import committed
    from verify.running import progress, sampling, variants
    from verify.running.cache import Cache
    from verify.running.options import Options

    if not claims and paper is None:
        raise UsageError("name claims, or a paper with --paper")
    ids = selection.named(claims) if claims else selection.of_paper(paper)
    options = Options(profile.value, seed, jobs=jobs)
    with closing(Cache(warn)) as cache, progress.showing(sample or len(ids)) as tell:
        if sample is None:
            replies = variants.mutate(ids, options, cache, tell)
            found, broken = _parted(replies, json_file)
            words = terminal.mutants(found, broken)
        else:
            holding = committed.holding(options.profile)
            known = sampling.Known(committed.certificates(), holding)
            drawn, broken = sampling.sample(ids, sample, limit, options, known, cache, tell)
            words = terminal.sample(drawn, broken)
            if json_file:
                reasons = {i: {"broken": reason} for i, reason in broken.items()}
                write(json_file, to_json({"sample": drawn} | reasons, indent=1))
    say("\n".join(words), file=_out(json_file))
    raise typer.Exit(ERROR if broken else NO_SURPRISE)


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
    with closing(Cache(warn)) as cache, progress.showing(len(ids)) as tell:
        replies = variants.repair(ids, options, known, cache, tell)
    found, broken = _parted(replies, json_file)
    say("\n".join(terminal.repairs(found, broken)), file=_out(json_file))
    if broken:
        raise typer.Exit(ERROR)
    raise typer.Exit(NO_SURPRISE if any(found.values()) else USAGE)


def _parted(
    replies: Mapping[str, Reply], json_file: str | None
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return by claim id what was found, and why nothing could be; write both if asked."""
    found = {i: reply.value for i, reply in replies.items() if reply.broken is None}
    broken = {i: reply.broken for i, reply in replies.items() if reply.broken is not None}
    if json_file:
        reasons = {i: {"broken": reason} for i, reason in broken.items()}
        write(json_file, to_json(found | reasons, indent=1))
    return found, broken


def _out(json_file: str | None) -> TextIO:
    """Return where words go: not into the JSON."""
    return sys.stderr if json_file == "-" else sys.stdout
