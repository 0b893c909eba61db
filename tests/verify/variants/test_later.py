"""Conditions on every integer from one on, where sequences go on as lines and powers do."""

import pytest
import sympy as sp

from theory.argument_language import States
from theory.language import integers, reals, sequence
from theory.quantifiers import Every, Some
from verify.judging.at_strings import Beyond
from verify.variants.concrete import Ground, broken_at, broken_somewhere
from verify.variants.later import LAST, Entries, Tail, from_one_on, in_the_end, shift

a, b, c, p = reals("a b c p")
k, m = integers("k m")
s, r = map(sequence, ("s", "r"))
N = sp.Dummy("n", positive=True, integer=True)


def test_entries_go_on_as_their_tail_says():
    assert Entries("s", Tail.LINE).entry([LAST + 2]) == Entries("s", Tail.LINE).later(
        sp.Integer(LAST + 2)
    )
    assert Entries("s", Tail.ZERO).entry([LAST]) == 0
    assert Entries("s", Tail.SQUARE).entry([3]) == sp.Rational(1, 9)
    assert Entries("s").entry([7]) == Entries("s").entry([LAST])
    with pytest.raises(Beyond):
        Entries("s", Tail.INVERSE).entry([1, 2])


def test_what_the_larger_power_must_satisfy():
    assert in_the_end(sp.Le, a * N - b, N) == (a <= 0)
    assert in_the_end(sp.Gt, a * N - b, N) == (a >= 0)
    assert in_the_end(sp.Eq, a / N**2 - b / N, N) == sp.Eq(-b, 0)
    assert in_the_end(sp.Le, a / N, N) == sp.true  # the first integer decides
    for beyond in (a * N**2 + b * N + c, sp.exp(N), sp.Max(N, a)):
        with pytest.raises(Beyond):
            in_the_end(sp.Le, beyond, N)


def test_what_is_declined():
    assert from_one_on(sp.Implies(k >= 2, k <= a, evaluate=False), k) == (2, [k <= a])
    for body in (k <= a, sp.Implies(k <= 2, k <= a), sp.Implies(k >= 2, sp.Ne(k, a))):
        with pytest.raises(Beyond):
            from_one_on(body, k)
    assert shift(2 * k - 3, k) == -3
    for index in (-k, k / 2, k**2, k + m):
        with pytest.raises(Beyond):
            shift(index, k)


def from_zero_on(relation):
    return Every(k, sp.Implies(k >= 0, relation, evaluate=False))


def test_a_line_falls_below_every_bound_and_a_power_does_not():
    falls = from_zero_on(s[k + 1] <= s[k] - 1)
    below = broken_at(States(s[m] >= -2, (falls, m >= 0)), {})
    assert "s = constant before 0 and a line" in str(below)
    assert broken_at(States(s[m] <= s[0], (falls, m >= 0)), {}) is None  # it holds
    between = Every(k, sp.Implies(k >= 1, sp.And(s[k] * k >= a, s[k] * k <= 2 * a)))
    above = broken_at(States(s[1] >= 2 * a, (between, a > 0)), {})
    assert "s = 1/n from 1 on" in str(above)
    assert broken_at(States(s[1] >= a, (between, a > 0)), {}) is None


def test_a_sum_goes_on_by_its_last_term():
    def value(condition, tail):
        return Ground({}, {s: Entries("s", tail)}, frozenset()).value(condition)

    sums = Every(k, sp.Implies(k >= 1, sp.Sum(s[m], (m, 1, k)) <= a, evaluate=False))
    last = Entries("s").entry([LAST])
    assert (last <= 0) in value(sums, Tail.CONSTANT).args
    assert all(part.rhs == a for part in value(sums, Tail.ZERO).args)
    with pytest.raises(Beyond):
        value(sums, Tail.INVERSE)
    late = sp.Sum(s[m - 3], (m, 1, 2 * k))  # the terms from s[4] on are equal, two more each time
    found = value(Every(k, sp.Implies(k >= 1, late <= a * k, evaluate=False)), Tail.CONSTANT)
    assert (2 * last - a <= 0) in found.args
    assert len(found.args) > LAST + 3


def test_more_choices_are_tried_where_few_satisfy_the_hypotheses():
    each = Every(k, sp.Implies(k >= 1, sp.Eq(s[k] * r[k] ** 2, k**-p), evaluate=False))
    total = sp.Sum(r[m] ** 2 / s[m], (m, 1, k))
    for says, broken in ((total <= a, True), (total >= 0, False)):
        always = Every(k, sp.Implies(k >= 1, says, evaluate=False))
        found = broken_somewhere(States(Some(a, always) if broken else always, (each,)), {})
        assert (found is not None) == broken


def test_a_few_integers_are_enough_only_where_they_serve():
    squares = Every(k, sp.Implies(k >= 0, k**2 <= a, evaluate=False))
    assert broken_at(States(squares, (a >= 0,)), {}) is not None
    assert broken_at(States(a >= 5, (squares,)), {}) is None  # nothing satisfies it
    some = Some(k, sp.And(k >= 2, k**2 <= a, evaluate=False))
    assert broken_at(States(a >= 5, (some,)), {}) is not None
    assert broken_at(States(some, (a >= 40,)), {}) is None
