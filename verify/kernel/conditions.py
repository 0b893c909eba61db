"""Conditions of arguments: undecided, taken apart, compared; and where a term has a value."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.logic.boolalg import And

from theory.binders import SequenceOf, body_of, is_binder, substitute, unbound
from theory.definedness import connected, rebuilt
from theory.language import FunctionSymbol
from theory.normal_form import normal
from theory.sequences import Indicator, Mean
from verify.kernel import total
from verify.kernel.total import Outside

eq, le, lt, ge, gt = (partial(kind, evaluate=False) for kind in (sp.Eq, sp.Le, sp.Lt, sp.Ge, sp.Gt))
all_of = partial(connected, And)


def conjuncts(conditions: Iterable[Any]) -> list[Any]:
    """Return conditions, conjunctions taken apart and without what is always true."""
    parts = (p for c in conditions for p in (conjuncts(c.args) if isinstance(c, And) else (c,)))
    return [part for part in parts if part != sp.true]


def same(one: Any, other: Any) -> bool:
    """Return whether two expressions differ in names of bound symbols and order of sides only."""
    return bool(normal(one) == normal(other))


def without(conditions: Iterable[Any], others: Iterable[Any]) -> list[Any]:
    """Return the conditions that are not among the others."""
    taken = set(map(normal, conjuncts(others)))
    return [c for c in conditions if normal(c) not in taken]


def unbound_in(parts: Iterable[Any]) -> frozenset[Any]:
    """Return what is free in any of the parts."""
    return frozenset().union(*map(unbound, parts))


def is_sequence(value: Any) -> bool:
    """Return whether an argument of a head is a function or a sequence."""
    return isinstance(value, (FunctionSymbol, sp.IndexedBase, SequenceOf))


def defined(term: Any) -> Any:
    """Return a condition under which a term has a value; heads have one for all arguments.

    That a mean has one, or a sum whose terms need not, says that it is equal to itself.

    Raises:
        Outside: it is not known here.
    """
    parts: dict[Any, Any] = {}
    inner: list[Any] = []
    partial: list[Any] = []

    def unknown(e: Any) -> Any:
        if isinstance(e, (AppliedUndef, sp.Indexed)):
            inner.extend(a for a in e.args if not is_sequence(a))
        elif isinstance(e, Mean):
            partial.append(eq(e, e))
        elif is_binder(e):
            if defined(body_of(e)) != sp.true or isinstance(e, sp.Integral):
                partial.append(eq(e, e))
            inner.extend(end for _, *ends in e.limits for end in ends)
        elif isinstance(e, Indicator):
            return unknown(e.cases)
        elif not e.args or isinstance(e, (FunctionSymbol, sp.Symbol)):
            return e
        else:
            return rebuilt(e.func, [unknown(part) for part in e.args])
        return parts.setdefault(e, sp.Dummy(real=True))

    try:
        formula = total.defined(unknown(term), sure=True)
    except Outside as reason:
        raise Outside(f"where has {term} a value? {reason}") from None
    own = substitute(formula, {symbol: e for e, symbol in parts.items()})
    return total.conjunction((own, *partial, *map(defined, inner)))
