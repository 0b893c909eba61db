"""The commands that check: `check`, `run` and `replay`."""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from verify.claims import catalogue
from verify.cli import selection
from verify.cli.conclusion import conclude, tell_device, tell_recorded, tell_slowest
from verify.cli.exits import SURPRISE, USAGE, fail
from verify.cli.options import (
    CORES,
    AllowOption,
    Device,
    DeviceOption,
    EngineOption,
    JobsOption,
    JsonFile,
    JsonFlag,
    PaperOption,
    PapersOption,
    Profile,
    ProfileOption,
    RecordFlag,
    SeedOption,
    device_here,
)
from verify.cli.output import say, warn, write
from verify.cli.recording import record, refuse_installed
from verify.errors import NOT_BUILT
from verify.evidence import to_json

if TYPE_CHECKING:
    from reports.results import Run
    from verify.record.committed import Recorded
    from verify.running.options import Options


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
    record_it: RecordFlag = False,
    allow: AllowOption = None,
    papers: PapersOption = None,
) -> None:
    """Check claims now by every method and print the evidence."""
    from reports import terminal
    from verify.running.certificates import certificate_files
    from verify.running.engine import get_ready
    from verify.running.options import Options

    ids = selection.named(claims)
    allowed = _allowed(ids, record_it, allow)
    get_ready()  # while this process imports what it needs itself
    options = Options(profile.value, seed, device_here(device), jobs, fresh=True)
    found, recorded = _checked(ids, options, [], is_suite=False)
    if certificates is not None:
        for claim in found.claims:
            for name, content in certificate_files(claim):
                write(str(certificates / name), to_json(content, indent=1))
    if as_json:
        say(found.to_json(indent=1))
    else:
        built = [c for c in found.claims if not any(NOT_BUILT in e for e in found.errors_of(c.id))]
        if built:
            say("\n\n".join("\n".join(terminal.result(claim)) for claim in built))
    if device is Device.auto and options.device == "cpu":
        tell_device(found)
    out = sys.stderr if as_json else sys.stdout
    end = record(found, recorded, allowed, out) if record_it else conclude(found, recorded)
    raise typer.Exit(end)


def run(
    paper: PaperOption = None,
    profile: ProfileOption = Profile.quick,
    jobs: JobsOption = CORES,
    device: DeviceOption = Device.auto,
    seed: SeedOption = 0,
    engine: EngineOption = "local",
    json_file: JsonFile = None,
    junit: Annotated[str | None, typer.Option(help="write JUnit XML; - is stdout")] = None,
    record_it: RecordFlag = False,
    allow: AllowOption = None,
    fresh: Annotated[bool, typer.Option(help="look again for all that is known")] = False,
    papers: PapersOption = None,
) -> None:
    """Run the whole suite, or one paper, and compare with the record."""
    from reports.junit import junit as junit_xml
    from verify.record import committed
    from verify.running.engines import engine_named
    from verify.running.options import Options

    ids = selection.of_paper(paper)
    engine_named(engine, offered=True)
    allowed = _allowed(ids, record_it, allow)
    options = Options(profile.value, seed, device_here(device), jobs, engine, fresh)
    errors = selection.unread(ids, paper is None)
    found, recorded = _checked(ids, options, errors, accepts=not record_it)
    if json_file:
        write(json_file, found.to_json(indent=1))
    if junit:
        surprises = {c.id: str(c) for c in committed.surprises(found, recorded)}
        write(junit, junit_xml(found, surprises))
    out = sys.stderr if "-" in (json_file, junit) else sys.stdout
    counts = Counter(claim.verdict.value for claim in found.claims)
    words = ", ".join(f"{number} {verdict}" for verdict, number in counts.most_common())
    count = len(found.claims)
    print(f"{count} claim{'s' if count != 1 else ''}: {words}", file=out)
    tell_recorded(found)
    tell_slowest(found)
    if device is Device.auto and options.device == "cpu":
        tell_device(found)
    end = record(found, recorded, allowed, out) if record_it else conclude(found, recorded)
    raise typer.Exit(end)


def _allowed(ids: list[str], record_it: bool, allow: list[str] | None) -> set[str]:
    """Return the ids that may lose their verdict; refuse what must not be recorded, and why."""
    if record_it:
        refuse_installed(ids)
    return set(catalogue.resolve(allow)) if allow else set()


def _checked(
    ids: list[str],
    options: Options,
    errors: list[str],
    is_suite: bool = True,
    accepts: bool = False,
) -> tuple[Run, dict[str, Recorded]]:
    """Check claims, remember what was found, and return the run and the record.

    Args:
        ids, options: what is checked, and how.
        errors: what of it cannot be checked.
        is_suite: whether `thmcheck report` is to show this run.
        accepts: whether proofs that are recorded need not be found again.
    """
    from verify.record import committed, known, proofs
    from verify.running import progress, run
    from verify.running.cache import Cache

    recorded, certificates = committed.load(), committed.certificates()
    earlier = proofs.load(options.profile) if accepts else {}
    with closing(Cache(warn)) as cache:
        cache.forget_old()
        others = run.known_from(known.latest_results(cache))
        with progress.showing(len(ids)) as tell:
            found = run.run(ids, options, cache, certificates, others, tell, errors, earlier)
        for claim in found.claims:
            known.keep_latest(cache, claim)
        if is_suite:
            cache.set_last_run(found.to_json())
    return found, recorded


def replay(
    certificate: Annotated[Path, typer.Argument(metavar="CERT.json")],
    papers: PapersOption = None,
) -> None:
    """Check a certificate from its file alone: 0 if it refutes or proves its claim, else 1."""
    from verify.record import untrusted
    from verify.running import certificates

    try:
        content = untrusted.read(certificate, dict[str, Any])
    except untrusted.Unreadable as error:
        fail(SURPRISE, f"refused: {error}")
    except OSError as error:
        fail(USAGE, f"{certificate}: {error.strerror}")
    claim = content.get("claim")
    if not isinstance(claim, str) or claim not in catalogue.index():
        fail(SURPRISE, f"refused: no claim here is called {str(claim)[:80]!r}")
    accepted, sentence = certificates.confirm_in_worker(claim, content)
    if not accepted:
        fail(SURPRISE, f"refused: {sentence}")
    say(f"accepted: {claim} {sentence}")
