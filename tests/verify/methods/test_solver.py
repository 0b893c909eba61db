"""The solver: a refutation at one instance counts, whatever the others are."""

from dataclasses import replace

import sympy as sp

from theory.claim import ForAll
from theory.language import integers, reals
from verify.evidence import Outcome
from verify.methods import METHODS
from verify.methods.task import Task

x = reals("x")
k = integers("k")


def test_the_solver_refutes_at_an_instance_after_one_that_it_cannot_decide():
    q = reals("q")
    bernoulli = (1 + x) ** q >= 1 + q * x
    claim = ForAll(
        given=(k >= 1, x > 0, q > 1),
        says=sp.And(sp.Or(k >= 2, bernoulli), sp.Or(k < 2, x < 3)),
        instances={k: (1, 2)},
    )
    evidence = METHODS["solver"].apply(Task(claim))
    assert (evidence.outcome, evidence.instance) == (Outcome.FAILS, {"k": "2"})
    first = METHODS["solver"].apply(Task(replace(claim, instances={k: (1,)})))
    assert first.outcome is Outcome.UNKNOWN
