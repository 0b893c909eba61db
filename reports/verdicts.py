"""The page about verdicts, made from what their members say of themselves.

`python -m reports.verdicts` writes it.
"""

from __future__ import annotations

from pathlib import Path

from verify.evidence import Tier, Verdict

PAGE = Path(__file__).resolve().parents[1] / "docs" / "verdicts.md"
HEAD = """# Verdicts and the report

This page is made by `make docs` from `verify/evidence.py` and `reports/verdicts.py`.

## How to read a verdict

"""
TAIL = """
Whatever finds a proof is not trusted: `verify/kernel` checks its certificate against the statement,
and `thmcheck check ID --certificates DIR` writes it to a file that `thmcheck replay` checks again.
Statement and printed proof are judged apart: a theorem may stand although its printed proof leans
on a step that fails, and the report says so.

A verdict is about what is printed: every clause of it must hold. Where the words admit several
meanings, all of them count; where glyphs are lost, the reading that serves the paper best; and all
clauses are read in the same way. Special cases and lemmas of our own are shown beside it: they may
support a clause and never prove it. What fails takes down only what uses the very clause that
fails.

Most claims of the three papers are not yet written from the page. Their earlier encodings stand as
lemmas, so that at most "supported, joined by hand" is said of them, whatever was proved of the
lemmas.

## The report

`thmcheck report` writes the report of the last run: one HTML page that opens from disk, without
network and without JavaScript, with the same content as Markdown, JUnit XML and the JSON that all
are made from. For each paper it lists what fails as printed, the largest change first, and what
holds; then every claim with its formulas, counterexamples, drawings, evidence, and the command that
reproduces it. Mutants and repairs are shown if `thmcheck mutate` and `thmcheck repair` have been
run before.

`make publish` makes the pages in [docs/findings](findings/overview.md) from a `standard` run.
"""


def page() -> str:
    """Return the page as Markdown."""
    rows = [f"| {verdict} | {verdict.when} | {verdict.sentence} |" for verdict in Verdict]
    tiers = [f"- {tier}: {tier.sentence}" for tier in Tier]
    lines = [
        "| verdict | when | what a report says |",
        "|---|---|---|",
        *rows,
        "",
        "Tiers of evidence, strongest first, are printed with every verdict and never mixed:",
        "",
        *tiers,
    ]
    return HEAD + "\n".join(lines) + "\n" + TAIL


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
