"""The README's findings: a table and a picture of the verdict counts, made from the record.

Entries are those of `verify/recorded.json`: id -> recorded claim.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from html import escape
from typing import Any

from reports.printable import printable
from verify.evidence import Verdict

BEGIN, END = "<!-- findings: begin -->", "<!-- findings: end -->"
PICTURE = "docs/verdicts.svg"
SHORT = 72  # characters of a formula in a cell; two of them if it is a list


def updated(text: str, entries: Mapping[str, Mapping[str, Any]]) -> str:
    """Return a README with the part between its two markers made anew.

    Raises:
        ValueError: the text lacks one of the markers.
    """
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the README lacks {BEGIN} ... {END}")
    return f"{before}{BEGIN}\n{printable(findings(entries))}\n{END}{after}"


def counts(entries: Mapping[str, Mapping[str, Any]]) -> dict[str, Counter[Verdict]]:
    """Return, for each paper, how many claims have which verdict."""
    found: dict[str, Counter[Verdict]] = {}
    for claim_id, entry in sorted(entries.items()):
        paper = claim_id.partition("/")[0]
        found.setdefault(paper, Counter())[Verdict(entry["verdict"])] += 1
    return found


def findings(entries: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the table of counts, the picture, and the claims that fail, as Markdown."""
    by_paper = counts(entries)
    used = [v for v in Verdict if any(c[v] for c in by_paper.values())]
    lines = [
        "| paper | " + " | ".join(v.value for v in used) + " | all |",
        "|---" * (len(used) + 2) + "|",
    ]
    for paper, found in by_paper.items():
        cells = " | ".join(str(found[v] or "") for v in used)
        lines.append(f"| {paper} | {cells} | {found.total()} |")
    lines += ["", f"![Claims per verdict]({PICTURE})", "", "Claims that fail as printed:", ""]
    lines += ["| claim | verdict | what fails | what holds |", "|---|---|---|---|"]
    failed = [(i, e) for i, e in entries.items() if Verdict(e["verdict"]).fails]
    for claim_id, entry in sorted(failed, key=lambda x: (Verdict(x[1]["verdict"]).rank, x[0])):
        part = entry["parts"][entry["headline"]]
        name = f": {part['name']}" if part["name"] else ""
        lines.append(
            f"| {claim_id} | {entry['verdict']} | {_cell(entry['title'] + name)}"
            f"{_short(part['says'], ': ')} | {_holds(part) or 'see `thmcheck show`'} |"
        )
    return "\n".join(lines)


def _holds(part: Mapping[str, Any]) -> str:
    instead = part["instead"]
    if instead is None:
        return ""
    if instead["says"] == part["says"]:
        extra = [h for h in instead["hypotheses"] if h not in part["hypotheses"]]
        whole = sum(map(len, extra)) <= 2 * SHORT
        return "the same if " + " and ".join(map(_code, extra)) if extra and whole else ""
    return _short(instead["says"])


def _cell(text: str) -> str:
    return escape(text, quote=False).replace("|", "\\|").replace("\n", " ")


def _short(text: str, before: str = "") -> str:
    """Return a formula if it is short enough for a table, else nothing."""
    return before + _code(text) if len(text) <= SHORT else ""


def _code(text: str) -> str:
    return "`" + text.replace("`", "'").replace("|", "\\|").replace("\n", " ") + "`"


def picture(entries: Mapping[str, Mapping[str, Any]]) -> str:
    """Return an SVG with one bar for each paper, its length the number of claims."""
    by_paper = counts(entries)
    longest = max((c.total() for c in by_paper.values()), default=1)
    used = [v for v in Verdict if any(c[v] for c in by_paper.values())]
    left, width, row = 170, 560, 34
    height = row * len(by_paper) + 60
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 60} {height}" '
        'font-family="sans-serif" font-size="13" role="img">',
        "<title>Claims per verdict</title>",
        f'<rect width="{left + width + 60}" height="{height}" fill="#ffffff"/>',
    ]
    for number, (paper, found) in enumerate(by_paper.items()):
        x, y = float(left), 8 + row * number
        parts.append(f'<text x="{left - 8}" y="{y + 17}" text-anchor="end">{escape(paper)}</text>')
        for verdict in used:
            span = width * found[verdict] / longest
            if span:
                parts.append(
                    f'<rect x="{x:.1f}" y="{y}" width="{span:.1f}" height="24" '
                    f'fill="{verdict.colour}"><title>{verdict.value}: {found[verdict]}</title>'
                    "</rect>"
                )
                if span > 18:
                    parts.append(
                        f'<text x="{x + span / 2:.1f}" y="{y + 17}" text-anchor="middle" '
                        f'fill="#ffffff">{found[verdict]}</text>'
                    )
            x += span
    x, y = float(left), row * len(by_paper) + 30
    for verdict in used:
        parts.append(f'<rect x="{x:.1f}" y="{y}" width="12" height="12" fill="{verdict.colour}"/>')
        parts.append(f'<text x="{x + 16:.1f}" y="{y + 11}">{verdict.value}</text>')
        x += 26 + 7.2 * len(verdict.value)
    return printable("\n".join([*parts, "</svg>"])) + "\n"
