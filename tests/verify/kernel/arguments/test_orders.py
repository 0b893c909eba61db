"""Orders of magnitude: which joins keep the constants uniform, and which do not."""

from dataclasses import replace

import pytest
import sympy as sp
from sympy.logic.boolalg import And, Implies

from tests.verify.kernel.arguments.joins import rejected, shown, stated
from theory.argument_language import States
from theory.arguments import AddUp, Between, Hide, Induct, Open, Put, Rewrite, Solve
from theory.language import Head, integers, reals, sequence
from theory.orders import Bounded, Large, LargeEnough, Order, Small, SmallEnough, Theta
from theory.quantifiers import Every, Some
from theory.sequences import Mean, Signs
from theory.sum_arguments import written_out
from theory.well_formed import IllFormed
from verify.kernel.arguments.conclusion import establishes
from verify.kernel.questions import RejectedArgument

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
        (Between(x, Theta(x), 1, 1, (x,), (x >= 1,)), "cannot quantify over"),
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
        (between(rate_between(1, 2), quantity=None), "cannot quantify over"),
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


def test_a_quantity_may_lie_between_other_multiples_than_the_constants():
    law, half = sp.exp(-q) + 1, sp.Rational(1, 2)
    fact = some(half * x <= q, q <= 3 * x, h(x) <= 2 * law)
    right = sp.exp(-Theta(x)) + 1

    def between(multiples=(half, 3), low=None, high=2, over=(x,)):
        return Between(h(x), right, low, high, over, (x >= 1,), (fact,), q, multiples)

    establishes(shown(between()), (x >= 1,), order(h(x), right, x, relation="at most"))
    for argument, why in (
        (between(()), "between two constants"),
        (between((half,)), "are not two multiples"),
        (between((half, 2)), "can fail"),
        (between((0, 3)), "can fail"),
        (between((half, x)), "depends on"),
        (between(low=1), "can fail"),  # nothing says so from below
        (between((q, 3)), "is left in"),
    ):
        rejected(argument, why)


def test_a_quantity_of_some_size_stands_under_no_sum():
    """There it would be another one for each term."""
    total, law = (sp.Sum(entry, (j, 1, n)) for entry in (Theta(p[j]), s[j]))
    inside = Every(j, Implies(And(j >= 1, j <= n), And(s[j] >= p[j], s[j] <= 2 * p[j])))
    fact = stated(Some(s, And(inside, law <= h(n), h(n) <= 2 * law)), n >= 1)
    argument = Between(h(n), total, 1, 2, (n, p), (n >= 1,), (fact,), s)
    rejected(argument, "more than one quantity")
    rejected(replace(argument, quantity=q), "more than one quantity")


# -- orders that are opened --------------------------------------------------------------------

k, K = reals("k K")
ONE, OTHER = (c, C), (k, K)


def bounded(says, constants, relation="same"):
    """Return that two numbers are the constants of an order."""
    (left, right), (low, high) = says.sides, constants
    below, above = low * right <= left, left <= high * right
    inside = {"same": (below, above), "at most": (above,), "at least": (below,)}[relation]
    return low > 0, high > 0, *inside


def joined(left, right, low, high, over, *orders, given=()):
    """Return an order that follows from others, each with its hypotheses and two constants."""
    bounds = [g for says, _, pair in orders for g in bounded(says, pair, says.relation)]
    more = [g for _, hypotheses, _ in orders for g in hypotheses]
    argument = Between(left, right, low, high, over, (*given, *more, *bounds))
    for says, hypotheses, pair in orders:
        argument = Open(stated(says, *hypotheses), argument, *pair)
    return argument


@pytest.mark.parametrize("one", ["same", "at most", "at least"])
@pytest.mark.parametrize("other", ["same", "at most", "at least"])
def test_orders_are_chained(one, other):
    first = order(h(x), g(x), x, relation=one), (x >= 0,), ONE
    second = order(g(x), x, x, relation=other), (x >= 1,), OTHER
    low = None if "at most" in (one, other) else c * k
    high = None if "at least" in (one, other) else C * K
    if low is high:
        rejected(joined(h(x), x, c * k, None, (x,), first, second), "can fail")
        rejected(joined(h(x), x, None, C * K, (x,), first, second), "can fail")
        return
    relation = "at most" if low is None else "at least" if high is None else "same"
    fact = shown(joined(h(x), x, low, high, (x,), first, second))
    establishes(fact, (x >= 0, x >= 1), order(h(x), x, x, relation=relation))


