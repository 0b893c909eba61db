"""The points of a ray at which a report compares both sides of an order."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp

from theory.statements import SameOrder
from theory.values import Ray
from verify.truth.rays import corners

SIZES, SMALL_SIZES = (10, 100, 1000), (4, 8, 16)  # the small ones where sums or products are long


@dataclass(frozen=True)
class AlongRay:
    """A ray from a point of the regime, with whole powers of a size `n`.

    Args:
        constants: their values.
        start: the values of the variables at size 1.
        powers: variable -> the power of the size that it grows with.
        sizes: at which sizes it is shown.
    """

    constants: Mapping[Any, Fraction]
    start: Mapping[Any, Fraction]
    powers: Mapping[Any, int]
    sizes: tuple[int, ...]

    def at(self, size: int) -> dict[Any, Fraction]:
        """Return the values of the variables at a size."""
        return {
            symbol: self.start[symbol] * Fraction(size) ** power
            for symbol, power in self.powers.items()
        }


def along_ray(statement: SameOrder, values: Mapping[str, Any]) -> AlongRay | None:
    """Return the ray of a witness, or `None` if the witness is a point or no start is found."""
    rays = {symbol: values[str(symbol)] for symbol in statement.variables}
    if not all(isinstance(ray, Ray) for ray in rays.values()):
        return None
    constants = {symbol: values[str(symbol)] for symbol in statement.constants}
    start = next(corners(statement, constants), None)
    if start is None:
        return None
    root = math.lcm(*(ray.exponent.denominator for ray in rays.values()))
    formulas = (statement.left, statement.right, *statement.regime)
    large = any(formula.has(sp.Sum, sp.Product) for formula in formulas)
    return AlongRay(
        constants,
        {symbol: start[symbol] for symbol in rays},
        {symbol: int(ray.exponent * root) for symbol, ray in rays.items()},
        SMALL_SIZES if large else SIZES,
    )
