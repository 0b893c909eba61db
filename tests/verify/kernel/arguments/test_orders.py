"""Orders of magnitude: which joins keep the constants uniform, and which do not."""

from dataclasses import replace

import pytest
import sympy as sp
from sympy.logic.boolalg import And, Implies

from tests.verify.kernel.arguments.joins import rejected, shown, stated
from theory.argument_language import States
from theory.arguments import (
    AddUp,
    Between,
    Both,
    Chain,
    Fix,
    Hide,
    Induct,
    Largest,
    Least,
    Plus,
    Put,
    Rewrite,
    Solve,
    Through,
    Times,
)
from theory.language import Head, integers, reals, sequence
from theory.orders import Bounded, Large, LargeEnough, Order, Small, SmallEnough, Theta
from theory.quantifiers import Every, Some
from theory.sequences import Mean, Signs
from theory.well_formed import IllFormed
from verify.kernel.arguments import RejectedArgument, establishes

a, x, y, z, c, C, q = reals("a x y z c C q")
j, n = integers("j n")
p, s = sequence("p"), sequence("s")
h, g = Head("h", "anything"), Head("g", "anything")


def eq(one, other):
    return sp.Eq(one, other, evaluate=False)


def order(left, right, *over, relation="same"):
    return Order(left, right, relation, over)


# -- bounds that serve -----------------------------------------------------------------------


def test_constants_are_shown():
    fact = shown(Between(x + 1, x, 1, 2, (x,), (x >= 1,)))
    establishes(fact, (x >= 1,), order(x + 1, x, x))
    fact = shown(Between(a * h(x), h(x), a / 2, 2 * a, (x,), (a > 0, h(x) >= 0)))
    establishes(fact, (a > 0, h(x) >= 0), order(a * h(x), h(x), x))
    one_side = shown(Between(x, x**2, None, 1, (x,), (x >= 1,)))
    establishes(one_side, (x >= 1,), order(x, x**2, x, relation="at most"))
    one_side = shown(Between(x**2, x, 1, None, (x,), (x >= 1,)))
    establishes(one_side, (x >= 1,), order(x**2, x, x, relation="at least"))
    for argument, why in (
        (Between(x + 1, x, 1, 2, (x,), (x >= 0,)), "can fail"),
        (Between(x, x**2, None, 1, (x,), (x >= 0,)), "can fail"),
        (Between(x, x**2, 1, None, (x,), (x >= 2,)), "can fail"),
        (Between(x, x, None, 0, (x,), (x < 0,)), "can fail"),
        (Between(x, x**2, None, x, (x,), (x >= 1,)), "depends on"),
        (Between(x, x, None, None, (x,), (x >= 1,)), "no constant"),
        (Between(x**2, x, x, x, (x,), (x >= 1,)), "depends on"),
        (Between(-x, x, -1, -1, (x,), (x >= 1,)), "can fail"),
        (Between(a * x, x, a, a, (x,), (x >= 1,)), "can fail"),
        (Between(1 / x, 1 / x, 1, 1, (x,), ()), "can fail"),
        (Between(x, Theta(x), 1, 1, (x,), (x >= 1,)), "which quantity stands for Theta"),
    ):
        rejected(argument, why)


def some(*inside):
    return stated(Some(q, And(*inside)), x >= 1)


WITH_RATE = order(h(x), sp.exp(-Theta(x)) + 1, x)


def rate_between(low, high, of=x):
    law, left = sp.exp(-q) + 1, h(of)
    return some(low * x <= q, q <= high * x, low * law <= left, left <= high * law)


