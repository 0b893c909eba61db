"""Every method has controls: right statements it must not refute, wrong ones it must."""

import pytest
import sympy as sp

from tests.verify.methods.applied import applied
from theory.claim import ForAll, SameOrder
from theory.hints import Within
from theory.language import (
    Each,
    Head,
    Lipschitz,
    Positive,
    StrictlyIncreasing,
    function,
    integers,
    reals,
    rounds_to,
    sequence,
)
from verify.claims.meanings import Formula
from verify.evidence import Outcome, Tier
from verify.methods import METHODS

x, y, q, a = reals("x y q a")
n, k, j, i = integers("n k j i")
alpha = function("alpha")
p = sequence("p")

TRUE = {
    "enumeration": [
        ForAll(given=(n >= 1, n <= 6), says=n**2 >= n),
        ForAll(says=rounds_to(3 * x, "1.0", {x: ("0.3", "0.35")})),
    ],
    "solver": [
        ForAll(says=x**2 + y**2 >= 2 * x * y),
        ForAll(given=(x > 0,), says=sp.sqrt(x) * sp.sqrt(x) <= x),
        ForAll(says=sp.Max(x, y) >= sp.Min(x, y)),
        ForAll(
            given=(StrictlyIncreasing(alpha), Positive(alpha)),
            says=alpha(x + alpha(x)) > alpha(x),
        ),
        ForAll(
            given=(Lipschitz(alpha, a), a < 1, x < y),
            says=x - alpha(x) < y - alpha(y),
        ),
        ForAll(given=(x >= 0,), says=sp.Equivalent(x > 1, x**2 > 1)),
        ForAll(says=sp.ITE(x > 1, x**2 > x, x**2 >= x - sp.Rational(1, 4))),
        ForAll(given=(x > 0, x <= y, q >= 0, a > 0), says=x**q + a <= y**q + a),
        ForAll(given=(x > 0, x < 1, a > q), says=x ** (2 * a + 1) < x ** (2 * q + 1)),
        ForAll(given=(x > 0, q > 0), says=sp.Eq(x ** (-q) * x ** (2 * q), x**q)),
    ],
    "derivation": [
        ForAll(
            given=(sp.Ne(x, 0), q >= 1, q <= 2),
            says=sp.Eq(sp.Abs(x) ** q, x * sp.sign(x) * sp.Abs(x) ** (q - 1)),
        ),
        ForAll(given=(x >= 0, y > 0, n >= 2), says=(x + y) ** n >= y**n),
        ForAll(says=sp.Eq(sp.Derivative(sp.sin(x) ** 2, x), 2 * sp.sin(x) * sp.cos(x))),
        ForAll(given=(x > 0,), says=sp.Eq(sp.Integral(sp.exp(-y), (y, 0, x)), 1 - sp.exp(-x))),
        ForAll(given=(k >= 1, n >= k), says=n + 1 > k),
    ],
    "balls": [
        ForAll(given=(x >= 0, x <= 3), says=sp.exp(-x) * x < sp.Rational(2, 5)),
    ],
    "search": [
        ForAll(says=sp.Abs(x + y) <= sp.Abs(x) + sp.Abs(y)),
        ForAll(
            given=(k >= 1, Each(p[j] < p[j + 1], (j, 0, k - 1))),
            says=p[0] < p[k],
            instances={k: (1, 2, 5)},
        ),
    ],
}

FALSE = {
    "enumeration": [
        ForAll(given=(n >= 1, n <= 6), says=n**2 > n),
        ForAll(says=rounds_to(3 * x, "1.2", {x: ("0.3", "0.35")})),
    ],
    "solver": [
        ForAll(says=x**2 + y**2 > 2 * x * y),
        ForAll(given=(x >= 0,), says=sp.sqrt(x) <= x),
        ForAll(
            given=(StrictlyIncreasing(alpha), Positive(alpha)),
            says=alpha(x + alpha(x)) > 2 * alpha(x),
        ),
        ForAll(given=(x > 0, a > q), says=x**a > x**q),
        ForAll(
            given=(Lipschitz(alpha, a), a < 2, x < y),
            says=x - alpha(x) < y - alpha(y),
        ),
    ],
    "balls": [
        ForAll(given=(x >= 0, x <= 3), says=sp.exp(-x) * x < sp.Rational(1, 3)),
    ],
    "search": [
        ForAll(says=sp.Abs(x + y) < sp.Abs(x) + sp.Abs(y)),
        ForAll(
            given=(k >= 1, Each(p[j] <= p[j + 1], (j, 0, k - 1))),
            says=p[0] < p[k],
            instances={k: (1, 2, 5)},
        ),
        ForAll(given=(x > 0, q > 0), says=x**q >= x),
    ],
}


@pytest.mark.parametrize(("method", "at"), [(m, i) for m, s in TRUE.items() for i in range(len(s))])
def test_right_statements_hold(method, at):
    evidence = applied(method, TRUE[method][at])
    assert evidence.outcome is Outcome.HOLDS, evidence.detail
    assert evidence.witness is not None


@pytest.mark.parametrize(("method", "at"), [(m, i) for m, s in TRUE.items() for i in range(len(s))])
def test_no_method_refutes_a_right_statement(method, at):
    for name in METHODS:
        assert applied(name, TRUE[method][at]).outcome is not Outcome.FAILS, name


