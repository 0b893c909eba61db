"""The command line. Heavy imports happen inside the commands that need them."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from io import TextIOWrapper
from typing import Annotated

import typer

from verify.cli import browsing, checking, reporting, setting_up, variants
from verify.cli.exits import guarded
from verify.running.garbage import collect_rarely

COMMANDS: dict[str, Callable[..., None]] = {  # in the order of the help text
    "list": browsing.list_claims,
    "show": browsing.show,
    "check": checking.check,
    "run": checking.run,
    "report": reporting.report,
    "diff": reporting.diff,
    "replay": checking.replay,
    "mutate": variants.mutate,
    "repair": variants.repair,
    "new": setting_up.new,
    "doctor": setting_up.doctor,
}

app = typer.Typer(
    help="Find out which claims of a theory paper are true.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for name, command in COMMANDS.items():
    app.command(name)(guarded(command))


def main() -> None:
    """Run the command line; the console script."""
    collect_rarely()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # end like Ctrl-C, tidily
    for stream in (sys.stdout, sys.stderr):  # a terminal may not know every character
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    app()


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


if __name__ == "__main__":
    main()
