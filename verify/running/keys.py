"""The key of a result: a hash of everything that the result depends on."""

from __future__ import annotations

import functools
import hashlib
import json
import sys
from importlib import metadata
from typing import Any

from numerics import local_data
from verify.claims import catalogue, sources
from verify.evidence import plain
from verify.running.items import Item
from verify.running.work.apply import Apply
from verify.running.work.describe import Describe
from verify.running.work.sweep import Divide, DoPart

PACKAGES = ("sympy", "python-flint", "z3-solver", "hypothesis", "torch", "numpy", "scipy")
ALSO = ("mpmath", "cvc5", "msgspec", "scikit-learn")  # results depend on them, too
EXTRA = ("numba", "transformers")  # those too, where they are installed
MISSING = "not installed"
WITHOUT = (Divide, DoPart)  # work that uses no method, though it reaches what lies beside them
WORKER = "verify.running.workers"
REGISTRY = "verify.methods"
DEFINITIONS = "verify.judging.definitions"  # compares them with meanings


def key_of(item: Item) -> str:
    """Return the key under which an item's result is kept.

    It covers the item with the statements that it is about, the source of the claim, of its paper's
    notation and standing conditions, of its attack and of what does the work, the versions of what
    the engine calls, and the files that the user has added as local data.
    Source counts with everything that it imports, without exceptions: the worker's loop, the file
    of its kind of work in `verify.running.work`, and the methods.
    """
    place = catalogue.index()[item.claim]
    parts = [
        *(type(item.work).__name__, item.claim, item.profile, item.seed, item.device),
        _without_times(plain(item.work)),
        sources.closure_hash(place.module, WORKER, *_modules(item)),
        _environment(),
        *local_data.state(),
    ]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def _modules(item: Item) -> tuple[str, ...]:
    """Return the modules that do the work of an item.

    Methods are found and not imported by name, so whatever reaches their registry depends on all of
    them, except the work of one method, which says itself which others it uses, and the parts of
    sweeps, which use none.
    """
    work = type(item.work).__module__
    does: tuple[str, ...]
    if isinstance(item.work, Apply):
        does = (work, *_methods(item.work.method))
    elif isinstance(item.work, WITHOUT) or _is_apart(work):
        does = (work,)
    else:
        does = (work, *_methods())
    notation = catalogue.notation_module(item.claim)
    if notation:
        does += (notation,)
    standing = catalogue.standing_module(item.claim)
    if standing and catalogue.is_users(item.claim):  # what stands nowhere caps its proofs
        does += (standing,)
    if _asks_for_meanings(item, bool(notation)):
        does += catalogue.attack_modules(item.claim)
    return does


def _is_apart(work: str) -> bool:
    """Return whether a kind of work does not reach the methods."""
    return sources.closure(work).isdisjoint(sources.files(REGISTRY))


def _asks_for_meanings(item: Item, has_notation: bool) -> bool:
    """Return whether work may ask what heads mean: those of the claim, or of definitions.

    Definitions are compared with the meanings of their heads under whatever argument rests on them,
    also where the claim itself has no head.
    """
    if isinstance(item.work, Describe):
        return False
    made_of = sources.closure(type(item.work).__module__)
    return item.opaque or (has_notation and not made_of.isdisjoint(sources.files(DEFINITIONS)))


@functools.cache
def _methods(*names: str) -> tuple[str, ...]:
    """Return the modules of methods, or of all of them."""
    from verify.methods import METHODS, modules_of

    return tuple(module for name in names or METHODS for module in modules_of(name))


def versions() -> dict[str, str]:
    """Return the versions that a result depends on."""
    found = {"python": ".".join(map(str, sys.version_info[:3]))}
    return {**found, **{package: version_of(package) for package in ("thmcheck", *PACKAGES)}}


def version_of(package: str) -> str:
    """Return the version of a package, or that it is not installed."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return MISSING


@functools.cache
def _environment() -> tuple[tuple[str, str], ...]:
    found = {**versions(), **{package: version_of(package) for package in (*ALSO, *EXTRA)}}
    return tuple((k, v) for k, v in sorted(found.items()) if k != "thmcheck")


def _without_times(data: Any) -> Any:
    if isinstance(data, dict):
        return {k: _without_times(v) for k, v in data.items() if k != "seconds"}
    return [_without_times(v) for v in data] if isinstance(data, (list, tuple)) else data
