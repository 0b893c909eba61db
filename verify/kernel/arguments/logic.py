"""Instances, solving, rewriting, cases, there is, for every, and induction.

What is put for a symbol is of its kind, and has a value.
"""

from __future__ import annotations

from typing import Any

import sympy as sp
from sympy.logic.boolalg import Or

from theory import arguments as data
from theory.argument_language import check_sequence, is_whole
from theory.binders import SequenceOf, body_of, is_binder, rebound, substitute, unbound
from theory.definedness import connected, rebuilt
from theory.language import FunctionSymbol
from theory.normal_form import normal
from theory.orders import Order, Theta
from theory.quantifiers import Every, Some
from theory.well_formed import quantified
from verify.kernel.arguments.facts import Fact, Reader, made, refuse_left, sides_changed
from verify.kernel.conditions import (
    all_of,
    conjuncts,
    defined,
    ge,
    is_sequence,
    same,
    unbound_in,
    without,
)
from verify.kernel.questions import RejectedArgument
from verify.kernel.total import kind


def term(value: Any) -> Any:
    """Return a value of an argument as an expression; no text is read.

    Raises:
        RejectedArgument: it is none.
    """
    try:
        return sp.sympify(value, strict=True)
    except sp.SympifyError:
        raise RejectedArgument(f"{value!r} is no term") from None


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


def check_symbol(one: Any, other: Any) -> None:
    """Check that two symbols, functions or sequences are of the same kind.

    Raises:
        RejectedArgument: they are not.
    """
    sorts = {"sequence" if isinstance(s, sp.IndexedBase) else kind(s) for s in (one, other)}
    if len(sorts) > 1:
        raise RejectedArgument(f"{other} is of another kind than {one}")


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
    says = sides_changed(fact.says, lambda side: substitute(side, values))
    return made(given, says.uniform_in(still), fact)


def solve(a: data.Solve, r: Reader) -> Fact:
    """Return what a solver shows from facts."""
    facts = r.facts(a.using)
    found = made(a.given, a.says, *facts)
    r.shows(a.given, a.says, facts)
    return found


def rewrite(a: data.Rewrite, r: Reader) -> Fact:
    """Return a fact with the left side of an equation replaced by the right one."""
    fact, equation = r.facts((a.of, a.by))
    if not isinstance(equation.says, sp.Eq):
        raise RejectedArgument(f"{equation.says} is no equation")
    old, new = equation.says.args
    if isinstance(fact.says, Order):
        says = sides_changed(fact.says, lambda side: _replaced(side, old, new))
    else:
        says = _replaced(fact.says, old, new)
    if same(says, fact.says):
        raise RejectedArgument(f"{old} does not occur in {fact.says}")
    return made((*fact.given, *equation.given), says, fact, equation)


def _replaced(e: Any, old: Any, new: Any) -> Any:
    """Replace a term wherever none of its symbols is bound."""
    if normal(e) == normal(old):
        return new
    if not e.args or isinstance(e, (sp.Symbol, sp.IndexedBase)):
        return e
    if not is_binder(e):
        return rebuilt(e.func, [_replaced(part, old, new) for part in e.args])
    bound = {symbol for symbol, *_ in e.limits}
    if bound & unbound(old):
        return e
    if bound & unbound(new):
        raise RejectedArgument(f"{e} would capture a symbol of {new}")
    limits = [sp.Tuple(s, *(_replaced(end, old, new) for end in ends)) for s, *ends in e.limits]
    return rebound(e, _replaced(body_of(e), old, new), limits)


def cut(a: data.Cut, r: Reader) -> Fact:
    """Return a fact without hypotheses that are shown: under those from which they follow."""
    fact, shown = r.fact(a.of), r.facts(a.by)
    rest = without(fact.given, (other.says for other in shown))
    if len(rest) == len(fact.given):
        raise RejectedArgument(f"nothing that {fact.says} assumes is shown")
    return made((*rest, *(g for other in shown for g in other.given)), fact.says, fact, *shown)


