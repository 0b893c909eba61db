"""There is, and for every: as conditions inside a statement.

    Some(x, condition)       there is an x for which the condition holds
    Every(x, condition)      the condition holds for every x

x is a real, an integer, a function or a sequence, and its kind is what it ranges over. No method
but an argument handles them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sympy.logic.boolalg import Boolean

from theory.binders import Binder


class Quantified(Binder):
    """A condition on all or on some values of one symbol, function or sequence."""

    words, sign = "", ""
    binds_or_hides = True
    always_has_a_value = True

    def __new__(cls, symbol: Any, condition: Any) -> Any:
        return Boolean.__new__(cls, symbol, condition)

    @property
    def limits(self) -> tuple[Any, ...]:
        """The one symbol, without ends."""
        return ((self.args[0],),)

    @property
    def body(self) -> Any:
        """The condition."""
        return self.args[1]

    def rebound(self, body: Any, limits: Sequence[Any]) -> Any:
        """Return the same with another condition and another symbol."""
        return self.func(limits[0][0], body)

    def _sympystr(self, printer: Any) -> str:
        symbol, condition = map(printer._print, self.args)
        return f"{self.words} {symbol}: {condition}"

    def _latex(self, printer: Any) -> str:
        symbol, condition = map(printer._print, self.args)
        return rf"{self.sign} {symbol}\colon {condition}"


class Some(Quantified):
    """There is a value of the symbol for which the condition holds."""

    words, sign = "for some", r"\exists"


class Every(Quantified):
    """The condition holds for every value of the symbol."""

    words, sign = "for every", r"\forall"
