"""The share of long checks of every claim that a usual run of the tests makes.

There are thousands of mutants of what arguments show. One in a few is tried of every clause, drawn
by its text, so that the same ones are tried everywhere and others as soon as a clause is written
anew; `make whole` tries all of them.
"""

import os
from zlib import crc32

WHOLE = "THMCHECK_WHOLE"  # the variable of the environment that asks for all of them


def in_share(text, one_in):
    """Return whether something that is written like this is among one in so many."""
    return WHOLE in os.environ or crc32(text.encode()) % one_in == 0
