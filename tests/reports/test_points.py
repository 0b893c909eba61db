"""Witnesses as text."""

from made_results import TWO
from msgspec.structs import replace

from reports.points import point, value
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
    line = PiecewiseLinearValue(("0",), ("1",), left="1", right="2")
    powers = [value(RayValue(p)) for p in ("1/2", "1", "0")]
    assert powers == ["scale^(1/2)", "scale", "constant"]
    through = "piecewise linear through 0 -> 1"
    assert value(line) == f"{through}, 1/(1 + 1*(0 - x)) to the left, slope 2 to the right"
    flat = replace(line, left="0", right="0")
    assert value(flat) == f"{through}, constant to the left, constant to the right"
    below = replace(line, values=("-1",))
    assert (
        value(below)
        == "piecewise linear through 0 -> -1, slope 1 to the left, slope 2 to the right"
    )
    assert point(TWO, {"k": "3"}) == "k = 3, x = 2"
