"""Work items, what a worker process does with them, and the pools that hold the workers.

A worker returns JSON text and never raises. What an item changes in the global state of its
worker would change what later items find: its result is dropped, and the worker is replaced. A
worker has a memory limit, one thread, and a fixed hash seed, so that the order of sets, and
with it the witness that is found first, does not depend on the process.

The limit is `RLIMIT_DATA`: unlike `RLIMIT_AS` it does not count the address space that torch
reserves without using it, and unlike a watchdog the kernel enforces it without a race. Workers
for CUDA have none, because the driver maps far more than it uses.
"""

from __future__ import annotations

import functools
import json
import os
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import parent_process
from typing import Any, Protocol

from reports.printable import clean
from verify.folder import folder
from verify.running.isolation import Watch
from verify.running.pool import Worker

try:
    import resource
except ImportError:  # not a POSIX system: no memory limit
    resource = None  # type: ignore[assignment]

MEMORY_LIMIT = 4 * 2**30
ENVIRONMENT = {
    "PYTHONHASHSEED": "0",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}


@dataclass(frozen=True)
class Item:
    """One piece of work; small, picklable, and complete in itself.

    Args:
        kind: one of the keys of `KINDS`.
        claim: id of the claim.
        profile, seed, device: how the checks run.
        method: for "method", the route of attack.
        opaque: whether the paper's attack is needed; if not, its source does not matter.
        data: JSON text with what else the work needs.
    """

    kind: str
    claim: str
    profile: str = "quick"
    seed: int = 0
    device: str = "cpu"
    method: str = ""
    opaque: bool = True
    data: str = "null"


@dataclass(frozen=True)
class Limits:
    """What one item may use: wall-clock seconds, and bytes of memory in its worker."""

    seconds: float
    memory: int = MEMORY_LIMIT


class Engine(Protocol):
    """Something that items are submitted to."""

    def submit(self, item: Item, worker: str) -> Future[str]:
        """Hand an item to the worker of that name; return the future of its JSON text."""

    def restart(self) -> None:
        """Replace what broke; items that were submitted before are lost."""


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
        return json.dumps({"value": clean(KINDS[item.kind](item))}, allow_nan=False)
    except BaseException as error:
        return _broken(f"{type(error).__name__}: {_words(error)}")


def _broken(reason: str) -> str:
    return json.dumps({"broken": clean(reason[:2000])})


def _words(error: BaseException) -> str:
    """Return what an exception says of itself, which may be an exception of its own."""
    try:
        return str(error)
    except Exception as another:
        return f"its text raises {type(another).__name__}"


def _describe(item: Item) -> Any:
    from verify.claims import catalogue
    from verify.shown import describe

    return describe.describe(catalogue.load(item.claim))


def _replay(item: Item) -> Any:
    from verify.claims import catalogue
    from verify.judging import assemble

    return assemble.replayed(catalogue.load(item.claim), json.loads(item.data))


def _confirm(item: Item) -> Any:
    from verify.claims import catalogue
    from verify.judging import assemble
    from verify.judging.certificate import CertificateError

    try:
        return {"accepted": assemble.confirm(catalogue.load(item.claim), json.loads(item.data))}
    except CertificateError as reason:
        return {"refused": str(reason)}


def _method(item: Item) -> Any:
    from verify.claims import catalogue
    from verify.evidence import evidence_to_json
    from verify.methods.attack import attack_all
    from verify.methods.task import PROFILES

    found = attack_all(
        catalogue.load(item.claim),
        item.method,
        json.loads(item.data),
        budget=PROFILES[item.profile],
        seed=item.seed,
        device=item.device,
    )
    return {key: evidence_to_json(piece) for key, piece in found.items()}


def _judge(item: Item) -> Any:
    from verify.claims import catalogue
    from verify.evidence import evidence_from_json
    from verify.judging import assemble

    data = json.loads(item.data)
    evidence = {k: [evidence_from_json(e) for e in es] for k, es in data["evidence"].items()}
    return assemble.judged(catalogue.load(item.claim), evidence, data["known"])


def _mutate(item: Item) -> Any:
    from verify.claims import catalogue
    from verify.methods.task import PROFILES
    from verify.variants.mutants import mutate

    return mutate(catalogue.load(item.claim), PROFILES[item.profile], item.seed)


def _repair(item: Item) -> Any:
    from verify.claims import catalogue
    from verify.methods.task import PROFILES
    from verify.variants.repairs import repair

    known = json.loads(item.data) or {}
    return repair(catalogue.load(item.claim), known, PROFILES[item.profile], item.seed)


def _draw(item: Item) -> Any:
    from verify.claims import catalogue
    from verify.shown import plots

    return plots.plots(catalogue.load(item.claim), json.loads(item.data))


KINDS: dict[str, Callable[[Item], Any]] = {
    "describe": _describe,
    "replay": _replay,
    "confirm": _confirm,
    "method": _method,
    "judge": _judge,
    "mutate": _mutate,
    "repair": _repair,
    "draw": _draw,
}


def _one_thread() -> None:
    """Keep torch to one thread, once the attack on some paper has imported it."""
    torch = sys.modules.get("torch")
    if torch is not None:
        torch.set_num_threads(1)


def start_worker(memory: int | None) -> None:
    """Set up a worker process: its memory limit, its output, and its end with its parent.

    The heavy imports happen here, where no item's clock runs yet.
    """
    import verify.judging.assemble
    import verify.variants.mutants
    import verify.variants.repairs  # noqa: F401

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


def _perform_alone(item: Item) -> tuple[str, bool]:
    return perform(item, _watch())


def _end_with(parent: Any) -> None:
    parent.join()
    os._exit(1)


class Local:
    """Workers on this machine; each starts with its first item."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.workers: dict[str, Worker] = {}

    def submit(self, item: Item, worker: str) -> Future[str]:
        """Hand an item to the worker of that name; return the future of its JSON text."""
        if worker not in self.workers:
            self.workers[worker] = self._worker(item.device)
        return self.workers[worker].submit(item)

    def restart(self) -> None:
        """Stop all workers; the next item starts new ones."""
        for worker in self.workers.values():
            worker.stop()
        self.workers.clear()

    def _worker(self, device: str) -> Worker:
        memory = None if device == "cuda" else self.limits.memory
        setup = functools.partial(start_worker, memory)
        return Worker(setup, _perform_alone, self.limits.seconds)


@contextmanager
def local(limits: Limits) -> Iterator[Engine]:
    """Open the engine of this machine; its workers end with the block, whatever happens."""
    changed = {**ENVIRONMENT, "HYPOTHESIS_STORAGE_DIRECTORY": str(folder() / "hypothesis")}
    before = {name: os.environ.get(name) for name in changed}
    os.environ.update(changed)
    engine = Local(limits)
    try:
        yield engine
    finally:
        engine.restart()
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


class Here:
    """No workers: items are done in this process, by which alone their claim is known."""

    def submit(self, item: Item, worker: str) -> Future[str]:
        """Do an item at once; return the future of its JSON text."""
        future: Future[str] = Future()
        future.set_result(perform(item)[0])
        return future

    def restart(self) -> None:
        """Do nothing: nothing can break."""


@contextmanager
def here(limits: Limits) -> Iterator[Engine]:
    """Open the engine of this process, which has no limits."""
    yield Here()


ENGINES: dict[str, Callable[[Limits], Any]] = {"local": local, "here": here}
