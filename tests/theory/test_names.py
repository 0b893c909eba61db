"""One name, one thing: nothing is bound by the name of something else in a paper's notation."""

from functools import cache
from pathlib import Path

import pytest

from theory.claim import Role
from verify.claims import catalogue
from verify.claims.notation import misnamed

# what is not yet renamed, `ID | symbol | why`; nothing may be added
LISTED = Path(__file__).with_name("not_yet_renamed.txt")
TAKEN = "bound, and something else in the notation"


def statements(claim):
    """Return what a claim states, and lemmas of ours, and what holds instead."""
    for part in claim.parts:
        if part.role is not Role.SPECIAL:
            yield part.statement
            if part.instead is not None:
                yield part.instead.statement


@cache
def broken():
    """Return what today's claims break, as it is listed."""
    found = set()
    for claim_id in catalogue.index():
        claim = catalogue.load(claim_id)
        for statement in statements(claim):
            found |= {f"{claim_id} | {one} | {TAKEN}" for one in misnamed(claim, statement)}
    return found


@pytest.mark.parametrize("paper", sorted({i.partition("/")[0] for i in catalogue.index()}))
def test_bound_names_of_the_notation_are_what_it_says(paper):
    lines = LISTED.read_text(encoding="utf-8").splitlines()
    now = {line for line in broken() if line.startswith(f"{paper}/")}
    assert now == {line for line in lines if line.startswith(f"{paper}/")}
