"""Meanings of heads: a formula captures nothing, and brings its conditions along."""

from fractions import Fraction

import sympy as sp

from theory.definedness import requirements
from theory.language import (
    Head,
    reals,
)
from verify.claims.meanings import Formula, unfold
from verify.truth import Truth, evaluate

x, y, z, t = reals("x y z t")


def test_a_formula_captures_nothing_of_its_arguments():
    area = Head("Area", "the integral of t x over t from 0 to 1")
    meaning = Formula(lambda v: sp.Integral(t * v, (t, 0, 1)))
    assert meaning.build(t).doit() == t / 2
    assert unfold(area(t) + 1, {area: meaning}).doit() == t / 2 + 1
    assert evaluate(sp.Eq(area(t), 3), {t: Fraction(6)}, {area: meaning}) is not Truth.FALSE
    assert evaluate(sp.Eq(area(t), 2), {t: Fraction(6)}, {area: meaning}) is Truth.FALSE
    assert meaning == Formula(meaning.build)


def test_a_formula_is_built_once_for_the_same_arguments():
    asked = []

    def build(v):
        asked.append(v)
        return sp.Max(v, 1)

    meaning = Formula(build)
    largest = Head("Largest", "the larger one of x and 1")
    for value in range(5):
        assert evaluate(largest(x) >= 1, {x: Fraction(value)}, {largest: meaning}) is Truth.TRUE
    assert asked == [x]
    assert (meaning.build(y), meaning.build(x)) == (sp.Max(y, 1), sp.Max(x, 1))
    assert asked == [x, y]


def test_a_meaning_brings_its_conditions_along():
    below, root = Head("Below", "x less one"), Head("Root", "the square root")
    reading = {below: Formula(lambda v: v - 1), root: Formula(lambda v: sp.sqrt(v))}
    assert requirements(unfold((x - 1) / below(x), reading)) == {("nonzero", x - 1)}
    assert requirements(unfold(root(x) ** 2, reading)) == {("nonnegative", x)}
    assert unfold(sp.Ge(below(root(x)), x - 1), reading) == sp.Ge(sp.sqrt(x) - 1, x - 1)
    decided = unfold(sp.Ge(below(x), x - 1), reading)
    assert decided == sp.Ge(x - 1, x - 1, evaluate=False)
