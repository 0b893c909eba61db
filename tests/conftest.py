"""Shared by all tests: the cache never touches the user's own."""

import gc
import os

import commands
import pytest
from whole_run import whole_run

from reports.page import WHOLE, pages
from verify.running.workers import GARBAGE

gc.set_threshold(*GARBAGE)
os.environ["THMCHECK_JOBS"] = "1"  # to start another worker takes longer than most checks here


def pytest_collection_modifyitems(items):
    """Put what reads the pages of all papers first, so that one worker alone builds them."""
    items.sort(key=lambda item: "whole_pages" not in getattr(item, "fixturenames", ()))


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


@pytest.fixture
def invoke():
    """What runs a command in this process, and raises what the command does not catch."""
    return commands.invoke