def test_constants_are_uniform_in_nothing_that_an_opened_order_holds_fixed():
    wide = order(h(x, y), g(x, y), x, y), (), ONE
    narrow = order(g(x, y), y, y), (y > 0,), OTHER
    fact = shown(joined(h(x, y), y, c * k, C * K, (x, y), wide, narrow))
    establishes(fact, (y > 0,), order(h(x, y), y, y))
    with pytest.raises(RejectedArgument, match="it concludes"):
        establishes(fact, (y > 0,), order(h(x, y), y, x, y))
    hidden = order(g(x, y), y, y), (x > 0, y > 0), OTHER
    fact = shown(joined(h(x, y), y, c * k, C * K, (x, y), wide, hidden))
    with pytest.raises(RejectedArgument, match="it concludes"):
        establishes(fact, (x > 0, y > 0), order(h(x, y), y, x, y))
    silent = order(h(y), g(y), y), (), ONE  # of x it says nothing
    other = order(g(y), y, x, y), (y > 0,), OTHER
    fact = shown(joined(h(y), y, c * k, C * K, (x, y), silent, other))
    establishes(fact, (y > 0,), order(h(y), y, x, y))


def test_an_order_that_is_uniform_in_more_is_one_that_is_so_in_less():
    wide = shown(stated(order(h(x, y), g(x, y), x, y)))
    establishes(wide, (), order(h(x, y), g(x, y), y))
    narrow = shown(stated(order(h(x, y), g(x, y), y)))
    with pytest.raises(RejectedArgument, match="it concludes"):
        establishes(narrow, (), order(h(x, y), g(x, y), x, y))
    with pytest.raises(RejectedArgument, match="it concludes"):
        establishes(narrow, (), order(h(x, y), g(x, y), x))


LINE, SQUARE = (order(h(x), x, x), (x >= 1,), ONE), (order(g(x), x**2, x), (x >= 1,), OTHER)
EXTREMES = sp.Min(c, k), sp.Max(C, K)


@pytest.mark.parametrize(
    ("operation", "constants"),
    [
        (sp.Add, EXTREMES),
        (sp.Max, EXTREMES),
        (sp.Min, EXTREMES),
        (sp.Mul, (c * k, C * K)),
    ],
)
def test_two_orders(operation, constants):
    both = operation(h(x), g(x)), operation(x, x**2)
    fact = shown(joined(*both, *constants, (x,), LINE, SQUARE))
    establishes(fact, (x >= 1,), order(*both, x))
    signless = (order(h(x), x, x), (), ONE), (order(g(x), y, x), (), OTHER)
    rejected(joined(operation(h(x), g(x)), operation(x, y), *constants, (x,), *signless), "fail")
    upper = order(g(x), x**2, x, relation="at most"), (x >= 1,), OTHER
    rejected(joined(operation(h(x), g(x)), x, *constants, (x,), LINE, upper), "can fail")


def test_two_bounds_make_one_order():
    most = order(h(x), x, x, y, relation="at most"), (x >= 1,), ONE
    least = order(h(x), x, x, relation="at least"), (y >= 1,), OTHER
    fact = shown(joined(h(x), x, k, C, (x,), most, least))
    establishes(fact, (x >= 1, y >= 1), order(h(x), x, x))
    rejected(joined(h(x), x, c, C, (x,), most, least), "can fail")


H_X = stated(order(h(x), x, x), x >= 1)
SAME = Between(h(x), x, c, C, (x,), (x >= 1, *bounded(order(h(x), x), ONE)))


@pytest.mark.parametrize(
    ("argument", "why"),
    [
        (Open(stated(h(x) > x), SAME, c, C), "is no order"),
        (Open(H_X, stated(h(x) > 0, *bounded(order(h(x), x), ONE)), c, C), "is no order"),
        (Open(H_X, SAME, c, c), "different names"),
        (Open(H_X, SAME, c, n), "names of real numbers"),
        (Open(H_X, SAME, c, C + 1), "cannot quantify over"),
        (Open(stated(order(h(x), 2 * x, x)), SAME, c, C), "left in another place"),
        (Open(stated(order(h(x), x, x, relation="at most")), SAME, c, C), "left in another place"),
        (Open(stated(order(h(x), c * x, x)), SAME, c, C), "left in another place"),
        (Open(stated(order(h(x), x, x), C > 2), SAME, c, C), "left in another place"),
        (Open(H_X, replace(SAME, given=(*SAME.given, C > 2)), c, C), "left in another place"),
        (Open(H_X, replace(SAME, given=(*SAME.given, 2 * c > C)), c, C), "left in another place"),
        (
            Open(
                H_X,
                Between(h(x), C * x, c / C, 1, (x,), (x >= 1, *bounded(order(h(x), x), ONE))),
                c,
                C,
            ),
            "left in another place",
        ),
    ],
)
def test_what_does_not_follow_from_an_order(argument, why):
    rejected(argument, why)


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
    of, equation = stated(order(h(x), g(x), x)), stated(eq(g(x), y), x > 0)
    fact = shown(Rewrite(of, equation, order(h(x), z, x), z))
    establishes(fact, (x > 0,), order(h(x), y, x))
    with pytest.raises(RejectedArgument, match="it concludes"):
        establishes(fact, (x > 0,), order(h(x), y, x, y))


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
        (AddUp(stated(order(h(j), g(j), j), n >= 1), j, 1, n, 1), "no inequality"),
        (AddUp(stated(order(h(x), g(x), x), n >= 1), x, 1, n), "no range"),
    ],
)
def test_orders_that_do_not_add_up(argument, why):
    rejected(argument, why)


