"""An argument beside whose steps stand strict ones, where these have room.

The last step may need that one before it is strict, and that another one before it. So a step by a
solver that ends at <= is tried with <, from strict steps as far as there are any. What is put into
such a step, or cut from it, is strict as well, and so are a mean of it under a law, and what it
says of every number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import accumulate
from typing import Any

from sympy.logic.boolalg import And, Implies

from theory.arguments import (
    Argument,
    Choose,
    Cut,
    Expect,
    Generalise,
    Give,
    Met,
    Put,
    Solve,
    every_step,
)
from theory.definedness import connected
from verify.variants.edits import STRICT

Shown = Callable[[Argument], bool]


def with_strict_steps(argument: Argument, shown: Shown) -> Argument:
    """Return an argument whose last step by a solver may use strict steps, too.

    Args:
        argument: the argument.
        shown: whether an argument shows anything.

    >>> import sympy as sp
    >>> x, y = sp.symbols("x y", real=True)
    >>> step = Solve(x**2 + 1 >= x)
    >>> found = with_strict_steps(Solve(x**2 + y**2 + 1 >= x, (), (step,)), lambda one: True)
    >>> [one.says for one in found.using]
    [x**2 + 1 >= x, x**2 + 1 > x]
    """
    return _Strict(shown).beside(argument)


class _Strict:
    """Makes steps strict, each once."""

    def __init__(self, shown: Shown) -> None:
        self.shown = shown
        self.known: dict[int, tuple[Argument, Argument | None]] = {}

    def beside(self, argument: Argument) -> Argument:
        """Return an argument with strict steps beside those of its last step by a solver."""
        if isinstance(argument, (Met, Generalise, Cut, Give)):
            return replace(argument, of=self.beside(argument.of))
        if isinstance(argument, Choose):
            return replace(argument, then=self.beside(argument.then))
        if isinstance(argument, Expect):
            return self.of(argument) or argument
        if not isinstance(argument, Solve):
            return argument
        more = tuple(found for step in argument.using if (found := self.of(step)) is not None)
        return replace(argument, using=(*argument.using, *more)) if more else argument

    def of(self, step: Argument) -> Argument | None:
        """Return an argument for the strict relation, `None` if none is found."""
        if id(step) not in self.known:
            self.known[id(step)] = step, self._made(step)  # what is kept keeps its id
        return self.known[id(step)][1]

    def _made(self, step: Argument) -> Argument | None:
        if isinstance(step, (Put, Cut, Expect, Generalise)):
            inner = self.of(step.of)
            return None if inner is None else replace(step, of=inner)
        if not isinstance(step, Solve):
            return None
        by_size = sorted(step.using, key=_size)  # what is small soon has an answer
        more = ((one,) for used in by_size if (one := self.of(used)) is not None)
        for using in accumulate(more, initial=step.using):
            each = (replace(step, says=says, using=using) for says in _strict_ones(step.says))
            strict = next(filter(self.shown, each), None)
            if strict is not None:
                return strict
        return None


def _size(argument: Argument) -> int:
    """Return how many steps an argument has."""
    return sum(1 for _ in every_step([argument]))


def _strict_ones(condition: Any) -> Iterator[Any]:
    """Yield a condition with strict relations: as many of a conjunction as there are, or one.

    Of an implication it is what that concludes.
    """
    if isinstance(condition, Implies):
        premise, then = condition.args
        yield from (connected(Implies, (premise, one)) for one in _strict_ones(then))
        return
    parts = list(condition.args) if isinstance(condition, And) else [condition]
    strict = {n: _strict(part) for n, part in enumerate(parts) if type(part) in STRICT}
    changes = [strict, *({n: one} for n, one in strict.items())] if len(strict) > 1 else [strict]
    for change in filter(None, changes):
        yield connected(And, [change.get(n, part) for n, part in enumerate(parts)])


def _strict(relation: Any) -> Any:
    return STRICT[type(relation)](*relation.args, evaluate=False)
