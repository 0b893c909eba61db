"""What shows a reader the results of a run: drawings, values, lines of Python, arguments."""

from __future__ import annotations

from msgspec.structs import replace

from reports.points import point
from reports.results import ClaimResult, Illustration, PartResult, Run, fields_of
from verify.claims import catalogue
from verify.evidence import ARGUMENT, Key, Verdict
from verify.running.cache import Cache
from verify.running.each import Progress, each, silent
from verify.running.items import Item
from verify.running.options import Options
from verify.running.work.draw import Draw


def drawn(
    found: Run,
    options: Options,
    cache: Cache | None = None,
    progress: Progress = silent,
) -> Run:
    """Add to a run what shows its counterexamples and arguments, where it is not there yet.

    What is proved to hold instead of something gets a point well inside its domain, if one is met.
    That nothing could be shown of a claim is an error of the run.
    """
    missing = {c.id: _missing(c) for c in found.claims if c.id in catalogue.index()}
    items = [
        Item(i, work)
        for i, work in missing.items()
        if work.certificates or work.argued or work.proved or work.instead
    ]
    pictures = each(items, options, cache, lambda shown: f"{len(shown)} drawn", progress)
    shown = {i: reply.value or {} for i, reply in pictures.items()}

    def illustrated(claim: ClaimResult) -> ClaimResult:
        parts = list(claim.parts)
        for key, one in shown.get(claim.id, {}).items():
            parts[key.part] = _shown_with(parts[key.part], key, one)
        return replace(claim, parts=tuple(parts))

    broken = (
        f"{claim_id}: nothing could be shown of it: {reply.broken}"
        for claim_id, reply in pictures.items()
        if reply.broken is not None
    )
    failing = (
        f"{claim_id}: what is proved to hold instead fails: {point(at.witness, at.instance)}"
        for claim_id, some in shown.items()
        for at in (one.inside for one in some.values())
        if at is not None and at.fails
    )
    claims = tuple(map(illustrated, found.claims))
    return replace(found, claims=claims, errors=(*found.errors, *broken, *failing))


def _shown_with(part: PartResult, key: Key, one: Illustration) -> PartResult:
    """Return a part with what shows it, or with a point of what holds instead of it."""
    if not key.instead:
        return replace(part, **fields_of(one, PartResult))
    if part.instead is None or one.inside is None:
        return part
    better = replace(part.instead, witness=one.inside.witness, instance=one.inside.instance)
    return replace(part, instead=better)


def _missing(claim: ClaimResult) -> Draw:
    """Return what has to be shown of a claim: counterexamples, and what arguments decide."""
    bare = {
        Key(number): part
        for number, part in enumerate(claim.parts)
        if part.plot is None and part.recomputed is None and not part.script
    }
    return Draw(
        {k: part.certificate for k, part in bare.items() if part.certificate is not None},
        tuple(k for k, part in bare.items() if _is_argued(part)),
        tuple(k for k, part in bare.items() if not part.chain and _is_proved_so(part)),
        tuple(
            Key(number, instead=True)
            for number, part in enumerate(claim.parts)
            if _is_replaced(part)
        ),
    )


def _is_argued(part: PartResult) -> bool:
    """Return whether an argument is against a part, or against what it assumes."""
    return part.verdict is Verdict.VACUOUS or any(piece.refutes for piece in part.evidence)


def _is_replaced(part: PartResult) -> bool:
    """Return whether something is proved to hold instead of a part that fails."""
    proved = part.instead is not None and part.instead.verdict is Verdict.PROVED
    return part.verdict.fails and proved


def _is_proved_so(part: PartResult) -> bool:
    """Return whether an argument proves a part."""
    known = (piece.certificate for piece in part.evidence if piece.proves)
    return part.verdict is Verdict.PROVED and any(
        (one or {}).get("kind") == ARGUMENT for one in known
    )
