"""The engine is right about generated statements on all laws, and the harness would see it."""

from fractions import Fraction
from random import Random

import pytest
import sympy as sp

from tests.fuzz.laws import SHAPES, only_atoms
from tests.fuzz.wrong import at_atoms, examine, objection_to, shown_of
from theory.argument_language import States
from theory.language import function, reals
from theory.sequences import Indicator, Law, Mean
from theory.values import Atoms
from verify.evidence import AtomsValue, Evidence, Outcome, RationalValue, Tier

CASES = 6
x, b = reals("x b")
P = function("P")
LAW = AtomsValue(("0", "2"), ("3/4", "1/4"))
MEAN = Mean(x, x, Law(P))


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
def test_the_engine_is_right_about_every_shape(shape):
    cases = [shape(Random(f"{number}/{shape.__name__}")) for number in range(CASES)]
    found = [examine(case, seed=number) for number, case in enumerate(cases)]
    assert [(f.wrong, shown_of(c)) for f, c in zip(found, cases, strict=True) if f.wrong] == []
    verdicts = {f.verdict for f, c in zip(found, cases, strict=True) if c.known is False}
    assert verdicts <= ({"open"} if shape is only_atoms else {"refuted"})
    assert shape is only_atoms or {c.known for c in cases} == {True, False}


def piece(law, **others):
    witness = {"P": law, **{name: RationalValue(value) for name, value in others.items()}}
    return Evidence("atoms", Outcome.FAILS, Tier.SEARCH, witness=witness)


@pytest.mark.parametrize(
    ("says", "given", "others", "objection"),
    [
        (sp.Rational(1, 2) > MEAN, (), {}, None),
        (sp.Rational(1, 2) >= MEAN, (), {}, "the conclusion is true there"),
        (MEAN < 0, (MEAN > 1,), {}, "a hypothesis is false there"),
        (Mean(1 / x, x, Law(P)) < 0, (), {}, "the conclusion is undefined there"),
        (Mean(Indicator(x > b), x, Law(P)) < sp.Rational(1, 4), (), {"b": "1"}, None),
        (Mean(Indicator(x > b), x, Law(P)) < sp.Rational(1, 4), (), {"b": "2"}, "true"),
    ],
)
def test_a_law_that_refutes_nothing_is_objected_to(says, given, others, objection):
    found = objection_to(States(says, given), piece(LAW, **others))
    assert found is None if objection is None else objection in found


def test_a_mean_of_a_mean_is_a_double_sum():
    y, Q = reals("y"), function("Q")
    statement = States(Mean(Mean(x * y, y, Law(Q)), x, Law(P)) >= 0)
    two = Atoms((Fraction(1), Fraction(3)), (Fraction(1, 2), Fraction(1, 2)))
    one = Atoms((Fraction(5),), (Fraction(1),))
    assert at_atoms(statement, {"P": two, "Q": one}).says.lhs.doit() == 10
