"""What a generator of small claims hands over: a statement and what is known of it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from theory.claim import ForAll


@dataclass(frozen=True)
class Case:
    """One generated claim.

    Args:
        shape: name of the generator.
        statement: the claim, built from the symbols of `theory.language` only.
        known: the truth by construction, where the shape knows it.
        rewritings: equivalent forms, whose verdicts must not contradict each other.
    """

    shape: str
    statement: ForAll
    known: bool | None = None
    rewritings: tuple[ForAll, ...] = ()


Shape = Callable[[random.Random], Case]
