"""`run --record`: what is written, and what is not."""

import odd_papers
import pytest
from commands import change_record

from verify.evidence import Verdict
from verify.record import committed


def test_recording_prints_every_change_and_writes_certificates(ran):
    root, result = ran
    assert "plain/lem-1: new, proved" in result.stdout
    assert "9 claims: 4 proved, 2 refuted" in result.stdout
    names = {p.name for p in (root / "record" / "certificates" / "plain").glob("*.json")}
    assert names == {"lem-2.json", "lem-3@0.json", "lem-6.json"}


def test_a_lost_verdict_is_not_recorded_unless_allowed(ran, invoke):
    path, text = change_record(ran[0], "plain/fig-8", "proved")
    before = path.read_text(encoding="utf-8")
    try:
        result = invoke("run", "--paper", "plain", "--record")
        assert result.exit_code == 1
        assert "would lose a verdict: plain/fig-8" in result.stderr
        assert path.read_text(encoding="utf-8") == before
        result = invoke("run", "--paper", "plain", "--record", "--allow", "plain/fig-8")
        assert result.exit_code == 0
        assert "plain/fig-8: proved -> unchecked" in result.stdout
        assert committed.load()["plain/fig-8"].verdict is Verdict.UNCHECKED
    finally:
        path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("run", "--paper", "plain", "--record"), "--record: plain came with an installed package"),
        (("new", "other"), "name a folder for your papers"),
    ],
)
def test_nothing_is_written_into_an_installed_package(
    invoke, tmp_path, monkeypatch, arguments, words
):
    package = tmp_path / "their_package"
    (tmp_path / "theirs-1.0.dist-info").mkdir()
    with odd_papers.installed(package, "plain"):
        result = invoke(*arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert "--papers" in result.stderr
    assert [path.name for path in package.iterdir()] == ["papers"]
    assert [path.name for path in (package / "papers").iterdir()] == ["plain"]
