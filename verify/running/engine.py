"""Engines: where items are done, here by workers on this machine. `engines` names the kinds."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import NamedTuple, Protocol

from reports.printable import printable
from verify.environment import variables
from verify.folder import folder
from verify.running.items import Item, Limits, Reply
from verify.running.process import Worker
from verify.running.replies import reply_of
from verify.running.server import begin
from verify.running.workers import ENVIRONMENT, HEAVY, perform, perform_watched, start_worker


class Address(NamedTuple):
    """Where an engine is that is not on this machine."""

    host: str
    port: int


class EngineBroken(RuntimeError):
    """Workers were lost, and nobody can say by which item."""


def environment() -> dict[str, str]:
    """Return the variables with which worker processes start, wherever they are."""
    return {**ENVIRONMENT, "HYPOTHESIS_STORAGE_DIRECTORY": str(folder() / "hypothesis")}


@contextmanager
def surroundings() -> Iterator[None]:
    """Let worker processes that are started within the block have the variables that they need."""
    with variables(environment()):
        yield


def get_ready(ahead: Sequence[str] = HEAVY) -> None:
    """Let workers of this machine have imported what they need when the first of them is wanted."""
    with surroundings():
        begin(ahead)


class Engine(Protocol):
    """Something that does items.

    What it guarantees to whoever submits to it:

    - Every future ends. It gives the reply of its item whatever the item does: a check that raises,
      hangs, needs too much memory, changes the state that all checks share or ends its process is
      a broken reply of that item and costs no other.
    - A reply depends on the item alone: neither on its worker, nor on what that worker did before.
    - `EngineBroken` is the only exception of a future, and of `submit`, after which a run goes on.
      Then all items without a reply are lost, and nothing can be submitted until `restart`. A
      `RunError` of a future says that workers cannot be used as they are, and ends the run.
    - Workers take no notice of interrupts, and do not outlive the process that has started them.

    Args:
        jobs: how many workers it has for the CPU; `None` if it starts as many as it is asked for.
    """

    jobs: int | None

    def prepare(self, worker: str, device: str) -> None:
        """Let a worker get ready that will be given items for a device, and return at once."""

    def submit(self, item: Item, worker: str) -> Future[Reply]:
        """Hand an item to a worker, and return at once.

        Args:
            item: the work.
            worker: a name; items for one module have the same one where that can be, because what
                a worker has built for one of them serves the others. A new name is a new worker.

        Raises:
            EngineBroken: no worker can be had.
        """

    def restart(self) -> None:
        """Replace all workers; items without a reply are lost."""

    def close(self) -> None:
        """End all workers; items without a reply are lost."""


class Local:
    """Workers on this machine; each is a process that starts with its first item, or before it.

    Items of one worker are done one after the other, in the order in which they were submitted.

    Args:
        limits: what an item may use.
        ahead: the modules that a worker imports before its first item.
    """

    jobs: int | None = None

    def __init__(self, limits: Limits, ahead: Sequence[str] = HEAVY) -> None:
        self.limits = limits
        self.ahead = ahead
        self.workers: dict[str, Worker] = {}

    def prepare(self, worker: str, device: str) -> None:
        """Start the process of a worker; what hinders it is told with its first item."""
        self._named(worker, device).start()

    def submit(self, item: Item, worker: str) -> Future[Reply]:
        """Hand an item to the worker of that name; see `Engine`."""
        reply: Future[Reply] = Future()
        answer = self._named(worker, item.device).submit(item)
        answer.add_done_callback(functools.partial(self._pass_on, item, reply))
        return reply

    def restart(self) -> None:
        """End all workers; the next item starts new ones."""
        self.close()

    def close(self) -> None:
        """End all workers."""
        for running in self.workers.values():
            running.stop()
        self.workers.clear()

    def _named(self, worker: str, device: str) -> Worker:
        if worker not in self.workers:
            self.workers[worker] = self._worker(device)
        return self.workers[worker]

    def _worker(self, device: str) -> Worker:
        memory = None if device == "cuda" else self.limits.memory
        setup = functools.partial(start_worker, memory, self.ahead)
        begin(self.ahead)
        return Worker(setup, perform_watched, self.limits.seconds)

    def _pass_on(self, item: Item, reply: Future[Reply], answer: Future[str]) -> None:
        """Give a future the reply that an answer holds, or that its absence is."""
        try:
            reply.set_result(reply_of(item, answer.result()))
        except TimeoutError:
            reply.set_result(Reply(broken=f"no answer within {self.limits.seconds:g} s"))
        except (BrokenProcessPool, CancelledError) as error:
            reply.set_exception(EngineBroken(str(error)))
        except Exception as error:  # whatever it is, somebody waits for the reply
            reply.set_result(Reply(broken=printable(str(error) or type(error).__name__)))


class InProcess:
    """No workers: items are done in this process, by which alone their claim is known."""

    jobs: int | None = None

    def prepare(self, worker: str, device: str) -> None:
        """Do nothing: there are no workers."""

    def submit(self, item: Item, worker: str) -> Future[Reply]:
        """Do an item at once; see `Engine`."""
        reply: Future[Reply] = Future()
        reply.set_result(reply_of(item, perform(item)[0]))
        return reply

    def restart(self) -> None:
        """Do nothing: nothing can break."""

    def close(self) -> None:
        """Do nothing: there are no workers."""
