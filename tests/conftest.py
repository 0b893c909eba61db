"""Shared by all tests: the cache never touches the user's own."""

import gc
import os

import commands
import hostile_run
import pytest
from whole_run import whole_run

from reports.page import WHOLE, page, pages
from verify.running.engine import get_ready
from verify.running.garbage import collect_rarely
from verify.running.workers import HEAVY

collect_rarely()
os.environ["THMCHECK_JOBS"] = "1"  # to start another worker takes longer than most checks here
os.environ.setdefault("OMP_NUM_THREADS", "1")  # tests run side by side, one on a core


def pytest_collection_modifyitems(items):
    """Put what reads the pages of all papers first, so that one worker alone builds them.

    What takes longest alone is next: at the end a worker would wait for it.
    """

    def place(item):
        if "whole_pages" in getattr(item, "fixturenames", ()):
            return 0
        return 1 if item.get_closest_marker("long") else 2

    items.sort(key=place)


def pytest_collection_finish():
    """Look for no garbage among the claims that were built."""
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def _server():
    """Let all worker processes of all tests be forked from one that has what experiments need."""
    get_ready((*HEAVY, "torch"))


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
