"""What the symbols and heads of a paper stand for, and where it says so.

The notation of a paper is a module of its folder, with these entries in `NOTATION`, and in
`DEFINITIONS` what an argument may use of its quantities.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from theory.claim import Source
from theory.language import FunctionSymbol, is_head

ROLES = ("constant", "variable", "quantity")


@dataclass(frozen=True)
class Named:
    """A symbol or a head of a paper.

    Args:
        thing: the symbol, function, sequence or head.
        role: a `constant` is one on which hidden constants may depend, a `variable` is another
            symbol, and a `quantity` is a head.
        meaning: what it stands for, in words.
        place: where the paper says so.

    Raises:
        ValueError: the role is none, or not that of such a thing.
    """

    thing: Any
    role: str
    meaning: str
    place: Source

    def __post_init__(self) -> None:
        if self.role not in ROLES or (self.role == "quantity") != is_head(self.thing):
            raise ValueError(
                f"{self.thing} has no role {self.role!r}; roles are {', '.join(ROLES)}"
            )

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
