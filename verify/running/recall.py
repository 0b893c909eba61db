"""What the cache knows of an item, and which replies it is given to keep."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reports.results import ClaimVerdict
from verify.evidence import Evidence, NotDecoded
from verify.running.cache import Cache
from verify.running.items import Item, Reply
from verify.running.keys import key_of
from verify.running.replies import read
from verify.running.work.judge import Judge


def recall(cache: Cache, item: Item) -> Reply | None:
    """Return the reply to an item that was done before; `None` if none is known or readable."""
    text = cache.get(key_of(item))
    if text is None:
        return None
    try:
        return read(item, text)
    except NotDecoded:
        return None


def remember(cache: Cache, item: Item, reply: Reply) -> None:
    """Keep a reply; what broke is not a result, and neither is what was judged with it."""
    given = item.work.evidence if isinstance(item.work, Judge) else None
    if reply.broken is None and not (_has_error(given) or _has_error(reply.value)):
        cache.put(key_of(item), reply.text)


def _has_error(value: Any) -> bool:
    """Return whether some piece of evidence in a result comes from a check that broke."""
    if isinstance(value, Evidence):
        return value.error
    if isinstance(value, ClaimVerdict):
        added = (found.evidence for found in value.verdicts.values())
        return bool(value.errors) or any(map(_has_error, added))
    several = value.values() if isinstance(value, Mapping) else value
    return isinstance(value, (Mapping, tuple)) and any(map(_has_error, several))
