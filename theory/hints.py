"""Hints: what helps to show or to refute a statement, and is no part of what it claims.

A hint stands in the `because` of a claim. Nothing trusts it: what has to be shown with it is worked
out by the kernel and proved, and a point is evaluated like any other. Which statements it may be
for `check_hint` says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import sympy as sp

from theory.choices import has_choices
from theory.frozen import frozen
from theory.language import DEFINES, FunctionSymbol
from theory.statements import ForAll, SameOrder, member_as_symbol
from theory.values import PiecewiseLinear, as_fraction
from theory.well_formed import IllFormed, condition, quantified, term


@frozen
class Keeps:
    """By induction: what holds at the first value of an index and is kept from each to the next.

    Args:
        index: of the statement, over which it is tried at `instances`.
        kept: a condition at a value of the index, from which the conclusion follows there.
    """

    index: Any
    kept: Any

    def __post_init__(self) -> None:
        quantified(self.index)
        condition(self.kept, "what is kept")

    @property
    def condition(self) -> Any:
        """What it says as a condition."""
        return self.kept


@frozen
class Within:
    """By constants c and C: c * right <= left <= C * right, for the two sides of an order.

    Args:
        low, high: c and C, positive, in the symbols of the statement's `constants`. Of an order
            that bounds one side only, only one of them is used.
    """

    low: Any
    high: Any

    def __post_init__(self) -> None:
        object.__setattr__(self, "low", term(self.low, "the constant below"))
        object.__setattr__(self, "high", term(self.high, "the constant above"))

    @property
    def condition(self) -> Any:
        """What it says as a condition."""
        return sp.Le(self.low, self.high, evaluate=False)


@frozen
class Try:
    """A point that a search looks at before others: one that it is not likely to meet by chance.

    If it breaks the statement it is shown as it is: such a point may also be chosen to be read.

    Args:
        point: a value for each symbol of the statement, of a sequence for the entries at one of its
            instances: a rational number, or for a function a `PiecewiseLinear`.
    """

    point: Mapping[Any, Any]

    def __post_init__(self) -> None:
        for symbol, value in self.point.items():
            quantified(_sequence_of(symbol))
            if isinstance(symbol, FunctionSymbol) != isinstance(value, PiecewiseLinear):
                raise IllFormed(f"{value} is no value of {symbol}")

    def values(self) -> dict[Any, Any]:
        """Return the point with exact values, entries of sequences as symbols."""
        return {
            member_as_symbol(symbol) or symbol: value
            if isinstance(value, PiecewiseLinear)
            else as_fraction(sp.Rational(value))
            for symbol, value in self.point.items()
        }


def _sequence_of(symbol: Any) -> Any:
    """Return the sequence of which a symbol is an entry, and any other symbol itself."""
    return symbol.base if isinstance(symbol, sp.Indexed) else symbol


Hint = Keeps | Within | Try


def check_hint(hint: Hint, statement: Any) -> None:
    """Check that a hint is one for a statement.

    Raises:
        IllFormed: the statement is of another type, it has not the symbols of the hint, or the hint
            is no condition that could stand among its hypotheses.
    """
    if not isinstance(hint, Hint):
        raise IllFormed(
            f"`{hint}` is no hint; write Keeps(index, ...), Within(low, high) or Try(point)"
        )
    kind: Any = SameOrder if isinstance(hint, Within) else ForAll
    if not isinstance(statement, kind):
        raise IllFormed(
            f"{type(hint).__name__} is a hint for a {kind.__name__}, not for a "
            f"{type(statement).__name__}"
        )
    if isinstance(statement, ForAll) and statement.says == DEFINES:
        raise IllFormed("a hint helps to prove something, and a definition has nothing to prove")
    if isinstance(hint, Try):
        if set(map(_sequence_of, hint.point)) != set(statement.symbols):
            wanted = ", ".join(map(str, statement.symbols))
            raise IllFormed(f"a point has a value for each symbol: {wanted}")
        return
    if isinstance(hint, Keeps) and set(statement.instances) != {hint.index}:
        raise IllFormed(f"{hint.index} is not the one index for which there are `instances`")
    try:
        beside = replace(statement, given=(*statement.given, hint.condition))
    except IllFormed as reason:
        raise IllFormed(f"the hint cannot stand beside the hypotheses: {reason}") from None
    if has_choices(beside):
        raise IllFormed("choice points stand in what is printed, not in a hint")
    if isinstance(beside, ForAll) and (loose := set(beside.symbols) - set(statement.symbols)):
        names = ", ".join(sorted(map(str, loose)))
        raise IllFormed(f"{names}: the statement is not about this, but the hint is")
