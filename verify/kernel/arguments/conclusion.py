"""The conclusion of an argument given as data, and the order in which arguments can be read."""

from __future__ import annotations

from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from typing import Any

import sympy as sp

from theory import arguments as data
from theory.arguments import LEAVES, Argument, leaves_of
from theory.well_formed import IllFormed
from verify.kernel.arguments import logic, means, orders
from verify.kernel.arguments.facts import Fact, Rejected, Stated, made
from verify.kernel.arguments.questions import Solver
from verify.kernel.total import Outside


def conclusion(argument: Argument, leaves: Mapping[Any, Stated], solver: Solver) -> Fact:
    """Return what an argument shows, if each of its leaves holds.

    Args:
        argument: the data.
        leaves: what each leaf states.
        solver: who answers questions.

    Raises:
        Rejected: a step does not follow, or a leaf is missing.
        Disagreement: two solvers contradict each other.
    """
    return _Reader(leaves, solver).fact(argument)


def in_order(arguments: Mapping[Any, Argument]) -> list[Any]:
    """Return leaves that have arguments, each after those that its argument rests on.

    Raises:
        Rejected: one rests on itself.
    """
    uses = {leaf: leaves_of([argument]) for leaf, argument in arguments.items()}
    try:
        order = list(TopologicalSorter(uses).static_order())
    except CycleError as error:
        circle = " <- ".join(map(str, error.args[1]))
        raise Rejected(f"a circle of arguments: {circle}") from None
    return [leaf for leaf in order if leaf in arguments]


class _Reader:
    """Reads an argument; what is used twice is concluded once."""

    def __init__(self, leaves: Mapping[Any, Stated], solver: Solver) -> None:
        self.leaves = leaves
        self.solver = solver
        self.facts: dict[int, Fact] = {}

    def fact(self, argument: Argument) -> Fact:
        """Return what an argument shows."""
        if id(argument) not in self.facts:
            try:
                self.facts[id(argument)] = self._concluded(argument)
            except (IllFormed, Outside) as reason:
                raise Rejected(str(reason)) from None
        return self.facts[id(argument)]

    def _all(self, arguments: tuple[Argument, ...]) -> tuple[Fact, ...]:
        return tuple(map(self.fact, arguments))

    def _leaf(self, leaf: Any) -> Fact:
        if leaf not in self.leaves:
            raise Rejected(f"nobody has judged {leaf}")
        stated = self.leaves[leaf]
        rests = frozenset({(leaf, stated.tier)})
        return made(stated.statement.given, stated.statement.says, rests=rests)

    def _concluded(self, a: Any) -> Fact:
        """Apply the rule that an argument names."""
        fact, solver = self.fact, self.solver
        match a:
            case _ if isinstance(a, LEAVES):
                return self._leaf(a)
            case data.Assume():
                return logic.assume(a.condition)
            case data.Put():
                return logic.put(fact(a.of), a.values, solver)
            case data.Solve():
                return logic.solve(a.says, a.given, self._all(a.using), solver)
            case data.Rewrite():
                return logic.rewrite(fact(a.of), fact(a.by))
            case data.Cases():
                return logic.cases(self._all(a.of), a.given, self._all(a.using), solver)
            case data.Choose():
                return logic.choose(fact(a.exists), fact(a.then), a.symbol)
            case data.Give():
                return logic.give(fact(a.of), a.says, a.value, solver)
            case data.Generalise():
                return logic.generalise(fact(a.of), a.symbol)
            case data.Specialise():
                return logic.specialise(fact(a.of), a.value, solver)
            case data.Induct():
                return logic.induct(a.says, a.index, a.start, fact(a.base), fact(a.step), solver)
            case data.Average():
                helpers = self._all(a.using)
                return means.average(fact(a.of), a.sequence, a.strict_at, helpers, solver)
            case data.AddUp():
                ends, helpers = (a.low, a.high), self._all(a.using)
                return means.add_up(fact(a.of), a.index, ends, a.strict_at, helpers, solver)
            case data.Reindex():
                ends, helpers = (a.low, a.high), self._all(a.using)
                return means.reindex(a.of, a.by, a.back, ends, a.given, helpers, solver)
            case data.Between():
                sides, bounds, facts = (a.left, a.right), (a.low, a.high), self._all(a.using)
                return orders.between(sides, bounds, a.over, a.given, facts, solver)
            case data.Chain():
                return orders.chain(fact(a.first), fact(a.second))
            case data.Plus() | data.Times() | data.Largest() | data.Least():
                helpers = self._all(a.using)
                return orders.combine(
                    OPERATIONS[type(a)], fact(a.first), fact(a.second), helpers, solver
                )
            case data.Both():
                return orders.both(fact(a.most), fact(a.least))
            case data.Fix():
                return orders.fix(fact(a.of), a.symbols)
            case data.Through():
                return orders.through(fact(a.first), fact(a.second), a.quantity, a.low, a.high)
        raise Rejected(f"{type(a).__name__} is no rule")


OPERATIONS = {data.Plus: sp.Add, data.Times: sp.Mul, data.Largest: sp.Max, data.Least: sp.Min}
