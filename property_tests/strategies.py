"""Hypothesis strategies for the points of a statement's domain.

`points(statement)` draws one exact value for each symbol of an expanded `ForAll`. Each number is
drawn inside the interval that the hypotheses leave to it once the numbers before it are known, so
that chains such as `A[1] <= A[2]`, a walk `X[1] = X[0] + alpha(X[0])` or a Lipschitz condition are
met by construction; the rest is left to rejection by the caller.

A function is drawn as its values at the arguments where the statement applies it, each within
what monotonicity, positivity and a Lipschitz constant leave; between them it is linear. A
function that a head gets as a whole, and a density, is drawn at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter
from typing import Any

import sympy as sp
from hypothesis import strategies as st

from property_tests.bounds import Bound, Evaluate, OnlyIf, bound, conditions, edge, listed
from property_tests.critical import delicate
from property_tests.elimination import implied
from property_tests.functions import (
    STANDARD_DENSITIES,
    functions,
    standard_functions,
    unimodal_densities,
)
from property_tests.intervals import CODES, Interval, choose
from theory.claim import ForAll
from theory.language import (
    Apply,
    FunctionHypothesis,
    FunctionSymbol,
    Lipschitz,
    Positive,
    StrictlyIncreasing,
    UnimodalDensity,
    on_sides,
)
from theory.values import PiecewiseLinear

MAX_APPLICATIONS = 48  # more of them are interpolated
TAIL_SLOPES = (1, Fraction(1, 2), 2, Fraction(1, 10), 10)


@dataclass(frozen=True)
class Unknown:
    """A number to draw: a scalar symbol or the value of a function at an argument.

    Args:
        symbol: what stands for the number in hypotheses.
        function, argument: the function and where it is applied, for a value of a function.
        bounds: what the hypotheses say once everything before has a value.
        choices: the values of a finite list, if a hypothesis gives one.
    """

    symbol: Any
    function: Any = None
    argument: Any = None
    bounds: tuple[Bound | OnlyIf, ...] = ()
    choices: tuple[Fraction, ...] = ()


class Plan:
    """The order in which the numbers of a statement are drawn, and what bounds each of them."""

    def __init__(self, statement: ForAll) -> None:
        symbols = [s for s in statement.symbols if isinstance(s, FunctionSymbol)]
        self.statement = statement
        self.given = given = conditions(statement)
        self.facts = {f: tuple(h for h in given if _is_about(h, f)) for f in symbols}
        parts = (*statement.given, statement.says)
        others = [h for h in given if not isinstance(h, FunctionHypothesis)]
        whole = set().union(
            *map(_passed_on, parts), *map(_not_tabulated, (*others, statement.says))
        ) | {f for f in symbols if any(isinstance(h, UnimodalDensity) for h in self.facts[f])}
        self.whole = [f for f in symbols if f in whole]
        self.tabulated = [f for f in symbols if f not in whole]
        self.values: dict[tuple[Any, Any], Any] = {}
        numeric = [c for c in given if not isinstance(c, FunctionHypothesis)]
        flat = [self._flat(c) for c in numeric if not c.has(sp.Piecewise)]
        for expression in (*numeric, statement.says):
            for node in sp.postorder_traversal(expression):
                if isinstance(node, Apply):
                    self._flat(node)
        scalars = [Unknown(s) for s in statement.symbols if not isinstance(s, FunctionSymbol)]
        applied = [Unknown(v, *key) for key, v in self.values.items()]
        order = _ordered(scalars, applied, flat, self.facts)
        self.zeros = [self._flat(zero) for zero in delicate((statement.says, *numeric))]
        lists = {u.symbol: v for u in order for c in flat if (v := listed(c, u.symbol))}
        ranges = [r for s, v in lists.items() for r in (s >= min(v), s <= max(v))]
        flat += implied([*flat, *ranges], [u.symbol for u in order])
        self.unknowns = [*_bounded(order, flat, self.whole, lists)]

    def _flat(self, expression: Any) -> Any:
        """Replace the values of tabulated functions by symbols, inner ones first."""

        def value(applied: Apply) -> Any:
            if applied.args not in self.values:
                if len(self.values) >= MAX_APPLICATIONS:
                    return applied
                self.values[applied.args] = sp.Dummy(f"value{len(self.values)}", real=True)
            return self.values[applied.args]

        def flat(side: Any) -> Any:
            if not side.has(*self.tabulated):
                return side
            return side.replace(
                lambda e: isinstance(e, Apply) and e.args[0] in self.tabulated, value
            )

        return on_sides(expression, flat)


def _is_about(hypothesis: Any, function: Any) -> bool:
    return isinstance(hypothesis, FunctionHypothesis) and hypothesis.args[0] == function


def _passed_on(expression: Any) -> set[Any]:
    """Return the functions that a head gets as an argument."""
    return {
        argument
        for node in sp.preorder_traversal(expression)
        for argument in node.args
        if isinstance(argument, FunctionSymbol)
        and not isinstance(node, (Apply, FunctionHypothesis))
    }


def _not_tabulated(expression: Any) -> set[Any]:
    """Return the functions of which an expression needs more than values at some arguments.

    It asks for a property of the function, or for its values at all numbers of a range.
    """
    found = {part.args[0] for part in expression.atoms(FunctionHypothesis)}
    bound = {
        limit[0]
        for node in expression.atoms(sp.Integral, sp.Sum, sp.Product)
        for limit in node.limits
    }
    return found | {a.args[0] for a in expression.atoms(Apply) if a.args[1].free_symbols & bound}


def _ordered(
    scalars: list[Unknown], applied: list[Unknown], flat: list[Any], facts: Mapping[Any, Any]
) -> list[Unknown]:
    """Order the unknowns: free scalars first, a value and what is determined as soon as it can."""
    needs: dict[Any, set[Any]] = {}
    for unknown in applied:
        parameters = (p for h in facts[unknown.function] for p in h.args[1:])
        needs[unknown.symbol] = set().union(
            unknown.argument.free_symbols, *(p.free_symbols for p in parameters)
        )
    symbols = [u.symbol for u in (*scalars, *applied)]
    determined: set[Any] = set()
    for relation in (c for c in flat if isinstance(c, sp.Eq)):
        free = relation.free_symbols
        linear = [s for s in symbols if s in free - determined and bound(relation, s)]
        named = [u.symbol for u in scalars if u.symbol in linear]
        pure = [s for s in named if s in relation.args]
        if linear:
            chosen = (pure or named or linear)[-1]
            determined.add(chosen)
            needs[chosen] = needs.get(chosen, set()) | (free - {chosen})
    waiting = [u for u in (*applied, *scalars) if u.symbol in needs]
    waiting += [u for u in scalars if u not in waiting]
    known: set[Any] = set()
    order = []
    while waiting:
        ready = [u for u in waiting if needs.get(u.symbol, set()) & set(symbols) <= known]
        awaited = set().union(*(needs.get(u.symbol, set()) for u in waiting))
        best = [u for u in ready if u.symbol in needs or u.symbol in awaited]
        following = (best or ready or waiting)[0]
        waiting.remove(following)
        order.append(following)
        known.add(following.symbol)
    return order


def _bounded(
    order: list[Unknown], flat: list[Any], whole: list[Any], lists: Mapping[Any, list[Fraction]]
) -> Iterator[Unknown]:
    """Attach to each unknown the hypotheses that those before it turn into bounds."""
    known: set[Any] = set(whole)
    for unknown in order:
        known.add(unknown.symbol)
        mine = [c for c in flat if unknown.symbol in c.free_symbols and c.free_symbols <= known]
        found = [b for c in mine if (b := bound(c, unknown.symbol)) is not None]
        yield Unknown(
            unknown.symbol,
            unknown.function,
            unknown.argument,
            tuple(found),
            tuple(lists.get(unknown.symbol, ())),
        )


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


def points(
    statement: ForAll | Plan, evaluator: Callable[[Mapping[Any, Any]], Evaluate]
) -> st.SearchStrategy[dict[Any, Any] | None]:
    """Return a strategy for points of an expanded statement's domain.

    Args:
        statement: a `ForAll` without instances and abbreviations, or the plan of one.
        evaluator: of a point that still grows returns what evaluates expressions there, to a
            `Fraction`, or to `None` where there is no rational value; for the coefficients of
            bounds.

    Returns:
        A strategy for dictionaries symbol -> exact value; `None` marks a draw whose bounds
        contradict each other.
    """
    plan = statement if isinstance(statement, Plan) else Plan(statement)

    def build(drawn: tuple[Any, ...]) -> dict[Any, Any] | None:
        codes, tails, *drawn_whole = drawn
        growing = Growing(plan, evaluator, dict(zip(plan.whole, drawn_whole, strict=True)))
        for code, unknown in zip(codes, plan.unknowns, strict=True):
            interval = growing.interval(unknown)
            if interval is None:
                continue
            if unknown.choices:
                left = [value for value in unknown.choices if value in interval]
                value = left[abs(code[1]) % len(left)] if left else None
            else:
                value = choose(code, interval, bool(unknown.symbol.is_integer))
            if value is None:
                return None
            growing.put(unknown, value)
        return growing.complete(tails)

    slopes = st.sampled_from([(Fraction(a), Fraction(b)) for a in TAIL_SLOPES for b in TAIL_SLOPES])
    return st.tuples(
        st.tuples(*(CODES for _ in plan.unknowns)),
        st.tuples(*(slopes for _ in plan.tabulated)),
        *(_whole(plan.facts[f], plan.given) for f in plan.whole),
    ).map(build)


def _whole(facts: tuple[Any, ...], given: list[Any]) -> st.SearchStrategy[PiecewiseLinear]:
    """Return a strategy for functions that are not given by a table."""
    if any(isinstance(fact, UnimodalDensity) for fact in facts):
        return unimodal_densities().map(itemgetter(0))
    return functions(**_properties(facts, given))


def standard(f: Any, plan: Plan) -> Sequence[PiecewiseLinear]:
    """Return a few fixed functions of which the facts of a plan may be true, simple ones first."""
    facts = plan.facts[f]
    if any(isinstance(fact, UnimodalDensity) for fact in facts):
        return STANDARD_DENSITIES
    return standard_functions(**_properties(facts, plan.given))


def _properties(facts: tuple[Any, ...], given: list[Any]) -> dict[str, bool]:
    kinds = {type(fact) for fact in facts}
    constants = [fact.args[1] for fact in facts if isinstance(fact, Lipschitz)]
    return {
        "increasing": StrictlyIncreasing in kinds,
        "positive": Positive in kinds,
        "lipschitz": any(_below_one(constant, given) for constant in constants),
    }


def _below_one(constant: Any, given: list[Any]) -> bool:
    """Return whether a hypothesis keeps a Lipschitz constant below 1."""
    if constant.is_number:
        return bool(constant.is_Rational and constant < 1)
    edges = [edge(c, constant) for c in given if c.free_symbols == {constant}]
    upper = [e for e in edges if e is not None and not e.upwards and e.value.is_Rational]
    return any(e.value < 1 or (e.strict and e.value == 1) for e in upper)


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
