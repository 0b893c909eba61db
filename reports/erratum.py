"""What a paper should say instead, as a LaTeX document that its authors can take lines from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reports import summary
from reports.causes import Finding, findings
from reports.numbered import lead, numbered
from reports.points import point
from reports.printable import printable
from reports.results import ClaimResult, PartResult, StatementText
from verify.evidence import Severity

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}
_HEAD = r"""\documentclass{article}
\usepackage[utf8]{inputenc}
\usepackage{amsmath,amssymb}
\usepackage[margin=2.5cm]{geometry}
\sloppy
\begin{document}
"""


def erratum(title: str, claims: Sequence[ClaimResult]) -> str:
    """Return a LaTeX document: every finding on a paper, as printed and as it holds."""
    found = findings(claims)
    parts = [_HEAD, rf"\section*{{{escaped(title)}: erratum}}", escaped(summary.DISCLAIMER), ""]
    parts += [escaped(lead(numbered(claims))), ""]
    for heading, some in (
        ("Findings", [one for one in found if one.severity is not Severity.TYPOGRAPHIC]),
        ("Slips of the pen", [one for one in found if one.severity is Severity.TYPOGRAPHIC]),
    ):
        if some:
            parts += [rf"\subsection*{{{heading}}}", r"\begin{description}"]
            parts += (line for one in some for line in _entry(one))
            parts += [r"\end{description}", ""]
    return printable("\n".join([*parts, r"\end{document}", ""]))


def _entry(finding: Finding) -> Iterator[str]:
    """Yield the lines on one finding."""
    claim, part = finding.claim, finding.discrepancy.part
    called = escaped(finding.heading)
    yield rf"\item[{called}] {escaped(claim.title)} ({escaped(str(claim.source))})."
    if claim.quote:
        yield rf"  \\ Printed: ``{escaped(claim.quote)}''."
    yield rf"  \\ {summary.read_as(claim, 'printed').capitalize()}: {_formula(part.text)}"
    if part.witness is not None and part.certificate is not None:
        values = escaped(point(part.witness, part.instance))
        yield rf"  \\ Fails at: {values or 'the only case'}."
    yield rf"  \\ Read instead: {_holds(part)}"
    if finding.others:
        yield rf"  \\ Also: {escaped('; '.join(finding.also))}."


def _formula(text: StatementText) -> str:
    """Return a conclusion with its abbreviations."""
    if not summary.is_brief(text):
        return "a long formula, shown in the report."
    names = [f"${name} = {meaning}$" for name, meaning in text.where_latex.items()]
    return f"${text.latex}$" + (f" with {', '.join(names)}" if names else "") + "."


def _holds(part: PartResult) -> str:
    """Return what holds instead of a part, and under which further hypotheses."""
    repair = summary.repaired(part)
    if repair is None:
        return f"{summary.NO_REPAIR}."
    text = repair.instead.text
    latex = dict(zip(text.hypotheses, text.hypotheses_latex, strict=True))
    further = [f"${latex[one]}$" for one in repair.further]
    known = f" if {' and '.join(further)}" if further else ""
    return f"{_formula(text).removesuffix('.')}{known} ({repair.instead.verdict})."


def escaped(words: str) -> str:
    """Return words as LaTeX text.

    >>> escaped("50 % of x_1")
    '50 \\\\% of x\\\\_1'
    """
    return "".join(_SPECIAL.get(sign, sign) for sign in words)
