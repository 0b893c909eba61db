"""Means over finite sets of sequences, sums over ranges, and bijections of these.

A rule takes the data of an argument and returns the fact that it makes, or raises
`RejectedArgument`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And

from theory import arguments as data
from theory.argument_language import is_whole
from theory.binders import substitute, unbound, with_limits
from theory.definedness import connected, rebuilt
from theory.orders import Order
from theory.sequences import In, Mean
from theory.well_formed import quantified
from verify.kernel.arguments import facts as f
from verify.kernel.arguments.facts import Fact, Reader, RejectedArgument, made
from verify.kernel.arguments.values import fitting, term

STRICT = {sp.Le: sp.Lt, sp.Lt: sp.Lt, sp.Ge: sp.Gt, sp.Gt: sp.Gt}


def average(a: data.Average, r: Reader) -> Fact:
    """Return the relation of the means over all members of a set, which must not be empty.

    Of the members nothing may be assumed but that they are in the set.
    """
    fact, helpers = r.fact(a.of), r.facts(a.using)
    quantified(a.sequence)
    sets = [g for g in fact.given if isinstance(g, In) and g.args[0] == a.sequence]
    if len(sets) != 1 or a.sequence in unbound(sets[0].args[1]):
        raise RejectedArgument(f"nothing says in which one set {a.sequence} is")
    members, rest = sets[0].args[1], f.without(fact.given, sets)
    f.refuse_left(a.sequence, rest, "a hypothesis: not all members of the set are taken")
    r.shows(rest, members.inhabited, helpers)
    kind = type(f.relation(fact))
    if a.strict_at is not None:
        kind = _strict(fact, {a.sequence: term(a.strict_at)}, sets, rest, helpers, r)
    means = [mean(side, a.sequence, members) for side in fact.says.args]
    return made(rest, kind(*means, evaluate=False), fact, *helpers)


def mean(e: Any, sequence: Any, members: Any) -> Any:
    """Return the mean of a term over a set that is not empty, sums and constant factors outside.

    Where a sum or a product has a value, so have its parts.
    """
    if sequence not in unbound(e):
        return e
    if isinstance(e, sp.Add):
        return rebuilt(sp.Add, [mean(part, sequence, members) for part in e.args])
    outside = [p for p in e.args if sequence not in unbound(p)] if isinstance(e, sp.Mul) else []
    if not outside:
        return Mean(e, sequence, members)
    inside = rebuilt(sp.Mul, [part for part in e.args if sequence in unbound(part)])
    return rebuilt(sp.Mul, (*outside, mean(inside, sequence, members)))


def add_up(a: data.AddUp, r: Reader) -> Fact:
    """Return the relation or the order of the sums over a range of integers, which is not empty.

    What is assumed of the index must hold in the whole range.
    """
    fact, helpers, index = r.fact(a.of), r.facts(a.using), a.index
    inside, inhabited = _range(index, a.low, a.high)
    of_index = [g for g in fact.given if index in unbound(g)]
    rest = f.without(fact.given, of_index)
    r.shows(rest, inhabited, helpers)
    r.shows((*rest, *inside), connected(And, of_index), helpers)
    if isinstance(fact.says, Order):
        if index not in fact.says.over or a.strict_at is not None:
            raise RejectedArgument(f"the constants may depend on {index}")
        left, right = (_sum(side, index, a.low, a.high) for side in fact.says.sides)
        order = Order(left, right, fact.says.relation, fact.says.over - {index})
        return made(rest, order, fact, *helpers)
    kind = type(f.relation(fact))
    sums = [_sum(side, index, a.low, a.high) for side in fact.says.args]
    if a.strict_at is not None:
        kind = _strict(fact, {index: term(a.strict_at)}, inside, rest, helpers, r)
    return made(rest, kind(*sums, evaluate=False), fact, *helpers)


def _strict(
    fact: Fact, value: Mapping[Any, Any], inside: Any, rest: Any, helpers: Any, r: Reader
) -> Any:
    """Return the strict relation, shown at a member that is shown to belong to the set."""
    ((symbol, member),) = value.items()
    if type(fact.says) not in STRICT:
        raise RejectedArgument("an equation is not strict anywhere")
    if fitting(symbol, member, r) != sp.true or symbol in unbound(member):
        raise RejectedArgument(f"{member} is no member by itself")
    r.shows(rest, connected(And, (substitute(c, value) for c in inside)))
    kind = STRICT[type(fact.says)]
    sides = (substitute(side, value) for side in fact.says.args)
    r.shows(rest, kind(*sides, evaluate=False), (fact, *helpers))
    return kind


def last_term(a: data.LastTerm, r: Reader) -> Fact:
    """Return that a sum is its last term and the sum of those before it, if there are any.

    All terms must have values, and there must be one, or more where the ends are not the same.
    """
    if not (isinstance(a.of, sp.Sum) and len(a.of.limits) == 1):
        raise RejectedArgument(f"{a.of} is no sum over one range")
    body, (index, low, high), helpers = a.of.function, a.of.limits[0], r.facts(a.using)
    inside, inhabited = _range(index, low, high)
    f.refuse_left(index, a.given, "what is assumed")
    r.shows((*a.given, *inside), sp.Eq(body, body, evaluate=False), helpers)
    terms = [substitute(body, {index: high})]
    if low != high:
        inhabited = sp.Lt(low, high, evaluate=False)
        terms.append(_sum(body, index, low, high - 1))
    r.shows(a.given, inhabited, helpers)
    return made(a.given, sp.Eq(a.of, rebuilt(sp.Add, terms), evaluate=False), *helpers)


def reindex(a: data.Reindex, r: Reader) -> Fact:
    """Return that a mean or a sum is the same after a bijection of what it ranges over.

    All terms must have values, and there must be some.
    """
    of, helpers = a.of, r.facts(a.using)
    if isinstance(of, Mean):
        body, symbol, members = of.args
        old: Any = (In(symbol, members),)
        new, inhabited = old, members.inhabited
        moved = Mean(substitute(body, {symbol: term(a.by)}), symbol, members)
    elif isinstance(of, sp.Sum) and len(of.limits) == 1:
        body, (symbol, *ends) = of.function, of.limits[0]
        (old, inhabited), (new, _) = _range(symbol, *ends), _range(symbol, a.low, a.high)
        moved = _sum(substitute(body, {symbol: term(a.by)}), symbol, a.low, a.high)
    else:
        raise RejectedArgument(f"{of} is no mean and no sum over one range")
    f.refuse_left(symbol, (*a.given, of), "what is assumed, or outside of its mean or sum")
    r.shows(a.given, inhabited, helpers)
    r.shows((*a.given, *old), sp.Eq(body, body, evaluate=False), helpers)
    for by, back, here, there in ((a.by, a.back, new, old), (a.back, a.by, old, new)):
        lands = [substitute(c, {symbol: term(by)}) for c in there]
        returns = _returns(symbol, term(by), term(back), (of, *a.given), r)
        r.shows((*a.given, *here), connected(And, (*lands, returns)), helpers)
    return made(a.given, sp.Eq(of, moved, evaluate=False), *helpers)


def _returns(symbol: Any, by: Any, back: Any, around: Any, r: Reader) -> Any:
    """Return that one map takes back what another does, of sequences at any index."""
    if fitting(symbol, by, r) != sp.true:
        raise RejectedArgument(f"{by} is not defined for every {symbol}")
    there_and_back = substitute(back, {symbol: by})
    if not isinstance(symbol, sp.IndexedBase):
        return sp.Eq(there_and_back, symbol, evaluate=False)
    index = sp.Symbol("any index", integer=True)
    f.refuse_left(index, (by, back, *around), "what is reindexed: it has to be another name")
    return sp.Eq(there_and_back[index], symbol[index], evaluate=False)


def _sum(e: Any, index: Any, low: Any, high: Any) -> Any:
    return with_limits(sp.Sum, e, ((index, term(low), term(high)),))


def _range(index: Any, low: Any, high: Any) -> tuple[tuple[Any, Any], Any]:
    """Return that an integer is in a range, and that the range is not empty."""
    low, high = term(low), term(high)
    quantified(index)
    if not all(map(is_whole, (index, low, high))) or index in f.unbound_in((low, high)):
        raise RejectedArgument(f"no range of integers from {low} to {high}")
    inside = sp.Ge(index, low, evaluate=False), sp.Le(index, high, evaluate=False)
    return inside, sp.Le(low, high, evaluate=False)


RULES = {
    data.Average: average,
    data.AddUp: add_up,
    data.LastTerm: last_term,
    data.Reindex: reindex,
}
