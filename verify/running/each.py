"""Do one item for each of several claims."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from verify.running.cache import Cache
from verify.running.engine import engine_named
from verify.running.items import Item, Limits, Reply, single
from verify.running.options import SECONDS, Options
from verify.running.scheduler import Scheduler

Progress = Callable[[str, str], None]  # told each claim and how it ended


def silent(name: str, what: str) -> None:
    """Tell nobody."""


def each(
    items: Sequence[Item],
    options: Options,
    cache: Cache | None,
    words: Callable[[Any], str],
    progress: Progress,
) -> dict[str, Reply]:
    """Do one item for each claim.

    Args:
        items: the work; its profile and seed are those of the options.
        options: how it is done; the time-out is ten times that of a check.
        cache: answers what is known already, and keeps what is found.
        words: says in short what was found.
        progress: told each claim and these words as soon as its item is done.

    Returns:
        By claim id what became of its item.
    """
    limits = options.limits or Limits(10 * SECONDS[options.profile])

    def tell(claim_id: str, reply: Reply) -> None:
        progress(claim_id, reply.broken or words(reply.value))

    with engine_named(options.engine)(limits) as engine:
        scheduler = Scheduler(engine, cache, options.jobs, options.fresh, tell)
        return scheduler.complete({item.claim: single(as_asked(item, options)) for item in items})


def as_asked(item: Item, options: Options) -> Item:
    """Return an item with the profile and the seed of the options."""
    return replace(item, profile=options.profile, seed=options.seed)
