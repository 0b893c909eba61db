"""What the hypotheses of a statement say of one unknown, once the others have values.

A hypothesis that is linear in an unknown, or in its distance from something known, bounds it; a
disjunction does so once all its other alternatives are known to be false. One that leaves several
intervals bounds nothing; it says which values are left out.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Implies, Not, Or

from property_tests.strategies.intervals import Interval
from theory.statements import ForAll
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
    """Return the rationals that `Or(Eq(symbol, a), Eq(b, symbol), ...)` lists, else `None`.

    A number that the symbol cannot be, such as 1/2 for an integer, is left out.
    """
    options = condition.args if isinstance(condition, Or) else (condition,)
    values = set()
    for option in options:
        if not isinstance(option, sp.Eq) or symbol not in option.args:
            return None
        number = option.rhs if option.lhs == symbol else option.lhs
        if not number.is_Rational:
            return None
        values.add(as_fraction(number))
    return sorted(v for v in values if v.denominator == 1 or not symbol.is_integer)


def rational_range(statement: ForAll, symbol: Any) -> Interval:
    """Return an interval with rational ends outside of which a symbol has no value.

    It is read off the hypotheses that are linear in the symbol and speak of nothing else.
    """
    found = EVERYWHERE
    for condition in conditions(statement):
        if condition.free_symbols == {symbol}:
            found = found.meet(_range(condition, symbol))
    return found


def _range(condition: Any, symbol: Any) -> Interval:
    """Return an interval with rational ends that no solution of a condition lies outside of."""
    found = edge(condition, symbol)
    if found is None or not found.value.is_Rational:
        return EVERYWHERE
    end = as_fraction(found.value)
    if isinstance(condition, sp.Eq):
        return Interval(end, end)
    if found.upwards:
        return Interval(end, None, found.strict)
    return Interval(None, end, False, found.strict)


_BOUNDING = (sp.Eq, sp.Le, sp.Lt, sp.Ge, sp.Gt)
_STRICT = (sp.Lt, sp.Gt)


def difference(relation: Any) -> Any | None:
    """Return the left side of a relation between numbers minus its right side, else `None`.

    `None` also where multiplying out, which is what follows, would take long.
    """
    if not isinstance(relation, _BOUNDING):
        return None
    if not all(isinstance(side, sp.Expr) for side in relation.args):
        return None  # sympy also has equalities between conditions
    found = relation.lhs - relation.rhs
    high = any(p.base.is_Add and p.exp.is_Integer and p.exp > 8 for p in found.atoms(sp.Pow))
    return None if high else found


def _sign(number: Any) -> int | None:
    """Return the sign of a number of sympy, `None` for 0 and where sympy is not sure of it."""
    if number.is_extended_real and number.is_finite:
        return 1 if number.is_positive else -1 if number.is_negative else None
    return None


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
    apart = difference(relation)
    found = None if apart is None else _linear(type(relation), apart, symbol)
    if found is None or not found.slope.is_number or _sign(found.slope) is None:
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
    sp.Eq: operator.eq,
    sp.Ne: operator.ne,
    sp.Lt: operator.lt,
    sp.Le: operator.le,
    sp.Gt: operator.gt,
    sp.Ge: operator.ge,
}


@dataclass(frozen=True)
class OneOf:
    """A hypothesis that leaves an unknown more than one interval: one of these relations holds."""

    relations: tuple[Any, ...]

    def allows(self, evaluate: Evaluate) -> bool:
        """Return whether it may hold once the unknown has a value, too."""
        return any(_may_hold(relation, evaluate) for relation in self.relations)


def one_of(condition: Any, unknown: Any) -> OneOf | None:
    """Return a hypothesis as relations, `None` if it is no such one, or bounds the unknown.

    >>> x = sp.Symbol("x", real=True)
    >>> one_of(sp.Abs(x) > 2, x), one_of(x > 2, x)
    (OneOf(relations=(Abs(x) > 2,)), None)
    """
    found = bound(condition, unknown)
    if isinstance(found, OnlyIf) or (isinstance(found, Bound) and found.centre is None):
        return None
    condition = _as_disjunction(condition)
    relations = condition.args if isinstance(condition, Or) else (condition,)
    apart = isinstance(condition, Or) or found is not None
    plain = all(type(r) in _COMPARE and isinstance(r.lhs, sp.Expr) for r in relations)
    return OneOf(relations) if apart and plain else None


def _as_disjunction(condition: Any) -> Any:
    if isinstance(condition, Implies):
        return Or(Not(condition.args[0]), condition.args[1])
    return condition


def bound(condition: Any, unknown: Any) -> Bound | OnlyIf | None:
    """Return what a hypothesis says of an unknown, `None` if that is no bound."""
    condition = _as_disjunction(condition)
    if isinstance(condition, Or):
        mine = [part for part in condition.args if unknown in part.free_symbols]
        others = tuple(part for part in condition.args if unknown not in part.free_symbols)
        relations = all(isinstance(part, sp.core.relational.Relational) for part in others)
        inner = bound(mine[0], unknown) if len(mine) == 1 and relations else None
        return OnlyIf(others, inner) if isinstance(inner, Bound) else None
    apart = difference(condition)
    if apart is None:
        return None
    distances = [d for d in apart.atoms(sp.Abs) if unknown in d.free_symbols]
    if not distances:
        return _linear(type(condition), apart, unknown)
    size = sp.Dummy("size")
    inside = _linear(sp.Eq, distances[0].args[0], unknown)
    outside = _linear(type(condition), apart.xreplace({distances[0]: size}), size)
    if inside is None or outside is None or inside.slope not in (1, -1):
        return None
    if unknown in outside.slope.free_symbols | outside.offset.free_symbols:
        return None
    if outside.relation is sp.Eq:
        return None
    return Bound(outside.relation, outside.slope, outside.offset, -inside.offset / inside.slope)


def _linear(relation: type, apart: Any, unknown: Any) -> Bound | None:
    slopes, others = [], []
    for term in terms_of(apart):
        if unknown not in term.free_symbols:
            others.append(term)
            continue
        coefficient, rest = term.as_independent(unknown, as_Add=False)
        if rest != unknown:
            return None
        slopes.append(coefficient)
    slope = sp.Add(*slopes)
    return None if slope == 0 else Bound(relation, slope, sp.Add(*others))


@lru_cache(maxsize=2**10)  # each unknown of a condition asks for them
def terms_of(formula: Any) -> tuple[Any, ...]:
    """Return the terms of a sum, expanded, but for what a largest or least value is of.

    sympy compares all members of those again whenever it makes one.
    """
    whole = {part: sp.Dummy(real=True) for part in formula.atoms(sp.Max, sp.Min)}
    terms = sp.Add.make_args(sp.expand(formula.xreplace(whole)))
    back = {dummy: part for part, dummy in whole.items()}
    return tuple(term.xreplace(back) for term in terms)
