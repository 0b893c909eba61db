"""What may be put for a symbol: values of its kind, where they have values."""

from __future__ import annotations

from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from theory.argument_language import check_sequence, is_whole
from theory.binders import SequenceOf, body_of, is_binder, substitute
from theory.definedness import rebuilt
from theory.language import FunctionSymbol
from theory.orders import Theta
from theory.sequences import Indicator, Mean
from verify.kernel import total
from verify.kernel.arguments.facts import Reader, RejectedArgument, is_sequence
from verify.kernel.total import Outside


def term(value: Any) -> Any:
    """Return a value of an argument as an expression; no text is read.

    Raises:
        RejectedArgument: it is none.
    """
    try:
        return sp.sympify(value, strict=True)
    except sp.SympifyError:
        raise RejectedArgument(f"{value!r} is no term") from None


def fitting(symbol: Any, value: Any, r: Reader) -> Any:
    """Return the condition under which a value may be put for a symbol: that it has a value.

    Raises:
        RejectedArgument, IllFormed: it is of another kind, or it is not known where it has a value.
    """
    if isinstance(symbol, FunctionSymbol):
        if not isinstance(value, FunctionSymbol):
            raise RejectedArgument(f"{symbol} is a function, {value} is not")
        return sp.true
    if isinstance(symbol, sp.IndexedBase):
        check_sequence(value)
        if isinstance(value, SequenceOf) and (everywhere := defined(value.body)) != sp.true:
            r.shows((), everywhere)
        return sp.true
    if isinstance(value, (FunctionSymbol, sp.IndexedBase, SequenceOf)) or value.has(Theta):
        raise RejectedArgument(f"{symbol} is a number, {value} is not")
    if total.kind(symbol) == "integer" and not is_whole(value):
        raise RejectedArgument(f"{symbol} is an integer, {value} need not be one")
    return defined(value)


def defined(term: Any) -> Any:
    """Return a condition under which a term has a value; heads have one for all arguments.

    Raises:
        RejectedArgument: it is not known here.
    """
    parts: dict[Any, Any] = {}
    inner: list[Any] = []

    def unknown(e: Any) -> Any:
        if isinstance(e, (AppliedUndef, sp.Indexed)):
            inner.extend(a for a in e.args if not is_sequence(a))
        elif is_binder(e):
            if defined(body_of(e)) != sp.true or isinstance(e, (Mean, sp.Integral)):
                raise RejectedArgument(f"{e} may have no value")
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
        raise RejectedArgument(f"where has {term} a value? {reason}") from None
    own = substitute(formula, {symbol: e for e, symbol in parts.items()})
    return total.conjunction((own, *map(defined, inner)))


def check_symbol(one: Any, other: Any) -> None:
    """Check that two symbols, functions or sequences are of the same kind.

    Raises:
        RejectedArgument: they are not.
    """
    sorts = {"sequence" if isinstance(s, sp.IndexedBase) else total.kind(s) for s in (one, other)}
    if len(sorts) > 1:
        raise RejectedArgument(f"{other} is of another kind than {one}")
