"""Arguments that there is something, from a point, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Implies, Or

from theory.argument_language import States
from theory.arguments import Argument, Assume, Choose, Generalise, Give, Known, Met, Put, Solve
from theory.binders import substitute, unbound
from theory.known_facts import KNOWN_FACTS
from theory.language import eq
from theory.orders import Magnitude
from theory.quantifiers import Every, Some, denied, inhabited


def at_values(e: Any, values: Mapping[Any, Any]) -> Any:
    """Return a formula at values that come in one after the other, as those of `Give` do."""
    for symbol, value in values.items():
        e = substitute(e, {symbol: value})
    return e


def given_at(says: Any, point: Mapping[Any, Any], show: Callable[[Any], Argument]) -> Argument:
    """Argue that there is something, by a point; `show` argues for what is said of it."""
    if not isinstance(says, Some) or says.args[0] not in point:
        return show(says)
    symbol, condition = says.args
    at = substitute(condition, {symbol: point[symbol]})
    return Give(given_at(at, point, show), says, point[symbol])


def given_by(
    says: Any, point: Mapping[Any, Any], given: tuple[Any, ...], using: tuple[Argument, ...]
) -> Argument:
    """Argue that there is something, by a point; what it satisfies a solver shows."""
    return given_at(says, point, lambda condition: Solve(condition, given, using))


def by_values(
    condition: Any,
    values: Mapping[Any, Any],
    given: tuple[Any, ...] = (),
    using: tuple[Argument, ...] = (),
) -> Argument:
    """Argue for a condition with quantifiers: where there is something, by a value.

    What is among the hypotheses, or says that there is something without a value for it, is shown
    as a whole. Of "one of these" the one with quantifiers is shown where the others fail.

    Args:
        condition: what is shown.
        values: of the symbols of which there are some; they may depend on the others.
        given, using: what a solver may use.
    """
    if isinstance(condition, And):
        parts = (p for p in condition.args if p.has(Every, Some))
        shown = (by_values(part, values, given, using) for part in parts)
        return Solve(condition, given, (*shown, *using))
    if isinstance(condition, Some) and condition.args[0] in values:
        symbol, body = condition.args
        at = substitute(body, {symbol: values[symbol]})
        return Give(by_values(at, values, given, using), condition, values[symbol])
    if isinstance(condition, Or):
        quantified = [p for p in condition.args if p.has(Every, Some)]
        if len(quantified) == 1:
            others = tuple(denied(p) for p in condition.args if p is not quantified[0])
            found = by_values(quantified[0], values, (*given, *others), using)
            return Solve(condition, given, (found, *using))
    some = {part.args[0] for part in condition.atoms(Some)}
    if condition in given or not some <= set(values) or not condition.has(Every, Some):
        return Solve(condition, given, using)
    if isinstance(condition, Every):
        symbol, body = condition.args
        return Generalise(by_values(body, values, given, using), symbol)
    if isinstance(condition, Implies):
        premise, then = condition.args
        return Solve(condition, given, (by_values(then, values, (*given, premise), using),))
    return Solve(condition, given, using)


def met(
    argument: Argument,
    given: tuple[Any, ...],
    values: Mapping[Any, Any],
    using: tuple[Argument, ...] = (),
    functions: Mapping[Any, Argument] = MappingProxyType({}),
    equal: Mapping[Any, Any] = MappingProxyType({}),
) -> Met:
    """Return an argument, with one that there is something that satisfies hypotheses.

    Args:
        argument: what it is for.
        given: the hypotheses.
        values: of their symbols, and of what they say that there is; see `by_values`.
        using: facts that show this, in which what is known of the functions may be assumed.
        functions: for each function of the hypotheses the argument that there is such a one, which
            is a known fact or an instance of one.
        equal: of symbols in the values, the terms that they are equal to; an entry of a sequence,
            which must have a value by its form, can speak of a quantity only so.
    """
    values = {symbol: sp.sympify(value) for symbol, value in values.items()}
    symbols = sorted(unbound(And(*given)) - set(functions), key=str)
    says: Any = inhabited((*functions, *symbols), given)
    known = {function: known_of(exists, function) for function, exists in functions.items()}
    there = says
    for _ in functions:
        there = there.body
    equations = {symbol: eq(symbol, term) for symbol, term in equal.items()}
    shown = by_values(there, values, (*known.values(), *equations.values()), using)
    for symbol, equation in equations.items():
        itself = Solve(eq(equal[symbol], equal[symbol]))
        shown = Choose(Give(itself, Some(symbol, equation), equal[symbol]), shown, symbol)
    for function, exists in reversed(list(functions.items())):
        there = Some(function, there)
        shown = Choose(exists, Give(shown, there, function), function)
    return Met(argument, shown)


def known_of(exists: Argument, function: Any) -> Any:
    """Return what a function satisfies that there is by a known fact, or an instance of one."""
    fact, values = (exists.of, exists.values) if isinstance(exists, Put) else (exists, {})
    if not isinstance(fact, Known):
        raise TypeError(f"{fact} is no known fact")
    some = substitute(KNOWN_FACTS[fact.name].statement.says, values)
    return substitute(some.body, {some.args[0]: function})


def whatever(exists: Any, then: Argument) -> Argument:
    """Argue that what follows from conditions on symbols follows from that there are such values.

    Args:
        exists: what `inhabited` returns for these conditions.
        then: what follows from them, and does not speak of the symbols.
    """
    symbol, condition = exists.args
    inner = whatever(condition, then) if isinstance(condition, Some) else then
    return Choose(Assume(exists), inner, symbol)


def denial(
    statements: Sequence[States],
    sizes: Mapping[Any, Any],
    values: Mapping[Any, Any],
    constant: Any,
    show: Callable[[Any], Argument],
    side: int = 0,
) -> Argument:
    """Return the argument that an order fails: however large a constant is, a point breaks it.

    Args:
        statements: orders with the same hypotheses, all of which the point breaks.
        sizes: the constants of hypotheses on sizes, positive numbers.
        values: of what the constants of the orders may depend on.
        constant: a symbol.
        show: argues that there is such a point, if the constant is positive.
        side: 0 where the left side is too large, 1 where the right one is.
    """
    given, over = statements[0].given, statements[0].says.over
    hypotheses = [h.bound(sizes[h]) if isinstance(h, Magnitude) else h for h in given]
    broken = [statement.says.broken(constant)[side] for statement in statements]
    there = inhabited(sorted(over, key=str), (*hypotheses, *broken))
    positive = sp.Gt(constant, 0, evaluate=False)
    says = Every(constant, Implies(positive, there, evaluate=False))
    for symbol in values:
        says = Some(symbol, says)

    def for_every(at: Any) -> Argument:
        return Generalise(Solve(at.body, (), (show(at.body.args[1]),)), constant)

    return given_at(says, values, for_every)


def for_every(says: Any, show: Callable[[Any], Argument], given: tuple[Any, ...] = ()) -> Argument:
    """Argue for what is denied to hold with some constants, one after the other.

    Args:
        says: that for every constant there is something, unless the constant is not positive.
        show: argues for that.
        given: what is known of the constants so far.
    """
    if isinstance(says, Every):
        return Generalise(for_every(says.body, show, given), says.args[0])
    if isinstance(says, Or):
        (there,) = (part for part in says.args if part.has(Some))
        positive = tuple(denied(part) for part in says.args if part is not there)
        return Solve(says, given, (for_every(there, show, (*given, *positive)),))
    return show(says)
