"""Expressions and relations read as terms of the normal form, where symbols have values."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import And, BooleanFalse, BooleanTrue, Not, Or

from verify.kernel.algebra import Algebra
from verify.kernel.sums import Sum, Work
from verify.kernel.terms import Integrated, Term, numbers_in
from verify.kernel.total import Outside, defined

HOLDS = {
    sp.Eq: ("0",),
    sp.Ne: ("+", "-"),
    sp.Gt: ("+",),
    sp.Lt: ("-",),
    sp.Ge: ("+", ">=", "0"),
    sp.Le: ("-", "<=", "0"),
}
FAILS = {
    sp.Eq: ("+", "-"),
    sp.Ne: ("0",),
    sp.Gt: ("-", "<=", "0"),
    sp.Lt: ("+", ">=", "0"),
    sp.Ge: ("-",),
    sp.Le: ("+",),
}
FUNCTIONS = (
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "acosh",
    "atanh",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "erf",
    "erfc",
    "gamma",
)


class Valuation:
    """Values of symbols, and what expressions are in them.

    Args:
        facts: whether signs that hypotheses give are used.
        equations: symbol -> the equality that determines it.
        work: how much of it there may be.
    """

    def __init__(self, facts: bool, equations: Mapping[Any, Any], work: Work) -> None:
        self.work = work
        self.facts = facts
        self.equations = dict(equations)
        self.algebra = Algebra(work)
        self.values: dict[Any, Term] = {}
        self.read: dict[Any, Term] = {}
        self.solving: set[Any] = set()
        self.depth = 0  # of the integrals whose variables have a value

    def term(self, e: Any) -> Term:
        """Return the normal form of an expression.

        Raises:
            Outside: it has none here, or its signs are not known where they matter.
        """
        if e not in self.read:
            self.read[e] = self._term(e)
        return self.read[e]

    def _term(self, e: Any) -> Term:
        algebra = self.algebra
        if isinstance(e, sp.Rational):
            return algebra.constant(Fraction(int(e.p), int(e.q)))
        if isinstance(e, sp.Symbol):
            return self._symbol(e)
        if isinstance(e, sp.Integral):
            return self._integral(e)
        if isinstance(e, sp.Piecewise):
            for value, condition in e.args:
                decided = self.decides(condition)
                if decided is None:
                    raise Outside("whether {}", condition)
                if decided:
                    return self.term(value)
            raise Outside("no case of {}", e)
        if e == sp.pi or e == sp.E:
            return algebra.euler() if e == sp.E else algebra.pi()
        parts = [self.term(argument) for argument in e.args]
        if isinstance(e, (sp.Add, sp.Mul)):
            join = algebra.add if isinstance(e, sp.Add) else algebra.multiply
            result = parts[0]
            for part in parts[1:]:
                result = join(result, part)
            return result
        if isinstance(e, sp.Pow):
            return algebra.power(*parts)
        if isinstance(e, (sp.Max, sp.Min)):
            return self._extreme(parts, isinstance(e, sp.Max))
        if isinstance(e, (sp.Abs, sp.sign)):
            return self._by_sign(parts[0], isinstance(e, sp.Abs))
        if isinstance(e, sp.exp):
            return algebra.exp(parts[0])
        if isinstance(e, sp.log):
            return algebra.log(parts[0])
        if len(parts) == 1 and e.func.__name__ in FUNCTIONS:
            return algebra.value(e.func.__name__, parts[0])
        raise Outside(f"{e.func.__name__}")

    def _integral(self, e: sp.Integral) -> Term:
        """Return a definite integral of what is continuous from its lower to its upper end.

        Raises:
            Outside: that is not seen.
        """
        body, *limits = e.args
        if self.facts or len(limits) != 1 or len(limits[0]) != 3:
            raise Outside("an integral of this kind")
        variable, *bounds = limits[0]
        if variable in self.values or variable in self.equations:
            raise Outside(f"{variable} is also a symbol of the statement")
        low, high = map(self.term, bounds)
        algebra = self.algebra
        if algebra.sign(algebra.minus(high, low)) not in ("+", ">=", "0"):
            raise Outside("an integral whose ends are not seen to be in order")

        def at(place: Term, everywhere: bool = False) -> Term:
            before, self.read = self.read, {}
            self.values[variable] = place
            self.depth += 1
            try:
                if everywhere and not self.decides(defined(body, True)):
                    raise Outside("an integrand that may have no value somewhere")
                return self.term(body)
            finally:
                self.depth -= 1
                del self.values[variable]
                self.read = before

        # No symbol is named like this, and an integral inside this one has a way of its own.
        way = algebra.unknown(("way", self.depth))
        ((number, _),) = next(iter(way.above))
        share = algebra.multiply(way, algebra.inverse(algebra.add(algebra.constant(1), way)))
        between = []
        for start, stop in ((low, high), (high, low)):
            step = algebra.multiply(algebra.minus(stop, start), share)
            between.append(at(algebra.add(start, step), everywhere=True))
            if not algebra.smooth(between[-1]):
                raise Outside("an integrand that may have no value somewhere")
            algebra.at_zero(between[-1], number)
        others = [self.term(symbol) for symbol in body.free_symbols - {variable}]
        inside = set().union(*(algebra.made_from(n) for t in others for n in numbers_in(t)))
        # Integrals are the same that have the same ends, and the same integrand between them.
        key = algebra.key(between[0])
        return algebra.integral(Integrated((low, high), at, frozenset(inside), key))

    def _symbol(self, symbol: Any) -> Term:
        if symbol in self.values:
            return self.values[symbol]
        if symbol not in self.equations or symbol in self.solving:
            raise Outside("{} has no value yet", symbol)
        self.solving.add(symbol)
        try:
            return self.root(self.equations[symbol], symbol)[0]
        finally:
            self.solving.discard(symbol)

    def _extreme(self, parts: list[Term], largest: bool) -> Term:
        best = parts[0]
        for part in parts[1:]:
            sign = self.algebra.sign(self.algebra.minus(part, best))
            if sign is None:
                raise Outside("which of two terms is larger")
            if (sign in ("+", ">=")) == largest and sign != "0":
                best = part
        return best

    def _by_sign(self, argument: Term, absolute: bool) -> Term:
        sign = self.algebra.sign(argument)
        if sign is None or (not absolute and sign in (">=", "<=")):
            raise Outside("the sign of a term")
        if not absolute:
            return self.algebra.constant({"+": 1, "-": -1, "0": 0}[sign])
        return argument if sign in ("+", ">=", "0") else self.algebra.scaled(argument, -1)

    # -- relations ------------------------------------------------------------------------------

    def difference(self, relation: Any) -> Term:
        """Return left side minus right side."""
        return self.algebra.minus(self.term(relation.lhs), self.term(relation.rhs))

    def decides(self, condition: Any) -> bool | None:
        """Return whether a condition is true in the whole case, `None` if that is not seen."""
        if isinstance(condition, (BooleanTrue, BooleanFalse)):
            return bool(condition)
        if isinstance(condition, Not):
            found = self.decides(condition.args[0])
            return None if found is None else not found
        if isinstance(condition, (And, Or)):
            dominant = isinstance(condition, Or)
            parts = [self.decides(part) for part in condition.args]
            return dominant if dominant in parts else None if None in parts else not dominant
        if not isinstance(condition, Relational):
            return None
        try:
            sign = self.algebra.sign(self.difference(condition))
        except Outside:
            return None
        if sign in HOLDS[type(condition)]:
            return True
        return False if sign in FAILS[type(condition)] else None

    def root(self, relation: Any, symbol: Any) -> tuple[Term, str]:
        """Return where both sides of a relation are equal, and the sign of its slope in a symbol.

        Raises:
            Outside: it is not linear in the symbol with a slope of known sign.
        """
        algebra = self.algebra
        x = algebra.free(("before it has a value", symbol))
        number = next(iter(x.above))[0][0]
        before, self.read = self.read, {}
        self.values[symbol] = x
        try:
            difference = algebra.lowest(
                algebra.minus(self.term(relation.lhs), self.term(relation.rhs))
            )
        finally:
            del self.values[symbol]
            self.read = before
        slope: Sum = {}
        rest: Sum = {}
        for monomial, coefficient in difference.above.items():
            exponents = dict(monomial)
            power = exponents.pop(number, Fraction(0))
            if power == 1:
                slope[tuple(sorted(exponents.items()))] = coefficient
            elif power == 0:
                rest[monomial] = coefficient
            else:
                raise Outside("{} is not linear in {}", relation, symbol)
        inner = [difference.below, slope, rest]
        if any(number in algebra.made_from(n) for p in inner for m in p for n, _ in m):
            raise Outside("{} is not linear in {}", relation, symbol)
        one = algebra.constant(1).below
        scale = algebra.sign(
            algebra.multiply(Term(slope, one), algebra.inverse(Term(difference.below, one)))
        )
        if scale not in ("+", "-"):
            raise Outside("the slope of {} in {}", relation, symbol)
        value = algebra.scaled(
            algebra.multiply(Term(rest, one), algebra.inverse(Term(slope, one))), -1
        )
        return value, scale

    def bound(self, hypothesis: Any, symbol: Any, low: bool) -> tuple[Term, bool]:
        """Return what a hypothesis bounds a symbol by, and whether strictly.

        Raises:
            Outside: it does not bound the symbol on that side.
        """
        if not isinstance(hypothesis, (sp.Le, sp.Lt, sp.Ge, sp.Gt)):
            raise Outside("{} bounds nothing", hypothesis)
        value, slope = self.root(hypothesis, symbol)
        upwards = (slope == "+") == isinstance(hypothesis, (sp.Ge, sp.Gt))
        if upwards != low:
            raise Outside("{} bounds {} on the other side", hypothesis, symbol)
        return value, isinstance(hypothesis, (sp.Lt, sp.Gt))

    def is_low(self, hypothesis: Any, symbol: Any) -> bool:
        """Return whether a hypothesis bounds a symbol from below.

        Raises:
            Outside: it does not bound it.
        """
        try:
            self.bound(hypothesis, symbol, True)
        except Outside:
            self.bound(hypothesis, symbol, False)
            return False
        return True
