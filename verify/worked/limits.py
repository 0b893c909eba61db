"""One-sided limits in worked examples: that of a continuous function is its value.

The functions that are chosen for an example are continuous: piecewise linear, with a hyperbola to
the left of the first knot. So the definition of a limit, "for every e > 0 there is an r > 0 such
that |f(x) - v| < e wherever x is on one side of p and nearer to it than r", says v = f(p).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.binders import unbound
from theory.language import Apply
from theory.quantifiers import Every, Some
from theory.values import PiecewiseLinear


def by_value(condition: Any, things: Mapping[Any, Any]) -> Any:
    """Return v = f(p) for the definition of a limit of a chosen function, anything else as it is.

    Args:
        condition: any.
        things: the functions and laws that are chosen.
    """
    found = _limit(condition)
    if found is None or not isinstance(things.get(found[0]), PiecewiseLinear):
        return condition
    function, at, value = found
    return sp.Eq(value, Apply(function, at), evaluate=False)


def _limit(condition: Any) -> tuple[Any, Any, Any] | None:
    """Return f, p and v if a condition is the definition of a one-sided limit."""
    match condition:
        case Every(args=(error, Implies(args=(small, Some(args=(radius, And(args=both))))))):
            inner = [part for part in both if part != (radius > 0)]
            if small == (error > 0) and len(inner) == 1 < len(both):
                return _nearby(inner[0], error, radius)
    return None


def _nearby(condition: Any, error: Any, radius: Any) -> tuple[Any, Any, Any] | None:
    """Return f, p and v if all x with 0 < +-(x - p) < r are said to satisfy |f(x) - v| < e."""
    match condition:
        case Every(args=(x, Implies(args=(And(args=beside), sp.Lt(args=(far, bound)))))):
            calls = [one for one in far.atoms(Apply) if one.args[1] == x]
            sides = [one.lhs for one in beside if one.rhs == radius]
            if not (bound == error and isinstance(far, sp.Abs) and len(calls) == len(sides) == 1):
                return None
            call, distance, difference = calls[0], sides[0], far.args[0]
            values = [v for v in (call - difference, call + difference) if x not in unbound(v)]
            places = [p for p in (x - distance, x + distance) if x not in unbound(p)]
            if set(beside) != {distance > 0, distance < radius} or not (values and places):
                return None
            if not {error, radius} & (unbound(values[0]) | unbound(places[0])):
                return call.args[0], places[0], values[0]
    return None
