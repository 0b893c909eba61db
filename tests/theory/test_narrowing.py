"""Which hypotheses narrow a range by a number; see `theory/narrowing.py`."""

import pytest
import sympy as sp

from theory.argument_language import States
from theory.language import integers, reals, sequence
from theory.narrowing import numbers
from theory.places import HERE
from theory.quantifiers import Every

x, y, z, n = *reals("x y z"), integers("n")
p = sequence("p")


@pytest.mark.parametrize(
    "narrowed",
    [
        x <= 10,
        2 * x <= 10,
        x + y <= 10,
        x - 10 <= y,
        x <= y / 10,
        x**2 <= x,
        sp.Eq(n, 3),
        sp.Or(sp.Eq(n, 1), sp.Eq(n, 2)),
        Every(x, sp.Implies(sp.And(x >= 0, x <= 3), x <= y)),
        sp.Sum(p[n], (n, 1, 3)) <= y,
        sp.Eq(sp.Integral(x * y, (x, 0, 5)), y),
        x <= sp.tanh(y),
        x < sp.sign(y),
        x >= sp.cosh(y),
        x <= sp.exp(-(y**2)),
        x <= y**2 / (1 + y**2),
        x <= z / sp.sqrt(y**2 + z**2),
        x <= sp.Min(y, 1),
        x <= sp.Mod(n, 2),
    ],
)
def test_numbers_that_narrow_a_range_are_seen(narrowed):
    assert numbers(States(y >= 0, given=(narrowed,)))


@pytest.mark.parametrize(
    "plain",
    [
        x > 0,
        -x <= 0,
        x <= y,
        sp.Ne(x, 0),
        sp.Eq(x, 2 * y),
        x <= y * sp.tanh(z),
        x >= -(y**2),
        x <= sp.exp(y),
        x <= sp.log(y),
        x <= 1 / y,
    ],
)
def test_signs_and_comparisons_narrow_no_range_by_a_number(plain):
    assert not numbers(States(y >= 0, given=(plain,)))


def test_what_implications_of_a_conclusion_assume_is_looked_at():
    assert numbers(States(sp.Implies(x <= 10, x <= y))) == {HERE: {"x <= 10"}}
    assert not numbers(States(x <= 10))
