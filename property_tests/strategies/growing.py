"""A point of a domain that gets one value after the other, and where the next one may lie."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

import sympy as sp

from property_tests.strategies.bounds import (
    Evaluate,
)
from property_tests.strategies.intervals import Interval
from property_tests.strategies.plan import Plan, Unknown
from theory.language import (
    Lipschitz,
    Positive,
    StrictlyIncreasing,
    UnimodalDensity,
)
from theory.values import PiecewiseLinear


class Growing:
    """A point that gets a value for one unknown after the other, in the order of the plan.

    Args:
        plan: of the statement.
        evaluator: see `points`.
        point: the functions that are drawn as a whole, and what else has a value.
        tables: the values of the others, so far.
    """

    def __init__(
        self,
        plan: Plan,
        evaluator: Callable[[Mapping[Any, Any]], Evaluate],
        point: dict[Any, Any],
        tables: Mapping[Any, Mapping[Fraction, Fraction]] | None = None,
    ) -> None:
        self.plan = plan
        self.evaluator = evaluator
        self.point = point
        self.tables = {f: dict((tables or {}).get(f, {})) for f in plan.tabulated}
        self.evaluate = evaluator(self.point)

    def copy(self) -> Growing:
        """Return the same point, to grow on its own."""
        return Growing(self.plan, self.evaluator, dict(self.point), self.tables)

    def interval(self, unknown: Unknown) -> Interval | None:
        """Return what is left to an unknown, `None` if it is the value at no rational argument."""
        interval = _parameter(unknown.symbol, self.plan, self.point)
        for limit in unknown.bounds:
            interval = interval.meet(limit.interval(self.evaluate))
        if unknown.function is None:
            return interval
        argument = self.evaluate(unknown.argument)
        if argument is None:
            return None
        facts = self.plan.facts[unknown.function]
        table = self.tables[unknown.function]
        return interval.meet(_beside(table, argument, facts, self.evaluate))

    def put(self, unknown: Unknown, value: Fraction) -> None:
        """Give a value to an unknown."""
        self.point[unknown.symbol] = value
        if unknown.function is not None:
            argument = self.evaluate(unknown.argument)
            self.tables[unknown.function][argument] = value  # type: ignore[index]

    def complete(self, tails: Iterable[tuple[Fraction, Fraction]]) -> dict[Any, Any] | None:
        """Return the point with its functions, `None` if a Lipschitz constant allows none.

        Args:
            tails: slopes to the left and to the right of a table, for each tabulated function.
        """
        functions = {}
        for f, slopes in zip(self.plan.tabulated, tails, strict=True):
            facts = self.plan.facts[f]
            functions[f] = _interpolated(self.tables[f], *slopes, facts, self.evaluate)
        if None in functions.values():
            return None
        numbers = {s: v for s, v in self.point.items() if not isinstance(s, sp.Dummy)}
        return {**numbers, **functions}


def _parameter(symbol: Any, plan: Plan, point: Mapping[Any, Any]) -> Interval:
    """Return where a parameter of function hypotheses must lie."""
    interval = Interval()
    for function, facts in plan.facts.items():
        for fact in facts:
            if symbol not in fact.args[1:]:
                continue
            if isinstance(fact, Lipschitz):
                known = function in plan.whole
                steepest = point[function].steepest if known else Fraction(0)
                interval = interval.meet(Interval(steepest, None, open_low=not known))
            elif isinstance(fact, UnimodalDensity):
                interval = interval.meet(Interval(*point[function].modes))
    return interval


def _beside(
    table: Mapping[Fraction, Fraction],
    argument: Fraction,
    facts: tuple[Any, ...],
    evaluate: Evaluate,
) -> Interval:
    """Return which values a function may have at an argument beside those of a table."""
    if argument in table:
        return Interval(table[argument], table[argument])
    below = [a for a in table if a < argument]
    left = [max(below)] if below else []
    right = [min(a for a in table if a > argument)] if len(below) < len(table) else []
    interval = Interval()
    for fact in facts:
        if isinstance(fact, Positive):
            interval = interval.meet(Interval(Fraction(0), None, open_low=True))
        elif isinstance(fact, StrictlyIncreasing):
            for a in left:
                interval = interval.meet(Interval(table[a], None, open_low=True))
            for b in right:
                interval = interval.meet(Interval(None, table[b], open_high=True))
        elif isinstance(fact, Lipschitz):
            slope = evaluate(fact.args[1])
            for a in (*left, *right) if slope is not None else ():
                reach = slope * abs(argument - a)
                interval = interval.meet(Interval(table[a] - reach, table[a] + reach))
    return interval


def _interpolated(
    table: Mapping[Fraction, Fraction],
    left: Fraction,
    right: Fraction,
    facts: tuple[Any, ...],
    evaluate: Evaluate,
) -> PiecewiseLinear | None:
    """Return the function of a table, with these slopes outside it or what a constant allows."""
    constants = [evaluate(fact.args[1]) for fact in facts if isinstance(fact, Lipschitz)]
    limits = [limit for limit in constants if limit is not None]
    if any(limit < 0 for limit in limits):
        return None
    left, right = (min([slope, *limits]) for slope in (left, right))
    knots = sorted(table) or [Fraction(0)]
    values = [table.get(knot, Fraction(1)) for knot in knots]
    return PiecewiseLinear(tuple(knots), tuple(values), left, right)
