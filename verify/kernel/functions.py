"""Powers, logarithms, elementary functions and integrals of terms, by their definitions."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import flint
from flint import arb, fmpz

from verify.kernel.signs import SignedTerms
from verify.kernel.sums import BITS, ONE, Monomial, Number, Sum, Work
from verify.kernel.terms import Integrated, Term, as_term
from verify.kernel.total import Outside

HALF = Fraction(1, 2)
ODD_AND_INCREASING = ("asinh", "atan", "erf", "asin", "atanh")


class Functions(SignedTerms):
    """Terms of which powers, logarithms and other functions are taken."""

    def __init__(self, work: Work) -> None:
        super().__init__(work)
        self.logs = False  # whether inverse hyperbolic functions are written as logarithms

    # -- powers -----------------------------------------------------------------------------------

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

    def _symbolic(self, base: int, monomial: Monomial, coefficient: Number) -> Term:
        """Return base**(coefficient * monomial), base a positive generator."""
        below = self.generators[base].ball
        with flint.ctx.workprec(BITS):
            above = self._ball(monomial)
            ball = below**above if below is not None and above is not None else None
        number = self.generator("power", (base, monomial), (base, monomial), sign="+", ball=ball)
        return self.single(number, coefficient)

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
            "value",
            ("inverse", as_term(rest)),
            ("inverse", self._sum_key(rest)),
            sign=self._sum_sign(rest),
        )
        return self.plus(entire, self.times(remainder, {((inverse, 1),): 1})).items()

    def exp(self, exponent: Term) -> Term:
        """Return exp(exponent)."""
        (((number, _),),) = self.euler().above
        return self._raised(number, exponent)

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

    # -- logarithms -------------------------------------------------------------------------------

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

    def _sum_generator(self, p: Sum) -> int:
        key, ball = self._sum_key(p), self._sum_ball(p)
        return self.generator("sum", p, key, sign="+", ball=ball)

    # -- other functions --------------------------------------------------------------------------

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
