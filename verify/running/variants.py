"""Mutants and repairs of claims: look for them, and say what is known of them in a report."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from verify.running.cache import Cache
from verify.running.each import Progress, each, silent
from verify.running.items import Item
from verify.running.options import SECONDS, Options
from verify.running.recall import recall

SUGGESTIONS = 3  # repairs of one statement that a report shows


def mutate(
    ids: Sequence[str],
    options: Options,
    cache: Cache | None = None,
    progress: Progress = silent,
) -> dict[str, Any]:
    """Hunt the mutants of claims.

    Returns:
        By claim id what `verify.variants.mutants.mutate` returns, or `{"broken": reason}`.
    """

    def words(fates: Mapping[str, Any]) -> str:
        return f"{fates['killed']} killed"

    return each([Item("mutate", i) for i in ids], options, cache, words, progress)


def repair(
    ids: Sequence[str],
    options: Options,
    certificates: Mapping[str, Mapping[str, Any]],
    cache: Cache | None = None,
    progress: Progress = silent,
) -> dict[str, Any]:
    """Look for small edits of the refuted statements of claims that survive every check.

    Returns:
        By claim id what `verify.variants.repairs.repair` returns, or `{"broken": reason}`.
    """

    def words(edits: Mapping[str, Any]) -> str:
        return f"{sum(len(found['kept']) for found in edits['statements'].values())} kept"

    items = [repair_item(i, certificates.get(i)) for i in ids]
    return each(items, options, cache, words, progress)


def repair_item(claim_id: str, certificates: Any) -> Item:
    """Return the item that looks for repairs of a claim with these known counterexamples."""
    return Item("repair", claim_id, data=json.dumps(certificates))


def known_mutants(cache: Cache, claim_id: str, options: Options) -> dict[str, Any] | None:
    """Return what a report says of the mutants of a claim, if they were hunted before."""
    found = _best_known(cache, Item("mutate", claim_id), options)
    return None if found is None else _mutation(found)


def known_repairs(
    cache: Cache, claim_id: str, certificates: Any, options: Options
) -> dict[str, list[dict[str, Any]]] | None:
    """Return what a report says of the repairs of a claim, if they were looked for before."""
    found = _best_known(cache, repair_item(claim_id, certificates), options)
    return None if found is None else _repairs(found)


def _best_known(cache: Cache, item: Item, options: Options) -> Any:
    """Return what the cache knows of an item, by this profile or else by the best cheaper one."""
    profiles = list(SECONDS)
    for profile in reversed(profiles[: profiles.index(options.profile) + 1]):
        reply = recall(cache, replace(item, profile=profile, seed=options.seed))
        if reply is not None:
            return reply.value
    return None


def _mutation(fates: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a report says of mutants: how many, and which of them hold as well."""
    counts = {end: fates[end] for end in ("killed", "true", "undecided")}
    also_holds: dict[str, list[str]] = {}
    for mutant in fates["mutants"]:
        if mutant["end"] == "true":
            also_holds.setdefault(mutant["statement"], []).append(mutant["change"])
    return {**counts, "also_holds": also_holds}


def _repairs(found: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Return what a report suggests: the simplest edits that survive every check."""
    fields = ("change", "says", "hypotheses", "where", "verdict", "tier")
    return {
        key: [{name: kept[name] for name in fields} for kept in statement["kept"][:SUGGESTIONS]]
        for key, statement in found["statements"].items()
    }
