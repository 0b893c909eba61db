"""What differs between two formulas is marked, and nothing is marked that is the same."""

import re

from reports.change import CHANGED, marked


def marks(one, other):
    found = marked((one, one), (other, other))
    return [
        re.findall(rf'class="{CHANGED}">(?:<mrow>)?<?(?:m[ion]>)?([^<]*)', str(f)) for f in found
    ]


def test_a_number_that_differs_is_marked_in_both():
    assert marks("x+y < 1", "x+y < 2") == [["1"], ["2"]]


def test_what_is_added_is_marked_where_it_stands():
    left, right = marked(("x+y < 1", ""), ("x+y+z < 1", ""))
    assert CHANGED not in left
    assert right.count(CHANGED) == 2  # the sign and the letter


def test_marks_go_into_fractions_and_powers():
    assert marks("a+b+\\frac{x}{2}", "a+b+\\frac{x}{3}") == [["2"], ["3"]]
    assert marks("a+b+x^{2}", "a+b+x^{3}") == [["2"], ["3"]]


def test_nothing_is_marked_of_the_same_of_text_and_of_what_is_all_new():
    assert marks("x < 1", "x < 1") == [[], []]
    assert marks("x < 1", "") == [[], []]
    assert marks("x", "\\frac{y}{z}") == [[], []]


def test_hostile_text_stays_text():
    found = marked(("", "<script>"), ("x", "x"))
    assert "<script>" not in found[0]