def test_a_quantity_of_some_size_is_shown():
    def between(fact, low=1, high=2, quantity=q, of=x):
        right = sp.exp(-Theta(x)) + 1
        return Between(h(of), right, low, high, (x,), (x >= 1,), (fact,), quantity)

    establishes(shown(between(rate_between(1, 2))), (x >= 1,), WITH_RATE)
    establishes(shown(between(rate_between(1, 2), quantity=z)), (x >= 1,), WITH_RATE)
    law = sp.exp(-q) + 1
    apart = some(x <= q, q <= 2 * x, law <= h(x)), some(x <= q, q <= 2 * x, h(x) <= 2 * law)
    for argument, why in (
        (between(rate_between(1, 2), quantity=None), "which quantity"),
        (between(rate_between(1, 2), high=3), "can fail"),
        (between(some(law <= h(x), h(x) <= 2 * law)), "can fail"),  # a quantity of any size
        (between(some(x <= q, q <= 2 * x)), "can fail"),
        (between(stated(And(h(x) >= 1, h(x) <= 2))), "can fail"),
        (between(rate_between(1, 2), quantity=x), "is left in"),
        (between(rate_between(1, 2, q), of=q), "is left in"),
        (between(rate_between(1, x), high=x), "depends on"),
        (between(rate_between(-1, 2), low=-1), "can fail"),
    ):
        rejected(argument, why)
    two = Between(h(x), sp.exp(-Theta(x)), 1, 2, (x,), (x >= 1,), apart, q)  # one for each side
    rejected(two, "can fail")


def test_a_quantity_of_some_size_in_a_sum_is_a_sequence():
    total, law = (sp.Sum(entry, (j, 1, n)) for entry in (Theta(p[j]), s[j]))
    inside = Every(j, Implies(And(j >= 1, j <= n), And(s[j] >= p[j], s[j] <= 2 * p[j])))
    fact = stated(Some(s, And(inside, law <= h(n), h(n) <= 2 * law)), n >= 1)
    argument = Between(h(n), total, 1, 2, (n, p), (n >= 1,), (fact,), s)
    establishes(shown(argument), (n >= 1,), order(h(n), total, n, p))
    rejected(replace(argument, quantity=q), "does not fit")


def test_orders_are_chained():
    first, second = stated(order(h(x), g(x), x), x >= 0), stated(order(g(x), x, x), x >= 1)
    establishes(shown(Chain(first, second)), (x >= 0, x >= 1), order(h(x), x, x))
    rejected(Chain(first, stated(order(g(y), x, x))), "is not")
    rejected(Chain(first, stated(g(x) > x)), "is no order")
    words = ("same", "at most", "at least")
    for one in words:
        for other in words:
            pair = Chain(
                stated(order(h(x), g(x), x, relation=one)),
                stated(order(g(x), x, x, relation=other)),
            )
            if {one, other} == {"at most", "at least"}:
                rejected(pair, "do not chain")
            else:
                name = one if other == "same" else other
                establishes(shown(pair), (), order(h(x), x, x, relation=name))


def test_constants_are_uniform_in_nothing_that_a_premise_holds_fixed():
    wide, narrow = stated(order(h(x, y), g(x, y), x, y)), stated(order(g(x, y), y, y))
    fact = shown(Chain(wide, narrow))
    establishes(fact, (), order(h(x, y), y, y))
    with pytest.raises(RejectedArgument, match="it concludes"):
        establishes(fact, (), order(h(x, y), y, x, y))
    fact = shown(Chain(stated(order(h(y), g(y), y)), stated(order(g(y), x, x, y))))
    establishes(fact, (), order(h(y), x, x, y))  # of x the first says nothing
    establishes(shown(Fix(wide, (x,))), (), order(h(x, y), g(x, y), y))
    hidden = stated(order(g(x, y), y, y), x > 0)
    fact = shown(Chain(wide, hidden))
    establishes(fact, (x > 0,), order(h(x, y), y, y))


def test_an_instance_of_an_order():
    fact = stated(order(h(x, a), x, x), x >= a)
    establishes(
        shown(Put(fact, {x: y**2 + z})), (y**2 + z >= a,), order(h(y**2 + z, a), y**2 + z, y, z)
    )
    establishes(shown(Put(fact, {a: y})), (x >= y,), order(h(x, y), x, x))
    establishes(shown(Put(fact, {x: y + a})), (y + a >= a,), order(h(y + a, a), y + a, y))
    crossed = shown(Put(fact, {a: x, x: x}))
    establishes(crossed, (sp.Ge(x, x, evaluate=False),), order(h(x, x), x))
    with pytest.raises(RejectedArgument, match="it concludes"):
        establishes(crossed, (sp.Ge(x, x, evaluate=False),), order(h(x, x), x, x))


