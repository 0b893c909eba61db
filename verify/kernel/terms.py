"""Quotients of sums: arithmetic, lowest terms, whole and rational powers of generators."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint
from flint import arb
from flint.utils.flint_exceptions import DomainError

from verify.kernel.sums import BITS, ONE, Monomial, Number, Sum, Sums, quotient
from verify.kernel.total import Outside

MAX_POWER = 40  # whole powers of sums are multiplied out up to this


@dataclass(frozen=True)
class Term:
    """A quotient of sums; the lower one is nowhere 0 where the term is defined."""

    above: Sum
    below: Sum


def as_term(p: Sum) -> Term:
    """Return a sum as a term."""
    return Term(p, {ONE: 1})


def numbers_in(a: Term) -> set[int]:
    """Return the generators that a term is directly made of."""
    return {n for side in (a.above, a.below) for m in side for n, _ in m}


@dataclass(frozen=True)
class Integrated:
    """A definite integral of a function that is continuous from one end to the other.

    Args:
        ends: the lower and the upper end.
        at: the integrand at a term.
        inside: the generators of the integrand.
        key: what the integrand is, whatever its variable is called.
    """

    ends: tuple[Term, Term]
    at: Callable[[Term], Term]
    inside: frozenset[int]
    key: Any


class Terms(Sums):
    """Quotients of sums over the generators that were made so far."""

    def unknown(self, name: Any, whole: bool = False) -> Term:
        """Return a new positive unknown; a whole one is at least 1."""
        return self.single(self.generator("unknown", name, name, sign="+", whole=whole))

    def free(self, name: Any, whole: bool = False) -> Term:
        """Return a number of which nothing is known."""
        return self.single(self.generator("free", name, name, sign=None, whole=whole))

    def single(self, number: int, exponent: Number = 1) -> Term:
        """Return a power of a generator as a term."""
        return as_term({((number, exponent),): 1})

    def constant(self, value: Number) -> Term:
        """Return a rational number as a term."""
        return Term({ONE: quotient(value)} if value else {}, {ONE: 1})

    # -- arithmetic -------------------------------------------------------------------------------

    def add(self, a: Term, b: Term) -> Term:
        """Return a + b."""
        if a.below == b.below:
            return Term(self.plus(a.above, b.above), a.below)
        if len(a.below) > 1 and len(b.below) > 1:
            common, left, right = self._common(a.below, b.below)
            above = self.plus(self.times(a.above, right), self.times(b.above, left))
            return Term(above, self.times(self.times(common, left), right))
        above = self.plus(self.times(a.above, b.below), self.times(b.above, a.below))
        return Term(above, self.times(a.below, b.below))

    def multiply(self, a: Term, b: Term) -> Term:
        """Return a * b."""
        return Term(self.times(a.above, b.above), self.times(a.below, b.below))

    def scaled(self, a: Term, factor: Number) -> Term:
        """Return a rational multiple of a term."""
        return self.multiply(a, self.constant(factor))

    def minus(self, a: Term, b: Term) -> Term:
        """Return a - b."""
        return self.add(a, self.scaled(b, -1))

    def inverse(self, a: Term) -> Term:
        """Return 1 / a.

        Raises:
            Outside: a is 0.
        """
        if not a.above:
            raise Outside("division by zero")
        ((monomial, coefficient),) = a.above.items() if len(a.above) == 1 else ((ONE, 0),)
        if coefficient and all(self.generators[n].kind != "sum" for n, _ in monomial):
            opposite = self.monomial({n: -e for n, e in monomial})
            ((turned, factor),) = opposite.items()
            return Term(self.times(a.below, {turned: quotient(factor, coefficient)}), {ONE: 1})
        return Term(a.below, a.above)

    def whole_power(self, a: Term, exponent: int) -> Term:
        """Return a**n."""
        if exponent < 0:
            a, exponent = self.inverse(a), -exponent
        if len(a.above) == 1 and len(a.below) == 1:
            return self.multiply(
                self._monomial_power(a.above, exponent),
                self.inverse(self._monomial_power(a.below, exponent)),
            )
        if exponent > MAX_POWER:
            raise Outside("a high power of a sum")
        result = self.constant(1)
        for _ in range(exponent):
            result = self.multiply(result, a)
        return result

    def _monomial_power(self, a: Sum, exponent: int) -> Term:
        ((monomial, coefficient),) = a.items()
        if exponent > 10_000:
            raise Outside("a very high power")
        raised = self.monomial({n: e * exponent for n, e in monomial})
        return Term(self.times(raised, {ONE: coefficient**exponent}), {ONE: 1})

    def _root(self, factor: int, exponent: Number) -> Term:
        """Return a rational power of a positive generator."""
        found = self.generators[factor]
        if found.kind == "sum" and exponent < 0:
            whole = exponent.numerator // exponent.denominator
            upper = self._root(factor, exponent - whole)
            return Term(upper.above, self.whole_power(as_term(found.data), -whole).above)
        return Term(self.monomial({factor: exponent}), {ONE: 1})

    def _product_of(self, exponents: Mapping[int, Number]) -> Term:
        result = self.constant(1)
        for n, e in exponents.items():
            if e:
                result = self.multiply(result, self._root(n, e))
        return result

    # -- lowest terms -----------------------------------------------------------------------------

    def lowest(self, a: Term) -> Term:
        """Cancel a common divisor."""
        if len(a.below) == 1 or not a.above:
            return a if a.above else self.constant(0)
        common, above, below = self._common(a.above, a.below)
        return Term(above, below) if set(common) != {ONE} else a

    def _divided(self, p: Sum, q: Sum) -> tuple[Sum, Sum]:
        """Return (a, b) with p = a * q + b."""
        try:
            (one, other), back = self._polynomials(p, q)
            entire, _ = divmod(one, other)
            above, below = self._scale_of(p, one, back), self._scale_of(q, other, back)
            factor = back(entire)
            if above is None or below is None:
                return {}, p
            (c, m), (d, n) = above, below
            shift = self.times({m: c}, self.inverse(as_term({n: d})).above)
            whole_part = self.times(factor, shift)
            return whole_part, self.plus(p, self.times(whole_part, q), -1)
        except (Outside, DomainError):
            return {}, p

    def _scale_of(self, p: Sum, polynomial: Any, back: Any) -> tuple[Number, Monomial] | None:
        """Return c and m with p = c * m * polynomial."""
        ratio, shift = self._ratio(p, back(polynomial))
        return None if ratio is None else (ratio, shift)

    # -- what a term is ---------------------------------------------------------------------------

    def key(self, a: Term) -> Any:
        """Return what is the same for equal normal forms only."""
        a = self.lowest(a)
        lead = a.below[min(a.below)]
        return tuple(
            frozenset((m, quotient(c, lead)) for m, c in side.items())
            for side in (a.above, a.below)
        )

    def rational(self, a: Term) -> Fraction | None:
        """Return the value of a term that is a rational number."""
        if not a.above:
            return Fraction(0)
        a = self.lowest(a)
        if set(a.above) == {ONE} and set(a.below) == {ONE}:
            return Fraction(a.above[ONE]) / a.below[ONE]
        return None

    def is_whole(self, a: Term) -> bool:
        """Return whether a term is a sum of products of integers."""
        return a.below == {ONE: 1} and all(
            c.denominator == 1
            and all(self.generators[n].whole and e.denominator == 1 and e > 0 for n, e in m)
            for m, c in a.above.items()
        )

    def ball(self, a: Term) -> arb | None:
        """Return an enclosure of a term of constants, `None` if it is not constant."""
        above, below = self._sum_ball(a.above), self._sum_ball(a.below)
        if above is None or below is None:
            return None
        with flint.ctx.workprec(BITS):
            return above / below

    def made_of(self, number: int) -> list[int]:
        """Return the generators that a generator is directly made of."""
        data = self.generators[number].data
        kind = self.generators[number].kind
        if kind == "sum":
            return [n for m in data for n, _ in m]
        if kind == "log":
            return [data]
        if kind == "power":
            return [data[0], *(n for n, _ in data[1])]
        if kind == "integral":
            return [*data.inside, *(n for end in data.ends for n in numbers_in(end))]
        if kind == "value" and isinstance(data[1], Term):
            return list(numbers_in(data[1]))
        return []

    def made_from(self, number: int) -> set[int]:
        """Return all generators that a generator is made of, itself included."""
        found: set[int] = set()
        queue = [number]
        while queue:
            n = queue.pop()
            if n not in found:
                found.add(n)
                queue += self.made_of(n)
        return found

    def _all_in(self, a: Term) -> set[int]:
        """Return all generators that a term is made of."""
        return set().union(*map(self.made_from, numbers_in(a)))
