"""Arguments that there is something, from a point, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import sympy as sp
from sympy.logic.boolalg import Implies

from theory.argument_language import States
from theory.arguments import Argument, Assume, Choose, Generalise, Give, Solve
from theory.binders import substitute
from theory.orders import Magnitude
from theory.quantifiers import Every, Some, inhabited


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
