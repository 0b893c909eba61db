"""What is drawn of lines that are written by hand: both sides of the comparison they end in."""

from fractions import Fraction

import pytest
from mpmath import mp

from verify.claims import catalogue
from verify.claims.statements import part_at
from verify.display.compared import compared_along, comparison, drawn
from verify.evidence import Key
from verify.papers import instability_flatness, signsgd_scaling


def square_fits(x, y):
    """Whether the square of a positive number is at most y."""
    assert x > 0
    print("x =", x)
    return x**2 / y <= 1


def two_fit(x):
    """Whether a number lies between two others."""
    return 0 < x < 1


def is_told(x):
    """Whether something holds that is no comparison."""
    return bool(x > 1)


def root_fits(x):
    """Whether the root of a number is smaller than its half."""
    return mp.sqrt(x) < x / 2


def test_both_sides_are_computed_and_nothing_is_printed(capsys):
    found = comparison(square_fits)
    assert found.sides(Fraction(3), Fraction(2)) == (Fraction(9, 2), 1)
    assert (found.sign, found.names) == ("≤", ("x^2/y", "1"))
    assert not found.holds(2, 1)
    assert not capsys.readouterr().out
    with pytest.raises(AssertionError):
        found.sides(Fraction(-1), Fraction(1))


def test_the_cut_shows_where_the_failure_ends():
    found = drawn(square_fits, "2 1")
    (cut,) = found.cuts
    assert (found.relation, found.about, found.names) == ("≤", "x^2/y ≤ 1", ("x^2/y", "1"))
    assert {"holds", "fails"} == set(cut.state)
    own = 2 if cut.symbol == "x" else 1
    assert cut.at[cut.witness] == own
    assert cut.state[cut.witness] == "fails"
    assert list(cut.at) == sorted(set(cut.at))
    assert cut.left[cut.witness] == 4


def test_rounded_numbers_are_computed_with_more_digits():
    (cut,) = drawn(root_fits, "1").cuts
    assert cut.left[cut.witness] == 1
    assert {"holds", "fails"} == set(cut.state)


@pytest.mark.parametrize("function", [two_fit, is_told])
def test_what_ends_in_no_comparison_of_two_sides_is_not_drawn(function):
    assert comparison(function) is None
    assert drawn(function, "3") is None


def test_a_number_that_is_zero_is_not_moved():
    assert drawn(square_fits, "1 1").cuts[0].symbol in "xy"
    assert drawn(root_fits, "0") is None


@pytest.mark.parametrize("paper", [instability_flatness, signsgd_scaling])
def test_every_check_that_is_written_by_hand_fails_at_its_numbers_and_is_drawn(paper):
    for function, numbers in paper.CHECKS.values():
        (cut,) = drawn(function, numbers).cuts
        assert cut.state[cut.witness] == "fails"


def test_a_part_without_such_lines_has_none():
    claim = catalogue.load("instability-flatness/prop-F.11")
    assert compared_along(claim, part_at(claim, Key(0))).names == ("c_0", "most")
    other = catalogue.load("instability-flatness/eq-11")
    assert compared_along(other, part_at(other, Key(0))) is None
