"""What agrees up to constants: c * right <= left <= C * right.

The constants c, C > 0 may depend on every symbol of a fact in which it is not uniform, on no other.
A rule that joins facts takes the extremes of their constants, so that its conclusion is uniform in
what no premise holds fixed.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from theory import arguments as data
from theory.binders import body_of, is_binder, rebound, substitute
from theory.definedness import rebuilt
from theory.orders import Large, Magnitude, Order, Theta
from theory.quantifiers import Every, Some
from theory.well_formed import quantified
from verify.kernel.arguments.facts import Fact, Reader, made, refuse_left
from verify.kernel.arguments.logic import put, term
from verify.kernel.arguments.means import in_range
from verify.kernel.conditions import (
    all_of,
    conjuncts,
    defined,
    eq,
    ge,
    gt,
    le,
    same,
    unbound_in,
    without,
)
from verify.kernel.questions import RejectedArgument
from verify.kernel.total import kind


def between(a: data.Between, r: Reader) -> Fact:
    """Return that two sides are of the same order, by constants that are shown to serve.

    Where there is one constant alone, one side is at most or at least of the order of the other. If
    the right side holds a Theta, it is shown that both constants do for some quantity within them.
    """
    facts, over, left, right = r.facts(a.using), frozenset(a.over), term(a.left), term(a.right)
    low, high = (None if constant is None else term(constant) for constant in (a.low, a.high))
    constants = [constant for constant in (low, high) if constant is not None]
    if over & unbound_in(constants):
        raise RejectedArgument(f"one of {constants} depends on what it must be uniform in")
    if not constants:
        raise RejectedArgument("no constant is named")
    positive = (gt(constant, 0) for constant in constants)
    inside = _within(left, right, low, high)
    if right.has(Theta):
        inside = (_some_quantity(left, right, low, high, a.quantity),)
    r.shows(a.given, all_of((*positive, *inside)), facts)
    relation = "at most" if low is None else "at least" if high is None else "same"
    return made(a.given, Order(left, right, relation, over), *facts)


def _some_quantity(left: Any, right: Any, low: Any, high: Any, quantity: Any) -> Any:
    """Return that some quantity for the one Theta on the right lies within bounds and serves."""
    if quantity is None:
        raise RejectedArgument(f"which quantity stands for Theta in {right}?")
    if low is None or high is None:
        raise RejectedArgument(f"{quantity} lies between two constants")
    quantified(quantity)
    refuse_left(quantity, (left, right, low, high), "what there is a quantity for")
    replaced, (_, _, *limits) = bounds(right, quantity, low, high)
    return Some(quantity, all_of((*limits, *_within(left, replaced, low, high))))


def chain(a: data.Chain, r: Reader) -> Fact:
    """Return that what is of the order of something is of the order that this is of."""
    first, second = _orders(r, a.first, a.second)
    (left, middle), (again, right) = first.says.sides, second.says.sides
    if not same(middle, again):
        raise RejectedArgument(f"{middle} is not {again}")
    return _joined(left, right, _chained(first, second), first, second)


def combine(a: data.Plus | data.Times | data.Largest | data.Least, r: Reader) -> Fact:
    """Return the order of a sum, a product, the larger or the smaller of two.

    No right side may be negative wherever the hypotheses hold; of a product that is at most of some
    order no left side.
    """
    first, second = _orders(r, a.first, a.second)
    helpers, operation, name = r.facts(a.using), OPERATIONS[type(a)], first.says.relation
    if second.says.relation != name:
        raise RejectedArgument("orders of different relations")
    lefts, rights = zip(first.says.sides, second.says.sides, strict=True)
    if any(right.has(Theta) for right in rights):
        raise RejectedArgument("terms with Theta cannot be combined: they are different quantities")
    signed = lefts if operation is sp.Mul and name == "at most" else rights
    r.shows((*first.given, *second.given), all_of(ge(side, 0) for side in signed), helpers)
    pair = rebuilt(operation, lefts), rebuilt(operation, rights)
    return _joined(*pair, name, first, second, helpers=helpers)


def both(a: data.Both, r: Reader) -> Fact:
    """Return that what is at most and at least of an order is of the same order."""
    most, least = _orders(r, a.most, a.least)
    names, (left, right) = (most.says.relation, least.says.relation), most.says.sides
    alike = all(map(same, most.says.sides, least.says.sides))
    if names != ("at most", "at least") or not alike or right.has(Theta):
        raise RejectedArgument("not one bound from above and one from below of the same")
    return _joined(left, right, "same", most, least)


def fix(a: data.Fix, r: Reader) -> Fact:
    """Return an order whose constants may depend on more symbols."""
    (fact,) = _orders(r, a.of)
    return made(fact.given, fact.says.uniform_in(fact.says.over - set(a.symbols)), fact)


def hide(a: data.Hide, r: Reader) -> Fact:
    """Return an order in hypotheses of which constants are hidden; at a point all of them hold.

    So do those under which a constant is positive. Of a further hypothesis that a quantity is at
    most or at least of order 1 it is shown that there is such a constant.

    A constant that serves is positive and depends on nothing in which the order is uniform; of any
    constant nothing is assumed but that it is positive.
    """
    (fact,), shown, helpers = _orders(r, a.of), r.facts(a.positive), r.facts(a.using)
    here = put(data.Put(a.of, a.point), r).given
    if free := unbound_in(here):
        raise RejectedArgument(f"the point gives no values to {', '.join(map(str, free))}")
    at = {symbol: term(value) for symbol, value in a.point.items()}
    added = [*conjuncts(a.given), *(g for other in shown for g in other.given)]
    more = [_possible(substitute(g, at), r) for g in added]
    r.shows((), all_of((*here, *more)), helpers)
    rest, own = list(fact.given), []
    for size, constant in a.sizes.items():
        if not isinstance(size, Magnitude):
            raise RejectedArgument(f"{size} is no hypothesis on a size")
        bound, positive = size.bound(term(constant)), gt(term(constant), 0)
        if len(without(rest, (bound,))) == len(rest):
            raise RejectedArgument(f"{bound} is not assumed")
        rest = without(rest, (bound,))
        if not size.chosen:
            quantified(constant)
            if kind(constant) != "real":
                raise RejectedArgument(f"{constant} is not any positive number")
            own.append(constant)
        elif fact.says.over & unbound_in((constant,)):
            raise RejectedArgument(f"{constant} depends on what the order is uniform in")
        elif not any(same(other.says, positive) for other in shown):
            raise RejectedArgument(f"that {constant} is positive is not shown")
    if len(set(own)) < len(own):
        raise RejectedArgument("two hypotheses on sizes need two constants")
    rest += [g for other in shown for g in other.given]
    rest = without(rest, (gt(constant, 0) for constant in own))
    given = (*rest, *a.given, *a.sizes)
    for symbol in own:
        refuse_left(symbol, (*given, fact.says), "another place")
    return made(given, fact.says, fact, *shown, *helpers)


def _possible(condition: Any, r: Reader) -> Any:
    """Return a hypothesis; of one on a size where it holds with some constant."""
    if not isinstance(condition, Magnitude):
        return condition
    (size,) = condition.args
    if isinstance(condition, Large):
        return gt(size, 0)
    if isinstance(size, sp.Sum) and len(size.limits) == 1:  # it has a value where its terms have
        inside, _, _ = in_range(*size.limits[0])
        r.shows(inside, eq(size.function, size.function))
        return sp.true
    return defined(size)


def through(a: data.Through, r: Reader) -> Fact:
    """Return the order through some quantity, which holds for every quantity within bounds.

    The second order must be uniform in the quantity, and hold whatever the constants of its bounds
    are, as long as they are positive.
    """
    first, second = _orders(r, a.first, a.second)
    (left, middle), (again, right) = first.says.sides, second.says.sides
    own = {a.quantity, a.low, a.high}
    for symbol in own:
        quantified(symbol)
    if len(own) < 3 or {kind(s) for s in own if not isinstance(s, sp.IndexedBase)} != {"real"}:
        raise RejectedArgument("a quantity and its bounds need three names, of real numbers")
    replaced, limits = bounds(middle, a.quantity, a.low, a.high)
    if not same(replaced, again):
        raise RejectedArgument(f"{replaced} is not {again}")
    if own & second.says.over != {a.quantity}:
        raise RejectedArgument(f"the constants must serve every {a.quantity}, not its bounds")
    rest = without(second.given, limits)
    for symbol in own:
        refuse_left(symbol, (*rest, right, first.says, *first.given), "another place")
    over = first.says.over | second.says.over - own
    still = over - first.fixed - (second.fixed - own)
    says = Order(left, right, _chained(first, second), still)
    return made((*first.given, *rest), says, first, second)


def bounds(e: Any, quantity: Any, low: Any, high: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return a term with a quantity for its one Theta, and between which bounds it lies.

    Under a sum over j the quantity is a sequence q, and the bounds are those of q[j] for every j of
    the range.

    Raises:
        RejectedArgument: there is not one Theta, or it stands under something else.
    """
    found: list[tuple[Any, Any, Any]] = []
    replaced = _without_theta(e, (), quantity, found)
    if len(found) != 1:
        raise RejectedArgument(f"{len(found)} terms with Theta in {e}; one is needed")
    ((value, size, limits),) = found
    inside = _within(value, size, low, high)
    for index, start, end in limits:
        ranged = all_of((ge(index, start), le(index, end)))
        inside = (Every(index, sp.Implies(ranged, all_of(inside), evaluate=False)),)
    return replaced, (gt(low, 0), gt(high, 0), *inside)


