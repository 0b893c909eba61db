"""The pages that the README links to: short, safe, and in agreement with the record."""

import re
from collections import Counter
from pathlib import Path

import pytest
from made_results import TEXT, TWO, claim, instead, part, run
from msgspec.structs import replace

from reports import findings
from verify.evidence import Severity, Verdict
from verify.record import committed

PAGES = Path(__file__).resolve().parents[2] / "docs" / "findings"
V = Verdict


def recorded():
    """Return what is recorded: paper -> claim id -> verdict."""
    found = {}
    for claim_id, known in committed.load().items():
        found.setdefault(claim_id.partition("/")[0], {})[claim_id] = known.verdict
    return found


def test_the_overview_counts_what_is_recorded():
    text = (PAGES / findings.OVERVIEW).read_text(encoding="utf-8")
    counts = {paper: Counter(verdicts.values()) for paper, verdicts in recorded().items()}
    assert "\n".join(findings.table(counts)) in text
    picture = (PAGES / findings.PICTURE).read_text(encoding="utf-8")
    assert findings.picture(counts) == picture


@pytest.mark.parametrize("paper", sorted(recorded()))
def test_the_page_of_a_paper_names_exactly_what_is_recorded_as_failing(paper):
    text = (PAGES / f"{paper}.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= findings.MAX_LINES
    failing = {claim for claim, verdict in recorded()[paper].items() if verdict.fails}
    named = set(re.findall(r"^\*\*`([^`]+)`\*\*", text, re.MULTILINE))
    assert named <= failing
    assert named == failing or "more stand in the full report" in text


def test_what_the_readme_names_is_recorded_as_failing():
    text = (PAGES.parent.parent / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"^- \[`([^`]+)`\]\((docs/findings/[^)]+)\)", text, re.MULTILINE)
    assert len(named) == 5
    for claim_id, page in named:
        paper = claim_id.partition("/")[0]
        assert recorded()[paper][claim_id].fails
        assert f"`{claim_id}`" in (PAGES.parent.parent / page).read_text(encoding="utf-8")


def test_a_page_says_what_fails_where_and_what_holds():
    failed = part(
        V.REFUTED,
        severity=Severity.CONSTANT,
        witness=TWO,
        certificate={"claim": "a"},
        instead=instead(text=replace(TEXT, says="x <= 2", hypotheses=("x >= 0", "x <= 2"))),
    )
    text = findings.pages(run(claim("a", V.REFUTED, parts=(failed,)), claim("b")))["paper.md"]
    for wanted in (
        "## Constant: a constant changes",
        "**`paper/a`** Title of a (refuted; section 1)",
        "- printed: What it says. Tested: `x <= 1`",
        "- fails at: `x = 2`",
        "- holds: `x <= 2` (proved) if `x <= 2`",
    ):
        assert wanted in text, wanted
    assert "paper/b" not in text
    nothing = findings.pages(run(claim("b")))
    assert "Nothing that was tested fails" in nothing["paper.md"]
    assert "Nothing that was tested fails" in nothing[findings.OVERVIEW]


def test_a_page_has_an_end_and_says_what_it_leaves_out():
    many = [claim(f"c{n}", V.REFUTED, severity=Severity.RATE) for n in range(200)]
    text = findings.pages(run(*many))["paper.md"]
    assert len(text.splitlines()) <= findings.MAX_LINES
    named = text.count("**`paper/")
    assert f"{200 - named} more stand in the full report." in text


def test_claims_cannot_break_a_page():
    hostile = replace(claim("a", V.REFUTED), title="<script>|\n# x", words="a `b` <i>")
    for text in findings.pages(run(hostile)).values():
        assert "<script>" not in text
        assert "<i>" not in text
        assert "\n# x" not in text
