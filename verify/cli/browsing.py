"""The commands that look at claims and check nothing: `list` and `show`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Annotated, Any

import typer
from msgspec.structs import replace

from verify.claims import catalogue
from verify.cli import selection
from verify.cli.exits import ERROR, NO_SURPRISE
from verify.cli.options import CORES, JsonFlag, PaperOption, PapersOption
from verify.cli.output import say, warn
from verify.errors import UsageError
from verify.evidence import Key, Verdict, plain, to_json

if TYPE_CHECKING:
    from reports.results import ClaimResult
    from verify.record.known import LatestResult

NOT_RUN: dict[str, Any] = {"verdict": "not run", "tier": None, "title": "", "stale": False}


def list_claims(
    paper: PaperOption = None,
    verdict: Annotated[str | None, typer.Option(help="only this verdict, or `not run`")] = None,
    as_json: JsonFlag = False,
    papers: PapersOption = None,
) -> None:
    """List the claims, one line each; * marks what was found before the file changed."""
    from reports import terminal

    allowed = [*(v.value for v in Verdict), NOT_RUN["verdict"]]
    if verdict is not None and verdict not in allowed:
        raise UsageError(f"--verdict {verdict!r}: not one of {', '.join(allowed)}")
    ids = selection.of_paper(paper)
    errors = selection.unread(ids, paper is None)
    known = _last_known()
    rows = []
    for claim_id in ids:
        found = known.get(claim_id)
        row = {name: getattr(found, name) for name in NOT_RUN} if found else NOT_RUN
        if verdict in (None, row["verdict"]):
            rows.append({"id": claim_id, **row})
    for error in errors:
        warn(error)
    if as_json:
        say(to_json(rows, indent=1))
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
    say("\n".join(listed) if listed else "no claim matches")
    raise typer.Exit(ERROR if errors else NO_SURPRISE)


def show(
    claim: Annotated[str, typer.Argument(metavar="ID")],
    as_json: JsonFlag = False,
    papers: PapersOption = None,
) -> None:
    """Show a claim: statement, hypotheses, source, last verdict, and where the code is."""
    from reports import terminal
    from verify.record import committed
    from verify.record.known import recorded_measurements

    ids = selection.named([claim])
    known = _last_known()
    results = {i: result for i in ids if i in known and (result := known[i].result) is not None}
    certificates, recorded = committed.certificates(), committed.load()
    results = _at_their_places(results, [i for i in ids if i in known], certificates)
    if as_json:
        rows = [_plain(i, results.get(i), i in known and known[i].stale) for i in ids]
        say(to_json(rows[0] if len(rows) == 1 else rows, indent=1))
        return
    for claim_id in ids:
        place = catalogue.index()[claim_id].place
        if claim_id not in results:
            print(f"{claim_id}\n  not run yet: thmcheck check {claim_id}")
            say(f"  claimed   {place}")
            continue
        found, measured = results[claim_id], {}
        if claim_id in recorded:
            measured = recorded_measurements(found, recorded[claim_id])
        say("\n".join(terminal.known(found, certificates.get(claim_id, {}), measured)))
        if known[claim_id].stale:
            say(f"  stale     {place.rpartition(':')[0]} has changed since")


def _plain(claim_id: str, result: ClaimResult | None, stale: bool) -> dict[str, Any]:
    """Return what is known of a claim as JSON data."""
    if result is None:
        place = {"theory": catalogue.index()[claim_id].place}
        return {"id": claim_id, **NOT_RUN, "code": place}
    return {**plain(result), "stale": stale}


def _last_known() -> dict[str, LatestResult]:
    from verify.record import known
    from verify.running.cache import Cache

    with closing(Cache(warn)) as cache:
        return known.latest_results(cache)


def _at_their_places(
    results: Mapping[str, ClaimResult],
    known: Sequence[str],
    certificates: Mapping[str, Mapping[Key, Any]],
) -> dict[str, ClaimResult]:
    """Return what is known of claims, with the places where they stand and are attacked now.

    What a run says of places could have moved since.

    Args:
        results: of a run.
        known: these claims, and those of which only the record is known; they are built.
        certificates: those of the record.

    Raises:
        RunError: one cannot be built.
    """
    if not known:
        return {}
    from reports.results import Code
    from verify.record import committed
    from verify.record.known import recorded_result
    from verify.running.cache import Cache
    from verify.running.descriptions import for_showing
    from verify.running.options import Options

    options = Options(jobs=min(len(known), CORES), engine="builders")
    unrun = [i for i in known if i not in results]
    with closing(Cache(warn)) as cache:
        looked_at = for_showing(known, unrun, options, cache)
    recorded = committed.load() if unrun else {}
    found = {}
    for i, (about, attacked) in looked_at.items():
        if about is None:
            result = results[i]
        else:
            result = recorded_result(i, about, recorded[i], certificates.get(i, {}))
        found[i] = replace(result, code=Code(catalogue.index()[i].place, attacked))
    return found
