"""Every rule has a join that it must accept and one that it must reject itself."""

from typing import get_args

import pytest
import sympy as sp

from tests.verify.kernel.arguments.joins import shown, stated
from theory import arguments as data
from theory.language import Head, function, integers, reals, sequence
from theory.orders import Order, Small
from theory.quantifiers import Every, Some
from theory.sequences import In, Indicator, Law, Signs
from verify.kernel.arguments.conclusion import RULES, shows_empty, shows_inhabited
from verify.kernel.questions import RejectedArgument

x, y, z, c, K = reals("x y z c K")
j, n, k, t = integers("j n k t")
s = sequence("s")
h = Head("h", "anything")
STRING = In(s, Signs(t))
ABOVE, MORE = Indicator(x > c), Indicator(x > c - 1)


def eq(one, other):
    return sp.Eq(one, other, evaluate=False)


def integral(low, high):
    return sp.Integral(1 / x, (x, low, high))


def total(top):
    return sp.Sum(h(j), (j, 1, top))


ORDER = Order(h(x), x, "at most", (x,))
WITHIN = (x > 0, c > 0, K > 0, h(x) <= K * x)
UP_TO_K = data.Between(x**2 + x, x, 1, K + 1, (x,), (x >= 0, K > 0, x <= K))
ONE_IS = data.Give(data.Solve(sp.Gt(1, 0, evaluate=False)), Some(x, x > 0), 1)
BASE, STEP = stated(h(0) >= 0), stated(h(n + 1) >= 0, n >= 0, h(n) >= 0)

JOINS = {  # rule -> an argument that it must accept, one that it must reject, and why
    data.Met: (
        data.Met(data.Solve(x > -1, (x > 0,)), ONE_IS),
        data.Met(data.Solve(x > -1, (x > 0,)), data.Assume(Some(x, x > 0))),
        "it assumes",
    ),
    data.Contradictory: (
        data.Contradictory(stated(h(y) > x, x > 0), stated(h(y) <= x, x > 0)),
        data.Contradictory(stated(h(y) > x, x > 0), stated(h(y) < x, x > 0)),
        "is not denied by",
    ),
    data.Assume: (data.Assume(x > 0), data.Assume(x + 1), "where a condition is needed"),
    data.Put: (
        data.Put(stated(h(n) > 0), {n: k + 1}),
        data.Put(stated(h(n) > 0), {n: x}),
        "is an integer",
    ),
    data.Solve: (data.Solve(x**2 >= 0), data.Solve(x**2 > 0), "can fail"),
    data.Rewrite: (
        data.Rewrite(stated(h(x) > 0), stated(eq(h(x), y)), z > 0, z),
        data.Rewrite(stated(h(x) > 0), stated(eq(h(y), x)), z > 0, z),
        "is not",
    ),
    data.Cut: (
        data.Cut(stated(h(x) > 0, x > 1), (stated(x > 1),)),
        data.Cut(stated(h(x) > 0, x > 1), (stated(x >= 1),)),
        "is shown",
    ),
    data.Choose: (
        data.Choose(stated(Some(y, h(y) > 0)), stated(x > 0, h(y) > 0), y),
        data.Choose(stated(Some(y, h(y) > 0)), stated(y > 0, h(y) > 0), y),
        "is left in",
    ),
    data.Give: (
        data.Give(stated(h(k) > x), Some(n, h(n) > x), k),
        data.Give(stated(h(k) > x), Some(n, h(n) > x), x),
        "is an integer",
    ),
    data.Generalise: (
        data.Generalise(stated(h(x, y) > 0), y),
        data.Generalise(stated(h(x, y) > 0, y > 0), y),
        "is left in",
    ),
    data.Specialise: (
        data.Specialise(stated(Every(n, h(n) > 0)), k),
        data.Specialise(stated(Every(n, h(n) > 0)), x),
        "is an integer",
    ),
    data.Induct: (
        data.Induct(h(n) >= 0, n, 0, BASE, STEP),
        data.Induct(h(n) >= 0, n, 1, BASE, STEP),
        "the base shows",
    ),
    data.Average: (
        data.Average(stated(h(s) >= x, STRING, t >= 0), s),
        data.Average(stated(h(s) >= x, STRING), s),
        "can fail",
    ),
    data.Expect: (
        data.Expect(stated(ABOVE <= MORE), x, Law(function("P"))),
        data.Expect(stated(ABOVE <= MORE, x > 0), x, Law(function("P"))),
        "can fail",
    ),
    data.AddUp: (
        data.AddUp(stated(h(j) >= c, j >= 1), j, 1, 3),
        data.AddUp(stated(h(j) >= c, j >= 2), j, 1, 3),
        "can fail",
    ),
    data.Integrate: (
        data.Integrate(stated(x / 2 < x, x > 0), x, 1, 3),
        data.Integrate(stated(x / 2 < x, x > 0), x, 0, 3),
        "can fail",
    ),
    data.Split: (
        data.Split(integral(1, y), 2, (y >= 3,)),
        data.Split(integral(1, y), 4, (y >= 3,)),
        "can fail",
    ),
    data.LastTerm: (
        data.LastTerm(total(n + 1), (n >= 1,)),
        data.LastTerm(total(n + 1), (n >= 0,)),
        "can fail",
    ),
    data.Reindex: (
        data.Reindex(total(3), 4 - j, 4 - j, 1, 3),
        data.Reindex(total(3), 4 - j, 4 - j, 1, 2),
        "can fail",
    ),
    data.Between: (
        data.Between(x + 1, x, 1, 2, (x,), (x >= 1,)),
        data.Between(x + 1, x, 1, 2, (x,), (x >= 0,)),
        "can fail",
    ),
    data.Open: (
        data.Open(stated(ORDER, x > 0), data.Between(h(x), x, None, K, (x,), (*WITHIN,)), c, K),
        data.Open(stated(ORDER, x > 0), data.Between(h(x), x, None, K, (), (*WITHIN, K < 5)), c, K),
        "is left in",
    ),
    data.Hide: (
        data.Hide(UP_TO_K, {Small(x): K}, (), {x: 1, K: 1}),
        data.Hide(UP_TO_K, {Small(x): K}, (), {x: 2, K: 1}),
        "can fail",
    ),
}


def read(argument):
    """Return what an argument shows, as it is asked by what judges clauses."""
    if isinstance(argument, data.Contradictory):
        return shows_empty(argument, (x > 0,), shown)
    fact = shown(argument)
    if isinstance(argument, data.Met):
        assert shows_inhabited(argument, fact, fact.given, shown)
    return fact


def test_every_rule_has_its_joins():
    assert set(JOINS) == set(get_args(data.Rule)) == {*RULES, data.Contradictory}


@pytest.mark.parametrize("rule", JOINS, ids=lambda rule: rule.__name__)
def test_a_rule_accepts_what_follows_and_rejects_what_does_not(rule):
    accepted, refused, why = JOINS[rule]
    assert type(accepted) is type(refused) is rule
    read(accepted)
    for part in data.needed(refused):
        shown(part)  # so that it is the rule that rejects it, and not a step before
    with pytest.raises(RejectedArgument, match=why):
        read(refused)
