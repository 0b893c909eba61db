"""What a worker process does with an item of work.

A worker returns JSON text and never raises. What an item changes in the global state of its
worker would change what later items find: its result is dropped, and the worker is replaced. So is
one that has needed much memory: what it does not give back later items would lack. A worker has a
memory limit, one thread, and a fixed hash seed, so that the order of sets, and with it the witness
that is found first, does not depend on the process.

The limit is `RLIMIT_DATA`: unlike `RLIMIT_AS` it does not count the address space that torch
reserves without using it, and unlike a watchdog the kernel enforces it without a race. Workers
for CUDA have none, because the driver maps far more than it uses.
"""

from __future__ import annotations

import functools
import gc
import os
import sys
import threading
from collections.abc import Sequence
from importlib import import_module
from multiprocessing import parent_process
from typing import Any

from reports.printable import clean
from verify.errors import FROM_A_PAPER
from verify.evidence import plain, to_json
from verify.running.garbage import collect_rarely
from verify.running.isolation import Watch
from verify.running.items import Item

try:
    import resource
except ImportError:  # not a POSIX system: no memory limit
    resource = None  # type: ignore[assignment]

ENVIRONMENT = {
    "PYTHONHASHSEED": "0",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "TORCHINDUCTOR_COMPILE_THREADS": "1",
    # glibc gives what is free back to the system less often: to ask for it anew for each question
    # to z3 was an eighth of the time of a run
    "MALLOC_MMAP_THRESHOLD_": str(2**30),
    "MALLOC_TRIM_THRESHOLD_": str(2**30),
    "MALLOC_TOP_PAD_": str(2**24),
}

UNIT = 1 if sys.platform == "darwin" else 1024  # bytes in that of `ru_maxrss`

# by name: results depend on what their own work imports, not on what is only at hand
HEAVY = ("verify.judging.assemble", "verify.variants.mutants", "verify.variants.repairs")


def perform(item: Item, watch: Watch | None = None) -> tuple[str, bool]:
    """Do one piece of work.

    Args:
        item: the work.
        watch: what looks after the global state of this process; by default nothing does.

    Returns:
        `{"value": ...}` or `{"broken": reason}` as JSON text, and whether the process is as it
        was before. What came of an item that has changed it is not returned.
    """
    _one_thread()
    if watch is not None:
        watch.begin()
    text = _performed(item)
    changes = watch.end() if watch is not None else []
    if changes:
        text = _broken(f"changed global state: {'; '.join(changes)}")
    return text, not changes


def _performed(item: Item) -> str:
    try:
        return to_json({"value": clean(plain(item.work.do(item)))})
    except BaseException as error:
        return _broken(f"{type(error).__name__}: {_words(error)}")


def _broken(reason: str) -> str:
    return to_json({"broken": clean(reason[:2000])})


def _words(error: BaseException) -> str:
    """Return what an exception says of itself, which may be an exception of its own."""
    try:
        return str(error)
    except FROM_A_PAPER as another:
        return f"its text raises {type(another).__name__}"


def _one_thread() -> None:
    """Keep torch to one thread, once the attack on some paper has imported it."""
    torch = sys.modules.get("torch")
    if torch is not None:
        torch.set_num_threads(1)


def start_worker(memory: int | None, ahead: Sequence[str] = HEAVY) -> None:
    """Set up a worker process: its memory limit, its output, and its end with its parent.

    Args:
        memory: how many bytes it may use, `None` for any number.
        ahead: the modules that are imported here, where no item's clock runs yet.
    """
    for name in ahead:
        import_module(name)
    gc.freeze()
    collect_rarely()
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if memory is not None:
            resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    os.dup2(2, 1)  # whatever a check prints must not end up in the JSON on standard output
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    _watch()


@functools.cache
def _watch() -> Watch:
    """Return what looks after this process, from its first item on."""
    return Watch()


def perform_watched(item: Item) -> tuple[str, bool]:
    """Do one piece of work in a worker process; see `perform`."""
    text, is_same = perform(item, _watch())
    return text, is_same and not _has_grown()


def _has_grown() -> bool:
    """Return whether this process has needed more than half of the memory that it may use."""
    if resource is None:
        return False
    most, _ = resource.getrlimit(resource.RLIMIT_DATA)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * UNIT
    return most != resource.RLIM_INFINITY and peak > most / 2


def _end_with(parent: Any) -> None:
    parent.join()
    os._exit(1)
