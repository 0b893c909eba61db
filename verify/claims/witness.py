"""Points as records: the values that evidence and certificates give to symbols and indices.

Values are of a closed set of kinds and parsed as such; reading one never evaluates its content.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import sympy as sp

from theory.binders import substitute
from theory.statements import ForAll
from theory.values import Algebraic, Atoms, PiecewiseLinear, Ray, Value
from verify.evidence import (
    AlgebraicValue,
    AtomsValue,
    NotDecoded,
    PiecewiseLinearValue,
    RationalValue,
    RayValue,
    StoredValue,
    Witness,
    witness_in,
)

MAX_DEGREE = 64
MAX_KNOTS = 10_000
MAX_ATOMS = 100
_NUMBER = re.compile(r"-?[0-9]{1,400}(/[1-9][0-9]{0,400})?")


class WitnessError(ValueError):
    """The data is no value of a known kind, or no instance of the statement."""


def witness(point: dict[Any, Any]) -> Witness:
    """Return a point as it is stored in evidence and certificates."""
    return {str(s): encode_value(v) for s, v in sorted(point.items(), key=lambda i: str(i[0]))}


def point_of(statement: ForAll, witness: Witness) -> dict[sp.Symbol, Value]:
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


def values_at(
    terms: Mapping[Any, Any], witness: Witness, instance: Mapping[str, str]
) -> dict[str, RationalValue]:
    """Return what terms are worth at a point, by the names of the symbols that they are put for.

    Raises:
        WitnessError: one of them is no rational number there.
    """
    entries = {name: v.value for name, v in witness.items() if isinstance(v, RationalValue)}
    numbers = {name: sp.Rational(value) for name, value in {**entries, **instance}.items()}
    found = {}
    for symbol, term in terms.items():
        at = {s: numbers[str(s)] for s in sp.sympify(term).free_symbols if str(s) in numbers}
        value = substitute(sp.sympify(term), at)
        if not isinstance(value, sp.Rational):
            raise WitnessError(f"{symbol} = {term} is no rational number at the point")
        found[str(symbol)] = RationalValue(str(value))
    return found


def values_in(data: Any) -> Witness:
    """Return the witness that a certificate holds as plain JSON data.

    Raises:
        WitnessError: some value is not exactly one of the known kinds.
    """
    if not isinstance(data, dict):
        raise WitnessError("the witness is not a table of values")
    try:
        return witness_in(data)
    except NotDecoded as error:
        raise WitnessError(f"unknown witness value: {error}") from None


def encode_value(value: Any) -> StoredValue:
    """Return a witness value as a record.

    Raises:
        TypeError: the value is of no kind that a certificate may hold.
    """
    if isinstance(value, (int, Fraction)):
        return RationalValue(str(value))
    if isinstance(value, Algebraic):
        coefficients = tuple(map(str, value.coefficients))
        return AlgebraicValue(coefficients, str(value.low), str(value.high))
    if isinstance(value, Ray):
        return RayValue(str(value.exponent))
    if isinstance(value, PiecewiseLinear):
        return PiecewiseLinearValue(
            knots=tuple(map(str, value.knots)),
            values=tuple(map(str, value.values)),
            left=str(value.left),
            right=str(value.right),
            rounding=str(value.rounding),
        )
    if isinstance(value, Atoms):
        return AtomsValue(tuple(map(str, value.places)), tuple(map(str, value.masses)))
    raise TypeError(f"no witness kind for {type(value).__name__}")


def decode_value(record: StoredValue) -> Value:
    """Return the value that a record stands for.

    Raises:
        WitnessError: it stands for none.
    """
    if isinstance(record, RationalValue):
        return _fraction(record.value)
    if isinstance(record, RayValue):
        return Ray(_fraction(record.exponent))
    if isinstance(record, AlgebraicValue):
        coefficients = [_fraction(c) for c in record.coefficients]
        if any(c.denominator != 1 for c in coefficients):
            raise WitnessError("coefficients of an algebraic number must be integers")
        low, high = _fraction(record.low), _fraction(record.high)
        return _algebraic(tuple(int(c) for c in coefficients), low, high)
    try:
        return _atoms(record) if isinstance(record, AtomsValue) else _piecewise_linear(record)
    except ValueError as error:
        raise WitnessError(str(error)) from None


def _atoms(record: AtomsValue) -> Atoms:
    if len(record.places) > MAX_ATOMS:
        raise WitnessError(f"a law has at most {MAX_ATOMS} atoms")
    return Atoms(tuple(map(_fraction, record.places)), tuple(map(_fraction, record.masses)))


def _piecewise_linear(record: PiecewiseLinearValue) -> PiecewiseLinear:
    if len(record.knots) > MAX_KNOTS:
        raise WitnessError(f"a function has at most {MAX_KNOTS} knots")
    knots, values = (tuple(map(_fraction, numbers)) for numbers in (record.knots, record.values))
    beyond = map(_fraction, (record.left, record.right, record.rounding))
    return PiecewiseLinear(knots, values, *beyond)


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


def _fraction(text: str) -> Fraction:
    if not _NUMBER.fullmatch(text):
        raise WitnessError(f"not an exact rational number: {str(text)[:80]!r}")
    return Fraction(text)
