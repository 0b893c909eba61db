"""Checks do not leak into each other: what one changes is put back, named, and not believed."""

import json
import math
import os
import subprocess
import sys
import time
from pathlib import Path

import leaky_papers
import odd_papers
import pytest

from verify.evidence import Verdict, to_json
from verify.running import run as running
from verify.running.cache import Cache
from verify.running.isolation import Watch
from verify.running.options import Options

ROOT = Path(__file__).resolve().parents[3]
NAMED = {
    "evaluation": "sympy's evaluate: True became False",
    "distribution": "sympy's distribute",
    "assumptions": "sympy's global assumptions",
    "recursion": "the recursion limit: ",
    "mpmath": "mpmath's precision: 53 became 13",
    "flint": "flint's prec: 53 became 10",
    "decimal": "the decimal context",
    "dtype": "torch's default dtype: 'torch.float32' became 'torch.float16'",
    "threads": "torch's number of threads: 1 became 2",
    "gradients": "torch's gradients",
    "deterministic": "torch's deterministic algorithms",
    "numpy": "numpy's floating-point errors",
    "environment": "the environment variable LEAKED was changed",
    "folder": "the working directory",
    "warnings": "the filters of warnings were changed",
    "handler": "the signal handlers",
    "timer": "a timer that is running",
    "thread": "still runs",
    "limit": "the limits of the process",
    "path": "the module search path",
    "finders": "the module finders",
    "simplify": "sympy.simplify was replaced",
    "method": "sympy.core.add.Add.equals was replaced",
    "truth": "verify.truth.arithmetic.Arithmetic.number was replaced",
    "builtin": "verify.judging.verdict.any was replaced",
    "methods": "verify.methods.METHODS was replaced",
    "solver": "z3.z3.Solver.check was replaced",
    "ball": "verify.methods.balls.fmpq was replaced",
    "module": "verify.judging.verdict was replaced",
    "constant": "math.pi was replaced",
}
# every leak in one process, one after the other, and then all methods on two plain claims
IN_ONE_PROCESS = """
import json, sys, time
from verify.evidence import Key
from verify.methods import METHODS
from verify.running.isolation import Watch
from verify.running.items import Item
from verify.running.work.apply import Apply
from verify.running.workers import perform, start_worker

start_worker(None)
watch, found, methods = Watch(), {}, list(METHODS)
for name in sys.argv[1:]:
    item = Item(f"leaky/{name}", Apply("experiment", {Key(0): ""}))
    found[name] = [*perform(item, watch), watch.end()]
for name in ("true", "false"):
    for method in methods:
        item = Item(f"leaky/{name}", Apply(method, {Key(0): ""}))
        found[f"{name} {method}"] = [*perform(item, watch), []]
watch.begin()
started = time.perf_counter()
for _ in range(100):
    watch.end()
found["seconds"] = (time.perf_counter() - started) / 100
print(json.dumps(found), file=sys.stderr)
"""