def _without_theta(e: Any, limits: tuple[Any, ...], quantity: Any, found: list[Any]) -> Any:
    if isinstance(e, Theta):
        if isinstance(quantity, sp.IndexedBase) != bool(limits):
            raise RejectedArgument(f"{quantity} does not fit to {e}: under a sum it is a sequence")
        value = quantity[limits[0][0]] if limits else quantity
        found.append((value, e.args[0], limits))
        return value
    if not e.has(Theta):
        return e
    if not is_binder(e):
        return rebuilt(e.func, [_without_theta(p, limits, quantity, found) for p in e.args])
    if not isinstance(e, sp.Sum) or len(e.limits) != 1 or limits or e.limits[0].has(Theta):
        raise RejectedArgument(f"Theta in {e} is not under one sum alone")
    return rebound(e, _without_theta(body_of(e), tuple(e.limits), quantity, found), e.limits)


def _within(value: Any, size: Any, low: Any, high: Any) -> tuple[Any, ...]:
    """Return that a value lies between two multiples of a size, of which one may be left out."""
    ends = ((ge, low), (le, high))
    return tuple(side(value, rebuilt(sp.Mul, (c, size))) for side, c in ends if c is not None)


def _orders(r: Reader, *arguments: Any) -> tuple[Fact, ...]:
    facts = r.facts(arguments)
    for fact in facts:
        if not isinstance(fact.says, Order):
            raise RejectedArgument(f"{fact.says} is no order")
    return facts


def _chained(first: Fact, second: Fact) -> str:
    names = first.says.relation, second.says.relation
    if set(names) == {"at most", "at least"}:
        raise RejectedArgument("at most and at least do not chain")
    return names[1] if names[0] == "same" else names[0]


def _joined(left: Any, right: Any, name: str, *facts: Fact, helpers: Any = ()) -> Fact:
    """Return an order from several, uniform in what none of them holds fixed."""
    over: frozenset[Any] = frozenset().union(*(fact.says.over for fact in facts))
    still = over.difference(*(fact.fixed for fact in facts))
    given = [g for fact in facts for g in fact.given]
    return made(given, Order(left, right, name, still), *facts, *helpers)


OPERATIONS: dict[Any, Any] = {
    data.Plus: sp.Add,
    data.Times: sp.Mul,
    data.Largest: sp.Max,
    data.Least: sp.Min,
}
RULES: dict[Any, Any] = {
    data.Between: between,
    data.Chain: chain,
    **dict.fromkeys(OPERATIONS, combine),
    data.Both: both,
    data.Fix: fix,
    data.Hide: hide,
    data.Through: through,
}
