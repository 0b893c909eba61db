"""Values of points: an algebraic number is the one root in its interval."""

from fractions import Fraction

from theory.language import (
    reals,
)
from theory.values import Algebraic
from verify.truth import Truth, evaluate

x, y, z, t = reals("x y z t")


def test_algebraic_values_are_isolated_roots():
    root = Algebraic((-2, 0, 1), Fraction(1), Fraction(2))
    assert evaluate(x > Fraction(14142, 10000), {x: root}) is Truth.TRUE
    assert evaluate(x < Fraction(14143, 10000), {x: root}) is Truth.TRUE
    ambiguous = Algebraic((-2, 0, 1), Fraction(-2), Fraction(2))
    assert evaluate(x > 0, {x: ambiguous}) is Truth.UNKNOWN


def test_an_algebraic_value_outside_of_its_interval_is_no_value():
    short = Algebraic((-2, 0, 1), Fraction(1), Fraction("1.41421356237309504880168872420969"))
    assert evaluate(x > 0, {x: short}) is Truth.UNKNOWN
    right = Algebraic((-2, 0, 1), Fraction(1), Fraction("1.41421356237309504880168872420970"))
    assert evaluate(x > 0, {x: right}) is Truth.TRUE
