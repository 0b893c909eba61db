"""`list` and `show`: what they print, and what they import."""

import json

import odd_papers
import pytest
from commands import LOOP, LOOP_AT_REST, seconds
from pace import at_rest

from verify.claims import catalogue


def test_claims_that_never_ran_are_listed_from_the_source(invoke, tmp_path):
    with odd_papers.installed(tmp_path, "plain"):
        result = invoke("list", "--paper", "plain")
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == 9
    assert all("not run" in line for line in result.stdout.splitlines())


def test_list_and_show_are_fast_and_import_neither_sympy_nor_torch(ran):
    root, _ = ran
    probe = (
        "import sys; from verify.cli.main import app\n"
        "try: app({arguments})\n"
        "except SystemExit as end: assert not end.code, end.code\n"
        "heavy = {{'sympy', 'torch', 'numpy', 'z3', 'flint', 'hypothesis'}} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    for arguments in (["list"], ["show", "plain/lem-2"]):
        code = probe.format(arguments=arguments)
        pairs = ((seconds(LOOP), seconds(code, THMCHECK_PAPERS=str(root))) for _ in range(5))
        assert any(at_rest(taken, loop, LOOP_AT_REST) < 0.5 for loop, taken in pairs)


@pytest.mark.parametrize(
    ("measured", "yardstick", "holds"),
    [(0.4, 0.1, True), (0.8, 0.2, True), (0.6, 0.1, False), (0.6, 0.05, False), (1.2, 0.2, False)],
)
def test_a_limit_grows_on_a_busy_machine_alone(measured, yardstick, holds):
    assert (at_rest(measured, yardstick, 0.1) < 0.5) is holds


def test_show_says_why_nothing_more_is_known_of_what_holds_instead(tmp_path, invoke):
    with odd_papers.installed(tmp_path, "chain"):
        invoke("check", "chain/turn")
        text = invoke("show", "chain/turn").stdout
    _, instead = text.split("what holds instead:")
    assert "because   " in instead
    assert "a circle of arguments: chain/turn <- chain/on-turn <- chain/turn" in instead


def test_list_filters_and_prints_json(ran, invoke):
    rows = json.loads(invoke("list", "--paper", "PLAIN", "--json").stdout)
    assert [set(row) for row in rows[:1]] == [{"id", "verdict", "tier", "title", "stale"}]
    refuted = json.loads(
        invoke("list", "--paper", "plain", "--verdict", "refuted", "--json").stdout
    )
    assert [row["id"] for row in refuted] == ["plain/lem-2", "plain/lem-6"]
    assert "no claim matches" in invoke("list", "--paper", "plain", "--verdict", "vacuous").stdout


def test_show_prints_statement_source_verdict_and_places(ran, invoke):
    text = invoke("show", "PLAIN/LEM-3").stdout
    for wanted in (
        "A square of a sum",
        "source    section 1; appendix A",
        "(x + y)^2 = x^2 + x*y + y^2",
        "a slip of the pen; read instead:",
        "(x + y)^2 = x^2 + 2*x*y + y^2",
        "meant     as section 2 shows",
        "verdict   misprinted (exact)",
        "leans on plain/lem-2",
        "papers/plain/claims.py:",
        "verify/methods",
    ):
        assert wanted in text, wanted
    shown = json.loads(invoke("show", "plain/lem-3", "--json").stdout)
    assert (shown["id"], shown["verdict"]) == ("plain/lem-3", "misprinted")


def test_what_was_found_before_the_file_changed_is_marked(ran, invoke):
    root, _ = ran
    path = root / "papers" / "plain" / "claims.py"
    text = path.read_text(encoding="utf-8")
    try:
        path.write_text(text + "\n# changed\n", encoding="utf-8")
        catalogue.forget()
        assert "proved* (exact)" in invoke("list", "--paper", "plain").stdout
        assert "stale     papers/plain/claims.py has changed" in invoke("show", "plain/def").stdout
    finally:
        path.write_text(text, encoding="utf-8")
        catalogue.forget()


@pytest.mark.parametrize("text", ["A = Claim(id='x/a'", 2 * "A = Claim(id='x/a')\n"])
def test_a_file_that_cannot_be_read_is_named(invoke, tmp_path, monkeypatch, text):
    path = tmp_path / "papers" / "x" / "claims.py"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    monkeypatch.setenv("THMCHECK_PAPERS", str(tmp_path))
    catalogue.forget()
    try:
        result = invoke("list")
    finally:
        catalogue.forget()
    assert result.exit_code == 3
    assert "claims.py:" in result.stderr
