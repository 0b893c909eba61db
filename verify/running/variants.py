"""Mutants and repairs of claims: look for them, and say what is known of them in a report."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from reports.results import Edit, Mutation, Repairs
from verify.evidence import Key
from verify.running.cache import Cache
from verify.running.each import Progress, each, silent
from verify.running.items import Item, Reply
from verify.running.options import SECONDS, Options
from verify.running.recall import recall
from verify.running.work.vary import Mutate, Repair

SUGGESTIONS = 3  # repairs of one statement that a report shows


def mutate(
    ids: Sequence[str],
    options: Options,
    cache: Cache | None = None,
    progress: Progress = silent,
) -> dict[str, Reply]:
    """Hunt the mutants of claims; the replies, by claim id, have a `Mutation`."""

    def words(found: Mutation) -> str:
        return f"{found.killed} killed"

    return each([Item(i, Mutate()) for i in ids], options, cache, words, progress)


def repair(
    ids: Sequence[str],
    options: Options,
    certificates: Mapping[str, Mapping[Key, Any]],
    cache: Cache | None = None,
    progress: Progress = silent,
) -> dict[str, Reply]:
    """Look for small edits of the refuted statements of claims that survive every check.

    Returns:
        By claim id a reply with the `Repairs` of every refuted statement, by its key.
    """

    def words(found: Mapping[Key, Repairs]) -> str:
        return f"{sum(len(edits.kept) for edits in found.values())} kept"

    items = [repair_item(i, certificates.get(i)) for i in ids]
    return each(items, options, cache, words, progress)


def repair_item(claim_id: str, certificates: Any) -> Item:
    """Return the item that looks for repairs of a claim with these known counterexamples."""
    return Item(claim_id, Repair(dict(certificates or {})))


def known_mutants(cache: Cache, claim_id: str, options: Options) -> Mutation | None:
    """Return what a report says of the mutants of a claim, if they were checked before."""
    found = _best_known(cache, Item(claim_id, Mutate()), options)
    return None if found is None else _mutation(found)


def known_repairs(
    cache: Cache, claim_id: str, certificates: Any, options: Options
) -> dict[Key, tuple[Edit, ...]] | None:
    """Return what a report says of the repairs of a claim, if they were looked for before."""
    found = _best_known(cache, repair_item(claim_id, certificates), options)
    return None if found is None else _repairs(found)


def _best_known(cache: Cache, item: Item, options: Options) -> Any:
    """Return what the cache knows of an item, by this profile or else by the best cheaper one."""
    profiles = list(SECONDS)
    for profile in reversed(profiles[: profiles.index(options.profile) + 1]):
        reply = recall(cache, dataclasses.replace(item, profile=profile, seed=options.seed))
        if reply is not None:
            return reply.value
    return None


def _mutation(found: Mutation) -> Mutation:
    """Return what a report says of mutants: how many, and which of them hold as well."""
    return replace(found, mutants=tuple(fate for fate in found.mutants if fate.end == "true"))


def _repairs(found: Mapping[Key, Repairs]) -> dict[Key, tuple[Edit, ...]]:
    """Return what a report suggests: the simplest edits that survive every check."""
    return {key: edits.kept[:SUGGESTIONS] for key, edits in found.items()}
