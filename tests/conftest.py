"""Shared by all tests: the cache never touches the user's own."""

import commands
import pytest
from whole_run import whole_run

from reports.page import page


@pytest.fixture(autouse=True)
def _private_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("THMCHECK_CACHE", str(tmp_path / "cache"))


@pytest.fixture(scope="session")
def whole_page(tmp_path_factory):
    """The page of a run over all papers, as a file."""
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(page(whole_run()), encoding="utf-8")
    return path


@pytest.fixture
def invoke():
    """What runs a command in this process, and raises what the command does not catch."""
    return commands.invoke
