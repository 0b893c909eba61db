"""Is everything here that checks need, and what stays unchecked?

Versions, processors and memory, GPU, cache, local data, the example of every method; then the
claims for which something is missing. Nothing of that is written into the user's cache.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from doctest import DocTestParser, DocTestRunner
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType

from verify.cli.options import CORES
from verify.evidence import Verdict
from verify.folder import borrowed, folder

NOT_SAID = "nothing here says what is missing: thmcheck check ID"


@dataclass(frozen=True)
class Diagnosis:
    """One thing looked at: what, whether it is well, and what was seen."""

    name: str
    well: bool
    seen: str


def diagnoses() -> Iterator[Diagnosis]:
    """Look at everything, one finding at a time."""
    from verify.running.keys import ALSO, MISSING, version_of, versions

    for package, version in {**versions(), **{name: version_of(name) for name in ALSO}}.items():
        yield Diagnosis(package, version != MISSING, version)
    yield _extra("distributed", "`--engine dask` needs it", "cluster")
    yield _extra("transformers", "ResNet, ViT, BERT and LLaMA need it", "networks")
    yield _extra(
        "numba", "long sign descent takes twice as long, full batches of parity five times", "fast"
    )
    yield Diagnosis("processors", True, str(CORES))
    yield _memory()
    yield _gpu()
    yield _cache()
    yield _local_data()
    yield from _methods()


def unchecked() -> dict[str, list[str]]:
    """Return, by the reason, the claims that their last check or the record left unchecked."""
    from verify.record import known
    from verify.running.cache import Cache

    def heard(said: str) -> None:
        """Hear what `_cache` tells."""

    with borrowed(), closing(Cache(heard)) as cache:
        latest = known.latest_results(cache)
    found: dict[str, list[str]] = {}
    for claim, one in latest.items():
        if one.verdict is Verdict.UNCHECKED:
            found.setdefault("; ".join(one.lacks) or NOT_SAID, []).append(claim)
    return found


def _extra(package: str, use: str, extra: str) -> Diagnosis:
    """Look whether a package is here that one can do without, and that an extra brings."""
    from verify.running.keys import MISSING, version_of

    version = version_of(package)
    without = f"{MISSING}; {use}: pip install 'thmcheck[{extra}]'"
    return Diagnosis(package, True, without if version == MISSING else version)


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
    """Look, in a copy, whether the cache can be used, and whether the user may write there."""
    from verify.running.cache import FILE, Cache

    trouble: list[str] = []
    with borrowed() as own:
        cache = Cache(trouble.append)
        cache.put("doctor", f"{time.time()}")
        well = cache.get("doctor") is not None
        cache.close()
        said = [words.partition(";")[0].replace(str(folder()), str(own)) for words in trouble]
    path = own / FILE
    there = next(place for place in (path, *path.parents) if place.exists())
    if not os.access(there, os.R_OK | os.W_OK) or (there != path and not there.is_dir()):
        return Diagnosis("cache", False, f"{path} cannot be read and written")
    return Diagnosis("cache", well and not said, "; ".join(said) or str(path))


def _local_data() -> Diagnosis:
    """Look which data sets are here that do not ship with a library."""
    from numerics import image_sets, labelled_images, local_data, sentence_pairs, texts

    named = os.environ.get(local_data.VARIABLE)
    if not named:
        seen = f"{local_data.VARIABLE} is not set, so none is looked for"
        return Diagnosis("local-data", True, seen)
    if not Path(named).is_dir():
        return Diagnosis("local-data", False, f"{local_data.VARIABLE}={named} is no folder")
    seen = f"{local_data.VARIABLE}={named}"
    sets = [(one[0], partial(local_data.files, *one)) for one in image_sets.LOCAL]
    sets.append((sentence_pairs.MRPC[0], partial(local_data.files, *sentence_pairs.MRPC)))
    for name, place, pattern in (texts.LOCAL, (*labelled_images.FLOWERS, "train/*/*")):
        sets.append((name, partial(local_data.matching, name, place, pattern)))
    for name, look in sets:
        try:
            look()
        except local_data.MissingData:
            seen += f"; {name} is not there"
        else:
            seen += f"; {name} is there"
    return Diagnosis("local-data", True, seen)


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
