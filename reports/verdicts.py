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

## The report

`thmcheck report` writes the report of the last run: `index.html` leads to a page of each paper, and
`report.html` has everything; they open from disk, without network and without JavaScript. Markdown,
JUnit XML and the JSON that all are made from say the same.

The page of a paper opens on its worst finding, in one line, and on all findings. Claims that fail
for one reason are one finding: the same statement, a result and the steps of its proof, or results
whose printed proofs lean on it alone. What matters most comes first; slips of the pen are a table.
Then every claim follows with its formulas and the command that reproduces it. A claim that fails
says first what is printed and how it fails, and shows the part that decides before the others:
every value at its counterexample, exactly and in decimals, with a tick for each hypothesis, a few
lines of plain Python that recompute it and need nothing of thmcheck, a drawing, what to change,
what follows for the rest of the paper, and how the verdict could be wrong. An experiment shows what
was measured, with its interval, beside the paper's number, and every setting that differs; so does
`thmcheck show`, for every profile that is recorded.
Evidence, further drawings, auxiliary statements and counterexamples to other parts stand on a
second page, `checks-PAPER.html`, and what arguments prove on a third, `arguments-PAPER.html`, step
by step, each with links to what it comes from. Mutants
and repairs are shown if `thmcheck mutate` and `thmcheck repair` have been run before.
`erratum-PAPER.tex` and `erratum-PAPER.html`, made alone by `thmcheck report --erratum PAPER`, are
what the authors could print.

`make publish` makes the pages in [docs/findings](findings/overview.md) from the record alone.
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
