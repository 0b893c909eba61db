"""Hand work items to an engine, and answer from the store what the store knows.

Work comes as examinations: generators that yield lists of items and receive their replies. A
broken item is a reply too, so that a hanging, crashing or greedy check costs its own item and
nothing else.
"""

from __future__ import annotations

import hashlib
import heapq
import json
import sys
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from functools import cache, partial
from importlib import metadata
from itertools import count
from queue import SimpleQueue
from typing import Any

from verify import catalogue
from verify.store import Store
from verify.workers import Engine, Item, Limits

PACKAGES = ("sympy", "python-flint", "z3-solver", "hypothesis", "torch", "numpy", "scipy")
ATTEMPTS = 3  # how often an item may be in a pool that breaks before it is given up
MAX_BREAKS = 20  # how often in a row a pool may break


class RunError(RuntimeError):
    """The run itself cannot go on."""


@dataclass(frozen=True)
class Reply:
    """What became of an item: a value, or why there is none."""

    value: Any = None
    broken: str | None = None


Examination = Generator[list[Item], list[Reply], Any]


def single(item: Item) -> Generator[list[Item], list[Reply], Reply]:
    """Do one item; for work that has no further steps."""
    (reply,) = yield [item]
    return reply


def versions() -> dict[str, str]:
    """Return the versions that a result depends on."""
    found = {"python": ".".join(map(str, sys.version_info[:3]))}
    for package in ("thmcheck", *PACKAGES):
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            found[package] = "not installed"
    return found


@cache
def _environment() -> tuple[tuple[str, str], ...]:
    return tuple((k, v) for k, v in sorted(versions().items()) if k != "thmcheck")


def key_of(item: Item) -> str:
    """Return the key under which an item's result is stored.

    It covers everything that the result depends on: the item with the statements that it is
    about, the source of the claim, of its attack and of the engine, and the versions of what the
    engine calls.
    """
    place = catalogue.index()[item.claim]
    modules = {
        "describe": ["verify.assemble", *catalogue.SHOWING],
        "method": [f"verify.methods.{item.method}"],
        "mutate": ["verify.mutants"],
        "repair": ["verify.repair"],
    }.get(item.kind, ["verify.assemble"])
    if item.opaque and item.kind != "describe":
        modules += catalogue.attack_modules(item.claim)
    text = json.dumps(
        [
            item.kind, item.claim, item.profile, item.seed, item.device, item.method,
            _without_times(json.loads(item.data)),
            catalogue.closure_hash(place.module, *modules, alone=("verify.check",)),
            _environment(),
        ],
        sort_keys=True,
    )  # fmt: skip
    return hashlib.sha256(text.encode()).hexdigest()


def _without_times(data: Any) -> Any:
    if isinstance(data, dict):
        return {k: _without_times(v) for k, v in data.items() if k != "seconds"}
    return [_without_times(v) for v in data] if isinstance(data, list) else data


@dataclass
class Desk:
    """Where items are handed in: the store answers what it knows, the engine does the rest."""

    engine: Engine
    store: Store | None
    limits: Limits
    jobs: int
    fresh: bool = False

    def recall(self, item: Item) -> Reply | None:
        """Return what the store knows of an item."""
        if self.store is None or self.fresh:
            return None
        value = self.store.get(key_of(item))
        return None if value is None else Reply(value)

    def remember(self, item: Item, reply: Reply) -> None:
        """Store a reply; what broke is not a result, and neither is what was judged with it."""
        if self.store is not None and reply.broken is None and not _has_error(reply.value):
            self.store.put(key_of(item), reply.value)

    def read(self, future: Future[str]) -> Reply | None:
        """Return what a finished future says; a lost worker is a broken item.

        Returns:
            A reply, or `None` if all workers are gone and nobody can say which item did it.
        """
        try:
            answer = json.loads(future.result())
            return Reply(answer.get("value"), answer.get("broken"))
        except TimeoutError:
            return Reply(broken=f"no answer within {self.limits.seconds:g} s")
        except (BrokenProcessPool, CancelledError):
            return None
        except Exception as error:
            code = getattr(error, "exitcode", None)
            died = f"the worker died (exit code {code})" if code is not None else str(error)
            return Reply(broken=died)


@dataclass(order=True)
class _Ticket:
    """One item on its way; claims that come first go first, later steps before new claims."""

    order: int
    serial: int
    item: Item = field(compare=False)
    batch: _Batch = field(compare=False)
    slot: int = field(compare=False)
    attempts: int = field(default=0, compare=False)


