"""The command line. Heavy imports happen inside the commands that need them."""

from __future__ import annotations

import functools
import json
import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from enum import StrEnum
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TextIO

import typer

from reports.printable import lines, printable
from verify.claims import catalogue
from verify.errors import NOT_BUILT, RecordError, RunError, UsageError

if TYPE_CHECKING:
    from verify.record.known import Latest

NO_SURPRISE, SURPRISE, USAGE, ERROR, INTERRUPTED = 0, 1, 2, 3, 130

app = typer.Typer(
    help="Find out which claims of a theory paper are true.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


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


def _use_papers(context: typer.Context, named: Path | None) -> Path | None:
    """Let this command, and its workers, find the papers of a folder too.

    Raises:
        BadParameter: the folder holds no papers.
    """
    if named is None:
        return None
    if context.info_name != "new" and not catalogue.papers_folder(named.resolve()).is_dir():
        raise typer.BadParameter(
            f"{named} has no folder `papers`; write a first paper there with: "
            f"thmcheck new NAME --papers {named}"
        )
    before = os.environ.get(catalogue.VARIABLE)
    os.environ[catalogue.VARIABLE] = os.pathsep.join(filter(None, (str(named.resolve()), before)))
    catalogue.forget()
    context.call_on_close(functools.partial(_restore_papers, before))
    return named


def _restore_papers(before: str | None) -> None:
    if before is None:
        del os.environ[catalogue.VARIABLE]
    else:
        os.environ[catalogue.VARIABLE] = before
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
JobsOption = Annotated[int, typer.Option(min=1, max=256, help="worker processes")]
JsonFlag = Annotated[bool, typer.Option("--json", help="machine-readable output")]
DeviceOption = Annotated[Device, typer.Option(help="where experiments run")]
NOT_RUN: dict[str, Any] = {"verdict": "not run", "tier": None, "title": "", "stale": False}
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def main() -> None:
    """Run the command line; the console script."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # end like Ctrl-C, tidily
    for stream in (sys.stdout, sys.stderr):  # a terminal may not know every character
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    app()


def _guarded(command: Callable[..., None]) -> Callable[..., None]:
    """Turn the errors that a user can cause into one line and the right exit code."""

    @functools.wraps(command)
    def guarded(*args: Any, **kwargs: Any) -> None:
        try:
            command(*args, **kwargs)
        except (catalogue.UnknownId, UsageError) as error:
            _fail(USAGE, str(error))
        except (RecordError, RunError) as error:
            _fail(ERROR, str(error))
        except KeyboardInterrupt:
            _fail(INTERRUPTED, "interrupted; what was finished is in the cache")
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(NO_SURPRISE) from None
        except OSError as error:
            _fail(ERROR, f"{error.filename}: {error.strerror}" if error.filename else str(error))

    return guarded


def _say(text: str, file: TextIO | None = None) -> None:
    """Print what claims, checks or files may have written."""
    print(printable(text), file=file or sys.stdout)


def _fail(code: int, message: str) -> NoReturn:
    _warn(message)
    raise typer.Exit(code)


def _warn(message: str) -> None:
    print(*lines([f"thmcheck: {message}"]), file=sys.stderr)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"thmcheck {version('thmcheck')}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="print the version")
    ] = False,
) -> None:
    pass


# -- what is known ----------------------------------------------------------------------------


def _last_known() -> dict[str, Latest]:
    from verify.record import known
    from verify.running.cache import Cache

    with closing(Cache(_warn)) as cache:
        return known.known(cache)


def _select(paper: str | None) -> list[str]:
    """Return the ids of a paper's claims, or all ids.

    Raises:
        UnknownId: there is no such paper.
        RunError: there is one, but none of its files can be read.
    """
    ids = list(catalogue.index())
    if paper is None:
        return ids
    papers = {p.lower(): p for p in catalogue.papers()}
    wanted = paper.lower().replace("_", "-")
    matches = (
        [papers[wanted]]
        if wanted in papers
        else [p for low, p in papers.items() if low.startswith(wanted)]
    )
    if len(matches) != 1:
        unread = [problem.words for problem in catalogue.problems() if problem.paper == wanted]
        if unread:
            raise RunError("; ".join(unread))
        raise catalogue.UnknownId(
            f"no paper is called {paper!r}; there are: {', '.join(papers.values())}"
        )
    return [i for i in ids if i.startswith(f"{matches[0]}/")]


def _unread(ids: list[str], everything: bool) -> list[str]:
    """Return what could not be read of the papers that are looked at, and warn of the rest.

    Args:
        ids: the claims that are looked at.
        everything: whether they are all that could be read.
    """
    papers = {i.partition("/")[0] for i in ids}
    errors = []
    for problem in catalogue.problems():
        if everything or problem.paper in papers:
            errors.append(problem.words)
        else:
            _warn(problem.words)
    return errors


def _resolve(patterns: list[str]) -> list[str]:
    """Return the ids that are meant, and warn of what could not be read.

    Raises:
        UnknownId: nothing, or more than one thing, is called so.
    """
    for problem in catalogue.problems():
        _warn(problem.words)
    return catalogue.resolve(patterns)


@app.command("list")
@_guarded
def list_claims(
    paper: PaperOption = None,
    verdict: Annotated[str | None, typer.Option(help="only this verdict, or `not run`")] = None,
    as_json: JsonFlag = False,
    papers: PapersOption = None,
) -> None:
    """List the claims, one line each; * marks what was found before the file changed."""
    from reports import terminal
    from verify.evidence import Verdict

    allowed = [*(v.value for v in Verdict), "not run"]
    if verdict is not None and verdict not in allowed:
        raise UsageError(f"--verdict {verdict!r}: not one of {', '.join(allowed)}")
    ids = _select(paper)
    errors = _unread(ids, paper is None)
    known = _last_known()
    nothing = {"verdict": "not run", "tier": None, "title": "", "stale": False}
    rows = []
    for claim_id in ids:
        found = known.get(claim_id)
        row = {name: getattr(found, name) for name in nothing} if found else nothing
        if verdict in (None, row["verdict"]):
            rows.append({"id": claim_id, **row})
    for error in errors:
        _warn(error)
    if as_json:
        _say(json.dumps(rows, indent=1))
        raise typer.Exit(ERROR if errors else NO_SURPRISE)
    listed = terminal.listing(
        (
            str(row["id"]),
            f"{row['verdict']}{'*' if row['stale'] else ''}"
            + (f" ({row['tier']})" if row["tier"] else ""),
            str(row["title"]),
        )
        for row in rows
    )
    _say("\n".join(listed) if listed else "no claim matches")
    raise typer.Exit(ERROR if errors else NO_SURPRISE)


@app.command()
@_guarded
def show(
    claim: Annotated[str, typer.Argument(metavar="ID")],
    as_json: JsonFlag = False,
    papers: PapersOption = None,
) -> None:
    """Show a claim: statement, hypotheses, source, last verdict, and where the code is."""
    from reports import terminal
    from verify.record import committed

    ids = _resolve([claim])
    known = _last_known()
    entries = {i: known[i].entry for i in ids if i in known}
    entries |= _from_record([i for i, entry in entries.items() if entry is None])
    shown = []
    for claim_id in ids:
        code = {"theory": catalogue.index()[claim_id].place}
        entry = entries.get(claim_id) or {**NOT_RUN, "code": code}
        stale = claim_id in known and known[claim_id].stale
        shown.append({"id": claim_id, **entry, "stale": stale})
    if as_json:
        _say(json.dumps(shown[0] if len(shown) == 1 else shown, indent=1))
        return
    certificates = committed.certificates()
    for found in shown:
        claim_id, place = found["id"], found["code"]["theory"]
        if found["verdict"] == "not run":
            print(f"{claim_id}\n  not run yet: thmcheck check {claim_id}")
            _say(f"  claimed   {place}")
            continue
        _say("\n".join(terminal.entry(claim_id, found, certificates.get(claim_id, {}))))
        if found["stale"]:
            _say(f"  stale     {place.rpartition(':')[0]} has changed since")


def _from_record(ids: list[str]) -> dict[str, dict[str, Any]]:
    """Return what `show` prints of claims of which only the record is known; they are built."""
    if not ids:
        return {}
    from verify.record import committed, known
    from verify.running.cache import Cache
    from verify.running.descriptions import described
    from verify.running.options import Options

    recorded = committed.load()
    with closing(Cache(_warn)) as cache:
        about = described(ids, Options(jobs=min(len(ids), CORES)), cache)
    found = {}
    for claim_id in ids:
        if "broken" in about[claim_id]:
            raise RunError(f"{claim_id} cannot be built: {about[claim_id]['broken']}")
        found[claim_id] = known.recorded_entry(claim_id, about[claim_id], recorded[claim_id])
    return found


# -- checking ---------------------------------------------------------------------------------


def _device(wanted: Device) -> str:
    """Return "cuda" if that is wanted and there is one, else "cpu".

    Raises:
        UsageError: CUDA is asked for and missing.
    """
    if wanted is Device.cpu:
        return "cpu"
    driver = any(Path("/dev", name).exists() for name in ("nvidiactl", "nvidia0", "dxg", "kfd"))
    if wanted is Device.cuda or driver:  # without a driver torch need not be asked
        import torch

        if torch.cuda.is_available():
            return "cuda"
        if wanted is Device.cuda:
            raise UsageError(
                "--device cuda: torch finds no CUDA device here; use --device cpu or auto"
            )
    return "cpu"


def _run(
    ids: list[str], options: Any, errors: list[str], is_suite: bool = True
) -> tuple[Any, dict[str, Any]]:
    """Check claims, remember what was found, and return the run and the record.

    Args:
        ids, options: what is checked, and how.
        errors: what of it cannot be checked.
        is_suite: whether `thmcheck report` is to show this run.
    """
    from verify.record import committed, known
    from verify.running import progress, run
    from verify.running.cache import Cache

    recorded = committed.load()
    with closing(Cache(_warn)) as cache:
        cache.forget_old()
        others = run.known_from(known.known(cache))
        with progress.shown(len(ids)) as tell:
            found = run.run(ids, options, cache, committed.certificates(), others, tell, errors)
        for claim in found.claims:
            cache.set_latest(claim.id, known.entry(claim))
        if is_suite:
            cache.set_last_run(found.to_json())
    return found, recorded


def _write(path: str, text: str) -> None:
    if path == "-":
        _say(text)
    else:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(printable(text) + "\n", encoding="utf-8")


def _closing(found: Any, recorded: dict[str, Any]) -> int:
    """Print what surprises and what went wrong; return the exit code."""
    from verify.record import committed

    surprises = committed.surprises(found, recorded)
    for change in surprises:
        _warn(f"surprise: {change}")
    new = committed.unrecorded(found, recorded)
    if new:
        some = ", ".join(new[:3]) + (", ..." if len(new) > 3 else "")
        _warn(f"{len(new)} not recorded yet: {some}")
    broken: dict[tuple[str, str], dict[str, None]] = {}  # what broke in the same way is told once
    for claim in found.claims:
        for piece in (piece for part in claim.parts for piece in part.evidence if piece.error):
            broken.setdefault((claim.id, piece.detail), {})[piece.method] = None
    for (claim_id, detail), methods in broken.items():
        _warn(f"a check broke: {claim_id} {', '.join(methods)}: {detail}")
    for error in _together(found.errors):
        _warn(f"error: {error}")
    if found.errors:
        return ERROR
    return SURPRISE if surprises else NO_SURPRISE


def _together(errors: Sequence[str]) -> list[str]:
    """Return errors of claims, those that say the same of several claims once."""
    about: dict[str, list[str]] = {}
    for error in errors:
        claim, parted, words = error.partition(": ")
        key, name = (words, claim) if parted and claim in catalogue.index() else (error, "")
        about.setdefault(key, []).append(name)
    return [f"{', '.join(ids)}: {words}" if any(ids) else words for words, ids in about.items()]


def _is_built(found: Any, claim_id: str) -> bool:
    """Return whether a claim could be built; if not, an error of the run says why."""
    return not any(NOT_BUILT in error for error in found.errors_of(claim_id))


@app.command()
@_guarded
def check(
    claims: Annotated[list[str], typer.Argument(metavar="ID...")],
    profile: ProfileOption = Profile.quick,
    seed: SeedOption = 0,
    jobs: JobsOption = CORES,
    device: DeviceOption = Device.auto,
    as_json: JsonFlag = False,
    certificates: Annotated[
        Path | None, typer.Option(metavar="DIR", help="write what proves and refutes to files")
    ] = None,
    papers: PapersOption = None,
) -> None:
    """Check claims now by every method and print the evidence."""
    from reports import terminal
    from verify.running.certificates import certificate_files
    from verify.running.options import Options

    ids = _resolve(claims)
    options = Options(profile.value, seed, _device(device), jobs, fresh=True)
    found, recorded = _run(ids, options, [], is_suite=False)
    if certificates is not None:
        for claim in found.claims:
            for name, content in certificate_files(claim):
                _write(str(certificates / name), json.dumps(content, indent=1))
    if as_json:
        _say(json.dumps(found.to_json(), indent=1))
    else:
        built = [claim for claim in found.claims if _is_built(found, claim.id)]
        if built:
            _say("\n\n".join("\n".join(terminal.result(claim)) for claim in built))
    raise typer.Exit(_closing(found, recorded))


@app.command()
@_guarded
def run(
    paper: PaperOption = None,
    profile: ProfileOption = Profile.quick,
    jobs: JobsOption = CORES,
    device: DeviceOption = Device.auto,
    seed: SeedOption = 0,
    engine: Annotated[str, typer.Option(help="where the work is done: local")] = "local",
    json_file: Annotated[str | None, typer.Option("--json", help="write JSON; - is stdout")] = None,
    junit: Annotated[str | None, typer.Option(help="write JUnit XML; - is stdout")] = None,
    record_it: Annotated[bool, typer.Option("--record", help="record the verdicts")] = False,
    allow: Annotated[
        list[str] | None, typer.Option(help="ids that may become undecided when recording")
    ] = None,
    fresh: Annotated[bool, typer.Option(help="search again whatever is in the cache")] = False,
    papers: PapersOption = None,
) -> None:
    """Run the whole suite, or one paper, and compare with the record."""
    from reports.junit import junit as junit_xml
    from verify.record import committed
    from verify.running.engine import engine_named
    from verify.running.options import Options

    ids = _select(paper)
    engine_named(engine)
    allowed = set(catalogue.resolve(allow)) if allow else set()
    options = Options(profile.value, seed, _device(device), jobs, engine, fresh)
    found, recorded = _run(ids, options, _unread(ids, paper is None))
    if json_file:
        _write(json_file, json.dumps(found.to_json(), indent=1))
    if junit:
        _write(
            junit, junit_xml(found, {c.id: str(c) for c in committed.surprises(found, recorded)})
        )
    out = sys.stderr if "-" in (json_file, junit) else sys.stdout
    counts: dict[str, int] = {}
    for claim in found.claims:
        counts[claim.verdict.value] = counts.get(claim.verdict.value, 0) + 1
    words = ", ".join(f"{n} {v}" for v, n in sorted(counts.items(), key=lambda c: -c[1]))
    print(f"{len(found.claims)} claims: {words}", file=out)
    if not record_it:
        raise typer.Exit(_closing(found, recorded))
    losses = [c for c in committed.changes(found, recorded) if c.loses and c.id not in allowed]
    if losses:
        for loss in losses:
            _warn(f"would lose a verdict: {loss}")
        _fail(SURPRISE, "nothing recorded; name the ids with --allow if that is right")
    doubtful = [i for i in ids if found.errors_of(i)]
    for line in committed.write(found, skip=doubtful):
        _say(line, file=out)
    for error in _together(found.errors):
        _warn(f"error: {error}")
    raise typer.Exit(ERROR if found.errors else NO_SURPRISE)


# -- what else --------------------------------------------------------------------------------


@app.command()
@_guarded
def report(
    out: Annotated[Path, typer.Option(help="folder for the report")] = Path("report"),
    jobs: JobsOption = CORES,
    papers: PapersOption = None,
) -> None:
    """Write the report of the last run: HTML, Markdown, JUnit XML and the JSON of the run."""
    from reports.files import files
    from reports.results import Run
    from verify.record import committed
    from verify.running.cache import Cache
    from verify.running.drawings import drawn
    from verify.running.options import Options
    from verify.running.shape import is_run

    with closing(Cache(_warn)) as cache:
        data = cache.last_run()
        if data is None:
            raise UsageError("there is no run to report yet; start one with: thmcheck run")
        if not is_run(data):
            raise UsageError("the last run is of another version; run again: thmcheck run")
        found = Run.from_json(data)
        options = Options(found.profile, found.seed, jobs=jobs)
        found = drawn(found, options, cache)
    surprises = {change.id: str(change) for change in committed.surprises(found, committed.load())}
    out.mkdir(parents=True, exist_ok=True)
    for name, text in files(found, surprises).items():
        (out / name).parent.mkdir(exist_ok=True)
        (out / name).write_text(text, encoding="utf-8")
        _say(str(out / name))


@app.command()
@_guarded
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
        _say(json.dumps({**runs, "changes": [c.to_json() for c in changes]}, indent=1))
    else:
        _say("\n".join([f"A  {a}", f"B  {b}", *compare.words(changes)]))
    differs = any(c.contradicts if contradictions else c.counts for c in changes)
    raise typer.Exit(SURPRISE if differs else NO_SURPRISE)


@app.command()
@_guarded
def replay(
    certificate: Annotated[Path, typer.Argument(metavar="CERT.json")],
    papers: PapersOption = None,
) -> None:
    """Check a certificate from its file alone: 0 if it refutes or proves its claim, else 1."""
    from verify.record import untrusted
    from verify.running import certificates

    try:
        content = untrusted.read(certificate)
    except untrusted.Unreadable as error:
        _fail(SURPRISE, f"refused: {error}")
    except OSError as error:
        _fail(USAGE, f"{certificate}: {error.strerror}")
    claim = content.get("claim") if isinstance(content, dict) else None
    if not isinstance(claim, str) or claim not in catalogue.index():
        _fail(SURPRISE, f"refused: no claim here is called {str(claim)[:80]!r}")
    accepted, sentence = certificates.confirm(claim, content)
    if not accepted:
        _fail(SURPRISE, f"refused: {sentence}")
    _say(f"accepted: {claim} {sentence}")


@app.command()
@_guarded
def mutate(
    claims: Annotated[list[str] | None, typer.Argument(metavar="ID...")] = None,
    paper: PaperOption = None,
    profile: ProfileOption = Profile.quick,
    seed: SeedOption = 0,
    jobs: JobsOption = CORES,
    json_file: Annotated[str | None, typer.Option("--json", help="write JSON; - is stdout")] = None,
    papers: PapersOption = None,
) -> None:
    """Make statements wrong in small ways: does every mutant die?"""
    from reports import terminal
    from verify.running import progress, variants
    from verify.running.cache import Cache
    from verify.running.options import Options

    if not claims and paper is None:
        raise UsageError("name claims, or a paper with --paper")
    ids = _resolve(claims) if claims else _select(paper)
    with closing(Cache(_warn)) as cache, progress.shown(len(ids)) as tell:
        fates = variants.mutate(ids, Options(profile.value, seed, jobs=jobs), cache, tell)
    if json_file:
        _write(json_file, json.dumps(fates, indent=1))
    out = sys.stderr if json_file == "-" else sys.stdout
    _say("\n".join(terminal.mutants(fates)), file=out)
    raise typer.Exit(NO_SURPRISE if all("broken" not in f for f in fates.values()) else ERROR)


@app.command()
@_guarded
def repair(
    claims: Annotated[list[str], typer.Argument(metavar="ID...")],
    profile: ProfileOption = Profile.quick,
    seed: SeedOption = 0,
    jobs: JobsOption = CORES,
    json_file: Annotated[str | None, typer.Option("--json", help="write JSON; - is stdout")] = None,
    papers: PapersOption = None,
) -> None:
    """Edit a refuted statement in small ways: which edits survive every check?"""
    from reports import terminal
    from verify.record import committed
    from verify.running import progress, variants
    from verify.running.cache import Cache
    from verify.running.options import Options

    ids = _resolve(claims)
    known = committed.certificates()
    options = Options(profile.value, seed, jobs=jobs)
    with closing(Cache(_warn)) as cache, progress.shown(len(ids)) as tell:
        found = variants.repair(ids, options, known, cache, tell)
    if json_file:
        _write(json_file, json.dumps(found, indent=1))
    out = sys.stderr if json_file == "-" else sys.stdout
    _say("\n".join(terminal.repairs(found)), file=out)
    if any("broken" in f for f in found.values()):
        raise typer.Exit(ERROR)
    raise typer.Exit(NO_SURPRISE if any(f["statements"] for f in found.values()) else USAGE)


@app.command()
@_guarded
def new(
    paper: Annotated[str, typer.Argument(metavar="PAPER")],
    papers: PapersOption = None,
) -> None:
    """Write the first two files of a new paper, in DIR/papers."""
    from verify.claims import skeleton

    folders = catalogue.roots()
    root = folders[1 if papers is not None else -1]
    if root == catalogue.ROOT and "site-packages" in root.parts:
        raise UsageError(f"name a folder for your papers: thmcheck new {paper} --papers .")
    try:
        if paper in catalogue.papers():
            raise FileExistsError(f"the paper {paper} exists already; nothing was written")
        files = skeleton.write(paper, root)
    except (ValueError, FileExistsError) as error:
        raise UsageError(str(error)) from None
    for path in files:
        _say(str(path))
    where = f" --papers {papers}" if papers is not None else ""
    print(f"next: thmcheck check {paper}/lem-1{where}")


@app.command()
@_guarded
def doctor() -> None:
    """Look whether everything is here that checks need."""
    from verify.cli.doctor import findings

    ill = 0
    for finding in findings():
        ill += not finding.well
        _say(f"{'ok' if finding.well else 'ILL':<4}{finding.name:<14}{finding.seen}")
    raise typer.Exit(ERROR if ill else NO_SURPRISE)


if __name__ == "__main__":
    main()
