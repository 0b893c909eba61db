"""What is recomputed of a refuted claim: do its hypotheses hold, and the two sides of it."""

from __future__ import annotations

import operator
from dataclasses import dataclass

RELATIONS = {"==": operator.eq, "<=": operator.le, ">=": operator.ge, ">": operator.gt}


@dataclass(frozen=True)
class Case:
    """A claim at one witness: `left relation right`, if `hypotheses`.

    Of a claim on orders, "at least" or "at most", a case is one point of a ray; the claim fails
    where the ratio of its sides leaves every bound.
    """

    hypotheses: bool
    left: object
    relation: str
    right: object

    @property
    def holds(self) -> bool:
        """Does the claim hold at this witness?"""
        return RELATIONS[self.relation](self.left, self.right)

    @property
    def excess(self):
        """By what factor does a claim on orders fail with the constant 1?"""
        if self.relation == "at most":
            return self.left / self.right
        assert self.relation == "at least"
        return self.right / self.left
