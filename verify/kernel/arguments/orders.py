"""What agrees up to constants: c * right <= left <= C * right.

The constants c, C > 0 may depend on every symbol of a fact in which it is not uniform, on no other.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from theory import arguments as data
from theory.binders import exchanged, is_binder, substitute
from theory.definedness import rebuilt
from theory.orders import Magnitude, Order, Theta
from theory.quantifiers import Some
from theory.well_formed import quantified
from verify.kernel.arguments.facts import Fact, Reader, made, of_kind, refuse_left
from verify.kernel.arguments.logic import put, term
from verify.kernel.conditions import all_of, conjuncts, ge, gt, le, unbound_in, without
from verify.kernel.questions import RejectedArgument
from verify.kernel.total import kind


def between(a: data.Between, r: Reader) -> Fact:
    """Return that two sides are of the same order, by constants that are shown to serve.

    Where there is one constant alone, one side is at most or at least of the order of the other. If
    the right side holds a Theta, it is shown that they do for some quantity within two multiples.
    """
    facts, over, left, right = r.facts(a.using), frozenset(a.over), term(a.left), term(a.right)
    low, high = ends = [None if c is None else term(c) for c in (a.low, a.high)]
    multiples = [term(c) for c in a.multiples] or ends
    constants = list(dict.fromkeys(c for c in (*ends, *multiples) if c is not None))
    if ends == [None, None] or over & unbound_in(constants):
        raise RejectedArgument(f"no constant, or one that depends on {over}, in {constants}")
    if len(multiples) != 2:
        raise RejectedArgument(f"{multiples} are not two multiples")
    inside = _within(left, right, low, high)
    if right.has(Theta):
        quantified(a.quantity)
        refuse_left(a.quantity, (left, right, *constants), "what there is a quantity for")
        law, limits = _with_quantity(right, a.quantity, *multiples)
        inside = [Some(a.quantity, all_of((*limits, *_within(left, law, low, high))))]
    r.shows(a.given, all_of((*(gt(constant, 0) for constant in constants), *inside)), facts)
    relation = "at most" if low is None else "at least" if high is None else "same"
    return made(a.given, Order(left, right, relation, over), *facts)


def open_(a: data.Open, r: Reader) -> Fact:
    """Return the order that follows from another for any two numbers that could be its constants.

    Its own constants may depend on these numbers, and so on all that is fixed in the order that is
    opened; they must serve every quantity for the Theta there.
    """
    order, then = _order(a.of, r), _order(a.then, r)
    (left, right), name = order.says.sides, order.says.relation
    own, limits = [a.low, a.high], [gt(a.low, 0), gt(a.high, 0)]
    if right.has(Theta):
        if a.quantity in then.fixed:
            raise RejectedArgument(f"the constants must serve every {a.quantity}")
        right, of_quantity = _with_quantity(right, a.quantity, a.low, a.high)
        own, limits = [*own, a.quantity], [*limits, *of_quantity]
    _check_numbers(own)
    low, high = a.low if name != "at most" else None, a.high if name != "at least" else None
    rest = without(then.given, (*limits, *_within(left, right, low, high)))
    says = then.says.uniform_in(then.says.over - order.fixed - set(own))
    for symbol in own:
        refuse_left(symbol, (order.says, *order.given, *rest, says), "another place")
    return made((*order.given, *rest), says, order, then)


def hide(a: data.Hide, r: Reader) -> Fact:
    """Return an order in hypotheses of which constants are hidden; at a point all of them hold.

    So do those under which a constant is positive. Of a further hypothesis that a quantity is at
    most or at least of order 1 it is shown that there is such a constant.

    A constant that serves is positive and depends neither on what the order is uniform in nor on
    any constant: with others of these nothing might satisfy both. Of any constant nothing is
    assumed but that it is positive.
    """
    fact, shown, helpers = _order(a.of, r), r.facts(a.positive), r.facts(a.using)
    bounds = [size.bound(term(constant)) for size, constant in a.sizes.items()]
    if lacking := without(bounds, fact.given):
        raise RejectedArgument(f"{lacking[0]} is not assumed")
    serving = [constant for size, constant in a.sizes.items() if size.chosen]
    if fact.says.over & unbound_in(serving):
        raise RejectedArgument(f"one of {serving} depends on what the order is uniform in")
    if lacking := without((gt(c, 0) for c in serving), (other.says for other in shown)):
        raise RejectedArgument(f"{lacking[0]} is not shown")
    own = [constant for size, constant in a.sizes.items() if not size.chosen]
    _check_numbers(own)
    if set(own) & unbound_in(serving):
        raise RejectedArgument(f"one of {serving} depends on any constant")
    of_positive = [g for other in shown for g in other.given]
    here = put(data.Put(a.of, a.point), r).given
    if free := unbound_in(here):
        raise RejectedArgument(f"the point gives no values to {', '.join(map(str, free))}")
    at = {symbol: term(value) for symbol, value in a.point.items()}
    added = (substitute(g, at) for g in conjuncts((*a.given, *of_positive)))
    possible = (g.possible if isinstance(g, Magnitude) else g for g in added)
    r.shows((), all_of((*here, *possible)), helpers)
    assumed = (*without(fact.given, bounds), *of_positive)
    given = (*without(assumed, (gt(c, 0) for c in own)), *a.given, *a.sizes)
    for symbol in own:
        refuse_left(symbol, (*given, fact.says), "another place")
    return made(given, fact.says, fact, *shown, *helpers)


def _with_quantity(e: Any, quantity: Any, low: Any, high: Any) -> tuple[Any, list[Any]]:
    """Return a term with a quantity for its one Theta, and that it lies between two multiples.

    Raises:
        RejectedArgument: the Theta stands for another quantity at each place of a sum or a mean.
    """
    if low is None or high is None:
        raise RejectedArgument(f"{quantity} lies between two constants")
    if any(is_binder(part) and part.has(Theta) for part in sp.preorder_traversal(e)):
        raise RejectedArgument(f"Theta in {e} stands for more than one quantity")
    (theta,) = e.atoms(Theta)
    law = exchanged(e, lambda part: quantity if part == theta else None)
    return law, _within(quantity, theta.args[0], low, high)


def _within(value: Any, size: Any, low: Any, high: Any) -> list[Any]:
    """Return that a value lies between two multiples of a size, of which one may be left out."""
    ends = ((ge, low), (le, high))
    return [side(value, rebuilt(sp.Mul, (c, size))) for side, c in ends if c is not None]


def _check_numbers(symbols: list[Any]) -> None:
    """Check that symbols stand for any real numbers, each for its own."""
    for symbol in symbols:
        quantified(symbol)
    if len(set(symbols)) < len(symbols) or any(kind(symbol) != "real" for symbol in symbols):
        raise RejectedArgument(f"{symbols} are not different names of real numbers")


def _order(argument: Any, r: Reader) -> Fact:
    fact = r.fact(argument)
    of_kind(fact.says, Order, "order")
    return fact
