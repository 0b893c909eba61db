"""Sums of products of generators with rational exponents: arithmetic, factors, values.

What a generator may be stands in `algebra`. Common divisors and factors are found by flint's
polynomials; they are multiplied out again before they are used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import flint
from flint import arb, fmpq, fmpz, fmpz_mpoly_ctx

from verify.kernel.total import Outside

Number = int | Fraction  # whole numbers are ints, which are faster
Monomial = tuple[tuple[int, Number], ...]  # (generator, exponent), by generator
Sum = dict[Monomial, Number]  # coefficient of each monomial; never zero

ONE: Monomial = ()
MAX_TERMS = 4000  # of one sum; longer ones are declined
MAX_DEGREE = 1000  # in one generator, of what is factored: x^n - 1 takes gigabytes for large n
BITS = 200  # of the balls in which constants are compared


def quotient(a: Number, b: Number = 1) -> Number:
    """Return a / b, as an int if it is one."""
    value = Fraction(a) / b
    return value.numerator if value.denominator == 1 else value


class Work:
    """How many products of monomials may still be formed."""

    def __init__(self, left: int) -> None:
        self.left = left

    def spend(self, amount: int) -> None:
        """Use some of it up.

        Raises:
            Outside: there is not enough left.
        """
        self.left -= amount
        if self.left < 0:
            raise Outside("too much work")


@dataclass(frozen=True)
class Generator:
    """One generator.

    Args:
        kind: "unknown", "free", "prime", "sum", "power", "log" or "value".
        data: what makes it: a name, a number, a sum, (base, monomial), a base, (name, term).
        sign: "+", "-", ">=", "<=", or `None` if nothing is known.
        ball: its value, of a constant.
        whole: whether it is an integer.
    """

    kind: str
    data: Any
    sign: str | None
    ball: arb | None = None
    whole: bool = False


class Sums:
    """Sums over the generators that were made so far."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.generators: list[Generator] = []
        self.numbers: dict[Any, int] = {}

    def generator(self, kind: str, data: Any, key: Any, **about: Any) -> int:
        """Return the number of a generator, made if it is new."""
        if (kind, key) not in self.numbers:
            self.numbers[kind, key] = len(self.generators)
            self.generators.append(Generator(kind, data, **about))
        return self.numbers[kind, key]

    # -- arithmetic -------------------------------------------------------------------------------

    def plus(self, p: Sum, q: Sum, factor: Number = 1) -> Sum:
        """Return p + factor * q."""
        total = dict(p)
        for monomial, coefficient in q.items():
            value = total.get(monomial, 0) + factor * coefficient
            if value:
                total[monomial] = value
            else:
                del total[monomial]
        return total

    def times(self, p: Sum, q: Sum) -> Sum:
        """Return p * q."""
        self.work.spend(len(p) * len(q))
        total: Sum = {}
        for one, a in p.items():
            for other, b in q.items():
                for monomial, c in self._joined(one, other).items():
                    value = total.get(monomial, 0) + a * b * c
                    if value:
                        total[monomial] = value
                    else:
                        total.pop(monomial, None)
        if len(total) > MAX_TERMS:
            raise Outside("a sum of too many terms")
        return total

    def _joined(self, one: Monomial, other: Monomial) -> Sum:
        """Multiply monomials; whole powers of primes and sums are multiplied out."""
        if not one or not other:
            return {one or other: 1}
        exponents = dict(one)
        for number, exponent in other:
            total = exponents.get(number, 0) + exponent
            exponents[number] = total if isinstance(total, int) else quotient(total)
        return self.monomial(exponents)

    def monomial(self, exponents: Mapping[int, Number]) -> Sum:
        """Return a product of powers of generators as a sum.

        Raises:
            Outside: a sum would stand in a denominator.
        """
        coefficient: Number = 1
        extra, kept = [], []
        for number, exponent in sorted(exponents.items()):
            found = self.generators[number]
            if found.kind in ("prime", "sum"):
                whole = exponent.numerator // exponent.denominator
                exponent -= whole
                if found.kind == "prime":
                    coefficient *= (
                        quotient(1, found.data**-whole) if whole < 0 else found.data**whole
                    )
                elif whole < 0:
                    raise Outside("a sum in a denominator inside a sum")
                else:
                    extra += [found.data] * whole
            if exponent:
                kept.append((number, exponent))
        result: Sum = {tuple(kept): coefficient}
        for factor in extra:
            result = self.times(result, factor)
        return result

    def _sum_power(self, p: Sum, times: int) -> Sum:
        result: Sum = {ONE: 1}
        for _ in range(times):
            result = self.times(result, p)
        return result

    def _sum_key(self, p: Sum) -> Any:
        return frozenset(p.items())

    # -- factors ----------------------------------------------------------------------------------

    def _primitive(self, p: Sum) -> tuple[Number, Monomial, Sum]:
        """Return content, common monomial and the rest of a sum."""
        numbers = {n for m in p for n, _ in m}
        common = {}
        for number in numbers:
            if self.generators[number].kind in ("prime", "sum"):
                continue
            least = min(dict(m).get(number, 0) for m in p)
            if least:
                common[number] = least
        size = fmpq(0)
        for c in p.values():
            size = _gcd(size, c)
        content = quotient(int(size.numerator), int(size.denominator))
        if p[min(p)] < 0 and len(p) == 1:
            content = -content
        rest: Sum = {}
        for m, c in p.items():
            exponents = dict(m)
            for number, least in common.items():
                exponents[number] = exponents.get(number, 0) - least
            rest[tuple(sorted((n, e) for n, e in exponents.items() if e))] = quotient(c, content)
        return content, tuple(sorted(common.items())), rest

    def _polynomials(self, *sums: Sum) -> tuple[list[Any], Callable[[Any], Sum]]:
        """Return sums as polynomials in roots of their generators, and the way back.

        Raises:
            Outside: the degree is too high.
        """
        numbers = sorted({n for p in sums for m in p for n, _ in m})
        roots = {
            n: lcm(*(e.denominator for p in sums for m in p for k, e in m if k == n))
            for n in numbers
        }
        lowest = {n: min(min(dict(m).get(n, 0) for m in p) for p in sums) for n in numbers}
        names = [f"g{n}" for n in numbers] or ["z"]
        context = fmpz_mpoly_ctx.get(names, "lex")

        def convert(p: Sum) -> Any:
            scale = lcm(*(c.denominator for c in p.values()))
            entries = {}
            for m, c in p.items():
                exponents = dict(m)
                powers = [int((exponents.get(n, 0) - lowest[n]) * roots[n]) for n in numbers]
                if max(powers, default=0) > MAX_DEGREE:
                    raise Outside("a polynomial of a high degree")
                entries[tuple(powers or [0])] = int(c * scale)
            return context.from_dict(entries)

        def back(polynomial: Any) -> Sum:
            found: Sum = {}
            for powers, c in polynomial.to_dict().items():
                pairs = (
                    (n, quotient(int(e), roots[n]))
                    for n, e in zip(numbers, powers, strict=False)
                    if e
                )
                found[tuple(pairs)] = int(c)
            return found

        return [convert(p) for p in sums], back

    def _common(self, p: Sum, q: Sum) -> tuple[Sum, Sum, Sum]:
        """Return (g, p / g, q / g) for a common divisor g of two sums."""
        try:
            (one, other), back = self._polynomials(p, q)
        except Outside:
            return {ONE: 1}, p, q
        divisor = one.gcd(other)
        common = back(divisor)
        if set(common) == {ONE}:
            return {ONE: 1}, p, q
        left, right = back(one / divisor), back(other / divisor)
        for whole, part in ((p, left), (q, right)):
            product = self.times(common, part)
            ratio, shift = self._ratio(whole, product)
            if ratio is None:
                return {ONE: 1}, p, q
            scaled = self.times(part, {shift: ratio})
            part.clear()
            part.update(scaled)
        return common, left, right

    def _ratio(self, p: Sum, q: Sum) -> tuple[Number | None, Monomial]:
        """Return c and m with p = c * m * q, or `None`."""
        if len(p) != len(q):
            return None, ONE
        one, other = self._primitive(p), self._primitive(q)
        factor = quotient(next(iter(one[2].values())), other[2].get(next(iter(one[2])), 1))
        if one[2] != {m: factor * c for m, c in other[2].items()}:
            return None, ONE
        shift = dict(one[1])
        for n, e in other[1]:
            shift[n] = shift.get(n, 0) - e
        monomial = tuple(sorted((n, e) for n, e in shift.items() if e))
        return quotient(factor * one[0], other[0]), monomial

    def _irreducible(self, p: Sum) -> list[tuple[Sum, int]]:
        """Return the factors of a primitive sum with their multiplicities."""
        try:
            (polynomial,), back = self._polynomials(p)
            content, parts = polynomial.factor()
        except (Outside, OverflowError):  # python-flint sorts factors by machine integers
            return [(p, 1)]
        found = [(back(part), int(times)) for part, times in parts]
        product: Sum = {ONE: int(content)}
        try:
            for part, times in found:
                product = self.times(product, self._sum_power(part, times))
            ratio, shift = self._ratio(p, product)
        except Outside:
            ratio, shift = None, ONE
        if ratio is None or shift != ONE:
            return [(p, 1)]
        scale = ratio * int(content)
        if scale != 1:
            found.append(({ONE: scale}, 1))
        return found

    # -- constants --------------------------------------------------------------------------------

    def _ball(self, monomial: Monomial) -> arb | None:
        """Return an enclosure of a product of constants, `None` if it is not constant."""
        product = arb(1)
        for number, exponent in monomial:
            ball = self.generators[number].ball
            if ball is None:
                return None
            product *= ball ** as_arb(exponent)
        return product

    def _sum_ball(self, p: Sum) -> arb | None:
        """Return an enclosure of a sum of constants, `None` if it is not constant."""
        with flint.ctx.workprec(BITS):
            total = arb(0)
            for monomial, coefficient in p.items():
                product = self._ball(monomial)
                if product is None:
                    return None
                total += product * as_arb(coefficient)
            return total


def as_arb(number: Number) -> arb:
    """Return a rational number as a ball."""
    return arb(fmpq(number.numerator, number.denominator))


def _gcd(size: fmpq, number: Number) -> fmpq:
    """Return the largest rational of which both are whole multiples."""
    n, d = fmpz(abs(number.numerator)), fmpz(number.denominator)
    return fmpq((size.numerator * d).gcd(n * size.denominator), size.denominator * d)
