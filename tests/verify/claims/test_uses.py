"""What printed proofs are said to use is there: claims, and clauses of them."""

import pytest

from reports.uses import use_of
from verify.claims import catalogue
from verify.record import committed


def unknown(claim_id):
    """Return what a claim uses that does not exist."""
    missing = []
    claim = catalogue.load(claim_id)
    for use in claim.uses:
        used, clause, own = use_of(use)
        known = used in catalogue.index()
        of_all = own and not clause  # "id# -> own clause"
        if not known or ("#" in use and not of_all and clause not in catalogue.load(used).clauses):
            missing.append(use)
        if own and own not in claim.clauses:
            missing.append(use)
    return missing


def test_every_claim_and_clause_that_is_used_exists():
    missing = {claim_id: unknown(claim_id) for claim_id in catalogue.index()}
    assert {claim_id: uses for claim_id, uses in missing.items() if uses} == {}


ITS_PROOF = "its proof goes through every line of the step"
BALANCE = "(6) for every q, q = 1 among them"
WHOLE = {  # user and what it uses as a whole, although only some clauses of that fail: why
    ("instability-flatness/thm-5.6-i", "instability-flatness/thm-5.6-step-F.4"): "both lines",
    ("instability-flatness/thm-5.6-iii", "instability-flatness/thm-5.6-i"): (
        "the bound of Z_t up to 2 N, and the fall by c at every time from there on"
    ),
    ("instability-flatness/thm-5.12", "instability-flatness/thm-5.12-step-local"): ITS_PROOF,
    ("instability-flatness/prop-5.11", "instability-flatness/prop-5.11-step-median"): ITS_PROOF,
    ("instability-flatness/prop-F.11", "instability-flatness/prop-F.11-step-greedy"): ITS_PROOF,
    ("instability-flatness/lem-5.10", "instability-flatness/lem-5.10-step-localization"): ITS_PROOF,
    ("instability-flatness/lem-5.10-step-localization", "instability-flatness/cor-F.15"): (
        "both bounds, one after the other"
    ),
    ("instability-flatness/txt-dR-dr-positive", "instability-flatness/txt-R-interDLN"): (
        "R of any two products"
    ),
    ("less-data/thm-1", "less-data/txt-astar-min-of-four"): "the choice of a_* and its order",
    ("steepest-mirror/thm-4.8", "steepest-mirror/thm-4.8-step-lower-bound"): ITS_PROOF,
    ("steepest-mirror/thm-4.8", "steepest-mirror/lem-4.5"): BALANCE,
    ("steepest-mirror/eq-14", "steepest-mirror/lem-4.5"): BALANCE,
    ("steepest-mirror/cor-4.10", "steepest-mirror/lem-4.5"): BALANCE,
    ("steepest-mirror/thm-4.16", "steepest-mirror/lem-4.5"): BALANCE,
    ("steepest-mirror/thm-4.16-step-flow", "steepest-mirror/lem-4.5"): BALANCE,
    ("steepest-mirror/txt-J-deep-init", "steepest-mirror/lem-4.5"): BALANCE,
    ("steepest-mirror/thm-F.1", "steepest-mirror/lem-4.5"): "(6) at q = 1, any number of factors",
}


def test_a_use_names_the_clause_where_only_some_clauses_fail():
    recorded = committed.load()
    unnamed = {
        (claim_id, use)
        for claim_id in catalogue.index()
        for use in catalogue.load(claim_id).uses
        if use in recorded  # without a clause, by the whole claim
        and len({verdict.takes_down for verdict in recorded[use].clauses.values()}) == 2
    }
    assert unnamed == set(WHOLE)


def test_notes_are_short_enough_to_be_read():
    notes = {claim_id: len(catalogue.load(claim_id).note) for claim_id in catalogue.index()}
    assert {claim_id: length for claim_id, length in notes.items() if length > 400} == {}


@pytest.mark.parametrize("clause", ["every time", "every even-time median"])
def test_a_clause_can_be_named(clause):
    assert clause in catalogue.load("instability-flatness/thm-5.4").clauses
