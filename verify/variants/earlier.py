"""What an argument knew before it went on to less: bounds of means that its steps made weaker.

A mean of what is at least A is shown to be at least B where a step before has A >= B. A mutant that
asks for more than B may still follow from A, and from why A is the larger one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from theory.arguments import Argument, Choose, Cut, Expect, Generalise, Give, Met, Put, Solve

Shown = Callable[[Argument], bool]
DEEPEST = 3  # of the steps by a solver that are taken apart


def earlier_bounds(argument: Argument, shown: Shown) -> tuple[Argument, ...]:
    """Return arguments for means of what is known at each place, and for all else that is used.

    Args:
        argument: the argument.
        shown: whether an argument shows anything.

    >>> import sympy as sp
    >>> from theory.language import function, reals
    >>> from theory.sequences import Law
    >>> x, y = reals("x y")
    >>> first = Solve(x**2 + 1 >= 1)
    >>> found = earlier_bounds(
    ...     Expect(Solve(x**2 + 1 >= 0, (), (first,)), x, Law(function("P"))), lambda one: True
    ... )
    >>> [type(one).__name__ for one in found]
    ['Expect', 'Solve']
    """
    found: dict[int, Argument] = {}
    for step in _taken_apart(argument, DEEPEST):
        if shown(step):
            found[id(step)] = step
    return tuple(found.values())


def with_earlier_bounds(argument: Argument, shown: Shown) -> Argument:
    """Return an argument whose last steps by a solver may use these, too.

    Args:
        argument: the argument.
        shown: whether an argument shows anything.
    """
    if isinstance(argument, (Met, Generalise, Cut, Give)):
        return replace(argument, of=with_earlier_bounds(argument.of, shown))
    if isinstance(argument, Choose):
        return replace(argument, then=with_earlier_bounds(argument.then, shown))
    if not isinstance(argument, Solve):
        return argument
    inner = [step for step in argument.using if isinstance(step, (Generalise, Give))]
    if not inner:
        return replace(argument, using=(*argument.using, *earlier_bounds(argument, shown)))
    using = (with_earlier_bounds(s, shown) if s in inner else s for s in argument.using)
    return replace(argument, using=tuple(using))


def _taken_apart(step: Argument, depth: int) -> Iterator[Argument]:
    """Yield what a step is made of, as far as that is not about what a mean is over."""
    if isinstance(step, Solve) and depth:
        for part in step.using:
            yield part
            yield from _taken_apart(part, depth - 1)
    elif isinstance(step, Expect) and isinstance(step.of, Solve):
        for part in step.of.using:
            yield replace(step, of=part)
        yield from _taken_apart(step.of, depth)
    elif isinstance(step, (Put, Cut)):
        yield from (replace(step, of=part) for part in _taken_apart(step.of, depth))
