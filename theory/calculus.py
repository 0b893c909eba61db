"""Finite sums written out, and derivatives taken where the function has one."""

from __future__ import annotations

from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from theory.binders import facts_inside, is_binder, substitute
from theory.definedness import (
    NOTHING,
    Requirement,
    Requirements,
    connected,
    follows,
    rebuilt,
    requirements,
)

MANY = 2000  # members of a sum; a longer one is left as it is
SMOOTH = (
    sp.exp,
    sp.log,
    sp.sin,
    sp.cos,
    sp.tan,
    sp.sinh,
    sp.cosh,
    sp.tanh,
    sp.asinh,
    sp.acosh,
    sp.atanh,
    sp.asin,
    sp.acos,
    sp.atan,
    sp.erf,
    sp.erfc,
    sp.gamma,
    sp.Abs,
    sp.sign,
)

CASES = (sp.Piecewise, sp.Max, sp.Min)


def summed(term: Any, facts: Requirements = NOTHING) -> Any:
    """Write out the sums and products whose range is known; an empty sum is zero.

    >>> i = sp.Symbol("i", integer=True)
    >>> summed(sp.Sum(i**2, (i, 1, 3))), summed(sp.Sum(i, (i, 5, 2)))
    (14, 0)
    """
    if not term.has(sp.Sum, sp.Product):
        return term
    if isinstance(term, (sp.Sum, sp.Product)):
        body, *inner, (index, low, high) = term.args
        if low.is_Integer and high.is_Integer and high - low < MANY:
            member = term.func(body, *inner) if inner else body
            values = [
                summed(substitute(member, {index: sp.Integer(i)}, facts), facts)
                for i in range(int(low), int(high) + 1)
            ]
            return rebuilt(sp.Add if isinstance(term, sp.Sum) else sp.Mul, values, facts)
    inside = facts_inside(term.limits, facts) if is_binder(term) else facts
    return rebuilt(term.func, [summed(a, inside) for a in term.args], facts)


def differentiated(term: Any, facts: Requirements = NOTHING) -> Any:
    """Take the derivatives in a term; one has no value where the function has none.

    The formula of a derivative can have values where the function has no derivative: 1/x is that
    of log(x) for x > 0 only. Such a formula stands in a case distinction without another case.
    What is not made of functions with a known derivative is left as it is.

    >>> x = sp.Symbol("x", real=True)
    >>> differentiated(sp.Derivative(sp.log(x), x))
    Piecewise((1/x, x > 0))
    >>> differentiated(sp.Derivative(sp.sqrt(x), x))
    1/(2*sqrt(x))
    """
    if not term.has(sp.Derivative):
        return term
    if isinstance(term, sp.Derivative):
        body = differentiated(term.expr, facts)
        return _derivative(sp.Derivative(body, *term.variable_count), facts)
    inside = facts_inside(term.limits, facts) if is_binder(term) else facts
    return rebuilt(term.func, [differentiated(a, inside) for a in term.args], facts)


def _derivative(derivative: Any, facts: Requirements) -> Any:
    if not isinstance(derivative, sp.Derivative):
        return derivative  # sympy has noticed that nothing varies
    body, along = derivative.expr, {v for v, _ in derivative.variable_count}
    if unruly(derivative) is not None:
        return derivative
    if body.has(*CASES):
        return _of_cases(derivative, along, facts)
    result = _at_kinks(derivative.doit(), body)
    kept = requirements(result) | facts
    lost = [c for r in requirements(body) for c in _inside(r, along, kept)]
    if not lost:
        return result
    return sp.Piecewise((result, connected(sp.And, lost)), evaluate=False)


def unruly(derivative: Any) -> Any | None:
    """Return a part of what is differentiated whose derivative follows no rule, or `None`."""
    along = {v for v, _ in derivative.variable_count}
    parts = derivative.expr.atoms(sp.Function, sp.Integral, sp.Sum, sp.Product)
    rough = (part for part in parts if not isinstance(part, (*SMOOTH, *CASES)))
    return next((part for part in rough if part.free_symbols & along), None)


def _at_kinks(result: Any, body: Any) -> Any:
    """Return a derivative without a value at the zeros of u, for |u| and sign(u)."""
    before = body.atoms(sp.sign)
    result = result.replace(sp.DiracDelta, lambda u, *_: sp.Piecewise((sp.Integer(0), sp.Ne(u, 0))))
    return result.replace(
        lambda e: isinstance(e, sp.sign) and e not in before,
        lambda e: sp.Piecewise((e, sp.Ne(e.args[0], 0))),
    )


def _of_cases(derivative: Any, along: set[Any], facts: Requirements) -> Any:
    """Differentiate case by case; there is no derivative where one case ends."""
    body = derivative.expr.replace(
        lambda e: isinstance(e, (sp.Max, sp.Min)), lambda e: _largest_by_cases(e)
    )
    body = sp.piecewise_fold(body, evaluate=False)
    if not isinstance(body, sp.Piecewise):
        return derivative
    edges = {
        sp.Ne(*relation.args)
        for relation in body.atoms(Relational)
        if relation.free_symbols & along
    }
    # Folding simplifies: what the cases have in common may have needed more to have a value.
    needed = [r for r in requirements(derivative.expr) if r[0] != "value"]
    cases = []
    for value, condition in body.args:
        slope = _derivative(sp.Derivative(value, *derivative.variable_count), facts)
        kept = requirements(slope) | facts
        lost = [c for r in needed for c in _inside(r, along, kept)]
        cases.append((slope, connected(sp.And, (condition, *edges, *lost))))
    return sp.Piecewise(*cases, evaluate=False)


def _largest_by_cases(extreme: Any) -> Any:
    """Return Max or Min as a case distinction."""
    order = sp.Ge if isinstance(extreme, sp.Max) else sp.Le
    cases = [
        (a, connected(sp.And, (order(a, b) for b in extreme.args if b != a))) for a in extreme.args
    ]
    return sp.Piecewise(*cases, evaluate=False)


def _inside(needed: Requirement, along: set[Any], kept: Requirements) -> list[Any]:
    """Return what makes a point one around which the function has values, unless it is kept."""
    kind, term, *_ = needed
    moves = bool(term.free_symbols & along)
    inside = follows(("nonzero", term), kept)
    if kind == "nonnegative":
        met = follows(needed, kept) and (inside or not moves)
        return [] if met else [term > 0 if moves else term >= 0]
    if follows(needed, kept) and (kind != "power" or inside or not moves):
        return []
    if kind == "nonzero":
        return [sp.Ne(term, 0)]
    if kind == "power":
        return [term > 0]
    inverse = isinstance(term, (sp.asin, sp.acos, sp.atanh))
    return [1 - term.args[0] ** 2 > 0] if inverse else [sp.Eq(term, term, evaluate=False)]
