"""A run of one paper that the tests of the command line share."""

import odd_papers
import pytest
from commands import invoked


@pytest.fixture(scope="session")
def recorded_run(tmp_path_factory):
    """A folder with the paper `plain`, a cache in which it was run once, and what that printed."""
    root, cache = tmp_path_factory.mktemp("papers"), tmp_path_factory.mktemp("cache")
    with odd_papers.installed(root, "plain"):
        result = invoked(cache, "run", "--paper", "plain", "--record")
    assert result.exit_code == 0, result.output
    return root, cache, result


@pytest.fixture
def ran(recorded_run, monkeypatch):
    """The folder of the paper, which this process finds, and what its run printed."""
    root, cache, result = recorded_run
    monkeypatch.setenv("THMCHECK_CACHE", str(cache))
    with odd_papers.installed(root, "plain"):
        yield root, result
