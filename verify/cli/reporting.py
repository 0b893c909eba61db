"""The commands that tell of runs that were made: `report` and `diff`."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec.structs import replace

from verify.cli import selection
from verify.cli.conclusion import warn_of_errors
from verify.cli.exits import ERROR, NO_SURPRISE, SURPRISE
from verify.cli.options import CORES, JobsOption, JsonFlag, PaperOption, PapersOption
from verify.cli.output import say, warn
from verify.errors import UsageError
from verify.evidence import NotDecoded, to_json

if TYPE_CHECKING:
    from reports.results import Run
    from verify.running.cache import Cache


def report(
    out: Annotated[Path, typer.Option(help="folder for the report")] = Path("report"),
    recorded: Annotated[
        bool, typer.Option("--recorded", help="instead short pages of what is recorded; no run")
    ] = False,
    erratum: Annotated[
        str | None,
        typer.Option(
            metavar="PAPER", help="instead only the erratum of this paper, as LaTeX and as HTML"
        ),
    ] = None,
    paper: PaperOption = None,
    jobs: JobsOption = CORES,
    papers: PapersOption = None,
) -> None:
    """Write the report of the last run: HTML, Markdown, LaTeX, JUnit XML and the run's JSON."""
    if erratum is not None and (recorded or paper is not None):
        raise UsageError("--erratum names the paper and is of the last run: give it alone")
    if recorded:
        _write(_of_record(paper, jobs), out)
    elif erratum is not None:
        _write(_erratum(erratum), out)
    else:
        found = _last_run_shown(paper, jobs)
        _write(_of_run(found), out)
        if found.errors:
            warn_of_errors(found)
            raise typer.Exit(ERROR)


def _write(texts: dict[str, str], out: Path) -> None:
    for name, text in texts.items():
        out.mkdir(parents=True, exist_ok=True)
        (out / name).write_text(text, encoding="utf-8")
        say(str(out / name))


def _of_record(paper: str | None, jobs: int) -> dict[str, str]:
    """Return the pages of what is recorded: an overview, and for each paper what fails."""
    from reports.findings import pages
    from verify.record import committed
    from verify.record.recorded_findings import papers
    from verify.running.cache import Cache
    from verify.running.options import Options

    ids, options = selection.of_paper(paper), Options(jobs=jobs, engine="builders")
    with closing(Cache(warn)) as cache:
        found = papers(ids, options, cache)
    known = {i for i, one in committed.load().items() if options.profile in one.verdicts}
    if new := len(set(ids) - known):
        warn(f"{new} claims are not recorded and left out; record them: thmcheck check ID --record")
    return pages(found)


def _last_run_shown(paper: str | None, jobs: int) -> Run:
    """Return the last run, of one paper or of all, with what shows its counterexamples.

    Raises:
        UsageError: there was none, or only one of another version.
    """
    from verify.running.cache import Cache
    from verify.running.drawings import drawn
    from verify.running.options import Options

    with closing(Cache(warn)) as cache:
        found = _last_run(cache, paper)
        return drawn(found, Options(found.profile, found.seed, jobs=jobs), cache)


def _of_run(found: Run) -> dict[str, str]:
    """Return the files of the report of a run by name."""
    from reports.files import files
    from verify.record import committed
    from verify.record.known import with_measurements

    recorded = committed.load()
    surprises = {change.id: str(change) for change in committed.surprises(found, recorded)}
    return files(with_measurements(found, recorded), surprises)


def _erratum(paper: str) -> dict[str, str]:
    """Return the erratum of a paper by the names of its files, from the last run.

    Raises:
        UsageError: there was none, or only one of another version.
    """
    from reports.files import errata
    from verify.running.cache import Cache

    with closing(Cache(warn)) as cache:
        return errata(_last_run(cache, paper))


def _last_run(cache: Cache, paper: str | None) -> Run:
    """Return the last run, of one paper or of all.

    Raises:
        UsageError: there was none, or only one of another version.
    """
    from reports.results import Run

    text = cache.last_run()
    if text is None:
        raise UsageError("there is no run to report yet; start one with: thmcheck run")
    try:
        found = Run.from_json(text)
    except NotDecoded:
        raise UsageError("the last run is of another version; run again: thmcheck run") from None
    if paper is None:
        return found
    wanted = selection.of_paper(paper)
    return replace(found, claims=tuple(one for one in found.claims if one.id in wanted))


def diff(
    before: Annotated[Path, typer.Argument(metavar="A.json")],
    now: Annotated[Path, typer.Argument(metavar="B.json")],
    contradictions: Annotated[
        bool, typer.Option("--contradictions", help="exit with 1 only if one contradicts the other")
    ] = False,
    as_json: JsonFlag = False,
) -> None:
    """Compare two runs: 0 if no verdict or statement differs, else 1.

    A and B are written by `thmcheck run --json`. A tier or severity alone is no change.
    """
    from verify.record import compare, run_file

    try:
        a, b = run_file.read(before), run_file.read(now)
    except run_file.NoRun as error:
        raise UsageError(str(error)) from None
    changes = compare.compare(a.side, b.side)
    if as_json:
        runs = {
            name: {"file": str(run.path), "profile": run.side.profile, "seed": run.seed}
            for name, run in (("a", a), ("b", b))
        }
        say(to_json({**runs, "changes": [c.plain() for c in changes]}, indent=1))
    else:
        say("\n".join([f"A  {a}", f"B  {b}", *compare.words(changes)]))
    differs = any(c.contradicts if contradictions else c.counts for c in changes)
    raise typer.Exit(SURPRISE if differs else NO_SURPRISE)
