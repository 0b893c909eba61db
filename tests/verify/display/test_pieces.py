"""Functions that are linear between knots say in Python what they are."""

from fractions import Fraction
from itertools import accumulate, pairwise

import pytest

from theory.values import PiecewiseLinear
from verify.display.pieces import (
    Rounded,
    Straight,
    bends,
    call,
    is_straight,
    is_unimodal,
    makers,
    without_flat_knots,
)

through = PiecewiseLinear.through
STEEP = through({-3: "1/2"}, "1/4", "1/4")
LOW = through({1: -2}, 3, 3)
BENT = through({0: 1, 1: 2, 2: 3, 3: 5}, 1, 2)
TENT = through({-1: 0, 0: "1/2", 3: 0}, 0, 0)
PLACES = [Fraction(n, 3) for n in range(-20, 21)]


def made(expression):
    known = {"Fraction": Fraction, "pairwise": pairwise}
    exec(makers(expression), known)
    return eval(expression, known)


@pytest.mark.parametrize("value", [STEEP, LOW])
def test_a_function_with_one_knot_and_slope_is_a_formula(value):
    assert is_straight(value)
    formula = Straight("a", "b", "c").formula(value.values[0] > 0)
    numbers = {"a": value.knots[0], "b": value.values[0], "c": value.right}
    assert [eval(formula, numbers)(x) for x in PLACES] == [value(x) for x in PLACES]


@pytest.mark.parametrize("value", [STEEP, LOW, BENT, TENT])
def test_any_function_is_made_and_needs_no_knot_where_it_does_not_turn(value):
    function = made(call(value, "Fraction"))
    assert [function(x) for x in PLACES] == [value(x) for x in PLACES]
    fewer = without_flat_knots(value)
    assert [fewer(x) for x in PLACES] == [value(x) for x in PLACES]
    assert without_flat_knots(fewer) == fewer


def test_a_function_with_rounded_corners_bends_near_them():
    value = through({0: 1, 1: 2, 3: 3}, 1, "1/4", rounding="1/2")
    known = {"p": Fraction(0), "q": Fraction(1), "s": Fraction(1), "r": Fraction(1, 2)}
    known |= {"Fraction": Fraction, "accumulate": accumulate}
    exec("\n".join(Rounded("p", "q", "s", "r", "b", "t").lines("f", value, "Fraction")), known)
    assert [known["f"](x) for x in PLACES] == [value(x) for x in PLACES]
    assert known["t"] == [1, Fraction(1, 2), Fraction(1, 4)]


def test_a_density_is_its_bends():
    f = bends(TENT, "Fraction")
    assert made(is_unimodal(f, "0", exact=True))
    assert made(is_unimodal(f, "0", exact=False).replace("tiny", "Fraction(1, 9)"))
    assert [made(f"height({f}, Fraction({x}))") for x in (-2, -1, 0, 1, 3)] == [
        TENT(Fraction(x)) for x in (-2, -1, 0, 1, 3)
    ]


@pytest.mark.parametrize(
    ("points", "mode"),
    [
        ({-1: 0, 0: 1, 1: 0}, "1/2"),  # falls before
        ({-1: 0, 0: 1, 2: 0}, 0),  # too much
        ({-1: 0, 0: "1/2", 1: "1/4", 2: "1/2", 3: 0}, 0),  # rises again
        ({0: 0, 1: 0}, 0),  # nothing
    ],
)
def test_what_is_no_density_with_that_mode(points, mode):
    f = bends(through(points, 0, 0), "Fraction")
    assert not made(is_unimodal(f, f"Fraction('{mode}')", exact=True))
