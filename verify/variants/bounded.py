"""Whether hypotheses keep a positive term on one side of a positive constant.

The constant may depend on all that an order is not uniform in, and on those of hypotheses on sizes.
If x * r is at most of order 1, and r is at least a constant, x is at most another one. A product is
so by its factors, a power by its base, if the sign of its exponent is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import sympy as sp

from theory.binders import unbound
from theory.orders import Large, Magnitude
from verify.kernel.conditions import conjuncts, ge, gt, le

NUMBERS = (sp.Integer(1), sp.Rational(1, 16), sp.Integer(16))
DEEPEST = 2  # hypotheses that are used for what is beside a term in another one


@dataclass(frozen=True)
class Bounds:
    """Tells which terms are at least, or at most, positive constants.

    Args:
        given: the hypotheses.
        over: what no constant may depend on.
        shows: whether the hypotheses imply a condition.

    >>> from verify.variants.consequences import implies
    >>> from theory.orders import Small
    >>> x, y, p = sp.symbols("x y p", real=True)
    >>> given = (y >= 2, x > 0, p > 1, Small(x * y**p * sp.log(y)))
    >>> at = Bounds(given, frozenset({x, y}), lambda says: implies(given, says))
    >>> at.is_bounded(x, above=True), at.is_bounded(x, above=False), at.is_bounded(y, above=True)
    (True, False, False)
    """

    given: tuple[Any, ...]
    over: frozenset[Any]
    shows: Callable[[Any], bool]

    def is_bounded(self, term: Any, above: bool, depth: int = DEEPEST) -> bool:
        """Return whether a term is positive, and at most a constant, or at least a positive one."""
        if self.over.isdisjoint(unbound(term)):
            return self._is_positive(term)
        if isinstance(term, sp.Mul):
            return all(self.is_bounded(factor, above, depth) for factor in term.args)
        if isinstance(term, sp.Pow):
            return self._is_power_bounded(term, above, depth)
        if isinstance(term, (sp.Max, sp.Min)):
            needs_one = isinstance(term, sp.Min) is above
            each = (self.is_bounded(part, above, depth) for part in term.args)
            return any(each) if needs_one and self._is_positive(term) else all(each)
        if isinstance(term, sp.log):
            far = self.shows(ge(term.args[0], 2))
            return far and (not above or self.is_bounded(term.args[0], above, depth))
        if not self._is_positive(term):
            return False
        if any(self._is_beside(term, number, above) for number in NUMBERS):
            return True
        return depth > 0 and any(self._by(size, term, above, depth - 1) for size in self._sizes())

    def _is_power_bounded(self, power: Any, above: bool, depth: int) -> bool:
        base, exponent = power.as_base_exp()
        if not self.over.isdisjoint(unbound(exponent)):
            return False
        if self.shows(ge(exponent, 0)):
            return self.is_bounded(base, above, depth)
        return self.shows(le(exponent, 0)) and self.is_bounded(base, not above, depth)

    def _is_positive(self, term: Any) -> bool:
        return self.shows(gt(term, 0))

    def _is_beside(self, term: Any, number: Any, above: bool) -> bool:
        return self.shows(le(term, number) if above else ge(term, number))

    def _sizes(self) -> Iterator[tuple[Any, bool]]:
        """Yield terms of which hypotheses say that they are at most constants, or at least."""
        for size in conjuncts(self.given):
            if isinstance(size, Magnitude):
                yield size.args[0], not isinstance(size, Large)

    def _by(self, size: tuple[Any, bool], term: Any, above: bool, depth: int) -> bool:
        """Return whether it is bounded because a product with one of its powers is."""
        product, is_above = size
        rest, power = product.as_independent(term, as_Add=False)
        base, exponent = power.as_base_exp()
        if base != term or not exponent.is_Rational or term in unbound(rest):
            return False
        # x**p * r <= K gives x**p <= K / r
        return (is_above == above) is bool(exponent > 0) and self.is_bounded(
            rest, not is_above, depth
        )
