"""Every case is fixed by a seed and a number: even numbers are shapes in turn, odd ones grammar."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from random import Random

import tests.fuzz
from tests.fuzz.case import Case, Refused, Shape
from tests.fuzz.grammar import grammar


@cache
def shapes() -> tuple[Shape, ...]:
    """Return the shapes of all modules `shapes_*` of this package."""
    names = sorted(m.name for m in pkgutil.iter_modules(tests.fuzz.__path__))
    modules = [
        importlib.import_module(f"tests.fuzz.{name}")
        for name in names
        if name.startswith("shapes_")
    ]
    return tuple(shape for module in modules for shape in module.SHAPES)


def shape_of(number: int) -> Shape:
    """Return which shape makes a case."""
    return grammar if number % 2 else shapes()[number // 2 % len(shapes())]


def case(seed: int, number: int) -> Case:
    """Return a case.

    Raises:
        Refused: its statement cannot be built.
    """
    rng = Random(f"{seed}/{number}")
    try:
        return shape_of(number)(rng)
    except ValueError as refusal:
        raise Refused(str(refusal)) from refusal


def is_rewritten(number: int) -> bool:
    """Return whether another form of a case is judged, too."""
    return number % 7 in (0, 3)
