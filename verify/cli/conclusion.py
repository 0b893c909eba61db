"""What the commands that check say at their end, and the exit code that follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from verify.claims import catalogue
from verify.cli.exits import ERROR, NO_SURPRISE, SURPRISE
from verify.cli.output import warn

if TYPE_CHECKING:
    from reports.results import Run
    from verify.record.committed import Recorded

SLOWEST = 5  # so many claims are named at the end of a run


def conclude(found: Run, recorded: Mapping[str, Recorded]) -> int:
    """Print what surprises and what went wrong; return the exit code."""
    from verify.record import committed

    surprises = committed.surprises(found, recorded)
    for change in surprises:
        warn(f"surprise: {change}")
    new = [i for i in committed.unrecorded(found, recorded) if not found.errors_of(i)]
    if new:
        some = ", ".join(new[:3]) + (", ..." if len(new) > 3 else "")
        warn(f"{len(new)} not recorded yet: {some}")
    broken: dict[tuple[str, str], dict[str, None]] = {}  # what broke in the same way is told once
    for claim in found.claims:
        for piece in (piece for part in claim.parts for piece in part.evidence if piece.error):
            broken.setdefault((claim.id, piece.detail), {})[piece.method] = None
    for (claim_id, detail), methods in broken.items():
        warn(f"a check broke: {claim_id} {', '.join(methods)}: {detail}")
    warn_of_errors(found)
    if found.errors:
        return ERROR
    return SURPRISE if surprises else NO_SURPRISE


def tell_slowest(found: Run) -> None:
    """Print the claims of a run whose checks and judgement took longest, if any took a second."""
    slow = sorted((c for c in found.claims if c.seconds >= 1), key=lambda c: -c.seconds)
    if slow:
        warn("slowest: " + ", ".join(f"{c.id} {c.seconds:.1f} s" for c in slow[:SLOWEST]))


def tell_recorded(found: Run) -> None:
    """Print how many statements of a run rest on proofs that were recorded, if some do."""
    parts = [part for claim in found.claims for part in claim.parts]
    judged = [*parts, *(part.instead for part in parts if part.instead is not None)]
    count = sum(any(piece.recorded for piece in one.evidence) for one in judged)
    if count:
        warn(f"recorded proofs of {count} statements are accepted again; --fresh looks for all")


def tell_device(found: Run) -> None:
    """Print that experiments run on the CPU, if the run has some that could use a GPU."""
    from verify.evidence import Outcome
    from verify.methods import METHODS

    parts = (part for claim in found.claims for part in claim.parts)
    judged = (one for part in parts for one in (part, part.instead) if one is not None)
    observed = (piece for one in judged if one.text.type == "observed" for piece in one.evidence)
    able = (piece for piece in observed if piece.outcome is not Outcome.NOT_APPLICABLE)
    if any(piece.method in METHODS and METHODS[piece.method].uses_gpu for piece in able):
        warn("--device auto: there is no CUDA device here, so experiments run on the CPU")


def warn_of_errors(found: Run) -> None:
    """Print the errors of a run."""
    for error in _together(found.errors):
        warn(f"error: {error}")


def _together(errors: Sequence[str]) -> list[str]:
    """Return errors of claims, those that say the same of several claims once."""
    about: dict[str, list[str]] = {}
    for error in errors:
        claim, parted, words = error.partition(": ")
        key, name = (words, claim) if parted and claim in catalogue.index() else (error, "")
        about.setdefault(key, []).append(name)
    return [f"{', '.join(ids)}: {words}" if any(ids) else words for words, ids in about.items()]
