"""Vacuity: does anything satisfy the hypotheses?

It decides this by z3, independently of the conclusion. Of a statement of order the regime counts as
well. What an implication in the conclusion assumes counts like a hypothesis: of `a` implies `b`,
and of each such part of a conjunction, something must satisfy `a` together with the hypotheses.

This is sound as far as z3 is: that the hypotheses of every instance contradict each other is the
answer `unsat` to a question that the kernel writes anew and asks again. Where instances leave out a
part of the range, only hypotheses without the index count. If z3 does not answer so, nothing is
said; that something does satisfy the hypotheses other methods show by a point.

Example:

    >>> from theory.language import reals
    >>> x = reals("x")
    >>> found = METHOD.apply(Task(ForAll(given=(x > 0, x < 0), says=x > 1)))
    >>> print(found.outcome, found.detail, sep=": ")
    holds: the hypotheses contradict each other, says z3
"""

from __future__ import annotations

import sympy as sp

from theory.claim import ForAll
from verify.evidence import Outcome, Tier
from verify.kernel import smt
from verify.kernel.proofs import nothing_satisfies
from verify.kernel.total import Outside
from verify.methods.assumptions import assumptions
from verify.methods.base import Finding
from verify.methods.method import Method, Needless
from verify.methods.task import Task


def _decide_whole(task: Task) -> Finding:
    """Say `holds` if z3 shows that the hypotheses of every instance contradict each other."""
    for part, assumed in assumptions(task.statement):
        certificate = _contradiction(assumed, task.budget.rlimit)
        if certificate is not None:
            what = f"the hypotheses and {part}" if part else "the hypotheses"
            return Finding(
                Outcome.HOLDS,
                f"{what} contradict each other, says z3",
                restrictions=(part,) if part else (),
                certificate=certificate,
            )
    return Finding(Outcome.NOT_APPLICABLE)


def _contradiction(statement: ForAll, rlimit: int) -> dict[str, object] | None:
    """Return a certificate that no instance has a point, `None` if z3 does not find it so."""
    texts: list[str] = []
    if sp.false in statement.given:
        return {"kind": "empty", "parts": texts}
    for _, expanded in statement.expanded:
        try:
            text = nothing_satisfies(expanded)
        except Outside:
            return None
        if smt.ask(text, rlimit)[0] != "unsat":
            return None
        texts.append(text)
    return {"kind": "empty", "parts": texts} if texts else None


METHOD = Method(
    name="vacuity",
    tier=Tier.SOLVER,
    handles="Hypotheses, regimes and what implications assume, in the arithmetic that z3 knows.",
    decide=_decide_whole,
    cost=10,
    needless=Needless.INHABITED,
    shows_empty=True,
)
