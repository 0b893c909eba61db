"""What a head is by the definitions of its paper, where its arguments have values but for reals.

A program evaluates a head at numbers alone. Under a quantifier over reals there are none; there its
definition is written out: F(u, 2) by F(u, j + 1) = G(F(u, j)) and F(u, 0) = u, say, as long as what
the definitions assume holds. Only equations are used whose left side is a head of symbols, of an
integer, or of a symbol for an integer and one more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from theory.argument_language import States
from theory.binders import unbound
from theory.language import FunctionSymbol


def written_out(
    e: Any, values: tuple[Any, ...], definitions: Iterable[States], holds: Callable[..., bool]
) -> Iterator[tuple[Any, dict[Any, Any]]]:
    """Yield what a head is by definitions that fit, each with the values of the symbols in it.

    Args:
        e: the head at its arguments.
        values: of the arguments.
        definitions: equations between heads and what they are.
        holds: returns whether a condition holds where symbols have values.

    >>> from theory.language import Head
    >>> F, (u, x) = Head("F", "a quantity"), sp.symbols("u x", real=True)
    >>> j = sp.Symbol("j", integer=True)
    >>> step = States(sp.Eq(F(u, j + 1), F(u, j) ** 2, evaluate=False), (j >= 0,))
    >>> holds = lambda condition, values: condition.subs(values) == True
    >>> list(written_out(F(x, 3), (x, sp.Integer(3)), [step], holds))
    [(F(u, j)**2, {u: x, j: 2})]
    >>> list(written_out(F(x, 0), (x, sp.Integer(0)), [step], holds))
    []
    """
    for one in definitions:
        if not isinstance(one.says, sp.Eq) or not isinstance(one.says.lhs, AppliedUndef):
            continue
        left, right = one.says.args
        if left.func != e.func or len(left.args) != len(values):
            continue
        at = _matched(left.args, values)
        free = unbound(right).union(*map(unbound, one.given))
        if at is not None and free <= at.keys() and all(holds(g, at) for g in one.given):
            yield right, at


def _matched(pattern: tuple[Any, ...], values: tuple[Any, ...]) -> dict[Any, Any] | None:
    """Return the values of symbols with which a pattern is at some values, if there are any."""
    found: dict[Any, Any] = {}
    for one, value in zip(pattern, values, strict=True):
        if isinstance(one, (FunctionSymbol, sp.IndexedBase)) or type(one) is sp.Symbol:
            symbol, there = one, value
        elif isinstance(one, sp.Integer):
            if one != value:
                return None
            continue
        else:
            symbol, there = _and_more(one, value)
        if symbol is None or found.setdefault(symbol, there) != there or not _fits(symbol, there):
            return None
    return found


def _and_more(one: Any, value: Any) -> tuple[Any, Any]:
    """Return n and the value of it at which n + c is an integer."""
    symbols = [s for s in one.free_symbols if s.is_integer]
    if len(symbols) == 1 and isinstance(one - symbols[0], sp.Integer):
        return symbols[0], value - (one - symbols[0])
    return None, None


def _fits(symbol: Any, value: Any) -> bool:
    """Return whether a value may stand for a symbol."""
    is_number = isinstance(value, sp.Expr) and not isinstance(value, sp.IndexedBase)
    if type(symbol) is not sp.Symbol:
        return not is_number
    return isinstance(value, sp.Integer) if symbol.is_integer else is_number


def has_free(values: Iterable[Any], things: Mapping[Any, Any]) -> bool:
    """Return whether in some values a real is free that a quantifier binds, as it is itself."""
    parts = (value for value in values if isinstance(value, sp.Expr))
    return any(things.get(s) is s for value in parts for s in value.free_symbols)
