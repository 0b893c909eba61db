"""What agrees up to constants: c * right <= left <= C * right.

The constants c, C > 0 may depend on every symbol of a fact in which it is not uniform, on no other.
A rule that joins facts takes the extremes of their constants, so that its conclusion is uniform in
what no premise holds fixed. Each rule returns the fact that it makes, or raises `Rejected`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And

from theory.binders import body_of, is_binder, rebound, unbound
from theory.definedness import connected, rebuilt
from theory.orders import Order, Theta
from theory.quantifiers import Every
from verify.kernel.arguments.facts import Fact, Rejected, made, refuse_left, same, without
from verify.kernel.arguments.questions import Solver
from verify.kernel.total import kind

RELATIONS = {("same", "same"): "same"} | {
    pair: word
    for word in ("at most", "at least")
    for pair in ((word, word), (word, "same"), ("same", word))
}


def between(
    sides: tuple[Any, Any],
    bounds: tuple[Any, Any],
    over: Iterable[Any],
    given: Iterable[Any],
    facts: Iterable[Fact],
    solver: Solver,
) -> Fact:
    """Return that two sides are of the same order, by constants that are shown to serve."""
    over, given, facts = frozenset(over), tuple(given), tuple(facts)
    left, right, low, high = map(sp.sympify, (*sides, *bounds))
    loose = over & (unbound(low) | unbound(high))
    if loose:
        raise Rejected(f"the constants depend on {min(map(str, loose))}")
    shown = (
        sp.Gt(low, 0, evaluate=False),
        sp.Gt(high, 0, evaluate=False),
        sp.Le(rebuilt(sp.Mul, (low, right)), left, evaluate=False),
        sp.Le(left, rebuilt(sp.Mul, (high, right)), evaluate=False),
    )
    solver.shows(given, connected(And, shown), facts)
    return made(given, Order(left, right, "same", over), facts, solved=True)


def chain(first: Fact, second: Fact) -> Fact:
    """Return that what is of the order of something is of the order that this is of."""
    (left, middle, *_), (again, right, *_) = _order(first).args, _order(second).args
    if not same(middle, again):
        raise Rejected(f"{middle} is not {again}")
    name = RELATIONS.get((first.says.relation, second.says.relation))
    if name is None:
        raise Rejected("at most and at least do not chain")
    return _joined((first, second), left, right, name)


def combine(
    operation: Callable[..., Any],
    first: Fact,
    second: Fact,
    helpers: Iterable[Fact],
    solver: Solver,
) -> Fact:
    """Return the order of a sum, a product, the larger or the smaller of two.

    No right side may be negative wherever the hypotheses hold; of a product that is at most of some
    order no left side.
    """
    (left, right, *_), (left_2, right_2, *_) = _order(first).args, _order(second).args
    if first.says.relation != second.says.relation:
        raise Rejected("orders of different relations")
    if right.has(Theta) or right_2.has(Theta):
        raise Rejected("a term with Theta cannot be combined: it stands for different quantities")
    helpers, given = tuple(helpers), (*first.given, *second.given)
    upper = operation is sp.Mul and first.says.relation == "at most"
    sides = (left, left_2) if upper else (right, right_2)
    signs = (sp.Ge(side, 0, evaluate=False) for side in sides)
    solver.shows(given, connected(And, signs), helpers)
    pair = rebuilt(operation, (left, left_2)), rebuilt(operation, (right, right_2))
    return _joined((first, second), *pair, first.says.relation, helpers, solved=True)


def both(most: Fact, least: Fact) -> Fact:
    """Return that what is at most and at least of an order is of the same order."""
    (left, right, *_), (left_2, right_2, *_) = _order(most).args, _order(least).args
    names = most.says.relation, least.says.relation
    if names != ("at most", "at least") or not (same(left, left_2) and same(right, right_2)):
        raise Rejected("not one bound from above and one from below of the same")
    if right.has(Theta):
        raise Rejected("the two bounds may be at different quantities")
    return _joined((most, least), left, right, "same")


def fix(fact: Fact, symbols: Iterable[Any]) -> Fact:
    """Return an order whose constants may depend on more symbols."""
    left, right, name, _ = _order(fact).args
    still = fact.says.over - set(symbols)
    return made(fact.given, Order(left, right, name, still), (fact,))


def through(first: Fact, second: Fact, quantity: Any, low: Any, high: Any) -> Fact:
    """Return the order through some quantity, which holds for every quantity within bounds.

    `second` must be uniform in the quantity, and hold whatever the constants of the bounds are.
    """
    (left, middle, *_), (again, right, *_) = _order(first).args, _order(second).args
    if len({quantity, low, high}) < 3 or {kind(low), kind(high)} != {"real"}:
        raise Rejected("the bounds of a quantity need two real symbols of their own")
    if not isinstance(quantity, sp.IndexedBase) and kind(quantity) != "real":
        raise Rejected(f"{quantity} is neither a real symbol nor a sequence")
    replaced, limits = bounds(middle, quantity, low, high)
    if not same(replaced, again):
        raise Rejected(f"{replaced} is not {again}")
    if quantity not in second.says.over or {low, high} & second.says.over:
        raise Rejected(f"the constants must serve every {quantity}, and depend on {low} and {high}")
    rest = without(second.given, limits)
    for symbol in (quantity, low, high):
        refuse_left(symbol, (*rest, right, first.says, *first.given), "another place")
    name = RELATIONS.get((first.says.relation, second.says.relation))
    if name is None:
        raise Rejected("at most and at least do not chain")
    over = first.says.over | second.says.over - {quantity}
    still = over - first.fixed - (second.fixed - {low, high})
    return made((*first.given, *rest), Order(left, right, name, still), (first, second))


def bounds(term: Any, quantity: Any, low: Any, high: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return a term with a quantity for its one Theta, and between which bounds it lies.

    Under a sum over j the quantity is a sequence q, and the bounds are those of q[j] for every j of
    the range.

    Raises:
        Rejected: there is not one Theta, or it stands under something else.
    """
    found: list[Any] = []
    replaced = _without_theta(term, (), quantity, found)
    if len(found) != 1:
        raise Rejected(f"{len(found)} terms with Theta in {term}; one is needed")
    ((value, size, limits),) = found
    inside = (
        sp.Le(rebuilt(sp.Mul, (low, size)), value, evaluate=False),
        sp.Le(value, rebuilt(sp.Mul, (high, size)), evaluate=False),
    )
    positive = (sp.Gt(low, 0, evaluate=False), sp.Gt(high, 0, evaluate=False))
    for index, start, end in limits:
        ranged = (sp.Ge(index, start, evaluate=False), sp.Le(index, end, evaluate=False))
        implied = sp.Implies(connected(And, ranged), connected(And, inside), evaluate=False)
        return replaced, (*positive, Every(index, implied))
    return replaced, (*positive, *inside)


