"""How a verdict was reached, in words that need no explanation."""

from __future__ import annotations

from collections.abc import Iterable

from reports.results import StatementResult
from verify.evidence import Evidence, Outcome, Tier, Verdict

ARGUED = "by a proof of which every step was checked"
BY_ARGUMENT = "by an argument that rests on"  # how the reason of a verdict by an argument begins
_BY_NOTHING = (Verdict.STIPULATED, Verdict.DEPENDS, Verdict.OPEN, Verdict.UNCHECKED)


def decided(found: StatementResult) -> str:
    """Return how the verdict on a statement was reached, to be read after its word.

    It is empty where nothing is decided, and of what the paper stipulates.
    """
    if found.tier is None or found.verdict in _BY_NOTHING:
        return ""
    if found.reason is not None and found.reason.startswith(BY_ARGUMENT):
        return ARGUED
    if found.tier is Tier.SEARCH and (points := _points(found.evidence)):
        return f"at {points} points that were tried" if points > 1 else "at one point"
    return found.tier.how


def _points(evidence: Iterable[Evidence]) -> int:
    """Return at how many points a statement was found to hold."""
    found = (e.size for e in evidence if e.tier is Tier.SEARCH and e.outcome is Outcome.HOLDS)
    return max(found, default=0)