# -- Theta -----------------------------------------------------------------------------------

SOME = stated(order(h(x), sp.exp(-Theta(x)), x), x >= 1)
E_Q = sp.exp(-q)
BOUNDS = (c > 0, C > 0, c * x <= q, q <= C * x)
OF_Q = (c * E_Q <= h(x), h(x) <= C * E_Q)


def test_theta_on_the_left_is_refused():
    with pytest.raises(IllFormed, match="Theta on the left"):
        States(order(sp.exp(-Theta(x)), sp.exp(-x), x), (x >= 1,))
    for says in (Theta(x) > 0, h(Theta(x)) > x):
        with pytest.raises(IllFormed, match="Theta"):
            States(says)
        with pytest.raises(IllFormed, match="Theta"):
            States(h(x) > 0, (says,))


G_X = g(x)


def every(*given, left=E_Q, right=G_X, over=(x, q)):
    """Return h(x) of order g(x), as a certain q with an order of its own is between bounds."""
    law = order(left, right, *over)
    bounds = bounded(law, OTHER)
    then = Between(h(x), right, c * k, C * K, over, (*given, *OF_Q, *bounds))
    return Open(stated(law, *given), then, k, K)


def test_an_order_for_every_quantity_is_chained_to_one_for_some():
    fact = shown(Open(SOME, every(x >= 2, *BOUNDS), c, C, q))
    establishes(fact, (x >= 1, x >= 2), order(h(x), g(x), x))


LEFT = "left in another place"


@pytest.mark.parametrize(
    ("then", "names", "why"),
    [
        (every(c > 0, C > 0, c * x <= q, q <= 2 * x), (c, C, q), LEFT),
        (every(*BOUNDS, q >= 3 * x), (c, C, q), LEFT),
        (every(*BOUNDS, c >= 1), (c, C, q), LEFT),
        (every(*BOUNDS, 2 * c >= C), (c, C, q), LEFT),
        (every(*BOUNDS, over=(x,)), (c, C, q), "must serve every q"),
        (every(*BOUNDS, right=sp.exp(-q / 2)), (c, C, q), LEFT),
        (every(*BOUNDS, right=g(x, C)), (c, C, q), LEFT),
        (every(*BOUNDS), (c, C, c), "must serve every c"),
        (every(*BOUNDS), (c, C, n), "names of real numbers"),
        (every(*BOUNDS), (c, C, q + 1), "cannot quantify over"),
        (every(*BOUNDS), (c, C, p), ""),
        (every(*BOUNDS), (c, C, z), LEFT),
    ],
)
def test_what_does_not_follow_for_some_quantity(then, names, why):
    rejected(Open(SOME, then, *names), why)


def test_a_quantity_has_bounds_where_its_order_has_one():
    most = stated(order(h(x), sp.exp(-Theta(x)), x, relation="at most"), x >= 1)
    both = Between(h(x), E_Q, c, C, (x, q), (*BOUNDS, *OF_Q))
    rejected(Open(most, both, c, C, q), LEFT)
    upper = Between(h(x), 1, None, C, (x, q), (*BOUNDS, OF_Q[1], x >= 0, E_Q <= 1))
    rejected(Open(most, upper, c, C, q), LEFT)


def test_constants_of_a_quantity_are_no_more_uniform_than_its_order():
    some = stated(order(h(x), sp.exp(-Theta(a * x)), x))
    bounds = (c > 0, C > 0, c * (a * x) <= q, q <= C * (a * x))
    fact = shown(Open(some, every(*bounds, over=(x, a, q)), c, C, q))
    establishes(fact, (), order(h(x), g(x), x))
    with pytest.raises(RejectedArgument, match="it concludes"):
        establishes(fact, (), order(h(x), g(x), x, a))


