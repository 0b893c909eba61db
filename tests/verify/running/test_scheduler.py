"""The scheduler: who gets which item, and engines that break."""

from collections import defaultdict
from concurrent.futures import Future

import odd_papers
import pytest

from verify.claims import catalogue
from verify.errors import RunError
from verify.running.engine import Engine, EngineBroken
from verify.running.items import Item, Reply, single
from verify.running.scheduler import Scheduler, _Claim
from verify.running.work.apply import Apply
from verify.running.work.describe import Describe


def descriptions(count):
    """Return examinations that describe the first claims and do nothing else."""
    return {i: single(Item(i, Describe())) for i in list(catalogue.index())[:count]}


class Notebook(Engine):
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


def test_the_modules_of_a_paper_stay_with_one_worker_while_the_other_has_a_paper_of_its_own():
    places = list(catalogue.index().values())
    papers = list(dict.fromkeys(place.paper for place in places))[:2]
    ids = [[place.id for place in places if place.paper == paper][::20] for paper in papers]
    assert all(len({catalogue.index()[i].module for i in some}) > 2 for some in ids)
    engine = Notebook()
    work = {i: single(Item(i, Describe())) for some in ids for i in some}
    assert len(Scheduler(engine, jobs=2).complete(work)) == len(work)
    shortest = min(map(len, ids))
    for worker, paper in zip(("cpu-0", "cpu-1"), papers, strict=True):
        assert set(engine.given[worker][: shortest - 1]) == {paper}


class Breaking(Engine):
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


class Full(Engine):
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


class Preparing(Full):
    """An engine that writes down which workers were to get ready, and when."""

    def prepare(self, worker, device):
        self.held.append((worker, device))


def test_as_many_workers_get_ready_as_there_are_items_for():
    engine = Preparing()
    scheduler = Scheduler(engine, jobs=3)
    for place, claim in enumerate(list(catalogue.index())[:2]):
        scheduler.advance(_Claim(claim, place, single(Item(claim, Describe()))))
        scheduler.prepare()
        scheduler.prepare()
    scheduler.submit_waiting()
    assert engine.held == [("cpu-0", "cpu"), ("cpu-1", "cpu"), "cpu-0", "cpu-1"]


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


class Counting(Engine):
    """An engine that answers with how many items it was given."""

    def __init__(self):
        self.given = []

    def submit(self, item, worker):
        self.given.append(item)
        future: Future[Reply] = Future()
        future.set_result(Reply(len(self.given), text=str(len(self.given))))
        return future


def test_what_two_claims_ask_for_is_done_once_in_a_run():
    shared, other = list(catalogue.index())[:2]

    def rests_on_it():
        (first,) = yield [Item(shared, Describe())]
        replies = yield [
            Item(shared, Apply("a", {})),
            Item(shared, Describe()),
            Item(other, Describe()),
        ]
        return [first, *replies]

    work = {shared: single(Item(shared, Describe())), other: rests_on_it()}
    engine = Counting()
    found = Scheduler(engine, fresh=True).complete(work)
    assert [(item.claim, type(item.work)) for item in engine.given] == [
        (shared, Describe),
        (shared, Apply),
        (other, Describe),
    ]
    assert found[shared].value == 1
    assert [reply.value for reply in found[other]] == [1, 2, 1, 3]
