"""What shows a reader that a clause fails which only an argument refutes."""

from __future__ import annotations

from reports.results import Illustration
from theory.claim import Claim
from verify.claims.catalogue import attack_table
from verify.claims.statements import meanings
from verify.display.describe import evaluated_by
from verify.display.script import NoScript
from verify.evidence import Key
from verify.worked.chosen import NoExample, example
from verify.worked.lines import lines
from verify.worked.shown import points_of, recomputed


def illustrated(claim: Claim, key: Key) -> Illustration:
    """Return the values that an argument chooses, what is computed there, and lines for it."""
    part = claim.parts[key.part]
    about = evaluated_by(claim, key)
    try:
        found = example(part.statement, part.against)
    except NoExample:
        return Illustration(meanings=about)
    points = points_of(found, meanings(claim, part.statement))
    shown = recomputed(found, points)
    if shown is None:
        return Illustration(meanings=about)
    try:
        script = lines(found, points, attack_table(claim.id, "PLAIN"))
    except NoScript:
        script = ""
    return Illustration(recomputed=shown, meanings=about, script=script)
