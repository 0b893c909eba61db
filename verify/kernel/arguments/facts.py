"""Facts: what follows for all values of what is free in it. Only rules make them.

A fact says: for all reals, integers, functions and sequences that are free in it, if every
hypothesis holds, the conclusion holds; a relation holds only where both of its sides have values.
A conclusion that is an order has its constants between: they exist for all values of the symbols in
which it is not uniform, and serve all values of the others.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import And

from theory.argument_language import States
from theory.binders import SequenceOf, unbound
from theory.language import FunctionSymbol
from theory.normal_form import normal
from theory.orders import Order
from theory.quantifiers import Some, denied
from theory.well_formed import IllFormed
from verify.evidence import Tier


class RejectedArgument(Exception):
    """A step does not follow; says why not."""


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


class Reader(Protocol):
    """What a rule may ask for."""

    def fact(self, argument: Any) -> Fact:
        """Return what an argument shows."""

    def facts(self, arguments: Iterable[Any]) -> tuple[Fact, ...]:
        """Return what arguments show."""

    def shows(self, given: Iterable[Any], says: Any, facts: Iterable[Fact] = ()) -> None:
        """Check by a solver that facts imply a conclusion where hypotheses hold."""


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
    object.__setattr__(fact, "given", tuple(kept.values()))
    object.__setattr__(fact, "says", says)
    object.__setattr__(fact, "rests", rests.union(*(p.rests for p in parents)))
    return fact


def establishes(fact: Fact, given: Iterable[Any], says: Any) -> None:
    """Check that a fact is a printed clause, under no more than the printed hypotheses.

    Raises:
        RejectedArgument: it is not.
    """
    if not isinstance(fact, Fact):
        raise RejectedArgument("not a fact")
    if not same(fact.says, says):
        raise RejectedArgument(f"it concludes {fact.says}, not {says}")
    more = without(fact.given, given)
    if more:
        raise RejectedArgument(f"it also assumes {more[0]}")


def refutes(fact: Fact, given: Iterable[Any], says: Any) -> None:
    """Check that a fact gives values that satisfy printed hypotheses and break the conclusion.

    It says so of the symbols of the statement by their names, in whatever order.

    Raises:
        RejectedArgument: it does not.
    """
    if not isinstance(fact, Fact):
        raise RejectedArgument("not a fact")
    if fact.given:
        raise RejectedArgument(f"it assumes {fact.given[0]}")
    there = fact.says
    while isinstance(there, Some):
        there = there.body
    lacking = without(conjuncts((*given, denied(says))), (there,))
    if lacking:
        raise RejectedArgument(f"it does not say that {lacking[0]}")


# -- conditions and terms -----------------------------------------------------------------------


def conjuncts(conditions: Iterable[Any]) -> list[Any]:
    """Return conditions, conjunctions taken apart and without what is always true."""
    parts = (p for c in conditions for p in (conjuncts(c.args) if isinstance(c, And) else (c,)))
    return [part for part in parts if part != sp.true]


def same(one: Any, other: Any) -> bool:
    """Return whether two expressions differ in names of bound symbols and order of sides only."""
    return bool(normal(one) == normal(other))


def without(conditions: Iterable[Any], others: Iterable[Any]) -> list[Any]:
    """Return the conditions that are not among the others."""
    taken = set(map(normal, conjuncts(others)))
    return [c for c in conditions if normal(c) not in taken]


def unbound_in(parts: Iterable[Any]) -> frozenset[Any]:
    """Return what is free in any of the parts."""
    return frozenset().union(*map(unbound, parts))


def refuse_left(symbol: Any, parts: Iterable[Any], where: str) -> None:
    """Check that a symbol is not free in some parts.

    Raises:
        RejectedArgument: it is.
    """
    if symbol in unbound_in(parts):
        raise RejectedArgument(f"{symbol} is left in {where}")


def is_sequence(value: Any) -> bool:
    """Return whether an argument of a head is a function or a sequence."""
    return isinstance(value, (FunctionSymbol, sp.IndexedBase, SequenceOf))


def relation(fact: Fact) -> Relational:
    """Return the conclusion of a fact if it relates two numbers by <=, <, >=, > or =.

    Raises:
        RejectedArgument: it is another.
    """
    if not isinstance(fact.says, (sp.Le, sp.Lt, sp.Ge, sp.Gt, sp.Eq)):
        raise RejectedArgument(f"{fact.says} is no inequality and no equation")
    return fact.says