def test_rewriting_keeps_what_is_fixed():
    fact = shown(Rewrite(stated(order(h(x), g(x), x)), stated(eq(g(x), y), x > 0)))
    establishes(fact, (x > 0,), order(h(x), y, x))
    with pytest.raises(RejectedArgument, match="it concludes"):
        establishes(fact, (x > 0,), order(h(x), y, x, y))


# -- two orders ------------------------------------------------------------------------------

ONE, TWO = stated(order(h(x), x, x), x >= 1), stated(order(g(x), x**2, x), x >= 1)


@pytest.mark.parametrize(
    ("rule", "operation"), [(Plus, sp.Add), (Times, sp.Mul), (Largest, sp.Max), (Least, sp.Min)]
)
def test_two_orders(rule, operation):
    says = order(operation(h(x), g(x)), operation(x, x**2), x)
    establishes(shown(rule(ONE, TWO)), (x >= 1,), says)
    signless = stated(order(g(x), y, x)), stated(order(g(x), y, x), y >= -1)
    for other in signless:
        rejected(rule(ONE, other), "can fail")
    rejected(rule(ONE, stated(order(g(x), x**2, x, relation="at most"), x >= 1)), "different")
    rejected(rule(ONE, stated(order(g(x), sp.exp(-Theta(x)), x))), "different quantities")
    contradictory = stated(order(g(x), x**2, x), x <= 0)
    rejected(rule(ONE, contradictory), "hold together")


def test_a_product_at_most_of_an_order_needs_the_signs_of_the_left_sides():
    most = [stated(order(h(x), x, x, relation="at most"), x >= 1)]
    most.append(stated(order(g(x), x, x, relation="at most"), x >= 1))
    rejected(Times(*most), "can fail")
    signed = Times(*most, (stated(h(x) >= 0), stated(g(x) >= 0)))
    establishes(shown(signed), (x >= 1,), order(h(x) * g(x), x**2, x, relation="at most"))


def test_two_bounds_make_one_order():
    most = stated(order(h(x), x, x, y, relation="at most"), x >= 1)
    least = stated(order(h(x), x, x, relation="at least"), y >= 1)
    establishes(shown(Both(most, least)), (x >= 1, y >= 1), order(h(x), x, x))
    rejected(Both(least, most), "not one bound")
    rejected(Both(most, stated(order(h(y), x, x, relation="at least"))), "not one bound")
    at_theta = [
        stated(order(h(x), sp.exp(-Theta(x)), x, relation=r)) for r in ("at most", "at least")
    ]
    rejected(Both(*at_theta), "not one bound")


# -- sums of orders --------------------------------------------------------------------------


def test_orders_add_up():
    each = stated(order(h(j, x), g(j), x, j, n), j >= 1, j <= n, n >= 1)
    sums = [sp.Sum(e, (j, 1, n)) for e in (h(j, x), g(j))]
    establishes(shown(AddUp(each, j, 1, n)), (n >= 1,), order(*sums, x, n))


@pytest.mark.parametrize(
    ("argument", "why"),
    [
        (AddUp(stated(order(h(j), g(j), x), n >= 1), j, 1, n), "constants may depend on j"),
        (AddUp(stated(order(h(j), g(j), j), n >= 1, 2 * j <= n), j, 1, n), "can fail"),
        (AddUp(stated(order(h(j), g(j), j), n >= 1, j >= 2), j, 1, n), "can fail"),
        (AddUp(stated(order(h(j), g(j), j)), j, 1, n), "can fail"),
        (AddUp(stated(order(h(j), g(j), j), n >= 1, Small(x / j)), j, 1, n), "can fail"),
        (AddUp(stated(order(h(j), g(j), j), n >= 1), j, 1, n, 1), "constants may depend"),
        (AddUp(stated(order(h(x), g(x), x), n >= 1), x, 1, n), "no range"),
    ],
)
def test_orders_that_do_not_add_up(argument, why):
    rejected(argument, why)


# -- Theta -----------------------------------------------------------------------------------

SOME = stated(order(sp.exp(-2 * x), sp.exp(-Theta(x)), x), x >= 1)
BOUNDS = (c > 0, C > 0, c * x <= q, q <= C * x)


