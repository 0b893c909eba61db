"""A claim's result as a notebook shows it: formulas as native MathML, and the verdict."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from reports import summary
from reports.formulas import mathml
from reports.palette import ink
from reports.points import point
from reports.printable import printable
from reports.results import ClaimResult, PartResult, StatementText

# the classes keep a notebook from typesetting what stands between dollars in a title
_FRAME = '<div class="tex2jax_ignore mathjax_ignore" style="overflow-x:auto">'


def html(claim: ClaimResult) -> str:
    """Return a result as HTML: every part with its formulas, verdict, tier and what holds instead.

    Nothing in it can become markup.
    """
    lines = [f"<b>{escape(claim.id)}</b> {escape(claim.title)} {_verdict(claim)}"]
    lines += [escape(text) for text in (claim.words, str(claim.source)) if text]
    lines.append(escape(summary.sentence(claim)))
    for name, term in claim.terms.items():
        lines.append(f"{mathml(term.latex, name)}: {escape(term.words)}")
    for part in claim.parts:
        lines += _part(part, alone=len(claim.parts) == 1)
    lines.append(escape(f"Printed proof: {summary.proof(claim)}"))
    return printable("\n".join([_FRAME, *(f"<div>{x}</div>" for x in lines), "</div>"]))


def _part(part: PartResult, alone: bool) -> Iterator[str]:
    if not alone:
        yield f"<i>{escape(summary.heading(part))}</i> {_verdict(part)}"
    yield from _statement(part.text)
    if part.verdict.holds and part.covered:
        yield f"covered: {escape('; '.join(part.covered))}"
    if part.reason:
        yield f"because {escape(part.reason)}"
    if part.certificate is not None:
        breaks = point(part.witness, part.instance) or "the only case"
        yield f"fails at <code>{escape(breaks)}</code>"
    if instead := summary.replacing(part):
        tier = f" ({instead.tier})" if instead.tier else ""
        yield f"<i>what holds instead</i> {escape(instead.verdict + tier)}"
        yield from _statement(instead.text)
        if instead.reason:
            yield f"because {escape(instead.reason)}"


def _statement(found: StatementText) -> Iterator[str]:
    """Return the lines of a statement: the conclusion, then what it rests on."""
    yield mathml(found.latex, found.says)
    for latex, text in zip(found.hypotheses_latex, found.hypotheses, strict=True):
        yield f"if {mathml(latex, text)}"
    pairs = zip(found.where_latex.items(), found.where.items(), strict=True)
    for (name_latex, latex), (name, text) in pairs:
        yield f"where {mathml(name_latex, name)} = {mathml(latex, text)}"


def _verdict(part: PartResult | ClaimResult) -> str:
    """Return a verdict with its tier, on its colour."""
    colour = part.verdict.colour
    tier = f" ({part.tier.value})" if part.tier else ""
    style = f"background:{colour};color:{ink(colour)};padding:0 .5em;border-radius:.3em"
    return f'<span style="{style}">{part.verdict.value}</span>{tier}'
