"""Choices from intervals."""

from hypothesis import given
from hypothesis import strategies as st

from property_tests.strategies.intervals import CODES, Interval, choose

EDGES = st.fractions(-20, 20, max_denominator=12)


@given(CODES, EDGES, EDGES, st.booleans(), st.booleans(), st.booleans())
def test_choices_lie_in_their_interval(code, a, b, open_low, open_high, integer):
    low, high = min(a, b), max(a, b)
    value = choose(code, Interval(low, high, open_low, open_high), integer)
    if value is None:
        assert low == high or integer
        return
    assert low < value or (low == value and not open_low)
    assert value < high or (high == value and not open_high)
    assert not integer or value.denominator == 1


@given(CODES, EDGES, st.booleans(), st.booleans(), st.booleans())
def test_half_lines(code, edge, strict, upwards, integer):
    interval = Interval(edge, None, strict) if upwards else Interval(None, edge, False, strict)
    value = choose(code, interval, integer)
    assert value is not None
    assert (value > edge or (value == edge and not strict)) if upwards else True
    assert (value < edge or (value == edge and not strict)) if not upwards else True
