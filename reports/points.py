"""Values in a witness as one reads them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from verify.evidence import AlgebraicValue, RationalValue, RayValue, StoredValue, Witness


def value(record: StoredValue) -> str:
    """Return a witness value as one reads it."""
    if isinstance(record, RationalValue):
        return record.value
    if isinstance(record, AlgebraicValue):
        polynomial = " + ".join(f"{c} x^{n}" for n, c in enumerate(record.coefficients))
        return f"the root of {polynomial} between {record.low} and {record.high}"
    if isinstance(record, RayValue):
        known = {"0": "constant", "1": "scale"}
        return known.get(record.exponent, f"scale^({record.exponent})")
    pairs = list(zip(record.knots, record.values, strict=False))
    table = ", ".join(f"{x} -> {y}" for x, y in pairs)
    left, right = _left_tail(*pairs[0], record.left), _slope(record.right)
    return f"piecewise linear through {table}, {left} to the left, {right} to the right"


def _left_tail(knot: str, height: str, slope: str) -> str:
    """Return how a function goes on to the left of its first knot; see `PiecewiseLinear`."""
    y = Fraction(height)
    if y <= 0 or slope == "0":
        return _slope(slope)
    return f"{y**2}/({height} + {slope}*({knot} - x))"


def _slope(slope: str) -> str:
    return "constant" if slope == "0" else f"slope {slope}"


def point(witness: Witness | None, instance: Mapping[str, str]) -> str:
    """Return a witness with the values of its indices as one line."""
    fixed = [f"{name} = {number}" for name, number in instance.items()]
    return ", ".join(fixed + [f"{name} = {value(v)}" for name, v in (witness or {}).items()])