@dataclass
class _Batch:
    """The items that one claim waits for."""

    order: int
    claim: str
    examination: Examination
    replies: list[Reply | None]
    missing: int


class Drive:
    """Runs examinations to their end, as many items at a time as there are workers.

    Args:
        desk: where items are handed in.
        done: told what each examination returns.
    """

    def __init__(self, desk: Desk, done: Callable[[str, Any], None]) -> None:
        self.desk = desk
        self.done = done
        self.serial = count()
        self.waiting: dict[str, list[_Ticket]] = {"cpu": [], "cuda": []}
        self.flying: dict[int, _Ticket] = {}
        self.arrived: SimpleQueue[tuple[int, Future[str]]] = SimpleQueue()
        self.breaks = 0

    def all(self, examinations: Mapping[str, Examination]) -> None:
        """Run all examinations.

        Raises:
            RunError: the workers break again and again.
        """
        new = enumerate(examinations.items())
        while True:
            while len(self.waiting["cpu"]) < self.room("cpu"):
                started = next(new, None)
                if started is None:
                    break
                order, (claim, examination) = started
                self.advance(_Batch(order, claim, examination, [], 0))
            self.launch()
            if self.flying:
                self.land()
            elif not any(self.waiting.values()):
                return

    def room(self, device: str) -> int:
        """Return how many items may be with the workers of a device at a time.

        After a pool has broken it is one, so that the item that does it is found out.
        """
        if any(ticket.attempts for queue in self.waiting.values() for ticket in queue):
            return 1
        return 2 * self.desk.jobs + 2 if device == "cpu" else 2

    def advance(self, batch: _Batch) -> None:
        """Let one examination go on until it waits for workers or is finished."""
        replies = batch.replies or None
        while True:
            try:
                items = batch.examination.send(replies)  # type: ignore[arg-type]
            except StopIteration as end:
                self.done(batch.claim, end.value)
                return
            replies = [self.desk.recall(item) for item in items]
            missing = [slot for slot, reply in enumerate(replies) if reply is None]
            if missing:
                following = replace(batch, replies=replies, missing=len(missing))
                for slot in missing:
                    ticket = _Ticket(batch.order, next(self.serial), items[slot], following, slot)
                    heapq.heappush(self.waiting[items[slot].device], ticket)
                return

    def launch(self) -> None:
        """Hand waiting items to the engine, as far as there is room."""
        for device, queue in self.waiting.items():
            room = self.room(device)
            while queue and sum(t.item.device == device for t in self.flying.values()) < room:
                ticket = heapq.heappop(queue)
                number = next(self.serial)
                try:
                    future = self.desk.engine.submit(ticket.item)
                except RuntimeError as error:  # the pool broke between two items
                    heapq.heappush(queue, ticket)
                    self.recover(error)
                    return
                self.flying[number] = ticket
                future.add_done_callback(partial(self._arrive, number))

    def _arrive(self, number: int, future: Future[str]) -> None:
        self.arrived.put((number, future))

    def land(self) -> None:
        """Wait for one item and pass its reply on."""
        number, future = self.arrived.get()
        if number not in self.flying:
            return  # it was handed in again after its pool broke
        reply = self.desk.read(future)
        if reply is None:
            self.recover(future.exception())
            return
        self.breaks = 0
        self.settle(self.flying.pop(number), reply)

    def settle(self, ticket: _Ticket, reply: Reply) -> None:
        """Pass a reply to the claim that waits for it."""
        self.desk.remember(ticket.item, reply)
        batch = ticket.batch
        batch.replies[ticket.slot] = reply
        batch.missing -= 1
        if not batch.missing:
            self.advance(batch)

    def recover(self, error: BaseException | None) -> None:
        """Replace a broken pool and hand its items in again; give up those that break it.

        Raises:
            RunError: no worker lives long enough to answer anything.
        """
        self.breaks += 1
        if self.breaks > MAX_BREAKS:
            raise RunError(f"no worker process can be kept alive: {error}")
        self.desk.engine.restart()
        lost, self.flying = self.flying, {}
        for ticket in lost.values():
            ticket.attempts += 1
            if ticket.attempts < ATTEMPTS:
                heapq.heappush(self.waiting[ticket.item.device], ticket)
            else:
                self.settle(ticket, Reply(broken=f"its worker died {ATTEMPTS} times"))


def _has_error(value: Any) -> bool:
    """Return whether some piece of evidence in a result comes from a check that broke."""
    if isinstance(value, dict):
        broken = value.get("error") is True or bool(value.get("errors"))
        return broken or any(map(_has_error, value.values()))
    return isinstance(value, list) and any(map(_has_error, value))
