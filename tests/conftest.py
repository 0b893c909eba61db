"""Shared by all tests: the cache never touches the user's own."""

import gc
import os

import commands
import hostile_run
import networkx as nx
import pytest
from whole_run import whole_run

from reports.page import WHOLE, page, pages
from verify.running.workers import GARBAGE

gc.set_threshold(*GARBAGE)
os.environ["THMCHECK_JOBS"] = "1"  # to start another worker takes longer than most checks here


@pytest.hookimpl(wrapper=True)  # before xdist reads the marks
def pytest_collection_modifyitems(items):
    """Leave what shares a fixture to one worker, and put the pages of all papers first.

    What takes longest alone is next: at the end a worker would wait for it.
    """

    def place(item):
        if "whole_pages" in getattr(item, "fixturenames", ()):
            return 0
        return 1 if item.get_closest_marker("long") else 2

    items.sort(key=place)
    for item, group in groups(items):
        item.add_marker(pytest.mark.xdist_group(group))
    return (yield)


def groups(items):
    """Yield the tests that share something, each with a name for those that hang together so.

    Besides fixtures that is the claim that tests are about: they ask z3 most things in common.
    """
    graph = nx.Graph([(item, name) for item in items for name in shared(item)])
    for together in nx.connected_components(graph):
        names = sorted(one for one in together if isinstance(one, str))
        yield from ((item, names[0]) for item in together - set(names))


def shared(item):
    """Return the fixtures of a module or the session that a test uses, or else its claim."""
    if not isinstance(item, pytest.Function):
        return []
    fixtures = [defined[-1] for defined in item._fixtureinfo.name2fixturedefs.values()]
    ours = [one for one in fixtures if one.baseid.startswith("tests")]
    names = [f"{one.baseid}::{one.argname}" for one in ours if one.scope in ("module", "session")]
    params = item.callspec.params if hasattr(item, "callspec") else {}
    return names or [params[name] for name in ("claim_id",) if name in params]


def pytest_collection_finish():
    """Look for no garbage among the claims that were built."""
    gc.freeze()


@pytest.fixture(autouse=True)
def _private_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("THMCHECK_CACHE", str(tmp_path / "cache"))


@pytest.fixture(scope="session")
def whole_pages(tmp_path_factory):
    """The folder with the pages of a run over all papers."""
    folder = tmp_path_factory.mktemp("report")
    for name, text in pages(whole_run()).items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def whole_page(whole_pages):
    """The page of a run over all papers, as a file."""
    return whole_pages / WHOLE


@pytest.fixture(scope="session")
def hostile_page():
    """The page of a run of which every text is hostile."""
    return page(hostile_run.run())


@pytest.fixture
def invoke():
    """What runs a command in this process, and raises what the command does not catch."""
    return commands.invoke
