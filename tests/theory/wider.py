"""Compare the hypotheses of proved claims that can be wider with those that a page prints so.

`python -m tests.theory.wider less-data [ID ...]` prints, claim by claim, each hypothesis that can
be wider without changing a verdict, the wider one, and of those whether `printed_idle.json` says
where the page has it: what is not there the page may say more widely than we do. All four papers
take a quarter of an hour; the test takes some of their claims.
"""

import sys
import time

from tests.theory.printed_clauses import IDLE, PROVED, taking_what_is_rested_on, wider


def compared(claim_id):
    """Return the hypotheses of a claim that can be wider, and those that a page prints so.

    Idle ones, which stand in a list of their own, are left out.
    """
    found = wider(claim_id)
    idle = IDLE["printed"].get(claim_id, {})
    listed = IDLE["wider"].get(claim_id, {})
    return {narrow: wide for narrow, wide in found.items() if narrow not in idle}, set(listed)


def main(paper, *claim_ids):
    """Print what can be wider in a paper, or in some claims; return 1 if it is not as listed."""
    of_paper = [i for i in PROVED if i.startswith(f"{paper}/") and "/ours-" not in i]
    differs = False
    for claim_id in claim_ids or of_paper:
        started = time.perf_counter()
        with taking_what_is_rested_on():
            found, listed = compared(claim_id)
        differs |= set(found) != listed
        print(f"{claim_id} ({time.perf_counter() - started:.0f} s)", flush=True)
        for narrow, wide in found.items():
            print(f"    {narrow} -> {wide}", "" if narrow in listed else "(not listed)")
        for gone in listed - set(found):
            print(f"    {gone}: listed, and cannot be wider")
    return int(differs)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
