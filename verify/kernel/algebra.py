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

from verify.kernel.functions import HALF, Functions
from verify.kernel.sums import ONE, Number, Sum, quotient
from verify.kernel.terms import Integrated, Term, as_term, numbers_in
from verify.kernel.total import Outside

CONTINUOUS = ("sin", "cos", "asinh", "atan", "erf", "erfc")


class Algebra(Functions):
    """Terms over the generators of one case."""

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

    # -- slopes -----------------------------------------------------------------------------------

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

    # -- an unknown at zero -----------------------------------------------------------------------

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
