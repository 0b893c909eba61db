"""Solver: z3 decides a statement of real arithmetic, and every model is replayed exactly.

It decides polynomial statements over real and integer symbols, and many with roots, absolute
values, cases, powers with symbolic exponents and unknown functions that are monotone, positive or
Lipschitz. The statement is made total and written as SMT-LIB text (see `verify.kernel.smt`); z3 is
asked for a point that satisfies the hypotheses and breaks the conclusion, first at once, then for a
model that is a counterexample, then for each part of the conclusion.

This is sound as far as z3 is, hence a tier of its own: `unsat` is a proof, whose certificate is the
text. The kernel writes the text anew from the statement, asks again, and in the longer profiles
asks cvc5 for a second opinion. A model is a guess at a counterexample, which `verify.truth` decides
by exact evaluation.

Example:

    >>> from theory.statements import ForAll
    >>> from theory.language import reals
    >>> from verify.methods import METHODS
    >>> from verify.methods.task import Task
    >>> x = reals("x")
    >>> found = METHODS["solver"].apply(Task(ForAll(says=(x - 1) ** 2 >= 0)))
    >>> print(found.outcome, found.detail, sep=": ")
    holds: no point denies it, says z3

Reference: L. de Moura and N. Bjørner, "Z3: an efficient SMT solver", TACAS 2008; D. Jovanović and
L. de Moura, "Solving non-linear arithmetic", IJCAR 2012.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from theory.statements import ForAll
from verify.claims.witness import witness
from verify.evidence import Outcome, Tier
from verify.kernel import smt
from verify.kernel.total import Outside, total
from verify.methods.base import (
    EachInstance,
    Finding,
    Instance,
    Pass,
    not_by_formulas,
    prover,
    unfolded,
)
from verify.methods.method import Method
from verify.methods.models import counterexamples, filled
from verify.methods.task import Task
from verify.truth import Truth, at, violation

WHOLE = 4  # the part of its units that z3 gets for a proof of everything at once,
PART = 2  # and for a model, or a proof of one part of a conclusion
WORDS = "no point denies it, says z3"


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


def _model(instance: Instance) -> Finding:
    """Look for a model of the denied statement that survives exact evaluation."""
    interpretation, units = instance.interpretation, instance.task.budget.rlimit // PART
    plain = unfolded(instance.statement, interpretation)
    best = None
    try:
        for point in counterexamples(plain, units, not instance.task.variant):
            best = point if at(plain, point, interpretation) is Truth.FALSE else best
    except Outside as reason:
        return Finding(Outcome.UNKNOWN, str(reason))
    if best is None:
        return Finding(Outcome.UNKNOWN, goes_on=True)
    sides = violation(plain.says, best, interpretation)
    where = witness(filled(best, instance.statement))
    return Finding(Outcome.FAILS, "z3's model", witness=where, sides=sides)


def _no_model(findings: Sequence[Finding]) -> Finding:
    return Finding(Outcome.UNKNOWN, f"no model of {len(findings)} instances is a counterexample")


METHOD = Method(
    name="solver",
    tier=Tier.SOLVER,
    handles="Real and integer arithmetic with roots, absolute values, cases, powers and unknown "
    "functions.",
    decide=EachInstance(
        (prover(find_at_once, WORDS), Pass(_model, _no_model), prover(find, WORDS)),
        unless=not_by_formulas,
    ),
    cost=30,
    refutes=40,
    proves_for_others=True,
)
