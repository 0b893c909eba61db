"""Statements at many points, where their sequences are strings."""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.binders import put_for
from theory.language import eq, integers, sequence
from theory.quantifiers import Every, Some
from verify.judging import instances
from verify.judging.at_strings import Values
from verify.judging.instances import Hypotheses
from verify.judging.strings import small_strings

j, s = integers("j"), sequence("s")


def test_of_many_points_few_are_drawn():
    few = instances._points([range(3), "ab"])
    assert sorted(few) == [(number, letter) for number in range(3) for letter in "ab"]
    many = instances._points([range(13)] * 20)
    assert len(many) == instances.TRIED
    assert len(set(many)) == len(many)


def test_hypotheses_are_looked_at_once_for_the_same_values_of_their_own_symbols(monkeypatch):
    a, b = integers("a b")
    given = (Every(j, Implies(And(j >= 0, j < a), eq(s[j] ** 2, 1))), b >= a, s[b] > 0)
    looked_at = []
    monkeypatch.setattr(
        instances, "put_for", lambda e, *values: looked_at.append(e) or put_for(e, *values)
    )
    shared, strings = Hypotheses(given), small_strings()
    for _ in range(2):
        for string in strings:
            for numbers in ({a: sp.Integer(n), b: sp.Integer(m)} for n in (1, 2) for m in (1, 2)):
                point = Values({}, {s: string}, frozenset((Some, Every)))
                alone = Hypotheses(given).at(point, numbers)
                assert shared.at(point, numbers) == alone
    looked_at.clear()
    point = Values({}, {s: strings[0]}, frozenset((Some, Every)))
    shared.at(point, {a: sp.Integer(1), b: sp.Integer(1)})
    assert not looked_at
