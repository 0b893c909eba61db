"""Enclosures of integrals, and integrals that have no value.

`acb.integral` asks for the integrand on real balls, where it may be anything, and on complex ones,
where it must be holomorphic. On real balls the rules for real numbers answer: an integrand that is
complex or undefined there has no value, instead of a real part. On complex balls every rule returns
a function that is holomorphic there and equal to the integrand at the real points, or nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sympy as sp
from flint import acb, arb, fmpq

from verify.truth.outcomes import NoValue, Undecided, Undefined
from verify.truth.ranges import polynomial

if TYPE_CHECKING:
    from verify.truth.arithmetic import Arithmetic

INTEGRAND_EVALUATIONS = 1500  # per integral and precision; then the enclosure is as it is
NOTHING = acb("nan", "nan")


def _integral(arithmetic: Arithmetic, expression: Any) -> Any:
    body, *limits = expression.args
    if len(limits) != 1 or len(limits[0]) != 3:
        raise Undecided("only single definite integrals")
    variable, *ends = limits[0]
    low, high = arithmetic.numbers(ends)
    integrand = Integrand(arithmetic, body, variable, low, high)
    if integrand.exact and low == high:
        return integrand.at_one_point()
    value = acb.integral(
        integrand, acb(low), acb(high), eval_limit=INTEGRAND_EVALUATIONS, use_heap=True
    )
    if value.is_finite():
        return value if arithmetic.analytic else value.real
    if arithmetic.analytic:
        raise Undecided("cannot enclose", expression, "on a complex ball")
    if integrand.undefined and not acb(low).overlaps(acb(high)):
        raise Undefined("the integrand is undefined on a part of the range of", expression)
    if integrand.exact and _diverges(arithmetic, body, variable, *sorted((low, high))):
        raise Undefined(expression, "diverges")
    raise Undecided("cannot enclose", expression)


class Integrand:
    """What `acb.integral` calls with a ball of the path of integration.

    Args:
        arithmetic: of the point at which the integral is evaluated.
        body, variable, low, high: the integral.
    """

    def __init__(self, arithmetic: Arithmetic, body: Any, variable: Any, low: Any, high: Any):
        self.arithmetic = arithmetic
        self.body = body
        self.variable = variable
        self.exact = type(low) is fmpq and type(high) is fmpq
        ranges = {s: r for s, r in arithmetic.ranges.items() if s != variable}
        if self.exact:
            ranges[variable] = (min(low, high), max(low, high))
        self.ranges = ranges
        self.known = arithmetic.constants(body, variable)
        self.undefined = False  # on a real ball of positive length

    def __call__(self, z: acb, analytic: bool) -> acb:
        """Return the value on a ball; not finite where there is none."""
        holomorphic = analytic or self.arithmetic.analytic
        if self.undefined:
            return NOTHING
        try:
            self.arithmetic.work.spend(1)
            return acb(self._value(z if holomorphic else z.real, holomorphic))
        except Undefined:
            self.undefined = not holomorphic and bool(z.real.rad() > 0)
        except (Undecided, RecursionError):
            pass
        return NOTHING

    def at_one_point(self) -> fmpq:
        """Return the integral over a range of no length: 0, if the integrand has a value there."""
        try:
            self._value(self.ranges[self.variable][0], self.arithmetic.analytic)
        except Undefined as reason:
            raise Undecided("the integrand at the one point of its range") from reason
        return fmpq(0)

    def _value(self, at: Any, holomorphic: bool) -> Any:
        point = {self.variable: at}
        return self.arithmetic.at(point, holomorphic, self.ranges, self.known).number(self.body)


def _diverges(arithmetic: Arithmetic, body: Any, variable: Any, low: fmpq, high: fmpq) -> bool:
    """Return whether an integrand surely has a pole in the range that cannot be integrated.

    It has one at a zero of a polynomial g if it is a sum of a product g**e h with e <= -1 and of
    further terms, where close to the zero h stays away from 0 and the further terms are bounded:
    |g| <= L d at the distance d from the zero, so that the integrand is at least c/d - C there.
    """
    terms = body.args if isinstance(body, sp.Add) else (body,)
    for term in terms:
        factors = term.args if isinstance(term, sp.Mul) else (term,)
        for factor in factors:
            for zero in _zeros(arithmetic, factor, variable, low, high):
                nearby = arithmetic.at({variable: zero + arb(0, (high - low) / 1024)})
                if all(_is_bounded(nearby, other) for other in terms if other is not term) and all(
                    _is_bounded(nearby, other, away=True)
                    for other in factors
                    if other is not factor
                ):
                    return True
    return False


def _zeros(arithmetic: Arithmetic, factor: Any, variable: Any, low: fmpq, high: fmpq) -> list[arb]:
    """Return zeros in the range of the polynomial of which a factor is a power of at most -1."""
    if not isinstance(factor, sp.Pow):
        return []
    base = factor.base.args[0] if isinstance(factor.base, sp.Abs) else factor.base
    exponent = polynomial(arithmetic, factor.exp, variable)
    found = polynomial(arithmetic, base, variable)
    if exponent is None or exponent.degree() > 0 or exponent[0] > -1:
        return []
    if found is None or found.degree() < 1:
        return []
    zeros = [arb(end) for end in (low, high) if found(end) == 0]
    roots: Any = found.numer().complex_roots()
    return zeros + [
        root.real for root, _ in roots if root.imag.is_zero() and low < root.real < high
    ]


def _is_bounded(nearby: Arithmetic, term: Any, away: bool = False) -> bool:
    """Return whether a term is bounded, and bounded away from 0 if asked, close to a zero."""
    try:
        value = nearby.number(term)
    except NoValue:
        return False
    return not away or bool(value > 0 or value < 0)


RULES = {sp.Integral: _integral}
