"""Sweeps: their parts are items, on as many workers as there are, and give the same together."""

import json

import odd_papers
import pytest

from verify.evidence import Verdict, to_json
from verify.running import run as running
from verify.running.cache import Cache
from verify.running.items import Limits
from verify.running.options import Options

LIMITS = Limits(seconds=120, memory=2**31)  # torch is imported, which takes long under load


@pytest.fixture
def log(tmp_path, monkeypatch):
    """The parts that were done so far: numbers of processes and of parts."""
    file = tmp_path / "log"
    monkeypatch.setenv("SWEPT_LOG", str(file))
    with odd_papers.installed(tmp_path, "swept"):
        yield lambda: [line.split() for line in file.read_text().splitlines()]


def swept(*names, jobs=1, cache=None, **more):
    """Return what a run finds out about some claims, by name."""
    ids = [f"swept/{name}" for name in names]
    found = running.run(ids, Options(jobs=jobs, limits=LIMITS, **more), cache)
    return {claim.id.partition("/")[2]: claim for claim in found.claims}


def evidence(claim, part=0):
    (found,) = [e for e in claim.parts[part].evidence if e.method == "experiment"]
    return found


def test_one_worker_and_two_find_the_same(log):
    one, two = (swept("sum", jobs=jobs)["sum"] for jobs in (1, 2))
    found = [part.verdict for part in one.parts]
    assert found == [Verdict.SUPPORTED, Verdict.NOT_REPRODUCED]
    assert evidence(one).detail == "total = 10 in [10, 10]; 5 parts"
    as_data = [odd_papers.without_times(json.loads(to_json(c))) for c in (one, two)]
    assert as_data[0] == as_data[1]
    processes = [process for process, _ in log()]
    assert len(set(processes[:5])) == 1
    assert len(set(processes[5:])) == 2


def test_clauses_share_their_parts(log):
    swept("sum")
    assert [number for _, number in log()] == list("01234")


def test_a_part_that_fails_fails_its_statement_with_its_error(log):
    found = swept("raises", "dies", "sum", jobs=2)
    assert evidence(found["raises"]).error
    assert evidence(found["raises"]).detail == "part 4 of 5: ValueError: it is ill"
    assert evidence(found["dies"]).detail.startswith("part 1 of 5: the worker died (exit code 11)")
    assert found["raises"].verdict is found["dies"].verdict is Verdict.OPEN
    assert found["sum"].parts[0].verdict is Verdict.SUPPORTED


def test_what_comes_of_a_part_is_kept(log, tmp_path):
    cache = Cache(pytest.fail, tmp_path / "kept.sqlite")
    swept("raises", cache=cache)
    assert [number for _, number in log()] == list("01234")
    swept("raises", cache=cache)
    assert [number for _, number in log()[5:]] == ["3"]
    swept("raises", cache=cache, seed=1)
    assert len(log()) == 11
    cache.close()


def test_a_sweep_without_its_data_does_not_apply(log):
    found = swept("needs")["needs"]
    assert found.verdict is Verdict.UNCHECKED
    assert found.parts[0].reason == "the data are not here"