def test_theta_on_the_left_is_refused():
    with pytest.raises(IllFormed, match="Theta on the left"):
        States(order(sp.exp(-Theta(x)), sp.exp(-x), x), (x >= 1,))
    for says in (Theta(x) > 0, h(Theta(x)) > x):
        with pytest.raises(IllFormed, match="Theta"):
            States(says)
        with pytest.raises(IllFormed, match="Theta"):
            States(h(x) > 0, (says,))


def test_an_order_for_every_quantity_is_chained_to_one_for_some():
    every = stated(order(sp.exp(-q), h(x), x, q), x >= 2, *BOUNDS)
    fact = shown(Through(SOME, every, q, c, C))
    establishes(fact, (x >= 1, x >= 2), order(sp.exp(-2 * x), h(x), x))


def every(says, *given):
    return Through(SOME, stated(says, *given), q, c, C)


E_Q = sp.exp(-q)
FOR_ALL = order(E_Q, h(x), x, q)


@pytest.mark.parametrize(
    ("argument", "why"),
    [
        (Chain(SOME, stated(FOR_ALL, *BOUNDS)), "is not"),
        (every(FOR_ALL, c > 0, C > 0, c * x <= q, q <= 2 * x), "left in another place"),
        (every(FOR_ALL, *BOUNDS, q >= 3 * x), "left in another place"),
        (every(FOR_ALL, *BOUNDS, c >= 1), "left in another place"),
        (every(FOR_ALL, *BOUNDS, 2 * c >= C), "left in another place"),
        (every(order(E_Q, h(x), x), *BOUNDS), "must serve every q"),
        (every(order(E_Q, h(x), x, q, c), *BOUNDS), "must serve every q"),
        (every(order(E_Q, sp.exp(-q / 2), x, q), *BOUNDS), "left in another place"),
        (every(order(E_Q, h(x, C), x, q), *BOUNDS), "left in another place"),
        (every(order(sp.exp(-2 * q), h(x), x, q), *BOUNDS), "is not"),
        (Through(SOME, stated(FOR_ALL, c > 0, c * x <= q, q <= c * x), q, c, c), "three names"),
        (Through(SOME, stated(FOR_ALL, *BOUNDS), q, c, n), "of real numbers"),
        (Through(SOME, stated(FOR_ALL, *BOUNDS), q, c, c + 1), "cannot quantify over"),
        (
            Through(stated(order(h(x), sp.exp(-Theta(x)), x), q > 0), stated(FOR_ALL), q, c, C),
            "left",
        ),
        (Through(stated(order(h(x), sp.exp(-x), x)), stated(FOR_ALL, *BOUNDS), q, c, C), "0 terms"),
        (
            Through(
                stated(order(h(x), sp.exp(-Theta(x)), x, relation="at most")),
                stated(order(E_Q, h(x), x, q, relation="at least"), *BOUNDS),
                q,
                c,
                C,
            ),
            "do not chain",
        ),
    ],
)
def test_what_does_not_pass_through_a_quantity(argument, why):
    rejected(argument, why)


def test_constants_of_a_quantity_are_no_more_uniform_than_its_order():
    some = stated(order(h(x), sp.exp(-Theta(a * x)), x))
    bounds = (c > 0, C > 0, c * (a * x) <= q, q <= C * (a * x))
    fact = shown(Through(some, stated(order(E_Q, g(x), x, a, q), *bounds), q, c, C))
    establishes(fact, (), order(h(x), g(x), x))


def test_under_a_sum_the_quantity_is_a_sequence():
    inside = And(c * x / j <= p[j], p[j] <= C * x / j)
    bounds = (c > 0, C > 0, Every(j, Implies(And(j >= 1, j <= n), inside)))
    some = stated(order(h(x), sp.Sum(sp.exp(-Theta(x / j)), (j, 1, n)), x))
    sums = sp.Sum(sp.exp(-p[j]), (j, 1, n))
    law = stated(order(sums, g(x), x, p), *bounds)
    establishes(shown(Through(some, law, p, c, C)), (), order(h(x), g(x), x))
    twice = sp.Sum(sp.exp(-Theta(x / j)), (j, 1, n), (n, 1, 3))
    for under in (Mean(sp.exp(-Theta(x)) * h(s), s, Signs(n)), twice):
        some_other = stated(order(h(x), under, x))
        rejected(Through(some_other, law, p, c, C), "not under one sum")
    one = sp.Sum(sp.exp(-q), (j, 1, n))
    rejected(Through(some, stated(order(one, g(x), x, q), *BOUNDS), q, c, C), "is a sequence")
    narrow = (c > 0, C > 0, Every(j, Implies(And(j >= 2, j <= n), inside)))
    establishes(
        shown(Through(some, stated(order(sums, g(x), x, p), c > 0, C > 0), p, c, C)),
        (),
        order(h(x), g(x), x),
    )
    rejected(Through(some, stated(order(sums, g(x), x, p), *narrow), p, c, C), "another place")


