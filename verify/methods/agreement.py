"""Whether two meanings of a head agree where a statement speaks of it.

A proof uses the first meaning alone. If the other one is different at a point of the domain, one of
them is wrong, and nothing is proved.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from theory.binders import unbound
from theory.statements import ForAll
from theory.well_formed import IllFormed
from verify.claims.meanings import Meaning
from verify.evidence import Outcome
from verify.methods import samplers
from verify.methods.task import Task

EXAMPLES = 5  # points of each instance; the statement itself is tried at many more


def disagreement(task: Task) -> str | None:
    """Return which head has two meanings that differ at a point of a statement's domain, and where.

    That none is known is no proof that they agree.
    """
    if not isinstance(task.statement, ForAll):
        return None
    for applied, first, last in _applications(task):
        other = sp.Function(f"{applied.func} by its other meaning", real=True, words="", home="")
        says = sp.Eq(applied, other(*applied.args), evaluate=False)
        known = {**task.meanings, applied.func: (first,), other: (last,)}
        try:
            same = replace(_unfolded(task.statement), says=says)
        except IllFormed:  # its arguments belong to a sum or a quantifier inside the statement
            continue
        budget = replace(task.budget, examples=EXAMPLES)
        for method in samplers():
            found = method.apply(replace(task, statement=same, meanings=known, budget=budget))
            if found.outcome is Outcome.FAILS:
                return f"the meanings of {applied.func} differ: {found.detail}"
    return None


def _unfolded(statement: ForAll) -> ForAll:
    given = tuple(map(statement.unfold, statement.given))
    return ForAll(statement.unfold(statement.says), given, instances=statement.instances)


def _applications(task: Task) -> Iterator[tuple[Any, Meaning, Meaning]]:
    """Yield every head with two meanings as the statement applies it, with the meanings."""
    statement = task.universal
    free = {*statement.symbols, *statement.instances}
    parts = map(statement.unfold, (statement.says, *statement.given))
    found = set().union(*(part.atoms(AppliedUndef) for part in parts))
    for applied in sorted(found, key=str):
        several = task.meanings.get(applied.func, ())
        if len(several) > 1 and several[0] != several[-1] and unbound(applied) <= free:
            yield applied, several[0], several[-1]
