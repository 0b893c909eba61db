"""A run as one Markdown page: counts, discrepancies by severity, then every claim in full.

Whatever comes from a claim is escaped: nothing in it can become markup.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from reports.results import SEVERITY_OF_VERDICT, ClaimResult, Evidence, PartResult, Run, Verdict
from reports.terminal import point, source

DISCLAIMER = (
    "This report is made by a program that was told what a paper says. It may misread a "
    "statement, and the statement shown here is the one that was tested: compare it with the "
    "paper before relying on a verdict. Verdicts are about statements, never about authors."
)
SEVERITIES = ("conclusion", "hypothesis", "rate", "constant", "typographic")
SEVERITY_WORDS = {
    "conclusion": "the conclusion changes",
    "hypothesis": "it holds under a further hypothesis",
    "rate": "a power of a quantity changes",
    "constant": "a constant changes",
    "typographic": "the paper itself shows the right form",
}
_SPECIAL = re.compile(r"([\\`*_\[\]|~$])")
_BLOCK = re.compile(r"^([#+=-]|\d+(?=[.)]))")


def markdown(run: Run) -> str:
    """Return the report of a run."""
    papers = list(dict.fromkeys(claim.paper for claim in run.claims))
    lines = ["# What was found", "", DISCLAIMER, ""]
    versions = ", ".join(f"{name} {version}" for name, version in run.versions.items())
    lines += [f"Profile {run.profile}, seed {run.seed}. {escape(versions)}.", ""]
    if run.errors:
        lines += ["## Errors of this run", "", "Our own evidence contradicts itself, or a claim "
                  "could not be built. Nothing follows from these claims.", ""]  # fmt: skip
        lines += [*(f"- {escape(error)}" for error in run.errors), ""]
    lines += ["## Counts", "", *_counts(run, papers), ""]
    lines += ["## Discrepancies", "", *_discrepancies(run.claims), ""]
    lines += ["## Results whose printed proof leans on something that fails", ""]
    lines += [*_lost(run.claims), ""]
    for paper in papers:
        lines += [f"## {escape(paper)}", ""]
        for claim in run.claims:
            if claim.paper == paper:
                lines += [*_claim(claim, run), ""]
    return "\n".join(lines).rstrip() + "\n"


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


def _counts(run: Run, papers: Sequence[str]) -> list[str]:
    verdicts = [v for v in SEVERITY_OF_VERDICT if any(c.verdict is v for c in run.claims)]
    lines = [
        f"| paper | {' | '.join(v.value for v in verdicts)} | all |",
        f"|---|{'---:|' * (len(verdicts) + 1)}",
    ]
    for paper in papers:
        claims = [c for c in run.claims if c.paper == paper]
        numbers = [sum(c.verdict is v for c in claims) for v in verdicts]
        row = " | ".join(str(n) if n else "" for n in numbers)
        lines.append(f"| {escape(paper)} | {row} | {len(claims)} |")
    return lines


def _discrepancies(claims: Iterable[ClaimResult]) -> list[str]:
    failing = [
        (SEVERITIES.index(part.severity or "conclusion"), claim, part)
        for claim in claims
        for part in claim.parts
        if claim.verdict.fails and part.verdict.fails and part.reading == claim.head.reading
    ]
    if not failing:
        return ["None."]
    lines: list[str] = []
    current = -1
    for rank, claim, part in sorted(failing, key=lambda entry: entry[0]):
        if rank != current:
            current = rank
            severity = SEVERITIES[rank]
            lines += ["", f"### {severity.capitalize()}: {SEVERITY_WORDS[severity]}", ""]
        name = f", {escape(part.name)}" if part.name else ""
        lines.append(
            f"- {_link(claim.id)} {escape(claim.title)}{name} "
            f"({part.verdict.value}; {escape(source(claim.source))})"
        )
        lines.append(f"  - printed: {_statement(part.says, part.where)}")
        lines.append(f"  - holds: {_repair(part)}")
    return lines


def _repair(part: PartResult) -> str:
    found = part.instead
    if found is None or found["verdict"] not in ("proved", "supported"):
        return "nothing that we know of"
    shown = f"{_statement(found['says'], found['where'])} ({found['verdict']})"
    further = [h for h in found["hypotheses"] if h not in part.hypotheses]
    if further:
        shown += f" if {' and '.join(map(code, further))}"
    return shown


def _statement(says: str, where: Mapping[str, str]) -> str:
    if not where:
        return code(says)
    return f"{code(says)} with {', '.join(code(f'{k} = {v}') for k, v in where.items())}"


def _lost(claims: Iterable[ClaimResult]) -> list[str]:
    lines = [
        f"- {_link(claim.id)} ({claim.verdict.value}) leans on "
        f"{', '.join(map(_link, claim.lost))}. {_may_stand(claim)}"
        for claim in claims
        if claim.lost
    ]
    return lines or ["None."]


def _may_stand(claim: ClaimResult) -> str:
    if claim.verdict in (Verdict.PROVED, Verdict.SUPPORTED):
        return "The statement stands by our own evidence; only its printed proof is lost."
    if claim.verdict.fails:
        return "The statement fails too."
    return "Whether the statement stands is not decided here."


def _claim(claim: ClaimResult, run: Run) -> list[str]:
    lines = [
        f'<a id="{html.escape(_one_line(claim.id), quote=True)}"></a>',
        "",
        f"### {escape(claim.id)}: {escape(claim.title)}",
        "",
        escape(claim.words),
        "",
        f"**{claim.verdict.value}**{_by(claim.head)}. {claim.verdict.sentence}",
        "",
        f"- source: {escape(source(claim.source))}",
    ]
    if claim.head.severity:
        lines.append(f"- severity: {claim.head.severity}, {SEVERITY_WORDS[claim.head.severity]}")
    if claim.note:
        lines.append(f"- note: {escape(claim.note)}")
    if claim.text_uncertain:
        lines.append("- the text is damaged here: the most favourable reading counts")
    lines.append(f"- proof: {_proof(claim)}")
    if claim.uses:
        lines.append(f"- the printed proof uses: {', '.join(map(code, claim.uses))}")
    if claim.mutation is not None:
        lines.append(f"- mutants: {_mutation(claim.mutation)}")
    lines.append(f"- code: {code(claim.code['theory'])}, {code(claim.code['verify'])}")
    command = f"thmcheck check {claim.id} --profile {run.profile} --seed {run.seed}"
    lines.append(f"- reproduce: {code(command)}")
    for number, part in enumerate(claim.parts):
        lines += ["", *_part(part, number, claim)]
    return lines


def _part(part: PartResult, number: int, claim: ClaimResult) -> list[str]:
    lines = []
    if len(claim.parts) > 1:
        decides = ", decides the claim" if number == claim.headline else ""
        name = escape(part.name) or f"part {number + 1}"
        lines += [f"**{name}**, reading: {escape(part.reading)}{decides}", ""]
    lines.append(f"- says: {code(part.says)}")
    lines += [f"- where {code(f'{name} = {value}')}" for name, value in part.where.items()]
    claimed = ", ".join(map(code, part.hypotheses)) or "no hypothesis"
    covered = ", ".join(map(code, part.covered)) or "the whole claimed domain"
    lines.append(f"- claimed on: {claimed}")
    lines.append(f"- verdict: **{part.verdict.value}**{_by(part)}")
    if part.verdict in (Verdict.PROVED, Verdict.SUPPORTED):
        lines.append(f"- covered: {covered}")
    if part.reason:
        lines.append(f"- because: {escape(part.reason)}")
    if part.witness is not None:
        words = "counterexample" if part.certificate is not None else "a case that it covers"
        shown = point(part.witness, part.instance)
        sides = part.sides if part.certificate is not None else None
        both = f", where the sides are {code(sides[0])} and {code(sides[1])}" if sides else ""
        lines.append(f"- {words}: {code(shown) or 'there is no free symbol'}{both}")
    if part.instead is not None:
        lines += _instead(part.instead)
    return [*lines, "", *_evidence(part.evidence)]


def _instead(found: Mapping[str, Any]) -> list[str]:
    tier = f" ({found['tier']})" if found.get("tier") else ""
    lines = [f"- what holds instead: {_statement(found['says'], found['where'])}"]
    given = ", ".join(map(code, found["hypotheses"])) or "no hypothesis"
    lines.append(f"  - claimed on: {given}")
    covered = ", ".join(map(code, found.get("covered") or ())) or "the whole claimed domain"
    held = found["verdict"] in ("proved", "supported")
    lines.append(
        f"  - verdict: **{found['verdict']}**{tier}{f', covered: {covered}' if held else ''}"
    )
    if found.get("reason"):
        lines.append(f"  - because: {escape(found['reason'])}")
    if found.get("meant"):
        lines.append(f"  - that this was meant is seen in: {escape(source(found['meant']))}")
    if found.get("witness") is not None:
        lines.append(
            f"  - a case that it covers: {code(point(found['witness'], found['instance']))}"
        )
    return lines


def _evidence(pieces: Iterable[Evidence]) -> list[str]:
    rows = [e for e in pieces if e.outcome != "not applicable"]
    if not rows:
        return ["No check applies."]
    lines = [
        "| check | outcome | tier | covered | what it did | seconds |",
        "|---|---|---|---|---|---:|",
    ]
    for e in rows:
        covered = "; ".join(code(r, table=True) for r in e.restrictions)
        if e.outcome == "holds":
            covered = covered or "all"
        detail = ("the check broke: " if e.error else "") + e.detail
        lines.append(
            f"| {escape(e.method)} | {e.outcome.value} | {e.tier.value} | {covered} | "
            f"{escape(detail)} | {e.seconds:.2f} |"
        )
    return lines


def _by(part: PartResult) -> str:
    return f" ({part.tier.value})" if part.tier else ""


def _proof(claim: ClaimResult) -> str:
    if claim.lost:
        return (
            f"lost. The printed proof leans on {', '.join(map(_link, claim.lost))}, "
            f"which fails. {_may_stand(claim)}"
        )
    if claim.proof == "gap":
        return "gap. A step of the printed proof fails."
    if claim.proof == "sound":
        return "sound. Every step of the printed proof is a claim of its own and holds."
    return "unchecked. Not every step of the printed proof is a claim here; the statement was "\
        "checked by other means."  # fmt: skip


def _mutation(counts: Mapping[str, Any]) -> str:
    words = (
        f"{counts['killed']} killed, {counts['true']} also hold, {counts['undecided']} undecided"
    )
    also = counts.get("also_holds", ())
    return words + (f". Also holds: {'; '.join(map(code, also))}" if also else "")


def _link(claim_id: str) -> str:
    return f"[{escape(claim_id)}](#{quote(claim_id)})"
