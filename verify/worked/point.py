"""Formulas of arguments at the values of a worked example: true or false, and their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from theory.binders import SequenceOf, substitute
from theory.definedness import connected, rebuilt
from theory.language import Apply
from theory.orders import Magnitude
from theory.quantifiers import Every
from theory.values import PiecewiseLinear
from verify.claims.meanings import Interpretation, Meanings, interpretations
from verify.errors import FROM_A_PAPER
from verify.judging.at_strings import Beyond, bounded
from verify.judging.strings import Made
from verify.truth import Truth, enclose
from verify.variants.concrete import Ground
from verify.variants.quantified import truth_at
from verify.worked.chosen import Thing
from verify.worked.limits import by_value

TERMS, PROGRAMS = 600, 64  # of a sum, also cases of a condition; of a sum of what programs compute
CONSTANTS = tuple(map(sp.Rational, ("1", "1/2", "2", "1/4", "4")))  # of hypotheses on a size


class At:
    """One point.

    Args:
        meanings: of the heads.
        values: of symbols and sequences, without free symbols.
        things: the functions and the laws.
    """

    def __init__(
        self, meanings: Meanings, values: Mapping[Any, Any], things: Mapping[Any, Thing]
    ) -> None:
        self.values, self.things = values, things
        self.ground = _Ground(meanings, dict(_as_made(things)), frozenset())

    def truth(self, condition: Any) -> Truth:
        """Return the truth of a condition; a hypothesis on a size holds with some constant."""
        if isinstance(condition, Magnitude):
            found = [self.truth(condition.bound(constant)) for constant in CONSTANTS]
            return Truth.TRUE if Truth.TRUE in found else Truth.UNKNOWN
        try:
            here = self.closed(by_value(condition, self.things))
            return truth_at(here, {}, self._interpretation())
        except FROM_A_PAPER:  # also of our own: what this point does not decide
            return Truth.UNKNOWN

    def number(self, term: Any) -> Any:
        """Return the value of a term, exactly or as a ball, or `None` if it is not known."""
        try:
            return enclose(self.closed(term), {}, self._interpretation())
        except FROM_A_PAPER:  # also of our own: what this point does not decide
            return None

    def closed(self, e: Any) -> Any:
        """Return a formula with the values put in; what has none stays as it is."""
        return self.ground.value(substitute(e, self.values))

    def _interpretation(self) -> Interpretation:
        return interpretations({**self.ground.known, **self.ground.meanings})[0]


class _Ground(Ground):
    """Values of functions and laws, and what a formula says with longer sums, and integrals."""

    def _integral(self, e: Any) -> Any:
        """Return the integral of a chosen function as areas, another one with the values put in."""
        variable, *ends = e.limits[0]
        if len(e.limits) > 1 or len(ends) < 2 or e.function.has(Apply):
            return super()._integral(e)
        low, high = map(self.value, ends)
        return sp.Integral(self.value(e.function), (variable, low, high))

    def _over_range(self, e: Any) -> Any:
        *inner, (index, low, high) = e.limits
        low, high = self.value(low), self.value(high)
        whole = all(isinstance(end, sp.Integer) for end in (low, high))
        most = PROGRAMS if e.function.has(AppliedUndef) else TERMS
        if not whole or high - low > most:
            raise Beyond
        body = type(e)(e.function, *inner) if inner else e.function
        terms = [self._where(index, sp.Integer(i), body) for i in range(low, high + 1)]
        return rebuilt(sp.Add if isinstance(e, sp.Sum) else sp.Mul, terms)

    def _quantified(self, e: Any) -> Any:
        symbol, body = e.args
        cases = bounded(e, self._end, TERMS) if getattr(symbol, "is_integer", False) else None
        if cases is None:
            return super()._quantified(e)
        parts = [self._where(symbol, sp.Integer(number), body) for number in cases]
        return connected(sp.And if isinstance(e, Every) else sp.Or, parts)

    def _string(self, sequence: Any) -> Any:
        if isinstance(sequence, SequenceOf):
            raise Beyond  # a program would be given a few of its entries alone
        return super()._string(sequence)


def _as_made(things: Mapping[Any, Thing]) -> Iterable[tuple[Any, Any]]:
    for symbol, thing in things.items():
        if isinstance(thing, PiecewiseLinear):
            yield symbol, Made(thing, str(symbol))
        else:
            yield symbol, thing
