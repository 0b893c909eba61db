"""What the symbols and heads of a paper stand for, and where it says so.

The notation of a paper is a module of its folder, with these entries in `NOTATION`, in
`DEFINITIONS` what an argument may use of its quantities, in `UP_TO_CONSTANTS` what it means by a
hypothesis up to a constant, and in `LETTERS` which letters it binds in another role, where it has
such.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

import sympy as sp
from sympy.concrete.expr_with_limits import ExprWithLimits

from theory.choices import Ambiguous
from theory.claim import Source
from theory.language import FunctionSymbol, is_head
from theory.stated import labels

ROLES = ("constant", "variable", "quantity")
PARTS = ("section", "appendix")  # of a paper; what else a place names are results and equations


@dataclass(frozen=True)
class Named:
    """A symbol or a head of a paper.

    Args:
        thing: the symbol, function, sequence or head.
        role: a `constant` is one on which hidden constants may depend, a `variable` is another
            symbol, and a `quantity` is a head.
        meaning: what it stands for, in words.
        place: where the paper says so.
        fixed_at: the results and equations that are about one value of a variable, so that
            constants may depend on it there.
        latex: of a symbol, how the paper spells it, where that is not its name.
        also: what else it stands for, each with its place; then it stands for either only at the
            places that are given for it.

    Raises:
        ValueError: the role is none, or not that of such a thing; or nothing says what it is, or
            where.
    """

    thing: Any
    role: str
    meaning: str
    place: Source
    fixed_at: Source | None = None
    latex: str = ""
    also: tuple[tuple[str, Source], ...] = ()

    def __post_init__(self) -> None:
        if not self.meaning or self.place == Source():
            raise ValueError(f"{self.thing} has no meaning, or no place where the paper gives it")
        if self.role not in ROLES or (self.role == "quantity") != is_head(self.thing):
            raise ValueError(
                f"{self.thing} has no role {self.role!r}; roles are {', '.join(ROLES)}"
            )

    def meanings_at(self, source: Source) -> tuple[tuple[str, Source], ...]:
        """Return what it stands for where a claim stands, each with the place that says so.

        Of several meanings it is those whose places name the result or the equation, and if none
        does, those whose places name the section; there may be none.
        """
        several = ((self.meaning, self.place), *self.also)
        if not self.also:
            return several
        here = labels(f"{source}")
        of_result = tuple(one for one in several if _results(labels(f"{one[1]}")) & _results(here))
        return of_result or tuple(one for one in several if _is_within(here, labels(f"{one[1]}")))

    @property
    def kind(self) -> str:
        """What sort of thing it is."""
        if is_head(self.thing):
            return "head"
        if isinstance(self.thing, FunctionSymbol):
            return "function"
        if isinstance(self.thing, sp.IndexedBase):
            return "sequence"
        return "integer" if self.thing.is_integer else "real"


def _results(named: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    """Return the results and equations that a place names, for a proof what it proves."""
    return {(kind.removeprefix("proof of "), n) for kind, n in named if kind not in PARTS}


def _is_within(here: Iterable[tuple[str, str]], parts: Iterable[tuple[str, str]]) -> bool:
    """Return whether a place is in one of the sections that another one names."""
    return any(
        kind == of and f"{number}.".startswith(f"{whole}.")
        for of, whole in parts
        if of in PARTS
        for kind, number in here
    )


@dataclass(frozen=True)
class Letter:
    """A letter that runs through a sum or an integral, where the paper has something else for it.

    Args:
        symbol: what is bound.
        binder: `Sum` or `Integral`, which alone binds it.
        meaning: what it runs through, in words.
        place: the results, proofs and equations that write it so. Elsewhere it is what the notation
            says.

    Raises:
        ValueError: a binder is neither of both.
    """

    symbol: sp.Symbol
    binder: type[ExprWithLimits]
    meaning: str
    place: Source

    def __post_init__(self) -> None:
        if self.binder not in (sp.Sum, sp.Integral):
            raise ValueError(f"{self.symbol} is bound by {self.binder}, no sum and no integral")

    @property
    def words(self) -> str:
        """What it is, and in what."""
        return f"in {'a sum' if self.binder is sp.Sum else 'an integral'}: {self.meaning}"


@dataclass(frozen=True)
class UpToConstants:
    """The one convention of a paper for "at most of order 1" in a hypothesis.

    Where its words admit every constant and some constant, a statement has both meanings, and fails
    only if it does in both. No claim makes such a choice of its own.

    Args:
        why: what leaves it open.
        place: where the paper has the notation.
    """

    why: str
    place: Source
    names: ClassVar[tuple[str, str]] = ("every constant", "a constant that serves")

    def of(self, any_constant: Any, some_constant: Any) -> Any:
        """Return a statement, or a condition, in both meanings of its hypotheses."""
        options = zip(self.names, (any_constant, some_constant), strict=True)
        return Ambiguous(self.why, dict(options))
