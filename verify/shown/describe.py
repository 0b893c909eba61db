"""Everything about a claim that needs no check, as JSON data."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from theory.claim import Claim, Statement, statement_hash
from verify.claims.statements import Key, is_opaque, statements
from verify.shown.text import legend, shown, terms


def describe(claim: Claim) -> dict[str, Any]:
    """Return everything about a claim that needs no check."""
    described: dict[str, dict[str, Any]] = {}
    explained = legend(claim)
    for _, statement in statements(claim):
        explained |= terms(statement)
    for number, part in enumerate(claim.parts):
        named = {"name": part.name, "reading": part.reading}
        described[str(Key(number))] = {**named, **_shown(part.statement)}
        if part.instead is not None:
            meant = part.instead.meant and asdict(part.instead.meant)
            about = {"meant": meant, "words": part.instead.words}
            key = str(Key(number, instead=True))
            described[key] = {**named, **_shown(part.instead.statement), **about}
    return {
        "title": claim.title,
        "words": claim.words,
        "source": asdict(claim.source),
        "note": claim.note,
        "terms": explained,
        "uses": list(claim.uses),
        "text_uncertain": claim.text_uncertain,
        "proof_complete": claim.proof_complete,
        "opaque": any(is_opaque(statement) for _, statement in statements(claim)),
        "statements": described,
    }


def _shown(statement: Statement) -> dict[str, Any]:
    rendered: dict[str, Any] = asdict(shown(statement))
    for name in ("where", "where_latex"):
        rendered[name] = dict(rendered[name])
    return {**rendered, "statement": statement_hash(statement)}
