"""Results as plain lines of text, for a terminal or a log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from reports.points import point
from reports.printable import lines as printed
from reports.results import (
    ClaimResult,
    Instead,
    LegendEntry,
    MutantResult,
    Mutation,
    PartResult,
    Profile,
    Repairs,
    Sample,
    StatementResult,
    StatementText,
)
from reports.summary import choices, heading, independent, replacing
from verify.evidence import (
    Evidence,
    Key,
    Measurement,
    Verdict,
    Witness,
    witness_in,
)

LISTED = 10  # repairs of one statement that are shown


def verdict(found: StatementResult | ClaimResult) -> str:
    """Return a verdict with its tier and what it covers."""
    text = found.verdict.value
    if found.tier is not None:
        text += f" ({found.tier})"
    if found.covered:
        text += f", covered: {'; '.join(found.covered)}"
    return text


def listing(rows: Iterable[tuple[str, str, str]]) -> list[str]:
    """Return aligned lines for `(id, verdict, title)`."""
    table = [tuple(printed(row)) for row in rows]
    widths = [max((len(row[column]) for row in table), default=0) for column in (0, 1)]
    return [f"{i:<{widths[0]}}  {v:<{widths[1]}}  {t}".rstrip() for i, v, t in table]


def statement(found: StatementText, indent: str = "  ") -> list[str]:
    """Return a statement: what it says, its hypotheses and its abbreviations."""
    lines = [f"{indent}says      {found.says}"]
    for number, hypothesis in enumerate(found.hypotheses):
        place = f"  ({found.places[hypothesis]})" if hypothesis in found.places else ""
        lines.append(f"{indent}{'given     ' if not number else '          '}{hypothesis}{place}")
    for number, (name, meaning) in enumerate(found.where.items()):
        lines.append(f"{indent}{'where     ' if not number else '          '}{name} = {meaning}")
    return lines


def known(
    claim: ClaimResult,
    certificates: Mapping[Key, Mapping[str, Any]],
    measured: Mapping[Key, Mapping[Profile, Measurement]],
) -> list[str]:
    """Return what is known of a claim, with its recorded counterexamples and measurements."""
    lines = [f"{claim.id}  {claim.title}", f"  {claim.words}", *_quote(claim)]
    lines.append(f"  source    {claim.source}")
    if claim.note:
        lines.append(f"  note      {claim.note}")
    lines += _terms(claim.terms)
    lines += [f"  rests on  {name}: {words}" for name, words in claim.grounds.items()]
    for number, part in enumerate(claim.parts):
        lines += ["", *_part_title(part), *_choices(part), *statement(part.text)]
        if len(claim.parts) > 1:
            lines.append(f"  verdict   {verdict(part)}")
        recorded = certificates.get(Key(number), {})
        if recorded.get("statement") == part.hash:
            lines.append(_breaks(part, witness_in(recorded["witness"]), recorded["instance"]))
        for profile, found in measured.get(Key(number), {}).items():
            lines += _measured(profile, found)
        if part.reason:
            lines.append(f"  because   {part.reason}")
        if part.instead is not None and (part.verdict.fails or part.verdict is Verdict.OPEN):
            lines += _instead(part.instead, _is_slip(part))
    lines += ["", f"  verdict   {verdict(claim)}", *_sentence(claim), *_proof(claim)]
    lines += [f"  claimed   {claim.code.theory}", f"  attacked  {claim.code.verify}"]
    return printed(lines)


def _measured(profile: Profile, found: Measurement) -> list[str]:
    """Return what a profile measured, a line for each reading, and how."""
    lines = [
        f"            {', '.join(f'{name} = {number}' for name, number in reading.items())}"
        for reading in found.readings
    ]
    limits = [f"            differs: {'; '.join(found.limits)}"] if found.limits else []
    return [f"  measured  in the profile {profile}: {found.about}", *lines, *limits]


def _quote(claim: ClaimResult) -> list[str]:
    """Return the words that were read as what follows, if the page has no formula."""
    return [f'  printed   "{claim.quote}", which we read as below'] if claim.quote else []


def result(claim: ClaimResult) -> list[str]:
    """Return everything that a check found about one claim."""
    lines = [f"{claim.id}  {claim.title}", f"  {claim.words}", *_quote(claim)]
    lines.append(f"  source    {claim.source}")
    lines += _terms(claim.terms)
    lines += [f"  rests on  {name}: {words}" for name, words in claim.grounds.items()]
    for number, part in enumerate(claim.parts):
        lines += ["", *_part_title(part), *_choices(part), *statement(part.text)]
        lines += _found(part, alone=len(claim.parts) == 1)
        lines += [f"    {line}" for line in map(evidence, part.evidence) if line]
        if instead := replacing(part):
            lines += _instead(instead, _is_slip(part))
        if part.certificate is not None:
            lines.append(f"  sealed    certificate {part.certificate['digest'][:16]}")
        if number == claim.headline and len(claim.parts) > 1:
            lines.append("  this part decides the claim")
    lines += ["", f"  verdict   {verdict(claim)}. {claim.verdict.sentence}"]
    lines += [*_sentence(claim), *_proof(claim)]
    lines += [f"  claimed   {claim.code.theory}", f"  attacked  {claim.code.verify}"]
    return printed(lines)


def mutants(found: Mapping[str, Mutation], broken: Mapping[str, str]) -> list[str]:
    """Return how the mutants of claims ended: the survivors, then the score.

    Args:
        found: by claim id.
        broken: claim id -> why its mutants could not be checked.
    """
    lines = _broken(broken) + _living({i: mutation.mutants for i, mutation in found.items()})
    killed = sum(mutation.killed for mutation in found.values())
    true = sum(mutation.true for mutation in found.values())
    undecided = sum(mutation.undecided for mutation in found.values())
    decided = killed + undecided
    score = f", score {killed / decided:.2f}" if decided else ""
    words = f"{killed} killed, {true} true, {undecided} undecided"
    return printed([*lines, f"mutants: {words}{score}"])


def sample(drawn: Sample, broken: Mapping[str, str]) -> list[str]:
    """Return how a sample of mutants ended: the survivors, then what it says of all mutants.

    Args:
        drawn: the sample.
        broken: claim id -> why its mutants could not be drawn.
    """
    lines = _broken(broken) + _living(drawn.mutants)
    words = f"{drawn.killed} killed, {drawn.true} true, {drawn.undecided} undecided"
    lines.append(f"sample of mutants (seed {drawn.seed}, {drawn.limit:g} s each): {words}")
    if drawn.share is not None and drawn.within is not None:
        low, high = (f"{end:.1%}" for end in drawn.within)
        lines.append(f"undecided / (killed + undecided): {drawn.share:.1%}, 95 %: {low} to {high}")
    return printed(lines)


def _living(mutants: Mapping[str, Iterable[MutantResult]]) -> list[str]:
    return [
        f"{claim_id} [{mutant.statement}] {mutant.end}: {mutant.change} ({mutant.by})"
        for claim_id, ends in mutants.items()
        for mutant in ends
        if mutant.end != "killed"
    ]


def repairs(found: Mapping[str, Mapping[Key, Repairs]], broken: Mapping[str, str]) -> list[str]:
    """Return, for every refuted statement, the edits of it that survive every check.

    Args:
        found: by claim id and key of the statement.
        broken: claim id -> why no edits could be looked for.
    """
    lines = _broken(broken)
    for claim_id, parts in found.items():
        if not parts:
            lines.append(f"{claim_id}: nothing to repair: no statement is refuted by a point")
        for part in parts.values():
            lines += ["", claim_id] if lines else [claim_id]
            lines += _part_title(part)
            lines.append(f"  refuted   {part.says}")
            lines += _survivors(part)
    return printed(lines)


def _broken(reasons: Mapping[str, str]) -> list[str]:
    return [f"{claim_id}: broke: {reason}" for claim_id, reason in reasons.items()]


def _survivors(part: Repairs) -> list[str]:
    if not part.kept:
        return [f"  none of {part.tried} small edits survives every check"]
    survived = len(part.kept)
    rest = f"; the simplest {LISTED}" if survived > LISTED else ""
    lines = [f"  {survived} of {part.tried} small edits survive every check{rest}:"]
    for number, kept in enumerate(part.kept[:LISTED], 1):
        lines += ["", f"  {number}. {kept.change}", *statement(kept.text, "     ")]
        lines.append(f"     {kept.verdict} ({kept.tier}), {kept.by}")
        lines.append(f"     e.g. at   {point(kept.witness, {}) or 'no free symbol'}")
    return lines


def evidence(piece: Evidence) -> str:
    """Return a piece of evidence as one line, empty if there is nothing to say."""
    if piece.outcome == "not applicable" and not piece.detail:
        return ""
    broke = "broke: " if piece.error else ""
    cut = f" [{'; '.join(piece.restrictions)}]" if piece.restrictions else ""
    return (
        f"{piece.method:<12}{piece.outcome.value:<15}{piece.tier.value:<11}"
        f"{piece.seconds:7.2f} s  {broke}{piece.detail}{cut}"
    )


def _found(part: PartResult, alone: bool) -> list[str]:
    lines = [] if alone else [f"  verdict   {verdict(part)}"]
    if part.severity:
        lines.append(f"  severity  {part.severity}")
    lines += _proved_by(part, "  ")
    if part.reason:
        lines.append(f"  because   {part.reason}")
    if part.certificate is not None:
        lines.append(_breaks(part, part.witness, part.instance))
    elif part.witness is not None:
        lines.append(f"  e.g. at   {point(part.witness, part.instance) or 'no free symbol'}")
    if part.sides is not None and part.certificate is not None:
        lines.append(f"            {part.sides[0]} against {part.sides[1]}")
    return lines


def _breaks(part: PartResult, witness: Witness | None, instance: Mapping[str, str]) -> str:
    about = "shows at " if _is_slip(part) else "breaks at"
    return f"  {about} {point(witness, instance) or 'no free symbol'}"


def _is_slip(part: PartResult) -> bool:
    """Return whether a part is a slip of the pen, and what was meant holds."""
    return part.verdict is Verdict.MISPRINTED


def _terms(found: Mapping[str, LegendEntry]) -> list[str]:
    """Return what the quantities that no formula defines stand for."""
    return [f"  {name:<9} {term.words}" for name, term in found.items()]


def _part_title(part: PartResult | Repairs) -> list[str]:
    words = heading(part)
    return [f"  [{words}]"] if words else []


def _instead(found: Instead, slip: bool) -> list[str]:
    words = "a slip of the pen; read instead:" if slip else "what holds instead:"
    lines = [f"  {words}", *statement(found.text, "    ")]
    lines.append(f"    verdict   {verdict(found)}")
    if found.reason:
        lines.append(f"    because   {found.reason}")
    lines += _proved_by(found, "    ")
    if found.meant is not None:
        lines.append(f"    meant     as {found.meant} shows")
    return lines


def _proved_by(found: StatementResult, indent: str) -> list[str]:
    methods = independent(found)
    return [f"{indent}proved by {', '.join(methods)}, independently"] if methods else []


def _choices(part: PartResult) -> list[str]:
    return [f"  reading   {line}" for line in choices(part)]


def _sentence(claim: ClaimResult) -> list[str]:
    return [f"            {claim.sentence}"] if claim.sentence else []


def _proof(claim: ClaimResult) -> list[str]:
    lines = [f"  proof     {claim.proof}. {claim.proof.sentence}"]
    if claim.lost:
        lines.append(f"            it leans on {', '.join(claim.lost)}")
    return lines
