"""Symbols that are bound inside an expression, and substitution that never captures one.

Bound are the indices of sums, products and ranges, the variables of integrals, the inputs of
`rounds_to`, and in the language of arguments what a mean, a quantifier or a sequence given by a
formula ranges over. A sequence is bound and replaced as a whole: `p[j]` is no symbol of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.concrete.expr_with_limits import ExprWithLimits
from sympy.core.function import AppliedUndef
from sympy.logic.boolalg import BooleanFunction

from theory.definedness import NOTHING, Requirements, rebuilt


class Binder(BooleanFunction):
    """A condition that binds symbols: those of its `limits`, each `(symbol, low, high)`."""

    @property
    def limits(self) -> tuple[Any, ...]:
        """The limits, the innermost first."""
        raise NotImplementedError

    @property
    def body(self) -> Any:
        """What the symbols are bound in."""
        return self.args[0]

    def rebound(self, body: Any, limits: Sequence[Any]) -> Any:
        """Return the same with another body and other limits."""
        raise NotImplementedError

    @classmethod
    def eval(cls, *args: Any) -> None:
        """Leave it as it is written."""

    @property
    def free_symbols(self) -> set[sp.Basic]:
        """The symbols that are not bound here."""
        return set(_free_symbols(self))


class BindingTerm(sp.Expr):
    """A term that binds one symbol or sequence: `(body, symbol, *ends)`."""

    binds_or_hides = True
    always_has_a_value = True  # if its body has one

    @property
    def limits(self) -> tuple[Any, ...]:
        """The limits, the innermost first."""
        return (self.args[1:],)

    @property
    def body(self) -> Any:
        """What the symbol is bound in."""
        return self.args[0]

    def rebound(self, body: Any, limits: Sequence[Any]) -> Any:
        """Return the same with another body and other limits."""
        return self.func(body, *limits[0])

    @property
    def free_symbols(self) -> set[sp.Basic]:
        """The symbols that are not bound here."""
        return set(_free_symbols(self))


class SequenceOf(BindingTerm):
    """The sequence whose entry at all integers `indices` is a formula; of one index or several.

    >>> i, l, n = sp.symbols("i l n", integer=True)
    >>> SequenceOf(2 * i, i)[n + 1], SequenceOf(i - l, i, l)[l, i]
    (2*n + 2, -i + l)
    """

    def __new__(cls, formula: Any, *indices: sp.Symbol) -> Any:
        return sp.Expr.__new__(cls, sp.sympify(formula), *indices)

    @property
    def limits(self) -> tuple[Any, ...]:
        """The indices, without ends."""
        return tuple((index,) for index in self.args[1:])

    def rebound(self, body: Any, limits: Sequence[Any]) -> Any:
        """Return the same with another formula and other indices."""
        return self.func(body, *(index for (index,) in limits))

    def __getitem__(self, place: Any) -> Any:
        at = place if isinstance(place, (tuple, sp.Tuple)) else (place,)
        indices = self.args[1:]
        if len(at) != len(indices):
            raise ValueError(f"{self} has no entry {place}: it has {len(indices)} indices")
        return put_for(self.body, indices, tuple(map(sp.sympify, at)))

    def _sympystr(self, printer: Any) -> str:
        formula, *indices = map(printer._print, self.args)
        return f"({', '.join(indices)} -> {formula})"

    def _latex(self, printer: Any) -> str:
        formula, *indices = map(printer._print, self.args)
        return rf"\left({formula}\right)_{{{', '.join(indices)}}}"


@lru_cache(maxsize=2**14)
def _free_symbols(binder: Any) -> frozenset[sp.Basic]:
    free = frozenset(binder.body.free_symbols)
    for symbol, *ends in binder.limits:  # an end may name the symbols further out only
        if isinstance(symbol, sp.IndexedBase):
            free -= {s for s in free if isinstance(s, sp.Indexed) and s.base == symbol}
        free = (free - {symbol_of(symbol)}).union(*(end.free_symbols for end in ends))
    return free


@lru_cache(maxsize=2**14)
def free_in(expression: Any) -> frozenset[sp.Basic]:
    """Return the free symbols of an expression, which sympy collects anew each time."""
    return frozenset(expression.free_symbols)


def symbol_of(thing: Any) -> Any:
    """Return the symbol that stands in `free_symbols` for a symbol or a sequence."""
    return thing.label if isinstance(thing, sp.IndexedBase) else thing


def is_binder(expression: Any) -> bool:
    """Return whether an expression binds symbols of its own."""
    return isinstance(expression, (Binder, BindingTerm, ExprWithLimits))


def body_of(binder: Any) -> Any:
    """Return what the symbols of a binder are bound in."""
    return binder.function if isinstance(binder, ExprWithLimits) else binder.body


@lru_cache(maxsize=2**14)
def unbound(expression: Any) -> frozenset[Any]:
    """Return the symbols, functions and sequences that an expression does not bind.

    >>> i, n = sp.symbols("i n", integer=True)
    >>> p = sp.IndexedBase("p")
    >>> sorted(map(str, unbound(sp.Sum(p[i], (i, 0, n)))))
    ['n', 'p']
    """
    if isinstance(expression, (sp.Symbol, sp.IndexedBase)):
        return frozenset({expression})
    if not is_binder(expression):
        return frozenset().union(*map(unbound, expression.args))
    free = unbound(body_of(expression))
    for symbol, *ends in expression.limits:
        free = (free - {symbol}).union(*map(unbound, ends))
    return free


@lru_cache(maxsize=2**14)
def bound_symbols(expression: Any) -> frozenset[Any]:
    """Return the symbols that are bound anywhere inside an expression."""
    inner = (bound_symbols(part) for part in expression.args if part.args)
    own = (limit[0] for limit in expression.limits) if is_binder(expression) else ()
    return frozenset(own).union(*inner)


def substitute(expression: Any, values: Mapping[Any, Any], facts: Requirements = NOTHING) -> Any:
    """Replace symbols by expressions, and applied functions by what they are defined as.

    Args:
        expression: a term or a condition.
        values: symbol -> expression. An applied function as a key, `R(x)`, defines R at every
            argument: `R(2)` becomes the value with 2 for x.
        facts: what is true of the free symbols, see `facts_of`.

    Bound symbols are renamed where they would capture a symbol of a value, and no denominator,
    root or logarithm is lost to a simplification unless the facts say that it has a value.

    >>> x, y, i = sp.symbols("x y i", real=True)
    >>> substitute(sp.Sum(y + i, (i, 1, 3)), {y: x - i})
    Sum(-i + i' + x, (i', 1, 3))
    >>> substitute(x / y, {y: x})
    x/x
    """
    if expression in values:
        return values[expression]
    if not expression.args or _stays(expression, values):
        return expression
    if isinstance(expression, sp.Indexed) and expression.base in values:
        entry = [substitute(index, values, facts) for index in expression.indices]
        return values[expression.base][entry[0] if len(entry) == 1 else tuple(entry)]
    if isinstance(expression, AppliedUndef):
        arguments = tuple(substitute(a, values, facts) for a in expression.args)
        for key, meaning in values.items():
            if key.func == expression.func and len(key.args) == len(arguments):
                return substitute(meaning, dict(zip(key.args, arguments, strict=True)), facts)
        return expression.func(*arguments)
    if is_binder(expression):
        return _under(expression, values, facts) if _concerns(expression, values) else expression
    if isinstance(expression, sp.Derivative):  # which also depends on what is around the point
        facts = facts_inside(expression.variable_count, facts)
    parts = [substitute(part, values, facts) for part in expression.args]
    if all(new is old for new, old in zip(parts, expression.args, strict=True)):
        return expression
    return rebuilt(expression.func, parts, facts)


@lru_cache(maxsize=2**14)
def put_for(expression: Any, symbols: tuple[Any, ...], values: tuple[Any, ...]) -> Any:
    """Return an expression with values for symbols, as `substitute` does; the last ones are kept.

    An entry of a sequence and a term of a sum are asked for at many points alike.

    >>> i, n = sp.symbols("i n", integer=True)
    >>> put_for(i + n, (i,), (sp.Integer(2),))
    n + 2
    """
    return substitute(expression, dict(zip(symbols, values, strict=True)))


def exchanged(
    expression: Any, change: Callable[[Any], Any | None], facts: Requirements = NOTHING
) -> Any:
    """Return an expression with some parts replaced, whatever they are.

    Args:
        expression: a term or a condition.
        change: what a part becomes, `None` if it stays.
        facts: what is true of the free symbols, see `facts_of`.

    As with `substitute` nothing is lost that a part needs to have a value.
    """
    found = change(expression)
    if found is not None or not expression.args:
        return expression if found is None else found
    if is_binder(expression):
        facts = facts_inside(expression.limits, facts)
    elif isinstance(expression, sp.Derivative):
        facts = facts_inside(expression.variable_count, facts)
    parts = [exchanged(part, change, facts) for part in expression.args]
    if all(new is old for new, old in zip(parts, expression.args, strict=True)):
        return expression
    return rebuilt(expression.func, parts, facts)


def _stays(expression: Any, values: Mapping[Any, Any]) -> bool:
    """Return whether an expression has nothing that values for symbols and sequences replace."""
    free = unbound(expression)
    return not any(k in free or not isinstance(k, (sp.Symbol, sp.IndexedBase)) for k in values)


def _concerns(expression: Any, values: Mapping[Any, Any]) -> bool:
    symbols = set(map(symbol_of, values))
    functions = {key.func for key in values if isinstance(key, AppliedUndef)}
    return not free_in(expression).isdisjoint(symbols) or (
        bool(functions) and any(a.func in functions for a in expression.atoms(AppliedUndef))
    )


def _under(
    binder: Any,
    values: Mapping[Any, Any],
    facts: Requirements,
    named: Callable[[Any, Any, Mapping[Any, Any]], Any] | None = None,
) -> Any:
    """Substitute inside a binder, from the outermost limit inwards.

    Args:
        binder: what is bound there stays.
        values: symbol -> expression.
        facts: what is true of the free symbols.
        named: the name that a bound symbol gets; another one where it would capture without it.
    """
    limits: list[Any] = []
    for symbol, *ends in reversed(binder.limits):
        moved = [substitute(end, values, facts) for end in ends]
        values = {key: value for key, value in values.items() if key != symbol}
        fresh = (named or _fresh)(symbol, binder, values)
        if fresh != symbol:
            values[symbol] = fresh
        limits.insert(0, sp.Tuple(fresh, *moved))
    body = substitute(body_of(binder), values, facts_inside(limits, facts))
    return rebound(binder, body, limits)


def rebound(binder: Any, body: Any, limits: Sequence[Any]) -> Any:
    """Return a binder with another body and other limits."""
    if isinstance(binder, ExprWithLimits):
        return with_limits(binder.func, body, limits)
    return binder.rebound(body, limits)


def with_limits(kind: Any, body: Any, limits: Sequence[Any]) -> Any:
    """Return a sum, a product or an integral of a body.

    sympy moves case distinctions to the front, also out of what binds a symbol of them.
    """
    if body.has(sp.Piecewise):
        found = sp.Expr.__new__(kind, body, *(sp.Tuple(*limit) for limit in limits))
        found.is_commutative = True  # which sympy sets where it makes one
        return found
    return kind(body, *limits)


def facts_inside(limits: Iterable[Any], facts: Requirements) -> Requirements:
    """Return the facts that are not about symbols which the limits bind."""
    bound = {symbol_of(symbol) for symbol, *_ in limits}
    return frozenset(f for f in facts if not any(t.free_symbols & bound for t in f[1:]))


def told_apart(expressions: Sequence[Any]) -> tuple[Any, ...]:
    """Return expressions of one statement in which no symbol is both free and bound.

    What is bound gets another name: in hypotheses from elsewhere it has the name that their place
    has for it, which may be that of something free here.

    >>> i, j = sp.symbols("i j", integer=True)
    >>> p = sp.IndexedBase("p")
    >>> told_apart([p[j] > 0, sp.Sum(p[j], (j, 1, 3)) > 0])
    (p[j] > 0, Sum(p[j'], (j', 1, 3)) > 0)
    """
    free: frozenset[Any] = frozenset().union(*map(unbound, expressions))
    if not any(free & bound_symbols(expression) for expression in expressions):
        return tuple(expressions)
    taken = {str(s) for expression in expressions for s in _symbols(expression)}
    return tuple(_told_apart(expression, free, taken) for expression in expressions)


def _told_apart(expression: Any, free: frozenset[Any], taken: set[str]) -> Any:
    def named(symbol: Any, *_: Any) -> Any:
        return renamed(symbol, _unused(symbol, taken)) if symbol in free else symbol

    def change(part: Any) -> Any:
        if not is_binder(part) or not any(limit[0] in free for limit in part.limits):
            return None
        return _told_apart(_under(part, {}, NOTHING, named), free, taken)

    return exchanged(expression, change)


def _fresh(symbol: Any, binder: Any, values: Mapping[Any, Any]) -> Any:
    """Return the symbol, or one like it that captures nothing of the values."""
    brought: set[Any] = set().union(*map(free_in, values.values()))
    if symbol_of(symbol) not in brought or not _concerns(binder, values):
        return symbol
    taken = {s.name for s in _symbols(binder)} | {str(s) for s in brought}
    return renamed(symbol, _unused(symbol, taken))


def _unused(symbol: Any, taken: set[str]) -> str:
    """Return the name of a symbol with as many primes as it takes."""
    name = f"{symbol}'"
    while name in taken:
        name += "'"
    return name


def renamed(symbol: Any, name: str) -> Any:
    """Return a symbol, a function or a sequence of the same kind with another name."""
    if isinstance(symbol, sp.IndexedBase):
        return sp.IndexedBase(renamed(symbol.label, name))
    return type(symbol)(name, **symbol._assumptions_orig)


def _symbols(expression: Any) -> Iterator[Any]:
    return (e for e in sp.preorder_traversal(expression) if isinstance(e, sp.Symbol))
