"""What heads are where their sequences are strings: kept, and never taken for another."""

import flint
import pytest
import sympy as sp

from theory.binders import SequenceOf
from theory.language import Head, OpaqueFunction, function, integers, reals, sequence
from theory.quantifiers import Every, Some
from verify.claims.meanings import Exact
from verify.judging.at_strings import Beyond, Values
from verify.judging.strings import Made, String, small_strings

i, n = integers("i n")
x = reals("x")
s, f = sequence("s"), function("f")
H = Head("H", "a test")
BOTH = frozenset((Some, Every))


def put_in(evaluate, applied, things):
    point = Values({H: (Exact(evaluate),)}, things, BOTH)
    head = point.value(applied).func
    ((meaning,),) = point.meanings.values()
    assert set(point.meanings) == {head}
    return head, meaning


def strings():
    return [String(map(sp.Rational, entries)) for entries in ((1, 2), (1, 3))]


def test_a_head_at_the_same_string_is_evaluated_once_for_all_points():
    asked = []

    def evaluate(*values):
        asked.append(values)
        return flint.fmpq(sum(map(int, values[0])))

    one, same = (put_in(evaluate, H(s), {s: strings()[0]}) for _ in range(2))
    assert one[0] is same[0]
    assert [meaning.evaluate() for _, meaning in (one, same)] == [3, 3]
    assert len(asked) == 1


def test_another_string_table_or_meaning_has_another_value():
    def total(values):
        return flint.fmpq(sum(map(int, (*values, *(x for row in values.table for x in row)))))

    first, other = strings()
    tabled = String(first)
    tabled.table = ((sp.Integer(5),),)
    found = [put_in(total, H(s), {s: string})[1].evaluate() for string in (first, other, tabled)]
    assert found == [3, 4, 8]
    _, twice = put_in(lambda values: 2 * total(values), H(s), {s: first})
    assert twice.evaluate() == 6


def test_functions_that_are_written_alike_and_differ_are_not_taken_for_each_other():
    made = [Made(lambda at, slope=slope: slope * at, "f(1)") for slope in (2, 3)]
    found = [put_in(lambda g: flint.fmpq(g(1)), H(f), {f: one})[1].evaluate() for one in made]
    assert found == [2, 3]


def test_what_is_found_at_one_string_is_not_said_of_another():
    formula = SequenceOf(s[i] + 1, i)
    for string in small_strings()[:3]:
        point = Values({}, {s: string}, BOTH)
        assert point.value(formula[sp.Integer(0)]) == string[0] + 1
        assert point.value(sp.Sum(s[i], (i, 0, 1))) == string[0] + string[1]


def test_quantifiers_that_may_not_be_sampled_are_not_because_they_may_be_elsewhere():
    point = Values({}, {s: small_strings()[0]}, frozenset((Every,)))
    says = Every(n, sp.Ge(n**2, 0, evaluate=False))
    assert point.value(says) == sp.true
    with pytest.raises(Beyond):
        point.value(sp.Not(says, evaluate=False))  # of which all would count


def test_a_head_is_equal_to_what_is_named_and_described_like_it():
    again = OpaqueFunction("H", **H._kwargs)
    assert again == H
    assert hash(again) == hash(H)
    assert again(x) == H(x)
    assert OpaqueFunction("H", **{**H._kwargs, "words": "another"}) != H
    assert sp.Function("H") != H
