"""The server of worker processes: what it has imported, where from, and what becomes of it."""

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor

import commands
import pytest

from verify.environment import variables
from verify.running.process import Worker
from verify.running.server import LINUX, begin
from verify.running.workers import HEAVY

pytestmark = pytest.mark.skipif(not LINUX, reason="only Linux has a server of processes")
SEEN = {}  # what a worker found before its first item


def look():
    """Say what a new process is like."""
    SEEN.update(
        parent=os.getppid(),
        own=os.getpid(),
        has=[name for name in HEAVY if name in sys.modules],
        path=sys.path,
        variable=os.environ.get("OF_THE_TEST"),
        seeded=not sys.flags.hash_randomization,
    )


def tell(item):
    return json.dumps(SEEN), True


def told(variable):
    """Return what a new worker says of itself."""
    with variables({"OF_THE_TEST": variable}):
        worker = Worker(look, tell, 60)
        try:
            return json.loads(worker.submit(None).result())
        finally:
            worker.stop()


def test_all_workers_are_forked_from_one_process_that_has_imported_what_they_need():
    one, other = told("one"), told("other")
    assert one["parent"] == other["parent"] != os.getpid()
    assert one["own"] != other["own"]
    for seen in (one, other):
        assert seen["has"] == list(HEAVY)
        assert seen["path"] == sys.path
        assert seen["seeded"]
    assert [one["variable"], other["variable"]] == ["one", "other"]


def test_the_server_gets_variables_of_its_own_and_leaves_those_of_this_process_alone():
    before = dict(os.environ)
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(begin, [HEAVY] * 200))
    assert dict(os.environ) == before


SCRIPT = """
import os, time
from verify.running.engine import surroundings
from verify.running.process import Worker
from verify.running.server import begin

def setup():
    import {module}
    assert {module}.__file__.startswith({folder!r}), {module}.__file__

def burn(item):
    end = time.process_time() + 2
    while time.process_time() < end:
        sum(range(10**5))
    return str(os.getpid()), True

if __name__ == "__main__":
    with surroundings():
        begin(({module!r},))
        worker = Worker(setup, burn, 60)
        print(worker.submit(None).result())
        worker.stop()
"""


def test_it_imports_from_where_the_command_does_and_its_time_is_that_of_the_command(tmp_path):
    """Not from the folder in which it is started, which may hold another module of that name."""
    for place in ("here", "there"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "named_twice.py").write_text("", encoding="utf-8")
    script = tmp_path / "there" / "script.py"
    text = SCRIPT.format(module="named_twice", folder=str(tmp_path / "there"))
    script.write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path / "here")
        done, user, _ = commands.python(str(script))
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 0
    assert user > 2
