"""The conclusion of an argument given as data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from theory.arguments import LEAVES, Argument
from theory.language import SYMPY_ERRORS
from theory.well_formed import IllFormed
from verify.kernel.arguments import logic, means, orders
from verify.kernel.arguments.facts import Fact, RejectedArgument, Stated, made
from verify.kernel.arguments.questions import Solver
from verify.kernel.total import Outside

RULES: Mapping[Any, Any] = {**logic.RULES, **means.RULES, **orders.RULES}


def conclusion(argument: Argument, leaves: Mapping[Any, Stated], solver: Solver) -> Fact:
    """Return what an argument shows, if each of its leaves holds.

    Args:
        argument: the data.
        leaves: what each leaf states.
        solver: who answers questions.

    Raises:
        RejectedArgument: a step does not follow, or a leaf is missing.
        Disagreement: two solvers contradict each other.
    """
    return _Reader(leaves, solver).fact(argument)


class _Reader:
    """Reads an argument; what is used twice is concluded once."""

    def __init__(self, leaves: Mapping[Any, Stated], solver: Solver) -> None:
        self.leaves = leaves
        self.shows = solver.shows
        self.known: dict[int, Fact] = {}

    def fact(self, argument: Any) -> Fact:
        """Return what an argument shows."""
        if id(argument) not in self.known:
            try:
                self.known[id(argument)] = self._concluded(argument)
            except (IllFormed, Outside) as reason:
                raise RejectedArgument(str(reason)) from None
            except SYMPY_ERRORS as error:
                raise RejectedArgument(f"{type(argument).__name__}: {error}") from error
        return self.known[id(argument)]

    def facts(self, arguments: Iterable[Any]) -> tuple[Fact, ...]:
        """Return what arguments show."""
        return tuple(map(self.fact, arguments))

    def _concluded(self, argument: Any) -> Fact:
        if isinstance(argument, LEAVES):
            if argument not in self.leaves:
                raise RejectedArgument(f"nobody has judged {argument}")
            stated = self.leaves[argument]
            rests = frozenset({(argument, stated.tier)})
            return made(stated.statement.given, stated.statement.says, rests=rests)
        if type(argument) not in RULES:
            raise RejectedArgument(f"{argument} is no rule")
        for field in fields(argument):  # what is no tuple could be read once, or overlooked
            several = str(field.type).startswith("tuple")
            if several and not isinstance(getattr(argument, field.name), tuple):
                raise RejectedArgument(f"`{field.name}` of {type(argument).__name__} is no tuple")
        return RULES[type(argument)](argument, self)
