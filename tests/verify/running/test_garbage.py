"""Circles of objects are looked for less often than Python does by itself."""

import gc

from commands import python

from verify.running.garbage import RARELY

PACE = """
import gc
from verify.cli import main as entry
own = gc.get_threshold()
entry.app = lambda: print(own, gc.get_threshold())
entry.main()
"""


def test_the_command_line_and_these_tests_collect_rarely():
    done, _, _ = python("-c", PACE)
    assert done.returncode == 0, done.stderr
    own, under_way = done.stdout.strip().replace(") (", ")|(").split("|")
    assert own != str(RARELY) == under_way
    assert gc.get_threshold() == RARELY
