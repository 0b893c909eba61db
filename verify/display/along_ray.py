"""The points of a ray at which a report compares both sides of an order."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import sympy as sp
from flint import arb

from theory.statements import SameOrder
from theory.values import Ray
from verify.truth import NoValue, enclose
from verify.truth.rays import corners

SMALL_SIZES = (4, 8, 16)  # where sums or products are long
SIZES = tuple(tuple(10 ** (1 + step * n) for n in range(3)) for step in (1, 2, 4, 6))


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
    found = AlongRay(
        constants,
        {symbol: start[symbol] for symbol in rays},
        {symbol: int(ray.exponent * root) for symbol, ray in rays.items()},
        SMALL_SIZES if large else SIZES[0],
    )
    if large:
        return found
    longer = (replace(found, sizes=sizes) for sizes in SIZES)
    return next((ray for ray in longer if _has_passed_one(statement, ray)), found)


def _has_passed_one(statement: SameOrder, ray: AlongRay) -> bool:
    """Return whether the ratio of both sides comes out on the side of 1 to which it drifts."""
    near, far = (_ratio(statement, ray, ray.sizes[end]) for end in (0, -1))
    if near is None or far is None:
        return False
    return bool(far > max(near, 1) or far < min(near, 1))


def _ratio(statement: SameOrder, ray: AlongRay, size: int) -> float | None:
    """Return left over right at a size, `None` if a quantity is in it that no formula defines."""
    point = {**ray.constants, **ray.at(size)}
    try:
        left, right = (arb(enclose(s, point, {})) for s in (statement.left, statement.right))
    except NoValue:
        return None
    return float(left / right)
