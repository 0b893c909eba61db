"""What shows a reader the counterexamples of a run: drawings, values, lines that recompute them."""

from __future__ import annotations

from msgspec.structs import replace

from reports.results import ClaimResult, Illustration, Run, fields_of
from verify.claims import catalogue
from verify.evidence import Key
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
    """Add to a run what shows its counterexamples, where it is not there yet."""
    missing = {
        claim.id: {
            Key(number): part.certificate
            for number, part in enumerate(claim.parts)
            if part.certificate is not None and part.plot is None and not part.script
        }
        for claim in found.claims
        if claim.id in catalogue.index()
    }
    items = [Item(i, Draw(known)) for i, known in missing.items() if known]
    pictures = each(items, options, cache, lambda shown: f"{len(shown)} drawn", progress)

    def illustrated(claim: ClaimResult) -> ClaimResult:
        shown = pictures[claim.id].value or {} if claim.id in pictures else {}
        parts = list(claim.parts)
        for key, one in shown.items():
            parts[key.part] = replace(parts[key.part], **fields_of(one, Illustration))
        return replace(claim, parts=tuple(parts))

    return replace(found, claims=tuple(map(illustrated, found.claims)))
