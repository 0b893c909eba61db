"""Mutants that follow from what is shown, so that they are no stronger than it.

    the same conclusion is shown elsewhere, under no more hypotheses
    a hypothesis that was dropped follows from the others
    an order whose right side was changed the way in which it is only more generous
    an order that is to be uniform in a symbol, too, which equations determine by those on which
        its constants may depend

A solver shows each of these; whether the statement holds is another matter.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sympy as sp

from theory.argument_language import States
from theory.binders import unbound
from theory.orders import Large, Magnitude, Order
from verify.kernel.conditions import all_of, conjuncts, ge, gt, le, same, without
from verify.kernel.questions import RejectedArgument, Solver
from verify.kernel.smt import Disagreement
from verify.variants.paths import equations, simplified

STEPS = 400_000  # units of z3 for each question
SERVES = {True: sp.Integer(16), False: sp.Rational(1, 16)}  # what is large and small enough


def follows(mutant: States, statement: States) -> str | None:
    """Return why a mutant of a statement follows from it, `None` if that is not shown."""
    dropped = without(conjuncts(statement.given), mutant.given)
    if mutant.says == statement.says:
        return _without_need(mutant, dropped)
    if dropped or not (isinstance(mutant.says, Order) and isinstance(statement.says, Order)):
        return None
    new, old = mutant.says, statement.says
    if new.sides == old.sides and new.relation == old.relation:
        return _determined(mutant, new.over - old.over, old)
    if new.sides[0] == old.sides[0] and new.over == old.over and new.relation == old.relation:
        return _more_generous(mutant, old.sides[1])
    return None


def shown_elsewhere(mutant: States, shown: Iterable[States]) -> str | None:
    """Return that a mutant is a statement of the claim that holds, if it is one."""
    for statement in shown:
        more = without(conjuncts(statement.given), mutant.given)
        if not more and same(mutant.says, statement.says):
            return "another statement of the claim says so"
    return None


def _without_need(mutant: States, dropped: list[Any]) -> str | None:
    """Return that the other hypotheses imply what was dropped, if they do.

    Where a constant serves, one may be chosen that does; for every constant it must be shown.
    """
    plain = [h for h in dropped if not isinstance(h, Magnitude)]
    if not dropped or len(plain) < len(dropped):
        return None
    if _shown(_with_constants(mutant.given), all_of(plain)):
        return f"what was dropped follows from the other hypotheses: {dropped[0]}"
    return None


def _with_constants(given: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return hypotheses in which those on sizes have their constants."""
    found: list[Any] = []
    for number, hypothesis in enumerate(conjuncts(given)):
        if isinstance(hypothesis, Magnitude) and hypothesis.chosen:
            found.append(hypothesis.bound(SERVES[isinstance(hypothesis, Large)]))
        elif isinstance(hypothesis, Magnitude):
            constant = sp.Symbol(f"constant {number}", real=True)
            found += (gt(constant, 0), hypothesis.bound(constant))
        else:
            found.append(hypothesis)
    return tuple(found)


def _determined(mutant: States, added: frozenset[Any], old: Order) -> str | None:
    """Return that what became variable depends on constants alone, if equations say so."""
    free = frozenset().union(unbound(old), *map(unbound, mutant.given))
    constants = free - old.over - added
    known = {s for s, value in equations(mutant.given) if unbound(value) <= constants}
    if added and added <= known:
        return f"the hypotheses determine {', '.join(map(str, added))} by constants"
    return None


def _more_generous(mutant: States, old: Any) -> str | None:
    """Return that the right side grew where it bounds from above, or shrank where from below."""
    relation = mutant.says.relation
    base, exponent = simplified(mutant.says.sides[1] / old).as_base_exp()
    if relation == "same" or not isinstance(base, sp.Symbol) or not exponent.is_Rational:
        return None
    grows = (relation == "at most") == (exponent > 0)
    bound = ge(base, 1) if grows else le(base, 1)
    given = _with_constants(mutant.given)
    if _shown(given, all_of((gt(base, 0), bound))) and _shown(given, ge(old, 0)):
        return f"it is no stronger, since {bound}"
    return None


def _shown(given: tuple[Any, ...], says: Any) -> bool:
    try:
        Solver(STEPS).shows(given, says)
    except (RejectedArgument, Disagreement):
        return False
    return True
