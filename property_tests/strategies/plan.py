"""The order in which the numbers of a statement are drawn, and what bounds each of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp

from property_tests.strategies.bounds import (
    Bound,
    OneOf,
    OnlyIf,
    bound,
    conditions,
    listed,
    one_of,
)
from property_tests.strategies.critical import delicate
from property_tests.strategies.elimination import implied
from theory.language import (
    Apply,
    FunctionHypothesis,
    FunctionSymbol,
    RisesSmoothly,
    UnimodalDensity,
    on_sides,
)
from theory.parts import of_kinds, parts_of, with_parts
from theory.statements import ForAll

MAX_APPLICATIONS = 48  # more of them are interpolated


@dataclass(frozen=True)
class Unknown:
    """A number to draw: a scalar symbol or the value of a function at an argument.

    Args:
        symbol: what stands for the number in hypotheses.
        function, argument: the function and where it is applied, for a value of a function.
        bounds: what the hypotheses say once everything before has a value.
        choices: the values of a finite list, if a hypothesis gives one.
        gaps: the hypotheses that leave more than one interval.
    """

    symbol: Any
    function: Any = None
    argument: Any = None
    bounds: tuple[Bound | OnlyIf, ...] = ()
    choices: tuple[Fraction, ...] = ()
    gaps: tuple[OneOf, ...] = ()


WHOLE = (RisesSmoothly, UnimodalDensity)  # what no function that is linear in between need have


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
        ) | {f for f in symbols if any(isinstance(h, WHOLE) for h in self.facts[f])}
        self.whole = [f for f in symbols if f in whole]
        self.tabulated = [f for f in symbols if f not in whole]
        self.values: dict[tuple[Any, Any], Any] = {}
        numeric = [c for c in given if not isinstance(c, FunctionHypothesis)]
        flat = [self._flat(c) for c in numeric if not c.has(sp.Piecewise)]
        for expression in (*numeric, statement.says):
            for node in parts_of(expression):
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
            if not self.tabulated:
                return side
            return with_parts(side, lambda e: value(e) if self._is_tabulated(e) else e)

        return on_sides(expression, flat)

    def _is_tabulated(self, part: Any) -> bool:
        return isinstance(part, Apply) and part.args[0] in self.tabulated


def _is_about(hypothesis: Any, function: Any) -> bool:
    return isinstance(hypothesis, FunctionHypothesis) and hypothesis.args[0] == function


def _passed_on(expression: Any) -> set[Any]:
    """Return the functions that a head gets as an argument."""
    return {
        argument
        for node in parts_of(expression)
        for argument in node.args
        if isinstance(argument, FunctionSymbol)
        and not isinstance(node, (Apply, FunctionHypothesis))
    }


def _not_tabulated(expression: Any) -> set[Any]:
    """Return the functions of which an expression needs more than values at some arguments.

    It asks for a property of the function, or for its values at all numbers of a range.
    """
    found = {part.args[0] for part in of_kinds(expression, FunctionHypothesis)}
    bound = {
        limit[0]
        for node in of_kinds(expression, sp.Integral, sp.Sum, sp.Product)
        for limit in node.limits
    }
    applied = of_kinds(expression, Apply)
    return found | {a.args[0] for a in applied if a.args[1].free_symbols & bound}


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
            tuple(gap for c in mine if (gap := one_of(c, unknown.symbol)) is not None),
        )
