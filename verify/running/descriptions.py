"""What claims say, and where they are attacked, without any check of them."""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence

from reports.results import Description
from verify.errors import RunError
from verify.running.cache import Cache
from verify.running.each import completed, each, silent
from verify.running.items import Item, Reply
from verify.running.options import Options, as_asked
from verify.running.work.describe import Describe
from verify.running.work.locate import Locate


def described(
    ids: Sequence[str], options: Options, cache: Cache | None = None
) -> dict[str, Description]:
    """Return what claims say, by id.

    Raises:
        RunError: one cannot be built.
    """
    items = [Item(i, Describe()) for i in ids]
    replies = each(items, options, cache, lambda about: about.title, silent)
    return {i: _built(i, reply) for i, reply in replies.items()}


def for_showing(
    ids: Sequence[str], described: Collection[str], options: Options, cache: Cache | None = None
) -> dict[str, tuple[Description | None, str]]:
    """Return what some of several claims say, and where all of them are attacked, by id.

    Args:
        ids: the claims.
        described: which of them are described.
        options: how it is done.
        cache: answers what is known already, and keeps what is found.

    Raises:
        RunError: one that is described cannot be built.
    """

    def look_at(
        claim_id: str,
    ) -> Generator[list[Item], list[Reply], tuple[Description | None, str]]:
        items = [Item(claim_id, Locate())]
        if claim_id in described:
            items.append(Item(claim_id, Describe()))
        attacked, *about = yield [as_asked(item, options) for item in items]
        return (_built(claim_id, about[0]) if about else None), place_in(attacked)

    return completed({i: look_at(i) for i in ids}, options, cache)


def _built(claim_id: str, reply: Reply) -> Description:
    """Return the description of a claim.

    Raises:
        RunError: it cannot be built.
    """
    if reply.broken is not None:
        raise RunError(f"{claim_id} cannot be built: {reply.broken}")
    found: Description = reply.value
    return found


def place_in(reply: Reply) -> str:
    """Return where a claim is attacked, or why nobody knows."""
    return f"not known: {reply.broken}" if reply.broken is not None else reply.value
