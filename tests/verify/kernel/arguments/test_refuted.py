"""What it takes for a statement to fail by an argument."""

import pytest
import sympy as sp
from sympy.logic.boolalg import And, Implies, Not, Or

from tests.verify.kernel.arguments.joins import shown, stated
from theory.argument_language import States
from theory.arguments import Assume, Contradictory, Give, Solve
from theory.language import Head, integers, reals, sequence
from theory.orders import Order, Small, Theta
from theory.quantifiers import Every, Some, denied
from verify.kernel.arguments.conclusion import refutes, shows_empty
from verify.kernel.questions import RejectedArgument

x, y, z, q, K = reals("x y z q K")
k, n = integers("k n")
p = sequence("p")
H = Head("h", "a quantity")
WHOLE = integers("x")
POSITIVE, LARGE = (x > 0, n >= 2), H(p, n) > x


def fact(says):
    return shown(stated(says))


def exists(*conditions):
    return Some(x, Some(p, Some(n, And(*conditions))))


@pytest.mark.parametrize(
    "says",
    [
        exists(*POSITIVE, H(p, n) <= x),
        Some(n, Some(x, Some(p, And(*POSITIVE, H(p, n) <= x)))),
        exists(*POSITIVE, n <= 5, H(p, n) <= x, y > 0),
        Some(x, Some(p, And(x >= n, *POSITIVE, H(p, n) <= x))),
    ],
)
def test_values_that_break_a_statement(says):
    refutes(fact(says), POSITIVE, LARGE)


@pytest.mark.parametrize(
    "says",
    [
        exists(*POSITIVE, H(p, n) < x),
        exists(*POSITIVE, H(p, n) > x),
        exists(*POSITIVE),
        exists(x > 0, n > 2, H(p, n) <= x),
        exists(x > 0, H(p, n) <= x),
        Some(x, Some(p, Some(k, And(x > 0, k >= 2, H(p, k) <= x)))),
        Every(x, Some(p, Some(n, And(*POSITIVE, H(p, n) <= x)))),
        Some(x, Or(Some(n, And(*POSITIVE, H(p, n) <= x)), x > 0)),
        Some(x, Implies(And(*POSITIVE), H(p, n) <= x)),
        exists(*POSITIVE, Not(H(p, n) > y)),
        Some(WHOLE, Some(p, Some(n, And(WHOLE > 0, n >= 2, H(p, n) <= WHOLE)))),
    ],
)
def test_values_that_do_not(says):
    with pytest.raises(RejectedArgument, match="does not say"):
        refutes(fact(says), POSITIVE, LARGE)


def test_values_that_a_statement_quantifies_itself():
    says = Every(x, Some(y, y > z))
    no_greater = Some(x, Every(y, y <= z))
    refutes(fact(no_greater), (), says)
    refutes(fact(Some(z, And(z > 0, no_greater))), (z > 0,), says)
    for other in (Some(x, Every(y, y < z)), Every(x, Every(y, y <= z)), Some(x, y <= z)):
        with pytest.raises(RejectedArgument, match="does not say"):
            refutes(fact(other), (), says)
    with pytest.raises(RejectedArgument, match="does not say"):
        refutes(fact(no_greater), (z > 0,), says)


def test_a_fact_under_a_hypothesis_refutes_nothing():
    says = exists(*POSITIVE, H(p, n) <= x)
    with pytest.raises(RejectedArgument, match="it assumes"):
        refutes(shown(stated(says, y > 0)), POSITIVE, LARGE)
    with pytest.raises(RejectedArgument, match="it assumes"):
        refutes(shown(Assume(says)), POSITIVE, LARGE)
    with pytest.raises(RejectedArgument, match="not a fact"):
        refutes(States(says), POSITIVE, LARGE)


def test_a_statement_does_not_fail_where_it_has_no_value():
    """1/x > 0 is neither true nor false at x = 0, and fails below."""
    at_zero = Some(x, And(sp.Eq(x, 0, evaluate=False), 1 / x <= 0))
    with pytest.raises(RejectedArgument, match="can fail"):
        shown(Give(Solve(substitute_zero(at_zero)), at_zero, 0))
    at_minus_one = Some(x, 1 / x <= 0)
    body = sp.Le(sp.Pow(-1, -1, evaluate=False), 0, evaluate=False)
    refutes(shown(Give(Solve(body), at_minus_one, -1)), (), 1 / x > 0)


