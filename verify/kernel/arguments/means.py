"""Means over finite sets of sequences, sums over ranges, and bijections of these."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from theory import arguments as data
from theory.argument_language import is_whole
from theory.binders import substitute, unbound, with_limits
from theory.definedness import rebuilt
from theory.orders import Order
from theory.sequences import In, Indicator, Law, Mean, Signs
from theory.well_formed import quantified
from verify.kernel.arguments.facts import (
    Fact,
    Reader,
    made,
    refuse_left,
    relation,
    sides_changed,
)
from verify.kernel.arguments.logic import fitting, term
from verify.kernel.conditions import all_of, eq, ge, le, lt, unbound_in, without
from verify.kernel.questions import RejectedArgument
from verify.kernel.total import kind

STRICT = {sp.Le: sp.Lt, sp.Lt: sp.Lt, sp.Ge: sp.Gt, sp.Gt: sp.Gt}


# what a mean or a sum is over: what says that a symbol is a member, what says that there is one,
# and what makes the mean or the sum of a term
Members = tuple[tuple[Any, ...], Any, Callable[[Any], Any]]


def in_set(sequence: Any, members: Any) -> Members:
    """Return the members of a set of sequences, over which there are means."""
    quantified(sequence)
    return (In(sequence, members),), members.inhabited, lambda e: mean(e, sequence, members)


def in_range(index: Any, low: Any, high: Any) -> Members:
    """Return the integers of a range, over which there are sums."""
    low, high = term(low), term(high)
    quantified(index)
    if not all(map(is_whole, (index, low, high))) or index in unbound_in((low, high)):
        raise RejectedArgument(f"no range of integers from {low} to {high}")
    inside, limits = (ge(index, low), le(index, high)), ((index, low, high),)
    return inside, le(low, high), lambda e: with_limits(sp.Sum, e, limits)


def average(a: data.Average, r: Reader) -> Fact:
    """Return the relation of the means over all members of a set, which must not be empty.

    Of the members nothing may be assumed but that they are in the set.
    """
    fact = r.fact(a.of)
    sets = [g for g in fact.given if isinstance(g, In) and g.args[0] == a.sequence]
    if len(sets) != 1 or a.sequence in unbound(sets[0].args[1]):
        raise RejectedArgument(f"nothing says in which one set {a.sequence} is")
    over, rest = in_set(*sets[0].args), without(fact.given, sets)
    refuse_left(a.sequence, rest, "a hypothesis: not all members of the set are taken")
    return _gathered(a, r, a.sequence, over, rest)


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


def expect(a: data.Expect, r: Reader) -> Fact:
    """Return the relation of the means under a law, which has the mass 1; it is not strict.

    Of the number nothing may be assumed. The terms are bounded, so that they have means.
    """
    fact, helpers = r.fact(a.of), r.facts(a.using)
    quantified(a.symbol)
    if not isinstance(a.law, Law) or kind(a.symbol) != "real":
        raise RejectedArgument(f"no mean over {a.symbol} under {a.law}")
    refuse_left(a.symbol, fact.given, "a hypothesis: not all numbers are taken")
    if not isinstance(relation(fact), (sp.Le, sp.Ge, sp.Eq)):
        raise RejectedArgument(f"{fact.says}: the means need not differ")
    for side in fact.says.args:
        _bounded(side, a.symbol, fact.given, helpers, r)
    means = [mean(side, a.symbol, a.law) for side in fact.says.args]
    return made(fact.given, type(fact.says)(*means, evaluate=False), fact, *helpers)


def _bounded(e: Any, symbol: Any, given: Any, helpers: Any, r: Reader) -> None:
    """Check that a term, and all the terms of which it is a sum, are bounded in a symbol."""
    if symbol not in unbound(e) or isinstance(e, Indicator):
        return
    probability = isinstance(e, Mean) and isinstance(e.args[0], Indicator)
    if isinstance(e, (sp.Add, sp.Mul)):
        for part in e.args:
            _bounded(part, symbol, given, helpers, r)
    elif isinstance(e, AppliedUndef):
        r.shows(given, all_of((ge(e, 0), le(e, 1))), helpers)
    elif not probability:
        raise RejectedArgument(f"{e} may not be bounded in {symbol}")


def add_up(a: data.AddUp, r: Reader) -> Fact:
    """Return the relation or the order of the sums over a range of integers, which is not empty.

    What is assumed of the index must hold in the whole range; an order must be uniform in it.
    """
    fact, over = r.fact(a.of), in_range(a.index, a.low, a.high)
    of_index = [g for g in fact.given if a.index in unbound(g)]
    rest = without(fact.given, of_index)
    r.shows((*rest, *over[0]), all_of(of_index), r.facts(a.using))
    return _gathered(a, r, a.index, over, rest)


def _gathered(a: Any, r: Reader, symbol: Any, over: Members, rest: list[Any]) -> Fact:
    """Return the relation of means or sums, or the order of sums, over members of which one is.

    A relation is strict if it is shown to be so at something that is shown to be a member.
    """
    fact, helpers, (inside, inhabited, whole) = r.fact(a.of), r.facts(a.using), over
    r.shows(rest, inhabited, helpers)
    if isinstance(fact.says, Order) and isinstance(a, data.AddUp):
        if symbol not in fact.says.over or a.strict_at is not None:
            raise RejectedArgument(f"the constants may depend on {symbol}")
        says = sides_changed(fact.says, whole)
        return made(rest, says.uniform_in(says.over - {symbol}), fact, *helpers)
    kind = type(relation(fact))
    if a.strict_at is not None:
        if kind not in STRICT:
            raise RejectedArgument("an equation is not strict anywhere")
        kind, member = STRICT[kind], term(a.strict_at)
        if fitting(symbol, member, r) != sp.true or symbol in unbound(member):
            raise RejectedArgument(f"{member} is no member by itself")
        r.shows(rest, all_of(substitute(c, {symbol: member}) for c in inside))
        sides = (substitute(side, {symbol: member}) for side in fact.says.args)
        r.shows(rest, kind(*sides, evaluate=False), (fact, *helpers))
    return made(rest, kind(*map(whole, fact.says.args), evaluate=False), fact, *helpers)


def last_term(a: data.LastTerm, r: Reader) -> Fact:
    """Return that a sum is its last term and the sum of those before it, if there are any.

    All terms must have values, and there must be one, or more where the ends are not the same. A
    sum that ends one before it begins is 0, where its ends have values.
    """
    if not (isinstance(a.of, sp.Sum) and len(a.of.limits) == 1):
        raise RejectedArgument(f"{a.of} is no sum over one range")
    body, (index, low, high), helpers = a.of.function, a.of.limits[0], r.facts(a.using)
    inside, enough, _ = in_range(index, low, high)
    refuse_left(index, a.given, "what is assumed")
    if high == low - 1:
        r.shows(a.given, all_of((eq(low, low), eq(high, high))), helpers)
        return made(a.given, eq(a.of, sp.S.Zero), *helpers)
    r.shows((*a.given, *inside), eq(body, body), helpers)
    terms = [substitute(body, {index: high})]
    if low != high:
        _, _, whole = in_range(index, low, high - 1)
        terms.append(whole(body))
        enough = lt(low, high)
    r.shows(a.given, enough, helpers)
    return made(a.given, eq(a.of, rebuilt(sp.Add, terms)), *helpers)


def reindex(a: data.Reindex, r: Reader) -> Fact:
    """Return that a mean or a sum is the same after a bijection of what it ranges over.

    All terms must have values, and there must be some.
    """
    of, helpers = a.of, r.facts(a.using)
    if isinstance(of, Mean) and isinstance(of.args[2], Signs):
        body, symbol, members = of.args
        old = new = in_set(symbol, members)
    elif isinstance(of, sp.Sum) and len(of.limits) == 1:
        body, (symbol, *ends) = of.function, of.limits[0]
        old, new = in_range(symbol, *ends), in_range(symbol, a.low, a.high)
    else:
        raise RejectedArgument(f"{of} is no mean and no sum over one range")
    by, back, (inside, inhabited, _), (goal, _, whole) = term(a.by), term(a.back), old, new
    refuse_left(symbol, (*a.given, of), "what is assumed, or outside of its mean or sum")
    r.shows(a.given, inhabited, helpers)
    r.shows((*a.given, *inside), eq(body, body), helpers)
    for one, other, here, there in ((by, back, goal, inside), (back, by, inside, goal)):
        lands = [substitute(c, {symbol: one}) for c in there]
        returns = _returns(symbol, one, other, (of, *a.given), r)
        r.shows((*a.given, *here), all_of((*lands, returns)), helpers)
    return made(a.given, eq(of, whole(substitute(body, {symbol: by}))), *helpers)


def _returns(symbol: Any, by: Any, back: Any, around: Any, r: Reader) -> Any:
    """Return that one map takes back what another does, of sequences at any index."""
    if fitting(symbol, by, r) != sp.true:
        raise RejectedArgument(f"{by} is not defined for every {symbol}")
    there_and_back = substitute(back, {symbol: by})
    if not isinstance(symbol, sp.IndexedBase):
        return eq(there_and_back, symbol)
    index = sp.Symbol("any index", integer=True)
    refuse_left(index, (by, back, *around), "what is reindexed: it has to be another name")
    return eq(there_and_back[index], symbol[index])


RULES = {
    data.Average: average,
    data.Expect: expect,
    data.AddUp: add_up,
    data.LastTerm: last_term,
    data.Reindex: reindex,
}
