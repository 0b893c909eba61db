"""Run commands, in this process or in one of their own."""

import json
import os
import resource
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from verify.cli.main import app

LOOP = "for number in range(2_000_000): number + 1"  # a yardstick for limits in seconds
LOOP_AT_REST = 0.1  # seconds that it takes on two cores at rest


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


def python(*arguments, **environment):
    """Run Python in a process of its own; return what became of it, user and system seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=120,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime


def seconds(code, **environment):
    """Return the processor time that Python needs for a program, which must succeed."""
    done, user, _ = python("-c", code, **environment)
    assert done.returncode == 0, done.stderr
    return user


def external(*arguments, **environment):
    """Run the command line in a process of its own."""
    return python("-m", "verify.cli.main", *arguments, **environment)


def change_record(root, claim, verdict):
    """Record another verdict on a claim; return the file and what it said before."""
    path = root / "record" / "recorded" / "plain.json"
    text = path.read_text(encoding="utf-8")
    body = json.loads(text)
    body["claims"][claim]["verdicts"]["quick"] = [verdict, None]
    path.write_text(json.dumps(body), encoding="utf-8")
    return path, text
