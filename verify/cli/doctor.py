"""Is everything here that checks need? Versions, GPU, cache, and the example of every method."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from doctest import DocTestParser, DocTestRunner
from importlib import import_module
from types import ModuleType


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
    yield _gpu()
    yield _cache()
    yield from _methods()


def _gpu() -> Diagnosis:
    import torch

    if torch.cuda.is_available():
        return Diagnosis("GPU", True, torch.cuda.get_device_name(0))
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
