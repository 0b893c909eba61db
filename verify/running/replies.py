"""What came of an item: its value, of a type that depends on the kind of the item."""

from __future__ import annotations

from typing import Any

from msgspec import Raw, Struct

from reports.curves import Plot
from reports.results import ClaimVerdict, Description, Mutation, Repairs
from verify.evidence import Evidence, JsonStruct, Key, NotDecoded, OnClause, from_json
from verify.running.items import Item, Reply


class ClaimEvidence(JsonStruct, frozen=True):
    """What a claim is judged by.

    Args:
        evidence: what every check found, by key of the statement.
        known: recorded certificates that a replay has accepted.
        clauses: of the clauses that its arguments rest on, by their addresses.
    """

    evidence: dict[Key, tuple[Evidence, ...]]
    known: dict[Key, Any] = {}
    clauses: dict[str, OnClause] = {}


class Replayed(JsonStruct, frozen=True):
    """What the replay of a recorded certificate shows, or why it is refused."""

    evidence: Evidence | None = None
    refused: str | None = None


class Confirmed(JsonStruct, frozen=True):
    """Whether a certificate that somebody hands in is accepted, and what it shows or lacks."""

    accepted: bool
    sentence: str


VALUES: dict[str, Any] = {  # by the kind of the item
    "describe": Description,
    "replay": dict[Key, Replayed],
    "confirm": Confirmed,
    "method": dict[Key, Evidence],
    "judge": ClaimVerdict,
    "mutate": Mutation,
    "repair": dict[Key, Repairs],
    "draw": dict[Key, Plot | None],
}


class _Answer(Struct):
    """What a worker sends: a value as JSON, or why there is none."""

    value: Raw = Raw()
    broken: str | None = None


def reply_of(item: Item, answer: str) -> Reply:
    """Return the reply to an item that a worker's answer is; what cannot be read is broken."""
    try:
        found = from_json(answer, _Answer)
        if found.broken is not None:
            return Reply(broken=found.broken)
        return Reply(from_json(found.value, VALUES[item.kind]))
    except NotDecoded as error:
        return Reply(broken=f"what it returned cannot be read: {error}")
