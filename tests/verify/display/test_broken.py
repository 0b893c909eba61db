"""Which relation of a conclusion fails at a counterexample."""

from fractions import Fraction

import sympy as sp

from theory.language import reals
from verify.display.broken import broken_relation

x, y = reals("x y")


def test_of_an_implication_the_consequent_fails_and_nothing_that_holds():
    says = sp.Implies(x > 0, y > 2 * x, evaluate=False) & (y < 5)
    assert broken_relation(says, {x: Fraction(1), y: Fraction(1)}, {}) == (y > 2 * x)
    assert broken_relation(says, {x: Fraction(1), y: Fraction(3)}, {}) is None


def test_what_tells_cases_apart_comes_last():
    says = sp.Eq(x, 0) | (x * y > 1)
    point = {x: Fraction(-1), y: Fraction(2)}
    assert broken_relation(says, point, {}) == (x * y > 1)
    assert broken_relation(sp.Eq(x, 0) | (x > y), point, {}) in (sp.Eq(x, 0), x > y)
