"""Certificates: check one that somebody hands in, and write those of a run to files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from reports.results import ClaimResult
from verify.running.each import completed
from verify.running.items import Item, Limits, single
from verify.running.options import Options
from verify.running.work.judge import Confirm, Confirmed

CONFIRMING = Limits(600.0, 2 * 2**30)  # a long argument asks two solvers hundreds of questions


def confirm_in_worker(claim_id: str, certificate: Any) -> tuple[bool, str]:
    """Replay a certificate that somebody hands in, in a worker with narrow limits.

    Returns:
        Whether it is accepted, and a sentence that says what it shows, or why it is refused.
    """
    item = Item(claim_id, Confirm(certificate))
    reply = completed({claim_id: single(item)}, Options(limits=CONFIRMING))[claim_id]
    if reply.broken is not None:
        return False, f"it cannot be evaluated: {reply.broken}"
    found: Confirmed = reply.value
    return found.accepted, found.sentence


def certificate_files(claim: ClaimResult) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a file name and its content for everything that proves or refutes a part of a claim."""
    from verify.judging.certificate import make_proof

    stem = claim.id.replace("/", "-")
    for number, part in enumerate(claim.parts):
        name = f"{stem}@{number}" if len(claim.parts) > 1 else stem
        if part.certificate is not None:
            yield f"{name}.json", part.certificate
        for found in (part, part.instead):
            is_instead = found is not part
            end = "-instead" if is_instead else ""
            for piece in found.evidence if found is not None else ():
                if found is not None and piece.certificate is not None:
                    about = (claim.id, part.name, part.reading, found.hash)
                    proof = make_proof(*about, piece.certificate, is_instead)
                    yield f"{name}{end}-{piece.method}.json", proof
