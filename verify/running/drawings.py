"""What shows a reader the results of a run: drawings, values, lines of Python, arguments."""

from __future__ import annotations

from msgspec.structs import replace

from reports.results import ClaimResult, Illustration, PartResult, Run, fields_of
from verify.claims import catalogue
from verify.evidence import Key, Verdict
from verify.judging.arguments import METHOD
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
    """Add to a run what shows its counterexamples and arguments, where it is not there yet."""
    missing = {c.id: _missing(c) for c in found.claims if c.id in catalogue.index()}
    items = [
        Item(i, work)
        for i, work in missing.items()
        if work.certificates or work.argued or work.proved
    ]
    pictures = each(items, options, cache, lambda shown: f"{len(shown)} drawn", progress)

    def illustrated(claim: ClaimResult) -> ClaimResult:
        shown = pictures[claim.id].value or {} if claim.id in pictures else {}
        parts = list(claim.parts)
        for key, one in shown.items():
            parts[key.part] = replace(parts[key.part], **fields_of(one, Illustration))
        return replace(claim, parts=tuple(parts))

    return replace(found, claims=tuple(map(illustrated, found.claims)))


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
    )


def _is_argued(part: PartResult) -> bool:
    """Return whether an argument is against a part, or against what it assumes."""
    return part.verdict is Verdict.VACUOUS or any(piece.refutes for piece in part.evidence)


def _is_proved_so(part: PartResult) -> bool:
    """Return whether an argument proves a part."""
    known = (piece.certificate for piece in part.evidence if piece.proves)
    return part.verdict is Verdict.PROVED and any(
        (one or {}).get("kind") == METHOD for one in known
    )
