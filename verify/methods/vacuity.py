"""Vacuity: does anything satisfy the hypotheses?

It decides this by z3, independently of the conclusion. Of a statement of order the regime counts as
well. What an implication in the conclusion assumes counts like a hypothesis: of `a` implies `b`,
and of each such part of a conjunction, something must satisfy `a` together with the hypotheses.

This is sound as far as z3 is: that the hypotheses of every instance contradict each other is the
answer `unsat` to a question that the kernel writes anew and asks again. Where instances leave out a
part of the range, only hypotheses without the index count. If z3 does not answer so, nothing is
said; that something does satisfy the hypotheses other methods show by a point.

Example:

    >>> from theory.statements import ForAll
    >>> from theory.language import reals
    >>> from verify.methods import METHODS
    >>> from verify.methods.task import Task
    >>> x = reals("x")
    >>> found = METHODS["vacuity"].apply(Task(ForAll(given=(x > 0, x < 0), says=x > 1)))
    >>> print(found.outcome, found.detail, sep=": ")
    holds: the hypotheses contradict each other, says z3

Reference: L. de Moura and N. Bjørner, "Z3: an efficient SMT solver", TACAS 2008; I. Beer,
S. Ben-David, C. Eisner and Y. Rodeh, "Efficient detection of vacuity in temporal model checking",
Formal Methods in System Design 18 (2001).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import sympy as sp

from theory.statements import ForAll, SameOrder
from verify.evidence import Outcome, Tier
from verify.kernel import smt
from verify.kernel.proofs import nothing_satisfies
from verify.kernel.total import Outside
from verify.methods.assumptions import assumptions
from verify.methods.base import EachInstance, Finding, Instance, Pass
from verify.methods.method import Method, Needless
from verify.methods.task import Task


def _decide_whole(task: Task) -> Finding:
    """Say `holds` if z3 shows that the hypotheses of every instance contradict each other."""
    for part, assumed in assumptions(task.statement):
        found = NOTHING if sp.false in assumed.given else _EACH(replace(task, statement=assumed))
        if found.outcome is Outcome.HOLDS:
            what = f"the hypotheses and {part}" if part else "the hypotheses"
            detail = f"{what} contradict each other, says z3"
            return replace(found, detail=detail, restrictions=(part,) if part else ())
    return Finding(Outcome.NOT_APPLICABLE)


def _decide(instance: Instance) -> Finding:
    """Say `holds` if z3 shows that the hypotheses of an instance contradict each other."""
    try:
        text = nothing_satisfies(instance.statement)
    except Outside as reason:
        return Finding(Outcome.UNKNOWN, str(reason))
    answer, _ = smt.ask(text, instance.task.budget.rlimit)
    if answer != "unsat":
        return Finding(Outcome.UNKNOWN, f"z3 answers {answer}")
    return Finding(Outcome.HOLDS, seen=text)


def _conclude(findings: Sequence[Finding]) -> Finding:
    if not findings:
        return Finding(Outcome.UNKNOWN, "the statement has no instance")
    texts = [found.seen for found in findings]
    return Finding(Outcome.HOLDS, certificate={"kind": "empty", "parts": texts})


NOTHING = Finding(Outcome.HOLDS, certificate={"kind": "empty", "parts": []})
_EACH = EachInstance((Pass(_decide, _conclude),), unless=lambda task: None)

METHOD = Method(
    name="vacuity",
    tier=Tier.SOLVER,
    handles="Hypotheses, regimes and what implications assume, in the arithmetic that z3 knows.",
    decide=_decide_whole,
    cost=10,
    takes=(ForAll, SameOrder),
    needless=Needless.INHABITED,
    shows_empty=True,
)