# -- what orders are not ------------------------------------------------------------------------


def test_orders_are_no_pointwise_statements():
    rejected(Solve(h(x) > 0, (), (ONE,)), "Order")
    rejected(Solve(order(x, x, x)), "Order")
    step = stated(order(h(n + 1, x), 1, x), n >= 0)
    rejected(Induct(order(h(n, x), 1, x), n, 0, stated(order(h(0, x), 1, x)), step), "may grow")
    with pytest.raises(IllFormed):
        States(h(x) > 0, (order(x, x, x),))
    with pytest.raises(ValueError, match="no relation of orders"):
        Order(x, x, "about")


def test_magnitudes_are_hypotheses_that_are_only_passed_on():
    fact = shown(Chain(stated(order(h(x), g(x), x), Small(x)), stated(order(g(x), x, x), Large(x))))
    establishes(fact, (Small(x), Large(x), Bounded(y)), order(h(x), x, x))
    for given in ((Small(x),), (Small(x), Bounded(x)), (Small(2 * x), Large(x))):
        with pytest.raises(RejectedArgument, match="also assumes"):
            establishes(fact, given, order(h(x), x, x))


# -- constants that are hidden -----------------------------------------------------------------

K = reals("K")
UP_TO_K = Between(x**2 + x, x, 1, K + 1, (x,), (x >= 0, K > 0, x <= K))
UP_TO_A = Between(x**2 + x, x, 1, a + 1, (x,), (a > 0, x >= 0, x <= a))
FROM_N = Between(sp.floor(x), x, sp.Rational(1, 2), 1, (x,), (x >= n, n > 0))
A_IS_POSITIVE = (Solve(a > 0, (a > 0,)),)


def test_a_constant_is_hidden():
    fact = shown(Hide(UP_TO_K, {Small(x): K}, (), {x: 1, K: 1}))
    establishes(fact, (x >= 0, Small(x)), order(x**2 + x, x, x))
    fact = shown(Hide(UP_TO_A, {SmallEnough(x): a}, A_IS_POSITIVE, {x: 1, a: 1}))
    establishes(fact, (a > 0, x >= 0, SmallEnough(x)), order(x**2 + x, x, x))
    with pytest.raises(RejectedArgument, match="it also assumes"):
        establishes(fact, (a > 0, x >= 0, Small(x)), order(x**2 + x, x, x))


def test_a_hidden_constant_rests_on_what_shows_that_its_point_serves():
    one = stated(x <= 1, x <= 1)
    fact = shown(Hide(UP_TO_K, {Small(x): K}, (), {x: 1, K: 1}, using=(one,)))
    assert {leaf for leaf, _ in fact.rests} == {one}


def test_any_constant_is_none_that_serves():
    fact = shown(Hide(UP_TO_K, {Small(x): K}, (), {x: 1, K: 1}))
    with pytest.raises(RejectedArgument, match="it also assumes"):
        establishes(fact, (x >= 0, SmallEnough(x)), order(x**2 + x, x, x))


