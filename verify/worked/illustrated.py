"""What shows a reader that a clause fails of which only arguments speak."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from reports.results import Illustration
from theory.argument_language import States
from theory.claim import Claim
from verify.claims.catalogue import attack_table
from verify.claims.statements import Part, meanings, part_at
from verify.claims.witness import values_in
from verify.display.compared import compared_along
from verify.display.describe import evaluated_by
from verify.display.script import NoScript, by_hand
from verify.evidence import Key
from verify.worked.chosen import NoExample, at_witness, example
from verify.worked.drawn import drawn, of_contradiction
from verify.worked.lines import lines
from verify.worked.shown import points_of, recomputed
from verify.worked.steps import clash_in, steps_of


def illustrated(claim: Claim, key: Key, certificate: Any = None) -> Illustration:
    """Return values at which a clause fails, what is computed there, and lines for it.

    Args:
        claim, key: which clause.
        certificate: a confirmed counterexample; `None` where an argument chooses the values.
    """
    part = part_at(claim, key)
    about = evaluated_by(claim, key)
    try:
        if certificate is not None and isinstance(part.statement, States):
            found = at_witness(part.statement, values_in(certificate["witness"]))
        else:
            found = example(part.statement, part.against)
    except NoExample:
        return _steps(claim, part, about)
    known = meanings(claim, part.statement)
    points = points_of(found, known)
    shown = recomputed(found, points)
    if shown is None:
        return _steps(claim, part, about)
    script = by_hand(claim, part)
    if not script:
        with suppress(NoScript):
            script = lines(found, points, attack_table(claim.id, "PLAIN"))
    plot = drawn(found, [*points.values()][-1], known)
    return Illustration(plot=plot, recomputed=shown, meanings=about, script=script)


def _steps(claim: Claim, part: Part, about: dict[str, tuple[str, ...]]) -> Illustration:
    """Return an argument in steps, with lines that somebody wrote for it, if there are any."""
    lines, shown = by_hand(claim, part), steps_of(claim, part)
    clash = clash_in(part.statement) if shown and part.against is None else ()
    plot = (of_contradiction(clash) if clash else None) or compared_along(claim, part)
    return Illustration(plot=plot, recomputed=shown, meanings=about, script=lines)
