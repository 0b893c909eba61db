"""Means over sets, sums over ranges, integrals over intervals: the whole of what holds of members.

Functions under an integral are continuous on its interval, so that they have one; terms under a
mean by a law are bounded, or within a bound that has a mean.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import sympy as sp

from theory import arguments as data
from theory.argument_language import is_whole
from theory.binders import body_of, substitute, unbound, with_limits
from theory.definedness import rebuilt
from theory.orders import Order, Theta
from theory.sequences import In, Indicator, Law, Mean, Signs, Sphere
from theory.well_formed import quantified
from verify.kernel.arguments.facts import Fact, Reader, made, refuse_left, relation
from verify.kernel.arguments.logic import fitting, term
from verify.kernel.conditions import all_of, conjuncts, eq, ge, le, lt, unbound_in, without
from verify.kernel.questions import RejectedArgument
from verify.kernel.total import kind

STRICT = {sp.Le: sp.Lt, sp.Lt: sp.Lt, sp.Ge: sp.Gt, sp.Gt: sp.Gt}
NOT_STRICT: dict[Any, Any] = {sp.Lt: sp.Le, sp.Gt: sp.Ge}
CONTINUOUS = (sp.Add, sp.Mul, sp.Pow, sp.Max, sp.Min, sp.Abs, sp.exp, sp.log, sp.erf, sp.erfc)


@dataclass(frozen=True)
class Members:
    """What a mean, a sum or an integral is over.

    Args:
        symbol: any member.
        inside: what says that it is a member.
        inhabited: what says that there is one.
        whole: makes the mean, the sum or the integral of a term.
        has_share: whether what is strict at all members is so on the whole: sets, ranges and the
            numbers under a law have a share that is not 0, an interval may have none.
    """

    symbol: Any
    inside: tuple[Any, ...]
    inhabited: Any
    whole: Callable[[Any], Any]
    has_share: bool = True

    def has(self, value: Any, r: Reader) -> list[Any]:
        """Return the conditions under which a value is a member."""
        inside = [substitute(condition, {self.symbol: value}) for condition in self.inside]
        return [fitting(self.symbol, value, r), *inside]


def in_set(sequence: Any, members: Any) -> Members:
    """Return the members of a set of sequences, over which there are means."""
    quantified(sequence)
    if not isinstance(members, Signs):
        raise RejectedArgument(f"{members} is no set of sequences")
    inside = (In(sequence, members),)
    return Members(sequence, inside, members.inhabited, lambda e: mean(e, sequence, members))


def in_range(index: Any, low: Any, high: Any) -> Members:
    """Return the integers of a range, over which there are sums."""
    low, high = term(low), term(high)
    quantified(index)
    if not all(map(is_whole, (index, low, high))) or index in unbound_in((low, high)):
        raise RejectedArgument(f"no range of integers from {low} to {high}")
    inside, limits = (ge(index, low), le(index, high)), ((index, low, high),)
    return Members(index, inside, le(low, high), lambda e: with_limits(sp.Sum, e, limits))


def in_interval(x: Any, low: Any, high: Any) -> Members:
    """Return the reals of an interval, over which there are integrals."""
    low, high = term(low), term(high)
    quantified(x)
    if kind(x) != "real" or x in unbound_in((low, high)):
        raise RejectedArgument(f"no interval of {x} from {low} to {high}")
    inside = ge(x, low), le(x, high)
    return Members(x, inside, le(low, high), lambda e: integral(e, x, low, high), has_share=False)


MEMBERS: dict[Any, Any] = {Mean: in_set, sp.Sum: in_range, sp.Integral: in_interval}


def mean(e: Any, symbol: Any, members: Any) -> Any:
    """Return the mean of a term over what is not empty, sums and constant factors outside.

    Where a sum or a product has a value, so have its parts.
    """
    if symbol not in unbound(e):
        return e
    if isinstance(e, sp.Add):
        return rebuilt(sp.Add, [mean(part, symbol, members) for part in e.args])
    outside, inside = factors(e, symbol)
    if outside:
        return rebuilt(sp.Mul, (*outside, mean(inside, symbol, members)))
    return Mean(e, symbol, members)


def integral(e: Any, x: Any, low: Any, high: Any) -> Any:
    """Return the integral of a continuous function, constant factors outside.

    Raises:
        RejectedArgument: that it is continuous cannot be read off its form.
    """
    if e.has(Theta):
        raise RejectedArgument(f"{e} holds another quantity for each {x}")
    if x not in unbound(e):
        length = rebuilt(sp.Add, (high, rebuilt(sp.Mul, (sp.S.NegativeOne, low))))
        return rebuilt(sp.Mul, (e, length))
    if not _is_continuous(e, x):
        raise RejectedArgument(f"{e} need not be continuous in {x}")
    outside, inside = factors(e, x)
    return rebuilt(sp.Mul, (*outside, with_limits(sp.Integral, inside, ((x, low, high),))))


def factors(e: Any, symbol: Any) -> tuple[list[Any], Any]:
    """Return the factors of a term without a symbol, and the product of the others."""
    parts = e.args if isinstance(e, sp.Mul) else (e,)
    inside = [part for part in parts if symbol in unbound(part)]
    return [part for part in parts if part not in inside], rebuilt(sp.Mul, inside)


def _summands(e: Any, symbol: Any) -> list[Any]:
    """Return the terms of which there are means in the mean of a term; 1 where it is constant."""
    if isinstance(e, sp.Add):
        return [part for own in e.args for part in _summands(own, symbol)]
    outside, inside = factors(e, symbol)
    return _summands(inside, symbol) if outside and inside != 1 else [inside]


def _is_continuous(e: Any, x: Any) -> bool:
    """Return whether a term is made of functions that are continuous wherever they have values."""
    if x not in unbound(e) or e == x:
        return True
    if isinstance(e, sp.Pow) and e.base != sp.E and x in unbound(e.exp):
        return False  # 0^0
    return isinstance(e, CONTINUOUS) and all(_is_continuous(part, x) for part in e.args)


def average(a: data.Average, r: Reader) -> Fact:
    """Return the relation of the means over a set of sequences, from that for each of them."""
    fact = r.fact(a.of)
    relation(fact)
    sets = [g for g in fact.given if isinstance(g, In) and g.args[0] == a.sequence]
    if len(sets) != 1 or a.sequence in unbound(sets[0].args[1]):
        raise RejectedArgument(f"nothing says in which one set {a.sequence} is")
    return _gathered(a, in_set(*sets[0].args), r, a.strict_at)


def expect(a: data.Expect, r: Reader) -> Fact:
    """Return the relation of the means under a law, or over a sphere.

    The terms are within a bound that has a mean, up to factors, so that they have means. What is
    positive everywhere has a positive mean: a set of mass 1 is no union of countably many of mass
    0, and so the difference is above some 1/n on one that has a mass.
    """
    fact, over, helpers = r.fact(a.of), _under(a.symbol, a.law), r.facts(a.using)
    bound = term(a.bound)
    if a.symbol in unbound(bound):
        whole = over.whole(bound)
        r.shows([g for g in fact.given if a.symbol not in unbound(g)], eq(whole, whole), helpers)
    for part in (p for side in relation(fact).args for p in _summands(side, a.symbol)):
        rest = rebuilt(sp.Mul, [e for e in sp.Mul.make_args(part) if not _is_probability(e)])
        if a.symbol in unbound(rest):
            r.shows(fact.given, le(rebuilt(sp.Abs, (rest,)), bound), helpers)
    return _gathered(a, over, r)


def _under(symbol: Any, law: Any) -> Members:
    """Return the numbers under a law, which has the mass 1, or the vectors of a sphere."""
    quantified(symbol)
    whole = partial(mean, symbol=symbol, members=law)
    if isinstance(law, Law) and kind(symbol) == "real":
        return Members(symbol, (), sp.true, whole)
    of_vectors = isinstance(law, Sphere) and isinstance(symbol, sp.IndexedBase)
    if of_vectors and is_whole(law.args[0]) and symbol not in unbound(law):
        return Members(symbol, (law.unit(symbol),), law.inhabited, whole)
    raise RejectedArgument(f"no mean over {symbol} under {law}")


def _is_probability(e: Any) -> bool:
    """Return whether a term is an indicator, or a mean of one, or of such a mean."""
    return isinstance(e, Indicator) or (isinstance(e, Mean) and _is_probability(e.body))


def add_up(a: data.AddUp, r: Reader) -> Fact:
    """Return the relation or the order of the sums over a range of integers."""
    return _gathered(a, in_range(a.index, a.low, a.high), r, a.strict_at)


def integrate_(a: data.Integrate, r: Reader) -> Fact:
    """Return the relation or the order of the integrals over an interval; it is not strict."""
    return _gathered(a, in_interval(a.variable, a.low, a.high), r, given=a.given)


def _gathered(a: Any, over: Members, r: Reader, at: Any = None, given: Any = ()) -> Fact:
    """Return the relation or the order of what is made of members, from that for each of them.

    There must be a member. What is assumed of members must hold for all of them, and an order must
    be uniform in them. A relation is strict if it is shown to be so at one of them.
    """
    fact, helpers = r.fact(a.of), r.facts(a.using)
    of_member = [g for g in fact.given if over.symbol in unbound(g)]
    rest = [*without(fact.given, of_member), *conjuncts(given)]
    refuse_left(over.symbol, given, "what is assumed")
    r.shows(rest, over.inhabited, helpers)
    r.shows((*rest, *over.inside), all_of(of_member), helpers)
    if isinstance(fact.says, Order) and at is None:
        if over.symbol not in fact.says.over:
            raise RejectedArgument(f"the constants may depend on {over.symbol}")
        says = fact.says.mapped(over.whole)
        return made(rest, says.uniform_in(says.over - {over.symbol}), fact, *helpers)
    sign, sides = type(relation(fact)), fact.says.args
    if not over.has_share:
        sign = NOT_STRICT.get(sign, sign)
    if at is not None:
        if sign not in STRICT:
            raise RejectedArgument("an equation is not strict anywhere")
        sign, member = STRICT[sign], {over.symbol: term(at)}
        strict = sign(*(substitute(side, member) for side in sides), evaluate=False)
        r.shows(rest, all_of((*over.has(term(at), r), strict)), (fact, *helpers))
    return made(rest, sign(*map(over.whole, sides), evaluate=False), fact, *helpers)


def last_term(a: data.LastTerm, r: Reader) -> Fact:
    """Return that a sum is its last term and the sum of those before it, if there are any.

    There must be one term, or more where the ends are not the same. A sum that ends one before it
    begins is 0, where its ends have values.
    """
    (body, over), helpers = _of_one(a, sp.Sum), r.facts(a.using)
    index, low, high = a.of.limits[0]
    if high == low - 1:
        r.shows(a.given, all_of((eq(low, low), eq(high, high))), helpers)
        return made(a.given, eq(a.of, sp.S.Zero), *helpers)
    r.shows((*a.given, *over.inside), eq(body, body), helpers)
    r.shows(a.given, (le if low == high else lt)(low, high), helpers)
    terms = [substitute(body, {index: high})]
    if low != high:
        terms.append(in_range(index, low, high - 1).whole(body))
    return made(a.given, eq(a.of, rebuilt(sp.Add, terms)), *helpers)


def split(a: data.Split, r: Reader) -> Fact:
    """Return that an integral is the sum of those up to a place between its ends and from there."""
    (body, over), helpers, at = _of_one(a, sp.Integral), r.facts(a.using), term(a.at)
    x, low, high = a.of.limits[0]
    parts = [in_interval(x, *ends).whole(body) for ends in ((low, at), (at, high))]
    r.shows(a.given, all_of((le(low, at), le(at, high))), helpers)
    r.shows((*a.given, *over.inside), eq(body, body), helpers)
    return made(a.given, eq(a.of, rebuilt(sp.Add, parts)), *helpers)


def reindex(a: data.Reindex, r: Reader) -> Fact:
    """Return that a mean or a sum is the same after a bijection of what it ranges over."""
    (body, old), helpers = _of_one(a, Mean, sp.Sum), r.facts(a.using)
    symbol, by, back = old.symbol, term(a.by), term(a.back)
    new = in_range(symbol, a.low, a.high) if isinstance(a.of, sp.Sum) else old
    refuse_left(symbol, (a.of,), "another place of the mean or the sum")
    r.shows(a.given, old.inhabited, helpers)
    r.shows((*a.given, *old.inside), eq(body, body), helpers)
    for one, other, here, there in ((by, back, new, old), (back, by, old, new)):
        returned = _returned(symbol, one, other, (a.of, *a.given))
        r.shows((*a.given, *here.inside), all_of((*there.has(one, r), returned)), helpers)
    return made(a.given, eq(a.of, new.whole(substitute(body, {symbol: by}))), *helpers)


def _of_one(a: Any, *kinds: Any) -> tuple[Any, Members]:
    """Return the term of a mean, a sum or an integral, and what it is over.

    Raises:
        RejectedArgument: it is of another kind, or over several things, or under a law.
    """
    if a.of.func not in kinds or len(a.of.limits) > 1:
        raise RejectedArgument(f"{a.of} is not over the members of one set, range or interval")
    over = MEMBERS[a.of.func](*a.of.limits[0])
    refuse_left(over.symbol, a.given, "what is assumed")
    return body_of(a.of), over


def _returned(symbol: Any, by: Any, back: Any, around: Any) -> Any:
    """Return that one map takes back what another does, of sequences at any index."""
    there_and_back = substitute(back, {symbol: by})
    if not isinstance(symbol, sp.IndexedBase):
        return eq(there_and_back, symbol)
    index = sp.Symbol("any index", integer=True)
    refuse_left(index, (by, back, *around), "what is reindexed: it has to be another name")
    return eq(there_and_back[index], symbol[index])
