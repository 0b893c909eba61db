"""Certificates: a refutation or a proof written down so that anyone can check it again.

A certificate is plain JSON. Reading one never evaluates its content: witness values are of a
closed set of kinds and parsed as such. `digest` seals the file, `statement` pins the claim's
statement with all its hypotheses.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from theory.argument_language import States
from theory.claim import Claim, Part
from theory.language import FunctionSymbol
from theory.statements import ForAll, SameOrder, statement_hash
from theory.values import Atoms, PiecewiseLinear, Ray
from verify.claims.laws import at_point
from verify.claims.meanings import Meanings, interpretations
from verify.claims.witness import WitnessError, decode_value, instance_of, values_in
from verify.evidence import Witness, plain
from verify.truth import Truth, truths_at, violation
from verify.truth.rays import objection

VERSION = 1
_COMMON = {"certificate", "claim", "part", "statement", "digest"}
_REFUTATION = _COMMON | {"instance", "witness"}
_PROOF = _COMMON | {"proof"}


class CertificateError(ValueError):
    """The certificate is malformed, altered, stale, or does not refute its claim."""


def make(
    claim_id: str, part: Part, instance: Mapping[str, str], witness: Witness
) -> dict[str, Any]:
    """Return the certificate of a counterexample to one part of a claim, as plain JSON data."""
    more = {"instance": dict(instance), "witness": plain(witness)}
    return _sealed(claim_id, _named(part), statement_hash(part.statement), more)


def make_proof(
    claim_id: str, name: str, reading: str, statement: str, proof: Any, instead: bool = False
) -> Any:
    """Return the certificate of a proof of one part of a claim.

    Args:
        claim_id: the claim.
        name, reading: of the part.
        statement: the hash of its statement.
        proof: what the kernel accepts.
        instead: whether it is about what holds instead of the part.
    """
    return _sealed(claim_id, _name(name, reading, instead), statement, {"proof": proof})


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
    _check_claim(certificate, claim.id)
    part = _part(certificate["part"], claim)
    _check_statement(certificate, claim.id, part)
    return part


def _check_claim(certificate: Any, claim_id: str) -> None:
    if claim_id_of(certificate) != claim_id:
        raise CertificateError(f"the certificate is about {certificate['claim']}, not {claim_id}")


def _check_statement(certificate: Any, claim_id: str, part: Part) -> None:
    if statement_hash(part.statement) != certificate["statement"]:
        raise CertificateError(
            f"{claim_id} has another statement or other hypotheses now than when this was found"
        )


def replay(certificate: Any, claim_id: str, part: Part, meanings: Meanings) -> str:
    """Evaluate a certificate again, from its content alone, heads by either meaning.

    Args:
        certificate: what was written down.
        claim_id, part: what it should refute; see `part_of`.
        meanings: of the heads.

    Returns:
        One sentence that says what was re-evaluated.

    Raises:
        CertificateError: the certificate does not refute this statement as it stands now.
    """
    _check_claim(certificate, claim_id)
    if _named(part) != certificate["part"]:
        raise CertificateError("the certificate is about another part of the claim")
    _check_statement(certificate, claim_id, part)
    if "proof" in certificate:
        raise CertificateError("the certificate is that of a proof")
    if isinstance(part.statement, SameOrder):
        if certificate["instance"] != {}:
            raise CertificateError("an order of magnitude has no instances")
    elif not isinstance(part.statement, (ForAll, States)):
        raise CertificateError(f"{claim_id} is not refuted by a point")
    try:
        values = values_in(certificate["witness"])
        if isinstance(part.statement, SameOrder):
            return _replay_order(part.statement, values, meanings)
        statement, values = at_point(part.statement, certificate["instance"], values)
        return _replay_point(statement, values, meanings)
    except WitnessError as error:
        raise CertificateError(str(error)) from None


def check_satisfied(statement: ForAll, entry: Any, meanings: Meanings) -> None:
    """Check that a point satisfies the hypotheses of a statement, heads by either meaning.

    Args:
        statement: what is claimed, for all its instances.
        entry: the point as the certificate of a proof has it, with the instance.
        meanings: of the heads.

    Raises:
        CertificateError: it is no such point.
    """
    if not isinstance(entry, dict) or set(entry) != {"instance", "witness"}:
        raise CertificateError("the certificate has no point that satisfies the hypotheses")
    try:
        instance = instance_of(statement, entry["instance"])
        point = _point(instance.symbols, values_in(entry["witness"]))
        _check_kinds(point)
        for interpretation in interpretations(meanings):
            _check_hypotheses(instance, truths_at(point, interpretation))
    except WitnessError as error:
        raise CertificateError(str(error)) from None


def _check_hypotheses(statement: ForAll, truth_of: Callable[[Any], Truth]) -> None:
    for hypothesis in statement.given:
        if truth_of(hypothesis) is not Truth.TRUE:
            raise CertificateError(f"the witness does not satisfy {hypothesis}")


def _replay_point(statement: ForAll, witness: Witness, meanings: Meanings) -> str:
    point = _point(statement.symbols, witness)
    _check_kinds(point)
    for interpretation in interpretations(meanings):
        truth_of = truths_at(point, interpretation)
        _check_hypotheses(statement, truth_of)
        if truth_of(statement.says) is not Truth.FALSE:
            raise CertificateError(f"the witness does not break {statement.says}")
    sides = violation(statement.says, point, interpretation)
    shown = f": {sides[0]} against {sides[1]}" if sides else ""
    return f"{len(statement.given)} hypotheses hold and the conclusion fails{shown}"


def _replay_order(statement: SameOrder, witness: Witness, meanings: Meanings) -> str:
    point = _point((*statement.constants, *statement.variables), witness)
    reasons = [
        objection(statement, point, interpretation) for interpretation in interpretations(meanings)
    ]
    if not all(reasons):
        raise CertificateError("the witness does not refute the order of magnitude")
    return str(reasons[-1])


def _point(symbols: Iterable[Any], witness: Witness) -> dict[Any, Any]:
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
        if isinstance(value, (Ray, Atoms)):
            kind = "ray" if isinstance(value, Ray) else "law"
            raise CertificateError(f"the witness of {symbol} is a {kind}, which is no number")
        whole = isinstance(value, Fraction) and value.denominator == 1
        if symbol.is_integer and not whole:
            raise CertificateError(f"{symbol} is an integer, its witness is not")


def _part(entry: Any, claim: Claim) -> Part:
    wanted = entry if isinstance(entry, dict) else {}
    for part in claim.parts:
        for one in (part, part.better):
            if one is not None and _named(one) == wanted:
                return one
    raise CertificateError(f"{claim.id} has no part {str(entry)[:80]}")


def _named(part: Part) -> dict[str, Any]:
    """Return how a certificate names a statement of a claim."""
    return _name(part.name, part.reading, part.is_instead)


def _name(name: str, reading: str, instead: bool) -> dict[str, Any]:
    return {"name": name, "reading": reading, **({"instead": True} if instead else {})}


def _digest(body: dict[str, Any]) -> str:
    text = json.dumps(body, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
