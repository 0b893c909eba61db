"""How much work it is to evaluate a statement at a point, estimated before it is done.

Only exact powers with an exponent that is not written out, and sums over a range that is not, can
take more than a moment.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import inf, log2
from typing import Any

import sympy as sp

from theory.parts import parts_of
from theory.statements import ForAll

MAX_BITS = 2.0**21  # of an exact power
MAX_TERMS = 2.0**11  # of a sum or product


def growing(statement: ForAll) -> list[Any]:
    """Return the powers, sums and products of a statement whose size depends on its symbols."""
    nodes = [
        node
        for expression in (*statement.given, statement.says)
        for node in parts_of(expression)
        if isinstance(node, (sp.Pow, sp.Sum, sp.Product))
    ]
    return [n for n in dict.fromkeys(nodes) if not isinstance(n, sp.Pow) or n.exp.free_symbols]


def affordable(nodes: list[Any], point: Mapping[Any, Any]) -> bool:
    """Return whether these powers and sums of `growing` can be computed at a point.

    >>> n = sp.Symbol("n", integer=True)
    >>> tower = growing(ForAll(says=2 ** (2**n) > n))
    >>> [affordable(tower, {n: Fraction(size)}) for size in (4, 64)]
    [True, False]
    """
    return all(
        bits(node, point) <= MAX_BITS if isinstance(node, sp.Pow) else _terms(node, point)
        for node in nodes
    )


def _terms(node: Any, point: Mapping[Any, Any]) -> bool:
    ends = [end for limit in node.limits for end in limit[1:]]
    return sum(_power_of_two(height(end, point)) for end in ends) <= MAX_TERMS


def bits(expression: Any, point: Mapping[Any, Any]) -> float:
    """Return about how many binary digits the exact value has, at most."""
    number = _number(expression, point)
    if number is not None:
        return max(1.0, _log2(abs(number.numerator)) + log2(number.denominator))
    if isinstance(expression, sp.Pow):
        return bits(expression.base, point) * _power_of_two(height(expression.exp, point))
    if isinstance(expression, (sp.Add, sp.Mul)):
        return sum(bits(part, point) for part in expression.args)
    return 64.0


def height(expression: Any, point: Mapping[Any, Any]) -> float:
    """Return a bound of the binary logarithm of the absolute value, from 0 on."""
    number = _number(expression, point)
    if number is not None:
        return max(0.0, _log2(abs(number.numerator)) - log2(number.denominator))
    if isinstance(expression, sp.Pow):
        return bits(expression, point)
    if isinstance(expression, sp.Mul):
        return sum(height(part, point) for part in expression.args)
    parts = [height(part, point) for part in expression.args if isinstance(part, sp.Expr)]
    return max(parts, default=0.0) + log2(len(parts) or 1)


def _number(expression: Any, point: Mapping[Any, Any]) -> Fraction | None:
    """Return the value of a number or symbol, of an index the largest that there is."""
    if expression.is_Rational:
        return Fraction(int(expression.p), int(expression.q))
    if not expression.is_Symbol:
        return None
    numbers = [value for value in point.values() if isinstance(value, Fraction)]
    value = point.get(expression, max(map(abs, numbers), default=Fraction(0)))
    return value if isinstance(value, Fraction) else None


def _log2(number: int) -> float:
    return log2(number) if number else 0.0


def _power_of_two(exponent: float) -> float:
    return inf if exponent > 1000 else 2.0**exponent
