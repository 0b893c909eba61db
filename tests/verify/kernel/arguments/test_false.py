"""Ways in which falsehoods were once shown from nothing."""

import pytest
import sympy as sp

from tests.verify.kernel.arguments.joins import rejected, shown, stated
from theory.argument_language import States
from theory.arguments import (
    AddUp,
    Between,
    Generalise,
    Give,
    Induct,
    Lemma,
    Put,
    Reindex,
    Solve,
)
from theory.binders import SequenceOf
from theory.language import Head, integers, reals, sequence
from theory.normal_form import Bound, normal
from theory.orders import Order, Theta
from theory.quantifiers import Every, Some
from theory.sequences import Indicator, Mean, Signs
from theory.well_formed import IllFormed

a, b, c, x, y, z = reals("a b c x y z")
i, j, n, t = integers("i j n t")
p, q, s = sequence("p"), sequence("q"), sequence("s")
NOTHING = Mean(1, s, Signs(-1))  # of no string: it has no value
H = Head("h", "a quantity")


def eq(one, other):
    return sp.Eq(one, other, evaluate=False)


def test_what_stands_in_an_indicator_is_not_needed_outside():
    indicator = Indicator(sp.Or(1 / b > 0, y > 0))
    product = sp.Mul(a, 1 / b, indicator, evaluate=False)
    one = Solve(sp.Ne(b, 0), (eq(product, product),))
    fact = shown(Put(one, {a: b}))
    assert not any(normal(g) == normal(eq(indicator, indicator)) for g in fact.given)
    rejected(Solve(sp.Ne(b, 0), (y > 0,), (Put(one, {a: b}),)), "")


@pytest.mark.parametrize(
    "argument",
    [
        Give(Solve(sp.true), Some(x, eq(x * NOTHING, 0)), sp.S.Zero),
        Put(
            Induct(
                eq(n * NOTHING, n * NOTHING),
                n,
                0,
                Solve(sp.true),
                Solve(
                    eq((n + 1) * NOTHING, (n + 1) * NOTHING), (eq(n * NOTHING, n * NOTHING), n >= 0)
                ),
            ),
            {n: sp.S.One},
        ),
    ],
)
def test_a_mean_of_nothing_times_zero_has_no_value(argument):
    rejected(argument, "")


@pytest.mark.parametrize(
    "says",
    [
        lambda: eq(sp.Derivative(x * y, x), y),
        lambda: eq(sp.IndexedBase(sp.Symbol("r", integer=True))[0], x),
        lambda: eq(sp.IndexedBase(sp.Symbol("r", real=True), positive=True)[0], x),
        lambda: Bound("bound 1", real=True) >= x,
        lambda: H(SequenceOf(1 / i, i)) > 0,
        lambda: eq(sp.Indexed(SequenceOf(1 / i, i), 0), x),
        lambda: eq(sp.Function("Hp", positive=True, home="", words="")(y), x),
        lambda: Order(1, Theta(x) - Theta(y)),
    ],
)
def test_what_carries_assumptions_or_has_no_value_is_refused(says):
    with pytest.raises(IllFormed):
        States(says())


def test_a_symbol_called_any_index_is_refused_where_strings_are_reindexed():
    any_index = sp.Symbol("any index", integer=True)
    of = Mean(s[0], s, Signs(sp.Max(any_index, 0)))
    rejected(Reindex(of, SequenceOf(sp.Abs(s[i]), i), SequenceOf(s[i], i)), "another name")


def test_cases_are_not_taken_out_of_a_sum_that_binds_their_symbol():
    split = sp.Piecewise((x, x > j), (j, True))
    every = Every(x, sp.Ge(split, j, evaluate=False))
    one = Solve(eq(Indicator(every), 1), (), (Generalise(Solve(every.body), x),))
    fact = shown(AddUp(one, j, sp.S.Zero, sp.S.Zero))
    assert x not in fact.says.free_symbols


def test_an_order_is_not_shown_in_cases():
    """The constants 1 and 2 where x >= 0, and 2 and 1 below: no two serve both."""
    small = Between(x * y, x, 1, 2, (x, y), given=(y >= 1, y <= 2, x >= 0))
    large = Between(x * y, x, 2, 1, (x, y), given=(y >= 1, y <= 2, x < 0))
    of_all = Order(x * y, x, "same", (x, y))
    rejected(Solve(of_all, (y >= 1, y <= 2), (small, large)), "Order")


def test_hypotheses_that_can_be_read_once_are_refused():
    rejected(Between(x * y, x, 1, 2, (x, y), given=iter((x > 0, y > 1, y < 2))), "is no tuple")
    rejected(Solve(x > 0, using=[Lemma("a")]), "is no tuple")


def test_a_remainder_by_zero_is_refused():
    rejected(Put(stated(sp.Mod(x, y) >= 0, y > 0), {y: sp.S.Zero}), "")
