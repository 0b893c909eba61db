"""What hypotheses fix without a formula for it, along a ray.

    a supremum       the least number that is at least f(x) for every x of a range, if f is
                     continuous there: it is f(a) over [a, a], and otherwise some number
    a linear flow    where the solution of y' = a + b y is at a time, if it starts at 0

So rays need not go by a formula of the supremum: whatever it is, an order that is proved of it
says how it grows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.logic.boolalg import And, Boolean, BooleanFunction, Implies

from theory.binders import exchanged, substitute, unbound
from theory.definedness import connected
from theory.language import Apply, FunctionSymbol
from theory.quantifiers import Every, Some
from verify.kernel.conditions import conjuncts, le


class Range(NamedTuple):
    """What a supremum is over: a term of an index, from one end to another one."""

    index: Any
    term: Any
    low: Any
    high: Any

    def at(self, values: Mapping[Any, Any]) -> Range:
        """Return the same with values for what is not bound."""
        others = {symbol: value for symbol, value in values.items() if symbol != self.index}
        term, low, high = (substitute(e, others) for e in self[1:])
        return Range(self.index, term, low, high)

    def is_continuous(self) -> bool:
        """Return whether the term is seen to be continuous where its index is positive."""
        return _is_continuous(self.term, self.index)


class Supremum(BooleanFunction):
    """A symbol is at least every value of a term over a range, and nothing smaller is.

    Its arguments are the symbol and the two conditions that say so.
    """

    def __new__(cls, symbol: Any, above: Any, least: Any) -> Any:
        """Keep the conditions as they are."""
        return Boolean.__new__(cls, symbol, above, least)

    @classmethod
    def eval(cls, *args: Any) -> None:
        """Leave it as it is written."""

    @property
    def symbol(self) -> Any:
        """What it fixes."""
        return self.args[0]

    @property
    def of(self) -> Range:
        """What it is over."""
        found = _range_of(self.args[1], self.symbol)
        assert found is not None
        return found


def in_formulas(given: Iterable[Any]) -> tuple[Any, ...]:
    """Return hypotheses that imply others, and say where flows are and what suprema are.

    >>> from theory.language import eq, function, reals
    >>> x, y, m, t, v, u = reals("x y m t v u")
    >>> inside = sp.And(x >= 1, x <= 5)
    >>> least = Every(u, Implies(u < m, Some(x, inside & (x**2 > u)), evaluate=False))
    >>> above = Every(x, Implies(inside, x**2 <= m, evaluate=False))
    >>> [type(g).__name__ for g in in_formulas([above, y > 0, least])]
    ['StrictGreaterThan', 'Supremum']
    >>> f = function("f")
    >>> moved_by = eq(f(t), sp.Integral(3 - 2 * f(v), (v, 0, t)))
    >>> flows = Every(t, Implies(t >= 0, moved_by, evaluate=False))
    >>> in_formulas([Some(f, sp.And(flows, eq(y, f(x))))])
    (Eq(y, 3/2 - 3*exp(-2*x)/2),)
    >>> in_formulas([least])
    (1 >= m, 1 <= 5)
    """
    found = [_without_flows(g) for g in conjuncts(given)]
    for supremum in tuple(_suprema(found)):
        found = [g for g in found if g not in supremum.args[1:]]
        found.append(supremum)
    return tuple(conjuncts(map(_with_a_larger_one, found)))


def some_number(supremum: Supremum, values: Mapping[Any, Any], scale: Any) -> Any:
    """Return what stands for a supremum along a ray: what is known of it is that it is that.

    It is another one for each term and each range.

    Args:
        supremum: the condition.
        values: what stands for all that is in it.
        scale: of the ray.
    """
    over = supremum.of.at(values)
    if over.low == over.high:
        return substitute(over.term, {over.index: over.low})
    own = sp.Symbol("x", real=True)
    term = over.term.xreplace({over.index: own})
    return sp.Function(f"sup of {term} over [{over.low}, {over.high}]")(scale)


def is_some_number(term: Any) -> bool:
    """Return whether a term stands for a supremum."""
    return isinstance(term, AppliedUndef) and str(term.func).startswith("sup of ")


def _suprema(given: Iterable[Any]) -> Iterator[Supremum]:
    """Yield what fixes a real as a supremum, if nothing else does."""
    given = tuple(given)
    for above in given:
        for symbol in sorted(unbound(above), key=str) if isinstance(above, Every) else ():
            over = _range_of(above, symbol)
            if over is None or not over.is_continuous():
                continue
            least = next((g for g in given if _least_over(g) == (symbol, over)), None)
            others = (g for g in given if g not in (above, least))
            if least is not None and not any(_fixes(g, symbol) for g in others):
                yield Supremum(symbol, above, least)


def _fixes(condition: Any, symbol: Any) -> bool:
    return isinstance(condition, sp.Eq) and symbol in condition.args


def _range_of(above: Any, symbol: Any) -> Range | None:
    """Return the range and the term of "it is at most the symbol for every index of the range"."""
    if not isinstance(above, Every) or not isinstance(above.body, Implies):
        return None
    index, (premise, says) = above.args[0], above.body.args
    if not isinstance(says, (sp.Le, sp.Ge)) or says.gts != symbol or symbol in unbound(says.lts):
        return None
    if type(symbol) is not sp.Symbol or symbol.is_integer:
        return None
    return _over(index, says.lts, premise)


def _over(index: Any, term: Any, premise: Any) -> Range | None:
    bounds = tuple(conjuncts((premise,)))
    low = [b.lts for b in bounds if isinstance(b, (sp.Le, sp.Ge)) and b.gts == index]
    high = [b.gts for b in bounds if isinstance(b, (sp.Le, sp.Ge)) and b.lts == index]
    if len(bounds) != 2 or len(low) != 1 or len(high) != 1 or type(index) is not sp.Symbol:
        return None
    if index in unbound(low[0]) | unbound(high[0]) or (index.is_integer and not low[0].is_Integer):
        return None
    return Range(index, term, low[0], high[0])


def _least_over(condition: Any) -> tuple[Any, Range] | None:
    """Return the symbol and the range of "for each smaller number some index has a larger term"."""
    if not isinstance(condition, Every) or not isinstance(condition.body, Implies):
        return None
    smaller, (premise, then) = condition.args[0], condition.body.args
    if not isinstance(premise, (sp.Lt, sp.Gt)) or not isinstance(then, Some):
        return None
    symbol, index, parts = premise.gts, then.args[0], tuple(conjuncts((then.body,)))
    larger = [p for p in parts if isinstance(p, (sp.Lt, sp.Gt)) and p.lts == smaller]
    if premise.lts != smaller or smaller.is_integer or len(larger) != 1:
        return None
    inside = connected(And, [p for p in parts if p != larger[0]])
    over = _over(index, larger[0].gts, inside)
    about = unbound(condition) if over is None else unbound(over.term)
    return None if over is None or {smaller, symbol} & about else (symbol, over)


def _with_a_larger_one(condition: Any) -> Any:
    """Return what implies that each number smaller than a symbol is so than some term of a range.

    It does if the first of the terms is not smaller than the symbol.
    """
    found = _least_over(condition)
    if found is None:
        return condition
    symbol, over = found
    first = substitute(over.term, {over.index: over.low})
    return connected(And, (sp.Ge(first, symbol, evaluate=False), le(over.low, over.high)))


def _is_continuous(term: Any, index: Any) -> bool:
    if index not in unbound(term) or term == index:
        return True
    if isinstance(term, (sp.Add, sp.Mul, sp.exp)):
        return all(_is_continuous(part, index) for part in term.args)
    if isinstance(term, sp.Pow) and index not in unbound(term.exp):
        natural = term.exp.is_Integer and term.exp > 0
        return term.base == index or (natural and _is_continuous(term.base, index))
    return False


def _without_flows(condition: Any) -> Any:
    """Return a condition that implies another one, with equations for where flows are in it."""
    if isinstance(condition, Every):
        return Every(condition.args[0], _without_flows(condition.body))
    if isinstance(condition, Implies):
        premise, then = condition.args
        return connected(Implies, (premise, _without_flows(then)))
    if isinstance(condition, And):
        return connected(And, [_without_flows(part) for part in condition.args])
    found = _where_it_flows(condition) if isinstance(condition, Some) else None
    return condition if found is None else found


def _where_it_flows(condition: Some) -> Any:
    """Return what equations say if a function in them is a flow that starts at 0.

    It is `None` unless one of two conditions says that the function is the integral of something
    linear in it, and the other one is an equation.
    """
    path, parts = condition.args[0], tuple(conjuncts((condition.body,)))
    flows = [p for p in parts if isinstance(p, Every)]
    rest = [p for p in parts if isinstance(p, sp.Eq)]
    if not isinstance(path, FunctionSymbol) or len(parts) != 2 or len(flows) != len(rest):
        return None
    solution = _solution(flows[0], path)
    if solution is None:
        return None
    time, at = solution

    def there(e: Any) -> Any:
        is_value = isinstance(e, Apply) and e.args[0] == path
        return substitute(at, {time: e.args[1]}) if is_value else None

    found = exchanged(rest[0], there)
    return None if path in unbound(found) else found


def _solution(flows: Any, path: Any) -> tuple[Any, Any] | None:
    """Return a time and where a function is then that is the integral of something linear in it."""
    time, body = flows.args
    if not isinstance(body, Implies) or not isinstance(body.args[1], sp.Eq):
        return None
    here, integral = body.args[1].args
    if here != path(time) or not isinstance(integral, sp.Integral) or len(integral.limits) != 1:
        return None
    before, *ends = integral.limits[0]
    value, own = path(before), sp.Dummy("value", real=True)
    speed = exchanged(integral.function, lambda e: own if e == value else None)
    if ends != [0, time] or path in unbound(speed) or {before, time} & unbound(speed):
        return None
    slope = sp.diff(speed, own)
    if own in slope.free_symbols or slope == 0:
        return None
    start = sp.cancel(speed.subs(own, 0) / slope)
    return time, sp.expand(start * (sp.exp(slope * time) - 1))
