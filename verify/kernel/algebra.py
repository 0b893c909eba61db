"""A normal form for real terms in positive unknowns, and what it shows of their signs.

A term becomes a quotient of two sums of products of generators with rational exponents:

    unknown    a positive number, real or integer, that a case puts in place of a symbol
    free       a real number of which nothing is known; it occurs with integer exponents only
    prime      a prime number, with exponents in [0, 1); its whole powers are coefficients
    sum        a positive sum that is no product, with exponents in [0, 1) likewise
    power      b**m for a positive generator b and a product m of generators; exp(m) for b = e
    log        the logarithm of one of the generators above
    integral   a definite integral
    value      an elementary function of a term, of which only the sign and the slope are known

Two terms with one normal form are equal wherever both are defined. Nothing here simplifies with
sympy or asks for its assumptions; sympy expressions are only read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Any

import flint
from flint import arb, fmpq, fmpz, fmpz_mpoly_ctx
from flint.utils.flint_exceptions import DomainError

from verify.kernel.total import Outside

Number = int | Fraction  # whole numbers are ints, which are faster
Monomial = tuple[tuple[int, Number], ...]  # (generator, exponent), by generator
Sum = dict[Monomial, Number]  # coefficient of each monomial; never zero

ONE: Monomial = ()
HALF = Fraction(1, 2)
MAX_TERMS = 4000  # of one sum; longer ones are declined
MAX_POWER = 40  # whole powers of sums are multiplied out up to this
BITS = 200  # of the balls in which constants are compared


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


def quotient(a: Number, b: Number = 1) -> Number:
    """Return a / b, as an int if it is one."""
    value = Fraction(a) / b
    return value.numerator if value.denominator == 1 else value


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


class Algebra:
    """Terms over the generators of one case; `known` are signs of sums that were shown before."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.generators: list[Generator] = []
        self.numbers: dict[Any, int] = {}
        self.values: dict[Any, Term] = {}
        self.known: dict[Any, str] = {}
        self.signs: dict[Any, str | None] = {}
        self.logs = False  # whether inverse hyperbolic functions are written as logarithms

    # -- generators ---------------------------------------------------------------------------

    def generator(self, kind: str, data: Any, key: Any, **about: Any) -> int:
        """Return the number of a generator, made if it is new."""
        if (kind, key) not in self.numbers:
            self.numbers[kind, key] = len(self.generators)
            self.generators.append(Generator(kind, data, **about))
        return self.numbers[kind, key]

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

    # -- sums ---------------------------------------------------------------------------------

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

    # -- terms --------------------------------------------------------------------------------

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

    def power(self, base: Term, exponent: Term) -> Term:
        """Return base**exponent for a base that is positive, or 0 under a positive exponent.

        Raises:
            Outside: the sign of the base, or what is needed of the exponent, is not known.
        """
        number = self.rational(exponent)
        if number is not None and number.denominator == 1:
            return self.whole_power(base, int(number))
        if not base.above:
            if self.sign(exponent) == "+":
                return self.constant(0)
            raise Outside("a power of zero")
        result = self.constant(1)
        for factor, inner in self._exponents(base).items():
            result = self.multiply(result, self._raised(factor, self.multiply(inner, exponent)))
        return result

    def _exponents(self, base: Term) -> dict[int, Term]:
        """Return a positive term as powers of generators that are no powers themselves."""
        found: dict[int, Term] = {}
        for factor, times in self.factors(base):
            made, exponent = self.generators[factor], self.constant(times)
            if made.kind == "power":
                factor, inner = made.data
                exponent = self.multiply(exponent, self.opened(inner))
            found[factor] = self.add(found.get(factor, self.constant(0)), exponent)
        return found

    def opened(self, monomial: Monomial) -> Term:
        """Return a product with what its exponents are divided by as denominators again."""
        result = self.constant(1)
        for number, exponent in monomial:
            found = self.generators[number]
            if found.kind == "value" and found.data[0] == "inverse":
                factor = self.whole_power(self.inverse(found.data[1]), int(exponent))
            else:
                factor = as_term(self.monomial({number: exponent}))
            result = self.multiply(result, factor)
        return result

    def _raised(self, base: int, exponent: Term) -> Term:
        """Return base**exponent for a positive generator that is no power."""
        result = self.constant(1)
        for monomial, coefficient in self._terms(exponent):
            if monomial == ONE:
                result = self.multiply(result, self._root(base, coefficient))
            else:
                result = self.multiply(result, self._symbolic(base, monomial, coefficient))
        return result

    def _root(self, factor: int, exponent: Number) -> Term:
        """Return a rational power of a positive generator."""
        found = self.generators[factor]
        if found.kind == "sum" and exponent < 0:
            whole = exponent.numerator // exponent.denominator
            upper = self._root(factor, exponent - whole)
            return Term(upper.above, self.whole_power(as_term(found.data), -whole).above)
        return Term(self.monomial({factor: exponent}), {ONE: 1})

    def _symbolic(self, base: int, monomial: Monomial, coefficient: Number) -> Term:
        """Return base**(coefficient * monomial), base a positive generator."""
        below = self.generators[base].ball
        ball = None
        if below is not None and all(self.generators[n].ball is not None for n, _ in monomial):
            with flint.ctx.workprec(BITS):
                ball = below ** self._ball(monomial)
        number = self.generator("power", (base, monomial), (base, monomial), sign="+", ball=ball)
        return self.single(number, coefficient)

    def euler(self) -> Term:
        """Return e."""
        with flint.ctx.workprec(BITS):
            number = self.generator("value", ("e", ()), "e", sign="+", ball=arb(1).exp())
        return self.single(number)

    def pi(self) -> Term:
        """Return pi."""
        with flint.ctx.workprec(BITS):
            number = self.generator("value", ("pi", ()), "pi", sign="+", ball=arb.pi())
        return self.single(number)

    def exp(self, exponent: Term) -> Term:
        """Return exp(exponent)."""
        (((number, _),),) = self.euler().above
        return self._raised(number, exponent)

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

    def is_whole(self, a: Term) -> bool:
        """Return whether a term is a sum of products of integers."""
        return a.below == {ONE: 1} and all(
            c.denominator == 1
            and all(self.generators[n].whole and e.denominator == 1 and e > 0 for n, e in m)
            for m, c in a.above.items()
        )

    def smooth(self, a: Term) -> bool:
        """Return whether a term has a value, and slopes, for all positive values of its unknowns.

        What stands under roots, powers and logarithms is positive by construction.
        """
        queue, seen = [a], set()
        while queue:
            term = queue.pop()
            if self.sign(as_term(term.below)) not in ("+", "-"):
                return False
            numbers = numbers_in(term)
            for m in (*term.above, *term.below):
                for n, e in m:
                    if e < 0 and self.generators[n].sign not in ("+", "-"):
                        return False
            while numbers:
                n = numbers.pop()
                if n in seen:
                    continue
                seen.add(n)
                found = self.generators[n]
                if found.kind == "integral":
                    queue += found.data.ends
                if found.kind == "value" and isinstance(found.data[1], Term):
                    if found.data[0] == "inverse":
                        if found.sign not in ("+", "-"):
                            return False
                    elif found.data[0] not in CONTINUOUS:
                        return False
                    queue.append(found.data[1])
                numbers.update(self.made_of(n))
        return True

    def log(self, argument: Term) -> Term:
        """Return the logarithm of a positive term.

        Raises:
            Outside: the term is not seen to be positive.
        """
        total = self.constant(0)
        for factor, times in self.factors(argument):
            total = self.add(total, self.scaled(self._log_of(factor), times))
        return total

    def _log_of(self, factor: int) -> Term:
        found = self.generators[factor]
        if found.kind == "value" and found.data[0] == "e":
            return self.constant(1)
        if found.kind == "power":
            base, monomial = found.data
            return self.multiply(self._log_of(base), self.opened(monomial))
        above_one = self.sign(self.minus(self._root(factor, 1), self.constant(1)))
        with flint.ctx.workprec(BITS):
            ball = found.ball.log() if found.ball is not None else None
        return self.single(self.generator("log", factor, factor, sign=above_one, ball=ball))

    def value(self, name: str, argument: Term) -> Term:
        """Return an elementary function of a term as a generator with the sign that it must have.

        Raises:
            Outside: the function is none of those.
        """
        sign = self.sign(argument)
        constant = self.ball(argument)
        if name in ("sinh", "cosh", "tanh"):
            up, down = self.exp(argument), self.exp(self.scaled(argument, -1))
            if name == "tanh":
                return self.multiply(self.minus(up, down), self.inverse(self.add(up, down)))
            return self.scaled((self.add if name == "cosh" else self.minus)(up, down), HALF)
        if self.logs and name in ("asinh", "acosh", "atanh"):
            return self._as_logarithm(name, argument)
        if sign == "0" and name in (*ODD_AND_INCREASING, "sin", "tan"):
            return self.constant(0)
        if sign == "0" and name in ("erfc", "cos"):
            return self.constant(1)
        shown = {"erfc": "+", "acosh": ">=", "acos": ">="}.get(name)
        if name in ODD_AND_INCREASING or (name == "gamma" and sign == "+"):
            shown = sign
        key = (name, self.key(argument))
        with flint.ctx.workprec(BITS):
            ball = getattr(constant, name)() if constant is not None else None
            if ball is not None and not ball.is_finite():
                raise Outside(f"{name} at {constant}")
        return self.single(self.generator("value", (name, argument), key, sign=shown, ball=ball))

    def _as_logarithm(self, name: str, t: Term) -> Term:
        """Return an inverse hyperbolic function by its definition, where it is defined."""
        one = self.constant(1)
        if name == "atanh":
            return self.scaled(
                self.minus(self.log(self.add(one, t)), self.log(self.minus(one, t))), HALF
            )
        square = self.multiply(t, t)
        under = self.add(square, one) if name == "asinh" else self.minus(square, one)
        return self.log(self.add(t, self.power(under, self.constant(HALF))))

    def integral(self, made: Integrated) -> Term:
        """Return a definite integral as a generator."""
        low, high = made.ends
        if self.sign(self.minus(high, low)) == "0":
            return self.constant(0)
        key = ("integral", self.key(low), self.key(high), made.key)
        return self.single(self.generator("integral", made, key, sign=None))

    # -- parts of terms -----------------------------------------------------------------------

    def rational(self, a: Term) -> Fraction | None:
        """Return the value of a term that is a rational number."""
        if not a.above:
            return Fraction(0)
        a = self.lowest(a)
        if set(a.above) == {ONE} and set(a.below) == {ONE}:
            return Fraction(a.above[ONE]) / a.below[ONE]
        return None

    def _terms(self, a: Term) -> Iterable[tuple[Monomial, Number]]:
        """Yield an exponent as `(monomial, coefficient)`.

        Of what it is divided by the whole part is taken out; what is left is a generator 1 / sum.
        """
        a = self.lowest(a)
        if len(a.below) == 1:
            return self.multiply(as_term(a.above), self.inverse(as_term(a.below))).above.items()
        content, monomial, rest = self._primitive(a.below)
        turned = self.inverse(as_term({monomial: content}))
        above = self.multiply(as_term(a.above), turned).above
        entire, remainder = self._divided(above, rest)
        inverse = self.generator(
            "value", ("inverse", as_term(rest)), ("inverse", self._sum_key(rest)),
            sign=self._sum_sign(rest),
        )  # fmt: skip
        return self.plus(entire, self.times(remainder, {((inverse, 1),): 1})).items()

    def _divided(self, p: Sum, q: Sum) -> tuple[Sum, Sum]:
        """Return (a, b) with p = a * q + b."""
        (one, other), back = self._polynomials(p, q)
        try:
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

    def factors(self, a: Term) -> list[tuple[int, Number]]:
        """Return a positive term as a product of powers of positive generators.

        Raises:
            Outside: the term is not seen to be positive.
        """
        if self.sign(a) != "+":
            raise Outside("the sign of what stands under a root, a power or a logarithm")
        a = self.lowest(a)
        found: dict[int, Number] = {}
        for side, direction in ((a.above, 1), (a.below, -1)):
            for number, exponent in self._split(side):
                found[number] = found.get(number, 0) + direction * exponent
        return [(number, exponent) for number, exponent in found.items() if exponent]

    def _split(self, p: Sum) -> Iterable[tuple[int, Number]]:
        content, monomial, rest = self._primitive(p)
        sizes = (content.numerator, 1), (content.denominator, -1)
        for whole, direction in sizes:
            for prime, times in fmpz(abs(whole)).factor():
                with flint.ctx.workprec(BITS):
                    ball = arb(int(prime))
                number = self.generator("prime", int(prime), int(prime), sign="+", ball=ball)
                yield number, direction * int(times)
        loose: Sum = {ONE: 1 if content > 0 else -1}
        parts: list[tuple[Sum, int]] = [({monomial: 1}, 1)]
        parts += [(rest, 1)] if len(rest) == 1 else self._irreducible(rest)
        for part, times in parts:
            shown = self._sum_sign(part)
            if shown == "-":
                part, shown = self.plus({}, part, -1), "+"
                loose = self.times(loose, {ONE: (-1) ** times})
            if len(part) == 1 and all(self.generators[n].sign == "+" for m in part for n, _ in m):
                ((product, factor),) = part.items()
                loose = self.times(loose, {ONE: factor**times})
                for number, exponent in product:
                    yield number, exponent * times
            elif shown == "+":
                yield self._sum_generator(part), times
            else:
                loose = self.times(loose, self._sum_power(part, times))
        if loose != {ONE: 1}:
            if self._sum_sign(loose) != "+":
                raise Outside("the sign of a factor under a root")
            yield self._sum_generator(loose), 1

    def _sum_power(self, p: Sum, times: int) -> Sum:
        result: Sum = {ONE: 1}
        for _ in range(times):
            result = self.times(result, p)
        return result

    def _sum_generator(self, p: Sum) -> int:
        ball = None
        if all(self.generators[n].ball is not None for m in p for n, _ in m):
            with flint.ctx.workprec(BITS):
                ball = sum((self._ball(m) * _arb(c) for m, c in p.items()), arb(0))
        return self.generator("sum", p, self._sum_key(p), sign="+", ball=ball)

    def _sum_key(self, p: Sum) -> Any:
        return frozenset(p.items())

    def key(self, a: Term) -> Any:
        """Return what is the same for equal normal forms only."""
        a = self.lowest(a)
        lead = a.below[min(a.below)]
        return tuple(
            frozenset((m, quotient(c, lead)) for m, c in side.items())
            for side in (a.above, a.below)
        )

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

    # -- polynomials of flint -----------------------------------------------------------------

    def _polynomials(self, *sums: Sum) -> tuple[list[Any], Callable[[Any], Sum]]:
        """Return sums as polynomials in roots of their generators, and the way back."""
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
        (one, other), back = self._polynomials(p, q)
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
        (polynomial,), back = self._polynomials(p)
        content, parts = polynomial.factor()
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

    def lowest(self, a: Term) -> Term:
        """Cancel a common divisor."""
        if len(a.below) == 1 or not a.above:
            return a if a.above else self.constant(0)
        common, above, below = self._common(a.above, a.below)
        return Term(above, below) if set(common) != {ONE} else a

    # -- signs --------------------------------------------------------------------------------

    def note(self, p: Sum, sign: str) -> None:
        """Take the sign of a sum as known from here on."""
        self.known[self._sum_key(p)] = sign
        self.signs.clear()
        single = next(iter(p))
        if len(p) != 1 or len(single) != 1:
            return
        ((number, exponent),) = single
        found = self.generators[number]
        if exponent == 1 and found.sign is None:
            self.generators[number] = replace(found, sign=_turned(sign, next(iter(p.values()))))

    def sign(self, a: Term) -> str | None:
        """Return "0", "+", "-", ">=", "<=", or `None` where the normal form does not show it."""
        if not a.above:
            return "0"
        if set(a.below) == {ONE}:
            return _turned(self._sum_sign(a.above), a.below[ONE])
        a = self.lowest(a)
        return _product((self._sum_sign(a.above), self._sum_sign(a.below)))

    def _sum_sign(self, p: Sum) -> str | None:
        key = self._sum_key(p)
        if key in self.known:
            return self.known[key]
        if key not in self.signs:
            self.signs[key] = None  # what is being asked is not known meanwhile
            self.signs[key] = self._shown(p) or self._of_factors(p)
        return self.signs[key]

    def _of_factors(self, p: Sum) -> str | None:
        """Return the sign of a product, from those of its factors."""
        if len(p) < 2 or len(p) > 400:
            return None
        content, monomial, rest = self._primitive(p)
        parts = self._irreducible(rest)
        if len(parts) == 1 and parts[0][1] == 1:
            shown = self._shown(rest) if rest != p else None
            shown = shown or self._known_multiple(rest)
            return _turned(_product((shown, self._monomial_sign(monomial))), content)
        signs = [self._of_power(self._shown(q) or self._known_multiple(q), n) for q, n in parts]
        signs += [self._monomial_sign(monomial)]
        return _turned(_product(signs), content)

    def _known_multiple(self, p: Sum) -> str | None:
        """Return the sign of a sum of which a rational multiple is known."""
        for key, sign in self.known.items():
            ratio, shift = self._ratio(p, dict(key))
            if ratio is not None:
                return _turned(_product((sign, self._monomial_sign(shift))), ratio)
        return None

    def _of_power(self, sign: str | None, times: int) -> str | None:
        if times % 2 == 0:
            return "+" if sign in ("+", "-") else ">="
        return sign

    def _shown(self, p: Sum) -> str | None:
        """Return the sign that all terms have, generators above 1 measured from 1 if need be."""
        found = self._of_terms(p)
        if found is None:
            for numbers in self._above_one(p):
                found = self._of_terms(self._from_one(p, numbers))
                if found is not None:
                    return found
        return found or self._of_logarithms(p)

    def _of_logarithms(self, p: Sum) -> str | None:
        """Return the sign of a sum in which logarithms with one factor in common are put together.

        c log g + d log h has the sign of g**c h**d - 1.
        """
        groups: dict[Monomial, dict[int, Number]] = {}
        others: Sum = {}
        for monomial, coefficient in p.items():
            logs = [n for n, e in monomial if self.generators[n].kind == "log" and e == 1]
            if logs:
                rest = tuple((n, e) for n, e in monomial if n != logs[0])
                groups.setdefault(rest, {})[self.generators[logs[0]].data] = coefficient
            else:
                others[monomial] = coefficient
        signs = [self._of_terms(others)] if others else []
        for rest, exponents in groups.items():
            product = self.constant(1)
            for base, exponent in exponents.items():
                product = self.multiply(product, self._root(base, exponent))
            signs.append(
                _product(
                    (self.sign(self.minus(product, self.constant(1))), self._monomial_sign(rest))
                )
            )
        return _total(signs) if groups else None

    def _of_terms(self, p: Sum | None) -> str | None:
        """Return the sign that all terms have, constants of one monomial added up in balls."""
        groups: dict[Monomial, Sum] = {}
        for monomial, coefficient in p.items() if p else ():
            fixed = tuple((n, e) for n, e in monomial if self.generators[n].ball is not None)
            moving = tuple((n, e) for n, e in monomial if self.generators[n].ball is None)
            groups.setdefault(moving, {})[fixed] = coefficient
        signs = []
        for moving, number in groups.items():
            signs.append(_product((self._monomial_sign(moving), self._number_sign(number))))
        return _total(signs) if signs else None

    def _number_sign(self, fixed: Sum) -> str | None:
        if set(fixed) == {ONE}:
            return "+" if fixed[ONE] > 0 else "-"
        with flint.ctx.workprec(BITS):
            total = sum((self._ball(m) * _arb(c) for m, c in fixed.items()), arb(0))
            return "+" if total > 0 else "-" if total < 0 else None

    def _ball(self, monomial: Monomial) -> arb:
        product = arb(1)
        for number, exponent in monomial:
            ball = self.generators[number].ball
            if ball is None:
                raise Outside("a number that is no constant")
            product *= ball ** _arb(exponent)
        return product

    def ball(self, a: Term) -> arb | None:
        """Return an enclosure of a term of constants, `None` if it is not constant."""
        sides = []
        for side in (a.above, a.below):
            if any(self.generators[n].ball is None for m in side for n, _ in m):
                return None
            with flint.ctx.workprec(BITS):
                sides.append(sum((self._ball(m) * _arb(c) for m, c in side.items()), arb(0)))
        with flint.ctx.workprec(BITS):
            return sides[0] / sides[1]

    def _monomial_sign(self, monomial: Monomial) -> str | None:
        signs: list[str | None] = []
        for number, exponent in monomial:
            sign = self.generators[number].sign
            if exponent.denominator == 1 and exponent % 2 == 0:
                sign = "+" if sign in ("+", "-") else ">=" if exponent > 0 else None
            elif (exponent < 0 and sign in (">=", "<=")) or (
                exponent.denominator != 1 and sign not in ("+", ">=")
            ):
                sign = None
            signs.append(sign)
        return _product(signs)

    def _above_one(self, p: Sum) -> Iterable[dict[int, int]]:
        """Yield generators of a sum that are at least 1, each with the root that is taken of it.

        Integers come first, then powers and sums that are above 1.
        """
        numbers = sorted({n for m in p for n, _ in m})
        exponents = {n: [e for m in p for k, e in m if k == n] for n in numbers}
        usable = [n for n in numbers if min(exponents[n]) >= 0]
        integers = [n for n in usable if self._is_natural(n)]
        powers = [n for n in usable if self._is_above_one(n)]
        for chosen in (integers, powers, integers + powers):
            if chosen:
                yield {n: lcm(*(e.denominator for e in exponents[n])) for n in chosen}

    def _is_natural(self, number: int) -> bool:
        return self.generators[number].whole and self.generators[number].sign == "+"

    def _is_above_one(self, number: int) -> bool:
        found = self.generators[number]
        if found.kind not in ("power", "sum") or found.ball is not None:
            return False
        base, monomial = found.data if found.kind == "power" else (number, ONE)
        ball = self.generators[base].ball
        if ball is not None:
            larger = "+" if ball > 1 else None
        else:
            larger = self.sign(self.minus(self._root(base, 1), self.constant(1)))
        return larger == "+" and self._monomial_sign(monomial) == "+"

    def _from_one(self, p: Sum, roots: dict[int, int]) -> Sum | None:
        """Write (1 + h)**root for some generators; h is positive, of an integer at least 0."""
        if sum(int(e * roots[n]) for m in p for n, e in m if n in roots) > 200:
            return None
        total: Sum = {}
        for monomial, coefficient in p.items():
            product: Sum = {tuple((n, e) for n, e in monomial if n not in roots): coefficient}
            for n, e in monomial:
                if n in roots:
                    key = ("excess", n, roots[n])
                    sign = ">=" if self.generators[n].whole else "+"
                    h = self.generator("value", ("excess", n), key, sign=sign)
                    step: Sum = {ONE: 1, ((h, 1),): 1}
                    product = self.times(product, self._sum_power(step, int(e * roots[n])))
            total = self.plus(total, product)
        return total

    # -- slopes -------------------------------------------------------------------------------

    def slope(self, a: Term, unknown: int) -> Term:
        """Return the derivative of a term in an unknown."""
        if all(m == ONE for m in a.below):
            return self.scaled(self._sum_slope(a.above, unknown), quotient(1, a.below[ONE]))
        up, low = as_term(a.above), as_term(a.below)
        top = self.minus(
            self.multiply(self._sum_slope(a.above, unknown), low),
            self.multiply(up, self._sum_slope(a.below, unknown)),
        )
        return self.multiply(top, self.inverse(self.multiply(low, low)))

    def _sum_slope(self, p: Sum, unknown: int) -> Term:
        total = self.constant(0)
        for monomial, coefficient in p.items():
            for n, e in monomial:
                inner = self._generator_slope(n, unknown)
                if inner.above:
                    rest = dict(monomial)
                    rest[n] = e - 1
                    total = self.add(
                        total,
                        self.multiply(self.scaled(self._product_of(rest), coefficient * e), inner),
                    )
        return total

    def _product_of(self, exponents: Mapping[int, Number]) -> Term:
        result = self.constant(1)
        for n, e in exponents.items():
            if e:
                result = self.multiply(result, self._root(n, e))
        return result

    def _generator_slope(self, number: int, unknown: int) -> Term:
        found = self.generators[number]
        if number == unknown:
            return self.constant(1)
        if found.ball is not None or found.kind in ("unknown", "free", "prime"):
            return self.constant(0)
        if found.kind == "sum":
            return self._sum_slope(found.data, unknown)
        if found.kind == "log":
            return self.multiply(
                self._generator_slope(found.data, unknown), self._root(found.data, -1)
            )
        if found.kind == "power":
            base, monomial = found.data
            exponent = self.opened(monomial)
            inner = self.multiply(self.slope(exponent, unknown), self._log_of(base))
            outer = self.multiply(
                exponent, self.multiply(self._generator_slope(base, unknown), self._root(base, -1))
            )
            return self.multiply(self.single(number), self.add(inner, outer))
        if found.kind == "integral":
            return self._integral_slope(found.data, unknown)
        name, argument = found.data
        if not isinstance(argument, Term):
            raise Outside(f"the slope of {name}")
        inner = self.slope(argument, unknown)
        return self.multiply(self._outer_slope(name, argument), inner) if inner.above else inner

    def _integral_slope(self, made: Integrated, unknown: int) -> Term:
        """Return the slope of an integral whose ends alone depend on an unknown."""
        if unknown in made.inside:
            raise Outside("an integrand that depends on the unknown")
        low, high = (self.multiply(made.at(end), self.slope(end, unknown)) for end in made.ends)
        return self.minus(high, low)

    def _outer_slope(self, name: str, t: Term) -> Term:
        """Return the derivative of an elementary function at its argument."""
        one, square = self.constant(1), self.multiply(t, t)
        if name in ("erf", "erfc"):
            root = self.power(self.pi(), self.constant(-HALF))
            factor = self.scaled(root, 2 if name == "erf" else -2)
            return self.multiply(factor, self.exp(self.scaled(square, -1)))
        half = self.constant(HALF)
        if name == "inverse":
            return self.scaled(self.inverse(square), -1)
        if name == "atan":
            return self.inverse(self.add(one, square))
        if name == "asinh":
            return self.inverse(self.power(self.add(one, square), half))
        if name == "sin":
            return self.value("cos", t)
        if name == "cos":
            return self.scaled(self.value("sin", t), -1)
        raise Outside(f"the slope of {name}")

    # -- an unknown at zero -------------------------------------------------------------------

    def at_zero(self, a: Term, unknown: int) -> Term:
        """Return the limit of a term as an unknown falls to 0, where it is continuous.

        Raises:
            Outside: continuity at 0 is not seen.
        """
        above, below = self._sum_at_zero(a.above, unknown), self._sum_at_zero(a.below, unknown)
        if self.sign(below) not in ("+", "-"):
            raise Outside("a denominator that may vanish where an unknown does")
        return self.multiply(above, self.inverse(below))

    def _sum_at_zero(self, p: Sum, unknown: int) -> Term:
        total = self.constant(0)
        for monomial, coefficient in p.items():
            product = self.constant(coefficient)
            for n, e in monomial:
                product = self.multiply(product, self._power_at_zero(n, e, unknown))
            total = self.add(total, product)
        return total

    def _power_at_zero(self, number: int, exponent: Number, unknown: int) -> Term:
        found = self.generators[number]
        if number == unknown:
            if exponent < 0:
                raise Outside("a negative power of an unknown at 0")
            return self.constant(0)
        if found.ball is not None or found.kind in ("unknown", "free", "prime"):
            return self._root(number, exponent)
        if found.kind == "sum":
            base = self._sum_at_zero(found.data, unknown)
        elif found.kind == "integral":
            # The integrand is bounded where it is continuous: up to an end that stays in place.
            ends, inside = found.data.ends, found.data.inside
            moved = [unknown in self._all_in(end) for end in ends]
            low, high = (self.at_zero(end, unknown) for end in ends)
            if (
                exponent < 0
                or all(moved)
                or unknown in inside
                or self.sign(self.minus(high, low)) != "0"
            ):
                raise Outside("an integral that does not vanish with the unknown")
            base = self.constant(0)
        elif found.kind == "log":
            base = self.log(self._power_at_zero(found.data, 1, unknown))
        elif found.kind == "power":
            inner, monomial = found.data
            at = self._power_at_zero(inner, 1, unknown)
            raised = self.at_zero(self.opened(monomial), unknown)
            if self.sign(at) != "+":
                raise Outside("a power whose base may vanish where an unknown does")
            base = self.power(at, raised)
        else:
            name, argument = found.data
            if not isinstance(argument, Term):
                raise Outside(f"{name} where an unknown vanishes")
            at = self.at_zero(argument, unknown)
            if name == "inverse":
                if self.sign(at) not in ("+", "-"):
                    raise Outside("a denominator that may vanish where an unknown does")
                base = self.inverse(at)
            elif name in CONTINUOUS:
                base = self.value(name, at)
            else:
                raise Outside(f"{name} where an unknown vanishes")
        return self.power(base, self.constant(exponent))


