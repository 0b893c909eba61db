"""What shows that an order fails: for every constant a point, and what it may depend on."""

import pytest
import sympy as sp
from sympy.logic.boolalg import And, Implies, Or

from tests.verify.kernel.arguments.joins import SOLVER, shown
from theory.argument_language import States
from theory.arguments import Cut, Generalise, Give, Known, Put, Solve
from theory.existence import by_values, denial, for_every, given_by, met
from theory.known_facts import KNOWN_FACTS
from theory.language import StrictlyIncreasing, function, integers, reals
from theory.orders import Order, Small, SmallEnough, Theta
from theory.quantifiers import Every, Some, denied
from verify.evidence import Tier
from verify.kernel.arguments.conclusion import conclusion, refutes, shows_inhabited
from verify.kernel.arguments.facts import Stated
from verify.kernel.questions import RejectedArgument

a, x, K = reals("a x K")
ONE = sp.S.One
GIVEN = (a > 0, x >= 1, Small(a / x))
PRINTED = States(Order(a * x**2, x, "same", (x,)), GIVEN)


@pytest.mark.parametrize(
    ("condition", "values", "why"),
    [
        (Some(x, x > K), {x: K + 1}, ""),
        (Some(x, x > K), {x: K}, "can fail"),
        (Every(a, Some(x, And(x > a, x > K))), {x: sp.Max(a, K) + 1}, ""),
        (Every(a, Implies(a > 0, Some(x, And(x > 0, x < a)))), {x: a / 2}, ""),
        (Some(x, And(x > K, Every(a, a**2 + x**2 > K * x))), {x: K + 1}, ""),
        (Some(x, And(x > K, Every(a, a * x > K * x))), {x: K + 1}, "can fail"),
        (Every(a, Some(x, x > a)), {}, "can fail"),
        (Every(a, Or(a <= 0, Some(x, And(x > 0, x < a)))), {x: a / 2}, ""),
        (Every(a, Or(a <= -1, Some(x, And(x > 0, x < a)))), {x: a / 2}, "can fail"),
    ],
)
def test_a_condition_with_quantifiers_is_shown_by_values(condition, values, why):
    argument = by_values(condition, values, (K > 0,))
    if not why:
        assert shown(argument).says == condition
    else:
        with pytest.raises(RejectedArgument, match=why):
            shown(argument)


def test_what_is_assumed_is_no_part_of_what_is_shown():
    every = Every(a, Some(x, x > a))
    assert shown(by_values(And(K > 0, every), {}, (K > 1, every))).given == (K > 1, every)


f = function("f")
INCREASES = Known("a positive function that increases")


@pytest.mark.parametrize(
    ("given", "values"),
    [
        ((a > 1, x > a), {a: 2, x: 3}),
        ((StrictlyIncreasing(f), f(x) > 0, Every(a, f(a) > 0)), {x: 0}),
    ],
)
def test_hypotheses_are_met_by_values_and_functions(given, values):
    functions = {f: INCREASES} if len(given) > 2 else {}
    argument = met(Solve(a**2 >= 0, given), given, values, functions=functions)
    leaves = {INCREASES: Stated(KNOWN_FACTS[INCREASES.name].statement, Tier.EXACT)}
    assert shows_inhabited(argument, None, given, lambda one: conclusion(one, leaves, SOLVER))
    more = (*given, x > 7)
    with pytest.raises(RejectedArgument, match="it does not say that"):
        shows_inhabited(argument, None, more, lambda one: conclusion(one, leaves, SOLVER))


def at_2K(says):
    """Argue by the point 2 K + 1."""
    return given_by(says, {x: 2 * K + 1}, (K > 0,), ())


def fails(printed=PRINTED, sizes=None, show=at_2K, values=None):
    return denial([printed], sizes or {Small(a / x): ONE}, values or {a: ONE}, K, show)


def test_an_order_fails():
    fact = shown(fails())
    refutes(fact, PRINTED.given, PRINTED.says)
    most = States(Order(a * x**2, x, "at most", (x,)), GIVEN)
    refutes(fact, most.given, most.says)
    refutes(fact, (a > 0, x >= 1), PRINTED.says)  # of fewer hypotheses, too


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (GIVEN, Order(a * x**2, x, "at least", (x,))),
        (GIVEN, Order(a * x**2, x**2, "same", (x,))),
        (GIVEN, Order(a * x**3, x, "same", (x,))),
        (GIVEN, Order(a * x**2, x, "same", (a,))),  # the constants may depend on x
        (GIVEN, Order(a * x**2, x, "same", ())),
        (GIVEN, Order(a * x**2, Theta(x), "same", (x,))),
        ((a > 0, x >= 1, SmallEnough(a / x)), PRINTED.says),
        ((a > 0, x >= 1, Small(a * x)), PRINTED.says),
        ((a > 0, x >= 2, Small(a / x)), PRINTED.says),
        ((*GIVEN, a < 2), PRINTED.says),
    ],
)
def test_another_order_does_not(given, says):
    with pytest.raises(RejectedArgument):
        refutes(shown(fails()), given, says)


def for_one_constant():
    """Argue with 1 for the constant alone."""
    inner = And(a > 0, x >= 1, a / x <= 1, a * x**2 > ONE * x)
    return given_by(Some(a, Some(x, inner)), {a: ONE, x: sp.Integer(3)}, (), ())


def after_the_constant():
    """Argue with a value of a that depends on the constant."""
    inner = And(a > 0, x >= 1, a / x <= 1, sp.Gt(a * x**2, K * x, evaluate=False))
    says = Some(a, Some(x, inner))
    point = given_by(says, {a: K + 1, x: K + 1}, (K > 0,), ())
    return Generalise(Solve(Implies(K > 0, says, evaluate=False), (), (point,)), K)


def for_large_constants():
    """Argue for constants from 1 on alone."""
    inner = And(a > 0, x >= 1, a / x <= 1, sp.Gt(a * x**2, K * x, evaluate=False))
    says = Every(K, Implies(K >= 1, Some(x, inner), evaluate=False))
    at = says.subs(a, 1)
    point = given_by(at.body.args[1], {x: 2 * K + 1}, (K >= 1,), ())
    return Give(Generalise(Solve(at.body, (), (point,)), K), Some(a, says), ONE)


@pytest.mark.parametrize("argument", [for_one_constant, after_the_constant, for_large_constants])
def test_it_is_for_every_constant(argument):
    fact = shown(argument())
    with pytest.raises(RejectedArgument):
        refutes(fact, PRINTED.given, PRINTED.says)


def test_a_point_may_be_an_integer_that_is_large_enough():
    m = integers("m")

    def show(says):
        found = given_by(says, {x: m}, (K > 0, m >= 1, m > K), ())
        large = sp.floor(K) + 1
        return Cut(Put(found, {m: large}), (Solve(And(large >= 1, large > K), (K > 0,)),))

    refutes(shown(fails(show=show)), PRINTED.given, PRINTED.says)


def test_what_no_constants_satisfy_is_shown_for_one_after_the_other():
    every_x = Every(x, Implies(x >= K, x <= a, evaluate=False))
    none = denied(Some(K, And(K > 0, Some(a, And(a > 0, every_x)))))

    def show(says):
        return given_by(says, {x: a + K}, (a > 0, K > 0), ())

    assert shown(for_every(none, show)).says == none

    def too_small(says):
        return given_by(says, {x: a}, (a > 0, K > 0), ())

    with pytest.raises(RejectedArgument, match="can fail"):
        shown(for_every(none, too_small))
