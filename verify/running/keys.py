"""The key of a result: a hash of everything that the result depends on."""

from __future__ import annotations

import functools
import hashlib
import json
import sys
from importlib import metadata
from typing import Any

from verify.claims import catalogue, sources
from verify.running.items import Item

PACKAGES = ("sympy", "python-flint", "z3-solver", "hypothesis", "torch", "numpy", "scipy")
ALSO = ("mpmath", "cvc5", "msgspec")  # results depend on them, too
# of what does the work only the files themselves count, not everything that they can do
ALONE = (
    "verify.methods.apply",
    "verify.running.items",
    "verify.running.workers",
    "verify.running.isolation",
    "verify.claims.catalogue",
    "verify.claims.folders",
    "verify.claims.statements",
    "verify.methods.task",
)
MODULES: dict[
    str, tuple[str, ...]
] = {  # by the kind of the item: what does the work; for all other kinds, what judges
    "describe": ("verify.display.describe",),
    "mutate": ("verify.variants.mutants",),
    "repair": ("verify.variants.repairs",),
    "draw": ("verify.display.plots",),
}
JUDGING = ("verify.judging.assemble",)


def key_of(item: Item) -> str:
    """Return the key under which an item's result is kept.

    It covers the item with the statements that it is about, the source of the claim, of its
    attack and of the engine, and the versions of what the engine calls.
    """
    place = catalogue.index()[item.claim]
    source = sources.closure_hash(place.module, *_modules(item), alone=ALONE)
    parts = [
        *(item.kind, item.claim, item.profile, item.seed, item.device, item.method),
        _without_times(json.loads(item.data)),
        source,
        _environment(),
    ]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def _modules(item: Item) -> tuple[str, ...]:
    """Return the modules that do the work of an item."""
    does = MODULES.get(item.kind, JUDGING)
    if item.kind == "method":
        does = _methods(item.method)
    elif item.kind not in ("describe", "draw"):
        does += _methods()
    if item.opaque and item.kind != "describe":
        does += catalogue.attack_modules(item.claim)
    return does


@functools.cache
def _methods(*names: str) -> tuple[str, ...]:
    """Return the modules of methods, or of all, which are found and not imported by name."""
    from verify.methods import METHODS, modules_of

    return tuple(module for name in names or METHODS for module in modules_of(name))


def versions() -> dict[str, str]:
    """Return the versions that a result depends on."""
    found = {"python": ".".join(map(str, sys.version_info[:3]))}
    return {**found, **{package: _version(package) for package in ("thmcheck", *PACKAGES)}}


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"


@functools.cache
def _environment() -> tuple[tuple[str, str], ...]:
    found = {**versions(), **{package: _version(package) for package in ALSO}}
    return tuple((k, v) for k, v in sorted(found.items()) if k != "thmcheck")


def _without_times(data: Any) -> Any:
    if isinstance(data, dict):
        return {k: _without_times(v) for k, v in data.items() if k != "seconds"}
    return [_without_times(v) for v in data] if isinstance(data, list) else data
