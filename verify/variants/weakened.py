"""An argument that uses one hypothesis less; whether it still holds the kernel finds out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from typing import Any

from theory.arguments import Argument, Met
from verify.kernel.conditions import all_of, conjuncts, without


def without_using(argument: Argument, dropped: Iterable[Any]) -> Argument:
    """Return an argument whose steps do not assume some conditions any more.

    What meets the hypotheses meets fewer of them, too.

    >>> import sympy as sp
    >>> from theory.arguments import Solve
    >>> x = sp.Symbol("x", real=True)
    >>> without_using(Solve(x**2 >= 0, (x > 0, x < 1)), [x > 0]).given
    (x < 1,)
    """
    if isinstance(argument, Met):
        fewer = without_using(argument.of, dropped)
        return argument if fewer is argument.of else Met(fewer, argument.point)
    conditions = tuple(dropped)
    known: dict[int, Argument] = {}  # an argument has many steps in common with itself

    def changed(step: Argument) -> Argument:
        if id(step) not in known:
            values = {own.name: getattr(step, own.name) for own in fields(step)}
            new = {name: part(name, value) for name, value in values.items()}
            differs = {name: value for name, value in new.items() if value is not values[name]}
            known[id(step)] = replace(step, **differs) if differs else step
        return known[id(step)]

    def part(name: str, value: Any) -> Any:
        if isinstance(value, Argument):
            return changed(value)
        if not isinstance(value, tuple):
            return value
        if name == "given":
            kept = (all_of(without(conjuncts((given,)), conditions)) for given in value)
            found = tuple(conjuncts(kept))
            return value if len(found) == len(list(conjuncts(value))) else found
        found = tuple(changed(one) if isinstance(one, Argument) else one for one in value)
        return value if all(a is b for a, b in zip(found, value, strict=True)) else found

    return changed(argument)
