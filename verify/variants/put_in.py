"""Hypotheses that give a real the value of a term, which may be put in for it.

A number like log 2 or sqrt 2 is no point that a search could try. What holds of every x with x = t
holds of t where t has a value, and nothing is said where it has none; of x with |x| = t one is t.
"""

from __future__ import annotations

from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from theory.binders import substitute, unbound

FUNCTIONS = (sp.log, sp.exp, sp.erf, sp.erfc)


def with_values_put_in(
    given: tuple[Any, ...], says: Any
) -> tuple[tuple[Any, ...], Any, dict[Any, Any]]:
    """Return a statement with terms for the reals that they determine, and these terms.

    Terms are put in that may be irrational where all that is free in them is rational. That each of
    them has a value stays a hypothesis.

    >>> x, y = sp.symbols("x y", real=True)
    >>> with_values_put_in((sp.Eq(x, sp.log(2)), y > x), sp.Gt(y, 2 * x))
    ((Eq(log(2), log(2)), y > log(2)), y > 2*log(2), {x: log(2)})
    >>> with_values_put_in((sp.Eq(sp.Abs(x), sp.sqrt(2)),), sp.Gt(y, x))[1:]
    (y > sqrt(2), {x: sqrt(2)})
    """
    values: dict[Any, Any] = {}
    while (found := _determined(given)) is not None:
        equation, symbol, term = found
        valued = sp.Eq(
            *(substitute(side, {symbol: term}) for side in equation.args), evaluate=False
        )
        given = tuple(valued if g == equation else substitute(g, {symbol: term}) for g in given)
        says = substitute(says, {symbol: term})
        values = {s: substitute(t, {symbol: term}) for s, t in values.items()} | {symbol: term}
    return given, says, values


def _determined(given: tuple[Any, ...]) -> tuple[Any, Any, Any] | None:
    """Return an equation that determines a real by another term, the real and the term."""
    for equation in given:
        if not isinstance(equation, sp.Eq):
            continue
        for side, term in (equation.args, equation.args[::-1]):
            symbol = side.args[0] if isinstance(side, sp.Abs) and term.is_number else side
            is_real = type(symbol) is sp.Symbol and not symbol.is_integer
            is_value = symbol is not side or _is_irrational(term)
            if is_real and is_value and symbol not in unbound(term):
                return equation, symbol, term
    return None


def _is_irrational(term: Any) -> bool:
    """Return whether a term may be irrational where all that is free in it is rational."""
    if term.has(AppliedUndef):
        return True
    roots = (p for p in term.atoms(sp.Pow) if p.base.is_number and not p.exp.is_Integer)
    return bool(term.has(*FUNCTIONS)) or any(True for _ in roots)
