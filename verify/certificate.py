"""Certificates: a refutation or a proof written down so that anyone can check it again.

A certificate is plain JSON. Reading one never evaluates its content: witness values are of a
closed set of kinds and parsed as such. `digest` seals the file, `statement` pins the claim's
statement with all its hypotheses.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

import sympy as sp

from theory.claim import Claim, ForAll, Part, SameOrder, statement_hash
from theory.language import FunctionSymbol
from theory.values import Algebraic, PiecewiseLinear, Ray, Value
from verify.growth import objection
from verify.meanings import Meanings, readings
from verify.truth import Truth, judge_at, violation

VERSION = 1
MAX_DEGREE = 64
_NUMBER = re.compile(r"-?[0-9]{1,400}(/[1-9][0-9]{0,400})?")
_COMMON = {"certificate", "claim", "part", "statement", "digest"}
_REFUTATION = _COMMON | {"instance", "witness"}
_PROOF = _COMMON | {"proof"}


class CertificateError(ValueError):
    """The certificate is malformed, altered, stale, or does not refute its claim."""


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
        CertificateError: the entry is not exactly one of the known kinds.
    """
    kind = entry.get("kind") if isinstance(entry, dict) else None
    if kind == "rational" and set(entry) == {"kind", "value"}:
        return _fraction(entry["value"])
    if kind == "algebraic" and set(entry) == {"kind", "coefficients", "low", "high"}:
        coefficients = [_fraction(c) for c in _list(entry["coefficients"])]
        if any(c.denominator != 1 for c in coefficients):
            raise CertificateError("coefficients of an algebraic number must be integers")
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
            raise CertificateError(str(error)) from None
    raise CertificateError(f"unknown witness value: {str(entry)[:80]!r}")


def _algebraic(coefficients: tuple[int, ...], low: Fraction, high: Fraction) -> Algebraic:
    """Return the number if the interval holds exactly one root of the polynomial."""
    if not 2 <= len(coefficients) <= MAX_DEGREE + 1 or coefficients[-1] == 0 or low > high:
        raise CertificateError(
            f"an algebraic number needs a polynomial of degree 1 to {MAX_DEGREE} and an interval"
        )
    polynomial = sp.Poly(coefficients[::-1], sp.Symbol("x"))
    count = polynomial.count_roots(*(sp.Rational(e.numerator, e.denominator) for e in (low, high)))
    if count != 1:
        raise CertificateError(f"the interval of an algebraic number holds {count} roots, not one")
    return Algebraic(coefficients, low, high)


