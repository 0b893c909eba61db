"""z3: decide a statement of real arithmetic, with exact replay of every model.

The statement is made total and written as SMT-LIB text (see `verify.kernel.smt`). `unsat` is a
proof, whose certificate is the text; a model is a guess at a counterexample, which `truth` decides.
"""

from __future__ import annotations

from typing import Any

from theory.claim import ForAll
from theory.language import DEFINES
from verify.claims.meanings import Formula, heads_in, primary
from verify.claims.witness import index_values, witness
from verify.evidence import Evidence, Outcome, Tier
from verify.kernel import smt
from verify.kernel.total import Outside, total
from verify.methods import models
from verify.methods.base import prove, unfolded
from verify.methods.task import Task
from verify.truth import Truth, at, violation

NAME = "solver"
TIER = Tier.SOLVER
WHOLE = 4  # the part of its units that z3 gets for a proof of everything at once,
PART = 2  # and for a model, or a proof of one part of a conclusion
WORDS = "no point denies it, says z3"


def run(task: Task) -> Evidence:
    """Ask z3 for a point that satisfies the hypotheses and breaks the conclusion."""
    found = prove(task, NAME, TIER, find_at_once, WORDS)
    if found.outcome is not Outcome.UNKNOWN:
        return found
    return _refuted(task) or prove(task, NAME, TIER, find, WORDS)


def find_at_once(statement: ForAll, task: Task) -> dict[str, Any]:
    """Return the question to which z3 soon answers that it has no solution.

    Raises:
        Outside: it cannot be asked, or z3 answers otherwise.
    """
    (text,) = smt.questions(total(statement), split=False)
    answer, _ = smt.ask(text, task.budget.rlimit // WHOLE)
    if answer != "unsat":
        raise Outside(f"z3 answers {answer}")
    return {"kind": "smt", "texts": [text]}


def find(statement: ForAll, task: Task) -> dict[str, Any]:
    """Return questions, one for each part of a conclusion, to which z3 finds no solution.

    Raises:
        Outside: they cannot be asked, or z3 answers otherwise.
    """
    texts, units = smt.questions(total(statement), split=True), task.budget.rlimit // PART
    for text in texts:
        answer, _ = smt.ask(text, units)
        if answer != "unsat":
            raise Outside(f"z3 answers {answer} within {units} units")
    return {"kind": "smt", "texts": texts}


def _refuted(task: Task) -> Evidence | None:
    """Return the first model of a denied instance that survives exact evaluation."""
    if not isinstance(task.statement, ForAll) or task.statement.says == DEFINES:
        return None
    reading = primary(task.meanings)
    if any(not isinstance(reading[h], Formula) for h in heads_in(task.statement.says, reading)):
        return None
    for instance, statement in task.universal.expanded:
        plain = unfolded(statement, reading)
        best = None
        try:
            units = task.budget.rlimit // PART
            for point in models.counterexamples(plain, units, not task.hunting):
                best = point if at(plain, point, reading) is Truth.FALSE else best
        except Outside:
            return None
        if best is not None:
            return Evidence(
                NAME, Outcome.FAILS, TIER, witness=witness(best), instance=index_values(instance),
                sides=violation(plain.says, best, reading), detail="z3's model",
            )  # fmt: skip
    return None
