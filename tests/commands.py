"""Run commands in this process."""

import pytest
from typer.testing import CliRunner

from verify.cli.main import app


def invoke(*arguments):
    """Run a command, and raise what it does not catch."""
    result = CliRunner().invoke(app, list(arguments))
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def invoked(cache, *arguments):
    """Run a command with a cache of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("THMCHECK_CACHE", str(cache))
        return invoke(*arguments)
