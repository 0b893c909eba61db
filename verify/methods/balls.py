"""Balls: branch-and-bound over boxes with rigorous enclosures.

Proves strict inequalities with a margin on a box; unbounded symbols are restricted to a stated
range, and the restriction is part of what the evidence covers.
"""

from __future__ import annotations

from collections import deque
from typing import Any

import flint
import sympy as sp
from flint import arb, fmpq

from property_tests.bounds import conditions, edge
from reports.results import Evidence, Outcome, Tier
from theory.claim import ForAll
from theory.language import Defines, FunctionSymbol
from verify.certificate import index_values, witness
from verify.coverage import index_restrictions
from verify.meanings import Approximate, heads_in, primary
from verify.task import Task
from verify.truth import Arithmetic, Truth, at, fraction

NAME = "balls"
TIER = Tier.BALL
REACH = fmpq(1000)
PRECISION = 96


def run(task: Task) -> Evidence:
    """Cover the domain with boxes on each of which the conclusion is certain."""
    if not isinstance(task.statement, ForAll):
        return Evidence(NAME, Outcome.NOT_APPLICABLE, TIER)
    reading = primary(task.meanings)
    if any(isinstance(reading[h], Approximate) for h in heads_in(task.statement.says, reading)):
        return Evidence(NAME, Outcome.NOT_APPLICABLE, TIER)
    boxes_done, sample, restrictions = 0, None, set(index_restrictions(task.universal))
    for instance, statement in task.universal.expanded:
        labels = index_values(instance)
        if any(isinstance(s, FunctionSymbol) or s.is_integer for s in statement.symbols):
            return Evidence(NAME, Outcome.NOT_APPLICABLE, TIER, detail="not over a real box")
        if not statement.symbols or statement.says.atoms(sp.Eq, sp.Ne, Defines):
            return Evidence(NAME, Outcome.NOT_APPLICABLE, TIER, detail="not a strict inequality")
        box, cut = initial_box(statement)
        restrictions |= set(cut)
        queue = deque([box])
        while queue:
            boxes_done += 1
            if boxes_done > task.budget.boxes:
                detail = f"undecided after {task.budget.boxes} boxes"
                return Evidence(NAME, Outcome.UNKNOWN, TIER, instance=labels, detail=detail)
            box = queue.popleft()
            if _certain(statement, box, reading):
                continue
            symbol = max(box, key=lambda s: box[s][1] - box[s][0])
            low, high = box[symbol]
            middle = (low + high) / 2
            centre = {s: fraction((a + b) / 2) for s, (a, b) in box.items()}
            truth = at(statement, centre, reading)
            if truth is Truth.FALSE:
                return Evidence(
                    NAME, Outcome.FAILS, TIER, witness=witness(centre), instance=labels,
                    size=boxes_done, detail="centre of a box",
                )  # fmt: skip
            if truth is Truth.TRUE and sample is None:
                sample = (witness(centre), labels)
            queue.append({**box, symbol: (low, middle)})
            queue.append({**box, symbol: (middle, high)})
        if sample is None:
            centre = {s: fraction((a + b) / 2) for s, (a, b) in initial_box(statement)[0].items()}
            if at(statement, centre, reading) is Truth.TRUE:
                sample = (witness(centre), labels)
    if sample is None:
        return Evidence(NAME, Outcome.UNKNOWN, TIER, detail="no point of the domain was met")
    return Evidence(
        NAME, Outcome.HOLDS, TIER, restrictions=tuple(sorted(restrictions)), witness=sample[0],
        instance=sample[1], detail=f"certain on each of {boxes_done} boxes", size=boxes_done,
    )  # fmt: skip


def initial_box(statement: ForAll) -> tuple[dict[Any, tuple[fmpq, fmpq]], list[str]]:
    """Return a box that contains the domain, and the restrictions that made it bounded."""
    box, cut = {}, []
    for symbol in statement.symbols:
        low, high = -REACH, REACH
        bounded_low = bounded_high = False
        for condition in conditions(statement):
            if condition.free_symbols != {symbol} or isinstance(condition, sp.Eq):
                continue
            bound = edge(condition, symbol)
            if bound is None or not bound.value.is_Rational:
                continue
            value = fmpq(int(bound.value.p), int(bound.value.q))
            if bound.upwards:
                low, bounded_low = max(low, value), True
            else:
                high, bounded_high = min(high, value), True
        if not (bounded_low and bounded_high):
            cut.append(f"{low} <= {symbol} <= {high}")
        box[symbol] = (low, high)
    return box, cut


def _certain(statement: ForAll, box: dict[Any, tuple[fmpq, fmpq]], reading: Any) -> bool:
    """Return whether the conclusion is true on the whole box, or a hypothesis false on it."""
    with flint.ctx.workprec(PRECISION):
        point = {s: arb(low).union(arb(high)) for s, (low, high) in box.items()}
        arithmetic = Arithmetic(point, reading)
        if any(arithmetic.truth(h) is Truth.FALSE for h in statement.given):
            return True
        return arithmetic.truth(statement.says) is Truth.TRUE
