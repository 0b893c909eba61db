"""Expressions as plain functions of numbers, exact as long as no root is irrational.

A search that draws many points has no time for balls or for sympy: a root that is irrational
becomes a float here, and whatever comes of it. So what is found is a guess, and evaluated again.
A condition on all vectors is looked at for a few of them, one on all integers for the first ones,
and one on all reals counts as true.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import ceil, floor, isqrt
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from theory.quantifiers import Every, Quantified, Some
from verify.judging.at_strings import Beyond
from verify.kernel.conditions import conjuncts

FIRST = range(4)  # integers, of a condition on all of them
LONGEST = 3  # of the vectors that are looked at, of 0, 1 and -1
CLOSE = 1e-9  # floats that may be equal
COMPARED: Mapping[type, Callable[[Any, Any], bool]] = {
    sp.Le: operator.le,
    sp.Lt: operator.lt,
    sp.Ge: operator.ge,
    sp.Gt: operator.gt,
}
MIRRORED = {sp.Le: sp.Ge, sp.Lt: sp.Gt, sp.Ge: sp.Le, sp.Gt: sp.Lt}


@dataclass
class Point:
    """Numbers for symbols, and functions of the indices for sequences."""

    numbers: dict[Any, Any] = field(default_factory=dict)
    sequences: dict[Any, Callable[..., Any]] = field(default_factory=dict)


Plain = Callable[[Point], Any]


@lru_cache(maxsize=2**10)
def plain(e: Any) -> Plain:
    """Return an expression or a condition as a function.

    Raises:
        Beyond: it has a part that this does not handle.

    >>> x = sp.Symbol("x", real=True)
    >>> plain(sp.sqrt(x) + 1)(Point({x: Fraction(4)}))
    Fraction(3, 1)
    """
    if isinstance(e, sp.Rational):
        number = Fraction(int(e.p), int(e.q))
        return lambda at: number
    if type(e) is sp.Symbol:
        return lambda at: at.numbers[e]
    if isinstance(e, sp.Indexed):
        places = [plain(index) for index in e.indices]
        return lambda at: at.sequences[e.base](*(int(place(at)) for place in places))
    if isinstance(e, sp.Sum):
        return _sum(e)
    if isinstance(e, Quantified):
        return _quantified(e)
    if e in (sp.true, sp.false):
        return lambda at: bool(e)
    parts = [plain(part) for part in e.args]
    if isinstance(e, Relational):
        return _relation(type(e), *parts)
    joined = next((join for kind, join in JOINED.items() if isinstance(e, kind)), None)
    if joined is None or not parts:
        raise Beyond
    return joined(parts)


def _folded(join: Callable[[Any, Any], Any]) -> Callable[[Sequence[Plain]], Plain]:
    def joined(parts: Sequence[Plain]) -> Plain:
        first, *others = parts

        def value(at: Point) -> Any:
            found = first(at)
            for other in others:
                found = join(found, other(at))
            return found

        return value

    return joined


def _of_one(function: Callable[[Any], Any]) -> Callable[[Sequence[Plain]], Plain]:
    return lambda parts: lambda at: function(parts[0](at))


def _power(parts: Sequence[Plain]) -> Plain:
    base, exponent = parts
    return lambda at: power(base(at), exponent(at))


def power(base: Any, exponent: Any) -> Any:
    """Return a power, exactly if it is rational by whole powers and square roots.

    Raises:
        ArithmeticError: it has no value.
    """
    if exponent.denominator == 1:
        return base ** int(exponent)
    if base < 0:
        raise ArithmeticError
    if exponent.denominator == 2 and isinstance(base, Fraction):
        roots = isqrt(base.numerator), isqrt(base.denominator)
        if (roots[0] ** 2, roots[1] ** 2) == (base.numerator, base.denominator):
            return Fraction(*roots) ** exponent.numerator
    return float(base) ** float(exponent)


JOINED: Mapping[Any, Callable[[Sequence[Plain]], Plain]] = {
    sp.Add: _folded(operator.add),
    sp.Mul: _folded(operator.mul),
    sp.Pow: _power,
    sp.Max: _folded(max),
    sp.Min: _folded(min),
    sp.Abs: _of_one(abs),
    sp.sign: _of_one(lambda x: Fraction((x > 0) - (x < 0))),
    sp.floor: _of_one(lambda x: Fraction(floor(x))),
    sp.ceiling: _of_one(lambda x: Fraction(ceil(x))),
    sp.And: lambda parts: lambda at: all(part(at) for part in parts),
    sp.Or: lambda parts: lambda at: any(part(at) for part in parts),
    sp.Not: _of_one(operator.not_),
    sp.Implies: lambda parts: lambda at: not parts[0](at) or parts[1](at),
}


def _relation(kind: type[Relational], left: Plain, right: Plain) -> Plain:
    if kind in COMPARED:
        compare = COMPARED[kind]
        return lambda at: compare(left(at), right(at))
    equal = kind is sp.Eq

    def same(at: Point) -> bool:
        one, other = left(at), right(at)
        exact = isinstance(one, Fraction) and isinstance(other, Fraction)
        return (one == other if exact else abs(one - other) < CLOSE) is equal

    return same


def _sum(e: sp.Sum) -> Plain:
    if len(e.limits) != 1:
        raise Beyond
    index, *ends = e.limits[0]
    low, high = map(plain, ends)
    term = plain(e.function)

    def total(at: Point) -> Any:
        numbers = range(int(low(at)), int(high(at)) + 1)
        return sum((there for _, there in _each(at, index, numbers, term)), Fraction(0))

    return total


def _each(at: Point, symbol: Any, numbers: Sequence[int], e: Plain) -> Iterator[tuple[int, Any]]:
    """Yield the values of an expression where an integer has these values."""
    before = at.numbers.get(symbol)
    try:
        for number in numbers:
            at.numbers[symbol] = Fraction(number)
            yield number, e(at)
    finally:
        at.numbers[symbol] = before


def _quantified(e: Quantified) -> Plain:
    symbol, body = e.args
    inside, settles = plain(body), isinstance(e, Some)
    if isinstance(symbol, sp.IndexedBase):
        if settles:
            raise Beyond
        return _of_vectors(symbol, inside)
    if not symbol.is_integer:
        return lambda at: True
    low, high = _ends(e)

    def value(at: Point) -> bool:
        first = max((int(ceil(end(at))) + more for end, more in low), default=FIRST[0])
        last = min((int(floor(end(at))) - less for end, less in high), default=FIRST[-1])
        numbers = range(first, last + 1)
        found = any(bool(one) is settles for _, one in _each(at, symbol, numbers, inside))
        return found is settles

    return value


def _of_vectors(symbol: Any, inside: Plain) -> Plain:
    def value(at: Point) -> bool:
        for entries in product((0, 1, -1), repeat=LONGEST):
            at.sequences[symbol] = _vector(tuple(map(Fraction, entries)))
            if not inside(at):
                return False
        return True

    return value


def _vector(entries: tuple[Fraction, ...]) -> Callable[[int], Fraction]:
    return lambda place: entries[place - 1] if 1 <= place <= len(entries) else Fraction(0)


def _ends(e: Quantified) -> tuple[list[tuple[Plain, int]], list[tuple[Plain, int]]]:
    """Return lower and upper ends of an integer, each with by how much it is outside."""
    symbol, body = e.args
    while isinstance(body, type(e)):
        body = body.body
    if isinstance(e, Every):
        body = body.args[0] if isinstance(body, sp.Implies) else sp.true
    low, high = [], []
    for part in conjuncts((body,)):
        if type(part) not in MIRRORED or symbol not in part.args:
            continue
        kind, (one, other) = type(part), part.args
        if other == symbol:
            kind, other = MIRRORED[kind], one
        if symbol in other.free_symbols or not other.free_symbols.isdisjoint(_bound(e)):
            continue
        ends = low if kind in (sp.Ge, sp.Gt) else high
        ends.append((plain(other), int(kind in (sp.Gt, sp.Lt))))
    return low, high


def _bound(e: Any) -> set[Any]:
    """Return what a condition binds that begins with quantifiers."""
    found = set()
    while isinstance(e, Quantified):
        found.add(e.args[0])
        e = e.body
    return found