ODD_AND_INCREASING = ("asinh", "atan", "erf", "asin", "atanh")
CONTINUOUS = ("sin", "cos", "asinh", "atan", "erf", "erfc")


def _arb(number: Number) -> arb:
    return arb(fmpq(number.numerator, number.denominator))


def _gcd(size: fmpq, number: Number) -> fmpq:
    """Return the largest rational of which both are whole multiples."""
    n, d = fmpz(abs(number.numerator)), fmpz(number.denominator)
    return fmpq((size.numerator * d).gcd(n * size.denominator), size.denominator * d)


def _turned(sign: str | None, factor: Number) -> str | None:
    """Return the sign of a rational multiple."""
    return sign if factor > 0 else OPPOSITE.get(sign)  # type: ignore[arg-type]


OPPOSITE: dict[str | None, str | None] = {
    "+": "-",
    "-": "+",
    ">=": "<=",
    "<=": ">=",
    "0": "0",
    None: None,
}


def _product(signs: Iterable[str | None]) -> str | None:
    """Return the sign of a product of numbers with these signs."""
    result: str | None = "+"
    for sign in signs:
        if sign is None or result is None:
            return None
        if "0" in (sign, result):
            result = "0"
            continue
        positive = (sign in ("+", ">=")) == (result in ("+", ">="))
        strict = sign in "+-" and result in "+-"
        result = ("+" if positive else "-") if strict else (">=" if positive else "<=")
    return result


def _total(signs: Iterable[str | None]) -> str | None:
    """Return the sign of a sum of numbers with these signs."""
    found = set(signs) - {"0"}
    if not found:
        return "0"
    if found <= {"+", ">="}:
        return "+" if "+" in found else ">="
    if found <= {"-", "<="}:
        return "-" if "-" in found else "<="
    return None