def make(
    claim_id: str, part: Part, instance: Mapping[str, str], witness: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the certificate of a counterexample to one part of a claim."""
    named = {"name": part.name, "reading": part.reading}
    more = {"instance": dict(instance), "witness": dict(witness)}
    return _sealed(claim_id, named, statement_hash(part.statement), more)


def make_proof(claim_id: str, name: str, reading: str, statement: str, proof: Any) -> Any:
    """Return the certificate of a proof of one part of a claim.

    Args:
        claim_id: the claim.
        name, reading: of the part.
        statement: the hash of its statement.
        proof: what the kernel accepts.
    """
    return _sealed(claim_id, {"name": name, "reading": reading}, statement, {"proof": proof})


def _sealed(claim_id: str, part: Any, statement: str, more: Mapping[str, Any]) -> dict[str, Any]:
    body = {"certificate": VERSION, "claim": claim_id, "part": part, "statement": statement, **more}
    return {**body, "digest": _digest(body)}


def claim_id_of(certificate: Any) -> str:
    """Return the claim id of a certificate after checking its form and its seal.

    Raises:
        CertificateError: the form is wrong or the digest does not match the content.
    """
    if not isinstance(certificate, dict) or set(certificate) not in (_REFUTATION, _PROOF):
        raise CertificateError(
            f"a certificate has exactly the fields {', '.join(sorted(_REFUTATION))}, or `proof` "
            "in the place of `instance` and `witness`"
        )
    if certificate["certificate"] != VERSION or isinstance(certificate["certificate"], bool):
        raise CertificateError(f"certificate version {certificate['certificate']!r} is not known")
    body = {k: v for k, v in certificate.items() if k != "digest"}
    if _digest(body) != certificate["digest"]:
        raise CertificateError("the content does not match its digest: the file was altered")
    if not isinstance(certificate["claim"], str):
        raise CertificateError("the claim id is not a string")
    return certificate["claim"]


def part_of(certificate: Any, claim: Claim) -> Part:
    """Return the part of a claim that a certificate is about.

    Raises:
        CertificateError: it is about another claim, or another statement than the claim has now.
    """
    if claim_id_of(certificate) != claim.id:
        raise CertificateError(f"the certificate is about {certificate['claim']}, not {claim.id}")
    part = _part(certificate["part"], claim)
    if statement_hash(part.statement) != certificate["statement"]:
        raise CertificateError(
            f"{claim.id} has another statement or other hypotheses now than when this was found"
        )
    return part


def replay(certificate: Any, claim: Claim, meanings: Meanings) -> str:
    """Evaluate a certificate again, from its content alone, heads by either meaning.

    Returns:
        One sentence that says what was re-evaluated.

    Raises:
        CertificateError: the certificate does not refute this claim as it stands now.
    """
    part = part_of(certificate, claim)
    if "proof" in certificate:
        raise CertificateError("the certificate is that of a proof")
    if not isinstance(certificate["witness"], dict):
        raise CertificateError("the witness is not a table of values")
    if isinstance(part.statement, SameOrder):
        if certificate["instance"] != {}:
            raise CertificateError("an order of magnitude has no instances")
        return _replay_order(part.statement, certificate["witness"], meanings)
    if not isinstance(part.statement, ForAll):
        raise CertificateError(f"{claim.id} is not refuted by a point")
    statement = instance_of(part.statement, certificate["instance"])
    point = _point(statement.symbols, certificate["witness"])
    _check_kinds(point)
    for reading in readings(meanings):
        judge = judge_at(point, reading)
        for hypothesis in statement.given:
            if judge(hypothesis) is not Truth.TRUE:
                raise CertificateError(f"the witness does not satisfy {hypothesis}")
        if judge(statement.says) is not Truth.FALSE:
            raise CertificateError(f"the witness does not break {statement.says}")
    sides = violation(statement.says, point, reading)
    shown = f": {sides[0]} against {sides[1]}" if sides else ""
    return f"{len(statement.given)} hypotheses hold and the conclusion fails{shown}"


def _replay_order(statement: SameOrder, witness: Mapping[str, Any], meanings: Meanings) -> str:
    point = _point((*statement.constants, *statement.variables), witness)
    reasons = [objection(statement, point, reading) for reading in readings(meanings)]
    if not all(reasons):
        raise CertificateError("the witness does not refute the order of magnitude")
    return str(reasons[-1])


def _point(symbols: Iterable[Any], witness: Mapping[str, Any]) -> dict[Any, Any]:
    """Return the values that a witness gives to symbols."""
    symbols = tuple(symbols)
    values = {str(name): decode_value(value) for name, value in witness.items()}
    names = {str(s) for s in symbols}
    missing = names - set(values)
    if missing:
        raise CertificateError(f"the witness gives no value to {', '.join(sorted(missing))}")
    if more := set(values) - names:
        some = ", ".join(sorted(more))[:80]
        raise CertificateError(f"the witness gives a value to {some}, which the statement has not")
    return {s: values[str(s)] for s in symbols}


def _check_kinds(point: Mapping[Any, Any]) -> None:
    """Check that functions have functions as values, scalars numbers, integers whole numbers."""
    for symbol, value in point.items():
        if isinstance(symbol, FunctionSymbol) != isinstance(value, PiecewiseLinear):
            raise CertificateError(f"the witness of {symbol} is of the wrong kind")
        if isinstance(value, Ray):
            raise CertificateError(f"the witness of {symbol} is a ray, which is no number")
        whole = isinstance(value, Fraction) and value.denominator == 1
        if symbol.is_integer and not whole:
            raise CertificateError(f"{symbol} is an integer, its witness is not")


def _part(entry: Any, claim: Claim) -> Part:
    wanted = entry if isinstance(entry, dict) else {}
    for part in claim.parts:
        if {"name": part.name, "reading": part.reading} == wanted:
            return part
    raise CertificateError(f"{claim.id} has no part {str(entry)[:80]}")


def index_values(instance: Mapping[Any, Any]) -> dict[str, str]:
    """Return the values of indices as evidence and certificates hold them."""
    return {str(index): str(value) for index, value in instance.items()}


def instance_of(statement: ForAll, entry: Any) -> ForAll:
    """Return a statement expanded at the values of its indices that a certificate names.

    Raises:
        CertificateError: the statement is not claimed there.
    """
    for instance, expanded in statement.expanded:
        if index_values(instance) == entry:
            return expanded
    raise CertificateError(f"the statement has no instance {str(entry)[:80]}")


def _fraction(text: Any) -> Fraction:
    if not isinstance(text, str) or not _NUMBER.fullmatch(text):
        raise CertificateError(f"not an exact rational number: {str(text)[:80]!r}")
    return Fraction(text)


def _list(entry: Any) -> list[Any]:
    if not isinstance(entry, list) or len(entry) > 10_000:
        raise CertificateError("expected a list of numbers")
    return entry


def _digest(body: dict[str, Any]) -> str:
    text = json.dumps(body, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def point_of(statement: ForAll, witness: Mapping[str, Any]) -> dict[sp.Symbol, Value]:
    """Turn a stored witness back into a point of an expanded statement."""
    return {s: decode_value(witness[str(s)]) for s in statement.symbols}


def witness(point: dict[Any, Any]) -> dict[str, Any]:
    """Return a point as it is stored in evidence and certificates."""
    return {str(s): encode_value(v) for s, v in sorted(point.items(), key=lambda i: str(i[0]))}
