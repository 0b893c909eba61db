"""Results as plain lines of text, for a terminal or a log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from reports.printable import lines as printed
from reports.results import ClaimResult, PartResult
from reports.summary import independent
from verify.evidence import Evidence, Verdict

PROOF = {
    "sound": "every step of the printed proof is a claim here and holds",
    "gap": "the printed proof has a gap or leans on something that fails",
    "unchecked": "not every step of the printed proof was checked",
}

LISTED = 10  # repairs of one statement that are shown


def value(entry: Any) -> str:
    """Return a witness value as one reads it."""
    kind = entry.get("kind") if isinstance(entry, Mapping) else None
    if kind == "rational":
        return str(entry["value"])
    if kind == "algebraic":
        polynomial = " + ".join(f"{c} x^{n}" for n, c in enumerate(entry["coefficients"]))
        return f"the root of {polynomial} between {entry['low']} and {entry['high']}"
    if kind == "ray":
        return {"0": "constant", "1": "scale"}.get(
            entry["exponent"], f"scale^({entry['exponent']})"
        )
    if kind == "piecewise-linear":
        pairs = list(zip(entry["knots"], entry["values"], strict=False))
        table = ", ".join(f"{x} -> {y}" for x, y in pairs)
        left, right = _left_tail(*pairs[0], entry["left"]), _slope(entry["right"])
        return f"piecewise linear through {table}, {left} to the left, {right} to the right"
    return str(entry)


def _left_tail(knot: str, height: str, slope: str) -> str:
    """Return how a function goes on to the left of its first knot; see `PiecewiseLinear`."""
    y = Fraction(height)
    if y <= 0 or slope == "0":
        return _slope(slope)
    return f"{y**2}/({height} + {slope}*({knot} - x))"


def _slope(slope: str) -> str:
    return "constant" if slope == "0" else f"slope {slope}"


def point(witness: Mapping[str, Any] | None, instance: Mapping[str, str]) -> str:
    """Return a witness with the values of its indices as one line."""
    fixed = [f"{name} = {number}" for name, number in instance.items()]
    return ", ".join(fixed + [f"{name} = {value(v)}" for name, v in (witness or {}).items()])


def verdict(found: Mapping[str, Any]) -> str:
    """Return a verdict with its tier and what it covers, from any record that has them."""
    text = str(Verdict(found["verdict"]).value)
    if found.get("tier"):
        text += f" ({found['tier']})"
    if found.get("covered"):
        text += f", covered: {'; '.join(found['covered'])}"
    return text


def listing(rows: Iterable[tuple[str, str, str]]) -> list[str]:
    """Return aligned lines for `(id, verdict, title)`."""
    table = [tuple(printed(row)) for row in rows]
    widths = [max((len(row[column]) for row in table), default=0) for column in (0, 1)]
    return [f"{i:<{widths[0]}}  {v:<{widths[1]}}  {t}".rstrip() for i, v, t in table]


def statement(found: Mapping[str, Any], indent: str = "  ") -> list[str]:
    """Return a statement: what it says, its hypotheses and its abbreviations."""
    lines = [f"{indent}says      {found['says']}"]
    for number, hypothesis in enumerate(found["hypotheses"]):
        lines.append(f"{indent}{'given     ' if not number else '          '}{hypothesis}")
    for number, (name, meaning) in enumerate(found["where"].items()):
        lines.append(f"{indent}{'where     ' if not number else '          '}{name} = {meaning}")
    return lines


def source(places: Mapping[str, str]) -> str:
    """Return where the paper says it, in one line."""
    return "; ".join(place for place in (places.get("main"), places.get("appendix")) if place)


def entry(
    claim_id: str, found: Mapping[str, Any], certificates: Mapping[str, Mapping[str, Any]]
) -> list[str]:
    """Return a recorded claim in full, with its recorded counterexamples by number of the part."""
    lines = [f"{claim_id}  {found['title']}", f"  {found['words']}"]
    lines.append(f"  source    {source(found['source'])}")
    if found["note"]:
        lines.append(f"  note      {found['note']}")
    lines += _terms(found.get("terms", {}))
    for number, part in enumerate(found["parts"]):
        lines += ["", *_part_title(part, len(found["parts"])), *statement(part)]
        if len(found["parts"]) > 1:
            lines.append(f"  verdict   {verdict(part)}")
        known = certificates.get(f"{number}", {})
        if known.get("statement") == part["statement"]:
            lines.append(_breaks(known["witness"], known["instance"]))
        if part["reason"]:
            lines.append(f"  because   {part['reason']}")
        if part["instead"] and part["verdict"] in ("refuted", "misprinted", "vacuous", "open"):
            lines += _instead(part["instead"])
    lines += ["", f"  verdict   {verdict(found)}", *_proof(found)]
    lines += [f"  claimed   {found['code']['theory']}", f"  attacked  {found['code']['verify']}"]
    return printed(lines)


def result(claim: ClaimResult) -> list[str]:
    """Return everything that a check found about one claim."""
    full = claim.to_json()
    lines = [f"{claim.id}  {claim.title}", f"  {claim.words}"]
    lines.append(f"  source    {source(claim.source)}")
    lines += _terms(claim.terms)
    for number, (part, shown) in enumerate(zip(claim.parts, full["parts"], strict=True)):
        lines += ["", *_part_title(shown, len(claim.parts)), *statement(shown)]
        lines += _found(part, alone=len(claim.parts) == 1)
        lines += [f"    {line}" for line in map(evidence, part.evidence) if line]
        if part.instead is not None:
            lines += _instead(part.instead)
        if part.certificate is not None:
            lines.append(f"  sealed    certificate {part.certificate['digest'][:16]}")
        if number == claim.headline and len(claim.parts) > 1:
            lines.append("  this part decides the claim")
    lines += ["", f"  verdict   {verdict(full)}. {claim.verdict.sentence}", *_proof(full)]
    lines += [f"  claimed   {claim.code['theory']}", f"  attacked  {claim.code['verify']}"]
    return printed(lines)


def mutants(fates: Mapping[str, Any]) -> list[str]:
    """Return how the mutants of claims ended: the survivors, then the score."""
    lines, ends = [], {"killed": 0, "true": 0, "undecided": 0}
    for claim_id, found in fates.items():
        if "broken" in found:
            lines.append(f"{claim_id}: broke: {found['broken']}")
            continue
        for end in ends:
            ends[end] += found[end]
        lines += [
            f"{claim_id} [{m['statement']}] {m['end']}: {m['change']} ({m['by']})"
            for m in found["mutants"]
            if m["end"] != "killed"
        ]
    hunted = ends["killed"] + ends["undecided"]
    score = f", score {ends['killed'] / hunted:.2f}" if hunted else ""
    words = ", ".join(f"{number} {end}" for end, number in ends.items())
    return printed([*lines, f"mutants: {words}{score}"])


def repairs(found: Mapping[str, Any]) -> list[str]:
    """Return, for every refuted statement, the edits of it that survive every check."""
    lines: list[str] = []
    for claim_id, result in found.items():
        if "broken" in result:
            lines.append(f"{claim_id}: broke: {result['broken']}")
        elif not result["statements"]:
            lines.append(f"{claim_id}: nothing to repair: no statement is refuted by a point")
        for part in result.get("statements", {}).values():
            lines += ["", claim_id] if lines else [claim_id]
            lines += _part_title(part, len(result["statements"]))
            lines.append(f"  refuted   {part['says']}")
            lines += _survivors(part)
    return printed(lines)


def _survivors(part: Mapping[str, Any]) -> list[str]:
    if not part["kept"]:
        return [f"  none of {part['tried']} small edits survives every check"]
    survived = len(part["kept"])
    rest = f"; the simplest {LISTED}" if survived > LISTED else ""
    lines = [f"  {survived} of {part['tried']} small edits survive every check{rest}:"]
    for number, kept in enumerate(part["kept"][:LISTED], 1):
        lines += ["", f"  {number}. {kept['change']}", *statement(kept, "     ")]
        lines.append(f"     {kept['verdict']} ({kept['tier']}), {kept['by']}")
        lines.append(f"     e.g. at   {point(kept['witness'], {}) or 'no free symbol'}")
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
    shown = {
        "verdict": part.verdict,
        "tier": part.tier and part.tier.value,
        "covered": part.covered,
    }
    lines = [] if alone else [f"  verdict   {verdict(shown)}"]
    if part.severity:
        lines.append(f"  severity  {part.severity}")
    lines += _proved_by(part, "  ")
    if part.reason:
        lines.append(f"  because   {part.reason}")
    if part.certificate is not None:
        lines.append(_breaks(part.witness, part.instance))
    elif part.witness is not None:
        lines.append(f"  e.g. at   {point(part.witness, part.instance) or 'no free symbol'}")
    if part.sides is not None and part.certificate is not None:
        lines.append(f"            {part.sides[0]} against {part.sides[1]}")
    return lines


def _breaks(witness: Mapping[str, Any] | None, instance: Mapping[str, str]) -> str:
    return f"  breaks at {point(witness, instance) or 'no free symbol'}"


def _terms(found: Mapping[str, Mapping[str, str]]) -> list[str]:
    """Return what the quantities that no formula defines stand for."""
    return [f"  {name:<9} {term['words']}" for name, term in found.items()]


def _part_title(part: Mapping[str, Any], count: int) -> list[str]:
    words = [part["name"]] if part["name"] else []
    if part["reading"] != "main text" or count > 1:
        words.append(f"reading: {part['reading']}")
    return [f"  [{'; '.join(words)}]"] if words else []


def _instead(found: Mapping[str, Any]) -> list[str]:
    lines = ["  what holds instead:", *statement(found, "    ")]
    lines.append(f"    verdict   {verdict(found)}")
    lines += _proved_by(found, "    ")
    if found.get("meant"):
        lines.append(f"    meant     as {source(found['meant'])} shows")
    return lines


def _proved_by(found: PartResult | Mapping[str, Any], indent: str) -> list[str]:
    methods = independent(found)
    return [f"{indent}proved by {', '.join(methods)}, independently"] if methods else []


def _proof(found: Mapping[str, Any]) -> list[str]:
    lines = [f"  proof     {found['proof']}: {PROOF[found['proof']]}"]
    if found["lost"]:
        lines.append(f"            it leans on {', '.join(found['lost'])}")
    return lines
