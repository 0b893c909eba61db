"""Hand work items to an engine, and answer from the store what the store knows.

Work comes as examinations: generators that yield lists of items and receive their replies. A
broken item is a reply too, so that a hanging, crashing or greedy check costs its own item and
nothing else.
"""

from __future__ import annotations

import hashlib
import json
import signal
import sys
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, partial
from importlib import metadata
from itertools import count, product
from queue import SimpleQueue
from threading import current_thread, main_thread
from typing import Any

from reports.printable import printable
from verify.claims import catalogue
from verify.errors import RunError
from verify.running import shape
from verify.running.store import Store
from verify.running.workers import Engine, Item, Limits

PACKAGES = ("sympy", "python-flint", "z3-solver", "hypothesis", "torch", "numpy", "scipy")
ALSO = ("mpmath", "cvc5")  # results depend on them too, and cvc5 may be missing
IN_HAND = 3  # items that a worker holds: one that it does, and what keeps it from waiting for more
# of what does the work only the files themselves count, not everything that they can do
ALONE = (
    "verify.methods.attack",
    "verify.running.workers",
    "verify.running.isolation",
    "verify.claims.catalogue",
    "verify.claims.statements",
    "verify.methods.task",
)
ATTEMPTS = 3  # how often an item may be in a pool that breaks before it is given up
MAX_BREAKS = 20  # how often in a row a pool may break


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
    return {**found, **{package: _version(package) for package in ("thmcheck", *PACKAGES)}}


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"


@cache
def _environment() -> tuple[tuple[str, str], ...]:
    found = {**versions(), **{package: _version(package) for package in ALSO}}
    return tuple((k, v) for k, v in sorted(found.items()) if k != "thmcheck")


def key_of(item: Item) -> str:
    """Return the key under which an item's result is stored.

    It covers everything that the result depends on: the item with the statements that it is
    about, the source of the claim, of its attack and of the engine, and the versions of what the
    engine calls.
    """
    place = catalogue.index()[item.claim]
    modules = {
        "describe": ["verify.shown.describe", *catalogue.SHOWING],
        "method": [f"verify.methods.{item.method}"],
        "mutate": ["verify.variants.mutants"],
        "repair": ["verify.variants.repairs"],
        "draw": ["verify.shown.plots"],
    }.get(item.kind, ["verify.judging.assemble"])
    if item.kind not in ("describe", "method", "draw"):
        modules += _methods()
    if item.opaque and item.kind != "describe":
        modules += catalogue.attack_modules(item.claim)
    text = json.dumps(
        [
            item.kind, item.claim, item.profile, item.seed, item.device, item.method,
            _without_times(json.loads(item.data)),
            catalogue.closure_hash(place.module, *modules, alone=ALONE),
            _environment(),
        ],
        sort_keys=True,
    )  # fmt: skip
    return hashlib.sha256(text.encode()).hexdigest()


@cache
def _methods() -> tuple[str, ...]:
    """Return the modules of all methods, which are found and not imported by name."""
    from verify.methods import METHODS

    return tuple(f"verify.methods.{name}" for name in METHODS)


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
        return Reply(value) if shape.fits(value, shape.RESULTS[item.kind]) else None

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
            return Reply(broken=printable(str(error) or type(error).__name__))


@dataclass(order=True)
class _Ticket:
    """One item on its way; claims that come first go first, later steps before new claims."""

    order: int
    serial: int
    item: Item = field(compare=False)
    batch: _Batch = field(compare=False)
    slot: int = field(compare=False)
    attempts: int = field(default=0, compare=False)

    @property
    def module(self) -> str:
        """The module that defines the claim."""
        return catalogue.index()[self.item.claim].module


@dataclass
class _Batch:
    """The items that one claim waits for."""

    order: int
    claim: str
    examination: Examination
    replies: list[Reply | None]
    missing: int


