"""A generated statement, and what a generator of statements is.

Every module of shapes ends with `SHAPES`, a tuple of functions of one generator of random numbers.
The docstring of each says at which class of error it aims.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from theory.argument_language import States
from theory.claim import ForAll, SameOrder
from theory.hints import Hint


@dataclass(frozen=True)
class Case:
    """One statement, with what its shape knows of it.

    Args:
        shape: name of the shape.
        statement: the statement, of symbols of `theory.language` only.
        known: whether it is true everywhere in its domain (defined there, too), where the shape
            knows that by construction; a statement that nothing satisfies is true.
        rewritings: forms of the same meaning; their verdicts may not contradict that of the first.
        vacuous: whether nothing satisfies its hypotheses together with what an implication in the
            conclusion presupposes, where the shape knows that by construction.
        hint: what may mislead a method about the statement and its rewritings.
    """

    shape: str
    statement: ForAll | SameOrder | States
    known: bool | None = None
    rewritings: tuple[ForAll, ...] = ()
    vacuous: bool | None = None
    hint: Hint | None = None

    def __post_init__(self) -> None:
        for name in ("known", "vacuous"):  # a shape may have asked sympy
            value = getattr(self, name)
            object.__setattr__(self, name, None if value is None else bool(value))


class Refused(ValueError):
    """The statement, or a claim of it, cannot be built."""


Shape = Callable[[random.Random], Case]
