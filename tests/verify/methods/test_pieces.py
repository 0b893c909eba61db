"""Inequalities in one real variable are proved in pieces, and their false neighbours are not."""

import pytest
import sympy as sp

from theory.claim import ForAll
from theory.language import reals
from verify.kernel.proofs import Effort, RejectedProof, accept
from verify.kernel.total import Outside, total
from verify.methods.derivation import find, find_from_either_end
from verify.methods.pieces import find_in_pieces

x, y = reals("x y")
half = sp.Rational(1, 2)


def statement(says, *given):
    return ForAll(says=says, given=given)


# where the slope of the difference changes its sign, so that it is cut there
IN_PIECES = [
    statement(sp.log(x) <= 7 * x / 8, x >= 1),
    statement(sp.log(1 - x) >= -16 * x / 9, x > 0, x < half),
    statement(x - sp.log(x) >= 1, x > 0),
    statement(sp.exp(x) >= 5 * x / 2),
    statement(sp.exp(x) + sp.exp(-2 * x) > sp.Rational(18, 10), x >= -3),  # an irrational place
]
FALSE_IN_PIECES = [
    statement(sp.log(x) <= 3 * x / 8 - sp.Rational(1, 1000), x >= 1),  # fails at 8 / 3 and near it
    statement(sp.log(1 - x) >= -4 * x / 3, x > 0, x < half),
    statement(x - sp.log(x) > 1, x > 0),
    statement(sp.exp(x) >= 11 * x / 4),
    statement(sp.exp(x) + sp.exp(-2 * x) > sp.Rational(19, 10), x >= -3),
]


@pytest.mark.parametrize("claim", IN_PIECES, ids=lambda c: str((c.given, c.says)))
def test_inequalities_in_one_variable_have_a_proof_in_pieces(claim):
    with pytest.raises(Outside):
        find(total(claim))
    part = find_in_pieces(claim, find_from_either_end)
    found = {"kind": "instances", "parts": [part]}
    assert accept(claim, found, {}, Effort(0)) == ()
    for left_out in range(len(part["parts"])):
        parts = [p for n, p in enumerate(part["parts"]) if n != left_out]
        forged = {"kind": "instances", "parts": [{**part, "parts": parts}]}
        with pytest.raises(RejectedProof):
            accept(claim, forged, {}, Effort(0))


@pytest.mark.parametrize("claim", FALSE_IN_PIECES, ids=lambda c: str((c.given, c.says)))
def test_false_ones_have_no_proof_in_pieces(claim):
    with pytest.raises(Outside):
        find_in_pieces(claim, find_from_either_end)


def test_pieces_ascend_and_are_those_of_a_number():
    claim = statement(x - sp.log(x) >= 1, x > 0)
    part = find_in_pieces(claim, find_from_either_end)
    for forged in ({"cuts": ["1", "1"]}, {"cuts": []}, {"symbol": "y"}, {"cuts": ["1", "1/2"]}):
        with pytest.raises(RejectedProof):
            accept(claim, {"kind": "instances", "parts": [{**part, **forged}]}, {}, Effort(0))


@pytest.mark.parametrize(
    "claim", [statement(x + y >= x, y >= 0), statement(sp.Eq(sp.Abs(x), x), x >= 0)]
)
def test_only_inequalities_in_one_variable_are_cut(claim):
    with pytest.raises(Outside, match=r"not in one real variable|no inequality"):
        find_in_pieces(claim, find_from_either_end)
