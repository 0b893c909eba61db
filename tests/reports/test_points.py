"""Witnesses as text."""

from fractions import Fraction

import pytest
from made_results import TWO
from msgspec.structs import replace

from reports.points import point, value
from verify.claims.witness import decode_value
from verify.evidence import (
    AlgebraicValue,
    PiecewiseLinearValue,
    RationalValue,
    RayValue,
)


def test_witness_values_read_as_numbers():
    assert value(RationalValue("-3/4")) == "-3/4"
    root = AlgebraicValue(("-2", "0", "1"), low="1", high="2")
    assert value(root) == "the root of -2 x^0 + 0 x^1 + 1 x^2 between 1 and 2"
    powers = [value(RayValue(p)) for p in ("1/2", "1", "0")]
    assert powers == ["scale^(1/2)", "scale", "constant"]
    assert point(TWO, {"k": "3"}) == "k = 3, x = 2"


def test_functions_read_as_terms_with_their_ranges():
    line = PiecewiseLinearValue(("0",), ("1",), left="1", right="2")
    assert value(line) == "1/(1 - x) for x < 0; 1 + 2*x for x >= 0"
    assert value(replace(line, left="0", right="0")) == "1 for x < 0; 1 for x >= 0"
    assert value(replace(line, values=("-1",))) == "-1 + x for x < 0; -1 + 2*x for x >= 0"
    tent = PiecewiseLinearValue(("-1", "0", "1", "2"), ("0", "2/3", "1/3", "0"), "0", "0")
    assert value(tent) == (
        "0 for x < -1; 2/3 + 2*x/3 for -1 <= x < 0; 2/3 - x/3 for 0 <= x < 2; 0 for x >= 2"
    )


def test_functions_with_many_pieces_are_shown_by_their_corners():
    rounded = PiecewiseLinearValue(("0", "1"), ("1", "2"), "1", "2", "1/2")
    assert value(rounded).endswith("within 1/2 of a corner the parabola that touches both lines")
    bent = PiecewiseLinearValue(("0", "1", "2", "3", "4"), ("1", "2", "4", "6", "7"), "0", "2")
    assert value(bent) == (
        "1 for x < 0; straight from (0, 1) to (1, 2), (3, 6), (4, 7); -1 + 2*x for x >= 4"
    )


def test_terms_of_functions_have_their_values():
    line = PiecewiseLinearValue(("-2", "1/2", "3"), ("1/4", "1", "5"), "1/2", "1/7")
    function = decode_value(line)
    for x in (Fraction(-9), Fraction(-1), Fraction(2), Fraction(11, 2)):
        for piece in value(line).split("; "):
            term, _, where = piece.partition(" for ")
            if eval(where, {"x": x}):
                assert eval(term, {"x": x}) == pytest.approx(float(function(x)))
