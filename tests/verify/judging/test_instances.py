"""Statements at many points, where their sequences are strings."""

from itertools import accumulate, chain, repeat

import pytest
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


@pytest.mark.parametrize(
    ("took", "tried"),
    [
        ([0.0] * 3 + [0.12, 0.0], 4),  # what grows tenfold at each step ends at once
        ([0.0, 0.06, 0.0, 0.06, 0.0], 4),  # one of these may have been a pause
        ([0.035] * 20, 6),
    ],
)
def test_larger_integers_end_before_one_takes_for_ever(monkeypatch, took, tried):
    clock = iter(accumulate(chain.from_iterable(zip(repeat(0.0), took, strict=False))))
    monkeypatch.setattr(instances.time, "process_time", lambda: next(clock))
    assert len(list(instances._far_points([(1, 2, 3)], 1))) == tried
