"""What was found, in few pages: an overview of all papers, and for each what fails as printed.

Markdown and one picture, short enough to be read whole; the full report has everything else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from reports import summary
from reports.causes import Finding, findings
from reports.markdown import brief, code, escape
from reports.numbered import name
from reports.palette import ink
from reports.points import point
from reports.printable import printable
from reports.results import ClaimResult, Profile
from verify.evidence import Severity, Verdict

OVERVIEW, PICTURE = "overview.md", "verdicts.svg"
MAX_LINES = 300  # of a page about one paper
Counts = Mapping[str, Counter[Verdict]]  # paper -> how many claims have which verdict


@dataclass(frozen=True)
class Paper:
    """What was found about one paper.

    Args:
        id, title: of the paper; the title may be empty.
        verdicts: how many claims have which verdict.
        profile: of which profile all these verdicts are.
        failing: the results on the claims that fail, in their order.
    """

    id: str
    title: str
    verdicts: Counter[Verdict]
    profile: Profile
    failing: Sequence[ClaimResult]


def pages(papers: Sequence[Paper]) -> dict[str, str]:
    """Return the text of every page, and of the picture, by its name."""
    counts = {paper.id: paper.verdicts for paper in papers}
    found = {OVERVIEW: overview(papers, counts), PICTURE: picture(counts)}
    return found | {f"{paper.id}.md": errata(paper) for paper in papers}


def overview(papers: Sequence[Paper], counts: Counts) -> str:
    """Return the page about all papers: counts, and a line for every claim that fails."""
    by = " and ".join(sorted({paper.profile for paper in papers}))
    lines = ["# What was found", "", summary.DISCLAIMER, "", f"All verdicts of profile {by}.", ""]
    lines += [*table(counts), "", f"![Claims per verdict]({PICTURE})", ""]
    for paper in papers:
        lines += [f"## {escape(paper.id)}", ""]
        if paper.failing:
            lines += [f"What fails as printed ([in detail]({paper.id}.md)):", ""]
        lines += [
            f"- {code(claim.id)} {escape(claim.title)} ({claim.verdict.value})"
            for claim in sorted(paper.failing, key=lambda claim: claim.verdict.rank)
        ] or ["Nothing that was tested fails as printed."]
        lines.append("")
    return _text(lines)


def table(counts: Counts) -> list[str]:
    """Return the rows of the table of verdicts."""
    used = [v for v in Verdict if any(found[v] for found in counts.values())]
    rows = [f"| paper | {' | '.join(v.value for v in used)} | all |"]
    rows.append("|---" + "|---:" * (len(used) + 1) + "|")
    for paper, found in counts.items():
        cells = " | ".join(str(found[v] or "") for v in used)
        rows.append(f"| {escape(paper)} | {cells} | {found.total()} |")
    return rows


def errata(paper: Paper) -> str:
    """Return the page about one paper: its findings, what matters most first, then its slips.

    It has at most `MAX_LINES` lines; what does not fit is counted.
    """
    title = [escape(paper.title), ""] if paper.title else []
    lines = [f"# {escape(paper.id)}: what fails as printed", "", *title, summary.DISCLAIMER, ""]
    found = sorted(findings(paper.failing), key=_is_slip)
    before: bool | None = None
    for number, finding in enumerate(found):
        entry = list(_entry(finding))
        if _is_slip(finding) is not before:
            before = _is_slip(finding)
            entry = ["## Slips of the pen" if before else "## Findings", "", *entry]
        if len(lines) + len(entry) > MAX_LINES - 2:
            lines.append(f"{len(found) - number} more stand in the full report.")
            break
        lines += entry
    if not found:
        lines.append("Nothing that was tested fails as printed.")
    return _text(lines)


def _is_slip(finding: Finding) -> bool:
    return finding.severity is Severity.TYPOGRAPHIC


def _entry(finding: Finding) -> Iterable[str]:
    """Yield what a page says of one finding."""
    claim, part = finding.claim, finding.discrepancy.part
    place = f"{claim.verdict.value}: {finding.severity.sentence}; {escape(str(claim.source))}"
    yield f"**{escape(finding.heading)}** {escape(claim.title)} ({place}; {code(claim.id)})"
    yield ""
    yield f"- says: {escape(claim.words)}"
    yield f"- tested: {brief(part.text)}"
    if part.witness is not None and part.certificate is not None:
        yield f"- fails at: {code(point(part.witness, part.instance)) or 'the only case'}"
    repaired = summary.repaired(part)
    if repaired is not None:
        instead = repaired.instead
        words = brief(instead.text, escape(instead.words))
        further = " and ".join(map(code, repaired.further))
        yield f"- holds: {words} ({instead.verdict}){f' if {further}' if further else ''}"
    if finding.others:
        also = (f"{escape(name(one))} ({code(one.id)})" for one in finding.others)
        yield f"- also: {'; '.join(also)}"
    yield ""


def picture(counts: Counts) -> str:
    """Return an SVG with one bar for each paper, its length the number of claims."""
    longest = max((found.total() for found in counts.values()), default=1)
    used = [v for v in Verdict if any(found[v] for found in counts.values())]
    left, width, row = 170, 560, 34
    height = row * len(counts) + 60
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 60} {height}" '
        'font-family="sans-serif" font-size="13" role="img">',
        "<title>Claims per verdict</title>",
        f'<rect width="{left + width + 60}" height="{height}" fill="#ffffff"/>',
    ]
    for number, (paper, found) in enumerate(counts.items()):
        y = 8 + row * number
        parts.append(f'<text x="{left - 8}" y="{y + 17}" text-anchor="end">{escape(paper)}</text>')
        parts += _bar(found, used, left, y, width / longest)
    parts += _legend(used, left, row * len(counts) + 30)
    return printable("\n".join([*parts, "</svg>"])) + "\n"


def _bar(
    found: Counter[Verdict], used: list[Verdict], left: int, y: int, unit: float
) -> Iterable[str]:
    x = float(left)
    for verdict in used:
        span = unit * found[verdict]
        if span:
            yield (
                f'<rect x="{x:.1f}" y="{y}" width="{span:.1f}" height="24" '
                f'fill="{verdict.colour}"><title>{verdict.value}: {found[verdict]}</title></rect>'
            )
        if span > 18:
            yield (
                f'<text x="{x + span / 2:.1f}" y="{y + 17}" text-anchor="middle" '
                f'fill="{ink(verdict.colour)}">{found[verdict]}</text>'
            )
        x += span


def _legend(used: list[Verdict], left: int, y: int) -> Iterable[str]:
    x = float(left)
    for verdict in used:
        yield f'<rect x="{x:.1f}" y="{y}" width="12" height="12" fill="{verdict.colour}"/>'
        yield f'<text x="{x + 16:.1f}" y="{y + 11}">{verdict.value}</text>'
        x += 26 + 7.2 * len(verdict.value)


def _text(lines: list[str]) -> str:
    return printable("\n".join(lines).rstrip()) + "\n"