def test_theta_under_a_sum_is_not_opened():
    twice = sp.Sum(sp.exp(-Theta(x / j)), (j, 1, n), (n, 1, 3))
    once = sp.Sum(sp.exp(-Theta(x / j)), (j, 1, n))
    for under in (Mean(sp.exp(-Theta(x)) * h(s), s, Signs(n)), once, twice):
        for quantity in (q, p):
            opened = Open(stated(order(h(x), under, x)), every(*BOUNDS), *ONE, quantity)
            rejected(opened, "more than one quantity")


# -- what orders are not ------------------------------------------------------------------------


def test_orders_are_no_pointwise_statements():
    rejected(Solve(h(x) > 0, (), (H_X,)), "Order")
    rejected(Solve(order(x, x, x)), "Order")
    step = stated(order(h(n + 1, x), 1, x), n >= 0)
    rejected(Induct(order(h(n, x), 1, x), n, 0, stated(order(h(0, x), 1, x)), step), "may grow")
    with pytest.raises(IllFormed):
        States(h(x) > 0, (order(x, x, x),))
    with pytest.raises(ValueError, match="no relation of orders"):
        Order(x, x, "about")


def test_magnitudes_are_hypotheses_that_are_only_passed_on():
    first, second = (
        (order(h(x), g(x), x), (Small(x),), ONE),
        (order(g(x), x, x), (Large(x),), OTHER),
    )
    fact = shown(joined(h(x), x, c * k, C * K, (x,), first, second, given=(x > 0,)))
    establishes(fact, (x > 0, Small(x), Large(x), Bounded(y)), order(h(x), x, x))
    for given in ((Small(x),), (Small(x), Bounded(x)), (Small(2 * x), Large(x))):
        with pytest.raises(RejectedArgument, match="also assumes"):
            establishes(fact, given, order(h(x), x, x))


# -- constants that are hidden -----------------------------------------------------------------

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
        (Hide(UP_TO_K, {x > 0: K}, (), {x: 1, K: 1}), "no attribute"),
        (Hide(FROM_N, {Large(x): n}, (), {x: 1, n: 1}), "names of real numbers"),
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
        (Bounded(sp.Sum(sp.sqrt(n), (n, 1, 3))), "can fail"),  # that it has a value is not shown
    ],
)
def test_further_hypotheses_hold_at_the_point_of_a_hidden_constant(given, why):
    """One on a size does so with some constant, which is positive for one from below."""
    hidden = Hide(UP_TO_K, {Small(x): K}, (), {x: 1, K: 1}, given=(given,))
    if why is None:
        shown(hidden)
    else:
        rejected(hidden, why)


def test_a_sum_has_a_value_at_the_point_of_a_hidden_constant_if_that_is_shown():
    roots = sp.Sum(sp.sqrt(n), (n, 1, 3))
    shown(Hide(UP_TO_K, {Small(x): K}, (), {x: 1, K: 1}, (written_out(roots),), (Bounded(roots),)))
    other = sp.Sum(sp.sqrt(2 - n), (n, 1, 3))
    rejected(
        Hide(UP_TO_K, {Small(x): K}, (), {x: 1, K: 1}, (written_out(other),), (Bounded(other),)),
        "can fail",
    )


def test_a_constant_is_positive_under_hypotheses_that_hold_at_the_point():
    only_below = Solve(K > 0, (K >= 1, Every(y, y > 0)))
    assumed = Between(x**2 + x, x, 1, 1 + K, (x,), (K >= 1, x >= 0, x <= K))
    rejected(Hide(assumed, {SmallEnough(x): K}, (only_below,), {x: 1, K: 1}), "can fail")
    shown(Hide(assumed, {SmallEnough(x): K}, (Solve(K > 0, (K >= 1,)),), {x: 1, K: 1}))


def test_two_sizes_have_two_constants():
    between = (x >= 0, y >= 0, K > 0, x <= K, y >= K)
    apart = Between(x + 1, x + 1, 1, 1, (x, y), between)
    rejected(Hide(apart, {Small(x): K, Large(y): K}, (), {x: 1, y: 1, K: 1}), "different names")


def test_a_constant_that_serves_is_none_for_each_constant_of_another_size():
    between = Between(x, x, 1, 1, (x,), (x >= 0, K > 0, x <= K, x >= K**2))
    served = Solve(K**2 > 0, (K > 0,))
    point = {x: 1, K: 1}  # for a larger K there is none
    rejected(Hide(between, {Small(x): K, LargeEnough(x): K**2}, (served,), point), "any constant")


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
