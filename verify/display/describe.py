"""Everything about a claim that needs no check."""

from __future__ import annotations

from reports.results import Described, Description, RestsOn, Source
from theory import claim as written
from theory.claim import Claim, statement_hash
from verify.claims.statements import chosen, is_opaque, statements
from verify.display.text import legend, rendered, terms
from verify.evidence import Key


def describe(claim: Claim) -> Description:
    """Return everything about a claim that needs no check."""
    explained = legend(claim)
    for _, statement in statements(claim):
        explained |= terms(statement)
    return Description(
        title=claim.title,
        words=claim.words,
        source=_source(claim.source),
        note=claim.note,
        terms=explained,
        uses=claim.uses,
        whole_proof=claim.whole_proof,
        opaque=any(is_opaque(statement) for _, statement in statements(claim)),
        rests_on=tuple(
            RestsOn(address, leaf.claim, leaf.clause, leaf.instead)
            for address, leaf in claim.rests_on.items()
        ),
        statements={key: _described(claim, key) for key, _ in statements(claim)},
    )


def _described(claim: Claim, key: Key) -> Described:
    part = claim.parts[key.part]
    instead = part.instead if key.instead else None
    statement = part.statement if instead is None else instead.statement
    return Described(
        name=part.name,
        reading=part.reading,
        role=part.role.value,
        clause=part.clause,
        chosen=chosen(part),
        text=rendered(statement),
        hash=statement_hash(statement),
        meant=_source(instead.meant) if instead and instead.meant else None,
        words=instead.words if instead else "",
    )


def _source(place: written.Source) -> Source:
    return Source(place.main, place.appendix)