class Drive:
    """Runs examinations to their end, with `desk.jobs` workers for the CPU and one for CUDA.

    The claims of a module go to one worker as long as no other would have nothing to do: much of
    the work is to build them.

    Args:
        desk: where items are handed in.
        done: told what each examination returns.
    """

    def __init__(self, desk: Desk, done: Callable[[str, Any], None]) -> None:
        self.desk = desk
        self.done = done
        self.serial = count()
        self.workers = {"cpu": [f"cpu-{n}" for n in range(desk.jobs)], "cuda": ["cuda"]}
        self.homes: dict[str, str] = {}
        self.waiting: dict[str, list[_Ticket]] = {"cpu": [], "cuda": []}
        self.flying: dict[int, tuple[_Ticket, str]] = {}
        self.arrived: SimpleQueue[tuple[int, Future[str]] | None] = SimpleQueue()
        self.breaks = 0
        self.interrupted = False

    def all(self, examinations: Mapping[str, Examination]) -> None:
        """Run all examinations.

        Raises:
            RunError: the workers break again and again.
            KeyboardInterrupt: somebody asked to stop, noticed between two items.
        """
        with self.interruptible():
            for order, (claim, examination) in enumerate(examinations.items()):
                self.heed()
                self.advance(_Batch(order, claim, examination, [], 0))
                self.launch(at_home=True)
            while self.flying or any(self.waiting.values()):
                self.heed()
                self.launch()
                if self.flying:
                    self.land()
            self.heed()

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """Note the first interrupt; raised amid the locks of a pool, it could make it hang."""
        before = signal.getsignal(signal.SIGINT)
        if current_thread() is not main_thread() or not callable(before):
            yield
            return

        def note(number: int, frame: Any) -> None:
            signal.signal(signal.SIGINT, before)  # the second one is raised wherever it arrives
            self.interrupted = True
            self.arrived.put(None)

        signal.signal(signal.SIGINT, note)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def heed(self) -> None:
        """Raise an interrupt that was noted."""
        if self.interrupted:
            raise KeyboardInterrupt

    def has_room(self, worker: str, most: int) -> bool:
        """Return whether a worker that may hold so many items may be given one more.

        After a pool has broken, one item at a time is on its way, so that the item that does it is
        found out.
        """
        if any(ticket.attempts for queue in self.waiting.values() for ticket in queue):
            return not self.flying
        return sum(holder == worker for _, holder in self.flying.values()) < most

    def pick(self, queue: list[_Ticket], worker: str, at_home: bool) -> _Ticket | None:
        """Take a worker's next item off a queue: of a module that is its own or nobody's if it can.

        Args:
            queue: what waits.
            worker: who has room.
            at_home: leave the modules of other workers alone.
        """
        own = [ticket for ticket in queue if self.homes.get(ticket.module, worker) == worker]
        ticket = min(own or ([] if at_home else queue), default=None)
        if ticket is not None:
            queue.remove(ticket)
            if ticket.item.device == "cpu":
                self.homes.setdefault(ticket.module, worker)
        return ticket

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
                    self.waiting[items[slot].device].append(ticket)
                return

    def launch(self, at_home: bool = False) -> None:
        """Hand waiting items to the workers, nobody a second one while another has none."""
        for device, queue in self.waiting.items():
            for most, worker in product(range(1, IN_HAND + 1), self.workers[device]):
                if not queue or not self.has_room(worker, most):
                    continue
                ticket = self.pick(queue, worker, at_home)
                if ticket is None:
                    continue
                number = next(self.serial)
                try:
                    future = self.desk.engine.submit(ticket.item, worker)
                except RuntimeError as error:  # the pool broke between two items
                    queue.append(ticket)
                    self.recover(error)
                    return
                self.flying[number] = (ticket, worker)
                future.add_done_callback(partial(self._arrive, number))

    def _arrive(self, number: int, future: Future[str]) -> None:
        self.arrived.put((number, future))

    def land(self) -> None:
        """Wait for one item and pass its reply on."""
        arrival = self.arrived.get()
        if arrival is None:
            return  # an interrupt
        number, future = arrival
        if number not in self.flying:
            return  # it was handed in again after its pool broke
        reply = self.desk.read(future)
        if reply is None:
            self.recover(future.exception())
            return
        self.breaks = 0
        ticket, _ = self.flying.pop(number)
        self.settle(ticket, reply)

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
        for ticket, _ in lost.values():
            ticket.attempts += 1
            if ticket.attempts < ATTEMPTS:
                self.waiting[ticket.item.device].append(ticket)
            else:
                self.settle(ticket, Reply(broken=f"its worker died {ATTEMPTS} times"))


def _has_error(value: Any) -> bool:
    """Return whether some piece of evidence in a result comes from a check that broke."""
    if isinstance(value, dict):
        broken = value.get("error") is True or bool(value.get("errors"))
        return broken or any(map(_has_error, value.values()))
    return isinstance(value, list) and any(map(_has_error, value))
