"""Hypothesis strategies for the points of a statement's domain.

`points(statement)` draws one exact value for each symbol of an expanded `ForAll`. Hypotheses
that are linear in a symbol, once the symbols before it have values, become bounds on it, so that
chains such as `A[1] <= A[2]` or `p[2] <= A[2] + L*p[1]` are met by construction; the rest is left
to rejection by the caller. Ends of intervals, zero and small numbers are likely and are what
shrinking moves towards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp
from hypothesis import strategies as st
from sympy.logic.boolalg import And, Or

from theory.claim import ForAll
from theory.language import FunctionSymbol
from theory.values import PiecewiseLinear

DENOMINATORS = (1, 2, 3, 4, 5, 8, 10, 16, 100)


@dataclass(frozen=True)
class Bound:
    """A hypothesis `slope * symbol + offset  (relation)  0`, the symbol eliminated from both.

    If `absolute`, the hypothesis has the absolute value of the symbol in its place.
    """

    relation: type
    slope: Any
    offset: Any
    absolute: bool = False


@dataclass(frozen=True)
class Interval:
    """A rational interval; `None` is unbounded, `open_*` excludes an end."""

    low: Fraction | None = None
    high: Fraction | None = None
    open_low: bool = False
    open_high: bool = False


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
        values.append(Fraction(int(option.rhs.p), int(option.rhs.q)))
    return sorted(values)


def plan(statement: ForAll) -> list[tuple[Any, list[Bound]]]:
    """Order the scalar symbols and attach to each the bounds that earlier ones imply.

    Symbols that an equality determines come after those that determine them.
    """
    scalars = [s for s in statement.symbols if not isinstance(s, FunctionSymbol)]
    relations = [c for c in conditions(statement) if isinstance(c, sp.core.relational.Relational)]
    determined = []
    for relation in relations:
        if isinstance(relation, sp.Eq):
            linear = [s for s in scalars if s not in determined and _bound(relation, s)]
            pure = [s for s in linear if s in relation.args]
            if linear:
                determined.append((pure or linear)[-1])
    order = [s for s in scalars if s not in determined] + determined
    steps = []
    for position, symbol in enumerate(order):
        known = set(order[: position + 1])
        bounds = [
            _bound(r, symbol)
            for r in relations
            if symbol in r.free_symbols and r.free_symbols <= known
        ]
        steps.append((symbol, [b for b in bounds if b is not None]))
    return steps


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
    if not isinstance(relation, (sp.Eq, sp.Le, sp.Lt, sp.Ge, sp.Gt)):
        return None
    difference = relation.lhs - relation.rhs
    slope = sp.diff(difference, symbol)
    if slope == 0 or not slope.is_number or not slope.is_finite:
        return None
    return Edge(
        value=sp.expand(symbol - difference / slope),
        upwards=isinstance(relation, (sp.Ge, sp.Gt)) == bool(slope > 0),
        strict=isinstance(relation, (sp.Lt, sp.Gt)),
    )


def _bound(relation: Any, symbol: Any) -> Bound | None:
    if isinstance(relation, sp.Ne) or symbol not in relation.free_symbols:
        return None
    difference = relation.lhs - relation.rhs
    size = sp.Dummy("size")
    sized = difference.xreplace({sp.Abs(symbol): size})
    absolute = sized != difference
    if absolute and isinstance(relation, sp.Eq):
        return None
    unknown = size if absolute else symbol
    slope = sp.diff(sized, unknown)
    if not slope.free_symbols.isdisjoint({size, symbol}) or slope == 0:
        return None
    offset = sp.expand(sized - slope * unknown)
    return None if symbol in offset.free_symbols else Bound(type(relation), slope, offset, absolute)


# one scalar is drawn as a code (scale, n), simple ones first; `choose` turns it into a value inside
# its interval
_SCALES = range(len(DENOMINATORS) + 4)
_SMALL = [(scale, n) for n in (0, 1, -1, 2, -2) for scale in _SCALES]
_OTHERS = [(scale, sign * n) for n in range(3, 65) for scale in _SCALES for sign in (1, -1)]
CODES = st.sampled_from(_SMALL * (len(_OTHERS) // len(_SMALL)) + _OTHERS)


def choose(code: tuple[int, int], interval: Interval, integer: bool = False) -> Fraction | None:
    """Return a rational (or integer) inside an interval; `None` if it is empty.

    Smaller codes give simpler numbers: small denominators, near zero or near an end.

    >>> choose((1, 1), Interval(Fraction(0), Fraction(1)))
    Fraction(1, 2)
    """
    scale, n = code
    low, high = interval.low, interval.high
    if integer:
        low = None if low is None else _ceiling(low, interval.open_low)
        high = None if high is None else -_ceiling(-high, interval.open_high)
        if low is None and high is None:
            return Fraction(n)
        if low is not None and high is not None:
            return low + Fraction(abs(n) % int(high - low + 1)) if low <= high else None
        size = Fraction(abs(n))
        return low + size if low is not None else high - size  # type: ignore[operator]
    if low is not None and high is not None:
        return _between(scale, abs(n), interval, low, high)
    if scale < len(DENOMINATORS):
        size = Fraction(n, DENOMINATORS[scale])
    else:
        size = (-1 if n < 0 else 1) * Fraction(10) ** (-3, -2, 2, 3)[scale - len(DENOMINATORS)]
    if low is None and high is None:
        return size
    size = abs(size) or Fraction(interval.open_low or interval.open_high)
    return low + size if low is not None else high - size  # type: ignore[operator]


def _between(
    scale: int, n: int, interval: Interval, low: Fraction, high: Fraction
) -> Fraction | None:
    if low > high or (low == high and (interval.open_low or interval.open_high)):
        return None
    grid = DENOMINATORS[scale % len(DENOMINATORS)]
    first = _ceiling(low * grid, interval.open_low)
    last = -_ceiling(-high * grid, interval.open_high)
    if first <= last:
        return Fraction(first + n % (last - first + 1)) / grid
    steps = grid + 1 + interval.open_low + interval.open_high
    at = interval.open_low + n % (steps - interval.open_low - interval.open_high)
    return low + (high - low) * at / max(steps - 1, 1)


def _ceiling(x: Fraction, strict: bool) -> Fraction:
    """Return the least integer at or, if `strict`, above x."""
    return Fraction(-(-x // 1) + (strict and x.denominator == 1))


def increasing_functions(max_knots: int = 5) -> st.SearchStrategy[PiecewiseLinear]:
    """Return positive, strictly increasing piecewise-linear functions on all of R."""
    step = st.builds(Fraction, st.integers(1, 24), st.sampled_from((1, 2, 4, 10, 100)))

    start = CODES.map(lambda code: choose(code, Interval()) or Fraction(0))

    @st.composite
    def build(draw: st.DrawFn) -> PiecewiseLinear:
        count = draw(st.integers(1, max_knots))
        knot = draw(start)
        value = draw(step)
        knots, values = [knot], [value]
        for _ in range(count - 1):
            knots.append(knots[-1] + draw(step))
            values.append(values[-1] + draw(step))
        return PiecewiseLinear(tuple(knots), tuple(values), draw(step), draw(step))

    return build()


def points(statement: ForAll, evaluate: Any) -> st.SearchStrategy[dict[Any, Any] | None]:
    """Return a strategy for points of an expanded statement's domain.

    Args:
        statement: a `ForAll` without instances and abbreviations.
        evaluate: `(expression, point) -> Fraction`, or `None` where there is no rational value;
            used for the coefficients of bounds.

    Returns:
        A strategy for dictionaries symbol -> exact value; `None` marks a draw whose bounds
        contradict each other.
    """
    steps = plan(statement)
    choices = {
        symbol: values
        for symbol, _ in steps
        for condition in conditions(statement)
        if (values := listed(condition, symbol)) is not None
    }
    functions = [s for s in statement.symbols if isinstance(s, FunctionSymbol)]

    def build(drawn: tuple[Any, ...]) -> dict[Any, Any] | None:
        point: dict[Any, Any] = dict(zip(functions, drawn[1:], strict=True))
        for code, (symbol, bounds) in zip(drawn[0], steps, strict=True):
            if symbol in choices:
                point[symbol] = choices[symbol][abs(code[1]) % len(choices[symbol])]
                continue
            interval = _interval(bounds, point, evaluate)
            value = None if interval is None else choose(code, interval, bool(symbol.is_integer))
            if value is None:
                return None
            point[symbol] = value
        return point

    codes = st.tuples(*(CODES for _ in steps))
    return st.tuples(codes, *(increasing_functions() for _ in functions)).map(build)


def _interval(bounds: list[Bound], point: Mapping[Any, Any], evaluate: Any) -> Interval | None:
    low: Fraction | None = None
    high: Fraction | None = None
    open_low = open_high = False
    for bound in bounds:
        slope, offset = evaluate(bound.slope, point), evaluate(bound.offset, point)
        if slope is None or offset is None or slope == 0:
            continue
        edge = -offset / slope
        strict = bound.relation in (sp.Lt, sp.Gt)
        upwards = (bound.relation in (sp.Ge, sp.Gt)) == (slope > 0)
        both = bound.relation is sp.Eq
        if bound.absolute and upwards:
            continue  # what lies outside an interval is left to rejection
        below = -edge if bound.absolute else edge if both or upwards else None
        above = edge if both or not upwards else None
        if below is not None and (low is None or below > low or (below == low and strict)):
            low, open_low = below, strict
        if above is not None and (high is None or above < high or (above == high and strict)):
            high, open_high = above, strict
    if low is not None and high is not None and low > high:
        return None
    return Interval(low, high, open_low, open_high)
