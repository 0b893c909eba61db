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
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.binders import SequenceOf, unbound
from theory.language import FunctionSymbol
from theory.normal_form import normal
from theory.orders import Magnitude, Order, Theta
from theory.quantifiers import Every, Some, denied
from theory.well_formed import IllFormed
from verify.evidence import Tier
from verify.kernel.total import kind


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
    printed = conjuncts(given)
    chosen = any(isinstance(g, Magnitude) and g.chosen for g in printed)
    if chosen and (fewer := without(printed, fact.given)):  # nothing may satisfy it, too
        raise RejectedArgument(f"a constant that serves is not shown to do so with {fewer[0]}")


def refutes(fact: Fact, given: Iterable[Any], says: Any) -> None:
    """Check that a fact gives values that satisfy printed hypotheses and break the conclusion.

    It says so of the symbols of the statement by their names, in whatever order. Of an order it
    says that for every positive constant there are such values; on the constant depends nothing on
    which those of the order may depend.

    Raises:
        RejectedArgument: it does not.
    """
    if not isinstance(fact, Fact):
        raise RejectedArgument("not a fact")
    if fact.given:
        raise RejectedArgument(f"it assumes {fact.given[0]}")
    _, there = _of_some(fact.says)
    hypotheses = conjuncts(given)
    if isinstance(says, Order):
        there, broken = _whatever_the_constant(there, hypotheses, says)
        here = conjuncts((there,))
        hypotheses = [_sized(h, here) if isinstance(h, Magnitude) else h for h in hypotheses]
        denial = next((b for b in broken if not without((b,), here)), broken[0])
    else:
        denial = denied(says)
    lacking = without(conjuncts((*hypotheses, denial)), (there, fact.says))
    if lacking:
        raise RejectedArgument(f"it does not say that {lacking[0]}")


def _of_some(says: Any) -> tuple[set[Any], Any]:
    """Return what is said of some values, and of which symbols."""
    symbols = set()
    while isinstance(says, Some):
        symbols.add(says.args[0])
        says = says.body
    return symbols, says


def _whatever_the_constant(there: Any, given: list[Any], order: Order) -> tuple[Any, list[Any]]:
    """Return what is said of some values for every constant, and what breaks the order with it.

    Raises:
        RejectedArgument: it is not said for every positive number.
    """
    if order.has(Theta):
        raise RejectedArgument(f"{order} is no order between two terms")
    if not (isinstance(there, Every) and isinstance(there.body, Implies)):
        raise RejectedArgument("it does not say so for every constant")
    constant, (positive, says) = there.args[0], there.body.args
    symbols, says = _of_some(says)
    of_statement = unbound_in((*given, order))
    if kind(constant) != "real" or not same(positive, sp.Gt(constant, 0, evaluate=False)):
        raise RejectedArgument(f"{constant} is not any positive number")
    if constant in of_statement | symbols or symbols & (of_statement - order.over):
        raise RejectedArgument("what the constants may depend on is chosen after them")
    return says, order.broken(constant)


def _sized(size: Magnitude, here: list[Any]) -> Any:
    """Return a hypothesis on a size with the positive number that is said to be its constant.

    Raises:
        RejectedArgument: there is none, or the constant is one that serves.
    """
    numbers = {n for c in here for n in c.args if isinstance(n, sp.Rational) and n > 0}
    bounds = [bound for bound in map(size.bound, numbers) if not without((bound,), here)]
    if size.chosen or not bounds:
        raise RejectedArgument(f"with which constant is it that {size}?")
    return bounds[0]


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