def substitute_zero(some):
    zero = sp.Pow(0, -1, evaluate=False)
    return And(sp.Eq(0, 0, evaluate=False), sp.Le(zero, 0, evaluate=False))


def test_no_order_is_refuted_by_values():
    order = Order(x, y, over=(x,))
    with pytest.raises(RejectedArgument):
        refutes(fact(exists(x > 0)), (x > 0,), order)


LAW = Order(x, sp.exp(-Theta(y)), "at most", over=(x, y))
WITHIN, LARGER = And(K * q >= y, q <= K * y), x > K * sp.exp(-q)


def denies_law(broken, some=(x, y), known=(y >= 0,)):
    says = And(x > 0, *known, broken)
    for symbol in some:
        says = Some(symbol, says)
    return Every(K, Implies(K > 0, says))


def test_values_that_break_a_law_for_every_quantity_between_two_multiples():
    refutes(fact(denies_law(Every(q, Implies(WITHIN, LARGER)))), (x > 0,), LAW)
    refutes(fact(denies_law(Every(z, Implies(*_renamed(WITHIN, LARGER))))), (x > 0,), LAW)


def _renamed(*conditions):
    return [condition.subs(q, z) for condition in conditions]


@pytest.mark.parametrize(
    "says",
    [
        denies_law(Some(q, And(WITHIN, LARGER))),
        denies_law(Some(q, Implies(WITHIN, LARGER))),
        denies_law(LARGER, some=(x, y, q)),
        denies_law(Every(q, Implies(And(WITHIN, q <= 1), LARGER))),
        denies_law(Every(q, Implies(sp.Eq(q, y), LARGER))),
        denies_law(Every(q, Implies(WITHIN, x > sp.exp(-q)))),
        denies_law(Every(q, Implies(WITHIN, LARGER)), known=()),
        Some(y, And(y >= 0, denies_law(Every(q, Implies(WITHIN, LARGER)), some=(x,), known=()))),
        Every(q, denies_law(Implies(WITHIN, LARGER))),
    ],
)
def test_values_that_do_not_break_it(says):
    with pytest.raises(RejectedArgument):
        refutes(fact(says), (x > 0,), LAW)


def test_a_law_with_several_quantities_is_not_refuted():
    says = denies_law(Every(q, Implies(WITHIN, LARGER)))
    of_each = sp.Sum(sp.exp(-Theta(k * y)), (k, 1, 3))
    for right in (of_each, sp.exp(-Theta(y)) + Theta(x)):
        with pytest.raises(RejectedArgument, match="more than one quantity"):
            refutes(fact(says), (x > 0,), Order(x, right, "at most", over=(x, y)))


def test_what_is_denied():
    assert denied(And(x > y, Or(x < z, Not(y >= z)))) == Or(x <= y, And(x >= z, y >= z))
    assert denied(Implies(x > 0, Every(y, Some(n, n > y)))) == And(x > 0, Some(y, Every(n, n <= y)))
    assert denied(sp.Ne(x, y)) == sp.Eq(x, y, evaluate=False)
    assert denied(denied(Some(y, x > y))) == Some(y, x > y)


def contradictory(one, other):
    """Return what two statements show that are taken for granted."""
    return shows_empty(Contradictory(one, other), (x > 0, Every(y, y < x)), shown)


ABOVE_ALL, NOT_ABOVE = stated(H(p, n) < x, Every(y, y < x)), stated(H(p, n) >= x, x > 0)


def test_two_facts_that_deny_each_other_show_that_nothing_satisfies_what_they_assume():
    found = contradictory(ABOVE_ALL, NOT_ABOVE)
    assert set(found.given) == {Every(y, y < x), x > 0}


@pytest.mark.parametrize(
    ("one", "other", "words"),
    [
        (ABOVE_ALL, stated(H(p, n) > x, x > 0), "is not denied by"),
        (ABOVE_ALL, stated(H(p, n) >= x + 2, x > 0), "is not denied by"),
        (ABOVE_ALL, ABOVE_ALL, "is not denied by"),
        (ABOVE_ALL, stated(H(p, n) >= x, x > 1), "it also assumes x > 1"),
        (stated(H(p, n) < x, y < x), NOT_ABOVE, "it also assumes y < x"),
        (stated(Order(x, x, "at most", (x,)), x > 0), NOT_ABOVE, "are no conditions"),
        (stated(H(p, n) < x, Small(x)), NOT_ABOVE, "are no conditions"),
    ],
)
def test_two_facts_that_do_not(one, other, words):
    with pytest.raises(RejectedArgument, match=words):
        contradictory(one, other)
