"""z3: decide a statement of real arithmetic, with exact replay of every model.

The statement is made total and written as SMT-LIB text (see `verify.kernel.smt`). `unsat` is a
proof, whose certificate is the text; a model is a guess at a counterexample, which `truth` decides.
"""

from __future__ import annotations

from typing import Any

from reports.results import Evidence, Outcome, Tier
from theory.claim import ForAll
from theory.language import DEFINES
from verify.certificate import index_values, witness
from verify.kernel import smt
from verify.kernel.total import Outside, total
from verify.meanings import Formula, heads_in, primary
from verify.methods import models
from verify.methods.base import prove, unfolded
from verify.task import Task
from verify.truth import Truth, at, violation

NAME = "solver"
TIER = Tier.SOLVER
WHOLE = 4  # the part of its units that z3 gets before the conclusion is taken apart
WORDS = "no point denies it, says z3"


def run(task: Task) -> Evidence:
    """Ask z3 for a point that satisfies the hypotheses and breaks the conclusion."""
    return _refuted(task) or prove(task, NAME, TIER, find, WORDS)


def find(statement: ForAll, task: Task) -> dict[str, Any]:
    """Return the questions to which z3 answers that they have no solution.

    Raises:
        Outside: it cannot be asked, or z3 answers otherwise.
    """
    formulas, rlimit = total(statement), task.budget.rlimit
    (whole,) = smt.questions(formulas, split=False)
    answer, _ = smt.ask(whole, rlimit // WHOLE)
    if answer == "unsat":
        return {"kind": "smt", "texts": [whole]}
    if answer == "unknown":
        texts = smt.questions(formulas, split=True)
        if all((answer := smt.ask(text, rlimit)[0]) == "unsat" for text in texts):
            return {"kind": "smt", "texts": texts}
    raise Outside(f"z3 answers {answer} within {rlimit} units")


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
            for point in models.counterexamples(plain, task.budget.rlimit, not task.hunting):
                best = point if at(plain, point, reading) is Truth.FALSE else best
        except Outside:
            return None
        if best is not None:
            return Evidence(
                NAME, Outcome.FAILS, TIER, witness=witness(best), instance=index_values(instance),
                sides=violation(plain.says, best, reading), detail="z3's model",
            )  # fmt: skip
    return None
