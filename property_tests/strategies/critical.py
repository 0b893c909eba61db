"""Where the terms of a statement vanish, switch or stop being defined.

A quotient, a root, a logarithm, an absolute value, a maximum, a case distinction and every relation
have an expression that is zero at the place where they are delicate. Solved for one unknown, once
those before it have values, it gives the numbers to try.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import isqrt
from typing import Any

import sympy as sp

from property_tests.strategies.bounds import Evaluate
from theory.parts import parts_of

MAX_NODES = 400  # of an expression that is solved for an unknown
MAX_FOUND = 24  # expressions of a statement
GRID = 100  # irrational roots are enclosed between multiples of 1/GRID

Coefficients = tuple[Any, ...]  # of a polynomial in one unknown, constant term first


@dataclass(frozen=True)
class Quotient:
    """A quotient of polynomials in one unknown, with coefficients in the other unknowns."""

    above: Coefficients
    below: Coefficients = (sp.S.One,)


@dataclass(frozen=True)
class Critical:
    """A polynomial of degree 1 or 2 in one unknown; its zeros and its extremum are critical."""

    coefficients: Coefficients

    def places(self, evaluate: Evaluate) -> list[Fraction]:
        """Return the zeros, or rationals around irrational ones, and the extremum.

        >>> from theory.values import as_fraction
        >>> [str(x) for x in Critical(sp.sympify((-2, 0, 1))).places(as_fraction)]
        ['0', '141/100', '71/50', '-71/50', '-141/100']
        """
        values = [evaluate(c) for c in self.coefficients]
        constant, slope, *square = values
        a = square[0] if square else Fraction(0)
        if a is None or slope is None:
            return []
        if a == 0:
            return [-constant / slope] if slope and constant is not None else []
        extremum = -slope / (2 * a)
        if constant is None:
            return [extremum]
        return [extremum, *_roots(extremum, extremum**2 - constant / a)]


def _roots(centre: Fraction, squared: Fraction) -> Iterator[Fraction]:
    """Yield centre +- the root of `squared`, or rationals on both sides of each."""
    if squared <= 0:
        return
    high, low = isqrt(squared.numerator), isqrt(squared.denominator)
    if high**2 == squared.numerator and low**2 == squared.denominator:
        yield centre + Fraction(high, low)
        yield centre - Fraction(high, low)
        return
    size = Fraction(isqrt(int(squared * GRID**2)), GRID)
    for end in (size, -size - Fraction(1, GRID)):
        yield centre + end
        yield centre + end + Fraction(1, GRID)


def delicate(expressions: Iterable[Any]) -> list[Any]:
    """Return the expressions that are zero at delicate places, at most `MAX_FOUND` of them."""
    found: dict[Any, None] = {}
    for expression in expressions:
        for node in parts_of(expression):
            for zero in _zeros(node):
                for factor in _factors(zero):
                    found.setdefault(factor)
            if len(found) >= MAX_FOUND:
                return list(found)[:MAX_FOUND]
    return list(found)


def critical(
    zeros: Iterable[Any], order: Sequence[Any], determined: Mapping[Any, Any]
) -> dict[Any, list[Critical]]:
    """Return what is critical for each unknown, given the unknowns before it.

    Args:
        zeros: of `delicate`.
        order: the unknowns, in the order in which they get values.
        determined: what an equality says some of them are in terms of those before.
    """
    place = {unknown: at for at, unknown in enumerate(order)}
    found: dict[Any, list[Critical]] = {}
    for given in zeros:
        zero = _with_determined(given, place, determined)
        if zero is None or not zero.free_symbols <= place.keys() or not _simple(zero):
            continue
        for unknown in zero.free_symbols:
            solved = _solved(zero, unknown, set(order[: place[unknown]]))
            if solved is not None and solved not in found.setdefault(unknown, []):
                found[unknown].append(solved)
    return found


def _with_determined(
    zero: Any, place: Mapping[Any, int], determined: Mapping[Any, Any]
) -> Any | None:
    """Return an expression with what equalities say of its unknowns, `None` if it has no value."""
    free = zero.free_symbols
    while (fixed := free & determined.keys()) and free <= place.keys() and _simple(zero):
        last = max(fixed, key=place.__getitem__)
        try:
            zero = zero.xreplace({last: determined[last]})
        except ValueError:  # sympy builds no Max or Min of what is not real
            return None
        free = zero.free_symbols
    return zero


def _solved(zero: Any, unknown: Any, known: set[Any]) -> Critical | None:
    """Return an expression as a polynomial in an unknown, if that says something of it.

    The extremum of degree 2 needs no constant term, so that may have unknowns that come later.
    """
    quotient = _quotient(zero, unknown)
    if quotient is None or not 2 <= len(quotient.above) <= 3:
        return None
    others = quotient.above[1:]
    needed = others if len(others) == 2 else quotient.above
    if not all(c.free_symbols <= known for c in needed):
        return None
    return Critical(quotient.above)


def _zeros(node: Any) -> Iterator[Any]:
    """Yield what is zero where this very operation is delicate, its operands aside."""
    if isinstance(node, sp.core.relational.Relational):
        if all(isinstance(side, sp.Expr) for side in node.args):
            yield node.lhs - node.rhs
    elif isinstance(node, sp.Pow):
        if not (node.exp.is_Integer and node.exp > 0):
            yield node.base
    elif isinstance(node, (sp.Abs, sp.sign, sp.cosh, sp.cos)):  # least, greatest or turned at 0
        yield node.args[0]
    elif isinstance(node, (sp.log, sp.floor, sp.ceiling, sp.gamma)):
        yield from (node.args[0], node.args[0] - 1)
    elif isinstance(node, (sp.Max, sp.Min)):
        yield from (one - other for one, other in combinations(node.args[:4], 2))
    elif isinstance(node, (sp.acos, sp.asin, sp.acosh, sp.atanh, sp.acoth, sp.asec, sp.acsc)):
        yield from (node.args[0] - 1, node.args[0] + 1)
    elif isinstance(node, sp.Mod):
        yield from (node.args[0], node.args[0] - node.args[1])


def _factors(zero: Any) -> Iterator[Any]:
    """Yield the factors of a product without their exponents."""
    for factor in sp.Mul.make_args(zero):
        base = factor.base if isinstance(factor, sp.Pow) else factor
        if base.free_symbols and _simple(base):
            yield base


def _simple(expression: Any) -> bool:
    """Return whether an expression is small and has no case distinctions."""
    nodes = enumerate(sp.preorder_traversal(expression))
    return all(at < MAX_NODES and not isinstance(node, sp.Piecewise) for at, node in nodes)


# -- quotients of polynomials of degree up to 2 ----------------------------------------------------


def _quotient(expression: Any, unknown: Any) -> Quotient | None:
    """Return an expression as a quotient of polynomials in an unknown, `None` if it is none."""
    if expression == unknown:
        return Quotient((sp.S.Zero, sp.S.One))
    if unknown not in expression.free_symbols:
        return Quotient((expression,))
    if isinstance(expression, sp.Pow) and expression.exp in (-2, -1, 2):
        base = _quotient(expression.base, unknown)
        if base is not None and abs(expression.exp) == 2:
            base = _product((base, base))
        if base is None or expression.exp > 0:
            return base
        return Quotient(base.below, base.above)
    if isinstance(expression, (sp.Add, sp.Mul)):
        parts = [_quotient(part, unknown) for part in expression.args]
        join = _sum if isinstance(expression, sp.Add) else _product
        return None if None in parts else join(parts)  # type: ignore[arg-type]
    return None


def _product(parts: Iterable[Quotient]) -> Quotient | None:
    above, below = (sp.S.One,), (sp.S.One,)
    for part in parts:
        above, below = _times(above, part.above), _times(below, part.below)
        if max(len(above), len(below)) > 5:
            return None
    return Quotient(above, below)


def _sum(parts: Iterable[Quotient]) -> Quotient | None:
    above, below = (sp.S.Zero,), (sp.S.One,)
    for part in parts:
        if part.below == below:
            above = _plus(above, part.above)
        else:
            above = _plus(_times(above, part.below), _times(below, part.above))
            below = _times(below, part.below)
        if max(len(above), len(below)) > 5:
            return None
    return Quotient(above, below)


def _plus(one: Coefficients, other: Coefficients) -> Coefficients:
    size = max(len(one), len(other))
    padded = [(*c, *[sp.S.Zero] * (size - len(c))) for c in (one, other)]
    return _trimmed([a + b for a, b in zip(*padded, strict=True)])


def _times(one: Coefficients, other: Coefficients) -> Coefficients:
    result = [sp.S.Zero] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            result[i + j] += a * b
    return _trimmed(result)


def _trimmed(coefficients: Sequence[Any]) -> Coefficients:
    last = max((i for i, c in enumerate(coefficients) if c != 0), default=0)
    return tuple(coefficients[: last + 1])
