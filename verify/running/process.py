"""One worker process, watched: whatever ends it is noticed at once and costs the item it did.

No pool of the libraries at hand does this: that of the standard library has no time-out for one
item, and pebble takes a worker that ends with exit code 0 for one that has finished its work, so
that a check that calls `os._exit(0)` stands still until its time-out.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from itertools import count
from multiprocessing.connection import Connection, wait
from queue import SimpleQueue
from threading import Lock, Thread
from time import monotonic, sleep
from typing import Any

from verify.running.server import CONTEXT

READY, MORE, LAST = b"ready", b"more:", b"last:"
START = object()  # among what waits for a worker: no item, the wish for a process
MAX_ITEMS = 2000  # a process is replaced after this many, so that leaks do not grow
GRACE = 2.0  # seconds from the end of its pipe to that of the process


class WorkerDied(RuntimeError):
    """The process ended before it had answered; the message says how."""

    def __init__(self, code: int) -> None:
        used_up = code == -signal.SIGXCPU
        died = f"the worker died (exit code {code}{_signal_name(code)})"
        super().__init__("no answer within its processor time" if used_up else died)


def _signal_name(code: int) -> str:
    known = {-number: f", {number.name}" for number in signal.Signals}
    return known.get(code, "")


class Worker:
    """A process that does one item after the other, and the thread that watches it.

    The process starts with the first item, or before it with `start`, and is replaced after its
    end, after a time-out, and when it says that it must not go on.

    Args:
        setup: called in a new process before its first item, while no item's clock runs yet.
        perform: called in the process with each item; returns text, and whether to go on.
        seconds: how long an item may take.
    """

    def __init__(
        self, setup: Callable[[], None], perform: Callable[[Any], tuple[str, bool]], seconds: float
    ) -> None:
        self.task = (setup, perform)
        self.seconds = seconds
        self.waiting: SimpleQueue[Any] = (
            SimpleQueue()
        )  # items with futures, `START`, at last `None`
        self.process: Any = None
        self.connection: Connection | None = None
        self.stopped = False
        self.lock = Lock()  # held while a process is started, so that `stop` ends the last one
        self.thread = Thread(target=self._serve, daemon=True)
        self.thread.start()

    def start(self) -> None:
        """Start the process now, for items that are to come; return at once."""
        self.waiting.put(START)

    def submit(self, item: Any) -> Future[str]:
        """Put an item in the queue.

        The future raises `TimeoutError` or `WorkerDied` if the item has no answer, and
        `BrokenProcessPool` if no process could be made ready for it.
        """
        future: Future[str] = Future()
        self.waiting.put((item, future))
        return future

    def stop(self) -> None:
        """End the process and the thread; items without an answer are lost."""
        with self.lock:
            self.stopped = True
            if self.process is not None:
                self.process.kill()
        self.waiting.put(None)
        self.thread.join()

    def _serve(self) -> None:
        while (task := self.waiting.get()) is not None:
            if task is START:
                with suppress(Exception):  # the first item finds the same and tells it
                    self._ready()
                continue
            item, future = task
            if self.stopped or not future.set_running_or_notify_cancel():
                future.cancel()
                continue
            try:
                text = self._answer(item)
            except Exception as error:  # whatever it is, it is raised where the answer is awaited
                future.set_exception(error)
            else:
                future.set_result(text)
        self._end()

    def _answer(self, item: Any) -> str:
        """Return what the process answers to one item."""
        connection = self._ready()
        try:
            connection.send(item)
            found = wait([connection, self.process.sentinel], self.seconds)
            if found and not connection.poll():
                raise EOFError  # it has ended without a word
            message = connection.recv_bytes() if found else None
        except (OSError, EOFError):
            raise WorkerDied(self._end(GRACE)) from None
        if message is None:
            self._end()
            raise TimeoutError
        if not message.startswith(MORE):
            self._end()
        return message[len(MORE) :].decode()

    def _ready(self) -> Connection:
        """Return the connection to a process that waits for an item.

        Raises:
            BrokenProcessPool: there is none and none can be started.
        """
        if self.connection is not None and self.process.is_alive():
            return self.connection
        self._end()
        here, there = CONTEXT.Pipe()
        with self.lock:
            if self.stopped:
                raise BrokenProcessPool("the worker was stopped")
            process = CONTEXT.Process(target=_work, args=(there, dict(os.environ), *self.task))
            try:
                process.start()
            except (OSError, EOFError) as error:
                raise BrokenProcessPool(f"no worker can be started: {error}") from None
            self.process = process
        there.close()
        self.connection = here
        try:
            here.recv_bytes()
        except (OSError, EOFError):
            code = self._end(GRACE)
            raise BrokenProcessPool(f"a worker ended at once, exit code {code}") from None
        return here

    def _end(self, grace: float = 0) -> int:
        """End the process, which may do so itself within some seconds; return its exit code."""
        if self.connection is not None:
            self.connection.close()
            self.connection = None
        if self.process is None:
            return 0
        deadline = monotonic() + grace
        while self.process.is_alive() and monotonic() < deadline:
            sleep(0.005)  # to join it could last for ever: it may have closed what tells of its end
        self.process.kill()
        self.process.join()
        return int(self.process.exitcode)


def _work(
    connection: Connection,
    environment: Mapping[str, str],
    setup: Callable[[], None],
    perform: Callable[[Any], tuple[str, bool]],
) -> None:
    """Do items until there are no more or one of them is the last."""
    os.environ.clear()  # a server may have started with other variables
    os.environ.update(environment)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what an interrupt ends
    setup()
    own = os.getpid()
    connection.send_bytes(READY)
    for number in count(1):
        try:
            item = connection.recv()
        except EOFError:
            return
        text, goes_on = perform(item)
        goes_on = goes_on and number < MAX_ITEMS
        if os.getpid() != own:  # a copy that a check has forked off must not answer
            os._exit(1)
        connection.send_bytes((MORE if goes_on else LAST) + text.encode())
        if not goes_on:
            return
