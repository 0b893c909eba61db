"""Bounds of a product with an integral or a sum, where the rules for rates do not give its rate.

    from below    what is nowhere negative has over a range at least the integral over a part of it,
                  from its start to the double, or from half of its end on, where the integrand at
                  any place tells the rate
                  and a sum of terms that are nowhere negative has at least the first of them
    from above    a falling power times what is between 0 and 1 has from 1 on at most the integral
                  of that power to infinity

Both hold however the exponents move along a ray.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import sympy as sp

from verify.variants.paths import growth, simplified


class _Factor(NamedTuple):
    """An integral with its integrand at a place, and the other factors of a product."""

    rest: Any
    body: Any
    place: Any
    low: Any
    high: Any

    def goes_beyond(self, end: Any) -> bool:
        """Return whether the range goes further than a term at every large scale."""
        return _is_positive(simplified(sp.expand(self.high - end)))


def bounds(term: Any) -> Iterator[tuple[str, Any]]:
    """Yield terms of whose order a product is "at least" or "at most" along a ray.

    >>> from verify.variants.paths import SCALE
    >>> x = sp.Symbol("x", real=True)
    >>> whole = sp.Integral((1 - sp.exp(-SCALE / x)) * x**-SCALE, (x, 1, SCALE**2)) / SCALE
    >>> dict(bounds(whole))["at most"]
    1/(scale*(scale - 1))
    """
    first = _first_term(term)
    if first is not None and _is_positive(first):
        yield "at least", first
    factor = _only_integral(term)
    if factor is None or not _is_positive(factor.rest):
        return
    yield from (("at least", bound) for bound in _from_below(factor) if _is_positive(bound))
    above = _from_above(factor)
    if above is not None and _is_positive(above):
        yield "at most", above


def _first_term(term: Any) -> Any:
    """Return the first term of the sum in a product, times the rest, if none is negative.

    >>> n, x = sp.symbols("n x", positive=True)
    >>> _first_term(2 * sp.Sum(n * sp.erfc(x - n), (n, 1, 9)))
    2*erfc(x - 1)
    >>> _first_term(sp.Sum(3 - n, (n, 1, 9)))
    """
    factors = sp.Mul.make_args(term)
    sums = [f for f in factors if isinstance(f, sp.Sum)]
    if len(sums) != 1 or len(sums[0].limits) != 1:
        return None
    index, low, high = sums[0].limits[0]
    last, own = growth(simplified(sp.expand(high - low))), sp.Dummy("place", positive=True)
    inside = sp.Ge(low, 1) == sp.true and last is not None and last[1] >= 0
    rest = sp.Mul(*(f for f in factors if f != sums[0]))
    if not inside or not _is_positive(rest):
        return None
    if not _is_not_negative(simplified(sums[0].function.xreplace({index: own}))):
        return None
    return simplified(rest * sums[0].function.xreplace({index: low}))


def _only_integral(term: Any) -> _Factor | None:
    factors = sp.Mul.make_args(term)
    integrals = [f for f in factors if isinstance(f, sp.Integral)]
    if len(integrals) != 1 or len(integrals[0].limits) != 1 or len(integrals[0].limits[0]) != 3:
        return None
    variable, low, high = integrals[0].limits[0]
    place = sp.Dummy("place", positive=True)
    body = simplified(integrals[0].function.xreplace({variable: place}))
    factor, body = body.as_independent(place, as_Add=False)
    rest = sp.Mul(factor, *(f for f in factors if f != integrals[0]))
    return _Factor(rest, body, place, low, high)


def _is_positive(term: Any) -> bool:
    found = growth(term)
    return found is not None and found[1] > 0


def _from_below(factor: _Factor) -> Iterator[Any]:
    """Yield the integral's order over the first doubling of its range, and over the last one."""
    inside = _is_positive(factor.low) and factor.goes_beyond(2 * factor.low)
    if not inside or not _is_not_negative(factor.body):
        return
    for start in (factor.low, factor.high / 2):
        there = factor.body.xreplace({factor.place: start * factor.place})
        yield simplified(factor.rest * start * there)


def _from_above(factor: _Factor) -> Any:
    parts = [part.as_base_exp() for part in sp.Mul.make_args(factor.body)]
    power = sp.cancel(-1 - sp.Add(*(exponent for base, exponent in parts if base == factor.place)))
    others = [base**exponent for base, exponent in parts if base != factor.place]
    falls = _is_positive(power) and factor.place not in power.free_symbols
    if factor.low != 1 or not falls or not factor.goes_beyond(1) or not all(map(_is_share, others)):
        return None
    return simplified(factor.rest / power)


def _is_share(e: Any) -> bool:
    """Return whether a term with positive symbols is seen to be between 0 and 1.

    >>> x = sp.Symbol("x", positive=True)
    >>> _is_share(1 - sp.exp(-x)), _is_share(sp.exp(-x)), _is_share(1 + x)
    (True, True, False)
    """
    other = e if isinstance(e, sp.exp) else 1 - e
    return isinstance(other, sp.exp) and bool(other.args[0].is_nonpositive)


def _is_not_negative(e: Any) -> bool:
    """Return whether a term with positive symbols is seen not to be negative where it is real.

    >>> x = sp.Symbol("x", positive=True)
    >>> _is_not_negative((1 - sp.exp(-x)) / x), _is_not_negative(1 - x)
    (True, False)
    """
    if e.is_nonnegative or _is_share(e) or isinstance(e, (sp.erfc, sp.exp)):
        return True
    if isinstance(e, sp.Pow) and e.exp.is_Integer and e.exp.is_even:
        return True
    if e.is_Add and e.args[0].is_number:  # 2 - erfc(x) is erfc(-x)
        number, rest = e.as_coeff_Add()
        factor, inner = rest.as_coeff_Mul()
        if isinstance(inner, sp.erfc) and factor < 0 and number + 2 * factor >= 0:
            return True
    return isinstance(e, (sp.Mul, sp.Add)) and all(map(_is_not_negative, e.args))
