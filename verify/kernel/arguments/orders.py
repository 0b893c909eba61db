"""What agrees up to constants: c * right <= left <= C * right.

The constants c, C > 0 may depend on every symbol of a fact in which it is not uniform, on no other.
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


def open_(a: data.Open, r: Reader) -> Fact:
    """Return the order that follows from another for any two numbers that could be its constants.

    Its own constants may depend on these numbers, and so on all that is fixed in the order that is
    opened; they must serve every quantity for the Theta there.
    """
    order, then = _order(a.of, r), _order(a.then, r)
    (left, right), name = order.says.sides, order.says.relation
    own = [a.low, a.high, *([a.quantity] if right.has(Theta) else ())]
    for symbol in own:
        quantified(symbol)
        refuse_left(symbol, (order.says, *order.given), "the order")
    kinds = {kind(symbol) for symbol in own if not isinstance(symbol, sp.IndexedBase)}
    if len(set(own)) < len(own) or kinds != {"real"}:
        raise RejectedArgument("constants and a quantity need different names, of real numbers")
    limits: tuple[Any, ...] = (gt(a.low, 0), gt(a.high, 0))
    if right.has(Theta):
        if a.quantity in then.fixed:
            raise RejectedArgument(f"the constants must serve every {a.quantity}")
        right, limits = bounds(right, a.quantity, a.low, a.high)
    low, high = a.low if name != "at most" else None, a.high if name != "at least" else None
    rest = without(then.given, (*limits, *_within(left, right, low, high)))
    says = then.says.uniform_in(then.says.over - order.fixed - set(own))
    for symbol in own:
        refuse_left(symbol, (*rest, says), "another place")
    return made((*order.given, *rest), says, order, then)


def hide(a: data.Hide, r: Reader) -> Fact:
    """Return an order in hypotheses of which constants are hidden; at a point all of them hold.

    So do those under which a constant is positive. Of a further hypothesis that a quantity is at
    most or at least of order 1 it is shown that there is such a constant.

    A constant that serves is positive and depends on nothing in which the order is uniform; of any
    constant nothing is assumed but that it is positive.
    """
    fact, shown, helpers = _order(a.of, r), r.facts(a.positive), r.facts(a.using)
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


def _order(argument: Any, r: Reader) -> Fact:
    fact = r.fact(argument)
    if not isinstance(fact.says, Order):
        raise RejectedArgument(f"{fact.says} is no order")
    return fact


RULES: dict[Any, Any] = {data.Between: between, data.Open: open_, data.Hide: hide}
