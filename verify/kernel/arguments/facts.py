"""Facts: what follows for all values of what is free in it. Only rules make them.

A fact says: for all reals, integers, functions and sequences that are free in it, if every
hypothesis holds, the conclusion holds; a relation holds only where both of its sides have values.
A conclusion that is an order has its constants between: they exist for all values of the symbols in
which it is not uniform, and serve all values of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any

import sympy as sp

from theory.argument_language import States
from theory.arguments import LEAVES, Argument
from theory.language import SYMPY_ERRORS
from theory.normal_form import normal
from theory.orders import Order
from theory.well_formed import IllFormed
from verify.evidence import Tier
from verify.kernel.conditions import conjuncts, unbound_in
from verify.kernel.questions import RejectedArgument, Solver
from verify.kernel.total import Outside


@dataclass(frozen=True)
class Stated:
    """What a leaf states, and how well that is known; typed by who has judged it."""

    statement: States
    tier: Tier


@dataclass(frozen=True, init=False)
class Fact:
    """What has been concluded.

    Args:
        given: the hypotheses, conjunctions taken apart.
        says: the conclusion.
        rests: the leaves that it rests on, each with its tier.
    """

    given: tuple[Any, ...]
    says: Any
    rests: frozenset[tuple[Any, Tier]]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise RejectedArgument("a fact is made by a rule and cannot be typed")

    @property
    def tier(self) -> Tier:
        """The tier of the weakest leaf; a solver stands behind the steps."""
        tiers = [Tier.SOLVER, *(tier for _, tier in self.rests)]
        return max(tiers, key=lambda tier: tier.rank)

    @property
    def fixed(self) -> frozenset[Any]:
        """What the constants of an order may depend on."""
        over = self.says.over if isinstance(self.says, Order) else frozenset()
        return unbound_in((*self.given, self.says)) - over


def made(given: Iterable[Any], says: Any, *parents: Fact, rests: Any = frozenset()) -> Fact:
    """Return a fact, for rules only.

    Raises:
        RejectedArgument: it is no statement of the language.
    """
    kept = {normal(g): g for g in conjuncts(given)}
    try:
        States(says, tuple(kept.values()))
    except IllFormed as reason:
        raise RejectedArgument(str(reason)) from None
    fact = object.__new__(Fact)
    rests = rests.union(*(parent.rests for parent in parents))
    vars(fact).update(given=tuple(kept.values()), says=says, rests=rests)
    return fact


def check_fact(fact: Any) -> None:
    """Check that something is a fact, which only a rule makes."""
    if not isinstance(fact, Fact):
        raise RejectedArgument("not a fact")


class Reader:
    """Reads an argument; what is used twice is concluded once.

    Args:
        leaves: what each leaf states.
        solver: who answers questions.
        rules: for each kind of step what makes its fact from its data and this reader.
    """

    def __init__(
        self,
        leaves: Mapping[Any, Stated],
        solver: Solver,
        rules: Mapping[Any, Callable[[Any, Reader], Fact]],
    ) -> None:
        self.leaves, self.rules = leaves, rules
        self.shows = solver.shows
        self.known: dict[int, tuple[Argument, Fact]] = {}  # an argument that is kept keeps its id

    def facts(self, arguments: Iterable[Any]) -> tuple[Fact, ...]:
        """Return what arguments show."""
        return tuple(map(self.fact, arguments))

    def fact(self, argument: Argument) -> Fact:
        """Return what an argument shows.

        Raises:
            RejectedArgument: a step does not follow, or a leaf is missing.
        """
        if id(argument) not in self.known:
            try:
                self.known[id(argument)] = argument, self._concluded(argument)
            except (IllFormed, Outside) as reason:
                raise RejectedArgument(str(reason)) from None
            except SYMPY_ERRORS as error:
                raise RejectedArgument(f"{type(argument).__name__}: {error}") from error
        return self.known[id(argument)][1]

    def _concluded(self, argument: Any) -> Fact:
        if isinstance(argument, LEAVES):
            if argument not in self.leaves:
                raise RejectedArgument(f"nobody has judged {argument}")
            stated = self.leaves[argument]
            rests = frozenset({(argument, stated.tier)})
            return made(stated.statement.given, stated.statement.says, rests=rests)
        if type(argument) not in self.rules:
            raise RejectedArgument(f"{argument} is no rule")
        for field in fields(argument):  # what is no tuple could be read once, or overlooked
            several = str(field.type).startswith("tuple")
            if several and not isinstance(getattr(argument, field.name), tuple):
                raise RejectedArgument(f"`{field.name}` of {type(argument).__name__} is no tuple")
        return self.rules[type(argument)](argument, self)


def refuse_left(symbol: Any, parts: Iterable[Any], where: str) -> None:
    """Check that a symbol is not free in some parts."""
    if symbol in unbound_in(parts):
        raise RejectedArgument(f"{symbol} is left in {where}")


def of_kind(says: Any, kinds: Any, what: str) -> Any:
    """Return a conclusion if it is of one of some kinds, which are called like this."""
    if not isinstance(says, kinds):
        raise RejectedArgument(f"{says} is no {what}")
    return says


def relation(fact: Fact) -> Any:
    """Return the conclusion of a fact if it relates two numbers by <=, <, >=, > or =."""
    return of_kind(fact.says, (sp.Le, sp.Lt, sp.Ge, sp.Gt, sp.Eq), "inequality and no equation")


def refuse_order(fact: Fact, why: str) -> None:
    """Check that the conclusion of a fact is no order, which would not follow."""
    if isinstance(fact.says, Order):
        raise RejectedArgument(f"no order follows: {why}")
