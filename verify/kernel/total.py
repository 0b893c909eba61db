"""Where a statement is defined, made part of it: partial formulas in, total formulas out.

A relation holds at a point only where both of its sides have a value there, and fails only where
they have one, too; elsewhere it does neither. The connectives follow Kleene: an alternative that
holds makes a disjunction hold, whatever the others are. `verify.truth` evaluates by the same rule.

    holds(c)    a formula that is true exactly where `c` holds
    fails(c)    a formula that is true exactly where `c` fails
    defined(e)  a formula that is true exactly where the term `e` has a value

In these formulas every relation stands beside the conditions under which its sides have values, so
that it does not matter what a method takes for the value of 1/0. Of a power with a real exponent
definedness has no formula (a negative base may be raised to 2 and not to 1/2). There `sure`
decides: a conclusion must hold where its terms are surely defined, a hypothesis is taken to say no
more than that they may be.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import ITE, And, BooleanFalse, BooleanTrue, Equivalent, Implies, Not, Or

from theory.argument_language import is_whole
from theory.language import Apply, FunctionHypothesis, FunctionSymbol


class Outside(Exception):
    """A statement or a certificate leaves what is handled here; says what is not.

    Most are never read, and to write a formula out takes longer than to see that it is outside.

    Args:
        words: what is not handled, with a place `{}` for each thing that they are about.
        about: these things.
    """

    def __init__(self, words: str = "", *about: Any) -> None:
        super().__init__(words, *about)

    def __str__(self) -> str:
        words, *about = self.args
        return words.format(*about) if about else words


@dataclass(frozen=True)
class Total:
    """A statement of total formulas: for all values of `symbols`, `given` implies `says`.

    Args:
        symbols: reals, integers and functions.
        given: what the hypotheses say at least; a property of a function only as a whole member.
        says: what implies the conclusion.
    """

    symbols: tuple[Any, ...]
    given: tuple[Any, ...]
    says: Any


def total(statement: Any) -> Total:
    """Return a total statement that implies an expanded `ForAll`.

    A hypothesis that is outside of what is handled is left out, which only claims more.

    Raises:
        Outside: a symbol is neither real nor integer, or the conclusion is not handled.
    """
    return _total(tuple(statement.symbols), tuple(statement.given), statement.says)


@lru_cache(maxsize=64)
def _total(symbols: tuple[Any, ...], given: tuple[Any, ...], says: Any) -> Total:
    for symbol in symbols:
        kind(symbol)
    return Total(symbols, hypotheses(given), holds(says, sure=True))


def hypotheses(given: Iterable[Any]) -> tuple[Any, ...]:
    """Return what hypotheses say at least, conjunctions taken apart."""
    flat = [part for h in given for part in (h.args if isinstance(h, And) else (h,))]
    found: list[Any] = []
    for hypothesis in flat:
        if isinstance(hypothesis, FunctionHypothesis):
            found.append(hypothesis)
            continue
        try:
            formula = holds(hypothesis, sure=False)
        except Outside:
            continue
        found += formula.args if isinstance(formula, And) else (formula,)
    return tuple(formula for formula in dict.fromkeys(found) if formula != sp.true)


def kind(symbol: Any) -> str:
    """Return what a symbol stands for: "function", "integer" or "real".

    Raises:
        Outside: it carries other assumptions, or none.
    """
    if isinstance(symbol, FunctionSymbol):
        return "function"
    given = {name for name, value in getattr(symbol, "assumptions0", {}).items() if value}
    for name in ("integer", "real"):
        if given == _IMPLIED[name]:
            return name
    raise Outside(f"the symbol {symbol} is neither just real nor just an integer")


_IMPLIED = {
    name: {key for key, value in sp.Symbol("x", **{name: True}).assumptions0.items() if value}
    for name in ("real", "integer")
}


def conjunction(parts: Iterable[Any]) -> Any:
    """Return `parts` joined by and, nothing evaluated."""
    return _joined(And, parts, sp.true, sp.false)


def disjunction(parts: Iterable[Any]) -> Any:
    """Return `parts` joined by or, nothing evaluated."""
    return _joined(Or, parts, sp.false, sp.true)


def _joined(kind: Any, parts: Iterable[Any], neutral: Any, dominant: Any) -> Any:
    found: dict[Any, None] = {}
    for part in parts:
        if part == dominant:
            return dominant
        if part != neutral:
            found.update(dict.fromkeys(part.args if isinstance(part, kind) else (part,)))
    if len(found) < 2:
        return next(iter(found), neutral)
    return _connective(kind, tuple(found))


@lru_cache(maxsize=2**14)  # sympy puts the members in order, which takes long
def _connective(kind: Any, members: tuple[Any, ...]) -> Any:
    return kind(*members, evaluate=False)


def holds(condition: Any, sure: bool) -> Any:
    """Return a formula that is true where a condition holds.

    Raises:
        Outside: it has a part whose definedness is not known here.
    """
    return _at(condition, True, sure)


def fails(condition: Any, sure: bool) -> Any:
    """Return a formula that is true where a condition fails.

    Raises:
        Outside: it has a part whose definedness is not known here.
    """
    return _at(condition, False, sure)


@lru_cache(maxsize=2**14)
def _at(condition: Any, wanted: bool, sure: bool) -> Any:
    """Return a formula that is true where a condition has the wanted value."""
    if isinstance(condition, (BooleanTrue, BooleanFalse)):
        return sp.true if bool(condition) == wanted else sp.false
    if isinstance(condition, Not):
        return _at(condition.args[0], not wanted, sure)
    if isinstance(condition, (And, Or)):
        join = conjunction if isinstance(condition, And) == wanted else disjunction
        return join(_at(part, wanted, sure) for part in condition.args)
    if isinstance(condition, Implies):
        left, right = _at(condition.args[0], not wanted, sure), _at(condition.args[1], wanted, sure)
        return disjunction((left, right)) if wanted else conjunction((left, right))
    if isinstance(condition, Equivalent):
        every = [conjunction(_at(p, w, sure) for p in condition.args) for w in (True, False)]
        if wanted:
            return disjunction(every)
        return conjunction(
            disjunction(_at(p, w, sure) for p in condition.args) for w in (True, False)
        )
    if isinstance(condition, ITE):
        case, then, otherwise = condition.args
        return disjunction(
            (
                conjunction((_at(case, True, sure), _at(then, wanted, sure))),
                conjunction((_at(case, False, sure), _at(otherwise, wanted, sure))),
            )
        )
    if isinstance(condition, Relational):
        sides = condition.args
        relation = condition if wanted else _NEGATED[type(condition)](*sides, evaluate=False)
        return conjunction((*(defined(side, sure) for side in sides), relation))
    raise Outside(f"{type(condition).__name__} as a part of a formula")


_NEGATED = {
    sp.Eq: sp.Ne,
    sp.Ne: sp.Eq,
    sp.Lt: sp.Ge,
    sp.Ge: sp.Lt,
    sp.Gt: sp.Le,
    sp.Le: sp.Gt,
}


@lru_cache(maxsize=2**14)
def defined(term: Any, sure: bool) -> Any:
    """Return a formula that is true where a term has a value.

    Raises:
        Outside: the term, or a part of it, is not of the kinds whose definedness is known.
    """
    if isinstance(term, (sp.Symbol, Apply)) and not isinstance(term, Apply):
        kind(term)
        return sp.true
    if (isinstance(term, sp.Rational) and not term.is_infinite) or term in (sp.pi, sp.E):
        return sp.true
    if isinstance(term, Apply):
        return defined(term.args[1], sure)
    if isinstance(term, sp.Piecewise):
        return _some_case(term, sure)
    if isinstance(term, sp.Integral):
        return _integrable(term, sure)
    if not isinstance(term, (sp.Add, sp.Mul, sp.Pow)) and term.func not in _OWN:
        raise Outside("{}: {}", term.func.__name__, term)
    parts = [defined(argument, sure) for argument in term.args]
    if isinstance(term, (sp.Add, sp.Mul)):
        return conjunction(parts)
    if isinstance(term, sp.Pow):
        return conjunction((*parts, *_power(term.base, term.exp, sure)))
    if isinstance(term, sp.gamma) and not sure:
        argument = term.args[0]
        whole = sp.Eq(sp.floor(argument, evaluate=False), argument, evaluate=False)
        return conjunction((*parts, disjunction((_POSITIVE(argument), fails(whole, sure)))))
    return conjunction((*parts, *(make(term.args[0]) for make in _OWN[term.func])))


def _some_case(term: sp.Piecewise, sure: bool) -> Any:
    """Return where the first case that holds has a value; the cases before it must fail."""
    found: list[Any] = []
    before: list[Any] = []
    for value, condition in term.args:
        case = (*before, holds(condition, sure), defined(value, sure))
        found.append(conjunction(case))
        before.append(fails(condition, sure))
    return disjunction(found)


def _integrable(term: sp.Integral, sure: bool) -> Any:
    """Return where the ends of an integral have values.

    Who takes the value of an integral must see itself that the integrand is continuous between
    them, as proofs by cases do; a question to a solver holds no integrals.
    """
    if len(term.limits) != 1 or len(term.limits[0]) != 3 or not sure:
        raise Outside("an integral of this kind")
    return conjunction(defined(end, sure) for end in term.limits[0][1:])


def _relation(kind: type, number: Any) -> Any:
    return lambda argument: kind(argument, number, evaluate=False)


_POSITIVE, _BETWEEN = _relation(sp.Gt, sp.S.Zero), (-sp.S.One, sp.S.One)
_OWN: dict[Any, tuple[Any, ...]] = {
    **dict.fromkeys(
        (
            sp.Abs,
            sp.sign,
            sp.Max,
            sp.Min,
            sp.exp,
            sp.sin,
            sp.cos,
            sp.sinh,
            sp.cosh,
            sp.tanh,
            sp.asinh,
            sp.atan,
            sp.erf,
            sp.erfc,
            sp.floor,
            sp.ceiling,
        ),
        (),
    ),
    sp.log: (_POSITIVE,),
    sp.gamma: (_POSITIVE,),
    sp.tan: (lambda argument: sp.Ne(sp.cos(argument, evaluate=False), 0, evaluate=False),),
    sp.acosh: (_relation(sp.Ge, sp.S.One),),
    sp.asin: (_relation(sp.Ge, -sp.S.One), _relation(sp.Le, sp.S.One)),
    sp.acos: (_relation(sp.Ge, -sp.S.One), _relation(sp.Le, sp.S.One)),
    sp.atanh: (_relation(sp.Gt, -sp.S.One), _relation(sp.Lt, sp.S.One)),
}


def _power(base: Any, exponent: Any, sure: bool) -> tuple[Any, ...]:
    """Return what beside the definedness of base and exponent a power needs."""
    relation = {name: _relation(getattr(sp, name), sp.S.Zero) for name in ("Ne", "Eq", "Ge", "Gt")}
    if (isinstance(base, sp.Rational) and base > 0) or base == sp.E:
        return ()
    if isinstance(exponent, sp.Integer):
        return () if exponent >= 0 else (relation["Ne"](base),)
    if isinstance(exponent, sp.Rational):
        return (relation["Ge" if exponent > 0 else "Gt"](base),)
    zero = conjunction((relation["Eq"](base), relation["Ge"](exponent)))
    has_value = "Gt" if sure and not is_whole(exponent) else "Ne"
    return (disjunction((relation[has_value](base), zero)),)
