"""Balls: branch-and-bound over boxes with rigorous enclosures.

Proves strict inequalities with a margin on a box; unbounded symbols are restricted to a stated
range, and the restriction is part of what the evidence covers.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import Any

import sympy as sp
from flint import fmpq

from theory.claim import ForAll
from theory.language import Defines, FunctionSymbol
from verify.claims.meanings import Approximate, heads_in, primary
from verify.claims.witness import index_values, witness
from verify.evidence import Evidence, Outcome, Tier
from verify.kernel.points import Box, certain, ends, halves
from verify.kernel.total import hypotheses
from verify.methods.task import Task
from verify.truth import Truth, at, fraction

NAME = "balls"
TIER = Tier.BALL
REACH = fmpq(1000)


def run(task: Task) -> Evidence:
    """Cover the domain with boxes on each of which the conclusion is certain."""
    blank = Evidence(NAME, Outcome.NOT_APPLICABLE, TIER)
    if not isinstance(task.statement, ForAll):
        return blank
    reading = primary(task.meanings)
    if any(isinstance(reading[h], Approximate) for h in heads_in(task.statement.says, reading)):
        return blank
    done, sample, restrictions, parts = 0, None, set[str](), []
    for instance, statement in task.universal.expanded:
        labels = index_values(instance)
        if any(isinstance(s, FunctionSymbol) or s.is_integer for s in statement.symbols):
            return replace(blank, detail="not over a real box")
        if not statement.symbols or statement.says.atoms(sp.Eq, sp.Ne, Defines):
            return replace(blank, detail="not a strict inequality")
        box, cut = bounded_box(statement)
        restrictions |= set(cut)
        queue, boxes = deque([box]), 0
        while queue:
            boxes, done = boxes + 1, done + 1
            if done > task.budget.boxes:
                detail = f"undecided after {task.budget.boxes} boxes"
                return replace(blank, outcome=Outcome.UNKNOWN, instance=labels, detail=detail)
            box = queue.popleft()
            if certain(statement, box, reading):
                continue
            centre = _centre(box)
            truth = at(statement, centre, reading)
            if truth is Truth.FALSE:
                return replace(
                    blank, outcome=Outcome.FAILS, witness=witness(centre), instance=labels,
                    size=done, detail="centre of a box",
                )  # fmt: skip
            if truth is Truth.TRUE and sample is None:
                sample = (witness(centre), labels)
            queue.extend(halves(box))
        parts.append({"kind": "boxes", "count": boxes})
        if sample is None:
            centre = _centre(bounded_box(statement)[0])
            if at(statement, centre, reading) is Truth.TRUE:
                sample = (witness(centre), labels)
    if sample is None:
        return replace(blank, outcome=Outcome.UNKNOWN, detail="no point of the domain was met")
    return replace(
        blank, outcome=Outcome.HOLDS, restrictions=tuple(sorted(restrictions)), witness=sample[0],
        instance=sample[1], detail=f"certain on each of {done} boxes", size=done,
        certificate=None if restrictions else {"kind": "instances", "parts": parts},
    )  # fmt: skip


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
