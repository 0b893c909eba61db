"""Nothing but what can be seen reaches a terminal, a page or a file, whatever a claim says."""

import json
import unicodedata
from xml.etree import ElementTree

import hostile_run
import odd_papers
import pytest
from commands import invoked

from reports import notebook, terminal
from reports.files import files
from reports.printable import MARK, clean, lines, printable
from tests.reports.test_page import Tags


def unseen(text):
    """Return what of a text is no letter, mark, number, sign, space or line feed."""
    plain = text.replace("\n", "").replace("\N{NO-BREAK SPACE}", "")
    return {c for c in plain if unicodedata.category(c)[0] in "CZ" and c != " "}


def test_every_character_is_shown_replaced_or_a_space():
    for number in range(0x110000):
        (found,) = printable(chr(number))
        assert found in (chr(number), MARK, " "), hex(number)
        assert found == "\n" or found.isprintable()
    assert not unseen(printable(hostile_run.UNSEEN))
    assert printable("Ünïcode ≤ 数 e\u0301") == "Ünïcode ≤ 数 e\u0301"


def test_a_line_stays_one_line_and_data_is_cleaned_throughout():
    assert lines(["a\nb", "c\r\n\x1bd"]) == ["a b", f"c {MARK}d"]
    data = clean({"a\x00": ["\u202e", {"b": ("\ud800", 1, None)}]})
    assert data == {f"a{MARK}": [MARK, {"b": [MARK, 1, None]}]}


def test_every_file_of_a_report_can_be_seen():
    run = hostile_run.run()
    found = files(run, {claim.id: hostile_run.TEXTS[-1] for claim in run.claims})
    assert {"report.html", "report.md", "report.xml", "report.json"} <= set(found)
    for name, text in found.items():
        assert not unseen(text), name
        text.encode()
    ElementTree.fromstring(found["report.xml"])
    assert len(json.loads(found["report.json"])["claims"]) == len(run.claims)


def test_terminal_and_notebook_can_be_seen():
    for claim in hostile_run.run().claims:
        found = terminal.result(claim)
        assert not unseen("".join(found))
        assert not any("\n" in line for line in found)
        assert not unseen(notebook.html(claim))


# -- the command line -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    root, cache = tmp_path_factory.mktemp("papers"), tmp_path_factory.mktemp("cache")
    with odd_papers.installed(root, "hostile"), pytest.MonkeyPatch.context() as patch:
        patch.setenv("THMCHECK_CACHE", str(cache))
        yield cache, invoked(cache, "run", "--paper", "hostile", "--record"), root


@pytest.mark.parametrize(
    "arguments",
    [
        ("list", "--paper", "hostile"),
        ("list", "--paper", "hostile", "--json"),
        ("show", "hostile/lem-1"),
        ("show", "hostile/*"),
        ("show", "hostile/lem-1", "--json"),
        ("check", "hostile/*"),
        ("run", "--paper", "hostile", "--json", "-"),
        ("run", "--paper", "hostile", "--junit", "-"),
        ("mutate", "hostile/lem-1"),
        ("repair", "hostile/lem-1"),
    ],
)
def test_every_command_prints_what_can_be_seen(hostile, arguments):
    result = invoked(hostile[0], *arguments)
    assert not unseen(result.stdout + result.stderr)
    assert "Traceback" not in result.stderr
    assert "evil" in result.stdout or arguments[0] == "mutate"
    assert not any(line.startswith("hostile/lem-9") for line in result.stdout.splitlines())
    if "--json" in arguments:
        json.loads(result.stdout)


def test_the_report_and_the_record_can_be_seen(hostile, tmp_path):
    cache, first, root = hostile
    assert not unseen(first.stdout + first.stderr)
    assert first.exit_code == 0, first.output
    assert (
        "a check broke: hostile/fig-3 experiment"
        in invoked(cache, "run", "--paper", "hostile").stderr
    )
    for more in ((), ("--recorded", "--paper", "hostile")):
        assert invoked(cache, "report", "--out", str(tmp_path), *more).exit_code == 0
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    written += (root / "record").rglob("*.json")
    assert len(written) > 8
    for path in written:
        assert not unseen(path.read_text(encoding="utf-8")), path
    tags = Tags((tmp_path / "report.html").read_text(encoding="utf-8"))
    assert len(tags.all("script")) == 1
