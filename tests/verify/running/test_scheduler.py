"""The scheduler: who gets which item, engines that break, interrupts; and keys of statements."""

import os
import signal
import threading
import time
from collections import defaultdict
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

import odd_papers
import pytest

from verify.claims import catalogue
from verify.errors import RunError, UsageError
from verify.running.engine import (
    ENGINES,
    Address,
    EngineBroken,
    EngineKind,
    InProcess,
    Local,
    engine_named,
    local,
)
from verify.running.interrupts import Interrupts
from verify.running.items import Item, Limits, Reply, single
from verify.running.process import WorkerDied
from verify.running.scheduler import Scheduler, _Claim
from verify.running.work.apply import Apply
from verify.running.work.describe import Describe
from verify.running.work.judge import Confirm, Confirmed

NARROW = Limits(seconds=10, memory=2**30)


def descriptions(count):
    """Return examinations that describe the first claims and do nothing else."""
    return {i: single(Item(i, Describe())) for i in list(catalogue.index())[:count]}


class Notebook:
    """An engine that writes down which worker gets the claims of which paper."""

    def __init__(self):
        self.given = defaultdict(list)

    def submit(self, item, worker):
        self.given[worker].append(catalogue.index()[item.claim].paper)
        future: Future[Reply] = Future()
        future.set_result(Reply(item.claim))
        return future


def test_the_claims_of_a_module_stay_with_one_worker_while_the_other_has_some_of_its_own(tmp_path):
    with odd_papers.installed(tmp_path, "plain", "odd"):
        ids = [*odd_papers.ids("plain")[:5], *odd_papers.ids("odd")[:3]]
        engine = Notebook()
        found = Scheduler(engine, jobs=2).complete({i: single(Item(i, Describe())) for i in ids})
    assert set(found) == set(ids)
    assert set(engine.given["cpu-0"]) == {"plain"}
    assert engine.given["cpu-1"][:3] == ["odd"] * 3


# -- engines that break -----------------------------------------------------------------------


class Breaking:
    """An engine that breaks on one claim; no processes."""

    def __init__(self, culprit, submits=True):
        self.culprit = culprit
        self.submits = submits
        self.restarts = 0
        self.flying = []

    def submit(self, item, worker):
        if not self.submits:
            raise EngineBroken("it is not active")
        future: Future[Reply] = Future()
        self.flying.append((item, future))
        if item.claim == self.culprit:
            for _, other in self.flying:
                if not other.done():
                    other.set_exception(EngineBroken("all workers expired"))
        elif len(self.flying) > 2:
            self.answer()
        else:
            future.set_result(Reply(item.claim))
        return future

    def answer(self):
        for item, future in self.flying:
            if not future.done():
                future.set_result(Reply(item.claim))

    def restart(self):
        self.restarts += 1
        self.flying = []


def test_only_the_item_that_breaks_the_engine_is_given_up():
    names = list(catalogue.index())[:8]
    scheduler = Scheduler(Breaking(names[2]), jobs=2)
    found = scheduler.complete({name: single(Item(name, Describe())) for name in names})
    assert {name: reply.value for name, reply in found.items()} == {
        name: None if name == names[2] else name for name in names
    }
    assert found[names[2]] == Reply(broken="its worker died 3 times")


class Full:
    """An engine that takes items and never answers; it writes down who holds them."""

    def __init__(self):
        self.held = []

    def submit(self, item, worker):
        self.held.append(worker)
        return Future()


def test_nobody_holds_a_second_item_while_another_worker_has_none():
    full = Full()
    scheduler = Scheduler(full, jobs=3)
    claim = next(iter(catalogue.index()))
    items = [Item(claim, Apply(str(n), {})) for n in range(8)]
    scheduler.advance(_Claim(claim, 0, _several(items)))
    scheduler.submit_waiting()
    workers = [worker for worker, device in scheduler.devices.items() if device == "cpu"]
    assert full.held == [*workers, *workers, *workers][:8]


def test_what_comes_later_goes_to_the_worker_that_holds_least():
    full = Full()
    scheduler = Scheduler(full, jobs=2)
    for place, claim in enumerate(list(catalogue.index())[:4]):
        scheduler.advance(_Claim(claim, place, single(Item(claim, Describe()))))
        scheduler.submit_waiting()
    assert full.held == ["cpu-0", "cpu-1", "cpu-0", "cpu-1"]


def _several(items):
    return (yield items)


def test_workers_that_cannot_start_end_the_run():
    scheduler = Scheduler(Breaking("", submits=False))
    with pytest.raises(RunError, match="no worker process can be kept alive"):
        scheduler.complete(descriptions(1))


# -- interrupts ---------------------------------------------------------------------------------


@pytest.fixture
def handler():
    """Whatever handles interrupts, such as nothing in the background of a script, is put back."""
    outside = signal.getsignal(signal.SIGINT)
    yield lambda wanted: signal.signal(signal.SIGINT, wanted)
    signal.signal(signal.SIGINT, outside)


