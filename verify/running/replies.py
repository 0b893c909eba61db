"""Read what came of an item, from a worker or from the cache.

A value is written once, by the worker, and read once, with every field checked: checks are foreign
code. The cache keeps the very text.
"""

from __future__ import annotations

from msgspec import Raw, Struct

from verify.evidence import NotDecoded, from_json
from verify.running.items import Item, Reply


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
        return read(item, bytes(found.value).decode())
    except NotDecoded as error:
        return Reply(broken=f"what it returned cannot be read: {error}")


def read(item: Item, text: str) -> Reply:
    """Return the reply to an item whose value is this JSON text.

    Raises:
        NotDecoded: it is no value that its work gives.
    """
    return Reply(from_json(text, item.work.gives), text=text)