@pytest.fixture(scope="module")
def leaks(tmp_path_factory):
    """What is said of every leak by the process in which all of them were done."""
    root = tmp_path_factory.mktemp("papers")
    leaky_papers.write(root)
    done = subprocess.run(
        [sys.executable, "-c", IN_ONE_PROCESS, *NAMED],
        env={**os.environ, "THMCHECK_PAPERS": str(root), "OMP_NUM_THREADS": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stderr)


def test_there_is_a_control_for_every_leak():
    assert set(NAMED) == set(leaky_papers.LEAKS)


@pytest.mark.parametrize("name", NAMED)
def test_what_a_check_changes_is_named_and_what_it_says_is_dropped(leaks, name):
    text, is_as_before, _ = leaks[name]
    found = json.loads(text)
    assert not is_as_before
    assert set(found) == {"broken"}
    assert found["broken"].startswith("changed global state: ")
    assert NAMED[name] in found["broken"]


@pytest.mark.parametrize("name", sorted(set(NAMED) - {"thread", "limit"}))
def test_what_a_check_changes_is_put_back(leaks, name):
    assert not [left for left in leaks[name][2] if "thread" not in left and "limits" not in left]


@pytest.mark.parametrize("name", ["true", "false"])
def test_plain_work_after_it_is_done_as_ever_and_leaks_nothing(leaks, name):
    pieces = {key: entry for key, entry in leaks.items() if key.startswith(f"{name} ")}
    assert len(pieces) > 5
    for text, is_as_before, _ in pieces.values():
        assert is_as_before, text
        assert "value" in json.loads(text)
    outcome = json.loads(pieces[f"{name} solver"][0])["value"]["0"]["outcome"]
    assert outcome == ("holds" if name == "true" else "fails")


def test_looking_takes_little_time(leaks):
    assert leaks["seconds"] < 0.01  # a third of a millisecond on a machine at rest


def test_every_item_begins_with_the_same_random_numbers():
    import random

    import sympy.core.random as of_sympy

    watch, drawn = Watch(), []
    for _ in range(2):
        watch.begin()
        drawn.append((random.random(), of_sympy.rng.random()))
        assert not watch.end()
    assert drawn[0] == drawn[1]


class Finder:
    """Finds nothing; libraries that serve two versions of Python bring one."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        return None


@pytest.mark.parametrize("loads", [False, True])
def test_libraries_may_add_finders_when_they_are_loaded(monkeypatch, loads):
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    watch = Watch()
    watch.begin()
    before = list(sys.meta_path)
    sys.meta_path.append(Finder)
    if loads:
        monkeypatch.setitem(sys.modules, "a_library_that_was_loaded", type(sys)("a_library"))
    named = watch.end()
    if loads:
        assert named == []
        assert sys.meta_path == [*before, Finder]
    else:
        assert [change.partition(":")[0] for change in named] == ["the module finders"]
        assert sys.meta_path == before


class Incomparable:
    """Has no truth value for its equality, like an array."""

    def __eq__(self, other):
        raise ValueError("the truth value is ambiguous")

    __hash__ = None


class EqualToAll:
    """Is equal to everything."""

    def __eq__(self, other):
        return True

    __hash__ = None


@pytest.mark.parametrize("kind", [Incomparable, EqualToAll])
def test_nothing_is_replaced_unnoticed_whatever_it_is_equal_to(kind):
    pi = math.pi
    watch = Watch()
    watch.begin()
    math.pi = kind()
    assert watch.end() == ["math.pi was replaced"]
    assert math.pi is pi


def test_the_time_zone_may_be_read_again():
    watch = Watch()
    watch.begin()
    time.tzset()
    assert watch.end() == []


# -- a run ------------------------------------------------------------------------------------


def stored(cache):
    return dict(cache.connection.execute("SELECT key, value FROM result").fetchall())


def test_a_check_that_changes_global_state_changes_no_verdict_and_nothing_in_the_cache(tmp_path):
    leaks = ("evaluation", "truth", "solver")
    verdicts, contents = {}, {}
    with odd_papers.installed(tmp_path / "papers"):
        ids = leaky_papers.write(tmp_path / "papers", *leaks)
        odd_papers.catalogue.forget()
        others = [i for i in ids if i.partition("/")[2] not in leaks]
        for name, chosen in (("with", ids), ("without", others)):
            cache = Cache(pytest.fail, tmp_path / f"{name}.sqlite")
            found = running.run(chosen, Options(jobs=1), cache)
            verdicts[name] = {c.id: c for c in found.claims}
            contents[name] = stored(cache)
            cache.close()
    for i in others:
        both = [odd_papers.without_times(json.loads(to_json(v[i]))) for v in verdicts.values()]
        assert both[0] == both[1]
    assert verdicts["with"]["leaky/true"].verdict is Verdict.PROVED
    assert verdicts["with"]["leaky/false"].verdict is Verdict.REFUTED
    for name in leaks:
        claim = verdicts["with"][f"leaky/{name}"]
        assert claim.verdict is Verdict.OPEN
        (piece,) = [e for e in claim.head.evidence if e.error]
        assert piece.method == "experiment"
        assert NAMED[name] in piece.detail
    assert set(contents["without"]) <= set(contents["with"])
    extra = [contents["with"][key] for key in set(contents["with"]) - set(contents["without"])]
    assert not any("all is well" in str(value) for value in extra)
