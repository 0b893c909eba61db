"""What a statement assumes: hypotheses that nothing may satisfy, together or beside others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from theory.language import DEFINES, assumed_in
from theory.statements import ForAll, SameOrder, Statement
from verify.kernel.proofs import left_out, order_domain


def assumptions(statement: Statement) -> Iterator[tuple[str, ForAll]]:
    """Yield what is assumed beside the hypotheses, and the statement with it as a hypothesis."""
    if isinstance(statement, SameOrder):
        yield "", ForAll(says=DEFINES, given=order_domain(statement))
    if not isinstance(statement, ForAll):
        return
    yield from (("", free) for free in _of_no_index(statement))
    if statement.given and not left_out(statement):
        yield "", statement
    for assumed in assumed_in(statement.says) if not left_out(statement) else ():
        yield f"{assumed}", replace(statement, given=(*statement.given, assumed))


def _of_no_index(statement: ForAll) -> Iterator[ForAll]:
    """Yield a statement with only the hypotheses that hold for every value of its indices."""
    indices = set(statement.instances)
    given = tuple(g for g in statement.given if not statement.unfold(g).free_symbols & indices)
    if indices and given:
        yield replace(statement, says=DEFINES, given=given, instances={})
