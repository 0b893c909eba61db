"""What may stand in a statement; everything else is refused when the statement is built.

A statement is about real numbers. Its symbols are `real` or `integer` and nothing more, because
sympy acts on further assumptions while it builds an expression, and no hypothesis shows them. Its
numbers are exact. No symbol is free in one place and bound in another, and no two things have
the same name.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.concrete.expr_with_limits import ExprWithLimits
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.logic.boolalg import ITE, And, Boolean, BooleanAtom, Equivalent, Implies, Not, Or

from theory.binders import SequenceOf, bound_symbols, is_binder, unbound
from theory.calculus import unruly
from theory.choices import ChosenCondition, ChosenTerm
from theory.language import (
    Apply,
    Defines,
    Each,
    FunctionHypothesis,
    FunctionSymbol,
    RoundsTo,
)
from theory.orders import Magnitude, Order, Theta
from theory.parts import of_kinds, parts_of
from theory.quantifiers import Quantified
from theory.sequences import In, Indicator, Law, Mean, Signs, Sphere

CONNECTIVES = (And, Or, Not, Implies, Equivalent, ITE)
KINDS = ({"real": True}, {"integer": True})
ARITHMETIC = (sp.Add, sp.Mul, sp.Pow, sp.Max, sp.Min)
# see `theory.argument_language`: no method can handle these
ONLY_IN_ARGUMENTS = (
    *(In, Indicator, Law, Mean, SequenceOf, Signs, Sphere, sp.IndexedBase),
    *(Quantified, Order, Magnitude, Theta),
)
ENDLESS = (sp.oo, -sp.oo)
SHOWN = 80  # characters of an expression in a message


class IllFormed(ValueError):
    """A statement cannot be built of this; says what is wrong and what to write instead."""


def condition(value: Any, role: str) -> Any:
    """Return a condition if it is one that a statement may have.

    Args:
        value: what was given.
        role: what it is in the statement, for the message: "the conclusion".

    Raises:
        IllFormed: it is no condition, or made of something that no statement may have.
    """
    if isinstance(value, bool):
        raise IllFormed(
            f"{role} is Python's {value}: `==` compares objects, write Eq(left, right); and for "
            "several conditions write And(a, b), not `a and b`"
        )
    if not isinstance(value, sp.Basic):
        raise IllFormed(f"{role} is no condition but {_shown(value)}")
    try:
        _check_condition(value)
    except IllFormed as reason:
        raise IllFormed(f"{role} `{_cut(value)}`: {reason}") from None
    return value


def term(value: Any, role: str) -> Any:
    """Return a term if it is one that a statement may have.

    Raises:
        IllFormed: it is no term, or made of something that no statement may have.
    """
    if isinstance(value, float):
        raise IllFormed(f"{role}: {_float(value)}")
    if isinstance(value, bool) or not isinstance(value, (int, Fraction, sp.Basic)):
        raise IllFormed(f"{role} is no term but {_shown(value)}")
    value = sp.sympify(value)
    try:
        _check_term(value)
    except IllFormed as reason:
        raise IllFormed(f"{role}: {reason}") from None
    return value


def number(value: Any, symbol: Any) -> Any:
    """Return a value that is tried for a symbol, an exact number of its kind.

    Raises:
        IllFormed: it is not rational, or no integer although the symbol is one.
    """
    value = term(value, f"a value of {symbol}")
    if not value.is_Rational or (symbol.is_integer and not value.is_Integer):
        needed = "an integer" if symbol.is_integer else "a rational number"
        raise IllFormed(f"{value} is no value of {symbol}, which needs {needed}")
    return value


def quantified(symbol: Any) -> None:
    """Check a symbol over which a statement quantifies.

    Raises:
        IllFormed: it is no real, integer, sequence or function symbol.
    """
    if isinstance(symbol, sp.IndexedBase):
        _check_base(symbol)
    elif not isinstance(symbol, FunctionSymbol):
        if not isinstance(symbol, sp.Symbol):
            raise IllFormed(f"a statement cannot quantify over {_shown(symbol)}")
        _check_symbol(symbol)


@lru_cache(maxsize=2**14, typed=True)
def _check_condition(value: Any) -> None:
    if isinstance(value, (BooleanAtom, Defines)):
        return
    if isinstance(value, CONNECTIVES):
        for part in value.args:
            _check_condition(part)
    elif isinstance(value, Relational):
        for side in value.args:
            _check_term(side)
    elif isinstance(value, Each):
        _check_condition(value.args[0])
        _check_limits(value)
    elif isinstance(value, ChosenCondition):
        for option in value.options.values():
            _check_condition(option)
    elif isinstance(value, RoundsTo):
        for part in value.args[:3]:
            _check_term(part)
        _check_limits(value)
    elif isinstance(value, FunctionHypothesis):
        _check_function(value.args[0])
        for part in value.args[1:]:
            _check_term(part)
    elif isinstance(value, ONLY_IN_ARGUMENTS):
        raise IllFormed(f"{value}: only arguments speak of this")
    elif isinstance(value, Boolean) and not isinstance(value, sp.Symbol):
        raise IllFormed(f"{value} is not among the conditions of a statement; use And, Or, Not")
    else:
        raise IllFormed(f"{value} is a term where a condition is needed")


@lru_cache(maxsize=2**16)
def _check_term(value: Any) -> None:
    if isinstance(value, FunctionSymbol):
        raise IllFormed(f"the function {value} stands where a number is needed")
    if isinstance(value, sp.Symbol):
        _check_symbol(value)
    elif isinstance(value, ONLY_IN_ARGUMENTS):
        raise IllFormed(f"{value}: only arguments speak of this")
    elif isinstance(value, Boolean) or not isinstance(value, sp.Expr):
        raise IllFormed(f"{value} stands where a term is needed")
    elif not value.args:
        _check_constant(value)
    elif isinstance(value, Apply):
        _check_function(value.args[0])
        _check_term(value.args[1])
    elif isinstance(value, ChosenTerm):
        for option in value.options.values():
            _check_term(option)
    elif isinstance(value, sp.Indexed):
        _check_base(value.base)
        for index in value.indices:
            _check_term(index)
    elif isinstance(value, sp.Piecewise):
        check_cases(value)
        for branch, case in value.args:
            _check_term(branch)
            _check_condition(case)
    elif isinstance(value, ExprWithLimits):
        _check_term(value.function)
        _check_limits(value)
    elif isinstance(value, sp.Derivative):
        _check_term(value.expr)
        _check_variables(value)
    elif isinstance(value, (*ARITHMETIC, sp.Function)):
        _check_applied(value)
    else:
        raise IllFormed(f"{value} is a {type(value).__name__}, which no statement can have")


def check_cases(cases: sp.Piecewise) -> None:
    """Check that a case distinction was not moved out of what binds a symbol of it.

    Raises:
        IllFormed: a condition speaks of a symbol that is bound in a value.
    """
    for symbol in set().union(*(bound_symbols(value) for value, _ in cases.args)):
        if any(symbol in unbound(case) for _, case in cases.args):
            raise IllFormed(
                f"{_cut(cases)}: a case depends on {symbol}, which its value binds; sympy moves a "
                "Piecewise out of a sum, a product or an integral when it stands in another one: "
                "write with_limits(sp.Sum, term, limits) of theory.binders for the outer one, or "
                "another name for the symbol"
            )


def _check_applied(value: Any) -> None:
    if isinstance(value, AppliedUndef):
        check_real(value.func)
    for part in value.args:
        if not (isinstance(part, FunctionSymbol) and isinstance(value, AppliedUndef)):
            _check_term(part)


def check_real(function: Any) -> None:
    """Check that nothing is assumed of a head or an abbreviation but that its values are real.

    Raises:
        IllFormed: more is.
    """
    assumptions = {k for k, v in function._kwargs.items() if k.startswith("is_") or v is True}
    if not assumptions <= _OF_REALS:
        raise IllFormed(
            f"{function} carries assumptions; write Head({str(function)!r}, ...), or "
            f"sp.Function({str(function)!r}) for an abbreviation"
        )


def _check_constant(value: Any) -> None:
    if value.is_Float:
        raise IllFormed(_float(value))
    if value is sp.I:
        raise IllFormed("the imaginary unit I: statements are about real numbers")
    if not (value.is_extended_real and value.is_finite):
        raise IllFormed(f"{value} is no number; write what is meant as a hypothesis or a limit")


def _check_symbol(symbol: Any) -> None:
    if isinstance(symbol, (sp.Dummy, sp.Wild)):
        raise IllFormed(f"{symbol} is a {type(symbol).__name__}, which has no name of its own")
    if type(symbol) is not sp.Symbol:
        raise IllFormed(f"{symbol} is a {type(symbol).__name__} where a symbol is needed")
    own = {name: given for name, given in symbol._assumptions_orig.items() if name != "commutative"}
    if own in KINDS:
        return
    name = symbol.name
    if not own:
        raise IllFormed(f"{name} has no kind; write reals({name!r}) or integers({name!r})")
    kind = "integers" if symbol.is_integer else "reals"
    said = " ".join(n if given else f"not {n}" for n, given in own.items())
    wanted = next((text for test, text in _AS_HYPOTHESES.items() if own.get(test)), "what is meant")
    raise IllFormed(
        f"{name} is assumed to be {said}, which no hypothesis shows; write {kind}({name!r}) and "
        f"the hypothesis {wanted.format(name)}"
    )


@lru_cache(maxsize=2**10)
def _check_base(base: Any) -> None:
    """Check that nothing is assumed of a sequence but that its members are real."""
    label = base.label
    plain = sp.IndexedBase(sp.Symbol(str(label), real=True))
    if label != plain.label or base.assumptions0 != plain.assumptions0:
        raise IllFormed(f"{base} is no real sequence; write sequence({str(label)!r})")


def _check_function(symbol: Any) -> None:
    if not isinstance(symbol, FunctionSymbol):
        raise IllFormed(f"{symbol} is applied like a function; write function({str(symbol)!r})")


def _check_limits(binder: Any) -> None:
    """Check what a binder binds: integers for sums, products and ranges, reals for integrals."""
    real = isinstance(binder, (sp.Integral, RoundsTo))
    for limit in binder.limits:
        if len(limit) != 3:
            raise IllFormed(f"{binder} needs both ends of the range of {limit[0]}")
        symbol, *ends = limit
        if not isinstance(symbol, sp.Symbol):
            raise IllFormed(f"{binder} cannot bind {symbol}")
        _check_symbol(symbol)
        if bool(symbol.is_integer) is real:
            needed = "reals" if real else "integers"
            raise IllFormed(f"{symbol} in {binder} must be one of the {needed}")
        for end in ends:
            if not (end in ENDLESS and isinstance(binder, ExprWithLimits)):
                _check_term(end)


def _check_variables(derivative: Any) -> None:
    for variable, _ in derivative.variable_count:
        if not isinstance(variable, sp.Symbol) or variable.is_integer:
            raise IllFormed(f"{derivative}: only a real symbol can be differentiated by")
        _check_symbol(variable)


def _float(value: Any) -> str:
    exact = sp.nsimplify(str(value), rational=True)
    return f"{value} is not exact; write sp.Rational({exact.p}, {exact.q}) instead"


def _shown(value: Any) -> str:
    return f"{_cut(value)!r}, a {type(value).__name__}"


def _cut(value: Any) -> str:
    """Return the beginning of a text that may be long."""
    text = str(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


_AS_HYPOTHESES = {
    "positive": "{} > 0",
    "negative": "{} < 0",
    "nonnegative": "{} >= 0",
    "nonpositive": "{} <= 0",
    "nonzero": "Ne({}, 0)",
}
_OF_REALS = {k for k, v in sp.Function("f", real=True)._kwargs.items() if v is True}


# -- a statement as a whole -------------------------------------------------------------------


def check_names(parts: Iterable[Any], declared: Iterable[Any] = ()) -> None:
    """Check that no symbol is both free and bound, and that no two things have one name.

    Args:
        parts: all terms and conditions of the statement.
        declared: the symbols that it quantifies over or abbreviates.

    Raises:
        IllFormed: names the symbol, and where it is bound.
    """
    parts, declared = list(parts), list(declared)
    check_free_or_bound(parts, declared)
    _check_different(parts, declared)


def check_free_or_bound(parts: Iterable[Any], declared: Iterable[Any] = ()) -> None:
    """Check that no symbol, function or sequence is both free and bound.

    Args:
        parts: all terms and conditions of the statement.
        declared: the symbols that it quantifies over or abbreviates.

    Raises:
        IllFormed: names the symbol, and where it is bound.
    """
    parts = list(parts)
    free = frozenset(declared).union(*map(unbound, parts))
    for part in parts:
        if free.isdisjoint(bound_symbols(part)):
            continue
        for binder in _binders(part):
            caught = sorted(str(limit[0]) for limit in binder.limits if limit[0] in free)
            if caught:
                raise IllFormed(
                    f"{caught[0]} is bound in {binder} and free elsewhere in the statement; "
                    "rename one of them"
                )


def _check_different(parts: list[Any], declared: list[Any]) -> None:
    """Check that no two symbols, sequences or heads have one name."""
    scalars = {d for d in declared if isinstance(d, sp.Symbol)}.union(*map(_scalars, parts))
    bases = set().union(*map(_bases, (*parts, *declared)))
    heads = set().union(*map(_heads, (*parts, *declared)))
    known: dict[str, Any] = {}
    for thing in (*scalars, *bases, *heads):
        name = thing.__name__ if thing in heads else str(thing)
        if known.setdefault(name, thing) != thing:
            raise IllFormed(f"two different things are called {name}; rename one of them")
    for base in bases:
        if any(s.name.startswith(f"{base}[") for s in scalars):
            raise IllFormed(f"a symbol is named like a member of the sequence {base}; rename it")


@lru_cache(maxsize=2**12)  # statements have most of their hypotheses in common
def _binders(part: Any) -> tuple[Any, ...]:
    """Return the parts of an expression that bind symbols of their own."""
    return tuple(filter(is_binder, parts_of(part)))


@lru_cache(maxsize=2**14)
def _scalars(part: Any) -> frozenset[Any]:
    """Return the symbols of an expression, free and bound, that stand for one thing each."""
    if isinstance(part, sp.IndexedBase):
        return frozenset()
    if isinstance(part, sp.Symbol):
        return frozenset({part})
    return frozenset().union(*map(_scalars, part.args))


@lru_cache(maxsize=2**12)
def _bases(part: Any) -> frozenset[Any]:
    """Return the sequences of an expression."""
    return of_kinds(part, sp.IndexedBase)


@lru_cache(maxsize=2**12)
def _heads(part: Any) -> frozenset[Any]:
    """Return the functions that have a name only of an expression."""
    return frozenset(applied.func for applied in applied_in(part))


@lru_cache(maxsize=2**12)
def applied_in(part: Any) -> frozenset[Any]:
    """Return where functions that have a name only are applied in an expression."""
    return of_kinds(part, AppliedUndef)


@lru_cache(maxsize=2**12)
def _derivatives(part: Any) -> frozenset[Any]:
    return of_kinds(part, sp.Derivative)


def check_members(parts: Iterable[Any], indices: Iterable[Any]) -> None:
    """Check that every member of a sequence is one of the statement's unknowns at each instance.

    Args:
        parts: terms and conditions, abbreviations unfolded.
        indices: the symbols that get values at each instance.

    Raises:
        IllFormed: the index of a member, or an end of a range of conditions, stays a symbol.
    """
    for part in parts:
        _check_members(part, frozenset(indices))


def check_variables(parts: Iterable[Any], fixed: Iterable[Any]) -> None:
    """Check that nothing is differentiated by a symbol that stands for something else.

    Args:
        parts: terms and conditions as they are written.
        fixed: abbreviations, and the symbols that get values at each instance.

    Raises:
        IllFormed: names the derivative.
    """
    fixed = set(fixed)
    for derivative in set().union(*map(_derivatives, parts)):
        for variable in {v for v, _ in derivative.variable_count} & fixed:
            raise IllFormed(f"{derivative}: {variable} is no variable but stands for something")


def check_derivatives(parts: Iterable[Any]) -> None:
    """Check that every derivative can be taken by rule.

    Raises:
        IllFormed: names the part that has no rule.
    """
    for derivative in set().union(*map(_derivatives, parts)):
        rough = unruly(derivative)
        if rough is not None:
            raise IllFormed(f"no rule gives {derivative}, because of {rough}; write what it is")


@lru_cache(maxsize=2**14)
def _check_members(part: Any, known: frozenset[Any]) -> None:
    if isinstance(part, sp.Indexed):
        for index in part.indices:
            _check_known(part, index, known)
        return
    if is_binder(part) and not isinstance(part, (sp.Integral, RoundsTo)):
        for symbol, *ends in reversed(part.limits):
            if isinstance(part, Each):
                for end in ends:
                    _check_known(part, end, known)
            if set().union(*(end.free_symbols for end in ends)) <= known:
                known |= {symbol}
    for inner in part.args:
        _check_members(inner, known)


def _check_known(part: Any, term: Any, known: frozenset[Any]) -> None:
    loose = sorted(map(str, term.free_symbols - known))
    if loose:
        raise IllFormed(f"{part}: give {loose[0]} values by `instances`, or a finite range")
