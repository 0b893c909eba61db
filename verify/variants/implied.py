"""Mutants that what is printed implies: whoever has the one has the other.

The kernel concludes the changed conclusion from the printed one: part by part where both have the
same quantifiers, at a number near the one of which there is some, or where something holds for all
numbers at another one of them, and by a solver at the bottom. So a limit may have half of its
epsilon. Such a mutant is true if the statement is proved, and otherwise says no more than it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Implies, Or

from theory.argument_language import States
from theory.arguments import Argument, Assume, Choose, Cut, Generalise, Give, Solve, Specialise
from theory.binders import substitute
from theory.orders import Order
from theory.quantifiers import Every, Quantified, Some
from verify.kernel.arguments.conclusion import conclusion, establishes
from verify.kernel.conditions import conjuncts, gt, without
from verify.kernel.questions import RejectedArgument, Solver
from verify.kernel.smt import Disagreement
from verify.variants.consequences import shown

STEPS = 400_000  # units of z3 for each question
Near = Callable[[Any], Any]
NEAR: tuple[Near, ...] = (
    lambda v: v,
    lambda v: 2 * v,
    lambda v: v / 2,
    lambda v: v + 1,
    lambda v: -v,
    lambda v: 2 * sp.Abs(v) + 1,
    lambda v: -2 * sp.Abs(v) - 1,
)
SAME = NEAR[0]
ELSEWHERE = (NEAR[2], NEAR[5])


@dataclass(frozen=True)
class Values:
    """Which numbers serve for those that are bound in a statement.

    Args:
        there: is of one in the mutant, of what is one in the statement.
        deeper: the same for those that are bound within.
        every: at which number the statement is looked at, of any in the mutant.
        after: how many conditions on every number stand further out than that one.
    """

    there: Near = SAME
    deeper: Near = SAME
    every: Near = SAME
    after: int = 0


def _values(old: Any) -> Iterator[Values]:
    """Yield which numbers are tried, one after the other."""
    yield Values()
    if not old.has(Some):
        return
    yield from (Values(there=near, deeper=near) for near in NEAR[1:])
    if _is_nested(old):
        yield from (Values(there=near) for near in NEAR[1:])
    for after, symbol in enumerate(_outermost(old)):
        if type(symbol) is sp.Symbol and not symbol.is_integer:
            yield from (Values(every=near, after=after) for near in ELSEWHERE)


def _is_nested(condition: Any) -> bool:
    """Return whether there is to be some number for which there is to be another one."""
    return any(inner.body.has(Some) for inner in condition.atoms(Some))


def _outermost(condition: Any) -> Iterator[Any]:
    """Yield of what a condition speaks, every one of which is meant, from the outermost on.

    >>> x, y, z = sp.symbols("x y z", real=True)
    >>> list(_outermost(Every(x, Every(y, Some(z, z > x + y)))))
    [x, y]
    """
    while isinstance(condition, Every):
        yield condition.args[0]
        condition = condition.body


def implied(mutant: States, statement: States) -> str | None:
    """Return in words that a statement implies its mutant, `None` if that is not shown.

    >>> x, y = sp.symbols("x y", real=True)
    >>> bounded = States(Some(x, Every(y, sp.Max(y, 0) * 0 <= x)))
    >>> strictly = States(Some(x, Every(y, sp.Max(y, 0) * 0 < x)))
    >>> implied(strictly, bounded)
    'what is printed implies it'
    """
    old, new = statement.says, mutant.says
    fewer = without(conjuncts(statement.given), mutant.given)
    if fewer or old == new or isinstance(old, Order) or isinstance(new, Order):
        return None
    given = tuple(conjuncts(mutant.given))
    solver = Solver(STEPS)
    for values in _values(old):
        try:
            fact = conclusion(_from(old, new, given, values), {}, solver)
            establishes(fact, (*given, old), new)
        except (RejectedArgument, Disagreement):
            continue
        return "what is printed implies it"
    return None


def _from(old: Any, new: Any, given: tuple[Any, ...], values: Values) -> Argument:
    """Return an argument for a condition that assumes another one of the same form."""
    if old == new:
        return Assume(old)
    if isinstance(old, Quantified) and isinstance(new, type(old)):
        symbol = old.args[0]
        if isinstance(old, Every):
            here = values.after == 0
            value = values.every(symbol) if here else symbol
            rest = replace(values, every=SAME if here else values.every, after=values.after - 1)
            inner = _from(_of(old, value), _of(new, symbol), given, rest)
            return Generalise(Cut(inner, (Specialise(Assume(old), value),)), symbol)
        value = values.there(symbol) if type(symbol) is sp.Symbol else symbol
        inside = replace(values, there=values.deeper)
        there = Give(_from(old.body, _of(new, value), given, inside), new, value)
        return Choose(Assume(old), there, symbol)
    using = (*_parts(old, new, given, values), *_positive(new, given))
    return Solve(new, (old, *given), using)


def _positive(condition: Any, given: tuple[Any, ...]) -> Iterator[Argument]:
    """Yield that powers in a condition are positive, of which that follows from hypotheses."""
    powers = (p for p in condition.atoms(sp.Pow) if not p.exp.is_number)
    says = (gt(power, 0) for power in sorted(powers, key=str))
    yield from (Solve(one, given) for one in says if shown(given, one))


def _of(condition: Quantified, value: Any) -> Any:
    symbol, body = condition.args
    return substitute(body, {symbol: value})


def _parts(old: Any, new: Any, given: tuple[Any, ...], values: Values) -> Iterator[Argument]:
    """Yield arguments for the quantified parts of a condition from those of the other one.

    They may assume the parts beside them, and premises, that have no quantifiers.
    """
    if old.func != new.func or not isinstance(old, (And, Or, Implies)):
        return
    if isinstance(old, And):
        given = (*given, *(part for part in old.args if not part.has(Quantified)))
    if isinstance(new, Implies):
        premise = conjuncts(new.args[:1])
        given = (*given, *(part for part in premise if not part.has(Quantified)))
    pairs = ((old, new), (new, old))
    changed = ([part for part in one.args if part not in other.args] for one, other in pairs)
    for one, other in zip(*changed, strict=False):
        if isinstance(one, Quantified):
            yield _from(one, other, given, values)
        else:
            yield from _parts(one, other, given, values)
