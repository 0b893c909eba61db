"""The engine of a Dask cluster, on a cluster of separate processes on this machine."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from dataclasses import replace
from multiprocessing import current_process

import commands
import odd_papers
import pytest

from verify.claims import catalogue
from verify.errors import RunError, UsageError
from verify.running import cluster
from verify.running import run as running
from verify.running.each import completed
from verify.running.engine import Address, EngineBroken
from verify.running.engines import engine_named
from verify.running.items import Item, Limits, single
from verify.running.keys import key_of
from verify.running.options import Options
from verify.running.work.describe import Describe

pytest.importorskip("distributed")
NARROW = Limits(seconds=120, memory=2**30)  # an item imports torch, which takes long under load
HOST = "127.0.0.1"


class Processes:
    """A scheduler and some workers, each a process of its own.

    Args:
        folder: for their files.
        workers: how many workers, with one thread each.
    """

    def __init__(self, folder, workers=2):
        self.file = folder / "scheduler.json"
        self.folder = folder
        self.workers = []
        self.scheduler = self._start("scheduler", "--host", HOST, "--port", "0")
        try:
            self.address = self._address()
        except BaseException:
            self.end()
            raise
        self.workers = [self.worker() for _ in range(workers)]

    def _address(self, seconds=60):
        """Wait until the scheduler has written its whole file, which is there empty before."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            with suppress(FileNotFoundError, json.JSONDecodeError):
                return json.loads(self.file.read_text())["address"].removeprefix("tcp://")
            time.sleep(0.1)
        raise TimeoutError(f"no scheduler within {seconds} s")

    def worker(self):
        """Start another worker."""
        options = ("--no-nanny", "--nthreads", "1", "--local-directory", str(self.folder))
        return self._start("worker", *options)

    def _start(self, kind, *options):
        command = (sys.executable, "-m", f"distributed.cli.dask_{kind}", "--no-dashboard")
        return subprocess.Popen(
            [*command, "--scheduler-file", str(self.file), *options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.getcwd()},
        )

    def end(self):
        """End all processes."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@contextmanager
def started(folder, workers=2):
    """Start a cluster, and end it with the block."""
    there = Processes(folder, workers)
    try:
        yield there
    finally:
        there.end()


@pytest.fixture(scope="module")
def processes(tmp_path_factory):
    with started(tmp_path_factory.mktemp("cluster")) as there:
        yield there


def options(there, **more):
    return Options(engine=f"dask://{there.address}", limits=NARROW, **more)


def test_a_cluster_gives_what_this_machine_gives(processes, tmp_path):
    """What crashes, or needs too much memory, costs its own item there, too."""
    names = ("fine", "vacuous", "crash", "eat", "not-json")
    with odd_papers.installed(tmp_path, "odd"):
        ids = [i for i in odd_papers.ids("odd") if i.partition("/")[2] in names]
        assert len(ids) == len(names)
        there = running.run(ids, options(processes))
        here = running.run(ids, Options(jobs=2, limits=NARROW))
    one, other = (odd_papers.without_times(json.loads(run.to_json())) for run in (there, here))
    assert one == other


def test_the_parts_of_a_sweep_are_spread_over_a_cluster(processes, tmp_path):
    limits = replace(NARROW, memory=2**31)
    with odd_papers.installed(tmp_path, "swept"):
        ids = ["swept/sum", "swept/raises"]
        there = running.run(ids, Options(engine=f"dask://{processes.address}", limits=limits))
        here = running.run(ids, Options(limits=limits))
    assert [part.verdict.value for part in there.claims[0].parts] == ["supported", "not reproduced"]
    said = [piece.detail for piece in there.claims[1].head.evidence if piece.error]
    assert said == ["part 4 of 5: ValueError: it is ill"]
    one, other = (odd_papers.without_times(json.loads(run.to_json())) for run in (there, here))
    assert one == other


def test_a_cluster_has_as_many_workers_as_threads(processes):
    with engine_named(f"dask://{processes.address}")(NARROW) as engine:
        assert engine.jobs == 2


def test_a_worker_that_is_killed_costs_nothing(tmp_path):
    """Its items are done by others; its own processes end with it."""
    with started(tmp_path) as there:
        ids = list(catalogue.index())[:40]
        killed = []

        def kill_one(claim, reply):
            if not killed:
                killed.append(there.workers[0].pid)
                os.kill(there.workers[0].pid, signal.SIGKILL)

        work = {i: single(Item(i, Describe())) for i in ids}
        found = completed(work, options(there), tell=kill_one)
        assert killed
        assert [i for i in ids if found[i].broken] == []


def test_a_scheduler_that_is_lost_is_an_error_of_the_run(tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "WAIT", 3.0)
    with started(tmp_path, workers=1) as there:

        def lose(claim, reply):
            there.scheduler.kill()

        work = {i: single(Item(i, Describe())) for i in list(catalogue.index())[:40]}
        with pytest.raises(RunError, match="no Dask scheduler answers"):
            completed(work, options(there), tell=lose)


def test_a_scheduler_that_is_not_there_is_an_error_of_the_run(monkeypatch, tmp_path):
    monkeypatch.setattr(cluster, "WAIT", 1.0)
    asked = ("run", "--paper", "less-data", "--engine", f"dask://{HOST}:1")
    result = commands.invoked(tmp_path / "cache", *asked)
    assert result.exit_code == 3
    assert f"no Dask scheduler answers at {HOST}:1" in result.stderr


def test_a_cluster_without_workers_is_an_error_of_the_run(monkeypatch, tmp_path):
    monkeypatch.setattr(cluster, "WAIT", 3.0)
    with started(tmp_path, workers=0) as there:
        host, port = there.address.split(":")
        with pytest.raises(RunError, match="has no workers"):
            cluster.Dask(NARROW, Address(host, int(port)))


def test_without_the_package_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=r"thmcheck\[cluster\]"):
        cluster.Dask(NARROW, Address(HOST, 1))


@pytest.fixture
def item():
    return Item(next(iter(catalogue.index())), Describe())


def test_other_sources_on_the_cluster_are_refused(item):
    with pytest.raises(RunError, match="other versions, sources or local data"):
        cluster.perform_there(item, NARROW, "", "another key")


def test_a_worker_that_may_start_no_processes_is_refused(item, monkeypatch):
    monkeypatch.setitem(current_process()._config, "daemon", True)
    with pytest.raises(RunError, match="--no-nanny"):
        cluster.perform_there(item, NARROW, "", key_of(item))


def test_what_cannot_be_handed_in_breaks_the_engine(processes, item):
    host, port = processes.address.split(":")
    engine = cluster.Dask(NARROW, Address(host, int(port)))
    engine.client.close()
    with pytest.raises(EngineBroken):
        engine.submit(item, "cpu-0")
    engine.restart()
    assert engine.submit(item, "cpu-0").result(timeout=60).value.title
    engine.close()
