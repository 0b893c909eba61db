"""What printed proofs are said to use is there: claims, and clauses of them."""

import pytest

from verify.claims import catalogue


def unknown(claim_id):
    """Return what a claim uses that does not exist."""
    missing = []
    for use in catalogue.load(claim_id).uses:
        used, sign, clause = use.partition("#")
        known = used in catalogue.index()
        if not known or (sign and clause not in catalogue.load(used).clauses):
            missing.append(use)
    return missing


def test_every_claim_and_clause_that_is_used_exists():
    missing = {claim_id: unknown(claim_id) for claim_id in catalogue.index()}
    assert {claim_id: uses for claim_id, uses in missing.items() if uses} == {}


def test_notes_are_short_enough_to_be_read():
    notes = {claim_id: len(catalogue.load(claim_id).note) for claim_id in catalogue.index()}
    assert {claim_id: length for claim_id, length in notes.items() if length > 400} == {}


@pytest.mark.parametrize("clause", ["every time", "every even-time median"])
def test_a_clause_can_be_named(clause):
    assert clause in catalogue.load("instability-flatness/thm-5.4").clauses
