"""Signs of terms, as far as their normal form shows them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import lcm
from typing import Any

from verify.kernel.sums import MAX_DEGREE, ONE, Monomial, Number, Sum, Work
from verify.kernel.terms import Term, Terms
from verify.kernel.total import Outside

OPPOSITE: dict[str | None, str | None] = {
    "+": "-",
    "-": "+",
    ">=": "<=",
    "<=": ">=",
    "0": "0",
    None: None,
}


class SignedTerms(Terms):
    """Terms of which signs are asked; `known` are signs of sums that were shown before."""

    def __init__(self, work: Work) -> None:
        super().__init__(work)
        self.known: dict[Any, str] = {}
        self.signs: dict[Any, str | None] = {}

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

    # -- of factors -----------------------------------------------------------------------------

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

    # -- of terms -------------------------------------------------------------------------------

    def _shown(self, p: Sum) -> str | None:
        """Return the sign that all terms have, generators above 1 measured from 1 if need be."""
        found = self._of_terms(p)
        if found is None:
            for numbers in self._above_one(p):
                found = self._of_terms(self._from_one(p, numbers))
                if found is not None:
                    return found
        return found or self._of_logarithms(p)

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
        total = self._sum_ball(fixed)
        if total is None:
            return None
        return "+" if total > 0 else "-" if total < 0 else None

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

    # -- of logarithms --------------------------------------------------------------------------

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
            if not all(-MAX_DEGREE <= exponent <= MAX_DEGREE for exponent in exponents.values()):
                return None
            product = self.constant(1)
            try:
                for base, exponent in exponents.items():
                    product = self.multiply(product, self._root(base, exponent))
            except Outside:
                return None  # a power too high to be multiplied out
            signs.append(
                _product(
                    (self.sign(self.minus(product, self.constant(1))), self._monomial_sign(rest))
                )
            )
        return _total(signs) if groups else None

    # -- of what is above one -------------------------------------------------------------------

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


def _turned(sign: str | None, factor: Number) -> str | None:
    """Return the sign of a rational multiple."""
    return sign if factor > 0 else OPPOSITE.get(sign)  # type: ignore[arg-type]


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
