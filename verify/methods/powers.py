"""Powers with symbolic exponents, as unknowns of z3 with what is known of their order.

A power b^m becomes an unknown with its sign, its side of 1, and its order among the other powers
of the same base and among those with the same exponent. All of that is true of powers of a base
b >= 0, so that an unsatisfiable query proves; a model need not be one of powers, and is only a
guess.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import sympy as sp
import z3


@dataclass(frozen=True)
class Power:
    """One power: its base and exponent, both also in z3, and the unknown that stands for it."""

    base: Any
    exponent: Any
    base_term: Any
    exponent_term: Any
    unknown: Any


def exponent_terms(exponent: Any) -> list[tuple[Any, Any]]:
    """Take an exponent apart into `(rational coefficient, term)`; a constant has the term 1.

    >>> q = sp.Symbol("q")
    >>> exponent_terms(2 * q + 1)
    [(1, 1), (2, q)]
    """
    terms = (term.as_coeff_Mul() for term in sp.Add.make_args(sp.expand(exponent)))
    return sorted(terms, key=str)


class Powers:
    """The powers that occur in one translation.

    `defined` collects where they are known to be defined. Some powers of negative numbers are
    too, so that a hypothesis with a power must not be taken to say that the base is not negative;
    there the unknown is simply free.
    """

    def __init__(self, context: Any) -> None:
        self.context = context
        self.found: dict[tuple[Any, Any], Power] = {}
        self.defined: list[Any] = []

    def unknown(self, base: Any, exponent: Any, number: Callable[[Any], Any]) -> Any:
        """Return the unknown of base^exponent; `number` translates to z3."""
        key = (base, exponent)
        if key not in self.found:
            unknown = z3.FreshReal("power", self.context)
            self.found[key] = Power(base, exponent, number(base), number(exponent), unknown)
        return self.found[key].unknown

    def conditions(self) -> Iterator[Any]:
        """Yield what is known of the powers that occur."""
        for power in self.found.values():
            b, m, p = power.base_term, power.exponent_term, power.unknown
            yield z3.Implies(b > 0, p > 0)
            yield z3.Implies(z3.And(b == 0, m > 0), p == 0)
            yield z3.Implies(b > 0, (p > 1) == z3.Or(z3.And(b > 1, m > 0), z3.And(b < 1, m < 0)))
            yield z3.Implies(b > 0, (p == 1) == z3.Or(b == 1, m == 0))
        for one, two in combinations(self.found.values(), 2):
            p, r = one.unknown, two.unknown
            if one.base == two.base:
                b, m, n = one.base_term, one.exponent_term, two.exponent_term
                yield z3.Implies(b > 1, z3.And((p < r) == (m < n), (p == r) == (m == n)))
                yield z3.Implies(
                    z3.And(b > 0, b < 1), z3.And((p > r) == (m < n), (p == r) == (m == n))
                )
            elif one.exponent == two.exponent:
                b, c, m = one.base_term, two.base_term, one.exponent_term
                positive = z3.And(b >= 0, c >= 0, m > 0)
                yield z3.Implies(positive, z3.And((p < r) == (b < c), (p == r) == (b == c)))
                negative = z3.And(b > 0, c > 0, m < 0)
                yield z3.Implies(negative, z3.And((p > r) == (b < c), (p == r) == (b == c)))
