"""Which tests run one after the other in one worker, because they have costly things in common.

Tests of one claim ask z3 most things in common, and tests of one module may share a fixture; some
modules share the pages of all papers. All else goes to whichever worker is free.
"""

import re
from functools import cache
from pathlib import Path

from xdist.scheduler import LoadScopeScheduling

from verify.claims import catalogue

ROOT = Path(__file__).resolve().parent.parent
PAGES = re.compile(r"\b(?:whole_pages?|hostile_page)\b")  # fixtures of a session
SHARES = re.compile(r"fixture\(scope=")


class Together(LoadScopeScheduling):
    """Gives the tests of one group to one worker, the largest groups first."""

    def _split_scope(self, nodeid):
        return group(nodeid)


def group(nodeid):
    """Return what the tests have in common that run in one worker with a test.

    >>> group("tests/test_tutorial.py::test_a[less-data/thm-3-a clause]")
    'less-data/thm-3'
    >>> group("tests/test_tutorial.py::test_a[less-data/no-claim]")
    'tests/test_tutorial.py::test_a[less-data/no-claim]'
    """
    path, _, name = nodeid.partition("::")
    if shared := _shared_in(path):
        return shared
    _, _, parameters = name.partition("[")
    return _claim_in(parameters.removesuffix("]")) or nodeid


def _claim_in(parameters):
    """Return the claim that the parameters of a test begin with, "" if they do with none."""
    ends = (n for n in range(len(parameters), 0, -1) if not parameters[n:][:1].isalnum())
    return next((parameters[:n] for n in ends if parameters[:n] in catalogue.index()), "")


@cache
def _shared_in(path):
    """Return what the tests of a file share, "" if nothing."""
    file = ROOT / path
    text = file.read_text(encoding="utf-8") if file.name.startswith("test_") else ""
    if PAGES.search(text):
        return "pages"
    return path if SHARES.search(text) else ""
