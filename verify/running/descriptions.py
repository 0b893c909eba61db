"""What claims say, without any check of it."""

from __future__ import annotations

from collections.abc import Sequence

from verify.running.cache import Cache
from verify.running.each import each, silent
from verify.running.items import Item, Reply
from verify.running.options import Options


def described(ids: Sequence[str], options: Options, cache: Cache | None = None) -> dict[str, Reply]:
    """Return what claims say, by id: replies with a `Description`."""
    items = [Item("describe", i) for i in ids]
    return each(items, options, cache, lambda about: about.title, silent)
