"""Instances, solving, rewriting, there is, for every, and induction.

What is put for a symbol is of its kind, and has a value.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import sympy as sp

from theory import arguments as data
from theory.argument_language import check_condition, check_sequence, is_whole
from theory.binders import SequenceOf, substitute, unbound
from theory.language import FunctionSymbol
from theory.orders import Order, Theta
from theory.quantifiers import Every, Some
from theory.well_formed import quantified
from verify.kernel.arguments.facts import Fact, Reader, made, of_kind, refuse_left, refuse_order
from verify.kernel.conditions import defined, ge, is_sequence, same, unbound_in, without
from verify.kernel.questions import RejectedArgument
from verify.kernel.total import kind

term = partial(sp.sympify, strict=True)  # a value of an argument; no text is read


def fitting(symbol: Any, value: Any, r: Reader) -> Any:
    """Return the condition under which a value may be put for a symbol: that it has a value.

    Raises:
        RejectedArgument, IllFormed: it is of another kind, or it is not known where it has a value.
    """
    if isinstance(symbol, FunctionSymbol):
        if not isinstance(value, FunctionSymbol):
            raise RejectedArgument(f"{symbol} is a function, {value} is not")
        return sp.true
    if isinstance(symbol, sp.IndexedBase):
        check_sequence(value)
        if isinstance(value, SequenceOf) and (everywhere := defined(value.body)) != sp.true:
            r.shows((), everywhere)
        return sp.true
    if is_sequence(value) or value.has(Theta):
        raise RejectedArgument(f"{symbol} is a number, {value} is not")
    if kind(symbol) == "integer" and not is_whole(value):
        raise RejectedArgument(f"{symbol} is an integer, {value} need not be one")
    return defined(value)


def assume(a: data.Assume, r: Reader) -> Fact:
    """Return that a condition follows from itself."""
    return made((a.condition,), a.condition)


def met(a: data.Met, r: Reader) -> Fact:
    """Return what an argument shows, which also rests on what meets its hypotheses.

    Whether that does is another question, see `conclusion.shows_inhabited`.
    """
    shown = r.fact(a.of)
    return made(shown.given, shown.says, shown, r.fact(a.point))


def put(a: data.Put, r: Reader) -> Fact:
    """Return an instance, where the values that are put have values.

    The constants of an order serve all values of what comes in for symbols over which it is
    uniform, unless they also come in for others.
    """
    fact = r.fact(a.of)
    values = {symbol: term(value) for symbol, value in a.values.items()}
    if not set(values) <= unbound_in((*fact.given, fact.says)):
        raise RejectedArgument(f"not all of {', '.join(map(str, values))} are free in {fact.says}")
    needed = [fitting(symbol, value, r) for symbol, value in values.items()]
    given = [*(substitute(g, values) for g in fact.given), *needed]
    if not isinstance(fact.says, Order):
        return made(given, substitute(fact.says, values), fact)
    ranged = unbound_in(values.get(s, s) for s in fact.says.over)
    still = ranged - unbound_in(values.get(s, s) for s in fact.fixed)
    says = fact.says.mapped(lambda side: substitute(side, values))
    return made(given, says.uniform_in(still), fact)


def solve_(a: data.Solve, r: Reader) -> Fact:
    """Return what a solver shows from facts."""
    facts = r.facts(a.using)
    found = made(a.given, a.says, *facts)
    r.shows(a.given, a.says, facts)
    return found


def rewrite(a: data.Rewrite, r: Reader) -> Fact:
    """Return a fact with the right side of an equation where it has the left one."""
    fact, equation = r.facts((a.of, a.by))
    quantified(a.symbol)
    check_condition(a.says, order=True)  # so that it says the same of whatever is put
    sides = of_kind(equation.says, sp.Eq, "equation").args
    old, new = (substitute(a.says, {a.symbol: side}) for side in sides)
    if not same(fact.says, old):
        raise RejectedArgument(f"{fact.says} is not {old}")
    return made((*fact.given, *equation.given), new, fact, equation)


def cut(a: data.Cut, r: Reader) -> Fact:
    """Return a fact without hypotheses that are shown: under those from which they follow."""
    fact, shown = r.fact(a.of), r.facts(a.by)
    rest = without(fact.given, (other.says for other in shown))
    if len(rest) == len(fact.given):
        raise RejectedArgument(f"nothing that {fact.says} assumes is shown")
    return made((*rest, *(g for other in shown for g in other.given)), fact.says, fact, *shown)


def choose(a: data.Choose, r: Reader) -> Fact:
    """Return what follows from what some value of a symbol satisfies."""
    exists, then = r.facts((a.exists, a.then))
    quantified(a.symbol)
    bound, condition = of_kind(exists.says, Some, "statement that there is something").args
    of_symbol = substitute(condition, {bound: a.symbol})
    if not same(exists.says, Some(a.symbol, of_symbol)):
        raise RejectedArgument(f"{a.symbol} is of another kind than {bound}, or not a new name")
    rest = without(then.given, (of_symbol,))
    refuse_order(then, "its constants may depend on what is chosen")
    refuse_left(a.symbol, (*exists.given, *rest, then.says), "a hypothesis or the conclusion")
    return made((*exists.given, *rest), then.says, exists, then)


def give(a: data.Give, r: Reader) -> Fact:
    """Return that there is something, shown by a value."""
    fact, value = r.fact(a.of), term(a.value)
    symbol, condition = of_kind(a.says, Some, "statement that there is something").args
    needed = fitting(symbol, value, r)
    if not same(fact.says, substitute(condition, {symbol: value})):
        raise RejectedArgument(f"{fact.says} is not {condition} at {value}")
    return made((*fact.given, needed), a.says, fact)


def generalise(a: data.Generalise, r: Reader) -> Fact:
    """Return that every value satisfies what is shown of any one."""
    fact = r.fact(a.of)
    refuse_left(a.symbol, fact.given, "a hypothesis")
    return made(fact.given, Every(a.symbol, fact.says), fact)


def specialise(a: data.Specialise, r: Reader) -> Fact:
    """Return what every value satisfies, of one."""
    fact, value = r.fact(a.of), term(a.value)
    symbol, condition = of_kind(fact.says, Every, "condition on every value").args
    needed = fitting(symbol, value, r)
    return made((*fact.given, needed), substitute(condition, {symbol: value}), fact)


def induct(a: data.Induct, r: Reader) -> Fact:
    """Return that a statement holds from its first index on.

    The step may assume the statement at n, and n >= start, and nothing else of n.
    """
    base, step = r.facts((a.base, a.step))
    index, start = a.index, term(a.start)
    refuse_order(step, "its constants may grow at each step")
    quantified(index)
    if not is_whole(index) or index in unbound(start):
        raise RejectedArgument(f"an induction is over the integers from one on, not over {index}")
    for fact, at, name in ((base, start, "base"), (step, index + 1, "step")):
        wanted = substitute(a.says, {index: at})
        if not same(fact.says, wanted):
            raise RejectedArgument(f"the {name} shows {fact.says}, not {wanted}")
    from_start = ge(index, start)
    needed = fitting(index, start, r)
    rest = (*base.given, *without(step.given, (a.says, from_start)), needed)
    refuse_left(index, rest, "a hypothesis of the base or of the step")
    return made((*rest, from_start), a.says, base, step)