@pytest.mark.parametrize(
    ("argument", "why"),
    [
        (Hide(UP_TO_K, {Small(x): K + 1}, (), {x: 1, K: 1}), "is not assumed"),
        (Hide(UP_TO_K, {Large(x): K}, (), {x: 1, K: 1}), "is not assumed"),
        (Hide(UP_TO_K, {Small(y): K}, (), {x: 1, K: 1}), "is not assumed"),
        (Hide(UP_TO_K, {Small(x): K}, (), {x: 1}), "gives no values"),
        (Hide(UP_TO_K, {Small(x): K}, (), {x: 2, K: 1}), "can fail"),
        (Hide(UP_TO_A, {SmallEnough(x): a}, (), {x: 1, a: 1}), "is not shown"),
        (Hide(UP_TO_K, {x > 0: K}, (), {x: 1, K: 1}), "no hypothesis on a size"),
        (Hide(FROM_N, {Large(x): n}, (), {x: 1, n: 1}), "is not any positive number"),
        (
            Hide(
                Between(x * y, x * y, 1, 1, (x, y), (x > 0, y > 0, x <= y)),
                {SmallEnough(x): y},
                (Solve(y > 0, (y > 0,)),),
                {x: 1, y: 1},
            ),
            "uniform in",
        ),
        (
            Hide(
                Between(x * a, x, a, a, (x,), (a > 0, x >= 0, a <= 7, x <= a)),
                {Small(x): a},
                (),
                {x: 1, a: 1},
            ),
            "is left in",
        ),
    ],
)
def test_a_constant_that_is_no_constant_is_not_hidden(argument, why):
    rejected(argument, why)


def test_a_constant_that_serves_is_no_excuse_for_hypotheses_that_nothing_meets():
    empty = Between(x, x**2, 1, 1, (x,), (x >= 1, a > 0, x <= a / (1 + a)))
    rejected(empty, "can hold together")


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (Every(y, y > 0), "can fail"),
        (Large(-x), "can fail"),
        (Large(x - 1), "can fail"),
        (Small(sp.log(-x)), "can fail"),
        (SmallEnough(sp.sqrt(-x)), "can fail"),
        (Large(x - y), "can fail"),
        (Large(x), None),
        (Small(x - 9), None),
        (Bounded(sp.sqrt(x)), None),
        (LargeEnough(1 / x), None),
        (Bounded(sp.Sum(sp.sqrt(n), (n, 1, 3))), None),
        (Bounded(sp.Sum(sp.sqrt(2 - n), (n, 1, 3))), "can fail"),
    ],
)
def test_further_hypotheses_hold_at_the_point_of_a_hidden_constant(given, why):
    """One on a size does so with some constant, which is positive for one from below."""
    hidden = Hide(UP_TO_K, {Small(x): K}, (), {x: 1, K: 1}, given=(given,))
    if why is None:
        shown(hidden)
    else:
        rejected(hidden, why)


def test_a_constant_is_positive_under_hypotheses_that_hold_at_the_point():
    only_below = Solve(K > 0, (K >= 1, Every(y, y > 0)))
    assumed = Between(x**2 + x, x, 1, 1 + K, (x,), (K >= 1, x >= 0, x <= K))
    rejected(Hide(assumed, {SmallEnough(x): K}, (only_below,), {x: 1, K: 1}), "can fail")
    shown(Hide(assumed, {SmallEnough(x): K}, (Solve(K > 0, (K >= 1,)),), {x: 1, K: 1}))


def test_two_sizes_have_two_constants():
    between = (x >= 0, y >= 0, K > 0, x <= K, y >= K)
    apart = Between(x + 1, x + 1, 1, 1, (x, y), between)
    rejected(Hide(apart, {Small(x): K, Large(y): K}, (), {x: 1, y: 1, K: 1}), "two constants")


def test_a_constant_that_serves_does_so_with_all_hypotheses():
    alone = Hide(UP_TO_A, {SmallEnough(x): a}, A_IS_POSITIVE, {x: 1, a: 1})
    more = Hide(UP_TO_A, {SmallEnough(x): a}, A_IS_POSITIVE, {x: 1, a: 1}, given=(x <= 1,))
    printed = (a > 0, x >= 0, x <= 1, SmallEnough(x))
    establishes(shown(more), printed, order(x**2 + x, x, x))
    with pytest.raises(RejectedArgument, match="not shown to do so with"):
        establishes(shown(alone), printed, order(x**2 + x, x, x))
    rejected(
        Hide(UP_TO_A, {SmallEnough(x): a}, A_IS_POSITIVE, {x: 1, a: 1}, given=(x > 1,)), "fail"
    )
