"""The tutorial does what it says: its files are written, its commands run, its output is there."""

import os
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest

from theory.statements import Statement
from thmcheck import Ambiguous, ByHand, Damaged, ForAll, Head, Instead, SameAs, Special

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


@pytest.mark.long
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
    assert (shell.folder / "report" / "index.html").exists()
    assert (shell.folder / "record" / "certificates" / "young" / "lem-1.json").exists()


def test_the_tutorial_has_an_example_of_every_kind_of_statement():
    text = "".join(text for kind, file, text in blocks() if kind == "python" and file)
    types = (*get_args(Statement), SameAs, Ambiguous, Damaged, Special, Instead, ByHand, Head)
    for word in (
        *(f"{one.__name__}(" for one in types),
        *(f"{field.name}=" for field in fields(ForAll) if field.init and field.name != "says"),
        *("ForAll(DEFINES, ", "because={", "special={", "instead=", "lemmas={", "printed={"),
        *("DEFINITIONS = ", "MEANINGS = ", "EXPERIMENTS = "),
    ):
        assert word in text, word


def test_the_way_to_a_report_comes_before_what_is_to_be_looked_up():
    page = PAGE.read_text(encoding="utf-8")
    steps = ("lemma", "refutation", "repair", "report")
    places = [page.index(f"\n## A {step}\n") for step in steps]
    places.append(page.index("\n## Every kind of statement\n"))
    assert places == sorted(places)
    assert len(page[: places[-1]].split()) < 1500  # ten minutes at 150 words a minute


def test_the_table_of_statements_names_claims_that_are_there():
    page = PAGE.read_text(encoding="utf-8")
    table = page[page.index("| statement |") : page.index("### For all values")]
    named = set(re.findall(r"\b(?:lem|thm|def|cor|fig|tab)-\d", table))
    assert named == {i.removeprefix("young/") for i in re.findall(r'id="(young/[^"]+)"', page)} - {
        "lem-9"  # cannot be built
    }


def test_a_line_that_is_not_there_is_found():
    assert missing("a\n  b\n", "a\nc\n  b\n") is None
    assert missing("b\na\n", "a\nb\n") == "a"
