"""The tutorial does what it says: its files are written, its commands run, its output is there."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "tutorial.md"
_BLOCK = re.compile(r"(?:`(?P<file>[\w/.]+)`\n\n)?```(?P<kind>\w+)\n(?P<text>.*?)```", re.DOTALL)


def blocks():
    """Return the kind, the name of its file and the text of every block of the page."""
    found = _BLOCK.finditer(PAGE.read_text(encoding="utf-8"))
    return [(block["kind"], block["file"], block["text"]) for block in found]


@pytest.fixture
def shell(tmp_path):
    """Return what runs a program in an empty folder and returns its output."""
    folder, commands = tmp_path / "empty", tmp_path / "bin"
    folder.mkdir()
    commands.mkdir()
    command = commands / "thmcheck"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m thmcheck "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{commands}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
    }

    def run(*arguments):
        done = subprocess.run(
            arguments, cwd=folder, env=environment, capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, f"{arguments}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    run.folder = folder
    return run


def missing(wanted, output):
    """Return the first line that does not stand in the output below the ones before it."""
    at = 0
    for line in wanted.splitlines():
        found = output.find(line.rstrip(), at)
        if found < 0:
            return line
        at = found + len(line.rstrip())
    return None


def test_everything_that_the_tutorial_shows_is_so(shell):
    output = ""
    for kind, file, text in blocks():
        if kind == "sh":
            output = shell("sh", "-e", "-c", text)
        elif kind == "python" and file:
            (shell.folder / file).write_text(text, encoding="utf-8")
        elif kind == "python":
            output = shell(sys.executable, "-c", text)
        elif kind == "text":
            assert missing(text, output) is None, output
    assert (shell.folder / "report" / "report.html").exists()
    assert (shell.folder / "record" / "certificates" / "young" / "lem-1.json").exists()


def test_the_tutorial_has_an_example_of_every_kind_of_statement():
    text = "".join(text for kind, file, text in blocks() if kind == "python" and file)
    for word in (
        "ForAll(",
        "SameOrder(",
        "Observed(",
        "Missing(",
        "Instead(",
        "instances=",
        "where=",
        "EXPERIMENTS",
    ):
        assert word in text


def test_a_line_that_is_not_there_is_found():
    assert missing("a\n  b\n", "a\nc\n  b\n") is None
    assert missing("b\na\n", "a\nb\n") == "a"
