"""Enumeration: every point of a finite domain, or the one point of a closed statement.

It decides statements whose hypotheses leave finitely many points, at most 20,000: an integer
between two numbers, an equality that lists the values of a symbol, or no symbol at all. At every
point the statement is evaluated, with rational numbers where all terms are rational and otherwise
with balls.

This is sound because no point is left out: the kernel makes the list anew from the hypotheses alone
and evaluates the conclusion at each of its points. A point at which the conclusion is not known to
be true leaves the statement open, and one at which it is false is a counterexample. Where balls
were needed the tier is that of balls.

Example:

    >>> from theory.statements import ForAll
    >>> from theory.language import integers
    >>> from verify.methods import METHODS
    >>> from verify.methods.task import Task
    >>> n = integers("n")
    >>> claim = ForAll(given=(n >= 0, n <= 3), says=n**2 <= 3 * n)
    >>> found = METHODS["enumeration"].apply(Task(claim))
    >>> print(found.outcome, found.detail, sep=": ")
    holds: true at all 4 points

Reference: C. Runciman, M. Naylor and F. Lindblad, "SmallCheck and Lazy SmallCheck: automatic
exhaustive testing for small values", Haskell Symposium 2008; the balls are those of F. Johansson,
"Arb: efficient arbitrary-precision midpoint-radius interval arithmetic", IEEE Transactions on
Computers 66 (2017).
"""

from __future__ import annotations

from collections.abc import Sequence

from verify.claims.witness import witness
from verify.evidence import Outcome, Tier
from verify.kernel.points import every_point, size
from verify.methods.base import EachInstance, Finding, Instance, Pass, has_few_points, in_all
from verify.methods.method import Method
from verify.truth import Truth, at, is_exact, violation


def _decide(instance: Instance) -> Finding:
    """Look at every point of a finite domain; the tier is `ball` where balls were needed."""
    statement, interpretation = instance.statement, instance.interpretation
    number = len(instance.earlier) + 1
    sample, exact, unsure = None, True, None
    for point, truth in every_point(statement, interpretation):
        inside = at(statement, point, interpretation) is not None
        here = witness(point)
        if inside and sample is None:
            sample = here
        if inside and truth is Truth.FALSE:
            sides = violation(statement.says, point, interpretation)
            detail = "an enumerated point"
            return Finding(Outcome.FAILS, detail, witness=here, sides=sides, size=number)
        if truth is not Truth.TRUE and unsure is None:
            detail = f"{truth.value} at this point"
            unsure = Finding(Outcome.UNKNOWN, detail, witness=here, size=number, goes_on=True)
        exact = exact and is_exact(statement.says, point, interpretation)
    count = size(statement)
    return unsure or Finding(
        Outcome.HOLDS,
        witness=sample,
        certificate={"kind": "points", "count": count},
        size=count,
        tier=Tier.EXACT if exact else Tier.BALL,
    )


def _conclude(findings: Sequence[Finding]) -> Finding:
    count = sum(found.size for found in findings)
    return in_all(findings, f"true at all {count} points", unmet="no point in the domain")


METHOD = Method(
    name="enumeration",
    tier=Tier.EXACT,
    handles="Statements that the hypotheses leave finitely many points, at most 20,000.",
    decide=EachInstance(
        (Pass(_decide, _conclude),), unless=lambda task: None if has_few_points(task) else ""
    ),
    cost=20,
    refutes=10,
    proves_for_others=True,
)
