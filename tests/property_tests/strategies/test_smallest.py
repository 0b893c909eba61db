"""The smallest counterexample."""

from fractions import Fraction

from property_tests.strategies.smallest import smallest
from theory.claim import ForAll
from theory.language import (
    integers,
    reals,
)
from verify.methods import METHODS
from verify.methods.task import Task
from verify.truth import Truth, at

a, b, p, x, y, z, t = reals("a b p x y z t")
n, m, i = integers("n m i")


def search(statement, **options):
    return METHODS["search"].apply(Task(statement=statement, **options))


def value(evidence, name):
    return evidence.witness[name].value


def test_counterexamples_in_integers_are_the_smallest():
    past = search(ForAll(given=(n >= 5,), says=n**3 < 30_000))
    assert value(past, "n") == "32"
    down = search(ForAll(given=(n <= -7,), says=n**2 < 5000))
    assert value(down, "n") == "-71"
    pair = search(ForAll(given=(n >= 1, m >= 1), says=n * m <= 399))
    assert int(value(pair, "n")) + int(value(pair, "m")) == 40


def test_a_smaller_counterexample_is_looked_for_from_any_other():
    statement = ForAll(given=(n >= 0, x > 0), says=n * x < 10)

    def breaks(point):
        return at(statement, point, {}) is Truth.FALSE

    found = {n: Fraction(812), x: Fraction(355, 113)}
    assert smallest(statement, found, breaks, 1500) == {n: Fraction(4), x: Fraction(3)}
