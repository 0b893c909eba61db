"""The pages are made from the record alone, and the committed ones are these."""

import re
from pathlib import Path

import odd_papers
import pytest
from whole_run import whole_run

from reports import findings
from reports.page import file_of
from verify.claims import catalogue
from verify.errors import RunError
from verify.record.recorded_findings import papers
from verify.running.options import Options

PAGES = Path(__file__).resolve().parents[3] / "docs" / "findings"


@pytest.fixture(scope="module")
def recorded(whole_pages):
    """What is recorded of every paper, made once: where the pages of a run are."""
    return papers(list(catalogue.index()), Options(jobs=2))


def test_the_committed_pages_are_what_the_record_says(recorded):
    """If they are not: `make publish`, after `thmcheck check ID --record` of what is new."""
    made = findings.pages(recorded)
    kept = {path.name: path.read_text(encoding="utf-8") for path in PAGES.iterdir()}
    assert made.keys() == kept.keys()
    for name, text in made.items():
        assert text == kept[name], name
        assert len(text.splitlines()) <= findings.MAX_LINES


def test_readme_overview_and_pages_give_the_same_numbers_of_one_profile(recorded, whole_pages):
    """If not: `make verify`, record what is new, and copy the overview's table to the README."""
    run = whole_run()
    assert {one.profile for one in recorded} == {run.profile}
    table = findings.table({one.id: one.verdicts for one in recorded})
    readme = (PAGES.parents[1] / "README.md").read_text(encoding="utf-8")
    assert "\n".join(table) in readme
    assert f"All verdicts of profile {run.profile}" in readme
    for one in recorded:
        shown = (whole_pages / file_of(one.id)).read_text(encoding="utf-8")
        counts = re.findall(r'data-only="([^"]+)".*?<strong>(\d+)</strong>', shown)
        assert {verdict: int(count) for verdict, count in counts} == {
            str(verdict): count for verdict, count in one.verdicts.items()
        }
        assert f"Profile {run.profile}" in shown


CLAIM = """from theory.claim import Claim, ForAll, Source
from theory.language import reals

x = reals("x")
A = Claim(
    id="mine/a", title="A", source=Source("1"), words="Squares are large.",
    printed=ForAll(x**2 > {bound}, given=(x >= 1,)),
)
"""


@pytest.fixture
def mine(tmp_path):
    """A folder with the paper `mine`, and what writes its one claim."""
    path = tmp_path / "papers" / "mine" / "claims.py"
    path.parent.mkdir(parents=True)

    def write(bound):
        path.write_text(CLAIM.format(bound=bound), encoding="utf-8")
        catalogue.forget()

    write(2)
    with odd_papers.installed(tmp_path):
        yield tmp_path, write


def pages_of(folder, invoke):
    result = invoke("report", "--recorded", "--paper", "mine", "--out", str(folder / "out"))
    return result, {p.name: p.read_text(encoding="utf-8") for p in (folder / "out").glob("*")}


def test_a_claim_is_recorded_alone_and_stands_on_the_pages_without_any_run(
    mine, invoke, monkeypatch
):
    folder, _ = mine
    result, pages = pages_of(folder, invoke)
    assert "1 claims are not recorded and left out" in result.stderr
    assert pages.keys() == {findings.OVERVIEW, findings.PICTURE}
    result = invoke("check", "mine/a", "--record")
    assert result.exit_code == 0, result.output
    assert "mine/a: new, refuted" in result.stdout
    monkeypatch.setenv("THMCHECK_CACHE", str(folder / "another cache"))
    result, pages = pages_of(folder, invoke)
    assert result.exit_code == 0, result.output
    assert "| mine | 1 | 1 |" in pages[findings.OVERVIEW]
    shown = "**1** A (refuted: the conclusion changes; 1; `mine/a`)"
    for words in ("## Findings", shown, "- fails at: `x = 1`"):
        assert words in pages["mine.md"]


def test_our_own_claims_are_no_news(mine, invoke):
    folder, _ = mine
    path = folder / "papers" / "mine" / "claims.py"
    path.write_text(CLAIM.format(bound=2).replace("mine/a", "mine/ours-a"), encoding="utf-8")
    catalogue.forget()
    assert invoke("check", "mine/ours-a", "--record").exit_code == 0
    result, _ = pages_of(folder, invoke)
    assert "not recorded" not in result.stderr


def test_what_was_recorded_of_another_statement_is_not_shown(mine, invoke):
    _, write = mine
    assert invoke("check", "mine/a", "--record").exit_code == 0
    write(3)
    with pytest.raises(RunError, match="mine/a says something else than what is recorded"):
        papers(["mine/a"], Options())
