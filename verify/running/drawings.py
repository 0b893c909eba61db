"""What can be drawn of the counterexamples of a run."""

from __future__ import annotations

from msgspec.structs import replace

from reports.results import ClaimResult, Run
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
    """Add to a run what can be drawn of its counterexamples, where it is not there yet."""
    missing = {
        claim.id: {
            Key(number): part.certificate
            for number, part in enumerate(claim.parts)
            if part.certificate is not None and part.plot is None
        }
        for claim in found.claims
        if claim.id in catalogue.index()
    }
    items = [Item(i, Draw(known)) for i, known in missing.items() if known]
    pictures = each(items, options, cache, lambda plots: f"{len(plots)} drawn", progress)

    def with_plots(claim: ClaimResult) -> ClaimResult:
        plots = pictures[claim.id].value or {} if claim.id in pictures else {}
        parts = (
            replace(part, plot=plots.get(Key(number)) or part.plot)
            for number, part in enumerate(claim.parts)
        )
        return replace(claim, parts=tuple(parts))

    return replace(found, claims=tuple(map(with_plots, found.claims)))