def _without_theta(e: Any, limits: tuple[Any, ...], quantity: Any, found: list[Any]) -> Any:
    if isinstance(e, Theta):
        is_sequence = isinstance(quantity, sp.IndexedBase)
        if is_sequence != bool(limits):
            raise Rejected(f"{quantity} does not fit to {e}: under a sum it is a sequence")
        value = quantity[limits[0][0]] if limits else quantity
        found.append((value, e.args[0], limits))
        return value
    if not e.has(Theta):
        return e
    if is_binder(e):
        if not isinstance(e, sp.Sum) or len(e.limits) != 1 or limits or e.limits[0].has(Theta):
            raise Rejected(f"Theta in {e} is not under one sum alone")
        return rebound(e, _without_theta(body_of(e), tuple(e.limits), quantity, found), e.limits)
    return rebuilt(e.func, [_without_theta(part, limits, quantity, found) for part in e.args])


def _order(fact: Fact) -> Order:
    if not isinstance(fact.says, Order):
        raise Rejected(f"{fact.says} is no order")
    return fact.says


def _joined(
    facts: tuple[Fact, ...],
    left: Any,
    right: Any,
    name: str,
    helpers: tuple[Fact, ...] = (),
    solved: bool = False,
) -> Fact:
    """Return an order from several, uniform in what none of them holds fixed."""
    over: frozenset[Any] = frozenset().union(*(fact.says.over for fact in facts))
    still = over.difference(*(fact.fixed for fact in facts))
    given = [g for fact in facts for g in fact.given]
    return made(given, Order(left, right, name, still), (*facts, *helpers), solved=solved)
