"""A run as one Markdown page: counts, discrepancies by severity, then every claim in full.

Whatever comes from a claim is escaped: nothing in it can become markup.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from reports import summary
from reports.points import point
from reports.printable import printable
from reports.results import (
    ClaimResult,
    Edit,
    Instead,
    Mutation,
    PartResult,
    Run,
    StatementResult,
    StatementText,
)
from reports.summary import DISCLAIMER
from verify.evidence import Evidence, Key, Outcome

_SPECIAL = re.compile(r"([\\`*_\[\]|~$])")
_BLOCK = re.compile(r"^([#+=-]|\d+(?=[.)]))")


def markdown(run: Run) -> str:
    """Return the report of a run."""
    lines = ["# What was found", "", DISCLAIMER, ""]
    versions = ", ".join(f"{name} {version}" for name, version in run.versions.items())
    lines += [f"Profile {run.profile}, seed {run.seed}. {escape(versions)}.", ""]
    if run.errors:
        lines += ["## Errors of this run", "", summary.ERRORS, ""]
        lines += [*(f"- {escape(error)}" for error in run.errors), ""]
    lines += ["## Counts", "", *_counts(run), "", f"{summary.proofs(run.claims)}.", ""]
    lines += ["## Discrepancies", "", *_discrepancies(run.claims), ""]
    lines += ["## Results whose printed proof leans on something that fails", ""]
    lines += [*_lost(run.claims), ""]
    for paper in summary.papers(run):
        lines += [f"## {escape(paper)}", ""]
        lines += [f"{escape(run.papers[paper])}", ""] if paper in run.papers else []
        claims = [claim for claim in run.claims if claim.paper == paper]
        for ours in (False, True):
            some = [claim for claim in claims if claim.is_ours is ours]
            lines += [f"**{summary.OURS}**", ""] if some and ours else []
            for claim in some:
                lines += [*_claim(claim, run), ""]
    lines += ["## What the words mean", ""]
    for about, members in summary.WORDS.items():
        lines += [f"{about}:", "", *(f"- {m.value}: {m.sentence}" for m in members), ""]
    return printable("\n".join(lines).rstrip()) + "\n"


def escape(text: Any) -> str:
    """Return text in which no character can start markup.

    >>> print(escape("<b> [x](y) *z*"))
    &lt;b&gt; \\[x\\](y) \\*z\\*
    """
    plain = html.escape(_one_line(text), quote=False)
    plain = _SPECIAL.sub(r"\\\1", plain).replace("@", "&#64;").replace("://", "&#58;//")
    return _BLOCK.sub(_harmless, plain)


def _harmless(start: re.Match[str]) -> str:
    """Escape what would start a heading, a list or a rule at the beginning of a line."""
    first = start[1]
    return f"&#{ord(first[0])};{first[1:]}"


def code(text: Any, table: bool = False) -> str:
    """Return text as a code span that nothing in it can end.

    >>> print(code("a `b`"))
    `` a `b` ``
    """
    plain = _one_line(text)
    if not plain:
        return ""
    fence = "`" * (max((len(run) for run in re.findall("`+", plain)), default=0) + 1)
    pad = " " if "`" in plain else ""
    span = f"{fence}{pad}{plain}{pad}{fence}"
    return span.replace("|", "\\|") if table else span


def _one_line(text: Any) -> str:
    return " ".join(str(text).split())


def _counts(run: Run) -> list[str]:
    found = summary.counts(run)
    lines = [
        f"| paper | {' | '.join(v.value for v in found.verdicts)} | all |",
        f"|---|{'---:|' * (len(found.verdicts) + 1)}",
    ]
    for paper, numbers, total in found.rows:
        row = " | ".join(str(n) if n else "" for n in numbers)
        lines.append(f"| {escape(paper)} | {row} | {total} |")
    return lines


def _discrepancies(claims: Iterable[ClaimResult]) -> list[str]:
    lines: list[str] = []
    current = ""
    for found in summary.discrepancies(claims):
        claim, part = found.claim, found.part
        if found.severity != current:
            current = found.severity
            lines += ["", f"### {current.capitalize()}: {found.severity.sentence}", ""]
        name = f", {escape(part.name)}" if part.name else ""
        lines.append(
            f"- {_link(claim.id)} {escape(claim.title)}{name} "
            f"({part.verdict.value}; {escape(str(claim.source))})"
        )
        tested = brief(part.text)
        terms = summary.terms_of(claim, part).items()
        words = "; ".join(f"{code(name)}: {escape(term.words)}" for name, term in terms)
        tested += f" ({words})" if words else ""
        lines.append(f"  - printed: {escape(claim.words)} Tested: {tested}")
        lines.append(f"  - holds: {_repair(part)}")
    return lines or ["None."]


def _repair(part: PartResult) -> str:
    found = summary.repaired(part)
    if found is None:
        return summary.NO_REPAIR
    instead = found.instead
    shown = f"{brief(instead.text, escape(instead.words))} ({instead.verdict})"
    if found.further:
        shown += f" if {' and '.join(map(code, found.further))}"
    return shown


def brief(found: StatementText, words: str = "") -> str:
    """Return a conclusion with its abbreviations, or words for it if it is long."""
    return _statement(found) if summary.is_brief(found) else words or summary.LONG


def _statement(found: StatementText) -> str:
    if not found.where:
        return code(found.says)
    where = ", ".join(code(f"{name} = {value}") for name, value in found.where.items())
    return f"{code(found.says)} with {where}"


def _lost(claims: Iterable[ClaimResult]) -> list[str]:
    lines = [
        f"- {_link(claim.id)} ({claim.verdict.value}) leans on "
        f"{', '.join(map(_link, claim.lost))}. {summary.may_stand(claim)}"
        for claim in claims
        if claim.lost
    ]
    return lines or ["None."]


def _claim(claim: ClaimResult, run: Run) -> list[str]:
    lines = [
        f'<a id="{html.escape(_one_line(claim.id), quote=True)}"></a>',
        "",
        f"### {escape(claim.id)}: {escape(claim.title)}",
        "",
        escape(claim.words),
        "",
        f"**{claim.verdict.value}**{_by(claim)}. {escape(summary.sentence(claim))}",
        "",
        f"- source: {escape(str(claim.source))}",
    ]
    if claim.head.severity:
        lines.append(f"- severity: {claim.head.severity}, {claim.head.severity.sentence}")
    if claim.note:
        lines.append(f"- note: {escape(claim.note)}")
    for name, words in claim.grounds.items():
        lines.append(f"- rests on the {escape(name)}: {code(words)}")
    for name, term in claim.terms.items():
        lines.append(f"- {code(name)} stands for: {escape(term.words)}")
    lines.append(f"- proof: {summary.proof(claim, ', '.join(map(_link, claim.lost)))}")
    if claim.uses:
        lines.append(f"- the printed proof uses: {', '.join(map(code, claim.uses))}")
    if claim.mutation is not None:
        lines.append(f"- mutants: {_mutation(claim.mutation)}")
    lines.append(f"- code: {code(claim.code.theory)}, {code(claim.code.verify)}")
    command = f"thmcheck check {claim.id} --profile {run.profile} --seed {run.seed}"
    lines.append(f"- reproduce: {code(command)}")
    for number, part in enumerate(claim.parts):
        lines += ["", *_part(part, number, claim)]
    return lines


def _part(part: PartResult, number: int, claim: ClaimResult) -> list[str]:
    lines = []
    if len(claim.parts) > 1:
        decides = ", decides the claim" if number == claim.headline else ""
        name = escape(summary.heading(part)) or f"part {number + 1}"
        lines += [f"**{name}**{decides}", ""]
    lines += [f"- reading: {escape(line)}" for line in summary.choices(part)]
    lines.append(f"- says: {code(part.text.says)}")
    lines += [f"- where {code(f'{name} = {value}')}" for name, value in part.text.where.items()]
    claimed = ", ".join(map(code, part.text.hypotheses)) or "no hypothesis"
    covered = ", ".join(map(code, part.covered)) or "the whole claimed domain"
    lines.append(f"- claimed on: {claimed}")
    lines.append(f"- verdict: **{part.verdict.value}**{_by(part)}")
    if part.verdict.holds:
        lines.append(f"- covered: {covered}")
    lines += [f"- {line}" for line in _proved_by(part)]
    if part.reason:
        lines.append(f"- because: {escape(part.reason)}")
    if part.witness is not None:
        words = "counterexample" if part.certificate is not None else "a case that it covers"
        shown = point(part.witness, part.instance)
        sides = part.sides if part.certificate is not None else None
        both = f", where the sides are {code(sides[0])} and {code(sides[1])}" if sides else ""
        lines.append(f"- {words}: {code(shown) or 'there is no free symbol'}{both}")
    lines += _also(claim, Key(number))
    if instead := summary.replacing(part):
        lines += [*_instead(instead), *_also(claim, Key(number, instead=True))]
    lines += _suggestions(summary.suggestions(claim, Key(number)))
    return [*lines, "", *_evidence(part.evidence)]


def _proved_by(found: StatementResult) -> list[str]:
    methods = summary.independent(found)
    return [f"proved independently by: {', '.join(map(escape, methods))}"] if methods else []


def _also(claim: ClaimResult, key: Key) -> list[str]:
    changes = summary.also_holds(claim, key)
    of = "what holds instead" if key.instead else "it"
    return [f"- also holds, of {of}: {'; '.join(map(code, changes))}"] if changes else []


def _suggestions(edits: Iterable[Edit]) -> list[str]:
    return [
        f"- suggestion, not on file ({edit.verdict}): {escape(edit.change)}: "
        f"{_statement(edit.text)}"
        for edit in edits
    ]


def _instead(found: Instead) -> list[str]:
    lines = [f"- what holds instead: {_statement(found.text)}"]
    given = ", ".join(map(code, found.text.hypotheses)) or "no hypothesis"
    lines.append(f"  - claimed on: {given}")
    covered = ", ".join(map(code, found.covered)) or "the whole claimed domain"
    held = f", covered: {covered}" if found.verdict.holds else ""
    lines.append(f"  - verdict: **{found.verdict.value}**{_by(found)}{held}")
    lines += [f"  - {line}" for line in _proved_by(found)]
    if found.reason:
        lines.append(f"  - because: {escape(found.reason)}")
    if found.meant is not None:
        lines.append(f"  - that this was meant is seen in: {escape(str(found.meant))}")
    if found.witness is not None:
        lines.append(f"  - a case that it covers: {code(point(found.witness, found.instance))}")
    return lines


def _evidence(pieces: Iterable[Evidence]) -> list[str]:
    rows = [e for e in pieces if e.outcome is not Outcome.NOT_APPLICABLE]
    if not rows:
        return ["No check applies."]
    lines = [
        "| check | outcome | tier | covered | what it did | seconds |",
        "|---|---|---|---|---|---:|",
    ]
    for e in rows:
        covered = "; ".join(code(r, table=True) for r in e.restrictions)
        if e.outcome is Outcome.HOLDS:
            covered = covered or "all"
        detail = ("the check broke: " if e.error else "") + e.detail
        lines.append(
            f"| {escape(e.method)} | {e.outcome.value} | {e.tier.value} | {covered} | "
            f"{escape(detail)} | {e.seconds:.2f} |"
        )
    return lines


def _by(found: StatementResult | ClaimResult) -> str:
    return f" ({found.tier.value})" if found.tier else ""


def _mutation(found: Mutation) -> str:
    return f"{found.killed} killed, {found.true} also hold, {found.undecided} undecided"


def _link(claim_id: str) -> str:
    return f"[{escape(claim_id)}](#{quote(claim_id)})"
