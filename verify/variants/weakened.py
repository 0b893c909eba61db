"""An argument that uses less, or shows more of constants; whether it holds the kernel finds out.

Either no step assumes it; or what a step shows where it holds is one case of what a solver has to
show without it, of the last step, or of those before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any, NamedTuple

import sympy as sp

from theory.arguments import Argument, Between, Hide, Met, Solve, every_step
from theory.normal_form import normal
from theory.orders import LargeEnough, Magnitude
from verify.kernel.arguments.logic import term
from verify.kernel.conditions import all_of, conjuncts, gt, without

DEEPEST = 4  # of the steps by a solver that are taken in cases


def in_cases(
    argument: Argument,
    dropped: Iterable[Any],
    instead: Iterable[Any] = (),
    more: Iterable[Argument] = (),
) -> Iterator[Argument]:
    """Yield arguments that assume some conditions in one case of some steps by a solver only.

    Args:
        argument: the argument.
        dropped: the conditions.
        instead: what these steps may assume, too.
        more: arguments that they may use, too.

    >>> import sympy as sp
    >>> from theory.arguments import Solve
    >>> x = sp.Symbol("x", real=True)
    >>> step = Solve(x**3 >= 0, (x >= 0,))
    >>> found = next(in_cases(step, [x >= 0]))
    >>> found.given, found.using
    ((), (Solve(says=x**3 >= 0, given=(x >= 0,), using=()),))
    """
    changed = _Changed(tuple(dropped), tuple(instead), tuple(more))
    known = [argument, without_using(argument, changed.dropped)]
    for depth in range(DEEPEST):
        found = _in_cases(argument, changed, depth)
        if found in known:
            continue
        known.append(found)
        yield found


class _Changed(NamedTuple):
    """Conditions that are assumed no more, what is instead, and what else is used."""

    dropped: tuple[Any, ...]
    instead: tuple[Any, ...]
    more: tuple[Argument, ...]


def _in_cases(argument: Argument, changed: _Changed, depth: int) -> Argument:
    """Return an argument of which the steps by a solver at one depth are taken in cases."""
    if isinstance(argument, Met):
        return Met(_in_cases(argument.of, changed, depth), argument.point)
    dropped = changed.dropped
    fewer = without_using(argument, dropped)
    if fewer is argument:
        return argument
    if isinstance(argument, Solve) and isinstance(fewer, Solve) and depth == 0:
        others = tuple(step for step in argument.using if without_using(step, dropped) is step)
        using = (argument, *others, *changed.more)
        return Solve(argument.says, (*fewer.given, *changed.instead), using)
    further = depth - isinstance(argument, Solve)
    return replace(fewer, **dict(_parts_in_cases(argument, changed, further)))


def _parts_in_cases(argument: Argument, changed: _Changed, depth: int) -> Iterator[tuple[str, Any]]:
    """Yield the fields of an argument that hold others, each with these in cases."""
    for name in (own.name for own in fields(argument)):
        value = getattr(argument, name)
        if isinstance(value, Argument):
            yield name, _in_cases(value, changed, depth)
        elif isinstance(value, tuple) and any(isinstance(one, Argument) for one in value):
            yield name, tuple(_in_cases(one, changed, depth) for one in value)


def without_using(
    argument: Argument, dropped: Iterable[Any], instead: Iterable[Any] = ()
) -> Argument:
    """Return an argument whose steps do not assume some conditions any more, but others instead.

    What meets the hypotheses meets fewer of them, or weaker ones, too. With a hypothesis on a size
    goes what its steps assume of it and of its constant.

    >>> import sympy as sp
    >>> from theory.arguments import Solve
    >>> x = sp.Symbol("x", real=True)
    >>> without_using(Solve(x**2 >= 0, (x > 0, x < 1)), [x > 0]).given
    (x < 1,)
    """
    dropped = tuple(dropped)
    if isinstance(argument, Met):
        fewer = without_using(argument.of, dropped, instead)
        return argument if fewer is argument.of else Met(fewer, argument.point)
    sizes = dict(_sizes(argument, dropped))
    constants = {c for size, c in sizes.items() if not size.chosen}
    of_sizes = (size.bound(term(c)) for size, c in sizes.items())
    conditions = (*dropped, *of_sizes, *(gt(c, 0) for c in constants))
    weaker = tuple(instead)

    def fewer_given(name: str, value: Any) -> Any:
        if sizes and name in ("sizes", "point") and isinstance(value, Mapping):
            gone = sizes.keys() if name == "sizes" else constants
            return {key: one for key, one in value.items() if key not in gone}
        if name != "given":
            return value
        kept = (all_of(without(conjuncts((given,)), conditions)) for given in value)
        found = tuple(conjuncts(kept))
        return value if len(found) == len(list(conjuncts(value))) else (*found, *weaker)

    return _in_every_step(argument, fewer_given)


def _sizes(argument: Argument, dropped: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """Yield the hypotheses on sizes that are dropped, each with its constant in an argument."""
    magnitudes = [size for size in dropped if isinstance(size, Magnitude)]
    for step in every_step([argument]) if magnitudes else ():
        if isinstance(step, Hide):
            yield from ((s, c) for s, c in step.sizes.items() if s in magnitudes)


def with_wider_constants(argument: Argument) -> Argument:
    """Return an argument in which constants above are larger than their sizes: they are positive.

    So is a number that something is at least that is large enough.

    >>> import sympy as sp
    >>> from theory.arguments import Between
    >>> x, y = sp.symbols("x y", real=True)
    >>> with_wider_constants(Between(x, x + y, None, y, (x,))).high
    Abs(y) + 1
    """
    large = dict(_large(argument))

    def other(name: str, value: Any) -> Any:
        if name == "sizes" and large:
            return {size: _wider(c) if size in large else c for size, c in value.items()}
        if name == "says":
            return changed.get(normal(value), value) if isinstance(value, sp.Gt) else value
        if name != "given":
            return value
        found = tuple(changed.get(normal(one), one) for one in conjuncts(value))
        return found if found != tuple(conjuncts(value)) else value

    def wider(step: Argument) -> Argument:
        if not isinstance(step, Between) or step.high is None or sp.sympify(step.high).is_number:
            return step
        return replace(step, high=_wider(step.high))

    changed = {
        normal(says(constant)): says(_wider(constant))
        for size, constant in large.items()
        for says in (size.bound, _positive)
    }
    return _in_every_step(argument, other, wider)


def _positive(constant: Any) -> Any:
    return gt(constant, 0)


def _wider(constant: Any) -> Any:
    return sp.Abs(constant) + 1


def _large(argument: Argument) -> Iterator[tuple[Any, Any]]:
    """Yield what is large enough in an argument, and which constant, that is no number, serves."""
    for step in every_step([argument]):
        if isinstance(step, Hide):
            for size, constant in step.sizes.items():
                if isinstance(size, LargeEnough) and not term(constant).is_number:
                    yield size, term(constant)


def uniform_in(argument: Argument, symbols: Iterable[Any]) -> Argument:
    """Return an argument in which constants of orders are to serve all values of symbols, too.

    >>> import sympy as sp
    >>> from theory.arguments import Between
    >>> x, y = sp.symbols("x y", real=True)
    >>> uniform_in(Between(x, x + y, 1, 2, (x,)), [y]).over
    (x, y)
    """
    more = tuple(symbols)

    def over_more(name: str, value: Any) -> Any:
        return tuple(dict.fromkeys((*value, *more))) if name == "over" else value

    return _in_every_step(argument, over_more)


def _in_every_step(
    argument: Argument,
    field: Callable[[str, Any], Any],
    whole: Callable[[Argument], Argument] = lambda step: step,
) -> Argument:
    """Return an argument in which fields that hold no arguments are others, in every step.

    Args:
        argument: the argument.
        field: returns a field, of its name and what it was.
        whole: returns a step, of what it is with these fields.
    """
    known: dict[int, Argument] = {}  # an argument has many steps in common with itself

    def changed(step: Argument) -> Argument:
        if id(step) not in known:
            values = {own.name: getattr(step, own.name) for own in fields(step)}
            new = {name: part(name, value) for name, value in values.items()}
            differs = {name: value for name, value in new.items() if value is not values[name]}
            known[id(step)] = whole(replace(step, **differs) if differs else step)
        return known[id(step)]

    def part(name: str, value: Any) -> Any:
        if isinstance(value, Argument):
            return changed(value)
        if not isinstance(value, tuple) or not any(isinstance(one, Argument) for one in value):
            return field(name, value)
        found = tuple(changed(one) if isinstance(one, Argument) else one for one in value)
        return value if all(a is b for a, b in zip(found, value, strict=True)) else found

    return changed(argument)
