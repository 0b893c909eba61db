"""Points as JSON data: the values that evidence and certificates give to symbols and indices.

Values are of a closed set of kinds and parsed as such; reading one never evaluates its content.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import sympy as sp

from theory.claim import ForAll
from theory.values import Algebraic, PiecewiseLinear, Ray, Value

MAX_DEGREE = 64
_NUMBER = re.compile(r"-?[0-9]{1,400}(/[1-9][0-9]{0,400})?")


class WitnessError(ValueError):
    """The data is no value of a known kind, or no instance of the statement."""


def witness(point: dict[Any, Any]) -> dict[str, Any]:
    """Return a point as it is stored in evidence and certificates."""
    return {str(s): encode_value(v) for s, v in sorted(point.items(), key=lambda i: str(i[0]))}


def point_of(statement: ForAll, witness: Mapping[str, Any]) -> dict[sp.Symbol, Value]:
    """Turn a stored witness back into a point of an expanded statement."""
    return {s: decode_value(witness[str(s)]) for s in statement.symbols}


def instance_of(statement: ForAll, entry: Any) -> ForAll:
    """Return a statement expanded at the values of its indices that a certificate names.

    Raises:
        WitnessError: the statement is not claimed there.
    """
    for instance, expanded in statement.expanded:
        if index_values(instance) == entry:
            return expanded
    raise WitnessError(f"the statement has no instance {str(entry)[:80]}")


def index_values(instance: Mapping[Any, Any]) -> dict[str, str]:
    """Return the values of indices as evidence and certificates hold them."""
    return {str(index): str(value) for index, value in instance.items()}


def encode_value(value: Any) -> dict[str, Any]:
    """Return a witness value as JSON data.

    Raises:
        TypeError: the value is of no kind that a certificate may hold.
    """
    if isinstance(value, (int, Fraction)):
        return {"kind": "rational", "value": str(value)}
    if isinstance(value, Algebraic):
        return {
            "kind": "algebraic",
            "coefficients": [str(c) for c in value.coefficients],
            "low": str(value.low),
            "high": str(value.high),
        }
    if isinstance(value, Ray):
        return {"kind": "ray", "exponent": str(value.exponent)}
    if isinstance(value, PiecewiseLinear):
        return {
            "kind": "piecewise-linear",
            "knots": [str(k) for k in value.knots],
            "values": [str(v) for v in value.values],
            "left": str(value.left),
            "right": str(value.right),
        }
    raise TypeError(f"no witness kind for {type(value).__name__}")


def decode_value(entry: Any) -> Value:
    """Parse a witness value.

    Raises:
        WitnessError: the entry is not exactly one of the known kinds.
    """
    kind = entry.get("kind") if isinstance(entry, dict) else None
    if kind == "rational" and set(entry) == {"kind", "value"}:
        return _fraction(entry["value"])
    if kind == "algebraic" and set(entry) == {"kind", "coefficients", "low", "high"}:
        coefficients = [_fraction(c) for c in _list(entry["coefficients"])]
        if any(c.denominator != 1 for c in coefficients):
            raise WitnessError("coefficients of an algebraic number must be integers")
        low, high = _fraction(entry["low"]), _fraction(entry["high"])
        return _algebraic(tuple(int(c) for c in coefficients), low, high)
    if kind == "ray" and set(entry) == {"kind", "exponent"}:
        return Ray(_fraction(entry["exponent"]))
    fields = {"kind", "knots", "values", "left", "right"}
    if kind == "piecewise-linear" and set(entry) == fields:
        knots, values = (
            tuple(_fraction(v) for v in _list(entry[name])) for name in ("knots", "values")
        )
        try:
            return PiecewiseLinear(
                knots, values, _fraction(entry["left"]), _fraction(entry["right"])
            )
        except ValueError as error:
            raise WitnessError(str(error)) from None
    raise WitnessError(f"unknown witness value: {str(entry)[:80]!r}")


def _algebraic(coefficients: tuple[int, ...], low: Fraction, high: Fraction) -> Algebraic:
    """Return the number if the interval holds exactly one root of the polynomial."""
    if not 2 <= len(coefficients) <= MAX_DEGREE + 1 or coefficients[-1] == 0 or low > high:
        raise WitnessError(
            f"an algebraic number needs a polynomial of degree 1 to {MAX_DEGREE} and an interval"
        )
    polynomial = sp.Poly(coefficients[::-1], sp.Symbol("x"))
    count = polynomial.count_roots(*(sp.Rational(e.numerator, e.denominator) for e in (low, high)))
    if count != 1:
        raise WitnessError(f"the interval of an algebraic number holds {count} roots, not one")
    return Algebraic(coefficients, low, high)


def _fraction(text: Any) -> Fraction:
    if not isinstance(text, str) or not _NUMBER.fullmatch(text):
        raise WitnessError(f"not an exact rational number: {str(text)[:80]!r}")
    return Fraction(text)


def _list(entry: Any) -> list[Any]:
    if not isinstance(entry, list) or len(entry) > 10_000:
        raise WitnessError("expected a list of numbers")
    return entry
