"""Is everything here that checks need, and what stays unchecked?

Versions, processors and memory, GPU, cache, the example of every method; then the claims for which
something is missing.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from doctest import DocTestParser, DocTestRunner
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from verify.cli.options import CORES
from verify.cli.output import warn
from verify.evidence import Verdict

if TYPE_CHECKING:
    from reports.results import ClaimResult


@dataclass(frozen=True)
class Diagnosis:
    """One thing looked at: what, whether it is well, and what was seen."""

    name: str
    well: bool
    seen: str


def diagnoses() -> Iterator[Diagnosis]:
    """Look at everything, one finding at a time."""
    from verify.running.keys import versions

    for package, version in versions().items():
        yield Diagnosis(package, version != "not installed", version)
    yield Diagnosis("processors", True, str(CORES))
    yield _memory()
    yield _gpu()
    yield _cache()
    yield from _methods()


def unchecked() -> dict[str, list[str]]:
    """Return, by the reason, the claims that their last check or the record left unchecked."""
    from verify.record import known
    from verify.running.cache import Cache

    with closing(Cache(warn)) as cache:
        latest = known.latest_results(cache)
    found: dict[str, list[str]] = {}
    for claim, one in latest.items():
        if one.verdict is Verdict.UNCHECKED:
            found.setdefault(_missing(one.result), []).append(claim)
    return found


def _missing(result: ClaimResult | None) -> str:
    """Return what the check of a claim lacked."""
    if result is None:
        return "not checked here yet: thmcheck run, or thmcheck check ID"
    lacks = (p.reason for p in result.parts if p.verdict is Verdict.UNCHECKED and p.reason)
    return "; ".join(dict.fromkeys(lacks)) or "its result does not say what is missing"


def _memory() -> Diagnosis:
    """Look whether a worker can have the memory that an item may use."""
    from verify.running.items import MEMORY_LIMIT

    if not hasattr(os, "sysconf"):  # not a POSIX system
        return Diagnosis("memory", True, "unknown")
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return Diagnosis("memory", total >= MEMORY_LIMIT, f"{total / 2**30:.1f} GiB")


def _gpu() -> Diagnosis:
    import torch

    if torch.cuda.is_available():
        memory = torch.cuda.get_device_properties(0).total_memory / 2**30
        return Diagnosis("GPU", True, f"{torch.cuda.get_device_name(0)}, {memory:.0f} GiB")
    return Diagnosis("GPU", True, "none; experiments run on the CPU")


def _cache() -> Diagnosis:
    from verify.running.cache import Cache

    trouble: list[str] = []
    cache = Cache(trouble.append)
    cache.put("doctor", f"{time.time()}")
    well = cache.get("doctor") is not None
    cache.close()
    return Diagnosis("cache", well and not trouble, "; ".join(trouble) or str(cache.path))


def _methods() -> Iterator[Diagnosis]:
    """Let every method decide the statement that is the example in its module."""
    from verify.methods import METHODS

    for name in METHODS:
        started = time.perf_counter()
        well, seen = _example(import_module(f"verify.methods.{name}"))
        yield Diagnosis(name, well, f"{seen} ({time.perf_counter() - started:.2f} s)")


def _example(module: ModuleType) -> tuple[bool, str]:
    """Run the example in what a module says of itself.

    Returns:
        Whether it comes out as it says there, and what does; without an example nothing is tested.
    """
    text = module.__doc__ or ""
    example = DocTestParser().get_doctest(text, vars(module).copy(), module.__name__, None, None)
    if not example.examples:
        return False, "has no example"
    said: list[str] = []
    failed, _ = DocTestRunner(verbose=False).run(example, out=said.append)
    if failed:
        return False, " ".join("".join(said).split())
    return True, example.examples[-1].want.strip()
