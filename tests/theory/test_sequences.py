"""Strings of signs, and sequences with several indices."""

import pytest
import sympy as sp
from sympy.logic.boolalg import And

from theory.argument_language import States
from theory.binders import SequenceOf, substitute
from theory.language import Head, integers, reals, sequence
from theory.sequences import In, Mean, Signs, Sphere
from theory.well_formed import IllFormed
from verify.truth import Truth, evaluate

x, y, z = reals("x y z")
i, j, k, n, t = integers("i j k n t")
s, r = sequence("s"), sequence("r")

h = Head("h", "anything")
STRINGS = Signs(t)


def test_a_string_of_signs_ends():
    holds_at = {
        (value, index): evaluate(Signs(2).entry(sp.Integer(value), sp.Integer(index)), {})
        for value in (-1, 0, 1, 2)
        for index in (-1, 0, 1, 2)
    }
    true = {pair for pair, truth in holds_at.items() if truth is Truth.TRUE}
    assert true == {(1, 0), (-1, 0), (1, 1), (-1, 1), (0, -1), (0, 2)}
    none = Signs(-1)
    assert evaluate(none.entry(sp.S.Zero, sp.S.Zero), {}) is Truth.FALSE
    assert none.inhabited == sp.false or evaluate(none.inhabited, {}) is Truth.FALSE


def test_a_unit_vector_has_as_many_entries_as_are_counted():
    says = Sphere(n).unit(SequenceOf(sp.Piecewise((1, sp.Eq(i, 2)), (0, True), evaluate=False), i))
    (total,) = says.atoms(sp.Sum)
    assert [total.subs(n, count).doit() for count in (1, 2, 3)] == [0, 1, 1]
    assert evaluate(substitute(Sphere(n).inhabited, {n: sp.S.One}), {}) is Truth.TRUE
    assert evaluate(substitute(Sphere(n).inhabited, {n: sp.S.Zero}), {}) is Truth.FALSE


@pytest.mark.parametrize(
    "says",
    [
        lambda: And(s[0] > 0, s[0, 1] > 0),
        lambda: Mean(s[0, 1], s, Sphere(n)) > 0,
        lambda: And(In(s, STRINGS), s[0, 1] > 0),
        lambda: Mean(s[0, 1], s, STRINGS) > 0,
        lambda: h(SequenceOf(x, i, i)) > 0,
        lambda: h(SequenceOf(x)) > 0,
        lambda: h(SequenceOf(x, i, x)) > 0,
    ],
)
def test_a_sequence_has_one_number_of_indices(says):
    with pytest.raises(IllFormed, match=r"indices|an index is an integer|one index"):
        States(says())


def test_an_entry_has_as_many_indices_as_its_sequence():
    for sequence_of, place in ((SequenceOf(i, i), (0, 1)), (SequenceOf(i + j, i, j), 0)):
        with pytest.raises(ValueError, match="has no entry"):
            sequence_of[place]
