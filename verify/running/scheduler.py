"""Do the work on many claims: what the cache knows is taken from it, an engine does the rest.

The work on a claim is an examination: a generator that yields lists of items and receives their
replies. A broken item is a reply too, so that a check that hangs, crashes or needs too much memory
costs its own item and nothing else. What several examinations ask for, as those do whose arguments
rest on the same claim, is done once in a run.

Items are one claim and one kind of work, and not chunks of a module. What a chunk would save was
measured on the quick run of a paper with 22 modules, two workers, no cache: 1265 items, of which
the claims of a module came to one worker, so that 23 imports of modules (2.5 s each on a busy
machine) were made where 22 are the least; what an item costs beside its work (its way there and
back, the look at the global state) was 12 ms on the same machine, 8 s of the 98 s of the run. A
chunk would have one time-out, one fate and one row in the cache for many claims: a check that
hangs, a killed worker or a killed run would cost all of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from typing import Any

from verify.claims import catalogue
from verify.errors import RunError
from verify.running.cache import Cache
from verify.running.engine import Engine, EngineBroken
from verify.running.interrupts import Interrupts
from verify.running.items import Examination, Item, Reply
from verify.running.recall import recall, remember

IN_HAND = 3  # items that a worker holds: one that it does, and what keeps it from waiting for more
ATTEMPTS = 3  # how often an item may be in an engine that breaks before it is given up
MAX_BREAKS = 20  # how often in a row an engine may break
LONGEST_WAIT = 1.0  # seconds; an interrupt that another thread receives does not end a wait


@dataclass(eq=False)
class _Claim:
    """One claim on its way.

    Args:
        id: its id.
        place: its place in the run; claims that come first go first.
        examination: the work on it.
        replies: to the items that it asked for last, `None` for those that are missing; no list
            before its first step.
    """

    id: str
    place: int
    examination: Examination
    replies: list[Reply | None] | None = None


@dataclass(eq=False)
class _Job:
    """One item on its way to a worker and back.

    Args:
        item: the work.
        asked: which claims wait for it, and where in the replies of each its own belongs.
        attempts: how often the engine broke while it was there.
        reply: what came of it.
    """

    item: Item
    asked: list[tuple[_Claim, int]]
    attempts: int = 0
    reply: Reply | None = None

    @property
    def module(self) -> str:
        """The module that defines the claim."""
        return catalogue.index()[self.item.claim].module

    @property
    def paper(self) -> str:
        """The paper of the claim."""
        return catalogue.index()[self.item.claim].paper

    @property
    def rank(self) -> tuple[int, int]:
        """Its place in the queue: the first claims first, later steps before new claims."""
        return min((claim.place, slot) for claim, slot in self.asked)


class Scheduler:
    """Runs examinations to their end, with several workers for the CPU and one for CUDA.

    The claims of a module go to one worker as long as no other would have nothing to do, and so do
    the modules of a paper: much of the work is to build them, and to compare the definitions that
    they share. A scheduler does one run.

    Args:
        engine: does the items.
        cache: answers what is known already, and keeps what is found; `None` for no cache.
        jobs: how many workers for the CPU.
        fresh: do all items again, whatever the cache knows.
        tell: told each claim and its result as soon as it is there.
    """

    def __init__(
        self,
        engine: Engine,
        cache: Cache | None = None,
        jobs: int = 1,
        fresh: bool = False,
        tell: Callable[[str, Any], None] = lambda claim, result: None,
    ) -> None:
        self.engine = engine
        self.cache = cache
        self.fresh = fresh
        self.tell = tell
        self.devices = {**{f"cpu-{n}": "cpu" for n in range(jobs)}, "cuda": "cuda"}  # by worker
        self.prepared: set[str] = set()  # the workers that get ready or are
        self.module_worker: dict[str, str] = {}  # to which worker the claims of a module go
        self.paper_worker: dict[str, str] = {}  # and those of a paper
        self.jobs: defaultdict[str, list[_Job]] = defaultdict(list)  # of this run, by claim
        self.waiting: list[_Job] = []
        self.submitted: dict[Future[Reply], tuple[_Job, str]] = {}  # the job and its worker
        self.ended: SimpleQueue[Future[Reply] | None] = SimpleQueue()  # `None`: an interrupt
        self.interrupts = Interrupts(wake=lambda: self.ended.put(None))
        self.breaks = 0
        self.results: dict[str, Any] = {}

    def complete(self, examinations: Mapping[str, Examination]) -> dict[str, Any]:
        """Run examinations, given by the ids of their claims, and return what each returns.

        Raises:
            RunError: the engine breaks again and again.
            KeyboardInterrupt: somebody asked to stop, noticed between two items.
        """
        with self.interrupts:
            for place, (claim, examination) in enumerate(examinations.items()):
                self.advance(_Claim(claim, place, examination))
                self.prepare()
                self.interrupts.raise_if_noted()
            while self.waiting or self.submitted:
                self.submit_waiting()
                if self.submitted:
                    self.collect_one()
                self.interrupts.raise_if_noted()
        return self.results

    def advance(self, claim: _Claim) -> None:
        """Let the examination of a claim go on until it waits for workers or is finished."""
        while claim.replies is None or None not in claim.replies:
            try:
                items = claim.examination.send(claim.replies)  # type: ignore[arg-type]
            except StopIteration as end:
                self.results[claim.id] = end.value
                self.tell(claim.id, end.value)
                return
            claim.replies = [self.cached(item) for item in items]
            missing = [slot for slot, reply in enumerate(claim.replies) if reply is None]
            for slot in missing:
                claim.replies[slot] = self.asked(items[slot], claim, slot)

    def prepare(self) -> None:
        """Let as many workers get ready as there are items for, while the cache is asked for more.

        They need some seconds until they can begin.
        """
        wanted = sum(job.item.device == "cpu" for job in self.waiting)
        for worker, device in self.devices.items():
            if device == "cpu" and worker not in self.prepared and len(self.prepared) < wanted:
                self.prepared.add(worker)
                self.engine.prepare(worker, device)

    def asked(self, item: Item, claim: _Claim, slot: int) -> Reply | None:
        """Return the reply to an item of this run; if there is none yet, the claim waits for it."""
        jobs = self.jobs[item.claim]
        job = next((job for job in jobs if job.item == item), None)
        if job is None:
            job = _Job(item, [])
            jobs.append(job)
            self.waiting.append(job)
        job.asked.append((claim, slot))
        return job.reply

    def cached(self, item: Item) -> Reply | None:
        """Return what the cache knows of an item, without the text that it keeps."""
        known = None if self.cache is None or self.fresh else recall(self.cache, item)
        return None if known is None else replace(known, text="")

    def submit_waiting(self) -> None:
        """Hand waiting items to the workers, nobody a second one while another has none."""
        for most in range(1, IN_HAND + 1):
            for worker in self.devices:
                self.interrupts.raise_if_noted()
                job = self.take(worker) if self.has_room(worker, most) else None
                if job is not None:
                    self.submit(job, worker)

    def has_room(self, worker: str, most: int) -> bool:
        """Return whether a worker that may hold so many items may be given one more.

        After the engine has broken, one item at a time is on its way, so that the item that does
        it is found out.
        """
        if any(job.attempts for job in self.waiting):
            return not self.submitted
        return sum(holder == worker for _, holder in self.submitted.values()) < most

    def take(self, worker: str) -> _Job | None:
        """Take a worker's next item off the queue.

        Items of a module that is its own or nobody's come first, and among them those of a paper
        that is; if there are none it helps others.
        """
        device = self.devices[worker]
        fitting = [job for job in self.waiting if job.item.device == device]
        own = [job for job in fitting if self.module_worker.get(job.module, worker) == worker]
        near = [job for job in own if self.paper_worker.get(job.paper, worker) == worker]
        job = min(near or own or fitting, key=lambda job: job.rank, default=None)
        if job is not None:
            self.waiting.remove(job)
            if device == "cpu":
                self.module_worker.setdefault(job.module, worker)
                self.paper_worker.setdefault(job.paper, worker)
        return job

    def submit(self, job: _Job, worker: str) -> None:
        """Hand one item to a worker."""
        try:
            future = self.engine.submit(job.item, worker)
        except EngineBroken as error:
            self.waiting.append(job)
            self.restart_engine(error)
            return
        self.submitted[future] = (job, worker)
        future.add_done_callback(self.ended.put)

    def collect_one(self) -> None:
        """Wait until one item is done, or until an interrupt, and pass the reply on."""
        try:
            future = self.ended.get(timeout=LONGEST_WAIT)
        except Empty:
            return
        if future not in self.submitted:
            return  # an interrupt, or an item that was lost and handed in again
        try:
            reply = future.result()
        except EngineBroken as error:
            self.restart_engine(error)
            return
        self.breaks = 0
        job, _ = self.submitted.pop(future)
        self.finish(job, reply)

    def finish(self, job: _Job, reply: Reply) -> None:
        """Keep a reply, and let its claims go on that wait for nothing else."""
        if self.cache is not None:
            remember(self.cache, job.item, reply)
        job.reply = replace(reply, text="")  # the text was for the cache alone
        for claim, slot in job.asked:
            assert claim.replies is not None
            claim.replies[slot] = job.reply
        for claim in dict.fromkeys(claim for claim, _ in job.asked):
            self.advance(claim)

    def restart_engine(self, error: EngineBroken) -> None:
        """Restart a broken engine and queue its items again; give up those that break it.

        Raises:
            RunError: no worker lives long enough to answer anything.
        """
        self.breaks += 1
        if self.breaks > MAX_BREAKS:
            raise RunError(f"no worker process can be kept alive: {error}")
        self.engine.restart()
        lost, self.submitted = self.submitted, {}
        for job, _ in lost.values():
            job.attempts += 1
            if job.attempts < ATTEMPTS:
                self.waiting.append(job)
            else:
                self.finish(job, Reply(broken=f"its worker died {ATTEMPTS} times"))
