"""What is recorded of every paper, for the pages that show it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from reports.findings import Paper
from reports.printable import printable
from reports.results import ClaimResult, is_ours
from verify.claims import catalogue
from verify.errors import RunError
from verify.record import committed, known
from verify.record.committed import Recorded
from verify.running.cache import Cache
from verify.running.descriptions import described
from verify.running.options import Options


def papers(ids: Sequence[str], options: Options, cache: Cache | None = None) -> list[Paper]:
    """Return what is recorded of claims, by paper; those that fail are built to show what they say.

    Args:
        ids: the claims; our own, and those that are not recorded in this profile, are left out.
        options: how they are built, and of which profile the verdicts are.
        cache: what it knows need not be built.

    Raises:
        RunError: a claim that fails cannot be built, or says something else than what is recorded.
        RecordError: a recorded file is damaged.
    """
    every = committed.load()
    profile = options.profile
    recorded = {
        i: every[i].of_profile(profile)
        for i in ids
        if i in every and profile in every[i].verdicts and not is_ours(i)
    }
    failing = _failing({i: one for i, one in recorded.items() if one.verdict.fails}, options, cache)
    found = []
    for paper in dict.fromkeys(i.partition("/")[0] for i in recorded):
        inside = {i: one for i, one in recorded.items() if i.startswith(f"{paper}/")}
        found.append(
            Paper(
                paper,
                printable(catalogue.title(paper)),
                Counter(one.verdict for one in inside.values()),
                profile,
                [failing[i] for i in inside if i in failing],
            )
        )
    return found


def _failing(
    recorded: dict[str, Recorded], options: Options, cache: Cache | None
) -> dict[str, ClaimResult]:
    """Return what is recorded of some claims as results."""
    certificates = committed.certificates()
    found = {}
    for claim_id, about in described(list(recorded), options, cache).items():
        if not recorded[claim_id].is_about(about):
            raise RunError(
                f"{claim_id} says something else than what is recorded; record it anew: "
                f"thmcheck check {claim_id} --record"
            )
        found[claim_id] = known.recorded_result(
            claim_id, about, recorded[claim_id], certificates.get(claim_id, {})
        )
    return found
