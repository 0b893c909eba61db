"""Hints: what helps to show a statement, and is no part of what it claims.

A hint stands in the `because` of a claim. Nothing trusts it: what has to be shown with it is worked
out by the kernel and proved. Which statements it may be for `theory.claim.check_hint` says.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from theory.frozen import frozen
from theory.well_formed import condition, quantified, term


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


Hint = Keeps | Within
