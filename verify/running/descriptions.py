"""What claims say, and where they are attacked, without any check of them."""

from __future__ import annotations

from collections.abc import Sequence

from verify.running.cache import Cache
from verify.running.each import each, silent
from verify.running.items import Item, Reply
from verify.running.options import Options
from verify.running.work.describe import Describe
from verify.running.work.locate import Locate


def described(ids: Sequence[str], options: Options, cache: Cache | None = None) -> dict[str, Reply]:
    """Return what claims say, by id: replies with a `Description`."""
    items = [Item(i, Describe()) for i in ids]
    return each(items, options, cache, lambda about: about.title, silent)


def located(ids: Sequence[str], options: Options, cache: Cache | None = None) -> dict[str, str]:
    """Return where claims are attacked, by id."""
    found = each([Item(i, Locate()) for i in ids], options, cache, str, silent)
    return {i: place_in(reply) for i, reply in found.items()}


def place_in(reply: Reply) -> str:
    """Return where a claim is attacked, or why nobody knows."""
    return f"not known: {reply.broken}" if reply.broken is not None else reply.value
