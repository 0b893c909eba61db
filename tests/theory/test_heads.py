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
AT_ZERO = "two factors of each product are 0, so that it has no slope, and no second slope enters"
FAR_OUT = "lambda does not matter far out"
# heads by name and number of arguments: those arguments with which alone their value changes at no
# point that was tried, and why
UNMOVED = {
    "instability-flatness": {
        ("Expected", 3): ([0, 2], "the walk is a martingale: the mean stays"),
        ("G_ij", 6): ([0, 2, 4], SECOND_DERIVATIVE),
        ("H_ii", 4): ([0, 2], SECOND_DERIVATIVE),
    },
    "less-data": {},
    "signsgd-scaling": {},
    "steepest-mirror": {
        ("Exponent", 3): ([2], FAR_OUT),
        ("Negative", 3): ([1], AT_ZERO),
        ("Negative", 8): ([2, 3, 4], AT_ZERO),
        ("Onto", 3): ([2], FAR_OUT),
        ("Slope", 3): ([0, 1, 2], AT_ZERO),
        ("Slope", 4): ([0, 1], AT_ZERO),
        ("Slope", 8): ([0, 1, 2, 3, 4], AT_ZERO),
        ("bracket", 6): ([0, 1, 2, 3, 4, 5], "gradients of products of other factors commute"),
        ("rank", 3): ([0, 2], "with more samples than features it is the number of features"),
    },
}
SEQUENCES = "of a sequence, which no point has"
ARGUMENTS = "in statements that only arguments handle"
OF_A_MEDIAN = "at a median, of which a point has no exact value"
NO_FRACTION = "an argument is irrational, or the value is enclosed without a point"
# heads of whose arguments the run has no values, and why
NOT_MET = {
    "instability-flatness": {
        **dict.fromkeys((("Generated", 2), ("H", 2), ("Phi", 4)), SEQUENCES),
        ("Image", 4): OF_A_MEDIAN,
    },
    "less-data": {
        **dict.fromkeys(
            (
                (f"Pr{name}", 3)
                for name in ("Aligned", "AlignedRand", "Norm", "NormRand", "Q", "Qrand")
            ),
            NO_FRACTION,
        ),
        ("PrOverlap", 2): NO_FRACTION,
    },
    "signsgd-scaling": dict.fromkeys(
        (
            *(("E_burn", 5), ("M", 5)),
            *(("P_escape", 6), ("S", 5), ("S_mix", 7)),
            *(("E_outer", 6), ("E_xi", 7), ("E_xi_xi", 8), ("RiskGradient", 6)),
        ),
        ARGUMENTS,
    ),
    "steepest-mirror": dict.fromkeys(
        (("Along", 5), ("Curvature", 5), ("Gradient", 4), ("Hessian", 5)), SEQUENCES
    ),
}
DECIDED = {Verdict.PROVED, Verdict.REFUTED, Verdict.MISPRINTED, Verdict.VACUOUS, Verdict.DEPENDS}
ENCLOSED = "a sum over so many coordinates that only blocks of it are enclosed"
ONE_PROGRAM = "no second program integrates this law of coordinates of the sphere"
MOMENTS = "no second program computes these means of products of normals"
# heads of decided claims with one meaning only, and why
ONE_MEANING = {
    "DecaySum": ENCLOSED,
    "LateSum": ENCLOSED,
    "SgdLoss": ENCLOSED,
    "PrAligned": ONE_PROGRAM,
    "PrAlignedRand": ONE_PROGRAM,
    "PrPop": ONE_PROGRAM,
    **dict.fromkeys(("E_outer", "E_xi", "E_xi_xi", "RiskGradient"), MOMENTS),
}


@pytest.mark.parametrize("paper", PAPERS)
def test_the_value_of_a_head_changes_with_each_of_its_arguments(paper):
    met = {key for key in known_heads() if key[0] == paper and is_met(key)}
    found = {key[1:]: places for key in sorted(met) if (places := unmoved(key))}
    assert found == {key: places for key, (places, _) in UNMOVED[paper].items()}


@pytest.mark.parametrize("paper", PAPERS)
def test_heads_that_no_point_is_known_of_are_listed(paper):
    found = {key[1:] for key in known_heads() if key[0] == paper and not is_met(key)}
    assert found == set(NOT_MET[paper])


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
