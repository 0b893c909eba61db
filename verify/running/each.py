"""Do some items for each of several claims."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from verify.running.cache import Cache
from verify.running.engines import engine_named
from verify.running.items import Examination, Item, Limits, Reply, single
from verify.running.options import SECONDS, Options, as_asked
from verify.running.scheduler import Scheduler

Progress = Callable[[str, str], None]  # told each claim and how it ended


def silent(name: str, what: object) -> None:
    """Tell nobody."""


def each(
    items: Sequence[Item],
    options: Options,
    cache: Cache | None,
    words: Callable[[Any], str],
    progress: Progress,
) -> dict[str, Reply]:
    """Do one item for each claim, and return by id what became of it.

    Args:
        items: the work; its profile and seed are those of the options.
        options: how it is done; the time-out is ten times that of a check.
        cache: answers what is known already, and keeps what is found.
        words: says in short what was found.
        progress: told each claim and these words as soon as its item is done.
    """

    def tell(claim_id: str, reply: Reply) -> None:
        progress(claim_id, reply.broken or words(reply.value))

    work = {item.claim: single(as_asked(item, options)) for item in items}
    return completed(work, options, cache, tell)


def completed(
    work: Mapping[str, Examination],
    options: Options,
    cache: Cache | None = None,
    tell: Callable[[str, Any], None] = silent,
) -> dict[str, Any]:
    """Do all the work on some claims, and return by id what comes of it; see `each`."""
    limits = options.limits or Limits(10 * SECONDS[options.profile])
    with engine_named(options.engine)(limits) as engine:
        jobs = engine.jobs or options.jobs
        return Scheduler(engine, cache, jobs, options.fresh, tell).complete(work)