@pytest.mark.parametrize(
    ("method", "at"), [(m, i) for m, s in FALSE.items() for i in range(len(s))]
)
def test_wrong_statements_fail_and_nothing_proves_them(method, at):
    statement = FALSE[method][at]
    evidence = applied(method, statement)
    assert evidence.outcome is Outcome.FAILS, evidence.detail
    assert evidence.witness is not None
    for name in METHODS:
        found = applied(name, statement)
        proved = found.outcome is Outcome.HOLDS and found.tier is not Tier.SEARCH
        assert not proved, f"{name} proves a wrong statement: {found.detail}"


def test_an_unmet_domain_has_not_passed():
    statement = ForAll(given=(sp.Eq(x**2, 2),), says=x < 2)
    assert applied("search", statement).outcome is Outcome.UNKNOWN


def test_an_undefined_conclusion_is_no_success():
    statement = ForAll(given=(x >= 0,), says=x / x <= 1)
    statement = ForAll(given=(x >= 0,), says=x * y / y <= x * y * y**-1 + 1 / x)
    assert applied("search", statement).outcome is Outcome.UNKNOWN
    assert applied("solver", statement).outcome is Outcome.UNKNOWN


def test_the_search_finds_the_smallest_instance_and_repeats_itself():
    statement = ForAll(given=(k >= 1, x > 0, x < 1), says=k * x < 3, instances={k: (1, 2, 3, 4, 5)})
    first, second = applied("search", statement, seed=7), applied("search", statement, seed=7)
    assert first == second
    assert first.instance == {"k": "4"}


def test_what_instances_leave_out_is_a_restriction():
    endless = ForAll(given=(k >= 1,), says=k**2 >= k, instances={k: (1, 2, 3)})
    complete = ForAll(given=(k >= 1, k <= 3), says=k**2 >= k, instances={k: (1, 2, 3)})
    assert applied("solver", endless).restrictions == ("k in {1, 2, 3}",)
    assert applied("solver", complete).restrictions == ()


ORDERS = {
    "holds": [
        SameOrder(x**2 + y, x**2, regime=(y <= x**2,), variables=(x, y)),
        SameOrder(x, x**2, regime=(), variables=(x,), relation="at most"),
        SameOrder(sp.Max(x, sp.sqrt(y)), x, regime=(y <= x**2,), variables=(x, y)),
        SameOrder(n + 1, n, regime=(n >= 1,), variables=(n,)),
        SameOrder(x**a + 1, x**a, regime=(x >= 1,), variables=(x,), constants={a: (1, 2)}),
    ],
    "fails": [
        SameOrder(x**2 * sp.log(x), x**2, regime=(x >= 2,), variables=(x,)),
        SameOrder(x**2, x, regime=(), variables=(x,), relation="at most"),
        SameOrder(x**2 + y, x**2, regime=(y <= x**3,), variables=(x, y)),
        SameOrder(sp.exp(-x), 1 / x, regime=(x >= 1,), variables=(x,), relation="at least"),
        SameOrder(x, x - 1, regime=(x >= 1,), variables=(x,)),
        SameOrder(x**a, x, regime=(), variables=(x,), constants={a: (1, 2)}),
    ],
    "unknown": [
        SameOrder(x * sp.log(sp.log(x)), x, regime=(x >= 3,), variables=(x,)),
    ],
}


@pytest.mark.parametrize(("end", "at"), [(e, i) for e, s in ORDERS.items() for i in range(len(s))])
def test_orders_of_magnitude(end, at):
    evidence = applied("orders", ORDERS[end][at])
    assert evidence.outcome.value == end, evidence.detail
    assert evidence.witness is not None


def test_even_and_odd_steps_are_told_apart():
    odd_ones_grow = 1 + n * (1 - (-1) ** n)
    swing = SameOrder(odd_ones_grow, sp.Integer(1), regime=(n >= 1,), variables=(n,))
    assert applied("orders", swing).outcome is Outcome.UNKNOWN


def test_an_order_is_proved_by_the_constants_of_its_hint():
    order = SameOrder(
        x**a + 1,
        x**a,
        regime=(x >= 1,),
        variables=(x,),
        constants={a: (1, 2)},
        given=(a > 0,),
    )
    evidence = applied("orders", order, hint=Within(1, 2))
    assert evidence.outcome is Outcome.HOLDS
    assert evidence.restrictions == ()
    assert applied("orders", order, hint=Within(1, 1)).restrictions != ()
    assert applied("orders", order).restrictions != ()


def test_a_power_in_a_hypothesis_does_not_exclude_negative_bases():
    power = (sp.Eq(x**q, 4), sp.Eq(q, 2))
    assert applied("solver", ForAll(given=power, says=x > 0)).outcome is Outcome.UNKNOWN
    negative = ForAll(given=(*power, x < 0), says=x < 1)
    assert applied("vacuity", negative).outcome is not Outcome.HOLDS


def test_an_index_with_instances_is_not_that_of_a_range():
    p, k = sequence("p"), integers("k")
    with pytest.raises(ValueError, match=r"k is bound in .* and free elsewhere"):
        ForAll(says=Each(p[k] >= 0, (k, 0, 3)), given=(k >= 1,), instances={k: (2,)})


@pytest.mark.parametrize("method", ["solver", "search"])
@pytest.mark.parametrize("right", [True, False])
def test_a_witness_has_what_the_formula_of_a_head_does_without(method, right):
    head = Head("First", "its first argument")
    meanings = {head: (Formula(lambda first, *others: first),)}
    value = head(x, y, alpha)
    evidence = applied(
        method, ForAll(value**2 + 1 > value if right else value < 5), meanings=meanings
    )
    assert evidence.outcome is (Outcome.HOLDS if right else Outcome.FAILS)
    assert set(evidence.witness) == {"alpha", "x", "y"}
