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
    return findings.Paper("paper", "A Paper", counts, "quick", failing)


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
        "## Findings",
        "**Section 1** Title of a (refuted: a constant changes; section 1; `paper/a`)",
        "- says: What it says.",
        "- tested: `x <= 1`",
        "- fails at: `x = 2`",
        "- holds: `x <= 2` (proved) if `x <= 2`",
    ):
        assert wanted in text, wanted
    assert "paper/b" not in text
    nothing = findings.pages([paper(claim("b"))])
    assert "Nothing that was tested fails" in nothing["paper.md"]
    assert "Nothing that was tested fails" in nothing[findings.OVERVIEW]


def test_the_overview_counts_verdicts_and_says_of_which_profile_they_are():
    one, two = paper(claim("a", V.REFUTED), claim("b")), paper(claim("c"))
    text = findings.pages([one, dataclasses.replace(two, id="other")])[findings.OVERVIEW]
    assert "All verdicts of profile quick." in text
    for row in (
        "| paper | proved | refuted | all |",
        "| paper | 1 | 1 | 2 |",
        "| other | 1 |  | 1 |",
    ):
        assert row in text
    assert "- `paper/a` Title of a (refuted)" in text


def test_a_page_has_an_end_and_says_what_it_leaves_out():
    own = (part(V.REFUTED, severity=Severity.RATE, hash=f"{n:064}") for n in range(200))
    many = [claim(f"c{n}", V.REFUTED, parts=(one,)) for n, one in enumerate(own)]
    text = findings.pages([paper(*many)])["paper.md"]
    assert len(text.splitlines()) <= findings.MAX_LINES
    named = text.count("**Section 1**")
    assert f"{200 - named} more stand in the full report." in text


def test_what_fails_for_one_reason_is_one_entry_and_slips_come_last():
    slip = part(V.MISPRINTED, severity=Severity.TYPOGRAPHIC, hash="1" * 64)
    claims = [
        claim("eq-2", V.MISPRINTED, parts=(slip,)),
        claim("thm-1.1", V.REFUTED, severity=Severity.CONCLUSION),
        claim("thm-1.1-step-sum", V.REFUTED),
    ]
    text = findings.pages([paper(*claims)])["paper.md"]
    assert text.index("**Theorem 1.1**") < text.index("## Slips") < text.index("**Equation (2)**")
    assert "- also: Theorem 1.1, a step of its proof (`paper/thm-1.1-step-sum`)" in text
    assert text.count("**") == 4


def test_claims_cannot_break_a_page():
    hostile = replace(claim("a", V.REFUTED), title="<script>|\n# x", words="a `b` <i>")
    for text in findings.pages([paper(hostile)]).values():
        assert "<script>" not in text
        assert "<i>" not in text
        assert "\n# x" not in text