def cases(a: data.Cases, r: Reader) -> Fact:
    """Return the common conclusion of several cases, one of which must hold."""
    facts, helpers, given = r.facts(a.of), r.facts(a.using), conjuncts(a.given)
    if not facts or any(not same(fact.says, facts[0].says) for fact in facts):
        raise RejectedArgument("cases with different conclusions")
    if isinstance(facts[0].says, Order):  # so that the extremes of their constants serve all
        right = facts[0].says.sides[1]
        if right.has(Theta):
            raise RejectedArgument(f"cases of an order of {right}, some quantity in each of them")
        for fact in facts:
            r.shows((*given, *fact.given), ge(right, 0), helpers)
    one = connected(Or, (all_of(without(fact.given, given)) for fact in facts))
    if one != sp.true:
        r.shows(given, one, helpers)
    return made(given, facts[0].says, *facts, *helpers)


def choose(a: data.Choose, r: Reader) -> Fact:
    """Return what follows from what some value of a symbol satisfies.

    The constants of an order must serve all values of that symbol.
    """
    exists, then = r.facts((a.exists, a.then))
    if not isinstance(exists.says, Some):
        raise RejectedArgument(f"{exists.says} does not say that there is something")
    quantified(a.symbol)
    refuse_left(a.symbol, (exists.says, *exists.given), "what says that there is one")
    bound, condition = exists.says.args
    check_symbol(bound, a.symbol)
    rest = without(then.given, (substitute(condition, {bound: a.symbol}),))
    refuse_left(a.symbol, rest, "a hypothesis")
    says = then.says
    if isinstance(says, Order):
        if a.symbol in then.fixed:
            raise RejectedArgument(f"the constants depend on {a.symbol}")
        says = says.uniform_in(says.over - {a.symbol})
    refuse_left(a.symbol, (says,), "the conclusion")
    return made((*exists.given, *rest), says, exists, then)


def give(a: data.Give, r: Reader) -> Fact:
    """Return that there is something, shown by a value."""
    fact, value = r.fact(a.of), term(a.value)
    if not isinstance(a.says, Some):
        raise RejectedArgument(f"{a.says} does not say that there is something")
    symbol, condition = a.says.args
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
    if not isinstance(fact.says, Every):
        raise RejectedArgument(f"{fact.says} does not say something of every value")
    symbol, condition = fact.says.args
    needed = fitting(symbol, value, r)
    return made((*fact.given, needed), substitute(condition, {symbol: value}), fact)


def induct(a: data.Induct, r: Reader) -> Fact:
    """Return that a statement holds from its first index on.

    The step may assume the statement at n, and n >= start, and nothing else of n.
    """
    base, step = r.facts((a.base, a.step))
    index, start = a.index, term(a.start)
    if isinstance(a.says, Order):
        raise RejectedArgument("no order by induction: its constants may grow at each step")
    quantified(index)
    if not is_whole(index) or index in unbound(start):
        raise RejectedArgument(f"an induction is over the integers from one on, not over {index}")
    if fitting(index, start, r) != sp.true:
        raise RejectedArgument(f"{start} may have no value")
    for fact, at, name in ((base, start, "base"), (step, index + 1, "step")):
        wanted = substitute(a.says, {index: at})
        if not same(fact.says, wanted):
            raise RejectedArgument(f"the {name} shows {fact.says}, not {wanted}")
    from_start = ge(index, start)
    rest = (*base.given, *without(step.given, (a.says, from_start)))
    refuse_left(index, rest, "a hypothesis of the base or of the step")
    return made((*rest, from_start), a.says, base, step)


RULES = {
    data.Met: met,
    data.Assume: assume,
    data.Put: put,
    data.Solve: solve,
    data.Rewrite: rewrite,
    data.Cut: cut,
    data.Cases: cases,
    data.Choose: choose,
    data.Give: give,
    data.Generalise: generalise,
    data.Specialise: specialise,
    data.Induct: induct,
}
