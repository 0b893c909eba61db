"""What an opaque head means: a program that evaluates it and holds no formula of a conclusion.

Where a verdict is decisive a head has two meanings, one derived in `theory` and one evaluated
from `numerics`; methods use the first, the replay of a refutation uses the last.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp

from theory.binders import exchanged


@dataclass(frozen=True)
class Formula:
    """A meaning derived symbolically: `build(*arguments)` returns a sympy expression."""

    build: Callable[..., Any]


@dataclass(frozen=True)
class Exact:
    """A meaning computed exactly or in balls.

    `evaluate(*arguments)` gets rationals (`fmpq`), balls (`arb`) and function values, and
    returns a rational, an `arb`, or `None` where the quantity is not defined.
    """

    evaluate: Callable[..., Any]


@dataclass(frozen=True)
class Approximate:
    """A meaning in floating point: `evaluate(*floats)` returns the value and an error bound."""

    evaluate: Callable[..., tuple[float, float]]


Meaning = Formula | Exact | Approximate
Meanings = Mapping[Any, tuple[Meaning, ...]]
Reading = Mapping[Any, Meaning]


def primary(meanings: Meanings) -> dict[Any, Meaning]:
    """Choose the first meaning of every head."""
    return {head: options[0] for head, options in meanings.items()}


def evaluable(meanings: Meanings) -> dict[Any, Meaning]:
    """Choose for every head the first meaning that computes a number, else the first."""
    return {
        head: next((m for m in options if isinstance(m, Exact)), options[0])
        for head, options in meanings.items()
    }


def independent(meanings: Meanings) -> dict[Any, Meaning]:
    """Choose the last meaning of every head: the other one, where there are two."""
    return {head: options[-1] for head, options in meanings.items()}


def readings(meanings: Meanings) -> tuple[Reading, ...]:
    """Return the readings that a refutation must hold in: two, or one where they are the same."""
    first, other = primary(meanings), independent(meanings)
    return (first,) if first == other else (first, other)


def heads_in(expression: Any, meanings: Mapping[Any, Any]) -> set[Any]:
    """Return the heads with a meaning that occur in an expression."""
    return {f.func for f in expression.atoms(sp.Function) if f.func in meanings}


def unfold(expression: Any, reading: Reading) -> Any:
    """Replace every head that has a symbolic meaning by its formula."""
    for head, meaning in reading.items():
        if isinstance(meaning, Formula):
            expression = _without(expression, head, meaning)
    return expression


def _without(expression: Any, head: Any, meaning: Formula) -> Any:
    """Replace a head by its formula, in its own arguments first."""

    def formula(part: Any) -> Any | None:
        if part.func != head:
            return None
        return sp.sympify(meaning.build(*(exchanged(a, formula) for a in part.args)))

    return exchanged(expression, formula)
