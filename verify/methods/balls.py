"""Balls: branch-and-bound over boxes with rigorous enclosures.

It decides strict inequalities between elementary terms of real symbols on a bounded box: a box on
which the conclusion is not certain is cut in two, until all of it is covered or the budget is
spent. Unbounded symbols are restricted to a stated range, and then nothing is proved: the
restriction is part of what the evidence covers.

This is sound because the arithmetic is: a ball contains the value of a term at every point of the
box, so that a strict inequality between two balls that do not touch holds at all of them. The
kernel covers the domain with boxes again. An inequality that is sharp at a point of the domain
needs ever smaller boxes there and stays open. A centre at which the conclusion is false, evaluated
exactly, is a counterexample.

Example:

    >>> import sympy as sp
    >>> from theory.statements import ForAll
    >>> from theory.language import reals
    >>> from verify.methods import METHODS
    >>> from verify.methods.task import Task
    >>> x = reals("x")
    >>> found = METHODS["balls"].apply(Task(ForAll(given=(x >= 0, x <= 1), says=sp.exp(x) > x)))
    >>> print(found.outcome, found.detail, sep=": ")
    holds: certain on each of 3 boxes

Reference: F. Johansson, "Arb: efficient arbitrary-precision midpoint-radius interval arithmetic",
IEEE Transactions on Computers 66 (2017).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

import sympy as sp
from flint import fmpq

from theory.language import Defines, FunctionSymbol
from theory.statements import ForAll
from verify.claims.witness import witness
from verify.evidence import Outcome, Tier
from verify.kernel.points import Box, certain, ends, halves
from verify.kernel.total import hypotheses
from verify.methods.base import EachInstance, Finding, Instance, Pass, in_all, is_approximate
from verify.methods.method import Method, Needless
from verify.truth import Truth, at, fraction

REACH = fmpq(1000)


def _decide(instance: Instance) -> Finding:
    """Cover the domain with boxes on each of which the conclusion is certain."""
    statement, interpretation, limit = (
        instance.statement,
        instance.interpretation,
        instance.task.budget.boxes,
    )
    outside = _outside(statement)
    if outside is not None:
        return Finding(Outcome.NOT_APPLICABLE, outside)
    whole, cut = bounded_box(statement)
    queue, boxes, sample = deque([whole]), 0, None
    while queue:
        boxes += 1
        if instance.spent + boxes > limit:
            return Finding(Outcome.UNKNOWN, f"undecided after {limit} boxes")
        box = queue.popleft()
        if certain(statement, box, interpretation):
            continue
        centre = _centre(box)
        truth = at(statement, centre, interpretation)
        if truth is Truth.FALSE:
            size = instance.spent + boxes
            return Finding(Outcome.FAILS, "centre of a box", witness=witness(centre), size=size)
        if truth is Truth.TRUE and sample is None:
            sample = witness(centre)
        queue.extend(halves(box))
    if sample is None and at(statement, _centre(whole), interpretation) is Truth.TRUE:
        sample = witness(_centre(whole))
    return Finding(
        Outcome.HOLDS,
        witness=sample,
        restrictions=tuple(cut),
        certificate=None if cut else {"kind": "boxes", "count": boxes},
        size=boxes,
    )


def _conclude(findings: Sequence[Finding]) -> Finding:
    boxes = sum(found.size for found in findings)
    detail = f"certain on each of {boxes} boxes"
    return in_all(findings, detail, unmet="no point of the domain was met")


def _outside(statement: ForAll) -> str | None:
    """Return why a statement is no strict inequality on a box, `None` if it is."""
    if any(isinstance(s, FunctionSymbol) or s.is_integer for s in statement.symbols):
        return "not over a real box"
    if not statement.symbols or statement.says.atoms(sp.Eq, sp.Ne, Defines):
        return "not a strict inequality"
    return None


def bounded_box(statement: ForAll) -> tuple[Box, list[str]]:
    """Return a box that contains the domain, and the restrictions that made it bounded."""
    box, cut = {}, []
    for symbol in statement.symbols:
        mine = [h for h in hypotheses(statement.given) if h.free_symbols == {symbol}]
        low, high = ends(mine, symbol)
        if low is None or high is None:
            shown = [-REACH if low is None else low[0], REACH if high is None else high[0]]
            cut.append(f"{shown[0]} <= {symbol} <= {shown[1]}")
        box[symbol] = (
            -REACH if low is None else fmpq(low[0].numerator, low[0].denominator),
            REACH if high is None else fmpq(high[0].numerator, high[0].denominator),
        )
    return box, cut


def _centre(box: Box) -> dict[Any, Any]:
    return {s: fraction((a + b) / 2) for s, (a, b) in box.items()}


METHOD = Method(
    name="balls",
    tier=Tier.BALL,
    handles="Strict inequalities between elementary terms of real symbols in bounded ranges.",
    decide=EachInstance(
        (Pass(_decide, _conclude),), lambda task: "" if is_approximate(task) else None
    ),
    cost=60,
    refutes=70,
    needless=Needless.PROVED,
)
