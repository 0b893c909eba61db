"""Exact values of terms made of rational numbers and their square roots.

Balls cannot tell whether such a term is zero. But square roots of different square-free integers
are linearly independent over the rationals, so that a sum of rational multiples of them is zero
only if each of these is, and its sign follows from balls otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import flint
import sympy as sp
from sympy.core.relational import Relational

from theory.values import Algebraic
from verify.truth import Truth

LARGEST = 10**12  # integer of which a square root is taken
MOST_TERMS = 16  # of a sum of multiples of square roots
BITS = 256  # of the balls that tell a sign
SIGNS: Mapping[Any, frozenset[int]] = {
    sp.Gt: frozenset({1}),
    sp.Ge: frozenset({0, 1}),
    sp.Lt: frozenset({-1}),
    sp.Le: frozenset({-1, 0}),
    sp.Eq: frozenset({0}),
    sp.Ne: frozenset({-1, 1}),
}
Surd = dict[int, Fraction]  # by square-free integers, the multiples of their square roots


class Other(ValueError):
    """A term is of another kind, or has no value."""


def compared(relation: type[Relational], left: Any, right: Any) -> Truth | None:
    """Return the truth of a relation between such terms, `None` of others.

    >>> from sympy import sqrt
    >>> compared(sp.Gt, 1 / (sqrt(2) - sqrt(8)), -1 / sqrt(2))
    <Truth.FALSE: 'false'>
    >>> compared(sp.Eq, sqrt(2) + sqrt(3), sqrt(5 + 2 * sqrt(6))) is None
    True
    """
    try:
        found = sign(_sum((value(left), _product(value(right), {1: Fraction(-1)}))))
    except Other:
        return None
    return Truth.TRUE if found in SIGNS[relation] else Truth.FALSE


def surd_of(number: Algebraic) -> Any:
    """Return the root of a quadratic as a term, `None` of another number.

    Which of two roots it is floats tell: what is to hold at it has to be looked at anyway.

    >>> surd_of(Algebraic((-1, 0, 8), Fraction(0), Fraction(1)))
    sqrt(2)/4
    """
    if len(number.coefficients) != 3:
        return None
    c, b, a = map(sp.Integer, number.coefficients)
    roots = [(-b + sign * sp.sqrt(b**2 - 4 * a * c)) / (2 * a) for sign in (1, -1)]
    return min(roots, key=lambda root: abs(float(root) - float(number.low)))


def value(e: Any) -> Surd:
    """Return the value of a term.

    Raises:
        Other: it is of another kind, or has no value.

    >>> value(sp.sqrt(12) / 4 + 1)
    {1: Fraction(1, 1), 3: Fraction(1, 2)}
    """
    if e.is_Rational:
        return _sum(({1: Fraction(int(e.p), int(e.q))},))
    if isinstance(e, sp.Add):
        return _sum(map(value, e.args))
    if isinstance(e, sp.Mul):
        found: Surd = {1: Fraction(1)}
        for factor in map(value, e.args):
            found = _product(found, factor)
        return found
    if isinstance(e, sp.Abs):
        inner = value(e.args[0])
        return _product(inner, {1: Fraction(sign(inner))})
    if isinstance(e, sp.Pow) and e.exp.is_Rational:
        return _power(value(e.base), e.exp)
    raise Other


def sign(surd: Surd) -> int:
    """Return the sign of a value.

    Raises:
        Other: it is too small for the balls.
    """
    if not surd:
        return 0
    with flint.ctx.workprec(BITS):
        terms = (flint.arb(n).sqrt() * c.numerator / c.denominator for n, c in surd.items())
        ball = sum(terms, flint.arb(0))
    if ball > 0:
        return 1
    if ball < 0:
        return -1
    raise Other


def _sum(terms: Iterable[Surd]) -> Surd:
    found: Surd = {}
    for term in terms:
        for n, c in term.items():
            found[n] = found.get(n, Fraction(0)) + c
    return {n: found[n] for n in sorted(found) if found[n]}


def _product(one: Surd, other: Surd) -> Surd:
    if len(one) * len(other) > MOST_TERMS:
        raise Other
    pairs = product(one.items(), other.items())
    return _sum(_product_of_roots(n, m, c * d) for (n, c), (m, d) in pairs)


def _product_of_roots(n: int, m: int, factor: Fraction) -> Surd:
    if n * m > LARGEST:
        raise Other
    outside, inside = _square_free(n * m)
    return {inside: factor * outside}


def _power(base: Surd, exponent: Any) -> Surd:
    """Return a power, of a rational number if the exponent is half of an odd integer."""
    power, half = divmod(int(2 * exponent), 2) if exponent.q <= 2 else (None, 0)
    if power is None or abs(power) > MOST_TERMS:
        raise Other
    found = _root(base) if half else {1: Fraction(1)}
    if power < 0:
        base = _inverse(base)
    for _ in range(abs(power)):
        found = _product(found, base)
    return found


def _root(base: Surd) -> Surd:
    number = base.get(1, Fraction(0))
    if base.keys() > {1} or number < 0 or number.numerator * number.denominator > LARGEST:
        raise Other
    if number == 0:
        return {}
    outside, inside = _square_free(number.numerator * number.denominator)
    return {inside: Fraction(outside, number.denominator)}


def _inverse(base: Surd) -> Surd:
    """Return 1 / (c sqrt(n)) = sqrt(n) / (c n); of a sum of several such terms nothing is said."""
    if len(base) != 1:
        raise Other
    ((n, c),) = base.items()
    return {n: 1 / (c * n)}


def _square_free(n: int) -> tuple[int, int]:
    """Return a and b with n = a^2 b, of which b is square-free.

    >>> _square_free(12), _square_free(7)
    ((2, 3), (1, 7))
    """
    outside, inside = 1, 1
    for prime, power in flint.fmpz(n).factor():
        outside *= int(prime) ** (int(power) // 2)
        inside *= int(prime) ** (int(power) % 2)
    return outside, inside