class Interrupting(Notebook):
    """An engine whose user interrupts it whenever an item is handed in."""

    def submit(self, item, worker):
        signal.raise_signal(signal.SIGINT)
        return super().submit(item, worker)


def test_an_interrupt_is_raised_between_two_items(handler):
    """Raised while an item is handed to an engine it could leave a lock of the engine closed."""
    handler(signal.default_int_handler)
    engine = Interrupting()
    with pytest.raises(KeyboardInterrupt):
        Scheduler(engine).complete(descriptions(3))
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert len(engine.given["cpu-0"]) == 1


def test_a_second_interrupt_is_raised_where_it_arrives(handler):
    handler(signal.default_int_handler)
    interrupts = Interrupts(wake=lambda: woken.append(True))
    woken: list[bool] = []
    with interrupts:
        signal.raise_signal(signal.SIGINT)
        assert woken == [True]
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        interrupts.raise_if_noted()


def test_an_interrupt_ends_the_wait_for_an_item(handler):
    class Slow(Notebook):
        def submit(self, item, worker):
            threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
            return Future()

    handler(signal.default_int_handler)
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        Scheduler(Slow()).complete(descriptions(1))
    assert time.monotonic() - started < 30


def test_an_interrupt_that_another_thread_receives_ends_the_wait_too(handler):
    def receive():
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        os.kill(os.getpid(), signal.SIGINT)

    class Slow(Notebook):
        def submit(self, item, worker):
            threading.Timer(0.2, receive).start()
            return Future()

    handler(signal.default_int_handler)
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        with pytest.raises(KeyboardInterrupt):
            Scheduler(Slow()).complete(descriptions(1))
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


def test_interrupts_that_are_ignored_stay_ignored(handler):
    handler(signal.SIG_IGN)
    ids = list(catalogue.index())[:3]
    found = Scheduler(Interrupting()).complete({i: single(Item(i, Describe())) for i in ids})
    assert set(found) == set(ids)
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


# -- the local engine ---------------------------------------------------------------------------


UNREADABLE = "what it returned cannot be read: "
CONFIRMED = '{"accepted": true, "sentence": "so"}'
ANSWERS = {
    f'{{"value": {CONFIRMED}}}': Reply(Confirmed(True, "so"), text=CONFIRMED),
    '{"broken": "why"}': Reply(broken="why"),
    "no JSON": Reply(broken=f"{UNREADABLE}JSON is malformed: invalid character (byte 4)"),
    "[1]": Reply(broken=f"{UNREADABLE}Expected `object`, got `array`"),
    '{"value": 1}': Reply(broken=f"{UNREADABLE}Expected `object`, got `int`"),
    "{}": Reply(broken=f"{UNREADABLE}Input data was truncated"),
    WorkerDied(-9): Reply(broken="the worker died (exit code -9, SIGKILL)"),
    TimeoutError(): Reply(broken="no answer within 10 s"),
    OSError(): Reply(broken="OSError"),
    BrokenProcessPool("it ended at once"): EngineBroken,
    None: EngineBroken,  # cancelled
}


@pytest.mark.parametrize(("answer", "wanted"), ANSWERS.items(), ids=map(repr, ANSWERS))
def test_whatever_a_process_does_the_future_ends_with_a_reply_or_a_broken_engine(
    monkeypatch, answer, wanted
):
    class Answering:
        def submit(self, item):
            future: Future[str] = Future()
            if answer is None:
                future.cancel()
            elif isinstance(answer, Exception):
                future.set_exception(answer)
            else:
                future.set_result(answer)
            return future

    monkeypatch.setattr(Local, "_worker", lambda self, device: Answering())
    future = Local(NARROW).submit(Item("p/c", Confirm({})), "cpu-0")
    assert future.done()
    if wanted is EngineBroken:
        assert isinstance(future.exception(), EngineBroken)
    else:
        assert future.result() == wanted


def test_an_engine_without_workers_breaks_and_is_usable_after_a_restart():
    item = Item(next(iter(catalogue.index())), Describe())
    with local(NARROW) as engine:
        future = engine.submit(item, "cpu-0")
        engine.restart()
        with pytest.raises(EngineBroken):
            future.result(timeout=60)
        assert engine.submit(item, "cpu-0").result(timeout=60).value.title


def test_an_engine_somewhere_else_is_given_its_address(monkeypatch):
    opened = []

    @contextmanager
    def cluster(limits, address):
        opened.append((limits, address))
        yield InProcess()

    monkeypatch.setitem(ENGINES, "cluster", EngineKind(cluster, has_address=True))
    with engine_named("cluster://some.host:8786", offered=True)(NARROW) as engine:
        assert isinstance(engine, InProcess)
    assert opened == [(NARROW, Address("some.host", 8786))]
    for wrong in ("cluster", "cluster://", "cluster://host", "cluster://:1", "cluster://host:0"):
        with pytest.raises(UsageError, match="HOST:PORT"):
            engine_named(wrong)
    with pytest.raises(UsageError, match="write --engine local"):
        engine_named("local://some.host:8786")
