"""Engines: every future ends, whatever a process does."""

from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool

import odd_papers
import pytest

from verify.claims import catalogue
from verify.evidence import Key
from verify.running.engine import EngineBroken, Local
from verify.running.engines import local
from verify.running.items import Item, Limits, Reply
from verify.running.process import WorkerDied
from verify.running.work.apply import Apply
from verify.running.work.describe import Describe
from verify.running.work.judge import Confirm, Confirmed

NARROW = Limits(seconds=10, memory=2**30)

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


def test_a_worker_that_got_ready_does_the_first_item_itself():
    item = Item(next(iter(catalogue.index())), Describe())
    with local(NARROW) as engine:
        engine.prepare("cpu-0", "cpu")
        assert engine.submit(item, "cpu-0").result(timeout=60).value.title
        (worker,) = engine.workers.values()
        process = worker.process
        engine.prepare("cpu-0", "cpu")
        assert engine.submit(item, "cpu-0").result(timeout=60).value.title
        assert worker.process is process


def test_a_worker_that_has_needed_much_memory_is_replaced(tmp_path):
    """The next item has as much as the first one, whether or not the memory was given back."""
    with odd_papers.installed(tmp_path, "odd"), local(NARROW) as engine:
        engine.submit(Item("odd/fine", Describe()), "cpu-0").result(timeout=60)
        (worker,) = engine.workers.values()
        first = worker.process
        item = Item("odd/eat", Apply("experiment", {Key(0): ""}))
        assert "MemoryError" in engine.submit(item, "cpu-0").result(timeout=60).value["0"].detail
        assert not first.is_alive()
        assert engine.submit(Item("odd/fine", Describe()), "cpu-0").result(timeout=60).value.title
        assert worker.process is not first


def test_what_hinders_a_worker_is_told_with_its_first_item():
    item = Item(next(iter(catalogue.index())), Describe())
    engine = Local(NARROW, ahead=("verify.no_such_module",))
    engine.prepare("cpu-0", "cpu")
    with pytest.raises(EngineBroken, match="ended at once"):
        engine.submit(item, "cpu-0").result(timeout=60)
    engine.close()
