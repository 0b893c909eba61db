"""What an opaque head means: a program that evaluates it and holds no formula of a conclusion.

Where a verdict is decisive a head has two meanings, one derived in `theory` and one evaluated
from `numerics`; methods use the first, the replay of a refutation uses the last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

import sympy as sp
from sympy.core.relational import Relational

from theory.binders import bound_symbols, substitute
from theory.definedness import rebuilt
from theory.parts import of_kinds
from theory.well_formed import applied_in


@dataclass(frozen=True)
class Formula:
    """A meaning derived symbolically: `build(*arguments)` returns a sympy expression.

    It follows from the arguments alone, and what was built last is kept: a cover by boxes asks for
    the same formula thousands of times. Symbols that it binds itself capture nothing of them.
    """

    build: Callable[..., Any]
    kind: ClassVar[str] = "by a formula that is derived from its definition"

    def __post_init__(self) -> None:
        if not isinstance(self.build, _WithoutCapture):
            object.__setattr__(self, "build", _WithoutCapture(self.build))


@dataclass(frozen=True)
class _WithoutCapture:
    """A function that builds a formula, called with other symbols where it binds those given."""

    build: Callable[..., Any]

    def __call__(self, *arguments: Any) -> Any:
        return _built(self.build, arguments)


@lru_cache(maxsize=1024)
def _built(build: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    found = build(*arguments)
    given = set().union(*(sp.sympify(argument).free_symbols for argument in arguments))
    caught = given & bound_symbols(sp.sympify(found))
    if not caught:
        return found
    others = {s: sp.Dummy(s.name, **s.assumptions0) for s in caught}
    renamed = (sp.sympify(argument).xreplace(others) for argument in arguments)
    return substitute(build(*renamed), {other: s for s, other in others.items()})


@dataclass(frozen=True)
class Exact:
    """A meaning computed exactly or in balls.

    `evaluate(*arguments)` gets rationals (`fmpq`), balls (`arb`) and function values, and
    returns a rational, an `arb`, or `None` where the quantity is not defined. Where it has a value
    that is not computed, `evaluate` raises an `ArithmeticError`. What is a `probability` is a
    number from 0 to 1 wherever it has a value, computed or not.
    """

    evaluate: Callable[..., Any]
    probability: bool = False
    kind: ClassVar[str] = "by a program, exactly or in balls"


@dataclass(frozen=True)
class AfterSteps:
    """A head of a law after some steps, in plain Python: its value is a function of that law.

    The head's arguments are what moves it, the first law, the number t of steps, and others.

    Args:
        function: of the law and of the others.
        step: the law after a step, of what moves it and of the law before it.
        less: how many fewer steps than t have led to the law.
        only: the one t for which the head is that, `None` if it is for each.
    """

    function: Callable[..., Any]
    step: Callable[..., Any]
    less: int = 0
    only: int | None = None


@dataclass(frozen=True)
class Approximate:
    """A meaning in floating point: `evaluate(*floats)` returns the value and an error bound."""

    evaluate: Callable[..., tuple[float, float]]
    kind: ClassVar[str] = "by a program in floating point, with an error bound"


@dataclass(frozen=True)
class Construction:
    """How a function is made, where a definition says that there is one.

    Args:
        of: the integers and sequences that it is made from.
        build: `build(*values)` gets rationals (`Fraction`), and for a sequence a tuple of its
            entries from 0 on; what it returns the exact meanings of heads take for the function.
    """

    of: tuple[Any, ...]
    build: Callable[..., Any]


Meaning = Formula | Exact | Approximate
Meanings = Mapping[Any, tuple[Meaning, ...]]
Constructions = Mapping[Any, Construction]  # by the symbol for the function
OnTheWay = Iterator[tuple[Any, Any, str]]  # what a value is made of: terms, where, what they are
Interpretation = Mapping[Any, Meaning]  # one meaning for each head


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


def interpretations(meanings: Meanings) -> tuple[Interpretation, ...]:
    """Return the interpretations in which a refutation must hold: two, or one and the same."""
    first, other = primary(meanings), independent(meanings)
    return (first,) if first == other else (first, other)


def heads_in(expression: Any, meanings: Mapping[Any, Any]) -> set[Any]:
    """Return the heads with a meaning that occur in an expression."""
    return {function for function in _functions(expression) if function in meanings}


@lru_cache(maxsize=2**12)  # every method asks for them at every instance
def _functions(expression: Any) -> frozenset[Any]:
    return frozenset(f.func for f in of_kinds(expression, sp.Function))


def unfold(expression: Any, interpretation: Interpretation) -> Any:
    """Replace every head that has a symbolic meaning by its formula.

    As in a substitution, no condition for a value is lost, and no relation is decided.
    """
    known: dict[Any, Any] = {}

    def unfolded(part: Any) -> Any:
        if part not in known:
            known[part] = built(part)
        return known[part]

    def built(part: Any) -> Any:
        if not part.args or not applied_in(part):
            return part
        arguments = [unfolded(argument) for argument in part.args]
        meaning = interpretation.get(part.func)
        if isinstance(meaning, Formula):
            others = {head: other for head, other in interpretation.items() if head != part.func}
            return unfold(sp.sympify(meaning.build(*arguments)), others)
        if isinstance(part, Relational):
            return part.func(*arguments, evaluate=False)
        return rebuilt(part.func, arguments)

    return unfolded(expression)
