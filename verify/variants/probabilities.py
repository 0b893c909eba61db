"""Arguments that a mean of indicators is at least 0 and at most 1, or is the one or the other.

A solver knows nothing of a mean but its name. What is shown of each indicator carries over to the
mean, and from that to a mean of means. So it does if another term is not negative, where some step
of an argument has a bound for such means under the same law.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Implies, Or

from theory.arguments import AddUp, Argument, Average, Expect, Solve, every_step
from theory.sequences import In, Indicator, Mean, Signs
from verify.kernel.conditions import conjuncts, eq, ge, le


@dataclass(frozen=True)
class End:
    """What is shown of every indicator: that it is at most, or at least, a number."""

    relation: Callable[[Any, Any], Any]
    number: int

    def of(self, term: Any) -> Any:
        """Return that a term is so."""
        return self.relation(term, sp.Integer(self.number))


KINDS = ((End(ge, 0), End(le, 1)), (End(le, 0),), (End(ge, 1),))  # what may be shown at a time


def within(says: Any, given: Iterable[Any], ends: Iterable[End]) -> tuple[Argument, ...]:
    """Return arguments about the means of indicators in a condition.

    Args:
        says: the condition.
        given: what may be assumed; premises of its implications may be, too.
        ends: what is to be shown of each.

    >>> from theory.language import function, reals
    >>> from theory.sequences import Law
    >>> x, y = reals("x y")
    >>> mean = Mean(Indicator(x <= y), x, Law(function("P")))
    >>> [step.of.says for step in within(mean <= 1, (), KINDS[0])]
    [[x <= y] >= 0, [x <= y] <= 1]
    """
    means = list(dict.fromkeys(_means(says, tuple(given))))
    return tuple(_shown(mean, known, end) for mean, known in means for end in ends)


def not_negative(says: Any, given: Iterable[Any], argument: Argument) -> tuple[Argument, ...]:
    """Return arguments that the means in a condition that are no probabilities are not negative.

    Where a hypothesis says what the mean m of a term t is, so is the mean of (t - m)^2.

    Args:
        says: the condition.
        given: what may be assumed.
        argument: what means it takes the bounds of terms from.

    >>> from theory.language import function, reals
    >>> from theory.sequences import Law
    >>> x, y = reals("x y")
    >>> law = Law(function("P"))
    >>> step = Expect(Solve(x <= 1 + x**2), x, law, bound=1 + x**2)
    >>> [one.of.says for one in not_negative(Mean(x**2, x, law) >= y, (), step)]
    [x**2 >= 0]
    """
    steps = [step for step in every_step([argument]) if isinstance(step, Expect)]
    bounds = dict.fromkeys((step.symbol, step.law, step.bound) for step in steps)
    means = sorted((mean for mean in says.atoms(Mean) if not is_probability(mean)), key=str)
    terms = [(mean.body, *mean.args[1:]) for mean in means]
    terms += [term for condition in given for term in _spread(condition)]
    return tuple(
        Expect(Solve(End(ge, 0).of(term), tuple(given)), symbol, law, bound=bound)
        for term, *over in terms
        for symbol, law, bound in bounds
        if [symbol, law] == over
    )


def _spread(condition: Any) -> Iterator[tuple[Any, Any, Any]]:
    """Yield (t - m)^2, written out, and what is meant over, where a condition says E t = m."""
    if isinstance(condition, sp.Eq) and isinstance(condition.lhs, Mean):
        term, symbol, members = condition.lhs.args
        if not is_probability(condition.lhs) and not condition.rhs.has(Mean):
            yield sp.expand((term - condition.rhs) ** 2), symbol, members


def _means(says: Any, given: tuple[Any, ...]) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Yield the probabilities that a condition relates, each with what may be assumed there."""
    if isinstance(says, Implies):
        premise, then = says.args
        yield from _means(then, (*given, *conjuncts((premise,))))
    elif isinstance(says, (And, Or)):
        for part in says.args:
            yield from _means(part, given)
    elif isinstance(says, sp.core.relational.Relational):
        yield from ((mean, given) for side in says.args for mean in _outermost(side))


def _outermost(term: Any) -> Iterator[Any]:
    if isinstance(term, Mean):
        if is_probability(term):
            yield term
    else:
        for part in term.args:
            yield from _outermost(part)


def is_probability(term: Any) -> bool:
    """Return whether a term is an indicator, or a mean of one, or of such a mean."""
    return isinstance(term, Indicator) or (isinstance(term, Mean) and is_probability(term.body))


def _shown(term: Any, given: tuple[Any, ...], end: End) -> Argument:
    """Return an argument that an indicator, or a mean of indicators, is at most or at least so."""
    if isinstance(term, Indicator):
        return Solve(end.of(term), given, tuple(_sums_have_values(term.args[0], given)))
    body, symbol, members = term.args
    if isinstance(members, Signs):
        return Average(_shown(body, (*given, In(symbol, members)), end), symbol)
    return Expect(_shown(body, given, end), symbol, members)


def _sums_have_values(term: Any, given: tuple[Any, ...]) -> Iterator[Argument]:
    """Yield arguments that the sums in a term have values, as their terms have."""
    if isinstance(term, sp.Sum) and len(term.limits) == 1:
        index, low, high = term.limits[0]
        own = tuple(_sums_have_values(term.function, given))
        yield AddUp(Solve(eq(term.function, term.function), given, own), index, low, high)
        return
    for part in term.args:
        yield from _sums_have_values(part, given)
