"""Interrupts are noticed between two items."""

import os
import signal
import threading
import time
from concurrent.futures import Future

import pytest

from tests.verify.running.test_scheduler import Notebook, descriptions
from verify.claims import catalogue
from verify.running.interrupts import Interrupts
from verify.running.items import Item, single
from verify.running.scheduler import Scheduler
from verify.running.work.describe import Describe


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
