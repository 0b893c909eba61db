"""The engine of a Dask cluster that exists already: `dask://HOST:PORT` is its scheduler.

A worker of the cluster does items as this machine would, in a process of its own for each of its
threads, with the same limits and variables, so that the same replies come back. It must have the
same versions, sources and local data: an item comes with the key of its result, and where the key
is another one there, the run ends with an error. The folders of `THMCHECK_PAPERS` have the same
names there. A worker that dies costs nothing, because the cluster gives its items to others; an
item with which several of them have died is broken. Items for CUDA go to workers with the resource
`GPU`.
"""

from __future__ import annotations

import functools
import os
import threading
from concurrent.futures import Future
from contextlib import suppress
from multiprocessing import current_process
from typing import Any

from verify.claims import catalogue, folders
from verify.errors import RunError, UsageError
from verify.running.engine import Address, EngineBroken, Local, environment
from verify.running.items import Item, Limits, Reply
from verify.running.keys import key_of
from verify.running.replies import read

WAIT = 20.0  # seconds for the scheduler to answer, and for the first worker
Answer = tuple[str | None, str]  # why there is no value, or the value as JSON
_LOCK = threading.Lock()  # of what a worker of a cluster knows of papers and sources


class Dask:
    """Workers of a Dask cluster; see `Engine`.

    Args:
        limits: what an item may use.
        address: of the scheduler.

    Raises:
        UsageError: the package `distributed` is not installed.
        RunError: no scheduler answers, or it has no workers.
    """

    def __init__(self, limits: Limits, address: Address) -> None:
        self.limits = limits
        self.address = address
        self.client = self._connected()
        threads = self.client.nthreads()
        self.threads = [worker for worker, count in sorted(threads.items()) for _ in range(count)]
        self.jobs: int | None = len(self.threads)
        self.places: dict[str, str] = {}  # by the name of a worker: where its items should be done
        self.submitted: set[Any] = set()

    def prepare(self, worker: str, device: str) -> None:
        """Do nothing: the workers of a cluster run already."""

    def submit(self, item: Item, worker: str) -> Future[Reply]:
        """Hand an item to the cluster, to one and the same of its workers if it has time."""
        place = self.places.setdefault(worker, self.threads[len(self.places) % len(self.threads)])
        reply: Future[Reply] = Future()
        wants = {"resources": {"GPU": 1}} if item.device == "cuda" else {"workers": [place]}
        try:
            answer = self.client.submit(
                *(perform_there, item, self.limits, _papers(), key_of(item)),
                pure=False,
                allow_other_workers="workers" in wants,
                **wants,
            )
        except Exception as error:  # whatever it is, nothing can be handed in
            raise EngineBroken(str(error)) from None
        self.submitted.add(answer)
        answer.add_done_callback(functools.partial(self._pass_on, item, reply))
        return reply

    def restart(self) -> None:
        """Connect again; items without a reply are lost."""
        self.close()
        self.client = self._connected()

    def close(self) -> None:
        """Give up what is not done yet; an item that a worker is doing it will end."""
        answers, self.submitted = self.submitted, set()
        with suppress(Exception):  # there may be nobody any more who could be told
            self.client.cancel(list(answers), force=True)
        self.client.close(timeout=WAIT)

    def _connected(self) -> Any:
        try:
            from distributed import Client
        except ImportError:
            raise UsageError(
                "--engine dask: the package distributed is missing; pip install 'thmcheck[cluster]'"
            ) from None
        where = f"{self.address.host}:{self.address.port}"
        try:
            client = Client(f"tcp://{where}", timeout=WAIT, set_as_default=False, name="thmcheck")
        except (OSError, TimeoutError) as error:
            raise RunError(f"no Dask scheduler answers at {where}: {error}") from None
        try:
            client.wait_for_workers(1, timeout=WAIT)
        except (OSError, TimeoutError):
            client.close()
            raise RunError(f"the Dask scheduler at {where} has no workers") from None
        return client

    def _pass_on(self, item: Item, reply: Future[Reply], answer: Any) -> None:
        """Give a future the reply that an answer is."""
        from distributed import KilledWorker

        self.submitted.discard(answer)
        try:
            broken, text = answer.result()
            reply.set_result(Reply(broken=broken) if broken is not None else read(item, text))
        except KilledWorker:
            reply.set_result(Reply(broken="the workers of the cluster died with it"))
        except RunError as error:
            reply.set_exception(error)
        except BaseException as error:  # cancelled, lost, or the scheduler is gone
            reply.set_exception(EngineBroken(str(error) or type(error).__name__))


# -- what a worker of the cluster does -------------------------------------------------------------


def perform_there(item: Item, limits: Limits, papers: str, key: str) -> Answer:
    """Do an item in a process of this thread of a worker of a cluster.

    Args:
        item, limits: the work, and what it may use.
        papers: the folders with more papers.
        key: of its result, where it comes from.

    Raises:
        RunError: this worker would give another result, or may start no processes.
    """
    if current_process().daemon:
        raise RunError(
            "the workers of the cluster may not start processes: start them with --no-nanny, "
            "or with DASK_DISTRIBUTED__WORKER__DAEMON=False"
        )
    with _LOCK:
        engine = _engine(limits)
        if os.environ.get(folders.VARIABLE, "") != papers or _key_here(item) != key:
            os.environ[folders.VARIABLE] = papers
            catalogue.forget()  # what it knows may be that of an earlier run
            engine.restart()
            if _key_here(item) != key:
                raise RunError("a worker of the cluster has other versions, sources or local data")
    reply = engine.submit(item, f"{threading.get_ident()} {item.device}").result()
    return reply.broken, reply.text


@functools.cache
def _engine(limits: Limits) -> Local:
    """Return the engine of this process, whose workers end with it."""
    os.environ.update(environment())
    return Local(limits)


def _key_here(item: Item) -> str:
    return key_of(item) if item.claim in catalogue.index() else "no such claim"


def _papers() -> str:
    return os.environ.get(folders.VARIABLE, "")
