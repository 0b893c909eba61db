"""Everything about a claim that needs no check."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from reports.results import Described, Description, LegendEntry, RestsOn, Source
from theory import claim as written
from theory.argument_language import States
from theory.arguments import Definition, Known, leaves_of
from theory.claim import Claim, Role, as_source
from theory.known_facts import KNOWN_FACTS
from theory.language import is_head
from theory.statements import Statement, statement_hash
from verify.claims.notation import (
    bound_in,
    definitions,
    letters,
    notation,
    quantified_in,
    symbols_in,
)
from verify.claims.statements import chosen, heads, is_opaque, meanings, statements
from verify.display.text import (
    as_spelled_for,
    explained,
    is_integer,
    normal_law,
    own_symbols,
    rendered,
    terms,
    text,
)
from verify.evidence import Key


def describe(claim: Claim) -> Description:
    """Return everything about a claim that needs no check."""
    with as_spelled_for(claim):
        return _description(claim)


def _description(claim: Claim) -> Description:
    printed = [part for part in claim.parts if part.role is Role.PRINTED]
    better = [part.instead.statement for part in printed if part.instead is not None]
    legend = _printed_symbols(claim, [*(part.statement for part in printed), *better])
    for _, statement in statements(claim):
        legend |= terms(statement) | normal_law(statement)
    legend |= own_symbols(claim)
    ours = _ours(claim)
    return Description(
        title=claim.title,
        words=claim.words,
        source=_source(claim.source),
        quote=claim.quote,
        breaks_at=claim.breaks_at,
        note=claim.note,
        terms={name: replace(entry, ours=name in ours) for name, entry in legend.items()},
        grounds=_grounds(claim),
        uses=claim.uses,
        whole_proof=claim.whole_proof,
        opaque=any(is_opaque(statement) for _, statement in statements(claim)),
        rests_on=tuple(
            RestsOn(address, leaf.claim, leaf.clause, leaf.instead)
            for address, leaf in claim.rests_on.items()
        ),
        statements={key: _described(claim, key) for key, _ in statements(claim)},
    )


def _ours(claim: Claim) -> set[str]:
    """Return the names of what a claim writes otherwise than its paper, if that has a notation."""
    named = notation(claim)
    known = {str(thing) for thing in named if is_head(thing)}
    quantities = {name for _, statement in statements(claim) for name in terms(statement)}
    return quantities - known | own_symbols(claim).keys() if named else set()


def _printed_symbols(claim: Claim, printed: Sequence[Statement]) -> dict[str, LegendEntry]:
    """Return what the symbols of statements stand for, by the paper's notation.

    Those of quantifiers are among them, integers that the notation does not have, and letters that
    the paper binds here in another role.
    """
    named = notation(claim)
    spoken = set().union(*(symbols_in(one) | quantified_in(one) for one in printed))
    found = {s for s in spoken if not is_head(s)}
    others = sorted((s for s in found - set(named) if is_integer(s)), key=str)
    meant = {s: one.meanings_at(as_source(claim.source)) for s, one in named.items() if s in found}
    legend = {text(s): _entry(s, some) for s, some in meant.items() if some or is_integer(s)}
    legend |= {text(s): explained(s, "") for s in others}
    bound = set().union(*map(bound_in, printed))
    for one in letters(claim):
        if (one.symbol, one.binder) in bound:
            name = text(one.symbol)
            entry = explained(one.symbol, one.words, f" ({one.place})")
            known = [legend[name].words] if name in legend else []
            legend[name] = replace(entry, words="; ".join((*known, entry.words)))
    return legend


def _entry(symbol: Any, meanings: Sequence[tuple[str, written.Source]]) -> LegendEntry:
    """Return the meanings of a symbol as one entry."""
    words = "; ".join(f"{words} ({place})" for words, place in meanings[:-1])
    last, at = meanings[-1] if meanings else ("", "")
    said = "; ".join(filter(None, (words, last)))
    return explained(symbol, said, f" ({at})" if meanings else "")


def _grounds(claim: Claim) -> dict[str, str]:
    """Return the definitions and known facts on which arguments rest, as text."""
    found = {}
    defined = definitions(claim)
    for leaf in leaves_of(claim.arguments):
        if isinstance(leaf, Definition) and leaf.name in defined:
            found[f"definition of {leaf.name}"] = _as_defined(claim, defined[leaf.name])
        if isinstance(leaf, Known) and leaf.name in KNOWN_FACTS:
            fact = KNOWN_FACTS[leaf.name]
            words = f"{_in_words(fact.statement)} ({fact.reference})"
            found[f"known fact: {leaf.name}"] = words
    return dict(sorted(found.items()))


def _as_defined(claim: Claim, definition: States) -> str:
    """Return a definition, where the paper defines its heads, and what stands behind it."""
    named = notation(claim)
    places = dict.fromkeys(
        str(named[h].place) for h in sorted(heads(definition), key=str) if h in named
    )
    behind = "; ".join((*places, "compared with the meaning at points, not proved"))
    return f"{_in_words(definition)} ({behind})"


def _in_words(statement: States) -> str:
    shown = rendered(statement)
    given = f", where {'; '.join(shown.hypotheses)}" if shown.hypotheses else ""
    return f"{shown.says}{given}"


def evaluated_by(claim: Claim, key: Key) -> dict[str, tuple[str, ...]]:
    """Return by what the heads of a statement of a claim are evaluated, first for the checks."""
    statement = claim.parts[key.part].statement
    known = meanings(claim, statement)
    used = {head: known[head] for head in heads(statement) if head in known}
    return {
        str(head): tuple(dict.fromkeys(meaning.kind for meaning in used[head]))
        for head in sorted(used, key=str)
    }


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


def _source(place: written.Source | str) -> Source:
    stands = as_source(place)
    return Source(stands.main, stands.appendix)
