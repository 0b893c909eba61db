"""Statements about laws, written out at laws with finitely many atoms."""

from fractions import Fraction

import pytest
import sympy as sp

from theory.argument_language import States
from theory.language import eq, function, integers, reals
from theory.quantifiers import Every
from theory.sequences import Indicator, Law, Mean
from theory.well_formed import IllFormed
from verify.claims.laws import SHAPES, at_laws, at_masses, laws_in, opened, places_of, with_laws
from verify.claims.witness import WitnessError, decode_value, encode_value
from verify.evidence import AlgebraicValue, AtomsValue, RationalValue
from verify.truth import Truth, evaluate

x, y, b = reals("x y b")
n = integers("n")
P, Q, f = map(function, ("P", "Q", "f"))
HALF = Fraction(1, 2)
LAW, WHOLE = AtomsValue(("0", "2"), ("1/2", "1/2")), AtomsValue(("2",), ("1",))


def mean(term, of=x, law=P):
    return Mean(term, of, Law(law))


def truth(condition, **laws):
    """Return what a condition is at some laws, by the evaluation of everything else."""
    names = {"P": P, "Q": Q}
    witness = {name: encode_value(decode_value(value)) for name, value in laws.items()}
    statement, values = at_laws(States(condition), witness)
    assert set(laws) <= set(names)
    point = {s: decode_value(values[str(s)]) for s in statement.symbols}
    return evaluate(statement.says, point)


def test_a_mean_is_the_sum_over_the_atoms():
    assert truth(eq(mean(x), 1), P=LAW) is Truth.TRUE
    assert truth(eq(mean(x**2), 2), P=LAW) is Truth.TRUE
    assert truth(eq(mean(Indicator(x >= 1)), sp.Rational(1, 2)), P=LAW) is Truth.TRUE
    assert truth(eq(mean(Indicator(x > 2)), 0), P=LAW) is Truth.TRUE
    assert truth(eq(mean(mean(x * y, y, Q)), 2), P=LAW, Q=WHOLE) is Truth.TRUE
    inside = mean(Indicator(mean(x * y, y, Q) > 3))
    assert truth(eq(inside, sp.Rational(1, 2)), P=LAW, Q=WHOLE) is Truth.TRUE
    assert truth(eq(mean(sp.Sum(x * n, (n, 1, 3))), 6), P=LAW) is Truth.TRUE


def test_a_term_without_a_value_at_one_atom_has_no_mean():
    for term in (1 / x, sp.log(x)):
        assert truth(eq(mean(term), mean(term)), P=LAW) is Truth.UNDEFINED
        assert truth(eq(mean(term), mean(term)), P=WHOLE) is not Truth.UNDEFINED


def test_what_is_said_of_all_laws_and_numbers_is_said_of_each():
    says = mean(Indicator(x >= b)) >= b
    statement = States(Every(P, Every(b, says)), (n > 1,))
    assert opened(statement) == States(says, (n > 1,))
    assert laws_in(statement) == (P,)


@pytest.mark.parametrize(
    "says", [mean(x) <= f(1) + P(1), Every(y, mean(x) > y) | (b > 1), mean(x) > P(b)]
)
def test_what_is_no_mean_is_left_to_arguments(says):
    with pytest.raises(IllFormed):
        at_masses(States(says), {P: (HALF, HALF)})


def test_places_and_laws_are_the_same_witness():
    masses = {P: (HALF, HALF)}
    places = dict(zip(map(str, places_of(P, 2)), map(RationalValue, ("0", "2")), strict=True))
    witness = {"b": RationalValue("3"), **places}
    assert with_laws(witness, masses) == {"P": LAW, "b": RationalValue("3")}
    statement, values = at_laws(States(mean(x) > b), with_laws(witness, masses))
    assert values == witness
    assert set(map(str, statement.symbols)) == set(witness)
    root = AlgebraicValue(("-2", "0", "1"), "1", "2")
    with pytest.raises(WitnessError, match="no rational number"):
        with_laws({**witness, "P[1]": root}, masses)


def test_masses_that_are_tried_are_those_of_laws():
    assert len(set(SHAPES)) == len(SHAPES)
    assert all(sum(masses) == 1 and min(masses) > 0 for masses in SHAPES)
