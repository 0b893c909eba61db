"""How heads are written in formulas."""

import sympy as sp

from theory.language import Head, function, reals
from verify.display.text import latex, text

x, y, t, s = reals("x y t s")
f = function("f")
NAMED = Head("Width", "how wide it is", r"\omega")
LAW = Head("Law", "Pr(X_t <= x), where X_0 has the density f", "F_{#2}(#3)")
STEPS = Head("Steps", "where steps with these signs lead from x", "T_{#2*}(#1)")
MASS = Head("Mass", "e to the minus x", "e^{-#1}")


def test_a_name_stands_before_all_arguments():
    assert latex(NAMED(x, y)) == r"\omega\left(x, y\right)"
    assert latex(NAMED(x) ** 2) == r"\omega\left(x\right)^{2}"


def test_a_pattern_has_places_for_arguments():
    assert latex(LAW(f, t, x + 1)) == "F_{t}(x + 1)"
    assert latex(LAW(f, t + 1, x) ** 2) == r"\left(F_{t + 1}(x)\right)^{2}"
    assert LAW.symbol == r"F_{\cdot}(\cdot)"
    assert text(LAW(f, t, x)) == "Law(f, t, x)"


def test_only_symbols_are_left_out():
    for law in (2, s + 1, sp.sqrt(s)):
        shown = latex(LAW(law, t, x))
        assert "Law" in shown
        assert latex(law) in shown


def test_a_place_may_hold_all_that_follows():
    assert latex(STEPS(x, 1)) == "T_{1}(x)"
    assert latex(STEPS(x, 1, -1, s)) == "T_{1, -1, s}(x)"


def test_sums_and_negative_terms_are_bracketed_where_the_place_has_no_brackets():
    assert latex(MASS(2 * x)) == "e^{-2 x}"
    assert latex(MASS(x - y)) == r"e^{-\left(x - y\right)}"
    assert latex(MASS(-x)) == r"e^{-\left(- x\right)}"
    assert latex(LAW(f, -t, -x)) == "F_{- t}(- x)"
