"""Integrals over intervals of functions that are continuous there, so that they have one."""

from __future__ import annotations

from typing import Any

import sympy as sp

from theory import arguments as data
from theory.binders import unbound, with_limits
from theory.definedness import rebuilt
from theory.orders import Order
from theory.well_formed import quantified
from verify.kernel.arguments.facts import (
    Fact,
    Reader,
    made,
    refuse_left,
    relation,
    sides_changed,
)
from verify.kernel.arguments.logic import term
from verify.kernel.conditions import all_of, conjuncts, eq, ge, le, unbound_in, without
from verify.kernel.questions import RejectedArgument
from verify.kernel.total import kind

CONTINUOUS = (sp.Add, sp.Mul, sp.Pow, sp.Max, sp.Min, sp.Abs, sp.exp, sp.log, sp.erf, sp.erfc)
NOT_STRICT: dict[Any, Any] = {sp.Lt: sp.Le, sp.Gt: sp.Ge}


def integrate(a: data.Integrate, r: Reader) -> Fact:
    """Return the relation or the order of the integrals over an interval; no strict one.

    What is assumed of the variable must hold in the whole interval; an order must be uniform in it.
    Both sides have values there and are continuous.
    """
    fact, helpers, x = r.fact(a.of), r.facts(a.using), a.variable
    low, high = term(a.low), term(a.high)
    inside, ordered = _interval(x, low, high)
    of_variable = [g for g in fact.given if x in unbound(g)]
    rest = [*without(fact.given, of_variable), *conjuncts(a.given)]
    refuse_left(x, a.given, "what is assumed")
    says = fact.says if isinstance(fact.says, Order) else relation(fact)
    sides = says.args[:2]
    r.shows(rest, ordered, helpers)
    r.shows((*rest, *inside), all_of((*of_variable, *(eq(side, side) for side in sides))), helpers)

    def whole(side: Any) -> Any:
        return _integral(side, x, low, high)

    if isinstance(says, Order):
        if x not in says.over:
            raise RejectedArgument(f"the constants may depend on {x}")
        return made(rest, sides_changed(says, whole).uniform_in(says.over - {x}), fact, *helpers)
    kept = NOT_STRICT.get(type(says), type(says))
    return made(rest, kept(*map(whole, sides), evaluate=False), fact, *helpers)


def split(a: data.Split, r: Reader) -> Fact:
    """Return that an integral is the sum of those up to a place between its ends and from there."""
    if not (isinstance(a.of, sp.Integral) and [len(limit) for limit in a.of.limits] == [3]):
        raise RejectedArgument(f"{a.of} is no integral over one interval")
    body, (x, low, high) = a.of.function, a.of.limits[0]
    helpers, at = r.facts(a.using), term(a.at)
    inside, _ = _interval(x, low, high)
    if x in unbound(at):
        raise RejectedArgument(f"{x} is left in the place")
    refuse_left(x, a.given, "what is assumed")
    r.shows(a.given, all_of((le(low, at), le(at, high))), helpers)
    r.shows((*a.given, *inside), eq(body, body), helpers)
    parts = [_integral(body, x, *ends) for ends in ((low, at), (at, high))]
    return made(a.given, eq(a.of, rebuilt(sp.Add, parts)), *helpers)


def _interval(x: Any, low: Any, high: Any) -> tuple[tuple[Any, Any], Any]:
    """Return that a real is in an interval, and that its ends are in order."""
    quantified(x)
    if kind(x) != "real" or x in unbound_in((low, high)):
        raise RejectedArgument(f"no interval of {x} from {low} to {high}")
    return (ge(x, low), le(x, high)), le(low, high)


def _integral(e: Any, x: Any, low: Any, high: Any) -> Any:
    """Return the integral of a continuous function, constant factors outside.

    Raises:
        RejectedArgument: that it is continuous cannot be read off its form.
    """
    if x not in unbound(e):
        length = rebuilt(sp.Add, (high, rebuilt(sp.Mul, (sp.S.NegativeOne, low))))
        return rebuilt(sp.Mul, (e, length))
    if not _is_continuous(e, x):
        raise RejectedArgument(f"{e} need not be continuous in {x}")
    outside = [p for p in e.args if x not in unbound(p)] if isinstance(e, sp.Mul) else []
    if outside:
        inside = rebuilt(sp.Mul, [p for p in e.args if x in unbound(p)])
        return rebuilt(sp.Mul, (*outside, _integral(inside, x, low, high)))
    return with_limits(sp.Integral, e, ((x, low, high),))


def _is_continuous(e: Any, x: Any) -> bool:
    """Return whether a term is made of functions that are continuous wherever they have values."""
    if x not in unbound(e) or e == x:
        return True
    if isinstance(e, sp.Pow) and e.base != sp.E and x in unbound(e.exp):
        return False  # 0^0
    return isinstance(e, CONTINUOUS) and all(_is_continuous(part, x) for part in e.args)


RULES = {data.Integrate: integrate, data.Split: split}
