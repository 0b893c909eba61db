"""A quantity of a paper depends on all that it lists, by what it means.

Those of which a definition of the notation speaks are tried in `test_printed_claims`, too.
"""

import pytest

from tests.theory.head_values import is_met, known_heads, unmoved
from verify.claims import catalogue
from verify.claims.statements import heads, meanings, statements
from verify.evidence import Verdict
from verify.record import committed

PAPERS = ("instability-flatness", "less-data", "signsgd-scaling", "steepest-mirror")
SECOND_DERIVATIVE = "that a second derivative does not depend on these is what claims say"
AT_ZERO = "met at critical points alone"
FEW = "no change at the few points that were met"
# heads by name and number of arguments: those arguments with which alone their value changes at no
# point that was tried, and why
UNMOVED = {
    "instability-flatness": {
        ("Expected", 3): ([0, 2], "the walk is a martingale: the mean stays"),
        ("G_ij", 6): ([0, 1, 2, 4], f"{SECOND_DERIVATIVE}; of the second: {FEW}"),
        ("H_ii", 4): ([0, 2], SECOND_DERIVATIVE),
    },
    "less-data": {("PrQrand", 3): ([1], FEW)},
    "signsgd-scaling": {},
    "steepest-mirror": {
        ("Exponent", 3): ([2], FEW),
        ("Negative", 3): ([1], AT_ZERO),
        ("Negative", 8): ([2, 3, 4], AT_ZERO),
        ("Onto", 3): ([2], FEW),
        ("Slope", 3): ([0, 1, 2], AT_ZERO),
        ("Slope", 4): ([0, 1], AT_ZERO),
        ("Slope", 8): ([0, 1, 2, 3, 4], AT_ZERO),
        ("Velocity", 5): ([2], FEW),
        ("bracket", 6): ([0, 1, 2, 3, 4, 5], FEW),
        ("rank", 3): ([0, 2], FEW),
    },
}
# heads of whose arguments the run has no values: of sequences, in statements that only arguments
# handle, or of which methods enclose the value without a point
NOT_MET = {
    "instability-flatness": {("Generated", 2), ("H", 2), ("Image", 4), ("Phi", 4)},
    "less-data": {
        *((f"Pr{name}", 3) for name in ("Aligned", "AlignedRand", "Norm", "NormRand", "Q")),
        ("PrOverlap", 2),
    },
    "signsgd-scaling": {
        *(("E_burn", 5), ("M", 5), ("P_burn", 5)),
        *(("P_escape", 6), ("S", 5), ("S_mix", 7)),
    },
    "steepest-mirror": {("Along", 5), ("Curvature", 5), ("Gradient", 4), ("Hessian", 5)},
}
DECIDED = {Verdict.PROVED, Verdict.REFUTED, Verdict.MISPRINTED, Verdict.VACUOUS, Verdict.DEPENDS}
ENCLOSED = "a sum over so many coordinates that only blocks of it are enclosed"
ONE_PROGRAM = "no second program integrates this law of coordinates of the sphere"
# heads of decided claims with one meaning only, and why
ONE_MEANING = {
    "DecaySum": ENCLOSED,
    "LateSum": ENCLOSED,
    "SgdLoss": ENCLOSED,
    "PrAligned": ONE_PROGRAM,
    "PrAlignedRand": ONE_PROGRAM,
}


@pytest.mark.parametrize("paper", PAPERS)
def test_the_value_of_a_head_changes_with_each_of_its_arguments(paper):
    met = {key for key in known_heads() if key[0] == paper and is_met(key)}
    found = {key[1:]: places for key in sorted(met) if (places := unmoved(key))}
    assert found == {key: places for key, (places, _) in UNMOVED[paper].items()}


@pytest.mark.parametrize("paper", PAPERS)
def test_heads_that_no_point_is_known_of_are_listed(paper):
    found = {key[1:] for key in known_heads() if key[0] == paper and not is_met(key)}
    assert found == NOT_MET[paper]


def test_heads_of_decided_claims_have_two_meanings_but_for_those_listed():
    record, found = committed.load(), set()
    for claim_id in catalogue.index():
        known = record.get(claim_id)
        if known is None or not DECIDED & _verdicts(known):
            continue
        claim = catalogue.load(claim_id)
        for _, statement in statements(claim):
            given = meanings(claim, statement)
            found |= {str(head) for head in heads(statement) if len(given.get(head, (1, 2))) < 2}
    assert found == set(ONE_MEANING)


def _verdicts(known):
    """Return the verdicts on a claim, on its clauses and on its statements."""
    every = (known, *known.statements.values())
    return {verdict for of in every for verdict, _ in of.verdicts.values()} | set(
        known.clauses.values()
    )
