"""What the hypotheses of a statement say of one unknown, once the others have values.

A hypothesis that is linear in an unknown, or in its distance from something known, bounds it; a
disjunction does so once all its other alternatives are known to be false.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Implies, Not, Or

from property_tests.intervals import Interval
from theory.claim import ForAll
from theory.values import as_fraction

EVERYWHERE = Interval()
Evaluate = Callable[[Any], Any]  # the value of an expression, `None` where it has no rational one


def conditions(statement: ForAll) -> list[Any]:
    """Return the hypotheses with conjunctions taken apart."""
    flat: list[Any] = []
    for hypothesis in statement.given:
        flat += hypothesis.args if isinstance(hypothesis, And) else (hypothesis,)
    return flat


def listed(condition: Any, symbol: Any) -> list[Fraction] | None:
    """Return the rationals that `Or(Eq(symbol, a), Eq(symbol, b), ...)` lists, else `None`."""
    options = condition.args if isinstance(condition, Or) else (condition,)
    values = []
    for option in options:
        if not isinstance(option, sp.Eq) or option.lhs != symbol or not option.rhs.is_Rational:
            return None
        values.append(as_fraction(option.rhs))
    return sorted(values)


def finite_domain(statement: ForAll, limit: int) -> list[list[Fraction]] | None:
    """Return the values that the hypotheses leave to each symbol, if they make few points."""
    values = []
    points = 1
    for symbol in statement.symbols:
        mine = _finite_values(statement, symbol, limit)
        if mine is None or points * len(mine) > limit:
            return None
        points *= len(mine)
        values.append(mine)
    return values


def _finite_values(statement: ForAll, symbol: Any, limit: int) -> list[Fraction] | None:
    low = high = None
    for condition in conditions(statement):
        if condition.free_symbols != {symbol}:
            continue
        values = listed(condition, symbol)
        if values is not None:
            return values
        if symbol.is_integer and isinstance(condition, (sp.Le, sp.Lt, sp.Ge, sp.Gt)):
            interval = condition.as_set()
            if interval.inf.is_finite:
                low = max(x for x in (low, int(sp.ceiling(interval.inf))) if x is not None)
            if interval.sup.is_finite:
                high = min(x for x in (high, int(sp.floor(interval.sup))) if x is not None)
    if low is None or high is None or high - low > limit:
        return None
    return [Fraction(n) for n in range(low, high + 1)]


_BOUNDING = (sp.Eq, sp.Le, sp.Lt, sp.Ge, sp.Gt)
_STRICT = (sp.Lt, sp.Gt)


def _upwards(relation: type, slope: Any) -> bool:
    """Return whether larger values satisfy a relation of `slope * u` with a number."""
    return (relation in (sp.Ge, sp.Gt)) == bool(slope > 0)


@dataclass(frozen=True)
class Edge:
    """Where a hypothesis that is linear in a symbol, with a constant slope, bounds it.

    `upwards` says whether larger values satisfy it; for an equality it means nothing.
    """

    value: Any
    upwards: bool
    strict: bool


def edge(relation: Any, symbol: Any) -> Edge | None:
    """Return the edge that a relation sets to a symbol, `None` if it is not of that kind."""
    if not isinstance(relation, _BOUNDING):
        return None
    found = _linear(type(relation), relation.lhs - relation.rhs, symbol)
    if found is None or not found.slope.is_number or not found.slope.is_finite:
        return None
    return Edge(
        value=sp.expand(-found.offset / found.slope),
        upwards=_upwards(found.relation, found.slope),
        strict=found.relation in _STRICT,
    )


@dataclass(frozen=True)
class Bound:
    """A hypothesis `slope * u + offset  (relation)  0` on an unknown u, eliminated from the rest.

    With a `centre` the hypothesis has |u - centre| in the place of u.
    """

    relation: type
    slope: Any
    offset: Any
    centre: Any = None

    def interval(self, evaluate: Evaluate) -> Interval:
        """Return where the hypothesis holds; what is no interval is left to rejection."""
        slope, offset = evaluate(self.slope), evaluate(self.offset)
        if slope is None or offset is None or slope == 0:
            return EVERYWHERE
        end = -offset / slope
        strict = self.relation in _STRICT
        upwards = _upwards(self.relation, slope)
        if self.centre is not None:
            centre = evaluate(self.centre)
            if upwards or centre is None:
                return EVERYWHERE
            return Interval(centre - end, centre + end, strict, strict)
        if self.relation is sp.Eq:
            return Interval(end, end)
        return Interval(end, None, strict) if upwards else Interval(None, end, False, strict)


@dataclass(frozen=True)
class OnlyIf:
    """A bound that counts where all other alternatives of a disjunction are false."""

    others: tuple[Any, ...]
    bound: Bound

    def interval(self, evaluate: Evaluate) -> Interval:
        """Return where the disjunction holds."""
        if any(_may_hold(other, evaluate) for other in self.others):
            return EVERYWHERE
        return self.bound.interval(evaluate)


def _may_hold(relation: Any, evaluate: Evaluate) -> bool:
    left, right = map(evaluate, relation.args)
    return left is None or right is None or _COMPARE[type(relation)](left, right)


_COMPARE = {
    sp.Eq: operator.eq, sp.Ne: operator.ne, sp.Lt: operator.lt, sp.Le: operator.le,
    sp.Gt: operator.gt, sp.Ge: operator.ge,
}  # fmt: skip


def bound(condition: Any, unknown: Any) -> Bound | OnlyIf | None:
    """Return what a hypothesis says of an unknown, `None` if that is no bound."""
    if isinstance(condition, Implies):
        condition = Or(Not(condition.args[0]), condition.args[1])
    if isinstance(condition, Or):
        mine = [part for part in condition.args if unknown in part.free_symbols]
        others = tuple(part for part in condition.args if unknown not in part.free_symbols)
        relations = all(isinstance(part, sp.core.relational.Relational) for part in others)
        inner = bound(mine[0], unknown) if len(mine) == 1 and relations else None
        return OnlyIf(others, inner) if isinstance(inner, Bound) else None
    if not isinstance(condition, _BOUNDING):
        return None
    difference = condition.lhs - condition.rhs
    distances = [d for d in difference.atoms(sp.Abs) if unknown in d.free_symbols]
    if not distances:
        return _linear(type(condition), difference, unknown)
    size = sp.Dummy("size")
    inside = _linear(sp.Eq, distances[0].args[0], unknown)
    outside = _linear(type(condition), difference.xreplace({distances[0]: size}), size)
    if inside is None or outside is None or inside.slope not in (1, -1):
        return None
    if unknown in outside.slope.free_symbols | outside.offset.free_symbols:
        return None
    if outside.relation is sp.Eq:
        return None
    return Bound(outside.relation, outside.slope, outside.offset, -inside.offset / inside.slope)


def _linear(relation: type, difference: Any, unknown: Any) -> Bound | None:
    slopes, others = [], []
    for term in sp.Add.make_args(sp.expand(difference)):
        if unknown not in term.free_symbols:
            others.append(term)
            continue
        coefficient, rest = term.as_independent(unknown, as_Add=False)
        if rest != unknown:
            return None
        slopes.append(coefficient)
    slope = sp.Add(*slopes)
    return None if slope == 0 else Bound(relation, slope, sp.Add(*others))
