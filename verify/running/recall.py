"""What the cache knows of an item, and which replies it is given to keep."""

from __future__ import annotations

from typing import Any

from verify.running import shape
from verify.running.cache import Cache
from verify.running.items import Item, Reply
from verify.running.keys import key_of


def recall(cache: Cache, item: Item) -> Reply | None:
    """Return the reply to an item that was done before; `None` if none is known or readable."""
    value = cache.get(key_of(item))
    return Reply(value) if shape.fits(value, shape.RESULTS[item.kind]) else None


def remember(cache: Cache, item: Item, reply: Reply) -> None:
    """Keep a reply; what broke is not a result, and neither is what was judged with it."""
    if reply.broken is None and not _has_error(reply.value):
        cache.put(key_of(item), reply.value)


def _has_error(value: Any) -> bool:
    """Return whether some piece of evidence in a result comes from a check that broke."""
    if isinstance(value, dict):
        broken = value.get("error") is True or bool(value.get("errors"))
        return broken or any(map(_has_error, value.values()))
    return isinstance(value, list) and any(map(_has_error, value))
