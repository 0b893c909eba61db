"""What was found, in few pages: an overview of all papers, and for each what fails as printed.

Markdown and one picture, short enough to be read whole; the full report has everything else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from reports import summary
from reports.markdown import brief, code, escape
from reports.palette import ink
from reports.points import point
from reports.printable import printable
from reports.results import ClaimResult, Run
from reports.terminal import source
from verify.evidence import Severity, Verdict

FOLDER = "findings"
OVERVIEW, PICTURE = "overview.md", "verdicts.svg"
MAX_LINES = 300  # of a page about one paper
Counts = Mapping[str, Counter[Verdict]]  # paper -> how many claims have which verdict


def pages(run: Run) -> dict[str, str]:
    """Return the text of every page, and of the picture, by its name."""
    counts = {paper: Counter(c.verdict for c in _of(run, paper)) for paper in summary.papers(run)}
    found = {OVERVIEW: overview(run, counts), PICTURE: picture(counts)}
    return found | {f"{paper}.md": errata(run, paper) for paper in summary.papers(run)}


def _of(run: Run, paper: str) -> list[ClaimResult]:
    return [claim for claim in run.claims if claim.paper == paper]


def overview(run: Run, counts: Counts) -> str:
    """Return the page about all papers: counts, and a line for every claim that fails."""
    lines = ["# What was found", "", summary.DISCLAIMER, ""]
    lines += [f"Profile {run.profile}, seed {run.seed}. {summary.proofs(run.claims)}.", ""]
    lines += [*table(counts), "", f"![Claims per verdict]({PICTURE})", ""]
    for paper in summary.papers(run):
        failed = [claim for claim in _of(run, paper) if claim.verdict.fails]
        lines += [f"## {escape(paper)}", ""]
        lines += [f"What fails as printed ([in detail]({paper}.md)):", ""] if failed else []
        lines += [
            f"- {code(claim.id)} {escape(claim.title)} ({claim.verdict.value})"
            for claim in sorted(failed, key=lambda claim: claim.verdict.rank)
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


def errata(run: Run, paper: str) -> str:
    """Return the page about one paper: what fails as printed, the largest change first.

    It has at most `MAX_LINES` lines; what does not fit is counted.
    """
    title = [escape(run.papers[paper]), ""] if paper in run.papers else []
    lines = [f"# {escape(paper)}: what fails as printed", "", *title, summary.DISCLAIMER, ""]
    found = summary.discrepancies(_of(run, paper))
    severity: Severity | None = None
    for number, discrepancy in enumerate(found):
        entry = list(_entry(discrepancy))
        if discrepancy.severity is not severity:
            severity = discrepancy.severity
            entry = [f"## {severity.value.capitalize()}: {severity.sentence}", "", *entry]
        if len(lines) + len(entry) > MAX_LINES - 2:
            lines.append(f"{len(found) - number} more stand in the full report.")
            break
        lines += entry
    if not found:
        lines.append("Nothing that was tested fails as printed.")
    return _text(lines)


def _entry(found: summary.Discrepancy) -> Iterable[str]:
    """Yield what a page says of one part that fails."""
    claim, part = found.claim, found.part
    name = f", {escape(part.name)}" if part.name else ""
    place = f"{part.verdict.value}; {escape(source(claim.source))}"
    yield f"**{code(claim.id)}** {escape(claim.title)}{name} ({place})"
    yield ""
    yield f"- printed: {escape(claim.words)} Tested: {brief(part.text)}"
    if part.witness is not None and part.certificate is not None:
        yield f"- fails at: {code(point(part.witness, part.instance)) or 'the only case'}"
    repaired = summary.repaired(part)
    if repaired is not None:
        instead = repaired.instead
        words = brief(instead.text, escape(instead.words))
        further = " and ".join(map(code, repaired.further))
        yield f"- holds: {words} ({instead.verdict}){f' if {further}' if further else ''}"
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
