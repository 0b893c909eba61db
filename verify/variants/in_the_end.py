"""What is said to hold from some number on, and does by the powers of it that are compared.

"There is an s so that for every x >= s something holds" is so if that something holds at every
large x, however large that has to be for the constants. A positive multiple of a power of x times
one of log x outgrows another one if its exponent of x is larger, as a solver has to show for all
constants that satisfy the hypotheses, or that of log x where those of x are equal. Of a number of
which there is to be some, a few are tried.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import And

from theory.argument_language import States
from theory.binders import substitute, unbound
from theory.definedness import requirements
from theory.orders import Magnitude
from theory.quantifiers import Every, Some
from verify.kernel.conditions import conjuncts, gt
from verify.variants.consequences import shown
from verify.variants.long_run import COMPARED, UP, limit_of

NUMBERS = tuple(map(sp.Rational, ("1", "2", "1/2")))


class Monomial(NamedTuple):
    """A number times a power of a symbol and one of its logarithm."""

    number: Any
    power: Any
    logs: Any

    def times(self, other: Monomial) -> Monomial:
        """Return the product."""
        return Monomial(
            self.number * other.number, self.power + other.power, self.logs + other.logs
        )


ONE = Monomial(sp.S.One, sp.S.Zero, sp.S.Zero)


def holds_in_the_end(statement: States) -> str | None:
    """Return in words that a statement holds in the long run, `None` if that is not shown.

    >>> x, s, a = sp.symbols("x s a", real=True)
    >>> def from_somewhere(says):
    ...     after = Every(x, sp.Implies(x >= s, says, evaluate=False))
    ...     return States(Some(s, after), (a > 1,))
    >>> holds_in_the_end(from_somewhere(x ** (1 / a) >= 5 * sp.log(x)))
    'powers of x outgrow what they are compared with, at every large x'
    >>> holds_in_the_end(from_somewhere(x ** (2 - a) >= 5))
    """
    limit = limit_of(statement.says)
    given = tuple(conjuncts(statement.given))
    if limit is None or any(isinstance(g, Magnitude) for g in given):
        return None
    start, body = statement.says.args
    beside = [part for part in conjuncts((body,)) if not isinstance(part, Every)]
    if not all(_is_below(part, start) for part in beside):
        return None
    if not _FarOut(limit.symbol, given).holds(limit.says):
        return None
    return (
        f"powers of {limit.symbol} outgrow what they are compared with, "
        f"at every large {limit.symbol}"
    )


def _is_below(part: Any, start: Any) -> bool:
    """Return whether a condition says that a number is more than a plain one, or at least it."""
    return isinstance(part, UP) and part.lhs == start and part.rhs.is_number


@dataclass(frozen=True)
class _FarOut:
    """Tells what holds where a symbol is large, for all constants.

    Args:
        symbol: the symbol.
        given: what the constants satisfy.
    """

    symbol: Any
    given: tuple[Any, ...]

    def holds(self, says: Any) -> bool:
        """Return whether a condition is seen to hold."""
        if isinstance(says, And):
            return all(map(self.holds, says.args))
        if isinstance(says, Some) and type(says.args[0]) is sp.Symbol:
            own, body = says.args
            numbers = (n for n in NUMBERS if n.is_Integer or not own.is_integer)
            return any(self.holds(substitute(body, {own: number})) for number in numbers)
        if not isinstance(says, COMPARED) or not all(map(self._is_met, _needed(says))):
            return False
        less, more = (self.monomial(side) for side in (says.lts, says.gts))
        strict = isinstance(says, (sp.Lt, sp.Gt))
        return less is not None and more is not None and self._outgrows(more, less, strict)

    def _outgrows(self, more: Monomial, less: Monomial, strict: bool) -> bool:
        if more.number <= 0 or less.number <= 0:
            signs = more.number > 0 >= less.number or more.number == 0 > less.number
            return bool(signs or (not strict and more.number == less.number == 0))
        power = _simplest(more.power - less.power)
        if power != 0:
            return self._shown(gt(power, 0))
        logs = _simplest(more.logs - less.logs)
        if logs != 0:
            return self._shown(gt(logs, 0))
        return bool(more.number > less.number or (more.number == less.number and not strict))

    def _is_met(self, needed: tuple[Any, ...]) -> bool:
        """Return whether what a term needs to have a value is so far out."""
        kind, *terms = needed
        if kind == "nonzero" and self.symbol not in unbound(terms[0]):
            return self._shown(sp.Ne(terms[0], 0, evaluate=False))
        base = self.monomial(terms[0])
        if base is None or kind == "value":
            return False
        return bool(base.number != 0 if kind == "nonzero" else base.number > 0)

    def monomial(self, term: Any) -> Monomial | None:
        """Return a term as a monomial, if it is one wherever the symbol is more than 1."""
        if term.is_Rational:
            return Monomial(term, sp.S.Zero, sp.S.Zero)
        if term == self.symbol:
            return Monomial(sp.S.One, sp.S.One, sp.S.Zero)
        if term == sp.log(self.symbol):
            return Monomial(sp.S.One, sp.S.Zero, sp.S.One)
        if isinstance(term, (sp.Mul, sp.Add)):
            parts = [self.monomial(part) for part in term.args]
            known = [part for part in parts if part is not None]
            if len(known) < len(parts):
                return None
            return _sum(known) if isinstance(term, sp.Add) else _product(known)
        if isinstance(term, sp.Abs):
            inner = self.monomial(term.args[0])
            return None if inner is None else inner._replace(number=abs(inner.number))
        if isinstance(term, sp.Pow) and self.symbol not in unbound(term.exp):
            return self._power(self.monomial(term.base), term.exp)
        return None

    def _power(self, base: Monomial | None, exponent: Any) -> Monomial | None:
        if base is None or not base.number > 0 or not (base.number == 1 or exponent.is_Rational):
            return None
        number = base.number**exponent
        return Monomial(number, base.power * exponent, base.logs * exponent)

    def _shown(self, says: Any) -> bool:
        return shown(self.given, says)


def _product(parts: list[Monomial]) -> Monomial:
    found = ONE
    for part in parts:
        found = found.times(part)
    return found


def _sum(parts: list[Monomial]) -> Monomial | None:
    """Return the sum of multiples of one monomial."""
    first = parts[0]
    for part in parts[1:]:
        if any(_simplest(a - b) != 0 for a, b in zip(first[1:], part[1:], strict=True)):
            return None
    return first._replace(number=sp.Add(*(part.number for part in parts)))


def _simplest(exponent: Any) -> Any:
    return sp.factor(sp.together(exponent))


def _needed(says: Relational) -> list[tuple[Any, ...]]:
    return sorted({needed for side in says.args for needed in requirements(side)}, key=str)
