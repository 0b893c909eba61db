"""What a condition asks of its probabilities if all that is known of them is that they are some.

A probability, a mean of indicators under a law, over strings or over a sphere, or a quantity that
means one, is a number from 0 to 1 where it has a value. So a condition that holds, holds with some
such numbers for them; and where no numbers serve it does not hold, whatever the law is. What has
other quantities in it is left out (`without_quantities`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.logic.boolalg import And, Implies, Not, Or

from theory.binders import exchanged, is_binder, substitute, unbound
from theory.definedness import connected, requirements
from theory.orders import Order
from theory.quantifiers import Every, Quantified, Some
from theory.sequences import Mean
from verify.kernel.conditions import all_of, ge, le
from verify.variants.probabilities import is_probability

Quantities = frozenset[Any]
NONE: Quantities = frozenset()
LEAST, MOST = sp.S.Zero, sp.S.One
MIRRORED = {sp.Le: sp.Ge, sp.Ge: sp.Le, sp.Lt: sp.Gt, sp.Gt: sp.Lt, sp.Eq: sp.Eq}


def possible(condition: Any, holds: bool = True, quantities: Quantities = NONE) -> Any:
    """Return what is so with some numbers for the probabilities of a condition.

    Args:
        condition: the condition.
        holds: whether it counts that it holds. Where it counts that it fails, as of a premise,
            what is returned is so with all numbers.
        quantities: the heads that are probabilities, too (`Exact.probability`).

    >>> from theory.language import function, reals
    >>> from theory.sequences import Indicator, Law
    >>> x, y = reals("x y")
    >>> possible(Mean(Indicator(x <= y), x, Law(function("P"))) >= 2 * y)
    1 >= 2*y
    """
    if isinstance(condition, Not):
        return connected(Not, (possible(condition.args[0], not holds, quantities),))
    if isinstance(condition, Implies):
        premise, then = condition.args
        found = possible(premise, not holds, quantities), possible(then, holds, quantities)
        return connected(Implies, found)
    if isinstance(condition, (And, Or)):
        parts = [possible(part, holds, quantities) for part in condition.args]
        return connected(condition.func, parts)
    if isinstance(condition, Quantified):
        symbol, body = condition.args
        return condition.func(symbol, possible(body, holds, quantities))
    if isinstance(condition, Relational):
        return _of_relation(condition, holds, quantities)
    return condition


def has_values(condition: Any) -> Any:
    """Return what a relation or an order asks so that its terms have values.

    That is so whatever its quantities are.

    >>> x, y = sp.symbols("x y", real=True)
    >>> has_values(sp.Function("f")(y) <= 1 / x)
    Ne(x, 0)
    >>> has_values(Order(y, sp.sqrt(x), "at most", (x, y)))
    x >= 0
    """
    if not isinstance(condition, (Relational, Order)):
        return sp.true
    kinds = {"nonzero": sp.Ne, "nonnegative": sp.Ge}
    sides = condition.args[:2]
    needed = sorted((n for side in sides for n in requirements(side)), key=str)
    plain = [n for n in needed if n[0] in kinds and not n[1].has(AppliedUndef)]
    return all_of(kinds[kind](term, 0, evaluate=False) for kind, term in plain)


def without_quantities(condition: Any, holds: bool = True) -> Any:
    """Return what is so of a condition that holds, if nothing is known of its quantities.

    Each relation with a quantity in it is taken to be as it serves best, but for what its other
    terms need to have values. No solver knows what a quantity is that depends on what a quantifier
    binds.

    Args:
        condition: the condition.
        holds: whether it counts that it holds. Where it counts that it fails, as of a premise,
            what is returned holds only where the condition does.

    >>> x, y = sp.symbols("x y", real=True)
    >>> f = sp.Function("f")
    >>> without_quantities(Every(x, sp.And(x < y, f(x) <= 1, evaluate=False)))
    for every x: x < y
    >>> without_quantities(Every(x, Implies(f(x) <= 1, x < y, evaluate=False)))
    True
    """
    if isinstance(condition, Not):
        return connected(Not, (without_quantities(condition.args[0], not holds),))
    if isinstance(condition, Implies):
        premise, then = condition.args
        parts = without_quantities(premise, not holds), without_quantities(then, holds)
        return connected(Implies, parts)
    if isinstance(condition, (And, Or)):
        return connected(condition.func, [without_quantities(p, holds) for p in condition.args])
    if isinstance(condition, Quantified):
        symbol, body = condition.args
        body = without_quantities(body, holds)
        return condition.func(symbol, body) if symbol in unbound(body) else body
    if condition.has(AppliedUndef) or not isinstance(condition, Relational):
        return has_values(condition) if holds else sp.false
    return condition


def _of_relation(relation: Any, holds: bool, quantities: Quantities) -> Any:
    means = list(dict.fromkeys(_under_no_binder(relation, quantities)))
    if not means:
        return relation
    alone = _alone(relation, means, quantities)
    if alone is not None:
        return _between(*alone, holds)
    numbers = {mean: sp.Symbol(f"probability {n}", real=True) for n, mean in enumerate(means)}
    found = exchanged(relation, numbers.get)
    ends = _best_ends(found, tuple(numbers.values()), holds)
    if ends is not None:
        return substitute(found, ends)
    for number in numbers.values():
        inside = all_of((ge(number, LEAST), le(number, MOST)))
        if holds:
            found = Some(number, all_of((inside, found)))
        else:
            found = Every(number, connected(Implies, (inside, found)))
    return found


def _best_ends(relation: Any, numbers: tuple[Any, ...], holds: bool) -> dict[Any, Any] | None:
    """Return 0 or 1 for each number so that a comparison holds, or fails, if it does for some.

    It is `None` unless each of them is only added to the rest, times a number.

    >>> p, q, x = sp.symbols("p q x", real=True)
    >>> _best_ends(p >= x + 2 * q, (p, q), True), _best_ends(p * q >= x, (p, q), True)
    ({p: 1, q: 0}, None)
    """
    if type(relation) not in (sp.Le, sp.Ge, sp.Lt, sp.Gt):
        return None
    found = {}
    for number in numbers:
        factors = [side.as_independent(number, as_Add=True)[1] for side in relation.args]
        ratios = [sp.sympify(part / number) for part in factors]
        if any(not ratio.is_Rational for ratio in ratios):
            return None
        more = ratios[0] - ratios[1]
        large = isinstance(relation, (sp.Ge, sp.Gt)) is holds
        best = MOST if bool(more > 0) is large else LEAST
        found[number] = best
    return found


def _alone(
    relation: Any, means: list[Any], quantities: Quantities
) -> tuple[type[Relational], Any] | None:
    """Return how a probability is related to a term without any, if it is one side by itself."""
    if len(means) > 1 or type(relation) not in MIRRORED:
        return None
    left, right = relation.args
    if left in means and not any(True for _ in _under_no_binder(right, quantities)):
        return type(relation), right
    if right in means and not any(True for _ in _under_no_binder(left, quantities)):
        return MIRRORED[type(relation)], left
    return None


def _between(kind: type[Relational], term: Any, holds: bool) -> Any:
    """Return whether some number from 0 to 1, or each of them, is so related to a term."""
    if kind is sp.Eq:
        if not holds:
            return sp.false
        return all_of((le(LEAST, term), le(term, MOST)))
    best = MOST if (kind in (sp.Ge, sp.Gt)) is holds else LEAST
    return kind(best, term, evaluate=False)


def _under_no_binder(term: Any, quantities: Quantities) -> Iterator[Any]:
    """Yield the probabilities in a term that stand in no other one, nor under a bound symbol.

    One that depends on what is summed over is many numbers.
    """
    is_quantity = isinstance(term, AppliedUndef) and term.func in quantities
    if is_quantity or (isinstance(term, Mean) and is_probability(term)):
        yield term
    elif not is_binder(term):
        for part in term.args:
            yield from _under_no_binder(part, quantities)
