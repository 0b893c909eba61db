"""List the hypotheses of a paper's proved claims that can be wider without changing a verdict.

`python tests/theory/wider.py less-data [ID ...]` prints, claim by claim, each of them and the wider
one: what a page says more narrowly than it must, or what an encoding does.
"""

import sys
import time

from tests.theory.printed_clauses import PROVED, wider
from verify.judging import arguments


def listed(claim_ids):
    """Print what can be wider; something satisfies wider hypotheses if it satisfies the printed."""
    arguments._point_in = lambda *_: {}
    arguments._is_met = lambda *_: True
    arguments._uncompared = lambda *_: ()
    arguments.STEPS = 1_000_000  # what takes more is not looked for
    for claim_id in claim_ids:
        started = time.perf_counter()
        found = wider(claim_id)
        seconds = time.perf_counter() - started
        print(
            f"{claim_id} ({seconds:.0f} s):",
            *(f"{a} -> {b};" for a, b in found.items()),
            flush=True,
        )


if __name__ == "__main__":
    paper, *ids = sys.argv[1:]
    listed(ids or [i for i in PROVED if i.startswith(f"{paper}/") and "/ours-" not in i])
