"""Instances, solving, rewriting, cases, there is, for every, and induction.

Each rule returns the fact that it makes, or raises `Rejected`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Or

from theory.binders import body_of, is_binder, rebound, substitute, unbound
from theory.definedness import connected, rebuilt
from theory.normal_form import normal
from theory.orders import Order
from theory.quantifiers import Every, Some
from verify.kernel.arguments.facts import (
    Fact,
    Rejected,
    conjuncts,
    made,
    refuse_left,
    same,
    unbound_in,
    without,
)
from verify.kernel.arguments.questions import Solver
from verify.kernel.arguments.values import fitting


def assume(condition: Any) -> Fact:
    """Return that a condition follows from itself."""
    return made((condition,), condition)


def put(fact: Fact, values: Mapping[Any, Any], solver: Solver) -> Fact:
    """Return an instance, where the values that are put have values.

    The constants of an order still serve all values of the symbols that come in for one over which
    it is uniform, but not of those that come in for another.
    """
    free = unbound_in((*fact.given, fact.says))
    for symbol in values:
        if symbol not in free:
            raise Rejected(f"{symbol} is not free in {fact.says}")
    values = {symbol: sp.sympify(value) for symbol, value in values.items()}
    needed = [fitting(symbol, value, solver) for symbol, value in values.items()]
    given = [substitute(g, values) for g in fact.given]
    if not isinstance(fact.says, Order):
        return made((*given, *needed), substitute(fact.says, values), (fact,))
    ranged = unbound_in(values.get(s, s) for s in fact.says.over)
    still = ranged - unbound_in(values.get(s, s) for s in fact.fixed)
    left, right = (substitute(side, values) for side in fact.says.args[:2])
    return made((*given, *needed), Order(left, right, fact.says.relation, still), (fact,))


def solve(says: Any, given: Iterable[Any], facts: Iterable[Fact], solver: Solver) -> Fact:
    """Return what a solver shows from facts."""
    facts, given = tuple(facts), tuple(given)
    made(given, says)  # a statement of the language
    solver.shows(given, says, facts)
    return made(given, says, facts, solved=True)


def rewrite(fact: Fact, equation: Fact) -> Fact:
    """Return a fact with the left side of an equation replaced by the right one."""
    if not isinstance(equation.says, sp.Eq):
        raise Rejected(f"{equation.says} is no equation")
    if isinstance(fact.says, Order):
        left, right = (_replaced(side, *equation.says.args) for side in fact.says.args[:2])
        says = Order(left, right, *fact.says.args[2:])
    else:
        says = _replaced(fact.says, *equation.says.args)
    if same(says, fact.says):
        raise Rejected(f"{equation.says.lhs} does not occur in {fact.says}")
    return made((*fact.given, *equation.given), says, (fact, equation))


def _replaced(e: Any, old: Any, new: Any) -> Any:
    """Replace a term wherever none of its symbols is bound."""
    if normal(e) == normal(old):
        return new
    if not e.args or isinstance(e, (sp.Symbol, sp.IndexedBase)):
        return e
    if not is_binder(e):
        return rebuilt(e.func, [_replaced(part, old, new) for part in e.args])
    bound = {symbol for symbol, *_ in e.limits}
    if bound & unbound(old):
        return e
    if bound & unbound(new):
        raise Rejected(f"{e} would capture a symbol of {new}")
    limits = [sp.Tuple(s, *(_replaced(end, old, new) for end in ends)) for s, *ends in e.limits]
    return rebound(e, _replaced(body_of(e), old, new), limits)


def cases(
    facts: Iterable[Fact], given: Iterable[Any], helpers: Iterable[Fact], solver: Solver
) -> Fact:
    """Return the common conclusion of several cases, one of which must hold."""
    facts, given, helpers = tuple(facts), conjuncts(given), tuple(helpers)
    if not facts or any(not same(fact.says, facts[0].says) for fact in facts):
        raise Rejected("cases with different conclusions")
    one = connected(Or, (connected(And, without(fact.given, given)) for fact in facts))
    if one != sp.true:
        solver.shows(given, one, helpers)
    return made(given, facts[0].says, (*facts, *helpers), solved=True)


def choose(exists: Fact, then: Fact, symbol: Any) -> Fact:
    """Return what follows from what some value of a symbol satisfies.

    The constants of an order must serve all values of that symbol.
    """
    if not isinstance(exists.says, Some):
        raise Rejected(f"{exists.says} does not say that there is something")
    refuse_left(symbol, (exists.says, *exists.given), "what says that there is one")
    bound, condition = exists.says.args
    _check_same_kind(bound, symbol)
    rest = without(then.given, (substitute(condition, {bound: symbol}),))
    refuse_left(symbol, rest, "a hypothesis")
    says = then.says
    if isinstance(says, Order):
        if symbol in then.fixed:
            raise Rejected(f"the constants depend on {symbol}")
        says = Order(*says.args[:3], says.over - {symbol})
    refuse_left(symbol, (says,), "the conclusion")
    return made((*exists.given, *rest), says, (exists, then))


def give(fact: Fact, says: Any, value: Any, solver: Solver) -> Fact:
    """Return that there is something, shown by a value."""
    if not isinstance(says, Some):
        raise Rejected(f"{says} does not say that there is something")
    symbol, condition = says.args
    needed = fitting(symbol, value, solver)
    if not same(fact.says, substitute(condition, {symbol: value})):
        raise Rejected(f"{fact.says} is not {condition} at {value}")
    return made((*fact.given, needed), says, (fact,))


def generalise(fact: Fact, symbol: Any) -> Fact:
    """Return that every value satisfies what is shown of any one."""
    refuse_left(symbol, fact.given, "a hypothesis")
    return made(fact.given, Every(symbol, fact.says), (fact,))


def specialise(fact: Fact, value: Any, solver: Solver) -> Fact:
    """Return what every value satisfies, of one."""
    if not isinstance(fact.says, Every):
        raise Rejected(f"{fact.says} does not say something of every value")
    symbol, condition = fact.says.args
    needed = fitting(symbol, value, solver)
    return made((*fact.given, needed), substitute(condition, {symbol: value}), (fact,))


def induct(says: Any, index: Any, start: Any, base: Fact, step: Fact, solver: Solver) -> Fact:
    """Return that a statement holds from its first index on.

    The step may assume the statement at n, and n >= start, and nothing else of n.
    """
    if isinstance(says, Order):
        raise Rejected("no order is shown by induction: its constants may grow at each step")
    start = sp.sympify(start)
    if not (index.is_Symbol and index.is_integer and start.is_integer):
        raise Rejected(f"induction is over the integers, not over {index} from {start}")
    if fitting(index, start, solver) != sp.true or index in unbound(start):
        raise Rejected(f"{start} is no place where an induction starts")
    for fact, at, name in ((base, start, "base"), (step, index + 1, "step")):
        if not same(fact.says, substitute(says, {index: at})):
            raise Rejected(f"the {name} shows {fact.says}, not {substitute(says, {index: at})}")
    from_start = sp.Ge(index, start, evaluate=False)
    rest = (*base.given, *without(step.given, (says, from_start)))
    refuse_left(index, rest, "a hypothesis of the base or of the step")
    return made((*rest, from_start), says, (base, step))


def _check_same_kind(one: Any, other: Any) -> None:
    if type(one) is not type(other) or getattr(one, "is_integer", None) != getattr(
        other, "is_integer", None
    ):
        raise Rejected(f"{other} is of another kind than {one}")
