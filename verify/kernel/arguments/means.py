"""Means over finite sets of sequences, sums over ranges, and bijections of these.

Each rule returns the fact that it makes, or raises `Rejected`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And

from theory.binders import substitute, unbound
from theory.definedness import connected, rebuilt
from theory.orders import Order
from theory.sequences import In, Mean
from verify.kernel.arguments.facts import (
    Fact,
    Rejected,
    made,
    refuse_left,
    relation,
    unbound_in,
    without,
)
from verify.kernel.arguments.questions import Solver
from verify.kernel.arguments.values import fitting

STRICT = {sp.Le: sp.Lt, sp.Lt: sp.Lt, sp.Ge: sp.Gt, sp.Gt: sp.Gt}


def average(
    fact: Fact, sequence: Any, strict_at: Any, helpers: Iterable[Fact], solver: Solver
) -> Fact:
    """Return the relation of the means over all members of a set, which must not be empty.

    Of the members nothing may be assumed but that they are in the set.
    """
    kind, (left, right) = type(relation(fact)), fact.says.args
    helpers = tuple(helpers)
    sets = [g for g in fact.given if isinstance(g, In) and g.args[0] == sequence]
    if len(sets) != 1 or sequence in unbound(sets[0].args[1]):
        raise Rejected(f"nothing says in which set {sequence} is")
    members, rest = sets[0].args[1], without(fact.given, sets)
    refuse_left(sequence, rest, "a hypothesis: not all members of the set are taken")
    solver.shows(rest, members.inhabited, helpers)
    if strict_at is not None:
        kind = _strict(kind, fact, {sequence: strict_at}, rest, (fact, *helpers), solver)
    means = [mean(side, sequence, members) for side in (left, right)]
    return made(rest, kind(*means, evaluate=False), (fact, *helpers), solved=True)


def mean(e: Any, sequence: Any, members: Any) -> Any:
    """Return the mean of a term over a set that is not empty, sums and constant factors outside.

    Where a sum or a product has a value, so have its parts.
    """
    if sequence not in unbound(e):
        return e
    if isinstance(e, sp.Add):
        return rebuilt(sp.Add, [mean(part, sequence, members) for part in e.args])
    if isinstance(e, sp.Mul):
        outside = [part for part in e.args if sequence not in unbound(part)]
        inside = [part for part in e.args if sequence in unbound(part)]
        if outside:
            return rebuilt(sp.Mul, (*outside, mean(rebuilt(sp.Mul, inside), sequence, members)))
    return Mean(e, sequence, members)


def add_up(
    fact: Fact,
    index: Any,
    ends: tuple[Any, Any],
    strict_at: Any,
    helpers: Iterable[Fact],
    solver: Solver,
) -> Fact:
    """Return the relation or the order of the sums over a range of integers, which is not empty.

    What is assumed of the index must hold in the whole range.
    """
    low, high = map(sp.sympify, ends)
    if not (index.is_Symbol and index.is_integer and low.is_integer and high.is_integer):
        raise Rejected("a sum is over the integers between two of them")
    if index in unbound_in((low, high)):
        raise Rejected(f"the range of {index} must not depend on it")
    helpers, inside = tuple(helpers), _between(index, low, high)
    of_index = [g for g in fact.given if index in unbound(g)]
    rest = without(fact.given, of_index)
    solver.shows(rest, sp.Le(low, high, evaluate=False), helpers)
    if of_index:
        solver.shows((*rest, *inside), connected(And, of_index), helpers)
    if isinstance(fact.says, Order):
        if index not in fact.says.over:
            raise Rejected(f"the constants may depend on {index}")
        left, right, name, _ = fact.says.args
        still = fact.says.over - {index}
        sides = (sp.Sum(side, (index, low, high)) for side in (left, right))
        return made(rest, Order(*sides, name, still), (fact, *helpers), solved=True)
    kind = type(relation(fact))
    if strict_at is not None:
        solver.shows(rest, connected(And, _between(strict_at, low, high)), helpers)
        kind = _strict(kind, fact, {index: strict_at}, rest, (fact, *helpers), solver)
    sums = (sp.Sum(side, (index, low, high)) for side in fact.says.args)
    return made(rest, kind(*sums, evaluate=False), (fact, *helpers), solved=True)


def _strict(
    kind: Any, fact: Fact, value: Any, rest: Any, facts: tuple[Fact, ...], solver: Solver
) -> Any:
    """Return the strict relation, shown at a member that is shown to belong to the set."""
    if kind not in STRICT:
        raise Rejected("an equation is not strict anywhere")
    ((symbol, member),) = value.items()
    if fitting(symbol, member, solver) != sp.true or symbol in unbound(member):
        raise Rejected(f"{member} is no member by itself")
    belongs = [substitute(g, value) for g in fact.given if symbol in unbound(g)]
    if belongs:
        solver.shows(rest, connected(And, belongs))
    sides = (substitute(side, value) for side in fact.says.args)
    solver.shows(rest, STRICT[kind](*sides, evaluate=False), facts)
    return STRICT[kind]


def reindex(
    of: Any,
    by: Any,
    back: Any,
    ends: tuple[Any, Any],
    given: Iterable[Any],
    helpers: Iterable[Fact],
    solver: Solver,
) -> Fact:
    """Return that a mean or a sum is the same after a bijection, which has an inverse."""
    given, helpers = tuple(given), tuple(helpers)
    if isinstance(of, Mean):
        term, symbol, members = of.args
        limits: Any = (symbol, members)
        before: Any = (In(symbol, members),)
        after = before
        inhabited = members.inhabited
    elif isinstance(of, sp.Sum) and len(of.limits) == 1 and all(_is_whole(e) for e in ends):
        term, (symbol, low, high) = of.function, of.limits[0]
        limits = (sp.Tuple(symbol, *ends),)
        before, after = _between(symbol, low, high), _between(symbol, *ends)
        inhabited = sp.Le(low, high, evaluate=False)
    else:
        raise Rejected(f"{of} is no mean, and no sum from one integer to another")
    index = sp.Symbol("any index", integer=True)
    refuse_left(symbol, (*given, *limits[0].args[1:], *limits[1:]), "a hypothesis or in the range")
    refuse_left(index, (*given, of, by, back), "what is asked: it has to be another name")
    if any(fitting(symbol, value, solver) != sp.true for value in (by, back)):
        raise Rejected(f"{by} or {back} is not defined for every {symbol}")
    solver.shows(given, inhabited, helpers)
    for value, other, here, there in ((by, back, after, before), (back, by, before, after)):
        lands = [substitute(c, {symbol: value}) for c in there]
        returned = substitute(other, {symbol: value})
        pair = (returned, symbol) if isinstance(of, sp.Sum) else (returned[index], symbol[index])
        returns = sp.Eq(*pair, evaluate=False)
        solver.shows((*given, *here), connected(And, (*lands, returns)), helpers)
    solver.shows((*given, *before), sp.Eq(term, term, evaluate=False), helpers)
    moved = of.func(substitute(term, {symbol: by}), *limits)
    return made(given, sp.Eq(of, moved, evaluate=False), helpers, solved=True)


def _between(index: Any, low: Any, high: Any) -> tuple[Any, Any]:
    return sp.Ge(index, low, evaluate=False), sp.Le(index, high, evaluate=False)


def _is_whole(end: Any) -> bool:
    return isinstance(end, (int, sp.Expr)) and bool(sp.sympify(end).is_integer)
