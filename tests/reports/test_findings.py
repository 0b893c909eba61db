"""The pages that the README links to: short, safe, and what the README says of them."""

import dataclasses
import re
from collections import Counter
from pathlib import Path

from made_results import TEXT, TWO, claim, instead, part
from msgspec.structs import replace

from reports import findings
from verify.evidence import Severity, Verdict
from verify.record import committed

PAGES = Path(__file__).resolve().parents[2] / "docs" / "findings"
V = Verdict


def paper(*claims):
    """Return what a page is made of, if these results are all that was found."""
    counts = Counter(one.verdict for one in claims)
    failing = [one for one in claims if one.verdict.fails]
    return findings.Paper("paper", "A Paper", counts, Counter(quick=len(claims)), failing)


def test_what_the_readme_names_is_recorded_as_failing():
    text = (PAGES.parent.parent / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"^- \[`([^`]+)`\]\((docs/findings/[^)]+)\)", text, re.MULTILINE)
    assert len(named) == 5
    for claim_id, page in named:
        assert committed.load()[claim_id].verdict.fails
        assert f"`{claim_id}`" in (PAGES.parent.parent / page).read_text(encoding="utf-8")


def test_a_page_says_what_fails_where_and_what_holds():
    failed = part(
        V.REFUTED,
        severity=Severity.CONSTANT,
        witness=TWO,
        certificate={"claim": "a"},
        instead=instead(text=replace(TEXT, says="x <= 2", hypotheses=("x >= 0", "x <= 2"))),
    )
    text = findings.pages([paper(claim("a", V.REFUTED, parts=(failed,)), claim("b"))])["paper.md"]
    for wanted in (
        "## Constant: a constant changes",
        "**`paper/a`** Title of a (refuted; section 1)",
        "- printed: What it says. Tested: `x <= 1`",
        "- fails at: `x = 2`",
        "- holds: `x <= 2` (proved) if `x <= 2`",
    ):
        assert wanted in text, wanted
    assert "paper/b" not in text
    nothing = findings.pages([paper(claim("b"))])
    assert "Nothing that was tested fails" in nothing["paper.md"]
    assert "Nothing that was tested fails" in nothing[findings.OVERVIEW]


def test_the_overview_counts_verdicts_and_says_which_profiles_they_are_of():
    one, two = paper(claim("a", V.REFUTED), claim("b")), paper(claim("c"))
    text = findings.pages([one, dataclasses.replace(two, id="other")])[findings.OVERVIEW]
    assert "Verdicts: 3 by profile quick." in text
    for row in (
        "| paper | proved | refuted | all |",
        "| paper | 1 | 1 | 2 |",
        "| other | 1 |  | 1 |",
    ):
        assert row in text
    assert "- `paper/a` Title of a (refuted)" in text


def test_a_page_has_an_end_and_says_what_it_leaves_out():
    many = [claim(f"c{n}", V.REFUTED, severity=Severity.RATE) for n in range(200)]
    text = findings.pages([paper(*many)])["paper.md"]
    assert len(text.splitlines()) <= findings.MAX_LINES
    named = text.count("**`paper/")
    assert f"{200 - named} more stand in the full report." in text


def test_claims_cannot_break_a_page():
    hostile = replace(claim("a", V.REFUTED), title="<script>|\n# x", words="a `b` <i>")
    for text in findings.pages([paper(hostile)]).values():
        assert "<script>" not in text
        assert "<i>" not in text
        assert "\n# x" not in text
