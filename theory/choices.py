"""Choice points: places of a printed statement that can be read in several ways.

    Ambiguous("why the words admit both", {"name": option, ...})
    Damaged("which glyphs are lost", {"name": option, ...})

An option is a condition, a term or a whole statement. Two choice points with the same reason and
the same names are one and the same: what is chosen at one place is chosen at all of them. Of an
ambiguous text every meaning counts, of damaged text the reading that serves the paper best.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, is_dataclass, replace
from functools import partial
from itertools import chain
from typing import Any

import sympy as sp
from sympy.core.symbol import Str
from sympy.logic.boolalg import Boolean

from theory.binders import exchanged
from theory.language import on_sides


@dataclass(frozen=True)
class Choice:
    """A choice point.

    Args:
        why: what makes several readings possible, in words.
        names: of the options, sorted.
        damaged: whether glyphs are lost; otherwise the words admit several meanings.
    """

    why: str
    names: tuple[str, ...]
    damaged: bool = False


Picked = tuple[tuple[Choice, str], ...]  # choice points with the name of the option taken


class _Options:
    """A part of a formula that is one of several options."""

    args: tuple[Any, ...]

    @property
    def choice(self) -> Choice:
        damaged, why, *pairs = self.args
        return Choice(why.name, tuple(name.name for name in pairs[::2]), damaged.name == "damaged")

    @property
    def options(self) -> dict[str, Any]:
        pairs = self.args[2:]
        return {name.name: option for name, option in zip(pairs[::2], pairs[1::2], strict=True)}

    def _sympystr(self, printer: Any) -> str:
        return " or else ".join(printer._print(option) for option in self.options.values())


class ChosenTerm(_Options, sp.Expr):
    """A term that is one of several."""

    is_real = True
    is_commutative = True


class ChosenCondition(_Options, Boolean):
    """A condition that is one of several."""


@dataclass(frozen=True)
class ChosenStatement:
    """A statement that is one of several; see `Ambiguous` and `Damaged`."""

    choice: Choice
    options: Mapping[str, Any]


def Ambiguous(why: str, options: Mapping[str, Any]) -> Any:
    """Return a choice point where the words of a paper admit several meanings.

    Args:
        why: what makes them ambiguous.
        options: what each meaning says, by a name for it.

    Raises:
        ValueError: there are not two options, or they are not of one sort.
    """
    return _chosen(why, options, damaged=False)


def Damaged(what: str, options: Mapping[str, Any]) -> Any:
    """Return a choice point where glyphs are lost in the text that was read.

    Args:
        what: what is illegible.
        options: what it can have been, by a name for it.

    Raises:
        ValueError: there are not two options, or they are not of one sort.
    """
    return _chosen(what, options, damaged=True)


def _chosen(why: str, options: Mapping[str, Any], damaged: bool) -> Any:
    if len(options) < 2 or not why or not all(options):
        raise ValueError(f"{why!r}: a choice point has a reason and two options with names")
    sorted_options = dict(sorted(options.items()))
    if all(map(is_dataclass, options.values())):
        return ChosenStatement(Choice(why, tuple(sorted_options), damaged), sorted_options)
    members = {name: sp.sympify(option) for name, option in sorted_options.items()}
    kind: Any = ChosenTerm  # sympy's symbols are terms and conditions
    if not all(isinstance(member, sp.Expr) for member in members.values()):
        kind = ChosenCondition
        if not all(isinstance(member, Boolean) for member in members.values()):
            raise ValueError(f"{why}: the options are neither all conditions nor all terms")
    pairs = (part for name, member in members.items() for part in (Str(name), member))
    return kind(Str("damaged" if damaged else "ambiguous"), Str(why), *pairs)


def readings(statement: Any) -> Iterator[tuple[Picked, Any]]:
    """Yield every way in which a statement can be read, without choice points.

    Args:
        statement: a statement of any type, or a choice point between statements.

    Yields:
        What is picked at the choice points that are met, and the statement that this gives.
    """
    choice = _first(statement)
    if choice is None:
        yield (), statement
        return
    for name in choice.names:
        for picked, read in readings(resolved(statement, choice, name)):
            yield ((choice, name), *picked), read


def has_choices(statement: Any) -> bool:
    """Return whether there is a choice point in a statement."""
    return _first(statement) is not None


def resolved(statement: Any, choice: Choice, name: str) -> Any:
    """Return a statement with one option taken wherever a choice point stands in it."""
    if isinstance(statement, ChosenStatement):
        if statement.choice == choice:
            return resolved(statement.options[name], choice, name)
        options = {n: resolved(o, choice, name) for n, o in statement.options.items()}
        return replace(statement, options=options)
    return statement.mapped(partial(_formula, choice=choice, name=name))


def _first(statement: Any) -> Choice | None:
    """Return the first choice point of a statement, from outside inwards."""
    if isinstance(statement, ChosenStatement):
        return statement.choice
    parts = chain.from_iterable(map(sp.preorder_traversal, statement.formulas))
    return next((part.choice for part in parts if isinstance(part, _Options)), None)


def _formula(formula: Any, choice: Choice, name: str) -> Any:
    """Return a formula with one option taken; a formula without the choice stays as it is."""

    def pick(part: Any) -> Any | None:
        if isinstance(part, _Options) and part.choice == choice:
            return _formula(part.options[name], choice, name)
        return None

    if not any(isinstance(part, _Options) for part in sp.preorder_traversal(formula)):
        return formula
    return on_sides(formula, lambda side: exchanged(side, pick))
