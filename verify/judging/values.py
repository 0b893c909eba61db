"""Whether a conclusion has a value, and is not false, wherever its hypotheses hold.

An argument takes every quantity to have a value everywhere. So a clause that it shows is supported,
and not proved, if a point is met that satisfies the hypotheses and at which the conclusion has no
value, by any meaning of its heads; or if one of these has no meaning.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any

from reports.points import point as shown_point
from reports.results import StatementVerdict
from theory.argument_language import States
from theory.statements import ForAll, Statement
from verify.claims.meanings import Meanings, interpretations
from verify.claims.statements import heads
from verify.claims.witness import WitnessError, instance_of, point_of
from verify.evidence import Evidence, Outcome
from verify.judging.definitions import BUDGET, of_heads, tried
from verify.methods import METHODS
from verify.truth import Truth, at


def untrue(statement: States, meanings: Meanings, far: bool = True) -> dict[Truth, str]:
    """Return where a conclusion is false, and where it has no value, in words by what it is.

    Looked at are points that satisfy the hypotheses, for a few values of integers and sequences,
    with every meaning of the heads. It ends where the conclusion is false.

    Args:
        statement: its hypotheses and its conclusion.
        meanings: of its heads.
        far: whether larger and larger integers are looked at, too.
    """
    return dict(_untrue(statement, of_heads(statement, meanings), far))


@lru_cache(maxsize=2**8)  # the same for every reading that concludes the same
def _untrue(
    statement: States, known_meanings: frozenset[tuple[Any, Any]], far: bool
) -> Mapping[Truth, str]:
    found: dict[Truth, str] = {}
    for interpretation in interpretations(dict(known_meanings)):
        alone = {head: (meaning,) for head, meaning in interpretation.items()}
        large = tried(statement, alone, far=True) if far else ()
        for here, piece, known in chain(tried(statement, alone), large):
            for truth in {Truth.FALSE, Truth.UNDEFINED} & truths(here, piece, known):
                found.setdefault(truth, _words(here, piece))
            if Truth.FALSE in found:
                return found
    return found


def met_by(
    evidence: Iterable[Evidence], statement: Statement, meanings: Meanings
) -> dict[Truth, str]:
    """Return where methods met a point at which a conclusion has no value, if they did."""
    for piece in evidence:
        if isinstance(statement, ForAll) and Truth.UNDEFINED in truths(statement, piece, meanings):
            return {Truth.UNDEFINED: _words(statement, piece)}
    return {}


def has_been_tried(evidence: Iterable[Evidence], statement: Statement) -> bool:
    """Return whether a method has tried points of a statement, at which it is not false.

    Where no head stands in a statement, the methods try it as it is: at the ends of ranges, at
    small integers and at random. `met_by` knows where they met no value.
    """
    if not isinstance(statement, ForAll) or heads(statement):
        return False
    return any(
        piece.outcome is not Outcome.FAILS and piece.size >= BUDGET.examples
        for piece in evidence
        if piece.method in METHODS and METHODS[piece.method].samples
    )


def truths(
    statement: ForAll, shown: Evidence | StatementVerdict, meanings: Meanings
) -> set[Truth | None]:
    """Return what a statement is at a witness, by each meaning: `None` if a hypothesis is not met.

    Nothing is returned if the witness lacks a value for one of its symbols.
    """
    if shown.witness is None:
        return set()
    try:
        expanded = instance_of(statement, shown.instance)
    except WitnessError:  # it names no instance of the statement, so it is no point of it
        return set()
    if not set(map(str, expanded.symbols)) <= set(shown.witness):
        return set()
    point = point_of(expanded, shown.witness)
    return {at(expanded, point, each) for each in interpretations(meanings)}


def _words(statement: ForAll, piece: Evidence) -> str:
    point = shown_point(piece.witness, piece.instance)
    return f"{statement.says} at {point}" if point else str(statement.says)
