"""Bounds of a product with an integral, where the rules for rates do not give its own rate.

    from below    what is nowhere negative has over a range at least the integral over a part of it,
                  from one number to its double, where the integrand at any place tells the rate
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
    >>> list(bounds(sp.Integral((1 - sp.exp(-SCALE / x)) * x**-SCALE, (x, 1, SCALE**2)) / SCALE))
    [('at most', 1/(scale*(scale - 1)))]
    """
    factor = _only_integral(term)
    if factor is None or not _is_positive(factor.rest):
        return
    for relation, bound in (("at least", _from_below(factor)), ("at most", _from_above(factor))):
        if bound is not None and _is_positive(bound):
            yield relation, bound


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


def _from_below(factor: _Factor) -> Any:
    inside = _is_positive(factor.low) and factor.goes_beyond(2 * factor.low)
    if not inside or not _is_not_negative(factor.body):
        return None
    there = factor.body.xreplace({factor.place: factor.low * factor.place})
    return simplified(factor.rest * factor.low * there)


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
    """Return whether a term with positive symbols is seen not to be negative.

    >>> x = sp.Symbol("x", positive=True)
    >>> _is_not_negative((1 - sp.exp(-x)) / x), _is_not_negative(1 - x)
    (True, False)
    """
    if e.is_nonnegative or _is_share(e):
        return True
    return isinstance(e, (sp.Mul, sp.Add)) and all(map(_is_not_negative, e.args))
