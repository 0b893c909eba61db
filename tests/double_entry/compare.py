"""Whether two entries of one claim say the same: by their form, or by a solver.

The solver takes all that is no arithmetic for an unknown, so that it never finds two entries
equivalent that are not; that it finds nothing says nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache
from typing import Any

import sympy as sp

from theory.argument_language import States
from theory.binders import exchanged
from theory.choices import readings
from theory.language import Each
from theory.normal_form import normal
from theory.quantifiers import Every
from theory.statements import ForAll, SameOrder, statement_hash
from theory.well_formed import IllFormed
from verify.kernel.arguments.facts import made
from verify.kernel.conditions import conjuncts
from verify.kernel.questions import RejectedArgument, Solver

SOLVER = Solver(rlimit=4_000_000)


class Comparison(StrEnum):
    """How a first entry relates to a second one, from the best answer to the worst."""

    SAME = "the same but for names of bound symbols and the order of hypotheses and sides"
    EQUIVALENT = "each implies the other"
    STRONGER = "the first implies the second"
    WEAKER = "the second implies the first"
    UNDECIDED = "neither is shown to imply the other"


AGREE = {Comparison.SAME, Comparison.EQUIVALENT}


def compared(first: Any, second: Any) -> Comparison:
    """Return how two entries relate: statements, or statements by clause.

    Clauses are taken together, whatever their names. Where there are choice points, each reading of
    one entry is compared with those of the other, and the best answer counts for it; the worst of
    these is returned.
    """
    ones, others = list(_readings(first)), list(_readings(second))
    best = [_best([(one, other) for other in others]) for one in ones]
    best += [_best([(one, other) for one in ones]) for other in others]
    return max(best, key=list(Comparison).index)


def _best(pairs: list[tuple[Any, Any]]) -> Comparison:
    """Return the best answer of some pairs of readings; a solver is asked only if none is alike."""
    if any(_alike(*pair) for pair in pairs):
        return Comparison.SAME
    return min((_compared(*pair) for pair in pairs), key=list(Comparison).index)


def _readings(entry: Any) -> Iterable[tuple[Any, ...]]:
    """Yield the clauses of an entry, for each way in which its choice points can be read."""
    clauses = entry if isinstance(entry, Mapping) else {"": entry}
    found: list[tuple[dict[Any, str], tuple[Any, ...]]] = [({}, ())]
    for statement in clauses.values():
        found = [
            ({**taken, **dict(picked)}, (*before, read))
            for taken, before in found
            for picked, read in readings(statement)
            if all(taken.get(choice, name) == name for choice, name in picked)
        ]
    return (statements for _, statements in found)


def _alike(first: tuple[Any, ...], second: tuple[Any, ...]) -> bool:
    return set(map(_form, first)) == set(map(_form, second))


def _compared(first: tuple[Any, ...], second: tuple[Any, ...]) -> Comparison:
    if _alike(first, second):
        return Comparison.SAME
    forth, back = _implies(first, second), _implies(second, first)
    if forth and back:
        return Comparison.EQUIVALENT
    return Comparison.STRONGER if forth else Comparison.WEAKER if back else Comparison.UNDECIDED


def _form(statement: Any) -> Any:
    """Return what two statements share if they differ in names and order alone."""
    parts = _stated(statement)
    if parts is None:
        return statement_hash(statement)
    given, says = parts
    return frozenset(map(normal, conjuncts(given))), normal(says)


def _stated(statement: Any) -> tuple[tuple[Any, ...], Any] | None:
    """Return hypotheses and conclusion, abbreviations unfolded; `None` if it has none."""
    if isinstance(statement, ForAll):
        given, says = (
            tuple(map(statement.unfold, e)) for e in (statement.given, (statement.says,))
        )
        return tuple(map(_quantified, given)), _quantified(*says)
    return (statement.given, statement.says) if isinstance(statement, States) else None


def _quantified(condition: Any) -> Any:
    """Return a condition in which what holds for each integer of a range is said of every one."""

    def every(e: Any) -> Any:
        if not isinstance(e, Each):
            return None
        index, low, high = e.args[1]
        inside = sp.And(index >= low, index <= high)
        return Every(index, sp.Implies(inside, _quantified(e.args[0]), evaluate=False))

    return exchanged(condition, every)


def _implies(first: tuple[Any, ...], second: tuple[Any, ...]) -> bool:
    """Return whether each statement of the second entry is shown from those of the first."""
    return all(any(_form(s) == _form(f) for f in first) or _shown(s, first) for s in second)


def _shown(statement: Any, facts: tuple[Any, ...]) -> bool:
    if isinstance(statement, SameOrder):
        orders = (f for f in facts if isinstance(f, SameOrder))
        return any(_order_shown(statement, order) for order in orders)
    if (goal := _stated(statement)) is None:
        return False
    try:
        known = [made(*stated) for fact in facts if (stated := _stated(fact)) is not None]
        SOLVER.shows(*goal, known)
    except (RejectedArgument, IllFormed):
        return False
    return True


def _order_shown(goal: SameOrder, known: SameOrder) -> bool:
    """Return whether an order follows from another by a constant factor, in a smaller regime."""
    if known.relation not in ("same", goal.relation):
        return False
    if set(goal.variables) != set(known.variables):
        return False
    ratio = (goal.left / goal.right) / (known.left / known.right)
    factor = _simplified(min(ratio, 1 / ratio, key=sp.default_sort_key))  # both ways ask for one
    if factor.free_symbols & set(goal.variables):
        return False
    assumed = (*goal.given, *goal.regime)
    try:
        SOLVER.shows(assumed, sp.And(*known.given, *known.regime))
    except RejectedArgument:
        return False
    return True


@cache
def _simplified(ratio: Any) -> Any:
    return sp.powsimp(sp.simplify(ratio), force=True)
